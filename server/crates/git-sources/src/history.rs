//! Authors and times of changes by file, from one pass over the Git log, and the renames of files.

use std::collections::{BTreeSet, HashMap};

use super::git::{Git, words};
use pailou_git_history::command::GitError;
use pailou_git_history::message::name_of;
use pailou_store::git_sync::{Author, Change};

/// Begins a commit in the log; no name and no file holds it.
const COMMIT: char = '\u{1}';
/// Between those who wrote a commit together.
const TOGETHER: char = '\u{2}';
/// Co-authors of one command.
const MOST_CONTACTS: usize = 200;

const FORMAT: &str = "--format=%x01%H%x00%ct%x00%at%x00%aN%x00\
                      %(trailers:key=Co-authored-by,valueonly,unfold,separator=%x02)%x00";

#[derive(Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The last change of each file, by its name now.
    pub changes: HashMap<String, Change>,
    /// Whether all of history was read and not only what is new.
    pub is_whole: bool,
    /// The branch no longer holds the commit that the site shows.
    pub was_rewritten: bool,
    /// Where files were at the commit that the site shows, by where they are now.
    pub moved_from: HashMap<String, String>,
}

/// What happened in a folder since `shown`, or ever.
pub fn history(
    git: &Git,
    shown: Option<&str>,
    commit: &str,
    folder: &str,
) -> Result<History, GitError> {
    let knows = |old: &&str| git.run(&["cat-file", "-e", &format!("{old}^{{commit}}")]).is_ok();
    let known = shown.filter(knows);
    let holds = |old: &&str| git.run(&["merge-base", "--is-ancestor", old, commit]).is_ok();
    // Names that a new `.mailmap` gives are those of all commits.
    let names = |commit: &str| {
        git.line(&["rev-parse", "--quiet", "--verify", &format!("{commit}:.mailmap")]).ok()
    };
    let has_other_names = known.is_some_and(|old| names(old) != names(commit));
    let since = known.filter(holds);
    let was_rewritten = shown.is_some() && since.is_none();
    let since = since.filter(|_| !has_other_names);
    let range = since.map_or(commit.to_owned(), |old| format!("{old}..{commit}"));
    let path = if folder.is_empty() { "." } else { folder };
    let log =
        ["log", "-z", "-M100%", "--name-status", "--no-show-signature", FORMAT, &range, "--", path];
    // A folder of "." would be below the working tree, which a bare repository has not.
    let log = if folder.is_empty() { &log[..log.len() - 1] } else { &log[..] };
    let mailmap = git.mailmap(commit);
    let log = [&words(&mailmap)[..], log].concat();
    let out = git.run(&log)?;
    let log = String::from_utf8_lossy(&out);
    let names = if mailmap.is_empty() { HashMap::new() } else { co_authors(git, &mailmap, &log) };
    let changes = changes(&log, &names);
    let moved_from = match known {
        Some(old) => moves(git, old, commit, folder)?,
        None => HashMap::new(),
    };
    Ok(History { changes, is_whole: since.is_none(), was_rewritten, moved_from })
}

/// The names of co-authors by what the trailers say: Git maps the authors of commits only.
fn co_authors(git: &Git, mailmap: &[String], log: &str) -> HashMap<String, String> {
    let trailers = log.split(COMMIT).skip(1).filter_map(|commit| commit.split('\0').nth(4));
    let all: BTreeSet<&str> =
        trailers.flat_map(|it| it.split(TOGETHER)).map(str::trim).filter(is_contact).collect();
    let all: Vec<&str> = all.into_iter().collect();
    let mut names = HashMap::new();
    for contacts in all.chunks(MOST_CONTACTS) {
        let command = [&words(mailmap)[..], &["check-mailmap", "--"], contacts].concat();
        // Where Git does not take one of them, they have the names that they gave.
        let Ok(out) = git.run(&command) else { continue };
        let out = String::from_utf8_lossy(&out);
        let named: Vec<String> = out.lines().map(name_of).collect();
        if named.len() == contacts.len() {
            let pairs = contacts.iter().zip(named).filter(|(_, name)| !name.is_empty());
            names.extend(pairs.map(|(contact, name)| ((*contact).to_owned(), name)));
        }
    }
    names
}

/// `Name <address>`, as `git check-mailmap` takes it.
fn is_contact(text: &&str) -> bool {
    let address = text.strip_suffix('>').and_then(|text| text.split_once('<'));
    address.is_some_and(|(_, address)| !address.is_empty() && !address.contains(['<', '>']))
}

/// Reads the log, the newest commit first. `co_authors` are names by trailers, where they are other than these say.
fn changes(log: &str, co_authors: &HashMap<String, String>) -> HashMap<String, Change> {
    let mut changes: HashMap<String, Change> = HashMap::new();
    // What a file is called now, by what it was called in the commits that come next.
    let mut now: HashMap<String, String> = HashMap::new();
    for commit in log.split(COMMIT).skip(1) {
        let mut parts = commit.split('\0');
        let mut next = || parts.next().unwrap_or_default();
        let (hash, committed, written, author, together) = (next(), next(), next(), next(), next());
        let at = |seconds: &str| seconds.parse::<i64>().unwrap_or(0).saturating_mul(1000);
        let together = together
            .split(TOGETHER)
            .map(|trailer| co_authors.get(trailer.trim()).map_or(trailer, String::as_str));
        let names: Vec<String> = std::iter::once(author)
            .chain(together)
            .map(name_of)
            .filter(|name| !name.is_empty())
            .collect();
        let rest: Vec<&str> = parts.collect();
        for (file, old) in touched(&rest) {
            let file = now.get(file).cloned().unwrap_or_else(|| file.to_owned());
            if let Some(old) = old {
                now.insert(old.to_owned(), file.clone());
            }
            let change = changes.entry(file).or_insert_with(|| Change {
                commit: hash.to_owned(),
                at: at(committed),
                authors: Vec::new(),
            });
            for name in &names {
                if change.authors.iter().all(|known| known.name != *name) {
                    change.authors.push(Author { name: name.clone(), at: at(written) });
                }
            }
        }
    }
    changes
}

/// Files of one commit, each with its old name where it moved.
fn touched<'a>(parts: &[&'a str]) -> Vec<(&'a str, Option<&'a str>)> {
    let mut files = Vec::new();
    let mut parts = parts.iter();
    while let Some(status) = parts.next() {
        match status.trim_start_matches('\n').chars().next() {
            Some('R' | 'C') => {
                let (Some(old), Some(new)) = (parts.next(), parts.next()) else { break };
                files.push((*new, status.contains('R').then_some(*old)));
            }
            Some(_) => files.extend(parts.next().map(|file| (*file, None))),
            None => {}
        }
    }
    files
}

/// Files that moved between two commits, also when they were changed on the way.
fn moves(
    git: &Git,
    old: &str,
    new: &str,
    folder: &str,
) -> Result<HashMap<String, String>, GitError> {
    let words = ["diff-tree", "-r", "-z", "-M", "--name-status", "--diff-filter=R", old, new, "--"];
    let folder = Some(folder).filter(|folder| !folder.is_empty());
    let words: Vec<&str> = words.into_iter().chain(folder).collect();
    let out = git.run(&words)?;
    let text = String::from_utf8_lossy(&out);
    let parts: Vec<&str> = text.split('\0').collect();
    let pairs = touched(&parts).into_iter();
    Ok(pairs.filter_map(|(new, old)| Some((new.to_owned(), old?.to_owned()))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_file_keeps_its_authors() {
        let log = "\u{1}c3\x003\x003\0Ann\0\0\nR100\0a.md\0b.md\0\
                   \u{1}c2\x002\x002\0Bob\0Cy <c@x>\u{2}Dee\0\nM\0a.md\0A\0x.md\0\
                   \u{1}c1\x001\x001\0Ann\0\0\nA\0a.md\0";
        let changes = changes(log, &HashMap::from([("Cy <c@x>".to_owned(), "Cyril".to_owned())]));
        let names = |file: &str| -> Vec<&str> {
            changes[file].authors.iter().map(|author| author.name.as_str()).collect()
        };
        assert_eq!(names("b.md"), ["Ann", "Bob", "Cyril", "Dee"]);
        assert_eq!((changes["b.md"].commit.as_str(), changes["b.md"].at), ("c3", 3000));
        assert_eq!(names("x.md"), ["Bob", "Cyril", "Dee"]);
        assert!(!changes.contains_key("a.md"));
    }

    #[test]
    fn empty_history_has_no_authors() {
        assert!(changes("", &HashMap::new()).is_empty());
    }
}

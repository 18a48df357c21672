//! Authors and times of changes by file, from one run of `git log`.
//!
//! Unlike [`crate::log`], this includes the commits of merged branches, because the author of a merge is rarely the
//! author of the text.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::command::GitError;
use crate::message::name_of;

/// First character of a commit in the log. Names and paths are assumed not to contain it.
const COMMIT: char = '\u{1}';
/// Separator of co-authors.
const CO_AUTHOR_SEPARATOR: char = '\u{2}';
/// Maximum number of co-authors per `git check-mailmap` command.
const MAX_CONTACTS: usize = 200;

const FORMAT: &str = "--format=%x01%H%x00%ct%x00%at%x00%aN%x00\
                      %(trailers:key=Co-authored-by,valueonly,unfold,separator=%x02)%x00";

/// An author of a file, with the time of their last change in milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// Name, mapped by `.mailmap`, without the email address.
    pub name: String,
    pub at: i64,
}

/// Last change of a file. Times are commit times in milliseconds since 1970, except the author times in `authors`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Last commit that changed or renamed the file.
    pub commit: String,
    /// Time of the last commit that changed the content; `None` if the commits in the log only rename the file.
    pub at: Option<i64>,
    /// Time of the first change in the log, under any name of the file.
    pub added_at: i64,
    /// Authors, the most recent first.
    pub authors: Vec<Author>,
}

/// Runs `git` with arguments and returns its standard output.
pub type Run<'a> = &'a dyn Fn(&[&str]) -> Result<Vec<u8>, GitError>;

/// Returns the last change of each file in `folder` by the commits in `range`, with the current path of the file as
/// key. `mailmap` contains the options that select the `.mailmap`; an empty `folder` is the whole repository.
pub fn changes(
    run: Run<'_>,
    mailmap: &[String],
    range: &str,
    folder: &str,
) -> Result<HashMap<String, Change>, GitError> {
    let mailmap: Vec<&str> = mailmap.iter().map(String::as_str).collect();
    let log = ["log", "-z", "-M100%", "--name-status", "--no-show-signature", FORMAT, range, "--"];
    // For the whole repository the path is omitted: `.` is invalid without a working tree.
    let folder = Some(folder).filter(|folder| !folder.is_empty());
    let log = [&mailmap[..], &log].concat().into_iter().chain(folder).collect::<Vec<_>>();
    let out = run(&log)?;
    let log = String::from_utf8_lossy(&out);
    let names = if mailmap.is_empty() { HashMap::new() } else { co_authors(run, &mailmap, &log) };
    Ok(parse(&log, &names))
}

/// Returns the mapped names of co-authors by trailer value, because `git log` applies the `.mailmap` to commit authors
/// only.
fn co_authors(run: Run<'_>, mailmap: &[&str], log: &str) -> HashMap<String, String> {
    let trailers = log.split(COMMIT).skip(1).filter_map(|commit| commit.split('\0').nth(4));
    let all: BTreeSet<&str> = trailers
        .flat_map(|it| it.split(CO_AUTHOR_SEPARATOR))
        .map(str::trim)
        .filter(is_contact)
        .collect();
    let all: Vec<&str> = all.into_iter().collect();
    let mut names = HashMap::new();
    for contacts in all.chunks(MAX_CONTACTS) {
        let command = [mailmap, &["check-mailmap", "--"], contacts].concat();
        // If `git check-mailmap` rejects a contact, all contacts of the chunk keep the names in their trailers.
        let Ok(out) = run(&command) else { continue };
        let out = String::from_utf8_lossy(&out);
        let named: Vec<String> = out.lines().map(name_of).collect();
        if named.len() == contacts.len() {
            let pairs = contacts.iter().zip(named).filter(|(_, name)| !name.is_empty());
            names.extend(pairs.map(|(contact, name)| ((*contact).to_owned(), name)));
        }
    }
    names
}

/// Whether a text has the form `Name <address>`, which `git check-mailmap` requires.
fn is_contact(text: &&str) -> bool {
    let address = text.strip_suffix('>').and_then(|text| text.split_once('<'));
    address.is_some_and(|(_, address)| !address.is_empty() && !address.contains(['<', '>']))
}

/// Parses the log, newest commit first. `co_authors` contains mapped names by trailer value.
fn parse(log: &str, co_authors: &HashMap<String, String>) -> HashMap<String, Change> {
    let mut changes: HashMap<String, Change> = HashMap::new();
    // Current path of a file, by its path in the older commits that follow.
    let mut now: HashMap<String, String> = HashMap::new();
    for commit in log.split(COMMIT).skip(1) {
        let mut parts = commit.split('\0');
        let mut next = || parts.next().unwrap_or_default();
        let (hash, committed, written, author, together) = (next(), next(), next(), next(), next());
        let at = |seconds: &str| seconds.parse::<i64>().unwrap_or(0).saturating_mul(1000);
        let together = together
            .split(CO_AUTHOR_SEPARATOR)
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
                at: None,
                added_at: at(committed),
                authors: Vec::new(),
            });
            if old.is_none() {
                change.at.get_or_insert(at(committed));
            }
            change.added_at = at(committed);
            for name in &names {
                if change.authors.iter().all(|known| known.name != *name) {
                    change.authors.push(Author { name: name.clone(), at: at(written) });
                }
            }
        }
    }
    changes
}

/// Parses the output of `--name-status -z`: the files of a commit, each with its old path if it was renamed.
pub fn touched<'a>(parts: &[&'a str]) -> Vec<(&'a str, Option<&'a str>)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_file_keeps_its_authors() {
        let log = "\u{1}c3\x003\x003\0Ann\0\0\nR100\0a.md\0b.md\0\
                   \u{1}c2\x002\x002\0Bob\0Cy <c@x>\u{2}Dee\0\nM\0a.md\0A\0x.md\0\
                   \u{1}c1\x001\x001\0Ann\0\0\nA\0a.md\0";
        let changes = parse(log, &HashMap::from([("Cy <c@x>".to_owned(), "Cyril".to_owned())]));
        let names = |file: &str| -> Vec<&str> {
            changes[file].authors.iter().map(|author| author.name.as_str()).collect()
        };
        assert_eq!(names("b.md"), ["Ann", "Bob", "Cyril", "Dee"]);
        // A rename does not change the content.
        assert_eq!((changes["b.md"].commit.as_str(), changes["b.md"].at), ("c3", Some(2000)));
        assert_eq!(changes["b.md"].added_at, 1000);
        assert_eq!(names("x.md"), ["Bob", "Cyril", "Dee"]);
        assert!(!changes.contains_key("a.md"));
    }

    #[test]
    fn rename_without_edit_has_no_change_time() {
        let changes = parse("\u{1}c3\x003\x003\0Ann\0\0\nR100\0a.md\0b.md\0", &HashMap::new());
        assert_eq!((changes["b.md"].at, changes["b.md"].added_at), (None, 3000));
    }

    #[test]
    fn empty_history_has_no_authors() {
        assert!(parse("", &HashMap::new()).is_empty());
    }
}

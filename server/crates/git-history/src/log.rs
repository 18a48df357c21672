//! Log of commits that changed files, including changes under earlier paths of these files.
//!
//! A merge counts as one commit with its changes relative to the first parent, because the commits of a branch take
//! effect together.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::Instant;

use crate::blobs;
use crate::command::{GitError, mailmap_of};
use crate::message;
pub use crate::message::Mark;
use crate::repository::Repository;
use pailou_content::page_path::MARKDOWN;

/// First byte of a commit in the output of `git log`. A change begins with a colon.
const COMMIT: u8 = 1;
/// Output format of `git log`. `%x02` separates trailers.
const FORMAT: &str = "--format=%x01%H%x00%ct%x00%aN%x00\
    %(trailers:key=Source-Commit,valueonly,unfold,separator=%x02)%x00\
    %(trailers:key=Translation-Still-Correct,valueonly,unfold,separator=%x02)%x00%B%x00";
/// Number of fields per commit.
const FIELDS: usize = 6;
/// Maximum number of commits of merged branches whose trailers are read.
const MAX_BRANCH_COMMITS: usize = 200;
/// Maximum number of commits outside the history of the files whose trailers are read.
const MAX_TRAILER_COMMITS: usize = 10_000;
/// Maximum number of trailers of each kind that are looked up in the repository.
const MAX_CHECKED_TRAILERS: usize = 200;
/// Maximum size of a commit message in bytes; the rest is discarded.
const MAX_MESSAGE: usize = 64 << 10;

/// Commit of the main line (first parents).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    pub id: String,
    /// Commit time in milliseconds since 1970.
    pub at: i64,
    /// Author name, mapped by `.mailmap`, without the email address.
    pub author: String,
    /// First line of the commit message.
    pub subject: String,
    /// Source commit of the translations in this commit, as written in the message. The value is not validated: the
    /// commit may not exist, and a trailer may contain other text than a commit id.
    pub source_commit: Option<String>,
    /// Whether `source_commit` comes from a trailer.
    pub has_source_trailer: bool,
    /// Translations that the commit acknowledges as still correct.
    pub marks: Vec<Mark>,
}

/// Change of a file by a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Index of the commit in [`Log::commits`].
    pub commit: usize,
    /// Path of the file at that commit.
    pub path: String,
    /// Id of the new blob; `None` if the commit deleted the file or replaced it by a link or submodule.
    pub blob: Option<String>,
}

/// Trailer that applies to no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnusableTrailer<'l> {
    /// `Translation-Still-Correct` with a path that is not a file in the commit.
    UnknownFile { commit: &'l Commit, path: &'l str },
    /// `Source-Commit` in a commit that changed no file.
    UnusedSourceCommit { commit: &'l Commit, named: &'l str },
}

/// Commits and file changes, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// Commits that changed a page in the folder or have trailers about translations.
    pub commits: Vec<Commit>,
    /// Changes by the current path of the file.
    files: HashMap<String, Vec<FileChange>>,
    /// Whether older commits were not read because the deadline had passed.
    pub is_partial: bool,
}

impl Log {
    /// Reads the history of `files` up to `commit`. Paths are relative to the top of the repository. Renames
    /// are detected within `folder`; an empty `folder` is the whole repository.
    pub fn read(
        repository: &Repository,
        commit: &str,
        folder: &str,
        files: &HashSet<&str>,
        deadline: Instant,
    ) -> Result<Self, GitError> {
        let mut command = repository.command();
        command.args(mailmap_of(commit)).arg("--no-literal-pathspecs");
        command.args(["log", "--first-parent", "-m", "--raw", "-z", "-M", "-l5000", "--no-abbrev"]);
        command.args([FORMAT, "--end-of-options", commit, "--"]);
        command.args(patterns(folder, files));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| GitError::of_start(&error))?;
        let Some(out) = child.stdout.take() else { return Err(log_failed("no output")) };
        let mut reading = Reading::of(files);
        let read = reading.read(BufReader::new(out), deadline);
        if reading.is_partial || read.is_err() {
            let _ = child.kill();
        }
        let status = child.wait().map_err(|error| log_failed(&error.to_string()))?;
        read.map_err(|error| log_failed(&error.to_string()))?;
        if !status.success() && !reading.is_partial {
            return Err(log_failed("git log failed"));
        }
        let mut log = reading.finish();
        log.add_other_trailers(repository, commit, deadline)?;
        Ok(log)
    }

    /// Returns the changes of a file, oldest first.
    pub fn changes(&self, file: &str) -> &[FileChange] {
        self.files.get(file).map_or(&[], Vec::as_slice)
    }

    /// Whether the repository lacks the content of a file at a commit, because a filter was used to clone it.
    pub fn lacks_versions(&self, repository: &Repository) -> Result<bool, GitError> {
        if !repository.is_partial_clone() {
            return Ok(false);
        }
        let blobs: BTreeSet<&String> =
            self.files.values().flatten().filter_map(|change| change.blob.as_ref()).collect();
        let blobs: Vec<String> = blobs.into_iter().cloned().collect();
        Ok(!blobs.is_empty() && !blobs::missing(repository, &blobs)?.is_empty())
    }

    /// Returns the trailers that apply to no page, in the commits that `is_included` selects. Only the newest of each
    /// kind are looked up in the repository.
    pub fn unusable_trailers(
        &self,
        repository: &Repository,
        is_included: impl Fn(&Commit) -> bool,
    ) -> Vec<UnusableTrailer<'_>> {
        let commits = || self.commits.iter().enumerate().filter(|(_, it)| is_included(it)).rev();
        let changes = self.files.iter().flat_map(|(file, changes)| {
            changes.iter().map(|change| change.path.as_str()).chain([file.as_str()])
        });
        let known: HashSet<&str> = changes.collect();
        let marks = commits().flat_map(|(_, commit)| {
            let paths: BTreeSet<&str> =
                commit.marks.iter().map(|mark| mark.path.as_str()).collect();
            paths.into_iter().map(move |path| (commit, path))
        });
        // A folder is not a file.
        let is_missing = |(commit, path): &(&Commit, &str)| {
            let object = format!("{}:{path}", commit.id);
            repository.run(&["cat-file", "-t", &object]).map_or(true, |kind| kind != b"blob\n")
        };
        let files: Vec<_> = marks
            .filter(|(_, path)| !known.contains(path))
            .take(MAX_CHECKED_TRAILERS)
            .filter(is_missing)
            .map(|(commit, path)| UnusableTrailer::UnknownFile { commit, path })
            .collect();
        let changing: HashSet<usize> =
            self.files.values().flatten().map(|change| change.commit).collect();
        let is_empty = |commit: &&Commit| {
            let args = ["diff-tree", "-m", "--root", "--no-commit-id", "--name-only", &commit.id];
            repository.run(&[&args[..], &["--"]].concat()).is_ok_and(|files| files.is_empty())
        };
        let source_commits: Vec<_> = commits()
            .filter(|(at, commit)| commit.has_source_trailer && !changing.contains(at))
            .map(|(_, commit)| commit)
            .take(MAX_CHECKED_TRAILERS)
            .filter(is_empty)
            .filter_map(|commit| {
                let named = commit.source_commit.as_deref()?;
                Some(UnusableTrailer::UnusedSourceCommit { commit, named })
            })
            .collect();
        files.into_iter().rev().chain(source_commits.into_iter().rev()).collect()
    }

    /// Adds trailers of commits that changed none of the files. Trailers of commits on a merged branch are added to the
    /// merge commit.
    fn add_other_trailers(
        &mut self,
        repository: &Repository,
        commit: &str,
        deadline: Instant,
    ) -> Result<(), GitError> {
        let max_count = format!("--max-count={MAX_TRAILER_COMMITS}");
        let args = ["log", "--no-merges", "-i", "-E", &max_count, "-z"];
        let grep = "--grep=^(Source-Commit|Translation-Still-Correct):";
        let mailmap = mailmap_of(commit);
        let mailmap = [mailmap[0].as_str(), &mailmap[1]];
        let args = [&mailmap[..], &args, &[grep, FORMAT, "--end-of-options", commit]].concat();
        let mut reading = Reading::of(&HashSet::new());
        let read = reading.read(&repository.run(&args)?[..], deadline);
        read.map_err(|error| log_failed(&error.to_string()))?;
        let mut indexes: HashMap<String, usize> =
            self.commits.iter().enumerate().map(|(at, it)| (it.id.clone(), at)).collect();
        let mut found = reading.commits;
        found.retain(|found| !indexes.contains_key(&found.id));
        if found.is_empty() {
            return Ok(());
        }
        let main_line = repository.run(&["rev-list", "--first-parent", "--reverse", commit])?;
        let main_line = String::from_utf8_lossy(&main_line);
        let ranks: HashMap<&str, usize> =
            main_line.lines().enumerate().map(|(rank, id)| (id, rank)).collect();
        let mut branches = 0;
        for mut found in found {
            if !ranks.contains_key(found.id.as_str()) {
                branches += 1;
                if branches > MAX_BRANCH_COMMITS {
                    continue;
                }
                if Instant::now() >= deadline {
                    self.is_partial = true;
                    break;
                }
                let range = format!("{}..{commit}", found.id);
                let args = ["rev-list", "--ancestry-path", "--topo-order", "--reverse", &range];
                let after = repository.run(&args)?;
                let after = String::from_utf8_lossy(&after);
                let merge = after.lines().find(|after| ranks.contains_key(after));
                let Some(merge) = merge else { continue };
                merge.clone_into(&mut found.id);
            }
            match indexes.get(&found.id) {
                Some(at) => {
                    let known = &mut self.commits[*at];
                    known.marks.extend(found.marks);
                    if known.source_commit.is_none() {
                        known.source_commit = found.source_commit;
                        known.has_source_trailer = found.has_source_trailer;
                    }
                }
                None => {
                    indexes.insert(found.id.clone(), self.commits.len());
                    self.commits.push(found);
                }
            }
        }
        self.sort(&ranks);
        Ok(())
    }

    /// Sorts the commits in the order of the main line.
    fn sort(&mut self, ranks: &HashMap<&str, usize>) {
        let rank = |commit: &Commit| ranks.get(commit.id.as_str()).copied();
        let mut order: Vec<usize> = (0..self.commits.len()).collect();
        order.sort_by_key(|at| rank(&self.commits[*at]));
        let mut new_indexes = vec![0; order.len()];
        for (now, before) in order.iter().enumerate() {
            new_indexes[*before] = now;
        }
        self.commits.sort_by_key(rank);
        for change in self.files.values_mut().flatten() {
            change.commit = new_indexes[change.commit];
        }
    }
}

/// Returns the newest commit that changed a file on the branch that `merge` merged, without its trailers; `None` if no
/// commit of the branch changed it.
pub fn newest_on_branch(
    repository: &Repository,
    merge: &str,
    file: &str,
) -> Result<Option<Commit>, GitError> {
    let mailmap = mailmap_of(merge);
    let branch = format!("{merge}^1..{merge}");
    let format = "--format=%H%x00%ct%x00%aN%x00%s";
    let args = ["log", "-1", "--no-merges", format, "--end-of-options", &branch, "--", file];
    let out = repository.run(&[&[mailmap[0].as_str(), &mailmap[1]], &args[..]].concat())?;
    let out = String::from_utf8_lossy(&out);
    let [id, at, author, subject] = out.trim_end_matches('\n').split('\0').collect::<Vec<_>>()[..]
    else {
        return Ok(None);
    };
    let fields = [id, at, author, "", "", subject].map(str::to_owned);
    Ok(Some(commit(&fields)))
}

/// Returns pathspecs for files in the folder with a Markdown extension or the extension of a wanted file. Renames are
/// detected among these only, because blobs of other files may be missing from a partial clone.
fn patterns(folder: &str, files: &HashSet<&str>) -> Vec<String> {
    let mut endings: BTreeSet<&str> = MARKDOWN.iter().copied().collect();
    for file in files {
        let name = file.rsplit_once('/').map_or(*file, |(_, name)| name);
        match name.rsplit_once('.') {
            Some((_, ending)) => endings.insert(ending),
            // A wanted file without extension: all files in the folder are included.
            None => return Vec::from([pattern(folder, "*")]),
        };
    }
    endings.into_iter().map(|ending| pattern(folder, &format!("*.{}", escaped(ending)))).collect()
}

fn pattern(folder: &str, name: &str) -> String {
    let slash = if folder.is_empty() { "" } else { "/" };
    format!(":(glob){}{slash}**/{name}", escaped(folder))
}

/// Escapes `[`, `*`, `?`, and `\`, which are wildcards in pathspecs but can occur in file names.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for letter in name.chars() {
        if matches!(letter, '*' | '?' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Parser of the output of `git log`, which lists the newest commit first.
struct Reading {
    commits: Vec<Commit>,
    /// Current path of each wanted file, by its path at the commit being read; `None` if this path belonged to another
    /// file.
    now: HashMap<String, Option<String>>,
    files: HashMap<String, Vec<FileChange>>,
    is_partial: bool,
}

impl Reading {
    fn of(files: &HashSet<&str>) -> Self {
        let now = files.iter().map(|file| ((*file).to_owned(), Some((*file).to_owned())));
        Self { commits: Vec::new(), now: now.collect(), files: HashMap::new(), is_partial: false }
    }

    fn read(&mut self, mut out: impl BufRead, deadline: Instant) -> std::io::Result<()> {
        let mut token = Vec::new();
        let mut fields: Vec<String> = Vec::new();
        while next(&mut out, &mut token)? {
            if !fields.is_empty() {
                fields.push(lossy(&token));
            } else if token.first() == Some(&COMMIT) {
                fields.push(lossy(&token[1..]));
            } else {
                self.change(&token, &mut out)?;
            }
            if fields.len() == FIELDS {
                self.commits.push(commit(&fields));
                fields.clear();
                if Instant::now() >= deadline {
                    self.is_partial = true;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Parses `:MODE MODE ID ID STATUS`, followed by one path, or by two for a rename.
    fn change(&mut self, head: &[u8], out: &mut impl BufRead) -> std::io::Result<()> {
        let head = String::from_utf8_lossy(head);
        let head = head.trim_start_matches('\n');
        let Some(head) = head.strip_prefix(':') else { return Ok(()) };
        let fields: Vec<&str> = head.split(' ').collect();
        let [_, mode, _, blob, status] = fields[..] else { return Ok(()) };
        let mut name = Vec::new();
        next(out, &mut name)?;
        let mut path = String::from_utf8(std::mem::take(&mut name)).ok();
        let mut old = None;
        if status.starts_with(['R', 'C']) {
            next(out, &mut name)?;
            old = path.take().filter(|_| status.starts_with('R'));
            path = String::from_utf8(name).ok();
        }
        let Some(path) = path else { return Ok(()) };
        let Some(Some(now)) = self.now.get(&path).cloned() else {
            return Ok(());
        };
        // Symbolic links and submodules are not regular files.
        let is_file = mode.starts_with("100") && status != "D";
        let change = FileChange {
            commit: self.commits.len().saturating_sub(1),
            path: path.clone(),
            blob: is_file.then(|| blob.to_owned()),
        };
        self.files.entry(now.clone()).or_default().push(change);
        if let Some(old) = old {
            // In commits before the rename, the new path belonged to another file.
            self.now.insert(path, None);
            self.now.insert(old, Some(now));
        }
        Ok(())
    }

    fn finish(self) -> Log {
        let Self { mut commits, mut files, is_partial, .. } = self;
        let last = commits.len().saturating_sub(1);
        commits.reverse();
        for changes in files.values_mut() {
            changes.reverse();
            changes.iter_mut().for_each(|change| change.commit = last - change.commit);
        }
        Log { commits, files, is_partial }
    }
}

fn commit(fields: &[String]) -> Commit {
    let [id, at, author, sources, marks, text] = fields else { return Commit::default() };
    let at = at.parse::<i64>().unwrap_or(0).saturating_mul(1000);
    Commit {
        id: id.clone(),
        at,
        author: message::name_of(author),
        subject: text.lines().next().unwrap_or_default().to_owned(),
        source_commit: message::source_commit(sources, text),
        has_source_trailer: message::has_value(sources),
        marks: message::marks(marks),
    }
}

/// Reads up to the next NUL byte. Returns false at the end of the output.
fn next(out: &mut impl BufRead, token: &mut Vec<u8>) -> std::io::Result<bool> {
    token.clear();
    let mut limited = out.take(1 << 30);
    let read = limited.read_until(0, token)?;
    if token.last() == Some(&0) {
        token.pop();
    }
    Ok(read > 0)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_MESSAGE)]).into_owned()
}

fn log_failed(detail: &str) -> GitError {
    GitError::new("failed", format!("git log: {detail}"))
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;

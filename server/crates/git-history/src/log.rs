//! Log of commits that changed files, including changes under earlier paths of these files.
//!
//! A merge counts as one commit with its changes relative to the first parent, because the commits of a branch take
//! effect together. The commits of the branch are listed separately, because a translation is based on the source that
//! the branch contains.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::BufRead;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::blobs;
pub use crate::branches::BranchChange;
use crate::branches::Branches;
use crate::command::{GitError, mailmap_of, stream};
use crate::graph::Graph;
use crate::message;
pub use crate::message::Mark;
use crate::moves::{Addition, Move, moves};
use crate::raw::{RawChange, next_token};
use crate::repository::Repository;
use pailou_content::page_path::MARKDOWN;

/// First byte of a commit in the output of `git log`. A change begins with a colon.
pub(crate) const COMMIT: u8 = 1;
/// Output format of `git log`. `%x02` separates trailers.
const FORMAT: &str = "--format=%x01%H%x00%P%x00%ct%x00%aN%x00\
    %(trailers:key=Source-Commit,valueonly,unfold,separator=%x02)%x00\
    %(trailers:key=Translation-Still-Correct,valueonly,unfold,separator=%x02)%x00%B%x00";
/// Number of fields per commit.
const FIELDS: usize = 7;
/// Maximum number of successive moves of a file that are followed to read its earlier history.
const MAX_MOVES: usize = 5;
/// Maximum number of commits with moves that are followed in each round; there are at most `MAX_MOVES` rounds.
const MAX_MOVING_COMMITS: usize = 50;
/// Maximum number of commits with trailers that are read in addition to the history of the files.
const MAX_TRAILER_COMMITS: usize = 10_000;
/// Maximum number of trailers of each kind that are looked up in the repository.
const MAX_CHECKED_TRAILERS: usize = 200;
/// Maximum size of a commit message in bytes; the rest is discarded.
const MAX_MESSAGE: usize = 64 << 10;

/// Commit of the main line (first parents).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    pub id: String,
    /// Ids of the parents; two or more for a merge.
    pub parents: Vec<String>,
    /// Commit time in milliseconds since 1970.
    pub at: i64,
    /// Author name, mapped by `.mailmap`, without the email address.
    pub author: String,
    /// First line of the commit message.
    pub subject: String,
    /// Source commit of the translations in this commit, as written in the message. The value is not validated: the
    /// commit may not exist, and a trailer may contain text other than a commit id.
    pub source_commit: Option<String>,
    /// Whether `source_commit` comes from a trailer.
    pub has_source_trailer: bool,
    /// Translations that the commit acknowledges as still correct.
    pub marks: Vec<Mark>,
    /// `Source-Commit` trailers of the commits on the branch that this commit merged: the commit, and the trailer's
    /// value.
    pub branch_sources: Vec<(String, String)>,
}

/// Change of a file by a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Index of the commit in [`Log::commits`].
    pub commit: usize,
    /// Path of the file at that commit.
    pub path: String,
    /// Id of the new blob; `None` if the commit deleted the file or replaced it by a symbolic link or a submodule.
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
    /// See [`Self::other_paths`].
    other_paths: HashMap<String, Option<usize>>,
    branches: Branches,
    /// Moves of files into the folder, newest first.
    pub(crate) moves: Vec<Move>,
    /// Whether older commits were not read: the deadline had passed, or too many commits moved files.
    pub is_partial: bool,
}

impl Log {
    /// Reads the history of `files` up to `commit`. Paths are relative to the top of the repository. Renames
    /// within `folder` and moves into `folder` are detected; an empty `folder` is the whole repository.
    pub fn read(
        repository: &Repository,
        commit: &str,
        folder: &str,
        files: &HashSet<&str>,
        deadline: Instant,
    ) -> Result<Self, GitError> {
        let mut reading = Reading::of(files);
        reading.run(repository, (commit, commit), (folder, "-M"), deadline)?;
        let moves = match folder.is_empty() {
            true => Vec::new(),
            false => reading.follow_moves(repository, commit, deadline)?,
        };
        let mut log = reading.finish();
        log.moves = moves;
        let (trailers, is_partial) = other_trailers(repository, commit, deadline)?;
        log.is_partial |= is_partial;
        let known: HashSet<&str> = log.commits.iter().map(|commit| commit.id.as_str()).collect();
        let has_trailers = trailers.iter().any(|it| !known.contains(it.id.as_str()));
        let has_merges = log.commits.iter().any(|commit| commit.parents.len() > 1);
        if has_trailers || has_merges || !log.moves.is_empty() {
            let graph = Graph::read(repository, commit)?;
            log.add_other_trailers(trailers, &graph);
            log.sort(&graph);
            if has_merges && Instant::now() < deadline {
                log.add_branches(repository, commit, folder, &graph)?;
            }
        }
        Ok(log)
    }

    /// Returns the changes of a file, oldest first.
    pub fn changes(&self, file: &str) -> &[FileChange] {
        self.files.get(file).map_or(&[], Vec::as_slice)
    }

    /// Returns the changed paths other than the current paths of the requested files, including the earlier paths of
    /// these files. Each path has the index of the commit that last deleted or moved its file; `None` if the file still
    /// exists.
    pub fn other_paths(&self) -> impl Iterator<Item = (&str, Option<usize>)> {
        self.other_paths.iter().map(|(path, commit)| (path.as_str(), *commit))
    }

    /// Returns the changes of a file by commits of the branch that `merge` merged, oldest first. `merge` is an index
    /// in [`Self::commits`].
    pub fn branch_changes(&self, file: &str, merge: usize) -> &[BranchChange] {
        self.branches.changes(file, merge)
    }

    /// Whether the repository was cloned with a filter and lacks the content of a file at a commit.
    pub fn lacks_versions(&self, repository: &Repository) -> Result<bool, GitError> {
        if !repository.is_partial_clone() {
            return Ok(false);
        }
        let blobs = self.blobs();
        Ok(!blobs.is_empty() && !blobs::missing(repository, &blobs)?.is_empty())
    }

    /// Returns the ids of the blobs of the files at all commits.
    pub fn blobs(&self) -> Vec<String> {
        let of_files = self.files.values().flatten().filter_map(|change| change.blob.as_ref());
        let blobs: BTreeSet<&String> = of_files.chain(&self.branches.blobs).collect();
        blobs.into_iter().cloned().collect()
    }

    /// Returns the trailers that apply to no page, in the commits that `is_included` selects. Only the newest
    /// `MAX_CHECKED_TRAILERS` trailers of each kind are looked up in the repository.
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
        // The path of a folder counts as missing: a trailer must contain the path of a file.
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

    /// Adds trailers of commits that are not in the log. Trailers of commits on a merged branch are added to the merge
    /// commit.
    fn add_other_trailers(&mut self, trailers: Vec<Commit>, graph: &Graph) {
        let mut indexes: HashMap<String, usize> =
            self.commits.iter().enumerate().map(|(at, it)| (it.id.clone(), at)).collect();
        for mut found in trailers {
            if indexes.contains_key(&found.id) {
                continue;
            }
            if let Some(merge) = graph.merge_of(&found.id) {
                let commit = std::mem::replace(&mut found.id, merge.to_owned());
                found.marks.iter_mut().for_each(|mark| mark.commit = Some(commit.clone()));
                found.branch_sources.clear();
                if found.has_source_trailer {
                    let named = found.source_commit.clone().unwrap_or_default();
                    found.branch_sources.push((commit, named));
                }
                (found.source_commit, found.has_source_trailer) = (None, false);
            } else if graph.rank(&found.id).is_none() {
                continue;
            }
            match indexes.get(&found.id) {
                Some(at) => {
                    let known = &mut self.commits[*at];
                    let left = message::MAX_MARKS.saturating_sub(known.marks.len());
                    known.marks.extend(found.marks.into_iter().take(left));
                    known.branch_sources.extend(found.branch_sources);
                }
                None => {
                    indexes.insert(found.id.clone(), self.commits.len());
                    self.commits.push(found);
                }
            }
        }
    }

    /// Adds the changes that commits on merged branches made to the files.
    fn add_branches(
        &mut self,
        repository: &Repository,
        commit: &str,
        folder: &str,
        graph: &Graph,
    ) -> Result<(), GitError> {
        let endings: HashSet<&str> = self.files.keys().map(String::as_str).collect();
        let folders: BTreeSet<String> =
            self.moves.iter().map(Move::folder).chain([folder.to_owned()]).collect();
        let patterns: Vec<String> =
            folders.iter().flat_map(|folder| patterns(folder, &endings)).collect();
        let patterns = patterns.iter().map(String::as_str);
        let args = Branches::LOG.iter().copied().chain([commit, "--"]).chain(patterns);
        let out = repository.run(&args.collect::<Vec<_>>())?;
        let merges = self.commits.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        self.branches = Branches::parse(&out, graph, &self.files, &merges)?;
        Ok(())
    }

    /// Sorts the commits in the order of the main line.
    fn sort(&mut self, graph: &Graph) {
        let rank = |commit: &Commit| graph.rank(&commit.id);
        let mut order: Vec<usize> = (0..self.commits.len()).collect();
        order.sort_by_key(|at| rank(&self.commits[*at]));
        let mut new_indexes = vec![0; order.len()];
        for (now, before) in order.iter().enumerate() {
            new_indexes[*before] = now;
        }
        self.commits.sort_by_key(rank);
        let changes = self.files.values_mut().flatten().map(|change| &mut change.commit);
        for commit in changes.chain(self.other_paths.values_mut().flatten()) {
            *commit = new_indexes[*commit];
        }
    }
}

/// Returns commits with trailers about translations, newest first, and whether older ones were not read because the
/// deadline had passed. The commits may have changed none of the files.
fn other_trailers(
    repository: &Repository,
    commit: &str,
    deadline: Instant,
) -> Result<(Vec<Commit>, bool), GitError> {
    let max_count = format!("--max-count={MAX_TRAILER_COMMITS}");
    let args = ["log", "--no-merges", "-i", "-E", &max_count, "-z"];
    let grep = "--grep=^(Source-Commit|Translation-Still-Correct):";
    let mailmap = mailmap_of(commit);
    let mailmap = [mailmap[0].as_str(), &mailmap[1]];
    let args = [&mailmap[..], &args, &[grep, FORMAT, "--end-of-options", commit]].concat();
    let mut reading = Reading::of(&HashSet::new());
    let read = reading.read(&repository.run(&args)?[..], deadline);
    read.map_err(|error| log_failed(&error.to_string()))?;
    Ok((reading.commits, reading.is_partial))
}

/// Returns the newest commit that changed `file` on the branch that `merge` merged; `None` if no commit of the branch
/// changed the file. The trailers of the commit are not read.
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
    let fields = [id, "", at, author, "", "", subject].map(str::to_owned);
    Ok(Some(commit(&fields)))
}

/// Returns pathspecs for files in the folder with a Markdown extension or the extension of a requested file. Renames
/// are detected among these files only, because blobs of other files may be missing from a partial clone.
fn patterns(folder: &str, files: &HashSet<&str>) -> Vec<String> {
    let mut endings: BTreeSet<&str> = MARKDOWN.iter().copied().collect();
    for file in files {
        let name = file.rsplit_once('/').map_or(*file, |(_, name)| name);
        match name.rsplit_once('.') {
            Some((_, ending)) => endings.insert(ending),
            // If a requested file has no extension, all files in the folder are included.
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
    /// Current path of each requested file, by its path at the commit that is being read; `None` if this path belonged
    /// to another file.
    now: HashMap<String, Option<String>>,
    files: HashMap<String, Vec<FileChange>>,
    /// Index of the oldest commit that added each file, by the current path; the commit may have moved the file into
    /// the folder.
    added: HashMap<String, usize>,
    /// See [`Log::other_paths`].
    other_paths: HashMap<String, Option<usize>>,
    is_partial: bool,
}

impl Reading {
    fn of(files: &HashSet<&str>) -> Self {
        let now = files.iter().map(|file| ((*file).to_owned(), Some((*file).to_owned())));
        Self {
            commits: Vec::new(),
            now: now.collect(),
            files: HashMap::new(),
            added: HashMap::new(),
            other_paths: HashMap::new(),
            is_partial: false,
        }
    }

    /// Reads the log of `folder` up to `commit`. If the deadline passes first, the log is partial. `head` is the commit
    /// with the `.mailmap`, `renames` the option that detects renames.
    fn run(
        &mut self,
        repository: &Repository,
        (commit, head): (&str, &str),
        (folder, renames): (&str, &str),
        deadline: Instant,
    ) -> Result<(), GitError> {
        let files: HashSet<&str> = self.now.keys().map(String::as_str).collect();
        let patterns = patterns(folder, &files);
        let mut command = repository.command();
        command.args(mailmap_of(head)).arg("--no-literal-pathspecs");
        command.args(["log", "--first-parent", "-m", "--raw", "-z", renames, "-l5000"]);
        command.args(["--no-abbrev", FORMAT, "--end-of-options", commit, "--"]).args(patterns);
        stream(command, None, |out| {
            self.read(out, deadline)?;
            Ok(if self.is_partial { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
        .map_err(|error| error.of("git log"))
    }

    /// Reads the history of files before they were moved into the folder. Returns the moves, newest first, with the
    /// current paths of the files.
    fn follow_moves(
        &mut self,
        repository: &Repository,
        head: &str,
        deadline: Instant,
    ) -> Result<Vec<Move>, GitError> {
        // A partial clone may lack the contents of similar files, so only identical files are compared.
        let renames = if repository.is_partial_clone() { "-M100%" } else { "-M" };
        let mut all = Vec::new();
        for _ in 0..MAX_MOVES {
            let mut added: BTreeMap<usize, Addition> = BTreeMap::new();
            for (file, at) in std::mem::take(&mut self.added) {
                let first = self.files.get(&file).and_then(|changes| changes.last());
                let Some(first) = first.filter(|change| change.commit == at) else { continue };
                let Some(Commit { id, parents, .. }) = self.commits.get(at) else { continue };
                let Some(parent) = parents.first() else { continue };
                let addition = added.entry(at).or_insert_with(|| Addition::of(id, parent));
                addition.files.insert(first.path.clone(), file);
            }
            let added: Vec<Addition> = added.into_values().collect();
            if added.is_empty() || self.is_partial {
                break;
            }
            let (mut found, is_partial) = moves(repository, &added, renames, deadline)?;
            self.is_partial |= is_partial || found.len() > MAX_MOVING_COMMITS;
            found.truncate(MAX_MOVING_COMMITS);
            for moved in &found {
                self.add_earlier(repository, (moved, head), renames, deadline)?;
            }
            all.extend(found);
        }
        Ok(all)
    }

    /// Adds the history of moved files before the move.
    fn add_earlier(
        &mut self,
        repository: &Repository,
        (moved, head): (&Move, &str),
        renames: &str,
        deadline: Instant,
    ) -> Result<(), GitError> {
        let now = moved.files.iter().map(|(old, file)| (old.clone(), Some(file.clone())));
        let mut earlier = Self { now: now.collect(), ..Self::of(&HashSet::new()) };
        earlier.run(repository, (&moved.parent, head), (&moved.folder(), renames), deadline)?;
        let known: HashMap<String, usize> =
            self.commits.iter().enumerate().map(|(at, it)| (it.id.clone(), at)).collect();
        let mut indexes = Vec::with_capacity(earlier.commits.len());
        for commit in earlier.commits {
            indexes.push(known.get(&commit.id).copied().unwrap_or(self.commits.len()));
            if !known.contains_key(&commit.id) {
                self.commits.push(commit);
            }
        }
        for (file, mut changes) in earlier.files {
            changes.iter_mut().for_each(|change| change.commit = indexes[change.commit]);
            self.files.entry(file).or_default().extend(changes);
        }
        let added = earlier.added.into_iter();
        self.added.extend(added.map(|(file, at)| (file, indexes[at])));
        self.is_partial |= earlier.is_partial;
        Ok(())
    }

    fn read(&mut self, mut out: impl BufRead, deadline: Instant) -> std::io::Result<()> {
        let mut token = Vec::new();
        let mut fields: Vec<String> = Vec::new();
        while next_token(&mut out, &mut token)? {
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

    /// Adds the change that begins with `head`, if it is a change of a requested file or the newest change of another
    /// path.
    fn change(&mut self, head: &[u8], out: &mut impl BufRead) -> std::io::Result<()> {
        let Some(change) = RawChange::read(head, out)? else { return Ok(()) };
        let RawChange { path, old, is_added, blob } = change;
        let commit = self.commits.len().saturating_sub(1);
        if let Some(old) = &old {
            self.other_paths.entry(old.clone()).or_insert(Some(commit));
        }
        let now = match self.now.get(&path) {
            Some(Some(now)) => now.clone(),
            Some(None) => return Ok(()),
            None => {
                let deleted = blob.is_none().then_some(commit);
                self.other_paths.entry(path).or_insert(deleted);
                return Ok(());
            }
        };
        if is_added {
            self.added.insert(now.clone(), commit);
        }
        let change = FileChange { commit, path: path.clone(), blob };
        self.files.entry(now.clone()).or_default().push(change);
        if let Some(old) = old {
            // In commits before the rename, the new path belonged to another file.
            self.now.insert(path, None);
            self.now.insert(old, Some(now));
        }
        Ok(())
    }

    fn finish(self) -> Log {
        let Self { mut commits, mut files, mut other_paths, is_partial, .. } = self;
        let (branches, moves) = (Branches::default(), Vec::new());
        let last = commits.len().saturating_sub(1);
        commits.reverse();
        for changes in files.values_mut() {
            changes.reverse();
            changes.iter_mut().for_each(|change| change.commit = last - change.commit);
        }
        other_paths.values_mut().flatten().for_each(|commit| *commit = last - *commit);
        Log { commits, files, other_paths, branches, moves, is_partial }
    }
}

fn commit(fields: &[String]) -> Commit {
    let [id, parents, at, author, sources, marks, text] = fields else {
        return Commit::default();
    };
    let at = at.parse::<i64>().unwrap_or(0).saturating_mul(1000);
    Commit {
        id: id.clone(),
        parents: parents.split_whitespace().map(str::to_owned).collect(),
        at,
        author: message::name_of(author),
        subject: text.lines().next().unwrap_or_default().to_owned(),
        source_commit: message::source_commit(sources, text),
        has_source_trailer: message::has_value(sources),
        marks: message::marks(marks),
        branch_sources: Vec::new(),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_MESSAGE)]).into_owned()
}

pub(crate) fn log_failed(detail: &str) -> GitError {
    GitError::new("failed", format!("git log: {detail}"))
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;

//! Moves of files into the imported folder from elsewhere in the repository. Because the log is limited to the folder,
//! `git` does not detect these renames in the log.

use std::collections::HashMap;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::command::{GitError, stream};
use crate::raw::{RawChange, next_token};
use crate::repository::Repository;
use pailou_content::page_path::folder_of;
use pailou_content::root::inside;

/// Commit that added files to the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Addition {
    commit: String,
    parent: String,
    /// Current path of each added file, by its path at the commit.
    pub(crate) files: HashMap<String, String>,
}

impl Addition {
    pub(crate) fn of(commit: &str, parent: &str) -> Self {
        let (commit, parent) = (commit.to_owned(), parent.to_owned());
        Self { commit, parent, files: HashMap::new() }
    }
}

/// Files that one commit moved into the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    /// First parent of the commit.
    pub(crate) parent: String,
    /// Current path of each file, by its path before the move.
    pub(crate) files: HashMap<String, String>,
}

impl Move {
    /// Returns the deepest folder that contains all files before the move; empty for the whole repository.
    pub(crate) fn folder(&self) -> String {
        let folders = || self.files.keys().map(|path| folder_of(path));
        let mut common = folders().next().unwrap_or_default();
        while !folders().all(|folder| inside(common, folder).is_some()) {
            common = folder_of(common);
        }
        common.to_owned()
    }
}

/// Returns the moves by the commits in `added`, in the same order, and whether the deadline passed before all commits
/// were compared with their parents. `renames` is the option that detects renames.
pub(crate) fn moves(
    repository: &Repository,
    added: &[Addition],
    renames: &str,
    deadline: Instant,
) -> Result<(Vec<Move>, bool), GitError> {
    let mut command = repository.command();
    command.args(["diff-tree", "--stdin", "-r", "-z", "--raw", renames, "-l5000", "--no-abbrev"]);
    // `git diff-tree` reads attributes from the index and fails if the index is damaged. A missing index is valid.
    command.env("GIT_INDEX_FILE", "pailou-no-index");
    // Each line contains a commit and the parent with which it is compared.
    let lines = added.iter().map(|it| format!("{} {}\n", it.commit, it.parent)).collect();
    let read = |out: &mut dyn BufRead| {
        let found = read(out, added, deadline)?;
        Ok(if found.1 { ControlFlow::Break(found) } else { ControlFlow::Continue(found) })
    };
    stream(command, Some(lines), read).map_err(|error| error.of("git diff-tree"))
}

fn read(
    mut out: &mut dyn BufRead,
    added: &[Addition],
    deadline: Instant,
) -> std::io::Result<(Vec<Move>, bool)> {
    let by_commit: HashMap<&str, &Addition> =
        added.iter().map(|addition| (addition.commit.as_str(), addition)).collect();
    let mut moves: Vec<Move> = Vec::new();
    let mut current: Option<&Addition> = None;
    let mut token = Vec::new();
    while next_token(&mut out, &mut token)? {
        if !token.starts_with(b":") {
            if Instant::now() >= deadline {
                return Ok((moves, true));
            }
            current = by_commit.get(String::from_utf8_lossy(&token).trim()).copied();
            continue;
        }
        let Some(change) = RawChange::read(&token, &mut out)? else { continue };
        let (Some(old), Some(addition)) = (change.old, current) else { continue };
        let Some(file) = addition.files.get(&change.path) else { continue };
        if moves.last().is_none_or(|last| last.parent != addition.parent) {
            moves.push(Move { parent: addition.parent.clone(), files: HashMap::new() });
        }
        if let Some(last) = moves.last_mut() {
            last.files.insert(old, file.clone());
        }
    }
    Ok((moves, false))
}

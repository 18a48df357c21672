//! Moves of files into the read folder from elsewhere in the repository. The log is limited to the folder, so that
//! `git` does not detect these renames in it.

use std::collections::HashMap;
use std::io::{BufReader, Write};
use std::process::Stdio;

use crate::command::GitError;
use crate::log::{log_failed, next};
use crate::repository::Repository;

/// Files that one commit moved into the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    /// First parent of the commit.
    pub(crate) parent: String,
    /// New path of each file, by its old path.
    pub(crate) files: HashMap<String, String>,
}

impl Move {
    /// Returns the deepest folder that contains all old paths; empty for the whole repository.
    pub(crate) fn folder(&self) -> String {
        let folder =
            |path: &String| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let folders: Vec<String> = self.files.keys().map(folder).collect();
        let Some(first) = folders.first() else { return String::new() };
        let mut common = first.as_str();
        let is_inside = |path: &str, folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        while !common.is_empty() && !folders.iter().all(|path| is_inside(path, common)) {
            common = common.rsplit_once('/').map_or("", |(above, _)| above);
        }
        common.to_owned()
    }
}

/// Finds the moves among commits that added files. `added` contains the commit, its first parent, and the paths of the
/// added files. `renames` is the option that detects renames.
pub(crate) fn moves(
    repository: &Repository,
    added: &[(String, String, Vec<String>)],
    renames: &str,
) -> Result<Vec<Move>, GitError> {
    let mut command = repository.command();
    command.args(["diff-tree", "--stdin", "-r", "-z", "--raw", renames, "-l5000", "--no-abbrev"]);
    // `git diff-tree` fails if the index is damaged, although it only reads attributes from it. A missing index is valid.
    command.env("GIT_INDEX_FILE", "pailou-no-index");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| GitError::of_start(&error))?;
    // Each line is a commit and the parent to compare it with.
    let lines: String =
        added.iter().map(|(commit, parent, _)| format!("{commit} {parent}\n")).collect();
    let sending = child.stdin.take().map(|mut pipe| {
        std::thread::spawn(move || pipe.write_all(lines.as_bytes()).and_then(|()| pipe.flush()))
    });
    let Some(out) = child.stdout.take() else { return Err(log_failed("no output")) };
    let moves = read(&mut BufReader::new(out), added);
    let _ = sending.map(std::thread::JoinHandle::join);
    let status = child.wait().map_err(|error| log_failed(&error.to_string()))?;
    if !status.success() {
        return Err(log_failed("git diff-tree failed"));
    }
    moves.map_err(|error| log_failed(&error.to_string()))
}

fn read(
    out: &mut impl std::io::BufRead,
    added: &[(String, String, Vec<String>)],
) -> std::io::Result<Vec<Move>> {
    let by_commit: HashMap<&str, &(String, String, Vec<String>)> =
        added.iter().map(|entry| (entry.0.as_str(), entry)).collect();
    let mut moves: Vec<Move> = Vec::new();
    let mut commit = None;
    let (mut token, mut name) = (Vec::new(), Vec::new());
    while next(out, &mut token)? {
        let head = String::from_utf8_lossy(&token).into_owned();
        let Some(change) = head.strip_prefix(':') else {
            commit = by_commit.get(head.trim()).copied();
            continue;
        };
        next(out, &mut name)?;
        let Some(status @ ('R' | 'C')) = change.rsplit(' ').next().and_then(|it| it.chars().next())
        else {
            continue;
        };
        let old = String::from_utf8(std::mem::take(&mut name)).ok();
        next(out, &mut name)?;
        let new = String::from_utf8(std::mem::take(&mut name)).ok();
        let (Some(old), Some(new), Some((_, parent, paths)), 'R') = (old, new, commit, status)
        else {
            continue;
        };
        if paths.contains(&new) {
            match moves.last_mut().filter(|last| last.parent == *parent) {
                Some(last) => drop(last.files.insert(old, new)),
                None => {
                    moves.push(Move { parent: parent.clone(), files: HashMap::from([(old, new)]) })
                }
            }
        }
    }
    Ok(moves)
}

//! Changes of files since the last imported commit, and renames of files.

use std::collections::HashMap;

use super::git::Git;
use pailou_git_history::authors;
use pailou_git_history::authors::{Change, touched};
use pailou_git_history::command::GitError;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Last change of each changed file in the commits that were read, by the file's current path.
    pub changes: HashMap<String, Change>,
    /// Whether the whole history was read, instead of only the commits after the imported one.
    pub is_whole: bool,
    /// Whether the branch no longer contains the imported commit.
    pub was_rewritten: bool,
    /// Old path of each file that was renamed since the imported commit, by the file's current path.
    pub moved_from: HashMap<String, String>,
}

/// Reads the changes in `folder` from the commit `imported` to `commit`. Reads the whole history if `imported` is
/// `None` or not an ancestor of `commit`, or if the `.mailmap` has changed.
pub fn history(
    git: &Git,
    imported: Option<&str>,
    commit: &str,
    folder: &str,
) -> Result<History, GitError> {
    let is_present =
        |old: &&str| git.run(&["cat-file", "-e", &format!("{old}^{{commit}}")]).is_ok();
    let known = imported.filter(is_present);
    let is_ancestor = |old: &&str| git.run(&["merge-base", "--is-ancestor", old, commit]).is_ok();
    // A changed `.mailmap` applies to all commits, so the whole history is read again.
    let names = |commit: &str| {
        git.line(&["rev-parse", "--quiet", "--verify", &format!("{commit}:.mailmap")]).ok()
    };
    let has_other_names = known.is_some_and(|old| names(old) != names(commit));
    let since = known.filter(is_ancestor);
    let was_rewritten = imported.is_some() && since.is_none();
    let since = since.filter(|_| !has_other_names);
    let range = since.map_or(commit.to_owned(), |old| format!("{old}..{commit}"));
    let changes = authors::changes(&|args| git.run(args), &git.mailmap(commit), &range, folder)?;
    let moved_from = match known {
        Some(old) => moves(git, old, commit, folder)?,
        None => HashMap::new(),
    };
    Ok(History { changes, is_whole: since.is_none(), was_rewritten, moved_from })
}

/// Returns the path at the commit `old` of each file that has another path at the commit `new`, by its new path. The
/// content of such a file may have changed, too.
fn moves(
    git: &Git,
    old: &str,
    new: &str,
    folder: &str,
) -> Result<HashMap<String, String>, GitError> {
    let args = ["diff-tree", "-r", "-z", "-M", "--name-status", "--diff-filter=R", old, new, "--"];
    let folder = Some(folder).filter(|folder| !folder.is_empty());
    let args: Vec<&str> = args.into_iter().chain(folder).collect();
    let out = git.run(&args)?;
    let text = String::from_utf8_lossy(&out);
    let parts: Vec<&str> = text.split('\0').collect();
    let pairs = touched(&parts).into_iter();
    Ok(pairs.filter_map(|(new, old)| Some((new.to_owned(), old?.to_owned()))).collect())
}

//! Checkout of a commit's folder: its files, byte for byte, in a temporary folder.

use std::path::{Path, PathBuf};

use super::git::Git;
use pailou_git_history::command::GitError;

/// Checked-out files, which are deleted when the value is dropped.
#[derive(Debug)]
pub(crate) struct Staged {
    top: PathBuf,
}

impl Staged {
    /// Returns the temporary folder, which contains the checked-out folder.
    pub(crate) fn top(&self) -> &Path {
        &self.top
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.top);
    }
}

/// Writes `folder` of a commit to `top/name`. Deletes `top` first, because a killed update may have left files in it.
pub(crate) fn stage(
    git: &Git,
    commit: &str,
    folder: &str,
    top: PathBuf,
    name: &str,
) -> Result<Staged, GitError> {
    let failed = |error: std::io::Error| GitError::new("failed", error.to_string());
    let _ = std::fs::remove_dir_all(&top);
    let into = top.join(name);
    std::fs::create_dir_all(&into).map_err(failed)?;
    let staged = Staged { top };
    let tree = format!("{commit}:{folder}");
    let kind = git.line(&["cat-file", "-t", &tree]);
    if !kind.is_ok_and(|kind| kind == "tree") {
        return Err(GitError::new("folder-gone", folder));
    }
    let mut command = git.command();
    command.env("GIT_INDEX_FILE", staged.top.join("index"));
    command.arg("--git-dir").arg(&git.dir).arg("--work-tree").arg(&into);
    command.args(["read-tree", "--reset", "-u", &tree]);
    git.finish(command, &staged.top)?;
    git.check_size(&into)?;
    let _ = std::fs::remove_file(staged.top.join("index"));
    Ok(staged)
}

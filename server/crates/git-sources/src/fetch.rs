//! Fetch of a branch into a repository in the data directory: commits and trees of the whole history, and blobs only
//! when they are read. A branch whose history was rewritten is fetched like any other.

use std::fs;
use std::path::Path;

use super::git::{Git, as_args};
use pailou_git_history::command::GitError;
use pailou_git_history::message::name_of;

/// Ref of the fetched commit.
const NEXT: &str = "refs/pailou/next";
/// Ref of the imported commit.
const IMPORTED_REF: &str = "refs/pailou/shown";

/// Git attributes that disable conversions, so that files are imported byte for byte.
const ATTRIBUTES: &str = "* -text -ident -filter !eol !working-tree-encoding\n";

/// Maximum number of packs before the repository is repacked.
const MAX_PACKS: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fetched {
    pub commit: String,
    pub branch: String,
    /// Commit time in milliseconds since 1970.
    pub at: i64,
    pub subject: String,
    pub author: String,
}

/// Fetches the newest commit of a branch, or of the repository's default branch. A damaged local repository is
/// deleted and fetched again.
pub(crate) fn fetch_branch(git: &Git, branch: Option<&str>) -> Result<Fetched, GitError> {
    match try_fetch(git, branch) {
        Err(error) if error.code == "damaged" => {
            tracing::warn!(dir = %git.dir.display(), %error, "refetching damaged repository");
            let _ = fs::remove_dir_all(&git.dir);
            try_fetch(git, branch)
        }
        fetched => fetched,
    }
}

fn try_fetch(git: &Git, branch: Option<&str>) -> Result<Fetched, GitError> {
    prepare(git)?;
    let branch = match branch {
        Some(branch) => branch.to_owned(),
        None => default_branch(git)?,
    };
    let refspec = format!("+refs/heads/{branch}:{NEXT}");
    let mut command = git.command();
    // Lazy fetching is disabled, because otherwise the check whether an omitted blob exists would fetch the blob.
    command.env("GIT_NO_LAZY_FETCH", "1").arg("--git-dir").arg(&git.dir);
    command.args(["fetch", "--quiet", "--force", "--no-tags", "--no-recurse-submodules"]);
    command.args(["--no-write-fetch-head", "--filter=blob:none", "--", "origin", &refspec]);
    git.finish(command, &git.dir)?;
    git.check_size(&git.dir)?;
    let log = ["log", "-1", "--no-show-signature", "--format=%H%x00%ct%x00%aN%x00%s", NEXT];
    let output = git.line(&[&as_args(&git.mailmap(NEXT))[..], &log].concat())?;
    let parts: Vec<&str> = output.splitn(4, '\0').collect();
    let [commit, at, author, subject] = parts[..] else {
        return Err(GitError::new("failed", "unexpected output of `git log`"));
    };
    Ok(Fetched {
        commit: commit.to_owned(),
        branch,
        at: at.parse::<i64>().unwrap_or(0).saturating_mul(1000),
        subject: subject.to_owned(),
        author: name_of(author),
    })
}

/// Creates the repository if it does not exist, and deletes the lock files of a killed process.
fn prepare(git: &Git) -> Result<(), GitError> {
    let failed = |error: std::io::Error| GitError::new("failed", error.to_string());
    fs::create_dir_all(&git.dir).map_err(failed)?;
    remove_locks(&git.dir, 6);
    let mut command = git.command();
    command.args(["init", "--quiet", "--bare", "--template=", "--"]).arg(&git.dir);
    git.finish(command, &git.dir)?;
    fs::create_dir_all(git.dir.join("info")).map_err(failed)?;
    fs::write(git.dir.join("info/attributes"), ATTRIBUTES).map_err(failed)
}

fn remove_locks(folder: &Path, depth: u32) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "lock") {
            let _ = fs::remove_file(&path);
        } else if depth > 0 && path.is_dir() && !path.ends_with("objects") {
            remove_locks(&path, depth - 1);
        }
    }
}

fn default_branch(git: &Git) -> Result<String, GitError> {
    let output = git.line(&["ls-remote", "--symref", "--", "origin", "HEAD"])?;
    let head = output.lines().find_map(|line| line.strip_prefix("ref: refs/heads/"));
    let branch = head.and_then(|head| head.split('\t').next()).filter(|name| !name.is_empty());
    let no_branch =
        || GitError::new("branch-gone", "the repository has no default branch: set `branch`");
    branch.map(str::to_owned).ok_or_else(no_branch)
}

/// Stores the imported commit in a ref, so that the next update can compare the fetched commit with it. Repacks the
/// repository if it has more than `MAX_PACKS` packs.
pub(crate) fn store_imported_commit(git: &Git, commit: &str) -> Result<(), GitError> {
    git.run(&["update-ref", IMPORTED_REF, commit])?;
    let packs = fs::read_dir(git.dir.join("objects/pack")).map_or(0, |entries| {
        let is_pack = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".pack");
        entries.flatten().filter(|entry| is_pack(entry.file_name())).count()
    });
    if packs > MAX_PACKS {
        git.run(&["gc", "--quiet", "--prune=now"])?;
    }
    Ok(())
}

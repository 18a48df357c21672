//! Git repository that contains a folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{GitError, git};

/// Repository with read-only access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    pub git_dir: PathBuf,
    /// Requested folder relative to the top of the repository, with `/` as separator and no trailing `/`.
    pub folder: String,
    /// Id of the checked-out commit; `None` before the first commit.
    pub head: Option<String>,
    /// Whether the clone is shallow, so that older commits are missing.
    pub is_shallow: bool,
    pub is_bare: bool,
}

impl Repository {
    /// Finds the repository of a folder; `None` if the folder is not in a repository.
    pub fn of(dir: &Path) -> Result<Option<Self>, GitError> {
        let rev_parse = |args: &[&str]| {
            let mut command = git(&[], "");
            command.arg("-C").arg(dir).arg("rev-parse").args(args);
            output(command)
        };
        // Paths can contain line feeds, so each path is the last value in the output of a command.
        let git_dir = match rev_parse(&["--absolute-git-dir"]) {
            Ok(out) => path_of(out.strip_suffix(b"\n").unwrap_or(&out)),
            Err(error) if error.detail.contains("not a git repository") => return Ok(None),
            Err(error) => return Err(error),
        };
        let out = rev_parse(&["--is-shallow-repository", "--is-bare-repository", "--show-prefix"])?;
        let text = String::from_utf8_lossy(&out);
        let mut lines = text.splitn(3, '\n');
        let mut next = || lines.next().unwrap_or_default();
        let (is_shallow, is_bare) = (next() == "true", next() == "true");
        let folder = next();
        let folder = folder.strip_suffix('\n').unwrap_or(folder).trim_end_matches('/').to_owned();
        let mut repository = Self { git_dir, folder, head: None, is_shallow, is_bare };
        repository.head = repository.commit("HEAD")?;
        Ok(Some(repository))
    }

    /// Resolves a name to a full commit id; `None` if the repository has no such commit.
    pub fn commit(&self, name: &str) -> Result<Option<String>, GitError> {
        let name = format!("{name}^{{commit}}");
        let found = self.run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]);
        match found {
            Ok(out) => Ok(Some(String::from_utf8_lossy(&out).trim().to_owned())),
            Err(error) if error.code == "git-missing" => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Returns the ids of the commits at the boundary of a shallow clone; their parents are missing.
    pub fn shallow_commits(&self) -> Result<HashSet<String>, GitError> {
        let path = self.run(&["rev-parse", "--git-path", "shallow"])?;
        let path = self.git_dir.join(String::from_utf8_lossy(&path).trim_end_matches('\n'));
        let commits = std::fs::read_to_string(path).unwrap_or_default();
        Ok(commits.lines().map(str::to_owned).collect())
    }

    /// Whether the repository was cloned with a filter, so that earlier contents of files can be missing.
    pub fn is_partial_clone(&self) -> bool {
        let promisors = r"^(remote\..*\.promisor|extensions\.partialclone)$";
        self.run(&["config", "--get-regexp", promisors]).is_ok_and(|found| !found.is_empty())
    }

    /// Whether only some folders are checked out.
    pub fn is_sparse(&self) -> bool {
        let sparse = self.run(&["config", "--type=bool", "--get", "core.sparseCheckout"]);
        sparse.is_ok_and(|value| value == b"true\n")
    }

    /// Returns the paths of files with unresolved merge conflicts, relative to the top of the repository; none if the
    /// index cannot be read, for example while `git` writes it.
    pub fn unmerged_files(&self) -> HashSet<String> {
        let out = self.run(&["ls-files", "--unmerged", "-z"]).unwrap_or_default();
        let out = String::from_utf8_lossy(&out);
        let paths = out.split('\0').filter_map(|entry| entry.split_once('\t'));
        paths.map(|(_, path)| path.to_owned()).collect()
    }

    /// Runs `git` and returns its standard output.
    pub fn run(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        let mut command = self.command();
        command.args(args);
        output(command)
    }

    /// Returns a `git` command for this repository.
    pub(crate) fn command(&self) -> Command {
        let mut command = git(&[], "");
        // Objects that are missing from a partial clone are not fetched.
        command.env("GIT_NO_LAZY_FETCH", "1");
        // In another working directory, git would use the `.mailmap` of that directory.
        command.current_dir(&self.git_dir).args(["--git-dir", ".", "--literal-pathspecs"]);
        command
    }
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).as_ref())
}

fn output(mut command: Command) -> Result<Vec<u8>, GitError> {
    command.stdin(Stdio::null());
    let out = command.output().map_err(|error| GitError::of_start(&error))?;
    if out.status.success() {
        return Ok(out.stdout);
    }
    let stderr = String::from_utf8_lossy(&out.stderr);
    let worst = stderr.lines().rfind(|line| line.starts_with("fatal:"));
    let detail = worst.or(stderr.lines().last()).unwrap_or("git failed without an error message");
    let detail = detail.trim_start_matches("fatal: ");
    let code = if detail.contains("dubious ownership") { "not-trusted" } else { "failed" };
    Err(GitError::new(code, detail))
}

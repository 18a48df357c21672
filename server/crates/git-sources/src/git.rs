//! Execution of the installed `git` without a shell, prompts, or hooks, and only with the transports of the Git source.
//! Limits on time and size stop the whole process group. Error messages contain no credentials.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pailou_git_history::command::{GitError, git, mailmap_of};
use pailou_settings::remote::Remote;

/// Interval between two checks of a process.
const RECHECK_INTERVAL: Duration = Duration::from_millis(20);
/// Interval between two measurements of the folder that a process writes to.
const MEASURE_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum size of the standard output of a process, in bytes.
const MAX_OUTPUT: u64 = 256 << 20;
/// Maximum size of the standard error of a process, in bytes.
const MAX_MESSAGE: u64 = 64 << 10;
/// Maximum size of a `.mailmap`, in bytes.
const MAX_MAILMAP: u64 = 4 << 20;

/// Local repository of a Git source in the data directory, with the limits for its commands.
#[derive(Debug, Clone)]
pub struct Git {
    pub dir: PathBuf,
    pub remote: Remote,
    pub deadline: Instant,
    pub max_bytes: u64,
    /// Set to stop the running command because its result is no longer needed.
    pub stop: Arc<AtomicBool>,
    /// Lock file, held open by every child process, so that no other update of the source starts while a child process
    /// is alive.
    pub lock: Arc<File>,
}

impl Git {
    /// Runs a command in the repository and returns its standard output.
    pub fn run(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        let mut command = self.command();
        command.arg("--git-dir").arg(&self.dir).arg("--literal-pathspecs").args(args);
        self.finish(command, &self.dir)
    }

    pub fn line(&self, args: &[&str]) -> Result<String, GitError> {
        let out = self.run(args)?;
        Ok(String::from_utf8_lossy(&out).trim_end_matches('\n').to_owned())
    }

    /// Returns the options that make a command map author names by the `.mailmap` of a commit; empty if the commit has
    /// no such file, or if it is unreadable or larger than `MAX_MAILMAP`.
    pub(crate) fn mailmap(&self, commit: &str) -> Vec<String> {
        let file = format!("{commit}:.mailmap");
        let size = self.line(&["cat-file", "-s", &file]);
        let is_usable =
            size.is_ok_and(|size| size.parse().is_ok_and(|size: u64| size <= MAX_MAILMAP));
        if is_usable { mailmap_of(commit).to_vec() } else { Vec::new() }
    }

    pub fn command(&self) -> Command {
        let address = self.remote.address();
        let protocols = self.remote.protocols();
        let mut command = git(&[("remote.origin.url", address.as_str())], protocols);
        if protocols == "ssh" && !has_configured_ssh() {
            let ssh = "ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=15";
            command.env("GIT_SSH_COMMAND", ssh);
        }
        command
    }

    /// Runs a command and returns its standard output. Stops the command if the folder to which it writes,
    /// `written_folder`, becomes too large.
    pub fn finish(&self, mut command: Command, written_folder: &Path) -> Result<Vec<u8>, GitError> {
        let lock = self.lock.try_clone();
        let lock = lock.map_err(|error| GitError::new("failed", error.to_string()))?;
        in_own_group(&mut command);
        command.stdin(lock).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return Err(GitError::of_start(&error)),
        };
        let out = child.stdout.take().map(|pipe| collect(pipe, MAX_OUTPUT));
        let stderr = child.stderr.take().map(|pipe| collect(pipe, MAX_MESSAGE));
        let succeeded = self.wait(&mut child, written_folder);
        if succeeded.is_err() {
            kill_process(&mut child);
        }
        let text = |thread: Option<JoinHandle<Vec<u8>>>| thread.and_then(|it| it.join().ok());
        let (out, stderr) = (text(out).unwrap_or_default(), text(stderr).unwrap_or_default());
        if !succeeded? {
            let stderr = String::from_utf8_lossy(&stderr);
            return Err(self.error_from_stderr(&stderr));
        }
        if out.len() as u64 >= MAX_OUTPUT {
            return Err(GitError::new("too-large", "git printed too much output"));
        }
        Ok(out)
    }

    /// Waits for a process and returns whether it succeeded. Returns an error when the update is stopped, the deadline
    /// passes, or the folder becomes too large.
    fn wait(&self, child: &mut Child, written_folder: &Path) -> Result<bool, GitError> {
        let mut measured = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status.success()),
                Ok(None) => {}
                Err(error) => return Err(GitError::new("failed", error.to_string())),
            }
            if self.stop.load(Ordering::Acquire) {
                return Err(GitError::new("stopped", "the server stops"));
            }
            if Instant::now() >= self.deadline {
                return Err(GitError::new("timed-out", "git took longer than `timeout` allows"));
            }
            if measured.elapsed() > MEASURE_INTERVAL {
                self.check_size(written_folder)?;
                measured = Instant::now();
            }
            thread::park_timeout(RECHECK_INTERVAL);
        }
    }

    pub(crate) fn check_size(&self, folder: &Path) -> Result<(), GitError> {
        if bytes_in(folder) > self.max_bytes {
            let detail = format!("more than {} MiB: see `size-mib`", self.max_bytes >> 20);
            return Err(GitError::new("too-large", detail));
        }
        Ok(())
    }

    /// Converts git's error output to an error with a code and without credentials.
    fn error_from_stderr(&self, stderr: &str) -> GitError {
        let lines: Vec<&str> =
            stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let worst = lines.iter().rfind(|line| line.starts_with("fatal:"));
        let worst =
            worst.or(lines.last()).copied().unwrap_or("git failed without an error message");
        let detail = self.remote.redacted(worst.trim_start_matches("fatal: "));
        GitError::new(code_of(stderr), detail)
    }
}

/// Returns the arguments as slices, for [`Git::run`].
pub(crate) fn as_args(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}

/// Whether the operator has configured an ssh command.
fn has_configured_ssh() -> bool {
    let is_set = |name| std::env::var_os(name).is_some();
    let configured = || {
        let output = Command::new("git").args(["config", "--get", "core.sshCommand"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    is_set("GIT_SSH_COMMAND") || is_set("GIT_SSH") || configured()
}

/// Returns the error code for a message of git, ssh, or curl, which is in English because of `LC_ALL=C`.
fn code_of(stderr: &str) -> &'static str {
    const CODES: &[(&str, &[&str])] = &[
        ("host-unknown", &["Host key verification failed"]),
        (
            "authentication",
            &[
                "Authentication failed",
                "could not read Username",
                "could not read Password",
                "Permission denied (",
                "returned error: 401",
                "returned error: 403",
                "access denied",
            ],
        ),
        ("branch-gone", &["couldn't find remote ref", "unknown revision or path"]),
        ("not-trusted", &["dubious ownership"]),
        ("timed-out", &["Operation too slow", "Operation timed out"]),
        ("disk-full", &["No space left on device", "Disk quota exceeded"]),
        (
            "remote-unreachable",
            &[
                "Could not resolve host",
                "Couldn't connect",
                "Failed to connect",
                "Connection refused",
                "Connection reset",
                "Connection timed out",
                "Empty reply",
                "early EOF",
                "unexpected disconnect",
                "hung up unexpectedly",
                "transfer closed",
                "RPC failed",
                "expected flush",
                "expected packfile",
                "protocol error",
                "bad line length",
                "invalid index-pack output",
                "returned error: 5",
            ],
        ),
        (
            "repository-gone",
            &[
                "returned error: 404",
                "not found",
                "does not appear to be a git repository",
                "does not exist",
                "No such file or directory",
            ],
        ),
        (
            "damaged",
            &["not a git repository", "is corrupt", "bad object", "is empty", "unable to read"],
        ),
        ("remote-unreachable", &["unable to access", "Could not read from remote repository"]),
    ];
    let known =
        CODES.iter().find(|(_, phrases)| phrases.iter().any(|phrases| stderr.contains(phrases)));
    known.map_or("failed", |(code, _)| code)
}

/// Reads a pipe to its end, so that the process is never blocked, and keeps the first `max_bytes` bytes.
fn collect(pipe: impl Read + Send + 'static, max_bytes: u64) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut pipe = pipe;
        let read = (&mut pipe).take(max_bytes).read_to_end(&mut bytes);
        if read.is_ok() {
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        bytes
    })
}

/// Kills a process and its process group.
fn kill_process(child: &mut Child) {
    end_group(child);
    let _ = child.kill();
    let _ = child.wait();
}

/// Makes the process the leader of a new process group, which its child processes join.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Does nothing, because `end_group` kills the process tree.
#[cfg(not(unix))]
fn in_own_group(_command: &mut Command) {}

#[cfg(unix)]
fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(child: &Child) {
    let tree = ["/T", "/F", "/PID", &child.id().to_string()];
    let _ =
        Command::new("taskkill").args(tree).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

pub(crate) fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => bytes_in(&entry.path()),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::code_of;

    #[test]
    fn git_error_message_determines_the_error_code() {
        for (stderr, code) in [
            ("fatal: couldn't find remote ref refs/heads/x", "branch-gone"),
            ("fatal: Authentication failed for 'https://x'", "authentication"),
            (
                "fatal: could not read Username for 'https://x': terminal prompts disabled",
                "authentication",
            ),
            (
                "git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.",
                "authentication",
            ),
            (
                "fatal: unable to access 'http://x/': Failed to connect to x port 1",
                "remote-unreachable",
            ),
            (
                "fatal: unable to access 'http://x/': Could not resolve host: x",
                "remote-unreachable",
            ),
            ("fatal: repository 'http://x/' not found", "repository-gone"),
            ("fatal: '/srv/x' does not appear to be a git repository", "repository-gone"),
            ("fatal: unsafe repository: detected dubious ownership", "not-trusted"),
            (
                "error: RPC failed; curl 18 transfer closed with outstanding read data remaining",
                "remote-unreachable",
            ),
            ("fatal: something new", "failed"),
        ] {
            assert_eq!(code_of(stderr), code, "{stderr}");
        }
    }
}

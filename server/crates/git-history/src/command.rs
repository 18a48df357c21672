//! Execution of the installed `git` without a shell, prompts, hooks, or configuration that changes the output.

use std::io::{BufRead, BufReader, Error, Result, Write};
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

/// `GIT_*` environment variables that are passed on. All others are removed, because they could change the output.
const KEPT_VARIABLES: &[&str] = &[
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_SSL_CAINFO",
    "GIT_SSL_CAPATH",
    "GIT_SSL_NO_VERIFY",
    "GIT_PROXY_COMMAND",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_EXEC_PATH",
];

/// Settings that override the Git configuration of the machine.
const CONFIG: &[(&str, &str)] = &[
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.autocrlf", "false"),
    ("protocol.ext.allow", "never"),
    ("protocol.fd.allow", "never"),
    ("submodule.recurse", "false"),
    ("fetch.recurseSubmodules", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("filter.lfs.smudge", ""),
    ("filter.lfs.process", ""),
    ("filter.lfs.required", "false"),
    ("http.lowSpeedLimit", "100"),
    ("http.lowSpeedTime", "60"),
    ("credential.interactive", "false"),
    ("log.showSignature", "false"),
    ("log.mailmap", "true"),
    // Author names come from the `.mailmap` of the commit: see `mailmap_of`.
    ("mailmap.file", ""),
    ("core.quotePath", "false"),
];

/// Error of a `git` command: a stable code and a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail} ({code})")]
pub struct GitError {
    pub code: &'static str,
    pub detail: String,
}

impl GitError {
    pub fn new(code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into() }
    }

    /// Returns the error for a process that could not be started.
    pub fn of_start(error: &Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => {
                Self::new("git-missing", "there is no `git` on this machine")
            }
            _ => Self::new("failed", error.to_string()),
        }
    }
}

/// Returns the `-c` option that selects the `.mailmap` of a commit. Commands run outside the
/// working tree, because git would also use the `.mailmap` of the working tree, which may belong to
/// another commit. If the commit has no `.mailmap`, the names are those in the author fields of commits.
pub fn mailmap_of(commit: &str) -> [String; 2] {
    ["-c".to_owned(), format!("mailmap.blob={commit}:.mailmap")]
}

/// Returns a `git` command without arguments. `config` contains settings in addition to `CONFIG`; `protocols` lists the
/// allowed transports, separated by colons.
pub fn git(config: &[(&str, &str)], protocols: &str) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("GIT_") && !KEPT_VARIABLES.contains(&name.as_ref()) {
            command.env_remove(name.as_ref());
        }
    }
    let config = CONFIG.iter().chain(config);
    let mut count = 0;
    for (number, (key, value)) in config.enumerate() {
        command.env(format!("GIT_CONFIG_KEY_{number}"), key);
        command.env(format!("GIT_CONFIG_VALUE_{number}"), value);
        count = number + 1;
    }
    command
        .env("GIT_CONFIG_COUNT", count.to_string())
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "")
        .env("SSH_ASKPASS_REQUIRE", "never")
        .env("GIT_ALLOW_PROTOCOL", protocols)
        .env("GIT_LFS_SKIP_SMUDGE", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("LC_ALL", "C")
        .env_remove("LANGUAGE");
    command
}

/// Error of [`stream`].
pub(crate) enum StreamError {
    Start(Error),
    /// An error occurred while the process was running, or the process failed.
    Run(String),
}

impl StreamError {
    /// Converts the error to that of a command such as `git log`.
    pub(crate) fn of(self, command: &str) -> GitError {
        match self {
            Self::Start(error) => GitError::of_start(&error),
            Self::Run(detail) => GitError::new("failed", format!("{command}: {detail}")),
        }
    }
}

/// Runs a command with `input` and passes its output to `read`. If `read` returns `Break` or an error, the process is
/// killed.
pub(crate) fn stream<T>(
    mut command: Command,
    input: Option<String>,
    read: impl FnOnce(&mut dyn BufRead) -> Result<ControlFlow<T, T>>,
) -> std::result::Result<T, StreamError> {
    let run = |error: Error| StreamError::Run(error.to_string());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(StreamError::Start)?;
    // A thread writes the input, because the process can block on its output before it has read all input.
    let writing = child.stdin.take().zip(input).map(|(mut pipe, input)| {
        std::thread::spawn(move || pipe.write_all(input.as_bytes()).and_then(|()| pipe.flush()))
    });
    let result = match child.stdout.take() {
        Some(out) => read(&mut BufReader::new(out)),
        None => Err(Error::other("no output")),
    };
    if !matches!(result, Ok(ControlFlow::Continue(_))) {
        let _ = child.kill();
    }
    let written = writing.map(std::thread::JoinHandle::join);
    let status = child.wait().map_err(run)?;
    match result.map_err(run)? {
        ControlFlow::Break(value) => Ok(value),
        ControlFlow::Continue(value) => {
            let is_written = matches!(written, None | Some(Ok(Ok(()))));
            let is_whole = is_written && status.success();
            if is_whole { Ok(value) } else { Err(StreamError::Run("command failed".to_owned())) }
        }
    }
}

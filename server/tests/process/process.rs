//! Runner for the `pailou` binary: a command that is awaited, or a server that is killed when its `Site` is dropped.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::postgres;

/// Password of the owner that [`Site::owner`] creates.
pub(crate) const PASSWORD: &str = "arch over the street";
/// Maximum wait for a condition; sufficient on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);
/// Interval between checks of a condition.
const RECHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Calls `look` until it returns a value, and returns this value. Panics with `what` after [`TIMEOUT`].
#[track_caller]
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(started.elapsed() < TIMEOUT, "timed out: {what}");
        thread::park_timeout(RECHECK_INTERVAL);
    }
}

/// Result of a command: exit code and output.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Returns a `pailou` command in `folder` with the database of the folder's site. The command does not use the settings
/// or the language of the user who runs the tests.
pub(crate) fn pailou(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pailou"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PAILOU_") {
            command.env_remove(name);
        }
    }
    if let Some(database) = postgres::database_of(folder) {
        command.env("PAILOU_DATABASE", database);
    }
    command.env("LC_ALL", "C").env_remove("LANGUAGE").env_remove("RUST_LOG");
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command
}

/// Like `pailou`, but with the system language set to `locale`.
pub(crate) fn pailou_in(locale: &str, folder: &Path, args: &[&str]) -> Command {
    let mut command = pailou(folder, args);
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", locale);
    command
}

/// Returns a command that runs the command `plain` through another program, such as `sh`. The arguments of the program
/// are `args`, followed by `plain`.
pub(crate) fn run_by(program: &str, args: &[&str], plain: &Command) -> Command {
    let mut command = Command::new(program);
    command.args(args).arg(plain.get_program()).args(plain.get_args()).stdin(Stdio::null());
    if let Some(folder) = plain.get_current_dir() {
        command.current_dir(folder);
    }
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// Runs a command to its end.
#[track_caller]
pub(crate) fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    finish(pailou(folder, args))
}

#[track_caller]
pub(crate) fn finish(mut command: Command) -> CommandOutput {
    let directory = TempDir::new().unwrap();
    let (out, err) = (directory.path().join("out"), directory.path().join("err"));
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.spawn().unwrap();
    let code = wait_for_exit(&mut child).code();
    let text = |file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
    CommandOutput { code, out: text(out), err: text(err) }
}

#[track_caller]
fn wait_for_exit(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("the command did not exit");
        }
        thread::park_timeout(RECHECK_INTERVAL);
    }
}

/// Returns a loopback address with a port that is currently free.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Returns a new folder with the data of a site that has only the page `guide/start`, in both languages. The first call
/// imports the page; later calls copy the data, because an import takes about a second.
fn folder_with_a_page() -> TempDir {
    static ORIGINAL: OnceLock<OriginalSite> = OnceLock::new();
    let original = ORIGINAL.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        write(
            &folder.path().join("pages"),
            &[
                ("zh/guide/start.md", "# 快速开始\n\n这里说明怎样启动网站。\n"),
                (
                    "en/guide/start.md",
                    "# Get started\n\nThis page describes how to start the site.\n",
                ),
            ],
        );
        let imported = run(folder.path(), &["import", "pages"]);
        assert_eq!(imported.code, Some(0), "{imported:?}");
        let files = fs::read_dir(folder.path().join("data")).unwrap().map(Result::unwrap);
        let files = files.filter(|entry| entry.file_type().unwrap().is_file());
        let files = files.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()));
        OriginalSite { files: files.collect(), database: postgres::database_of(folder.path()) }
    });
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    DirBuilder::new().mode(0o700).create(&data).unwrap();
    for (name, content) in &original.files {
        fs::write(data.join(name), content).unwrap();
    }
    let name = original.database.as_deref().and_then(|url| url.rsplit('/').next());
    postgres::use_database(folder.path(), name.and_then(postgres::new_database));
    folder
}

/// Data of a stopped site.
struct OriginalSite {
    /// Names and contents of the files in the data directory.
    files: Vec<(OsString, Vec<u8>)>,
    /// URL of the database; `None` for SQLite.
    database: Option<String>,
}

/// `pailou serve` in a separate folder.
pub(crate) struct Site {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: TempDir,
}

impl Site {
    /// Serves the page `guide/start` in both languages.
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// Like `start`, with these environment variables.
    #[track_caller]
    pub(crate) fn with(environment: &[(&str, &str)]) -> Self {
        Self::of(folder_with_a_page(), environment)
    }

    /// Serves the sample content, with these environment variables.
    #[track_caller]
    pub(crate) fn with_sample_content(environment: &[(&str, &str)]) -> Self {
        Self::of(TempDir::new().unwrap(), environment)
    }

    /// Imports these files and serves them.
    #[track_caller]
    pub(crate) fn showing(files: &[(&str, &str)], environment: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        write(&folder.path().join("pages"), files);
        let imported = run(folder.path(), &["import", "pages"]);
        assert_eq!(imported.code, Some(0), "{imported:?}");
        Self::of(folder, environment)
    }

    #[track_caller]
    pub(crate) fn of(folder: TempDir, environment: &[(&str, &str)]) -> Self {
        let mut command = pailou(folder.path(), &["serve"]);
        command.env("PAILOU_ADDR", "127.0.0.1:0").envs(environment.iter().copied());
        Self::serving(folder, command)
    }

    /// Serves the sample content with this maximum number of file descriptors.
    #[track_caller]
    pub(crate) fn few_descriptors(max: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let plain = pailou(folder.path(), &["serve", "--addr", "127.0.0.1:0"]);
        let script = format!("ulimit -n {max} && exec \"$0\" \"$@\"");
        let command = run_by("sh", &["-c", &script], &plain);
        Self::serving(folder, command)
    }

    #[track_caller]
    pub(crate) fn serving(folder: TempDir, mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(File::create(folder.path().join("log")).unwrap());
        let mut child = command.spawn().unwrap();
        let (sender, receiver) = mpsc::channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        // Drains standard output to the end, so that the process never blocks on a full pipe.
        thread::spawn(move || {
            out.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)))
        });
        let Ok(line) = receiver.recv_timeout(TIMEOUT) else {
            let log = fs::read_to_string(folder.path().join("log")).unwrap();
            drop(child.kill());
            panic!("the server did not start: {log}");
        };
        let printed_address =
            line.strip_prefix("Pailou is at http://").and_then(|l| l.strip_suffix("/index/"));
        // With a public URL, the server does not print its listening address.
        let configured_address = command.get_envs().find(|(name, _)| *name == "PAILOU_ADDR");
        let configured_address = configured_address
            .and_then(|(_, value)| value?.to_str())
            .filter(|addr| !addr.ends_with(":0"));
        let address = configured_address
            .or(printed_address)
            .unwrap_or_else(|| panic!("{line}"))
            .parse()
            .unwrap();
        Self { child, address, folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Creates an owner called `ann` and logs in; returns the token.
    #[track_caller]
    pub(crate) fn owner(&self) -> String {
        let file = self.folder().join("password");
        fs::write(&file, PASSWORD).unwrap();
        let args = ["user", "add", "ann", "--role", "owner", "--password-stdin"];
        let mut add = pailou(self.folder(), &args);
        add.stdin(File::open(&file).unwrap());
        let output = finish(add);
        assert_eq!(output.code, Some(0), "{output:?}");
        let account = format!(r#"{{"username":"ann","password":"{PASSWORD}"}}"#);
        let json = [("content-type", "application/json")];
        let login = self.ask("POST", "/api/v1/login", &json, &account).json();
        login["token"].as_str().unwrap_or_else(|| panic!("{login}")).to_owned()
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder().join("log")).unwrap()
    }

    /// Writes files into the folder `pages`, and imports it while the site is served.
    #[track_caller]
    pub(crate) fn import(&self, files: &[(&str, &str)]) -> CommandOutput {
        write(&self.folder().join("pages"), files);
        run(self.folder(), &["import", "pages"])
    }

    /// Kills the process; returns its folder.
    #[track_caller]
    pub(crate) fn killed(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.folder, TempDir::new().unwrap())
    }

    /// Waits for the end of the process; returns its folder.
    #[track_caller]
    pub(crate) fn stopped(mut self) -> TempDir {
        wait_for_exit(&mut self.child);
        std::mem::replace(&mut self.folder, TempDir::new().unwrap())
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the end of the process; returns its exit code.
    #[track_caller]
    pub(crate) fn wait_for_exit(mut self) -> Option<i32> {
        wait_for_exit(&mut self.child).code()
    }
}

impl Drop for Site {
    #[allow(clippy::print_stderr, reason = "the test harness shows it with the failure")]
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("log of the site at {}:\n{}", self.address, self.log());
        }
        // The process may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Writes files into a folder.
pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

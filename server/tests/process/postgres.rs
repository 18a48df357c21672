//! PostgreSQL for tests: one database for the site of each folder, on the server with the URL `PAILOU_TEST_POSTGRES`,
//! and separate servers (clusters) that a test can stop.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tempfile::TempDir;

use super::process::free_address;

/// Database of the site in each folder; `None` for the SQLite file in its data directory.
static DATABASES: Mutex<BTreeMap<PathBuf, Option<String>>> = Mutex::new(BTreeMap::new());
static CREATED: AtomicUsize = AtomicUsize::new(0);

/// Returns the URL of the database of a folder's site; `None` for SQLite. With `PAILOU_TEST_POSTGRES`, the first
/// call for a folder creates the database.
pub(crate) fn database_of(folder: &Path) -> Option<String> {
    let mut databases = DATABASES.lock().unwrap_or_else(PoisonError::into_inner);
    databases.entry(folder.to_owned()).or_insert_with(|| new_database("template0")).clone()
}

/// Returns the URL of a new database with the content of the database `template`; `None` for SQLite. No connection to
/// `template` may be open.
pub(crate) fn new_database(template: &str) -> Option<String> {
    let server = std::env::var("PAILOU_TEST_POSTGRES").ok()?;
    let number = CREATED.fetch_add(1, Ordering::Relaxed);
    let name = format!("process_{}_{number}", std::process::id());
    execute(&server, &[&format!("create database {name} template {template}")]);
    Some(in_database(&server, &name))
}

/// Sets the database of the site in this folder; `None` for the SQLite file, regardless of
/// `PAILOU_TEST_POSTGRES`.
pub(crate) fn use_database(folder: &Path, database: Option<String>) {
    let mut databases = DATABASES.lock().unwrap_or_else(PoisonError::into_inner);
    databases.insert(folder.to_owned(), database);
}

/// URL of another database on the same server.
fn in_database(server: &str, name: &str) -> String {
    let (before, _) = server.rsplit_once('/').unwrap();
    format!("{before}/{name}")
}

#[tokio::main(flavor = "current_thread")]
#[track_caller]
pub(crate) async fn execute(address: &str, statements: &[&str]) {
    let mut connection = PgConnection::connect(address).await.unwrap();
    for sql in statements {
        connection
            .execute(AssertSqlSafe(*sql))
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    connection.close().await.unwrap();
}

/// Returns the first column of the first row as a string; `None` without a row or database.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn query_value(address: &str, sql: &str) -> Option<String> {
    let mut connection = PgConnection::connect(address).await.ok()?;
    let value = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await;
    connection.close().await.ok()?;
    value.ok()
}

/// A file system in memory, unmounted when it is dropped.
pub(crate) struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Fills all free space.
    pub(crate) fn fill(&self) {
        let mut file = fs::File::create(self.0.join("filler")).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    pub(crate) fn free(&self) {
        fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The server may still have open files in this file system.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// A separate PostgreSQL server, stopped and deleted when it is dropped.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
}

impl Cluster {
    /// Starts a server with these settings (`name=value`); its first database is `postgres`, its superuser
    /// `pailou`.
    #[track_caller]
    pub(crate) fn start(settings: &[&str]) -> Self {
        let cluster = Self {
            programs: programs(),
            folder: TempDir::new().unwrap(),
            port: free_address().port(),
        };
        if is_root() {
            let status = Command::new("chown").arg("postgres").arg(cluster.folder.path()).status();
            assert!(status.unwrap().success());
        }
        let data = cluster.data();
        let args = ["-U", "pailou", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
        cluster.run("initdb", &[&["-D", &data][..], &args].concat());
        let socket = cluster.folder.path().display();
        let mut lines = format!(
            "listen_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{socket}'\n\
             fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n",
            cluster.port
        );
        for setting in settings {
            lines.push_str(setting);
            lines.push('\n');
        }
        let file = cluster.folder.path().join("data/postgresql.auto.conf");
        fs::write(file, lines).unwrap();
        cluster.start_again();
        cluster
    }

    pub(crate) fn address(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the URL for statements that a test itself executes.
    pub(crate) fn superuser(&self) -> String {
        self.address("pailou", "postgres")
    }

    /// Creates a user who must log in with this password.
    #[track_caller]
    pub(crate) fn add_user_with_password(&self, user: &str, password: &str) {
        execute(&self.superuser(), &[&format!("create role {user} login password '{password}'")]);
        let file = self.folder.path().join("data/pg_hba.conf");
        let before = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("host all {user} 127.0.0.1/32 scram-sha-256\n{before}")).unwrap();
        self.run("pg_ctl", &["reload", "-D", &self.data()]);
    }

    /// Closes all connections and stops the server.
    #[track_caller]
    pub(crate) fn stop(&self) {
        self.run("pg_ctl", &["stop", "-D", &self.data(), "-m", "fast", "-w"]);
    }

    #[track_caller]
    pub(crate) fn start_again(&self) {
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["start", "-D", &self.data(), "-w", "-l", &log]);
    }

    /// Sends a signal to the server and to all its processes.
    #[track_caller]
    pub(crate) fn signal(&self, name: &str) {
        assert!(self.signalled(name).is_some_and(|status| status.success()), "{name}");
    }

    fn signalled(&self, name: &str) -> Option<ExitStatus> {
        let file = fs::read_to_string(self.folder.path().join("data/postmaster.pid")).ok()?;
        let server = file.lines().next()?;
        let send = |pid: &str| {
            Command::new("kill").args(["-s", name, pid]).stderr(Stdio::null()).status().ok()
        };
        // Signals the main process first: after a stop signal, it starts no other process.
        let sent = send(server);
        let all = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output().ok()?;
        let all = String::from_utf8(all.stdout).ok()?;
        for line in all.lines() {
            if let Some((pid, parent)) = line.trim().split_once(' ')
                && parent.trim() == server
            {
                // The process may have ended after it was listed.
                let _ = send(pid);
            }
        }
        sent
    }

    /// Stores new databases on a separate file system of `mib` MiB. Returns the file system; `None` if the user may
    /// not mount one.
    pub(crate) fn small_disk(&self, mib: usize) -> Option<SmallDisk> {
        let folder = self.folder.path().join("small");
        fs::create_dir(&folder).unwrap();
        let options = format!("size={mib}m,mode=0777");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&folder).stderr(Stdio::null());
        if !is_root() || !mount.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let disk = SmallDisk(folder);
        let space = disk.0.join("space");
        fs::create_dir(&space).unwrap();
        assert!(Command::new("chown").arg("postgres").arg(&space).status().unwrap().success());
        let space = space.display();
        execute(&self.superuser(), &[&format!("create tablespace small location '{space}'")]);
        let default = "alter database template1 set tablespace small";
        execute(&self.superuser(), &[default]);
        Some(disk)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    #[track_caller]
    fn run(&self, name: &str, args: &[&str]) {
        let status = self.command(name, args).status().unwrap();
        assert!(status.success(), "{name} {args:?}");
    }

    /// Returns the command for a PostgreSQL program. If root runs the tests, the program runs as the user `postgres`,
    /// because it refuses to run as root.
    fn command(&self, name: &str, args: &[&str]) -> Command {
        let program = self.programs.join(name);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(program);
                command
            }
            false => Command::new(program),
        };
        // Runs in a folder that the user `postgres` may read, and without pipes, which the server would keep
        // open.
        command.args(args).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            // A failed test may have suspended the server with a signal.
            let _ = self.signalled("CONT");
            let _ =
                self.command("pg_ctl", &["stop", "-D", &self.data(), "-m", "immediate"]).status();
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Folder of `initdb` and `pg_ctl` on the search path, or of the newest version that Debian or Homebrew has
/// installed.
#[track_caller]
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = std::env::split_paths(&path).collect();
    for parent in ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"] {
        let entries = fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok);
        let mut versions: Vec<_> = entries.map(|entry| entry.path().join("bin")).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
    }
    let is_complete = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).exists())
    };
    let found = folders.into_iter().find(is_complete);
    found.expect("PostgreSQL 15 or later is installed (Debian: sudo apt-get install postgresql)")
}

//! Background probe of the storage. The probe uses a separate connection, so that a busy pool does not count as an
//! outage.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::{Health, store};
use crate::id;
use crate::outage::Outage;
use crate::sqlite_file::SqliteFile;
use crate::{Db, ProbeConnection, is_too_many_connections};

/// Minimum free space in bytes; with less, the disk counts as full.
const MIN_FREE: u64 = 1 << 20;
/// Size of the probe file in bytes. A full disk counts as available again after a file of this size was written and the
/// database accepted a test write.
const PROBE_BYTES: usize = 256 << 10;

/// Interval and timeouts of probes.
#[derive(Debug, Clone, Copy)]
pub struct ProbeTiming {
    pub every: Duration,
    pub timeout: Duration,
    /// Maximum wait for a new connection, which takes longer than a response on a busy machine.
    pub connect: Duration,
    /// Number of rounds between test writes, which are made only while the disk is full.
    pub rounds_per_write: u32,
}

impl Default for ProbeTiming {
    /// With these values, the outage of a connected PostgreSQL server is detected within 2 s.
    fn default() -> Self {
        let every = Duration::from_millis(400);
        let timeout = Duration::from_millis(1300);
        Self { every, timeout, connect: Duration::from_secs(3), rounds_per_write: 4 }
    }
}

/// Runs probes until the task is aborted.
pub async fn run_probe(db: Db, data: PathBuf, pace: ProbeTiming) {
    let mut probe = Probe::new(&db, &data, pace);
    loop {
        probe.round().await;
        sleep(pace.every).await;
    }
}

struct Probe {
    db: Db,
    data: PathBuf,
    pace: ProbeTiming,
    connection: Option<ProbeConnection>,
    round: u32,
}

impl Probe {
    fn new(db: &Db, data: &Path, pace: ProbeTiming) -> Self {
        Self { db: db.clone(), data: data.to_owned(), pace, connection: None, round: 0 }
    }

    async fn round(&mut self) {
        self.round = self.round.wrapping_add(1);
        let db = self.db.clone();
        let health = db.health();
        if let Some(file) = db.sqlite_file() {
            check_file(file, health);
        }
        let answers = health.answers();
        let wait = match self.connection {
            Some(_) => self.pace.timeout,
            None => self.pace.connect,
        };
        let answered = match timeout(wait, self.probe_database()).await {
            Ok(answered) => answered,
            // SQLite uses no network, so the timeout means that the disk is slow. Rejecting requests would not help.
            Err(_) if self.db.folder().is_some() => return,
            Err(_) if health.answers() != answers => {
                tracing::warn!("health probe timed out while database answered other requests");
                return;
            }
            Err(late) => {
                self.connection = None;
                Err(sqlx::Error::Io(late.into()))
            }
        };
        match answered {
            Ok(free) => {
                if health.set_database_unavailable(false) {
                    tracing::info!("database available");
                }
                self.check_space(free).await;
            }
            Err(error) => {
                if Outage::of(&error) == Some(Outage::DiskFull) {
                    health.report(Outage::DiskFull);
                } else if health.set_database_unavailable(true) {
                    tracing::error!(%error, "database unavailable");
                }
            }
        }
    }

    /// Probes the database; returns the number of bytes by which it may still grow, if it has a limit.
    async fn probe_database(&mut self) -> Result<Option<u64>, sqlx::Error> {
        if let Some(connection) = &mut self.connection
            && let Ok(free) = read_free_bytes(connection, &self.db).await
        {
            return Ok(free);
        }
        // The server may have closed only this connection, so a new connection is opened.
        self.connection = None;
        let mut connection = match self.db.probe_connection().await {
            Ok(connection) => connection,
            // The connections of the pool may still work, so one of them is tested.
            Err(error) if is_too_many_connections(&error) => {
                return self.db.ping().await.map(|()| None);
            }
            Err(error) => return Err(error),
        };
        let free = read_free_bytes(&mut connection, &self.db).await?;
        self.connection = Some(connection);
        Ok(free)
    }

    async fn check_space(&self, free_in_database: Option<u64>) {
        let health = self.db.health();
        let folders = [Some(self.data.clone()), self.db.folder()].into_iter().flatten();
        let on_disk = folders.filter_map(|folder| free_on_disk(&folder));
        let min_free = on_disk.chain(free_in_database).min();
        let is_low = min_free.is_some_and(|free| free < MIN_FREE);
        if is_low {
            if health.set_disk_full(true) {
                tracing::error!(free_bytes = min_free, "disk full");
            }
            return;
        }
        if !health.state().is_disk_full || !self.round.is_multiple_of(self.pace.rounds_per_write) {
            return;
        }
        match self.write().await {
            Ok(()) => {
                health.set_disk_full(false);
                tracing::info!("disk space available");
            }
            Err(error) => tracing::debug!(%error, "disk still full"),
        }
    }

    async fn write(&self) -> Result<(), sqlx::Error> {
        let data = self.data.clone();
        let written = tokio::task::spawn_blocking(move || write_file(&data)).await;
        written.map_err(io::Error::other).flatten()?;
        match timeout(self.pace.timeout, store::write(&self.db)).await {
            Ok(written) => written,
            Err(late) => Err(sqlx::Error::Io(late.into())),
        }
    }
}

/// Records and logs that the database file was replaced or restored. Reads use the open file and cannot detect this.
fn check_file(file: &SqliteFile, health: &Health) {
    let is_replaced = file.check().is_err();
    if !health.set_database_replaced(is_replaced) {
        return;
    }
    let file = file.path().display();
    match is_replaced {
        true => tracing::error!(%file, "database file moved, deleted, or overwritten"),
        false => tracing::info!(%file, "database file restored"),
    }
}

/// Records and logs that the database became read-only or writable.
fn record_read_only(is_read_only: bool, health: &Health) {
    if !health.set_database_read_only(is_read_only) {
        return;
    }
    match is_read_only {
        true => tracing::error!("database read-only"),
        false => tracing::info!("database writable"),
    }
}

async fn read_free_bytes(
    connection: &mut ProbeConnection,
    db: &Db,
) -> Result<Option<u64>, sqlx::Error> {
    match connection {
        ProbeConnection::Sqlite(connection) => {
            store::read_sqlite(connection).await?;
            let (free, schema_version) = store::size(connection).await?;
            if let Some(file) = db.sqlite_file() {
                file.observe(schema_version);
            }
            Ok(Some(free))
        }
        ProbeConnection::Postgres(connection) => {
            record_read_only(!store::accepts_writes(connection).await?, db.health());
            Ok(None)
        }
    }
}

/// Returns the free space in bytes; `None` if the file system does not report it.
#[cfg(unix)]
fn free_on_disk(folder: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    (stat.f_blocks > 0).then(|| stat.f_bavail.saturating_mul(stat.f_frsize))
}

#[cfg(windows)]
fn free_on_disk(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

fn write_file(folder: &Path) -> io::Result<()> {
    let file = folder.join(format!(".probe-{}", id::new()));
    let written = std::fs::write(&file, vec![1; PROBE_BYTES]);
    std::fs::remove_file(&file)?;
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::health::State;

    #[tokio::test]
    async fn disk_is_available_after_a_successful_test_write() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let pace = ProbeTiming { rounds_per_write: 2, ..ProbeTiming::default() };
        let mut probe = Probe::new(&db, folder.path(), pace);
        db.health().report(Outage::DiskFull);
        probe.round().await;
        assert!(db.health().state().is_disk_full, "the first round must not write");
        probe.round().await;
        assert_eq!(db.health().state(), State::default());
        let names =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with(".probe")));
    }

    #[tokio::test]
    async fn full_disk_stays_reported_if_the_test_write_fails() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let pace = ProbeTiming { rounds_per_write: 1, ..ProbeTiming::default() };
        let mut probe = Probe::new(&db, &folder.path().join("missing"), pace);
        db.health().report(Outage::DiskFull);
        probe.round().await;
        assert!(db.health().state().is_disk_full);
    }
}

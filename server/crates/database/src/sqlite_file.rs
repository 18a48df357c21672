//! Identity of the open SQLite file, to detect that it was moved, deleted, or overwritten.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::outage::Outage;

/// Device and inode.
type Identity = (u64, u64);

/// The opened SQLite file, with the data that reveals its replacement. SQLite itself detects a moved file only without
/// a write-ahead log (`SQLITE_READONLY_DBMOVED`).
#[derive(Debug)]
pub struct SqliteFile {
    path: PathBuf,
    /// Identity of the opened file; `None` on systems on which an open file cannot be moved or deleted.
    identity: Option<Identity>,
    /// Version of the schema at the first call of `observe`.
    schema_version: OnceLock<i64>,
    max_bytes: AtomicU64,
    is_overwritten: AtomicBool,
}

impl SqliteFile {
    /// Describes a file that has just been opened.
    pub(crate) fn opened(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            identity: fs::metadata(path).ok().and_then(|metadata| identity_of(&metadata)),
            schema_version: OnceLock::new(),
            max_bytes: AtomicU64::new(0),
            is_overwritten: AtomicBool::new(false),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns an error if the path does not lead to the open file, or the file was overwritten.
    pub(crate) fn check(&self) -> Result<(), Outage> {
        let is_other = || match fs::metadata(&self.path) {
            Ok(metadata) => identity_of(&metadata) != self.identity,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        let is_moved = self.identity.is_some() && is_other();
        if is_moved || self.is_overwritten.load(Ordering::Relaxed) {
            return Err(Outage::DatabaseReplaced);
        }
        Ok(())
    }

    /// Detects that the file was overwritten with a shorter file. SQLite itself shortens the file only after `vacuum`,
    /// which changes the version of the schema.
    pub(crate) fn observe(&self, schema_version: i64) {
        // `check` reports a missing or replaced file.
        let Ok(metadata) = fs::metadata(&self.path) else { return };
        if identity_of(&metadata) != self.identity {
            return;
        }
        let is_vacuumed = *self.schema_version.get_or_init(|| schema_version) != schema_version;
        let is_shorter =
            metadata.len() < self.max_bytes.fetch_max(metadata.len(), Ordering::Relaxed);
        if is_shorter && !is_vacuumed {
            self.is_overwritten.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// On Windows, SQLite opens a file without `FILE_SHARE_DELETE`, so the open file cannot be moved or deleted.
#[cfg(windows)]
fn identity_of(_: &Metadata) -> Option<Identity> {
    None
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};

    use super::*;

    #[cfg(unix)]
    #[test]
    fn moved_database_file_is_detected_until_it_is_restored() {
        let folder = tempfile::tempdir().unwrap();
        let [path, moved] = ["a.db", "b.db"].map(|name| folder.path().join(name));
        fs::write(&path, "a").unwrap();
        let file = SqliteFile::opened(&path);
        assert!(file.check().is_ok());
        fs::rename(&path, &moved).unwrap();
        assert!(file.check().is_err());
        fs::write(&path, "").unwrap();
        file.observe(1);
        assert!(file.check().is_err(), "a new file at the path must be detected");
        fs::rename(&moved, &path).unwrap();
        file.observe(1);
        assert!(file.check().is_ok());
    }

    #[test]
    fn file_overwritten_with_a_shorter_file_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        fs::write(&path, "old").unwrap();
        let file = SqliteFile::opened(&path);
        file.observe(1);
        fs::write(&path, "longer").unwrap();
        file.observe(1);
        assert!(file.check().is_ok(), "a longer file is valid, because SQLite lengthens its file");
        fs::write(&path, "short").unwrap();
        file.observe(1);
        assert!(file.check().is_err());
        fs::write(&path, "longer again").unwrap();
        file.observe(1);
        assert!(file.check().is_err(), "the file must stay marked as overwritten");
    }

    #[tokio::test]
    async fn file_shortened_by_vacuum_is_not_reported_as_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let address = format!("sqlite://{}?mode=rwc", path.display());
        let mut connection = SqliteConnection::connect(&address).await.unwrap();
        let file = SqliteFile::opened(&path);
        for sql in [
            "pragma journal_mode = wal",
            "create table blobs as select zeroblob(1000000) as blob",
            "pragma wal_checkpoint(truncate)",
            "begin; delete from blobs; commit",
            "vacuum",
            "pragma wal_checkpoint(truncate)",
        ] {
            connection.execute(AssertSqlSafe(sql)).await.unwrap();
            let version = sqlx::query_scalar("pragma schema_version");
            file.observe(version.fetch_one(&mut connection).await.unwrap());
        }
        assert!(path.metadata().unwrap().len() < 1_000_000);
        assert!(file.check().is_ok());
    }
}

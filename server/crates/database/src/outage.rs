//! Classification of storage errors: database unavailable, locked, read-only, or replaced; disk full.

use std::io::ErrorKind;
use std::time::Duration;

/// `SQLITE_BUSY`: another process holds the write lock.
const SQLITE_BUSY: u32 = 5;
/// `SQLITE_READONLY`: the file, its folder, or the file system became read-only.
const SQLITE_READONLY: u32 = 8;
/// `SQLITE_CANTOPEN`: the file is missing or its permissions have changed.
const SQLITE_CANTOPEN: u32 = 14;
/// `SQLITE_PROTOCOL`: other processes kept changing the locks of the write-ahead log.
const SQLITE_PROTOCOL: u32 = 15;
/// `SQLITE_FULL` (sqlite.org/rescode.html).
const SQLITE_FULL: u32 = 13;
/// `SQLITE_IOERR_WRITE`: a quota (`EDQUOT`) or the maximum file size (`EFBIG`) was reached.
const SQLITE_IOERR_WRITE: u32 = 778;
/// `SQLITE_READONLY_DBMOVED`: the path leads to another file, or to none.
const SQLITE_READONLY_DBMOVED: u32 = 1032;
/// `SQLITE_IOERR_SHMSIZE`: no space for the index of the write-ahead log.
const SQLITE_IOERR_SHMSIZE: u32 = 4874;

/// Outage of the storage. A client can retry later; an operator may have to intervene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.detail())]
pub enum Outage {
    DatabaseUnavailable,
    /// Another process or transaction holds a lock. Reads succeed.
    DatabaseLocked,
    /// PostgreSQL is a standby or has read-only transactions by default, or the SQLite file is read-only. Reads
    /// succeed, and writes fail.
    DatabaseReadOnly,
    /// The SQLite file was moved, deleted, or overwritten. Connections that are open can still read it.
    DatabaseReplaced,
    /// Reads succeed, and writes fail.
    DiskFull,
}

impl Outage {
    /// Returns the outage that caused a database error; `None` for an error of a statement or of its data.
    pub fn of(error: &sqlx::Error) -> Option<Self> {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Tls(_) => {
                Some(Self::DatabaseUnavailable)
            }
            sqlx::Error::Io(error) => Self::of_io(error).or_else(|| {
                // sqlx reports a failed task of this process as `Other`.
                (error.kind() != ErrorKind::Other).then_some(Self::DatabaseUnavailable)
            }),
            sqlx::Error::Database(error) => Self::of_code(&error.code()?),
            _ => None,
        }
    }

    /// Returns `DiskFull` if a file operation failed for lack of space, or the outage that the error contains.
    pub fn of_io(error: &std::io::Error) -> Option<Self> {
        if let Some(outage) = error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()) {
            return Some(*outage);
        }
        let no_space = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
        no_space.contains(&error.kind()).then_some(Self::DiskFull)
    }

    /// Returns the outage for a SQLSTATE (appendix A of PostgreSQL's manual) or an extended result code of SQLite;
    /// `None` for codes of other errors.
    fn of_code(code: &str) -> Option<Self> {
        match code {
            "53100" => Some(Self::DiskFull),
            "25006" => Some(Self::DatabaseReadOnly),
            // The server was stopped by an administrator, has crashed, is starting or stopping, or has too many
            // connections.
            "57P01" | "57P02" | "57P03" | "57P05" | "53300" => Some(Self::DatabaseUnavailable),
            // A lock timed out, or the transaction was rolled back because of another transaction.
            "55P03" | "40P01" | "40001" => Some(Self::DatabaseLocked),
            _ if code.len() == 5 => code.starts_with("08").then_some(Self::DatabaseUnavailable),
            _ => match code.parse() {
                Ok(SQLITE_FULL | SQLITE_IOERR_WRITE | SQLITE_IOERR_SHMSIZE) => Some(Self::DiskFull),
                Ok(SQLITE_READONLY_DBMOVED) => Some(Self::DatabaseReplaced),
                // The lowest byte of an extended result code is the primary result code.
                Ok(code) if code & 0xff == SQLITE_READONLY => Some(Self::DatabaseReadOnly),
                Ok(code) if code & 0xff == SQLITE_CANTOPEN => Some(Self::DatabaseUnavailable),
                Ok(code) if matches!(code & 0xff, SQLITE_BUSY | SQLITE_PROTOCOL) => {
                    Some(Self::DatabaseLocked)
                }
                _ => None,
            },
        }
    }

    /// Returns the stable code for problems and `/readyz`.
    pub fn code(self) -> &'static str {
        match self {
            Self::DatabaseUnavailable => "database-unavailable",
            Self::DatabaseLocked => "database-locked",
            Self::DatabaseReadOnly => "database-read-only",
            Self::DatabaseReplaced => "database-replaced",
            Self::DiskFull => "disk-full",
        }
    }

    /// Returns the English detail for API clients; the UI has its own message for each code.
    pub fn detail(self) -> &'static str {
        match self {
            Self::DatabaseUnavailable => {
                "database unavailable: retry after the time in `Retry-After`"
            }
            Self::DatabaseLocked => {
                "database locked by another process or transaction: \
                 retry after the time in `Retry-After`"
            }
            Self::DatabaseReadOnly => {
                "database read-only: nothing can be saved until the operator allows writes again"
            }
            Self::DatabaseReplaced => {
                "database file moved, deleted, or overwritten: \
                 nothing can be saved until the operator restores it"
            }
            Self::DiskFull => "disk full: nothing can be saved until space is free",
        }
    }

    /// Whether read-only requests succeed during the outage.
    pub fn allows_reading(self) -> bool {
        match self {
            Self::DatabaseUnavailable => false,
            Self::DatabaseLocked
            | Self::DatabaseReadOnly
            | Self::DatabaseReplaced
            | Self::DiskFull => true,
        }
    }

    /// Returns the time after which a client should retry.
    pub fn retry_after(self) -> Duration {
        match self {
            Self::DatabaseUnavailable | Self::DatabaseLocked => Duration::from_secs(5),
            Self::DatabaseReadOnly | Self::DatabaseReplaced | Self::DiskFull => {
                Duration::from_secs(30)
            }
        }
    }
}

/// Error of a query that is rejected during an outage and not sent to the database.
impl From<Outage> for sqlx::Error {
    fn from(outage: Outage) -> Self {
        Self::Io(std::io::Error::other(outage))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::Outage::{
        DatabaseLocked, DatabaseReadOnly, DatabaseReplaced, DatabaseUnavailable, DiskFull,
    };
    use super::*;

    #[track_caller]
    fn check(error: sqlx::Error, expected: Option<Outage>) {
        assert_eq!(Outage::of(&error), expected, "{error:?}");
    }

    #[test]
    fn only_connection_error_means_an_unavailable_database() {
        check(sqlx::Error::PoolTimedOut, Some(DatabaseUnavailable));
        for kind in [
            ErrorKind::ConnectionRefused,
            ErrorKind::ConnectionReset,
            ErrorKind::UnexpectedEof,
            ErrorKind::BrokenPipe,
            ErrorKind::NotConnected,
            ErrorKind::TimedOut,
            ErrorKind::NotFound,
        ] {
            check(sqlx::Error::Io(kind.into()), Some(DatabaseUnavailable));
        }
        check(sqlx::Error::Io(Error::other("a task failed")), None);
        check(DatabaseLocked.into(), Some(DatabaseLocked));
        check(sqlx::Error::RowNotFound, None);
    }

    #[test]
    fn only_out_of_space_error_means_a_full_disk() {
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            check(sqlx::Error::Io(kind.into()), Some(DiskFull));
            assert_eq!(Outage::of_io(&kind.into()), Some(DiskFull));
        }
        assert_eq!(Outage::of_io(&ErrorKind::PermissionDenied.into()), None);
    }

    #[test]
    fn database_error_code_is_mapped_to_an_outage() {
        for (code, expected) in [
            ("53100", Some(DiskFull)),
            ("53300", Some(DatabaseUnavailable)),
            ("57P01", Some(DatabaseUnavailable)),
            ("57P02", Some(DatabaseUnavailable)),
            ("57P03", Some(DatabaseUnavailable)),
            ("08006", Some(DatabaseUnavailable)),
            ("08P01", Some(DatabaseUnavailable)),
            ("23505", None),
            ("40P01", Some(DatabaseLocked)),
            ("57014", None),
            ("13", Some(DiskFull)),
            ("778", Some(DiskFull)),
            ("4874", Some(DiskFull)),
            ("55P03", Some(DatabaseLocked)),
            ("40001", Some(DatabaseLocked)),
            ("5", Some(DatabaseLocked)),
            ("261", Some(DatabaseLocked)),
            ("517", Some(DatabaseLocked)),
            ("773", Some(DatabaseLocked)),
            ("15", Some(DatabaseLocked)),
            ("14", Some(DatabaseUnavailable)),
            ("270", Some(DatabaseUnavailable)),
            ("6", None),
            ("8", Some(DatabaseReadOnly)),
            ("264", Some(DatabaseReadOnly)),
            ("1544", Some(DatabaseReadOnly)),
            ("25006", Some(DatabaseReadOnly)),
            ("25001", None),
            ("1032", Some(DatabaseReplaced)),
            ("266", None),
            ("2067", None),
        ] {
            assert_eq!(Outage::of_code(code), expected, "{code}");
        }
    }

    #[tokio::test]
    async fn full_sqlite_database_is_reported_as_a_full_disk() {
        use sqlx::{Connection, SqliteConnection};
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::query("pragma max_page_count = 4").execute(&mut connection).await.unwrap();
        let sql = "create table blobs as select zeroblob(1000000)";
        check(sqlx::query(sql).execute(&mut connection).await.unwrap_err(), Some(DiskFull));
    }

    #[tokio::test]
    async fn lock_by_another_sqlite_connection_is_reported_as_locked() {
        use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
        use sqlx::{ConnectOptions, Executor};
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("a.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .busy_timeout(Duration::ZERO);
        let mut other = options.connect().await.unwrap();
        let mut connection = options.connect().await.unwrap();
        other.execute("begin exclusive").await.unwrap();
        check(connection.execute("begin immediate").await.unwrap_err(), Some(DatabaseLocked));
        connection.execute("pragma schema_version").await.unwrap();
    }
}

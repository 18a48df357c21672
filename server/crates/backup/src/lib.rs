//! Backup and restore of a whole site as one file (ADR 0029): a tar archive, compressed by zstd, with the rows of the
//! database as JSON and the stored files, named by their hashes. Secret keys for other servers and corrupt files are
//! omitted. The format does not depend on the database.
//!
//! - [`write()`] dumps a running site; [`restore()`] validates a backup as a whole, then replaces the current site.
//! - [`copy::copy_to()`] copies every row into another database and verifies the copy.
//! - [`archive`] is the file format: a [`Manifest`] first, an [`End`] last. [`validate`] has the rules for rows.
//! - [`store`] has SQL for all tables.
//!
//! ```no_run
//! # async fn example(store: &pailou_store::context::Store) -> Result<(), pailou_backup::BackupError> {
//! let end = pailou_backup::write(store, "site.backup".as_ref()).await?;
//! println!("{} rows, {} files", end.rows, end.files);
//! # Ok(())
//! # }
//! ```

pub mod archive;
pub mod copy;
pub(crate) mod dump;
pub(crate) mod extract;
pub mod restore;
pub(crate) mod staging;
pub mod store;
#[cfg(test)]
mod tests;
pub mod validate;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub use dump::{write, write_temp};
pub use restore::{Restored, restore};

/// Version of the archive format. Format 1 had the tables of development versions (ADR 0045).
const FORMAT: u32 = 2;
/// Name of the first entry of the archive.
const MANIFEST: &str = "manifest.json";
/// Name of the last entry of the archive, which a truncated file lacks.
const END: &str = "end.json";

/// Metadata of a backup, in the first entry of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// Version of the program that wrote the backup.
    pub version: String,
    /// Version of the database schema: the number of its last migration.
    pub schema: i64,
    pub created_at: i64,
}

/// Totals and hash of a backup, in the last entry of the archive.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub rows: u64,
    pub files: u64,
    /// BLAKE3 hash of the names and contents of all previous entries, in their order.
    pub hash: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{0} already exists: choose another name so that no backup is overwritten")]
    Exists(String),
    #[error("cannot read {0}: {1}")]
    Read(String, std::io::Error),
    #[error("cannot write {0}: {1}")]
    Write(String, std::io::Error),
    #[error("file bucket failed: {0}")]
    Bucket(std::io::Error),
    #[error("not a backup of Pailou: choose a file that `pailou backup` created")]
    NotOne,
    /// The backup is damaged. The value is the reason, which is written to the log and not sent to clients.
    #[error("the backup is damaged, and nothing was changed: restore another backup")]
    Damaged(String),
    #[error(
        "the backup was written by a newer Pailou ({version}, migration {schema}): install that version"
    )]
    Newer { version: String, schema: i64 },
    #[error(
        "the backup was created by an earlier development version of Pailou: export the pages with that \
         version (`pailou export`), then import them with this version (`pailou import`)"
    )]
    Development,
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl BackupError {
    /// Returns the stable error code for clients.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Exists(_) => "exists",
            Self::Read(..) | Self::Write(..) | Self::Bucket(_) => "unreadable",
            Self::NotOne => "not-a-backup",
            Self::Damaged(_) => "damaged",
            Self::Newer { .. } => "newer",
            Self::Development => "development",
            Self::Database(_) => "database",
        }
    }

    fn read(path: &Path, error: std::io::Error) -> Self {
        Self::Read(path.display().to_string(), error)
    }

    fn write(path: &Path, error: std::io::Error) -> Self {
        Self::Write(path.display().to_string(), error)
    }

    fn damaged(what: impl ToString) -> Self {
        Self::Damaged(what.to_string())
    }
}

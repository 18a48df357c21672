//! Copy of a site's database to another database, SQLite or PostgreSQL.
//!
//! The source is read in one snapshot. Each table is copied in a separate transaction, so an interrupted copy continues
//! with the tables that are missing or differ. The audit log is copied in the last transaction, because a repeated copy
//! could not delete its rows. That transaction also compares every table by row count and hash, and removes the marker
//! of an unfinished copy.

pub mod fingerprint;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use futures_util::TryStreamExt;
use serde_json::Value;

use crate::store::{self as rows, LOG, Table};
use fingerprint::Fingerprint;
use pailou_database::unfinished_copy;
use pailou_database::{Db, OpenError, Tx, id, without_password};

/// Number of rows, and of bytes of JSON, at which a batch is inserted.
const BATCH_ROWS: usize = 500;
const BATCH_BYTES: usize = 1 << 20;

/// Completed copy.
#[derive(Debug)]
pub struct Copied {
    /// Address of the target without its password.
    pub address: String,
    /// Time of the snapshot, in milliseconds since 1970-01-01 UTC.
    pub taken_at: i64,
    /// Every table with its fingerprint, equal in source and target, in the order of copying.
    pub tables: Vec<(String, Fingerprint)>,
}

/// Progress of a copy, in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Both databases are read to find the tables that must be copied.
    Comparing,
    Copying {
        done: u64,
        total: u64,
    },
    Verifying {
        done: u64,
        total: u64,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("{0} is the database of this site: choose another database")]
    SameDatabase(String),
    #[error("the database {0} is not empty, and nothing was changed: create a new database")]
    NotEmpty(String),
    #[error("the database {0} is an unfinished copy of another site: create a new database")]
    OtherCopy(String),
    #[error("cannot store a row of the table {table}: {reason}")]
    Rejected { table: String, reason: String },
    #[error(
        "the table {0} differs from the source: the copy stays unfinished. Run `pailou copy-to` again"
    )]
    Mismatch(String),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Copies every row of `source` to the database at `address`, which must be empty or an unfinished copy of `source`.
/// Calls `report` with the progress.
pub async fn copy_to(
    source: &Db,
    address: &str,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Copied, CopyError> {
    let target = Db::connect(address).await?;
    let copied = copy_between(source, &target, address, report).await;
    target.close().await;
    copied
}

async fn copy_between(
    source: &Db,
    target: &Db,
    address: &str,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Copied, CopyError> {
    report(Progress::Comparing);
    let taken_at = id::now();
    let mut from = source.snapshot().await?;
    let identity = store::identity(&mut from).await?.unwrap_or_default();
    prepare(target, address, &identity).await?;
    let tables = rows::tables(&mut from).await?;
    let tables = rows::in_order(&mut from, tables).await?;
    let mut expected = Vec::new();
    for table in tables {
        let fingerprint = fingerprint::of_table(&mut from, &table).await?;
        expected.push((table, fingerprint));
    }
    let missing = clear_outdated(&mut from, target, &expected).await?;
    let mut copy = Copy { from, report, done: 0, total: missing.iter().map(|it| it.1.rows).sum() };
    for (table, _) in missing.iter().filter(|(table, _)| table.name != LOG) {
        let mut tx = target.begin().await?;
        unfinished_copy::lock(&mut tx).await?;
        copy.fill(&mut tx, table).await?;
        tx.commit().await?;
    }
    let mut tx = target.begin().await?;
    unfinished_copy::lock(&mut tx).await?;
    if let Some((log, _)) = missing.iter().find(|(table, _)| table.name == LOG) {
        copy.fill(&mut tx, log).await?;
    }
    verify(&mut tx, &expected, report).await?;
    rows::advance_identity_columns(&mut tx).await?;
    unfinished_copy::remove(&mut tx).await?;
    tx.commit().await?;
    let tables = expected.into_iter().map(|(table, fingerprint)| (table.name, fingerprint));
    Ok(Copied { address: without_password(address), taken_at, tables: tables.collect() })
}

/// Marks the target database as an unfinished copy of the source database, and then creates its tables. A target
/// whose copy was interrupted is therefore never served as an empty site. A rejected target is not changed.
async fn prepare(target: &Db, address: &str, identity: &str) -> Result<(), CopyError> {
    let target_address = || without_password(address);
    match unfinished_copy::source(target).await? {
        Some(source) if source == identity => return Ok(target.migrate(address).await?),
        Some(_) => return Err(CopyError::OtherCopy(target_address())),
        None => {}
    }
    let mut tx = target.snapshot().await?;
    let names = store::names(&mut tx).await?;
    let is_migrated = names.iter().any(|name| name == "_sqlx_migrations");
    let own = if is_migrated { store::identity(&mut tx).await? } else { None };
    if own.as_deref() == Some(identity) {
        return Err(CopyError::SameDatabase(target_address()));
    }
    let is_empty = match own {
        Some(_) => is_unused(&mut tx, &names).await?,
        None => names.iter().all(|name| name == "_sqlx_migrations"),
    };
    if !is_empty {
        return Err(CopyError::NotEmpty(target_address()));
    }
    drop(tx);
    unfinished_copy::mark(target, identity).await?;
    Ok(target.migrate(address).await?)
}

/// Whether a database has only the rows that its migrations have inserted: the same rows as a new SQLite database with
/// these migrations.
async fn is_unused(tx: &mut Tx, names: &[String]) -> Result<bool, CopyError> {
    let folder = tempfile::TempDir::new().map_err(sqlx::Error::Io)?;
    let schema = rows::schema(tx).await?;
    // Creating the database fails if the migrations belong to another program or to a later release. The existing
    // database may then contain data.
    let Ok(unused) = Db::create_at_migration(&folder.path().join("unused.db"), schema).await else {
        return Ok(false);
    };
    let mut new = unused.snapshot().await?;
    let mut same = store::names(&mut new).await? == names;
    if same {
        for table in rows::tables(&mut new).await? {
            let actual = fingerprint::of_table(tx, &table).await?;
            same &= fingerprint::of_table(&mut new, &table).await? == actual;
        }
    }
    drop(new);
    unused.close().await;
    Ok(same)
}

/// Deletes the rows of every table that differs from the source, and of the tables that reference it; returns these
/// tables.
async fn clear_outdated(
    from: &mut Tx,
    target: &Db,
    expected: &[(Table, Fingerprint)],
) -> Result<Vec<(Table, Fingerprint)>, CopyError> {
    let references = rows::references(from).await?;
    let mut tx = target.begin().await?;
    unfinished_copy::lock(&mut tx).await?;
    let mut outdated: Vec<(Table, Fingerprint)> = Vec::new();
    let (mut names, mut filled) = (BTreeSet::new(), Vec::new());
    // In `expected`, each table comes after the tables that it references.
    for (table, fingerprint) in expected {
        let refers = references.iter().any(|(of, to)| *of == table.name && names.contains(to));
        let actual = fingerprint::of_table(&mut tx, table).await?;
        if refers || actual != *fingerprint {
            names.insert(table.name.clone());
            outdated.push((table.clone(), fingerprint.clone()));
            // The audit log is copied last, so it is empty in an unfinished copy and is never cleared.
            filled.extend(Some(table).filter(|_| actual.rows > 0));
        }
    }
    for table in filled.into_iter().rev() {
        rows::clear(&mut tx, table).await?;
    }
    tx.commit().await?;
    Ok(outdated)
}

/// Copy in progress.
struct Copy<'a> {
    from: Tx,
    report: &'a (dyn Fn(Progress) + Sync),
    done: u64,
    total: u64,
}

impl Copy<'_> {
    async fn fill(&mut self, tx: &mut Tx, table: &Table) -> Result<(), CopyError> {
        let Self { from, report, done, total } = self;
        let mut insert = async |batch: &mut Vec<Vec<Value>>| {
            store::insert_all(tx, table, batch).await.map_err(|error| rejected(table, error))?;
            *done += batch.len() as u64;
            batch.clear();
            report(Progress::Copying { done: *done, total: *total });
            Ok::<(), CopyError>(())
        };
        let (mut batch, mut bytes) = (Vec::new(), 0);
        let mut rows = rows::rows(from, table);
        while let Some(row) = rows.try_next().await? {
            batch.push(fingerprint::parse(&row)?);
            bytes += row.len();
            if batch.len() >= BATCH_ROWS || bytes >= BATCH_BYTES {
                insert(&mut batch).await?;
                bytes = 0;
            }
        }
        insert(&mut batch).await
    }
}

/// Returns an error with the name of the table if the target rejects a row, for example a string with U+0000 on
/// PostgreSQL.
fn rejected(table: &Table, error: sqlx::Error) -> CopyError {
    let is_of_row = |code: &str| code.starts_with("22") || code.starts_with("23");
    match error.as_database_error() {
        Some(reason) if reason.code().is_some_and(|code| is_of_row(&code)) => {
            CopyError::Rejected { table: table.name.clone(), reason: reason.message().to_owned() }
        }
        _ => CopyError::Database(error),
    }
}

async fn verify(
    tx: &mut Tx,
    expected: &[(Table, Fingerprint)],
    report: &(dyn Fn(Progress) + Sync),
) -> Result<(), CopyError> {
    let total = expected.iter().map(|(_, fingerprint)| fingerprint.rows).sum();
    let mut done = 0;
    for (table, fingerprint) in expected {
        report(Progress::Verifying { done, total });
        if fingerprint::of_table(tx, table).await? != *fingerprint {
            return Err(CopyError::Mismatch(table.name.clone()));
        }
        done += fingerprint.rows;
    }
    Ok(())
}

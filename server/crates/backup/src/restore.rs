//! Restore of a backup, which replaces the current site. The backup is validated as a whole first, then applied in one
//! transaction. Before the transaction, the current site is backed up unless it is new. The site may stay online: the
//! change counter invalidates all caches of every server.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use serde_json::Value;

use super::extract::{Unpacked, unpack};
use super::store::{self, LOG, Table};
use super::{BackupError, Manifest, dump, staging};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{Db, Tx};
use pailou_database::{change_feed, id};
use pailou_store::context::Store;
use pailou_web::transfer;

/// Table of the change counter. The counter must not decrease, because caches of running servers store its values.
const COUNTER: &str = "change_counter";
/// Maximum number of attempts of a restore: concurrent writers can cause a deadlock.
const MAX_ATTEMPTS: usize = 5;

/// Result of a restore. `before` is the backup of the replaced site; `None` if the site was new.
#[derive(Debug)]
pub struct Restored {
    pub manifest: Manifest,
    pub rows: u64,
    pub files: u64,
    pub before: Option<PathBuf>,
}

pub async fn restore(store: &Store, actor: &Actor, from: &Path) -> Result<Restored, BackupError> {
    let data = &store.settings.data;
    let folder = transfer::temp_folder(data).map_err(|error| BackupError::write(data, error))?;
    let restored = restore_through(store, actor, from, folder.path()).await;
    if let Err(BackupError::Damaged(detail)) = &restored {
        tracing::warn!(reason = detail, "backup rejected as damaged");
    }
    restored
}

async fn restore_through(
    store: &Store,
    actor: &Actor,
    from: &Path,
    folder: &Path,
) -> Result<Restored, BackupError> {
    let (archive, into) = (from.to_owned(), folder.to_owned());
    let newest = Db::newest_migration();
    let unpacked = tokio::task::spawn_blocking(move || unpack(&archive, &into, newest)).await;
    let unpacked = unpacked.map_err(BackupError::damaged)??;
    let staged = staging::fill(folder, &unpacked).await?;
    let data = &store.settings.data;
    let before = back_up_current_site(store).await?;
    move_files(&unpacked, folder, data)?;
    store.files.upload_all().await.map_err(BackupError::Bucket)?;
    let mut left = MAX_ATTEMPTS;
    let result = loop {
        left -= 1;
        match replace_site(store, actor, &staged, &unpacked.manifest).await {
            // Other transactions lock the tables in another order, so PostgreSQL can detect a deadlock. The restore is
            // then tried again.
            Err(BackupError::Database(error)) if store::is_deadlock(&error) && left > 0 => {}
            done => break done,
        }
    };
    staged.close().await;
    result?;
    // Unfinished uploads cannot be resumed after a restore.
    let _ = std::fs::remove_dir_all(store.uploads());
    store.changes.poll(&store.db).await?;
    let Unpacked { manifest, end, .. } = unpacked;
    Ok(Restored { manifest, rows: end.rows, files: end.files, before })
}

/// Writes a backup of the current site to the data directory. Returns `None` for a new site, which has no data.
async fn back_up_current_site(store: &Store) -> Result<Option<PathBuf>, BackupError> {
    let mut tx = store.db.snapshot().await?;
    let is_new = store::is_new(&mut tx).await?;
    drop(tx);
    if is_new {
        return Ok(None);
    }
    let name = pailou_dates::rfc3339(id::now()).replace(':', "-");
    // The random suffix distinguishes two backups within the same second.
    let name = format!("before-restore-{name}-{}.tar.zst", &id::new()[..6]);
    let before = store.settings.data.join(name);
    dump::write(store, &before).await?;
    Ok(Some(before))
}

/// Moves the files of the backup to the data directory. Names are hashes, so an existing file has the same content.
fn move_files(unpacked: &Unpacked, folder: &Path, data: &Path) -> Result<(), BackupError> {
    for name in &unpacked.files {
        let target = data.join(name);
        let move_file = || {
            if target.exists() {
                return Ok(());
            }
            if let Some(subfolder) = target.parent() {
                std::fs::create_dir_all(subfolder)?;
            }
            std::fs::rename(folder.join(name), &target)
        };
        move_file().map_err(|error| BackupError::write(&target, error))?;
    }
    Ok(())
}

async fn replace_site(
    store: &Store,
    actor: &Actor,
    staged: &Db,
    manifest: &Manifest,
) -> Result<(), BackupError> {
    let mut from = staged.snapshot().await?;
    let tables = store::tables(&mut from).await?;
    let mut tables = store::in_order(&mut from, tables).await?;
    let mut tx = store.db.begin().await?;
    let counter = store::counter(&mut from).await?;
    let mut tags: BTreeSet<_> = store::tags(&mut tx).await?.into_iter().collect();
    tags.extend(store::tags(&mut from).await?);
    tables.retain(|table| table.name != COUNTER);
    // A non-empty audit log is not replaced: it may have entries newer than the backup.
    let is_log = |table: &Table| table.name == LOG;
    if let Some(log) = tables.iter().find(|table| is_log(table))
        && !store::is_empty(&mut tx, log).await?
    {
        tables.retain(|table| !is_log(table));
    }
    for table in tables.iter().rev().filter(|table| !is_log(table)) {
        store::clear(&mut tx, table).await?;
    }
    for table in &tables {
        let insertion = store::insertion(&tx, table);
        let mut rows = store::rows(&mut from, table);
        while let Some(row) = rows.try_next().await? {
            let row: Vec<Value> =
                serde_json::from_str(&row).map_err(|error| sqlx::Error::Decode(error.into()))?;
            store::insert(&mut tx, &insertion, table, &row).await?;
        }
    }
    store::advance_identity_columns(&mut tx).await?;
    finish(&mut tx, counter, tags).await?;
    let subject = Subject::new(pailou_dates::rfc3339(manifest.created_at)).after(&manifest.version);
    audit_log::log(&mut tx, actor, Action::Restored, subject).await?;
    Ok(tx.commit().await?)
}

/// Invalidates all caches. Deletes all sessions, invitations, password reset links, set-up codes, preview links,
/// pending webhook deliveries, and unfinished uploads. Also deletes the API tokens that the audit log records as
/// revoked.
async fn finish(tx: &mut Tx, counter: i64, tags: BTreeSet<String>) -> Result<(), sqlx::Error> {
    store::raise_counter(tx, counter).await?;
    change_feed::publish(tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    store::end_sessions(tx).await?;
    store::drop_codes(tx).await?;
    store::drop_revoked_tokens(tx).await?;
    store::delete_pending_deliveries(tx).await?;
    store::drop_uploads(tx).await
}

//! Backup of a running site: a snapshot of the rows, then the files, which are immutable.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use tempfile::TempPath;
use tokio::sync::mpsc;

use super::archive::Writer;
use super::store::{self, Table};
use super::{BackupError, End, FORMAT, Manifest};
use pailou_database::Tx;
use pailou_database::id;
use pailou_media::blobs;
use pailou_media::blobs::FOLDER;
use pailou_store::context::Store;
use pailou_web::transfer;

/// Size in bytes at which an archive entry with rows of a table ends, and the next entry begins.
const PART: usize = 4 << 20;

/// Rows of a table to be written to the archive.
struct Part {
    name: String,
    rows: u64,
    lines: Vec<u8>,
}

/// Writes a backup to a new file; returns its end record. Returns an error if the file exists.
pub async fn write(store: &Store, to: &Path) -> Result<End, BackupError> {
    let exists = || BackupError::Exists(to.display().to_string());
    if to.exists() {
        return Err(exists());
    }
    let folder = to.parent().unwrap_or(Path::new(""));
    let (unfinished, end) = write_temp(store, folder, to).await?;
    // The file gets its name only after it is complete.
    unfinished.persist_noclobber(to).map_err(|failed| match failed.error.kind() {
        ErrorKind::AlreadyExists => exists(),
        _ => BackupError::write(to, failed.error),
    })?;
    Ok(end)
}

/// Writes a backup to a temporary file in this folder. Returns the path of the file, which is deleted when the path is
/// dropped, and the end record. Errors contain the name `to`.
pub async fn write_temp(
    store: &Store,
    folder: &Path,
    to: &Path,
) -> Result<(TempPath, End), BackupError> {
    let failed = |error| BackupError::write(to, error);
    store.files.download_all().await.map_err(BackupError::Bucket)?;
    let (file, unfinished) = transfer::temp_file(folder).map_err(failed)?;
    let mut tx = store.db.snapshot().await?;
    let manifest = Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: store::schema(&mut tx).await?,
        created_at: id::now(),
    };
    let writer = Writer::new(file, &manifest).map_err(failed)?;
    let (parts, arriving) = mpsc::channel(4);
    let data = store.settings.data.clone();
    let writing = tokio::task::spawn_blocking(move || pack(writer, arriving, &data));
    let read = read_all(&mut tx, &parts).await;
    drop((tx, parts));
    let written = writing.await.map_err(|error| failed(std::io::Error::other(error)))?;
    // If the disk is full, the writer stops, and `read_all` then fails as well. The error of the writer contains the
    // cause.
    let end = written.map_err(failed)?;
    read?;
    Ok((unfinished, end))
}

async fn read_all(tx: &mut Tx, parts: &mpsc::Sender<Part>) -> Result<(), sqlx::Error> {
    for table in store::tables(tx).await? {
        let mut lines = columns(&table);
        let (mut number, mut rows) = (1, 0);
        let closed = || sqlx::Error::WorkerCrashed;
        if store::SECRETS.contains(&table.name.as_str()) {
            let name = part_name(&table, number);
            parts.send(Part { name, rows, lines }).await.map_err(|_| closed())?;
            continue;
        }
        let mut all = store::rows(tx, &table);
        while let Some(row) = all.try_next().await? {
            lines.extend_from_slice(row.as_bytes());
            lines.push(b'\n');
            rows += 1;
            if lines.len() >= PART {
                let lines = std::mem::replace(&mut lines, columns(&table));
                let name = part_name(&table, number);
                parts.send(Part { name, rows, lines }).await.map_err(|_| closed())?;
                (number, rows) = (number + 1, 0);
            }
        }
        let name = part_name(&table, number);
        parts.send(Part { name, rows, lines }).await.map_err(|_| closed())?;
    }
    Ok(())
}

fn part_name(table: &Table, number: u32) -> String {
    format!("tables/{}/{number:06}.jsonl", table.name)
}

/// Returns the first line of each part: the names of the columns.
fn columns(table: &Table) -> Vec<u8> {
    let names: Vec<_> = table.columns.iter().map(|column| &column.name).collect();
    let mut line = serde_json::to_vec(&names).unwrap_or_default();
    line.push(b'\n');
    line
}

fn pack(
    mut writer: Writer,
    mut arriving: mpsc::Receiver<Part>,
    data: &Path,
) -> std::io::Result<End> {
    while let Some(Part { name, rows, lines }) = arriving.blocking_recv() {
        writer.rows(&name, rows, &lines)?;
    }
    for (name, hash, path) in stored_files(data)? {
        if blobs::matches_hash(&path, &hash)? {
            writer.file(&name, &path)?;
        } else {
            // A restore would reject this file. The backup is valid without it.
            tracing::error!(name, "corrupt file excluded from backup");
        }
    }
    writer.finish()
}

/// Returns the name, hash, and path of every stored file. Other files in the folder do not belong to Pailou or are
/// incomplete.
fn stored_files(data: &Path) -> std::io::Result<Vec<(String, String, PathBuf)>> {
    let mut found = Vec::new();
    let folder = data.join(FOLDER);
    if !folder.is_dir() {
        return Ok(found);
    }
    for subfolder in std::fs::read_dir(folder)? {
        let subfolder = subfolder?;
        if !subfolder.file_type()?.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(subfolder.path())? {
            let file = file?;
            let [below, name] = [&subfolder, &file].map(|entry| entry.file_name().into_string());
            let (Ok(below), Ok(name)) = (below, name) else { continue };
            let name = format!("{FOLDER}/{below}/{name}");
            let hash =
                blobs::hash_in(&name).filter(|_| file.file_type().is_ok_and(|it| it.is_file()));
            if let Some(hash) = hash.map(str::to_owned) {
                found.push((name, hash, file.path()));
            }
        }
    }
    found.sort();
    Ok(found)
}

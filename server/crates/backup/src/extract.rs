//! Extraction of a backup to a temporary folder, with validation of every entry: no path leads outside the folder, and
//! no data is missing or modified. No content is used before the validation ends.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::archive::{HashingReader, add_hash};
use super::{BackupError, END, End, FORMAT, MANIFEST, Manifest};
use pailou_media::blobs;
use pailou_media::blobs::FOLDER;

/// Magic number of Zstandard files (RFC 8878).
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Maximum size of the manifest and of the end record, in bytes.
const MAX_HEAD: u64 = 64 << 10;

/// Extracted backup.
#[derive(Debug)]
pub struct Unpacked {
    pub manifest: Manifest,
    pub end: End,
    /// Extracted files with the rows of each table, in the order of the archive.
    pub tables: BTreeMap<String, Vec<PathBuf>>,
    /// Paths below the data directory.
    pub files: Vec<String>,
}

pub(crate) fn unpack(from: &Path, into: &Path, newest: i64) -> Result<Unpacked, BackupError> {
    let file = File::open(from).map_err(|error| BackupError::read(from, error))?;
    let mut file = BufReader::new(file);
    let begins = file.fill_buf().map_err(|error| BackupError::read(from, error))?;
    if !begins.starts_with(&MAGIC) {
        return Err(BackupError::NotOne);
    }
    let zstd = zstd::Decoder::with_buffer(file).map_err(|_| BackupError::NotOne)?;
    let mut archive = tar::Archive::new(zstd);
    let mut entries = archive.entries().map_err(|_| BackupError::NotOne)?;
    let mut hash = blake3::Hasher::new();
    let first = match entries.next() {
        Some(Ok(first)) => first,
        Some(Err(error)) if error.kind() == ErrorKind::UnexpectedEof => {
            return Err(BackupError::damaged("unexpected end of file"));
        }
        _ => return Err(BackupError::NotOne),
    };
    let manifest = manifest(first, &mut hash, newest)?;
    let (mut tables, mut blob_names) = (BTreeMap::<String, Vec<PathBuf>>::new(), Vec::new());
    let mut end = None;
    for entry in entries {
        let mut entry = entry.map_err(BackupError::damaged)?;
        if end.is_some() {
            return Err(BackupError::damaged("data after the end"));
        }
        let name = name_of(&entry)?;
        if name == END {
            end = Some(read_end(&mut entry)?);
            continue;
        }
        let path = into.join(&name);
        match name.split('/').collect::<Vec<_>>()[..] {
            ["tables", table, _] => {
                tables.entry(table.to_owned()).or_default().push(path.clone());
            }
            [FOLDER, ..] if blobs::hash_in(&name).is_some() => blob_names.push(name.clone()),
            _ => return Err(BackupError::damaged(format!("unexpected entry {name}"))),
        }
        let size = entry.size();
        add_hash(&mut hash, &name, size);
        keep(HashingReader { from: entry, hash: &mut hash }, &path, size)?;
        if let Some(named) = blobs::hash_in(&name)
            && !blobs::matches_hash(&path, named)
                .map_err(|error| BackupError::read(&path, error))?
        {
            return Err(BackupError::damaged(format!("the content of {name} has another hash")));
        }
    }
    let end = end.ok_or_else(|| BackupError::damaged("missing end"))?;
    if end.hash != hash.finalize().to_hex().as_str() || end.files != blob_names.len() as u64 {
        return Err(BackupError::damaged("checksum mismatch"));
    }
    Ok(Unpacked { manifest, end, tables, files: blob_names })
}

fn manifest(
    mut entry: tar::Entry<'_, impl Read>,
    hash: &mut blake3::Hasher,
    newest: i64,
) -> Result<Manifest, BackupError> {
    if entry.path_bytes().as_ref() != MANIFEST.as_bytes() || entry.size() > MAX_HEAD {
        return Err(BackupError::NotOne);
    }
    add_hash(hash, MANIFEST, entry.size());
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(BackupError::damaged)?;
    hash.update(&bytes);
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| BackupError::NotOne)?;
    if manifest.format > FORMAT || manifest.schema > newest {
        let Manifest { version, schema, .. } = manifest;
        return Err(BackupError::Newer { version, schema });
    }
    if manifest.format < FORMAT {
        return Err(BackupError::Development);
    }
    Ok(manifest)
}

fn read_end(entry: &mut tar::Entry<'_, impl Read>) -> Result<End, BackupError> {
    if entry.size() > MAX_HEAD {
        return Err(BackupError::damaged("end record too long"));
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(BackupError::damaged)?;
    serde_json::from_slice(&bytes).map_err(BackupError::damaged)
}

/// Returns the name of a regular file. Returns an error for other entries, and for a name with special characters or
/// with a part that begins with `.`.
fn name_of(entry: &tar::Entry<'_, impl Read>) -> Result<String, BackupError> {
    let bytes = entry.path_bytes();
    let name = std::str::from_utf8(&bytes).map_err(BackupError::damaged)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_part =
        |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    let is_file = entry.header().entry_type() == tar::EntryType::Regular;
    if !is_file || !name.split('/').all(is_part) {
        return Err(BackupError::damaged(format!("invalid file name {name:?}")));
    }
    Ok(name.to_owned())
}

fn keep(mut from: impl Read, path: &Path, size: u64) -> Result<(), BackupError> {
    let failed = |error| BackupError::write(path, error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    // Fails for an entry with a duplicate name, which would replace the file of the earlier entry.
    let mut file = File::create_new(path).map_err(BackupError::damaged)?;
    let mut left = size;
    let mut buffer = vec![0; 64 << 10];
    while left > 0 {
        let read = from.read(&mut buffer).map_err(BackupError::damaged)?;
        if read == 0 {
            return Err(BackupError::damaged("unexpected end of file"));
        }
        left = left.saturating_sub(read as u64);
        std::io::Write::write_all(&mut file, &buffer[..read]).map_err(failed)?;
    }
    Ok(())
}

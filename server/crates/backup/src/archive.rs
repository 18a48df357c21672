//! Archive format of a backup: a sequence of entries, the last of which contains a hash over the others.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use super::{END, End, MANIFEST, Manifest};

/// Zstandard compression level.
const LEVEL: i32 = 3;

pub struct Writer {
    tar: tar::Builder<zstd::Encoder<'static, BufWriter<File>>>,
    hash: blake3::Hasher,
    end: End,
}

impl Writer {
    pub fn new(file: File, manifest: &Manifest) -> std::io::Result<Self> {
        let mut zstd = zstd::Encoder::new(BufWriter::new(file), LEVEL)?;
        zstd.include_checksum(true)?;
        let tar = tar::Builder::new(zstd);
        let mut writer = Self { tar, hash: blake3::Hasher::new(), end: End::default() };
        writer.add(MANIFEST, serde_json::to_string_pretty(manifest)?.as_bytes())?;
        Ok(writer)
    }

    /// Adds an entry with rows of a table as lines of JSON. `rows` is the number of rows.
    pub fn rows(&mut self, name: &str, rows: u64, lines: &[u8]) -> std::io::Result<()> {
        self.end.rows += rows;
        self.add(name, lines)
    }

    /// Adds an entry with the content of the file at `path`, which must not change while it is read.
    pub fn file(&mut self, name: &str, path: &Path) -> std::io::Result<()> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        add_hash(&mut self.hash, name, size);
        self.end.files += 1;
        let mut reader = HashingReader { from: (&mut file).take(size), hash: &mut self.hash };
        self.tar.append_data(&mut header(size), name, &mut reader)
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        add_hash(&mut self.hash, name, bytes.len() as u64);
        self.hash.update(bytes);
        self.tar.append_data(&mut header(bytes.len() as u64), name, bytes)
    }

    /// Writes the end record and syncs the file to disk.
    pub fn finish(mut self) -> std::io::Result<End> {
        self.end.hash = self.hash.finalize().to_hex().to_string();
        let bytes = serde_json::to_vec_pretty(&self.end)?;
        self.tar.append_data(&mut header(bytes.len() as u64), END, &bytes[..])?;
        let mut file = self.tar.into_inner()?.finish()?;
        file.flush()?;
        file.get_ref().sync_all()?;
        Ok(self.end)
    }
}

/// Adds the name and the length of an entry to the hash, before the content of the entry. Content therefore cannot be
/// moved between entries without changing the hash.
pub(crate) fn add_hash(hash: &mut blake3::Hasher, name: &str, size: u64) {
    hash.update(&(name.len() as u64).to_le_bytes());
    hash.update(name.as_bytes());
    hash.update(&size.to_le_bytes());
}

/// Reader that hashes all bytes that are read.
pub(crate) struct HashingReader<'a, R> {
    pub from: R,
    pub hash: &'a mut blake3::Hasher,
}

impl<R: Read> Read for HashingReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(into)?;
        self.hash.update(&into[..read]);
        Ok(read)
    }
}

fn header(size: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o600);
    header.set_entry_type(tar::EntryType::Regular);
    header
}

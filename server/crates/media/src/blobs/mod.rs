//! Blob storage for files that are not pages: named by their hash, written once, never changed.
//! Blobs are in the data directory. Several servers can also share an S3 bucket; each stores local
//! copies of the files it has read. The database stores the name of each file, and which pages use it.

pub mod s3;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use self::s3::Bucket;
use pailou_database::private_files;
use pailou_settings::Settings;
use pailou_web::http_client::HttpClient;
use pailou_web::problem::Problem;

/// Folder of the blobs within the data directory.
pub const FOLDER: &str = "files";
/// Maximum number of cached checksums.
const MAX_KNOWN: usize = 1000;

#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
    bucket: Option<Bucket>,
    /// Length and SHA-256 of files, by their BLAKE3 hash.
    known: Mutex<BTreeMap<String, (u64, String)>>,
}

impl Files {
    pub fn new(settings: &Settings, outbound: &Arc<HttpClient>) -> Self {
        let bucket = settings.s3().map(|s3| Bucket::new(s3, outbound.clone()));
        Self { folder: settings.data.join(FOLDER), bucket, known: Mutex::default() }
    }

    /// Stores the bytes in the data directory, and in the bucket if there is one. Returns their BLAKE3 hash. An
    /// existing file in the data directory is not written again.
    pub async fn keep(&self, bytes: Bytes) -> std::io::Result<String> {
        let (folder, content) = (self.folder.clone(), bytes.clone());
        let hash = on_thread(move || keep(&folder, &content)).await?;
        if let Some(bucket) = &self.bucket {
            bucket.put(&hash, bytes).await?;
        }
        Ok(hash)
    }

    pub async fn read(&self, hash: &str) -> std::io::Result<Bytes> {
        let file = blob_path(&self.folder, hash)?;
        let read = on_thread(move || std::fs::read(file)).await;
        match (read, &self.bucket) {
            (Err(error), Some(bucket)) if error.kind() == ErrorKind::NotFound => {
                self.fetch(bucket, hash).await
            }
            (read, _) => Ok(read?.into()),
        }
    }

    /// Returns the content of a text file; `None` if it cannot be read or is not UTF-8.
    pub async fn text(&self, hash: &str) -> Option<String> {
        String::from_utf8(self.read(hash).await.ok()?.into()).ok()
    }

    /// Returns the length of a file and its SHA-256 in hexadecimal digits. Results are cached.
    pub async fn sha256(&self, hash: &str) -> std::io::Result<(u64, String)> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(hash) {
            return Ok(found.clone());
        }
        let bytes = self.read(hash).await?;
        let found = on_thread(move || {
            let sum = Sha256::digest(&bytes);
            let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
            Ok((bytes.len() as u64, sum))
        });
        let found = found.await?;
        let mut known = known();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(hash.to_owned(), found.clone());
        Ok(found)
    }

    /// Downloads the files of the bucket that are missing in the data directory. Returns their number; 0 without a
    /// bucket.
    pub async fn download_all(&self) -> std::io::Result<usize> {
        let Some(bucket) = &self.bucket else { return Ok(0) };
        let mut missing = bucket.names().await?;
        missing.retain(|hash| blob_path(&self.folder, hash).is_ok_and(|file| !file.exists()));
        for hash in &missing {
            self.fetch(bucket, hash).await?;
        }
        Ok(missing.len())
    }

    /// Uploads the files of the data directory that are missing in the bucket. Returns their number; 0 without a
    /// bucket.
    pub async fn upload_all(&self) -> std::io::Result<usize> {
        let Some(bucket) = &self.bucket else { return Ok(0) };
        let (uploaded, folder) = (bucket.names().await?, self.folder.clone());
        let mut missing = on_thread(move || names(&folder)).await?;
        missing.retain(|hash| !uploaded.contains(hash));
        for hash in &missing {
            bucket.put(hash, self.read(hash).await?).await?;
        }
        Ok(missing.len())
    }

    async fn fetch(&self, bucket: &Bucket, hash: &str) -> std::io::Result<Bytes> {
        let bytes = bucket.get(hash).await?;
        let (folder, content, expected) = (self.folder.clone(), bytes.clone(), hash.to_owned());
        let stored = on_thread(move || {
            if blake3::hash(&content).to_hex().as_str() != expected {
                let message = format!("the bucket contains different bytes for {expected}");
                return Err(Error::new(ErrorKind::InvalidData, message));
            }
            keep(&folder, &content)
        });
        stored.await?;
        Ok(bytes)
    }
}

/// Returns the problem for a file that cannot be stored or read; `file` is for the log.
pub fn problem(file: &str, error: &Error) -> Problem {
    if error.kind() == s3::STORAGE_UNAVAILABLE {
        tracing::error!(file, %error, "file storage unavailable");
        return Problem::Unavailable("file storage unavailable");
    }
    Problem::io(&format!("file {file}"), error)
}

async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    spawn_blocking(work).await.map_err(Error::other).flatten()
}

fn keep(folder: &Path, bytes: &[u8]) -> std::io::Result<String> {
    let hash = blake3::hash(bytes).to_hex().to_string();
    let file = blob_path(folder, &hash)?;
    if file.exists() {
        return Ok(hash);
    }
    let parent = file.parent().ok_or(ErrorKind::NotFound)?;
    private_files::create_dir(parent)?;
    // The temporary file is renamed when it is complete, so that a partial file is never read. Only the user of this
    // process can read the file.
    let mut unfinished =
        tempfile::Builder::new().prefix(&format!("{hash}.")).tempfile_in(parent)?;
    unfinished.write_all(bytes)?;
    unfinished.persist(&file)?;
    Ok(hash)
}

/// Returns the path of a file. The error for an invalid hash is `NotFound`, so that no other file on this machine can
/// be read.
fn blob_path(folder: &Path, hash: &str) -> std::io::Result<PathBuf> {
    let prefix = prefix(hash).ok_or(ErrorKind::NotFound)?;
    Ok(folder.join(prefix).join(hash))
}

/// Returns the subfolder of a hash; `None` for an invalid hash.
fn prefix(hash: &str) -> Option<&str> {
    is_hash(hash).then(|| hash.get(..2)).flatten()
}

/// Returns the hash of a file from its path below the data directory; `None` if the path is not
/// that of a blob.
pub fn hash_in(name: &str) -> Option<&str> {
    let (folder, hash) = name.strip_prefix(FOLDER)?.strip_prefix('/')?.split_once('/')?;
    (prefix(hash) == Some(folder)).then_some(hash)
}

/// Whether the content of a file matches its hash.
pub fn matches_hash(file: &Path, hash: &str) -> std::io::Result<bool> {
    let mut found = blake3::Hasher::new();
    found.update_reader(std::fs::File::open(file)?)?;
    Ok(found.finalize().to_hex().as_str() == hash)
}

/// Returns the hashes of all complete files in the folder; empty if the folder does not exist.
fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    if !folder.is_dir() {
        return Ok(names);
    }
    for prefix in std::fs::read_dir(folder)? {
        let prefix = prefix?.path();
        if !prefix.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(prefix)? {
            let name = file?.file_name().into_string().unwrap_or_default();
            names.extend(is_hash(&name).then_some(name));
        }
    }
    Ok(names)
}

/// Whether a name is a BLAKE3 hash in hexadecimal digits.
pub fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

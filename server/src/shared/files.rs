//! Bytes of files beside the pages, in the data directory, named by their hash: written once, never
//! changed. What they are called and where they are shown stands in the database.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Checksums that are remembered.
const MOST_KNOWN: usize = 1000;

/// Keeps the bytes; answers their hash. A file that is there already is not written again.
pub(crate) fn keep(folder: &Path, bytes: &[u8]) -> std::io::Result<String> {
    let hash = blake3::hash(bytes).to_hex().to_string();
    let file = place(folder, &hash);
    if file.exists() {
        return Ok(hash);
    }
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent)?;
    }
    // Under its own name only when it is whole.
    let unfinished = file.with_extension(super::id::record());
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, &file)?;
    Ok(hash)
}

pub(crate) fn read(folder: &Path, hash: &str) -> std::io::Result<Vec<u8>> {
    std::fs::read(place(folder, hash))
}

/// Length and SHA-256 of what is kept under this hash, in hexadecimal digits. What was read once is remembered.
pub(crate) fn sha256(folder: &Path, hash: &str) -> std::io::Result<(u64, String)> {
    static KNOWN: Mutex<BTreeMap<String, (u64, String)>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(hash) {
        return Ok(found.clone());
    }
    let bytes = read(folder, hash)?;
    let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let found = (bytes.len() as u64, sum);
    let mut known = known();
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(hash.to_owned(), found.clone());
    Ok(found)
}

fn place(folder: &Path, hash: &str) -> PathBuf {
    let shelf = hash.get(..2).unwrap_or("00");
    folder.join(shelf).join(hash)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let hash = super::keep(folder.path(), b"arch").unwrap();
        assert_eq!(super::keep(folder.path(), b"arch").unwrap(), hash);
        assert_eq!(super::read(folder.path(), &hash).unwrap(), b"arch");
        // RFC 6234's own example is of "abc".
        let abc = super::keep(folder.path(), b"abc").unwrap();
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
        for _ in 0..2 {
            assert_eq!(super::sha256(folder.path(), &abc).unwrap(), (3, sum.clone()));
        }
        assert!(super::sha256(folder.path(), "00ff").is_err());
    }
}

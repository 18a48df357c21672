//! Bytes of files beside the pages, in the data directory, named by their hash: written once, never
//! changed. What they are called and where they are shown stands in the database.

use std::path::{Path, PathBuf};

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
    }
}

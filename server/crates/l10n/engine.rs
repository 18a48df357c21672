//! Version of the rules for translation states: a hash of the source code that implements them. Used by the build
//! script and by the tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Crates whose code determines or serializes the states.
const CRATES: &[&str] =
    &["content", "git-history", "importers", "l10n", "markdown", "text-diff", "translation"];

/// Returns the hashed paths, relative to the folder of this crate: the sources of `CRATES`, and `Cargo.lock` for the
/// versions of dependencies.
pub(crate) fn inputs() -> Vec<PathBuf> {
    let sources = CRATES.iter().map(|name| PathBuf::from(format!("../{name}/src")));
    sources.chain([PathBuf::from("../../../Cargo.lock")]).collect()
}

/// Returns a hash of 16 hexadecimal digits, independent of the order of files in a folder.
pub(crate) fn hash_of(inputs: &[PathBuf]) -> io::Result<String> {
    let mut files = Vec::new();
    for input in inputs {
        add_files(input, &mut files)?;
    }
    files.sort();
    let mut hash = blake3::Hasher::new();
    for file in files {
        let name = file.to_string_lossy();
        for part in [name.as_bytes(), &fs::read(&file)?] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    Ok(hash.finalize().to_hex()[..16].to_owned())
}

fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        add_files(&entry?.path(), files)?;
    }
    Ok(())
}

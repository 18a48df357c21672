//! Version of the rules by which states are derived: a hash of the sources that they follow from. A module of the build
//! script and of the tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Crates whose code decides about states, or writes them.
const CRATES: &[&str] =
    &["content", "git-history", "importers", "l10n", "markdown", "text-diff", "translation"];

/// What the hash is of, from the folder of this crate: the sources of those crates, and the versions of dependencies.
pub(crate) fn inputs() -> Vec<PathBuf> {
    let sources = CRATES.iter().map(|name| PathBuf::from(format!("../{name}/src")));
    sources.chain([PathBuf::from("../../../Cargo.lock")]).collect()
}

/// 16 hexadecimal digits. The order of files in a folder does not matter.
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

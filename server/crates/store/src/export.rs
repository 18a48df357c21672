//! Export of all content as files: byte for byte what `import` read.

use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::{sql, version_list};
use crate::context::Store;

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(
        "{0} is not empty: choose a new or empty folder, because an export never overwrites files"
    )]
    NotEmpty(String),
    #[error("old version {0} does not exist: `pailou version list` lists the versions")]
    UnknownVersion(String),
    #[error("cannot write {0}: {1}")]
    Write(String, std::io::Error),
    #[error("{0} is missing in the data directory: {1}")]
    Missing(String, std::io::Error),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Writes every page and file of today, or those of an old version, into an empty or new folder; answers
/// how many.
pub async fn export(
    store: &Store,
    dir: &Path,
    version: Option<&str>,
) -> Result<usize, ExportError> {
    let (sources, beside) = match version {
        None => (sql::sources(&store.db).await?, sql::files(&store.db).await?),
        Some(name) => match version_list::sources(store, name).await? {
            Some(all) => all,
            None => return Err(ExportError::UnknownVersion(name.to_owned())),
        },
    };
    let failed = |place: &Path, error| ExportError::Write(place.display().to_string(), error);
    std::fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
    let mut entries = std::fs::read_dir(dir).map_err(|error| failed(dir, error))?;
    if entries.next().is_some() {
        return Err(ExportError::NotEmpty(dir.display().to_string()));
    }
    let mut written = 0;
    for (file, front_matter, markdown) in sources {
        let bytes = format!("{front_matter}{markdown}");
        write(dir, &file, bytes.as_bytes())?;
        written += 1;
    }
    for file in beside {
        let bytes = store
            .files
            .read(&file.hash)
            .await
            .map_err(|error| ExportError::Missing(file.path.clone(), error))?;
        write(dir, &file.path, &bytes)?;
        written += 1;
    }
    Ok(written)
}

fn write(dir: &Path, file: &str, bytes: &[u8]) -> Result<(), ExportError> {
    let place: PathBuf = dir.join(file);
    let write = || {
        if !stays_below(file) {
            return Err(Error::new(ErrorKind::InvalidInput, "path outside the folder"));
        }
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&place, bytes)
    };
    write().map_err(|error| ExportError::Write(place.display().to_string(), error))
}

/// Whether a name of the record is that of a file below the folder it is written to.
fn stays_below(file: &str) -> bool {
    Path::new(file).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn export_writes_inside_the_folder_only() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("out");
        let outside = folder.path().join("x.md");
        for file in ["../x.md", "a/../../x.md", outside.to_str().unwrap()] {
            let refused = write(&dir, file, b"x").unwrap_err();
            assert!(matches!(refused, ExportError::Write(..)), "{file}");
            assert!(!outside.exists(), "{file}");
        }
        write(&dir, "en/..a/x.md", b"x").unwrap();
        assert!(dir.join("en/..a/x.md").exists());
    }
}

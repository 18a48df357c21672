//! Export of all content as files with names that every operating system accepts. A file that was not
//! edited has the same bytes as at its import.

use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::{read, sql, version_list};
use crate::context::Store;
use pailou_content::export_names::{ExportNames, Renamed};
use pailou_content::root::Root;
use pailou_curated_answers::{file as answers_file, store as answers_store};
use pailou_importers::sources as sources_file;
use pailou_navigation_parents::file::{self as parents_file, ChosenParents};

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

/// Result of an export.
#[derive(Debug, Default)]
pub struct Exported {
    pub files: usize,
    /// Files with a different name in the export.
    pub renamed: Vec<Renamed>,
}

/// Writes all current pages and files, or those of an old version, to an empty or new folder. If a
/// write fails, the contents of the folder are deleted.
pub async fn export(
    store: &Store,
    dir: &Path,
    version: Option<&str>,
) -> Result<Exported, ExportError> {
    let (sources, beside) = match version {
        None => (sql::text_sources(&store.db).await?, sql::all_files(&store.db).await?),
        Some(name) => match version_list::version_sources(store, name).await? {
            Some(all) => all,
            None => return Err(ExportError::UnknownVersion(name.to_owned())),
        },
    };
    let failed = |path: &Path, error| ExportError::Write(path.display().to_string(), error);
    std::fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
    let mut entries = std::fs::read_dir(dir).map_err(|error| failed(dir, error))?;
    if entries.next().is_some() {
        return Err(ExportError::NotEmpty(dir.display().to_string()));
    }
    let answers = match version {
        None => answers_file::write(&answers_store::all(&store.db).await?),
        Some(_) => None,
    };
    let parents = match version {
        None => ChosenParents::load(&store.db).await?.write(),
        Some(_) => None,
    };
    let git_sources = git_sources(store, &sources).await?;
    let contents = Contents { sources, beside, answers, parents, git_sources };
    let exported = write_all(store, dir, contents).await;
    if exported.is_err() {
        // An error of the deletion is ignored, so that the error of the export is returned.
        let _ = delete_contents(dir);
    }
    exported
}

/// Files of an export.
struct Contents {
    /// File name, front matter, and Markdown of each text.
    sources: Vec<(String, String, String)>,
    /// Files that are not pages.
    beside: Vec<sql::File>,
    /// Curated answers of the assistant, in TOML.
    answers: Option<String>,
    /// Navigation parents that users chose, in TOML.
    parents: Option<String>,
    /// Git sources with exported texts, in TOML.
    git_sources: Option<String>,
}

/// Returns the file that contains the Git sources of these texts; `None` if no text comes from a Git source.
async fn git_sources(
    store: &Store,
    texts: &[(String, String, String)],
) -> Result<Option<String>, sqlx::Error> {
    let mut roots = read::import_roots(store).await?;
    let is_of = |root: &Root| texts.iter().any(|(file, ..)| root.below(file).is_some());
    roots.retain(is_of);
    let configured = store.settings.sources.iter().map(|it| (it.name.as_str(), it.from));
    Ok(sources_file::write(&roots, &configured.collect::<Vec<_>>()))
}

async fn write_all(
    store: &Store,
    dir: &Path,
    Contents { sources, beside, answers, parents, git_sources }: Contents,
) -> Result<Exported, ExportError> {
    let mut names = ExportNames::default();
    let made = [
        (answers_file::NAME, answers),
        (parents_file::NAME, parents),
        (sources_file::NAME, git_sources),
    ];
    let made = made.into_iter().filter_map(|(file, text)| Some((file, text?)));
    let made: Vec<_> = made.collect();
    let files = sources.len() + beside.len() + made.len();
    for (file, front_matter, markdown) in sources {
        let bytes = format!("{front_matter}{markdown}");
        write_file(dir, &file, &names.name(&file, true), bytes.as_bytes())?;
    }
    for file in beside {
        let bytes = store
            .files
            .read(&file.hash)
            .await
            .map_err(|error| ExportError::Missing(file.path.clone(), error))?;
        write_file(dir, &file.path, &names.name(&file.path, false), &bytes)?;
    }
    for (file, text) in made {
        write_file(dir, file, &names.name(file, false), text.as_bytes())?;
    }
    Ok(Exported { files, renamed: names.renamed })
}

fn delete_contents(dir: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => std::fs::remove_dir_all(entry.path())?,
            false => std::fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

/// Writes a file under its export name. Rejects a stored name (`file`) outside the export folder.
fn write_file(dir: &Path, file: &str, name: &str, bytes: &[u8]) -> Result<(), ExportError> {
    let path: PathBuf = dir.join(name);
    let write = || {
        if !stays_below(file) {
            return Err(Error::new(ErrorKind::InvalidInput, "path outside the folder"));
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, bytes)
    };
    write().map_err(|error| ExportError::Write(path.display().to_string(), error))
}

/// Whether a stored file name is a relative path that stays below the export folder.
fn stays_below(file: &str) -> bool {
    Path::new(file).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn export_rejects_file_names_outside_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("out");
        let outside = folder.path().join("x.md");
        for file in ["../x.md", "a/../../x.md", outside.to_str().unwrap()] {
            let refused = write_file(&dir, file, file, b"x").unwrap_err();
            assert!(matches!(refused, ExportError::Write(..)), "{file}");
            assert!(!outside.exists(), "{file}");
        }
        write_file(&dir, "en/..a/x.md", "en/..a/x.md", b"x").unwrap();
        assert!(dir.join("en/..a/x.md").exists());
    }
}

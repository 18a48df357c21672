//! Cache of the translation states of pages: one file per documentation folder.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::file;
use crate::report::PageStates;

/// Version of the rules for translation states and of the file format: a hash of their source code, computed by the
/// build script.
const ENGINE: &str = env!("PAILOU_L10N_ENGINE");
/// Maximum size of a cache file in bytes. Pages whose states do not fit are not cached.
const MAX_BYTES: usize = 64 << 20;
/// Maximum number of cache files; the oldest files are deleted.
const MAX_FILES: usize = 8;
const PREFIX: &str = "l10n-";

#[derive(Serialize, Deserialize)]
struct Stored {
    engine: String,
    pages: HashMap<String, PageStates>,
}

/// Cache of one folder.
pub(crate) struct Cache {
    file: PathBuf,
    pages: HashMap<String, PageStates>,
}

impl Cache {
    /// Opens the cache of a folder. A file that is too large, damaged, or written with another [`ENGINE`] counts
    /// as empty.
    pub(crate) fn open(dir: &Path, folder: &str) -> Self {
        let name = blake3::hash(folder.as_bytes()).to_hex();
        let file = dir.join(format!("{PREFIX}{}.json", &name[..16]));
        let bytes = match fs::metadata(&file) {
            Ok(found) if found.is_file() && found.len() <= 2 * MAX_BYTES as u64 => {
                fs::read(&file).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let stored: Option<Stored> = serde_json::from_slice(&bytes).ok();
        let pages = stored.filter(|stored| stored.engine == ENGINE).map(|stored| stored.pages);
        Self { file, pages: pages.unwrap_or_default() }
    }

    pub(crate) fn page(&self, key: &str) -> Option<&PageStates> {
        self.pages.get(key)
    }

    /// Replaces the stored pages. The file is not written if its content is unchanged.
    pub(crate) fn store(self, pages: Vec<(String, PageStates)>) -> io::Result<()> {
        let is_same = self.pages.len() == pages.len()
            && pages.iter().all(|(key, page)| self.pages.get(key) == Some(page));
        if is_same && self.file.is_file() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        bytes.extend_from_slice(br#"{"engine":"#);
        bytes.extend(serde_json::to_vec(ENGINE)?);
        bytes.extend_from_slice(br#","pages":{"#);
        let mut is_first = true;
        for (key, page) in pages {
            let page = serde_json::to_vec(&page)?;
            if bytes.len() + page.len() > MAX_BYTES {
                continue;
            }
            if !is_first {
                bytes.push(b',');
            }
            is_first = false;
            bytes.extend(serde_json::to_vec(&key)?);
            bytes.push(b':');
            bytes.extend(page);
        }
        bytes.extend_from_slice(b"}}");
        file::write_file(&self.file, &bytes)?;
        if let Some(dir) = self.file.parent() {
            delete_oldest(dir);
        }
        Ok(())
    }
}

fn delete_oldest(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let age = |entry: &fs::DirEntry| {
        entry.metadata().and_then(|it| it.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let own = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(PREFIX) && name.ends_with(".json")
    };
    let mut files: Vec<_> = entries.flatten().filter(own).collect();
    files.sort_by_key(|entry| std::cmp::Reverse(age(entry)));
    for entry in files.into_iter().skip(MAX_FILES) {
        let _ = fs::remove_file(entry.path());
    }
}

#[cfg(test)]
#[path = "../engine.rs"]
mod engine;

#[cfg(test)]
mod tests {
    use std::fs;

    use core_wasm::locale::Locale;

    use super::engine::{hash_of, inputs};
    use super::{Cache, ENGINE};
    use crate::report::{Counts, PageStates, Warning};

    fn page_states(warning: Option<&str>) -> PageStates {
        let warning_of = |code: &str| Warning {
            code: code.to_owned(),
            file: String::new(),
            commit: None,
            detail: String::new(),
        };
        PageStates {
            area: "docs".to_owned(),
            key: "a".to_owned(),
            zh_file: None,
            en_file: None,
            source: Locale::En,
            zh: Counts::default(),
            en: Counts::default(),
            findings: Vec::new(),
            warnings: warning.map(warning_of).into_iter().collect(),
            is_source_assumed: false,
            is_untracked: false,
        }
    }

    #[test]
    fn recomputed_page_replaces_its_cache_entry() {
        let dir = tempfile::tempdir().unwrap();
        for warning in [Some("unknown-commit"), None] {
            let states = page_states(warning);
            let cache = Cache::open(dir.path(), "docs");
            cache.store(vec![("key".to_owned(), states.clone())]).unwrap();
            assert_eq!(Cache::open(dir.path(), "docs").page("key"), Some(&states));
        }
    }

    #[test]
    fn hash_changes_with_file_content_and_name() {
        let folder = tempfile::tempdir().unwrap();
        let hash = || hash_of(&[folder.path().to_owned()]).unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("inner/a.rs"), "one").unwrap();
        let first = hash();
        assert_eq!((first.len(), hash()), (16, first.clone()));
        fs::write(folder.path().join("inner/a.rs"), "two").unwrap();
        let second = hash();
        fs::rename(folder.path().join("inner/a.rs"), folder.path().join("inner/b.rs")).unwrap();
        assert!(first != second && second != hash());
    }

    #[test]
    fn hash_of_the_build_script_matches_the_sources() {
        // The paths are valid, because tests run in the folder of the crate, like the build script.
        assert_eq!(ENGINE, hash_of(&inputs()).unwrap());
    }
}

//! Snippets: files that pages include, such as code or shared Markdown. A save stores which page includes
//! which file; the content is read from the current file.

pub mod store;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{LINK_TARGETS, page_tag};
use crate::context::Store;
use pailou_content::file_name;
use pailou_database::Tx;
use pailou_database::change_feed::CacheTag;
use pailou_importers::folder::Folder;

/// Maximum size of a file that can be included, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Files of a folder that is being imported. Reads only files that the directory scan found. The scan rejects
/// symbolic links that leave the folder, so no file outside the folder is read.
pub struct SnippetReader<'a> {
    dir: &'a Path,
    found: HashSet<String>,
    read: Mutex<HashMap<String, Option<Arc<str>>>>,
}

impl<'a> SnippetReader<'a> {
    pub fn new(dir: &'a Path, folder: &Folder, beside: &[String]) -> Self {
        let pages = folder.pages.iter().map(|page| page.file.clone());
        let found = pages.chain(beside.iter().cloned()).collect();
        Self { dir, found, read: Mutex::default() }
    }

    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(path.to_owned()).or_insert_with(|| self.read_file(path)).clone()
    }

    fn read_file(&self, path: &str) -> Option<Arc<str>> {
        let file_path = file_name::path_on_disk(self.dir, self.found.get(path)?);
        let is_small = std::fs::metadata(&file_path).is_ok_and(|meta| meta.len() <= MAX_BYTES);
        is_small.then(|| std::fs::read_to_string(&file_path).ok())?.map(Arc::from)
    }
}

/// Stores the files that a page includes. Returns the cache tag to invalidate; `None` if nothing changed.
pub(crate) async fn store_snippets(
    tx: &mut Tx,
    file: &str,
    parts: &[String],
) -> Result<Option<CacheTag>, sqlx::Error> {
    let mut sorted = parts.to_vec();
    sorted.sort();
    sorted.dedup();
    if store::snippets_of_file(tx, file).await? == sorted {
        return Ok(None);
    }
    store::delete_snippets(tx, file).await?;
    for part in &sorted {
        store::insert_snippet(tx, file, part).await?;
    }
    Ok(Some(LINK_TARGETS.to_owned()))
}

/// Returns the cache tags to invalidate if this file changes.
pub(crate) async fn tags_of(tx: &mut Tx, file: &str) -> Result<Vec<CacheTag>, sqlx::Error> {
    let pages = store::pages_with_snippet(tx, file).await?;
    let mut tags: Vec<CacheTag> = pages.iter().map(|(area, key)| page_tag(area, key)).collect();
    if !tags.is_empty() {
        tags.push(LINK_TARGETS.to_owned());
    }
    Ok(tags)
}

/// Returns the text of every included file.
pub(crate) async fn snippet_texts(store: &Store) -> Result<Vec<(String, Arc<str>)>, sqlx::Error> {
    let mut texts = Vec::new();
    for path in store::included_files(&store.db).await? {
        let text = match store::page_with_file(&store.db, &path).await? {
            Some((front, body)) => Some(format!("{front}{body}")),
            None => match store::hash(&store.db, &path).await? {
                Some(hash) => store.files.text(&hash).await,
                None => None,
            },
        };
        texts.extend(text.map(|text| (path, Arc::from(text))));
    }
    Ok(texts)
}

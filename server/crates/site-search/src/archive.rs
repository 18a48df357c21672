//! Search index of all old versions. A page that is equal in several versions is indexed once; the pages of each
//! version form a [`Scope`]. The index is built at the first search or page view in an old version, and dropped when it
//! is idle.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;
use tokio::sync::Mutex;

use super::entry::{self, Titles};
use super::store::TextRow;
use super::{SearchIndex, SearchIndexError};
use pailou_content::link::LinkTargets;
use pailou_content::page_path;
use pailou_search::engine::{Engine, Scope};
use pailou_search::index::Document;
use pailou_store::DOCS;
use pailou_store::context::Store;
use pailou_store::version_list;
use pailou_store::version_list::VERSIONS;
use pailou_versions::VersionText;

/// The index is dropped after this time without a search or page view in an old version.
const IDLE: Duration = Duration::from_secs(15 * 60);
/// Number of pages that are read from the database at a time.
const BATCH: usize = 64;

/// Search index of the old versions.
#[derive(Debug)]
pub struct Archived {
    pub engine: Engine,
    scopes: HashMap<String, Scope>,
}

impl Archived {
    async fn with(mut self, pages: Vec<Read>) -> Result<Self, SearchIndexError> {
        let enter = move || {
            for (documents, versions) in pages {
                for (locale, document) in documents {
                    let number = self.engine.put(locale, document);
                    for version in &versions {
                        self.scopes.entry(version.clone()).or_default().add(locale, number);
                    }
                }
            }
            self
        };
        Ok(tokio::task::spawn_blocking(enter).await?)
    }

    /// Returns the scope of one old version; `None` for an unknown version.
    pub fn scope(&self, version: &str) -> Option<&Scope> {
        self.scopes.get(version)
    }
}

#[derive(Debug, Default)]
pub struct Archive {
    cached: RwLock<Option<CachedArchive>>,
    /// Locked while the index is built.
    making: Mutex<()>,
}

#[derive(Debug)]
struct CachedArchive {
    archived: Arc<Archived>,
    created_at: i64,
    used: Instant,
}

impl Archive {
    pub async fn get(
        &self,
        search_index: &Arc<SearchIndex>,
        store: &Store,
    ) -> Result<Arc<Archived>, SearchIndexError> {
        if let Some(archived) = self.loaded(store) {
            return Ok(archived);
        }
        let _making = self.making.lock().await;
        if let Some(archived) = self.loaded(store) {
            return Ok(archived);
        }
        let created_at = store.changes.version();
        let archived = Arc::new(made(search_index, store).await?);
        let mut cached = self.cached.write().unwrap_or_else(PoisonError::into_inner);
        if cached.is_none() {
            tokio::spawn(evict_when_idle(search_index.clone()));
        }
        *cached =
            Some(CachedArchive { archived: archived.clone(), created_at, used: Instant::now() });
        Ok(archived)
    }

    /// Builds the index in the background if it is not loaded. Called when a page of an old version is read, because a
    /// search may follow.
    pub(crate) fn prefetch(search_index: &Arc<SearchIndex>, store: &Store) {
        if search_index.archive.loaded(store).is_none() {
            let (search_index, store) = (search_index.clone(), store.clone());
            tokio::spawn(async move {
                if let Err(error) = search_index.archived(&store).await {
                    tracing::warn!(%error, "building search index of old versions failed");
                }
            });
        }
    }

    fn loaded(&self, store: &Store) -> Option<Arc<Archived>> {
        let mut cached = self.cached.write().unwrap_or_else(PoisonError::into_inner);
        let cached = cached.as_mut()?;
        if !store.changes.unchanged_since(cached.created_at, &[VERSIONS.to_owned()]) {
            return None;
        }
        cached.used = Instant::now();
        Some(cached.archived.clone())
    }
}

async fn evict_when_idle(search_index: Arc<SearchIndex>) {
    let mut pause = IDLE;
    loop {
        tokio::time::sleep(pause).await;
        let cached = &search_index.archive.cached;
        let mut cached = cached.write().unwrap_or_else(PoisonError::into_inner);
        let Some(used) = cached.as_ref().map(|cached| cached.used) else { return };
        pause = IDLE.saturating_sub(used.elapsed());
        if pause.is_zero() {
            *cached = None;
            tracing::info!("search index of old versions unloaded");
            return;
        }
    }
}

/// A page, and the versions in which its paths, titles, and texts are the same.
#[derive(Debug, Default)]
struct Page {
    texts: Vec<VersionText>,
    crumbs: Titles,
    versions: Vec<String>,
}

async fn made(search_index: &SearchIndex, store: &Store) -> Result<Archived, SearchIndexError> {
    let start = Instant::now();
    let mut archived = {
        let today = search_index.engine();
        let mut engine = Engine::new(today.zh.lexicon.clone());
        engine.translation_model = today.translation_model.clone();
        Archived { engine, scopes: HashMap::new() }
    };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut in_progress = VecDeque::new();
    let mut pages = archived_pages(store).await?.into_iter();
    loop {
        let mut batch = Vec::with_capacity(BATCH);
        for (id, page) in pages.by_ref().take(BATCH) {
            batch.push((archived_texts(store, &id, &page.texts).await?, page));
        }
        if batch.is_empty() {
            break;
        }
        in_progress.push_back(tokio::task::spawn_blocking(move || read_batch(batch)));
        if in_progress.len() > workers
            && let Some(read) = in_progress.pop_front()
        {
            archived = archived.with(read.await?).await?;
        }
    }
    for read in in_progress {
        archived = archived.with(read.await?).await?;
    }
    tracing::info!(
        pages = archived.engine.zh.live.pages + archived.engine.en.live.pages,
        versions = archived.scopes.len(),
        kilobytes = archived.engine.bytes() >> 10,
        milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        "search index of old versions built"
    );
    Ok(archived)
}

/// Returns the pages of all old versions, each with a hash of its content as key.
async fn archived_pages(store: &Store) -> Result<BTreeMap<String, Page>, SearchIndexError> {
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    for version in
        version_list::all_versions(store).await?.iter().filter(|version| version.is_old())
    {
        let (texts, folders) = pailou_versions::version_texts(store, version).await?;
        let mut titles: HashMap<(&str, &str), &str> = HashMap::new();
        for (locale, path, title) in &folders {
            titles.insert((locale, path), title);
        }
        for text in &texts {
            titles.insert((&text.locale, &text.path), &text.title);
        }
        for page in texts.chunk_by(|a, b| a.key == b.key) {
            let known = pages.entry(id_of(page)).or_insert_with(|| Page {
                texts: page.to_vec(),
                crumbs: crumbs(page, &titles),
                versions: Vec::new(),
            });
            known.versions.push(version.name.clone());
        }
    }
    Ok(pages)
}

fn id_of(page: &[VersionText]) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in page {
        for part in [&text.key, &text.locale, &text.path, &text.file, &text.title, &text.body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Returns the titles of the folders above a page.
fn crumbs(page: &[VersionText], titles: &HashMap<(&str, &str), &str>) -> Titles {
    let mut crumbs = Titles::new();
    for text in page {
        let Ok(locale) = Locale::from_str(&text.locale) else { continue };
        for folder in page_path::folders(&text.path) {
            if let Some(title) = titles.get(&(text.locale.as_str(), folder)) {
                crumbs.insert((locale, folder.to_owned()), (*title).to_owned());
            }
        }
    }
    crumbs
}

/// Documents of a page, with the versions that contain it.
type Read = (Vec<(Locale, Document)>, Vec<String>);

fn read_batch(batch: Vec<(Vec<TextRow>, Page)>) -> Vec<Read> {
    let documents = |rows: &[TextRow], crumbs: &Titles| {
        let side = |locale: Locale| rows.iter().find(|row| row.locale == locale.tag());
        let headings = match (side(Locale::Zh), side(Locale::En)) {
            (Some(zh), Some(en)) => pailou_versions::paired_headings(
                (zh.dialect(), &zh.markdown),
                (en.dialect(), &en.markdown),
            ),
            _ => Vec::new(),
        };
        let document = |row: &TextRow| {
            let locale = Locale::from_str(&row.locale).ok()?;
            // Links need not be resolved, because link targets are not indexed.
            let targets = LinkTargets::default();
            Some((locale, entry::document(&targets, crumbs, row, locale, &headings)))
        };
        rows.iter().filter_map(document).collect()
    };
    batch.into_iter().map(|(rows, page)| (documents(&rows, &page.crumbs), page.versions)).collect()
}

async fn archived_texts(
    store: &Store,
    id: &str,
    page: &[VersionText],
) -> Result<Vec<TextRow>, SearchIndexError> {
    let mut rows = Vec::with_capacity(page.len());
    for text in page {
        let Some((markdown, dialect)) = pailou_versions::markdown(store, text).await? else {
            continue;
        };
        rows.push(TextRow {
            page_id: id.to_owned(),
            area: DOCS.to_owned(),
            key: id.to_owned(),
            locale: text.locale.clone(),
            path: text.path.clone(),
            file: text.file.clone(),
            title: text.title.clone(),
            markdown,
            segments: String::new(),
            dialect,
        });
    }
    Ok(rows)
}

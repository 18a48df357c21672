//! Search index of the documentation and news of this site. It is built when the server starts, updated page by page,
//! and can be rebuilt from the database at any time.
//!
//! - `SearchIndex` contains the engine of the crate `search`, and updates (`refresh`) or rebuilds it (`learn`).
//! - [`entry`] creates search documents and translation samples of a page.
//! - [`archive`] is the index of the old versions, built on demand.
//! - [`dictionary`] lists the search dictionary and stores corrections.
//! - [`evaluation`] measures the quality of the results, for `pailou eval`.
//! - [`store`] contains the SQL.
//!
//! ```text
//! SearchIndex::refresh → store::text_rows → Entry → Engine
//! SearchIndex::engine → Engine::question(Query) → Question::find → hits
//! ```

pub mod archive;
pub mod dictionary;
pub mod entry;
pub mod evaluation;
pub mod store;

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;
use tokio::sync::{Mutex, Notify};

use archive::Archive;
pub use archive::Archived;
pub use entry::Entry;
use entry::Titles;
use store::{LinkRow, TextRow};

use pailou_content::link::LinkTargets;
use pailou_content::page_path;
use pailou_database::cached::Cached;
use pailou_database::id;
use pailou_search::bootstrap_dictionary;
use pailou_search::decisions::Decisions;
use pailou_search::engine::Engine;
use pailou_search::index::Prepared;
use pailou_search::lexicon::{Learner, Lexicon};
use pailou_search::query::Query;
use pailou_search::translation_model::{Corpus, Sample, TranslationModel};
use pailou_store::context::Store;
use pailou_store::news::News;
use pailou_store::{DOCS, NEWS};
use pailou_web::problem::Problem;

/// Areas that are indexed.
const AREAS: [&str; 2] = [DOCS, NEWS];
/// Number of pages that are read from the database at a time.
const BATCH: i64 = 64;
/// Minimum pause between a change and the rebuild that adds new words to the lexicon and the dictionary. One rebuild
/// can therefore cover all changes of an import.
pub const LEARN_DELAY: Duration = Duration::from_secs(2);
/// Minimum pause after a rebuild, relative to its duration: rebuilds take at most a third of the time.
const PAUSE_PER_REBUILD_TIME: u32 = 2;
/// Number of pages per batch of a rebuild in the background.
const SMALL_BATCH: i64 = 8;
/// Pause after a batch in the background, relative to its duration.
const PAUSE_PER_BATCH_TIME: u32 = 1;
/// Number of changed pages above which the whole index is rebuilt.
const MAX_CHANGED: usize = 2000;

#[derive(Debug, thiserror::Error)]
pub enum SearchIndexError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("search index build failed: {0}")]
    Task(#[from] tokio::task::JoinError),
}

impl From<SearchIndexError> for Problem {
    fn from(error: SearchIndexError) -> Self {
        match error {
            SearchIndexError::Database(error) => error.into(),
            SearchIndexError::Task(_) => Self::Internal(error.to_string()),
        }
    }
}

/// Priority of a rebuild: at full speed with all CPUs, or throttled in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexPriority {
    FullSpeed,
    InBackground,
}

impl IndexPriority {
    fn batch(self) -> i64 {
        if self == Self::FullSpeed { BATCH } else { SMALL_BATCH }
    }

    /// Number of batches that may be in progress besides the current one.
    fn ahead(self) -> usize {
        match self {
            Self::FullSpeed => std::thread::available_parallelism().map_or(1, NonZero::get),
            Self::InBackground => 0,
        }
    }

    async fn throttle(self, since: Instant) {
        if self == Self::InBackground {
            tokio::time::sleep(since.elapsed() * PAUSE_PER_BATCH_TIME).await;
        }
    }
}

#[derive(Debug)]
pub struct SearchIndex {
    engine: RwLock<Engine>,
    /// Version of the change feed (number of the last change) that the index includes; negative before the first build.
    as_of: AtomicI64,
    /// Time up to which the index contains the published news entries, in milliseconds since the Unix epoch.
    news_as_of: AtomicI64,
    /// Version of the change feed at the last rebuild; negative before the first rebuild.
    learned_at: AtomicI64,
    /// Publication time of the next news entry, in milliseconds since the Unix epoch.
    next_news: AtomicI64,
    /// Duration of the last build.
    milliseconds: AtomicU64,
    decisions: Cached<Decisions>,
    /// Notified when pages or dictionary decisions have changed since the last rebuild.
    outdated: Notify,
    /// Locked while the index is updated.
    updating: Mutex<()>,
    /// Index of old versions.
    archive: Archive,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self {
            engine: RwLock::new(Engine::new(Arc::default())),
            as_of: AtomicI64::new(-1),
            news_as_of: AtomicI64::new(i64::MIN),
            learned_at: AtomicI64::new(-1),
            next_news: AtomicI64::new(i64::MAX),
            milliseconds: AtomicU64::new(0),
            decisions: Cached::new(dictionary::TAG),
            outdated: Notify::new(),
            updating: Mutex::new(()),
            archive: Archive::default(),
        }
    }
}

impl SearchIndex {
    /// Updates the index. Builds it at the first call, and after many changes.
    pub async fn refresh(&self, store: &Store) -> Result<(), SearchIndexError> {
        if self.is_current(store.changes.version(), id::now()) {
            return Ok(());
        }
        let _updating = self.updating.lock().await;
        let (feed_version, now) = (store.changes.version(), id::now());
        if self.is_current(feed_version, now) {
            return Ok(());
        }
        let as_of = self.as_of.load(Ordering::Acquire);
        let tags = store.changes.changed_since(as_of);
        let news = News::of(store).await?;
        let changed = self.changed_pages(&tags, &news, now);
        if as_of < 0 || changed.len() > MAX_CHANGED || self.engine().needs_compaction() {
            let engine = self.build_engine(store, IndexPriority::FullSpeed).await?;
            *self.engine.write().unwrap_or_else(PoisonError::into_inner) = engine;
            self.learned_at.store(feed_version, Ordering::Release);
        } else if !changed.is_empty() {
            self.update(store, &changed).await?;
            self.outdated.notify_one();
        }
        if as_of >= 0 && tags.iter().any(|tag| tag == dictionary::TAG) {
            let decisions = self.decisions(store).await?;
            let mut engine = self.engine.write().unwrap_or_else(PoisonError::into_inner);
            Arc::make_mut(&mut engine.translation_model).apply_overrides(&decisions);
            // A decision may contain a new word, which segmentation uses only after a rebuild.
            self.outdated.notify_one();
        }
        self.set_current(feed_version, &news, now);
        Ok(())
    }

    /// Like [`Self::refresh`], but returns false if the index is not current after `wait`. The update then continues in
    /// the background.
    pub async fn refresh_within(
        self: &Arc<Self>,
        store: &Store,
        wait: Duration,
    ) -> Result<bool, SearchIndexError> {
        if self.is_current(store.changes.version(), id::now()) {
            return Ok(true);
        }
        let (index, store) = (self.clone(), store.clone());
        let update = tokio::spawn(async move { index.refresh(&store).await });
        match tokio::time::timeout(wait, update).await {
            Ok(updated) => updated?.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Returns the version of the change feed at the last rebuild; negative before the first rebuild.
    pub fn learned_at(&self) -> i64 {
        self.learned_at.load(Ordering::Acquire)
    }

    /// Whether the index contains the changes up to `version` and the news published by `now`.
    fn is_current(&self, version: i64, now: i64) -> bool {
        self.as_of.load(Ordering::Acquire) >= version
            && self.next_news.load(Ordering::Acquire) > now
    }

    fn set_current(&self, version: i64, news: &News, now: i64) {
        self.news_as_of.store(now, Ordering::Release);
        self.next_news.store(news.next_at(now).unwrap_or(i64::MAX), Ordering::Release);
        self.as_of.store(version, Ordering::Release);
    }

    /// Returns area and key of the changed pages, and of the news entries whose date has passed since the last update.
    fn changed_pages(&self, tags: &[String], news: &News, now: i64) -> Vec<(&'static str, String)> {
        let changed = AREAS.into_iter().flat_map(|area| {
            pailou_store::pages_among(tags, area).into_iter().map(move |key| (area, key))
        });
        let due = news.keys_between(self.news_as_of.load(Ordering::Acquire), now);
        let mut pages: Vec<_> = changed.chain(due.into_iter().map(|key| (NEWS, key))).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    pub fn engine(&self) -> RwLockReadGuard<'_, Engine> {
        self.engine.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of old versions; builds it if it is not loaded.
    pub async fn archived(
        self: &Arc<Self>,
        store: &Store,
    ) -> Result<Arc<Archived>, SearchIndexError> {
        self.refresh(store).await?;
        self.archive.get(self, store).await
    }

    /// Builds the index of old versions in the background.
    pub fn prefetch_archive_index(self: &Arc<Self>, store: &Store) {
        Archive::prefetch(self, store);
    }

    /// Returns counts, the whole dictionary, and the results of some queries as text.
    pub fn dump_for_tests(&self, questions: &[&str]) -> String {
        let engine = self.engine();
        let mut lines = Vec::new();
        for locale in [Locale::Zh, Locale::En] {
            let live = &engine.index_of(locale).live;
            lines.push(format!("{locale} {} {} {:.1}", live.pages, live.sections, live.length));
            let mut terms: Vec<&str> = engine.translation_model.terms(locale).collect();
            terms.sort_unstable();
            for term in terms {
                let translations = engine.translation_model.translations(locale, term).iter();
                let translations: Vec<_> =
                    translations.map(|(to, p)| format!("{to} {p:.3}")).collect();
                lines.push(format!("{term}: {}", translations.join(", ")));
            }
        }
        for (question, reader) in
            questions.iter().flat_map(|question| [(question, Locale::Zh), (question, Locale::En)])
        {
            let query = Query::read(question);
            for found in engine.question(&query).find(reader, None).best(50) {
                let Some((page, section)) = engine.index_of(found.locale).page_of(found.section)
                else {
                    continue;
                };
                let anchor = section.anchor.as_deref().unwrap_or_default();
                lines.push(format!("{question} {reader} {}#{anchor} {:.3}", page.url, found.score));
            }
        }
        lines.join("\n")
    }

    /// Returns the number of indexed sections, memory use in bytes, and the duration of the last
    /// build in milliseconds.
    pub fn statistics(&self) -> [u64; 3] {
        let engine = self.engine();
        let sections = u64::from(engine.zh.live.sections + engine.en.live.sections);
        [sections, engine.bytes() as u64, self.milliseconds.load(Ordering::Relaxed)]
    }

    /// Removes the engine from the index for an evaluation, and returns it with its lexicon. An empty engine replaces
    /// it.
    pub fn take_engine(&self) -> (Engine, Arc<Lexicon>) {
        let mut engine = self.engine.write().unwrap_or_else(PoisonError::into_inner);
        let lexicon = engine.zh.lexicon.clone();
        let empty = Engine::new(lexicon.clone());
        (std::mem::replace(&mut engine, empty), lexicon)
    }

    /// Returns the lexicon of the index.
    fn lexicon(&self) -> Arc<Lexicon> {
        self.engine().zh.lexicon.clone()
    }

    /// Keeps the index up to date until the server stops, even without searches. A changed page is indexed immediately.
    /// A later rebuild from all pages adds its new words to the lexicon and its translations to the dictionary. `delay`
    /// is the minimum pause between a change and the rebuild, and between a failed update and the next attempt.
    pub async fn run_index_worker(&self, store: &Store, delay: Duration) {
        let mut pause = delay;
        loop {
            tokio::select! {
                () = self.outdated.notified() => {}
                () = store.changes.wait_for_newer(self.as_of.load(Ordering::Acquire)) => {
                    if let Err(error) = self.refresh(store).await {
                        tracing::warn!(%error, "search index update failed");
                        tokio::time::sleep(delay).await;
                    }
                    continue;
                }
            }
            tokio::time::sleep(pause).await;
            let start = Instant::now();
            if let Err(error) = self.learn(store, IndexPriority::InBackground).await {
                tracing::warn!(%error, "search index rebuild failed");
            }
            pause = delay.max(start.elapsed() * PAUSE_PER_REBUILD_TIME);
        }
    }

    /// Rebuilds the index, the lexicon, and the dictionary, as at server start.
    pub async fn learn(&self, store: &Store, pace: IndexPriority) -> Result<(), SearchIndexError> {
        let (feed_version, now) = (store.changes.version(), id::now());
        let news = News::of(store).await?;
        let engine = self.build_engine(store, pace).await?;
        let _updating = self.updating.lock().await;
        *self.engine.write().unwrap_or_else(PoisonError::into_inner) = engine;
        // Changes made during the build are applied by the next update.
        self.set_current(feed_version, &news, now);
        self.learned_at.store(feed_version, Ordering::Release);
        Ok(())
    }

    /// Builds the engine with a new lexicon, because words of deleted texts must not affect
    /// segmentation. An index segments queries with the same lexicon as its texts.
    async fn build_engine(
        &self,
        store: &Store,
        pace: IndexPriority,
    ) -> Result<Engine, SearchIndexError> {
        let start = Instant::now();
        let lexicon = self.learnt_words(store, pace).await?;
        let mut engine = Engine::new(lexicon.clone());
        let mut corpus = Corpus::new(&bootstrap_dictionary::samples(&lexicon));
        let prepare = {
            let lexicon = lexicon.clone();
            move |entry: Entry| (entry.samples(&lexicon), entry.prepared(&lexicon))
        };
        let mut take = |(samples, documents): (Vec<Sample>, Vec<(Locale, Prepared)>)| {
            for (locale, document) in documents {
                engine.enter(locale, document);
            }
            samples.iter().for_each(|sample| corpus.add(sample));
        };
        for area in AREAS {
            for_each_page(store, area, pace, prepare.clone(), &mut take).await?;
        }
        let learn = move || TranslationModel::learn(&corpus);
        let mut translation_model = tokio::task::spawn_blocking(learn).await?;
        translation_model.apply_overrides(&*self.decisions(store).await?);
        engine.translation_model = translation_model.into();
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.milliseconds.store(milliseconds, Ordering::Relaxed);
        tracing::info!(
            pages = engine.zh.live.pages + engine.en.live.pages,
            sections = engine.zh.live.sections + engine.en.live.sections,
            kilobytes = engine.bytes() >> 10,
            words = engine.translation_model.len(Locale::Zh),
            milliseconds,
            "search index built"
        );
        Ok(engine)
    }

    /// Builds the lexicon from the bootstrap dictionary, the Chinese texts, and the decisions of editors, before any
    /// text is indexed.
    async fn learnt_words(
        &self,
        store: &Store,
        pace: IndexPriority,
    ) -> Result<Arc<Lexicon>, SearchIndexError> {
        let words = Arc::new(Lexicon::default());
        let mut learner = Learner::new();
        for (zh, _) in bootstrap_dictionary::pairs() {
            words.learn(&mut learner, zh);
        }
        let (mut areas, mut after) = (AREAS.into_iter().peekable(), String::new());
        while let Some(area) = areas.peek() {
            let start = Instant::now();
            let mut texts = store::batch(&store.db, area, &after, pace.batch()).await?;
            let Some(last) = texts.last() else {
                areas.next();
                after.clear();
                continue;
            };
            after.clone_from(&last.page_id);
            retain_published(store, &mut texts).await?;
            if texts.iter().all(|text| text.locale != Locale::Zh.tag()) {
                continue;
            }
            let lexicon = words.clone();
            let learn = move || {
                for text in texts.iter().filter(|text| text.locale == Locale::Zh.tag()) {
                    lexicon.learn(&mut learner, &text.title);
                    lexicon.learn(&mut learner, &text.markdown);
                }
                learner
            };
            learner = tokio::task::spawn_blocking(learn).await?;
            pace.throttle(start).await;
        }
        words.add_site_words(&learner);
        for word in self.decisions(store).await?.words() {
            words.add(word);
        }
        Ok(words)
    }

    async fn update(
        &self,
        store: &Store,
        pages: &[(&'static str, String)],
    ) -> Result<(), SearchIndexError> {
        let targets = pailou_store::link_targets(store).await?;
        for (area, key) in pages {
            let mut texts = store::text_rows(&store.db, area, key).await?;
            retain_published(store, &mut texts).await?;
            let titles = titles_above(store, &texts).await?;
            let links = match texts.first() {
                Some(text) => store::links(&store.db, &text.page_id, &text.page_id).await?,
                None => Vec::new(),
            };
            let entry = entry::entry(&targets, &titles, &texts, &links);
            let documents = entry.prepared(&self.lexicon());
            let mut engine = self.engine.write().unwrap_or_else(PoisonError::into_inner);
            let key = entry::document_key(area, key);
            for locale in [Locale::Zh, Locale::En] {
                engine.remove(locale, &key);
            }
            for (locale, document) in documents {
                engine.enter(locale, document);
            }
        }
        Ok(())
    }
}

/// Removes news entries with a future date.
async fn retain_published(store: &Store, texts: &mut Vec<TextRow>) -> Result<(), sqlx::Error> {
    if texts.iter().any(|text| text.area == NEWS) {
        let news = News::of(store).await?;
        let published = news.page_ids();
        texts.retain(|text| text.area != NEWS || published.contains(text.page_id.as_str()));
    }
    Ok(())
}

/// Returns the titles of the folders above the texts.
async fn titles_above(store: &Store, texts: &[TextRow]) -> Result<Titles, sqlx::Error> {
    let mut titles = Titles::new();
    for text in texts.iter().filter(|text| text.area == DOCS) {
        let Ok(locale) = text.locale.parse() else { continue };
        for folder in page_path::folders(&text.path) {
            let name = pailou_store::sql::folder_title(&store.db, DOCS, locale, folder).await?;
            titles.extend(name.map(|name| ((locale, folder.to_owned()), name)));
        }
    }
    Ok(titles)
}

async fn all_titles(store: &Store) -> Result<Titles, sqlx::Error> {
    let mut titles = Titles::new();
    for row in pailou_store::sql::outline(&store.db, DOCS).await? {
        if let Ok(locale) = row.locale.parse() {
            titles.insert((locale, row.path), row.title);
        }
    }
    for locale in [Locale::Zh, Locale::En] {
        for row in pailou_store::sql::section_rows(&store.db, DOCS, locale).await? {
            titles.insert((locale, row.path), row.title);
        }
    }
    Ok(titles)
}

/// Reads every published page of an area, converts each with `make`, and passes the results to `take` in order.
pub async fn for_each_page<T: Send + 'static>(
    store: &Store,
    area: &str,
    pace: IndexPriority,
    make: impl Fn(Entry) -> T + Clone + Send + 'static,
    mut take: impl FnMut(T),
) -> Result<(), SearchIndexError> {
    let (targets, titles) =
        (pailou_store::link_targets(store).await?, Arc::new(all_titles(store).await?));
    let mut in_progress = VecDeque::new();
    let mut after = String::new();
    loop {
        let start = Instant::now();
        let mut texts = store::batch(&store.db, area, &after, pace.batch()).await?;
        let (Some(first), Some(last)) = (texts.first(), texts.last()) else { break };
        let links = store::links(&store.db, &first.page_id, &last.page_id).await?;
        after.clone_from(&last.page_id);
        retain_published(store, &mut texts).await?;
        let (targets, titles) = (targets.clone(), titles.clone());
        let make = make.clone();
        let read = move || {
            let made = entries(&targets, &titles, &texts, &links).into_iter().map(make);
            made.collect::<Vec<T>>()
        };
        in_progress.push_back(tokio::task::spawn_blocking(read));
        if in_progress.len() > pace.ahead()
            && let Some(done) = in_progress.pop_front()
        {
            done.await?.into_iter().for_each(&mut take);
        }
        pace.throttle(start).await;
    }
    for done in in_progress {
        done.await?.into_iter().for_each(&mut take);
    }
    Ok(())
}

/// Returns the entries of a batch of pages.
fn entries(
    targets: &LinkTargets,
    titles: &Titles,
    texts: &[TextRow],
    links: &[LinkRow],
) -> Vec<Entry> {
    let of_page = |texts: &[TextRow]| {
        let page = texts.first().map_or("", |text| text.page_id.as_str());
        let start = links.partition_point(|link| link.page_id.as_str() < page);
        let end = links.partition_point(|link| link.page_id.as_str() <= page);
        entry::entry(targets, titles, texts, links.get(start..end).unwrap_or_default())
    };
    texts.chunk_by(|a, b| a.page_id == b.page_id).map(of_page).collect()
}

//! Cache of rendered pages, compressed. A page is served while its dependencies are unchanged. After a change it is
//! rendered again, and requests that would wait too long get the old page. Renders of the same page do not overlap.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bytes::Bytes;
use core_wasm::locale::Locale;
use http::{Extensions, HeaderValue};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::document::{Manifest, compose, shell, without_custom_css};
use super::engine::{RenderRequest, Rendered};
use super::pool::{Pool, RenderError};
use super::queue::RenderClass;
use pailou_database::change_feed::{CacheTag, Changes};
use pailou_web::encoding::{Coding, compress, from_zstd};

/// All unknown addresses of one language share one page.
pub const NOT_FOUND: &str = "/404";

/// Why a page was made and is not kept.
enum NotKept {
    Failed(RenderError),
    /// It tells the visitor of a failure, or that nothing stands here: the next one may see a page.
    Failing(Arc<Page>),
}

/// Path with the query that matters, and language.
pub(crate) type Key = (String, Locale);

/// What was read for a page before its render: its requests need not read it again.
#[derive(Debug, Clone, Default)]
pub struct Prepared {
    /// Passed to the handlers of the page's requests.
    pub extensions: Extensions,
    /// The change counter before it was read.
    pub read_at: Option<i64>,
    pub class: RenderClass,
}

/// A page as it lies in the cache.
#[derive(Debug)]
struct Page {
    status: u16,
    redirect: Option<String>,
    /// By coding: BLAKE3 of the HTML, first 128 bits, in hexadecimal, and the coding's suffix.
    etags: [Option<HeaderValue>; 4],
    links: Option<HeaderValue>,
    length: usize,
    zstd: Bytes,
    brotli: Bytes,
    /// Made when the first client asks for it: few do.
    gzip: OnceLock<Bytes>,
    shows: Vec<CacheTag>,
    /// The change counter before the first read for it.
    created_at: i64,
    /// The change counter at which the tags were last found unchanged.
    checked_at: AtomicI64,
    expires: Option<Instant>,
    refreshing: AtomicBool,
    /// Told when that has ended, one way or the other.
    refreshed: Notify,
}

/// A page as it goes out.
#[derive(Debug)]
pub struct CachedResponse {
    pub status: u16,
    pub redirect: Option<String>,
    /// Strong ETag, quotes included; none for the shell.
    pub etag: Option<HeaderValue>,
    /// What it loads, as a `Link` header.
    pub links: Option<HeaderValue>,
    pub coding: Coding,
    pub body: Bytes,
}

impl CachedResponse {
    /// A page that was served as it is, without the effect of the site's own style.
    pub fn without_custom_css(self, coding: Coding) -> Self {
        let html = without_custom_css(&String::from_utf8_lossy(&self.body));
        let body = compress(coding, html.as_bytes());
        let etag = self.etag.and_then(|_| etag_of(&blake3::hash(html.as_bytes()), coding));
        Self { etag, coding, body, ..self }
    }
}

fn etag_of(hash: &blake3::Hash, coding: Coding) -> Option<HeaderValue> {
    let hash = hash.to_hex();
    HeaderValue::from_str(&format!("\"{}{}\"", &hash[..32], coding.suffix())).ok()
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Page>> for ByBytes {
    fn weight(&self, key: &Key, page: &Arc<Page>) -> u64 {
        let tags: usize = page.shows.iter().map(|tag| tag.len() + 24).sum();
        (key.0.len() + page.zstd.len() + page.brotli.len() + tags + 256) as u64
    }
}

pub struct Pages {
    cache: Cache<Key, Arc<Page>, ByBytes>,
    pool: Pool,
    manifest: Manifest,
    changes: Arc<Changes>,
    origin: String,
    limits: CacheLimits,
}

/// Limits of the page cache.
#[derive(Debug, Clone, Copy)]
pub struct CacheLimits {
    /// The weight of all cached pages.
    pub bytes: u64,
    /// How long a request waits for a page that is rendered again before the previous one is served.
    pub wait: Duration,
}

impl Pages {
    pub fn new(
        pool: Pool,
        manifest: Manifest,
        changes: Arc<Changes>,
        origin: String,
        limits: CacheLimits,
    ) -> Self {
        // A page weighs some 15 KB.
        let likely = usize::try_from(limits.bytes / 15_000).unwrap_or(usize::MAX);
        let cache = Cache::with_weighter(likely.max(16), limits.bytes, ByBytes);
        Self { cache, pool, manifest, changes, origin, limits }
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Kept pages and their weight in bytes.
    pub fn kept(&self) -> (usize, u64) {
        (self.cache.len(), self.cache.weight())
    }

    /// The page if it is kept and nothing it shows has changed; never waits.
    pub fn kept_page(&self, key: &Key, coding: Coding) -> Option<CachedResponse> {
        let page = self.cache.get(key)?;
        self.fresh(&page).then(|| page.serve(coding))
    }

    /// The page, rendered now if it is not kept or has changed; as it was if that takes too long. When there is none
    /// and the render fails, the shell with `fallback`'s title and status, and 503 in place of 200: crawlers and readers
    /// without JavaScript would take an empty page for the page.
    pub async fn page(
        self: &Arc<Self>,
        key: &Key,
        coding: Coding,
        fallback: (u16, &str),
        prepared: &Prepared,
    ) -> CachedResponse {
        if let Some(kept) = self.cache.get(key)
            && !self.fresh(&kept)
        {
            let refreshed = kept.refreshed.notified();
            self.refresh(key, &kept, prepared);
            // What is kept afterwards is what can be shown.
            let _ = timeout(self.limits.wait, refreshed).await;
        }
        let made = self.cache.get_or_insert_async(key, self.make(key, prepared)).await;
        match made {
            Ok(page) | Err(NotKept::Failing(page)) => page.serve(coding),
            Err(NotKept::Failed(error)) => {
                match error {
                    // Counted in the metrics: a line for each would fill the log.
                    RenderError::Busy => tracing::debug!(path = key.0, "render queue full"),
                    RenderError::Failed(_) => {
                        tracing::warn!(path = key.0, %error, "page shell sent instead of rendered page");
                    }
                }
                let (status, title) = fallback;
                self.shell(key.1, (if status == 200 { 503 } else { status }, title), coding)
            }
        }
    }

    /// The service worker.
    pub fn worker(&self, is_on: bool) -> &str {
        self.manifest.worker(is_on)
    }

    /// The document that the browser renders by itself.
    pub fn shell(
        &self,
        locale: Locale,
        (status, title): (u16, &str),
        coding: Coding,
    ) -> CachedResponse {
        let html = shell(locale, title, &self.manifest);
        let body = compress(coding, html.as_bytes());
        CachedResponse { status, redirect: None, etag: None, links: None, coding, body }
    }

    fn fresh(&self, page: &Page) -> bool {
        if page.expires.is_some_and(|expires| expires < Instant::now()) {
            return false;
        }
        let version = self.changes.version();
        if page.checked_at.load(Ordering::Relaxed) == version {
            return true;
        }
        let unchanged = self.changes.unchanged_since(page.created_at, &page.shows);
        if unchanged {
            page.checked_at.store(version, Ordering::Relaxed);
        }
        unchanged
    }

    fn refresh(self: &Arc<Self>, key: &Key, page: &Arc<Page>, prepared: &Prepared) {
        if page.refreshing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (pages, key, page) = (self.clone(), key.clone(), page.clone());
        let prepared = prepared.clone();
        tokio::spawn(async move {
            match pages.make(&key, &prepared).await {
                Ok(made) => pages.cache.insert(key, made),
                // The page is gone or has moved: drop it, so that the next request gets the current response.
                Err(NotKept::Failing(made)) if made.status < 500 => drop(pages.cache.remove(&key)),
                Err(NotKept::Failed(RenderError::Busy)) => {
                    page.refreshing.store(false, Ordering::Release);
                }
                Err(why) => {
                    tracing::warn!(path = key.0, %why, "previous page kept in cache");
                    page.refreshing.store(false, Ordering::Release);
                }
            }
            page.refreshed.notify_waiters();
        });
    }

    async fn make(&self, key: &Key, prepared: &Prepared) -> Result<Arc<Page>, NotKept> {
        let version = self.changes.version();
        let created_at = prepared.read_at.map_or(version, |read_at| read_at.min(version));
        let ask = RenderRequest {
            path: key.0.clone(),
            locale: key.1,
            origin: self.origin.clone(),
            extensions: prepared.extensions.clone(),
        };
        let rendered = self.pool.render(ask, prepared.class).await.map_err(NotKept::Failed)?;
        let page = Arc::new(Page::new(rendered, &self.manifest, created_at));
        let is_page = page.status < 300 || page.redirect.is_some() || key.0 == NOT_FOUND;
        if is_page && page.status < 500 { Ok(page) } else { Err(NotKept::Failing(page)) }
    }
}

impl std::fmt::Display for NotKept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Failed(error) => error.fmt(f),
            Self::Failing(page) => write!(f, "new response has status {}", page.status),
        }
    }
}

impl Page {
    fn new(rendered: Rendered, manifest: &Manifest, created_at: i64) -> Self {
        let html =
            if rendered.redirect.is_some() { String::new() } else { compose(&rendered, manifest) };
        let bytes = html.as_bytes();
        let hash = blake3::hash(bytes);
        Self {
            status: rendered.status,
            redirect: rendered.redirect,
            etags: Coding::ALL.map(|coding| etag_of(&hash, coding)),
            links: manifest.links(&rendered.area),
            length: bytes.len(),
            zstd: compress(Coding::Zstd, bytes),
            brotli: compress(Coding::Brotli, bytes),
            gzip: OnceLock::new(),
            shows: rendered.shows,
            created_at,
            checked_at: AtomicI64::new(created_at),
            expires: rendered.fresh_for.map(|fresh: Duration| Instant::now() + fresh),
            refreshing: AtomicBool::new(false),
            refreshed: Notify::new(),
        }
    }

    fn serve(&self, coding: Coding) -> CachedResponse {
        let body = match coding {
            Coding::Brotli => self.brotli.clone(),
            Coding::Zstd => self.zstd.clone(),
            Coding::Identity => from_zstd(&self.zstd, self.length),
            Coding::Gzip => {
                let gzip = || compress(Coding::Gzip, &from_zstd(&self.zstd, self.length));
                self.gzip.get_or_init(gzip).clone()
            }
        };
        CachedResponse {
            status: self.status,
            redirect: self.redirect.clone(),
            etag: self.etags[coding as usize].clone(),
            links: self.links.clone(),
            coding,
            body,
        }
    }
}

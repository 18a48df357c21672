//! Compressed cache of rendered pages. A page is served while its dependencies are unchanged. After
//! a change it is rendered again, and requests that would wait too long get the old page. Renders
//! of the same page do not overlap.

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

use super::document::{Fallback, Manifest, client_side_document, compose, without_custom_css};
use super::engine::{RenderRequest, Rendered};
use super::pool::{Pool, RenderError};
use super::queue::RenderClass;
use pailou_database::change_feed::{CacheTag, Changes};
use pailou_database::outage::Outage;
use pailou_web::encoding::{Coding, compress, from_zstd};
use pailou_web::problem::seconds;

/// Path of the not-found page, which all unknown URLs of one language share.
pub const NOT_FOUND: &str = "/404";

/// Reason why a page was not cached.
enum NotCached {
    Failed(RenderError),
    /// The status of the page is an error; a later request may get a normal page.
    Failing(Arc<Page>),
}

/// Path with the query parameters that the page uses, and language.
pub(crate) type Key = (String, Locale);

/// Data that was read for a page before its render, so that the API requests of the render need not
/// read it again.
#[derive(Debug, Clone, Default)]
pub struct Prepared {
    /// Request extensions for the handlers of the page's API requests.
    pub extensions: Extensions,
    /// Value of the change counter before the data was read.
    pub read_at: Option<i64>,
    pub class: RenderClass,
}

/// A cached page.
#[derive(Debug)]
struct Page {
    status: u16,
    redirect: Option<String>,
    /// ETags by content coding: the first 128 bits of the BLAKE3 hash of the HTML, in hexadecimal digits, and the
    /// suffix of the coding.
    etags: [Option<HeaderValue>; 4],
    links: Option<HeaderValue>,
    length: usize,
    zstd: Bytes,
    brotli: Bytes,
    /// Body in gzip, compressed at the first request for gzip.
    gzip: OnceLock<Bytes>,
    cache_tags: Vec<CacheTag>,
    /// Value of the change counter before the first read of data for the page.
    created_at: i64,
    /// Value of the change counter at which the cache tags were last found unchanged.
    checked_at: AtomicI64,
    expires: Option<Instant>,
    refreshing: AtomicBool,
    /// Notified when a refresh has ended, successfully or not.
    refreshed: Notify,
}

/// A response from the cache.
#[derive(Debug)]
pub struct CachedResponse {
    pub status: u16,
    pub redirect: Option<String>,
    /// Strong ETag with quotation marks; `None` for the document for client-side rendering.
    pub etag: Option<HeaderValue>,
    /// `Link` header with stylesheets to preload.
    pub links: Option<HeaderValue>,
    /// Value of `Retry-After` in seconds.
    pub retry_after: Option<u64>,
    pub coding: Coding,
    pub body: Bytes,
}

impl CachedResponse {
    /// Returns the page with the site's custom stylesheet disabled.
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

/// Returns the default value of `Retry-After` in seconds; `None` if a response with this status does not need the
/// header.
fn default_retry_after(status: u16) -> Option<u64> {
    (status == 503).then(|| seconds(Outage::DatabaseUnavailable.retry_after()))
}

#[derive(Clone)]
struct ByteWeighter;

impl Weighter<Key, Arc<Page>> for ByteWeighter {
    fn weight(&self, key: &Key, page: &Arc<Page>) -> u64 {
        let tags: usize = page.cache_tags.iter().map(|tag| tag.len() + 24).sum();
        (key.0.len() + page.zstd.len() + page.brotli.len() + tags + 256) as u64
    }
}

pub struct Pages {
    cache: Cache<Key, Arc<Page>, ByteWeighter>,
    pool: Pool,
    manifest: Manifest,
    changes: Arc<Changes>,
    origin: String,
    limits: CacheLimits,
}

/// Limits of the page cache.
#[derive(Debug, Clone, Copy)]
pub struct CacheLimits {
    /// Maximum total weight of cached pages, in bytes.
    pub bytes: u64,
    /// Maximum time that a request waits while an outdated page is rendered again. After this time,
    /// the old page is served.
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
        // The estimated weight of a cached page is 15 KB.
        let likely = usize::try_from(limits.bytes / 15_000).unwrap_or(usize::MAX);
        let cache = Cache::with_weighter(likely.max(16), limits.bytes, ByteWeighter);
        Self { cache, pool, manifest, changes, origin, limits }
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns the number of cached pages and their weight in bytes.
    pub fn size(&self) -> (usize, u64) {
        (self.cache.len(), self.cache.weight())
    }

    /// Returns a cached page that is up to date; never waits. Returns `None` if there is none.
    pub fn cached_page(&self, key: &Key, coding: Coding) -> Option<CachedResponse> {
        let page = self.cache.get(key)?;
        self.is_fresh(&page).then(|| page.serve(coding))
    }

    /// Returns the page: cached if it is up to date, otherwise rendered. If rendering an outdated page takes too long
    /// or fails, returns the old page. If there is no old page and the render fails, returns the document for
    /// client-side rendering with the values of `fallback`. The status 200 is replaced with 503, because the document
    /// is an empty page for crawlers, and readers without JavaScript see only a notice.
    pub async fn page(
        self: &Arc<Self>,
        key: &Key,
        coding: Coding,
        fallback: Fallback<'_>,
        prepared: &Prepared,
    ) -> CachedResponse {
        if let Some(cached) = self.cache.get(key)
            && !self.is_fresh(&cached)
        {
            let refreshed = cached.refreshed.notified();
            self.refresh(key, &cached, prepared);
            // After the timeout the cached page is served.
            let _ = timeout(self.limits.wait, refreshed).await;
        }
        let made = self.cache.get_or_insert_async(key, self.make(key, prepared)).await;
        match made {
            Ok(page) | Err(NotCached::Failing(page)) => page.serve(coding),
            Err(NotCached::Failed(error)) => {
                match error {
                    // Rejected renders are counted in the metrics; warnings would fill the log.
                    RenderError::Busy => tracing::debug!(path = key.0, "render queue full"),
                    RenderError::Failed(_) => {
                        tracing::warn!(path = key.0, %error, "server-side rendering failed: document for client-side rendering sent");
                    }
                }
                let status = if fallback.status == 200 { 503 } else { fallback.status };
                self.client_side_document(key.1, Fallback { status, ..fallback }, coding)
            }
        }
    }

    /// Returns the service worker script. If `is_on` is false, returns a script that removes the cached pages.
    pub fn worker(&self, is_on: bool) -> &str {
        self.manifest.worker(is_on)
    }

    /// Returns the document for client-side rendering.
    pub fn client_side_document(
        &self,
        locale: Locale,
        fallback: Fallback<'_>,
        coding: Coding,
    ) -> CachedResponse {
        let Fallback { status, .. } = fallback;
        let retry_after = fallback.retry_after.or_else(|| default_retry_after(status));
        let html =
            client_side_document(locale, Fallback { retry_after, ..fallback }, &self.manifest);
        let body = compress(coding, html.as_bytes());
        CachedResponse {
            status,
            redirect: None,
            etag: None,
            links: None,
            retry_after,
            coding,
            body,
        }
    }

    fn is_fresh(&self, page: &Page) -> bool {
        if page.expires.is_some_and(|expires| expires < Instant::now()) {
            return false;
        }
        let version = self.changes.version();
        if page.checked_at.load(Ordering::Relaxed) == version {
            return true;
        }
        let unchanged = self.changes.unchanged_since(page.created_at, &page.cache_tags);
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
                // The response is an error, such as 404 for a deleted page: the page is removed from the cache, so that
                // the next request gets the current response.
                Err(NotCached::Failing(made)) if made.status < 500 => {
                    drop(pages.cache.remove(&key))
                }
                Err(NotCached::Failed(RenderError::Busy)) => {
                    page.refreshing.store(false, Ordering::Release);
                }
                Err(why) => {
                    tracing::warn!(path = key.0, error = %why, "refreshing cached page failed");
                    page.refreshing.store(false, Ordering::Release);
                }
            }
            page.refreshed.notify_waiters();
        });
    }

    async fn make(&self, key: &Key, prepared: &Prepared) -> Result<Arc<Page>, NotCached> {
        let version = self.changes.version();
        let created_at = prepared.read_at.map_or(version, |read_at| read_at.min(version));
        let ask = RenderRequest {
            path: key.0.clone(),
            locale: key.1,
            origin: self.origin.clone(),
            extensions: prepared.extensions.clone(),
        };
        let rendered = self.pool.render(ask, prepared.class).await.map_err(NotCached::Failed)?;
        let page = Arc::new(Page::new(rendered, &self.manifest, created_at));
        let is_page = page.status < 300 || page.redirect.is_some() || key.0 == NOT_FOUND;
        if is_page && page.status < 500 { Ok(page) } else { Err(NotCached::Failing(page)) }
    }
}

impl std::fmt::Display for NotCached {
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
            cache_tags: rendered.shows,
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
            retry_after: default_retry_after(self.status),
            coding,
            body,
        }
    }
}

//! Sitemap and robots.txt: every indexable page in each of its languages. A large sitemap is split into parts.

use std::collections::HashMap;
use std::sync::Arc;

use core_wasm::locale::Locale;
use http::header::HeaderMap;
use tokio::sync::Mutex;
use warp::reply::Response;

use pailou_database::cached::Cached;
use pailou_dates::rfc3339;
use pailou_site::Site;
use pailou_store::catalog;
use pailou_store::catalog::PageSummary;
use pailou_store::news::News;
use pailou_store::{DOCS, LANDING, NEWS, TEXTS};
use pailou_web::cached_file::{CachedFile, CachedFileWriter};
use pailou_web::encoding::accepts_gzip;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::xml::Xml;

const XML: &str = "application/xml; charset=utf-8";

/// Limits of one part (sitemaps.org, protocol 0.9).
const LIMITS: SitemapLimits = SitemapLimits { urls: 50_000, bytes: 50 << 20 };

#[derive(Debug, Clone, Copy)]
struct SitemapLimits {
    urls: usize,
    bytes: usize,
}

const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
    xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
const END: &str = "</urlset>\n";

#[derive(Clone)]
pub(crate) struct Sitemap {
    site: Site,
    cache: Arc<Cached<Map>>,
    /// Locked while the sitemap is generated: concurrent requests wait for the first one's result.
    generation_lock: Arc<Mutex<()>>,
}

#[derive(Debug)]
struct Map {
    /// Number of news entries in the sitemap. The number changes when a scheduled entry becomes visible.
    news: usize,
    parts: Parts,
}

/// One file, or several files with an index.
#[derive(Debug)]
struct Parts {
    list: Option<CachedFile>,
    parts: Vec<CachedFile>,
}

impl Sitemap {
    pub(crate) fn new(site: &Site) -> Self {
        let cache = Arc::new(Cached::new(TEXTS));
        Self { site: site.clone(), cache, generation_lock: Arc::default() }
    }

    /// Returns `/sitemap.xml`, or the part with this number, counted from 1. Returns 404 if there is no such part.
    pub(crate) async fn reply(
        &self,
        part: Option<usize>,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let news = News::of(&self.site).await?;
        let news_count = news.published().len();
        let map = {
            let _one_at_a_time = self.generation_lock.lock().await;
            let holds = |map: &Map| map.news == news_count;
            self.cache.get_if(&self.site.changes, holds, || self.make(&news)).await?
        };
        let Parts { list, parts } = &map.parts;
        let file = match (part, list) {
            (None, Some(list)) => Some(list),
            (None, None) => parts.first(),
            (Some(number), Some(_)) => parts.get(number.wrapping_sub(1)),
            (Some(_), None) => None,
        };
        Ok(file.ok_or(Problem::NotFound)?.reply(XML, accepts_gzip(headers)))
    }

    async fn make(&self, news: &News) -> Result<Map, Problem> {
        let mut texts = catalog::published_pages(&self.site.db).await?;
        let page_ids = news.page_ids();
        texts.retain(|text| text.area != NEWS || page_ids.contains(text.page_id.as_str()));
        let origin = self.site.settings.origin();
        let made = tokio::task::spawn_blocking(move || parts(&origin, &texts, LIMITS));
        let parts = made.await.map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(Map { news: page_ids.len(), parts })
    }
}

/// Returns robots.txt. Crawlers may fetch the pages and the public API, which pages need.
pub(crate) fn robots(site: &Site) -> Response {
    let text = format!(
        "User-agent: *\nAllow: /api/v1/public/\nDisallow: /api/\nDisallow: /index/admin\n\n\
         Sitemap: {}/sitemap.xml\n",
        site.settings.origin()
    );
    reply::text(text, "text/plain; charset=utf-8")
}

/// Page in the sitemap, with its URL and time of change in each of its languages.
#[derive(Debug, Default)]
struct PageUrls {
    zh: Option<(String, Option<i64>)>,
    en: Option<(String, Option<i64>)>,
}

impl PageUrls {
    fn side(&mut self, locale: Locale) -> &mut Option<(String, Option<i64>)> {
        match locale {
            Locale::Zh => &mut self.zh,
            Locale::En => &mut self.en,
        }
    }
}

/// Groups the texts by page. The front page and the documentation come first: they exist in both languages, even
/// without content.
fn group_by_page(texts: &[PageSummary]) -> Vec<PageUrls> {
    let always = [LANDING, DOCS].map(|area| {
        let of = |locale| Some((pailou_store::address(area, locale, ""), None));
        PageUrls { zh: of(Locale::Zh), en: of(Locale::En) }
    });
    let mut pages = Vec::from(always);
    let mut by_page: HashMap<&str, usize> = HashMap::new();
    // Blocks are parts of the front page.
    let is_block = |text: &&PageSummary| text.area == LANDING && !text.path.is_empty();
    for text in texts.iter().filter(|text| !is_block(text)) {
        let top =
            [LANDING, DOCS].iter().position(|area| text.area == *area && text.path.is_empty());
        let at = top.unwrap_or_else(|| {
            *by_page.entry(text.page_id.as_str()).or_insert_with(|| {
                pages.push(PageUrls::default());
                pages.len() - 1
            })
        });
        let locale = text.locale();
        *pages[at].side(locale) = Some((text.address(locale), Some(text.updated_at)));
    }
    pages
}

fn parts(origin: &str, texts: &[PageSummary], limits: SitemapLimits) -> Parts {
    let mut parts = Vec::new();
    let (mut part, mut urls, mut bytes) = (begin_part(), 0, BEGIN.len() + END.len());
    for page in group_by_page(texts) {
        for url in urls_of(origin, &page) {
            if urls == limits.urls || (urls > 0 && bytes + url.len() > limits.bytes) {
                parts.push(finish_part(std::mem::replace(&mut part, begin_part())));
                (urls, bytes) = (0, BEGIN.len() + END.len());
            }
            part.push(&url);
            (urls, bytes) = (urls + 1, bytes + url.len());
        }
    }
    parts.push(finish_part(part));
    let list = (parts.len() > 1).then(|| list(origin, parts.len()));
    Parts { list, parts }
}

fn begin_part() -> CachedFileWriter {
    let mut part = CachedFileWriter::default();
    part.push(BEGIN);
    part
}

fn finish_part(mut part: CachedFileWriter) -> CachedFile {
    part.push(END);
    part.done()
}

fn list(origin: &str, parts: usize) -> CachedFile {
    let mut xml = Xml::document();
    xml.start("sitemapindex", &[("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")]);
    for number in 1..=parts {
        let url = format!("{origin}/sitemap-{number}.xml");
        xml.start("sitemap", &[]).text("loc", &[], &url).end("sitemap");
    }
    xml.end("sitemapindex");
    CachedFile::of(&xml.finish())
}

/// Returns one `url` element per language. Only a page in both languages has alternates; English is the default for
/// other languages.
fn urls_of(origin: &str, page: &PageUrls) -> Vec<String> {
    let sides = [(Locale::Zh, &page.zh), (Locale::En, &page.en)];
    let written: Vec<_> =
        sides.into_iter().filter_map(|(locale, side)| Some((locale, side.as_ref()?))).collect();
    let whole = |path: &str| format!("{origin}{path}");
    let mut alternates = Vec::new();
    if let [(_, (zh, _)), (_, (en, _))] = written.as_slice() {
        let all = [("zh-CN", zh), ("en-US", en), ("x-default", en)];
        alternates.extend(all.map(|(language, path)| (language, whole(path))));
    }
    let url = |(_, (path, changed)): &(Locale, &(String, Option<i64>))| {
        let mut xml = Xml::fragment();
        xml.start("url", &[]).text("loc", &[], &whole(path));
        if let Some(at) = changed {
            xml.text("lastmod", &[], &rfc3339(*at));
        }
        for (language, url) in &alternates {
            let link = [("rel", "alternate"), ("hreflang", *language), ("href", url.as_str())];
            xml.empty("xhtml:link", &link);
        }
        xml.end("url");
        xml.finish()
    };
    written.iter().map(url).collect()
}

#[cfg(test)]
#[path = "sitemap_tests.rs"]
mod tests;

//! Machine-readable documentation: pages as Markdown, page lists, and a feed. Generated files are cached until a text
//! changes. URLs are assigned in `app::static_routes`.

mod feed;
mod llms;
mod markdown_view;

use std::sync::Arc;

use core_wasm::locale::Locale;
use http::header::{self, HeaderMap, HeaderValue};
use tokio::sync::Mutex;
use warp::reply::Response;

use llms::Pages;

use super::{AREA, ResolvedPage};
use pailou_database::cached::Cached;
use pailou_site::Site;
use pailou_store::TEXTS;
use pailou_store::catalog;
use pailou_store::catalog::PageSummary;
use pailou_store::markdown_export::{MARKDOWN, markdown};
use pailou_store::news::{Entry, News};
use pailou_store::sql;
use pailou_web::cached_file::{CachedFile, CachedFileWriter};
use pailou_web::encoding::accepts_gzip;
use pailou_web::problem::Problem;

const PLAIN: &str = "text/plain; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";

/// Maximum number of entries in a feed.
const NEWEST: i64 = 30;
/// Number of texts per query for the full text of all pages in a language.
const BATCH: i64 = 50;

/// Generated files of the documentation and their cache.
#[derive(Clone)]
pub struct DocsExports {
    site: Site,
    cache: Arc<ExportCache>,
}

struct ExportCache {
    whole: Cached<GeneratedExport>,
    lists: [Cached<GeneratedExport>; 2],
    texts: [Cached<GeneratedExport>; 2],
    feeds: [Cached<GeneratedExport>; 2],
    /// Locked while a file is generated, so that concurrent requests wait for the result.
    generation_lock: Mutex<()>,
}

struct GeneratedExport {
    file: CachedFile,
    /// Number of news entries in the file, which changes when a scheduled entry becomes visible.
    news: usize,
    /// Title of the site in Chinese and English.
    names: [String; 2],
}

/// Identifies a generated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    /// List of all pages in both languages.
    Whole,
    /// List of all pages in a language.
    List(Locale),
    /// Full text of all pages in a language.
    Text(Locale),
    Feed(Locale),
}

/// Returns the index of a language in an array: 0 for Chinese, 1 for English.
fn at(locale: Locale) -> usize {
    usize::from(locale == Locale::En)
}

impl DocsExports {
    pub fn new(site: &Site) -> Self {
        let two = || [Cached::new(TEXTS), Cached::new(TEXTS)];
        let cache = ExportCache {
            whole: Cached::new(TEXTS),
            lists: two(),
            texts: two(),
            feeds: two(),
            generation_lock: Mutex::new(()),
        };
        Self { site: site.clone(), cache: Arc::new(cache) }
    }

    pub async fn file(&self, file: File, headers: &HeaderMap) -> Result<Response, Problem> {
        let (cache, media_type) = match file {
            File::Whole => (&self.cache.whole, PLAIN),
            File::List(locale) => (&self.cache.lists[at(locale)], PLAIN),
            File::Text(locale) => (&self.cache.texts[at(locale)], PLAIN),
            File::Feed(locale) => (&self.cache.feeds[at(locale)], ATOM),
        };
        let name = async |locale| self.site.title(locale).await;
        let names = [name(Locale::Zh).await?, name(Locale::En).await?];
        let news = News::of(&self.site).await?;
        let entries = match file {
            File::Whole | File::List(_) => news.published(),
            File::Text(_) | File::Feed(_) => &[],
        };
        let made = {
            let _one_at_a_time = self.cache.generation_lock.lock().await;
            let holds = |made: &GeneratedExport| made.news == entries.len() && made.names == names;
            let make = async || {
                let file = self.make(file, entries, &names).await?;
                Ok::<_, Problem>(GeneratedExport {
                    file,
                    news: entries.len(),
                    names: names.clone(),
                })
            };
            cache.get_if(&self.site.changes, holds, make).await?
        };
        Ok(made.file.reply(media_type, accepts_gzip(headers)))
    }

    async fn make(
        &self,
        file: File,
        news: &[Entry],
        names: &[String; 2],
    ) -> Result<CachedFile, Problem> {
        match file {
            File::Whole => self.list(&[Locale::Zh, Locale::En], news, names).await,
            File::List(locale) => self.list(&[locale], news, names).await,
            File::Text(locale) => self.text(locale).await,
            File::Feed(locale) => self.feed(locale, &names[at(locale)]).await,
        }
    }

    async fn list(
        &self,
        locales: &[Locale],
        news: &[Entry],
        names: &[String; 2],
    ) -> Result<CachedFile, Problem> {
        let texts = catalog::published_pages(&self.site.db).await?;
        let settings = &self.site.settings;
        let mut folders = Vec::new();
        for locale in locales {
            let sections = sql::section_rows(&self.site.db, AREA, *locale).await?;
            let named = sections.into_iter().map(|section| (section.path, section.title));
            folders.push((*locale, named.collect()));
        }
        let names = names.each_ref().map(String::as_str);
        Ok(llms::page_list(&settings.origin(), names, &Pages { texts: &texts, news }, &folders))
    }

    async fn text(&self, locale: Locale) -> Result<CachedFile, Problem> {
        let targets = pailou_store::link_targets(&self.site).await?;
        let origin = self.site.settings.origin();
        let (mut writing, mut last) = (CachedFileWriter::default(), None);
        loop {
            let db = &self.site.db;
            let mut bodies = catalog::bodies(db, AREA, locale, last.as_ref(), BATCH).await?;
            let (targets, origin) = (targets.clone(), origin.clone());
            let written = tokio::task::spawn_blocking(move || {
                for body in &bodies {
                    let text = markdown(&targets, &body.file, locale, &body.title, &body.markdown);
                    llms::push_page(&mut writing, &origin, locale, &body.path, &text);
                }
                (writing, bodies.pop())
            });
            let end;
            (writing, end) = written.await.map_err(|error| Problem::Internal(error.to_string()))?;
            if end.is_none() {
                return Ok(writing.done());
            }
            last = end;
        }
    }

    async fn feed(&self, locale: Locale, title: &str) -> Result<CachedFile, Problem> {
        let (site, settings) = (&self.site, &self.site.settings);
        let targets = pailou_store::link_targets(site).await?;
        let mut entries = Vec::new();
        for text in sql::recent(&site.db, AREA, locale, NEWEST).await? {
            let Some(revision) = sql::published_revision(&site.db, &text.id).await? else {
                continue;
            };
            let summary = match text.description.is_empty() {
                true => {
                    feed::beginning(&pailou_store::rendered(&targets, &text, &revision).sections)
                }
                false => text.description.clone(),
            };
            entries.push(feed::Entry { text, summary });
        }
        Ok(CachedFile::of(&feed::atom(&settings.origin(), locale, title, &entries)))
    }

    /// Returns a page as Markdown, in the other language if it is not translated.
    pub async fn page(&self, locale: Locale, page: &ResolvedPage) -> Result<Response, Problem> {
        markdown_view::reply(&self.site, &page.version, locale, &page.text).await
    }

    /// Returns the page at a path as Markdown. `path` must be the path of a page, or the root of a version. If the
    /// current pages have no index page, returns the list of all pages for the root. If an old version has no index
    /// page, returns 404.
    pub async fn page_at(
        &self,
        locale: Locale,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let pailou_versions::ResolvedPath { version: docs_version, path, .. } =
            pailou_versions::resolve_path(&self.site, path).await?;
        let Some(text) = docs_version.text_at(&self.site, locale, path).await? else {
            if docs_version.version().is_some() {
                return Err(Problem::NotFound);
            }
            let mut list = self.file(File::List(locale), headers).await?;
            list.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MARKDOWN));
            return Ok(list);
        };
        markdown_view::reply(&self.site, &docs_version, locale, &text).await
    }
}

/// Returns the first path component: the top folder, or the page itself.
fn top_of(text: &PageSummary) -> &str {
    text.path.split('/').next().unwrap_or_default()
}

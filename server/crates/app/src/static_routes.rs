//! Resources other than rendered pages: sitemap, llms.txt, feeds, pages as Markdown, and redirects of moved pages.

use std::sync::Arc;

use core_wasm::locale::Locale;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, StatusCode};
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::og_image::Share;
use super::sitemap::{self, Sitemap};
use super::ssr_handler::PageRequest;
use super::{manifest, media};
use pailou_content::page_path;
use pailou_docs::{DocsExports, File, PathLookup, ResolvedPage};
use pailou_landing::{Feed, Feeds};
use pailou_site::Site;
use pailou_web::assets;
use pailou_web::assets::Assets;
use pailou_web::encoding::Coding;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Address, Route, extract_state};

#[derive(Clone)]
pub struct StaticRoutes {
    site: Site,
    assets: &'static Assets,
    docs: DocsExports,
    feeds: Feeds,
    share: Share,
    sitemap: Sitemap,
}

extract_state!(StaticRoutes);

/// Result of the lookup of a path below `/index/`.
pub(crate) enum Resource {
    Answer(Response),
    /// Page to render, with the resolved page if it belongs to the documentation.
    Page(Option<Arc<ResolvedPage>>),
    Nothing,
}

impl StaticRoutes {
    pub fn new(site: &Site, assets: &'static Assets) -> Self {
        Self {
            site: site.clone(),
            assets,
            docs: DocsExports::new(site),
            feeds: Feeds::new(site),
            share: Share::new(site),
            sitemap: Sitemap::new(site),
        }
    }

    /// Returns the routes of the files at the root of the site.
    pub fn routes(&self) -> Vec<Route> {
        let files =
            ["/robots.txt", "/sitemap.xml", "/sitemap-{part}.xml", "/favicon.ico", "/llms.txt"];
        files.map(|path| Route::new(Method::GET, path, self, root_file)).into()
    }

    async fn top(&self, top: RootFile, headers: &HeaderMap) -> Result<Response, Problem> {
        match top {
            RootFile::Robots => Ok(sitemap::robots(&self.site)),
            RootFile::Sitemap(part) => self.sitemap.reply(part, headers).await,
            RootFile::Icon => {
                let icon = self.assets.find("favicon.ico").ok_or(Problem::NotFound)?;
                Ok(assets::reply(icon, Coding::Identity))
            }
            RootFile::List => self.docs.file(File::Whole, headers).await,
        }
    }

    pub(crate) async fn below_index(
        &self,
        request: &PageRequest,
        headers: &HeaderMap,
    ) -> Result<Resource, Problem> {
        let (path, query) = (request.path.as_str(), request.query.as_str());
        if let Some((locale, name)) = in_language(path) {
            if let Some(file) = file(name, locale) {
                return Ok(Resource::Answer(self.docs.file(file, headers).await?));
            }
            if let Some(feed) = feed(name, locale) {
                return Ok(Resource::Answer(self.feeds.reply(feed, headers).await?));
            }
            if let Some(file) = manifest::File::of(locale, name) {
                return Ok(Resource::Answer(manifest::reply(&self.site, file).await?));
            }
        }
        if let Some(path) = path.strip_prefix("share/") {
            return Ok(Resource::Answer(self.share.reply(path).await?));
        }
        let Some(requested) = &request.address else { return Ok(Resource::Page(None)) };
        if requested.area == Area::News {
            return self.news(requested, request).await;
        }
        let locale = requested.locale.unwrap_or(request.target.locale);
        let wants_markdown = request.prefers_markdown && !is_search(query);
        let (found, page) = pailou_docs::resolve(&self.site, locale, &requested.page).await?;
        let answer = match found {
            PathLookup::Moved(to) => requested.redirect(&to, "", query),
            PathLookup::Page if requested.has_slash => {
                requested.redirect(&requested.page, "", query)
            }
            PathLookup::Page if wants_markdown => match page {
                Some(page) => self.docs.page(locale, &page).await?,
                None => self.docs.page_at(locale, &requested.page, headers).await?,
            },
            PathLookup::Page => return Ok(Resource::Page(page)),
            PathLookup::Nothing => {
                return self.missing_page((requested, locale), request, headers).await;
            }
        };
        Ok(Resource::Answer(requested.with_vary(answer)))
    }

    /// Handles a news path: returns the entry as Markdown if the request selects Markdown, a redirect if the entry has
    /// moved, nothing if a path that ends in `.md` has no entry, and otherwise the page to render.
    async fn news(
        &self,
        requested: &RequestedPath,
        request: &PageRequest,
    ) -> Result<Resource, Problem> {
        let Some(locale) = requested.locale else { return Ok(Resource::Page(None)) };
        let page = match requested.markdown_source_path() {
            _ if pailou_landing::is_news(&self.site, &requested.page).await? => {
                let wants_markdown = request.prefers_markdown && !requested.has_slash;
                wants_markdown.then(|| requested.page.clone())
            }
            Some(page) if pailou_landing::is_news(&self.site, &page).await? => Some(page),
            None if requested.page.is_empty() => None,
            source_path => {
                return self
                    .missing_news_entry(requested, locale, source_path.as_deref(), &request.query)
                    .await;
            }
        };
        let Some(page) = page else { return Ok(Resource::Page(None)) };
        let answer = pailou_landing::news_as_markdown(&self.site, locale, &page).await?;
        Ok(Resource::Answer(requested.with_vary(answer)))
    }

    /// Handles a news path without a news entry: redirects if a news entry has moved from this path. `source_path` is
    /// the path without `.md`, if the requested path ends in `.md`.
    async fn missing_news_entry(
        &self,
        requested: &RequestedPath,
        locale: Locale,
        source_path: Option<&str>,
        query: &str,
    ) -> Result<Resource, Problem> {
        let ending = if source_path.is_some() { ".md" } else { "" };
        let page = source_path.unwrap_or(&requested.page);
        Ok(match pailou_landing::moved_news(&self.site, locale, page).await? {
            Some(to) => {
                Resource::Answer(requested.with_vary(requested.redirect(&to, ending, query)))
            }
            None if source_path.is_some() => Resource::Nothing,
            None => Resource::Page(None),
        })
    }

    /// Handles a documentation path without a page. The path may be the Markdown of a page (`….md`). It may also be the
    /// root of the documentation, which lists all pages if it has no index page.
    async fn missing_page(
        &self,
        (requested, locale): (&RequestedPath, Locale),
        request: &PageRequest,
        headers: &HeaderMap,
    ) -> Result<Resource, Problem> {
        let query = request.query.as_str();
        let wants_markdown = request.prefers_markdown && !is_search(query);
        let answer = match requested.markdown_source_path() {
            Some(path) => match pailou_docs::resolve(&self.site, locale, &path).await? {
                (PathLookup::Page, Some(page)) => self.docs.page(locale, &page).await?,
                (PathLookup::Page, None) => self.docs.page_at(locale, &path, headers).await?,
                (PathLookup::Moved(to), _) => requested.redirect(&to, ".md", query),
                (PathLookup::Nothing, _) if path.is_empty() => {
                    self.docs.page_at(locale, &path, headers).await?
                }
                (PathLookup::Nothing, _) => return Ok(Resource::Nothing),
            },
            None if !requested.page.is_empty() => return Ok(Resource::Nothing),
            None if requested.has_slash => requested.redirect("", "", query),
            None if wants_markdown => self.docs.page_at(locale, "", headers).await?,
            None => return Ok(Resource::Page(None)),
        };
        Ok(Resource::Answer(requested.with_vary(answer)))
    }
}

/// File at the root of the site.
#[derive(Debug, PartialEq, Eq)]
enum RootFile {
    Robots,
    /// Whole sitemap, or a part by its number.
    Sitemap(Option<usize>),
    List,
    /// `/favicon.ico`, which browsers request by default.
    Icon,
}

impl RootFile {
    fn of(name: &str) -> Option<Self> {
        match name {
            "robots.txt" => Some(Self::Robots),
            "sitemap.xml" => Some(Self::Sitemap(None)),
            "llms.txt" => Some(Self::List),
            "favicon.ico" => Some(Self::Icon),
            name => {
                let number = name.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
                let plain = number.bytes().all(|byte| byte.is_ascii_digit());
                Some(Self::Sitemap(Some(number.parse().ok().filter(|_| plain)?)))
            }
        }
    }
}

/// Returns the generated documentation file of a language with this file name; `None` for another name.
fn file(name: &str, locale: Locale) -> Option<File> {
    match name {
        "feed.xml" => Some(File::Feed(locale)),
        "llms.txt" => Some(File::List(locale)),
        "llms-full.txt" => Some(File::Text(locale)),
        _ => None,
    }
}

/// Returns the news feed of a language with this file name; `None` for another name.
fn feed(name: &str, locale: Locale) -> Option<Feed> {
    match name {
        "news.xml" => Some(Feed::Atom(locale)),
        "news.json" => Some(Feed::Json(locale)),
        _ => None,
    }
}

/// Splits `zh/feed.xml` into the language and the name; `None` if the path does not begin with a language.
fn in_language(path: &str) -> Option<(Locale, &str)> {
    let (segment, name) = path.split_once('/')?;
    Some((Locale::from_segment(segment)?, name))
}

/// Whether the query selects the search page, which has no Markdown.
fn is_search(query: &str) -> bool {
    query.split('&').any(|pair| pair.starts_with("q="))
}

/// Areas with pages that are also available as Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    Docs,
    News,
}

/// Parsed path of the documentation or of the news.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RequestedPath {
    area: Area,
    /// Language in the path; `None` if the path has none and the language is detected from the request.
    locale: Option<Locale>,
    /// Decoded path of the page.
    page: String,
    has_slash: bool,
    /// True for `/docs.md` and `/news.md`.
    is_index_markdown: bool,
}

impl RequestedPath {
    pub(crate) fn of(path: &str) -> Option<Self> {
        let path = percent_decode_str(path).decode_utf8().ok()?;
        if path.contains(char::is_control) {
            return None;
        }
        let first = path.split('/').next().unwrap_or_default();
        let (locale, below) = match Locale::from_segment(first) {
            Some(locale) => (Some(locale), path.strip_prefix(first)?.strip_prefix('/')?),
            None => (None, path.as_ref()),
        };
        let (area, page) = match below.strip_prefix("news") {
            Some(page) => (Area::News, page),
            None => (Area::Docs, below.strip_prefix("docs")?),
        };
        let is_index_markdown = page == ".md";
        if !(page.is_empty() || page.starts_with('/') || is_index_markdown) {
            return None;
        }
        let page = if is_index_markdown { "" } else { page.strip_prefix('/').unwrap_or_default() };
        let has_slash = path.ends_with('/');
        let page = page.trim_end_matches('/').to_owned();
        Some(Self { area, locale, page, has_slash, is_index_markdown })
    }

    /// If this may be the path of the Markdown of a page (`….md`), returns the path of the page; otherwise `None`.
    fn markdown_source_path(&self) -> Option<String> {
        if self.has_slash {
            return None;
        }
        if self.is_index_markdown {
            return Some(String::new());
        }
        let stem = self.page.strip_suffix(".md")?;
        if stem.is_empty() || stem.ends_with('/') {
            return None;
        }
        match stem.rsplit_once('/') {
            Some((folder, "index")) => Some(folder.to_owned()),
            None if stem == "index" => Some(String::new()),
            _ => Some(stem.to_owned()),
        }
    }

    /// Redirects to the path `page` in the language and area of this request, with `ending` (`.md` for Markdown) and
    /// the query. Browsers keep the fragment.
    fn redirect(&self, page: &str, ending: &str, query: &str) -> Response {
        let mut to = "/index/".to_owned();
        if let Some(locale) = self.locale {
            to.push_str(locale.segment());
            to.push('/');
        }
        to.push_str(match self.area {
            Area::Docs => "docs",
            Area::News => "news",
        });
        if !page.is_empty() {
            to.push('/');
            to.push_str(&page_path::encode(page));
        }
        to.push_str(ending);
        if !query.is_empty() {
            to.push('?');
            to.push_str(query);
        }
        let mut response = reply::empty(StatusCode::MOVED_PERMANENTLY);
        let headers = response.headers_mut();
        // Browsers revalidate the redirect each time, because a page may be created at the redirected path later.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let to = HeaderValue::from_str(&to).unwrap_or(HeaderValue::from_static("/index/"));
        headers.insert(header::LOCATION, to);
        response
    }

    /// Sets `Vary` to the names of the request headers on which the response depends.
    fn with_vary(&self, mut answer: Response) -> Response {
        let mut names = vec!["accept"];
        if self.locale.is_none() {
            names.extend(["accept-language", "cookie"]);
        }
        let headers = answer.headers_mut();
        let coded = headers.get(header::VARY).and_then(|vary| vary.to_str().ok());
        names.extend(
            coded.filter(|vary| vary.contains("accept-encoding")).map(|_| "accept-encoding"),
        );
        let vary = HeaderValue::from_str(&names.join(", "));
        vary.into_iter().for_each(|vary| drop(headers.insert(header::VARY, vary)));
        answer
    }
}

/// Whether a request for documentation or news may need a response other than the cached page: its `Accept` header
/// contains `text/markdown`, or its path ends with a slash and may be redirected.
pub(crate) fn may_bypass_cache(path: &str, headers: &HeaderMap) -> bool {
    const MARKDOWN: &[u8] = b"text/markdown";
    let mut accepts = headers.get_all(header::ACCEPT).iter().map(HeaderValue::as_bytes);
    let names_markdown = accepts
        .any(|line| line.windows(MARKDOWN.len()).any(|part| part.eq_ignore_ascii_case(MARKDOWN)));
    names_markdown || path.ends_with('/')
}

async fn root_file(
    documents: StaticRoutes,
    address: Address,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let top = RootFile::of(address.path.trim_matches('/')).ok_or(Problem::NotFound)?;
    documents.top(top, &headers).await
}

/// Routes below `/index/` for tests, with an empty response for rendered pages.
#[doc(hidden)]
pub fn for_tests(documents: &StaticRoutes) -> Vec<Route> {
    let below = Route::new(Method::GET, "/index/{path}", documents, unrendered).with_tail();
    [below].into_iter().chain(documents.routes()).collect()
}

async fn unrendered(
    documents: StaticRoutes,
    Address { path, query }: Address,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let path = path.strip_prefix("/index/").unwrap_or_default();
    if let Some(name) = path.strip_prefix("media/") {
        return media::media(&documents.site, name, &query, &headers).await;
    }
    let request = PageRequest::parse(path, &query, &headers, &[]);
    match documents.below_index(&request, &headers).await? {
        Resource::Answer(answer) => Ok(answer),
        Resource::Page(_) => Ok(reply::empty(StatusCode::OK)),
        Resource::Nothing => Err(Problem::NotFound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_and_news_urls_are_parsed() {
        let check = |path: &str, locale: Option<Locale>, page: &str, source_path: Option<&str>| {
            let requested = RequestedPath::of(path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(requested.area == Area::News, path.contains("news"), "{path}");
            assert_eq!((requested.locale, requested.page.as_str()), (locale, page), "{path}");
            assert_eq!(requested.markdown_source_path().as_deref(), source_path, "{path}");
        };
        let (zh, en) = (Some(Locale::Zh), Some(Locale::En));
        check("zh/docs", zh, "", None);
        check("zh/docs/", zh, "", None);
        check("zh/docs.md", zh, "", Some(""));
        check("en/docs/index.md", en, "index.md", Some(""));
        check("en/docs/a/index.md", en, "a/index.md", Some("a"));
        check("en/docs/a.md", en, "a.md", Some("a"));
        check("en/docs/a.md/", en, "a.md", None);
        check("docs/%E5%90%8D", None, "名", None);
        check("zh%2Fdocs/a/", zh, "a", None);
        check("zh/news", zh, "", None);
        check("zh/news/a.md", zh, "a.md", Some("a"));
        for path in
            ["", "zh", "zh/docsx", "docs.mdx", "newsx", "fr/docs/a", "zh/docs/%00", "zh/docs/%ff"]
        {
            assert_eq!(RequestedPath::of(path), None, "{path}");
        }
    }

    #[test]
    fn generated_file_is_found_by_its_path() {
        let file_at = |path| in_language(path).and_then(|(locale, name)| file(name, locale));
        let feed_at = |path| in_language(path).and_then(|(locale, name)| feed(name, locale));
        assert_eq!(file_at("zh/feed.xml"), Some(File::Feed(Locale::Zh)));
        assert_eq!(file_at("en/llms-full.txt"), Some(File::Text(Locale::En)));
        assert_eq!(file_at("fr/feed.xml"), None);
        assert_eq!(feed_at("zh/news.xml"), Some(Feed::Atom(Locale::Zh)));
        assert_eq!(feed_at("en/news.json"), Some(Feed::Json(Locale::En)));
        assert_eq!(feed_at("en/news"), None);
        assert_eq!(RootFile::of("sitemap.xml"), Some(RootFile::Sitemap(None)));
        assert_eq!(RootFile::of("sitemap-12.xml"), Some(RootFile::Sitemap(Some(12))));
        for name in ["sitemap-+1.xml", "sitemap-.xml", "sitemap-99999999999999999999.xml", "x"] {
            assert_eq!(RootFile::of(name), None, "{name}");
        }
    }
}

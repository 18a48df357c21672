//! Handler of everything below `/index`: assets, media files, and server-side rendered pages.

use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use core_wasm::locale::{self, Locale, LocaleHints};
use core_wasm::path;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Request};
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::csp_reports::{GROUP, PATH};
use super::media;
use super::middleware::cookie;
use super::static_routes;
use super::static_routes::{Resource, StaticRoutes};
use pailou_content::page_path;
use pailou_database::AcquireBudget;
use pailou_site::Site;
use pailou_ssr::{
    CachedResponse, Fallback, INLINE_SCRIPTS, NOT_FOUND, Pages, Prepared, RenderClass, SHELL,
};
use pailou_store::markdown_export::prefers_markdown;
use pailou_web::assets;
use pailou_web::assets::Assets;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::encoding;
use pailou_web::encoding::Coding;
use pailou_web::problem::{Problem, seconds};
use pailou_web::reply;
use pailou_web::{Address, Extension, Route, extract_state};

/// Maximum burst of rendered searches per client address.
const SEARCH_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);
/// Interval at which an address that has used up the burst may send further searches.
const SEARCH_INTERVAL: Duration = Duration::from_secs(1);

/// Path of the service worker, relative to `/index/`. The scope of a service worker is the folder of its path.
const WORKER: &str = "worker.js";

/// End of the path of the assistant page that other origins may embed in a frame.
const EMBED_PATH: &str = "/assistant/embed";

/// Query parameter that omits the custom stylesheet.
const SAFE_PARAMETER: &str = "safe";

/// Cookie with the language that the visitor chose. It is set by the browser, or by the server in the response to
/// [`LANG_PARAMETER`].
const LOCALE_COOKIE: &str = "website_locale";

/// Query parameter of the language switch without JavaScript, for paths without a language.
const LANG_PARAMETER: &str = "lang";

static PAGE_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {}; style-src 'self'; \
         img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; \
         manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types pailou; \
         report-uri {PATH}; report-to {GROUP}",
        *INLINE_SCRIPTS
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// URL for reports of policy violations (Reporting API).
static REPORTING_ENDPOINTS: LazyLock<HeaderValue> = LazyLock::new(|| {
    let endpoints = HeaderValue::from_str(&format!("{GROUP}=\"{PATH}\""));
    endpoints.unwrap_or(HeaderValue::from_static(""))
});

#[derive(Clone)]
pub struct PageService {
    pub site: Site,
    pub pages: Arc<Pages>,
    pub patterns: Arc<Vec<Pattern>>,
    pub documents: StaticRoutes,
    pub assets: &'static Assets,
    pub search_limit: RateLimiter,
}

/// Creates the rate limiter of rendered searches per client address.
pub(crate) fn search_limit() -> RateLimiter {
    RateLimiter::new(SEARCH_BURST, SEARCH_INTERVAL)
}

extract_state!(PageService);

pub(crate) fn routes(page_service: &PageService) -> Vec<Route> {
    let root = async || redirect("/index/");
    vec![
        Route::new(Method::GET, "/", &(), root),
        Route::new(Method::GET, "/index/{path}", page_service, below_index).with_tail(),
    ]
}

async fn below_index(
    page_service: PageService,
    Address { path, query }: Address,
    RequestContext { headers, address }: RequestContext,
    Extension(request): Extension<Arc<PageRequest>>,
) -> Result<Response, Problem> {
    let Some(path) = path.strip_prefix("/index/") else {
        return Ok(redirect("/index/"));
    };
    let Some(request) = request else {
        let media = media_file(&page_service, path, &query, &headers);
        return page_service.site.db.health().while_available(media).await?;
    };
    let budget = AcquireBudget::default();
    let finding = budget.scope(page_service.find(&request, &headers));
    let found = page_service.site.db.health().while_available(finding).await;
    let target = &request.target;
    let (exists, outage, title, mut prepared) = match found.map_err(Problem::from).flatten() {
        Ok(Target::Response(response)) => return Ok(response),
        Ok(Target::Page { exists, title, prepared }) => {
            (exists && target.exists, None, title, prepared)
        }
        Err(problem) => match problem.outage() {
            // During an outage, the cached page or the site's error page is served.
            Some(outage) if target.exists && request.is_html() => {
                (true, Some(outage), String::new(), Prepared::default())
            }
            _ => return Err(problem),
        },
    };
    if exists
        && target.class == RenderClass::Search
        && let Err(problem) = page_service.search_limit.check(address)
    {
        return Ok(page_service.limited(target, &title, &problem));
    }
    // The API requests of the renderer share the budget for database connections with the lookup of the page.
    prepared.extensions.insert(budget);
    let key = if exists { target.key.clone() } else { NOT_FOUND.to_owned() };
    let key = (key, target.locale);
    let status = match outage {
        Some(_) => 503,
        None if exists => 200,
        None => 404,
    };
    let retry_after = outage.map(|outage| seconds(outage.retry_after()));
    let fallback = Fallback { status, title: &title, retry_after };
    let coding = if target.is_plain { Coding::Identity } else { target.coding };
    let served = page_service.pages.page(&key, coding, fallback, &prepared).await;
    let served = if target.is_plain { served.without_custom_css(target.coding) } else { served };
    let mut response = page(&target.path, served);
    if exists && target.path.ends_with(EMBED_PATH) {
        allow_frames(&mut response, page_service.site.profile().await?.embed_origins());
    }
    Ok(response)
}

/// Allows these origins to show the page in a frame. If there are none, all origins remain forbidden.
fn allow_frames(response: &mut Response, origins: &[String]) {
    if origins.is_empty() {
        return;
    }
    let headers = response.headers_mut();
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|it| it.to_str().ok());
    let ancestors = format!("frame-ancestors {}", origins.join(" "));
    let policy = policy.map(|policy| policy.replace("frame-ancestors 'none'", &ancestors));
    let policy = policy.and_then(|policy| HeaderValue::from_str(&policy).ok());
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        // Allows other origins to embed the frame from a page with `Cross-Origin-Embedder-Policy:
        // require-corp`.
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
}

/// Result of the lookup of a path below `/index/`.
enum Target {
    Response(Response),
    /// Page to render; `title` is the title of the site.
    Page {
        exists: bool,
        title: String,
        prepared: Prepared,
    },
}

/// Returns a media file, or 404 for any other path: the other files below `/index/` are embedded, and the fast path
/// serves them.
async fn media_file(
    page_service: &PageService,
    path: &str,
    query: &str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let name = path.strip_prefix("media/").ok_or(Problem::NotFound)?;
    media::media(&page_service.site, name, query, headers).await
}

async fn worker(page_service: &PageService) -> Result<Response, Problem> {
    let is_on = page_service.site.profile().await?.offline(&page_service.site.settings);
    let script = page_service.pages.worker(is_on);
    // Browsers revalidate the script to detect a new version.
    Ok(reply::text(script.to_owned(), "text/javascript; charset=utf-8"))
}

/// GET request for a path below `/index/`, parsed once. The routes receive it as an extension of the request.
#[derive(Debug)]
pub(crate) struct PageRequest {
    /// Path relative to `/index/`, not decoded.
    pub path: String,
    /// Query, not decoded; empty if there is none.
    pub query: String,
    /// Parsed path of the documentation or of the news; `None` for any other path.
    pub address: Option<static_routes::RequestedPath>,
    /// Whether `Accept` prefers Markdown to HTML.
    pub prefers_markdown: bool,
    pub target: PageTarget,
}

/// Rendered page that a request selects.
#[derive(Debug)]
pub(crate) struct PageTarget {
    /// Canonical form of the path.
    path: String,
    /// Cache key: the path with the query parameters that change the page.
    key: String,
    pub locale: Locale,
    coding: Coding,
    class: RenderClass,
    /// Whether the route table contains the path.
    exists: bool,
    /// Whether the custom stylesheet is omitted: in the admin area, and on any page with `?safe`. An invalid stylesheet
    /// therefore cannot lock administrators out.
    is_plain: bool,
}

/// Path, language, and coding of an error page.
pub(crate) struct ErrorPage {
    path: String,
    locale: Locale,
    coding: Coding,
}

impl ErrorPage {
    /// Creates the error page for `path`, which is relative to `/index`.
    pub(crate) fn new(path: &str, headers: &HeaderMap) -> Self {
        let locale = locale_for(path.trim_start_matches('/'), headers);
        Self { path: path.to_owned(), locale, coding: coding(headers) }
    }
}

/// Result of the fast path.
pub(crate) enum FastPathResult {
    Response(Response),
    /// The parsed request, if the fast path has no response: the router must answer it.
    Page(PageRequest),
    /// Not a GET request for the path of a page or of a generated file.
    Other,
}

impl PageService {
    /// Performs all database lookups for a path before a page is rendered. Returns `Target::Response` for the service
    /// worker, a generated file, a redirect, or the document for client-side rendering; otherwise `Target::Page`.
    async fn find(&self, request: &PageRequest, headers: &HeaderMap) -> Result<Target, Problem> {
        let PageTarget { locale, coding, .. } = request.target;
        if request.path == WORKER {
            return worker(self).await.map(Target::Response);
        }
        if request.target.exists
            && let Some(chosen) = chosen_locale(&request.target.path, &request.query)
        {
            return Ok(Target::Response(self.choose_locale(request, chosen)));
        }
        if request.path == SHELL {
            let title = self.site.title(locale).await?;
            let own = Fallback { status: 200, title: &title, retry_after: None };
            let served = self.pages.client_side_document(locale, own, coding);
            return Ok(Target::Response(page(SHELL, served)));
        }
        let (exists, resolved) = match self.documents.below_index(request, headers).await? {
            Resource::Answer(answer) => return Ok(Target::Response(answer)),
            Resource::Page(resolved) => (true, resolved),
            Resource::Nothing => (false, None),
        };
        let mut prepared = Prepared::default();
        if let Some(resolved) = resolved {
            prepared.read_at = Some(resolved.read_at);
            prepared.extensions.insert(resolved);
        }
        let title = self.site.title(locale).await?;
        prepared.class = request.target.class;
        Ok(Target::Page { exists, title, prepared })
    }

    /// Stores `chosen` in the cookie `LOCALE_COOKIE`, and redirects to the URL without the parameter `lang`.
    fn choose_locale(&self, request: &PageRequest, chosen: Locale) -> Response {
        let pairs = request.query.split('&').filter(|pair| !is_language(pair));
        let query = pairs.collect::<Vec<_>>().join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        let mut response = redirect(&format!("/index{}{mark}{query}", request.target.path));
        let is_secure = self.site.settings.origin().starts_with("https://");
        let secure = if is_secure { "; Secure" } else { "" };
        let cookie = format!(
            "{LOCALE_COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Lax{secure}",
            chosen.tag()
        );
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }

    /// Returns the HTML page for a problem: the 404 page, or the document for client-side rendering, in which the
    /// browser displays the error.
    pub(crate) async fn error_page(&self, error: &ErrorPage, problem: Response) -> Response {
        let ErrorPage { locale, coding, .. } = *error;
        let status = problem.status();
        let title = self.site.title(locale).await;
        let title = title.unwrap_or_else(|_| self.site.settings.site_title(locale).to_owned());
        let retry_after = problem.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
        let fallback = Fallback { status: status.as_u16(), title: &title, retry_after };
        let served = match status {
            http::StatusCode::NOT_FOUND => {
                let key = (NOT_FOUND.to_owned(), locale);
                self.pages.page(&key, coding, fallback, &Prepared::default()).await
            }
            _ => self.pages.client_side_document(locale, fallback, coding),
        };
        let mut response = page(&error.path, served);
        if let Some(allow) = problem.headers().get(header::ALLOW) {
            response.headers_mut().insert(header::ALLOW, allow.clone());
        }
        *response.extensions_mut() = problem.extensions().clone();
        response
    }

    /// Returns the document for client-side rendering with the status of this problem, so that the browser can render
    /// the search. Readers without JavaScript see a notice with the retry time, if there is one.
    fn limited(&self, target: &PageTarget, title: &str, problem: &Problem) -> Response {
        let retry_after = match problem {
            Problem::TooManyRequests(wait) => Some(seconds(*wait)),
            _ => None,
        };
        let fallback = Fallback { status: problem.status().as_u16(), title, retry_after };
        page(&target.path, self.pages.client_side_document(target.locale, fallback, target.coding))
    }

    /// Returns a UI file or a cached page without the router, if there is one (the fast path).
    pub(crate) fn cached_response<B>(&self, request: &Request<B>) -> FastPathResult {
        let Some(path) = request.uri().path().strip_prefix("/index/") else {
            return FastPathResult::Other;
        };
        if request.method() != Method::GET || path.starts_with("media/") {
            return FastPathResult::Other;
        }
        let headers = request.headers();
        if let Some(asset) = self.assets.find(path) {
            return FastPathResult::Response(assets::reply(asset, coding(headers)));
        }
        if path.starts_with("assets/") {
            return FastPathResult::Other;
        }
        let query = request.uri().query().unwrap_or_default();
        let target = PageTarget::parse(path, query, headers, &self.patterns);
        let bypassing = static_routes::may_bypass_cache(path, headers);
        let address = bypassing.then(|| static_routes::RequestedPath::of(path));
        let is_cacheable =
            !matches!(address, Some(Some(_))) && chosen_locale(&target.path, query).is_none();
        // A path outside the route table may be the path of a generated file, which the page cache does not contain.
        if is_cacheable && target.exists && !target.is_plain && !target.path.ends_with(EMBED_PATH) {
            let key = (target.key, target.locale);
            if let Some(served) = self.pages.cached_page(&key, target.coding) {
                return FastPathResult::Response(page(&target.path, served));
            }
            let target = PageTarget { key: key.0, ..target };
            return FastPathResult::Page(PageRequest::new(path, query, headers, address, target));
        }
        FastPathResult::Page(PageRequest::new(path, query, headers, address, target))
    }
}

impl PageRequest {
    /// Parses a request for `path`, which is relative to `/index/`. `patterns` are those of the route table.
    pub(crate) fn parse(
        path: &str,
        query: &str,
        headers: &HeaderMap,
        patterns: &[Pattern],
    ) -> Self {
        let target = PageTarget::parse(path, query, headers, patterns);
        Self::new(path, query, headers, None, target)
    }

    /// Creates a request. `address` is the result of [`static_routes::RequestedPath::of`] for `path`; `None` if it has
    /// not been called yet.
    fn new(
        path: &str,
        query: &str,
        headers: &HeaderMap,
        address: Option<Option<static_routes::RequestedPath>>,
        target: PageTarget,
    ) -> Self {
        Self {
            path: path.to_owned(),
            query: query.to_owned(),
            address: address.unwrap_or_else(|| static_routes::RequestedPath::of(path)),
            prefers_markdown: prefers_markdown(headers),
            target,
        }
    }

    /// Whether the response is an HTML page and not Markdown.
    fn is_html(&self) -> bool {
        !self.path.ends_with(".md") && !self.prefers_markdown
    }
}

impl PageTarget {
    /// Returns the page that a request selects. `path` is relative to `/index/`.
    fn parse(path: &str, query: &str, headers: &HeaderMap, patterns: &[Pattern]) -> Self {
        let (locale, coding) = (locale_for(path, headers), coding(headers));
        let path = canonical_path(path).unwrap_or_else(|| NOT_FOUND.to_owned());
        let pattern = patterns.iter().find(|pattern| pattern.matches(&path));
        let key = pattern.map_or_else(|| NOT_FOUND.to_owned(), |known| known.key(&path, query));
        let is_search = pattern.is_some_and(|known| known.has_free_value(query));
        let class = if is_search { RenderClass::Search } else { RenderClass::Page };
        let is_safe =
            query.split('&').any(|pair| pair == SAFE_PARAMETER || pair.starts_with("safe="));
        let is_plain = is_safe || path == "/admin" || path.starts_with("/admin/");
        Self { exists: pattern.is_some(), path, key, locale, coding, class, is_plain }
    }
}

fn coding(headers: &HeaderMap) -> Coding {
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encoding::accepted(accepts)
}

/// Returns the canonical form of a path, so that other spellings do not add pages to the cache; `None` for an invalid
/// path.
fn canonical_path(path: &str) -> Option<String> {
    let path = percent_decode_str(path.trim_end_matches('/')).decode_utf8().ok()?;
    let can_be = !path.starts_with('/') && !path.contains("//") && !path.contains(char::is_control);
    can_be.then(|| format!("/{}", page_path::encode(&path)))
}

/// Selects the language on the server: the locale in the path, then the saved choice, then `Accept-Language`. `path` is
/// relative to `/index/`.
pub(crate) fn locale_for(path: &str, headers: &HeaderMap) -> Locale {
    let languages = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let hints = LocaleHints {
        path: &format!("/{path}"),
        saved: cookie(headers, LOCALE_COOKIE),
        languages: languages.unwrap_or_default(),
    };
    locale::detect(hints)
}

/// Returns the language that a query such as `view=pages&lang=zh` chooses; `None` if there is no `lang` with a known
/// language, or if the path contains a language. `path` is canonical.
fn chosen_locale(path: &str, query: &str) -> Option<Locale> {
    let pair = query.split('&').find(|pair| is_language(pair))?;
    let (_, tag) = pair.split_once('=')?;
    if path::locale_of(path).is_some() { None } else { tag.parse().ok() }
}

fn is_language(pair: &str) -> bool {
    pair.split_once('=').is_some_and(|(name, _)| name == LANG_PARAMETER)
}

/// Line of the UI's route table: `zh/docs/*?q,page`.
#[derive(Debug, PartialEq, Eq)]
pub struct Pattern {
    /// `zh/docs/*` matches `/zh/docs` and everything below it; other paths match exactly.
    path: String,
    /// Query parameters that change the page; others are ignored.
    query: Vec<String>,
}

impl Pattern {
    pub fn parse(line: &str) -> Self {
        let (path, query) = line.split_once('?').unwrap_or((line, ""));
        let query = query.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Self { path: path.trim_start_matches('/').to_owned(), query }
    }

    fn matches(&self, path: &str) -> bool {
        let path = path.trim_start_matches('/');
        match self.path.strip_suffix("/*") {
            Some(folder) => path
                .strip_prefix(folder)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            None => self.path == path && path != "404" && self.path != "*",
        }
    }

    /// Whether a known parameter without a fixed value, such as `q` or `page`, has a value in the query.
    fn has_free_value(&self, query: &str) -> bool {
        let free = self.query.iter().filter(|name| !name.contains('='));
        free.filter_map(|name| parameter(query, name)).any(|pair| !pair.ends_with('='))
    }

    /// Returns the path with the query parameters that change the page, in the order of the table.
    fn key(&self, path: &str, query: &str) -> String {
        let known: Vec<_> = self.query.iter().filter_map(|name| parameter(query, name)).collect();
        if known.is_empty() { path.to_owned() } else { format!("{path}?{}", known.join("&")) }
    }
}

/// Returns the pair with this name from a query, such as `q=words`; `None` if there is no such pair. A name with a
/// value (`view=parallel`) matches this value only.
fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    let value = |pair: &&str| {
        if name.contains('=') {
            return *pair == name;
        }
        pair.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))
    };
    query.split('&').find(value)
}

fn page(path: &str, served: CachedResponse) -> Response {
    if let Some(to) = &served.redirect {
        return redirect(to);
    }
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = reply::of_type(served.body, html, "no-cache");
    *response.status_mut() = http::StatusCode::from_u16(served.status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, PAGE_POLICY.clone());
    headers.insert("reporting-endpoints", REPORTING_ENDPOINTS.clone());
    // Documentation pages and news entries are also available as Markdown.
    let own = path::without_locale(path);
    let has_markdown = own.starts_with("/docs") || own.starts_with("/news/");
    let vary = match (path::locale_of(path), has_markdown) {
        (Some(_), false) => "accept-encoding",
        (Some(_), true) => "accept, accept-encoding",
        (None, false) => "accept-encoding, accept-language, cookie",
        (None, true) => "accept, accept-encoding, accept-language, cookie",
    };
    headers.insert(header::VARY, HeaderValue::from_static(vary));
    if let Some(token) = served.coding.token() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token));
    }
    if let Some(etag) = served.etag {
        headers.insert(header::ETAG, etag);
    }
    if let Some(links) = served.links {
        headers.insert(header::LINK, links);
    }
    if let Some(wait) = served.retry_after {
        headers.insert(header::RETRY_AFTER, wait.into());
    }
    response
}

/// Redirects within the site. A target outside `/index` is replaced by the front page.
fn redirect(to: &str) -> Response {
    let ours = to.starts_with("/index");
    let target = HeaderValue::from_str(if ours { to } else { "/index/" });
    let mut response = reply::empty(http::StatusCode::FOUND);
    let target = target.unwrap_or(HeaderValue::from_static("/index/"));
    response.headers_mut().insert(header::LOCATION, target);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_route_matches_an_exact_path_or_a_folder() {
        for (pattern, path, expected) in [
            ("zh/docs/*?q", "/zh/docs", true),
            ("zh/docs/*", "/zh/docs/a/b", true),
            ("zh/docs/*", "/zh/docsx", false),
            ("zh", "/zh", true),
            ("zh", "/zh/x", false),
            ("", "/", true),
            ("*", "/anything", false),
            ("404", "/404", false),
        ] {
            assert_eq!(Pattern::parse(pattern).matches(path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn lang_parameter_applies_to_paths_without_language() {
        for (path, query, expected) in [
            ("/localization", "lang=zh", Some(Locale::Zh)),
            ("/localization", "view=pages&locale=zh-CN&lang=en-US", Some(Locale::En)),
            ("/localization", "lang=fr", None),
            ("/localization", "lang=", None),
            ("/localization", "lang", None),
            ("/localization", "language=zh", None),
            ("/localization", "", None),
            ("/zh/docs", "lang=en", None),
        ] {
            assert_eq!(chosen_locale(path, query), expected, "{path}?{query}");
        }
    }

    #[test]
    fn frames_are_allowed_for_listed_origins_only() {
        let policy_for = |origins: &[&str]| {
            let mut response = reply::empty(http::StatusCode::OK);
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, PAGE_POLICY.clone());
            let origins: Vec<String> = origins.iter().map(|origin| (*origin).to_owned()).collect();
            allow_frames(&mut response, &origins);
            response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned()
        };
        assert!(policy_for(&[]).contains("frame-ancestors 'none';"));
        let policy = policy_for(&["https://a.example", "http://localhost:3000"]);
        assert!(policy.contains("frame-ancestors https://a.example http://localhost:3000;"));
        assert!(!policy.contains("frame-ancestors 'none'"));
    }

    #[test]
    fn url_path_is_canonicalized_or_rejected() {
        for (path, spelling) in [
            ("zh/docs/a", Some("/zh/docs/a")),
            ("zh/docs/a/", Some("/zh/docs/a")),
            ("zh%2Fdocs/%61", Some("/zh/docs/a")),
            ("zh/docs/%e5%90%8d", Some("/zh/docs/%E5%90%8D")),
            ("zh/docs/名", Some("/zh/docs/%E5%90%8D")),
            ("zh/docs/a%20b%25", Some("/zh/docs/a%20b%25")),
            ("", Some("/")),
            ("zh//docs", None),
            ("/zh", None),
            ("%2fzh", None),
            ("zh/%00", None),
            ("zh/%ff", None),
        ] {
            assert_eq!(canonical_path(path).as_deref(), spelling, "{path}");
        }
    }

    #[test]
    fn has_free_value_ignores_fixed_and_unknown_parameters() {
        for (pattern, query, expected) in [
            ("docs/*?q,page", "q=a", true),
            ("docs/*?q,page", "page=2", true),
            ("docs/*?q,page", "q=&page=", false),
            ("docs/*?q,page", "utm_source=a", false),
            ("docs/*?q,page", "", false),
            ("docs/*?q,view=parallel", "view=parallel", false),
            ("docs/*?q,view=parallel", "view=parallel&q=a", true),
            ("docs", "q=a", false),
        ] {
            assert_eq!(
                Pattern::parse(pattern).has_free_value(query),
                expected,
                "{pattern} {query}"
            );
        }
    }

    #[test]
    fn cache_key_has_only_known_parameters() {
        for (pattern, query, key) in [
            ("docs/*?q,page", "q=a&utm_source=x", "/docs?q=a"),
            ("docs/*?q,page", "page=2&q=a", "/docs?q=a&page=2"),
            ("docs/*?q,page", "utm=1", "/docs"),
            ("docs/*?q,page", "q=", "/docs?q="),
            ("docs", "q=a", "/docs"),
            ("docs/*?q,view=parallel", "view=parallel", "/docs?view=parallel"),
            ("docs/*?q,view=parallel", "view=other&q=", "/docs?q="),
        ] {
            assert_eq!(Pattern::parse(pattern).key("/docs", query), key, "{pattern} {query}");
        }
    }
}

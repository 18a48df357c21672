//! Middleware of all requests and responses: HEAD, CSRF protection, panics, security headers, revalidation,
//! compression.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Once};
use std::time::Instant;

use bytes::Bytes;
use futures_util::FutureExt;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::uri::Authority;
use http::{Extensions, Method, Request, Response, StatusCode, Version};
use http_body::Body as _;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tower_service::Service as _;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response as Answer};

use super::access_denials::AccessDenials;
use super::csp_reports;
use super::http_metrics::{HttpMetrics, Kind};
use super::ssr_handler::{ErrorPage, FastPathResult, PageService};
use pailou_database::health::Health;
use pailou_database::outage::Outage;
use pailou_settings::Settings;
use pailou_site::Site;
use pailou_web::MatchedRoute;
use pailou_web::client::{self, Peer, RequestContext};
use pailou_web::encoding;
use pailou_web::encoding::Coding;
use pailou_web::listener::Service;
use pailou_web::problem::{AccessDenied, Problem};

/// Minimum size for compression in bytes: smaller responses do not benefit.
const WORTH_COMPRESSING: u64 = 860;

const FOR_ALL: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Headers of responses that a browser may display as a document. The policy forbids loading any resources; rendered
/// pages have a separate policy.
const FOR_PAGES: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    ),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), interest-cohort=()"),
    ),
];

/// Media types of subresources. They need no headers for documents, because a browser that opens such a file
/// directly displays or downloads it and does not run it.
const PARTS: [&str; 3] = ["text/javascript", "text/css", "application/wasm"];

#[derive(Clone)]
pub struct Middleware {
    /// Fast path for cached pages, tried before the routes.
    page_service: Option<Arc<PageService>>,
    routes: BoxedFilter<(Answer,)>,
    settings: Arc<Settings>,
    health: Arc<Health>,
    /// Value of `Strict-Transport-Security`, if the site's public URL is https.
    strict_transport: Option<HeaderValue>,
    denials: Arc<AccessDenials>,
    metrics: Option<Arc<HttpMetrics>>,
}

/// Limits the warning about a missing `site.url` to one log entry.
static WITHOUT_SITE_URL: Once = Once::new();

impl Service for Middleware {
    async fn respond(&self, request: Request<Incoming>) -> Answer {
        if self.settings.site_url.is_none() && client::is_https(request.headers()) {
            WITHOUT_SITE_URL.call_once(|| {
                tracing::warn!(
                    setting = "site.url",
                    "site URL not set: links and cookies assume HTTP"
                );
            });
        }
        let mut answer = match rejection(&request) {
            None => return self.answer(request).await,
            Some(problem) => problem.into_response(),
        };
        if answer.status() == StatusCode::METHOD_NOT_ALLOWED {
            answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        self.secure(&mut answer);
        answer
    }
}

/// Returns the problem of a request that cannot be routed, and `None` for all other requests. The target of `CONNECT`
/// has no path, and warp panics without one.
fn rejection<B>(request: &Request<B>) -> Option<Problem> {
    if request.method() == Method::CONNECT {
        return Some(Problem::MethodNotAllowed);
    }
    let detail = match (request.uri().path().is_empty(), has_valid_host(request)) {
        (true, _) => "expected a path in the request target",
        (false, false) => "expected one valid Host header",
        (false, true) => return None,
    };
    Some(Problem::BadRequest(detail.to_owned()))
}

/// Whether the request has exactly one valid `Host` header in HTTP/1.1, or at most one in earlier versions (RFC 9112,
/// section 3.2).
fn has_valid_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let is_valid = match hosts.next() {
        Some(host) => is_host(host),
        None => request.version() < Version::HTTP_11,
    };
    is_valid && hosts.next().is_none()
}

/// Whether the value is `uri-host [ ":" port ]` (RFC 9110, section 7.2) or empty.
fn is_host(host: &HeaderValue) -> bool {
    let Ok(host) = host.to_str() else { return false };
    let Ok(authority) = host.parse::<Authority>() else { return host.is_empty() };
    let has_valid_port =
        authority.port_u16().is_some() || host.trim_end_matches(':') == authority.host();
    !host.contains('@') && has_valid_port
}

impl Middleware {
    pub fn new(routes: BoxedFilter<(Answer,)>, site: &Site) -> Self {
        let (settings, health) = (site.settings.clone(), site.db.health().clone());
        let is_https = settings.origin().starts_with("https://");
        let strict_transport = is_https.then(|| {
            HeaderValue::from_static(match settings.site_hsts_subdomains {
                true => "max-age=31536000; includeSubDomains",
                false => "max-age=31536000",
            })
        });
        let denials = Arc::new(AccessDenials::new(&site.db));
        Self {
            page_service: None,
            routes,
            settings,
            health,
            strict_transport,
            denials,
            metrics: None,
        }
    }

    /// Enables the request counters.
    pub(crate) fn with_metrics(self, metrics: Arc<HttpMetrics>) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// Enables the fast path, which serves cached pages without the router.
    pub(crate) fn with_fast_path(self, page_service: PageService) -> Self {
        Self { page_service: Some(Arc::new(page_service)), ..self }
    }

    pub async fn answer<B>(&self, request: Request<B>) -> Answer
    where
        B: http_body::Body + Send + Sync + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let Some(metrics) = &self.metrics else { return self.respond_to(request).await };
        let (started, kind) = (Instant::now(), Kind::of(request.uri().path()));
        let answer = self.respond_to(request).await;
        let route = answer.extensions().get::<MatchedRoute>();
        metrics.record((kind, route), answer.status(), started.elapsed());
        answer
    }

    async fn respond_to<B>(&self, mut request: Request<B>) -> Answer
    where
        B: http_body::Body + Send + Sync + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let head = request.method() == Method::HEAD;
        if head {
            *request.method_mut() = Method::GET;
        }
        match self
            .page_service
            .as_ref()
            .map_or(FastPathResult::Other, |page_service| page_service.cached_response(&request))
        {
            FastPathResult::Response(mut answer) => {
                self.secure(&mut answer);
                if request.headers().contains_key(header::IF_NONE_MATCH) {
                    answer = revalidated(answer, &RequestSummary::of(&request));
                }
                return if head { without_body(answer) } else { answer };
            }
            FastPathResult::Page(page_request) => {
                let mut extensions = Extensions::new();
                extensions.insert(Arc::new(page_request));
                request.extensions_mut().insert(extensions);
            }
            FastPathResult::Other => {}
        }
        let summary = RequestSummary::of(&request);
        let client = summary.client(&request, self.settings.trusted_proxies);
        let error_page = self.error_page_of(&request);
        let page_path = page_path_of(&request);
        let mut answer = match self.refuse_forged(&request) {
            Some(problem) => problem.into_response(),
            // The handler of pages itself checks the health of the database, because its error responses are HTML
            // pages.
            None if summary.path.starts_with("/index") => self.route(request).await,
            None => self.route_while_available(request).await,
        };
        if let (Some(denied), Some(client)) = (answer.extensions().get::<AccessDenied>(), client) {
            self.denials.record(&client, (&summary.method, &summary.path), *denied).await;
        }
        if let Some((page_service, target)) = error_page
            && answer.headers().get(header::CONTENT_TYPE).is_some_and(is_problem)
        {
            answer = page_service.error_page(&target, answer).await;
        }
        if let Some(location) = page_path
            && answer.status() == StatusCode::NOT_FOUND
            && answer.headers().get(header::CONTENT_TYPE).is_some_and(is_problem)
        {
            answer = StatusCode::FOUND.into_response();
            answer.headers_mut().insert(header::LOCATION, location);
        }
        self.secure(&mut answer);
        if let Some(outage) = answer.extensions().get::<Outage>() {
            self.health.report(*outage);
        }
        let answer = revalidated(compressed(answer, &summary).await, &summary);
        let status = answer.status().as_u16();
        tracing::debug!(target: "request", method = %summary.method, path = summary.path, status, "request completed");
        if head { without_body(answer) } else { answer }
    }

    /// Same as `route`, but stops the request with an error response if the database becomes unavailable meanwhile.
    pub(crate) async fn route_while_available<B>(&self, request: Request<B>) -> Answer
    where
        B: http_body::Body + Send + Sync + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let answer = self.health.while_available(self.route(request)).await;
        answer.unwrap_or_else(|outage| Problem::from(outage).into_response())
    }

    /// Calls the router without the middleware. A panic of a handler becomes a 500 response.
    pub async fn route<B>(&self, request: Request<B>) -> Answer
    where
        B: http_body::Body + Send + Sync + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let mut service = warp::service(self.routes.clone());
        match AssertUnwindSafe(service.call(request)).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(never)) => match never {},
            Err(_) => Problem::Internal("handler panic".to_owned()).into_response(),
        }
    }

    /// Returns the data for an HTML error page, if a browser requests a path below `/index`; otherwise `None`.
    fn error_page_of<B>(&self, request: &Request<B>) -> Option<(Arc<PageService>, ErrorPage)> {
        let page_service = self.page_service.as_ref()?;
        let path = below("/index", request.uri().path())?;
        is_of_browser(request.headers())
            .then(|| (page_service.clone(), ErrorPage::new(path, request.headers())))
    }

    /// CSRF protection: rejects a change that another origin initiated, or that has the CSRF cookie without the
    /// matching header. Only pages of the site can add this header. Requests with an `Authorization` header do not need
    /// the CSRF header.
    fn refuse_forged<B>(&self, request: &Request<B>) -> Option<Problem> {
        // Browsers send CSP reports with cookies but without custom headers. CSP reports do not change any data.
        if request.method().is_safe() || request.uri().path() == csp_reports::PATH {
            return None;
        }
        let headers = request.headers();
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        if matches!(text("sec-fetch-site"), Some("cross-site" | "same-site")) {
            return Some(Problem::Forbidden(
                "cross-origin change rejected: expected a request from this site",
            ));
        }
        let cookie = cookie(headers, &self.settings.anti_forgery_cookie)?;
        if headers.contains_key(header::AUTHORIZATION) {
            return None;
        }
        let echoed = text(&self.settings.anti_forgery_header) == Some(cookie);
        (!echoed).then_some(Problem::Forbidden("missing or invalid CSRF header"))
    }

    fn secure(&self, answer: &mut Answer) {
        let headers = answer.headers_mut();
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_part = kind.is_some_and(|kind| PARTS.iter().any(|part| kind.starts_with(part)));
        let for_pages: &[_] = if is_part { &[] } else { &FOR_PAGES };
        for (name, value) in FOR_ALL.iter().chain(for_pages) {
            headers.entry(name).or_insert_with(|| value.clone());
        }
        if let Some(year) = &self.strict_transport {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, year.clone());
        }
    }
}

/// Returns the value of a cookie, not decoded; `None` if the request does not have the cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// Parts of the request that are needed when its response is processed.
struct RequestSummary {
    method: Method,
    path: String,
    coding: Coding,
    if_none_match: Option<HeaderValue>,
}

impl RequestSummary {
    /// Returns the client of an API request, with the headers that the audit log needs; `None` for other requests.
    /// `trusted` is the number of trusted proxies.
    fn client<B>(&self, request: &Request<B>, trusted: usize) -> Option<RequestContext> {
        if !self.path.starts_with("/api/") {
            return None;
        }
        let known = [header::AUTHORIZATION, header::USER_AGENT];
        let headers = known.into_iter().filter_map(|name| {
            let value = request.headers().get(&name)?.clone();
            Some((name, value))
        });
        let peer = request.extensions().get::<Peer>().copied();
        let address = client::client_address(peer, request.headers(), trusted);
        Some(RequestContext { headers: headers.collect(), address })
    }

    fn of<B>(request: &Request<B>) -> Self {
        let accepts = request.headers().get(header::ACCEPT_ENCODING);
        Self {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            coding: encoding::accepted(accepts.and_then(|value| value.to_str().ok())),
            if_none_match: request.headers().get(header::IF_NONE_MATCH).cloned(),
        }
    }
}

/// Returns the part of `path` after `top`, if `path` is equal to `top` or below it.
fn below<'p>(top: &str, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(top).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a request accepts HTML, as browsers do for pages.
fn is_of_browser(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    accepts.unwrap_or_default().split(',').any(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/html"))
    })
}

/// If a browser requests an unknown path outside `/index` and `/api`, returns the path below `/index` to redirect to,
/// because the 404 page is rendered only below `/index`. Returns `None` for other requests.
fn page_path_of<B>(request: &Request<B>) -> Option<HeaderValue> {
    let path = request.uri().path();
    let is_outside = ["/index", "/api"].iter().all(|top| below(top, path).is_none());
    let is_page = is_outside && request.method().is_safe() && is_of_browser(request.headers());
    is_page.then(|| HeaderValue::from_str(&format!("/index{path}")).ok()).flatten()
}

fn is_problem(kind: &HeaderValue) -> bool {
    kind == "application/problem+json"
}

/// Replaces the response with a 304 response if the client has the current representation (RFC 9110, section 13.1.2).
fn revalidated(mut answer: Answer, summary: &RequestSummary) -> Answer {
    let Some(known) = summary.if_none_match.as_ref().and_then(|value| value.to_str().ok()) else {
        return answer;
    };
    let etag = answer.headers().get(header::ETAG).and_then(|value| value.to_str().ok());
    let same = etag.is_some_and(|etag| {
        let weak = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
        known.trim() == "*" || known.split(',').any(|tag| weak(tag) == weak(etag))
    });
    if !same || summary.method != Method::GET || answer.status() != StatusCode::OK {
        return answer;
    }
    *answer.status_mut() = StatusCode::NOT_MODIFIED;
    answer.headers_mut().remove(header::CONTENT_TYPE);
    answer.headers_mut().remove(header::CONTENT_ENCODING);
    *answer.body_mut() = Bytes::new().into();
    answer
}

/// Compresses a text response that is large enough, unless the encoding of the response was already negotiated.
async fn compressed(mut answer: Answer, summary: &RequestSummary) -> Answer {
    if !is_worth_compressing(&answer) {
        return answer;
    }
    let vary = answer.headers().get(header::VARY).and_then(|vary| vary.to_str().ok());
    let vary = vary.map_or("accept-encoding".to_owned(), |vary| format!("{vary}, accept-encoding"));
    let vary = HeaderValue::from_str(&vary);
    vary.into_iter().for_each(|vary| drop(answer.headers_mut().insert(header::VARY, vary)));
    let Some(token) = summary.coding.token() else { return answer };
    let (mut parts, body) = answer.into_parts();
    let Ok(body) = body.collect().await else {
        return Problem::Internal("unreadable response".to_owned()).into_response();
    };
    let body = encoding::compress(summary.coding, &body.to_bytes());
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token));
    let etag = parts.headers.get(header::ETAG).and_then(|value| value.to_str().ok());
    if let Some(etag) = etag.and_then(|etag| etag.strip_suffix('"')) {
        let etag = HeaderValue::from_str(&format!("{etag}{}\"", summary.coding.suffix()));
        etag.into_iter().for_each(|etag| drop(parts.headers.insert(header::ETAG, etag)));
    }
    Response::from_parts(parts, body.into())
}

fn is_worth_compressing(answer: &Answer) -> bool {
    let headers = answer.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = kind.is_some_and(encoding::is_text);
    let is_large = answer.body().size_hint().exact().is_some_and(|size| size > WORTH_COMPRESSING);
    // A response with `Vary: accept-encoding` is already in the negotiated encoding.
    let vary = headers.get(header::VARY).and_then(|vary| vary.to_str().ok());
    let is_coded = vary.is_some_and(|vary| vary.contains("accept-encoding"));
    is_text && is_large && !is_coded
}

/// Removes the body for HEAD; keeps the headers, and sets `Content-Length` to the size of the removed body.
fn without_body(mut answer: Answer) -> Answer {
    if let Some(size) = answer.body().size_hint().exact() {
        answer.headers_mut().insert(header::CONTENT_LENGTH, size.into());
    }
    *answer.body_mut() = Bytes::new().into();
    answer
}

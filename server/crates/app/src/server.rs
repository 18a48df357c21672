//! Application that serves requests: render engines, routes, and middleware.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use tokio::runtime::Handle;

use super::csp_reports::{self, CspReports};
use super::health::{self, Metrics};
use super::http_metrics::HttpMetrics;
use super::mcp;
use super::middleware::Middleware;
use super::process_metrics;
use super::routes;
use super::ssr_handler::{self, PageService, Pattern};
use super::static_routes::StaticRoutes;
use pailou_database::AcquireBudget;
use pailou_site::Site;
use pailou_ssr::{CacheLimits, Fetch, FetchResponse, Manifest, Pages, Pool, RenderError};
use pailou_web::assets::Assets;
use pailou_web::listener::Connections;
use pailou_web::reply::CacheTags;
use pailou_web::workers::{WorkerError, WorkerSettings, serve_in_workers};
use pailou_web::{Router, edge};

/// Time for which a page is cached if its data was fetched over HTTP from another host, because that host does not
/// report changes.
const FRESH_OVER_HTTP: Duration = Duration::from_secs(1);
/// Deadline of a request of the server-side renderer to the API.
const FETCH_DEADLINE: Duration = Duration::from_secs(5);

/// A render engine did not start, or the manifest of the UI is invalid. Contains the message of the error.
#[derive(Debug, thiserror::Error)]
#[error("rendering failed: {0}")]
pub struct StartError(pub String);

/// Site that is ready to serve requests.
pub struct Server {
    pub answering: Middleware,
    pub metrics: Metrics,
}

impl Server {
    /// Starts the render engines and assembles the routes. Returns an error if an engine does not start or the manifest
    /// of the UI is invalid.
    pub fn start(site: &Site, assets: &'static Assets) -> Result<Self, StartError> {
        let settings = &site.settings;
        let api = routes::api(site);
        let inside =
            Middleware::new(edge(Router::new(api.clone()), settings.trusted_proxies), site);
        let host = settings.host_internal.clone();
        let fetch = match &host {
            Some(_) => over_http(Handle::current()),
            None => in_process(inside.clone(), Handle::current()),
        };
        let (pool, patterns) = Pool::start(
            settings.render_engines,
            &assets.server_bundle,
            &fetch,
            host.as_deref().unwrap_or_default(),
        )
        .map_err(|error: RenderError| StartError(error.to_string()))?;
        let manifest = Manifest::read(assets.manifest).map_err(StartError)?;
        let limits = CacheLimits {
            bytes: (settings.cache_mib as u64) << 20,
            wait: Duration::from_millis(settings.render_wait_ms),
        };
        let pages = Pages::new(pool, manifest, site.changes.clone(), settings.origin(), limits);
        let pages = Arc::new(pages);
        let patterns = Arc::new(patterns.iter().map(|line| Pattern::parse(line)).collect());
        let documents = StaticRoutes::new(site, assets);
        let page_service = PageService {
            site: site.clone(),
            pages: pages.clone(),
            patterns,
            documents,
            assets,
            search_limit: ssr_handler::search_limit(),
        };
        let ready = Arc::new(AtomicBool::new(false));
        let connections = Arc::new(Connections::default());
        let csp_reports = CspReports::default();
        let mcp = mcp::routes(site, inside);
        let mut api_and_pages = routes::all(api, &page_service);
        api_and_pages.extend(mcp);
        api_and_pages.extend(csp_reports::routes(&csp_reports));
        process_metrics::start();
        let http = Arc::new(HttpMetrics::new(&api_and_pages));
        let metrics = Metrics {
            ready,
            connections,
            pages,
            site: site.clone(),
            http: http.clone(),
            csp_reports,
        };
        let routes = api_and_pages.into_iter().chain(health::routes(&metrics)).collect();
        let all = edge(Router::new(routes), settings.trusted_proxies);
        let answering = Middleware::new(all, site).with_fast_path(page_service).with_metrics(http);
        Ok(Self { answering, metrics })
    }

    /// Serves until `stop` completes and all workers have ended. The code that handles connections is generic and is
    /// compiled here, in a crate that is optimized for speed.
    ///
    /// # Errors
    ///
    /// Returns an error if a worker cannot be started.
    pub async fn serve(
        &self,
        listener: TcpListener,
        settings: &WorkerSettings,
        stop: impl Future<Output = ()>,
    ) -> Result<(), WorkerError> {
        let counters = &self.metrics.connections;
        serve_in_workers(listener, &self.answering, counters, settings, stop).await
    }
}

/// Returns the function that sends requests of the renderer to the routes of this process. A request that takes longer
/// than `FETCH_DEADLINE` has the status 504.
fn in_process(routes: Middleware, runtime: Handle) -> Fetch {
    Arc::new(move |url, extensions| {
        let request = http::Request::get(url).extension(extensions.clone());
        let Ok(request) = request.body(Full::new(bytes::Bytes::new())) else {
            return FetchResponse { status: 400, ..FetchResponse::default() };
        };
        runtime.block_on(async {
            let answer = routes.route_while_available(request);
            let budget = extensions.get::<AcquireBudget>().cloned().unwrap_or_default();
            let answer = tokio::time::timeout(FETCH_DEADLINE, budget.scope(answer)).await;
            let Ok(answer) = answer else {
                return FetchResponse { status: 504, ..FetchResponse::default() };
            };
            let shows = answer.extensions().get::<CacheTags>().cloned().unwrap_or_default();
            FetchResponse { shows: shows.tags, fresh_for: shows.fresh_for, ..read(answer).await }
        })
    })
}

/// Returns the function that sends requests of the renderer to the internal host. That host does not report changes, so
/// pages are cached for `FRESH_OVER_HTTP`. A failed request has the status 502. A request that takes longer
/// than `FETCH_DEADLINE` has the status 504.
fn over_http(runtime: Handle) -> Fetch {
    use hyper_util::client::legacy::Client;
    use hyper_util::rt::TokioExecutor;
    let client = Client::builder(TokioExecutor::new()).build_http();
    Arc::new(move |url, _| {
        let Ok(request) = http::Request::get(url).body(Full::new(bytes::Bytes::new())) else {
            return FetchResponse { status: 400, ..FetchResponse::default() };
        };
        runtime.block_on(async {
            match tokio::time::timeout(FETCH_DEADLINE, client.request(request)).await {
                Ok(Ok(answer)) => {
                    FetchResponse { fresh_for: Some(FRESH_OVER_HTTP), ..read(answer).await }
                }
                Ok(Err(error)) => {
                    tracing::error!(%error, url, "request to internal host failed");
                    FetchResponse { status: 502, ..FetchResponse::default() }
                }
                Err(_) => FetchResponse { status: 504, ..FetchResponse::default() },
            }
        })
    })
}

async fn read<B: http_body::Body>(answer: http::Response<B>) -> FetchResponse {
    let (parts, body) = answer.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let headers = parts.headers.iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    FetchResponse {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
        ..FetchResponse::default()
    }
}

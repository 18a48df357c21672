//! Health checks and metrics: `/healthz` (liveness), `/readyz` (readiness), `/metrics` (Prometheus text format).

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::Method;
use warp::reply::Response;

use super::csp_reports::CspReports;
use super::http_metrics::HttpMetrics;
use super::process_metrics;
use pailou_web::listener::Connections;

use pailou_database::health::State;
use pailou_site::Site;
use pailou_ssr::Pages;
use pailou_web::problem::seconds;
use pailou_web::reply;
use pailou_web::{Route, extract_state};

/// State for health checks and metrics.
#[derive(Clone)]
pub struct Metrics {
    pub ready: Arc<AtomicBool>,
    pub connections: Arc<Connections>,
    pub pages: Arc<Pages>,
    pub site: Site,
    pub http: Arc<HttpMetrics>,
    pub csp_reports: CspReports,
}

extract_state!(Metrics);

pub fn routes(state: &Metrics) -> Vec<Route> {
    let liveness = async || plain("ok\n".to_owned());
    let readiness = async |metrics: Metrics| {
        readiness(metrics.ready.load(Ordering::Acquire), metrics.site.db.health().state())
    };
    let metrics = async |state: Metrics| plain(exposition(&state).await);
    vec![
        Route::new(Method::GET, "/healthz", &(), liveness),
        Route::new(Method::GET, "/readyz", state, readiness),
        Route::new(Method::GET, "/metrics", state, metrics),
    ]
}

/// Returns the response of `/readyz`: `ready`, or `not ready` with a line for each failed check.
fn readiness(is_ready: bool, state: State) -> Response {
    let outages: Vec<_> = state.outages().collect();
    if is_ready && outages.is_empty() {
        return plain("ready\n".to_owned());
    }
    let mut text = "not ready\n".to_owned();
    if !is_ready {
        text.push_str("starting-or-stopping\n");
    }
    for outage in &outages {
        text.push_str(outage.code());
        text.push('\n');
    }
    let mut response = plain(text);
    *response.status_mut() = http::StatusCode::SERVICE_UNAVAILABLE;
    if let Some(wait) = outages.iter().map(|outage| outage.retry_after()).max() {
        response.headers_mut().insert(http::header::RETRY_AFTER, seconds(wait).into());
    }
    response
}

fn plain(text: String) -> Response {
    reply::bytes(text.into(), "text/plain; charset=utf-8", "no-store")
}

async fn exposition(metrics: &Metrics) -> String {
    let (connections, pages) = (&metrics.connections, &metrics.pages);
    let render = &pages.pool().counters;
    let (cached, bytes) = pages.size();
    let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    // The counts from the database are zero after a database error.
    let feedback = pailou_docs::feedback_counts(&metrics.site.db).await.unwrap_or_default();
    let feedback_count = |answer: &str| {
        let count =
            feedback.iter().find(|(value, _)| value == answer).map_or(0, |(_, count)| *count);
        u64::try_from(count).unwrap_or(0)
    };
    let [waiting_pages, waiting_searches] = pages.pool().queue_lengths();
    let deliveries =
        pailou_webhooks::store::count_pending(&metrics.site.db).await.unwrap_or_default();
    let deliveries = u64::try_from(deliveries).unwrap_or(0);
    let [sections, index_bytes, index_milliseconds] = metrics.site.search_index.statistics();
    let rows = [
        ("pailou_connections_open", "gauge", read(&connections.open)),
        ("pailou_connections_accepted_total", "counter", read(&connections.accepted)),
        ("pailou_connections_silent_total", "counter", read(&connections.idle_timeouts)),
        ("pailou_connections_broken_total", "counter", read(&connections.errored)),
        ("pailou_pages_kept", "gauge", cached as u64),
        ("pailou_pages_kept_bytes", "gauge", bytes),
        ("pailou_renders_total", "counter", read(&render.rendered)),
        ("pailou_renders_failed_total", "counter", read(&render.failed)),
        ("pailou_renders_rejected_total", "counter", read(&render.rejected)),
        ("pailou_render_microseconds_total", "counter", read(&render.microseconds)),
        ("pailou_render_queue_pages", "gauge", waiting_pages as u64),
        ("pailou_render_queue_searches", "gauge", waiting_searches as u64),
        ("pailou_webhook_queue_deliveries", "gauge", deliveries),
        ("pailou_search_sections", "gauge", sections),
        ("pailou_search_bytes", "gauge", index_bytes),
        ("pailou_search_milliseconds", "gauge", index_milliseconds),
        ("pailou_csp_reports_total", "counter", metrics.csp_reports.received()),
        ("pailou_docs_feedback_yes", "gauge", feedback_count("yes")),
        ("pailou_docs_feedback_no", "gauge", feedback_count("no")),
    ];
    let mut text = String::new();
    for (name, kind, value) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# TYPE {name} {kind}\n{name} {value}");
    }
    metrics.http.write(&mut text);
    process_metrics::write(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[track_caller]
    fn check(is_ready: bool, state: State, status: u16, expected: &str) {
        let response = readiness(is_ready, state);
        assert_eq!(response.status(), status);
        let body = futures_util::FutureExt::now_or_never(response.into_body().collect());
        assert_eq!(body.unwrap().unwrap().to_bytes(), expected);
    }

    #[test]
    fn readiness_lists_each_failed_check() {
        let works = State::default();
        let unavailable = State { is_database_unavailable: true, ..works };
        let full = State { is_disk_full: true, ..works };
        let read_only = State { is_database_read_only: true, ..works };
        let replaced = State { is_database_replaced: true, ..works };
        let both = State { is_database_unavailable: true, ..full };
        check(true, works, 200, "ready\n");
        check(false, works, 503, "not ready\nstarting-or-stopping\n");
        check(true, unavailable, 503, "not ready\ndatabase-unavailable\n");
        check(true, read_only, 503, "not ready\ndatabase-read-only\n");
        check(true, replaced, 503, "not ready\ndatabase-replaced\n");
        check(true, full, 503, "not ready\ndisk-full\n");
        check(true, both, 503, "not ready\ndatabase-unavailable\ndisk-full\n");
        assert_eq!(readiness(true, both).headers()[http::header::RETRY_AFTER], "30");
        assert!(!readiness(false, works).headers().contains_key(http::header::RETRY_AFTER));
    }
}

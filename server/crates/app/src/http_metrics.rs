//! Request counters for Prometheus, by route template and status class, and latency histograms by kind of response.
//! Labels come from the list of routes, so their number does not depend on what clients request.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::StatusCode;

use pailou_web::{MatchedRoute, Route};

/// Upper bounds of the buckets, in seconds: the defaults of Prometheus clients.
const BUCKETS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Number of status classes: 1xx to 5xx.
const CLASSES: usize = 5;
/// Label of requests that no route matches.
const UNMATCHED: &str = "unmatched";
/// Label of UI files, which are served without the router.
const ASSETS: &str = "/index/assets/{path}";

/// Kinds of responses, with a latency histogram each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Api,
    Asset,
    Page,
    Other,
}

impl Kind {
    const ALL: [(Self, &str); 4] =
        [(Self::Api, "api"), (Self::Asset, "asset"), (Self::Page, "page"), (Self::Other, "other")];

    pub(crate) fn of(path: &str) -> Self {
        match path {
            _ if path.starts_with("/api/") => Self::Api,
            _ if path.starts_with("/index/assets/") || path.starts_with("/index/media/") => {
                Self::Asset
            }
            _ if path.starts_with("/index") => Self::Page,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Default)]
struct Histogram {
    /// Number of responses per bucket, not cumulative; the last bucket has no upper bound.
    buckets: [AtomicU64; BUCKETS.len() + 1],
    microseconds: AtomicU64,
}

#[derive(Debug, Default)]
pub struct HttpMetrics {
    requests: BTreeMap<Arc<str>, [AtomicU64; CLASSES]>,
    latencies: [Histogram; Kind::ALL.len()],
}

impl HttpMetrics {
    pub(crate) fn new(routes: &[Route]) -> Self {
        let templates = routes.iter().map(|route| route.path.clone());
        let other = [UNMATCHED, ASSETS].map(Arc::from);
        let requests = templates.chain(other).map(|label| (label, Default::default())).collect();
        Self { requests, latencies: Default::default() }
    }

    /// Counts a response. `route` is `None` if the router has not matched a route.
    pub(crate) fn record(
        &self,
        (kind, route): (Kind, Option<&MatchedRoute>),
        status: StatusCode,
        elapsed: Duration,
    ) {
        let label = match (route, kind) {
            (Some(MatchedRoute(template)), _) => template,
            (None, Kind::Asset) => ASSETS,
            (None, _) => UNMATCHED,
        };
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES) - 1;
        if let Some(counters) = self.requests.get(label) {
            counters[class].fetch_add(1, Ordering::Relaxed);
        }
        let histogram = &self.latencies[kind as usize];
        let seconds = elapsed.as_secs_f64();
        let bucket = BUCKETS.iter().position(|bound| seconds <= *bound).unwrap_or(BUCKETS.len());
        histogram.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        let microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        histogram.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// Appends the metrics in the text format of Prometheus.
    pub(crate) fn write(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# TYPE pailou_http_requests_total counter");
        for (route, counters) in &self.requests {
            for (class, counter) in counters.iter().enumerate() {
                let count = counter.load(Ordering::Relaxed);
                if count > 0 {
                    let status = format!("{}xx", class + 1);
                    let _ = writeln!(
                        text,
                        "pailou_http_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
                    );
                }
            }
        }
        let name = "pailou_http_request_duration_seconds";
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (kind, label) in Kind::ALL {
            let histogram = &self.latencies[kind as usize];
            let mut count = 0;
            for (bucket, counter) in histogram.buckets.iter().enumerate() {
                count += counter.load(Ordering::Relaxed);
                let bound = BUCKETS.get(bucket).map_or("+Inf".to_owned(), f64::to_string);
                let _ = writeln!(text, "{name}_bucket{{kind=\"{label}\",le=\"{bound}\"}} {count}");
            }
            let seconds = histogram.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = writeln!(text, "{name}_sum{{kind=\"{label}\"}} {seconds}");
            let _ = writeln!(text, "{name}_count{{kind=\"{label}\"}} {count}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_status_class_and_latency() {
        let none = async || warp::reply::Response::default();
        let route = Route::new(http::Method::GET, "/api/v1/pages/{id}", &(), none);
        let metrics = HttpMetrics::new(&[route]);
        let matched = MatchedRoute("/api/v1/pages/{id}".into());
        let milliseconds = Duration::from_millis;
        let api = (Kind::Api, Some(&matched));
        metrics.record(api, StatusCode::OK, milliseconds(3));
        metrics.record(api, StatusCode::NO_CONTENT, milliseconds(30));
        metrics.record(api, StatusCode::NOT_FOUND, milliseconds(20_000));
        for path in ["/api/v1/made-up-1", "/api/v1/made-up-2"] {
            metrics.record((Kind::of(path), None), StatusCode::NOT_FOUND, Duration::ZERO);
        }
        // A template that is not in the list of routes adds no label.
        let unknown = MatchedRoute("/made-up".into());
        metrics.record((Kind::Other, Some(&unknown)), StatusCode::OK, Duration::ZERO);
        let mut text = String::new();
        metrics.write(&mut text);
        for line in [
            "pailou_http_requests_total{route=\"/api/v1/pages/{id}\",status=\"2xx\"} 2",
            "pailou_http_requests_total{route=\"/api/v1/pages/{id}\",status=\"4xx\"} 1",
            "pailou_http_requests_total{route=\"unmatched\",status=\"4xx\"} 2",
            "pailou_http_request_duration_seconds_bucket{kind=\"api\",le=\"0.005\"} 3",
            "pailou_http_request_duration_seconds_bucket{kind=\"api\",le=\"0.05\"} 4",
            "pailou_http_request_duration_seconds_bucket{kind=\"api\",le=\"10\"} 4",
            "pailou_http_request_duration_seconds_bucket{kind=\"api\",le=\"+Inf\"} 5",
            "pailou_http_request_duration_seconds_sum{kind=\"api\"} 20.033",
            "pailou_http_request_duration_seconds_count{kind=\"api\"} 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(!text.contains("made-up"), "{text}");
    }

    #[test]
    fn response_kind_is_derived_from_the_path() {
        for (path, kind) in [
            ("/api/v1/me", Kind::Api),
            ("/index/en/docs/a", Kind::Page),
            ("/index", Kind::Page),
            ("/index/assets/a.js", Kind::Asset),
            ("/index/media/a.png", Kind::Asset),
            ("/sitemap.xml", Kind::Other),
            ("/", Kind::Other),
        ] {
            assert_eq!(Kind::of(path), kind, "{path}");
        }
    }
}

//! Reports of browsers about violations of the content security policy (Reporting API and `report-uri`). Each violation
//! is logged as one event. Number and size of the events are limited.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::{Method, StatusCode, header};
use serde_json::Value;
use warp::reply::Response;

use pailou_web::body::ReceivedBody;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Route, extract_state};

pub(crate) const PATH: &str = "/csp-reports";
/// Group of the policy's `report-to` directive.
pub(crate) const GROUP: &str = "csp";

/// Rate limit of requests per client address: burst and interval.
const PER_ADDRESS: (NonZeroU32, Duration) =
    (NonZeroU32::MIN.saturating_add(9), Duration::from_secs(10));
/// Rate limit of requests for all addresses together: burst and interval.
const IN_ALL: (NonZeroU32, Duration) =
    (NonZeroU32::MIN.saturating_add(99), Duration::from_secs(10));
/// Address under which `all` counts the requests of all clients.
const ANY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// Maximum number of logged reports per request.
const MAX_REPORTS: usize = 10;
/// Maximum length of a logged field in characters.
const MAX_CHARACTERS: usize = 200;

#[derive(Debug, Clone)]
pub struct CspReports {
    per_address: RateLimiter,
    all: RateLimiter,
    received: Arc<AtomicU64>,
}

extract_state!(CspReports);

impl Default for CspReports {
    fn default() -> Self {
        let limit = |(burst, interval)| RateLimiter::new(burst, interval);
        Self { per_address: limit(PER_ADDRESS), all: limit(IN_ALL), received: Arc::default() }
    }
}

impl CspReports {
    pub(crate) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }
}

pub(crate) fn routes(reports: &CspReports) -> Vec<Route> {
    vec![Route::new(Method::POST, PATH, reports, receive_report)]
}

async fn receive_report(
    reports: CspReports,
    client: RequestContext,
    body: ReceivedBody,
) -> Result<Response, Problem> {
    reports.per_address.check(client.address)?;
    reports.all.check(ANY)?;
    let kind = client.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !matches!(kind, "application/reports+json" | "application/csp-report") {
        return Err(Problem::UnsupportedMediaType);
    }
    if let Some(error) = body.error {
        return Err(error);
    }
    let invalid = |error| Problem::BadRequest(format!("invalid body: {error}"));
    let payload: Value = serde_json::from_slice(&body.bytes).map_err(invalid)?;
    for violation in violations(&payload) {
        reports.received.fetch_add(1, Ordering::Relaxed);
        let Violation { directive, blocked, document, source, line } = violation;
        tracing::warn!(
            directive,
            blocked,
            document,
            source,
            line,
            "content security policy violated"
        );
    }
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Violation {
    directive: String,
    blocked: String,
    document: String,
    source: String,
    line: u64,
}

/// Returns the violations in a request body, in the format of the Reporting API or of `report-uri`; at most
/// [`MAX_REPORTS`].
fn violations(payload: &Value) -> Vec<Violation> {
    let old = payload.get("csp-report").map(|report| violation(report, OLD_NAMES));
    let new = payload.as_array().into_iter().flatten();
    let new = new.filter(|report| report.get("type").is_some_and(|kind| kind == "csp-violation"));
    let new = new.filter_map(|report| Some(violation(report.get("body")?, NAMES)));
    old.into_iter().chain(new).take(MAX_REPORTS).collect()
}

/// Names of the fields for directive, blocked URL, document, source file, and line.
type FieldNames = [&'static str; 5];

/// Field names in the Reporting API (CSP 3, section 5.3).
const NAMES: FieldNames =
    ["effectiveDirective", "blockedURL", "documentURL", "sourceFile", "lineNumber"];
/// Field names in reports to the deprecated `report-uri`.
const OLD_NAMES: FieldNames =
    ["effective-directive", "blocked-uri", "document-uri", "source-file", "line-number"];

fn violation(report: &Value, names: FieldNames) -> Violation {
    let [directive, blocked, document, source] =
        std::array::from_fn(|at| loggable(report.get(names[at]).and_then(Value::as_str)));
    let line = report.get(names[4]).and_then(Value::as_u64).unwrap_or_default();
    Violation { directive, blocked, document, source, line }
}

/// Removes control characters, and the query and the fragment, which may contain secrets; truncates the rest.
fn loggable(text: Option<&str>) -> String {
    let text = text.unwrap_or_default().split(['?', '#']).next().unwrap_or_default();
    text.chars().filter(|c| !c.is_control()).take(MAX_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_csp_report_formats_are_parsed() {
        let expected = Violation {
            directive: "media-src".to_owned(),
            blocked: "https://evil.example/a.mp4".to_owned(),
            document: "https://docs.example.org/index/en/docs/a".to_owned(),
            source: String::new(),
            line: 7,
        };
        let old = json!({ "csp-report": {
            "effective-directive": "media-src", "blocked-uri": "https://evil.example/a.mp4?x=1",
            "document-uri": "https://docs.example.org/index/en/docs/a#secret", "line-number": 7,
        }});
        assert_eq!(violations(&old), [expected]);
        let new = json!([
            { "type": "deprecation", "body": {} },
            { "type": "csp-violation", "body": { "effectiveDirective": "img-src", "lineNumber": -1 } },
        ]);
        let expected = Violation { directive: "img-src".to_owned(), ..Violation::default() };
        assert_eq!(violations(&new), [expected]);
    }

    #[test]
    fn malformed_csp_report_is_empty_and_large_one_is_truncated() {
        for payload in [json!(null), json!([]), json!([1, "a", {}]), json!({ "csp-report": [] })] {
            let found = violations(&payload);
            assert!(found.iter().all(|violation| *violation == Violation::default()), "{payload}");
        }
        let report =
            json!({ "type": "csp-violation", "body": { "blockedURL": "a\nb".repeat(999) } });
        let found = violations(&Value::from(vec![report; 999]));
        assert_eq!(found.len(), MAX_REPORTS);
        let blocked = &found[0].blocked;
        assert!(blocked.len() == MAX_CHARACTERS && !blocked.contains('\n'), "{blocked}");
    }
}

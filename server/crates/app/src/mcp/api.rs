//! API requests of the MCP tools within this process.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;
use core_wasm::locale::Locale;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use serde_json::Value;

use crate::middleware::Middleware;
use pailou_web::client::Peer;

const DEADLINE: Duration = Duration::from_secs(10);
/// Maximum number of requests to read one resource: the first request, and one for each redirect.
const MAX_REQUESTS: usize = 4;

/// The visitor on whose behalf a request is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visitor {
    /// Client address, to which rate limits apply.
    pub(super) address: IpAddr,
    /// Whether the client opts out of tracking (DNT, Global Privacy Control).
    pub(super) is_opted_out: bool,
}

impl Visitor {
    pub(super) fn new(address: IpAddr, headers: &HeaderMap) -> Self {
        let is_one = |name: &str| headers.get(name).is_some_and(|value| value == "1");
        Self { address, is_opted_out: is_one("dnt") || is_one("sec-gpc") }
    }
}

#[derive(Clone)]
pub(super) struct Api {
    routes: Middleware,
}

/// Reason of a failed request, as an English message for the model.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal(pub(super) String);

impl Api {
    pub(super) fn new(routes: Middleware) -> Self {
        Self { routes }
    }

    /// Sends a GET request and returns its JSON. Follows redirects of moved pages. Returns an error for a response with
    /// a status other than 2xx, or after `DEADLINE`.
    pub(super) async fn get(
        &self,
        visitor: Visitor,
        locale: Locale,
        path: &str,
    ) -> Result<Value, Refusal> {
        let mut path = path.to_owned();
        for _ in 0..MAX_REQUESTS {
            let (status, headers, body) =
                self.send(visitor, locale, (Method::GET, &path), Bytes::new()).await?;
            let location = headers.get(header::LOCATION).and_then(|it| it.to_str().ok());
            match location {
                Some(to) if status.is_redirection() => to.clone_into(&mut path),
                _ => return json_of(status, &body),
            }
        }
        Err(Refusal("Too many redirects.".to_owned()))
    }

    /// Sends a POST request with a JSON body and returns its JSON. Returns an error for a response with a status other
    /// than 2xx, or after `DEADLINE`.
    pub(super) async fn post(
        &self,
        visitor: Visitor,
        locale: Locale,
        path: &str,
        body: &Value,
    ) -> Result<Value, Refusal> {
        let body = Bytes::from(body.to_string());
        let (status, _, body) = self.send(visitor, locale, (Method::POST, path), body).await?;
        json_of(status, &body)
    }

    async fn send(
        &self,
        visitor: Visitor,
        locale: Locale,
        (method, path): (Method, &str),
        body: Bytes,
    ) -> Result<(StatusCode, HeaderMap, Bytes), Refusal> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::ACCEPT_LANGUAGE, locale.tag())
            .extension(Peer(SocketAddr::new(visitor.address, 0)));
        if !body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if visitor.is_opted_out {
            request = request.header("sec-gpc", "1");
        }
        let request = request.body(Full::new(body));
        let request = request.map_err(|_| Refusal("Invalid URL.".to_owned()))?;
        let answer = self.routes.route_while_available(request);
        let late = |_| Refusal("The request timed out. Try again later.".to_owned());
        let (parts, body) =
            tokio::time::timeout(DEADLINE, answer).await.map_err(late)?.into_parts();
        let body = body.collect().await.map(http_body_util::Collected::to_bytes);
        Ok((parts.status, parts.headers, body.unwrap_or_default()))
    }
}

/// Returns the JSON body of a successful response; otherwise an error with a message for the model.
fn json_of(status: StatusCode, body: &Bytes) -> Result<Value, Refusal> {
    if !status.is_success() {
        return Err(error_of(status, body));
    }
    serde_json::from_slice(body)
        .map_err(|_| Refusal("Invalid response of the site: expected JSON.".to_owned()))
}

/// Returns the `detail` of a problem (RFC 9457), or else its title or the status.
fn error_of(status: StatusCode, body: &[u8]) -> Refusal {
    let problem: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |key| problem.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let message = text("detail").or_else(|| text("title"));
    Refusal(message.map_or_else(
        || format!("Unexpected response status of the site: {status}."),
        str::to_owned,
    ))
}

//! Client of chat completion APIs: one request with four deadlines, and the events of its response. Dropping the
//! [`ModelStream`] closes the connection.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, Uri, header};
use tokio::time::{Instant, timeout_at};

use super::dialect::{self, ModelEvent};
use super::error::ModelError;
use super::frames::FrameParser;
use pailou_database::id;
use pailou_web::http_client::{HttpClient, ResponseStream, UrlOrigin};

/// Maximum size of a streamed response in bytes, including reasoning and keep-alive comments.
const MAX_STREAM: usize = 8 << 20;
/// Maximum size of a response that is not streamed, in bytes.
const MAX_BODY: usize = 1 << 20;
/// Maximum time between the end of the answer and the token counts.
const AFTER_END: Duration = Duration::from_secs(2);
/// Maximum value of `Retry-After`; a longer time is shortened to it.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Time limits of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Deadlines {
    /// Maximum time to connect.
    pub connect: Duration,
    /// Maximum time from the start of the request to the first token.
    pub first_token: Duration,
    /// Maximum time between two tokens.
    pub between_tokens: Duration,
    /// Maximum time from the start of the request to the end of the answer.
    pub total: Duration,
}

/// A request to a model server.
#[derive(Debug, Clone)]
pub(super) struct ModelRequest {
    /// Base URL, with or without `/v1`, without a trailing slash.
    pub base_url: String,
    /// API key; empty if there is none.
    pub key: String,
    /// JSON body.
    pub body: Bytes,
    pub deadlines: Deadlines,
}

/// Response of a model server as a sequence of events.
#[derive(Debug)]
pub(super) struct ModelStream {
    outbound: Arc<HttpClient>,
    request: ModelRequest,
    started: Instant,
    /// Time at which the last token arrived. Comments and empty chunks do not count as tokens.
    token_at: Option<Instant>,
    body: Option<ResponseStream>,
    parser: FrameParser,
    queue: VecDeque<ModelEvent>,
    bytes: usize,
    /// Time at which the model reported the end of the answer. Only token counts may follow.
    finished_at: Option<Instant>,
    has_ended: bool,
}

impl ModelStream {
    pub(super) fn new(outbound: Arc<HttpClient>, request: ModelRequest) -> Self {
        Self {
            outbound,
            request,
            started: Instant::now(),
            token_at: None,
            body: None,
            parser: FrameParser::default(),
            queue: VecDeque::new(),
            bytes: 0,
            finished_at: None,
            has_ended: false,
        }
    }

    /// Returns the next event; `None` at the end of the response, and for calls after an error.
    pub(super) async fn next(&mut self) -> Result<Option<ModelEvent>, ModelError> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Ok(Some(event));
            }
            if self.has_ended {
                self.body = None;
                return Ok(None);
            }
            if let Err(error) = self.read_by_deadline().await {
                self.has_ended = true;
                self.body = None;
                return Err(error.without_key(&self.request.key));
            }
        }
    }

    async fn read_by_deadline(&mut self) -> Result<(), ModelError> {
        let (deadline, error) = self.deadline();
        match timeout_at(deadline, self.read()).await {
            Ok(read) => read,
            Err(_) if self.finished_at.is_some() => {
                self.has_ended = true;
                Ok(())
            }
            Err(_) => Err(error),
        }
    }

    /// Returns the next deadline and the error to return when it expires.
    fn deadline(&self) -> (Instant, ModelError) {
        let Deadlines { first_token, between_tokens, total, .. } = self.request.deadlines;
        let last = self.started + total;
        let next = match (self.finished_at, self.token_at) {
            (Some(at), _) => (at + AFTER_END, ModelError::Cut),
            (_, Some(at)) => (at + between_tokens, ModelError::Stalled(between_tokens)),
            _ => (self.started + first_token, ModelError::FirstToken(first_token)),
        };
        if last <= next.0 { (last, ModelError::TooSlow(total)) } else { next }
    }

    async fn read(&mut self) -> Result<(), ModelError> {
        let Some(body) = &mut self.body else {
            let response = self.open().await?;
            return self.begin(response).await;
        };
        let piece = body.next().await.map_err(|_| ModelError::Cut);
        let frames = match piece {
            Ok(Some(piece)) => {
                self.bytes += piece.len();
                if self.bytes > MAX_STREAM {
                    return Err(ModelError::TooLong);
                }
                self.parser.push(&piece).map_err(|_| ModelError::TooLong)?
            }
            // A connection error after the end of the answer is ignored.
            Err(_) if self.finished_at.is_some() => Vec::new(),
            Err(error) => return Err(error),
            Ok(None) => {
                self.has_ended = true;
                self.parser.finish()
            }
        };
        for frame in &frames {
            let events = dialect::parse_events(frame)?;
            self.take(events);
        }
        if self.has_ended && self.finished_at.is_none() {
            return Err(ModelError::Cut);
        }
        Ok(())
    }

    fn take(&mut self, events: Vec<ModelEvent>) {
        for event in events {
            match event {
                ModelEvent::Text(_) | ModelEvent::Reasoning(_) => {
                    self.token_at = Some(Instant::now())
                }
                ModelEvent::Finished(_) => self.finished_at = Some(Instant::now()),
                ModelEvent::End => {
                    self.finished_at = Some(Instant::now());
                    self.has_ended = true;
                }
                ModelEvent::Usage(..) => {}
            }
            self.queue.push_back(event);
        }
    }

    /// Sends the request. If the endpoint does not exist and the base URL has no version, tries again with `/v1`.
    async fn open(&self) -> Result<Response<ResponseStream>, ModelError> {
        let mut all =
            candidates(&self.request.base_url, "/chat/completions").into_iter().peekable();
        while let Some(url) = all.next() {
            let response = self.send(&url).await?;
            let is_unknown =
                matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
            if !is_unknown || all.peek().is_none() {
                return Ok(response);
            }
        }
        Err(ModelError::NotAnApi)
    }

    async fn send(&self, url: &str) -> Result<Response<ResponseStream>, ModelError> {
        let connect = self.request.deadlines.connect;
        let body = Some(self.request.body.clone());
        send(&self.outbound, url, &self.request.key, body, connect).await
    }

    /// Checks the status and the media type. A JSON response is read completely, any other response as a stream.
    async fn begin(&mut self, response: Response<ResponseStream>) -> Result<(), ModelError> {
        let (parts, body) = accepted(response).await?;
        if media_type(&parts.headers) == "application/json" {
            let text = whole(body).await?;
            let value = serde_json::from_str(text.trim()).map_err(|_| ModelError::Malformed)?;
            let events = dialect::of_object(&value)?;
            self.take(events);
            self.has_ended = true;
            return Ok(());
        }
        self.body = Some(body);
        Ok(())
    }
}

/// Returns a successful response that is not HTML; otherwise an error.
pub(super) async fn accepted(
    response: Response<ResponseStream>,
) -> Result<(http::response::Parts, ResponseStream), ModelError> {
    let (parts, body) = response.into_parts();
    let status = parts.status;
    if status == StatusCode::TOO_MANY_REQUESTS {
        let after = parts.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        return Err(ModelError::Busy(after.and_then(|value| retry_after(value, id::now()))));
    }
    if status.is_redirection() {
        return Err(ModelError::Redirect);
    }
    let is_html = media_type(&parts.headers) == "text/html";
    if !status.is_success() {
        let text = if is_html { String::new() } else { whole(body).await.unwrap_or_default() };
        return Err(ModelError::Status(status.as_u16(), dialect::message(text.trim())));
    }
    if is_html {
        return Err(ModelError::NotAnApi);
    }
    Ok((parts, body))
}

/// Parses the value of `Retry-After`: a number of seconds, or an HTTP date (RFC 9110, section 10.2.3). A date in the
/// past is 0 seconds. `now` is in milliseconds since 1970-01-01 UTC. Returns `None` for any other value.
fn retry_after(value: &str, now: i64) -> Option<Duration> {
    let value = value.trim();
    // Some servers send fractions of a second.
    if let Ok(seconds) = value.parse::<f64>() {
        let is_valid = seconds.is_finite() && seconds >= 0.0;
        let longest = MAX_RETRY_AFTER.as_secs_f64();
        return is_valid.then(|| Duration::from_secs_f64(seconds.min(longest)));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let now = UNIX_EPOCH + Duration::from_millis(u64::try_from(now).unwrap_or_default());
    Some(date.duration_since(now).unwrap_or_default().min(MAX_RETRY_AFTER))
}

/// Reads the whole body as text. Returns [`ModelError::TooLong`] for a body over [`MAX_BODY`].
pub(super) async fn whole(mut body: ResponseStream) -> Result<String, ModelError> {
    let mut all = Vec::new();
    while let Some(piece) = body.next().await? {
        all.extend_from_slice(&piece);
        if all.len() > MAX_BODY {
            return Err(ModelError::TooLong);
        }
    }
    Ok(String::from_utf8_lossy(&all).into_owned())
}

/// Sends a request to a host that a user has configured: `POST` with a body, otherwise `GET`. `key` is the API key, or
/// empty. `connect` is the maximum time to connect.
pub(super) async fn send(
    outbound: &HttpClient,
    url: &str,
    key: &str,
    body: Option<Bytes>,
    connect: Duration,
) -> Result<Response<ResponseStream>, ModelError> {
    let invalid = || ModelError::Connection(pailou_web::http_client::HttpClientError::Address);
    let uri: Uri = url.parse().map_err(|_| invalid())?;
    let connection = outbound.connect(UrlOrigin::User, &uri, connect).await?;
    let method = if body.is_some() { http::Method::POST } else { http::Method::GET };
    let mut request = Request::builder().method(method).uri(uri);
    request = request.header(header::ACCEPT, "text/event-stream, application/json");
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    if !key.is_empty() {
        let mut value = HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_| invalid())?;
        value.set_sensitive(true);
        request = request.header(header::AUTHORIZATION, value);
    }
    let request = request.body(body.unwrap_or_default()).map_err(|_| invalid())?;
    Ok(connection.send(request).await?)
}

/// Candidate URLs of an endpoint: `path` below the base URL, then below its `/v1` if the base URL has no version.
pub(super) fn candidates(base_url: &str, path: &str) -> Vec<String> {
    let base = base_url.trim_end_matches('/').trim_end_matches("/chat/completions");
    let mut all = vec![format!("{base}{path}")];
    if !base.split('/').any(is_version) {
        all.push(format!("{base}/v1{path}"));
    }
    all
}

/// Whether a path segment is an API version, such as `v1` or `v4`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn media_type(headers: &http::HeaderMap) -> String {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_an_http_date() {
        // 1994-11-06 08:49:37 UTC, the example date of RFC 9110, section 5.6.7.
        let date = 784_111_777_000;
        for (value, now, expected) in [
            ("0", 0, Some(0)),
            (" 120 ", 0, Some(120)),
            ("1.0", 0, Some(1)),
            ("99999999999999999999", 0, Some(86_400)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", date - 90_000, Some(90)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", date - 90_000, Some(90)),
            ("Sun Nov  6 08:49:37 1994", date - 90_000, Some(90)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", date, Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", date + 90_000, Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", i64::MIN, Some(86_400)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", date, Some(86_400)),
            ("-1", 0, None),
            ("NaN", 0, None),
            ("inf", 0, None),
            ("Sun, 06 Nov 1994 08:49:37 +0800", 0, None),
            ("soon", 0, None),
            ("", 0, None),
        ] {
            let expected = expected.map(Duration::from_secs);
            assert_eq!(retry_after(value, now), expected, "{value} at {now}");
        }
    }

    #[test]
    fn v1_is_added_only_to_a_base_url_without_version() {
        for (base, expected) in [
            ("http://h:11434", &["http://h:11434/models", "http://h:11434/v1/models"][..]),
            ("http://h:11434/v1/", &["http://h:11434/v1/models"]),
            ("https://h/api/paas/v4", &["https://h/api/paas/v4/models"]),
            ("https://h/v1/chat/completions", &["https://h/v1/models"]),
        ] {
            assert_eq!(candidates(base, "/models"), expected);
        }
    }
}

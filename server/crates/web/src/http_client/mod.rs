//! HTTP client for other servers: with a deadline, a size limit for responses, and no redirects. A
//! response can be read whole or as a stream. URLs from users may lead only to public addresses
//! (`address`), or to hosts that the operator allows.

mod address;
mod connect;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::uri::Scheme;
use http::{HeaderValue, Request, Response, Uri, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Incoming};
use tokio::time::timeout;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

pub use address::is_public;

/// Default limits of a request.
const LIMITS: RequestLimits = RequestLimits { bytes: 1 << 20, deadline: Duration::from_secs(10) };

/// Limits of a response.
#[derive(Debug, Clone, Copy)]
pub struct RequestLimits {
    /// Maximum size of the response body.
    pub bytes: usize,
    /// Deadline for the whole response.
    pub deadline: Duration,
}

/// Origin of a request URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlOrigin {
    /// The settings file; any address is allowed.
    Operator,
    /// A user; only public addresses and hosts in the settings are allowed.
    User,
}

#[derive(Debug)]
pub struct HttpClient {
    tls: Arc<ClientConfig>,
    /// Hosts that URLs from users may contain even if their address is private.
    allow: Vec<String>,
    limits: RequestLimits,
}

/// Reason why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    #[error("invalid URL: expected http or https with a host")]
    Address,
    #[error("unknown host")]
    Unknown,
    #[error("private host: add it to `outbound.allow`")]
    Private,
    #[error("host unreachable: {0}")]
    Unreachable(std::io::Error),
    #[error("TLS error: {0}")]
    Tls(std::io::Error),
    #[error("connection lost before the response: {0}")]
    Broken(String),
    #[error("response too long")]
    TooLong,
    #[error("response timed out")]
    Slow,
}

impl HttpClientError {
    /// Returns the stable error code, which callers can store.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Unknown => "unknown-host",
            Self::Private => "private",
            Self::Unreachable(_) => "unreachable",
            Self::Tls(_) => "tls",
            Self::Broken(_) => "broken",
            Self::TooLong => "too-long",
            Self::Slow => "slow",
        }
    }
}

impl HttpClient {
    pub fn new(allow: &[String]) -> Self {
        let roots = webpki_roots::TLS_SERVER_ROOTS.iter().cloned();
        Self::trusting(RootCertStore::from_iter(roots), allow, LIMITS)
    }

    fn trusting(roots: RootCertStore, allow: &[String], limits: RequestLimits) -> Self {
        let tls = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Self { tls: Arc::new(tls), allow: allow.to_vec(), limits }
    }

    /// Whether the settings allow this host.
    pub fn is_allowed(&self, host: &str) -> bool {
        self.allow.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }

    /// Sends a request and returns the whole response.
    pub async fn request(
        &self,
        origin: UrlOrigin,
        request: Request<Bytes>,
    ) -> Result<Response<Bytes>, HttpClientError> {
        self.request_within(origin, request, self.limits).await
    }

    /// Same as [`Self::request`], with `limits` instead of the limits of this client.
    pub async fn request_within(
        &self,
        origin: UrlOrigin,
        request: Request<Bytes>,
        limits: RequestLimits,
    ) -> Result<Response<Bytes>, HttpClientError> {
        let whole = async {
            let (parts, body) = self.begin(origin, request).await?.into_parts();
            if body.size_hint().lower() > limits.bytes as u64 {
                return Err(HttpClientError::TooLong);
            }
            let body =
                Limited::new(body, limits.bytes).collect().await.map_err(|error| {
                    match error.is::<http_body_util::LengthLimitError>() {
                        true => HttpClientError::TooLong,
                        false => HttpClientError::Broken(error.to_string()),
                    }
                })?;
            Ok(Response::from_parts(parts, body.to_bytes()))
        };
        timeout(limits.deadline, whole).await.unwrap_or(Err(HttpClientError::Slow))
    }

    /// Sends a request and returns the status of the response, without waiting for its body.
    pub async fn notify(
        &self,
        origin: UrlOrigin,
        request: Request<Bytes>,
    ) -> Result<http::StatusCode, HttpClientError> {
        let answer = timeout(self.limits.deadline, self.begin(origin, request)).await;
        answer.unwrap_or(Err(HttpClientError::Slow)).map(|answer| answer.status())
    }

    /// Connects for a request whose response is read as a stream. The deadline applies to name
    /// resolution, TCP, and TLS; callers set their own deadlines for the response. Dropping the returned value, or the
    /// stream of its response, closes the connection.
    ///
    /// # Errors
    ///
    /// Returns [`HttpClientError::Slow`] after the deadline, and other errors if the connection
    /// fails.
    pub async fn connect(
        &self,
        origin: UrlOrigin,
        url: &Uri,
        deadline: Duration,
    ) -> Result<OpenConnection, HttpClientError> {
        let target = Target::of(url).ok_or(HttpClientError::Address)?;
        let anywhere = origin == UrlOrigin::Operator || self.is_allowed(&target.host);
        let connected = timeout(deadline, connect::open_stream(&target, anywhere, &self.tls)).await;
        Ok(OpenConnection(connected.unwrap_or(Err(HttpClientError::Slow))?))
    }

    /// Sends a request over a separate connection, which is closed after the response.
    async fn begin(
        &self,
        origin: UrlOrigin,
        request: Request<Bytes>,
    ) -> Result<Response<Incoming>, HttpClientError> {
        let target = Target::of(request.uri()).ok_or(HttpClientError::Address)?;
        let anywhere = origin == UrlOrigin::Operator || self.is_allowed(&target.host);
        let stream = connect::open_stream(&target, anywhere, &self.tls).await?;
        connect::send(stream, prepared(request).ok_or(HttpClientError::Address)?).await
    }
}

/// A connection for a single request.
pub struct OpenConnection(Box<dyn connect::Stream>);

impl OpenConnection {
    /// Sends the request, and waits for the head of the response.
    ///
    /// # Errors
    ///
    /// Returns [`HttpClientError::Broken`] if the connection is lost.
    pub async fn send(
        self,
        request: Request<Bytes>,
    ) -> Result<Response<ResponseStream>, HttpClientError> {
        let request = prepared(request).ok_or(HttpClientError::Address)?;
        Ok(connect::send(self.0, request).await?.map(ResponseStream))
    }
}

/// Body of a response, read as it arrives.
#[derive(Debug)]
pub struct ResponseStream(Incoming);

impl ResponseStream {
    /// Returns the next chunk of the body; `None` at its end.
    ///
    /// # Errors
    ///
    /// Returns [`HttpClientError::Broken`] if the connection is lost before the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, HttpClientError> {
        while let Some(frame) = self.0.frame().await {
            let frame = frame.map_err(|error| HttpClientError::Broken(error.to_string()))?;
            if let Ok(bytes) = frame.into_data() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }
}

/// Target of a connection.
struct Target {
    is_safe: bool,
    /// Host without the brackets of IPv6.
    host: String,
    port: u16,
}

impl Target {
    fn of(address: &Uri) -> Option<Self> {
        let is_safe = match address.scheme() {
            Some(scheme) if *scheme == Scheme::HTTPS => true,
            Some(scheme) if *scheme == Scheme::HTTP => false,
            _ => return None,
        };
        let authority = address.authority().filter(|it| !it.as_str().contains('@'))?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = match authority.port() {
            Some(port) => port.as_str().parse().ok().filter(|port| *port != 0)?,
            None if is_safe => 443,
            None => 80,
        };
        (!host.is_empty()).then_some(Self { is_safe, host, port })
    }
}

/// Converts a request to origin form: path in the request line, and a `Host` header. `None` for a URL without a host.
fn prepared(request: Request<Bytes>) -> Option<Request<Full<Bytes>>> {
    let (mut parts, body) = request.into_parts();
    let host = HeaderValue::from_str(parts.uri.authority()?.as_str()).ok()?;
    parts.headers.insert(header::HOST, host);
    let agent = concat!("Pailou/", env!("CARGO_PKG_VERSION"));
    parts.headers.entry(header::USER_AGENT).or_insert(HeaderValue::from_static(agent));
    parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let path = parts.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    parts.uri = path.parse().ok()?;
    Some(Request::from_parts(parts, Full::new(body)))
}

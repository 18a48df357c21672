//! Bucket of an object storage with the S3 API, accessed through the outbound HTTP client.

use std::collections::HashSet;
use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use http::Request;
use http_body_util::BodyExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig};

use super::is_hash;
use pailou_settings::S3;
use pailou_web::http_client::{
    HttpClient as OutboundClient, HttpClientError, RequestLimits, UrlOrigin,
};

/// Error kind for invalid settings of the object storage, and for failed requests except those for a missing object.
pub(crate) const STORAGE_UNAVAILABLE: ErrorKind = ErrorKind::HostUnreachable;

/// Limits of one response, sufficient for a large file over a slow connection.
const LIMITS: RequestLimits = RequestLimits { bytes: 256 << 20, deadline: Duration::from_secs(60) };
/// Maximum number of retries of a failed request.
const MAX_RETRIES: usize = 3;
/// Time after the first attempt beyond which a request is not retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub struct Bucket {
    /// Client, or the reason why the settings are invalid.
    store: Result<AmazonS3, String>,
    prefix: String,
}

impl Bucket {
    pub fn new(s3: S3, outbound: Arc<OutboundClient>) -> Self {
        let retry = RetryConfig {
            max_retries: MAX_RETRIES,
            retry_timeout: RETRY_TIMEOUT,
            ..RetryConfig::default()
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(s3.bucket)
            .with_region(s3.region)
            .with_access_key_id(s3.access_key_id)
            .with_secret_access_key(s3.secret_access_key)
            .with_allow_http(true)
            .with_http_connector(Connector(outbound))
            .with_retry(retry);
        if let Some(endpoint) = s3.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        let store = builder.build().map_err(|error| error.to_string());
        Self { store, prefix: s3.prefix }
    }

    pub async fn put(&self, hash: &str, bytes: Bytes) -> std::io::Result<()> {
        let payload = PutPayload::from_bytes(bytes);
        self.store()?.put(&self.key(hash), payload).await.map_err(failed)?;
        Ok(())
    }

    pub async fn get(&self, hash: &str) -> std::io::Result<Bytes> {
        let found = self.store()?.get(&self.key(hash)).await.map_err(failed)?;
        found.bytes().await.map_err(failed)
    }

    /// Returns the hashes of all files in the bucket. Objects with other names are ignored.
    pub async fn names(&self) -> std::io::Result<HashSet<String>> {
        let prefix = Path::from(self.prefix.as_str());
        let mut listed = self.store()?.list(Some(&prefix));
        let mut names = HashSet::new();
        while let Some(object) = listed.try_next().await.map_err(failed)? {
            let name = object.location.filename().unwrap_or_default();
            if is_hash(name) && object.location == self.key(name) {
                names.insert(name.to_owned());
            }
        }
        Ok(names)
    }

    fn store(&self) -> std::io::Result<&AmazonS3> {
        self.store.as_ref().map_err(|error| Error::new(STORAGE_UNAVAILABLE, error.as_str()))
    }

    fn key(&self, hash: &str) -> Path {
        Path::from(format!("{}/{hash}", self.prefix))
    }
}

fn failed(error: object_store::Error) -> Error {
    let kind = match error {
        object_store::Error::NotFound { .. } => ErrorKind::NotFound,
        _ => STORAGE_UNAVAILABLE,
    };
    Error::new(kind, error)
}

#[derive(Debug, Clone)]
struct Connector(Arc<OutboundClient>);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait::async_trait]
impl HttpService for Connector {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let request = Request::from_parts(parts, body);
        let answer =
            self.0.request_within(UrlOrigin::Operator, request, LIMITS).await.map_err(broken)?;
        Ok(answer.map(Into::into))
    }
}

fn broken(error: HttpClientError) -> HttpError {
    let kind = match error {
        HttpClientError::Unreachable(_) | HttpClientError::Unknown => HttpErrorKind::Connect,
        HttpClientError::Broken(_) => HttpErrorKind::Interrupted,
        HttpClientError::Slow => HttpErrorKind::Timeout,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}

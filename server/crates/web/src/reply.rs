//! Success responses: JSON, lists, and the cache tags of a response.

use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{HeaderName, StatusCode};
use serde::Serialize;
use warp::reply::Response;

use super::problem::Problem;
use pailou_database::change_feed::CacheTag;

const TOTAL: HeaderName = HeaderName::from_static("x-total-count");
const SUM: HeaderName = HeaderName::from_static("x-total-sum");

/// Expected number of response headers, including those of hyper.
const HEADERS: usize = 20;

/// Response extension with the cache tags of the response, and its maximum cache time, if the
/// content changes with time.
#[derive(Debug, Clone, Default)]
pub struct CacheTags {
    pub tags: Vec<CacheTag>,
    pub fresh_for: Option<Duration>,
}

pub fn json<T: Serialize>(value: &T) -> Result<Response, Problem> {
    let text = serde_json::to_vec(value).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(bytes(text.into(), "application/json", "no-cache"))
}

/// Returns a list: the items of this page in the body, and the total number in `x-total-count`.
/// `sum` is the total of a numeric column, in `x-total-sum`.
pub fn list<T: Serialize>(items: &[T], total: i64, sum: Option<i64>) -> Result<Response, Problem> {
    let mut response = json(&items)?;
    response.headers_mut().insert(TOTAL, total.into());
    if let Some(sum) = sum {
        response.headers_mut().insert(SUM, sum.into());
    }
    Ok(response)
}

pub fn bytes(body: Bytes, media_type: &str, cache: &'static str) -> Response {
    let media_type = HeaderValue::from_str(media_type);
    let media_type = media_type.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    of_type(body, media_type, cache)
}

/// Returns a response with this text, and with the hash of the text as its ETag.
pub fn text(text: String, media_type: &str) -> Response {
    let etag = blake3::hash(text.as_bytes()).to_hex();
    with_etag(bytes(text.into(), media_type, "no-cache"), &etag[..32])
}

/// Same as [`bytes()`], with the media type as a header value.
pub fn of_type(body: Bytes, media_type: HeaderValue, cache: &'static str) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    // Reserves capacity for all headers of the response, so that the map is not reallocated.
    headers.reserve(HEADERS);
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

pub fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Bytes::new().into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Forbids caching, because the response contains a secret or belongs to one account.
pub fn private(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

pub fn with_etag(mut response: Response, etag: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("\"{etag}\"")) {
        response.headers_mut().insert(header::ETAG, value);
    }
    response
}

/// Allows pages of other origins to embed the response, such as an image in a README.
pub fn for_other_origins(mut response: Response) -> Response {
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    response.headers_mut().insert(policy, HeaderValue::from_static("cross-origin"));
    response
}

pub fn with_cache_tags(
    mut response: Response,
    tags: impl IntoIterator<Item = CacheTag>,
) -> Response {
    let shows = CacheTags { tags: tags.into_iter().collect(), fresh_for: None };
    response.extensions_mut().insert(shows);
    response
}

pub fn with_max_age(mut response: Response, fresh_for: Duration) -> Response {
    response.extensions_mut().get_or_insert_default::<CacheTags>().fresh_for = Some(fresh_for);
    response
}

//! Request bodies: counted as they come, whole within a deadline, JSON of a known shape.

use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use warp::Filter;
use warp::filters::BoxedFilter;

use super::problem::Problem;

/// A body must be whole by then.
const DEADLINE: Duration = Duration::from_secs(15);

/// Reads a JSON body of at most `most` bytes. A wrong body is a problem, not a rejection, so the
/// handler gets the outcome.
pub(crate) fn json<T: DeserializeOwned + Send + 'static>(
    most: u64,
) -> BoxedFilter<(Result<T, Problem>,)> {
    warp::header::optional::<String>("content-type")
        .and(warp::body::stream())
        .then(move |kind: Option<String>, stream| async move {
            let kind = kind.unwrap_or_default();
            if !kind.split(';').next().is_some_and(|kind| is_json(kind.trim())) {
                return Err(Problem::UnsupportedMediaType);
            }
            let bytes = timeout(DEADLINE, whole(stream, most)).await;
            let bytes =
                bytes.map_err(|_| Problem::BadRequest("the body came too slowly".to_owned()))??;
            serde_json::from_slice(&bytes).map_err(|error| {
                Problem::BadRequest(format!("the body is not as described: {error}"))
            })
        })
        .boxed()
}

/// Reads a body as it is, because somebody has signed its bytes.
pub(crate) fn bytes(most: u64) -> BoxedFilter<(Result<Bytes, Problem>,)> {
    warp::body::stream()
        .then(move |stream| async move {
            let bytes = timeout(DEADLINE, whole(stream, most)).await;
            let bytes =
                bytes.map_err(|_| Problem::BadRequest("the body came too slowly".to_owned()))??;
            Ok(bytes.freeze())
        })
        .boxed()
}

/// What has come of a body, also where it ended early.
pub(crate) struct Arrived {
    pub(crate) bytes: Bytes,
    pub(crate) fault: Option<Problem>,
}

/// Reads a body of at most `most` bytes as it is, and keeps what comes of it.
pub(crate) fn arriving(most: u64) -> BoxedFilter<(Arrived,)> {
    warp::body::stream()
        .then(move |stream| async move {
            let mut bytes = BytesMut::new();
            let slow = || Problem::BadRequest("the body came too slowly".to_owned());
            let read = timeout(DEADLINE, read_into(stream, most, &mut bytes)).await;
            let fault = read.unwrap_or_else(|_| Err(slow())).err();
            Arrived { bytes: bytes.freeze(), fault }
        })
        .boxed()
}

/// Reads a body that is JSON, or what a form of a page sends; tells whether it was a form's.
pub(crate) fn json_or_form<T: DeserializeOwned + Send + 'static>(
    most: u64,
) -> BoxedFilter<((bool, Result<T, Problem>),)> {
    warp::header::optional::<String>("content-type")
        .and(warp::body::stream())
        .then(move |kind: Option<String>, stream| async move {
            let kind = kind.unwrap_or_default();
            let kind = kind.split(';').next().unwrap_or_default().trim();
            let is_form = kind.eq_ignore_ascii_case("application/x-www-form-urlencoded");
            if !is_form && !is_json(kind) {
                return (false, Err(Problem::UnsupportedMediaType));
            }
            (is_form, read(is_form, stream, most).await)
        })
        .boxed()
}

async fn read<T: DeserializeOwned, B: Buf, E>(
    is_form: bool,
    stream: impl Stream<Item = Result<B, E>>,
    most: u64,
) -> Result<T, Problem> {
    let bytes = timeout(DEADLINE, whole(stream, most)).await;
    let bytes = bytes.map_err(|_| Problem::BadRequest("the body came too slowly".to_owned()))??;
    let read = match is_form {
        true => serde_urlencoded::from_bytes(&bytes).map_err(|error| error.to_string()),
        false => serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
    };
    read.map_err(|error| Problem::BadRequest(format!("the body is not as described: {error}")))
}

fn is_json(kind: &str) -> bool {
    kind.eq_ignore_ascii_case("application/json")
}

async fn whole<B: Buf, E>(
    stream: impl Stream<Item = Result<B, E>>,
    most: u64,
) -> Result<BytesMut, Problem> {
    let mut bytes = BytesMut::new();
    read_into(stream, most, &mut bytes).await?;
    Ok(bytes)
}

async fn read_into<B: Buf, E>(
    stream: impl Stream<Item = Result<B, E>>,
    most: u64,
    bytes: &mut BytesMut,
) -> Result<(), Problem> {
    let mut stream = std::pin::pin!(stream);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::BadRequest("the body ended early".to_owned()))?;
        if bytes.len() as u64 + chunk.remaining() as u64 > most {
            return Err(Problem::TooLarge(most));
        }
        let mut chunk = chunk;
        while chunk.has_remaining() {
            let piece = chunk.chunk();
            bytes.extend_from_slice(piece);
            let taken = piece.len();
            chunk.advance(taken);
        }
    }
    Ok(())
}

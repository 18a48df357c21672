//! Request bodies: size limits, a deadline for the whole body, and JSON of a known schema. All bodies share one
//! memory budget. Large ones need an `Authorization` header or a signature.

mod memory_budget;

use std::time::Duration;

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt};
use http::header::{self, HeaderMap};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::problem::Problem;
use super::{FromRequest, Request};
use memory_budget::{BudgetedBytes, ROOM};

/// Deadline for the whole body.
const DEADLINE: Duration = Duration::from_secs(15);
/// Maximum size without an `Authorization` header, in bytes.
const SMALL: u64 = 64 << 10;

/// The request headers that describe the body.
struct Head {
    /// The media type, without its parameters.
    kind: String,
    /// As announced.
    length: Option<u64>,
    /// Whether there is an `Authorization` header. Handlers verify it after the body is read.
    is_named: bool,
}

impl Head {
    fn of(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let kind = text(header::CONTENT_TYPE).and_then(|kind| kind.split(';').next());
        Self {
            kind: kind.unwrap_or_default().trim().to_owned(),
            length: text(header::CONTENT_LENGTH).and_then(|length| length.trim().parse().ok()),
            is_named: headers.contains_key(header::AUTHORIZATION),
        }
    }

    fn is_json(&self) -> bool {
        self.kind.eq_ignore_ascii_case("application/json")
    }

    fn is_form(&self) -> bool {
        self.kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
    }

    /// Whether a body of this size is allowed.
    fn allows(&self, bytes: u64, most: u64) -> Result<(), Problem> {
        if bytes > most {
            return Err(Problem::TooLarge(most));
        }
        if bytes > SMALL && !self.is_named {
            return Err(Problem::Unauthorized);
        }
        Ok(())
    }
}

/// A JSON body. A wrong one is a value and no answer, because handlers check who sends it first.
impl<S: Sync, T: DeserializeOwned + Send> FromRequest<S> for Result<T, Problem> {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let head = Head::of(&request.headers);
        if !head.is_json() {
            return Ok(Err(Problem::UnsupportedMediaType));
        }
        Ok(parsed(&head, request.take_body(), request.body_limit()).await)
    }
}

/// A body whose bytes are signed, so a client without a session may send all of it.
pub struct SignedBody(pub Result<Bytes, Problem>);

impl<S: Sync> FromRequest<S> for SignedBody {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let mut held = BudgetedBytes::new(&ROOM);
        let head = Head { is_named: true, ..Head::of(&request.headers) };
        let limits = (request.body_limit(), until());
        let done = read(&head, request.take_body(), limits, &mut held).await;
        Ok(Self(done.map(|()| held.into())))
    }
}

/// The bytes of a body, also of one that ended early.
pub struct ReceivedBody {
    pub bytes: Bytes,
    pub fault: Option<Problem>,
}

impl<S: Sync> FromRequest<S> for ReceivedBody {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let mut held = BudgetedBytes::new(&ROOM);
        let limits = (request.body_limit(), until());
        let head = Head::of(&request.headers);
        let fault = read(&head, request.take_body(), limits, &mut held).await.err();
        Ok(Self { bytes: held.into(), fault })
    }
}

/// A body that is JSON or a submitted HTML form.
pub struct JsonOrForm<T> {
    pub is_form: bool,
    pub value: Result<T, Problem>,
}

impl<S: Sync, T: DeserializeOwned + Send> FromRequest<S> for JsonOrForm<T> {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let head = Head::of(&request.headers);
        if !head.is_form() && !head.is_json() {
            return Ok(Self { is_form: false, value: Err(Problem::UnsupportedMediaType) });
        }
        let value = parsed(&head, request.take_body(), request.body_limit()).await;
        Ok(Self { is_form: head.is_form(), value })
    }
}

fn until() -> Instant {
    Instant::now() + DEADLINE
}

async fn parsed<T: DeserializeOwned, B: Buf, E>(
    head: &Head,
    stream: impl Stream<Item = Result<B, E>>,
    most: u64,
) -> Result<T, Problem> {
    let mut held = BudgetedBytes::new(&ROOM);
    read(head, stream, (most, until()), &mut held).await?;
    let parsed = match head.is_form() {
        true => serde_urlencoded::from_bytes(held.as_ref()).map_err(|error| error.to_string()),
        false => serde_json::from_slice(held.as_ref()).map_err(|error| error.to_string()),
    };
    parsed.map_err(|error| Problem::BadRequest(format!("invalid body: {error}")))
}

async fn read<B: Buf, E>(
    head: &Head,
    stream: impl Stream<Item = Result<B, E>>,
    (most, until): (u64, Instant),
    held: &mut BudgetedBytes,
) -> Result<(), Problem> {
    head.allows(head.length.unwrap_or_default(), most)?;
    let mut stream = std::pin::pin!(stream);
    let slow = |_| Problem::BadRequest("body received too slowly".to_owned());
    while let Some(chunk) = timeout_at(until, stream.next()).await.map_err(slow)? {
        let mut chunk = chunk.map_err(|_| Problem::BadRequest("incomplete body".to_owned()))?;
        let length = held.len() + chunk.remaining() as u64;
        head.allows(length, most)?;
        let has_room = timeout_at(until, held.grow(length)).await;
        has_room.map_err(|_| Problem::Unavailable("too many concurrent uploads"))?;
        while chunk.has_remaining() {
            let piece = chunk.chunk();
            held.push(piece);
            let taken = piece.len();
            chunk.advance(taken);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;
    use warp::Reply;

    use super::memory_budget::MemoryBudget;
    use super::*;

    /// Chunks of a KiB each; answers what has come, and what is wrong.
    async fn sent(head: &Head, chunks: usize, most: u64) -> (u64, Option<Problem>) {
        let chunks = (0..chunks).map(|_| Ok::<_, Infallible>(Bytes::from_static(&[0; 1024])));
        let mut held = BudgetedBytes::new(&ROOM);
        let fault = read(head, stream::iter(chunks), (most, until()), &mut held).await.err();
        (held.len() >> 10, fault)
    }

    fn head(is_named: bool, length: Option<u64>) -> Head {
        Head { kind: String::new(), length, is_named }
    }

    #[tokio::test]
    async fn large_body_requires_authentication() {
        let most = 1 << 20;
        assert!(matches!(sent(&head(true, None), 100, most).await, (100, None)));
        assert!(matches!(sent(&head(false, None), 64, most).await, (64, None)));
        let unauthorized = |it| matches!(it, Some(Problem::Unauthorized));
        let (come, fault) = sent(&head(false, None), 100, most).await;
        assert!(come == 64 && unauthorized(fault));
        let (come, fault) = sent(&head(false, Some(SMALL + 1)), 100, most).await;
        assert!(come == 0 && unauthorized(fault), "what is announced is not begun");
    }

    #[tokio::test]
    async fn body_without_free_memory_is_503() {
        static SCARCE: MemoryBudget = MemoryBudget::of(1, 1);
        let mut first = BudgetedBytes::new(&SCARCE);
        first.grow(1).await;
        let chunks = || stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{}"))]);
        let mut second = BudgetedBytes::new(&SCARCE);
        // Its time is over: it is read only where nothing has to be waited for.
        let bounds = (1 << 10, Instant::now());
        let fault = read(&head(true, None), chunks(), bounds, &mut second).await.unwrap_err();
        let answer = fault.into_response();
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.headers()["retry-after"], "5");
        drop(first);
        assert!(read(&head(true, None), chunks(), bounds, &mut second).await.is_ok());
    }

    #[tokio::test]
    async fn oversized_body_is_rejected_before_reading() {
        let most = 8 << 10;
        for is_named in [false, true] {
            let told = sent(&head(is_named, Some(1 << 30)), 9, most).await;
            assert!(matches!(told, (0, Some(Problem::TooLarge(8192)))));
            let untold = sent(&head(is_named, None), 9, most).await;
            assert!(matches!(untold, (8, Some(Problem::TooLarge(8192)))));
        }
    }
}

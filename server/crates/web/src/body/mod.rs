//! Request bodies: size limits, a deadline for the whole body, and JSON of a known schema. Bodies share
//! memory budgets. A large body requires a signature, or a user who is authenticated before the body is read.

mod memory_budget;

use std::time::Duration;

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt};
use http::header::{self, HeaderMap};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::problem::Problem;
use super::{FromRequest, Request};
use memory_budget::{BODY_BUDGET, BudgetedBytes, SIGNED_BODY_BUDGET};

/// Deadline for the whole body.
const DEADLINE: Duration = Duration::from_secs(15);
/// Maximum size of a body without an authenticated user, in bytes.
const SMALL: u64 = 64 << 10;

/// Request headers that describe the body.
struct Head {
    /// Media type without parameters.
    kind: String,
    /// Value of `Content-Length`.
    length: Option<u64>,
}

impl Head {
    fn of(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let kind = text(header::CONTENT_TYPE).and_then(|kind| kind.split(';').next());
        Self {
            kind: kind.unwrap_or_default().trim().to_owned(),
            length: text(header::CONTENT_LENGTH).and_then(|length| length.trim().parse().ok()),
        }
    }

    fn is_json(&self) -> bool {
        self.kind.eq_ignore_ascii_case("application/json")
    }

    fn is_form(&self) -> bool {
        self.kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
    }

    /// Returns the number of bytes to reserve for a body of which `length` bytes have been received: the
    /// announced size (`Content-Length`), if there is one and more than [`SMALL`] bytes have been received; otherwise
    /// at most twice `length`.
    fn capacity(&self, length: u64, max: u64) -> u64 {
        let announced = self.length.unwrap_or(max);
        let doubled = length.saturating_mul(2);
        let capacity = match (length > SMALL, self.length) {
            (false, _) => doubled.min(SMALL).min(announced),
            (true, Some(announced)) => announced,
            (true, None) => doubled.min(max),
        };
        capacity.max(length)
    }
}

/// Returns an error for a body of more than `max` bytes, or of more than [`SMALL`] bytes without an authenticated user.
fn check_size(bytes: u64, max: u64, is_trusted: bool) -> Result<(), Problem> {
    if bytes > max {
        return Err(Problem::TooLarge(max));
    }
    if bytes > SMALL && !is_trusted {
        return Err(Problem::Unauthorized);
    }
    Ok(())
}

/// A JSON body. An invalid body is passed to the handler as an error, because the handler checks permissions first.
impl<S: Sync, T: DeserializeOwned + Send> FromRequest<S> for Result<T, Problem> {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let head = Head::of(&request.headers);
        if !head.is_json() {
            return Ok(Err(Problem::UnsupportedMediaType));
        }
        Ok(parsed(&head, request).await)
    }
}

/// A signed body, which a client without a session may send in any size up to the limit.
pub struct SignedBody(pub Result<Bytes, Problem>);

impl<S: Sync> FromRequest<S> for SignedBody {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let mut buffer = BudgetedBytes::new(&SIGNED_BODY_BUDGET);
        let head = Head::of(&request.headers);
        let limits = (request.body_limit(), until(), true);
        let done = read(&head, request.take_body(), limits, &mut buffer).await;
        Ok(Self(done.map(|()| buffer.into())))
    }
}

/// Bytes of a body, and the error if it ended early.
pub struct ReceivedBody {
    pub bytes: Bytes,
    pub error: Option<Problem>,
}

impl<S: Sync> FromRequest<S> for ReceivedBody {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let mut buffer = BudgetedBytes::new(&BODY_BUDGET);
        let limits = (request.body_limit(), until(), request.is_authenticated());
        let head = Head::of(&request.headers);
        let error = read(&head, request.take_body(), limits, &mut buffer).await.err();
        Ok(Self { bytes: buffer.into(), error })
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
        let value = parsed(&head, request).await;
        Ok(Self { is_form: head.is_form(), value })
    }
}

fn until() -> Instant {
    Instant::now() + DEADLINE
}

async fn parsed<T: DeserializeOwned>(head: &Head, request: &mut Request) -> Result<T, Problem> {
    let mut buffer = BudgetedBytes::new(&BODY_BUDGET);
    let limits = (request.body_limit(), until(), request.is_authenticated());
    read(head, request.take_body(), limits, &mut buffer).await?;
    let parsed = match head.is_form() {
        true => serde_urlencoded::from_bytes(buffer.as_ref()).map_err(|error| error.to_string()),
        false => serde_json::from_slice(buffer.as_ref()).map_err(|error| error.to_string()),
    };
    parsed.map_err(|error| Problem::BadRequest(format!("invalid body: {error}")))
}

async fn read<B: Buf, E>(
    head: &Head,
    stream: impl Stream<Item = Result<B, E>>,
    (max, until, is_trusted): (u64, Instant, bool),
    buffer: &mut BudgetedBytes,
) -> Result<(), Problem> {
    check_size(head.length.unwrap_or_default(), max, is_trusted)?;
    let mut stream = std::pin::pin!(stream);
    let slow = |_| Problem::BadRequest("body received too slowly".to_owned());
    while let Some(chunk) = timeout_at(until, stream.next()).await.map_err(slow)? {
        let mut chunk = chunk.map_err(|_| Problem::BadRequest("incomplete body".to_owned()))?;
        let length = buffer.len() + chunk.remaining() as u64;
        check_size(length, max, is_trusted)?;
        if length > buffer.capacity() {
            let reserved = timeout_at(until, buffer.grow(head.capacity(length, max))).await;
            reserved.map_err(|_| Problem::Unavailable("too many concurrent uploads"))?;
        }
        while chunk.has_remaining() {
            let piece = chunk.chunk();
            buffer.push(piece);
            let piece_length = piece.len();
            chunk.advance(piece_length);
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

    /// Sends chunks of 1 KiB. Returns the number of received KiB, and the error.
    async fn sent(
        is_trusted: bool,
        length: Option<u64>,
        chunks: usize,
        max: u64,
    ) -> (u64, Option<Problem>) {
        let chunks = (0..chunks).map(|_| Ok::<_, Infallible>(Bytes::from_static(&[0; 1024])));
        let mut buffer = BudgetedBytes::new(&BODY_BUDGET);
        let head = Head { kind: String::new(), length };
        let limits = (max, until(), is_trusted);
        let error = read(&head, stream::iter(chunks), limits, &mut buffer).await.err();
        (buffer.len() >> 10, error)
    }

    #[tokio::test]
    async fn large_body_requires_an_authenticated_user() {
        let max = 1 << 20;
        assert!(matches!(sent(true, None, 100, max).await, (100, None)));
        assert!(matches!(sent(true, Some(100 << 10), 100, max).await, (100, None)));
        assert!(matches!(sent(false, None, 64, max).await, (64, None)));
        let unauthorized = |it| matches!(it, Some(Problem::Unauthorized));
        let (received, error) = sent(false, None, 100, max).await;
        assert!(received == 64 && unauthorized(error));
        let (received, error) = sent(false, Some(SMALL + 1), 100, max).await;
        assert!(received == 0 && unauthorized(error), "an announced body is rejected unread");
    }

    #[test]
    fn reserved_memory_depends_on_received_and_announced_size() {
        let max = 1 << 20;
        for (length, announced, expected) in [
            (10, None, 20),
            (10, Some(12), 12),
            // While little has been received, a large announced size reserves little memory.
            (10, Some(SMALL), 20),
            (40 << 10, None, SMALL),
            (SMALL, Some(max), SMALL),
            (SMALL + 1, Some(max), max),
            (SMALL + 1, None, 2 * SMALL + 2),
            (600 << 10, None, max),
            // More bytes than announced; the HTTP parser prevents this.
            (100, Some(50), 100),
        ] {
            let head = Head { kind: String::new(), length: announced };
            assert_eq!(head.capacity(length, max), expected, "{length} of {announced:?}");
        }
    }

    #[tokio::test]
    async fn body_without_free_memory_is_503() {
        static SCARCE: MemoryBudget = MemoryBudget::of(1, 1);
        let mut first = BudgetedBytes::new(&SCARCE);
        first.grow(1).await;
        let chunks = || stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{}"))]);
        let mut second = BudgetedBytes::new(&SCARCE);
        // The deadline has passed: only bytes that are available immediately are read.
        let bounds = || (1 << 10, Instant::now(), true);
        let head = Head { kind: String::new(), length: None };
        let error = read(&head, chunks(), bounds(), &mut second).await.unwrap_err();
        let answer = error.into_response();
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.headers()["retry-after"], "5");
        drop(first);
        assert!(read(&head, chunks(), bounds(), &mut second).await.is_ok());
    }

    #[tokio::test]
    async fn oversized_body_is_rejected() {
        let max = 8 << 10;
        for is_trusted in [false, true] {
            let announced = sent(is_trusted, Some(1 << 30), 9, max).await;
            assert!(matches!(announced, (0, Some(Problem::TooLarge(8192)))));
            let unannounced = sent(is_trusted, None, 9, max).await;
            assert!(matches!(unannounced, (8, Some(Problem::TooLarge(8192)))));
        }
    }
}

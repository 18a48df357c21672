//! Answers as server-sent events (WHATWG HTML, section 9.2). The order is: `meta` with the citations; `piece`, `reset`,
//! and `notice` of a model's answer; `delta` with a curated answer, or `delta` and `cite` for each passage; `done`. A
//! failed request has only `error`. Comments keep the connection open while an answer is prepared.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use warp::reply::{Reply, Response};

use crate::api::AskReply;
use crate::model::{AnswerEvent, Generation};
use crate::reply::markdown_of;
use pailou_web::accept::AcceptedTypes;
use pailou_web::problem::Problem;

/// Time without an event after which a comment is sent.
const HEARTBEAT: Duration = Duration::from_secs(15);
const COMMENT: &[u8] = b": hb\n\n";

/// Whether the `Accept` header contains `text/event-stream` with a weight above 0 that is at least the weight of JSON.
/// Wildcards count for JSON only.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = AcceptedTypes::of(headers);
    let stream = accepted.weight(&["text/event-stream"]);
    stream > 0 && stream >= accepted.weight(&["application/json", "application/*", "*/*"])
}

/// Returns a response with status 200 that streams the answer, or one `error` event if `answer` fails. The response
/// begins before the answer is complete.
pub(crate) fn response(
    answer: impl Future<Output = Result<(AskReply, Option<Generation>), Problem>> + Send + 'static,
) -> Response {
    let events = stream::once(answer).flat_map(all_events);
    let mut pieces = Mutex::new(Box::pin(with_heartbeat(events, HEARTBEAT)));
    // `reply::stream` requires a `Sync` stream. The mutex makes the stream `Sync` and is never locked.
    let pieces = stream::poll_fn(move |context| {
        let pieces = pieces.get_mut().unwrap_or_else(PoisonError::into_inner);
        pieces.as_mut().poll_next(context)
    });
    let mut response = warp::reply::stream(pieces.map(Ok::<_, Infallible>)).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache, no-transform"),
        // Disables response buffering in nginx.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the events of an answer, including those of a model's answer. Dropping the stream cancels the model's
/// answer.
fn all_events(
    answer: Result<(AskReply, Option<Generation>), Problem>,
) -> Pin<Box<dyn Stream<Item = Bytes> + Send>> {
    let (reply, generation) = match answer {
        Ok((reply, Some(generation))) => (reply, generation),
        Ok((reply, None)) => return Box::pin(stream::iter(answer_events(Ok(reply), "quoted"))),
        Err(problem) => return Box::pin(stream::iter(answer_events(Err(problem), "quoted"))),
    };
    let mut passages = answer_events(Ok(reply), "model").into_iter();
    let meta = stream::iter(passages.next());
    let written = stream::unfold(generation, |mut generation| async move {
        let bytes = match generation.next().await? {
            AnswerEvent::Piece(piece) => event("piece", &json!(piece)),
            AnswerEvent::Reset => event("reset", &json!({})),
            AnswerEvent::Notice(notice) => event("notice", &json!({ "code": notice })),
        };
        Some((bytes, generation))
    });
    Box::pin(meta.chain(written).chain(stream::iter(passages)))
}

fn answer_events(answer: Result<AskReply, Problem>, mode: &str) -> Vec<Bytes> {
    let reply = match answer {
        Ok(reply) => reply,
        Err(problem) => {
            let status = problem.status().as_u16();
            let detail = problem.detail();
            return vec![event(
                "error",
                &json!({ "code": problem.code(), "status": status, "detail": detail }),
            )];
        }
    };
    let AskReply { id, state, locale, citations, follow_ups, approved, handover, .. } = &reply;
    let mode = if approved.is_some() { "approved" } else { mode };
    let meta = json!({
        "id": id, "state": state, "locale": locale, "mode": mode, "citations": citations,
        "approved": approved, "handover": handover,
    });
    let mut events = vec![event("meta", &meta)];
    if let Some(notice) = reply.notice {
        events.push(event("notice", &json!({ "code": notice })));
    }
    if approved.is_some() {
        events.push(event("delta", &json!({ "text": reply.answer })));
    }
    for citation in citations {
        events.push(event("delta", &json!({ "text": markdown_of(citation) })));
        events.push(event("cite", &json!({ "n": citation.n })));
    }
    events.push(event("done", &json!({ "id": id, "follow_ups": follow_ups })));
    events
}

/// Formats one event. Compact JSON contains no line breaks, so one `data` line is sufficient.
fn event(name: &str, data: &serde_json::Value) -> Bytes {
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// Adds a comment to a stream each time it has no event for the duration `every`.
fn with_heartbeat(
    events: impl Stream<Item = Bytes> + Send + 'static,
    every: Duration,
) -> impl Stream<Item = Bytes> + Send {
    stream::unfold(Box::pin(events), move |mut events| async move {
        match tokio::time::timeout(every, events.next()).await {
            Ok(event) => event.map(|event| (event, events)),
            Err(_) => Some((Bytes::from_static(COMMENT), events)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::AskState;

    #[test]
    fn accept_header_selects_the_event_stream() {
        for (accept, expected) in [
            ("text/event-stream", true),
            ("application/json, Text/Event-Stream", true),
            ("application/json;q=0.5, text/event-stream;q=0.6", true),
            ("application/json;q=0, text/event-stream;q=0.1", true),
            ("text/event-stream;charset=utf-8;q=1, */*;q=0.1", true),
            ("application/json, text/event-stream;q=0.5", false),
            ("application/json;q=1, text/event-stream;q=0", false),
            ("text/event-stream;q=0", false),
            ("text/event-stream;q=x", false),
            ("text/event-stream;q=0.5, */*", false),
            ("application/json", false),
            ("text/*", false),
            ("*/*", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(is_wanted(&headers), expected, "{accept}");
        }
    }

    #[test]
    fn error_is_sent_as_an_event() {
        let events = answer_events(Err(Problem::NotFound), "quoted");
        assert_eq!(
            events,
            [
                "event: error\ndata: {\"code\":\"not-found\",\"detail\":\"resource not found\",\"status\":404}\n\n"
            ]
        );
    }

    #[test]
    fn meta_event_is_first_and_done_event_is_last() {
        let reply = AskReply {
            id: "x".to_owned(),
            state: AskState::OffTopic,
            locale: "en-US".to_owned(),
            answer: String::new(),
            citations: Vec::new(),
            follow_ups: Vec::new(),
            model: None,
            notice: None,
            approved: None,
            handover: None,
        };
        let events = answer_events(Ok(reply), "quoted");
        assert!(events[0].starts_with(b"event: meta\n"));
        assert!(events.last().expect("done").starts_with(b"event: done\n"));
    }

    #[tokio::test]
    async fn idle_stream_sends_heartbeat_comments() {
        let (send, receive) = tokio::sync::oneshot::channel();
        let slow = stream::once(async { receive.await.unwrap_or_default() });
        let mut pieces = Box::pin(with_heartbeat(slow, Duration::from_millis(1)));
        assert_eq!(pieces.next().await.as_deref(), Some(COMMENT));
        send.send(Bytes::from_static(b"event")).expect("a reader");
        let rest: Vec<Bytes> = pieces.collect().await;
        assert_eq!(rest.last().map(|last| &last[..]), Some(&b"event"[..]));
    }
}

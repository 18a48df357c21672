//! Tests of abort, timeout, and retries.

use core_wasm::browser::settings;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

/// Body of a `fetch` function that never responds; only the abort signal ends the request.
const SILENT: &str = "return new Promise((_, reject) => {
    const fail = () => reject(init.signal.reason);
    if (init.signal?.aborted) fail();
    init.signal?.addEventListener('abort', fail);
})";

#[wasm_bindgen_test]
async fn abort_by_the_caller_rejects_with_the_reason() {
    fresh();
    answer_with(SILENT);
    for (reason, expected) in [
        ("undefined", "AbortError: signal is aborted without reason"),
        ("'left the page'", "thrown left the page"),
        ("new RangeError('mine')", "RangeError: mine"),
    ] {
        let options = format!(
            "(() => {{ const c = new AbortController(); setTimeout(() => c.abort({reason}), 10); return {{ signal: c.signal }}; }})()"
        );
        assert_eq!(sent("/api/x", &options).await, expected);
    }
}

#[wasm_bindgen_test]
async fn real_fetch_with_an_aborted_signal_is_rejected() {
    fresh();
    let aborted = sent(&blob_url("[]"), "{ signal: AbortSignal.abort('no') }").await;
    assert_eq!(aborted, "thrown no");
}

#[wasm_bindgen_test]
async fn request_is_rejected_after_its_timeout() {
    fresh();
    answer_with(SILENT);
    assert_eq!(sent("/api/x", "{ timeoutMs: 20 }").await, "TimeoutError: signal timed out");
    let both = "{ timeoutMs: 20, signal: new AbortController().signal }";
    assert_eq!(sent("/api/x", both).await, "TimeoutError: signal timed out");
    let aborted = "{ timeoutMs: 5000, signal: AbortSignal.abort('no') }";
    assert_eq!(sent("/api/x", aborted).await, "thrown no");

    assert!(settings::configure(&evaluate("{ timeoutMs: 20 }")).is_ok());
    assert_eq!(sent("/api/x", "{}").await, "TimeoutError: signal timed out");
}

#[wasm_bindgen_test]
async fn requests_are_not_retried_by_default() {
    fresh();
    answer_with("return new Response('', { status: 503 })");
    assert_eq!(sent("/api/x", "{}").await, "Response 503");
    assert_eq!(call_count(), 1);
    answer_with("throw new TypeError('Failed to fetch')");
    assert_eq!(sent("/api/x", "{}").await, "TypeError: Failed to fetch");
    assert_eq!(call_count(), 1);
}

#[wasm_bindgen_test]
async fn get_request_is_retried_until_it_succeeds() {
    fresh();
    answer_with(
        "if (n === 1) throw new TypeError('Failed to fetch'); return new Response('', { status: n === 2 ? 503 : 200 })",
    );
    assert_eq!(sent("/api/x", "{ retries: 5 }").await, "Response 200");
    assert_eq!(call_count(), 3);

    answer_with("return new Response('', { status: n === 1 ? 502 : 200 })");
    assert!(settings::configure(&evaluate("{ retries: 1 }")).is_ok());
    assert_eq!(sent("/api/x", "{}").await, "Response 200");
    assert_eq!(call_count(), 2);
}

#[wasm_bindgen_test]
async fn failure_of_the_last_retry_is_returned() {
    fresh();
    answer_with("return new Response('', { status: 504 })");
    assert_eq!(sent("/api/x", "{ retries: 1 }").await, "Response 504");
    assert_eq!(call_count(), 2);
    answer_with("throw new TypeError('Failed to fetch')");
    assert_eq!(sent("/api/x", "{ retries: 1 }").await, "TypeError: Failed to fetch");
    assert_eq!(call_count(), 2);
}

#[wasm_bindgen_test]
async fn write_requests_and_non_transient_statuses_are_not_retried() {
    fresh();
    for (status, options) in [
        (503, "{ method: 'POST', retries: 3 }"),
        (503, "{ method: 'DELETE', retries: 3 }"),
        (500, "{ retries: 3 }"),
        (404, "{ retries: 3 }"),
        (401, "{ retries: 3 }"),
        (200, "{ retries: 3 }"),
    ] {
        answer_with(&format!("return new Response('', {{ status: {status} }})"));
        assert_eq!(sent("/api/x", options).await, format!("Response {status}"));
        assert_eq!(call_count(), 1, "{status} {options}");
    }
}

#[wasm_bindgen_test]
async fn abort_ends_the_retry_delay() {
    fresh();
    answer_with("init.signal.throwIfAborted(); return new Response('', { status: 503 })");
    let begun = js_sys::Date::now();
    let options = "(() => { const c = new AbortController(); setTimeout(() => c.abort('left'), 700); return { signal: c.signal, retries: 9 }; })()";
    assert_eq!(sent("/api/x", options).await, "thrown left");
    assert!(js_sys::Date::now() - begun < 2_000.0);

    answer_with("init.signal.throwIfAborted()");
    assert_eq!(
        sent("/api/x", "{ signal: AbortSignal.abort('gone'), retries: 9 }").await,
        "thrown gone"
    );
    assert_eq!(call_count(), 1, "an aborted request is not retried");
}

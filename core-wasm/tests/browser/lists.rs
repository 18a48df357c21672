//! Tests of `sendList`.

use core_wasm::browser::send;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

#[wasm_bindgen_test]
async fn list_has_totals_from_headers_and_rows_from_the_body() {
    fresh();
    for (answer, expected) in [
        (
            "new Response('[{\"a\":1}]', { headers: { 'x-total-count': '12', 'x-total-sum': '345' } })",
            r#"{"total":12,"sum":345,"data":[{"a":1}]}"#,
        ),
        ("new Response('[]', { headers: { 'x-total-count': '-1' } })", r#"{"data":[]}"#),
        ("new Response('[]', { headers: { 'x-total-count': 'many' } })", r#"{"data":[]}"#),
        (
            "new Response('[]', { headers: { 'x-total-count': '9007199254740993' } })",
            r#"{"data":[]}"#,
        ),
        ("new Response('')", r#"{"data":[]}"#),
        ("new Response(' \\n')", r#"{"data":[]}"#),
        ("new Response('null')", r#"{"data":[]}"#),
        ("new Response(null, { status: 204 })", r#"{"data":[]}"#),
    ] {
        answer_with(&format!("return {answer}"));
        assert_eq!(listed("/api/v1/public/docs").await, expected, "{answer}");
    }
}

#[wasm_bindgen_test]
async fn invalid_json_is_a_syntax_error() {
    fresh();
    answer_with("return new Response('<!doctype html>')");
    let error = listed("/api/v1/public/docs").await;
    assert!(error.starts_with("SyntaxError"), "{error}");
}

#[wasm_bindgen_test]
async fn error_status_rejects_with_the_unchanged_response() {
    fresh();
    answer_with("return globalThis.remembered = new Response('why', { status: 404 })");
    assert_eq!(listed("/api/v1/public/docs").await, "HttpError: 404 Not Found");

    answer_with(
        "return globalThis.remembered = new Response('why', { status: 500, statusText: 'Oh' })",
    );
    assert_eq!(listed("/api/v1/public/docs").await, "HttpError: 500 Oh");

    let response = response(send::send_list("/api/x".to_owned(), JsValue::UNDEFINED)).await;
    assert!(js_sys::Object::is(&response, &remembered_answer()));
    assert!(!response.body_used());
}

#[wasm_bindgen_test]
async fn large_list_is_complete() {
    fresh();
    answer_with("return new Response(JSON.stringify(Array.from({ length: 100000 }, (_, n) => n)))");
    let list = listed("/api/x").await;
    assert!(list.ends_with(",99998,99999]}"));
}

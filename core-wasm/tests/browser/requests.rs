//! Tests of the headers that are sent with a request.

use core_wasm::browser::{login, send, settings};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

#[wasm_bindgen_test]
async fn token_is_sent_to_api_only() {
    fresh();
    answer_with("return new Response('ok')");
    login::set_token("t0ken".to_owned());
    for (url, expected) in [
        ("/api/v1/me", Some("t0ken")),
        ("/api", Some("t0ken")),
        ("/apix", None),
        ("/index/zh", None),
        ("//elsewhere.example/api", None),
        ("/\\elsewhere.example/api", None),
        ("https://elsewhere.example/api", None),
        ("/api/../x", None),
    ] {
        assert_eq!(sent(url, "{}").await, "Response 200");
        assert_eq!(sent_header("authorization").as_deref(), expected, "{url}");
        assert_eq!(sent_url(), url);
    }
}

#[wasm_bindgen_test]
async fn request_without_token_has_no_authorization() {
    fresh();
    answer_with("return new Response('ok')");
    sent("/api/v1/me", "undefined").await;
    assert_eq!(sent_header("authorization"), None);
}

#[wasm_bindgen_test]
async fn token_invalid_as_a_header_value_is_not_sent() {
    fresh();
    answer_with("return new Response('ok')");
    login::set_token("令牌\r\n".to_owned());
    assert_eq!(sent("/api/v1/me", "{}").await, "Response 200");
    assert_eq!(sent_header("authorization"), None);
}

#[wasm_bindgen_test]
async fn request_with_foreign_base_url_has_no_token() {
    fresh();
    answer_with("return new Response('ok')");
    login::set_token("t0ken".to_owned());
    set_cookie("XSRF-TOKEN=f0rge; Path=/");
    add_foreign_base();
    sent("/api/v1/me", "{ method: 'POST' }").await;
    assert_eq!((sent_header("authorization"), sent_header("x-xsrf-token")), (None, None));
}

#[wasm_bindgen_test]
async fn caller_headers_other_than_authorization_are_preserved() {
    fresh();
    answer_with("return new Response('ok')");
    login::set_token("t0ken".to_owned());
    for headers in [
        "{ accept: 'a/b', authorization: 'old' }",
        "[['Accept', 'a/b']]",
        "new Headers({ accept: 'a/b' })",
    ] {
        sent("/api/v1/me", &format!("{{ headers: {headers} }}")).await;
        assert_eq!(sent_header("accept").as_deref(), Some("a/b"), "{headers}");
        assert_eq!(sent_header("authorization").as_deref(), Some("t0ken"), "{headers}");
    }
    let bad = sent("/api/v1/me", "{ headers: { 'a b': 'c' } }").await;
    assert!(bad.starts_with("TypeError"), "{bad}");
}

#[wasm_bindgen_test]
async fn write_request_has_the_csrf_header() {
    fresh();
    answer_with("return new Response('ok')");
    set_cookie("XSRF-TOKEN=a%2Bb; Path=/");
    for (url, options, expected) in [
        ("/x", "{ method: 'POST' }", Some("a+b")),
        ("/x", "{ method: 'patch' }", Some("a+b")),
        ("/x", "{}", None),
        ("https://elsewhere.example/x", "{ method: 'POST' }", None),
    ] {
        sent(url, options).await;
        assert_eq!(sent_header("x-xsrf-token").as_deref(), expected, "{url} {options}");
    }
    let own = evaluate("location.origin + '/x'").as_string().unwrap();
    sent(&own, "{ method: 'PUT' }").await;
    assert_eq!(sent_header("x-xsrf-token").as_deref(), Some("a+b"));
}

#[wasm_bindgen_test]
async fn csrf_cookie_and_header_names_are_configurable() {
    fresh();
    answer_with("return new Response('ok')");
    set_cookie("csrf=1; Path=/");
    let names = evaluate("{ antiForgeryCookie: 'csrf', antiForgeryHeader: 'x-csrf' }");
    assert!(settings::configure(&names).is_ok());
    sent("/x", "{ method: 'POST' }").await;
    assert_eq!(sent_header("x-csrf").as_deref(), Some("1"));

    for bad in ["{ antiForgeryHeader: 'a b' }", "{ antiForgeryCookie: '' }", "{ timeoutMs: -1 }"] {
        assert!(settings::configure(&evaluate(bad)).is_err(), "{bad}");
    }
    for bad in ["{ nonsense: 1 }", "{ antiForgeryCookie: 'a', timeoutMS: 5 }", "undefined", "'a'"] {
        assert!(settings::configure(&evaluate(bad)).is_err(), "{bad}");
    }
    for bad in ["{ timeoutMs: NaN }", "{ timeoutMs: '5' }", "{ retries: -1 }"] {
        assert!(settings::configure(&evaluate(bad)).is_err(), "{bad}");
    }
    sent("/x", "{ method: 'POST' }").await;
    assert_eq!(sent_header("x-csrf").as_deref(), Some("1"), "invalid settings change nothing");
}

#[wasm_bindgen_test]
async fn send_returns_the_response_object_of_fetch() {
    fresh();
    for status in [200, 302, 404, 500] {
        answer_with(&format!(
            "return globalThis.remembered = new Response('body', {{ status: {status}, statusText: 'Said' }})"
        ));
        let response = response(send::send("/api/x".to_owned(), JsValue::UNDEFINED)).await;
        assert!(js_sys::Object::is(&response, &remembered_answer()), "{status}");
        assert!(!response.body_used());
        assert_eq!((response.status(), response.status_text().as_str()), (status, "Said"));
    }
}

#[wasm_bindgen_test]
async fn request_starts_before_send_returns() {
    fresh();
    answer_with("return new Response('ok')");
    let promise = send::send("/api/x".to_owned(), JsValue::UNDEFINED);
    assert_eq!(call_count(), 1);
    response(promise).await;
}

#[wasm_bindgen_test]
async fn body_and_status_of_the_real_fetch_are_returned() {
    fresh();
    assert_eq!(listed(&blob_url("[1,2]")).await, r#"{"data":[1,2]}"#);
    let missing = sent("/api/v1/there-is-no-such-thing", "{}").await;
    assert_eq!(missing, "Response 404");
}

//! Tests of the events for expired sessions, failed logins, and token changes.

use core_wasm::browser::{login, send};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

const REFUSED: &str = "return new Response('', { status: 401 })";

fn ten_requests() -> Vec<Promise> {
    (0..10).map(|_| send::send("/api/v1/me".to_owned(), JsValue::UNDEFINED)).collect()
}

#[wasm_bindgen_test]
async fn ten_parallel_401_responses_emit_one_event() {
    fresh();
    answer_with(REFUSED);
    login::set_token("t0ken".to_owned());
    let expired = listener();
    let end = login::on_login_expired(expired.clone());

    assert_eq!(all(ten_requests()).await, vec!["Response 401"; 10]);
    let one = r#"{"statusText":"Unauthorized","url":"/api/v1/me","isLoginAttempt":false}"#;
    assert_eq!(heard(&expired), format!("[{one}]"));

    login::clear_token();
    all(ten_requests()).await;
    assert_eq!(heard(&expired), format!("[{one}]"), "no second event before the next login");

    login::set_token("t0ken".to_owned());
    all(ten_requests()).await;
    assert_eq!(heard(&expired), format!("[{one},{one}]"));

    end.call0(&JsValue::UNDEFINED).unwrap();
    end.call0(&JsValue::UNDEFINED).unwrap();
    login::set_token("t0ken".to_owned());
    all(ten_requests()).await;
    assert_eq!(heard(&expired), format!("[{one},{one}]"), "the listener is removed");
}

#[wasm_bindgen_test]
async fn expiry_event_of_an_anonymous_request_has_status_text() {
    fresh();
    answer_with("return new Response('', { status: 401, statusText: 'Session over' })");
    let expired = listener();
    let end = login::on_login_expired(expired.clone());
    assert_eq!(listed("/api/v1/me").await, "HttpError: 401 Session over");
    assert!(heard(&expired).contains(r#""statusText":"Session over""#));
    end.call0(&JsValue::UNDEFINED).unwrap();
}

#[wasm_bindgen_test]
async fn late_401_response_does_not_end_the_new_session() {
    fresh();
    answer_with(REFUSED);
    let expired = listener();
    let end = login::on_login_expired(expired.clone());
    login::set_token("old".to_owned());
    let late = ten_requests();
    login::set_token("new".to_owned());
    all(late).await;
    assert_eq!(heard(&expired), "[]");
    assert_eq!(login::token().as_deref(), Some("new"));
    end.call0(&JsValue::UNDEFINED).unwrap();
}

#[wasm_bindgen_test]
async fn failed_login_is_distinguished_from_expiry() {
    fresh();
    answer_with(REFUSED);
    let expired = listener();
    let end = login::on_login_expired(expired.clone());
    sent("/api/v1/login", "{ method: 'POST' }").await;
    assert!(heard(&expired).contains(r#""isLoginAttempt":true"#));
    sent("/api/v1/me", "{}").await;
    assert!(heard(&expired).contains(r#""isLoginAttempt":false"#), "expiry is still reported");
    end.call0(&JsValue::UNDEFINED).unwrap();
}

#[wasm_bindgen_test]
async fn throwing_listener_does_not_stop_other_listeners() {
    fresh();
    answer_with(REFUSED);
    let expired = listener();
    let ends =
        [login::on_login_expired(throwing_listener()), login::on_login_expired(expired.clone())];
    assert_eq!(sent("/api/v1/me", "{}").await, "Response 401");
    assert_ne!(heard(&expired), "[]");
    for end in ends {
        end.call0(&JsValue::UNDEFINED).unwrap();
    }
}

#[wasm_bindgen_test]
fn token_change_notifies_listeners() {
    fresh();
    let changed = listener();
    let end = login::on_session_change(changed.clone());
    login::set_token("a".to_owned());
    login::set_token("a".to_owned());
    login::set_token("b".to_owned());
    login::clear_token();
    login::clear_token();
    login::set_token(String::new());
    assert_eq!(heard(&changed), "[true,true,false]");
    end.call0(&JsValue::UNDEFINED).unwrap();
}

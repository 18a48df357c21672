//! Tests of token storage, including failures of the browser's storage.

use core_wasm::browser::login;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

fn stored() -> JsValue {
    evaluate("localStorage.getItem('website_token')")
}

#[wasm_bindgen_test]
fn token_is_a_plain_string_in_local_storage() {
    fresh();
    assert!(stored().is_null() && !login::is_logged_in());
    login::set_token("t0ken".to_owned());
    assert_eq!(stored().as_string().as_deref(), Some("t0ken"));
    assert_eq!(login::token().as_deref(), Some("t0ken"));
    login::clear_token();
    assert!(stored().is_null() && !login::is_logged_in());
}

#[wasm_bindgen_test]
fn blocked_storage_falls_back_to_memory() {
    for take_away in [block_storage, remove_storage] {
        fresh();
        take_away();
        assert_eq!(login::token(), None);
        login::set_token("t0ken".to_owned());
        assert_eq!(login::token().as_deref(), Some("t0ken"));
        assert!(login::is_logged_in());
        login::clear_token();
        assert!(!login::is_logged_in());
    }
}

#[wasm_bindgen_test]
async fn token_kept_in_memory_is_sent() {
    fresh();
    block_storage();
    answer_with("return new Response('ok')");
    login::set_token("t0ken".to_owned());
    sent("/api/v1/me", "{}").await;
    assert_eq!(sent_header("authorization").as_deref(), Some("t0ken"));
}

#[wasm_bindgen_test]
fn full_storage_falls_back_to_memory() {
    fresh();
    login::set_token("old".to_owned());
    fill_storage();
    login::set_token("new".to_owned());
    assert_eq!(login::token().as_deref(), Some("new"), "not the stored token");
    login::clear_token();
    assert_eq!(login::token(), None);
    assert!(stored().is_null());
}

#[wasm_bindgen_test]
async fn token_change_in_another_tab_is_received() {
    fresh();
    let changed = listener();
    let end = login::on_session_change(changed.clone());
    settled(in_other_tab("localStorage.setItem('website_token', 'theirs')")).await;
    assert_eq!((heard(&changed).as_str(), login::token().as_deref()), ("[true]", Some("theirs")));
    settled(in_other_tab("localStorage.setItem('other', 'x')")).await;
    assert_eq!(heard(&changed), "[true]", "other keys are ignored");
    settled(in_other_tab("localStorage.clear()")).await;
    assert_eq!((heard(&changed).as_str(), login::token()), ("[true,false]", None));
    end.call0(&JsValue::UNDEFINED).unwrap();
}

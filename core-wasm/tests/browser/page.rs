//! Rust bindings of `page.js`.

use core_wasm::browser::{login, send, settings};
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/tests/browser/page.js")]
extern "C" {
    #[wasm_bindgen(js_name = answerWith)]
    pub(crate) fn answer_with(source: &str);
    #[wasm_bindgen(js_name = callCount)]
    pub(crate) fn call_count() -> u32;
    #[wasm_bindgen(js_name = sentHeader)]
    pub(crate) fn sent_header(name: &str) -> Option<String>;
    #[wasm_bindgen(js_name = sentUrl)]
    pub(crate) fn sent_url() -> String;
    #[wasm_bindgen(js_name = restorePage)]
    fn restore_page();
    #[wasm_bindgen(js_name = setCookie)]
    pub(crate) fn set_cookie(cookie: &str);
    #[wasm_bindgen(js_name = blockStorage)]
    pub(crate) fn block_storage();
    #[wasm_bindgen(js_name = removeStorage)]
    pub(crate) fn remove_storage();
    #[wasm_bindgen(js_name = fillStorage)]
    pub(crate) fn fill_storage();
    #[wasm_bindgen(js_name = inOtherTab)]
    pub(crate) fn in_other_tab(source: &str) -> Promise;
    #[wasm_bindgen(js_name = addForeignBase)]
    pub(crate) fn add_foreign_base();
    pub(crate) fn listener() -> Function;
    #[wasm_bindgen(js_name = throwingListener)]
    pub(crate) fn throwing_listener() -> Function;
    pub(crate) fn heard(listener: &Function) -> String;
    fn outcome(promise: &Promise) -> Promise;
    #[wasm_bindgen(js_name = rememberedAnswer)]
    pub(crate) fn remembered_answer() -> JsValue;
    #[wasm_bindgen(js_name = responseOf)]
    fn response_of(promise: &Promise) -> Promise;
    pub(crate) fn evaluate(source: &str) -> JsValue;
    #[wasm_bindgen(js_name = blobUrl)]
    pub(crate) fn blob_url(text: &str) -> String;
}

/// Resets the page: real fetch and storage, no cookies, no session.
pub(crate) fn fresh() {
    restore_page();
    // After login and logout, the next 401 response is reported again.
    login::set_token("fresh".to_owned());
    login::clear_token();
    let usual = evaluate(
        "{ antiForgeryCookie: 'XSRF-TOKEN', antiForgeryHeader: 'X-XSRF-TOKEN', timeoutMs: 0, retries: 0 }",
    );
    assert!(settings::configure(&usual).is_ok());
}

pub(crate) async fn settled(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap()
}

/// Outcome of `send` as text: `Response 200`, or the name and message of the error.
pub(crate) async fn sent(url: &str, options: &str) -> String {
    let promise = send::send(url.to_owned(), evaluate(options));
    settled(outcome(&promise)).await.as_string().unwrap()
}

pub(crate) async fn listed(url: &str) -> String {
    let promise = send::send_list(url.to_owned(), JsValue::UNDEFINED);
    settled(outcome(&promise)).await.as_string().unwrap()
}

/// Response of `send`, or of the error with which `sendList` rejects.
pub(crate) async fn response(promise: Promise) -> web_sys::Response {
    settled(response_of(&promise)).await.unchecked_into()
}

/// Awaits the promises of several calls and returns their outcomes.
pub(crate) async fn all(promises: Vec<Promise>) -> Vec<String> {
    let mut outcomes = Vec::new();
    let outcome_promises: Vec<Promise> = promises.iter().map(outcome).collect();
    for promise in outcome_promises {
        outcomes.push(settled(promise).await.as_string().unwrap());
    }
    outcomes
}

//! `fetch`, its headers, and promises.

use gloo_net::http::Headers;
use js_sys::{Array, Object, Promise};
use wasm_bindgen::prelude::*;

use super::globals;
use crate::request::Request;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = fetch)]
    fn global_fetch(url: &str, init: &Object) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = AbortSignal)]
    fn any(signals: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = AbortSignal)]
    fn timeout(milliseconds: f64) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &JsValue, milliseconds: u32);

    type Waited;
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_event_listener(this: &Waited, kind: &str, listener: &JsValue);
    #[wasm_bindgen(method, js_name = then)]
    fn then_or(this: &Waited, value: &JsValue, error: &JsValue) -> Promise;
}

/// Outcome of a promise: its value or its error.
pub(super) type Outcome = Result<JsValue, JsValue>;

/// Starts the request immediately. If `fetch` throws, the returned promise is rejected with that
/// error.
pub(super) fn start(url: &str, init: &Object) -> Promise {
    promise_of(global_fetch(url, init))
}

pub(super) fn promise_of(outcome: Outcome) -> Promise {
    match outcome {
        Ok(value) => Promise::resolve(&value),
        Err(error) => Promise::reject(&error),
    }
}

/// Calls `next` with the value of a promise. A rejection is passed on unchanged.
pub(super) fn then(promise: &Promise, next: Box<dyn FnOnce(JsValue) -> Outcome>) -> Promise {
    let promise: &Waited = promise.unchecked_ref();
    promise.then_or(&Closure::once_into_js(next), &JsValue::UNDEFINED)
}

/// Calls `next` with the outcome of a promise, value or error.
pub(super) fn settled(promise: &Promise, next: Box<dyn FnOnce(Outcome) -> Outcome>) -> Promise {
    let next = std::rc::Rc::new(std::cell::Cell::new(Some(next)));
    let error_next = next.clone();
    let value: Box<dyn FnOnce(JsValue) -> Outcome> =
        Box::new(move |value| next.take().map_or(Ok(JsValue::UNDEFINED), |next| next(Ok(value))));
    let error: Box<dyn FnOnce(JsValue) -> Outcome> = Box::new(move |error| {
        error_next.take().map_or(Ok(JsValue::UNDEFINED), |next| next(Err(error)))
    });
    let promise: &Waited = promise.unchecked_ref();
    promise.then_or(&Closure::once_into_js(value), &Closure::once_into_js(error))
}

/// Adds the headers of a decorated request to the headers of the caller. Replaces headers of the
/// same name, so that a stale `Authorization` header does not override the token.
pub(super) fn add_headers(init: &Object, request: &Request) -> Result<(), JsValue> {
    if request.headers.is_empty() {
        return Ok(());
    }
    let caller_headers = globals::property(init, "headers").unwrap_or_else(|| Array::new().into());
    let headers =
        Headers::from_raw(web_sys::Headers::new_with_str_sequence_sequence(&caller_headers)?);
    for (name, value) in &request.headers {
        headers.set(name, value);
    }
    globals::set(init, "headers", &headers.into_raw());
    Ok(())
}

/// Adds a timeout to the request, in addition to the caller's abort signal.
pub(super) fn limit_time(init: &Object, milliseconds: f64) -> Result<(), JsValue> {
    let limit = timeout(milliseconds)?;
    let signal = match globals::property(init, "signal") {
        Some(caller_signal) => any(&Array::of2(&caller_signal, &limit))?,
        None => limit,
    };
    globals::set(init, "signal", &signal);
    Ok(())
}

/// Returns a promise that resolves after this time, or earlier if the signal is aborted.
pub(super) fn pause(milliseconds: u32, signal: Option<&JsValue>) -> Promise {
    Promise::new(&mut |resolve, _| {
        set_timeout(&resolve, milliseconds);
        if let Some(signal) = signal {
            signal.unchecked_ref::<Waited>().add_event_listener("abort", &resolve);
        }
    })
}

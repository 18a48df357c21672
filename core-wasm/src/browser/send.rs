//! Sending of requests: decoration, retries, and detection of 401 responses. Responses are returned unchanged.

use std::rc::Rc;

use gloo_net::http::Headers;
use js_sys::{Object, Promise};
use wasm_bindgen::prelude::*;

use super::fetch::{self, Outcome, promise_of, settled, then};
use super::globals::{object, property, set, text_property};
use super::{login, rules, settings};
use crate::session::Sent;
use crate::{list, retry, status};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    fn parse_json(text: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = Math)]
    fn random() -> f64;
}

/// State of one `send` call until its response arrives.
struct Call {
    url: String,
    init: Object,
    sent: Sent,
    retries: u32,
}

/// Sends a request. The request starts before the function returns, so that it is also sent while
/// the page unloads.
#[wasm_bindgen(skip_typescript)]
pub fn send(url: String, options: JsValue) -> Promise {
    match prepared(url, &options) {
        Ok(call) => {
            let call = Rc::new(call);
            let answer = repeated(Rc::clone(&call), call.start(), 0);
            then(&answer, Box::new(move |response| Ok(call.check_for_expiry(response))))
        }
        Err(error) => promise_of(Err(error)),
    }
}

#[wasm_bindgen(js_name = sendList, skip_typescript)]
pub fn send_list(url: String, options: JsValue) -> Promise {
    then(&send(url, options), Box::new(|response| read_list(response.unchecked_into())))
}

fn prepared(url: String, options: &JsValue) -> Result<Call, JsValue> {
    let init = Object::assign(&Object::new(), options.unchecked_ref());
    let method = text_property(&init, "method").unwrap_or_else(|| "GET".to_owned());
    fetch::add_headers(&init, &rules::decorated(&url, &method))?;

    let number =
        |name, usual| property(&init, name).and_then(|value| value.as_f64()).unwrap_or(usual);
    let (timeout_ms, retries) = settings::with(|settings| {
        (number("timeoutMs", settings.timeout_ms), number("retries", settings.retries))
    });
    if timeout_ms > 0.0 {
        fetch::limit_time(&init, timeout_ms)?;
    }
    let retries = if retry::is_repeatable(&method) { retries as u32 } else { 0 };
    Ok(Call { sent: login::sent(&url, &method), url, init, retries })
}

/// Returns the response to this attempt. If the attempt fails and retries are left, returns the
/// response to a later attempt.
fn repeated(call: Rc<Call>, attempt: Promise, repetition: u32) -> Promise {
    if repetition == call.retries {
        return attempt;
    }
    let judge = move |outcome: Outcome| {
        if !is_worth_repeating(&outcome) || call.is_aborted() {
            return outcome;
        }
        let signal = property(&call.init, "signal");
        let pause = fetch::pause(retry::retry_delay(repetition, random()), signal.as_ref());
        // If the signal was aborted during the pause, the next attempt fails immediately with the
        // abort reason.
        let next = move |_| Ok(repeated(Rc::clone(&call), call.start(), repetition + 1).into());
        Ok(then(&pause, Box::new(next)).into())
    };
    settled(&attempt, Box::new(judge))
}

impl Call {
    fn start(&self) -> Promise {
        fetch::start(&self.url, &self.init)
    }

    fn is_aborted(&self) -> bool {
        let aborted =
            property(&self.init, "signal").and_then(|signal| property(&signal, "aborted"));
        aborted.is_some_and(|aborted| aborted.is_truthy())
    }

    fn check_for_expiry(&self, response: JsValue) -> JsValue {
        let seen: &web_sys::Response = response.unchecked_ref();
        if seen.status() == status::UNAUTHORIZED {
            login::handle_unauthorized(seen.status(), &seen.status_text(), &self.url, &self.sent);
        }
        response
    }
}

fn is_worth_repeating(outcome: &Outcome) -> bool {
    match outcome {
        Ok(response) => retry::is_transient(response.unchecked_ref::<web_sys::Response>().status()),
        Err(_) => true,
    }
}

fn read_list(response: web_sys::Response) -> Outcome {
    if !response.ok() {
        return Err(http_error(&response));
    }
    let text = response.text()?;
    let list = move |text: JsValue| {
        let headers = Headers::from_raw(response.headers());
        let number = |name| match list::number(headers.get(name).as_deref()) {
            Some(number) => JsValue::from_f64(number as f64),
            None => JsValue::UNDEFINED,
        };
        let (total, sum) = (number(list::TOTAL_HEADER), number(list::SUM_HEADER));
        Ok(object(&[("total", total), ("sum", sum), ("data", rows(&text)?)]).into())
    };
    Ok(then(text.unchecked_ref(), Box::new(list)).into())
}

/// Parses the body as rows. JavaScript parses the text, so that the text is not copied into wasm.
fn rows(text: &JsValue) -> Outcome {
    let is_empty = text.unchecked_ref::<js_sys::JsString>().trim().length() == 0;
    let parsed = if is_empty { JsValue::NULL } else { parse_json(text)? };
    Ok(if parsed.is_null() { js_sys::Array::new().into() } else { parsed })
}

fn http_error(response: &web_sys::Response) -> JsValue {
    let (status, status_text) = (response.status(), response.status_text());
    let message = [&status::digits(status), " ", status::text(status, &status_text)].concat();
    let error = js_sys::Error::new(&message);
    error.set_name("HttpError");
    set(&error, "status", &status.into());
    set(&error, "statusText", &status_text.into());
    set(&error, "response", response);
    error.into()
}

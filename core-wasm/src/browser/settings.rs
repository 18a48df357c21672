//! Settings of `configure`: names of the CSRF cookie and header, timeout, and retries of every request.

use std::cell::RefCell;

use js_sys::Object;
use wasm_bindgen::prelude::*;

use super::globals::property;
use crate::request::{AntiForgeryNames, is_header_name};

#[derive(Default)]
pub(super) struct Settings {
    pub(super) names: AntiForgeryNames,
    pub(super) timeout_ms: f64,
    pub(super) retries: f64,
}

thread_local! {
    static SETTINGS: RefCell<Settings> = RefCell::new(Settings::default());
}

pub(super) fn with<T>(read: impl FnOnce(&Settings) -> T) -> T {
    SETTINGS.with_borrow(read)
}

/// Changes the given settings and keeps the others. Throws, and changes no setting, if a setting is
/// unknown or a value is invalid.
#[wasm_bindgen]
pub fn configure(
    #[wasm_bindgen(unchecked_param_type = "Settings")] options: &JsValue,
) -> Result<(), JsError> {
    let current = SETTINGS.take();
    let (changed, outcome) = match current.changed_by(options) {
        Ok(changed) => (changed, Ok(())),
        Err(message) => (current, Err(JsError::new(message))),
    };
    SETTINGS.set(changed);
    outcome
}

impl Settings {
    fn changed_by(&self, options: &JsValue) -> Result<Settings, &'static str> {
        let known = ["antiForgeryCookie", "antiForgeryHeader", "timeoutMs", "retries"];
        let options = options.dyn_ref::<Object>().ok_or("invalid settings: expected an object")?;
        let is_known = |key: JsValue| key.as_string().is_some_and(|key| known.contains(&&*key));
        if !Object::keys(options).iter().all(is_known) {
            return Err(
                "unknown setting: expected antiForgeryCookie, antiForgeryHeader, timeoutMs or retries",
            );
        }
        let Settings { names, timeout_ms, retries } = self;
        let cookie = chosen_name(options, "antiForgeryCookie", &names.cookie)
            .ok_or("antiForgeryCookie must be the name of a cookie")?;
        let header = chosen_name(options, "antiForgeryHeader", &names.header)
            .ok_or("antiForgeryHeader must be the name of a header")?;
        let timeout_ms = chosen_number(options, "timeoutMs", *timeout_ms)
            .ok_or("timeoutMs must be 0 (no time-out) or more")?;
        let retries = chosen_number(options, "retries", *retries)
            .ok_or("retries must be 0 (no retries) or more")?;
        Ok(Settings { names: AntiForgeryNames { cookie, header }, timeout_ms, retries })
    }
}

/// Returns the name in `options`, or else the current name; `None` if the name in `options` is
/// invalid. Cookie names have the same syntax as header names.
fn chosen_name(options: &JsValue, key: &str, usual: &str) -> Option<String> {
    match property(options, key) {
        Some(chosen) => chosen.as_string().filter(|name| is_header_name(name)),
        None => Some(usual.to_owned()),
    }
}

fn chosen_number(options: &JsValue, key: &str, usual: f64) -> Option<f64> {
    match property(options, key) {
        Some(chosen) => chosen.as_f64().filter(|number| *number >= 0.0),
        None => Some(usual),
    }
}

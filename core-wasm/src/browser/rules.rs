//! JavaScript exports of the pure rules.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::globals::{object, property, text_property};
use super::types::LocaleTag;
use super::{settings, token_storage, visitor};
use crate::locale::{self, LocaleHints};
use crate::path;
use crate::problem::{self, FieldError, Fields, Problem};
use crate::request::{self, Caller, Request};

/// The language of a page: the address wins, then the saved choice, then the browser's language.
/// `languages` is `navigator.language`, or the header `Accept-Language`, whose first language counts.
#[wasm_bindgen(js_name = detectLocale)]
pub fn detect_locale(
    path: &str,
    #[wasm_bindgen(unchecked_param_type = "string | undefined")] saved: Option<String>,
    languages: &str,
) -> LocaleTag {
    locale::detect(LocaleHints { path, saved: saved.as_deref(), languages }).into()
}

/// The language a path names: `/zh/docs` is Chinese, `/docs` names none. Paths stand without the
/// `/index` base, here and below.
#[wasm_bindgen(js_name = localeOfPath)]
pub fn locale_of_path(path: &str) -> Option<LocaleTag> {
    path::locale_of(path).map(LocaleTag::from)
}

/// The path without its language: `/zh/docs/a` is `/docs/a`, `/zh` is `/`. Query and anchor stay.
#[wasm_bindgen(js_name = withoutLocale)]
pub fn without_locale(path: &str) -> String {
    path::without_locale(path)
}

/// The same page in a language: `/docs/a` and `/en/docs/a` are `/zh/docs/a` in Chinese. Throws if the locale is
/// neither of the two, here and below.
#[wasm_bindgen(js_name = withLocale)]
pub fn with_locale(path: &str, locale: LocaleTag) -> Result<String, JsError> {
    Ok(path::with_locale(path, locale.try_into()?))
}

/// The other one of the two languages.
#[wasm_bindgen(js_name = otherLocale)]
pub fn other_locale(locale: LocaleTag) -> Result<LocaleTag, JsError> {
    Ok(locale::Locale::try_from(locale)?.other().into())
}

/// The choice made in the language switch, if there was one (cookie `website_locale`).
#[wasm_bindgen(js_name = savedLocale)]
pub fn saved_locale() -> Option<LocaleTag> {
    visitor::saved_locale().map(LocaleTag::from)
}

/// Remembers the choice made in the language switch for a year; without cookies, for this page.
#[wasm_bindgen(js_name = saveLocale)]
pub fn save_locale(locale: LocaleTag) -> Result<(), JsError> {
    visitor::save_locale(locale.try_into()?);
    Ok(())
}

/// The language in which this visitor reads a page: `detectLocale` with what this browser says.
#[wasm_bindgen(js_name = visitorLocale)]
pub fn visitor_locale(path: &str) -> LocaleTag {
    let saved = visitor::saved_locale().map(locale::Locale::tag);
    locale::detect(LocaleHints { path, saved, languages: &visitor::languages() }).into()
}

/// What `send` would add to a request, for code that sends by other means: the URL, and the
/// headers to set. The method is `GET` unless given.
#[wasm_bindgen(skip_typescript)]
pub fn decorate(url: &str, method: Option<String>) -> Object {
    let Request { url, headers } = decorated(url, method.as_deref().unwrap_or("GET"));
    let pairs: Array =
        headers.into_iter().map(|(name, value)| Array::of2(&name.into(), &value.into())).collect();
    object(&[("url", url.into()), ("headers", pairs.into())])
}

/// Reads the body of an error answer. What is not a problem document becomes a problem with the
/// code `http-<status>`.
#[wasm_bindgen(js_name = parseProblem, unchecked_return_type = "Problem")]
pub fn parse_problem(
    status: u16,
    #[wasm_bindgen(js_name = statusText)] status_text: &str,
    #[wasm_bindgen(js_name = contentType)] content_type: &str,
    body: &str,
) -> Object {
    let parsed =
        if problem::is_problem(content_type) { js_sys::JSON::parse(body).ok() } else { None };
    to_js(match parsed {
        Some(value) => Problem::from_fields(status, status_text, &Parsed(value)),
        None => Problem::from_status(status, status_text),
    })
}

/// The request as this page must send it.
pub(super) fn decorated(url: &str, method: &str) -> Request {
    let origin = visitor::origin();
    let is_home = visitor::relative_urls_stay_home(origin.as_deref());
    let token = if is_home { token_storage::load() } else { None };
    // Reading cookies is slow enough to be avoided for reads.
    let needs_cookies = is_home && request::changes_something(method);
    let cookies = if needs_cookies { visitor::cookies() } else { String::new() };
    settings::with(|settings| {
        let caller = Caller::Browser {
            token: token.as_ref(),
            cookies: &cookies,
            names: &settings.names,
            origin: origin.as_deref(),
        };
        request::decorate(url, method, &caller)
    })
}

fn to_js(problem: Problem) -> Object {
    let errors = Array::new();
    for FieldError { field, code, detail } in problem.errors {
        let error = [("field", field.into()), ("code", code.into()), ("detail", detail.into())];
        errors.push(&object(&error));
    }
    object(&[
        ("type", problem.kind.into()),
        ("title", problem.title.into()),
        ("status", problem.status.into()),
        ("detail", problem.detail.into()),
        ("code", problem.code.into()),
        ("errors", errors.into()),
    ])
}

/// A value that the engine's `JSON.parse` has made.
struct Parsed(JsValue);

impl Fields for Parsed {
    fn text(&self, name: &str) -> Option<String> {
        text_property(&self.0, name)
    }

    fn list(&self, name: &str) -> Vec<Self> {
        let elements = property(&self.0, name).and_then(|value| value.dyn_into::<Array>().ok());
        elements.unwrap_or_default().iter().map(Parsed).collect()
    }
}

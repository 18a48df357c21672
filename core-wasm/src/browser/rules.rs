//! JavaScript exports of the pure functions for locales, requests, and problem documents.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::globals::{object, property, text_property};
use super::types::LocaleTag;
use super::{settings, token_storage, visitor};
use crate::locale::{self, LocaleHints};
use crate::path;
use crate::problem::{self, FieldError, Fields, Problem};
use crate::request::{self, Caller, Request};

/// Returns the language of a page: from the path, then the saved choice, then the browser's language. `languages` is
/// `navigator.language` or an `Accept-Language` header, of which the first language is used.
#[wasm_bindgen(js_name = detectLocale)]
pub fn detect_locale(
    path: &str,
    #[wasm_bindgen(unchecked_param_type = "string | undefined")] saved: Option<String>,
    languages: &str,
) -> LocaleTag {
    locale::detect(LocaleHints { path, saved: saved.as_deref(), languages }).into()
}

/// Returns the language in a path: `/zh/docs` is Chinese, `/docs` has none. The path must not
/// include the `/index` base.
#[wasm_bindgen(js_name = localeOfPath)]
pub fn locale_of_path(path: &str) -> Option<LocaleTag> {
    path::locale_of(path).map(LocaleTag::from)
}

/// Removes the language from a path: `/zh/docs/a` becomes `/docs/a`, `/zh` becomes `/`. Query and
/// fragment are kept.
#[wasm_bindgen(js_name = withoutLocale)]
pub fn without_locale(path: &str) -> String {
    path::without_locale(path)
}

/// Sets the language of a path: `/docs/a` and `/en/docs/a` become `/zh/docs/a` for Chinese. Throws
/// if the locale is unknown.
#[wasm_bindgen(js_name = withLocale)]
pub fn with_locale(path: &str, locale: LocaleTag) -> Result<String, JsError> {
    Ok(path::with_locale(path, locale.try_into()?))
}

/// Returns the other language of the site. Throws if the locale is unknown.
#[wasm_bindgen(js_name = otherLocale)]
pub fn other_locale(locale: LocaleTag) -> Result<LocaleTag, JsError> {
    Ok(locale::Locale::try_from(locale)?.other().into())
}

/// Returns the language that the visitor chose in the language switch, if any (cookie
/// `website_locale`).
#[wasm_bindgen(js_name = savedLocale)]
pub fn saved_locale() -> Option<LocaleTag> {
    visitor::stored_locale().map(LocaleTag::from)
}

/// Stores the choice of the language switch for one year. Without cookies, the choice is kept until
/// the page is closed. Throws if the locale is unknown.
#[wasm_bindgen(js_name = saveLocale)]
pub fn save_locale(locale: LocaleTag) -> Result<(), JsError> {
    visitor::store_locale(locale.try_into()?);
    Ok(())
}

/// Returns the language of a page for this visitor: `detectLocale` with the saved choice and the
/// language of this browser.
#[wasm_bindgen(js_name = visitorLocale)]
pub fn visitor_locale(path: &str) -> LocaleTag {
    let saved = visitor::stored_locale().map(locale::Locale::tag);
    locale::detect(LocaleHints { path, saved, languages: &visitor::languages() }).into()
}

/// Returns the URL and the headers that `send` would use, for code that sends requests in another
/// way. Default of `method`: `GET`.
#[wasm_bindgen(skip_typescript)]
pub fn decorate(url: &str, method: Option<String>) -> Object {
    let Request { url, headers } = decorated(url, method.as_deref().unwrap_or("GET"));
    let pairs: Array =
        headers.into_iter().map(|(name, value)| Array::of2(&name.into(), &value.into())).collect();
    object(&[("url", url.into()), ("headers", pairs.into())])
}

/// Parses the body of an error response. A body that is not a problem document becomes a problem
/// with the code `http-<status>`.
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

/// Decorates a request with the state of this page: origin, token, and cookies.
pub(super) fn decorated(url: &str, method: &str) -> Request {
    let origin = visitor::origin();
    let is_home = visitor::relative_urls_are_on_own_site(origin.as_deref());
    let token = if is_home { token_storage::load() } else { None };
    // Only requests that change state need cookies, and reading cookies is slow.
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

/// Value returned by JavaScript's `JSON.parse`.
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

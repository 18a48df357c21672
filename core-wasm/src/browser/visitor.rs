//! Language, cookies, and origin of the page, read from the browser.

use std::cell::Cell;

use wasm_bindgen::JsValue;

use super::globals::{global, set, text_property};
use crate::cookie;
use crate::destination;
use crate::locale::Locale;

/// Cookie that stores the choice of the language switch, so that the server also receives the
/// choice.
const LOCALE_COOKIE: &str = "website_locale";
const ONE_YEAR: &str = "; Path=/; Max-Age=31536000; SameSite=Lax";

thread_local! {
    /// Locale chosen on this page, for browsers that block cookies.
    static CHOSEN: Cell<Option<Locale>> = const { Cell::new(None) };
}

pub(super) fn languages() -> String {
    global("navigator")
        .and_then(|navigator| text_property(&navigator, "language"))
        .unwrap_or_default()
}

pub(super) fn cookies() -> String {
    global("document").and_then(|document| text_property(&document, "cookie")).unwrap_or_default()
}

pub(super) fn origin() -> Option<String> {
    global("origin")?.as_string()
}

/// Whether relative URLs resolve to the page's own site. `<base href>` may be a URL of another site.
pub(super) fn relative_urls_are_on_own_site(origin: Option<&str>) -> bool {
    let base = global("document").and_then(|document| text_property(&document, "baseURI"));
    match (base, origin) {
        (Some(base), Some(origin))
            if base.starts_with("http") && destination::is_web_origin(origin) =>
        {
            destination::is_below(&base, origin)
        }
        _ => true,
    }
}

pub(super) fn stored_locale() -> Option<Locale> {
    let cookie = cookie::value(&cookies(), LOCALE_COOKIE);
    cookie.and_then(|tag| tag.parse().ok()).or_else(|| CHOSEN.get())
}

pub(super) fn store_locale(locale: Locale) {
    CHOSEN.set(Some(locale));
    let Some(document) = global("document") else { return };
    let is_secure = origin().is_some_and(|origin| origin.starts_with("https:"));
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = [LOCALE_COOKIE, "=", locale.tag(), ONE_YEAR, secure].concat();
    set(&document, "cookie", &JsValue::from_str(&cookie));
}

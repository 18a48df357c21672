//! TypeScript types that wasm-bindgen cannot generate.

use wasm_bindgen::prelude::*;

use crate::locale::Locale;

/// Locale in the JavaScript API. Its TypeScript name is `Locale`.
#[wasm_bindgen(js_name = Locale)]
#[derive(Clone, Copy)]
pub enum LocaleTag {
    Zh = "zh-CN",
    En = "en-US",
}

impl From<Locale> for LocaleTag {
    fn from(locale: Locale) -> Self {
        match locale {
            Locale::Zh => LocaleTag::Zh,
            Locale::En => LocaleTag::En,
        }
    }
}

impl TryFrom<LocaleTag> for Locale {
    type Error = JsError;

    /// Returns an error for a string that is not a locale, because JavaScript may pass any string.
    fn try_from(tag: LocaleTag) -> Result<Self, JsError> {
        match tag {
            LocaleTag::Zh => Ok(Locale::Zh),
            LocaleTag::En => Ok(Locale::En),
            _ => Err(JsError::new("invalid locale: expected zh-CN or en-US")),
        }
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

//! TypeScript types that wasm-bindgen cannot generate.

use wasm_bindgen::prelude::*;

use crate::locale::Locale;

/// A locale as it crosses the border; TypeScript knows it as `Locale`.
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

impl From<LocaleTag> for Locale {
    fn from(tag: LocaleTag) -> Self {
        match tag {
            LocaleTag::Zh => Locale::Zh,
            // JavaScript may pass any string; an unknown language becomes English.
            _ => Locale::En,
        }
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

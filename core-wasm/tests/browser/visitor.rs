//! Tests of the visitor's language, from the path, the saved choice, and the browser.

use core_wasm::browser::rules;
use core_wasm::browser::types::LocaleTag;
use core_wasm::locale::Locale;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::*;

fn locale(tag: LocaleTag) -> Locale {
    Locale::try_from(tag).ok().unwrap()
}

#[wasm_bindgen_test]
fn locale_order_is_path_then_choice_then_browser() {
    fresh();
    assert_eq!(locale(rules::visitor_locale("/zh/docs")), Locale::Zh);
    let spoken = evaluate("navigator.language.startsWith('zh')").is_truthy();
    let expected = if spoken { Locale::Zh } else { Locale::En };
    assert_eq!(locale(rules::visitor_locale("/docs")), expected);

    assert!(rules::save_locale(LocaleTag::Zh).is_ok());
    assert_eq!(locale(rules::visitor_locale("/docs")), Locale::Zh);
    assert_eq!(locale(rules::visitor_locale("/en/docs")), Locale::En);
}

#[wasm_bindgen_test]
fn locale_choice_is_stored_in_a_cookie() {
    fresh();
    assert!(rules::save_locale(LocaleTag::En).is_ok());
    let cookies = evaluate("document.cookie").as_string().unwrap();
    assert!(cookies.contains("website_locale=en-US"), "{cookies}");
    set_cookie("website_locale=zh-CN; Path=/");
    assert_eq!(rules::saved_locale().map(locale), Some(Locale::Zh));
    set_cookie("website_locale=fr; Path=/");
    assert_eq!(rules::saved_locale().map(locale), Some(Locale::En), "locale chosen on this page");
}

//! Counts of texts outside pages: interface messages and navigation entries.

use std::ops::Add;

use core_wasm::locale::Locale;

use pailou_site_config::profile::navigation::Navigation;
use pailou_site_config::profile::ui_text::{self, MessageOverrides};

/// Number of segments of an area in one language. Segments that are neither outdated nor untranslated are up to date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) total: i64,
    pub(crate) outdated: i64,
    pub(crate) not_translated: i64,
}

impl Counts {
    /// Returns counts for texts without a history, which cannot be outdated.
    pub(crate) fn missing(total: i64, not_translated: i64) -> Self {
        Self { total, not_translated, outdated: 0 }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            outdated: self.outdated + other.outdated,
            not_translated: self.not_translated + other.not_translated,
        }
    }
}

/// Counts the interface messages in a language. Built-in messages exist in both languages. A message is outdated if
/// the site overrides it in the other language only. It becomes up to date when the site overrides it in this
/// language, too, even with the built-in text.
pub(crate) fn messages(ui_texts: Option<&MessageOverrides>, locale: Locale) -> Counts {
    let has = |locale: Locale, area: &str, key: &str| {
        let texts = ui_texts.and_then(|ui_texts| ui_texts.get(locale.tag())?.get(area));
        texts.is_some_and(|texts| texts.contains_key(key))
    };
    let mut counts = Counts::default();
    for (area, key, zh, _) in ui_text::built_in() {
        // Chinese has no singular form, so the key does not exist.
        if zh.is_none() && locale == Locale::Zh {
            continue;
        }
        counts.total += 1;
        let is_outdated = zh.is_some() && has(locale.other(), area, key) && !has(locale, area, key);
        counts.outdated += i64::from(is_outdated);
    }
    counts
}

/// Counts the published navigation entries. An entry for one language counts in that language only.
pub(crate) fn navigation(navigation: Option<&Navigation>, locale: Locale) -> Counts {
    let labels = navigation.into_iter().flat_map(Navigation::labels);
    let own = labels.filter(|(zh, en)| match locale {
        Locale::Zh => zh.is_some(),
        Locale::En => en.is_some(),
    });
    Counts { total: i64::try_from(own.count()).unwrap_or(i64::MAX), ..Counts::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ui_texts(zh: &str, en: &str) -> Option<MessageOverrides> {
        let mut ui_texts = None;
        for (name, json) in ui_text::NAMES.into_iter().zip([zh, en]) {
            ui_text::add(&mut ui_texts, name, json);
        }
        ui_texts
    }

    #[track_caller]
    fn check(zh: &str, en: &str, outdated: (i64, i64)) {
        let ui_texts = ui_texts(zh, en);
        let of = |locale| messages(ui_texts.as_ref(), locale).outdated;
        assert_eq!((of(Locale::Zh), of(Locale::En)), outdated, "zh={zh} en={en}");
    }

    #[test]
    fn overridden_message_makes_the_other_language_outdated() {
        let title = r#"{"localization": {"title": {"text": "X"}}}"#;
        check("{}", "{}", (0, 0));
        check("{}", title, (1, 0));
        check(title, "{}", (0, 1));
        check(title, title, (0, 0));
    }

    #[test]
    fn built_in_messages_exist_in_both_languages() {
        let of = |locale| messages(None, locale);
        assert!(of(Locale::Zh).total > 500 && of(Locale::En).total >= of(Locale::Zh).total);
        assert_eq!(of(Locale::Zh).not_translated, 0);
    }

    #[test]
    fn entry_for_one_language_is_counted_only_in_that_language() {
        let json = r#"{"header": [
            {"label": {"zh": "文档", "en": "Docs"}, "to": "/docs"},
            {"label": {"zh": "备案"}, "only": "zh", "to": "https://example.org/"}
        ]}"#;
        let entries: Navigation = serde_json::from_str(json).unwrap();
        let of = |locale| navigation(Some(&entries), locale).total;
        assert_eq!((of(Locale::Zh), of(Locale::En)), (2, 1));
        assert_eq!(navigation(None, Locale::Zh), Counts::default());
    }
}

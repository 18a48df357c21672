//! Locale detection: from the path, then the visitor's saved choice, then the browser's language.
//! Callers supply these values.

use std::fmt;
use std::str::FromStr;

use crate::path;

/// Language of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    Zh,
    En,
}

impl Locale {
    /// Both languages of the site, Chinese first.
    pub const ALL: [Locale; 2] = [Locale::Zh, Locale::En];

    /// Language tag for JSON, cookies, and `<html lang>`.
    pub const fn tag(self) -> &'static str {
        match self {
            Locale::Zh => "zh-CN",
            Locale::En => "en-US",
        }
    }

    /// Path segment, as in `/zh/docs`.
    pub const fn segment(self) -> &'static str {
        match self {
            Locale::Zh => "zh",
            Locale::En => "en",
        }
    }

    pub const fn other(self) -> Locale {
        match self {
            Locale::Zh => Locale::En,
            Locale::En => Locale::Zh,
        }
    }

    /// Parses a path segment, `zh` or `en`; `None` for any other string.
    pub fn from_segment(segment: &str) -> Option<Locale> {
        Locale::ALL.into_iter().find(|locale| locale.segment() == segment)
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// Error for a string that is neither the tag nor the path segment of a language of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownLocale;

impl fmt::Display for UnknownLocale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a locale is one of zh, en, zh-CN, en-US")
    }
}

impl std::error::Error for UnknownLocale {}

impl FromStr for Locale {
    type Err = UnknownLocale;

    fn from_str(text: &str) -> Result<Self, UnknownLocale> {
        Locale::ALL
            .into_iter()
            .find(|locale| text == locale.tag() || text == locale.segment())
            .ok_or(UnknownLocale)
    }
}

/// Inputs for the detection of a visitor's language.
#[derive(Debug, Clone, Copy, Default)]
pub struct LocaleHints<'a> {
    /// Path without the `/index` base, for example `/zh/docs`.
    pub path: &'a str,
    /// Choice of the language switch; ignored if it is not a locale.
    pub saved: Option<&'a str>,
    /// `navigator.language` or an `Accept-Language` header, of which the first language is used.
    pub languages: &'a str,
}

/// Detects the language of a page for this visitor.
pub fn detect(hints: LocaleHints<'_>) -> Locale {
    path::locale_of(hints.path)
        .or_else(|| hints.saved?.parse().ok())
        .unwrap_or_else(|| language_of_browser(hints.languages))
}

fn language_of_browser(languages: &str) -> Locale {
    match languages.trim_ascii_start().as_bytes() {
        [b'z' | b'Z', b'h' | b'H', ..] => Locale::Zh,
        _ => Locale::En,
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(path: &str, saved: Option<&str>, languages: &str, expected: Locale) {
        let actual = detect(LocaleHints { path, saved, languages });
        assert_eq!(actual, expected, "path={path} saved={saved:?} languages={languages}");
    }

    #[test]
    fn locale_in_path_overrides_other_hints() {
        check("/zh/docs", Some("en-US"), "en", Locale::Zh);
        check("/en", Some("zh-CN"), "zh", Locale::En);
        check("/zh?x=1", None, "en", Locale::Zh);
    }

    #[test]
    fn saved_locale_overrides_the_browser() {
        check("/docs", Some("zh-CN"), "en-US", Locale::Zh);
        check("/docs", Some("en-US"), "zh-CN", Locale::En);
        check("/", Some("zh"), "en", Locale::Zh);
    }

    #[test]
    fn unknown_saved_locale_is_ignored() {
        check("/docs", Some("fr"), "zh-CN", Locale::Zh);
        check("/docs", Some(""), "zh-CN", Locale::Zh);
        check("/docs", Some("zh-CN\r\n"), "en", Locale::En);
    }

    #[test]
    fn language_starting_with_zh_is_chinese() {
        check("/", None, "zh", Locale::Zh);
        check("/", None, "zh-TW", Locale::Zh);
        check("/", None, "ZH-Hant-HK", Locale::Zh);
        check("/", None, "zh-CN,zh;q=0.9,en;q=0.8", Locale::Zh);
        check("/", None, " zh;q=0.1", Locale::Zh);
    }

    #[test]
    fn other_languages_fall_back_to_english() {
        check("/", None, "en-GB,zh;q=0.9", Locale::En);
        check("/", None, "fr", Locale::En);
        check("/", None, "", Locale::En);
        check("/", None, "z", Locale::En);
        check("/", None, "*", Locale::En);
        check("/", None, "z中文", Locale::En);
        check("/", None, ";q=,,,;;", Locale::En);
    }

    #[test]
    fn short_and_full_language_tags_are_parsed() {
        for (text, expected) in [
            ("zh", Ok(Locale::Zh)),
            ("zh-CN", Ok(Locale::Zh)),
            ("en", Ok(Locale::En)),
            ("en-US", Ok(Locale::En)),
            ("ZH", Err(UnknownLocale)),
            ("en-GB", Err(UnknownLocale)),
            (" zh", Err(UnknownLocale)),
            ("", Err(UnknownLocale)),
        ] {
            assert_eq!(text.parse::<Locale>(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_hints_yield_a_valid_locale(path in ".*", saved in proptest::option::of(".*"), languages in ".*") {
            let locale = detect(LocaleHints { path: &path, saved: saved.as_deref(), languages: &languages });
            prop_assert_eq!(locale.other().other(), locale);
            prop_assert_eq!(locale.tag().parse::<Locale>(), Ok(locale));
            prop_assert_eq!(locale.segment().parse::<Locale>(), Ok(locale));
        }
    }
}

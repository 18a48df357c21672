//! Locale prefixes of paths: removal and addition. Paths exclude the `/index` base; query and fragment are kept.

use crate::locale::Locale;

/// Returns the language in a path: `/zh/docs` is Chinese, `/docs` has none.
pub fn locale_of(path: &str) -> Option<Locale> {
    split(path).0
}

/// Removes the language from a path: `/zh/docs/a` becomes `/docs/a`, `/zh` becomes `/`.
pub fn without_locale(path: &str) -> String {
    let rest = split(path).1;
    ["/", rest].concat()
}

/// Sets the language of a path: `/docs/a` and `/en/docs/a` both become `/zh/docs/a` for Chinese.
pub fn with_locale(path: &str, locale: Locale) -> String {
    let rest = split(path).1;
    let slash = if rest.is_empty() || rest.starts_with(['?', '#']) { "" } else { "/" };
    ["/", locale.segment(), slash, rest].concat()
}

/// Splits a path into the language and the rest without leading slashes.
fn split(path: &str) -> (Option<Locale>, &str) {
    let path = without_leading_slashes(path);
    // A locale segment has exactly two letters; a longer segment is not a locale.
    let (segment, rest) = path.split_at_checked(2).unwrap_or((path, ""));
    let is_whole = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    match Locale::from_segment(segment) {
        Some(locale) if is_whole => (Some(locale), without_leading_slashes(rest)),
        _ => (None, path),
    }
}

/// Removes leading slashes, so that `/zh//host` does not become `//host`, which is another site.
/// Browsers treat `\` like `/` and skip control characters and spaces, so these are removed, too.
fn without_leading_slashes(path: &str) -> &str {
    path.trim_start_matches(|c: char| matches!(c, '/' | '\\') || c <= ' ')
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(path: &str, locale: Option<Locale>, without: &str, in_chinese: &str) {
        assert_eq!(locale_of(path), locale, "locale_of {path:?}");
        assert_eq!(without_locale(path), without, "without_locale {path:?}");
        assert_eq!(with_locale(path, Locale::Zh), in_chinese, "with_locale {path:?}");
    }

    #[test]
    fn only_the_first_path_segment_is_a_language() {
        check("/zh/docs/a", Some(Locale::Zh), "/docs/a", "/zh/docs/a");
        check("/en/docs/a", Some(Locale::En), "/docs/a", "/zh/docs/a");
        check("/docs/a", None, "/docs/a", "/zh/docs/a");
        check("/docs/zh/a", None, "/docs/zh/a", "/zh/docs/zh/a");
        check("/en/zh/a", Some(Locale::En), "/zh/a", "/zh/zh/a");
    }

    #[test]
    fn localized_front_page_path_has_no_trailing_slash() {
        check("/zh", Some(Locale::Zh), "/", "/zh");
        check("/en/", Some(Locale::En), "/", "/zh");
        check("/", None, "/", "/zh");
        check("", None, "/", "/zh");
    }

    #[test]
    fn query_and_fragment_are_preserved() {
        check("/en?x=1#a", Some(Locale::En), "/?x=1#a", "/zh?x=1#a");
        check("/en/docs?q=/zh#zh", Some(Locale::En), "/docs?q=/zh#zh", "/zh/docs?q=/zh#zh");
        check("/en#a", Some(Locale::En), "/#a", "/zh#a");
        check("?x=1", None, "/?x=1", "/zh?x=1");
    }

    #[test]
    fn similar_prefix_is_not_a_language() {
        check("/zhx/docs", None, "/zhx/docs", "/zh/zhx/docs");
        check("/ZH/docs", None, "/ZH/docs", "/zh/ZH/docs");
        check("/zh-CN/docs", None, "/zh-CN/docs", "/zh/zh-CN/docs");
        check("/%7ah/docs", None, "/%7ah/docs", "/zh/%7ah/docs");
    }

    #[test]
    fn localized_path_never_points_to_another_site() {
        check("/zh//evil.example", Some(Locale::Zh), "/evil.example", "/zh/evil.example");
        check("/zh/\\evil.example", Some(Locale::Zh), "/evil.example", "/zh/evil.example");
        check("/zh/\t/evil.example", Some(Locale::Zh), "/evil.example", "/zh/evil.example");
        check("//evil.example/zh", None, "/evil.example/zh", "/zh/evil.example/zh");
    }

    fn paths() -> impl Strategy<Value = String> {
        prop_oneof![".*", "[/\\\\\t zhenSdocs?#.%]{0,12}", "(/(zh|en|docs|中文|\\.\\.|))*([?#].*)?",]
    }

    proptest! {
        #[test]
        fn setting_the_language_changes_only_the_language_prefix(path in paths()) {
            for locale in Locale::ALL {
                let localized = with_locale(&path, locale);
                prop_assert_eq!(locale_of(&localized), Some(locale));
                prop_assert_eq!(without_locale(&localized), without_locale(&path));
                prop_assert_eq!(with_locale(&localized, locale.other()), with_locale(&path, locale.other()));
            }
        }

        #[test]
        fn any_localized_path_stays_on_the_site(path in paths()) {
            let base = url::Url::parse("https://site.example/index/").unwrap();
            for answer in [without_locale(&path), with_locale(&path, Locale::En)] {
                let url = base.join(&answer).unwrap();
                prop_assert_eq!(url.origin(), base.origin(), "{}", answer);
            }
        }
    }
}

//! Message catalogs, parsed once, and placeholder substitution.

use std::collections::HashMap;
use std::sync::LazyLock;

use core_wasm::locale::Locale;

use super::Args;

type MessageMap = HashMap<String, String>;

struct Catalog {
    sentences: MessageMap,
    fragments: MessageMap,
}

macro_rules! catalog {
    ($language:literal) => {
        LazyLock::new(|| {
            let mut sentences = messages(include_str!(concat!(
                "../../../../../content/messages/",
                $language,
                "/command.json"
            )));
            sentences.extend(messages(include_str!(concat!(
                "../../../../../content/messages/",
                $language,
                "/issues.json"
            ))));
            let fragments = messages(include_str!(concat!(
                "../../../../../content/messages/",
                $language,
                "/fragments.json"
            )));
            Catalog { sentences, fragments }
        })
    };
}

static ZH: LazyLock<Catalog> = catalog!("zh");
static EN: LazyLock<Catalog> = catalog!("en");

/// Keys of fragments by their English text.
static BY_ENGLISH: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    EN.fragments.iter().map(|(key, text)| (text.as_str(), key.as_str())).collect()
});

fn messages(json: &str) -> MessageMap {
    serde_json::from_str(json).unwrap_or_default()
}

fn of(locale: Locale) -> &'static Catalog {
    match locale {
        Locale::Zh => &ZH,
        Locale::En => &EN,
    }
}

pub(super) fn message_text(locale: Locale, key: &str) -> Option<&'static str> {
    of(locale).sentences.get(key).map(String::as_str)
}

/// Translates a fragment of the server's English text; `None` for an unknown fragment.
pub(super) fn fragment(locale: Locale, english: &str) -> Option<&'static str> {
    of(locale).fragments.get(*BY_ENGLISH.get(english)?).map(String::as_str)
}

/// Replaces each `{name}` with its value in `args`; other names are unchanged. Placeholders in a value are not
/// replaced.
pub(super) fn filled(text: &str, args: Args<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let placeholder = after.split_once('}');
        let value = placeholder.and_then(|(name, _)| args.iter().find(|(known, _)| *known == name));
        match (placeholder, value) {
            (Some((_, after)), Some((_, value))) => {
                out.push_str(&value.to_string());
                rest = after;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    EN.sentences.keys().map(String::as_str)
}

#[cfg(test)]
pub(crate) fn english_fragments() -> impl Iterator<Item = &'static str> {
    EN.fragments.values().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_in_inserted_values_are_unchanged() {
        let args: Args<'_> = &[("a", &"{b}"), ("b", &2)];
        assert_eq!(filled("{a} and {b}, {c} {", args), "{b} and 2, {c} {");
    }

    #[test]
    fn catalogs_of_both_languages_are_parsed() {
        for catalog in [&ZH, &EN] {
            assert!(catalog.sentences.len() > 300 && catalog.fragments.len() > 50);
        }
        assert_eq!(fragment(Locale::Zh, "it is empty"), Some("名称为空"));
        assert_eq!(fragment(Locale::Zh, "no such words"), None);
    }
}

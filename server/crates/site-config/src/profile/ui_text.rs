//! Interface text that replaces built-in messages: a site file for each language, `{"area": {"key":
//! {"text": "…"}}}`. It is validated against the built-in messages when it is published and at
//! every read, because messages differ between releases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use core_wasm::locale::Locale;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::InvalidValue;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

pub const NAMES: [&str; 2] = ["messages.zh.json", "messages.en.json"];

/// Interface texts by language, area, and key.
pub type MessageOverrides = BTreeMap<&'static str, Of<String>>;

type Of<T> = BTreeMap<String, BTreeMap<String, T>>;

/// Maximum length of a message, in characters.
const MOST: usize = 1000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    text: String,
    /// Built-in message that the text replaces: accepted, but not used by the server.
    #[serde(rename = "original")]
    _original: Option<String>,
}

/// Built-in messages by area: Chinese and English.
static BUILT_IN: LazyLock<BTreeMap<&str, [BTreeMap<String, String>; 2]>> = LazyLock::new(|| {
    let read = |json| serde_json::from_str(json).unwrap_or_default();
    MESSAGES.iter().map(|(area, zh, en)| (*area, [read(zh), read(en)])).collect()
});

pub fn locale_of(name: &str) -> Option<Locale> {
    let at = NAMES.iter().position(|known| *known == name)?;
    Some([Locale::Zh, Locale::En][at])
}

/// Returns every built-in message: area, key, Chinese, and English. Singular forms have no Chinese
/// message.
pub fn built_in()
-> impl Iterator<Item = (&'static str, &'static str, Option<&'static str>, &'static str)> {
    BUILT_IN.iter().flat_map(|(area, [zh, en])| {
        en.iter().map(|(key, english)| {
            (*area, key.as_str(), zh.get(key).map(String::as_str), english.as_str())
        })
    })
}

/// Returns the built-in message of an area in one language; `None` if there is none.
fn original(locale: Locale, area: &str, key: &str) -> Option<&'static str> {
    let [zh, en] = BUILT_IN.get(area)?;
    let sentences = if locale == Locale::Zh { zh } else { en };
    sentences.get(key).map(String::as_str)
}

/// Adds the interface texts of a site file. Skips a text if its key or its placeholders are invalid.
pub fn add(ui_texts: &mut Option<MessageOverrides>, name: &str, json: &str) {
    let Some(locale) = locale_of(name) else { return };
    let mut areas: Of<String> = BTreeMap::new();
    let read: Of<Entry> = serde_json::from_str(json).unwrap_or_default();
    for (area, entries) in read {
        for (key, Entry { text, .. }) in entries {
            if fits(locale, &area, &key, &text).is_ok() {
                areas.entry(area.clone()).or_default().insert(key, text);
            }
        }
    }
    if !areas.is_empty() {
        ui_texts.get_or_insert_default().insert(locale.tag(), areas);
    }
}

fn fits(locale: Locale, area: &str, key: &str, text: &str) -> Result<(), InvalidValue> {
    let original = original(locale, area, key).ok_or(InvalidValue("unknown-message"))?;
    super::line(text, MOST)?;
    let (holes, needed) = (holes(text), holes(original));
    // A singular message may use the placeholders of the plural message: "{count} page".
    let many = key.strip_suffix(".one").and_then(|many| self::original(locale, area, many));
    let good = match many {
        Some(many) => holes.is_subset(&self::holes(many)),
        None => holes == needed,
    };
    if good { Ok(()) } else { Err(InvalidValue("placeholders-differ")) }
}

/// Returns the names of the placeholders in braces, which the function `filled` of the UI replaces.
fn holes(text: &str) -> BTreeSet<&str> {
    let after = text.split('{').skip(1);
    let names = after.filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    names.filter(is_name).collect()
}

/// Deserializer for the interface texts of one language. Rejects an invalid entry with its
/// position.
pub(crate) struct Strict(pub Locale);

struct StrictArea<'a>(Locale, &'a str);

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of areas")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut areas: M) -> Result<(), M::Error> {
        while let Some(area) = areas.next_key::<String>()? {
            areas.next_value_seed(StrictArea(self.0, &area))?;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for StrictArea<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for StrictArea<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of messages")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut messages: M) -> Result<(), M::Error> {
        let Self(locale, area) = self;
        while let Some(key) = messages.next_key::<String>()? {
            if original(locale, area, &key).is_none() {
                return Err(M::Error::custom(InvalidValue("unknown-message")));
            }
            let Entry { text, .. } = messages.next_value()?;
            fits(locale, area, &key, &text).map_err(M::Error::custom)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(locale: Locale, key: &str, text: &str, expected: Result<(), &'static str>) {
        let (area, key) = key.split_once('.').unwrap();
        assert_eq!(fits(locale, area, key, text), expected.map_err(InvalidValue), "{key} {text}");
    }

    #[test]
    fn built_in_messages_are_only_those_of_the_ui() {
        let areas: BTreeSet<_> = built_in().map(|(area, ..)| area).collect();
        for area in ["admin", "app", "docs", "landing", "search", "shared"] {
            assert!(areas.contains(area), "{area}");
        }
        assert!(!areas.contains("command"));
        assert!(built_in().all(|(.., key, zh, en)| {
            !en.is_empty() && (zh.is_some() || key.ends_with(".one"))
        }));
    }

    #[test]
    fn message_override_is_validated() {
        let (zh, en) = (Locale::Zh, Locale::En);
        check(zh, "app.docs", "手册", Ok(()));
        check(zh, "app.docs", "<b>手册</b>", Ok(()));
        check(en, "app.version", "Release {version}", Ok(()));
        check(en, "app.version", "Release", Err("placeholders-differ"));
        check(en, "app.version", "{version} of {site}", Err("placeholders-differ"));
        check(en, "app.nothing", "x", Err("unknown-message"));
        check(en, "nowhere.docs", "x", Err("unknown-message"));
        check(en, "app.docs", " ", Err("empty"));
        check(en, "app.docs", "a\nb", Err("control-character"));
        check(en, "app.docs", &"x".repeat(1001), Err("too-long"));
        check(en, "app.docs", "a { b }", Ok(()));
    }

    #[test]
    fn singular_message_can_omit_the_number() {
        let (area, key, ..) = built_in().find(|(_, key, ..)| key.ends_with(".one")).unwrap();
        let many = original(Locale::En, area, key.trim_end_matches(".one")).unwrap();
        assert_eq!(fits(Locale::En, area, key, "Just one"), Ok(()));
        assert_eq!(fits(Locale::En, area, key, many), Ok(()));
        assert_eq!(fits(Locale::Zh, area, key, "一"), Err(InvalidValue("unknown-message")));
        assert_eq!(
            fits(Locale::En, area, key, "{other}"),
            Err(InvalidValue("placeholders-differ"))
        );
    }

    #[test]
    fn texts_for_obsolete_messages_are_skipped() {
        let mut ui_texts = None;
        add(
            &mut ui_texts,
            NAMES[0],
            r#"{"app": {"docs": {"text": "手册"}, "gone": {"text": "x"}}}"#,
        );
        add(&mut ui_texts, NAMES[1], r#"{"gone": {"docs": {"text": "Manual"}}}"#);
        add(&mut ui_texts, NAMES[1], "[]");
        assert_eq!(
            serde_json::json!(ui_texts),
            serde_json::json!({"zh-CN": {"app": {"docs": "手册"}}})
        );
    }
}

//! Navigation entries of the header and the footer, which replace the built-in ones. An entry has a
//! label in each language, or in one language only.

use std::collections::BTreeSet;

use core_wasm::locale::Locale;
use core_wasm::path;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::InvalidValue;
use pailou_content::link::LinkTargets;
use pailou_content::page_path;

pub(crate) const NAME: &str = "navigation.json";

/// Maximum number of entries of the header or of the footer.
const MAX_ENTRIES: usize = 16;
const MAX_LABEL: usize = 40;
const MAX_ADDRESS: usize = 500;

/// Areas with pages in both languages; `/docs` is `/zh/docs` in Chinese.
const IN_BOTH: [&str; 4] = ["", "docs", "news", "assistant"];
/// Areas whose URLs contain no language.
const IN_NONE: [&str; 4] = ["localization", "datastat", "admin", "media"];

/// Site file `navigation.json`. A missing list means the built-in list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Navigation {
    header: Option<Entries>,
    footer: Option<Entries>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<Entry>")]
struct Entries(Vec<Entry>);

#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "NavigationEntryFields")]
struct Entry {
    zh: Option<Label>,
    en: Option<Label>,
    to: Address,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NavigationEntryFields {
    label: Labels,
    to: Address,
    only: Option<Only>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Labels {
    zh: Option<Label>,
    en: Option<Label>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Only {
    Zh,
    En,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct Label(String);

/// Path on this site, without `/index`, or an absolute URL.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct Address(String);

impl TryFrom<Vec<Entry>> for Entries {
    type Error = InvalidValue;

    fn try_from(entries: Vec<Entry>) -> Result<Self, InvalidValue> {
        if entries.len() > MAX_ENTRIES { Err(InvalidValue("too-many")) } else { Ok(Self(entries)) }
    }
}

impl TryFrom<NavigationEntryFields> for Entry {
    type Error = InvalidValue;

    fn try_from(written: NavigationEntryFields) -> Result<Self, InvalidValue> {
        let NavigationEntryFields { label: Labels { zh, en }, to, only } = written;
        let declared = match (zh.is_some(), en.is_some()) {
            (true, true) => only.is_none(),
            (true, false) => only == Some(Only::Zh),
            (false, true) => only == Some(Only::En),
            (false, false) => false,
        };
        if declared { Ok(Self { zh, en, to }) } else { Err(InvalidValue("one-language")) }
    }
}

impl TryFrom<String> for Label {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MAX_LABEL)?;
        Ok(Self(text))
    }
}

impl TryFrom<String> for Address {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MAX_ADDRESS)?;
        let below = text.strip_prefix("/index").filter(|rest| rest.is_empty() || is_path(rest));
        let own = below.unwrap_or(&text);
        let own = if own.is_empty() { "/" } else { own };
        if is_path(own) {
            return Ok(Self(own.to_owned()));
        }
        let elsewhere = ["https://", "http://", "mailto:"].iter().find_map(|scheme| {
            let rest = text.strip_prefix(scheme)?;
            let clean = |c: char| !c.is_whitespace() && !"\"<>\\".contains(c);
            (rest.starts_with(|c: char| c.is_alphanumeric()) && rest.chars().all(clean))
                .then(|| text.clone())
        });
        elsewhere.map(Self).ok_or(InvalidValue("bad-address"))
    }
}

fn is_path(text: &str) -> bool {
    let clean = |c: char| !c.is_whitespace() && !c.is_control() && !"\"<>\\".contains(c);
    text.starts_with('/') && !text.starts_with("//") && text.chars().all(clean)
}

impl Address {
    /// Returns the URL for readers of this language.
    fn url(&self, locale: Locale) -> String {
        let own = &self.0;
        if !own.starts_with('/') {
            return own.clone();
        }
        let is_in_both = path::locale_of(own).is_some() || IN_BOTH.contains(&self.area().as_str());
        let own = if is_in_both { path::with_locale(own, locale) } else { own.clone() };
        format!("/index{own}")
    }

    /// Returns the area of a path: `docs` for `/zh/docs/guide?x`; empty for the front page.
    fn area(&self) -> String {
        let own = path::without_locale(&self.0);
        let end = own.find(['?', '#']).unwrap_or(own.len());
        own[..end].split('/').nth(1).unwrap_or_default().to_owned()
    }

    /// Whether the link points to a path of this site at which there is no page in this language.
    fn is_broken(&self, targets: &LinkTargets, locale: Locale) -> bool {
        if !self.0.starts_with('/') {
            return false;
        }
        let area = self.area();
        if area != "docs" {
            // Feeds and similar resources have file names with a dot. They are not checked.
            return !IN_BOTH.contains(&area.as_str())
                && !IN_NONE.contains(&area.as_str())
                && !area.contains('.');
        }
        let own = path::without_locale(&self.0);
        let end = own.find(['?', '#']).unwrap_or(own.len());
        let path = own[..end].trim_start_matches("/docs").trim_matches('/').to_owned();
        // The list of all pages always exists. Pages of old versions (`@…`) and Markdown files are
        // not checked.
        let is_known = path.is_empty() || path.starts_with('@') || path.ends_with(".md");
        !is_known && !targets.has_page(locale, &page_path::decode(&path))
    }
}

/// A navigation entry in one language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NavigationEntry {
    label: String,
    to: String,
}

/// Entries of header and footer in both languages, if they replace the built-in ones.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Navigation)]
pub struct NavigationView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    header: Option<InBoth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    footer: Option<InBoth>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = NavigationEntries)]
pub(crate) struct InBoth {
    #[serde(rename = "zh-CN")]
    zh: Vec<NavigationEntry>,
    #[serde(rename = "en-US")]
    en: Vec<NavigationEntry>,
}

impl Entries {
    fn shown(&self) -> InBoth {
        let of = |locale: Locale| {
            let entry = |entry: &Entry| {
                let label = entry.label(locale)?.0.clone();
                Some(NavigationEntry { label, to: entry.to.url(locale) })
            };
            self.0.iter().filter_map(entry).collect()
        };
        InBoth { zh: of(Locale::Zh), en: of(Locale::En) }
    }
}

impl Entry {
    fn label(&self, locale: Locale) -> Option<&Label> {
        if locale == Locale::Zh { self.zh.as_ref() } else { self.en.as_ref() }
    }
}

impl Navigation {
    /// Returns the labels of each entry in Chinese and in English.
    pub fn labels(&self) -> impl Iterator<Item = (Option<&str>, Option<&str>)> {
        let entries = self.header.iter().chain(&self.footer).flat_map(|entries| &entries.0);
        entries.map(|Entry { zh, en, .. }| {
            (zh.as_ref().map(|label| &*label.0), en.as_ref().map(|label| &*label.0))
        })
    }

    pub fn shown(&self) -> NavigationView {
        let shown = |entries: &Option<Entries>| entries.as_ref().map(Entries::shown);
        NavigationView { header: shown(&self.header), footer: shown(&self.footer) }
    }

    /// Returns the broken links to pages of this site.
    pub fn broken_links(&self, targets: &LinkTargets) -> Vec<String> {
        let mut found = BTreeSet::new();
        for entry in [&self.header, &self.footer].into_iter().flatten().flat_map(|list| &list.0) {
            for locale in Locale::ALL {
                if entry.label(locale).is_some() && entry.to.is_broken(targets, locale) {
                    found.insert(entry.to.url(locale));
                }
            }
        }
        found.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Result<&str, &str>) {
        let read: Result<Navigation, _> = serde_json::from_str(json);
        let actual = match &read {
            Ok(navigation) => Ok(serde_json::to_string(&navigation.shown()).unwrap()),
            Err(error) => Err(InvalidValue::code_of(&error.to_string())),
        };
        assert_eq!(actual.as_deref().map_err(|code| *code), expected, "{json}");
    }

    fn entry(entry: &str) -> String {
        format!("{{\"header\": [{entry}]}}")
    }

    #[test]
    fn navigation_entry_links_to_the_page_in_each_language() {
        for (to, zh, en) in [
            ("/docs/a", "/index/zh/docs/a", "/index/en/docs/a"),
            ("/index/zh/docs/a?q=1#b", "/index/zh/docs/a?q=1#b", "/index/en/docs/a?q=1#b"),
            ("/", "/index/zh", "/index/en"),
            ("/index", "/index/zh", "/index/en"),
            ("/datastat", "/index/datastat", "/index/datastat"),
            ("/zh/feed.xml", "/index/zh/feed.xml", "/index/en/feed.xml"),
            ("https://example.org/a", "https://example.org/a", "https://example.org/a"),
            ("mailto:a@example.org", "mailto:a@example.org", "mailto:a@example.org"),
        ] {
            let address = Address::try_from(to.to_owned()).unwrap();
            assert_eq!((address.url(Locale::Zh), address.url(Locale::En)), (zh.into(), en.into()));
        }
    }

    #[test]
    fn unsafe_or_invalid_navigation_url_is_rejected() {
        for to in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "/\\evil.example",
            "docs",
            "https:// x",
            "https://",
            "/a b",
            "/a\"",
            "",
        ] {
            assert!(Address::try_from(to.to_owned()).is_err(), "{to}");
        }
    }

    #[test]
    fn navigation_is_localized_or_rejected_with_an_error_code() {
        let both = r#"{"label": {"zh": "文档", "en": "Docs"}, "to": "/docs"}"#;
        let expected = r#"{"header":{"zh-CN":[{"label":"文档","to":"/index/zh/docs"}],"en-US":[{"label":"Docs","to":"/index/en/docs"}]}}"#;
        check(&entry(both), Ok(expected));
        let one = r#"{"label": {"zh": "社区"}, "only": "zh", "to": "https://example.org"}"#;
        let expected =
            r#"{"header":{"zh-CN":[{"label":"社区","to":"https://example.org"}],"en-US":[]}}"#;
        check(&entry(one), Ok(expected));
        for wrong in [
            r#"{"label": {"zh": "文档"}, "to": "/docs"}"#,
            r#"{"label": {"zh": "文档"}, "only": "en", "to": "/docs"}"#,
            r#"{"label": {"zh": "文档", "en": "Docs"}, "only": "en", "to": "/docs"}"#,
            r#"{"label": {}, "to": "/docs"}"#,
        ] {
            check(&entry(wrong), Err("one-language"));
        }
        check("{}", Ok("{}"));
        check(r#"{"footer": []}"#, Ok(r#"{"footer":{"zh-CN":[],"en-US":[]}}"#));
        check(&entry(&vec![both; 17].join(",")), Err("too-many"));
        check(&entry(&both.replace("Docs", "")), Err("empty"));
        check(&entry(&both.replace("Docs", &"x".repeat(41))), Err("too-long"));
        check(&entry(&both.replace("/docs", "docs")), Err("bad-address"));
        check(&entry(&both.replace("to", "too")), Err("unknown-field"));
        check(&entry(r#"{"label": {"zh": "文档", "en": "Docs"}}"#), Err("missing-field"));
        check("[]", Err("wrong-type"));
    }

    #[test]
    fn broken_navigation_link_is_reported() {
        let mut targets = LinkTargets::default();
        targets.add_page("zh/a.md", "docs", Locale::Zh, "a b");
        let nowhere = |to: &str| {
            let address = Address::try_from(to.to_owned()).unwrap();
            Locale::ALL.map(|locale| address.is_broken(&targets, locale))
        };
        assert_eq!(nowhere("/docs/a%20b#x"), [false, true]);
        assert_eq!(nowhere("/docs/gone"), [true, true]);
        for to in ["/", "/zh", "/news/2026/a", "/assistant", "/datastat", "/zh/feed.xml"] {
            assert_eq!(nowhere(to), [false, false], "{to}");
        }
        assert_eq!(nowhere("/nothing"), [true, true]);
        assert_eq!(nowhere("https://example.org/docs/gone"), [false, false]);
    }
}

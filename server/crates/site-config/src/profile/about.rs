//! Title and description of the site, in place of the settings.

use core_wasm::locale::Locale;
use serde::Deserialize;

use super::InvalidValue;
use pailou_settings::Settings;

pub(crate) const NAME: &str = "site.json";

const MOST_TITLE: usize = 80;
const MOST_ADDRESS: usize = 500;

/// What is not there is as the settings say.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    #[serde(default)]
    title: Titles,
    edit_url: Option<EditUrl>,
    offline: Option<bool>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Titles {
    zh: Option<Title>,
    en: Option<Title>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct Title(String);

/// Where the source of a page can be edited, with `{file}` for its path.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct EditUrl(String);

impl TryFrom<String> for Title {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MOST_TITLE)?;
        Ok(Self(text))
    }
}

impl TryFrom<String> for EditUrl {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MOST_ADDRESS)?;
        let good = Settings::is_edit_url(&text) && !text.contains(['"', '<', '>', '\\']);
        if good { Ok(Self(text)) } else { Err(InvalidValue("bad-edit-address")) }
    }
}

impl About {
    pub fn title<'a>(&'a self, settings: &'a Settings, locale: Locale) -> &'a str {
        let own = if locale == Locale::Zh { &self.title.zh } else { &self.title.en };
        own.as_ref().map_or_else(|| settings.site_title(locale), |title| &title.0)
    }

    pub fn edit_url<'a>(&'a self, settings: &'a Settings) -> Option<&'a str> {
        let own = self.edit_url.as_ref().map(|url| url.0.as_str());
        own.or(settings.site_edit_url.as_deref())
    }

    pub fn offline(&self, settings: &Settings) -> bool {
        self.offline.unwrap_or(settings.site_offline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_come_from_the_settings() {
        let settings = Settings::default();
        let about: About = serde_json::from_str(r#"{"title": {"zh": "手册"}}"#).unwrap();
        assert_eq!(about.title(&settings, Locale::Zh), "手册");
        assert_eq!(about.title(&settings, Locale::En), "Pailou");
        assert_eq!((about.edit_url(&settings), about.offline(&settings)), (None, true));
    }

    #[test]
    fn invalid_value_is_named() {
        for (json, code) in [
            (r#"{"title": {"zh": " "}}"#, "empty"),
            (r#"{"title": {"fr": "x"}}"#, "unknown-field"),
            (r#"{"edit_url": "https://example.org/"}"#, "bad-edit-address"),
            (r#"{"edit_url": "javascript:{file}"}"#, "bad-edit-address"),
            (r#"{"offline": "yes"}"#, "wrong-type"),
            (r#"{"url": "https://example.org"}"#, "unknown-field"),
        ] {
            let error = serde_json::from_str::<About>(json).unwrap_err().to_string();
            assert_eq!(InvalidValue::code_of(&error), code, "{json}");
        }
    }
}

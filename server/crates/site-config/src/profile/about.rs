//! Site file `site.json`: the title, the edit URL, and offline reading, which override the settings, and the origins
//! that may embed the assistant.

use core_wasm::locale::Locale;
use serde::Deserialize;

use super::InvalidValue;
use pailou_settings::Settings;

pub(crate) const NAME: &str = "site.json";

const MAX_TITLE: usize = 80;
const MAX_ADDRESS: usize = 500;
const MAX_ORIGINS: usize = 20;
const MAX_ORIGIN: usize = 260;

/// Site file `site.json`; missing fields default to the settings.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    #[serde(default)]
    title: Titles,
    edit_url: Option<EditUrl>,
    offline: Option<bool>,
    #[serde(default)]
    embed_origins: EmbedOrigins,
}

/// Origins whose pages may show the assistant in a frame (RFC 6454), such as `https://www.example.org`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Vec<String>")]
struct EmbedOrigins(Vec<String>);

impl TryFrom<Vec<String>> for EmbedOrigins {
    type Error = InvalidValue;

    fn try_from(origins: Vec<String>) -> Result<Self, InvalidValue> {
        if origins.len() > MAX_ORIGINS {
            return Err(InvalidValue("too-many"));
        }
        match origins.iter().all(|origin| is_origin(origin)) {
            true => Ok(Self(origins)),
            false => Err(InvalidValue("bad-origin")),
        }
    }
}

/// Whether the text is an origin as browsers serialize it: scheme, host, and port in lower case, without a path and
/// without the default port. Characters with a meaning in a `Content-Security-Policy`, such as `*`, `;`, or a space,
/// are rejected.
fn is_origin(text: &str) -> bool {
    let (host, default_port) = match text.split_once("://") {
        Some(("https", host)) => (host, "443"),
        Some(("http", host)) => (host, "80"),
        _ => return false,
    };
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let is_port =
        |port: &str| port != default_port && !port.starts_with('0') && port.parse::<u16>().is_ok();
    let is_letter = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_label = |label: &str| {
        let inside = label.bytes().all(|c| is_letter(c) || c == b'-');
        !label.is_empty() && inside && !label.starts_with('-') && !label.ends_with('-')
    };
    text.len() <= MAX_ORIGIN && name.split('.').all(is_label) && port.is_none_or(is_port)
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

/// URL to edit the Markdown file of a page, with `{file}` for the path of the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct EditUrl(String);

impl TryFrom<String> for Title {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MAX_TITLE)?;
        Ok(Self(text))
    }
}

impl TryFrom<String> for EditUrl {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Self, InvalidValue> {
        super::line(&text, MAX_ADDRESS)?;
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

    /// Returns the origins whose pages may show the assistant in a frame.
    pub fn embed_origins(&self) -> &[String] {
        &self.embed_origins.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_fields_of_site_json_default_to_the_settings() {
        let settings = Settings::default();
        let about: About = serde_json::from_str(r#"{"title": {"zh": "手册"}}"#).unwrap();
        assert_eq!(about.title(&settings, Locale::Zh), "手册");
        assert_eq!(about.title(&settings, Locale::En), "Pailou");
        assert_eq!((about.edit_url(&settings), about.offline(&settings)), (None, true));
    }

    #[test]
    fn invalid_value_in_site_json_has_an_error_code() {
        for (json, code) in [
            (r#"{"title": {"zh": " "}}"#, "empty"),
            (r#"{"title": {"fr": "x"}}"#, "unknown-field"),
            (r#"{"edit_url": "https://example.org/"}"#, "bad-edit-address"),
            (r#"{"edit_url": "javascript:{file}"}"#, "bad-edit-address"),
            (r#"{"offline": "yes"}"#, "wrong-type"),
            (r#"{"url": "https://example.org"}"#, "unknown-field"),
            (r#"{"embed_origins": "https://example.org"}"#, "wrong-type"),
            (r#"{"embed_origins": ["example.org"]}"#, "bad-origin"),
        ] {
            let error = serde_json::from_str::<About>(json).unwrap_err().to_string();
            assert_eq!(InvalidValue::code_of(&error), code, "{json}");
        }
    }

    #[test]
    fn embed_origin_must_have_the_form_that_browsers_send() {
        for (text, expected) in [
            ("https://www.example.org", true),
            ("https://example.org:8443", true),
            ("http://localhost:3000", true),
            ("http://127.0.0.1", true),
            ("https://example.org/", false),
            ("https://Example.org", false),
            ("https://example.org:443", false),
            ("https://*.example.org", false),
            ("https://example.org; script-src *", false),
            ("https://a@example.org", false),
            ("https://例子.example", false),
            ("https://", false),
            ("https://a..b", false),
            ("ftp://example.org", false),
            ("*", false),
            ("null", false),
        ] {
            assert_eq!(is_origin(text), expected, "{text}");
        }
        let many = vec!["https://example.org".to_owned(); MAX_ORIGINS + 1];
        assert_eq!(EmbedOrigins::try_from(many).unwrap_err(), InvalidValue("too-many"));
    }
}

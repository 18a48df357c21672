//! Site profile: interface text, navigation, and title in site files with fixed names. Every page
//! contains it.

pub mod about;
pub mod navigation;
pub mod ui_text;

use std::fmt;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::store;
use pailou_database::cached::Cached;

use about::About;
use navigation::Navigation;
use pailou_settings::Settings;
use pailou_store::context::Store;
use ui_text::MessageOverrides;

/// Cache tag of the site profile, invalidated when any of its site files changes.
pub const TAG: &str = "config-own";

/// Published site profile.
#[derive(Debug, Default)]
pub struct SiteProfile {
    pub messages: Option<MessageOverrides>,
    pub navigation: Option<Navigation>,
    about: About,
}

impl SiteProfile {
    pub fn new_cache() -> Cached<Self> {
        Cached::new(TAG)
    }

    pub async fn of(cached: &Cached<Self>, store: &Store) -> Result<Arc<Self>, sqlx::Error> {
        let read = async || {
            let mut own = Self::default();
            for name in ui_text::NAMES.into_iter().chain([navigation::NAME, about::NAME]) {
                let Some(value) = store::value(&store.db, name).await? else { continue };
                match name {
                    navigation::NAME => own.navigation = serde_json::from_str(&value.body).ok(),
                    about::NAME => {
                        own.about = serde_json::from_str(&value.body).unwrap_or_default();
                    }
                    _ => ui_text::add(&mut own.messages, name, &value.body),
                }
            }
            Ok(own)
        };
        cached.get(&store.changes, read).await
    }

    /// Returns the title of the site.
    pub fn title<'a>(&'a self, settings: &'a Settings, locale: Locale) -> &'a str {
        self.about.title(settings, locale)
    }

    /// Returns the URL to edit the Markdown file of a page, with `{file}` for the path of the file; `None` if it is not
    /// set.
    pub fn edit_url<'a>(&'a self, settings: &'a Settings) -> Option<&'a str> {
        self.about.edit_url(settings)
    }

    /// Whether browsers keep visited pages for offline reading.
    pub fn offline(&self, settings: &Settings) -> bool {
        self.about.offline(settings)
    }

    /// Returns the origins whose pages may show the assistant in a frame.
    pub fn embed_origins(&self) -> &[String] {
        self.about.embed_origins()
    }
}

/// Whether every page contains this site file.
pub(crate) fn is_loaded_on_every_page(name: &str) -> bool {
    ui_text::NAMES.contains(&name) || [navigation::NAME, about::NAME].contains(&name)
}

/// If `body` is the content of `navigation.json`, returns its broken links to pages of this site. Returns an empty list
/// for other site files, and if the content is missing or invalid.
pub async fn broken_links(
    store: &Store,
    name: &str,
    body: Option<&str>,
) -> Result<Vec<String>, sqlx::Error> {
    if name != navigation::NAME {
        return Ok(Vec::new());
    }
    let Some(Ok(navigation)) = body.map(serde_json::from_str::<Navigation>) else {
        return Ok(Vec::new());
    };
    Ok(navigation.broken_links(&*pailou_store::link_targets(store).await?))
}

/// Returns an error if a displayed text is blank, contains a control character, or is longer than `max` characters.
fn line(text: &str, max: usize) -> Result<(), InvalidValue> {
    if text.trim().is_empty() {
        return Err(InvalidValue("empty"));
    }
    if text.chars().count() > max {
        return Err(InvalidValue("too-long"));
    }
    if text.chars().any(char::is_control) {
        return Err(InvalidValue("control-character"));
    }
    Ok(())
}

/// Error code of an invalid site file. It is passed as an error of the parser, which adds the
/// position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidValue(pub &'static str);

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl InvalidValue {
    pub(crate) const ALL: [&str; 10] = [
        "unknown-message",
        "placeholders-differ",
        "empty",
        "too-long",
        "control-character",
        "one-language",
        "bad-address",
        "bad-edit-address",
        "bad-origin",
        "too-many",
    ];

    /// Returns the error code for an error message of the parser. The message begins with a code of
    /// this module, or it is a message of serde.
    pub fn code_of(error: &str) -> &'static str {
        let ours = Self::ALL.into_iter().find(|code| error.starts_with(code));
        ours.unwrap_or(match error {
            error if error.starts_with("unknown field") => "unknown-field",
            error if error.starts_with("missing field") => "missing-field",
            _ => "wrong-type",
        })
    }
}

//! Site profile in published values of fixed names: interface text, navigation, and title. Every page contains it.

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
use ui_text::Words;

/// Changes with any of these values.
pub const TAG: &str = "config-own";

/// What is published of it now.
#[derive(Debug, Default)]
pub struct SiteProfile {
    pub words: Option<Words>,
    pub navigation: Option<Navigation>,
    about: About,
}

impl SiteProfile {
    pub fn kept() -> Cached<Self> {
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
                    _ => ui_text::add(&mut own.words, name, &value.body),
                }
            }
            Ok(own)
        };
        cached.get(&store.changes, read).await
    }

    /// What the site is called.
    pub fn title<'a>(&'a self, settings: &'a Settings, locale: Locale) -> &'a str {
        self.about.title(settings, locale)
    }

    /// URL to edit the source of a page; `{file}` is replaced by its path.
    pub fn edit_url<'a>(&'a self, settings: &'a Settings) -> Option<&'a str> {
        self.about.edit_url(settings)
    }

    /// True if browsers keep visited pages for offline reading.
    pub fn offline(&self, settings: &Settings) -> bool {
        self.about.offline(settings)
    }

    /// Origins whose pages may show the assistant in a frame.
    pub fn embed_origins(&self) -> &[String] {
        self.about.embed_origins()
    }
}

/// Whether every page carries this value along.
pub(crate) fn is_loaded_on_every_page(name: &str) -> bool {
    ui_text::NAMES.contains(&name) || [navigation::NAME, about::NAME].contains(&name)
}

/// Where a value leads within the site, and nothing stands: told, and not refused, because a page may come later.
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
    Ok(navigation.broken_links(&*pailou_store::places(store).await?))
}

/// A line of text for people.
fn line(text: &str, most: usize) -> Result<(), InvalidValue> {
    if text.trim().is_empty() {
        return Err(InvalidValue("empty"));
    }
    if text.chars().count() > most {
        return Err(InvalidValue("too-long"));
    }
    if text.chars().any(char::is_control) {
        return Err(InvalidValue("control-character"));
    }
    Ok(())
}

/// Why a value of its own kind cannot be taken, as the error of the parser, which knows the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidValue(pub &'static str);

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl InvalidValue {
    const ALL: [&str; 10] = [
        "unknown-message",
        "other-holes",
        "empty",
        "too-long",
        "control-character",
        "one-language",
        "bad-address",
        "bad-edit-address",
        "bad-origin",
        "too-many",
    ];

    /// The code in an error of the parser, whether it is one of ours or of its own.
    pub fn code_of(error: &str) -> &'static str {
        let ours = Self::ALL.into_iter().find(|code| error.starts_with(code));
        ours.unwrap_or(match error {
            error if error.starts_with("unknown field") => "unknown-field",
            error if error.starts_with("missing field") => "missing-field",
            _ => "wrong-type",
        })
    }
}

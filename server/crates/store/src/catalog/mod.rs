//! Catalog of published texts for sitemap, feed, and machine-readable lists: summaries, Markdown,
//! and authors.

pub mod store;

use std::str::FromStr;

use core_wasm::locale::Locale;
use sqlx::FromRow;

use pailou_database::Db;

/// Summary of a published text for lists.
#[derive(Debug, Clone, FromRow)]
pub struct PageSummary {
    pub page_id: String,
    pub area: String,
    locale: String,
    pub path: String,
    pub title: String,
    /// Shorter title for the navigation; may be empty.
    pub label: String,
    pub description: String,
    pub updated_at: i64,
}

impl PageSummary {
    pub fn locale(&self) -> Locale {
        Locale::from_str(&self.locale).unwrap_or(Locale::En)
    }

    /// Creates a summary for tests of other crates.
    #[doc(hidden)]
    pub fn for_tests(area: &str, page_id: &str, locale: Locale, path: &str) -> Self {
        Self {
            page_id: page_id.to_owned(),
            area: area.to_owned(),
            locale: locale.tag().to_owned(),
            path: path.to_owned(),
            title: path.to_owned(),
            label: String::new(),
            description: String::new(),
            updated_at: 1_795_246_800_000,
        }
    }

    /// Returns the public path of the page in the given language.
    pub fn address(&self, locale: Locale) -> String {
        super::address(&self.area, locale, &self.path)
    }

    /// Returns the title in the navigation.
    pub fn name(&self) -> &str {
        if self.label.is_empty() { &self.title } else { &self.label }
    }
}

/// Returns all published texts, sorted by area, position, path, and language.
pub async fn published_pages(db: &Db) -> Result<Vec<PageSummary>, sqlx::Error> {
    store::published_page_rows(db).await
}

/// A published text with its Markdown.
#[derive(Debug, Clone, FromRow)]
pub struct Body {
    pub path: String,
    pub file: String,
    pub title: String,
    pub markdown: String,
    position: i64,
}

/// Returns at most `limit` published texts of an area in one language, in reading order. Begins after the text `last`,
/// or with the first text if `last` is `None`.
pub async fn bodies(
    db: &Db,
    area: &str,
    locale: Locale,
    last: Option<&Body>,
    limit: i64,
) -> Result<Vec<Body>, sqlx::Error> {
    let (position, path) = last.map_or((i64::MIN, ""), |last| (last.position, &last.path));
    store::body_rows(db, area, locale, position, path, limit).await
}

/// Returns the names of up to five users who edited a text on the site, the most recent first.
pub async fn authors(db: &Db, text_id: &str) -> Result<Vec<String>, sqlx::Error> {
    store::site_authors(db, text_id).await
}

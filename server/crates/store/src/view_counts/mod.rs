//! Page views of the last 30 days by text, counted from the `pageviews` table.

mod store;

use std::collections::BTreeMap;

use core_wasm::locale::Locale;

use super::{DOCS, LANDING, NEWS};
use pailou_content::page_path::{decode, split_url_path};
use pailou_database::Db;

pub use store::{counted_at, has_events};

const DAYS: i64 = 30;

/// Location of a text: area, language, path.
type TextLocation = (&'static str, Locale, String);

/// Replaces the view counts with those of the last 30 days before `now`.
pub async fn update_view_counts(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    // Adds up the views of all URLs of a text, with and without a language.
    let mut views: BTreeMap<TextLocation, i64> = BTreeMap::new();
    for (path, locale, count) in store::page_views(db, now - DAYS * pailou_dates::MS).await? {
        if let Some(location) = parse_text_location(&path, &locale) {
            *views.entry(location).or_default() += count;
        }
    }
    let views: Vec<_> = views.into_iter().collect();
    let mut tx = db.begin().await?;
    store::replace_views(&mut tx, &views, now).await?;
    tx.commit().await
}

/// Returns the location of the text at a public path. `locale` is the reader's language; it is used for a path without
/// a language. Returns `None` for a path outside the areas of pages.
fn parse_text_location(address: &str, locale: &str) -> Option<TextLocation> {
    let below = address.strip_prefix("/index/").or_else(|| address.strip_prefix("/index"))?;
    let (named, area, path) = split_url_path(below.trim_end_matches('/'));
    let locale = named.or_else(|| locale.parse().ok())?;
    let area = match area {
        "" => LANDING,
        DOCS => DOCS,
        NEWS => NEWS,
        _ => return None,
    };
    Some((area, locale, decode(path)))
}

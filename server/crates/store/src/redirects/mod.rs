//! Redirects from old paths of pages to their current paths. A move creates a redirect from the old path, and front
//! matter may declare more redirects. A page at a path takes precedence over a redirect.

pub mod admin;
pub mod store;

use core_wasm::locale::Locale;

use super::save::{Incoming, SITE};
use super::sql as record;
use super::sql::{Saved, Text};
use pailou_content::{alias, front_matter};
use pailou_database::{Db, Tx};
use pailou_importers::generators::Alias;

pub use store::RedirectRow;

/// Result of resolving a path in an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathLookup {
    Page,
    /// Current path of the page in the requested language, or else in the other language.
    Moved(String),
    Nothing,
}

/// Resolves a path to a page or redirect. Also accepts paths in the form of other site generators.
pub async fn find(
    db: &Db,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<PathLookup, sqlx::Error> {
    Ok(resolve_path(db, area, locale, path).await?.0)
}

/// Like [`find`]. For `Page`, also returns the text of the page at this path, in this or the other language.
pub async fn resolve_path(
    db: &Db,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<(PathLookup, Option<Text>), sqlx::Error> {
    let found = as_written(db, area, locale, path).await?;
    let (PathLookup::Nothing, Some(newer)) = (&found.0, alias::canonical_path(path)) else {
        return Ok(found);
    };
    let found = match as_written(db, area, locale, &newer).await?.0 {
        PathLookup::Page => PathLookup::Moved(newer),
        found => found,
    };
    Ok((found, None))
}

async fn as_written(
    db: &Db,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<(PathLookup, Option<Text>), sqlx::Error> {
    let text = record::text_at(db, area, locale, path).await?;
    if text.as_ref().is_some_and(|text| text.locale == locale.tag()) {
        return Ok((PathLookup::Page, text));
    }
    let redirects = store::at(db, area, path).await?;
    let leads_to = |locale: Locale| {
        redirects.iter().find(|(tag, _)| tag == locale.tag()).map(|(_, page_id)| page_id)
    };
    let mut pages = Vec::new();
    pages.extend(leads_to(locale));
    pages.extend(text.as_ref().map(|text| &text.page_id));
    pages.extend(leads_to(locale.other()));
    for page_id in pages {
        let Some(now) = current_path(db, page_id, locale, text.as_ref()).await? else { continue };
        return Ok(if now == path {
            (PathLookup::Page, text)
        } else {
            (PathLookup::Moved(now), None)
        });
    }
    Ok((PathLookup::Nothing, None))
}

/// Returns the current path of a page in this language, or else in the other language. `other` is a
/// loaded text in the other language; it is used if it belongs to the page.
async fn current_path(
    db: &Db,
    page_id: &str,
    locale: Locale,
    other: Option<&Text>,
) -> Result<Option<String>, sqlx::Error> {
    if let Some(own) = record::text_of_page(db, page_id, locale).await? {
        return Ok(Some(own.path));
    }
    if let Some(other) = other.filter(|other| other.page_id == page_id) {
        return Ok(Some(other.path.clone()));
    }
    let other = record::text_of_page(db, page_id, locale.other()).await?;
    Ok(other.map(|other| other.path))
}

/// Stores redirects that the settings of an imported site declare for its pages.
pub(crate) async fn of_settings(
    tx: &mut Tx,
    area: &str,
    old: &[Alias],
    now: i64,
) -> Result<(), sqlx::Error> {
    for old in old {
        if let Some(page_id) = store::page_of_file(tx, &old.file).await? {
            store::upsert_redirect(tx, area, old.locale, &old.path, &page_id, "settings", now)
                .await?;
        }
    }
    Ok(())
}

/// Stores redirects from the former path of a text and from the paths that its front matter declares.
pub(crate) async fn store_redirects(
    tx: &mut Tx,
    incoming: &Incoming<'_>,
    page_id: &str,
    previous: Option<&Saved>,
) -> Result<(), sqlx::Error> {
    let (area, locale) = (incoming.area, incoming.locale);
    // `displace_texts` appends this suffix. Such a path is temporary, so it needs no redirect.
    let made_room = |saved: &Saved| saved.path.ends_with(&format!("~{}", saved.id));
    let moved = previous.filter(|saved| saved.path != incoming.path && !made_room(saved));
    if let Some(saved) = moved {
        store::upsert_redirect(tx, area, locale, &saved.path, page_id, "", incoming.now).await?;
    }
    store::delete_declared_redirects(tx, page_id, locale.tag()).await?;
    // A user may have permission for this language only. A save on the site therefore stores a redirect of the
    // other language only if the previous front matter also declared it.
    let had = previous.filter(|_| incoming.origin == SITE);
    let had = had
        .map(|saved| declared_redirects(&saved.front_matter, area, locale, &saved.path))
        .unwrap_or_default();
    let is_applied =
        |old: &(Locale, String)| incoming.origin != SITE || old.0 == locale || had.contains(old);
    let all = declared_redirects(incoming.front_matter, area, locale, incoming.path);
    for (named, path) in all.into_iter().filter(is_applied) {
        store::upsert_redirect(tx, area, named, &path, page_id, locale.tag(), incoming.now).await?;
    }
    Ok(())
}

/// Returns the redirects in front matter; none if the front matter is invalid.
fn declared_redirects(
    front_matter: &str,
    area: &str,
    locale: Locale,
    path: &str,
) -> Vec<(Locale, String)> {
    let values = front_matter::split(front_matter).values();
    values
        .map(|values| alias::front_matter_aliases(&values, area, locale, path))
        .unwrap_or_default()
}

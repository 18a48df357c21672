//! Links that show a draft to people without an account, until they expire.

use std::str::FromStr;

use core_wasm::locale::Locale;

use super::{DraftError, Page, page, store};
use crate::shared::db::Db;
use crate::shared::{day, id};

/// How long a link works.
const LIFE_MS: i64 = 7 * day::MS;

pub(crate) struct Link {
    /// Said once and kept nowhere.
    pub(crate) code: String,
    pub(crate) expires_at: i64,
}

pub(crate) async fn link(
    db: &Db,
    page: &Page,
    locale: Locale,
    made_by: &str,
) -> Result<Link, DraftError> {
    let text = page.text(locale).filter(|text| text.saved.removed_at.is_none());
    let text = text.ok_or(DraftError::Unknown)?;
    let (code, now) = (id::secret(), id::now());
    let expires_at = now + LIFE_MS;
    let mut tx = db.begin().await?;
    store::add_link(&mut tx, &id::hash_of(&code), &text.saved.id, made_by, now, expires_at).await?;
    tx.commit().await?;
    Ok(Link { code, expires_at })
}

/// The page that a link shows, and in which language.
pub(crate) async fn shared(db: &Db, code: &str) -> Result<Option<(Page, Locale)>, sqlx::Error> {
    let found = store::shown_by(db, &id::hash_of(code), id::now()).await?;
    let Some((page_id, locale)) = found else { return Ok(None) };
    let locale = Locale::from_str(&locale).unwrap_or(Locale::En);
    Ok(page(db, &page_id).await?.map(|page| (page, locale)))
}

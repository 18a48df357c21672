//! Preview links: they show a draft without an account, until they expire or their creator loses the permission.

use std::str::FromStr;

use core_wasm::locale::Locale;
use serde_json::json;

use super::store::NewLink;
use super::{DraftError, Page, page, store};
use pailou_auth::session::{Permission, Rights};
use pailou_database::Db;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;

/// How long a link works.
const LIFE_MS: i64 = 7 * pailou_dates::MS;

pub struct Link {
    /// Said once and kept nowhere.
    pub code: String,
    pub expires_at: i64,
}

/// Creates a link. `maker` is the user id of `actor`.
pub async fn link(
    db: &Db,
    page: &Page,
    locale: Locale,
    maker: &str,
    actor: &Actor,
) -> Result<Link, DraftError> {
    let text = page.text(locale).filter(|text| text.saved.removed_at.is_none());
    let text = text.ok_or(DraftError::Unknown)?;
    let (code, now) = (id::secret(), id::now());
    let expires_at = now + LIFE_MS;
    let mut tx = db.begin().await?;
    let row = NewLink {
        code_hash: &id::hash_of(&code),
        text_id: &text.saved.id,
        created_by: &actor.name,
        created_by_id: maker,
        now,
        expires_at,
    };
    store::add_link(&mut tx, &row).await?;
    let subject = Subject::new(page.name(text)).after(&json!({ "expires_at": expires_at }));
    audit_log::log(&mut tx, actor, Action::PreviewLinkMade, subject).await?;
    tx.commit().await?;
    Ok(Link { code, expires_at })
}

/// The page and the language that a link shows, while its creator may read drafts.
pub async fn shared(db: &Db, code: &str) -> Result<Option<(Page, Locale)>, sqlx::Error> {
    let found = store::shown_by(db, &id::hash_of(code), id::now()).await?;
    let Some((page_id, locale, maker)) = found else { return Ok(None) };
    if !Rights::of(db, &maker).await?.allow(Permission::PagesRead) {
        return Ok(None);
    }
    let locale = Locale::from_str(&locale).unwrap_or(Locale::En);
    Ok(page(db, &page_id).await?.map(|page| (page, locale)))
}

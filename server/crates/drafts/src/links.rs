//! Preview links: they display a draft without an account, until they expire or their creator loses the permission.

use std::str::FromStr;

use core_wasm::locale::Locale;
use serde_json::json;

use super::store::NewLink;
use super::{DraftError, Page, area_of_limits, load_page, store};
use pailou_auth::session::{Permission, Rights, User};
use pailou_database::Db;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;

/// Preview link that has not expired. Its code is not stored, so its URL cannot be displayed again.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ListedLink {
    /// Hash of the code of the link.
    pub id: String,
    pub page_id: String,
    pub area: String,
    pub locale: String,
    pub source_locale: String,
    pub title: String,
    pub created_by: String,
    pub created_by_id: String,
    pub expires_at: i64,
}

impl ListedLink {
    /// Whether a user may revoke the link: its creator, and users who may change the text.
    pub fn is_revocable_by(&self, user: &User) -> bool {
        let Ok(locale) = Locale::from_str(&self.locale) else { return false };
        let permission = match self.locale == self.source_locale {
            true => Permission::PagesEdit,
            false => Permission::TranslationsEdit,
        };
        let may_edit = user.require_for_text(permission, area_of_limits(&self.area), locale);
        self.created_by_id == user.id || may_edit.is_ok()
    }
}

/// Lifetime of a link, in milliseconds.
const LIFETIME_MS: i64 = 7 * pailou_dates::MS;

pub struct Link {
    /// Code in the URL of the link; returned once and not stored.
    pub code: String,
    pub expires_at: i64,
}

/// Creates a preview link to the text of a page in one language. `maker` is the user id of `actor`. Returns `Unknown`
/// if the text does not exist or is in the trash.
pub async fn link(
    db: &Db,
    page: &Page,
    locale: Locale,
    maker: &str,
    actor: &Actor,
) -> Result<Link, DraftError> {
    let text = page.text(locale).filter(|text| text.saved.trashed_at.is_none());
    let text = text.ok_or(DraftError::Unknown)?;
    let (code, now) = (id::secret(), id::now());
    let expires_at = now + LIFETIME_MS;
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

/// Returns the page and the language of a link; `None` if the link is unknown or has expired, if the text is in the
/// trash, or if the creator of the link may no longer read drafts.
pub async fn page_of_link(db: &Db, code: &str) -> Result<Option<(Page, Locale)>, sqlx::Error> {
    let found = store::active_link(db, &id::hash_of(code), id::now()).await?;
    let Some((page_id, locale, maker)) = found else { return Ok(None) };
    if !Rights::of(db, &maker).await?.allow(Permission::PagesRead) {
        return Ok(None);
    }
    let locale = Locale::from_str(&locale).unwrap_or(Locale::En);
    Ok(load_page(db, &page_id).await?.map(|page| (page, locale)))
}

/// Returns all links that have not expired; those that expire last come first.
pub async fn list_links(db: &Db) -> Result<Vec<ListedLink>, sqlx::Error> {
    store::unexpired_links(db, id::now()).await
}

/// Revokes a link.
pub async fn revoke_link(db: &Db, actor: &Actor, link: &ListedLink) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    store::delete_link(&mut tx, &link.id).await?;
    let before = json!({ "created_by": link.created_by, "expires_at": link.expires_at });
    let subject = Subject::new(&link.title).before(&before);
    audit_log::log(&mut tx, actor, Action::PreviewLinkRevoked, subject).await?;
    tx.commit().await
}

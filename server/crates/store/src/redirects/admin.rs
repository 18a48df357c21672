//! Redirects that users create and delete in the admin area.

use core_wasm::locale::Locale;

use super::store::{self, RedirectRow};
use crate::sql::Text;
use crate::{LINK_TARGETS, address};
use pailou_database::Db;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{change_feed, id};

/// Origin of redirects that users create in the admin area.
pub const EDITOR: &str = "editor";

pub async fn list_redirects(
    db: &Db,
    area: &str,
    words: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<RedirectRow>, i64), sqlx::Error> {
    store::redirect_rows(db, area, words, skip, size).await
}

/// Adds a redirect to a page. Returns false if the path already has a redirect.
pub async fn add_redirect(
    db: &Db,
    actor: &Actor,
    area: &str,
    (locale, path): (Locale, &str),
    to: &Text,
) -> Result<bool, sqlx::Error> {
    let mut tx = db.begin().await?;
    if !store::insert_redirect(&mut tx, area, locale, path, &to.page_id, EDITOR, id::now()).await? {
        return Ok(false);
    }
    let subject = Subject::new(address(area, locale, path)).after(&to.path);
    audit_log::log(&mut tx, actor, Action::RedirectAdded, subject).await?;
    change_feed::publish(&mut tx, &[LINK_TARGETS.to_owned()]).await?;
    tx.commit().await?;
    Ok(true)
}

/// Result of deleting a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    Gone,
    Unknown,
    /// The front matter of the page declares the redirect, so a save would add it again.
    OfPage,
}

pub async fn remove_redirect(
    db: &Db,
    actor: &Actor,
    area: &str,
    (locale, path): (Locale, &str),
) -> Result<Removed, sqlx::Error> {
    let mut tx = db.begin().await?;
    let Some(declared_by) = store::declared_by(&mut tx, area, locale, path).await? else {
        return Ok(Removed::Unknown);
    };
    if declared_by.parse::<Locale>().is_ok() {
        return Ok(Removed::OfPage);
    }
    store::delete_redirect(&mut tx, area, locale, path).await?;
    let subject = Subject::new(address(area, locale, path));
    audit_log::log(&mut tx, actor, Action::RedirectRemoved, subject).await?;
    change_feed::publish(&mut tx, &[LINK_TARGETS.to_owned()]).await?;
    tx.commit().await?;
    Ok(Removed::Gone)
}

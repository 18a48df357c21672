//! Redirects that users add and delete, beside those of pages and moves.

use core_wasm::locale::Locale;

use super::store::{self, Listed};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::db::Db;
use crate::shared::record::store::Text;
use crate::shared::record::{PLACES, address};
use crate::shared::{changes, id};

/// Origin of redirects that users create in the admin area.
pub(crate) const EDITOR: &str = "editor";

pub(crate) async fn listed(
    db: &Db,
    area: &str,
    words: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<Listed>, i64), sqlx::Error> {
    store::listed(db, area, words, skip, size).await
}

/// Lets an address lead to a page. False where it leads somewhere already.
pub(crate) async fn add(
    db: &Db,
    actor: &Actor,
    area: &str,
    (locale, path): (Locale, &str),
    to: &Text,
) -> Result<bool, sqlx::Error> {
    let mut tx = db.begin().await?;
    if !store::add(&mut tx, area, locale, path, &to.page_id, EDITOR, id::now()).await? {
        return Ok(false);
    }
    let subject = Subject::new(address(area, locale, path)).after(&to.path);
    audit::record(&mut tx, actor, Action::RedirectAdded, subject).await?;
    changes::record(&mut tx, &[PLACES.to_owned()]).await?;
    tx.commit().await?;
    Ok(true)
}

/// The result of deleting a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Removed {
    Gone,
    Unknown,
    /// The front matter of the page names it, and would name it again.
    OfPage,
}

pub(crate) async fn remove(
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
    store::remove(&mut tx, area, locale, path).await?;
    let subject = Subject::new(address(area, locale, path));
    audit::record(&mut tx, actor, Action::RedirectRemoved, subject).await?;
    changes::record(&mut tx, &[PLACES.to_owned()]).await?;
    tx.commit().await?;
    Ok(Removed::Gone)
}

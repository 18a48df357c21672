//! Parent of a page in the navigation (ADR 0070).

use super::{PageError, lock_unchanged_page, name};
use crate::Page;
use pailou_content::area::DOCS;
use pailou_database::audit_log::{self, Action, Actor, Subject};
use pailou_navigation_parents as nesting;
use pailou_store::context::Store;

/// Sets the parent of a page in the navigation of both languages; `None` means the page or folder at the parent path.
pub async fn set_parent(
    store: &Store,
    page_id: &str,
    parent_id: Option<&str>,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<Page, PageError> {
    let mut tx = store.db.begin().await?;
    let page = lock_unchanged_page(&mut tx, page_id, seen).await?;
    if page.is_in_trash() || page.area != DOCS {
        return Err(PageError::Unknown);
    }
    let before = nesting::parent_in(&mut tx, page_id, page.source_locale).await?;
    nesting::choose(&mut tx, page_id, parent_id).await?;
    let after = match parent_id {
        Some(parent_id) => Some(crate::lock_page(&mut tx, parent_id).await?.key),
        None => None,
    };
    let subject = Subject::new(name(&page)).before(&before.map(|parent| parent.key)).after(&after);
    audit_log::log(&mut tx, actor, Action::PageParentChanged, subject).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

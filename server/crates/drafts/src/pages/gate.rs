//! Publish gate of a single page.

use super::{PageError, lock_unchanged_page, name};
use crate::Page;
use pailou_database::audit_log::Actor;
use pailou_store::context::Store;
use pailou_store::publish_gate::{self, PublishGate};

/// Sets the publish gate of a page; `None` removes it, so that the gate of the area applies. Returns `Stale` if the
/// page has changed since the client read revision `seen`.
pub async fn set_publish_gate(
    store: &Store,
    page_id: &str,
    gate: Option<PublishGate>,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<Page, PageError> {
    let mut tx = store.db.begin().await?;
    let page = lock_unchanged_page(&mut tx, page_id, seen).await?;
    publish_gate::set_page(&mut tx, actor, (page_id, &name(&page)), gate).await?;
    tx.commit().await?;
    Ok(page)
}

//! Source language of a page. Translators edit the other language.

use core_wasm::locale::Locale;

use super::{PageError, lock_unchanged_page, name, store};
use crate::Page;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_store::context::Store;
use pailou_store::page_tag;

pub async fn set_source(
    store: &Store,
    page_id: &str,
    locale: Locale,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<Page, PageError> {
    let mut tx = store.db.begin().await?;
    let page = lock_unchanged_page(&mut tx, page_id, seen).await?;
    if page.text(locale).is_none() {
        return Err(PageError::Unknown);
    }
    if page.source_locale == locale {
        return Ok(page);
    }
    store::set_page_source(&mut tx, page_id, locale).await?;
    change_feed::publish(&mut tx, &[page_tag(&page.area, &page.key)]).await?;
    let subject = Subject::new(name(&page)).before(&page.source_locale.tag()).after(&locale.tag());
    audit_log::log(&mut tx, actor, Action::PageSourceChanged, subject).await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

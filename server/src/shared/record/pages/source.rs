//! Source language of a page. Translators edit the other language.

use core_wasm::locale::Locale;

use super::{PageError, name, store};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::changes;
use crate::shared::record::context::Store;
use crate::shared::record::drafts::{self, Page};
use crate::shared::record::page_tag;

pub(crate) async fn set_source(
    store: &Store,
    page_id: &str,
    locale: Locale,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<Page, PageError> {
    let mut tx = store.db.begin().await?;
    let page = drafts::held(&mut tx, page_id).await?;
    if seen.is_some_and(|seen| seen != page.revision()) {
        return Err(PageError::Stale);
    }
    if page.text(locale).is_none() {
        return Err(PageError::Unknown);
    }
    if page.source_locale == locale {
        return Ok(page);
    }
    store::set_source(&mut tx, page_id, locale).await?;
    changes::record(&mut tx, &[page_tag(&page.area, &page.key)]).await?;
    let subject = Subject::new(name(&page)).before(&page.source_locale.tag()).after(&locale.tag());
    audit::record(&mut tx, actor, Action::PageSourceChanged, subject).await?;
    let page = drafts::held(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.hear(&store.db).await?;
    Ok(page)
}

//! Saving and discarding of drafts, and restoring of earlier revisions.

use core_wasm::locale::Locale;

use super::{DraftError, Page, Working, held, store};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::db::Tx;
use crate::shared::id;
use crate::shared::record::context::Store;
use crate::shared::record::edit::with_line_ends_of;
use crate::shared::record::store::{self as record};
use crate::shared::record::write::WriteError;
use pailou_content::issue;
use pailou_content::issue::Issue;

/// The new content of a draft.
pub(crate) struct Change<'a> {
    pub(crate) page_id: &'a str,
    pub(crate) locale: Locale,
    /// The whole file.
    pub(crate) text: &'a str,
    /// The revision that was changed; none accepts any.
    pub(crate) seen: Option<&'a str>,
    /// The revision that stands and that the text takes account of, where that is newer than what it began with.
    pub(crate) base: Option<&'a str>,
    pub(crate) author: &'a str,
}

/// Saves a draft. Saving the published text deletes the draft, unless it is scheduled.
pub(crate) async fn save(store: &Store, change: &Change<'_>) -> Result<Page, DraftError> {
    if let Some(at) = change.text.find('\0') {
        let line = issue::line_at(change.text.as_bytes(), at);
        let issue = Issue::error("file-not-text", line, "a NUL character");
        return Err(WriteError::Unreadable(issue).into());
    }
    let mut tx = store.db.begin().await?;
    let page = held(&mut tx, change.page_id).await?;
    let text = seen(&page, change.locale, change.seen)?;
    let body = with_line_ends_of(&text.saved, change.text);
    let names_what_stands =
        change.base.is_some_and(|base| base == format!("{}-{}", text.saved.id, text.saved.number));
    let base = match &text.draft {
        Some(draft) if !names_what_stands => draft.base,
        _ => text.saved.number,
    };
    keep(&mut tx, text, base, body, change.author).await?;
    let page = held(&mut tx, change.page_id).await?;
    tx.commit().await?;
    Ok(page)
}

pub(super) async fn keep(
    tx: &mut Tx,
    text: &Working,
    base: i64,
    body: String,
    author: &str,
) -> Result<(), sqlx::Error> {
    let id = &text.saved.id;
    let says_what_stands = body == text.standing();
    let is_scheduled = text.draft.as_ref().is_some_and(|draft| draft.publish_at.is_some());
    // A user who undoes all changes has not canceled the schedule.
    if says_what_stands && !is_scheduled {
        return store::delete(tx, id).await;
    }
    let base = if says_what_stands { text.saved.number } else { base };
    if text.draft.as_ref().is_some_and(|draft| draft.body == body && draft.base == base) {
        return Ok(());
    }
    store::put(tx, id, &store::Draft::new(base, body, author, id::now())).await
}

/// Replaces the body of a draft and rebases it onto another revision, unless it is outdated already.
pub(in crate::shared::record) async fn carry(
    tx: &mut Tx,
    text: &Working,
    number: i64,
    body: String,
) -> Result<(), sqlx::Error> {
    let Some(draft) = &text.draft else { return Ok(()) };
    let base = if text.is_outdated() { draft.base } else { number };
    let draft = store::Draft { base, body, version: id::record(), ..draft.clone() };
    store::put(tx, &text.saved.id, &draft).await
}

/// Throws away what is not published.
pub(crate) async fn discard(
    store: &Store,
    page_id: &str,
    locale: Locale,
    revision: Option<&str>,
    actor: &Actor,
) -> Result<(), DraftError> {
    let mut tx = store.db.begin().await?;
    let page = held(&mut tx, page_id).await?;
    let text = seen(&page, locale, revision)?;
    if let Some(draft) = &text.draft {
        store::delete(&mut tx, &text.saved.id).await?;
        let subject = Subject::new(page.name(text)).before(&draft.body);
        audit::record(&mut tx, actor, Action::DraftDiscarded, subject).await?;
    }
    Ok(tx.commit().await?)
}

/// Writes again what a revision said, as a draft.
pub(crate) async fn restore(
    store: &Store,
    page_id: &str,
    locale: Locale,
    number: i64,
    revision: Option<&str>,
    author: &str,
) -> Result<Page, DraftError> {
    let mut tx = store.db.begin().await?;
    let page = held(&mut tx, page_id).await?;
    let text = seen(&page, locale, revision)?;
    let once = record::revision_in(&mut tx, &text.saved.id, number).await?;
    let once = once.ok_or(DraftError::Unknown)?;
    let body = format!("{}{}", once.front_matter, once.markdown);
    keep(&mut tx, text, text.saved.number, body, author).await?;
    let page = held(&mut tx, page_id).await?;
    tx.commit().await?;
    Ok(page)
}

/// The text of a page, if it stands and is as it was seen.
pub(super) fn seen<'p>(
    page: &'p Page,
    locale: Locale,
    seen: Option<&str>,
) -> Result<&'p Working, DraftError> {
    let text = page.text(locale).filter(|text| text.saved.removed_at.is_none());
    let text = text.ok_or(DraftError::Unknown)?;
    match seen {
        Some(seen) if seen != text.revision() => {
            Err(DraftError::Stale { current: text.seen(), base: None })
        }
        _ => Ok(text),
    }
}

impl Page {
    /// As the log names it.
    pub(super) fn name(&self, text: &Working) -> String {
        format!("{}/{}/{}", self.area, text.locale.segment(), text.saved.path)
    }
}

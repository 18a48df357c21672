//! Intentional copies: a user marks a segment as intentionally equal in both languages. The mark
//! is stored with the hash of the text, so it has no effect after either text changes.

use std::collections::BTreeSet;

use super::save::text_if_unchanged;
use super::segmented_draft::copied_words_of;
use super::{DraftError, MarkError, Page, SegmentMarks};
use pailou_database::audit_log::Action;
use pailou_store::context::Store;
use pailou_store::{copies, save};

/// Stores the complete list of intentional copies of one language: all of them, or none if one is invalid.
pub async fn replace_intentional_copies(
    store: &Store,
    request: &SegmentMarks<'_>,
) -> Result<Page, MarkError> {
    let page = super::load_page(&store.db, request.page_id).await?.ok_or(DraftError::Unknown)?;
    let revision = request.check(&page)?.revision();
    let copied = copied_words_of(&store.db, &page, request.locale).await?;
    let mut words = BTreeSet::new();
    for id in request.segments {
        let found = copied.get(id).ok_or_else(|| MarkError::NotCopied(id.clone()))?;
        words.insert(found.clone());
    }
    let mut tx = store.db.begin().await?;
    let page = request.open(&mut tx).await?;
    // Returns an error if the text has changed since its untranslated copies were determined.
    text_if_unchanged(&page, request.locale, Some(&revision))?;
    let by = (request.actor.name.as_str(), request.user_id);
    copies::replace_intentional_marks(&mut tx, &page.id, request.locale, words, by).await?;
    save::count_segments(&mut tx, &page.id).await?;
    Ok(request.commit(store, tx, &page, Action::CopiesKept).await?)
}

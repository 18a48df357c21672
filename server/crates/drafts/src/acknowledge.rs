//! Acknowledgements: a person says that the translation of segments still holds after their source changed. Links rest
//! on what both languages say from then on, and it is kept who said so, and when.

use std::collections::{HashMap, HashSet};

use super::store::{self, Acknowledged};
use super::{MarkError, Page, SegmentMarks};
use pailou_database::audit_log::Action;
use pailou_database::id;
use pailou_store::context::Store;
use pailou_store::save;
use pailou_store::save::Outdated;

/// Marks outdated segments as still correct: all of them, or none.
pub async fn acknowledge(store: &Store, request: &SegmentMarks<'_>) -> Result<Page, MarkError> {
    let mut tx = store.db.begin().await?;
    let page = request.open(&mut tx).await?;
    let outdated = save::outdated(&mut tx, &page.id, request.locale).await?;
    let mut found: HashMap<&str, &Outdated> =
        outdated.iter().map(|outdated| (outdated.id.as_str(), outdated)).collect();
    let now = id::now();
    let wanted: HashSet<&str> = request.segments.iter().map(String::as_str).collect();
    for segment in &wanted {
        let unknown = || MarkError::NotOutdated((*segment).to_owned());
        let source = &found.remove(segment).ok_or_else(unknown)?.source;
        let row = Acknowledged {
            segment: (*segment).to_owned(),
            words: source.words.clone(),
            markup: source.markup.clone(),
            created_by: request.actor.name.clone(),
            created_by_id: request.user_id.to_owned(),
            created_at: now,
        };
        store::put_acknowledged(&mut tx, &page.id, request.locale, &row).await?;
    }
    save::acknowledge(&mut tx, &page.id, request.locale, &wanted, now).await?;
    Ok(request.commit(store, tx, &page, Action::TranslationAcknowledged).await?)
}

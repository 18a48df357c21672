//! Intentional copies: a person says that a segment is meant to say the same in both languages. The mark is void when
//! either text changes, because it is stored with the hash of their words.

use std::collections::BTreeSet;

use core_wasm::locale::Locale;

use super::save::seen;
use super::sheet::copied_words_of;
use super::{DraftError, Page, held};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::changes;
use crate::shared::record::{TEXTS, copies, page_tag, save};
use crate::shared::site::Site;

/// The copies of one language that are intentional; all others are not.
pub(crate) struct Keeping<'a> {
    pub(crate) page_id: &'a str,
    pub(crate) locale: Locale,
    /// The revision that was seen; none accepts any.
    pub(crate) seen: Option<&'a str>,
    /// The revision of the other language that was seen.
    pub(crate) other: Option<&'a str>,
    pub(crate) segments: &'a [String],
    pub(crate) user_id: &'a str,
    pub(crate) actor: &'a Actor,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum KeepError {
    #[error("segment `{0}` is not an untranslated copy")]
    NotCopied(String),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// Stores which copies are intentional: all of them, or none.
pub(crate) async fn keep_copies(site: &Site, request: &Keeping<'_>) -> Result<Page, KeepError> {
    let page = super::page(&site.db, request.page_id).await?.ok_or(DraftError::Unknown)?;
    let revision = as_seen(&page, request)?;
    let copied = copied_words_of(&site.db, &page, request.locale).await?;
    let mut words = BTreeSet::new();
    for id in request.segments {
        let found = copied.get(id).ok_or_else(|| KeepError::NotCopied(id.clone()))?;
        words.insert(found.clone());
    }
    let mut tx = site.db.begin().await?;
    let page = held(&mut tx, request.page_id).await?;
    // The text is still what was looked at above.
    let now = as_seen(&page, request)?;
    if now != revision {
        seen(&page, request.locale, Some(&revision))?;
    }
    let by = (request.actor.name.as_str(), request.user_id);
    copies::replace_marks(&mut tx, &page.id, request.locale, words, by).await?;
    save::count(&mut tx, &page.id).await?;
    let tags = [page_tag(&page.area, &page.key), TEXTS.to_owned(), "status".to_owned()];
    changes::record(&mut tx, &tags).await?;
    let name = page.text(request.locale).map(|text| page.name(text)).unwrap_or_default();
    let subject = Subject::new(name).after(&request.segments);
    audit::record(&mut tx, request.actor, Action::CopiesKept, subject).await?;
    let page = held(&mut tx, request.page_id).await?;
    tx.commit().await?;
    site.changes.hear(&site.db).await?;
    Ok(page)
}

/// The revision of the text, if both texts are as they were seen.
fn as_seen(page: &Page, request: &Keeping<'_>) -> Result<String, DraftError> {
    let text = seen(page, request.locale, request.seen)?;
    if let Some(other) = request.other {
        seen(page, request.locale.other(), Some(other))
            .map_err(|error| DraftError::Other(Box::new(error)))?;
    }
    Ok(text.revision())
}

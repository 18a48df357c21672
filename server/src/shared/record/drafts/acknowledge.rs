//! Acknowledgements: a person says that the translation of segments still holds after their source changed. Links rest
//! on what both languages say from then on, and it is kept who said so, and when.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::save::seen;
use super::store::{self, Acknowledged};
use super::{DraftError, Page, held};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::changes;
use crate::shared::id;
use crate::shared::record::save::{self, Outdated};
use crate::shared::record::{TEXTS, page_tag};
use crate::shared::site::Site;

/// Segments of one language that are still correct.
pub(crate) struct Acknowledging<'a> {
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
pub(crate) enum AcknowledgeError {
    /// No published change of the other language leaves this segment outdated.
    #[error("segment `{0}` is not outdated")]
    NotOutdated(String),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// Marks outdated segments as still correct: all of them, or none.
pub(crate) async fn acknowledge(
    site: &Site,
    request: &Acknowledging<'_>,
) -> Result<Page, AcknowledgeError> {
    let mut tx = site.db.begin().await?;
    let page = held(&mut tx, request.page_id).await?;
    let text = seen(&page, request.locale, request.seen)?;
    if let Some(other) = request.other {
        seen(&page, request.locale.other(), Some(other))
            .map_err(|error| DraftError::Other(Box::new(error)))?;
    }
    let outdated = save::outdated(&mut tx, &page.id, request.locale).await?;
    let mut found: HashMap<&str, &Outdated> =
        outdated.iter().map(|outdated| (outdated.id.as_str(), outdated)).collect();
    let now = id::now();
    let wanted: HashSet<&str> = request.segments.iter().map(String::as_str).collect();
    for segment in &wanted {
        let unknown = || AcknowledgeError::NotOutdated((*segment).to_owned());
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
    let tags = [page_tag(&page.area, &page.key), TEXTS.to_owned(), "status".to_owned()];
    changes::record(&mut tx, &tags).await?;
    let subject = Subject::new(page.name(text)).after(&request.segments);
    audit::record(&mut tx, request.actor, Action::TranslationAcknowledged, subject).await?;
    let page = held(&mut tx, request.page_id).await?;
    tx.commit().await?;
    site.changes.hear(&site.db).await?;
    Ok(page)
}

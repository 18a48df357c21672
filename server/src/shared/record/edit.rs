//! Edits of a text on the site. A save never overwrites a revision that its author has not seen.

use core_wasm::locale::Locale;
use serde_json::json;

use super::drafts::with_line_ends_of;
use super::save;
use super::store::{self, Revision, Text};
use super::write::{Surroundings, WriteError, Writing, Written, write};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::changes;
use crate::shared::site::Site;
use crate::shared::webhooks::{self, Event};
use pailou_content::issue;
use pailou_content::issue::Issue;

/// What is to be said from now on.
pub(crate) struct Edit<'a> {
    /// Its delimiters included; none keeps what there is.
    pub(crate) front_matter: Option<&'a str>,
    pub(crate) markdown: &'a str,
    /// The number of the revision that was changed; none accepts any.
    pub(crate) base: Option<i64>,
    pub(crate) actor: &'a Actor,
}

/// What came of it.
pub(crate) struct Edited {
    pub(crate) path: String,
    pub(crate) number: i64,
    /// What does not work in the new text.
    pub(crate) issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum EditError {
    /// Another user has saved since: the current revision, and the base of both edits.
    #[error("revision {} stands now", .current.number)]
    Stale { current: Box<Revision>, base: Option<Box<Revision>> },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("the text is gone")]
    Gone,
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// Saves and publishes a new state of a text. The same state again changes nothing.
pub(crate) async fn edit(site: &Site, text: &Text, edit: &Edit<'_>) -> Result<Edited, EditError> {
    let locale: Locale = text.locale.parse().map_err(|_| EditError::Gone)?;
    let around = Surroundings::of(site).await?;
    let mut tx = site.db.begin().await?;
    let area = store::hold(&mut tx, &text.page_id).await?.ok_or(EditError::Gone)?;
    let saved = store::saved(&mut tx, &text.page_id, locale).await?.ok_or(EditError::Gone)?;
    if edit.base.is_some_and(|base| base != saved.number) {
        drop(tx);
        return Err(stale(site, &text.id, saved.number, edit.base).await?);
    }
    let front = edit.front_matter.unwrap_or(&saved.front_matter);
    let whole = with_line_ends_of(&saved, &format!("{front}{}", edit.markdown));
    if let Some(at) = whole.find('\0') {
        let line = issue::line_at(whole.as_bytes(), at);
        let issue = Issue::error("file-not-text", line, "a NUL character");
        return Err(WriteError::Unreadable(issue).into());
    }
    let writing = Writing {
        area: &area,
        key: &text.key,
        locale,
        saved: &saved,
        whole: &whole,
        origin: save::SITE,
        author: &edit.actor.name,
    };
    let Written { done, path, issues } = write(&mut tx, &around, &writing).await?;
    changes::record(&mut tx, &done.tags).await?;
    if done.number != saved.number {
        let subject = Subject::new(format!("{area}/{}/{path}", locale.segment()));
        let revision = |number: i64| json!({ "revision": number });
        let subject = subject.before(&revision(saved.number)).after(&revision(done.number));
        audit::record(&mut tx, edit.actor, Action::PageChanged, subject).await?;
        let mut texts = webhooks::texts(&mut tx, &text.page_id).await?;
        texts.retain(|text| text.is_in(locale));
        let event = Event::PagePublished;
        webhooks::page(&mut tx, event, edit.actor, &text.page_id, texts).await?;
    }
    tx.commit().await?;
    site.changes.hear(&site.db).await?;
    Ok(Edited { path, number: done.number, issues })
}

async fn stale(
    site: &Site,
    text_id: &str,
    current: i64,
    base: Option<i64>,
) -> Result<EditError, sqlx::Error> {
    let current = store::revision(&site.db, text_id, current).await?;
    let base = match base {
        Some(base) => store::revision(&site.db, text_id, base).await?,
        None => None,
    };
    let base = base.map(Box::new);
    Ok(current
        .map_or(EditError::Gone, |current| EditError::Stale { current: Box::new(current), base }))
}

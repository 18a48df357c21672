//! Edits of a text on the site. With [`Edit::base`], a save never overwrites a revision that the user did not load.

use core_wasm::locale::Locale;
use serde_json::json;

use super::save;
use super::sql;
use super::sql::{Revision, Saved, Text};
use super::write::{TextWrite, WriteContext, WriteError, WriteOutcome, write_text};
use crate::context::Store;
use crate::outbox;
use crate::outbox::Event;
use crate::page_change::{ChangeError, PageChange};
use crate::publish_gate::GateRefusal;
use pailou_content::issue;
use pailou_content::issue::Issue;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;

/// New content of a text.
pub struct Edit<'a> {
    /// Front matter with its delimiters; `None` keeps the current front matter.
    pub front_matter: Option<&'a str>,
    pub markdown: &'a str,
    /// Number of the revision that the user edited; `None` accepts any current revision.
    pub base: Option<i64>,
    pub actor: &'a Actor,
}

/// Result of an edit.
pub struct Edited {
    pub path: String,
    pub number: i64,
    /// Issues in the new text.
    pub issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The current revision is not the revision `Edit::base`.
    #[error("stale revision: the current one is {}", .current.number)]
    Stale { current: Box<Revision>, base: Option<Box<Revision>> },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Refused(#[from] GateRefusal),
    #[error("text not found")]
    Gone,
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Saves a text; publishes it unless its front matter declares a draft. If nothing changed, no revision is stored.
pub async fn edit(store: &Store, text: &Text, edit: &Edit<'_>) -> Result<Edited, EditError> {
    let locale: Locale = text.locale.parse().map_err(|_| EditError::Gone)?;
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let area = sql::lock_page(&mut tx, &text.page_id).await?.ok_or(EditError::Gone)?;
    let saved = sql::saved(&mut tx, &text.page_id, locale).await?.ok_or(EditError::Gone)?;
    if edit.base.is_some_and(|base| base != saved.number) {
        drop(tx);
        return Err(stale(store, &text.id, saved.number, edit.base).await?);
    }
    let front = edit.front_matter.unwrap_or(&saved.front_matter);
    let whole = with_line_ends_of(&saved, &format!("{front}{}", edit.markdown));
    if let Some(at) = whole.find('\0') {
        let line = issue::line_at(whole.as_bytes(), at);
        let issue = Issue::error("file-not-text", line, "a NUL character");
        return Err(WriteError::Unreadable(issue).into());
    }
    let writing = TextWrite {
        area: &area,
        key: &text.key,
        locale,
        saved: &saved,
        whole: &whole,
        origin: save::SITE,
        author: &edit.actor.name,
    };
    let change = PageChange::begin(&mut tx, &text.page_id).await?;
    let WriteOutcome { done, path, issues } = write_text(&mut tx, &around, &writing).await?;
    change_feed::publish(&mut tx, &done.tags).await?;
    if done.number != saved.number {
        let subject = Subject::new(format!("{area}/{}/{path}", locale.segment()));
        let revision = |number: i64| json!({ "revision": number });
        let subject = subject.before(&revision(saved.number)).after(&revision(done.number));
        audit_log::log(&mut tx, edit.actor, Action::PageChanged, subject).await?;
        let mut texts = outbox::event_payloads(&mut tx, &text.page_id).await?;
        texts.retain(|text| text.is_in(locale));
        let event = Event::PagePublished;
        outbox::enqueue_page_event(&mut tx, event, edit.actor, &text.page_id, texts).await?;
        change.finish(&mut tx, edit.actor).await?;
    }
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(Edited { path, number: done.number, issues })
}

impl From<ChangeError> for EditError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(error) => Self::Refused(error),
            ChangeError::Database(error) => Self::Database(error),
        }
    }
}

async fn stale(
    store: &Store,
    text_id: &str,
    current: i64,
    base: Option<i64>,
) -> Result<EditError, sqlx::Error> {
    let current = sql::revision(&store.db, text_id, current).await?;
    let base = match base {
        Some(base) => sql::revision(&store.db, text_id, base).await?,
        None => None,
    };
    let base = base.map(Box::new);
    Ok(current
        .map_or(EditError::Gone, |current| EditError::Stale { current: Box::new(current), base }))
}

/// Converts all line endings to CRLF if all line endings of the saved text are CRLF. A `<textarea>` returns LF.
pub fn with_line_ends_of(saved: &Saved, whole: &str) -> String {
    let lines = format!("{}{}", saved.front_matter, saved.markdown);
    let is_crlf = lines.contains("\r\n") && !lines.replace("\r\n", "").contains('\n');
    if is_crlf { with_lf(whole).replace('\n', "\r\n") } else { whole.to_owned() }
}

/// Replaces CRLF with LF, the line ending in editors.
pub fn with_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

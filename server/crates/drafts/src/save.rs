//! Saving and discarding of drafts, and restoring of earlier revisions.

use core_wasm::locale::Locale;

use super::segmented_draft::DraftSegments;
use super::{Draft, DraftError, EditableText, Page, lock_page, store};
use pailou_content::issue;
use pailou_content::issue::Issue;
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;
use pailou_store::Verdict;
use pailou_store::context::Store;
use pailou_store::edit::with_line_ends_of;
use pailou_store::sql as record;
use pailou_store::write::WriteError;

/// New content of a draft.
pub struct Change<'a> {
    pub locale: Locale,
    /// Whole file.
    pub text: &'a str,
    /// Revision on which the change is based; `None` accepts any revision.
    pub seen: Option<&'a str>,
    /// Published revision that the client merged into the text. It becomes the base of the draft if it is the
    /// current published revision.
    pub base: Option<&'a str>,
    pub author: &'a str,
}

/// Page in the transaction that changes one of its drafts. It is locked and loaded once, so that the permission check,
/// the change, and the response use the same page.
pub struct LockedPage {
    tx: Tx,
    page: Page,
}

impl LockedPage {
    pub async fn open(store: &Store, id: &str) -> Result<Self, DraftError> {
        let mut tx = store.db.begin().await?;
        let page = lock_page(&mut tx, id).await?;
        Ok(Self { tx, page })
    }

    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Saves a draft. If its content is equal to the saved text and it is not scheduled, the draft is deleted.
    pub async fn save(mut self, change: &Change<'_>) -> Result<Page, DraftError> {
        if let Some(at) = change.text.find('\0') {
            let line = issue::line_at(change.text.as_bytes(), at);
            let issue = Issue::error("file-not-text", line, "a NUL character");
            return Err(WriteError::Unreadable(issue).into());
        }
        let text = text_if_unchanged(&self.page, change.locale, change.seen)?;
        let body = with_line_ends_of(&text.saved, change.text);
        let published = format!("{}-{}", text.saved.id, text.saved.number);
        let base = match &text.draft {
            Some(draft) if change.base != Some(&published) => draft.base,
            _ => text.saved.number,
        };
        let draft = keep(&mut self.tx, text, base, body, change.author).await?;
        self.commit(change.locale, draft).await
    }

    /// Saves the text of an earlier revision as a draft.
    pub async fn restore(
        mut self,
        locale: Locale,
        number: i64,
        revision: Option<&str>,
        author: &str,
    ) -> Result<Page, DraftError> {
        let text = text_if_unchanged(&self.page, locale, revision)?;
        let once = record::revision_in(&mut self.tx, &text.saved.id, number).await?;
        let once = once.ok_or(DraftError::Unknown)?;
        let body = format!("{}{}", once.front_matter, once.markdown);
        let draft = keep(&mut self.tx, text, text.saved.number, body, author).await?;
        self.commit(locale, draft).await
    }

    /// Deletes the draft of a text, if it has one. Returns `Stale` if the text does not have the revision that the
    /// client read.
    pub async fn discard(
        mut self,
        locale: Locale,
        revision: Option<&str>,
        actor: &Actor,
    ) -> Result<(), DraftError> {
        let text = text_if_unchanged(&self.page, locale, revision)?;
        if let Some(draft) = &text.draft {
            store::delete_draft(&mut self.tx, &text.saved.id).await?;
            let subject = Subject::new(self.page.name(text)).before(&draft.body);
            audit_log::log(&mut self.tx, actor, Action::DraftDiscarded, subject).await?;
        }
        Ok(self.tx.commit().await?)
    }

    /// Commits the transaction; returns the page with `draft` as the draft in `locale`.
    async fn commit(self, locale: Locale, draft: Option<Draft>) -> Result<Page, DraftError> {
        let Self { tx, mut page } = self;
        let text = match locale {
            Locale::Zh => &mut page.zh,
            Locale::En => &mut page.en,
        };
        if let Some(text) = text {
            text.draft = draft;
        }
        tx.commit().await?;
        Ok(page)
    }
}

/// Stores a draft and returns it. If `body` is equal to the saved text and the draft is not scheduled, deletes the
/// draft and returns `None`.
pub async fn keep(
    tx: &mut Tx,
    text: &EditableText,
    base: i64,
    body: String,
    author: &str,
) -> Result<Option<Draft>, sqlx::Error> {
    let id = &text.saved.id;
    let is_published_text = body == text.published_text();
    let is_scheduled = text.draft.as_ref().is_some_and(|draft| draft.publish_at.is_some());
    // A scheduled draft is kept even without changes.
    if is_published_text && !is_scheduled {
        store::delete_draft(tx, id).await?;
        return Ok(None);
    }
    let base = if is_published_text { text.saved.number } else { base };
    let new = Draft::new(base, body, author, id::now());
    let draft = match &text.draft {
        Some(draft) if draft.body == new.body && draft.base == base => {
            return Ok(Some(draft.clone()));
        }
        // The schedule is kept.
        Some(draft) => Draft {
            publish_at: draft.publish_at,
            publish_by: draft.publish_by.clone(),
            publish_by_id: draft.publish_by_id.clone(),
            decisions: unchanged_decisions(text, draft, &new.body),
            ..new
        },
        None => new,
    };
    store::upsert_draft(tx, id, &draft).await?;
    Ok(Some(draft))
}

/// Returns the verdicts of a schedule, without the verdicts on segments that the new `body` changes.
fn unchanged_decisions(text: &EditableText, draft: &Draft, body: &str) -> String {
    let mut decisions: Vec<(String, Verdict)> =
        serde_json::from_str(&draft.decisions).unwrap_or_default();
    if decisions.is_empty() {
        return draft.decisions.clone();
    }
    let (old, new) = (DraftSegments::of(text, &draft.body), DraftSegments::of(text, body));
    let (old, new) = (old.markdown_by_id(), new.markdown_by_id());
    decisions.retain(|(id, _)| old.get(id.as_str()) == new.get(id.as_str()));
    serde_json::to_string(&decisions).unwrap_or_default()
}

/// Replaces the body of a draft. Also rebases the draft onto revision `number`, unless the draft is already outdated.
pub(crate) async fn rebase_draft(
    tx: &mut Tx,
    text: &EditableText,
    number: i64,
    body: String,
) -> Result<(), sqlx::Error> {
    let Some(draft) = &text.draft else { return Ok(()) };
    let base = if text.is_outdated() { draft.base } else { number };
    let draft = store::Draft { base, body, version: id::new(), ..draft.clone() };
    store::upsert_draft(tx, &text.saved.id, &draft).await
}

/// Returns the text in this language. Returns `Unknown` if it does not exist or is in the trash. Returns `Stale` if its
/// revision is not `seen`, the revision that the client has read.
pub(crate) fn text_if_unchanged<'p>(
    page: &'p Page,
    locale: Locale,
    seen: Option<&str>,
) -> Result<&'p EditableText, DraftError> {
    let text = page.text(locale).filter(|text| text.saved.trashed_at.is_none());
    let text = text.ok_or(DraftError::Unknown)?;
    match seen {
        Some(seen) if seen != text.revision() => {
            Err(DraftError::Stale { current: text.at_revision(), base: None })
        }
        _ => Ok(text),
    }
}

impl Page {
    /// Returns the name of a text in the audit log.
    pub fn name(&self, text: &EditableText) -> String {
        format!("{}/{}/{}", self.area, text.locale.segment(), text.saved.path)
    }
}

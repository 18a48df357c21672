//! Drafts of pages: unpublished texts, kept separately from the published revisions until they are
//! published or discarded. They are not visible to readers (ADR 0026).
//!
//! - [`Page`] is a page with its texts and their drafts; [`LockedPage`] is the same in a write
//!   transaction.
//! - [`publish()`] and [`schedule_draft`] publish drafts, immediately or at a given time. [`unpublish`] unpublishes
//!   texts.
//! - [`pages`] creates, moves, trashes, and restores pages.
//! - [`preview()`], [`changes()`] and [`segments`] return a draft as HTML, its differences, and its
//!   segments.
//! - [`acknowledge()`], [`intentional`] and [`marks`] store acknowledgements and intentional
//!   copies.
//! - [mod@links] manages preview links. `reorder` changes the order of the blocks on the front page.
//!
//! ```no_run
//! # async fn example(store: &pailou_store::context::Store) -> Result<(), sqlx::Error> {
//! pailou_drafts::publish_due(store, pailou_database::id::now()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Order of calls of an autosave:
//!
//! ```text
//! LockedPage::open → save → segments of the saved language
//! ```

pub mod acknowledge;
pub mod changes;
pub(crate) mod effective_texts;
pub mod intentional;
pub mod links;
pub mod marks;
pub mod pages;
pub mod preview;
pub mod publish;
pub(crate) mod reorder;
pub mod save;
pub(crate) mod segmented_draft;
pub mod store;

use std::str::FromStr;

use core_wasm::locale::Locale;

pub use acknowledge::{SegmentSelection, acknowledge, undo_acknowledgement};
pub use changes::{SegmentChange, changes};
pub use effective_texts::effective_texts;
pub use intentional::replace_intentional_copies;
pub use links::{ListedLink, link, list_links, page_of_link, revoke_link};
pub use marks::{MarkError, SegmentMarks};
pub use preview::{PreviewIssue, preview};
pub(crate) use publish::end_schedule;
pub use publish::{
    Publishing, Unpublishing, publish, publish_due, run_scheduler, schedule_draft, unpublish,
    unschedule,
};
pub use reorder::{ArrangeError, BlockOrder, block_order, lock_block_order};
pub(crate) use save::rebase_draft;
pub use save::{Change, LockedPage};
pub use segmented_draft::{DraftSegment, State, segments, segments_in};
pub use store::Draft;

use pailou_auth::session::Permission;
use pailou_database::id;
use pailou_database::{Db, Tx};
use pailou_store::edit::with_lf;
use pailou_store::page_change::ChangeError;
use pailou_store::publish_gate::GateRefusal;
use pailou_store::sql as record;
use pailou_store::sql::Saved;
use pailou_store::write::WriteError;
use pailou_store::{LANDING, NEWS};

/// Time after the last presence report at which an editing session ends, in milliseconds.
const PRESENCE_TIMEOUT_MS: i64 = 60_000;

/// Page with its texts and their drafts.
pub struct Page {
    pub id: String,
    pub area: String,
    pub key: String,
    pub source_locale: Locale,
    pub zh: Option<EditableText>,
    pub en: Option<EditableText>,
}

/// Saved text and its draft, if there is one.
pub struct EditableText {
    pub locale: Locale,
    pub saved: Saved,
    pub draft: Option<Draft>,
}

/// Revision of a text, and the whole file at this revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextAtRevision {
    pub revision: String,
    pub text: String,
}

#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error("text not found")]
    Unknown,
    /// The text has changed since the client read it, or since the draft was based on it.
    #[error("stale draft: the current one is {}", .current.revision)]
    Stale { current: Box<TextAtRevision>, base: Option<Box<TextAtRevision>> },
    /// New images without alt text: line in the whole file, from 1, and target.
    #[error("images without alt text: {0:?}")]
    MissingAltText(Vec<(u32, String)>),
    /// The user who scheduled the publication no longer exists or has lost the permission.
    #[error("missing permission of the user who scheduled it")]
    Rights,
    /// The languages of the page must be published together, and one of them would not be published.
    #[error(transparent)]
    Gate(#[from] GateRefusal),
    /// An error in the text of the other language, which the request publishes together with this text.
    #[error("in the other language: {0}")]
    Other(Box<DraftError>),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl From<ChangeError> for DraftError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(error) => Self::Gate(error),
            ChangeError::Database(error) => Self::Database(error),
        }
    }
}

impl Page {
    pub fn text(&self, locale: Locale) -> Option<&EditableText> {
        match locale {
            Locale::Zh => self.zh.as_ref(),
            Locale::En => self.en.as_ref(),
        }
    }

    pub fn texts(&self) -> impl Iterator<Item = &EditableText> {
        self.zh.iter().chain(&self.en)
    }

    /// Returns the revision identifier of the page. It changes whenever either language is saved, or the page is moved,
    /// trashed, or restored.
    pub fn revision(&self) -> String {
        let mut all = self.key.clone();
        for text in self.texts() {
            all.push('\n');
            all.push_str(&text.revision());
            all.push_str(if text.saved.trashed_at.is_some() { " trash" } else { "" });
        }
        format!("{}-{}", self.id, &id::hash_of(&all)[..16])
    }

    /// Returns the permission that is required to change the text in this language: the source text or the translation.
    pub fn permission_for(&self, locale: Locale) -> Permission {
        if self.source_locale == locale {
            Permission::PagesEdit
        } else {
            Permission::TranslationsEdit
        }
    }

    /// Returns the area that is compared with the areas in the access scope of an account.
    pub fn area_of_limits(&self) -> &str {
        area_of_limits(&self.area)
    }

    pub(crate) fn is_in_trash(&self) -> bool {
        self.texts().all(|text| text.saved.trashed_at.is_some())
    }
}

impl EditableText {
    /// Returns the revision identifier of the text with its draft. It changes whenever the text or the draft is saved.
    pub fn revision(&self) -> String {
        match &self.draft {
            None => format!("{}-{}", self.saved.id, self.saved.number),
            Some(draft) => format!("{}-{}-{}", self.saved.id, draft.base, draft.version),
        }
    }

    /// Returns the whole file: the draft, or else the saved text. Line breaks are not normalized.
    pub fn whole(&self) -> String {
        self.draft.as_ref().map_or_else(|| self.published_text(), |draft| draft.body.clone())
    }

    /// Returns the whole saved file, without the draft.
    pub fn published_text(&self) -> String {
        format!("{}{}", self.saved.front_matter, self.saved.markdown)
    }

    pub fn is_published(&self) -> bool {
        self.saved.is_draft == 0
    }

    /// Whether the text was never public: it is not published, and its first revision is the current one.
    pub(crate) fn was_never_public(&self) -> bool {
        !self.is_published() && self.saved.number == 1
    }

    /// Whether the published revision is newer than the base of the draft.
    pub fn is_outdated(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.base != self.saved.number)
    }

    fn at_revision(&self) -> Box<TextAtRevision> {
        Box::new(TextAtRevision { revision: self.revision(), text: with_lf(&self.whole()) })
    }
}

/// Loads a page with its drafts, for reading; `None` if it does not exist.
pub async fn load_page(db: &Db, id: &str) -> Result<Option<Page>, sqlx::Error> {
    let Some(row) = store::page_row(db, id).await? else { return Ok(None) };
    let mut page = empty(row);
    for locale in Locale::ALL {
        let Some(saved) = record::saved_text(db, id, locale).await? else { continue };
        let draft = store::draft(db, &saved.id).await?;
        page.put(EditableText { locale, saved, draft });
    }
    Ok(Some(page))
}

/// Loads a page for writing: locks it until the transaction ends. Returns `Unknown` if it does not exist.
pub async fn lock_page(tx: &mut Tx, id: &str) -> Result<Page, DraftError> {
    let row = store::locked_page(tx, id).await?.ok_or(DraftError::Unknown)?;
    let mut page = empty(row);
    for locale in Locale::ALL {
        let Some(saved) = record::saved(tx, id, locale).await? else { continue };
        let draft = store::draft_in(tx, &saved.id).await?;
        page.put(EditableText { locale, saved, draft });
    }
    Ok(page)
}

fn empty(row: store::PageRow) -> Page {
    let source_locale = Locale::from_str(&row.source_locale).unwrap_or(Locale::En);
    let store::PageRow { id, area, key, .. } = row;
    Page { id, area, key, source_locale, zh: None, en: None }
}

impl Page {
    fn put(&mut self, text: EditableText) {
        match text.locale {
            Locale::Zh => self.zh = Some(text),
            Locale::En => self.en = Some(text),
        }
    }
}

/// Returns the area that is compared with the areas in the access scope of an account. News counts as the front page.
pub fn area_of_limits(area: &str) -> &str {
    if area == NEWS { LANDING } else { area }
}

/// Records that a user has a text open; returns the other users who have the page open: name, language, and time.
pub async fn open_page(
    db: &Db,
    page_id: &str,
    locale: Locale,
    user_id: &str,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    let now = id::now();
    let mut tx = db.begin().await?;
    store::record_presence(&mut tx, page_id, locale, user_id, now, now - PRESENCE_TIMEOUT_MS)
        .await?;
    tx.commit().await?;
    editors_of_page(db, page_id, user_id).await
}

/// Records that a user has closed a page.
pub async fn leave_page(db: &Db, page_id: &str, user_id: &str) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    store::delete_presence(&mut tx, page_id, user_id).await?;
    tx.commit().await
}

/// Returns the other users who have a page open: name, language, and time.
pub async fn editors_of_page(
    db: &Db,
    page_id: &str,
    user_id: &str,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    store::other_editors(db, page_id, user_id, id::now() - PRESENCE_TIMEOUT_MS).await
}

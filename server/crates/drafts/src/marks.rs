//! Common checks and records of user actions on segments of one language: acknowledgements and
//! intentional copies.

use core_wasm::locale::Locale;

use super::save::text_if_unchanged;
use super::{DraftError, EditableText, Page, lock_page};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_store::context::Store;
use pailou_store::{TEXTS, page_tag};

/// Segments of one language to which a user action applies.
#[derive(Clone, Copy)]
pub struct SegmentMarks<'a> {
    pub page_id: &'a str,
    pub locale: Locale,
    /// Revision of the text in `locale` that the client read; `None` accepts any revision.
    pub seen: Option<&'a str>,
    /// Revision of the text in the other language that the client read; `None` accepts any revision.
    pub other: Option<&'a str>,
    pub segments: &'a [String],
    pub user_id: &'a str,
    pub actor: &'a Actor,
}

#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    #[error("segment `{0}` is not an untranslated copy")]
    NotCopied(String),
    /// No published change of the other language has made the segment outdated.
    #[error("segment `{0}` is not outdated")]
    NotOutdated(String),
    /// The segment was not acknowledged, or a text has changed since.
    #[error("segment `{0}` has no acknowledgement that can be undone")]
    NotAcknowledged(String),
    #[error("no section with the heading id `{0}`")]
    UnknownSection(String),
    /// The page or section has no segment that can be acknowledged.
    #[error("nothing there is outdated: there is no segment to mark as still correct")]
    NothingOutdated,
    /// The page or section has no acknowledgement that can be undone.
    #[error("nothing there is marked as still correct, or the texts have changed since")]
    NothingAcknowledged,
    /// The segment was acknowledged by a trailer of this commit, not by a user on the site.
    #[error(
        "marked as still correct by commit `{0}` (`Translation-Still-Correct`): undo this in Git by \
         removing the commit from the branch, then update the source"
    )]
    AcknowledgedInGit(String),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl SegmentMarks<'_> {
    /// Locks and returns the page. Returns an error unless both texts have the revisions that the client read.
    pub async fn open(&self, tx: &mut Tx) -> Result<Page, DraftError> {
        let page = lock_page(tx, self.page_id).await?;
        self.check(&page)?;
        Ok(page)
    }

    /// Returns the text in `locale`. Returns an error unless both texts have the revisions that the client read.
    pub fn check<'p>(&self, page: &'p Page) -> Result<&'p EditableText, DraftError> {
        let text = text_if_unchanged(page, self.locale, self.seen)?;
        if let Some(other) = self.other {
            text_if_unchanged(page, self.locale.other(), Some(other))
                .map_err(|error| DraftError::Other(Box::new(error)))?;
        }
        Ok(text)
    }

    /// Adds the change to the change feed and the audit log, commits, and returns the changed page.
    pub async fn commit(
        &self,
        store: &Store,
        mut tx: Tx,
        page: &Page,
        action: Action,
    ) -> Result<Page, DraftError> {
        let tags = [page_tag(&page.area, &page.key), TEXTS.to_owned(), "status".to_owned()];
        change_feed::publish(&mut tx, &tags).await?;
        let name = page.text(self.locale).map(|text| page.name(text)).unwrap_or_default();
        let subject = Subject::new(name).after(&self.segments);
        audit_log::log(&mut tx, self.actor, action, subject).await?;
        let page = lock_page(&mut tx, self.page_id).await?;
        tx.commit().await?;
        store.changes.poll(&store.db).await?;
        Ok(page)
    }
}

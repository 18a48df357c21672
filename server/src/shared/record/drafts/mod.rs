//! Drafts of pages: unpublished text beside the published revisions, until it is published or discarded. Readers
//! never see it.

mod acknowledge;
mod arrange;
mod changes;
mod intentional;
mod links;
mod marks;
mod preview;
mod publish;
mod save;
mod sheet;
mod store;
mod written;

use std::str::FromStr;

use core_wasm::locale::Locale;

pub(crate) use acknowledge::acknowledge;
pub(crate) use arrange::{ArrangeError, Arrangement, arrangement, hold_arrangement};
pub(crate) use changes::{SegmentChange, changes};
pub(crate) use intentional::keep_copies;
pub(crate) use links::{link, shared};
pub(crate) use marks::{MarkError, SegmentMarks};
pub(crate) use preview::{Finding, preview};
pub(super) use publish::end_schedule;
pub(crate) use publish::{
    Publishing, keep_publishing, publish, publish_due, schedule, unpublish, unschedule,
};
pub(super) use save::carry;
pub(crate) use save::{Change, LockedPage};
pub(crate) use sheet::{State, WrittenSegment, segments, segments_in};
pub(crate) use store::Draft;
pub(crate) use written::written;

use super::store::{self as record, Saved};
use super::write::WriteError;
use super::{LANDING, NEWS};
use crate::shared::db::{Db, Tx};
use crate::shared::id;
use crate::shared::record::edit::with_lf;
use crate::shared::session::Act;

/// An editing session ends this long after its last report.
const OPEN_MS: i64 = 60_000;

/// A page with its texts and their drafts.
pub(crate) struct Page {
    pub(crate) id: String,
    pub(crate) area: String,
    pub(crate) key: String,
    pub(crate) source_locale: Locale,
    pub(crate) zh: Option<Working>,
    pub(crate) en: Option<Working>,
}

/// A text as it stands, and what is written beside that.
pub(crate) struct Working {
    pub(crate) locale: Locale,
    pub(crate) saved: Saved,
    pub(crate) draft: Option<Draft>,
}

/// A whole file at a revision that a user may have seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) revision: String,
    pub(crate) text: String,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum DraftError {
    #[error("text not found")]
    Unknown,
    /// Another user has saved since.
    #[error("stale draft: the current one is {}", .current.revision)]
    Stale { current: Box<Seen>, base: Option<Box<Seen>> },
    /// New pictures say nothing to those who do not see them; the line of each in the whole file, from 1, and where
    /// it leads.
    #[error("images without alt text: {0:?}")]
    Undescribed(Vec<(u32, String)>),
    /// The user who scheduled it no longer exists, or has lost the permission.
    #[error("missing permission of the user who scheduled it")]
    Rights,
    /// It is about the text of the other language, which was to be published together with this one.
    #[error("in the other language: {0}")]
    Other(Box<DraftError>),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl Page {
    pub(crate) fn text(&self, locale: Locale) -> Option<&Working> {
        match locale {
            Locale::Zh => self.zh.as_ref(),
            Locale::En => self.en.as_ref(),
        }
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &Working> {
        self.zh.iter().chain(&self.en)
    }

    /// Another one whenever something is saved, in either language, or the page moves.
    pub(crate) fn revision(&self) -> String {
        let mut all = self.key.clone();
        for text in self.texts() {
            all.push('\n');
            all.push_str(&text.revision());
            all.push_str(if text.saved.removed_at.is_some() { " trash" } else { "" });
        }
        format!("{}-{}", self.id, &id::hash_of(&all)[..16])
    }

    /// What it takes to change this language of it: an original, or a translation.
    pub(crate) fn act_in(&self, locale: Locale) -> Act {
        if self.source_locale == locale { Act::PagesEdit } else { Act::TranslationsEdit }
    }

    /// The area that limits of accounts speak of.
    pub(crate) fn area_of_limits(&self) -> &str {
        area_of_limits(&self.area)
    }

    pub(crate) fn is_in_trash(&self) -> bool {
        self.texts().all(|text| text.saved.removed_at.is_some())
    }
}

impl Working {
    /// Another one whenever something is saved.
    pub(crate) fn revision(&self) -> String {
        match &self.draft {
            None => format!("{}-{}", self.saved.id, self.saved.number),
            Some(draft) => format!("{}-{}-{}", self.saved.id, draft.base, draft.version),
        }
    }

    /// The whole file as it is written, with its own line ends.
    pub(crate) fn whole(&self) -> String {
        self.draft.as_ref().map_or_else(|| self.standing(), |draft| draft.body.clone())
    }

    /// The same as it stands.
    pub(crate) fn standing(&self) -> String {
        format!("{}{}", self.saved.front_matter, self.saved.markdown)
    }

    pub(crate) fn is_published(&self) -> bool {
        self.saved.is_draft == 0
    }

    /// Whether readers never saw it: it was never published, and its first revision is not a translation by a user.
    pub(crate) fn is_begun(&self) -> bool {
        !self.is_published() && self.saved.number == 1
    }

    /// Whether the published revision is newer than the base of the draft.
    pub(crate) fn is_outdated(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.base != self.saved.number)
    }

    fn seen(&self) -> Box<Seen> {
        Box::new(Seen { revision: self.revision(), text: with_lf(&self.whole()) })
    }
}

/// A page with its drafts, for reading.
pub(crate) async fn page(db: &Db, id: &str) -> Result<Option<Page>, sqlx::Error> {
    let Some(row) = store::page(db, id).await? else { return Ok(None) };
    let mut page = empty(row);
    for locale in Locale::ALL {
        let Some(saved) = record::looked_at(db, id, locale).await? else { continue };
        let draft = store::draft(db, &saved.id).await?;
        page.put(Working { locale, saved, draft });
    }
    Ok(Some(page))
}

/// The same for writing: locks the page until the transaction ends.
pub(super) async fn held(tx: &mut Tx, id: &str) -> Result<Page, DraftError> {
    let row = store::locked_page(tx, id).await?.ok_or(DraftError::Unknown)?;
    let mut page = empty(row);
    for locale in Locale::ALL {
        let Some(saved) = record::saved(tx, id, locale).await? else { continue };
        let draft = store::draft_in(tx, &saved.id).await?;
        page.put(Working { locale, saved, draft });
    }
    Ok(page)
}

fn empty(row: store::PageRow) -> Page {
    let source_locale = Locale::from_str(&row.source_locale).unwrap_or(Locale::En);
    let store::PageRow { id, area, key, .. } = row;
    Page { id, area, key, source_locale, zh: None, en: None }
}

impl Page {
    fn put(&mut self, text: Working) {
        match text.locale {
            Locale::Zh => self.zh = Some(text),
            Locale::En => self.en = Some(text),
        }
    }
}

/// News belong to the front page: who may write the one may write the other.
pub(crate) fn area_of_limits(area: &str) -> &str {
    if area == NEWS { LANDING } else { area }
}

/// Says that a user has a text open; answers who else has one of the page's open: name, language, when.
pub(crate) async fn open(
    db: &Db,
    page_id: &str,
    locale: Locale,
    user_id: &str,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    let now = id::now();
    let mut tx = db.begin().await?;
    store::open(&mut tx, page_id, locale, user_id, now, now - OPEN_MS).await?;
    tx.commit().await?;
    opened(db, page_id, user_id).await
}

/// Who else has a page open.
pub(crate) async fn opened(
    db: &Db,
    page_id: &str,
    user_id: &str,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    store::others(db, page_id, user_id, id::now() - OPEN_MS).await
}

//! Acknowledgements: a user marks the translation of segments as still correct after a change of their source. The
//! alignment is then based on the current segments of both languages. The user and the time are stored. An
//! acknowledgement can be undone until either text changes.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::store::{self, Acknowledged, StateBefore};
use super::{MarkError, Page, SegmentMarks};
use pailou_database::Tx;
use pailou_database::audit_log::Action;
use pailou_database::id;
use pailou_store::context::Store;
use pailou_store::decisions::{self, Undone};
use pailou_store::page_segments::PageSegments;
use pailou_store::pending_since;
use pailou_store::sql::StoredAlignment;
use pailou_translation::segment::{self, Kind, Known};

/// Selection of segments in a request.
#[derive(Debug, Clone, Copy)]
pub enum SegmentSelection<'a> {
    Segments(&'a [String]),
    /// Section below the heading with this id, subsections included; for an empty id, the segments above the first
    /// heading.
    Section(&'a str),
    Page,
}

impl<'a> SegmentSelection<'a> {
    /// Returns the selected ids among `candidates`. Returns the error `unknown(id)` for an id in `Segments` that is not
    /// a candidate, and the error `nothing` if no candidate is selected.
    fn among(
        self,
        segments: &'a [Known],
        candidates: Vec<String>,
        unknown: impl Fn(String) -> MarkError,
        nothing: MarkError,
    ) -> Result<Vec<String>, MarkError> {
        if let Self::Segments(ids) = self {
            let known: HashSet<&str> = candidates.iter().map(String::as_str).collect();
            if let Some(id) = ids.iter().find(|id| !known.contains(id.as_str())) {
                return Err(unknown(id.clone()));
            }
        }
        let selected = self.selected(segments)?;
        let mut found = candidates;
        found.retain(|id| selected.contains(id.as_str()));
        if found.is_empty() { Err(nothing) } else { Ok(found) }
    }

    /// Returns the ids of the selected segments, regardless of their translation state. Returns an error for an unknown
    /// heading id.
    fn selected(self, segments: &'a [Known]) -> Result<HashSet<&'a str>, MarkError> {
        let inside = match self {
            Self::Segments(ids) => return Ok(ids.iter().map(String::as_str).collect()),
            Self::Section(heading) => section(segments, heading)
                .ok_or_else(|| MarkError::UnknownSection(heading.to_owned()))?,
            Self::Page => segments,
        };
        Ok(inside.iter().map(|known| known.id.as_str()).collect())
    }
}

/// Returns the section of a heading; for an empty id, the segments above the first heading. `None` for an unknown
/// heading id.
fn section<'a>(segments: &'a [Known], heading: &str) -> Option<&'a [Known]> {
    if heading.is_empty() {
        let is_heading = |known: &Known| matches!(known.kind, Kind::Heading(_));
        let end = segments.iter().position(is_heading);
        return Some(&segments[..end.unwrap_or(segments.len())]);
    }
    segment::section(segments, heading)
}

/// Marks the selected outdated segments as still correct: all of them, or none.
pub async fn acknowledge(
    store: &Store,
    request: &SegmentMarks<'_>,
    marked: SegmentSelection<'_>,
) -> Result<Page, MarkError> {
    let mut tx = store.db.begin().await?;
    let page = request.open(&mut tx).await?;
    let segments = PageSegments::read(&mut tx, &page.id).await?;
    let outdated =
        decisions::outdated_segments(&mut tx, &page.id, &segments, request.locale).await?;
    let candidates = outdated.iter().map(|outdated| outdated.id.clone()).collect();
    let own = segments.of(request.locale);
    let selected =
        marked.among(own, candidates, MarkError::NotOutdated, MarkError::NothingOutdated)?;
    let sections: HashMap<String, String> =
        own.iter().map(|it| (it.id.clone(), it.heading_id.clone().unwrap_or_default())).collect();
    let ids: HashSet<&str> = selected.iter().map(String::as_str).collect();
    let (locale, now) = (request.locale, id::now());
    let since = pending_since::pending_times_in(&mut tx, &page.id, locale).await?;
    let before = decisions::acknowledge(&mut tx, &page.id, segments, locale, &ids, now).await?;
    let before: Vec<StoredAlignment> = before.into_iter().map(StoredAlignment::from).collect();
    for outdated in outdated.into_iter().filter(|outdated| ids.contains(outdated.id.as_str())) {
        let links = before.iter().filter(|link| is_of(link, locale, &outdated.id)).cloned();
        let state = StateBefore { links: links.collect(), since: since.get(&outdated.id).copied() };
        let row = Acknowledged {
            words: outdated.source.words,
            markup: outdated.source.markup,
            created_by: request.actor.name.clone(),
            created_by_id: request.user_id.to_owned(),
            created_at: now,
            section: sections.get(&outdated.id).cloned().unwrap_or_default(),
            undo: serde_json::to_string(&state).unwrap_or_default(),
            segment: outdated.id,
            commit_id: String::new(),
        };
        store::upsert_acknowledged(&mut tx, &page.id, locale, &row).await?;
    }
    let request = SegmentMarks { segments: &selected, ..*request };
    Ok(request.commit(store, tx, &page, Action::TranslationAcknowledged).await?)
}

fn is_of(link: &StoredAlignment, locale: Locale, segment: &str) -> bool {
    match locale {
        Locale::Zh => link.zh_segment == segment,
        Locale::En => link.en_segment == segment,
    }
}

/// Undoes acknowledgements, so that the segments are outdated again. An acknowledgement cannot be undone after either
/// text has changed. A segment with such an acknowledgement causes an error if it is listed, and is skipped in a
/// section or page.
pub async fn undo_acknowledgement(
    store: &Store,
    request: &SegmentMarks<'_>,
    marked: SegmentSelection<'_>,
) -> Result<Page, MarkError> {
    let mut tx = store.db.begin().await?;
    let page = request.open(&mut tx).await?;
    let segments = PageSegments::read(&mut tx, &page.id).await?;
    let (in_git, valid) = acknowledgements(&mut tx, &page, &segments, request).await?;
    let order = |row: &Acknowledged| {
        segments.of(request.locale).iter().position(|known| known.id == row.segment)
    };
    let mut rows = valid;
    rows.sort_by_key(order);
    let candidates = rows.iter().map(|row| row.segment.clone()).collect();
    let own = segments.of(request.locale);
    let selected = marked
        .among(own, candidates, MarkError::NotAcknowledged, MarkError::NothingAcknowledged)
        .map_err(|error| match &error {
            MarkError::NotAcknowledged(_) | MarkError::NothingAcknowledged => {
                let commit = commit_of(marked, own, &in_git);
                commit.map_or(error, MarkError::AcknowledgedInGit)
            }
            _ => error,
        })?;
    let ids: HashSet<&str> = selected.iter().map(String::as_str).collect();
    let undone = || rows.iter().filter(|row| ids.contains(row.segment.as_str()));
    let undone = Undone {
        links: undone().flat_map(Acknowledged::links_before).collect(),
        since: undone().map(|row| (row.segment.as_str(), row.outdated_since())).collect(),
    };
    let (locale, now) = (request.locale, id::now());
    decisions::undo_acknowledgement(&mut tx, &page.id, segments, locale, undone, now).await?;
    for segment in &selected {
        store::delete_acknowledged(&mut tx, &page.id, locale, segment).await?;
    }
    let request = SegmentMarks { segments: &selected, ..*request };
    Ok(request.commit(store, tx, &page, Action::AcknowledgementUndone).await?)
}

/// Returns the acknowledgements by commits, and the acknowledgements by users. An acknowledgement by a user is omitted
/// if either text has changed since.
async fn acknowledgements(
    tx: &mut Tx,
    page: &Page,
    segments: &PageSegments,
    request: &SegmentMarks<'_>,
) -> Result<(Vec<Acknowledged>, Vec<Acknowledged>), sqlx::Error> {
    let rows = store::acknowledged_in(tx, &page.id, request.locale).await?;
    let is_of_commit = |row: &Acknowledged| !row.commit_id.is_empty();
    let (in_git, mut rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_of_commit);
    rows.retain(|row| {
        let before = row.links_before();
        decisions::is_acknowledged(segments, request.locale, &row.segment, &before)
    });
    Ok((in_git, rows))
}

/// Returns the id of the commit that acknowledged one of the selected segments; `None` if there is none.
fn commit_of(
    marked: SegmentSelection<'_>,
    own: &[Known],
    in_git: &[Acknowledged],
) -> Option<String> {
    let selected = marked.selected(own).ok()?;
    let row = in_git.iter().find(|row| selected.contains(row.segment.as_str()))?;
    Some(row.commit_id.clone())
}

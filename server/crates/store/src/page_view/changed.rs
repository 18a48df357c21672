//! Outdated segments of a text, each with the change of its source since the translation.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use super::TextCounterpart;
use super::store::{self, EarlierRevision};
use crate::context::Store;
use crate::save::StoredSegment;
use crate::sql::{Revision, StoredAlignment, Text};
use pailou_markdown::flavor::Flavor;
use pailou_text_diff::word_diff::{Edit, word_diff};
use pailou_translation::freshness::{Change, Outdated, TextFreshness};
use pailou_translation::segment;
use pailou_translation::segment::Kind;

/// Maximum number of changes with a diff. Further changes are listed without a diff.
const MAX_SHOWN: usize = 100;

/// An outdated segment with the change of its source.
#[derive(Debug, Clone)]
pub struct ChangedSegment {
    pub id: String,
    pub heading_id: Option<String>,
    pub kind: Kind,
    pub change: Change,
    pub conflict: bool,
    /// First line in the body.
    pub line: u32,
    /// Diff of the source text; empty if the earlier source text is unknown, or after `MAX_SHOWN` changes.
    pub pieces: Vec<(Edit, String)>,
}

impl ChangedSegment {
    /// Whether the segment is part of a block, such as a list item or table row.
    pub fn is_inside(&self) -> bool {
        matches!(self.kind, Kind::ListItem | Kind::Table | Kind::TableRow)
    }
}

pub(super) async fn changed_segments(
    store: &Store,
    text: &Text,
    revision: &Revision,
    beside: &TextCounterpart,
    freshness: &TextFreshness,
) -> Result<Vec<ChangedSegment>, sqlx::Error> {
    let TextCounterpart { locale, links, other, counterpart_revision } = beside;
    let outdated = &freshness.outdated_segments;
    if text.segments_outdated == 0 || outdated.is_empty() {
        return Ok(Vec::new());
    }
    let lines = segment_lines(text, revision);
    let now = segment_sources(counterpart_revision);
    let mut found = Vec::with_capacity(outdated.len());
    for (number, outdated) in outdated.iter().enumerate() {
        let half = aligned_segment(*locale, links, &outdated.id);
        let pieces = match half {
            // `half.words` is empty if the segment was aligned after its translation, and the source at the time of
            // translation is unknown.
            Some(half) if number < MAX_SHOWN && !half.words.is_empty() => {
                let before = source_before(store, &other.id, &half).await?;
                let now = now.get(half.id).map_or("", String::as_str);
                before.map_or_else(Vec::new, |before| word_diff(&before, now))
            }
            _ => Vec::new(),
        };
        found.push(changed_segment(outdated, &lines, pieces));
    }
    found.sort_by_key(|changed| changed.line);
    Ok(found)
}

fn changed_segment(
    outdated: &Outdated,
    lines: &HashMap<String, u32>,
    pieces: Vec<(Edit, String)>,
) -> ChangedSegment {
    ChangedSegment {
        line: lines.get(&outdated.id).copied().unwrap_or(1),
        id: outdated.id.clone(),
        heading_id: outdated.heading_id.clone(),
        kind: outdated.kind,
        change: outdated.change,
        conflict: outdated.conflict,
        pieces,
    }
}

/// Counterpart of a segment in an alignment.
pub(super) struct AlignedSegment<'a> {
    pub(super) id: &'a str,
    pub(super) words: &'a str,
}

pub(super) fn aligned_segment<'a>(
    locale: Locale,
    links: &'a [StoredAlignment],
    id: &str,
) -> Option<AlignedSegment<'a>> {
    match locale {
        Locale::Zh => links
            .iter()
            .find(|link| link.zh_segment == id)
            .map(|link| AlignedSegment { id: &link.en_segment, words: &link.en_words }),
        Locale::En => links
            .iter()
            .find(|link| link.en_segment == id)
            .map(|link| AlignedSegment { id: &link.zh_segment, words: &link.zh_words }),
    }
}

/// Returns the source text that the alignment is based on; `None` if it is unknown.
pub(super) async fn source_before(
    store: &Store,
    text_id: &str,
    half: &AlignedSegment<'_>,
) -> Result<Option<String>, sqlx::Error> {
    let past = store::newest_revision_with_words(&store.db, text_id, half.words).await?;
    Ok(past.and_then(|EarlierRevision { markdown, segments }| {
        let stored: Vec<StoredSegment> = serde_json::from_str(&segments).ok()?;
        let is_same = |segment: &&StoredSegment| segment.words == half.words;
        let of_id = stored.iter().filter(is_same).find(|segment| segment.id == half.id);
        let segment = of_id.or_else(|| stored.iter().find(is_same))?;
        Some(markdown.get(segment.start..segment.end)?.trim().to_owned())
    }))
}

/// Returns the Markdown of each segment of a text, by segment id.
pub(crate) fn segment_sources(revision: &Revision) -> HashMap<String, String> {
    let stored: Vec<StoredSegment> = serde_json::from_str(&revision.segments).unwrap_or_default();
    let source = |segment: StoredSegment| {
        let source = revision.markdown.get(segment.start..segment.end).unwrap_or_default();
        (segment.id, source.trim().to_owned())
    };
    stored.into_iter().map(source).collect()
}

/// Returns the first line of each segment in the body, by segment id.
pub(crate) fn segment_lines(text: &Text, revision: &Revision) -> HashMap<String, u32> {
    let stored: Vec<StoredSegment> = serde_json::from_str(&revision.segments).unwrap_or_default();
    let cut = segment::segments(&revision.markdown, Flavor::read(&revision.dialect, &text.file));
    let line = |(stored, cut): (StoredSegment, segment::Segment)| (stored.id, cut.line);
    stored.into_iter().zip(cut).map(line).collect()
}

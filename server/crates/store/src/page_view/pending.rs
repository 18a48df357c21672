//! Segments of a page that are not up to date in one language.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::changed::{self, AlignedSegment, aligned_segment};
use crate::context::Store;
use crate::sql::{Revision, StoredAlignment, Text};
use crate::{copies, pending_since, read, sql as record};
use pailou_text_diff::word_diff::{Edit, word_diff};
use pailou_translation::freshness::{Change, TextFreshness};
use pailou_translation::segment::{Kind, Known};

/// Reason why a segment is not up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PendingState {
    /// The source changed after the translation.
    Outdated,
    /// There is no translation, or it is a copy of the source.
    NotTranslated,
    /// The segment belongs to the source and is not aligned; a translation may exist.
    NotAligned,
}

/// A segment that is not up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingSegment {
    pub id: String,
    pub state: PendingState,
    pub kind: Kind,
    /// Change of the source; `None` if the source did not change.
    pub change: Option<Change>,
    /// True if the segment and its source have both changed.
    pub conflict: bool,
    /// Id of the heading above the segment, in the language that has the segment.
    pub heading_id: Option<String>,
    /// True if the segment belongs to the translation, false if it belongs to the source.
    pub is_own: bool,
    /// Time at which the segment became outdated or untranslated, in milliseconds; `None` if unknown.
    pub since: Option<i64>,
    line: u32,
}

/// The texts of a pending segment, as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingTexts {
    /// Source text at the time of translation; `None` if it is unknown or did not change.
    pub before: Option<String>,
    /// Current source text; empty if it was deleted.
    pub source: String,
    /// Translation; empty if there is none.
    pub translation: String,
    /// Diff between `before` and `source`; empty if `before` is `None`.
    pub pieces: Vec<(Edit, String)>,
}

/// Published texts of a page in the language of the translation (`text`) and in the other language (`other`).
pub struct PendingPage {
    pub text: Option<Text>,
    pub other: Option<Text>,
    /// Pending segments sorted by state, outdated ones first, then in page order.
    pub segments: Vec<PendingSegment>,
    locale: Locale,
    links: Vec<StoredAlignment>,
    translations: HashMap<String, String>,
    sources: HashMap<String, String>,
}

/// Compares the published texts of a page. Returns the segments that are not up to date in `locale`.
pub async fn pending_of_page(
    store: &Store,
    page_id: &str,
    locale: Locale,
) -> Result<PendingPage, sqlx::Error> {
    let text = record::text_of_page(&store.db, page_id, locale).await?;
    let other = record::text_of_page(&store.db, page_id, locale.other()).await?;
    let own = load_published(store, text.as_ref()).await?;
    let counterpart_revision = load_published(store, other.as_ref()).await?;
    let links = record::alignments(&store.db, page_id).await?;
    let mut page = PendingPage {
        translations: own.as_ref().map_or_else(HashMap::new, changed::segment_sources),
        sources: counterpart_revision.as_ref().map_or_else(HashMap::new, changed::segment_sources),
        segments: Vec::new(),
        text,
        other,
        locale,
        links,
    };
    let (Some(other), Some(counterpart_revision)) = (&page.other, &counterpart_revision) else {
        return Ok(page);
    };
    let theirs = read::revision_segments(&other.file, counterpart_revision);
    let lines_there = changed::segment_lines(other, counterpart_revision);
    let mut segments = match (&page.text, &own) {
        (Some(text), Some(own)) => {
            let exempt = copies::exempt(&store.db, page_id).await?;
            let sides = (&*read::revision_segments(&text.file, own), &*theirs);
            let (fresh, _) = read::compared_segments(locale, &page.links, sides, &exempt);
            let lines = (changed::segment_lines(text, own), lines_there);
            pending(&fresh, &unaligned(locale, &page.links, &theirs, &fresh), &lines)
        }
        _ => theirs
            .iter()
            .filter(|segment| segment.is_translatable())
            .map(|segment| PendingSegment::of_source(segment, NOT_TRANSLATED, &lines_there))
            .collect(),
    };
    let since = pending_since::pending_times(&store.db, page_id, locale).await?;
    for segment in &mut segments {
        segment.since = since.get(&segment.id).copied();
    }
    segments.sort_by_key(|segment| (segment.state, segment.line));
    page.segments = segments;
    Ok(page)
}

const NOT_TRANSLATED: PendingState = PendingState::NotTranslated;

async fn load_published(
    store: &Store,
    text: Option<&Text>,
) -> Result<Option<Revision>, sqlx::Error> {
    match text {
        Some(text) => record::published_revision(&store.db, &text.id).await,
        None => Ok(None),
    }
}

/// Returns the translatable segments of the other text that are not aligned, except those that count as not translated.
fn unaligned<'a>(
    locale: Locale,
    links: &[StoredAlignment],
    theirs: &'a [Known],
    fresh: &TextFreshness,
) -> Vec<&'a Known> {
    if fresh.not_aligned.segments == 0 {
        return Vec::new();
    }
    let linked = links.iter().map(|link| match locale {
        Locale::Zh => &link.en_segment,
        Locale::En => &link.zh_segment,
    });
    let missing = fresh.not_translated_segments.iter().map(|segment| &segment.id);
    let counted: HashSet<&String> = linked.chain(missing).collect();
    theirs
        .iter()
        .filter(|segment| segment.is_translatable() && !counted.contains(&segment.id))
        .collect()
}

fn pending(
    fresh: &TextFreshness,
    unaligned: &[&Known],
    (lines, lines_there): &(HashMap<String, u32>, HashMap<String, u32>),
) -> Vec<PendingSegment> {
    let outdated = fresh.outdated_segments.iter().map(|it| PendingSegment {
        change: Some(it.change),
        conflict: it.conflict,
        ..PendingSegment::own(PendingState::Outdated, (&it.id, it.kind, &it.heading_id), lines)
    });
    let copied = fresh.copied_segments.iter();
    let copied = copied
        .map(|it| PendingSegment::own(NOT_TRANSLATED, (&it.id, it.kind, &it.heading_id), lines));
    let missing = fresh.not_translated_segments.iter().map(|it| PendingSegment {
        is_own: false,
        ..PendingSegment::own(NOT_TRANSLATED, (&it.id, it.kind, &it.heading_id), lines_there)
    });
    let unaligned = unaligned
        .iter()
        .map(|segment| PendingSegment::of_source(segment, PendingState::NotAligned, lines_there));
    outdated.chain(copied).chain(missing).chain(unaligned).collect()
}

impl PendingSegment {
    /// Creates a pending segment of the translation from its id, kind, and heading id.
    fn own(
        state: PendingState,
        (id, kind, heading_id): (&str, Kind, &Option<String>),
        lines: &HashMap<String, u32>,
    ) -> Self {
        Self {
            state,
            kind,
            change: None,
            conflict: false,
            heading_id: heading_id.clone(),
            is_own: true,
            since: None,
            id: id.to_owned(),
            line: lines.get(id).copied().unwrap_or(1),
        }
    }

    fn of_source(segment: &Known, state: PendingState, lines: &HashMap<String, u32>) -> Self {
        let named = (segment.id.as_str(), segment.kind, &segment.heading_id);
        Self { is_own: false, ..Self::own(state, named, lines) }
    }
}

impl PendingPage {
    /// Returns the source at the time of translation, the current source, and the translation.
    pub async fn texts(
        &self,
        store: &Store,
        segment: &PendingSegment,
    ) -> Result<PendingTexts, sqlx::Error> {
        let of = |texts: &HashMap<String, String>, id: &str| texts.get(id).cloned();
        if !segment.is_own {
            let source = of(&self.sources, &segment.id).unwrap_or_default();
            return Ok(PendingTexts {
                before: None,
                source,
                translation: String::new(),
                pieces: Vec::new(),
            });
        }
        let half = aligned_segment(self.locale, &self.links, &segment.id);
        let source = half.as_ref().and_then(|half| of(&self.sources, half.id)).unwrap_or_default();
        let before = match (&half, &self.other, segment.change) {
            (Some(half), Some(other), Some(_)) => pending_before(store, other, half).await?,
            _ => None,
        };
        Ok(PendingTexts {
            pieces: before.as_deref().map_or_else(Vec::new, |before| word_diff(before, &source)),
            before,
            source,
            translation: of(&self.translations, &segment.id).unwrap_or_default(),
        })
    }
}

async fn pending_before(
    store: &Store,
    other: &Text,
    half: &AlignedSegment<'_>,
) -> Result<Option<String>, sqlx::Error> {
    // The segment was aligned after its translation, and the source at the time of translation is unknown.
    if half.words.is_empty() {
        return Ok(None);
    }
    changed::source_before(store, &other.id, half).await
}

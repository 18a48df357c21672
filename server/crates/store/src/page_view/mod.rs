//! Page view for readers: HTML with all current and alternative heading ids, and with outdated
//! blocks highlighted. The parallel view of both languages is in `parallel.rs`.

pub mod anchors;
pub mod changed;
pub mod missing;
pub mod numbers;
pub mod parallel;
pub mod pending;
pub mod store;

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use anchors::Anchor;
pub use changed::ChangedSegment;
use core_wasm::locale::Locale;
pub use numbers::numbers;

use super::copies;
use super::read::{compared, compared_segments, link_targets, rendered_with, revision_segments};
use super::sql as record;
use super::sql::{Revision, StoredAlignment, Text};
use crate::context::Store;
use pailou_content::link::LinkTargets;
use pailou_database::{Db, Tx};
use pailou_markdown::blocks::{Block, block_at};
use pailou_markdown::extras::Extras;
use pailou_markdown::heading::Heading;
use pailou_markdown::html::Rendered;
use pailou_media::displayed_size;
use pailou_translation::freshness::Change;
use pailou_translation::segment::Kind;

/// Rendered text with its anchors, outdated segments, and missing sections.
pub struct PageView {
    pub rendered: Rendered,
    pub anchors: Vec<Anchor>,
    /// Outdated segments, in page order.
    pub moved: Vec<ChangedSegment>,
    /// Headings of the sections that only the other language has.
    pub missing: Vec<Heading>,
}

/// Returns the page view of a text. `other` is the text in the other language.
pub async fn load_page_view(
    store: &Store,
    text: &Text,
    revision: &Revision,
    other: Option<Text>,
) -> Result<PageView, sqlx::Error> {
    let anchors = anchors::anchors_of_text(&store.db, &text.id).await?;
    let (mut moved, mut missing, mut segments) = (Vec::new(), Vec::new(), HashMap::new());
    if let Some(beside) = find_counterpart(store, text, other).await? {
        segments = numbers(beside.locale, revision, &beside.counterpart_revision, &beside.links);
        // Most texts have no outdated or untranslated segments.
        if text.segments_outdated != 0 || text.segments_not_translated != 0 {
            let TextCounterpart { locale, links, other, counterpart_revision } = &beside;
            let exempt = copies::exempt(&store.db, &text.page_id).await?;
            let (own, theirs) =
                ((text.file.as_str(), revision), (other.file.as_str(), counterpart_revision));
            let (freshness, _) = compared(*locale, links, own, theirs, &exempt);
            moved = changed::changed_segments(store, text, revision, &beside, &freshness).await?;
            missing = missing::missing_sections(store, &beside, &freshness).await?;
        }
    }
    let extras = Extras {
        aliases: aliases(&anchors),
        outdated_lines: moved
            .iter()
            .filter(|moved| moved.is_inside())
            .map(|moved| moved.line)
            .collect(),
        blocks: !moved.is_empty(),
        segments,
    };
    let mut rendered = rendered_with(&*link_targets(store).await?, text, revision, &extras);
    if !moved.is_empty() {
        rendered.html = highlight_outdated(&rendered.html, &rendered.blocks, &moved);
    }
    Ok(PageView { rendered, anchors, moved, missing })
}

/// Returns the heading ids of the sections with outdated segments; `None` is the part above the first
/// section.
pub async fn outdated_sections(
    store: &Store,
    text: &Text,
    other: Text,
) -> Result<HashSet<Option<String>>, sqlx::Error> {
    let Some(revision) = record::published_revision(&store.db, &text.id).await? else {
        return Ok(HashSet::new());
    };
    let Some(beside) = find_counterpart(store, text, Some(other)).await? else {
        return Ok(HashSet::new());
    };
    let TextCounterpart { locale, links, other, counterpart_revision } = &beside;
    let exempt = copies::exempt(&store.db, &text.page_id).await?;
    let own = revision_segments(&text.file, &revision);
    let theirs = revision_segments(&other.file, counterpart_revision);
    let (freshness, _) = compared_segments(*locale, links, (&own, &theirs), &exempt);
    let sections = freshness.outdated_segments.into_iter().map(|segment| segment.heading_id);
    let mut sections: HashSet<Option<String>> = sections.collect();
    // The text below the title heading is the part of the page before the first section.
    let first = own.iter().find(|segment| matches!(segment.kind, Kind::Heading(_)));
    let title = first.filter(|segment| segment.kind == Kind::Heading(1));
    if title.is_some_and(|title| sections.contains(&title.heading_id)) {
        sections.insert(None);
    }
    Ok(sections)
}

/// Text in the other language, with the alignments of the page.
struct TextCounterpart {
    locale: Locale,
    links: Vec<StoredAlignment>,
    other: Text,
    counterpart_revision: Revision,
}

async fn find_counterpart(
    store: &Store,
    text: &Text,
    other: Option<Text>,
) -> Result<Option<TextCounterpart>, sqlx::Error> {
    let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
    let Some(other) = other else { return Ok(None) };
    let Some(counterpart_revision) = record::published_revision(&store.db, &other.id).await? else {
        return Ok(None);
    };
    let links = record::alignments(&store.db, &text.page_id).await?;
    Ok(Some(TextCounterpart { locale, links, other, counterpart_revision }))
}

/// Returns a page view in which no segment is marked as outdated and no missing section is listed.
pub fn without_highlights(
    targets: &LinkTargets,
    text: &Text,
    revision: &Revision,
    anchors: Vec<Anchor>,
    segments: HashMap<u32, Option<u32>>,
) -> PageView {
    let extras = Extras { aliases: aliases(&anchors), segments, ..Extras::default() };
    let rendered = rendered_with(targets, text, revision, &extras);
    PageView { rendered, anchors, moved: Vec::new(), missing: Vec::new() }
}

/// Returns width and height in pixels of each image with known size, by file.
pub(crate) async fn image_sizes(db: &Db) -> Result<Vec<(String, (u32, u32))>, sqlx::Error> {
    let sizes = store::image_size_rows(db).await?.into_iter();
    let size = |(file, width, height): (String, i64, i64)| {
        Some((file, (u32::try_from(width).ok()?, u32::try_from(height).ok()?)))
    };
    Ok(sizes.filter_map(size).collect())
}

/// Stores the size of an image; does nothing if `bytes` is not an image with a known size.
pub async fn store_image_size(tx: &mut Tx, hash: &str, bytes: &[u8]) -> Result<(), sqlx::Error> {
    match displayed_size(bytes) {
        Some((width, height)) => {
            store::upsert_image_size(tx, hash, width.into(), height.into()).await
        }
        None => Ok(()),
    }
}

/// Returns the alternative ids of each heading, beginning with its id in the other language.
fn aliases(anchors: &[Anchor]) -> HashMap<String, Vec<String>> {
    let ids = |anchor: &Anchor| anchor.counterpart.iter().chain(&anchor.earlier).cloned().collect();
    anchors.iter().map(|anchor| (anchor.id.clone(), ids(anchor))).collect()
}

/// Wraps each block with outdated segments in an element, and adds an empty template with the indexes of these
/// segments in `moved`.
fn highlight_outdated(html: &str, blocks: &[Block], moved: &[ChangedSegment]) -> String {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
    for (number, moved) in moved.iter().enumerate() {
        if let Some(block) = block_at(blocks, moved.line).and_then(|at| inside.get_mut(at)) {
            block.push(number);
        }
    }
    let mut out = String::with_capacity(html.len() + 128 * moved.len());
    for (block, inside) in blocks.iter().zip(&inside) {
        let html = html.get(block.html.clone()).unwrap_or_default();
        let Some(change) = inside.iter().filter_map(|at| moved.get(*at)).map(|m| m.change).max()
        else {
            out.push_str(html);
            continue;
        };
        let numbers: Vec<_> = inside.iter().map(ToString::to_string).collect();
        out.push_str(&format!(
            "<div class=\"outdated\" data-change=\"{}\">{html}</div>\n\
             <template data-outdated=\"{}\"></template>\n",
            Change::name(change),
            numbers.join(" ")
        ));
    }
    out
}

//! Parallel view of a page in both languages: aligned segments share a row. A row contains whole
//! blocks, because half a list or table is not valid HTML. The rows are in the order of the
//! displayed language.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::str::FromStr;

use core_wasm::locale::Locale;

use super::anchors::Anchor;
use super::{aliases, anchors, changed};
use crate::context::Store;
use crate::sql::{Revision, StoredAlignment, Text};
use crate::{copies, read, sql as record};
use pailou_content::link::LinkTargets;
use pailou_markdown::blocks::{Block, block_at, has_visible_content, without_ids};
use pailou_markdown::extras::Extras;
use pailou_markdown::html::Rendered;
use pailou_translation::freshness::Outdated;
use pailou_translation::untranslated_copy::Exempt;

/// Translation state of a row, relative to the displayed language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowState {
    UpToDate,
    /// The displayed language is outdated: the other language changed.
    Outdated,
    /// The other language is outdated: the displayed language changed.
    Ahead,
    /// Displayed once: equal in both languages, such as code; without visible content; or aligned with a block in an
    /// earlier row.
    Same,
    /// Untranslated copy of the other language.
    Copied,
    /// Exists only in the other language.
    NotTranslated,
    /// Exists only in the displayed language.
    Alone,
    /// Both languages have text at this position, but it is not aligned.
    NotAligned,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilingualRow {
    /// Ids of the segments in the displayed language, or else in the other language.
    pub segments: Vec<String>,
    /// HTML in the displayed language; empty if only the other language has text in the row.
    pub html: String,
    pub other: Option<String>,
    pub state: RowState,
}

/// Both languages of a page; `other` is `None` if the other language is not published.
pub struct ParallelTexts {
    pub other: Option<Text>,
    pub rows: Vec<BilingualRow>,
}

/// The displayed text and the text in the other language, each with its revision.
pub struct TextPair<'a> {
    pub text: &'a Text,
    pub revision: &'a Revision,
    pub other: Option<(Text, Revision)>,
}

pub async fn parallel_texts(
    store: &Store,
    text: &Text,
    revision: &Revision,
) -> Result<ParallelTexts, sqlx::Error> {
    let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
    let targets = read::link_targets(store).await?;
    let anchors = anchors::anchors_of_text(&store.db, &text.id).await?;
    let other = record::text_of_page(&store.db, &text.page_id, locale.other()).await?;
    let counterpart_revision = match &other {
        Some(other) => record::published_revision(&store.db, &other.id).await?,
        None => None,
    };
    let links = record::alignments(&store.db, &text.page_id).await?;
    let sides = TextPair { text, revision, other: other.zip(counterpart_revision) };
    let exempt = copies::exempt(&store.db, &text.page_id).await?;
    Ok(join_parallel_texts(&targets, sides, &anchors, &links, &exempt))
}

/// Returns the rows of both texts, joined by these alignments.
pub fn join_parallel_texts(
    targets: &LinkTargets,
    TextPair { text, revision, other }: TextPair<'_>,
    anchors: &[Anchor],
    links: &[StoredAlignment],
    exempt: &Exempt,
) -> ParallelTexts {
    let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
    let side = |text: &Text, revision: &Revision, aliases| {
        let extras = Extras { aliases, blocks: true, ..Extras::default() };
        let rendered = read::rendered_with(targets, text, revision, &extras);
        Side::new(rendered, changed::segment_lines(text, revision))
    };
    let own = side(text, revision, aliases(anchors));
    let Some((other, counterpart_revision)) = other else {
        return ParallelTexts {
            other: None,
            rows: bilingual_rows(&own, &Side::default(), &PageAlignments::default()),
        };
    };
    let (here_at, there_at) =
        ((text.file.as_str(), revision), (other.file.as_str(), &counterpart_revision));
    let (mine, theirs) = read::compared(locale, links, here_at, there_at, exempt);
    let ids = |outdated: Vec<Outdated>| outdated.into_iter().map(|outdated| outdated.id).collect();
    let copied = mine.copied_segments.into_iter().chain(theirs.copied_segments);
    let alignments = PageAlignments {
        pairs: links
            .iter()
            .map(|link| match locale {
                Locale::Zh => (link.zh_segment.clone(), link.en_segment.clone()),
                Locale::En => (link.en_segment.clone(), link.zh_segment.clone()),
            })
            .collect(),
        outdated: ids(mine.outdated_segments),
        ahead: ids(theirs.outdated_segments),
        copied: copied.map(|copied| copied.id).collect(),
    };
    let rows =
        bilingual_rows(&own, &side(&other, &counterpart_revision, HashMap::new()), &alignments);
    ParallelTexts { other: Some(other), rows }
}

/// Alignments of a page, each with the segment of the displayed language first, and the states of
/// the segments.
#[derive(Debug, Default)]
struct PageAlignments {
    pairs: Vec<(String, String)>,
    outdated: HashSet<String>,
    ahead: HashSet<String>,
    /// Untranslated copies in either language.
    copied: HashSet<String>,
}

/// One language of the page: its blocks and their segments.
#[derive(Debug, Default)]
struct Side {
    html: String,
    blocks: Vec<Block>,
    /// Segment ids of each block, in order.
    segments: Vec<Vec<String>>,
    block_of: HashMap<String, usize>,
}

impl Side {
    fn new(rendered: Rendered, lines: HashMap<String, u32>) -> Self {
        let Rendered { html, blocks, .. } = rendered;
        let mut segments = vec![Vec::new(); blocks.len()];
        let mut block_of = HashMap::new();
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort_by_key(|(_, line)| *line);
        for (id, line) in lines {
            let Some(at) = block_at(&blocks, line) else { continue };
            segments[at].push(id.clone());
            block_of.insert(id, at);
        }
        Self { html, blocks, segments, block_of }
    }

    fn html(&self, blocks: &[usize]) -> String {
        let html = blocks.iter().filter_map(|at| self.html.get(self.blocks.get(*at)?.html.clone()));
        html.collect::<String>().trim().to_owned()
    }

    fn segments(&self, blocks: &[usize]) -> Vec<String> {
        blocks.iter().filter_map(|at| self.segments.get(*at)).flatten().cloned().collect()
    }
}

/// Blocks of both languages that share a row, by index.
#[derive(Debug, Default)]
struct Group {
    own: Vec<usize>,
    other: Vec<usize>,
    /// Whether an alignment joins the blocks; otherwise they only have the same position.
    is_linked: bool,
}

fn bilingual_rows(own: &Side, other: &Side, alignments: &PageAlignments) -> Vec<BilingualRow> {
    let groups = groups(own, other, &alignments.pairs);
    groups.iter().map(|group| bilingual_row(group, own, other, alignments)).collect()
}

fn bilingual_row(
    group: &Group,
    own: &Side,
    other: &Side,
    alignments: &PageAlignments,
) -> BilingualRow {
    let (html, other_html) = (own.html(&group.own), other.html(&group.other));
    let other_html = without_ids(&other_html);
    let (mine, theirs) = (own.segments(&group.own), other.segments(&group.other));
    let state = if group.other.is_empty() {
        if group.is_linked || !has_visible_content(&html) {
            RowState::Same
        } else {
            RowState::Alone
        }
    } else if group.own.is_empty() {
        RowState::NotTranslated
    } else if !group.is_linked {
        RowState::NotAligned
    } else if mine.iter().chain(&theirs).any(|id| alignments.copied.contains(id)) {
        RowState::Copied
    } else if mine.iter().any(|id| alignments.outdated.contains(id)) {
        RowState::Outdated
    } else if theirs.iter().any(|id| alignments.ahead.contains(id)) {
        RowState::Ahead
    } else if without_ids(&html) == other_html || !has_visible_content(&html) {
        RowState::Same
    } else {
        RowState::UpToDate
    };
    let is_equal =
        state == RowState::Same || (state == RowState::Copied && without_ids(&html) == other_html);
    let is_shown = !is_equal && has_visible_content(&other_html);
    BilingualRow {
        segments: if mine.is_empty() { theirs } else { mine },
        html,
        other: is_shown.then_some(other_html),
        state,
    }
}

/// Groups all blocks of both languages, in the order of the displayed language.
fn groups(own: &Side, other: &Side, pairs: &[(String, String)]) -> Vec<Group> {
    let mut linked: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); own.blocks.len()];
    for (mine, theirs) in pairs {
        if let (Some(mine), Some(theirs)) = (own.block_of.get(mine), other.block_of.get(theirs)) {
            linked[*mine].insert(*theirs);
        }
    }
    let (groups, row_of) = linked_groups(&linked);
    // An unaligned block of the other language follows the group of the block before it.
    let mut loose: Vec<Vec<usize>> = vec![Vec::new(); groups.len() + 1];
    let mut slot = 0;
    for at in 0..other.blocks.len() {
        match row_of.get(&at) {
            Some(group) => slot = group + 1,
            None => loose[slot].push(at),
        }
    }
    insert_unaligned(groups, loose)
}

/// Returns the blocks of the displayed language in groups; adjacent blocks that share an aligned block form one group.
/// Also returns the index of the group of each aligned block in the other language.
fn linked_groups(linked: &[BTreeSet<usize>]) -> (Vec<Group>, HashMap<usize, usize>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut row_of: HashMap<usize, usize> = HashMap::new();
    for (mine, theirs) in linked.iter().enumerate() {
        let shares =
            groups.last().is_some_and(|last| last.other.iter().any(|other| theirs.contains(other)));
        if !shares {
            groups.push(Group { is_linked: !theirs.is_empty(), ..Group::default() });
        }
        let number = groups.len() - 1;
        let Some(group) = groups.last_mut() else { continue };
        group.own.push(mine);
        for theirs in theirs {
            if let std::collections::hash_map::Entry::Vacant(free) = row_of.entry(*theirs) {
                free.insert(number);
                group.other.push(*theirs);
            }
        }
        group.other.sort_unstable();
    }
    (groups, row_of)
}

/// Inserts the unaligned blocks of the other language at their positions: into an adjacent unaligned
/// group, or as separate groups.
fn insert_unaligned(groups: Vec<Group>, loose: Vec<Vec<usize>>) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    let mut groups = groups.into_iter();
    for other in loose {
        waiting.extend(other);
        let Some(group) = groups.next() else { break };
        let is_free = !group.is_linked && group.other.is_empty();
        if is_free && !waiting.is_empty() {
            all.push(Group { other: std::mem::take(&mut waiting), ..group });
            continue;
        }
        let does_continue = is_free
            && all.last().is_some_and(|last| {
                !last.is_linked && !last.other.is_empty() && !last.own.is_empty()
            });
        if does_continue {
            if let Some(last) = all.last_mut() {
                last.own.extend(group.own);
            }
            continue;
        }
        all.extend(waiting.drain(..).map(unaligned_group));
        all.push(group);
    }
    all.extend(waiting.into_iter().map(unaligned_group));
    all
}

fn unaligned_group(other: usize) -> Group {
    Group { own: Vec::new(), other: vec![other], is_linked: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(linked: &[&[usize]], others: usize, expected: &[(&[usize], &[usize])]) {
        let linked: Vec<BTreeSet<usize>> =
            linked.iter().map(|indices| indices.iter().copied().collect()).collect();
        let (groups, row_of) = linked_groups(&linked);
        let mut loose = vec![Vec::new(); groups.len() + 1];
        let mut slot = 0;
        for at in 0..others {
            match row_of.get(&at) {
                Some(group) => slot = group + 1,
                None => loose[slot].push(at),
            }
        }
        let all = insert_unaligned(groups, loose);
        let actual: Vec<_> =
            all.iter().map(|group| (group.own.as_slice(), group.other.as_slice())).collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn parallel_view_rows_contain_every_block_once_in_order() {
        check(&[&[0], &[1], &[2]], 3, &[(&[0], &[0]), (&[1], &[1]), (&[2], &[2])]);
        check(&[&[0], &[2]], 3, &[(&[0], &[0]), (&[], &[1]), (&[1], &[2])]);
        check(&[&[0], &[], &[1]], 2, &[(&[0], &[0]), (&[1], &[]), (&[2], &[1])]);
        check(&[&[], &[1]], 2, &[(&[0], &[0]), (&[1], &[1])]);
        check(&[&[1], &[0]], 2, &[(&[0], &[1]), (&[1], &[0])]);
        check(&[], 2, &[(&[], &[0]), (&[], &[1])]);
        check(&[&[0, 1], &[1]], 2, &[(&[0, 1], &[0, 1])]);
        check(&[&[0], &[], &[], &[2]], 3, &[(&[0], &[0]), (&[1, 2], &[1]), (&[3], &[2])]);
        check(&[&[0], &[]], 3, &[(&[0], &[0]), (&[1], &[1, 2])]);
    }
}

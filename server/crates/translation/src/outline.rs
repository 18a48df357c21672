//! Alignment of the outlines of two texts, by language-independent features: ids, numbers, Latin
//! words, structure, code.

use crate::align::anchor;
use crate::likeness::Terms;
use crate::segment::{Kind, Known};
use pailou_text_diff::alignment::{Profile, common};
use pailou_text_diff::best_path::best_path;

/// Maximum number of sections; beyond it, only sections with equal levels and ids are aligned.
const MAX_HEADINGS: usize = 1_500;
/// Minimum alignment score of a pair of sections if the outlines differ.
const MIN_SCORE: f64 = 1.0;

/// A heading with its content, or the content above the first heading.
pub(crate) struct Section<'a> {
    pub(crate) heading: Option<&'a Known>,
    pub(crate) body: &'a [Known],
}

pub(crate) fn sections(segments: &[Known]) -> Vec<Section<'_>> {
    let is_heading = |segment: &Known| matches!(segment.kind, Kind::Heading(_));
    let mut sections = vec![];
    let first = segments.iter().position(is_heading).unwrap_or(segments.len());
    sections.push(Section { heading: None, body: &segments[..first] });
    let mut rest = &segments[first..];
    while let Some((heading, after)) = rest.split_first() {
        let end = after.iter().position(is_heading).unwrap_or(after.len());
        sections.push(Section { heading: Some(heading), body: &after[..end] });
        rest = &after[end..];
    }
    sections
}

/// Returns the aligned sections, in order. Outlines with equal heading levels are aligned one to
/// one.
pub(crate) fn aligned(zh: &[Section<'_>], en: &[Section<'_>]) -> Vec<(usize, usize)> {
    if has_same_levels(zh, en) {
        return (0..zh.len()).map(|at| (at, at)).collect();
    }
    by_score(zh, en, true)
}

/// Like [`aligned`], for the sections between two pairs of aligned sections. Returns no pairs if one language has no
/// section there.
pub(crate) fn aligned_between(zh: &[Section<'_>], en: &[Section<'_>]) -> Vec<(usize, usize)> {
    if zh.is_empty() || en.is_empty() {
        return Vec::new();
    }
    if has_same_levels(zh, en) {
        return (0..zh.len()).map(|at| (at, at)).collect();
    }
    by_score(zh, en, false)
}

fn level(section: &Section<'_>) -> Option<Kind> {
    section.heading.map(|heading| heading.kind)
}

fn has_same_levels(zh: &[Section<'_>], en: &[Section<'_>]) -> bool {
    zh.iter().map(level).eq(en.iter().map(level))
}

/// Aligns sections by their scores. If `starts_with_preamble` is true, the first section of each text is the content
/// above its first heading.
fn by_score(
    zh: &[Section<'_>],
    en: &[Section<'_>],
    starts_with_preamble: bool,
) -> Vec<(usize, usize)> {
    if zh.len() > MAX_HEADINGS || en.len() > MAX_HEADINGS {
        let ids =
            |section: &Section<'_>| section.heading.and_then(|heading| heading.heading_id.clone());
        return common(
            zh.iter().map(|s| (level(s), ids(s))),
            en.iter().map(|s| (level(s), ids(s))),
        );
    }
    let scores = Scores::of(zh, en);
    let path = scores.best_path();
    // A pair with a low score is accepted between two adjacent pairs, or between an adjacent pair and the end. It is
    // also accepted if both sections are preambles, or the only level 1 sections of their texts.
    let is_neighbour = |pair: Option<&(usize, usize)>, (left, right): (usize, usize)| {
        pair.is_some_and(|(l, r)| l.abs_diff(left) == 1 && r.abs_diff(right) == 1)
    };
    let is_title = |sections: &[Section<'_>], at: usize| {
        let titles = sections.iter().filter(|section| level(section) == Some(Kind::Heading(1)));
        level(&sections[at]) == Some(Kind::Heading(1)) && titles.count() == 1
    };
    let end = (zh.len() - 1, en.len() - 1);
    let is_accepted = |at: usize| {
        let (left, right) = path[at];
        let before = at.checked_sub(1).and_then(|before| path.get(before));
        let is_between = is_neighbour(before, path[at])
            && (path[at] == end || is_neighbour(path.get(at + 1), path[at]));
        (starts_with_preamble && (left, right) == (0, 0))
            || is_between
            || (is_title(zh, left) && is_title(en, right))
            || scores.at(left, right).is_some_and(|score| score >= MIN_SCORE)
    };
    (0..path.len()).filter(|at| is_accepted(*at)).map(|at| path[at]).collect()
}

/// Alignment score of each pair of sections; `NAN` if they cannot be a pair.
struct Scores {
    columns: usize,
    scores: Vec<f64>,
}

impl Scores {
    fn of(zh: &[Section<'_>], en: &[Section<'_>]) -> Self {
        let facts_en: Vec<Facts> = en.iter().map(Facts::of).collect();
        let mut scores = Vec::with_capacity(zh.len() * en.len());
        for facts in zh.iter().map(Facts::of) {
            scores.extend(facts_en.iter().map(|other| facts.score(other).unwrap_or(f64::NAN)));
        }
        Self { columns: en.len(), scores }
    }

    fn at(&self, row: usize, column: usize) -> Option<f64> {
        Some(self.scores[row * self.columns + column]).filter(|score| !score.is_nan())
    }

    /// Returns the ordered pairs with the maximum sum of scores.
    fn best_path(&self) -> Vec<(usize, usize)> {
        let rows = self.scores.len() / self.columns.max(1);
        // Each pair gets a small bonus, so that order decides between sections without common
        // features.
        best_path(rows, self.columns, |row, column| self.at(row, column).map(|score| score + 0.05))
    }
}

/// Language-independent features of a section.
struct Facts {
    kind: Option<Kind>,
    id: Option<String>,
    latin: Profile,
    /// Kinds of the segments, sorted.
    kinds: Vec<&'static str>,
    shared: Vec<String>,
    terms: Terms,
    is_empty: bool,
}

impl Facts {
    fn of(section: &Section<'_>) -> Self {
        let words = section.heading.map_or("", |heading| heading.words.as_str());
        let latin: String = words.chars().filter(char::is_ascii).collect();
        let mut shared: Vec<String> = section.body.iter().filter_map(anchor).collect();
        let mut kinds: Vec<&'static str> =
            section.body.iter().map(|segment| segment.kind.name()).collect();
        shared.sort();
        kinds.sort_unstable();
        Self {
            kind: section.heading.map(|heading| heading.kind),
            id: section.heading.and_then(|heading| heading.heading_id.clone()),
            latin: Profile::of(latin.trim()),
            is_empty: kinds.is_empty(),
            kinds,
            shared,
            terms: Terms::of(section.body),
        }
    }

    /// Returns the score of a pair; `None` if only one of the two has a heading.
    fn score(&self, other: &Self) -> Option<f64> {
        if self.kind.is_some() != other.kind.is_some() {
            return None;
        }
        let same_level = if self.kind == other.kind { 0.0 } else { -0.3 };
        let same_id = if self.id.is_some() && self.id == other.id { 3.0 } else { 0.0 };
        let same_words = 2.0 * self.latin.similarity(&other.latin);
        let same_shape = match (self.is_empty, other.is_empty) {
            (true, true) => 0.3,
            (false, false) if self.kinds == other.kinds => 1.0,
            _ => 0.8 * overlap(&self.kinds, &other.kinds),
        };
        Some(
            same_level
                + same_id
                + same_words
                + same_shape
                + 2.0 * overlap(&self.shared, &other.shared)
                + self.terms.in_common(&other.terms),
        )
    }
}

/// Returns the number of equal entries of two sorted lists, divided by the length of the longer list.
fn overlap<T: Ord>(left: &[T], right: &[T]) -> f64 {
    let (mut a, mut b, mut count) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (left.get(a), right.get(b)) {
        a += usize::from(x <= y);
        b += usize::from(y <= x);
        count += usize::from(x == y);
    }
    count as f64 / left.len().max(right.len()).max(1) as f64
}

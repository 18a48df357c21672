//! Alignment of the segments of two sections.
//!
//! Uses order, kinds, and anchors. If these are ambiguous, uses similarity across languages. Segments without a clear
//! counterpart are not aligned.

use std::collections::HashMap;
use std::ops::Range;

use crate::likeness::Traits;
use crate::segment::{Kind, Known};
use pailou_text_diff::alignment::{common, increasing};
use pailou_text_diff::best_path::best_path;

/// Minimum similarity of a pair if order and kinds are ambiguous. Similarities are computed by [`Traits::likeness`] and
/// can be negative.
const ENOUGH: f64 = 1.0;
/// Minimum difference between the similarity of a pair and that of any other pair with one of its two segments.
const MARGIN: f64 = 0.5;
/// Minimum similarity of a pair if each of its segments is the only one of its kind.
const MIN_ALONE: f64 = -0.5;
/// Maximum number of similarity comparisons in the gap between two known pairs; a larger gap is not aligned.
const MAX_COMPARED: usize = 40_000;

/// Section in one language.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section<'a> {
    pub(crate) segments: Vec<&'a Known>,
    /// For each segment, whether it has no counterpart yet.
    pub(crate) is_open: Vec<bool>,
}

/// Pairs from earlier alignments, as indexes in both sections.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KnownPairs<'a> {
    /// Pairs that are kept; other pairs cannot cross them.
    pub(crate) fixed: &'a [(usize, usize)],
    /// Pairs that were aligned before both segments changed; used if order and kinds are
    /// ambiguous.
    pub(crate) likely: &'a [(usize, usize)],
}

impl<'a> Section<'a> {
    /// Creates a section in which all segments are to be aligned.
    pub(crate) fn open(segments: impl IntoIterator<Item = &'a Known>) -> Self {
        let segments: Vec<_> = segments.into_iter().collect();
        Self { is_open: vec![true; segments.len()], segments }
    }

    fn open_in(&self, range: Range<usize>) -> Vec<usize> {
        range.filter(|at| self.is_open[*at]).collect()
    }
}

/// Aligns the open segments of a source with those of its target; returns pairs of indexes. The
/// result does not depend on which language is the source.
pub(crate) fn align(
    source: &Section<'_>,
    target: &Section<'_>,
    pairs: KnownPairs<'_>,
) -> Vec<(usize, usize)> {
    let mut aligner = Aligner { source, target, found: Vec::new() };
    let ends = (source.segments.len(), target.segments.len());
    let (mut source_start, mut target_start) = (0, 0);
    for (source_end, target_end) in increasing(pairs.fixed).into_iter().chain([ends]) {
        let open_source = source.open_in(source_start..source_end);
        let open_target = target.open_in(target_start..target_end);
        aligner.gap(&open_source, &open_target, pairs.likely);
        (source_start, target_start) = (source_end + 1, target_end + 1);
    }
    aligner.found
}

struct Aligner<'a, 'b> {
    source: &'b Section<'a>,
    target: &'b Section<'a>,
    found: Vec<(usize, usize)>,
}

impl Aligner<'_, '_> {
    /// Aligns the open segments between two fixed pairs.
    fn gap(&mut self, source: &[usize], target: &[usize], likely: &[(usize, usize)]) {
        if source.is_empty() || target.is_empty() || self.zip_same_kinds(source, target) {
            return;
        }
        let anchors = self.anchors(source, target);
        self.split(source, target, &anchors, |aligner, source, target| {
            if aligner.zip_same_kinds(source, target) {
                return;
            }
            let position = |of: &[usize], at: usize| of.iter().position(|other| *other == at);
            let inside =
                |(a, b): &(usize, usize)| Some((position(source, *a)?, position(target, *b)?));
            let likely: Vec<_> = likely.iter().filter_map(inside).collect();
            aligner.split(source, target, &increasing(&likely), Self::between);
        });
    }

    /// Adds `pairs`, which are indexes in `source` and `target`, and calls `align_between` for the segments
    /// between them.
    fn split(
        &mut self,
        source: &[usize],
        target: &[usize],
        pairs: &[(usize, usize)],
        align_between: impl Fn(&mut Self, &[usize], &[usize]),
    ) {
        let (mut source_start, mut target_start) = (0, 0);
        for (a, b) in pairs {
            align_between(self, &source[source_start..*a], &target[target_start..*b]);
            self.found.push((source[*a], target[*b]));
            (source_start, target_start) = (a + 1, b + 1);
        }
        align_between(self, &source[source_start..], &target[target_start..]);
    }

    fn kind_of_source(&self, at: usize) -> Kind {
        self.source.segments[at].kind
    }

    fn kind_of_target(&self, at: usize) -> Kind {
        self.target.segments[at].kind
    }

    /// Aligns segments with the same kinds in the same order. Returns false if the kinds differ.
    fn zip_same_kinds(&mut self, source: &[usize], target: &[usize]) -> bool {
        let kinds = source.iter().map(|at| self.kind_of_source(*at));
        let are_same = kinds.eq(target.iter().map(|at| self.kind_of_target(*at)));
        if are_same {
            self.found.extend(source.iter().copied().zip(target.iter().copied()));
        }
        are_same
    }

    /// Returns the pairs with equal anchors, in order.
    fn anchors(&self, source: &[usize], target: &[usize]) -> Vec<(usize, usize)> {
        let keys = |section: &Section<'_>, of: &[usize], side: &str| {
            let key = |(number, at): (usize, &usize)| {
                anchor(section.segments[*at]).unwrap_or_else(|| format!("{side}{number}"))
            };
            unique(of.iter().enumerate().map(key).collect())
        };
        let (left, right) =
            (keys(self.source, source, "source"), keys(self.target, target, "target"));
        common(left.iter(), right.iter())
    }

    /// Aligns the segments between two anchors or likely pairs. If both languages have runs of the same kinds in the
    /// same order, aligns run by run; otherwise by similarity.
    fn between(&mut self, source: &[usize], target: &[usize]) {
        if source.is_empty() || target.is_empty() || self.zip_same_kinds(source, target) {
            return;
        }
        let left = runs(source, |at| self.kind_of_source(at));
        let right = runs(target, |at| self.kind_of_target(at));
        let is_same_outline =
            left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| a.0 == b.0);
        if !is_same_outline {
            return self.by_likeness(source, target);
        }
        for ((_, left), (_, right)) in left.into_iter().zip(right) {
            let (left, right) = (&source[left], &target[right]);
            if !self.zip_same_kinds(left, right) {
                self.by_likeness(left, right);
            }
        }
    }

    /// Computes the ordered pairs with the maximum total similarity. Adds a pair if it is clearly more similar than
    /// all other pairs of its segments, or if both segments are the only ones of their kind.
    fn by_likeness(&mut self, source: &[usize], target: &[usize]) {
        if source.len() * target.len() > MAX_COMPARED {
            return;
        }
        let traits = |section: &Section<'_>, of: &[usize]| -> Vec<Traits> {
            of.iter().map(|at| Traits::of(section.segments[*at])).collect()
        };
        let (left, right) = (traits(self.source, source), traits(self.target, target));
        let scores = Scores::of(&left, &right);
        let sound = |(a, b): &(usize, usize)| {
            let score = scores.at(*a, *b);
            let rivals = scores.best_rival(*a, *b);
            let is_only_one = is_alone(&left, *a) && is_alone(&right, *b);
            let is_clear = score >= ENOUGH && score - rivals >= MARGIN;
            left[*a].kind == right[*b].kind && is_only_one && score >= MIN_ALONE || is_clear
        };
        for (a, b) in scores.best_path().into_iter().filter(sound) {
            self.found.push((source[a], target[b]));
        }
    }
}

/// Whether the segment is the only one of its kind.
fn is_alone(all: &[Traits], at: usize) -> bool {
    all.iter().filter(|other| other.kind == all[at].kind).count() == 1
}

/// Similarity of each pair of segments.
struct Scores {
    columns: usize,
    scores: Vec<f64>,
}

impl Scores {
    fn of(source: &[Traits], target: &[Traits]) -> Self {
        let scores = source.iter().flat_map(|a| target.iter().map(|b| a.likeness(b)));
        Self { columns: target.len(), scores: scores.collect() }
    }

    fn rows(&self) -> usize {
        self.scores.len() / self.columns.max(1)
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.scores[row * self.columns + column]
    }

    /// Returns the maximum similarity of any other pair that contains one of the two segments.
    fn best_rival(&self, row: usize, column: usize) -> f64 {
        let in_row = (0..self.columns).filter(|other| *other != column).map(|at| self.at(row, at));
        let in_column =
            (0..self.rows()).filter(|other| *other != row).map(|at| self.at(at, column));
        in_row.chain(in_column).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the ordered pairs with the maximum sum of similarity above `MIN_ALONE`. Omits pairs below `MIN_ALONE`.
    fn best_path(&self) -> Vec<(usize, usize)> {
        let gain = |row: usize, column: usize| {
            Some(self.at(row, column) - MIN_ALONE).filter(|gain| *gain > 0.0)
        };
        best_path(self.rows(), self.columns, gain)
    }
}

/// Returns the runs of segments of one kind, as index ranges.
fn runs(places: &[usize], kind: impl Fn(usize) -> Kind) -> Vec<(Kind, Range<usize>)> {
    let mut runs: Vec<(Kind, Range<usize>)> = Vec::new();
    for (number, at) in places.iter().enumerate() {
        let kind = kind(*at);
        match runs.last_mut() {
            Some((last, range)) if *last == kind => range.end = number + 1,
            _ => runs.push((kind, number..number + 1)),
        }
    }
    runs
}

/// Returns the anchor of a segment, a key that is equal in both languages. It is based on the text of
/// a code block, on the first word of a table row if the word begins with Latin characters, or on the markup
/// of any other segment, such as link targets. `None` for headings, thematic breaks, and segments
/// without such content.
pub(super) fn anchor(segment: &Known) -> Option<String> {
    let prints = &segment.fingerprint;
    match segment.kind {
        Kind::Code => Some(format!("code {}", prints.words)),
        Kind::TableRow => {
            let first = segment.words.split_whitespace().next().unwrap_or_default();
            let latin: String = first.chars().take_while(|c| c.is_ascii_graphic()).collect();
            (!latin.is_empty()).then(|| format!("row {latin}"))
        }
        Kind::Heading(_) | Kind::ThematicBreak => None,
        _ => (prints.markup != crate::fingerprint::hash(""))
            .then(|| format!("{} {}", segment.kind.name(), prints.markup)),
    }
}

/// Numbers repeated keys. The first occurrence of a key in one language is then paired with the first one in the other
/// language, the second with the second, and so on.
fn unique(keys: Vec<String>) -> Vec<String> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let number = |key: String| {
        let turn = turns.entry(key.clone()).or_insert(0);
        *turn += 1;
        if *turn == 1 { key } else { format!("{key} {turn}") }
    };
    keys.into_iter().map(number).collect()
}

#[cfg(test)]
#[path = "align_tests.rs"]
mod tests;

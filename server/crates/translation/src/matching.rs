//! Steps that match old and new segments; `identity.rs` defines their order. A segment is free
//! until it is matched.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::segment::{Kind, Known, Segment};
use pailou_text_diff::alignment::{Profile, common};

/// Minimum similarity (0 to 1) at which a text at the same position counts as an edit of the old segment.
pub(super) const MIN_SIMILARITY: f64 = 0.6;
/// Minimum similarity (0 to 1) at which a text at another position counts as an edit of the old segment.
pub(super) const MIN_SIMILARITY_MOVED: f64 = 0.75;
/// Minimum share of a piece's character bigrams that the whole segment must contain.
const MIN_PIECE_SHARE: f64 = 0.8;
/// Minimum length of a piece, in character bigrams; shorter texts do not count as pieces.
const SHORTEST_PIECE: usize = 6;
/// Maximum number of comparisons within one gap; beyond that only nearby positions are compared.
const MAX_COMPARED: usize = 60_000;

pub(super) struct Matching<'a> {
    pub(super) old: &'a [Known],
    pub(super) new: &'a [Segment],
    old_profiles: Vec<Profile>,
    new_profiles: Vec<Profile>,
    /// New segment that each old one matches.
    of_old: Vec<Option<usize>>,
    /// Old segment that each new one matches.
    pub(super) of_new: Vec<Option<usize>>,
    /// Old segment that was split, by each new segment that is a piece of it.
    pub(super) split: HashMap<usize, usize>,
    /// Old segments that were merged, by the new segment that contains them.
    pub(super) merged: HashMap<usize, Vec<usize>>,
}

impl<'a> Matching<'a> {
    pub(super) fn new(old: &'a [Known], new: &'a [Segment]) -> Self {
        Self {
            old,
            new,
            old_profiles: old.iter().map(|segment| Profile::of(&segment.words)).collect(),
            new_profiles: new.iter().map(|segment| Profile::of(&segment.words)).collect(),
            of_old: vec![None; old.len()],
            of_new: vec![None; new.len()],
            split: HashMap::new(),
            merged: HashMap::new(),
        }
    }

    fn pair(&mut self, old: usize, new: usize) {
        self.of_old[old] = Some(new);
        self.of_new[new] = Some(old);
    }

    pub(super) fn free_old(&self, start: usize, end: usize) -> Vec<usize> {
        (start..end).filter(|at| self.of_old[*at].is_none()).collect()
    }

    pub(super) fn free_new(&self, start: usize, end: usize) -> Vec<usize> {
        (start..end).filter(|at| self.of_new[*at].is_none()).collect()
    }

    pub(super) fn equal_in_order(&mut self) -> Vec<(usize, usize)> {
        let before = self.old.iter().map(|segment| (segment.kind, &segment.fingerprint));
        let after = self.new.iter().map(|segment| (segment.kind, &segment.fingerprint));
        let anchors = common(before, after);
        for (old, new) in &anchors {
            self.pair(*old, *new);
        }
        anchors
    }

    /// Matches free segments with equal keys, in order. Segments without words match only if the
    /// key contains the markup.
    pub(super) fn equal_elsewhere<K: Eq + Hash>(&mut self, key: impl Fn(Kind, String, &str) -> K) {
        let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
        for at in self.free_old(0, self.old.len()) {
            let Known { kind, fingerprint, words, .. } = &self.old[at];
            if !words.is_empty() || self.is_exact(&key) {
                waiting
                    .entry(key(*kind, fingerprint.words.clone(), &fingerprint.markup))
                    .or_default()
                    .push_back(at);
            }
        }
        for at in self.free_new(0, self.new.len()) {
            let Segment { kind, fingerprint, .. } = &self.new[at];
            let key = key(*kind, fingerprint.words.clone(), &fingerprint.markup);
            if let Some(old) = waiting.get_mut(&key).and_then(VecDeque::pop_front) {
                self.pair(old, at);
            }
        }
    }

    fn is_exact<K: Eq>(&self, key: &impl Fn(Kind, String, &str) -> K) -> bool {
        key(Kind::Paragraph, String::new(), "a") != key(Kind::Paragraph, String::new(), "b")
    }

    /// Returns the free segments between consecutive anchors, if both texts have free segments there.
    pub(super) fn gaps(&self, anchors: &[(usize, usize)]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut gaps = Vec::new();
        let (mut old_start, mut new_start) = (0, 0);
        let end = (self.old.len(), self.new.len());
        for (old, new) in anchors.iter().copied().chain([end]) {
            let gap = (self.free_old(old_start, old), self.free_new(new_start, new));
            if !gap.0.is_empty() && !gap.1.is_empty() {
                gaps.push(gap);
            }
            (old_start, new_start) = (old + 1, new + 1);
        }
        gaps
    }

    /// Matches segments by similarity, the most similar first; of equal similarities, the closest
    /// positions first.
    pub(super) fn match_similar(&mut self, olds: &[usize], news: &[usize], min: f64) {
        let reach = if olds.len() * news.len() > MAX_COMPARED { 40 } else { usize::MAX };
        let mut found: Vec<(f64, usize, usize, usize)> = Vec::new();
        for (position, old) in olds.iter().enumerate() {
            let from = position.saturating_sub(reach);
            for (new_place, new) in news.iter().enumerate().skip(from).take(reach.saturating_mul(2))
            {
                let (a, b) = (&self.old_profiles[*old], &self.new_profiles[*new]);
                if family(self.old[*old].kind) != family(self.new[*new].kind)
                    || a.best_similarity(b) < min
                {
                    continue;
                }
                let similarity = a.similarity(b);
                if similarity >= min {
                    found.push((similarity, position.abs_diff(new_place), *old, *new));
                }
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3))));
        for (_, _, old, new) in found {
            if self.of_old[old].is_none() && self.of_new[new].is_none() {
                self.pair(old, new);
            }
        }
    }

    /// Matches the free headings of a gap in order, if the old and the new ones have the same levels in the same order.
    pub(super) fn headings_in_place(&mut self, olds: &[usize], news: &[usize]) {
        let is_heading = |kind: Kind| matches!(kind, Kind::Heading(_));
        let free_old = |at: &usize| self.of_old[*at].is_none() && is_heading(self.old[*at].kind);
        let free_new = |at: &usize| self.of_new[*at].is_none() && is_heading(self.new[*at].kind);
        let olds: Vec<usize> = olds.iter().copied().filter(free_old).collect();
        let news: Vec<usize> = news.iter().copied().filter(free_new).collect();
        let levels_old = olds.iter().map(|at| self.old[*at].kind);
        if levels_old.eq(news.iter().map(|at| self.new[*at].kind)) {
            for (old, new) in olds.into_iter().zip(news) {
                self.pair(old, new);
            }
        }
    }

    /// Matches the only free old segment of a gap with the only free new one. They must have the
    /// same kind, and their similarity must be at least half of `MIN_SIMILARITY`.
    pub(super) fn only_ones_in_place(&mut self, olds: &[usize], news: &[usize]) {
        let olds: Vec<usize> =
            olds.iter().copied().filter(|at| self.of_old[*at].is_none()).collect();
        let news: Vec<usize> =
            news.iter().copied().filter(|at| self.of_new[*at].is_none()).collect();
        if let ([old], [new]) = (olds.as_slice(), news.as_slice()) {
            let similarity = self.old_profiles[*old].similarity(&self.new_profiles[*new]);
            if self.old[*old].kind == self.new[*new].kind && similarity >= MIN_SIMILARITY / 2.0 {
                self.pair(*old, *new);
            }
        }
    }

    /// Finds new segments that are parts of old ones, and old segments that are parts of new ones.
    pub(super) fn pieces(&mut self) {
        for new in self.free_new(0, self.new.len()) {
            let mut near = self.old_near(new).into_iter();
            let whole =
                near.find(|old| is_piece(&self.new_profiles[new], &self.old_profiles[*old]));
            let Some(whole) = whole else { continue };
            match self.of_old[whole] {
                None => self.pair(whole, new),
                Some(_) => drop(self.split.insert(new, whole)),
            }
        }
        for old in self.free_old(0, self.old.len()) {
            let mut near = self.new_near(old).into_iter();
            let whole =
                near.find(|new| is_piece(&self.old_profiles[old], &self.new_profiles[*new]));
            let Some(whole) = whole else { continue };
            match self.of_new[whole] {
                None => self.pair(old, whole),
                Some(_) => self.merged.entry(whole).or_default().push(old),
            }
        }
    }

    /// Returns the old segments that a new one could be a piece of: the matches of its neighbors,
    /// and the segments between them.
    fn old_near(&self, new: usize) -> Vec<usize> {
        let before =
            (0..new).rev().find_map(|at| self.of_new[at].or_else(|| self.split.get(&at).copied()));
        let after = (new + 1..self.new.len()).find_map(|at| self.of_new[at]);
        near(before, after, self.old.len())
    }

    fn new_near(&self, old: usize) -> Vec<usize> {
        let before = (0..old).rev().find_map(|at| self.of_old[at]);
        let after = (old + 1..self.old.len()).find_map(|at| self.of_old[at]);
        near(before, after, self.new.len())
    }
}

/// Returns the first 12 indexes from `before` (or 0) to `after` (or the last of `count` segments), and `after`. If
/// `after` is less than `before`, returns only these two.
fn near(before: Option<usize>, after: Option<usize>, count: usize) -> Vec<usize> {
    let start = before.unwrap_or(0);
    let end = after.map_or(count, |after| after + 1).min(count);
    if start < end {
        (start..end.min(start + 12)).chain(after.filter(|after| *after >= start + 12)).collect()
    } else {
        before.into_iter().chain(after).collect()
    }
}

fn is_piece(piece: &Profile, whole: &Profile) -> bool {
    piece.len() >= SHORTEST_PIECE
        && piece.len() < whole.len()
        && piece.share_in(whole) >= MIN_PIECE_SHARE
}

/// Returns the number of the group of a kind. An edit can change a kind into another kind of the same group.
fn family(kind: Kind) -> u8 {
    match kind {
        Kind::Heading(_) => 0,
        Kind::Paragraph | Kind::ListItem | Kind::Quote => 1,
        Kind::Table | Kind::TableRow => 2,
        Kind::Code => 3,
        Kind::Html => 4,
        Kind::Container => 5,
        Kind::ThematicBreak => 6,
    }
}

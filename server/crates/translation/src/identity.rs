//! Stable segment ids across edits.
//!
//! Ids are assigned in this order: equal text at any position; similar text, or headings of the same levels, at the
//! same position; similar text elsewhere, with a higher minimum similarity; parts of split or merged segments. All
//! other segments get new ids.

use crate::matching::{MIN_SIMILARITY, MIN_SIMILARITY_MOVED, Matching};
use crate::segment::{Known, Segment};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Equal words and markup.
    Same,
    Edited,
    /// Split off from the segment with this id, which still exists.
    SplitFrom(String),
    /// Merged with the segments with these ids, which no longer exist.
    MergedFrom(Vec<String>),
    New,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: String,
    pub origin: Origin,
}

/// Result for every old and new segment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identities {
    /// Identity of each new segment.
    pub segments: Vec<Identity>,
    /// Old ids that no new segment has.
    pub removed: Vec<String>,
}

/// Assigns ids to `new`. `fresh` must return an id that was never used.
pub fn identify(old: &[Known], new: &[Segment], fresh: &mut dyn FnMut() -> String) -> Identities {
    let mut matching = Matching::new(old, new);
    let anchors = matching.equal_in_order();
    matching.equal_elsewhere(|kind, words, markup| (kind, words, markup.to_owned()));
    matching.equal_elsewhere(|kind, words, _| (kind, words, String::new()));
    for (olds, news) in matching.gaps(&anchors) {
        matching.match_similar(&olds, &news, MIN_SIMILARITY);
        matching.headings_in_place(&olds, &news);
        matching.only_ones_in_place(&olds, &news);
    }
    let (olds, news) = (matching.free_old(0, old.len()), matching.free_new(0, new.len()));
    matching.match_similar(&olds, &news, MIN_SIMILARITY_MOVED);
    matching.pieces();
    matching.finish(fresh)
}

impl Matching<'_> {
    /// Returns the identity of each segment; unmatched ones get new ids.
    fn finish(self, fresh: &mut dyn FnMut() -> String) -> Identities {
        let id = |old: usize| self.old[old].id.clone();
        let segments = (0..self.new.len()).map(|new| match self.of_new[new] {
            Some(old) => {
                let merged = self
                    .merged
                    .get(&new)
                    .map(|pieces| pieces.iter().map(|piece| id(*piece)).collect());
                let is_same = self.old[old].fingerprint == self.new[new].fingerprint;
                let plain = if is_same { Origin::Same } else { Origin::Edited };
                Identity { id: id(old), origin: merged.map_or(plain, Origin::MergedFrom) }
            }
            None => {
                let origin =
                    self.split.get(&new).map_or(Origin::New, |whole| Origin::SplitFrom(id(*whole)));
                Identity { id: fresh(), origin }
            }
        });
        let segments = segments.collect();
        let removed = self.free_old(0, self.old.len()).into_iter().map(id).collect();
        Identities { segments, removed }
    }
}

#[cfg(test)]
#[path = "identity_tests.rs"]
mod tests;

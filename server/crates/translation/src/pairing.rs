//! Alignment of two texts that have no alignments yet.
//!
//! Headings are aligned first, then the segments between them. Ambiguous segments are not aligned.

use crate::align::{KnownPairs, Section, align};
use crate::outline::{aligned, sections};
use crate::segment::Known;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub zh: String,
    pub en: String,
}

/// Aligns the segments of the two texts of a page.
pub fn pairs(zh: &[Known], en: &[Known]) -> Vec<Pair> {
    let (zh, en) = (sections(zh), sections(en));
    let mut pairs = Vec::new();
    for (left, right) in aligned(&zh, &en) {
        let (left, right) = (&zh[left], &en[right]);
        if let (Some(zh), Some(en)) = (left.heading, right.heading) {
            pairs.push(pair(zh, en));
        }
        let (source, target) = (Section::open(left.body), Section::open(right.body));
        let found = align(&source, &target, KnownPairs::default());
        pairs.extend(found.into_iter().map(|(zh, en)| pair(&left.body[zh], &right.body[en])));
    }
    pairs
}

fn pair(zh: &Known, en: &Known) -> Pair {
    Pair { zh: zh.id.clone(), en: en.id.clone() }
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;

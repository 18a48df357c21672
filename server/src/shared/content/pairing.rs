//! Finds which segments of two texts say the same in two languages: by their headings, then by what
//! stands between. What does not line up is left alone, because a wrong pair is worse than none.

use super::align::{KnownPairs, Section, align};
use super::outline::{aligned, sections};
use super::segment::Known;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) zh: String,
    pub(crate) en: String,
}

/// Pairs the segments of a page's two texts.
pub(crate) fn pairs(zh: &[Known], en: &[Known]) -> Vec<Pair> {
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

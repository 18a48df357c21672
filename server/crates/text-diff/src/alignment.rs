//! Longest common subsequence of two lists, and similarity of two texts by character bigrams.

use std::hash::Hash;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};

/// Returns pairs of equal entries, ascending on both sides: a common subsequence of maximum or almost maximum length.
pub fn common<T: Eq + Hash>(
    before: impl Iterator<Item = T>,
    after: impl Iterator<Item = T>,
) -> Vec<(usize, usize)> {
    let mut input =
        InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(64) };
    input.update_before(before);
    input.update_after(after);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let unchanged_lines = |count: usize, is_changed: &dyn Fn(u32) -> bool| {
        let numbers = 0..u32::try_from(count).unwrap_or(u32::MAX);
        numbers.filter(|at| !is_changed(*at)).map(|at| at as usize).collect::<Vec<_>>()
    };
    let before = unchanged_lines(input.before.len(), &|at| diff.is_removed(at));
    let after = unchanged_lines(input.after.len(), &|at| diff.is_added(at));
    before.into_iter().zip(after).collect()
}

/// Returns the longest subset of these pairs that ascends on both sides.
pub fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut pairs = pairs.to_vec();
    // Pairs with the same first index are in descending order of the second, so a chain contains only one of them.
    pairs.sort_unstable_by_key(|(first, second)| (*first, std::cmp::Reverse(*second)));
    // `ends`: last pair of the best chain of each length. `before`: predecessor of each pair in its
    // chain.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for at in 0..pairs.len() {
        let length = ends.partition_point(|end| pairs[*end].1 < pairs[at].1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        chain.push(pairs[index]);
        at = before[index];
    }
    chain.reverse();
    chain
}

/// Character bigrams of a text in lower case, sorted.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    pairs: Vec<u64>,
}

impl Profile {
    pub fn of(text: &str) -> Self {
        let mut pairs = Vec::with_capacity(text.len() / 2);
        let mut last = None;
        for c in text.chars().flat_map(char::to_lowercase) {
            let c = u64::from(u32::from(c));
            pairs.push(last.unwrap_or(0) << 32 | c);
            last = Some(c);
        }
        pairs.sort_unstable();
        Self { pairs }
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the Dice similarity, from 0 (no equal bigrams) to 1 (only equal bigrams).
    pub fn similarity(&self, other: &Self) -> f64 {
        ratio(2 * self.shared(other), self.len() + other.len())
    }

    /// Returns the share of the bigrams of this text that the other one contains, from 0 to 1.
    pub fn share_in(&self, other: &Self) -> f64 {
        ratio(self.shared(other), self.len())
    }

    /// Returns the maximum of `similarity` for texts of these lengths.
    pub fn best_similarity(&self, other: &Self) -> f64 {
        ratio(2 * self.len().min(other.len()), self.len() + other.len())
    }

    fn shared(&self, other: &Self) -> usize {
        let (mut left, mut right, mut count) =
            (self.pairs.iter().peekable(), other.pairs.iter().peekable(), 0);
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => drop(left.next()),
                std::cmp::Ordering::Greater => drop(right.next()),
                std::cmp::Ordering::Equal => {
                    count += 1;
                    left.next();
                    right.next();
                }
            }
        }
        count
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_ascending_sequence_of_pairs_is_returned() {
        for (pairs, expected) in [
            (vec![(0, 0), (1, 1)], vec![(0, 0), (1, 1)]),
            (vec![(2, 0), (0, 1), (1, 2)], vec![(0, 1), (1, 2)]),
            (vec![(0, 3), (1, 0), (2, 1), (3, 2)], vec![(1, 0), (2, 1), (3, 2)]),
            (vec![(0, 0), (0, 1), (1, 2)], vec![(0, 0), (1, 2)]),
            (vec![(0, 0), (0, 1)], vec![(0, 0)]),
            (vec![(0, 1), (1, 1)], vec![(1, 1)]),
            (vec![], vec![]),
        ] {
            assert_eq!(increasing(&pairs), expected, "{pairs:?}");
        }
    }

    #[test]
    fn entries_of_common_subsequence_are_equal_and_in_order() {
        for (before, after, pairs) in [
            ("abc", "axc", vec![(0, 0), (2, 2)]),
            ("", "a", vec![]),
            ("aab", "ab", vec![(0, 0), (2, 1)]),
        ] {
            let actual = common(before.chars(), after.chars());
            assert_eq!(actual, pairs, "{before} {after}");
        }
    }

    #[test]
    fn similarity_is_high_only_for_texts_with_equal_bigrams() {
        let similarity = |a: &str, b: &str| Profile::of(a).similarity(&Profile::of(b));
        assert!((similarity("安装软件", "安装软件") - 1.0).abs() < 1e-9);
        assert!(similarity("install the server", "install the servers") > 0.9);
        assert!(similarity("安装", "部署") < 0.1);
        assert!(similarity("", "").abs() < 1e-9);
        assert!(Profile::of("half").share_in(&Profile::of("half and half")) > 0.9);
    }
}

//! Compressed posting lists.
//!
//! A list contains ascending numbers of sections or pages, each with a weight. The differences between the numbers are
//! stored in a variable-byte code (Manning, Raghavan, Schütze: Introduction to Information Retrieval, section 5.3).

/// Weights are stored in tenths.
const TENTHS: f32 = 10.0;
/// Small weights, indexed by their tenths. A lookup is faster than a division.
const SMALL_WEIGHTS: [f32; 0x80] = {
    let (mut weights, mut tenths) = ([0.0; 0x80], 0);
    while tenths < weights.len() {
        weights[tenths] = tenths as f32 / TENTHS;
        tenths += 1;
    }
    weights
};

#[derive(Debug, Clone, Default)]
pub(crate) struct Postings {
    bytes: Vec<u8>,
    last: u32,
    count: u32,
}

impl Postings {
    /// Appends an entry. Numbers must be ascending.
    pub(crate) fn push(&mut self, number: u32, weight: f32) {
        let step = number.saturating_sub(self.last);
        self.write(step);
        self.write((weight * TENTHS).round() as u32);
        self.last = number;
        self.count += 1;
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.capacity()
    }

    pub(crate) fn iter(&self) -> Iter<'_> {
        Iter { bytes: &self.bytes, number: 0 }
    }

    fn write(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

/// Iterator over the entries: number of a section or page, ascending, and weight.
#[derive(Clone)]
pub(crate) struct Iter<'p> {
    bytes: &'p [u8],
    number: u32,
}

impl Iterator for Iter<'_> {
    type Item = (u32, f32);

    fn next(&mut self) -> Option<(u32, f32)> {
        // For a common word, nearly every difference and weight takes one byte.
        if let [step, weight, rest @ ..] = self.bytes
            && (step | weight) & 0x80 == 0
        {
            self.bytes = rest;
            self.number += u32::from(*step);
            return Some((self.number, SMALL_WEIGHTS[usize::from(*weight)]));
        }
        self.number += self.read()?;
        Some((self.number, self.read()? as f32 / TENTHS))
    }
}

impl Iter<'_> {
    fn read(&mut self) -> Option<u32> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = *self.bytes.split_off_first()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn postings_are_unchanged_after_round_trip(mut numbers in proptest::collection::vec(0_u32..5_000_000, 0..50)) {
            numbers.sort_unstable();
            let mut postings = Postings::default();
            for number in &numbers {
                postings.push(*number, 1.5);
            }
            prop_assert_eq!(postings.count() as usize, numbers.len());
            let read: Vec<_> = postings.iter().collect();
            prop_assert_eq!(read, numbers.iter().map(|number| (*number, 1.5)).collect::<Vec<_>>());
        }
    }
}

//! Cross-language similarity of two segments.
//!
//! Uses features that translation preserves: numbers, names and code in Latin letters, links, and
//! length (Gale and Church 1993).

use std::collections::HashSet;

use crate::fingerprint;
use crate::segment::{Kind, Known};
use pailou_text_diff::script::is_han;

/// Average number of English letters per Chinese character in a translation.
const EXPANSION: f64 = 2.9;
/// Standard deviation of the logarithm of the length ratio, for a text of a hundred letters.
const SPREAD: f64 = 0.35;
/// Maximum penalty for different lengths.
const MAX_PENALTY: f64 = 2.0;
/// Similarity of two segments that cannot correspond because of their kinds, such as a heading and a paragraph.
const EXCLUDED: f64 = -100.0;

/// Numbers and words in Latin letters of one or more segments.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    numbers: HashSet<String>,
    names: HashSet<String>,
    is_chinese: bool,
}

impl Terms {
    pub(super) fn of<'a>(segments: impl IntoIterator<Item = &'a Known>) -> Self {
        let mut terms = Self::default();
        for segment in segments {
            terms.add(&segment.words);
        }
        terms
    }

    fn add(&mut self, words: &str) {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let tokens = words.split(|c: char| !is_part(c)).map(|token| token.trim_matches(['.', '-']));
        for token in tokens.filter(|token| !token.is_empty()) {
            if token.starts_with(|c: char| c.is_ascii_digit()) {
                self.numbers.insert(token.to_owned());
            } else if token.len() > 1 {
                self.names.insert(token.to_ascii_lowercase());
            }
        }
        self.is_chinese |= words.contains(is_han);
    }

    /// Returns a score from 0 to 3 for the terms that both texts contain. Terms that only one text contains reduce the
    /// score, but not below 0.
    pub(super) fn in_common(&self, other: &Self) -> f64 {
        let (numbers, all) = counts(&self.numbers, &other.numbers);
        let (names, _) = counts(&self.names, &other.names);
        weight(numbers) * share(numbers, all.max(1))
            + weight(names) * share(names, self.names_in_translation(other).max(1))
    }

    /// Returns the expected number of common names. If only one text is Chinese, this is the number of Latin words in
    /// the Chinese text, because most words of the English text are not names.
    fn names_in_translation(&self, other: &Self) -> usize {
        match (self.is_chinese, other.is_chinese) {
            (true, false) => self.names.len(),
            (false, true) => other.names.len(),
            _ => counts(&self.names, &other.names).1,
        }
    }
}

/// Language-independent features of a segment.
#[derive(Debug, Clone)]
pub(super) struct Traits {
    pub(super) kind: Kind,
    /// Hash of the markup; `None` if there is no markup.
    markup: Option<String>,
    terms: Terms,
    /// Length in English letters.
    length: f64,
}

impl Traits {
    pub(super) fn of(segment: &Known) -> Self {
        let words = segment.words.as_str();
        let han = words.chars().filter(|c| is_han(*c)).count();
        let others = words.chars().filter(|c| !is_han(*c) && !c.is_whitespace()).count();
        let markup = &segment.fingerprint.markup;
        Self {
            kind: segment.kind,
            markup: (*markup != fingerprint::hash("")).then(|| markup.clone()),
            terms: Terms::of([segment]),
            length: han as f64 * EXPANSION + others as f64,
        }
    }

    /// Returns the similarity of two segments; `EXCLUDED` if their kinds cannot correspond.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        if !self.may_become(other) {
            return EXCLUDED;
        }
        let same_kind = if self.kind == other.kind { 0.2 } else { -0.2 };
        let same_markup = match (&self.markup, &other.markup) {
            (Some(a), Some(b)) if a == b => 1.0,
            (None, None) => 0.0,
            (Some(_), Some(_)) => -0.1,
            _ => -0.3,
        };
        same_kind + same_markup + self.same_numbers(other) + self.same_names(other)
            - self.lengths(other)
    }

    fn may_become(&self, other: &Self) -> bool {
        let is_prose = |kind| matches!(kind, Kind::Paragraph | Kind::ListItem | Kind::Quote);
        self.kind == other.kind || is_prose(self.kind) && is_prose(other.kind)
    }

    fn same_numbers(&self, other: &Self) -> f64 {
        let (shared, all) = counts(&self.terms.numbers, &other.terms.numbers);
        if all == 0 {
            0.0
        } else {
            weight(shared) * share(shared, all) - 0.8 * (1.0 - share(shared, all))
        }
    }

    fn same_names(&self, other: &Self) -> f64 {
        let (shared, _) = counts(&self.terms.names, &other.terms.names);
        let named = self.terms.names_in_translation(&other.terms);
        if named == 0 {
            0.0
        } else {
            1.2 * weight(shared) * share(shared, named) - 0.8 * (1.0 - share(shared, named))
        }
    }

    fn lengths(&self, other: &Self) -> f64 {
        let (a, b) = (self.length.max(1.0), other.length.max(1.0));
        let spread = SPREAD * (100.0 / ((a + b) / 2.0)).max(0.5).sqrt();
        let distance = (a / b).ln() / spread;
        (distance * distance / 2.0).min(MAX_PENALTY)
    }
}

/// Returns the sizes of the intersection and the union.
fn counts(a: &HashSet<String>, b: &HashSet<String>) -> (usize, usize) {
    let shared = a.intersection(b).count();
    (shared, a.len() + b.len() - shared)
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// Returns the weight of shared numbers or names by their count: a single one may be a
/// coincidence.
fn weight(shared: usize) -> f64 {
    match shared {
        0 => 0.0,
        1 => 0.9,
        2 => 1.2,
        _ => 1.5,
    }
}

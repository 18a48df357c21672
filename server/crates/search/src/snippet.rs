//! Snippets of search results: the part of a section that contains the most query words, with these words highlighted.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::expand::QueryWord;
use crate::index::{Index, Section};
use crate::normalize::NormalizedText;
use crate::query::Query;
use crate::token::{self, LatinTerms};
use pailou_text_diff::script::is_han;

/// Maximum width of a snippet in columns; a Chinese character takes two.
const COLUMNS: usize = 170;
/// Maximum number of columns before the first highlighted word.
const BEFORE: usize = 40;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// Ranges of `text` to highlight, in UTF-16 code units, ascending.
    pub marks: Vec<(u32, u32)>,
    /// Pairs of a query word and its most probable form in this section.
    pub matched: Vec<(String, String)>,
}

/// Terms of a query in the texts of one language.
#[derive(Debug)]
pub(crate) struct QueryTerms {
    /// Latin terms, with the typed words.
    terms: LatinTerms<TypedWord>,
    /// Folded Chinese terms and quoted phrases with the typed words, the longest first.
    phrases: Vec<(String, TypedWord)>,
    /// Whether all phrases consist of Chinese characters only.
    is_chinese: bool,
}

/// A word as typed in the query, for one of its terms.
#[derive(Debug, Clone, Default)]
struct TypedWord {
    text: String,
    /// Probability of the term, given the typed word.
    probability: f32,
}

/// Ranges of a text that match a term, each with the typed word, in order.
type Matches<'q> = Vec<(Range<usize>, &'q TypedWord)>;

/// Returns the excerpt of a section for a query.
pub(crate) fn excerpt(section: &Section, title: &str, query_terms: &QueryTerms) -> Excerpt {
    let found = query_terms.find(&section.text, section.is_plain);
    let visible = window(&section.text, &found);
    let mut matched: BTreeMap<&str, (f32, &str)> = BTreeMap::new();
    let in_title = query_terms.find(title, false);
    let in_heading = query_terms.find(&section.heading, section.is_plain);
    for (text, found) in
        [(title, &in_title), (&section.heading, &in_heading), (&section.text, &found)]
    {
        for (range, typed) in found {
            let written = text.get(range.clone()).unwrap_or_default();
            let best = matched.entry(&typed.text).or_default();
            if best.1.is_empty() || typed.probability > best.0 {
                *best = (typed.probability, written);
            }
        }
    }
    let inside =
        found.iter().filter(|(range, _)| visible.start <= range.start && range.end <= visible.end);
    let text = section.text.get(visible.clone()).unwrap_or_default();
    let (before, text) = (if visible.start > 0 { "…" } else { "" }, text.replace('\n', " "));
    let after = if visible.end < section.text.len() { "…" } else { "" };
    let units = |at: usize| {
        let units = text.get(..at - visible.start).unwrap_or_default().encode_utf16().count();
        u32::try_from(units + before.encode_utf16().count()).unwrap_or(u32::MAX)
    };
    let marks = inside.map(|(range, _)| (units(range.start), units(range.end))).collect();
    Excerpt {
        marks,
        matched: matched
            .into_iter()
            .map(|(typed, (_, written))| (typed.to_owned(), written.to_owned()))
            .collect(),
        text: format!("{before}{text}{after}"),
    }
}

impl QueryTerms {
    pub(crate) fn of(index: &Index, query: &Query, query_words: &[QueryWord]) -> Self {
        let mut query_terms =
            Self { terms: LatinTerms::default(), phrases: Vec::new(), is_chinese: true };
        for unit in query.content_units() {
            if let Some(text) = unit.content_phrase(&index.lexicon) {
                let typed = TypedWord { text: text.to_owned(), probability: 1.0 };
                query_terms.phrases.push((text.to_owned(), typed));
            }
        }
        // Stop words are not highlighted if there are content words.
        let has_content = query_words.iter().any(QueryWord::is_content);
        for word in query_words.iter().filter(|word| !has_content || word.is_content()) {
            for (id, probability) in word.likely_terms() {
                let Some(term) = index.name(id) else { continue };
                let typed = TypedWord { text: word.surface.clone(), probability };
                if term.starts_with(is_han) {
                    query_terms.phrases.push((term.to_owned(), typed));
                } else {
                    query_terms.terms.add(term, typed);
                }
            }
        }
        query_terms.phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        query_terms.phrases.dedup_by(|(a, _), (b, _)| a == b);
        query_terms.is_chinese =
            query_terms.phrases.iter().all(|(phrase, _)| phrase.chars().all(is_han));
        query_terms
    }

    /// Returns the non-overlapping occurrences, in order. `is_plain` is the value of [`Section::is_plain`].
    fn find(&self, text: &str, is_plain: bool) -> Matches<'_> {
        let mut found: Matches<'_> = Vec::new();
        // An ASCII text contains no Chinese characters, even after folding.
        if !self.is_chinese || !text.is_ascii() {
            let normalized = (!is_plain || !self.is_chinese).then(|| NormalizedText::of(text));
            let folded = normalized.as_ref().map_or(text, |normalized| &normalized.text);
            let origin = |at| normalized.as_ref().map_or(at, |normalized| normalized.origin(at));
            for (phrase, typed) in &self.phrases {
                for (at, _) in folded.match_indices(phrase.as_str()) {
                    let range = origin(at)..origin(at + phrase.len());
                    if !overlaps(&found, &range) {
                        found.push((range, typed));
                    }
                }
            }
        }
        if !self.terms.is_empty() {
            let mut words = Vec::new();
            token::for_each_latin_run(text, |range, run| {
                if let Some(typed) = self.terms.find(run, &mut words)
                    && !overlaps(&found, &range)
                {
                    found.push((range, typed));
                }
            });
        }
        found.sort_by_key(|(range, _)| range.start);
        found
    }
}

fn overlaps(found: &Matches<'_>, range: &Range<usize>) -> bool {
    found.iter().any(|(other, _)| other.start < range.end && range.start < other.end)
}

/// Returns the range, at most `COLUMNS` wide, with the largest number of different query words.
fn window(text: &str, found: &Matches<'_>) -> Range<usize> {
    let mut best = (0, 0..0);
    for (number, (first, _)) in found.iter().enumerate().take(50) {
        let start = back(text, first.start, BEFORE);
        let end = forward(text, start, COLUMNS);
        let inside = found.iter().skip(number).take_while(|(range, _)| range.end <= end);
        let mut words: Vec<&str> = inside.map(|(_, typed)| typed.text.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        if words.len() > best.0 {
            best = (words.len(), start..end);
        }
    }
    if best.0 == 0 { 0..forward(text, 0, COLUMNS) } else { best.1 }
}

fn columns(character: char) -> usize {
    if u32::from(character) >= 0x2e80 { 2 } else { 1 }
}

/// Returns the byte offset that is up to `max_columns` columns before the byte offset `from`, in the same line.
fn back(text: &str, from: usize, max_columns: usize) -> usize {
    let (mut at, mut left) = (from, max_columns);
    for (start, character) in text.get(..from).unwrap_or_default().char_indices().rev() {
        if character == '\n' || left < columns(character) {
            break;
        }
        left -= columns(character);
        at = start;
    }
    at
}

fn forward(text: &str, from: usize, max_columns: usize) -> usize {
    let mut left = max_columns;
    for (at, character) in text.get(from..).unwrap_or_default().char_indices() {
        if left < columns(character) {
            return from + at;
        }
        left -= columns(character);
    }
    text.len()
}

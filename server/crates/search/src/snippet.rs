//! Snippets of search results.
//!
//! The part of a section with the most query words, which are marked.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::expand::QueryWord;
use crate::index::{Index, Section};
use crate::normalize::NormalizedText;
use crate::query::{Query, Unit};
use crate::token::{self, Run};

/// Columns of text that are shown; a Chinese character takes two.
const COLUMNS: usize = 170;
/// Of them, those before the first marked word.
const BEFORE: usize = 40;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// Parts of `text`, in UTF-16 code units, rising.
    pub marks: Vec<(u32, u32)>,
    /// Pairs of a word asked for and how it stands here.
    pub matched: Vec<(String, String)>,
}

/// What is looked for in the texts of one language.
#[derive(Debug)]
pub(crate) struct QueryTerms {
    /// Terms of words in letters, with what was asked.
    terms: HashMap<String, String>,
    /// Folded Chinese, the longest first, with what was asked.
    phrases: Vec<(String, String)>,
}

/// The excerpt of a section for a question.
pub(crate) fn excerpt(section: &Section, title: &str, needles: &QueryTerms) -> Excerpt {
    let found = needles.find(&section.text);
    let shown = window(&section.text, &found);
    let mut matched = BTreeMap::new();
    let (in_title, in_heading) = (needles.find(title), needles.find(&section.heading));
    for (text, found) in
        [(title, &in_title), (&section.heading, &in_heading), (&section.text, &found)]
    {
        for (range, asked) in found {
            let written = text.get(range.clone()).unwrap_or_default();
            matched.entry(asked.clone()).or_insert_with(|| written.to_owned());
        }
    }
    let inside =
        found.iter().filter(|(range, _)| shown.start <= range.start && range.end <= shown.end);
    let text = section.text.get(shown.clone()).unwrap_or_default();
    let (before, text) = (if shown.start > 0 { "…" } else { "" }, text.replace('\n', " "));
    let after = if shown.end < section.text.len() { "…" } else { "" };
    let units = |at: usize| {
        let units = text.get(..at - shown.start).unwrap_or_default().encode_utf16().count();
        u32::try_from(units + before.encode_utf16().count()).unwrap_or(u32::MAX)
    };
    let marks = inside.map(|(range, _)| (units(range.start), units(range.end))).collect();
    Excerpt {
        marks,
        matched: matched.into_iter().collect(),
        text: format!("{before}{text}{after}"),
    }
}

impl QueryTerms {
    pub(crate) fn of(index: &Index, query: &Query, wanted: &[QueryWord]) -> Self {
        let mut needles = Self { terms: HashMap::new(), phrases: Vec::new() };
        for unit in &query.units {
            if let Unit::Han(text) | Unit::Quoted(text) = unit {
                needles.phrases.push((text.clone(), text.clone()));
            }
        }
        // What only asks is not what was looked for.
        let tells = wanted.iter().any(QueryWord::tells);
        for wanted in wanted.iter().filter(|wanted| !tells || wanted.tells()) {
            for (id, _) in &wanted.asked.terms {
                let Some(term) = index.name(*id) else { continue };
                let is_han = term.starts_with(pailou_text_diff::script::is_han);
                let asked = wanted.surface.clone();
                if is_han {
                    needles.phrases.push((term.to_owned(), asked));
                } else {
                    needles.terms.entry(term.to_owned()).or_insert(asked);
                }
            }
        }
        needles.phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        needles.phrases.dedup();
        needles
    }

    /// Where they stand, not overlapping, in order.
    fn find(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let mut found: Vec<(Range<usize>, String)> = Vec::new();
        if !self.phrases.is_empty() {
            let traced = NormalizedText::of(text);
            for (phrase, asked) in &self.phrases {
                for (at, _) in traced.text.match_indices(phrase.as_str()) {
                    let range = traced.origin(at)..traced.origin(at + phrase.len());
                    if !found
                        .iter()
                        .any(|(other, _)| other.start < range.end && range.start < other.end)
                    {
                        found.push((range, asked.clone()));
                    }
                }
            }
        }
        let runs = if self.terms.is_empty() { Vec::new() } else { token::spans(text) };
        let mut words = Vec::new();
        for (range, run) in runs {
            let Run::Latin(run) = run else { continue };
            words.clear();
            token::latin(&run, &mut words);
            let asked = words.iter().find_map(|word| self.terms.get(&word.term));
            let is_free = |range: &Range<usize>| {
                !found.iter().any(|(other, _)| other.start < range.end && range.start < other.end)
            };
            if let Some(asked) = asked.filter(|_| is_free(&range)) {
                found.push((range, asked.clone()));
            }
        }
        found.sort_by_key(|(range, _)| range.start);
        found
    }
}

/// The part of the text with the most different words asked for.
fn window(text: &str, found: &[(Range<usize>, String)]) -> Range<usize> {
    let mut best = (0, 0..0);
    for (number, (first, _)) in found.iter().enumerate().take(50) {
        let start = back(text, first.start, BEFORE);
        let end = forward(text, start, COLUMNS);
        let inside = found.iter().skip(number).take_while(|(range, _)| range.end <= end);
        let mut words: Vec<&String> = inside.map(|(_, asked)| asked).collect();
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

/// Some columns back from a place, to the beginning of a line at most.
fn back(text: &str, from: usize, most: usize) -> usize {
    let (mut at, mut left) = (from, most);
    for (start, character) in text.get(..from).unwrap_or_default().char_indices().rev() {
        if character == '\n' || left < columns(character) {
            break;
        }
        left -= columns(character);
        at = start;
    }
    at
}

fn forward(text: &str, from: usize, most: usize) -> usize {
    let mut left = most;
    for (at, character) in text.get(from..).unwrap_or_default().char_indices() {
        if left < columns(character) {
            return from + at;
        }
        left -= columns(character);
    }
    text.len()
}

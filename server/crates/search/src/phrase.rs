//! Exact phrase matching.
//!
//! Bigrams of Chinese characters select candidate sections, then the text is compared. A phrase of
//! any length finds exactly the sections that contain it.

use std::sync::{Arc, Mutex, PoisonError};

use memchr::memmem::Finder;

use crate::index::Index;
use crate::normalize::fold;
use crate::query::Unit;
use crate::question_words;
use crate::token;

/// Sections that contain the units of a query, in one language. Each unit is searched once.
#[derive(Debug)]
pub(crate) struct UnitMatches<'i> {
    pub(crate) index: &'i Index,
    found: Mutex<Vec<(Unit, Arc<[u32]>)>>,
}

impl<'i> UnitMatches<'i> {
    pub(crate) fn new(index: &'i Index) -> Self {
        Self { index, found: Mutex::default() }
    }

    /// Returns the result of [`sections_with_unit`], which is computed once per unit.
    pub(crate) fn sections(&self, unit: &Unit) -> Arc<[u32]> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sections)) = found.iter().find(|(known, _)| known == unit) {
            return sections.clone();
        }
        let sections: Arc<[u32]> = sections_with_unit(self.index, unit).into();
        found.push((unit.clone(), sections.clone()));
        sections
    }

    /// Returns those of `sections` that contain the unit. If `sections` is `None`, returns all sections that contain
    /// the unit. The lists are ascending.
    pub(crate) fn intersect(&self, sections: Option<Vec<u32>>, unit: &Unit) -> Vec<u32> {
        let Some(mut sections) = sections else { return self.sections(unit).to_vec() };
        if !sections.is_empty() {
            keep_common(&mut sections, &self.sections(unit));
        }
        sections
    }
}

/// Keeps the numbers that are also in the other list. Both lists are ascending.
fn keep_common(numbers: &mut Vec<u32>, mut other: &[u32]) {
    numbers.retain(|number| {
        while let [first, rest @ ..] = other
            && first < number
        {
            other = rest;
        }
        other.first() == Some(number)
    });
}

/// Returns the ids of sections that contain the query unit in text, heading, or page title,
/// ascending.
fn sections_with_unit(index: &Index, unit: &Unit) -> Vec<u32> {
    let mut found = match unit {
        Unit::Han(run) => phrase(index, run),
        Unit::Quoted(text) => phrase(index, text),
        Unit::Latin(words) => {
            let [whole, parts @ ..] = words.as_slice() else { return Vec::new() };
            let mut whole = with_term(index, &whole.term);
            // A name may be written as one word or in parts. If all parts are stop words, they are not searched,
            // because most texts contain them.
            if !parts.iter().all(question_words::is_stop_word) {
                let parts = parts.iter().map(|word| with_term(index, &word.term));
                let parts = parts.reduce(|mut a, b| {
                    keep_common(&mut a, &b);
                    a
                });
                whole.extend(parts.unwrap_or_default());
            }
            whole
        }
    };
    // The list consists of a few ascending runs, which the stable sort merges.
    found.sort();
    found.dedup();
    found
}

/// Sections that contain an identifier as a whole, not only its parts.
#[derive(Debug, Default)]
pub(crate) struct IdentifierMatches {
    /// Ids of the sections with the identifier in any spelling, ascending: `max_retries` for `maxRetries`.
    any_spelling: Vec<u32>,
    /// Ids of the sections with the identifier as typed, ascending.
    as_typed: Vec<u32>,
}

impl IdentifierMatches {
    /// Returns the sections that contain the identifier in the heading, in the text, or in the page title; for the
    /// title, only the first section of the page.
    pub(crate) fn new(index: &Index, identifier: &str) -> Self {
        let words = token::split_query_run(identifier);
        let Some(whole) = words.first() else { return Self::default() };
        let Some(term) = index.ids.get(whole.term.as_str()) else {
            return Self::default();
        };
        let Some(term) = index.terms.get(*term as usize) else { return Self::default() };
        let pages = term.in_titles.iter().filter_map(|(page, _)| index.pages.get(page as usize));
        let first_sections = pages.filter_map(|page| page.sections.clone().next());
        let all = term.in_sections.iter().map(|(section, _)| section).chain(first_sections);
        let mut any_spelling: Vec<u32> = all.filter(|section| index.is_live(*section)).collect();
        any_spelling.sort_unstable();
        any_spelling.dedup();
        let finder = Finder::new(identifier);
        let is_as_typed = |number: &u32| {
            index.page_of(*number).is_some_and(|(page, section)| {
                let is_first = page.sections.start == *number;
                contains_identifier(&section.text, &finder)
                    || contains_identifier(&section.heading, &finder)
                    || (is_first && contains_identifier(&page.title, &finder))
            })
        };
        let as_typed = any_spelling.iter().copied().filter(is_as_typed).collect();
        Self { any_spelling, as_typed }
    }

    /// Returns 2 for a section with the identifier as typed, 1 for another spelling, and 0 for any other section.
    pub(crate) fn rank(&self, section: u32) -> u8 {
        let is_in = |sections: &[u32]| u8::from(sections.binary_search(&section).is_ok());
        is_in(&self.any_spelling) + is_in(&self.as_typed)
    }
}

/// Whether a text contains the identifier, and not as a part of a longer word.
fn contains_identifier(text: &str, finder: &Finder<'_>) -> bool {
    let is_letter =
        |c: char| (c.is_alphanumeric() && !pailou_text_diff::script::is_han(c)) || c == '_';
    // A hyphen between letters belongs to the word.
    let joins = |next: Option<char>, second: Option<char>| match next {
        Some('-') => second.is_some_and(is_letter),
        next => next.is_some_and(is_letter),
    };
    finder.find_iter(text.as_bytes()).any(|at| {
        let mut before = text[..at].chars().rev();
        let mut after = text[at + finder.needle().len()..].chars();
        !joins(before.next(), before.next()) && !joins(after.next(), after.next())
    })
}

/// Whether the text of any section contains the word with a dash before it, as in an option.
pub(crate) fn is_hyphenated(matches: &UnitMatches<'_>, unit: &Unit) -> bool {
    let word = match unit {
        Unit::Han(run) => run,
        Unit::Latin(words) => match words.first() {
            Some(word) => &word.surface,
            None => return false,
        },
        Unit::Quoted(_) => return false,
    };
    let option = format!("-{word}");
    let is_free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let holds = |text: &str| {
        text.match_indices(option.as_str()).any(|(at, _)| {
            let before = text[..at].trim_end_matches('-').chars().next_back();
            is_free(before) && is_free(text[at + option.len()..].chars().next())
        })
    };
    let found = matches.sections(unit);
    let sections = &matches.index.sections;
    let sections = found.iter().filter_map(|number| sections.get(*number as usize));
    sections.map(|section| fold(&section.text)).any(|text| holds(&text))
}

/// Returns the sections that contain a term, ascending.
fn with_term(index: &Index, term: &str) -> Vec<u32> {
    let Some(term) = index.ids.get(term).and_then(|id| index.terms.get(*id as usize)) else {
        return Vec::new();
    };
    let titles = term.in_titles.iter().filter_map(|(page, _)| index.pages.get(page as usize));
    let by_title = titles.flat_map(|page| page.sections.clone());
    let all = term.in_sections.iter().map(|(section, _)| section).chain(by_title);
    let mut all: Vec<u32> = all.filter(|section| index.is_live(*section)).collect();
    all.sort();
    all.dedup();
    all
}

fn phrase(index: &Index, phrase: &str) -> Vec<u32> {
    let finder = Finder::new(phrase);
    let is_han = is_all_han(phrase);
    let is_certain = is_han && phrase.chars().count() <= 2;
    let mut found = candidates(index, phrase);
    found.retain(|number| {
        if !index.is_live(*number) {
            return false;
        }
        // One or two Chinese characters are a unigram or a bigram of the index, so the text needs no comparison.
        is_certain
            || index.sections.get(*number as usize).is_some_and(|section| {
                let holds = |text: &str| {
                    if section.is_plain && is_han {
                        finder.find(text.as_bytes()).is_some()
                    } else {
                        finder.find(fold(text).as_bytes()).is_some()
                    }
                };
                holds(&section.heading) || holds(&section.text)
            })
    });
    let titled = index.titles.pages_containing(&finder).into_iter();
    for page in titled.filter_map(|page| index.pages.get(page)).filter(|page| page.is_live) {
        found.extend(page.sections.clone());
    }
    found
}

fn is_all_han(text: &str) -> bool {
    text.chars().all(pailou_text_diff::script::is_han)
}

/// Returns the sections that may contain the phrase: those with its rarest Chinese bigram or
/// character. For a phrase without Chinese characters, returns all sections.
fn candidates(index: &Index, phrase: &str) -> Vec<u32> {
    let characters: Vec<char> = phrase.chars().collect();
    let han = pailou_text_diff::script::is_han;
    let mut grams = Vec::new();
    for pair in characters.windows(2).filter(|pair| pair.iter().all(|c| han(*c))) {
        match index.gram(pair[0], Some(pair[1])) {
            Some(postings) => grams.push(postings),
            None => return Vec::new(),
        }
    }
    if grams.is_empty() {
        for character in characters.iter().filter(|c| han(**c)) {
            match index.gram(*character, None) {
                Some(postings) => grams.push(postings),
                None => return Vec::new(),
            }
        }
    }
    match grams.into_iter().min_by_key(|postings| postings.count()) {
        Some(rarest) => rarest.iter().map(|(section, _)| section).collect(),
        // Without Chinese characters, every section is compared.
        None => (0..u32::try_from(index.sections.len()).unwrap_or(u32::MAX)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn common_numbers_of_two_lists_are_kept(
            a in proptest::collection::btree_set(0_u32..50, 0..30),
            b in proptest::collection::btree_set(0_u32..50, 0..30),
        ) {
            let mut kept: Vec<u32> = a.iter().copied().collect();
            let other: Vec<u32> = b.iter().copied().collect();
            keep_common(&mut kept, &other);
            prop_assert_eq!(kept.into_iter().collect::<BTreeSet<_>>(), &a & &b);
        }
    }
}

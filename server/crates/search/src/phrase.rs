//! Exact phrase matching.
//!
//! Bigrams of Chinese characters select candidate sections, then the text is compared. A phrase of
//! any length finds exactly the sections that contain it.

use memchr::memmem::Finder;

use crate::index::Index;
use crate::normalize::fold;
use crate::query::Unit;

/// Returns the ids of sections that contain the query unit in text, heading, or page title,
/// ascending.
pub(crate) fn sections_with_unit(index: &Index, unit: &Unit) -> Vec<u32> {
    let mut found = match unit {
        Unit::Han(run) => phrase(index, run),
        Unit::Quoted(text) => phrase(index, text),
        Unit::Latin(words) => {
            let mut words = words.iter().map(|word| with_term(index, &word.term));
            let Some(mut whole) = words.next() else { return Vec::new() };
            // A name may be written as one word or in parts.
            let parts = words.reduce(|mut a, b| {
                a.retain(|section| b.binary_search(section).is_ok());
                a
            });
            whole.extend(parts.unwrap_or_default());
            whole
        }
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the text of any section contains the word with a dash before it, as in an option.
pub(crate) fn is_hyphenated(index: &Index, unit: &Unit) -> bool {
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
    let found = sections_with_unit(index, unit);
    let sections = found.into_iter().filter_map(|number| index.sections.get(number as usize));
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
    all.sort_unstable();
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
        // A phrase of one or two Chinese characters is an index term and needs no comparison.
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

//! Where a phrase stands, exactly: pairs of Chinese characters narrow the sections down, then the text is looked
//! at. So a phrase of any length finds every section that holds it, and no other.

use std::collections::BTreeSet;

use memchr::memmem::Finder;

use super::fold::fold;
use super::index::Index;
use super::query::Unit;

/// Sections that hold the unit in their heading or text, or whose page does in its title; rising.
pub(crate) fn holding(index: &Index, unit: &Unit) -> BTreeSet<u32> {
    match unit {
        Unit::Han(run) => phrase(index, run),
        Unit::Quoted(text) => phrase(index, text),
        Unit::Latin(words) => {
            let mut sets = words.iter().map(|word| with_term(index, &word.term));
            let Some(whole) = sets.next() else { return BTreeSet::new() };
            // A name may be written in one piece or in parts.
            let parts = sets.reduce(|a, b| a.intersection(&b).copied().collect());
            whole.into_iter().chain(parts.unwrap_or_default()).collect()
        }
    }
}

fn with_term(index: &Index, term: &str) -> BTreeSet<u32> {
    let Some(term) = index.ids.get(term).and_then(|id| index.terms.get(*id as usize)) else {
        return BTreeSet::new();
    };
    let titles = term.in_titles.iter().filter_map(|(page, _)| index.pages.get(page as usize));
    let by_title = titles.flat_map(|page| page.sections.clone());
    let all = term.in_sections.iter().map(|(section, _)| section).chain(by_title);
    all.filter(|section| is_live(index, *section)).collect()
}

fn is_live(index: &Index, section: u32) -> bool {
    index.page_of(section).is_some_and(|(page, _)| page.is_live)
}

fn phrase(index: &Index, phrase: &str) -> BTreeSet<u32> {
    let finder = Finder::new(phrase);
    let mut found: BTreeSet<u32> = candidates(index, phrase)
        .into_iter()
        .filter(|number| {
            index.page_of(*number).is_some_and(|(page, section)| {
                let holds = |text: &str| {
                    if section.is_plain && is_all_han(phrase) {
                        finder.find(text.as_bytes()).is_some()
                    } else {
                        finder.find(fold(text).as_bytes()).is_some()
                    }
                };
                page.is_live && (holds(&section.heading) || holds(&section.text))
            })
        })
        .collect();
    for page in index.pages.iter().filter(|page| page.is_live) {
        if finder.find(page.folded_title.as_bytes()).is_some() {
            found.extend(page.sections.clone());
        }
    }
    found
}

fn is_all_han(text: &str) -> bool {
    text.chars().all(crate::shared::content::section::is_han)
}

/// Sections that may hold the phrase: those with its rarest pair of characters, or with its words.
fn candidates(index: &Index, phrase: &str) -> Vec<u32> {
    let characters: Vec<char> = phrase.chars().collect();
    let han = crate::shared::content::section::is_han;
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
        // Quoted letters: every section is looked at.
        None => (0..u32::try_from(index.sections.len()).unwrap_or(u32::MAX)).collect(),
    }
}

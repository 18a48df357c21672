//! What both languages found, as one list in the reader's language.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use super::engine::{Found, Ranked};
use super::index::{ALONE, Index};

/// A page that exists in the other language only counts a little less.
const FOREIGN: f32 = 0.8;
/// What the other text of a page adds to a section of the reader's: it says the same in other words.
const BESIDES: f32 = 0.4;
/// Sections of one page that are shown, at most.
const MOST_OF_A_PAGE: usize = 4;

/// Of the other language's sections, those that have a say in the order of the reader's own.
const MOST_BESIDES: usize = 4000;
/// Sections that are put in order beyond those that are wanted, because of the limit for a page.
const SORTED: usize = 1000;

/// What was found, before it is put in order.
#[derive(Debug)]
pub(crate) struct Merged {
    found: Vec<(Found, u32)>,
    locale: Locale,
    /// How many there are, at most a few of each page.
    pub(crate) total: usize,
}

impl Merged {
    /// The best of them, best first.
    pub(crate) fn best(mut self, most: usize) -> Vec<Found> {
        let by_score = |(a, _): &(Found, u32), (b, _): &(Found, u32)| {
            let is_own = |found: &Found| found.locale == self.locale;
            let by_score = b.score.total_cmp(&a.score);
            by_score.then(a.section.cmp(&b.section)).then(is_own(b).cmp(&is_own(a)))
        };
        let sorted = most.saturating_add(SORTED);
        if sorted < self.found.len() {
            self.found.select_nth_unstable_by(sorted, by_score);
            self.found[..sorted].sort_unstable_by(by_score);
            let best = few_of_a_page(&self.found[..sorted], most);
            if best.len() == most {
                return best;
            }
        }
        self.found.sort_unstable_by(by_score);
        few_of_a_page(&self.found, most)
    }
}

fn few_of_a_page(found: &[(Found, u32)], most: usize) -> Vec<Found> {
    let mut shown: HashMap<(Locale, u32), usize> = HashMap::new();
    let is_among_few = |(found, page): &&(Found, u32)| {
        let count = shown.entry((found.locale, *page)).or_default();
        *count += 1;
        *count <= MOST_OF_A_PAGE
    };
    found.iter().filter(is_among_few).take(most).map(|(found, _)| found.clone()).collect()
}

/// Sections of both languages. A page in both appears in the reader's.
pub(super) fn merged(
    reader: &Index,
    other: &Index,
    own: &Ranked,
    mut foreign: Vec<(u32, f32)>,
) -> Merged {
    let page_of = |index: &Index, section: u32| {
        index.measures.sections.get(section as usize).map_or(0, |(page, _)| *page)
    };
    let mut scores = vec![0.0_f32; reader.sections.len()];
    let mut is_found = vec![false; reader.pages.len()];
    for (number, score) in &own.sections {
        scores[*number as usize] = *score;
        is_found[page_of(reader, *number) as usize] = true;
    }
    if foreign.len() > MOST_BESIDES {
        let by_score = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        foreign.select_nth_unstable_by(MOST_BESIDES, by_score);
    }
    let mut found = Vec::with_capacity(own.sections.len());
    let mut besides = vec![0.0_f32; reader.sections.len()];
    for (place, (number, score)) in foreign.iter().enumerate() {
        let counterpart = other.measures.counterparts.get(*number as usize).copied();
        let Some(counterpart) = counterpart.filter(|counterpart| *counterpart != ALONE) else {
            let foreign = Found { locale: other.locale, section: *number, score: score * FOREIGN };
            found.push((foreign, page_of(other, *number)));
            continue;
        };
        if own.without.binary_search(&counterpart).is_ok() {
            continue;
        }
        // Where the reader's own texts hold what was asked, the other ones have no say.
        if own.holding.is_empty() && place < MOST_BESIDES {
            let is_found = is_found[page_of(reader, counterpart) as usize];
            let share = if is_found { BESIDES } else { FOREIGN };
            let most = &mut besides[counterpart as usize];
            *most = most.max(score * share);
        }
    }
    let locale = reader.locale;
    let all = scores.iter().zip(&besides).enumerate().filter(|(_, (a, b))| **a + **b > 0.0);
    found.extend(all.map(|(number, (own, besides))| {
        let section = number as u32;
        (Found { locale, section, score: own + besides }, page_of(reader, section))
    }));
    let mut of_page = [vec![0_usize; reader.pages.len()], vec![0_usize; other.pages.len()]];
    for (found, page) in &found {
        of_page[usize::from(found.locale != locale)][*page as usize] += 1;
    }
    let total = of_page.iter().flatten().map(|count| count.min(&MOST_OF_A_PAGE)).sum();
    Merged { found, locale, total }
}

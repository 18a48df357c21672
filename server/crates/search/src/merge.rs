//! Merging of the results of both languages into one ranked list.

use std::cmp::Ordering;
use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::engine::{Ranked, SearchHit};
use crate::expand::{self, QueryWord};
use crate::index::{ALONE, APART, Index};
use crate::score::{LAST_WORD, Scored, Words};

/// A page that exists in the other language only counts a little less.
const FOREIGN: f32 = 0.95;
/// A section that the page has in the other language only, where the reader's text may say it elsewhere.
const APART_FROM: f32 = 0.8;
/// What the other text of a page adds to a section of the reader's: it says the same in other words.
const BESIDES: f32 = 0.2;
/// The same for a question in a whole sentence, whose words are often others than those of one text.
const BESIDES_OF_QUESTION: f32 = 0.7;
/// The same where nothing of the page was found in the reader's language.
const INSTEAD: f32 = 0.5;
/// What a section gets whose heading and title are what was asked.
const CALLED: f32 = 1.2;
/// A translation at least so likely stands for the word.
const LIKELY: f32 = 0.1;
/// Sections of one page that are shown, at most.
const MOST_OF_A_PAGE: usize = 4;

/// Of the other language's sections, those that have a say in the order of the reader's own.
const MOST_BESIDES: usize = 4000;
/// Sections that are put in order beyond those that are wanted, because of the limit for a page.
const SORTED: usize = 1000;

/// What was found, before it is put in order.
#[derive(Debug)]
pub struct Merged {
    found: Vec<(SearchHit, u32)>,
    locale: Locale,
    /// How many sections there are.
    pub total: usize,
}

impl Merged {
    /// The best of them, best first, a few of each page.
    pub fn best(mut self, most: usize) -> Vec<SearchHit> {
        let sorted = most.saturating_add(SORTED);
        if sorted < self.found.len() {
            let locale = self.locale;
            self.found.select_nth_unstable_by(sorted, |a, b| in_order(locale, a, b));
            self.found[..sorted].sort_unstable_by(|a, b| in_order(locale, a, b));
            let best = few_of_a_page(&self.found[..sorted], most);
            if best.len() == most {
                return self.counted(best);
            }
        }
        self.found.sort_unstable_by(|a, b| in_order(self.locale, a, b));
        let best = few_of_a_page(&self.found, most);
        self.counted(best)
    }

    /// Only sections of one page, and all of them.
    pub fn of_page(mut self, locale: Locale, page: u32) -> Self {
        self.found.retain(|(found, of)| (found.locale, *of) == (locale, page));
        self.total = self.found.len();
        self
    }

    /// All of them, best first.
    pub fn every(mut self, most: usize) -> Vec<SearchHit> {
        self.found.sort_unstable_by(|a, b| in_order(self.locale, a, b));
        self.found.into_iter().take(most).map(|(found, _)| found).collect()
    }

    /// Notes how many more sections of its page were found than are shown.
    fn counted(&self, best: Vec<(SearchHit, u32)>) -> Vec<SearchHit> {
        let mut more: HashMap<(Locale, u32), u32> =
            best.iter().map(|(found, page)| ((found.locale, *page), 0)).collect();
        for (found, page) in &self.found {
            if let Some(count) = more.get_mut(&(found.locale, *page)) {
                *count += 1;
            }
        }
        for (found, page) in &best {
            if let Some(count) = more.get_mut(&(found.locale, *page)) {
                *count -= 1;
            }
        }
        let more = |found: &SearchHit, page| more.get(&(found.locale, page)).copied();
        let noted = |(found, page): (SearchHit, u32)| SearchHit {
            more: more(&found, page).unwrap_or_default(),
            ..found
        };
        best.into_iter().map(noted).collect()
    }
}

/// Best first, and the reader's language before the other one.
fn in_order(locale: Locale, (a, _): &(SearchHit, u32), (b, _): &(SearchHit, u32)) -> Ordering {
    let is_own = |found: &SearchHit| found.locale == locale;
    let by_score = b.score.total_cmp(&a.score);
    by_score.then(is_own(b).cmp(&is_own(a))).then(a.section.cmp(&b.section))
}

fn few_of_a_page(found: &[(SearchHit, u32)], most: usize) -> Vec<(SearchHit, u32)> {
    let mut shown: HashMap<(Locale, u32), usize> = HashMap::new();
    let is_among_few = |(found, page): &&(SearchHit, u32)| {
        let count = shown.entry((found.locale, *page)).or_default();
        *count += 1;
        *count <= MOST_OF_A_PAGE
    };
    found.iter().filter(is_among_few).take(most).cloned().collect()
}

/// How much each word of a question tells, in both languages alike.
#[derive(Debug, Default)]
pub(super) struct Weights {
    of: Vec<f32>,
}

impl Weights {
    /// By the terms for the words in each language. Where both know a word, the one that knows it better decides.
    pub(super) fn of(languages: [(&Index, &[QueryWord]); 2]) -> Self {
        let mut of: Vec<f32> = Vec::new();
        for (index, wanted) in languages {
            for word in wanted {
                let number = word.asked.number.min(LAST_WORD);
                of.resize(of.len().max(number + 1), f32::MAX);
                of[number] = of[number].min(expand::weight(index, word));
            }
        }
        for weight in &mut of {
            // Unknown in both: nothing can hold it.
            *weight = if *weight == f32::MAX { 0.0 } else { *weight };
        }
        let sum = of.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Self { of: of.into_iter().map(|weight| weight / sum).collect() }
    }

    /// The share of the question that each word is in one language, less where it is a guess.
    fn shares(&self, wanted: &[QueryWord]) -> Vec<f32> {
        let mut shares = vec![0.0; self.of.len()];
        for word in wanted {
            let number = word.asked.number.min(LAST_WORD);
            if let (Some(share), Some(weight)) = (shares.get_mut(number), self.of.get(number)) {
                *share = weight * word.asked.certainty.min(1.0);
            }
        }
        shares
    }
}

/// The terms for the words of a query in one language, with the share of the query that each of them is.
struct Meant<'i> {
    index: &'i Index,
    shares: Vec<f32>,
    /// By term: the word that it stands for.
    words: HashMap<u32, usize>,
}

impl<'i> Meant<'i> {
    fn of(index: &'i Index, wanted: &[QueryWord], weights: &Weights) -> Self {
        let mut words = HashMap::new();
        for word in wanted {
            let likely = word.asked.terms.iter().filter(|(_, p)| *p >= LIKELY);
            words.extend(likely.map(|(term, _)| (*term, word.asked.number.min(LAST_WORD))));
        }
        Self { index, shares: weights.shares(wanted), words }
    }

    /// How much a section is called what was asked, by its heading and its page's title: the share of the question
    /// that they hold, less the more else the heading says.
    fn called(&self, section: u32) -> f32 {
        let Some((page, section)) = self.index.page_of(section) else { return 0.0 };
        let (mut held, mut said) = (Words::default(), 0_u16);
        for term in &section.headed {
            if let Some(word) = self.words.get(term) {
                held.0 |= Words::one(*word).0;
                said += 1;
            }
        }
        let all = section.headed.len().max(1);
        let just = if section.headed.is_empty() { 1.0 } else { f32::from(said) / all as f32 };
        for word in page.titled.iter().filter_map(|term| self.words.get(term)) {
            held.0 |= Words::one(*word).0;
        }
        self.share(held) * just.sqrt()
    }

    /// The share of the question that some of its words are.
    fn share(&self, words: Words) -> f32 {
        let shares = self.shares.iter().enumerate().filter(|(word, _)| words.has(*word));
        shares.map(|(_, share)| share).sum()
    }

    /// A score that can be compared with one of the other language.
    fn comparable(&self, found: &Scored, best: f32) -> f32 {
        let score = found.score / best.max(f32::MIN_POSITIVE);
        let called = self.called(found.section);
        score * self.share(found.holds) + CALLED * called * called
    }
}

/// Sections of both languages. A page in both appears in the reader's.
pub(super) fn merged(
    reader: &Index,
    other: &Index,
    own: &Ranked,
    foreign: Ranked,
    weights: &Weights,
    (own_words, foreign_words): (&[QueryWord], &[QueryWord]),
    is_question: bool,
) -> Merged {
    let besides_share = if is_question { BESIDES_OF_QUESTION } else { BESIDES };
    let page_of = |index: &Index, section: u32| {
        index.measures.sections.get(section as usize).map_or(0, |(page, _)| *page)
    };
    let (here, there) =
        (Meant::of(reader, own_words, weights), Meant::of(other, foreign_words, weights));
    let mut scores = vec![0.0_f32; reader.sections.len()];
    let mut is_found = vec![false; reader.pages.len()];
    for found in &own.sections {
        scores[found.section as usize] = here.comparable(found, own.best);
        is_found[page_of(reader, found.section) as usize] = true;
    }
    let best = foreign.best;
    let mut foreign = foreign.sections;
    if foreign.len() > MOST_BESIDES {
        let by_score =
            |a: &Scored, b: &Scored| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section));
        foreign.select_nth_unstable_by(MOST_BESIDES, by_score);
    }
    let mut found = Vec::with_capacity(own.sections.len());
    let mut besides = vec![0.0_f32; reader.sections.len()];
    for (place, scored) in foreign.iter().enumerate() {
        let section = scored.section;
        let score = there.comparable(scored, best);
        let counterpart = other.measures.counterparts.get(section as usize).copied();
        let counterpart = counterpart.unwrap_or(ALONE);
        if counterpart >= APART {
            let share = if counterpart == ALONE { FOREIGN } else { APART_FROM };
            let foreign =
                SearchHit { locale: other.locale, section, score: score * share, more: 0 };
            found.push((foreign, page_of(other, section)));
            continue;
        }
        if own.without.binary_search(&counterpart).is_ok() {
            continue;
        }
        // Where the reader's own texts hold what was asked, the other ones have no say.
        if own.holding.is_empty() && place < MOST_BESIDES {
            let is_found = is_found[page_of(reader, counterpart) as usize];
            let share = if is_found { besides_share } else { INSTEAD };
            let most = &mut besides[counterpart as usize];
            *most = most.max(score * share);
        }
    }
    let locale = reader.locale;
    let all = scores.iter().zip(&besides).enumerate().filter(|(_, (a, b))| **a + **b > 0.0);
    found.extend(all.map(|(number, (own, besides))| {
        let section = number as u32;
        (SearchHit { locale, section, score: own + besides, more: 0 }, page_of(reader, section))
    }));
    let total = found.len();
    Merged { found, locale, total }
}

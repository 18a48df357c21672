//! Merging of the results of both languages into one ranked list.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::engine::{Ranked, SearchHit};
use crate::expand::{self, QueryWord};
use crate::index::{Index, NO_COUNTERPART, Page, SINGLE_LANGUAGE_PAGE};
use crate::score::{LAST_WORD, Scored, Words};

/// Weight of a section on a page that exists only in the other language.
const OTHER_LANGUAGE_WEIGHT: f32 = 0.95;
/// Weight of a section in the other language without a counterpart, on a page that exists in both
/// languages.
const NO_COUNTERPART_WEIGHT: f32 = 0.8;
/// Weight of the counterpart's score that is added to the score of a section whose page also
/// matches in the reader's language.
const COUNTERPART_WEIGHT: f32 = 0.2;
/// Value that replaces [`COUNTERPART_WEIGHT`] for a question in a whole sentence. The words of such a question often
/// differ from those of the text.
const COUNTERPART_WEIGHT_IN_QUESTION: f32 = 0.7;
/// Value that replaces [`COUNTERPART_WEIGHT`] if the page does not match in the reader's language.
const COUNTERPART_ONLY_WEIGHT: f32 = 0.5;
/// Maximum bonus for a section by its heading and page title. It is multiplied by the square of their similarity to the
/// query.
const HEADING_BONUS: f32 = 1.2;
/// Score of a section that contains the query only within longer words.
const EXACT_ONLY: f32 = 0.01;
/// Bonus for a section that contains the identifier of the query as a whole, and again if it is spelled as typed. It is
/// more than the sum of all other scores.
const IDENTIFIER_BONUS: f32 = 5.0;
/// Minimum share of the query at which a page title counts as containing the whole query.
const WHOLE_QUERY: f32 = 0.999;
/// Minimum probability at which a translation counts as an occurrence of the query word.
const MIN_PROBABILITY: f32 = 0.1;
/// Maximum number of displayed sections per page.
const MAX_OF_A_PAGE: usize = 4;

/// Maximum number of sections in the other language that contribute to the scores.
const MAX_COUNTERPARTS: usize = 4000;
/// Number of sections that are sorted in addition to the requested ones. They replace sections that
/// exceed the limit per page.
const SORTED_RESERVE: usize = 1000;

/// Unsorted results of both languages.
#[derive(Debug)]
pub struct Merged {
    found: Vec<PagedHit>,
    locale: Locale,
    /// Total number of sections.
    pub total: usize,
}

impl Merged {
    /// Returns at most `max` sections, best first, with at most `MAX_OF_A_PAGE` per page.
    pub fn best(mut self, max: usize) -> Vec<SearchHit> {
        if let Some(best) = self.sort_best(max) {
            return self.counted(best);
        }
        self.found.sort_unstable_by(|a, b| in_order(self.locale, a, b));
        let (best, _) = split_by_limit(&self.found);
        let best = best.into_iter().take(max).cloned().collect();
        self.counted(best)
    }

    /// Returns the best `count` sections without sorting all of them; `None` if all must be sorted to find so many.
    fn sort_best(&mut self, count: usize) -> Option<Vec<PagedHit>> {
        let sorted = count.saturating_add(SORTED_RESERVE);
        if sorted >= self.found.len() {
            return None;
        }
        let locale = self.locale;
        self.found.select_nth_unstable_by(sorted, |a, b| in_order(locale, a, b));
        self.found[..sorted].sort_unstable_by(|a, b| in_order(locale, a, b));
        let (best, _) = split_by_limit(&self.found[..sorted]);
        (best.len() >= count).then(|| best.into_iter().take(count).cloned().collect())
    }

    /// Returns `size` sections after the first `start` ones. The sections that exceed the limit per page come after all
    /// others, so that every section is in one slice.
    pub fn slice(mut self, start: usize, size: usize) -> Vec<SearchHit> {
        let end = start.saturating_add(size);
        if let Some(best) = self.sort_best(end) {
            return self.counted(best.into_iter().skip(start).collect());
        }
        self.found.sort_unstable_by(|a, b| in_order(self.locale, a, b));
        let (mut all, others) = split_by_limit(&self.found);
        all.extend(others);
        let slice = all.into_iter().skip(start).take(size).cloned().collect();
        self.counted(slice)
    }

    /// Keeps only the sections of one page.
    pub fn of_page(mut self, locale: Locale, page: u32) -> Self {
        self.found.retain(|(found, of)| (found.locale, *of) == (locale, page));
        self.total = self.found.len();
        self
    }

    /// Sets the number of further matching sections for each page.
    fn counted(&self, best: Vec<PagedHit>) -> Vec<SearchHit> {
        let page_of = |(found, page): &PagedHit| (found.locale, *page);
        let mut pages: Vec<_> = best.iter().map(page_of).collect();
        pages.sort_unstable();
        pages.dedup();
        let position = |hit: &PagedHit| pages.binary_search(&page_of(hit)).ok();
        let mut counts = vec![0_u32; pages.len()];
        self.found.iter().filter_map(position).for_each(|page| counts[page] += 1);
        best.iter().filter_map(position).for_each(|page| counts[page] -= 1);
        let noted = |hit: PagedHit| {
            let more = position(&hit).map_or(0, |page| counts[page]);
            SearchHit { more, ..hit.0 }
        };
        best.into_iter().map(noted).collect()
    }
}

/// A hit, and the number of its page in the index of its language.
type PagedHit = (SearchHit, u32);

/// Orders hits by score, best first. For equal scores, hits in the reader's language (`locale`) come first.
fn in_order(locale: Locale, (a, _): &PagedHit, (b, _): &PagedHit) -> Ordering {
    let is_own = |found: &SearchHit| found.locale == locale;
    let by_score = b.score.total_cmp(&a.score);
    by_score.then(is_own(b).cmp(&is_own(a))).then(a.section.cmp(&b.section))
}

/// Separates the sorted sections that exceed the limit per page from the others.
fn split_by_limit(found: &[PagedHit]) -> (Vec<&PagedHit>, Vec<&PagedHit>) {
    let mut counts: HashMap<(Locale, u32), usize> = HashMap::new();
    found.iter().partition(|(found, page)| {
        let count = counts.entry((found.locale, *page)).or_default();
        *count += 1;
        *count <= MAX_OF_A_PAGE
    })
}

/// Weights of the words of a query, shared by both languages.
#[derive(Debug, Default)]
pub(super) struct Weights {
    of: Vec<f32>,
}

impl Weights {
    /// Computes the weights from the terms in each language. If both languages contain a word, the
    /// lower weight is used.
    pub(super) fn of(languages: [(&Index, &[QueryWord]); 2]) -> Self {
        let mut of: Vec<f32> = Vec::new();
        for (index, query_words) in languages {
            for word in query_words {
                let number = word.weighted.number.min(LAST_WORD);
                of.resize(of.len().max(number + 1), f32::MAX);
                of[number] = of[number].min(expand::weight(index, word));
            }
        }
        for weight in &mut of {
            // A word without terms in either language has no weight.
            *weight = if *weight == f32::MAX { 0.0 } else { *weight };
        }
        let sum = of.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Self { of: of.into_iter().map(|weight| weight / sum).collect() }
    }

    /// Returns the weight of each word in one language, reduced by the certainty of its terms.
    fn shares(&self, query_words: &[QueryWord]) -> Vec<f32> {
        let mut shares = vec![0.0; self.of.len()];
        for word in query_words {
            let number = word.weighted.number.min(LAST_WORD);
            if let (Some(share), Some(weight)) = (shares.get_mut(number), self.of.get(number)) {
                *share = weight * word.weighted.certainty.min(1.0);
            }
        }
        shares
    }
}

/// Terms of one language for the words of a query, with the share of each word.
struct QueryTermShares<'i> {
    index: &'i Index,
    shares: Vec<f32>,
    /// Word number plus 1 by term id; 0 for other terms. A search looks up the terms of all found headings, for which
    /// a hash map takes several times as long.
    words: Vec<u8>,
    /// Matches in the title of the page of the last section. Sections of a page usually follow each other.
    last_title: Cell<Option<(u32, Matches)>>,
}

/// Query words among some terms, and the number of terms that match.
type Matches = (Words, u16);

impl<'i> QueryTermShares<'i> {
    fn of(index: &'i Index, query_words: &[QueryWord], weights: &Weights) -> Self {
        let mut words = vec![0; index.terms.len()];
        for word in query_words {
            // If a text contains exactly the version number of the query, longer numbers do not match.
            let is_raised = word.weighted.terms.iter().any(|(_, p)| *p > 1.0);
            let min = if is_raised { 1.0_f32.next_up() } else { MIN_PROBABILITY };
            let likely = word.weighted.terms.iter().filter(|(_, p)| *p >= min);
            let number = word.weighted.number.min(LAST_WORD);
            for (term, _) in likely {
                if let Some(word) = words.get_mut(*term as usize) {
                    *word = number as u8 + 1;
                }
            }
        }
        let last_title = Cell::default();
        Self { index, shares: weights.shares(query_words), words, last_title }
    }

    /// Returns the similarity of a section's heading and page title to the query. It is the share
    /// of the query that they contain, reduced by other words in the heading, or in the title for a
    /// section without heading. If the title of a page without text before its first heading
    /// contains the whole query, the first section counts as a section without heading.
    fn heading_similarity(&self, number: u32) -> f32 {
        let Some((page, section)) = self.index.page_of(number) else { return 0.0 };
        let (of_heading, heading_matches) = self.matches(&section.headed);
        let (of_title, title_matches) = self.title_matches(section.page, page);
        let in_title = self.share(of_title);
        let is_opening =
            section.headed.is_empty() || (number == page.sections.start && in_title > WHOLE_QUERY);
        let ratio = |matches: u16, all: usize| f32::from(matches) / all.max(1) as f32;
        let of_heading_words = ratio(heading_matches, section.headed.len());
        let just = match is_opening {
            true => of_heading_words.max(ratio(title_matches, page.title_terms.len())),
            false => of_heading_words,
        };
        self.share(Words(of_heading.0 | of_title.0)) * just.sqrt()
    }

    fn title_matches(&self, number: u32, page: &Page) -> Matches {
        if let Some((last, matches)) = self.last_title.get()
            && last == number
        {
            return matches;
        }
        let matches = self.matches(&page.title_terms);
        self.last_title.set(Some((number, matches)));
        matches
    }

    fn matches(&self, terms: &[u32]) -> Matches {
        let (mut words, mut matches) = (Words::default(), 0_u16);
        for term in terms {
            let word = self.words.get(*term as usize).copied().unwrap_or_default();
            if word > 0 {
                words.insert(usize::from(word - 1));
                matches = matches.saturating_add(1);
            }
        }
        (words, matches)
    }

    /// Returns the total share of some words.
    fn share(&self, words: Words) -> f32 {
        if words == Words::default() {
            return 0.0;
        }
        let shares = self.shares.iter().enumerate().filter(|(word, _)| words.has(*word));
        shares.map(|(_, share)| share).sum()
    }

    /// Returns a score that is comparable with the scores of sections in the other language; `best` is the best score
    /// in the language of `found`.
    fn comparable(&self, found: &Scored, best: f32) -> f32 {
        let score = found.score / best.max(f32::MIN_POSITIVE);
        let called = self.heading_similarity(found.section);
        score * self.share(found.holds) + HEADING_BONUS * called * called
    }
}

fn identifier_bonus(ranked: &Ranked, section: u32) -> f32 {
    IDENTIFIER_BONUS * f32::from(ranked.identifier_matches.rank(section))
}

/// Merges the sections of both languages. If a section exists in both languages, the one in the reader's language is
/// returned. `is_question` selects the weight of the score in the other language.
pub(super) fn merged(
    reader: &Index,
    other: &Index,
    own: &Ranked,
    mut foreign: Ranked,
    weights: &Weights,
    (own_words, foreign_words): (&[QueryWord], &[QueryWord]),
    is_question: bool,
) -> Merged {
    let besides_share =
        if is_question { COUNTERPART_WEIGHT_IN_QUESTION } else { COUNTERPART_WEIGHT };
    let page_of = |index: &Index, section: u32| {
        index.measures.sections.get(section as usize).map_or(0, |(page, _)| *page)
    };
    let (own_terms, foreign_terms) = (
        QueryTermShares::of(reader, own_words, weights),
        QueryTermShares::of(other, foreign_words, weights),
    );
    let mut scores = vec![0.0_f32; reader.sections.len()];
    let mut is_found = vec![false; reader.pages.len()];
    for found in &own.sections {
        let score = own_terms.comparable(found, own.best);
        // A section that contains the query only within longer words has no matching term and no score.
        let is_exact = score <= 0.0 && own.holding.binary_search(&found.section).is_ok();
        let score = if is_exact { EXACT_ONLY } else { score };
        scores[found.section as usize] = score + identifier_bonus(own, found.section);
        is_found[page_of(reader, found.section) as usize] = true;
    }
    let best = foreign.best;
    let mut foreign_sections = std::mem::take(&mut foreign.sections);
    if foreign_sections.len() > MAX_COUNTERPARTS {
        let by_score =
            |a: &Scored, b: &Scored| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section));
        foreign_sections.select_nth_unstable_by(MAX_COUNTERPARTS, by_score);
    }
    let mut found = Vec::with_capacity(own.sections.len());
    let mut besides = vec![0.0_f32; reader.sections.len()];
    for (rank, scored) in foreign_sections.iter().enumerate() {
        let section = scored.section;
        let score = || foreign_terms.comparable(scored, best);
        let counterpart = other.measures.counterparts.get(section as usize).copied();
        let counterpart = counterpart.unwrap_or(SINGLE_LANGUAGE_PAGE);
        if counterpart >= NO_COUNTERPART {
            let share = if counterpart == SINGLE_LANGUAGE_PAGE {
                OTHER_LANGUAGE_WEIGHT
            } else {
                NO_COUNTERPART_WEIGHT
            };
            let score = score() * share + identifier_bonus(&foreign, section);
            let hit = SearchHit { locale: other.locale, section, score, more: 0 };
            found.push((hit, page_of(other, section)));
            continue;
        }
        if own.without.binary_search(&counterpart).is_ok() {
            continue;
        }
        // If texts in the reader's language contain the whole query, the scores of counterparts are
        // not added.
        if own.holding.is_empty() && rank < MAX_COUNTERPARTS {
            let is_found = is_found[page_of(reader, counterpart) as usize];
            let share = if is_found { besides_share } else { COUNTERPART_ONLY_WEIGHT };
            let highest = &mut besides[counterpart as usize];
            *highest = highest.max(score() * share);
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

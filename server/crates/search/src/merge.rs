//! Merging of the results of both languages into one ranked list.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use core_wasm::locale::Locale;

use crate::engine::{Ranked, SearchHit};
use crate::expand::{self, MIN_PROBABILITY, QueryWord};
use crate::index::{Index, NO_COUNTERPART, SINGLE_LANGUAGE_PAGE};
use crate::score::{LAST_WORD, Scored, Words};

/// Weight of a section on a page that exists only in the other language.
const OTHER_LANGUAGE_WEIGHT: f32 = 0.95;
/// Weight of a section in the other language without a counterpart, on a page that exists in both
/// languages.
const NO_COUNTERPART_WEIGHT: f32 = 0.8;
/// Weight at which the counterpart's score is added to the score of a section. It applies if the page also matches in
/// the reader's language.
const COUNTERPART_WEIGHT: f32 = 0.2;
/// Value that replaces [`COUNTERPART_WEIGHT`] for a question in a whole sentence. The words of such a question often
/// differ from those of the text.
const COUNTERPART_WEIGHT_IN_QUESTION: f32 = 0.7;
/// Value that replaces [`COUNTERPART_WEIGHT`] if the page does not match in the reader's language.
const COUNTERPART_ONLY_WEIGHT: f32 = 0.5;
/// Maximum bonus of a section for the similarity of its heading and page title to the query. The bonus is proportional
/// to the square of the similarity.
const HEADING_BONUS: f32 = 1.2;
/// Score of a section that contains the query only within longer words.
const EXACT_ONLY: f32 = 0.01;
/// Bonus for a section that contains the whole identifier of the query. It is added a second time if the identifier is
/// spelled as typed. The bonus exceeds the sum of all other scores.
const IDENTIFIER_BONUS: f32 = 5.0;
/// Minimum share of the query at which a page title counts as containing the whole query.
const WHOLE_QUERY: f32 = 0.999;
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

    /// Returns the best `count` sections without sorting all of them; `None` if finding them requires sorting all.
    fn sort_best(&self, count: usize) -> Option<Vec<PagedHit>> {
        let sorted = count.saturating_add(SORTED_RESERVE);
        if sorted >= self.found.len() {
            return None;
        }
        // Selecting from a list of scores is several times as fast as selecting from a list of hits.
        let mut scores: Vec<f32> = self.found.iter().map(|(hit, _)| hit.score).collect();
        let (_, least, _) = scores.select_nth_unstable_by(sorted, |a, b| b.total_cmp(a));
        let least = *least;
        let is_best = |(hit, _): &&PagedHit| hit.score.total_cmp(&least).is_ge();
        let mut hits: Vec<PagedHit> = self.found.iter().filter(is_best).cloned().collect();
        hits.sort_unstable_by(|a, b| in_order(self.locale, a, b));
        let (best, _) = split_by_limit(&hits);
        (best.len() >= count).then(|| best.into_iter().take(count).cloned().collect())
    }

    /// Skips `start` sections and returns the next `size` ones. The sections that exceed the limit per page
    /// (`MAX_OF_A_PAGE`) are not omitted: they come after all others.
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

    /// Sets the number of further matching sections of the same page for each hit.
    fn counted(&self, best: Vec<PagedHit>) -> Vec<SearchHit> {
        // Counts for the pages of `best`, by page number: first the Chinese pages, then the English ones.
        let mut counts: [Vec<Option<u32>>; 2] = Default::default();
        let language = |hit: &SearchHit| usize::from(hit.locale == Locale::En);
        for (hit, page) in &best {
            let counts = &mut counts[language(hit)];
            let page = *page as usize;
            counts.resize(counts.len().max(page + 1), None);
            counts[page] = Some(0);
        }
        let mut add = |(hit, page): &PagedHit, change: i32| {
            if let Some(Some(count)) = counts[language(hit)].get_mut(*page as usize) {
                *count = count.saturating_add_signed(change);
            }
        };
        self.found.iter().for_each(|hit| add(hit, 1));
        best.iter().for_each(|hit| add(hit, -1));
        let more = |(hit, page): &PagedHit| {
            counts[language(hit)].get(*page as usize).copied().flatten().unwrap_or_default()
        };
        best.into_iter().map(|hit| SearchHit { more: more(&hit), ..hit.0 }).collect()
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

/// Splits the sorted sections into those within the limit per page and those that exceed it.
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

/// Share of each query word in the weight of the query, and the matches of its terms in headings and titles of one
/// language.
struct QueryTermShares<'i> {
    index: &'i Index,
    shares: Vec<f32>,
    /// Matches in the heading of each section; empty if there are none.
    headings: Vec<Matches>,
    /// Matches in the title of each page; empty if there are none.
    titles: Vec<Matches>,
    /// Total share of each set of words; empty if the query has more than [`MAX_SUMMED`] words.
    sums: Vec<f32>,
}

/// Query words in a heading or title, and the number of the terms of the heading or title that match.
type Matches = (Words, u16);

/// Maximum number of words of a query for which the share of each set of words is computed in advance.
const MAX_SUMMED: usize = 8;

impl<'i> QueryTermShares<'i> {
    fn of(index: &'i Index, query_words: &[QueryWord], weights: &Weights) -> Self {
        let shares = weights.shares(query_words);
        let mut all =
            Self { index, headings: Vec::new(), titles: Vec::new(), sums: Vec::new(), shares };
        if all.shares.len() <= MAX_SUMMED {
            let sets = 0..1_u32 << all.shares.len();
            all.sums = sets.map(|words| all.sum(Words(words))).collect();
        }
        for (term, number) in words_of_terms(query_words) {
            let Some(found) = index.in_headings.get(&term) else { continue };
            let sizes = (index.sections.len(), index.pages.len());
            let lists = [
                (&mut all.headings, &found.sections, sizes.0),
                (&mut all.titles, &found.pages, sizes.1),
            ];
            for (matches, postings, size) in lists {
                if postings.count() > 0 {
                    matches.resize(size, Matches::default());
                }
                for (at, _) in postings.iter() {
                    if let Some((words, count)) = matches.get_mut(at as usize) {
                        words.insert(number);
                        *count = count.saturating_add(1);
                    }
                }
            }
        }
        all
    }

    /// Returns the similarity of a section's heading and page title to the query. It is the share of the query that
    /// they contain, reduced if the heading also contains other words. For a section without a heading, other words
    /// in the title reduce it instead. For the first section of a page whose title contains the whole query, the
    /// smaller of the two reductions applies.
    fn heading_similarity(&self, section: u32) -> f32 {
        let measures = &self.index.measures;
        let Some(page) = measures.page_of.get(section as usize) else { return 0.0 };
        let of =
            |all: &[Matches], number: u32| all.get(number as usize).copied().unwrap_or_default();
        let (in_heading, heading_matches) = of(&self.headings, section);
        let (in_title, title_matches) = of(&self.titles, *page);
        if heading_matches == 0 && title_matches == 0 {
            return 0.0;
        }
        let heading_terms =
            measures.heading_terms.get(section as usize).copied().unwrap_or_default();
        let (title_terms, first) = measures.titles.get(*page as usize).copied().unwrap_or_default();
        let is_opening =
            heading_terms == 0 || (section == first && self.share(in_title) > WHOLE_QUERY);
        let ratio = |matches: u16, all: u16| f32::from(matches) / f32::from(all.max(1));
        let of_heading_words = ratio(heading_matches, heading_terms);
        let just = match is_opening {
            true => of_heading_words.max(ratio(title_matches, title_terms)),
            false => of_heading_words,
        };
        self.share(in_heading.with(in_title)) * just.sqrt()
    }

    /// Returns the total share of some words.
    fn share(&self, words: Words) -> f32 {
        self.sums.get(words.0 as usize).copied().unwrap_or_else(|| self.sum(words))
    }

    fn sum(&self, words: Words) -> f32 {
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

/// Returns the likely terms of a query, each with the number of the query word.
fn words_of_terms(query_words: &[QueryWord]) -> BTreeMap<u32, usize> {
    let mut numbers = BTreeMap::new();
    for word in query_words {
        // If any text contains exactly the version number of the query, longer numbers in headings do not match.
        let is_raised = word.weighted.terms.iter().any(|(_, p)| *p > 1.0);
        let min = if is_raised { 1.0_f32.next_up() } else { MIN_PROBABILITY };
        let likely = word.weighted.terms.iter().filter(|(_, p)| *p >= min);
        let number = word.weighted.number.min(LAST_WORD);
        numbers.extend(likely.map(|(term, _)| (*term, number)));
    }
    numbers
}

fn identifier_bonus(ranked: &Ranked, section: u32) -> f32 {
    IDENTIFIER_BONUS * f32::from(ranked.identifier_matches.rank(section))
}

/// Merges the sections of both languages. If a section exists in both languages, the one in the reader's language is
/// returned. `is_question` selects the weight of the counterpart's score.
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
        index.measures.page_of.get(section as usize).copied().unwrap_or_default()
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
    // If texts in the reader's language contain the whole query, the scores of counterparts are not added.
    let adds_counterparts = own.holding.is_empty();
    let mut besides = vec![0.0_f32; if adds_counterparts { reader.sections.len() } else { 0 }];
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
        if adds_counterparts && rank < MAX_COUNTERPARTS {
            let is_found = is_found[page_of(reader, counterpart) as usize];
            let share = if is_found { besides_share } else { COUNTERPART_ONLY_WEIGHT };
            let highest = &mut besides[counterpart as usize];
            *highest = highest.max(score() * share);
        }
    }
    let locale = reader.locale;
    for (number, own) in (0..).zip(&scores) {
        let score = own + besides.get(number as usize).copied().unwrap_or_default();
        if score > 0.0 {
            let hit = SearchHit { locale, section: number, score, more: 0 };
            found.push((hit, page_of(reader, number)));
        }
    }
    let total = found.len();
    Merged { found, locale, total }
}

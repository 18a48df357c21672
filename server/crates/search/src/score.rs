//! BM25 scoring with probabilistic structured queries.
//!
//! A query word may have several terms (Darwish and Oard 2003, Probabilistic structured query methods). The
//! term frequencies and the document frequencies of its terms are summed, weighted by the probabilities of the terms,
//! before BM25 is applied. The score of a section includes a part of its page's score.

use crate::expand::QueryWord;
use crate::index::{Index, Term};

/// Parameters of BM25: Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond, section
/// 3.4.
const K1: f32 = 2.0;
const B: f32 = 0.6;
/// Fraction of a page's score that is added to the scores of its sections.
const PAGE: f32 = 0.6;
/// A text counts as containing a word with several terms if the total weight of these terms in the text is at least
/// this value.
const MIN_TERM_WEIGHT: f32 = 0.15;
/// A word is common if the number of its entries in posting lists exceeds the number of sections divided by this
/// number.
const SECTIONS_PER_ENTRY: usize = 16;
/// Number of sections that are collected at once.
const CHUNK: usize = 64;

/// Terms of one index for a query word, with their probabilities.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct WeightedTerms {
    pub(crate) terms: Vec<(u32, f32)>,
    /// Weight of the word in the query.
    pub(crate) weight: f32,
    /// Probability that the terms are the intended ones.
    pub(crate) certainty: f32,
    /// Position of the word in the query, from 0. It is the same in both languages.
    pub(crate) number: usize,
    /// Whether the word only raises the scores of sections with other words of the query. A section with only this word
    /// does not match.
    pub(crate) only_ranks: bool,
}

impl WeightedTerms {
    /// Returns the terms of the index with their probabilities.
    fn indexed_terms<'i>(&self, index: &'i Index) -> impl Iterator<Item = (&'i Term, f32)> {
        self.terms.iter().filter_map(|(id, p)| Some((index.terms.get(*id as usize)?, *p)))
    }
}

/// Set of query words, one bit per word number. The words from number 31 on share the last bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Words(pub(crate) u32);

/// Number of the last bit in [`Words`].
pub(crate) const LAST_WORD: usize = 31;

impl Words {
    pub fn one(number: usize) -> Self {
        Self(1 << number.min(LAST_WORD))
    }

    pub fn insert(&mut self, number: usize) {
        self.0 |= Self::one(number).0;
    }

    /// Returns the union.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the difference.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }
}

/// A section that contains any of the query words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    pub section: u32,
    pub score: f32,
    /// Words in the section or in its page's title.
    pub holds: Words,
}

/// Returns the number of entries in the posting lists of the words.
pub(crate) fn entries(index: &Index, query_words: &[QueryWord]) -> usize {
    let terms = query_words.iter().flat_map(|word| word.weighted.indexed_terms(index));
    terms.map(|(term, _)| term.in_sections.count() as usize).sum()
}

/// Returns the sections that contain any of the words and pass the filter, with their scores, in order of their
/// numbers.
pub(crate) fn scores(
    index: &Index,
    query_words: &[QueryWord],
    includes_section: impl Fn(u32) -> bool,
) -> Vec<Scored> {
    let mut scoring = Scoring {
        index,
        sections: Tally::new(index.sections.len()),
        pages: Tally::new(index.pages.len()),
        of_section: Saturation::new(average(index.live.length, index.live.sections)),
        of_page: Saturation::new(average(index.live.length, index.live.pages)),
    };
    let words = query_words.iter().map(|word| &word.weighted);
    let (ranking, matching): (Vec<_>, Vec<_>) = words.partition(|word| word.only_ranks);
    for word in matching.into_iter().chain(ranking) {
        scoring.add(word);
    }
    scoring.whole(includes_section)
}

struct Scoring<'i> {
    index: &'i Index,
    sections: Tally,
    pages: Tally,
    of_section: Saturation,
    of_page: Saturation,
}

impl Scoring<'_> {
    /// Scores a word. The frequencies of its terms are summed before scoring.
    fn add(&mut self, word: &WeightedTerms) {
        let index = self.index;
        let terms: Vec<(&Term, f32)> = word.indexed_terms(index).collect();
        let entries: usize = terms.iter().map(|(term, _)| term.in_sections.count() as usize).sum();
        let is_common = entries > index.sections.len() / SECTIONS_PER_ENTRY;
        self.sections.is_common = is_common;
        self.pages.is_common = is_common;
        let (mut in_sections, mut in_pages) = (0.0, 0.0);
        for (term, probability) in &terms {
            let titles = term.in_titles.iter();
            let titles = titles.filter_map(|(page, w)| Some((index.pages.get(page as usize)?, w)));
            let by_title = titles.clone().map(|(page, _)| page.sections.len() as u32).sum::<u32>();
            let titled = titles.flat_map(|(page, w)| page.sections.clone().map(move |it| (it, w)));
            self.sections.add(term.in_sections.iter(), *probability);
            self.sections.add(titled, *probability);
            self.pages.add(term.pages(), *probability);
            self.pages.add(term.in_titles.iter(), *probability);
            let share = share_of_texts(*probability);
            let sections_with = term.in_sections.count() + by_title;
            in_sections += sections_with.min(index.live.sections) as f32 * share;
            let pages_with = term.page_count() + term.in_titles.count();
            in_pages += pages_with.min(index.live.pages) as f32 * share;
        }
        let bits = Words::one(word.number);
        let least = if terms.len() > 1 { MIN_TERM_WEIGHT } else { 0.0 };
        let weight = word.weight * idf(index.live.sections, in_sections);
        let bm25 = Bm25 { weight, saturation: self.of_section, lengths: &index.measures.lengths };
        self.sections.convert_to_scores(bits, least, word.only_ranks, &bm25);
        let weight = word.weight * idf(index.live.pages, in_pages);
        let bm25 = Bm25 { weight, saturation: self.of_page, lengths: &index.measures.pages };
        self.pages.convert_to_scores(bits, least, false, &bm25);
    }

    /// Returns the sections with a score, in order of their numbers. The loop has no branch: a common word occurs in about
    /// every second section, so a branch would often be mispredicted. Each section is written to `chunk`, and the next one
    /// overwrites it unless it is found.
    fn whole(&self, includes_section: impl Fn(u32) -> bool) -> Vec<Scored> {
        let measures = &self.index.measures;
        let scores = self.sections.scores.chunks(CHUNK).zip(self.sections.words.chunks(CHUNK));
        let pages = measures.page_of.chunks(CHUNK).zip(measures.is_live.chunks(CHUNK));
        let mut found = Vec::new();
        let mut chunk = [Scored { section: 0, score: 0.0, holds: Words(0) }; CHUNK];
        let mut section = 0;
        for ((scores, words), (pages, is_live)) in scores.zip(pages) {
            let mut count = 0;
            let sections = scores.iter().zip(words).zip(pages.iter().zip(is_live));
            for ((score, holds), (page, is_live)) in sections {
                let of_page = self.pages.scores.get(*page as usize).copied().unwrap_or_default();
                let (is_found, score) = (*score > 0.0, score + PAGE * of_page);
                chunk[count % CHUNK] = Scored { section, score, holds: Words(*holds) };
                count += usize::from(is_found & is_live & includes_section(section));
                section += 1;
            }
            found.extend_from_slice(chunk.get(..count).unwrap_or_default());
        }
        found
    }
}

fn average(sum: f64, count: u32) -> f32 {
    (sum / f64::from(count.max(1))).max(1.0) as f32
}

/// Returns the factor by which a term's number of texts is multiplied when the document frequency of a query word is
/// added up: the term's weight. The factor is 0 for a weight above 1, which only exact version numbers
/// (`EXACT_VERSION`) have: their texts also contain the plain number, which is already counted.
pub(crate) fn share_of_texts(weight: f32) -> f32 {
    if weight > 1.0 { 0.0 } else { weight }
}

/// Returns the inverse document frequency of a word that occurs in `with` of `all` texts.
pub(crate) fn idf(all: u32, with: f32) -> f32 {
    let all = all as f32;
    let with = with.min(all);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

/// Term frequency saturation and length normalization.
#[derive(Clone, Copy)]
struct Saturation {
    base: f32,
    by_length: f32,
}

impl Saturation {
    fn new(average: f32) -> Self {
        Self { base: K1 * (1.0 - B), by_length: K1 * B / average }
    }

    fn of(self, frequency: f32, length: f32) -> f32 {
        frequency * (K1 + 1.0) / (frequency + self.base + self.by_length * length)
    }
}

/// BM25 of one word, for the sections or for the pages.
struct Bm25<'i> {
    weight: f32,
    saturation: Saturation,
    lengths: &'i [f32],
}

/// Scores of all sections or of all pages. Each list is indexed by the number of the section or page.
struct Tally {
    /// Frequencies of the current word.
    frequencies: Vec<f32>,
    /// Whether the current word is common. Then the frequencies of all sections or pages are read in order, which is
    /// faster than collecting the numbers of those that contain the word.
    is_common: bool,
    /// Numbers of the sections or pages that contain the current word. Empty for a common word.
    touched: Vec<u32>,
    /// Sums of the scores of the previous words.
    scores: Vec<f32>,
    /// Previous words that match, as bits of [`Words`].
    words: Vec<u32>,
}

impl Tally {
    fn new(size: usize) -> Self {
        Self {
            frequencies: vec![0.0; size],
            touched: Vec::new(),
            is_common: false,
            scores: vec![0.0; size],
            words: vec![0; size],
        }
    }

    /// Adds weights, multiplied by a probability, to the frequencies of the current word. Common
    /// words and other words have separate loops, which saves a tenth of the processor time of a search.
    fn add(&mut self, weights: impl Iterator<Item = (u32, f32)>, probability: f32) {
        let frequencies = self.frequencies.as_mut_slice();
        if self.is_common {
            weights.for_each(|(number, weight)| {
                if let Some(sum) = frequencies.get_mut(number as usize) {
                    *sum += weight * probability;
                }
            });
            return;
        }
        for (number, weight) in weights {
            let Some(sum) = frequencies.get_mut(number as usize) else { continue };
            if *sum == 0.0 {
                self.touched.push(number);
            }
            *sum += weight * probability;
        }
    }

    /// Converts the frequencies of a word to scores. A frequency of at least `least` counts as an occurrence of the
    /// word. With `only_raises`, a section or page without a score gets none.
    fn convert_to_scores(&mut self, word: Words, least: f32, only_raises: bool, bm25: &Bm25<'_>) {
        let Bm25 { weight, saturation, lengths } = bm25;
        let convert = |frequency: &mut f32, length: f32, score: &mut f32, words: &mut u32| {
            let counts = *frequency > 0.0 && (!only_raises || *score > 0.0);
            *score += if counts { weight * saturation.of(*frequency, length) } else { 0.0 };
            *words |= if counts && *frequency >= least { word.0 } else { 0 };
            *frequency = 0.0;
        };
        if self.is_common {
            let frequencies = self.frequencies.iter_mut().zip(*lengths);
            for ((frequency, length), (score, words)) in
                frequencies.zip(self.scores.iter_mut().zip(&mut self.words))
            {
                convert(frequency, *length, score, words);
            }
            return;
        }
        for number in self.touched.drain(..) {
            let number = number as usize;
            let length = lengths.get(number).copied().unwrap_or_default();
            convert(
                &mut self.frequencies[number],
                length,
                &mut self.scores[number],
                &mut self.words[number],
            );
        }
    }
}

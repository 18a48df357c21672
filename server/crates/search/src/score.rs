//! BM25 scoring with probabilistic structured queries.
//!
//! A query word may have several terms (Darwish and Oard 2003, Probabilistic structured query methods). TF and DF are
//! summed over the terms, weighted by their probability, before BM25. The score of a section includes a part of its
//! page's score.

use crate::index::Index;

/// Parameters of BM25: Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond, section
/// 3.4.
const K1: f32 = 2.0;
const B: f32 = 0.6;
/// Part of the page's score that is added to its sections.
const PAGE: f32 = 0.6;
/// Minimum total weight of a word's terms in a text at which the text counts as containing the word.
const MIN_TERM_WEIGHT: f32 = 0.15;

/// A query word as terms of one index with their probabilities.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct WeightedTerms {
    pub(crate) terms: Vec<(u32, f32)>,
    /// Weight of the word in the query.
    pub(crate) weight: f32,
    /// Probability that the terms are the intended ones.
    pub(crate) certainty: f32,
    /// Number of the word in the query, from 0; equal in both languages.
    pub(crate) number: usize,
    /// Whether the word adds to the scores of sections with other words of the query, but matches no section itself.
    pub(crate) only_ranks: bool,
}

/// Set of query words, one bit per number. Words of a very long query share the last bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Words(pub(crate) u32);

/// Number of the last word with a bit.
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

/// Returns the sections that contain any of the words and pass the filter, with their scores,
/// unsorted.
pub(crate) fn scores(
    index: &Index,
    words: &[WeightedTerms],
    includes_section: impl Fn(u32) -> bool,
) -> Vec<Scored> {
    let mut scoring = Scoring {
        index,
        includes_section,
        sections: Tally::new(index.sections.len()),
        pages: Tally::new(index.pages.len()),
        of_section: Saturation::new(average(index.live.length, index.live.sections)),
        of_page: Saturation::new(average(index.live.length, index.live.pages)),
        word: Words::default(),
    };
    let (ranking, matching): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.only_ranks);
    let count = matching.len();
    for (at, word) in matching.into_iter().chain(ranking).enumerate() {
        scoring.sections.is_complete = at >= count;
        scoring.word = Words::one(word.number);
        match word.terms.as_slice() {
            [(id, probability)] => scoring.add_term(*id, *probability, word.weight),
            terms => scoring.add_terms(terms, word.weight),
        }
    }
    scoring.whole()
}

struct Scoring<'i, F> {
    index: &'i Index,
    includes_section: F,
    sections: Tally,
    pages: Tally,
    of_section: Saturation,
    of_page: Saturation,
    /// Current word.
    word: Words,
}

impl<F: Fn(u32) -> bool> Scoring<'_, F> {
    /// Scores a word with one term, the most common case. Postings are in order, so each entry is scored as it is read.
    fn add_term(&mut self, id: u32, probability: f32, weight: f32) {
        let index = self.index;
        let Some(term) = index.terms.get(id as usize) else { return };
        let titles = term.in_titles.iter();
        let titles =
            titles.filter_map(|(page, weight)| Some((index.pages.get(page as usize)?, weight)));
        let by_title: u32 = titles.clone().map(|(page, _)| page.sections.len() as u32).sum();
        let with = (term.in_sections.count() + by_title).min(index.live.sections);
        let idf = weight * idf(index.live.sections, with as f32 * probability);
        let (scores, saturation, word) = (&mut self.sections, self.of_section, self.word);
        let includes_section = &self.includes_section;
        let mut add = |section: u32, length: f32, weight: f32| {
            if includes_section(section) {
                scores.add_score(section, idf * saturation.of(weight * probability, length), word);
            }
        };
        let length = |section: u32| index.measures.length(section);
        let mut titled = titles
            .flat_map(|(page, weight)| page.sections.clone().map(move |section| (section, weight)))
            .peekable();
        let mut pages = PageSums::new(&mut self.pages);
        for (section, weight) in term.in_sections.iter() {
            let Some((page, its_length)) = index.measures.sections.get(section as usize) else {
                continue;
            };
            pages.add(*page, weight * probability);
            while let Some((before, weight)) = titled.next_if(|(titled, _)| *titled < section) {
                add(before, length(before), weight);
            }
            let by_title = titled.next_if(|(titled, _)| *titled == section);
            add(section, *its_length, weight + by_title.map_or(0.0, |(_, weight)| weight));
        }
        titled.for_each(|(section, weight)| add(section, length(section), weight));
        let pages_with = pages.end() + self.add_titles(id, probability);
        self.score_pages(weight, pages_with.min(index.live.pages) as f32 * probability);
    }

    /// Scores a word with several terms. Their frequencies are summed before scoring.
    fn add_terms(&mut self, terms: &[(u32, f32)], weight: f32) {
        let index = self.index;
        let (mut in_sections, mut in_pages) = (0.0, 0.0);
        for (id, probability) in terms {
            let Some(term) = index.terms.get(*id as usize) else { continue };
            let mut sections_with = term.in_sections.count();
            let mut pages = PageSums::new(&mut self.pages);
            for (section, weight) in term.in_sections.iter() {
                let Some((page, _)) = index.measures.sections.get(section as usize) else {
                    continue;
                };
                if (self.includes_section)(section) {
                    self.sections.add(section, weight * probability);
                }
                pages.add(*page, weight * probability);
            }
            let pages_with = pages.end() + self.add_titles(*id, *probability);
            for (page, weight) in term.in_titles.iter() {
                let Some(page) = index.pages.get(page as usize) else { continue };
                sections_with += page.sections.len() as u32;
                for section in page.sections.clone().filter(|it| (self.includes_section)(*it)) {
                    self.sections.add(section, weight * probability);
                }
            }
            let share = share_of_texts(*probability);
            in_sections += sections_with.min(index.live.sections) as f32 * share;
            in_pages += pages_with.min(index.live.pages) as f32 * share;
        }
        let (idf, saturation) = (weight * idf(index.live.sections, in_sections), self.of_section);
        self.sections.convert_to_scores(self.word, |section, frequency| {
            idf * saturation.of(frequency, index.measures.length(section))
        });
        self.score_pages(weight, in_pages);
    }

    /// Adds the frequencies in page titles. Returns the number of pages.
    fn add_titles(&mut self, id: u32, probability: f32) -> u32 {
        let Some(term) = self.index.terms.get(id as usize) else { return 0 };
        for (page, weight) in term.in_titles.iter() {
            self.pages.add(page, weight * probability);
        }
        term.in_titles.count()
    }

    fn score_pages(&mut self, weight: f32, with: f32) {
        let index = self.index;
        let (idf, saturation) = (weight * idf(index.live.pages, with), self.of_page);
        self.pages.convert_to_scores(self.word, |page, frequency| {
            let length = index.measures.pages.get(page as usize).copied().unwrap_or_default();
            idf * saturation.of(frequency, length)
        });
    }

    fn whole(&self) -> Vec<Scored> {
        let whole = |section: u32, (score, holds): (f32, Words)| {
            let (page, _) = *self.index.measures.sections.get(section as usize)?;
            let is_live = self.index.pages.get(page as usize)?.is_live;
            let score = score + PAGE * self.pages.score(page).0;
            is_live.then_some(Scored { section, score, holds })
        };
        self.sections.scored().filter_map(|(section, score)| whole(section, score)).collect()
    }
}

/// Sum of the frequencies in the sections of a page. Sections of a page are consecutive, so the sum
/// is added to the page once.
struct PageSums<'t> {
    pages: &'t mut Tally,
    last: u32,
    sum: f32,
    with: u32,
}

impl<'t> PageSums<'t> {
    fn new(pages: &'t mut Tally) -> Self {
        Self { pages, last: u32::MAX, sum: 0.0, with: 0 }
    }

    fn add(&mut self, page: u32, weight: f32) {
        if page != self.last {
            self.pages.add(self.last, std::mem::take(&mut self.sum));
            self.with += 1;
            self.last = page;
        }
        self.sum += weight;
    }

    /// Adds the sum of the last page. Returns the number of pages for which a frequency was added.
    fn end(self) -> u32 {
        self.pages.add(self.last, self.sum);
        self.with
    }
}

fn average(sum: f64, count: u32) -> f32 {
    (sum / f64::from(count.max(1))).max(1.0) as f32
}

/// Returns the share of the texts with a term that is added to the document frequency of the query word. The share is
/// the weight of the term. A term with a weight above 1 adds nothing, because another term of the word occurs in the
/// same texts.
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

/// Frequencies of the current word, and scores so far with the matched words, by number of the section or page.
struct Tally {
    frequencies: Vec<f32>,
    touched: Vec<u32>,
    scores: Vec<(f32, Words)>,
    scored: Vec<u32>,
    /// Whether further words only raise the scores of sections or pages that already have one.
    is_complete: bool,
}

impl Tally {
    fn new(size: usize) -> Self {
        Self {
            frequencies: vec![0.0; size],
            touched: Vec::new(),
            scores: vec![(0.0, Words::default()); size],
            scored: Vec::new(),
            is_complete: false,
        }
    }

    fn add(&mut self, number: u32, frequency: f32) {
        let Some(sum) = self.frequencies.get_mut(number as usize) else { return };
        if *sum == 0.0 {
            self.touched.push(number);
        }
        *sum += frequency;
    }

    /// Converts the frequencies of a word to scores.
    fn convert_to_scores(&mut self, word: Words, score: impl Fn(u32, f32) -> f32) {
        for number in self.touched.drain(..) {
            let frequency = std::mem::take(&mut self.frequencies[number as usize]);
            let (sum, words) = &mut self.scores[number as usize];
            if *sum == 0.0 {
                if self.is_complete {
                    continue;
                }
                self.scored.push(number);
            }
            *sum += score(number, frequency);
            if frequency >= MIN_TERM_WEIGHT {
                words.0 |= word.0;
            }
        }
    }

    fn add_score(&mut self, number: u32, score: f32, word: Words) {
        let Some((sum, words)) = self.scores.get_mut(number as usize) else { return };
        if *sum == 0.0 {
            if self.is_complete {
                return;
            }
            self.scored.push(number);
        }
        *sum += score;
        words.0 |= word.0;
    }

    fn score(&self, number: u32) -> (f32, Words) {
        self.scores.get(number as usize).copied().unwrap_or_default()
    }

    fn scored(&self) -> impl Iterator<Item = (u32, (f32, Words))> {
        self.scored.iter().map(|number| (*number, self.score(*number)))
    }
}

//! BM25 over weighted words, for queries whose words may stand for several terms each: probabilistic structured
//! queries (Darwish and Oard 2003, Probabilistic structured query methods): TF and DF are summed over the terms,
//! weighted by their probability, before BM25 is taken. A section's score gets a share of its page's.

use super::index::Index;

/// Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond, section 3.4.
const K1: f32 = 1.2;
const B: f32 = 0.75;
/// The share of the page's score that its sections get.
const PAGE: f32 = 0.6;

/// A word asked for, as terms of one index with their probabilities.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Asked {
    pub(crate) terms: Vec<(u32, f32)>,
    /// What the word counts beside the others of the question.
    pub(crate) weight: f32,
}

/// Sections that hold any of the words, with their scores, in no order.
pub(crate) fn scores(index: &Index, asked: &[Asked]) -> Vec<(u32, f32)> {
    let mut sections = Tally::new(index.sections.len());
    let mut pages = Tally::new(index.pages.len());
    let (live, measures) = (index.live, &index.measures);
    let average_section = average(live.length, live.sections);
    let average_page = average(live.length, live.pages);
    for word in asked {
        let (mut in_sections, mut in_pages) = (0.0, 0.0);
        for (id, probability) in &word.terms {
            let Some(term) = index.terms.get(*id as usize) else { continue };
            let (mut sections_with, mut pages_with) = (term.in_sections.count(), 0);
            // The sections of a page follow each other: their sum is taken to the page at once.
            let (mut last_page, mut sum) = (u32::MAX, 0.0);
            for (number, weight) in term.in_sections.iter() {
                let Some((page, _)) = measures.sections.get(number as usize) else { continue };
                sections.add(number, weight * probability);
                if *page != last_page {
                    pages.add(last_page, std::mem::take(&mut sum));
                    pages_with += 1;
                    last_page = *page;
                }
                sum += weight * probability;
            }
            pages.add(last_page, sum);
            for (number, weight) in term.in_titles.iter() {
                let Some(page) = index.pages.get(number as usize) else { continue };
                pages.add(number, weight * probability);
                pages_with += 1;
                for section in page.sections.clone() {
                    sections.add(section, weight * probability);
                    sections_with += 1;
                }
            }
            in_sections += sections_with.min(live.sections) as f32 * probability;
            in_pages += pages_with.min(live.pages) as f32 * probability;
        }
        let idf = word.weight * idf(live.sections, in_sections);
        sections.settle(|number, frequency| {
            let length = measures.sections.get(number as usize).map_or(0.0, |(_, length)| *length);
            idf * saturated(frequency, length, average_section)
        });
        let idf = word.weight * self::idf(live.pages, in_pages);
        pages.settle(|number, frequency| {
            let length = measures.pages.get(number as usize).copied().unwrap_or_default();
            idf * saturated(frequency, length, average_page)
        });
    }
    let whole = |number: u32, score: f32| {
        let (page, _) = *measures.sections.get(number as usize)?;
        let is_live = index.pages.get(page as usize)?.is_live;
        is_live.then(|| (number, score + PAGE * pages.score(page)))
    };
    sections.scored().filter_map(|(number, score)| whole(number, score)).collect()
}

fn average(sum: f64, count: u32) -> f32 {
    (sum / f64::from(count.max(1))).max(1.0) as f32
}

/// How much a word tells that stands in `with` of `all`.
pub(crate) fn idf(all: u32, with: f32) -> f32 {
    let all = all as f32;
    let with = with.min(all);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

fn saturated(frequency: f32, length: f32, average: f32) -> f32 {
    frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * length / average))
}

/// Frequencies of the word at hand and scores so far, by number.
struct Tally {
    frequencies: Vec<f32>,
    touched: Vec<u32>,
    scores: Vec<f32>,
    scored: Vec<u32>,
}

impl Tally {
    fn new(size: usize) -> Self {
        Self {
            frequencies: vec![0.0; size],
            touched: Vec::new(),
            scores: vec![0.0; size],
            scored: Vec::new(),
        }
    }

    fn add(&mut self, number: u32, frequency: f32) {
        let Some(sum) = self.frequencies.get_mut(number as usize) else { return };
        if *sum == 0.0 {
            self.touched.push(number);
        }
        *sum += frequency;
    }

    /// Turns the frequencies of a word into scores.
    fn settle(&mut self, score: impl Fn(u32, f32) -> f32) {
        for number in self.touched.drain(..) {
            let at = number as usize;
            let frequency = std::mem::take(&mut self.frequencies[at]);
            if self.scores[at] == 0.0 {
                self.scored.push(number);
            }
            self.scores[at] += score(number, frequency);
        }
    }

    fn score(&self, number: u32) -> f32 {
        self.scores.get(number as usize).copied().unwrap_or_default()
    }

    fn scored(&self) -> impl Iterator<Item = (u32, f32)> {
        self.scored.iter().map(|number| (*number, self.score(*number)))
    }
}

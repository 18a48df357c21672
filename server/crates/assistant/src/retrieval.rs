//! Retrieval for the assistant: merged search results of both languages, and their features for the calibration.

use core_wasm::locale::Locale;

use crate::calibration::FeatureVector;
use crate::other_subjects;
use pailou_search::engine::{Engine, Question, Scope, SearchHit};
use pailou_search::evidence::Evidence;
use pailou_search::query::Query;
use pailou_search::score::Words;

/// Maximum number of sections that are returned.
const MAX_HITS: usize = 24;
/// Maximum number of sections that are reranked by title and heading.
const CANDIDATES: usize = 60;
/// Bonus of a section whose title and heading together contain all words of the question, as a share of the best score.
const HEADED: f32 = 0.2;
/// Number of best sections from which the features about the words of the question are computed.
const FEATURE_HITS: usize = 3;
/// Maximum number of bytes between two words that count as near each other.
const NEAR: usize = 12;
/// On a site with this number of sections, an unknown word has half of its full weight.
const HALF_WEIGHT_SECTIONS: f32 = 30.0;
/// Score factor of sections on the page from which the question is asked.
const CURRENT_PAGE_FACTOR: f32 = 1.15;

/// Search results of a question.
pub(crate) struct Retrieved<'e> {
    engine: &'e Engine,
    query: &'e Query,
    pub question: Question<'e>,
    pub evidence: Evidence,
    /// Sections found, best first.
    pub hits: Vec<SearchHit>,
}

impl<'e> Retrieved<'e> {
    /// Searches the pages in `scope`, or all pages without a scope, for a reader of this language. `page` is the URL of
    /// the page that the visitor reads; its sections rank higher.
    pub(crate) fn new(
        engine: &'e Engine,
        query: &'e Query,
        reader: Locale,
        scope: Option<&Scope>,
        page: Option<&str>,
    ) -> Self {
        let question = engine.question(query);
        let evidence = question.evidence();
        let hits = question.find(reader, scope).best(CANDIDATES);
        let mut retrieved = Self { engine, query, question, evidence, hits };
        retrieved.prefer_headings();
        let hits = &mut retrieved.hits;
        hits.truncate(MAX_HITS);
        let read = page.and_then(|url| {
            let both = [reader, reader.other()].into_iter();
            both.filter_map(|locale| Some((locale, engine.index_of(locale).at(url)?))).next()
        });
        if let Some((locale, page)) = read {
            let is_read = |hit: &SearchHit| {
                let section = engine.index_of(hit.locale).sections.get(hit.section as usize);
                hit.locale == locale && section.is_some_and(|section| section.page == page)
            };
            hits.iter_mut()
                .filter(|hit| is_read(hit))
                .for_each(|hit| hit.score *= CURRENT_PAGE_FACTOR);
            hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        retrieved
    }

    /// Raises the score of sections whose title or heading contains words of the question.
    fn prefer_headings(&mut self) {
        let top = self.hits.first().map_or(0.0, |hit| hit.score);
        for hit in &mut self.hits {
            let Some((page, section)) = self.engine.index_of(hit.locale).page_of(hit.section)
            else {
                continue;
            };
            let find = |text: &str| self.evidence.words_in(hit.locale, text);
            let above = find(&page.title).with(find(&section.heading));
            hit.score += top * HEADED * self.evidence.share(above);
        }
        self.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    }

    /// Returns the feature vector from which the calibration determines the state of the answer.
    pub(crate) fn features(&self) -> FeatureVector {
        let score = |at: usize| self.hits.get(at).map_or(0.0, |hit| f64::from(hit.score));
        let mut best = SectionEvidence::default();
        let (mut proximity, mut together) = (0.0_f32, 0.0_f32);
        for hit in self.hits.iter().take(FEATURE_HITS) {
            let measured = self.measure_section(hit);
            proximity = proximity.max(measured.in_block);
            together = together.max(measured.together);
            if measured.share > best.share {
                best = measured;
            }
        }
        let top = score(0);
        let gap = if top > 0.0 { (top - score(4)) / top } else { 0.0 };
        let unknown = self.evidence.unknown();
        let counted = unknown * self.vocabulary();
        // Share of the question that the site can be expected to contain; unknown words count less on a small site.
        let known = (1.0 - unknown + counted).max(f32::MIN_POSITIVE);
        let share = |of: f32| f64::from((of / known).min(1.0));
        let unknown_words = self.evidence.words().iter().filter(|word| !word.is_known).count();
        let words = self.evidence.words().len().saturating_sub(unknown_words) as f64
            + unknown_words as f64 * f64::from(self.vocabulary());
        let matched = f64::from(best.words.count());
        FeatureVector([
            top.min(2.0),
            share(best.share),
            f64::from(counted / known),
            gap,
            (1.0 + matched).ln(),
            share(proximity),
            (matched / words.max(1.0)).min(1.0),
            share(best.above),
            self.concentration(),
            share(together),
            other_subjects::log_ratio(self.engine, &self.query.text),
        ])
    }

    /// Weight of unknown words, from 0 to 1. It is low on a small site, whose vocabulary is small.
    fn vocabulary(&self) -> f32 {
        let sections = self.engine.zh.live.sections.max(self.engine.en.live.sections) as f32;
        sections / (sections + HALF_WEIGHT_SECTIONS)
    }

    /// Share of the first five sections that are on the same page as the first one.
    fn concentration(&self) -> f64 {
        let page = |hit: &SearchHit| {
            let section = self.engine.index_of(hit.locale).sections.get(hit.section as usize);
            (hit.locale, section.map(|section| section.page))
        };
        let first = self.hits.first().map(page);
        let same = self.hits.iter().take(5).filter(|hit| Some(page(hit)) == first).count();
        same as f64 / 5.0
    }

    /// Finds the words of the question in the text of a section, its heading, and the title of its page.
    fn measure_section(&self, hit: &SearchHit) -> SectionEvidence {
        let Some((page, section)) = self.engine.index_of(hit.locale).page_of(hit.section) else {
            return SectionEvidence::default();
        };
        let find = |text: &str| self.evidence.words_in(hit.locale, text);
        let above = find(&page.title).with(find(&section.heading));
        let mut all = SectionEvidence { words: above, ..SectionEvidence::default() };
        let mut together = Words::default();
        for block in &section.blocks {
            let text = section.text.get(block.range.clone()).unwrap_or_default();
            let mut block_words = Words::default();
            let mut before: Option<(usize, usize)> = None;
            for (range, word) in self.evidence.find(hit.locale, text) {
                block_words.insert(word);
                if let Some((end, other)) = before
                    && other != word
                    && range.start.saturating_sub(end) <= NEAR
                {
                    together.insert(word);
                    together.insert(other);
                }
                before = Some((range.end, word));
            }
            all.in_block = all.in_block.max(self.evidence.share(block_words));
            all.words = all.words.with(block_words);
        }
        all.share = self.evidence.share(all.words);
        all.above = self.evidence.share(above);
        all.together = self.evidence.share(together);
        all
    }
}

/// Words of a question that a section or the title of its page contains. The shares are relative to the total weight of
/// the question's words.
#[derive(Debug, Clone, Copy, Default)]
struct SectionEvidence {
    words: Words,
    /// Share of the question's words that the page title, the heading, or the text contains.
    share: f32,
    /// Share of the question's words that the page title or the heading contains.
    above: f32,
    /// Largest share of the question's words that one block contains.
    in_block: f32,
    /// Share of the question's words that occur near another word of the question.
    together: f32,
}

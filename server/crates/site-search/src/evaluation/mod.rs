//! Search quality of this site, measured on its pages. The queries are titles, headings, and first sentences of
//! sections. The answer is the section itself, or its counterpart in the other language. For answers in the other
//! language, the dictionary is trained without the queried pages (five-fold cross-validation).
//! Hand-written queries are read from a file.

pub mod first_screen;
pub mod generated_queries;
pub mod query_file;
mod ranking_metrics;

use std::ops::Range;

use core_wasm::locale::Locale;

pub use ranking_metrics::RankingMetrics;

use self::generated_queries::{Kind, Question, generate_questions, kinds};
use super::entry::Entry;
use pailou_search::bootstrap_dictionary;
use pailou_search::engine::Engine;
use pailou_search::index::{Index, Section};
use pailou_search::lexicon::Lexicon;
use pailou_search::query::Query;
use pailou_search::translation_model::{Corpus, Sample, TranslationModel};

/// Number of parts for cross-validation.
const FOLDS: usize = 5;

/// Metrics of the queries of one kind.
#[derive(Debug, Clone)]
pub struct EvaluationRow {
    pub from: Locale,
    pub to: Option<Locale>,
    pub kind: &'static str,
    pub section: RankingMetrics,
    pub page: RankingMetrics,
}

/// Ranks of the relevant sections and of their pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranks {
    sections: Vec<Option<usize>>,
    pages: Vec<Option<usize>>,
}

impl Ranks {
    fn push(&mut self, (section, page): (Option<usize>, Option<usize>)) {
        self.sections.push(section);
        self.pages.push(page);
    }

    fn row(&self, from: Locale, to: Option<Locale>, kind: &'static str) -> EvaluationRow {
        let (section, page) = (RankingMetrics::of(&self.sections), RankingMetrics::of(&self.pages));
        EvaluationRow { from, to, kind, section, page }
    }
}

/// Evaluates the search on pages of a site.
pub fn evaluate(mut engine: Engine, entries: &[Entry], lexicon: &Lexicon) -> Vec<EvaluationRow> {
    // The folds follow the order of page keys, so that the results do not depend on the order of
    // import.
    let mut entries: Vec<&Entry> = entries.iter().collect();
    let name = |entry: &Entry| entry.documents.first().map(|(_, document)| document.key.clone());
    entries.sort_by_key(|entry| name(entry));
    let mut rows: Vec<(Kind, Ranks)> = kinds().map(|kind| (kind, Ranks::default())).collect();
    let (within, across): (Vec<_>, Vec<_>) =
        rows.iter_mut().partition(|(kind, _)| kind.from == kind.to);
    for (kind, ranks) in within {
        ask(&engine, entries.iter().copied(), *kind, ranks);
    }
    let samples: Vec<Vec<Sample>> = entries.iter().map(|entry| entry.samples(lexicon)).collect();
    let seeds = bootstrap_dictionary::samples(lexicon);
    let mut across = across;
    for fold in 0..FOLDS {
        let is_held_out = |number: usize| number % FOLDS == fold;
        let learnt = samples.iter().enumerate().filter(|(number, _)| !is_held_out(*number));
        let mut corpus = Corpus::new(&seeds);
        learnt.flat_map(|(_, samples)| samples).for_each(|sample| corpus.add(sample));
        engine.translation_model = TranslationModel::learn(&corpus).into();
        for (kind, ranks) in &mut across {
            let held_out = entries.iter().enumerate().filter(|(number, _)| is_held_out(*number));
            ask(&engine, held_out.map(|(_, entry)| *entry), *kind, ranks);
        }
    }
    let evaluated = rows.iter().filter(|(_, ranks)| !ranks.sections.is_empty());
    evaluated.map(|(kind, ranks)| ranks.row(kind.from, Some(kind.to), kind.text.name())).collect()
}

fn ask<'e>(
    engine: &Engine,
    entries: impl Iterator<Item = &'e Entry>,
    kind: Kind,
    ranks: &mut Ranks,
) {
    for question in entries.flat_map(|entry| generate_questions(entry, kind)) {
        ranks.push(self::ranks(engine, &question, kind.to));
    }
}

/// Whether a found section has the same heading as the section with this anchor. If a page repeats
/// a heading, each of these sections is a right answer.
fn is_alike(page: Range<u32>, index: &Index, found: &Section, anchor: &str) -> bool {
    let mut all = page.filter_map(|number| index.sections.get(number as usize));
    all.any(|section| section.anchor.as_deref() == Some(anchor) && section.heading == found.heading)
}

/// Returns the rank of the right section among the results, and the rank of its page among the
/// pages. Ranks count from 1; `None` if there is no such result.
fn ranks(engine: &Engine, question: &Question, locale: Locale) -> (Option<usize>, Option<usize>) {
    let index = engine.index_of(locale);
    let ranked = engine.ranked(&Query::read(&question.text), locale).in_order();
    let mut pages: Vec<u32> = Vec::new();
    let (mut rank, mut page_rank) = (None, None);
    for (number, found) in ranked.sections.iter().enumerate() {
        let Some((page, section)) = index.page_of(found.section) else { continue };
        let is_new = pages.last() != Some(&section.page) && !pages.contains(&section.page);
        if is_new {
            pages.push(section.page);
        }
        if *page.key != *question.key {
            continue;
        }
        page_rank = page_rank.or(Some(pages.len()));
        if section.anchor.as_deref() == Some(question.anchor.as_str())
            || is_alike(page.sections.clone(), index, section, &question.anchor)
        {
            rank = Some(number + 1);
            break;
        }
    }
    (rank, page_rank)
}

//! How good the search of this site is, measured on its own page pairs. A page is asked for by the headings and
//! first sentences of its other language, with a bridge that was learnt from all other pages (five parts,
//! each held out once), and by its own.

use core_wasm::locale::Locale;

use super::entry::Entry;
use crate::shared::content::section::is_han;
use crate::shared::search::bridge::{Bridge, Sample};
use crate::shared::search::engine::Engine;
use crate::shared::search::index::{Document, Index, Part, Section};
use crate::shared::search::lexicon::Lexicon;
use crate::shared::search::query::Query;
use crate::shared::search::seed;

/// Parts that are held out in turn.
const FOLDS: usize = 5;

/// What is asked for a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// The page's title and the heading.
    Headings,
    /// The heading alone.
    Heading,
    /// The first sentence below the heading.
    Sentence,
}

/// One question and the section that answers it.
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) key: String,
    pub(crate) anchor: String,
}

/// Figures over the questions of one kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) asking: &'static str,
    pub(crate) count: usize,
    /// Share of questions whose section is among the first five.
    pub(crate) recall: f64,
    /// Mean of one over the rank, of the first ten.
    pub(crate) mrr: f64,
    /// With one right section: the mean of 1 / log2(rank + 1), of the first ten.
    pub(crate) ndcg: f64,
    /// Share of questions whose page is among the first five pages.
    pub(crate) page_recall: f64,
}

#[derive(Default)]
struct Sum {
    count: usize,
    recall: f64,
    mrr: f64,
    ndcg: f64,
    page_recall: f64,
}

impl Sum {
    fn add(&mut self, rank: Option<usize>, page_rank: Option<usize>) {
        self.count += 1;
        let rank = rank.filter(|rank| *rank <= 10);
        self.recall += f64::from(rank.is_some_and(|rank| rank <= 5));
        self.mrr += rank.map_or(0.0, |rank| 1.0 / rank as f64);
        self.ndcg += rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0).log2());
        self.page_recall += f64::from(page_rank.is_some_and(|rank| rank <= 5));
    }

    fn row(&self, from: Locale, to: Locale, asking: &'static str) -> Row {
        let mean = |sum: f64| sum / self.count.max(1) as f64;
        Row {
            from: from.segment(),
            to: to.segment(),
            asking,
            count: self.count,
            recall: mean(self.recall),
            mrr: mean(self.mrr),
            ndcg: mean(self.ndcg),
            page_recall: mean(self.page_recall),
        }
    }
}

/// Measures the search on pages of a site.
pub(crate) fn evaluate(mut engine: Engine, entries: &[Entry], lexicon: &Lexicon) -> Vec<Row> {
    let samples: Vec<Vec<Sample>> = entries.iter().map(|entry| entry.samples(lexicon)).collect();
    let seeds = seed::samples(lexicon);
    let mut rows = Vec::new();
    for locale in [Locale::Zh, Locale::En] {
        for (asking, name) in [(Asking::Heading, "heading"), (Asking::Sentence, "sentence")] {
            let mut sum = Sum::default();
            for question in
                entries.iter().flat_map(|entry| questions(entry, locale, locale, asking))
            {
                let (rank, page_rank) = ranks(&engine, &question, locale);
                sum.add(rank, page_rank);
            }
            rows.push(sum.row(locale, locale, name));
        }
    }
    let mut sums: [[Sum; 3]; 2] = Default::default();
    for fold in 0..FOLDS {
        let is_held_out = |number: usize| number % FOLDS == fold;
        let learnt = samples.iter().enumerate().filter(|(number, _)| !is_held_out(*number));
        let learnt: Vec<Sample> = learnt.flat_map(|(_, samples)| samples.iter().cloned()).collect();
        engine.bridge = Bridge::learn(&seeds, &learnt).into();
        for (_, entry) in entries.iter().enumerate().filter(|(number, _)| is_held_out(*number)) {
            for (sums, from) in sums.iter_mut().zip([Locale::Zh, Locale::En]) {
                for question in questions(entry, from, from.other(), Asking::Headings) {
                    let (rank, page_rank) = ranks(&engine, &question, from.other());
                    sums[0].add(rank, page_rank);
                    if question.text.chars().filter(|c| c.is_alphanumeric()).all(is_han) {
                        sums[1].add(rank, page_rank);
                    }
                }
                for question in questions(entry, from, from.other(), Asking::Sentence) {
                    let (rank, page_rank) = ranks(&engine, &question, from.other());
                    sums[2].add(rank, page_rank);
                }
            }
        }
    }
    for (sums, from) in sums.iter().zip([Locale::Zh, Locale::En]) {
        for (sum, name) in
            sums.iter().zip(["title and heading", "only Chinese characters", "sentence"])
        {
            if sum.count > 0 {
                rows.push(sum.row(from, from.other(), name));
            }
        }
    }
    rows
}

/// What can be asked for the sections of a page, with the section of the other language (or of the same)
/// that answers.
pub(crate) fn questions(entry: &Entry, from: Locale, to: Locale, asking: Asking) -> Vec<Question> {
    let document =
        |locale| entry.documents.iter().find(|(of, _)| *of == locale).map(|(_, document)| document);
    let (Some(asked), Some(_)) = (document(from), document(to)) else { return Vec::new() };
    asked.sections.iter().filter_map(|part| question(asked, part, from == to, asking)).collect()
}

fn question(document: &Document, part: &Part, is_same: bool, asking: Asking) -> Option<Question> {
    let anchor = if is_same { part.anchor.clone()? } else { part.pair.clone()? };
    let text = match asking {
        Asking::Headings => format!("{} {}", document.title, part.heading),
        Asking::Heading => part.heading.clone(),
        Asking::Sentence => sentence(part)?,
    };
    Some(Question { text, key: document.key.clone(), anchor })
}

/// The first sentence that is no code and says something.
fn sentence(part: &Part) -> Option<String> {
    let end = part.code.first().map_or(part.text.len(), |code| code.start);
    let text = part.text.get(..end)?;
    let first = text
        .split(['\n', '。', '！', '？', '；'])
        .flat_map(|piece| piece.split_inclusive(". "))
        .map(str::trim);
    first
        .into_iter()
        .find(|sentence| {
            let han = sentence.chars().filter(|c| is_han(*c)).count();
            han >= 6 || han == 0 && sentence.split_whitespace().count() >= 4
        })
        .map(str::to_owned)
}

/// A heading that a page has several times asks for each of them.
fn is_alike(page: std::ops::Range<u32>, index: &Index, found: &Section, anchor: &str) -> bool {
    let mut all = page.filter_map(|number| index.sections.get(number as usize));
    all.any(|section| section.anchor.as_deref() == Some(anchor) && section.heading == found.heading)
}

/// Rank of the right section, and of its page among pages; from 1.
pub(crate) fn ranks(
    engine: &Engine,
    question: &Question,
    locale: Locale,
) -> (Option<usize>, Option<usize>) {
    let index = engine.index(locale);
    let ranked = engine.ranked(&Query::read(&question.text), locale, None);
    let mut pages: Vec<u32> = Vec::new();
    let (mut rank, mut page_rank) = (None, None);
    for (number, (section, _)) in ranked.sections.iter().enumerate() {
        let Some((page, section)) = index.page_of(*section) else { continue };
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

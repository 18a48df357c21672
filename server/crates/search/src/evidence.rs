//! Content words of a question, with their weights and their positions in a text.
//!
//! The assistant uses them to select passages, and to determine whether the passages answer the question.

use std::collections::BTreeMap;
use std::ops::Range;

use core_wasm::locale::Locale;

use crate::engine::Engine;
use crate::expand::{self, MIN_PROBABILITY, QueryWord};
use crate::index::Index;
use crate::normalize::NormalizedText;
use crate::query::Query;
use crate::question_words;
use crate::score::{LAST_WORD, Words, idf};
use crate::token::{self, LatinTerms};
use pailou_text_diff::script::is_han;

/// A content word of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionWord {
    /// The word as typed.
    pub surface: String,
    /// Weight of the word in the question, by inverse document frequency; the weights sum to 1.
    pub share: f32,
    /// Whether any text of the site contains the word or a translation of it.
    pub is_known: bool,
}

/// Terms in one language for the words of a question, each with the index of its word. If two words have the same term,
/// the term counts only for the word for which its probability is higher: `PostgreSQL` in a text does not
/// count for “SQLite”, even if the two are synonyms.
#[derive(Debug, Default)]
struct TermsOfWords {
    latin: LatinTerms<usize>,
    /// Folded Chinese terms, the longest first.
    han: Vec<(String, usize)>,
}

/// Words of a question, with their terms in both languages.
#[derive(Debug)]
pub struct Evidence {
    words: Vec<QuestionWord>,
    zh: TermsOfWords,
    en: TermsOfWords,
}

impl Evidence {
    pub(crate) fn new(engine: &Engine, query: &Query, zh: &[QueryWord], en: &[QueryWord]) -> Self {
        let lexicon = &engine.zh.lexicon;
        let query_words: Vec<_> = query.units.iter().flat_map(|unit| unit.words(lexicon)).collect();
        let is_content: Vec<bool> =
            query_words.iter().map(|word| !expand::is_stop_word_of(query, word)).collect();
        let none = !is_content.contains(&true);
        let unknown = idf(engine.zh.live.sections.max(engine.en.live.sections), 0.0);
        let mut words: Vec<QuestionWord> = Vec::new();
        // Index in `words` of each word of the question; `None` for a stop word.
        let mut word_indices: Vec<Option<usize>> = Vec::new();
        for (number, word) in query_words.iter().enumerate().take(LAST_WORD + 1) {
            if !none && !is_content[number] {
                word_indices.push(None);
                continue;
            }
            let weights = [(&engine.zh, zh), (&engine.en, en)].map(|(index, resolved)| {
                let query_word = resolved.iter().find(|word| word.weighted.number == number)?;
                Some(expand::weight(index, query_word) * query_word.weighted.certainty.min(1.0))
            });
            let known = weights.into_iter().flatten().reduce(f32::min);
            let is_indexed = |word: &token::Word| {
                [&engine.zh, &engine.en].iter().any(|index| index.ids.contains_key(&*word.term))
            };
            let unknown = match () {
                () if !query.is_question => unknown,
                () if expand::is_part(&query_words, number, is_indexed) => unknown * expand::PART,
                () if question_words::is_common(word) => unknown * expand::COMMON,
                () => unknown,
            };
            word_indices.push(Some(words.len()));
            words.push(QuestionWord {
                surface: word.surface.clone(),
                share: known.unwrap_or(unknown),
                is_known: known.is_some(),
            });
        }
        let sum = words.iter().map(|word| word.share).sum::<f32>().max(f32::MIN_POSITIVE);
        words.iter_mut().for_each(|word| word.share /= sum);
        let zh = TermsOfWords::new(&engine.zh, zh, &word_indices);
        let en = TermsOfWords::new(&engine.en, en, &word_indices);
        Self { words, zh, en }
    }

    /// Returns the content words, or all words if the question has no content words.
    pub fn words(&self) -> &[QuestionWord] {
        &self.words
    }

    /// Returns the non-overlapping occurrences of the words in a text of a language, in order: byte range, and index of
    /// the word in [`Self::words`].
    pub fn find(&self, locale: Locale, text: &str) -> Vec<(Range<usize>, usize)> {
        let terms = if locale == Locale::Zh { &self.zh } else { &self.en };
        terms.find(text)
    }

    /// Returns which of [`Self::words`] occur in a text of a language.
    pub fn words_in(&self, locale: Locale, text: &str) -> Words {
        let mut found = Words::default();
        for (_, word) in self.find(locale, text) {
            found.insert(word);
        }
        found
    }

    /// Returns the total weight of a subset of the words.
    pub fn share(&self, subset: Words) -> f32 {
        let words = self.words.iter().enumerate().filter(|(number, _)| subset.has(*number));
        words.map(|(_, word)| word.share).sum()
    }

    /// Returns the total weight of the words that no text of the site contains, not even in translation.
    pub fn unknown(&self) -> f32 {
        self.words.iter().filter(|word| !word.is_known).map(|word| word.share).sum()
    }
}

impl TermsOfWords {
    fn new(index: &Index, query_words: &[QueryWord], word_indices: &[Option<usize>]) -> Self {
        let mut best: BTreeMap<u32, (f32, usize)> = BTreeMap::new();
        for word in query_words {
            let Some(Some(word_index)) = word_indices.get(word.weighted.number) else { continue };
            for (id, probability) in &word.weighted.terms {
                let is_best = best.get(id).is_none_or(|(other, _)| probability > other);
                if *probability >= MIN_PROBABILITY && is_best {
                    best.insert(*id, (*probability, *word_index));
                }
            }
        }
        let mut terms = Self::default();
        for (id, (_, word_index)) in best {
            let Some(term) = index.name(id) else { continue };
            if term.starts_with(is_han) {
                terms.han.push((term.to_owned(), word_index));
            } else {
                terms.latin.add(term, word_index);
            }
        }
        terms.han.sort_by_key(|(term, word_index)| (std::cmp::Reverse(term.len()), *word_index));
        terms
    }

    fn find(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let mut found = self.find_han(text);
        if !self.latin.is_empty() {
            let mut words = Vec::new();
            token::for_each_latin_run(text, |range, run| {
                if let Some(word_index) = self.latin.find(run, &mut words) {
                    found.push((range, *word_index));
                }
            });
        }
        found.sort_by_key(|(range, _)| range.start);
        found
    }

    fn find_han(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let mut found: Vec<(Range<usize>, usize)> = Vec::new();
        if self.han.is_empty() || !text.chars().any(is_han) {
            return found;
        }
        let normalized = NormalizedText::of(text);
        let mut is_covered = vec![false; normalized.text.len()];
        for (term, word_index) in &self.han {
            for (at, _) in normalized.text.match_indices(term.as_str()) {
                let bytes = at..at + term.len();
                if is_covered[bytes.clone()].contains(&true) {
                    continue;
                }
                is_covered[bytes.clone()].fill(true);
                found.push((
                    normalized.origin(bytes.start)..normalized.origin(bytes.end),
                    *word_index,
                ));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::index::{Document, Part};
    use crate::lexicon::Lexicon;

    fn engine() -> Engine {
        let mut engine = Engine::new(Arc::new(Lexicon::default()));
        for (number, text) in
            ["The timeout is ten seconds.", "Set a password.", "安装之后设置超时时间。"]
                .into_iter()
                .enumerate()
        {
            let part = Part { text: text.to_owned(), ..Part::default() };
            let key = number.to_string();
            let document = Document { key, sections: vec![part], ..Document::default() };
            engine.put(if number == 2 { Locale::Zh } else { Locale::En }, document);
        }
        engine
    }

    #[test]
    fn only_content_words_have_weight() {
        let engine = engine();
        let query = Query::read("how do I change the timeout of kubernetes pods ");
        let question = engine.question(&query);
        let evidence = question.evidence();
        let words: Vec<_> =
            evidence.words().iter().map(|word| (word.surface.as_str(), word.is_known)).collect();
        assert_eq!(
            words,
            [("change", false), ("timeout", true), ("kubernetes", false), ("pods", false)]
        );
        assert!((evidence.words().iter().map(|word| word.share).sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(evidence.unknown() > 0.7);
    }

    #[test]
    fn word_parts_and_common_words_have_low_weight() {
        let mut engine = engine();
        let part = Part { text: "Use SQLite.".to_owned(), ..Part::default() };
        let document =
            Document { key: "s".to_owned(), sections: vec![part], ..Document::default() };
        engine.put(Locale::En, document);
        let query = Query::question("somewhere my friend has a kubernetes with SQLite");
        let question = engine.question(&query);
        let evidence = question.evidence();
        let share = |surface: &str| {
            let word = evidence.words().iter().find(|word| word.surface == surface);
            word.map_or(0.0, |word| word.share)
        };
        assert!(share("friend") < 0.5 * share("kubernetes"), "weight of an everyday word");
        assert!(share("lite") < 0.3 * share("sqlite"), "weight of a part of a word");
    }

    #[test]
    fn synonyms_in_one_question_do_not_match_each_other() {
        let mut engine = engine();
        for (locale, text) in
            [(Locale::En, "SQLite or PostgreSQL."), (Locale::Zh, "用 PostgreSQL 代替 SQLite")]
        {
            let part = Part { text: text.to_owned(), ..Part::default() };
            let (key, sections) = (text.to_owned(), vec![part]);
            engine.put(locale, Document { key, sections, ..Document::default() });
        }
        for text in ["SQLite 和 PostgreSQL 有什么区别", "compare PostgreSQL with SQLite"] {
            let query = Query::question(text);
            let evidence = engine.question(&query).evidence();
            for locale in [Locale::Zh, Locale::En] {
                for name in ["sqlite", "postgresql"] {
                    let found = evidence.find(locale, name);
                    let surface = |at: &usize| evidence.words()[*at].surface.clone();
                    let words: Vec<_> = found.iter().map(|(_, at)| surface(at)).collect();
                    assert_eq!(words, [name], "{text} in {locale:?}");
                }
            }
        }
    }

    #[test]
    fn word_positions_are_byte_ranges() {
        let engine = engine();
        let query = Query::read("安 password");
        let question = engine.question(&query);
        let evidence = question.evidence();
        assert_eq!(evidence.find(Locale::Zh, "先安，再安"), [(3..6, 0), (12..15, 0)]);
        assert_eq!(evidence.find(Locale::En, "your Passwords"), [(5..14, 1)]);
        assert_eq!(evidence.share(evidence.words_in(Locale::En, "nothing")), 0.0);
    }
}

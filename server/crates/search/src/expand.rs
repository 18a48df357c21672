//! Query expansion.
//!
//! Words of a query are converted to terms of one index: as typed, as a prefix, with a typo, by
//! pinyin, by translation, and by synonyms.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::index::Index;
use crate::query::{Query, Unit};
use crate::question_words;
use crate::score::{Scored, WeightedTerms, idf, share_of_texts};
use crate::synonyms;
use crate::token::{self, Word};
use crate::translation_model::TranslationModel;
use core_wasm::locale::Locale;
use pailou_text_diff::script::is_han;

/// Minimum probability at which a translation in a text counts as an occurrence of the query word.
pub(crate) const MIN_PROBABILITY: f32 = 0.1;
/// Minimum probability of a likely translation. With [`MIN_PROBABILITY`] as the minimum, Recall@5 of sections that
/// exist only in the other language is up to .01 lower.
const LIKELY: f32 = 0.05;
/// Weight of terms that begin with the typed word.
const PREFIX: f32 = 0.6;
/// Weight of the term that matches exactly the version number of the query (`=3.1`). Texts with only a longer number
/// (`3.1.2`) contain the term `3.1`, but not `=3.1`. The weight exceeds the weights of a title and a heading together,
/// so exact numbers rank first.
const EXACT_VERSION: f32 = 12.0;
/// Weight of terms that differ from the typed word by one typo.
const TYPING_ERROR: f32 = 0.5;
/// Weight of Chinese terms with the typed pinyin.
const PINYIN: f32 = 0.8;
/// Weight of the synonyms of a word if the texts contain the word itself.
const SYNONYM: f32 = 0.1;
/// Weight of the synonyms of a word if the texts do not contain the word itself.
const SYNONYM_ALONE: f32 = 0.3;
/// Weight of longer words for a single Chinese character of a question: 修改, 更改 for 改.
const CHARACTER: f32 = 0.3;
/// Certainty ([`WeightedTerms::certainty`]) of the single Chinese characters from [`single_characters`].
const SINGLE_CHARACTER_CERTAINTY: f32 = 0.5;
/// Weight of the translations of a word if the texts in the other language also contain the word itself.
const TRANSLATED_TOO: f32 = 0.7;
/// Weight of a stop word.
const STOP_WORD_WEIGHT: f32 = 0.2;
/// Weight of a common word in a question.
pub(crate) const COMMON: f32 = 0.4;
/// Weight of a word of a question if the word is a part of a longer word that the site contains:
/// `lite` of `sqlite`.
pub(crate) const PART: f32 = 0.2;
/// Maximum number of terms for a prefix, a typo, or pinyin.
const MAX_TERMS: usize = 16;
/// Minimum length of a word that is matched with a typo. Too many other words differ from a shorter word by one typo.
const SHORTEST_WITH_ERROR: usize = 5;
/// Minimum ratio of the score of a section to the best score, and of the best score to the total word weight.
const MIN_COVERED: f32 = 0.3;

/// A word of the query with its terms in one index.
#[derive(Debug, Clone, Default)]
pub(crate) struct QueryWord {
    /// The word as typed.
    pub(crate) surface: String,
    pub(crate) weighted: WeightedTerms,
}

impl QueryWord {
    /// Whether the word is neither a stop word nor a part of a longer word.
    pub(crate) fn is_content(&self) -> bool {
        self.weighted.weight > STOP_WORD_WEIGHT
    }

    /// Returns the terms without the unlikely ones, or all terms if none is likely. Unlikely translations are often
    /// common words, which have long posting lists.
    pub(crate) fn likely_terms(&self) -> impl Iterator<Item = (u32, f32)> {
        let terms = &self.weighted.terms;
        let min = if terms.iter().any(|(_, p)| *p >= LIKELY) { LIKELY } else { 0.0 };
        terms.iter().copied().filter(move |(_, p)| *p >= min)
    }
}

/// Returns the words of a query that have terms in this index. If there are none, or if all of them are stop words that
/// only affect the ranking (`WeightedTerms::only_ranks`), returns the single Chinese characters of the query instead.
pub(crate) fn resolve_words(
    index: &Index,
    other: &Index,
    translation_model: &TranslationModel,
    query: &Query,
) -> Vec<QueryWord> {
    let (mut all, mut seen) = (Vec::new(), 0);
    let has_content = has_content(index, other, query);
    let last = query.units.len().saturating_sub(1);
    for (number, unit) in query.units.iter().enumerate() {
        let is_open = query.is_open && number == last;
        let words = unit.words(&index.lexicon);
        let (count, first) = (words.len(), seen);
        seen += count;
        for (at, word) in words.iter().enumerate() {
            let is_asking = is_stop_word_of(query, word);
            // A stop word in a query with content words counts as complete, not as the beginning of a longer word.
            let is_open = is_open && at + 1 == count && !(is_asking && has_content);
            let resolver =
                WordResolver { index, other, translation_model, is_open, is_part: count > 1 };
            let (mut terms, mut certainty) = resolver.terms(word);
            let exact = token::exact_version(&word.term);
            let exact = exact.and_then(|exact| index.ids.get(exact.as_str()));
            terms.extend(exact.map(|id| (*id, EXACT_VERSION)));
            if query.is_question && !is_asking {
                let synonyms = resolver.related(word, !terms.is_empty());
                if terms.is_empty() && !synonyms.is_empty() {
                    certainty = SYNONYM_ALONE;
                }
                for (id, probability) in synonyms {
                    if !terms.iter().any(|(known, _)| *known == id) {
                        terms.push((id, probability));
                    }
                }
            }
            if !terms.is_empty() {
                let weight = match () {
                    () if is_asking && (has_content || query.is_question) => STOP_WORD_WEIGHT,
                    () if query.is_question
                        && is_part(&words, at, |word| resolver.is_known(word)) =>
                    {
                        PART
                    }
                    () if query.is_question && question_words::is_common(word) => COMMON,
                    () => 1.0,
                };
                // A quoted phrase is matched as a whole, including its stop words.
                let is_ignored = has_content && !query.is_question && !unit.is_quoted();
                let only_ranks = is_asking && is_ignored;
                let number = first + at;
                let weighted = WeightedTerms { terms, weight, certainty, number, only_ranks };
                all.push(QueryWord { surface: word.surface.clone(), weighted });
            }
        }
    }
    if all.iter().all(|word: &QueryWord| word.weighted.only_ranks) {
        all = single_characters(index, query);
    }
    all
}

/// Whether the query has a word that is not a stop word. A name that consists of stop words, such as `how-to`, does not
/// count as a stop word if a text contains the name as one word.
fn has_content(index: &Index, other: &Index, query: &Query) -> bool {
    let is_indexed =
        |word: &Word| [index, other].iter().any(|index| index.ids.contains_key(word.term.as_str()));
    query.units.iter().any(|unit| {
        let is_name = unit.is_name_of_stop_words();
        let words = unit.words(&index.lexicon);
        let mut content = words.iter().filter(|word| !is_stop_word_of(query, word));
        unit.is_quoted() || content.any(|word| !is_name || is_indexed(word))
    })
}

/// Whether a word of a question is a part of a longer adjacent word that the site contains: `lite`
/// of `sqlite`, `安装` of `安装包`.
pub(crate) fn is_part(words: &[Word], at: usize, is_known: impl Fn(&Word) -> bool) -> bool {
    let Some(word) = words.get(at) else { return false };
    // In the list of words, the parts of a Chinese word precede it, and the parts of a name follow
    // it.
    let near = match word.term.starts_with(is_han) {
        true => at + 1..words.len().min(at + 4),
        false => at.saturating_sub(4)..at,
    };
    let is_longer = |other: &&Word| {
        other.surface.len() > word.surface.len() && other.surface.contains(&word.surface)
    };
    words.get(near).into_iter().flatten().filter(is_longer).any(is_known)
}

/// Whether a word is a stop word in this query. Questions have additional stop words.
pub(crate) fn is_stop_word_of(query: &Query, word: &Word) -> bool {
    match query.is_question {
        true => question_words::is_question_stop_word(word),
        false => question_words::is_stop_word(word),
    }
}

/// Context for resolving a word in one language.
struct WordResolver<'i> {
    index: &'i Index,
    other: &'i Index,
    translation_model: &'i TranslationModel,
    /// Whether the user may still be typing the word.
    is_open: bool,
    /// Whether the word is part of a name or phrase.
    is_part: bool,
}

impl WordResolver<'_> {
    /// Returns the ids of the terms for a word, each with its weight, and the probability that these terms are
    /// intended.
    fn terms(&self, word: &Word) -> (Vec<(u32, f32)>, f32) {
        let Self { index, is_open, .. } = *self;
        let is_chinese = word.term.starts_with(is_han);
        let own = index.ids.get(word.term.as_str()).map(|id| (*id, 1.0));
        let translated = self.translated(word, own);
        if !translated.is_empty() {
            return (translated, 1.0);
        }
        if let Some(own) = own.filter(|_| !is_open || is_chinese) {
            return (vec![own], 1.0);
        }
        if is_chinese {
            return (Vec::new(), 0.0);
        }
        let mut all: BTreeMap<u32, f32> = own.into_iter().collect();
        let mut certainty = if own.is_some() { 1.0 } else { PREFIX };
        if is_open {
            let is_version = own.is_some() && token::exact_version(&word.term).is_some();
            // Texts with a longer form of a version number also contain the term of the number itself, so the longer
            // forms are omitted.
            let is_longer_form = |surface: &str| is_version && surface.starts_with(['.', '-', '_']);
            for id in beginning_with(index, &word.surface, is_longer_form) {
                all.entry(id).or_insert(PREFIX);
            }
        }
        if all.is_empty() && self.may_be_pinyin(word) {
            all.extend(
                terms_by_pinyin(index, &word.surface, is_open).into_iter().map(|id| (id, PINYIN)),
            );
            certainty = PINYIN;
        }
        if all.is_empty()
            && word.surface.len() >= SHORTEST_WITH_ERROR
            && !self.is_in_other_language(word)
        {
            all.extend(
                terms_with_one_typo(index, &word.surface).into_iter().map(|id| (id, TYPING_ERROR)),
            );
            certainty = TYPING_ERROR;
        }
        (all.into_iter().collect(), certainty)
    }

    /// Returns the synonyms of the word that are terms of the index. For a synonym in the other language, also returns
    /// its translations that are terms of the index. For a single Chinese character and a Chinese index, also returns
    /// the longer words that contain the character. Synonyms have a lower weight if the texts contain the word itself
    /// (`is_known`).
    fn related(&self, word: &Word, is_known: bool) -> Vec<(u32, f32)> {
        let synonym = if is_known { SYNONYM } else { SYNONYM_ALONE };
        let mut all: BTreeMap<u32, f32> = BTreeMap::new();
        let mut add = |id: u32, weight: f32| {
            let known = all.entry(id).or_default();
            *known = known.max(weight);
        };
        for other in synonyms::synonyms(&word.term) {
            if let Some(id) = self.index.ids.get(other.as_str()) {
                add(*id, synonym);
            }
            let language = if other.starts_with(is_han) { Locale::Zh } else { Locale::En };
            if language != self.index.locale {
                for (term, probability) in self.translation_model.translations(language, other) {
                    if let Some(id) = self.index.ids.get(term.as_ref()) {
                        add(*id, probability * synonym);
                    }
                }
            }
        }
        let mut characters = word.term.chars();
        if let (Some(character), None) = (characters.next(), characters.next())
            && self.index.locale == Locale::Zh
        {
            self.index.with_character(character).iter().for_each(|id| add(*id, CHARACTER));
        }
        all.into_iter().collect()
    }

    /// Returns the terms of the translations with their weights, and `own`, the term of the word itself, if it is
    /// indexed. Empty if the word is in the language of the index.
    fn translated(&self, word: &Word, own: Option<(u32, f32)>) -> Vec<(u32, f32)> {
        let language = if word.term.starts_with(is_han) { Locale::Zh } else { Locale::En };
        if language == self.index.locale {
            return Vec::new();
        }
        let scale = if own.is_some() { TRANSLATED_TOO } else { 1.0 };
        let translated = self.translation_model.translations(language, &word.term).iter();
        let known = |term: &str| self.index.ids.get(term).copied();
        let translated =
            translated.filter_map(|(term, p)| Some((known(term.as_ref())?, p * scale)));
        let mut all: BTreeMap<u32, f32> = translated.collect();
        all.extend(own);
        all.into_iter().collect()
    }

    /// Whether the word may be pinyin. Pinyin is neither a part of a name nor a word of the other language. While the
    /// user is typing, it is not the beginning of such a word either.
    fn may_be_pinyin(&self, word: &Word) -> bool {
        let begins =
            || self.is_open && !beginning_with(self.other, &word.surface, |_| false).is_empty();
        !self.is_part && !self.is_in_other_language(word) && !begins()
    }

    fn is_known(&self, word: &Word) -> bool {
        self.index.ids.contains_key(word.term.as_str()) || self.is_in_other_language(word)
    }

    fn is_in_other_language(&self, word: &Word) -> bool {
        self.other.ids.contains_key(word.term.as_str())
    }
}

/// Returns the terms that begin with the typed text, the most frequent first. `is_omitted` receives the rest of a
/// term after the typed text, and returns whether the term is omitted.
fn beginning_with(index: &Index, typed: &str, is_omitted: impl Fn(&str) -> bool) -> Vec<u32> {
    if typed.chars().count() < 2 {
        return Vec::new();
    }
    let from = (Bound::Included(typed), Bound::Unbounded);
    let range = index.surfaces.range::<str, _>(from);
    let found = range.take_while(|(surface, _)| surface.starts_with(typed));
    let found = found.filter(|(surface, _)| !is_omitted(&surface[typed.len()..]));
    most_frequent(index, found.map(|(_, id)| *id).take(4096).collect())
}

fn terms_by_pinyin(index: &Index, typed: &str, is_open: bool) -> Vec<u32> {
    let words = index.pinyin.find(typed, is_open, MAX_TERMS);
    words
        .into_iter()
        .flat_map(|word| index.lexicon.cut(word))
        .filter_map(|word| index.ids.get(word).copied())
        .collect()
}

fn terms_with_one_typo(index: &Index, typed: &str) -> Vec<u32> {
    let near = |surface: &str| {
        surface.len().abs_diff(typed.len()) <= 1
            && is_within_one_typo(surface.as_bytes(), typed.as_bytes())
    };
    let found = index.surfaces.iter().filter(|(surface, _)| near(surface)).map(|(_, id)| *id);
    most_frequent(index, found.collect())
}

fn most_frequent(index: &Index, mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    let count = |id: &u32| {
        let term = index.terms.get(*id as usize);
        term.map_or(0, |term| term.in_sections.count() + term.in_titles.count())
    };
    ids.sort_by_key(|id| std::cmp::Reverse(count(id)));
    ids.truncate(MAX_TERMS);
    ids
}

/// Whether two words differ by at most one typo: a letter inserted, deleted, or replaced, or two adjacent letters
/// swapped (Damerau 1964).
fn is_within_one_typo(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    if a.len() < b.len() {
        return b.get(1..) == Some(a);
    }
    match (a, b) {
        ([], []) => true,
        ([_, rest_a @ ..], [_, rest_b @ ..]) if rest_a == rest_b => true,
        ([a1, a2, rest_a @ ..], [b1, b2, rest_b @ ..]) => a1 == b2 && a2 == b1 && rest_a == rest_b,
        _ => false,
    }
}

/// Returns the single Chinese characters of the query that are terms of the index; see [`resolve_words`].
fn single_characters(index: &Index, query: &Query) -> Vec<QueryWord> {
    let mut all = Vec::new();
    for unit in query.content_units() {
        let Unit::Han(run) = unit else { continue };
        for character in run.chars() {
            let surface = character.to_string();
            if let Some(id) = index.ids.get(surface.as_str()) {
                let (terms, number) = (vec![(*id, 1.0)], all.len());
                let weighted = WeightedTerms {
                    terms,
                    weight: 1.0,
                    certainty: SINGLE_CHARACTER_CERTAINTY,
                    number,
                    only_ranks: false,
                };
                all.push(QueryWord { surface, weighted });
            }
        }
    }
    all
}

/// Removes sections that contain only a small part of a query of several words. Keeps all sections for a question in a
/// whole sentence.
pub(crate) fn drop_barely_matching(
    index: &Index,
    query_words: &[QueryWord],
    query: &Query,
    sections: &mut Vec<Scored>,
) {
    if query.is_question {
        return;
    }
    let all = query.units.iter().flat_map(|unit| unit.words(&index.lexicon));
    let all = all.filter(|word| !question_words::is_stop_word(word)).count();
    let known = query_words.iter().filter(|word| word.weighted.weight == 1.0).count();
    if all < 2 || query_words.is_empty() {
        return;
    }
    let weight = |word: &QueryWord| weight(index, word);
    let unknown = idf(index.live.sections, 0.0) * 0.5 * all.saturating_sub(known) as f32;
    let whole: f32 = query_words.iter().map(weight).sum::<f32>() + unknown;
    let best = sections.iter().map(|found| found.score).fold(0.0, f32::max);
    sections.retain(|found| found.score >= MIN_COVERED * best);
    if best < MIN_COVERED * whole {
        sections.clear();
    }
}

/// Returns the inverse document frequency of a word over all its terms, multiplied by the weight of
/// the word in the query.
pub(crate) fn weight(index: &Index, word: &QueryWord) -> f32 {
    let with = word.weighted.terms.iter().filter_map(|(id, p)| {
        let term = index.terms.get(*id as usize)?;
        Some((term.in_sections.count() + term.in_titles.count()) as f32 * share_of_texts(*p))
    });
    word.weighted.weight * idf(index.live.sections, with.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_typo_is_tolerated() {
        for (a, b, expected) in [
            ("install", "instal", true),
            ("install", "isntall", true),
            ("install", "instakl", true),
            ("install", "inslatk", false),
            ("install", "onstall", true),
            ("install", "installed", false),
            ("", "a", true),
            ("ab", "ba", true),
        ] {
            assert_eq!(is_within_one_typo(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(is_within_one_typo(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
        }
    }
}

//! Strength of the occurrences of a question's words in a text. The word itself, a form of it, and a translation are
//! strong evidence. An association, such as a synonym, and a single Chinese character of an unknown compound are weak.

use core_wasm::locale::Locale;

use pailou_search::evidence::{Evidence, QuestionWord};
use pailou_search::normalize::fold;
use pailou_search::score::Words;
use pailou_search::text_units::text_units;
use pailou_text_diff::script::is_han;

/// Weight of weak evidence; that of strong evidence is 1.
const WEAK: f32 = 0.5;
/// Minimum number of equal letters at the beginning of two forms of a word, such as `configure` and `configuration`.
const MIN_COMMON_LETTERS: usize = 5;

/// Words of a question in a text, by the strength of the evidence. The two sets are disjoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MatchedWords {
    pub strong: Words,
    pub weak: Words,
}

impl MatchedWords {
    /// Returns the words of `self` and `others`, each with its stronger evidence.
    pub(crate) fn with(self, others: Self) -> Self {
        let strong = self.strong.with(others.strong);
        Self { strong, weak: self.weak.with(others.weak).without(strong) }
    }

    /// Removes `words` from both sets.
    pub(crate) fn without(self, words: Words) -> Self {
        Self { strong: self.strong.without(words), weak: self.weak.without(words) }
    }

    pub(crate) fn all(self) -> Words {
        self.strong.with(self.weak)
    }
}

/// Matches texts with the words of a question.
#[derive(Debug)]
pub(crate) struct QuestionMatcher<'q> {
    pub evidence: &'q Evidence,
    /// Single Chinese characters of compounds that the site does not contain.
    compound_parts: Words,
}

impl<'q> QuestionMatcher<'q> {
    /// `question` is the folded text of the question.
    pub(crate) fn new(evidence: &'q Evidence, question: &str) -> Self {
        let characters: Vec<char> = question.chars().collect();
        let words = evidence.words();
        let mut compound_parts = Words::default();
        for (number, word) in words.iter().enumerate() {
            if let Some(character) = single_han(word)
                && is_compound_part(words, &characters, character)
            {
                compound_parts.insert(number);
            }
        }
        Self { evidence, compound_parts }
    }

    /// Returns the words of the question that `text` contains. `locale` is the language of `text`.
    pub(crate) fn words_in(&self, locale: Locale, text: &str) -> MatchedWords {
        let mut matched = MatchedWords::default();
        for (range, number) in self.evidence.find(locale, text) {
            let Some(word) = self.evidence.words().get(number) else { continue };
            let found = text.get(range).unwrap_or_default();
            match !self.compound_parts.has(number) && is_strong(&word.surface, found, locale) {
                true => matched.strong.insert(number),
                false => matched.weak.insert(number),
            }
        }
        MatchedWords { weak: matched.weak.without(matched.strong), ..matched }
    }

    /// Returns the share of the words in the total weight of the question. Weak evidence counts less.
    pub(crate) fn share(&self, words: MatchedWords) -> f32 {
        self.evidence.share(words.strong) + WEAK * self.evidence.share(words.weak)
    }
}

fn single_han(word: &QuestionWord) -> Option<char> {
    let mut characters = word.surface.chars();
    let first = characters.next().filter(|c| is_han(*c))?;
    characters.next().is_none().then_some(first)
}

/// Whether `character` is adjacent to a character of an unknown word, or to another single-character word. A compound
/// without a dictionary entry is split into single characters.
fn is_compound_part(words: &[QuestionWord], question: &[char], character: char) -> bool {
    let is_part = |other: char| {
        words.iter().any(|word| match single_han(word) {
            Some(single) => single == other,
            None => !word.is_known && word.surface.contains(other),
        })
    };
    question.windows(2).any(|pair| {
        (pair[0] == character && is_part(pair[1])) || (pair[1] == character && is_part(pair[0]))
    })
}

/// Whether `found` is the word, a form of it, or a translation of it. `locale` is the language of the text around
/// `found`.
fn is_strong(word: &str, found: &str, locale: Locale) -> bool {
    let (word, found) = (fold(word), fold(found));
    match (word.contains(is_han), found.contains(is_han)) {
        (true, true) => {
            word == found
                || (found.chars().count() > 1 && (word.contains(&found) || found.contains(&word)))
        }
        (true, false) => locale == Locale::En,
        (false, true) => locale == Locale::Zh,
        (false, false) => {
            let common = word.chars().zip(found.chars()).take_while(|(a, b)| a == b).count();
            // The same stem is not sufficient, because `sets` and `settings` have the same stem. Unless `found` is a
            // name such as `render.cache-mib`, about half of the longer word must be equal, too.
            let longer = word.chars().count().max(found.chars().count());
            let is_name = !found.chars().all(char::is_alphabetic);
            let has_same_stem = !text_units(&word).is_disjoint(&text_units(&found));
            common >= MIN_COMMON_LETTERS || (has_same_stem && (is_name || 2 * common + 1 >= longer))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use pailou_search::engine::Engine;
    use pailou_search::index::{Document, Part};
    use pailou_search::query::Query;

    #[test]
    fn only_forms_and_translations_of_a_word_match_strongly() {
        for (word, found, locale, expected) in [
            ("port", "Ports", Locale::En, true),
            ("port", "address", Locale::En, false),
            ("unpublish", "unpublished", Locale::En, true),
            ("unpublish", "drafts", Locale::En, false),
            ("configure", "configuration", Locale::En, true),
            ("run", "running", Locale::En, true),
            ("settings", "sets", Locale::En, false),
            ("cache", "render.cache-mib", Locale::En, true),
            ("端口", "端口", Locale::Zh, true),
            ("端口号", "端口", Locale::Zh, true),
            ("端口", "地址", Locale::Zh, false),
            ("傳送", "传送", Locale::Zh, true),
            ("传送", "传", Locale::Zh, false),
            ("端口", "port", Locale::En, true),
            ("端口", "port", Locale::Zh, false),
            ("port", "端口", Locale::Zh, true),
        ] {
            assert_eq!(is_strong(word, found, locale), expected, "{word} {found}");
        }
    }

    #[test]
    fn only_characters_of_an_unknown_compound_match_weakly() {
        let mut engine = Engine::new(Arc::default());
        let text = "服务器宣传图。";
        let part = Part { text: text.to_owned(), ..Part::default() };
        engine.put(Locale::Zh, Document { sections: vec![part], ..Document::default() });
        let matched = |question: &str| {
            let query = Query::question(question);
            let evidence = engine.question(&query).evidence();
            let matcher = QuestionMatcher::new(&evidence, &query.text);
            let words = matcher.words_in(Locale::Zh, text);
            (words.strong != Words::default(), words.weak != Words::default())
        };
        assert_eq!(matched("传器"), (false, true));
        assert_eq!(matched("图 hydrazine"), (true, false));
    }
}

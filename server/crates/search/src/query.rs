//! Query parser: Chinese runs, Latin words, quoted phrases, and excluded words.

use std::collections::BTreeSet;

use crate::lexicon::Lexicon;
use crate::normalize::fold;
use crate::question_words;
use crate::token::{self, Run, Word};
use pailou_text_diff::script::is_han;

/// Maximum length of a query in characters; the rest is ignored.
const MAX_CHARACTERS: usize = 200;
const MAX_UNITS: usize = 24;
/// A quotation with at least this number of words is converted to words if it has no match, because it may contain a
/// typo.
const MIN_TYPO_LENGTH: usize = 4;
/// A quotation without a match is converted to words if the query has at least this number of words outside of
/// quotations.
const MIN_MESSAGE_LENGTH: usize = 3;
/// Maximum number of pieces that are joined to one word.
const MAX_PIECES: usize = 12;

/// Part of a query that is matched as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// Run of folded Chinese characters, searched as a phrase.
    Han(String),
    /// Word or name in Latin letters, with its parts.
    Latin(Vec<Word>),
    /// Quoted text, folded.
    Quoted(String),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    pub units: Vec<Unit>,
    /// Excluded units, which are typed with a minus before them.
    pub without: Vec<Unit>,
    /// Whether the user may still be typing the last word.
    pub is_open: bool,
    /// Whole query, folded.
    pub text: String,
    /// Whether the query is a question in a whole sentence. Such a query also matches synonyms, and
    /// sections with only some of the words.
    pub is_question: bool,
    /// The identifier as typed, with its capitals, if it is the only content unit: `maxRetries`.
    pub(crate) identifier: Option<String>,
}

impl Query {
    pub fn read(text: &str) -> Self {
        let text: String = text.chars().take(MAX_CHARACTERS).collect();
        let last = text.chars().next_back().map(String::from).unwrap_or_default();
        let is_open = fold(&last).ends_with(|c: char| c.is_ascii_alphanumeric());
        let mut query = Self { is_open, text: fold(text.trim()), ..Self::default() };
        let mut excludes = false;
        for (number, part) in text.split(['"', '“', '”', '「', '」']).enumerate() {
            let is_quoted = number % 2 == 1;
            if is_quoted && part.chars().any(char::is_alphanumeric) {
                let target = if excludes { &mut query.without } else { &mut query.units };
                let words: Vec<&str> = part.split_whitespace().collect();
                target.push(Unit::Quoted(fold(&words.join(" "))));
            } else if !is_quoted {
                part.split_whitespace().for_each(|word| query.word(word));
                let before = part.strip_suffix('-');
                excludes = before.is_some_and(|it| it.is_empty() || it.ends_with(' '));
            }
        }
        if query.units.is_empty() && !query.without.iter().any(Unit::is_quoted) {
            // If all words are excluded, the query searches for these words instead.
            query.units = std::mem::take(&mut query.without);
        }
        query.units.truncate(MAX_UNITS);
        query.without.truncate(MAX_UNITS);
        query.identifier = query.only_identifier(&text);
        query
    }

    /// Returns the run of the only content unit if it is an identifier. `text` is the query as typed.
    fn only_identifier(&self, text: &str) -> Option<String> {
        let mut content = self.content_units();
        let (Some(Unit::Latin(words)), None) = (content.next(), content.next()) else {
            return None;
        };
        token::runs(text).into_iter().find_map(|run| match run {
            Run::Latin(run) if token::is_identifier(&run) => {
                (token::split_query_run(&run) == *words).then_some(run)
            }
            _ => None,
        })
    }

    /// Parses a question in a whole sentence. Quotation marks are not operators, and the last word
    /// is complete.
    pub fn question(text: &str) -> Self {
        let is_mark = |c: char| matches!(c, '"' | '“' | '”' | '「' | '」' | '‘' | '’');
        let plain: String = text.chars().map(|c| if is_mark(c) { ' ' } else { c }).collect();
        let plain =
            plain.split_whitespace().filter(|word| *word != "-").collect::<Vec<_>>().join(" ");
        Self { is_question: true, ..Self::read(&(plain + " ")) }
    }

    fn word(&mut self, word: &str) {
        let (target, word) = match word.strip_prefix('-') {
            Some(rest) if excludes(rest) => (&mut self.without, rest),
            _ => (&mut self.units, word),
        };
        for run in token::runs(word) {
            let unit = match run {
                Run::Han(run) => Unit::Han(run),
                Run::Latin(run) => Unit::Latin(token::split_query_run(&run)),
            };
            if !matches!(&unit, Unit::Latin(words) if words.is_empty()) && !target.contains(&unit) {
                target.push(unit);
            }
        }
    }

    /// Converts excluded words to required ones if a text contains them with a dash, such as
    /// `-xzf`. Returns `None` if there is no such word.
    pub(crate) fn with_options(&self, is_option: impl Fn(&Unit) -> bool) -> Option<Self> {
        let (options, without): (Vec<_>, Vec<_>) =
            self.without.iter().cloned().partition(|unit| !unit.is_quoted() && is_option(unit));
        let units = self.units.iter().cloned().chain(options.iter().cloned()).collect();
        (!options.is_empty()).then(|| Self { units, without, ..self.clone() })
    }

    /// Converts some quotations without a match to words: long quotations, because they may contain a typo; and all
    /// quotations in a query with enough other words, because such a query may be a copied message with a different
    /// value in quotation marks. Returns `None` if there is no such quotation.
    pub(crate) fn with_words(&self, has_match: impl Fn(&Unit) -> bool) -> Option<Self> {
        let length =
            |text: &str| text.split(' ').count() + text.chars().filter(|c| is_han(*c)).count() / 2;
        let others: usize = self
            .units
            .iter()
            .filter(|unit| !unit.is_query_only())
            .map(|unit| match unit {
                Unit::Han(run) => run.chars().count().div_ceil(2),
                Unit::Latin(_) => 1,
                Unit::Quoted(_) => 0,
            })
            .sum();
        let is_unmatched = |unit: &Unit| match unit {
            Unit::Quoted(text) => {
                (length(text) >= MIN_TYPO_LENGTH || others >= MIN_MESSAGE_LENGTH)
                    && !has_match(unit)
            }
            _ => false,
        };
        let mut query = Self { units: Vec::new(), ..self.clone() };
        for unit in &self.units {
            match unit {
                Unit::Quoted(text) if is_unmatched(unit) => {
                    text.split(' ').for_each(|word| query.word(word.trim_start_matches('-')));
                }
                _ => query.units.push(unit.clone()),
            }
        }
        query.units.truncate(MAX_UNITS);
        (query.units != self.units).then_some(query)
    }

    /// Splits each Chinese run without a match at its stop words. Returns `None` if the query is unchanged.
    pub(crate) fn split_at_stop_words(
        &self,
        lexicon: &Lexicon,
        has_match: impl Fn(&Unit) -> bool,
    ) -> Option<Self> {
        let mut units = Vec::new();
        for unit in &self.units {
            match unit {
                Unit::Han(run) if !has_match(unit) => {
                    let mut piece = String::new();
                    for word in lexicon.segments(run) {
                        if !question_words::is_chinese_stop_word(word) {
                            piece.push_str(word);
                        } else if !piece.is_empty() {
                            units.push(Unit::Han(std::mem::take(&mut piece)));
                        }
                    }
                    if !piece.is_empty() {
                        units.push(Unit::Han(piece));
                    }
                }
                _ => units.push(unit.clone()),
            }
        }
        units.truncate(MAX_UNITS);
        let is_new = !units.is_empty() && units != self.units;
        is_new.then(|| Self { units, ..self.clone() })
    }

    /// Returns the content units, or all units if there are none: the content unit of "how do I
    /// restore" is "restore".
    pub(crate) fn content_units(&self) -> impl Iterator<Item = &Unit> {
        let none = self.units.iter().all(Unit::is_query_only);
        self.units.iter().filter(move |unit| none || !unit.is_query_only())
    }

    /// Removes the stop words at the ends of Chinese runs. Returns `None` if there are no such stop words.
    pub(crate) fn trim_stop_words(&self, lexicon: &Lexicon) -> Option<Self> {
        let trimmed = |unit: &Unit| match unit {
            Unit::Han(run) => Unit::Han(trim_stop_words(run, lexicon).to_owned()),
            _ => unit.clone(),
        };
        let units: Vec<Unit> = self.units.iter().map(trimmed).collect();
        (units != self.units).then(|| Self { units, ..self.clone() })
    }

    /// Joins words that were typed in pieces: `an zhuang` becomes `anzhuang`. `is_word` gets the pieces of a candidate,
    /// and whether the last piece may be incomplete. Returns `None` if no pieces form a word, or if the query contains
    /// quotations.
    pub(crate) fn join_words(&self, is_word: impl Fn(&[&str], bool) -> bool) -> Option<Self> {
        if self.units.iter().chain(&self.without).any(Unit::is_quoted) {
            return None;
        }
        let pieces: Vec<&str> = self.text.split_whitespace().collect();
        let is_letters = |piece: &&str| piece.bytes().all(|byte| byte.is_ascii_lowercase());
        let mut text: Vec<String> = Vec::new();
        let mut rest = pieces.as_slice();
        while let [first, ..] = rest {
            let letters = rest.iter().take(MAX_PIECES).take_while(|piece| is_letters(piece));
            let is_one =
                |count: &usize| is_word(&rest[..*count], self.is_open && *count == rest.len());
            let count = (2..=letters.count()).rev().find(is_one).unwrap_or(1);
            text.push(if count == 1 { (*first).to_owned() } else { rest[..count].concat() });
            rest = &rest[count..];
        }
        let (is_open, is_question) = (self.is_open, self.is_question);
        let joined = Self { is_open, is_question, ..Self::read(&text.join(" ")) };
        (text.len() < pieces.len()).then_some(joined)
    }

    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns the terms without the stop words of questions, sorted; all terms if none is left.
    pub fn significant_terms(&self, lexicon: &Lexicon) -> BTreeSet<String> {
        let words: Vec<Word> = self.units.iter().flat_map(|unit| unit.words(lexicon)).collect();
        let is_content = |word: &&Word| !question_words::is_question_stop_word(word);
        let content_terms: BTreeSet<String> =
            words.iter().filter(is_content).map(|word| word.term.clone()).collect();
        match content_terms.is_empty() {
            true => words.into_iter().map(|word| word.term).collect(),
            false => content_terms,
        }
    }
}

/// Whether the word after `-` is an excluded term, not an option such as `--no-cache` or `-g`.
fn excludes(word: &str) -> bool {
    !word.starts_with('-') && word.chars().nth(1).is_some()
}

/// Returns a Chinese run without the stop words at its ends, or the whole run if it has no other words.
fn trim_stop_words<'t>(run: &'t str, lexicon: &Lexicon) -> &'t str {
    let words = lexicon.segments(run);
    let is_stop_word = |word: &&&str| question_words::is_chinese_stop_word(word);
    let length = |words: usize, word: &&str| words + word.len();
    let start = words.iter().take_while(is_stop_word).fold(0, length);
    let end = run.len() - words.iter().rev().take_while(is_stop_word).fold(0, length);
    run.get(start..end).filter(|rest| !rest.is_empty()).unwrap_or(run)
}

impl Unit {
    pub fn is_quoted(&self) -> bool {
        matches!(self, Self::Quoted(_))
    }

    fn is_query_only(&self) -> bool {
        match self {
            Self::Latin(words) => words.iter().all(question_words::is_stop_word),
            Self::Han(run) => question_words::is_chinese_stop_word(run),
            Self::Quoted(_) => false,
        }
    }

    /// Returns the phrase to find in texts: a Chinese run without the stop words at its ends, or quoted text. Returns
    /// `None` for a Latin unit.
    pub(crate) fn content_phrase<'t>(&'t self, lexicon: &Lexicon) -> Option<&'t str> {
        match self {
            Self::Han(run) => Some(trim_stop_words(run, lexicon)),
            Self::Quoted(text) => Some(text),
            Self::Latin(_) => None,
        }
    }

    /// Whether the unit is a name that consists of stop words only: `how-to`, but not `v-if`.
    pub(crate) fn is_name_of_stop_words(&self) -> bool {
        let Self::Latin(words) = self else { return false };
        let [whole, parts @ ..] = words.as_slice() else { return false };
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        !parts.is_empty()
            && parts.iter().all(question_words::is_stop_word)
            && parts.iter().map(|part| letters(&part.surface)).sum::<usize>()
                == letters(&whole.surface)
    }

    /// Returns the words that are scored.
    pub fn words(&self, lexicon: &Lexicon) -> Vec<Word> {
        match self {
            Self::Han(run) => token::words(run, lexicon),
            Self::Latin(words) => words.clone(),
            Self::Quoted(text) => token::words(text, lexicon),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn format_query(text: &str) -> String {
        let query = Query::read(text);
        let show = |unit: &Unit| match unit {
            Unit::Han(run) => run.clone(),
            Unit::Latin(words) => {
                words.iter().map(|word| word.term.as_str()).collect::<Vec<_>>().join("+")
            }
            Unit::Quoted(text) => format!("[{text}]"),
        };
        let without = query.without.iter().map(|unit| format!("-{}", show(unit)));
        query.units.iter().map(show).chain(without).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_phrases_and_exclusions_of_a_query_are_parsed() {
        for (text, expected) in [
            ("超时 timeout", "超时 timeout"),
            ("安裝Docker鏡像", "安装 docker 镜像"),
            ("\"task group\" max_retries -旧版", "[task group] maxretri+max+retri -旧版"),
            ("“任务 组”", "[任务 组]"),
            ("timeout -\"request time\"", "timeout -[request time]"),
            ("- -- ??? .* (a|b)", "a b"),
            ("超时 超时", "超时"),
            ("--no-cache", "nocach+no+cach"),
            ("docker build --no-cache", "docker build nocach+no+cach"),
            ("npm install -g zebra", "npm instal g zebra"),
            ("-xzf", "xzf"),
            ("tar -xzf", "tar -xzf"),
            ("1.2.3 v2.0.0-beta.1", "1.2.3 2.0.0-beta.1"),
            ("C++ C# g++", "c++ c# g++"),
            ("\"graceful   shutdown\"", "[graceful shutdown]"),
            ("", ""),
        ] {
            assert_eq!(format_query(text), expected, "{text}");
        }
    }

    #[test]
    fn unquoted_stop_words_are_not_content_units_unless_alone() {
        for (text, expected) in [
            ("How do I restore a backup?", 2),
            ("where is this?", 3),
            ("docker in", 1),
            ("\"how do I\" start", 2),
            ("怎么 restore", 1),
        ] {
            assert_eq!(Query::read(text).content_units().count(), expected, "{text}");
        }
    }

    #[test]
    fn last_word_may_be_incomplete_unless_a_space_follows() {
        assert!(Query::read("insta").is_open);
        assert!(!Query::read("insta ").is_open);
    }

    #[test]
    fn pieces_of_a_known_word_are_joined() {
        let is_word = |pieces: &[&str], is_open: bool| match pieces.concat().as_str() {
            "anzhuang" | "shishi" | "anzhuangzhinan" => true,
            "anzhu" => is_open,
            _ => false,
        };
        for (typed, expected) in [
            ("an zhuang", Some("anzhuang")),
            ("An  Zhuang ", Some("anzhuang")),
            ("an zhu", Some("anzhu")),
            ("an zhu ", None),
            ("an zhu docker", None),
            ("docker an zhuang zhi nan -shi", Some("docker anzhuangzhinan -shi")),
            ("shi shi", Some("shishi")),
            ("\"an zhuang\"", None),
            ("an zhuang -\"a\"", None),
            ("anzhuang", None),
            ("", None),
        ] {
            let joined = Query::read(typed).join_words(is_word);
            assert_eq!(joined.map(|query| query.text).as_deref(), expected, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn query_of_any_text_has_a_limited_number_of_units(text in ".{0,300}") {
            prop_assert!(Query::read(&text).units.len() <= MAX_UNITS);
        }
    }
}

//! What somebody asks, taken apart: Chinese runs, words in letters, quoted phrases, and what is excluded.

use super::asking;
use super::fold::fold;
use super::lexicon::Lexicon;
use super::token::{self, Run, Word};

/// A longer query is cut: nobody types more, and every word costs time.
const MOST_CHARACTERS: usize = 200;
const MOST_UNITS: usize = 24;

/// One thing asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A run of folded Chinese characters: a phrase, wherever it stands.
    Han(String),
    /// A word or a name in letters.
    Latin(Vec<Word>),
    /// In quotation marks: as it stands, folded.
    Quoted(String),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) units: Vec<Unit>,
    /// Written with a minus before it.
    pub(crate) without: Vec<Unit>,
    /// The last word may still be being typed.
    pub(crate) is_open: bool,
    /// All of it, folded.
    pub(crate) text: String,
}

impl Query {
    pub(crate) fn read(text: &str) -> Self {
        let text: String = text.chars().take(MOST_CHARACTERS).collect();
        let last = text.chars().next_back().map(String::from).unwrap_or_default();
        let is_open = fold(&last).ends_with(|c: char| c.is_ascii_alphanumeric());
        let mut query = Self { is_open, text: fold(text.trim()), ..Self::default() };
        let mut excludes = false;
        for (number, part) in text.split(['"', '“', '”', '「', '」']).enumerate() {
            let is_quoted = number % 2 == 1;
            if is_quoted && part.chars().any(char::is_alphanumeric) {
                let target = if excludes { &mut query.without } else { &mut query.units };
                target.push(Unit::Quoted(fold(part.trim())));
            } else if !is_quoted {
                part.split_whitespace().for_each(|word| query.word(word));
                let before = part.strip_suffix('-');
                excludes = before.is_some_and(|it| it.is_empty() || it.ends_with(' '));
            }
        }
        query.units.truncate(MOST_UNITS);
        query.without.truncate(MOST_UNITS);
        query
    }

    fn word(&mut self, word: &str) {
        let (target, word) = match word.strip_prefix('-') {
            Some(rest) if !rest.is_empty() => (&mut self.without, rest),
            _ => (&mut self.units, word),
        };
        for run in token::runs(word) {
            let unit = match run {
                Run::Han(run) => Unit::Han(run),
                Run::Latin(run) => {
                    let mut words = Vec::new();
                    token::latin(&run, &mut words);
                    Unit::Latin(words)
                }
            };
            if !matches!(&unit, Unit::Latin(words) if words.is_empty()) && !target.contains(&unit) {
                target.push(unit);
            }
        }
    }

    /// The units that do more than ask, or all when none does. "How do I restore" is about restoring; but the
    /// last word may be the beginning of another one.
    pub(crate) fn telling(&self) -> impl Iterator<Item = &Unit> {
        let open = self.units.last().filter(|_| self.is_open);
        let tells = move |unit: &Unit| open == Some(unit) || !unit.only_asks();
        let none = !self.units.iter().any(tells);
        self.units.iter().filter(move |unit| none || tells(unit))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

impl Unit {
    pub(crate) fn is_quoted(&self) -> bool {
        matches!(self, Self::Quoted(_))
    }

    fn only_asks(&self) -> bool {
        matches!(self, Self::Latin(words) if words.iter().all(asking::only_asks))
    }

    /// The words whose presence counts.
    pub(crate) fn words(&self, lexicon: &Lexicon) -> Vec<Word> {
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

    fn shown(text: &str) -> String {
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
    fn a_query_is_taken_apart() {
        for (text, expected) in [
            ("超时 timeout", "超时 timeout"),
            ("安裝Docker鏡像", "安装 docker 镜像"),
            ("\"task group\" max_retries -旧版", "[task group] maxretries+max+retri -旧版"),
            ("“任务 组”", "[任务 组]"),
            ("timeout -\"request time\"", "timeout -[request time]"),
            ("- -- ??? .* (a|b)", "a b"),
            ("超时 超时", "超时"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        for (text, expected) in [
            ("How do I restore a backup?", 2),
            ("where is this?", 3),
            ("docker in", 2),
            ("\"how do I\" start", 2),
            ("怎么 restore", 2),
        ] {
            assert_eq!(Query::read(text).telling().count(), expected, "{text}");
        }
        assert!(Query::read("insta").is_open);
        assert!(!Query::read("insta ").is_open);
    }

    proptest! {
        #[test]
        fn any_text_is_a_query(text in ".{0,300}") {
            prop_assert!(Query::read(&text).units.len() <= MOST_UNITS);
        }
    }
}

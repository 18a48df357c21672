//! A text as words: Chinese by the site's lexicon, everything else by its writing, identifiers whole and in
//! parts, English by stem. The same for what is indexed and what is asked.

use std::cell::RefCell;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::{fold, fold_into};
use super::lexicon::Lexicon;
use crate::shared::content::section::is_han;

/// A longer run of letters is no word: a key, a data URI.
const LONGEST: usize = 64;

/// A stretch of text of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Run {
    /// Folded Chinese characters.
    Han(String),
    /// Letters, digits and what joins them, as written.
    Latin(String),
}

/// The runs of a text in order.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    spans(text).into_iter().map(|(_, run)| run).collect()
}

/// The runs of a text in order, each with the bytes it is made of.
pub(crate) fn spans(text: &str) -> Vec<(Range<usize>, Run)> {
    let mut cutter = Cutter::default();
    let mut characters = text.char_indices().peekable();
    let mut folded = String::new();
    while let Some((at, character)) = characters.next() {
        let after = at + character.len_utf8();
        folded.clear();
        if !character.is_ascii() {
            fold_into(character, &mut folded);
        }
        if folded.chars().next().is_some_and(is_han) {
            cutter.push(true, at..after, &folded);
            continue;
        }
        let is_joint = matches!(character, '.' | '-' | '_' | '\'' | '’')
            && cutter.is_in_latin()
            && characters.peek().is_some_and(|(_, next)| next.is_alphanumeric() && !is_han(*next));
        if character.is_uppercase() || character.is_ascii_alphanumeric() || is_joint {
            // Capitals are needed to find the joints of a name.
            cutter.push(false, at..after, &text[at..after]);
        } else if folded.chars().any(char::is_alphanumeric) {
            cutter.push(false, at..after, &folded);
        } else if character != '\u{ad}' {
            cutter.end();
        }
    }
    cutter.end();
    cutter.spans
}

#[derive(Default)]
struct Cutter {
    spans: Vec<(Range<usize>, Run)>,
    range: Range<usize>,
    is_han: bool,
    text: String,
}

impl Cutter {
    fn push(&mut self, is_han: bool, range: Range<usize>, text: &str) {
        if self.is_han != is_han || self.text.is_empty() {
            self.end();
            self.range.start = range.start;
            self.is_han = is_han;
        }
        self.range.end = range.end;
        self.text.push_str(text);
    }

    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            let run = if self.is_han { Run::Han(text) } else { Run::Latin(text) };
            self.spans.push((self.range.clone(), run));
        }
    }

    fn is_in_latin(&self) -> bool {
        !self.is_han && !self.text.is_empty()
    }
}

/// A word as it is indexed, and as it is written (folded).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) term: String,
    pub(crate) surface: String,
}

impl Word {
    fn same(text: &str) -> Self {
        Self { term: text.to_owned(), surface: text.to_owned() }
    }
}

/// The words of a text in order.
pub(crate) fn words(text: &str, lexicon: &Lexicon) -> Vec<Word> {
    let mut words = Vec::new();
    for run in runs(text) {
        match run {
            Run::Han(run) => words.extend(lexicon.cut(&run).into_iter().map(Word::same)),
            Run::Latin(run) => latin(&run, &mut words),
        }
    }
    words
}

/// The different terms of a text, sorted.
pub(crate) fn terms(text: &str, lexicon: &Lexicon) -> Vec<String> {
    let mut terms: Vec<String> = words(text, lexicon).into_iter().map(|word| word.term).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// `maxRetries` → maxretries, max, retri; `Installing` → instal.
pub(crate) fn latin(run: &str, words: &mut Vec<Word>) {
    if run.len() > LONGEST {
        return;
    }
    let parts = parts(run);
    if let [only] = parts.as_slice() {
        return words.push(Word { term: stem(only), surface: only.clone() });
    }
    words.push(Word { term: whole(run, &parts), surface: fold(run) });
    let long = parts.into_iter().filter(|part| part.chars().nth(1).is_some());
    words.extend(long.map(|part| Word { term: stem(&part), surface: part }));
}

/// A name in one piece, however it is joined. Numbers keep their dots: 1.23 is not 12.3.
fn whole(run: &str, parts: &[String]) -> String {
    if parts.iter().all(|part| part.chars().all(|c| c.is_ascii_digit())) {
        return run.to_owned();
    }
    parts.concat()
}

/// Cut at joints and at capitals (`HTTPServer` → http, server), folded.
fn parts(run: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for piece in run.split(['.', '-', '_']).filter(|piece| !piece.is_empty()) {
        let piece = piece.split(['\'', '’']).next().unwrap_or_default();
        let characters: Vec<char> = piece.chars().collect();
        let mut start = 0;
        for at in 1..characters.len() {
            let (before, here) = (characters[at - 1], characters[at]);
            let after = characters.get(at + 1);
            let is_joint = here.is_uppercase()
                && (before.is_lowercase() || after.is_some_and(|after| after.is_lowercase()));
            if is_joint {
                parts.push(fold(&characters[start..at].iter().collect::<String>()));
                start = at;
            }
        }
        parts.push(fold(&characters[start..].iter().collect::<String>()));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

thread_local! {
    static STEMMER: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::English));
}

/// Porter's stem (Snowball, English) of a word in Latin letters.
pub(crate) fn stem(word: &str) -> String {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    STEMMER.with_borrow(|stemmer| stemmer.stem(word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::Learner;
    use super::*;
    use proptest::prelude::*;

    fn terms(text: &str) -> String {
        let lexicon = Lexicon::default();
        lexicon.learn(&mut Learner::new(), "超时时间数据库");
        words(text, &lexicon).into_iter().map(|word| word.term).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_of_both_scripts() {
        for (text, expected) in [
            ("maxRetries", "maxretries max retri"),
            ("max_retries and max-retries", "maxretries max retri and maxretries max retri"),
            ("HTTPServer", "httpserver http server"),
            ("Node.js 1.23", "nodejs node js 1.23 23"),
            ("user's don't", "user don"),
            ("ＡＰＩ超時時間", "api 超时 时间"),
            ("数据库里", "数据 据库 数据库 里"),
            ("co\u{ad}operate", "cooper"),
            ("…？！ 🙂 \u{7}", ""),
            ("Größe", "größe"),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
        assert_eq!(terms(&"x".repeat(65)), "");
    }

    proptest! {
        #[test]
        fn any_text_is_cut_and_terms_are_folded(text in "\\PC{0,60}") {
            for word in words(&text, &Lexicon::default()) {
                prop_assert!(!word.term.is_empty());
                prop_assert_eq!(fold(&word.surface), word.surface);
            }
        }
    }
}

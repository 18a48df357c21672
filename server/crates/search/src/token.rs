//! Tokenizer for Chinese and English text.
//!
//! Chinese text is segmented by the site's lexicon. Identifiers are indexed whole and in parts,
//! English words by their stem. Queries use the same tokenizer, but have fewer terms for version
//! numbers and dotted names (`split_query_run`).

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};

use crate::lexicon::Lexicon;
use crate::normalize::{fold, fold_into, is_diacritic};
use pailou_text_diff::script::is_han;

/// Maximum length of a Latin word in bytes. Longer runs, such as keys and data URIs, are not
/// indexed.
const MAX_WORD_BYTES: usize = 64;

/// A run of text in one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Run {
    /// Folded Chinese characters.
    Han(String),
    /// Letters in their original case, digits, and joining characters.
    Latin(String),
}

/// Returns the runs of a text in order.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    for_each_run(text, |_, is_han, run| {
        runs.push(if is_han { Run::Han(run.to_owned()) } else { Run::Latin(run.to_owned()) });
    });
    runs
}

/// Visits the Latin runs of a text in order, each with its byte range.
pub(crate) fn for_each_latin_run(text: &str, mut visit: impl FnMut(Range<usize>, &str)) {
    for_each_run(text, |range, is_han, run| {
        if !is_han {
            visit(range, run);
        }
    });
}

/// Visits the runs of a text in order. `visit` receives the byte range of the run, whether the run is Chinese, and its
/// text as in [`Run`].
fn for_each_run(text: &str, visit: impl FnMut(Range<usize>, bool, &str)) {
    let mut splitter = RunSplitter { visit, range: 0..0, is_han: false, text: String::new() };
    let mut characters = text.char_indices().peekable();
    let mut folded = String::new();
    while let Some((at, character)) = characters.next() {
        let after = at + character.len_utf8();
        folded.clear();
        if !character.is_ascii() {
            fold_into(character, &mut folded);
        }
        if folded.chars().next().is_some_and(is_han) {
            splitter.push(true, at..after, &folded);
            continue;
        }
        let is_joint = matches!(character, '.' | '-' | '_' | '\'' | '’')
            && splitter.is_in_latin()
            && characters.peek().is_some_and(|(_, next)| next.is_alphanumeric() && !is_han(*next));
        let is_leading_dot = character == '.' && is_leading_dot(&text[..at], &text[after..]);
        if is_leading_dot {
            splitter.end();
        }
        if character.is_uppercase()
            || character.is_ascii_alphanumeric()
            || is_joint
            || is_leading_dot
        {
            // Capitals are retained to find the parts of a name.
            splitter.push(false, at..after, &text[at..after]);
        } else if folded.chars().any(char::is_alphanumeric) {
            splitter.push(false, at..after, &folded);
        } else if let Some((end, mark)) = splitter.trailing_symbol(&text[at..]) {
            // The symbol at the end of a name such as C++ or C# ends the word.
            splitter.push(false, at..at + end, mark);
            splitter.end();
            while characters.next_if(|(next, _)| *next < at + end).is_some() {}
        } else if character != '\u{ad}' && !is_diacritic(character) {
            splitter.end();
        }
    }
    splitter.end();
}

/// Whether a dot between `before` and `rest` is the first character of a name such as `.NET` or `.env`. A dot after a
/// word or a closing bracket separates two names, as in `a.b` and `f().g`.
fn is_leading_dot(before: &str, rest: &str) -> bool {
    let is_separator = |c: char| !c.is_alphanumeric() && !matches!(c, '.' | ')' | ']' | '}');
    before.chars().next_back().is_none_or(|c| is_separator(c) || is_han(c))
        && rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

struct RunSplitter<V> {
    visit: V,
    range: Range<usize>,
    is_han: bool,
    text: String,
}

impl<V: FnMut(Range<usize>, bool, &str)> RunSplitter<V> {
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
        if !self.text.is_empty() {
            (self.visit)(self.range.clone(), self.is_han, &self.text);
            self.text.clear();
        }
    }

    /// Returns the symbol that belongs to the preceding word (`++`, or `#` after a single letter),
    /// and its length in `rest`; `None` if `rest` begins with no such symbol.
    fn trailing_symbol(&self, rest: &str) -> Option<(usize, &'static str)> {
        const MARKS: [(&str, &str); 4] = [("++", "++"), ("＋＋", "++"), ("#", "#"), ("＃", "#")];
        let (written, mark) = MARKS.into_iter().find(|(written, _)| rest.starts_with(written))?;
        let word = fold(&self.text);
        let is_word = self.is_in_latin() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        let next = rest[written.len()..].chars().next();
        let ends = next.is_none_or(|next| !next.is_alphabetic() || is_han(next));
        let takes = is_word && ends && (mark == "++" || word.len() == 1);
        (takes && next != written.chars().next()).then_some((written.len(), mark))
    }

    fn is_in_latin(&self) -> bool {
        !self.is_han && !self.text.is_empty()
    }
}

/// A word with its indexed term and its folded surface form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub term: String,
    pub surface: String,
}

impl Word {
    fn same(text: &str) -> Self {
        Self { term: text.to_owned(), surface: text.to_owned() }
    }
}

/// Returns the words of a text in order.
pub(crate) fn words(text: &str, lexicon: &Lexicon) -> Vec<Word> {
    words_by(text, lexicon, latin)
}

/// Returns the words of a text in order. `split` appends the words of a Latin run.
fn words_by(text: &str, lexicon: &Lexicon, split: impl Fn(&str, &mut Vec<Word>)) -> Vec<Word> {
    let mut words = Vec::new();
    for run in runs(text) {
        match run {
            Run::Han(run) => words.extend(lexicon.cut(&run).into_iter().map(Word::same)),
            Run::Latin(run) => split(&run, &mut words),
        }
    }
    words
}

/// Returns the unique terms of a text, sorted, without the members of dotted names. Members are not needed for
/// translations, because the parts of a name have the same translations.
pub fn terms(text: &str, lexicon: &Lexicon) -> Vec<String> {
    let words = words_by(text, lexicon, |run, words| split_run(run, true, words));
    let mut terms: Vec<String> = words.into_iter().map(|word| word.term).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// Appends the words of a run: `maxRetries` → maxretri, max, retri; `Installing` → instal; `v1.2.3`
/// → 1.2.3, 1.2, =1.2.3; `md.renderAsync` → mdrenderasync, md, render, async, renderasync; `.NET` → .net, net.
pub(crate) fn latin(run: &str, words: &mut Vec<Word>) {
    split_run(run, true, words);
    let name = run.strip_prefix('.').unwrap_or(run);
    words.extend(members_in(name).map(|name| Word { term: stem(&name), surface: name }));
    let number = name_and_number(run).map_or(run, |(_, number)| number);
    let version = Version::read(number).filter(|_| run.len() <= MAX_WORD_BYTES);
    words.extend(version.map(|version| Word::same(&exact_term(&fold(version.whole)))));
}

/// Appends the words of a run. With `all_forms`, they include the shorter forms of version numbers. Nothing is appended
/// for a run over [`MAX_WORD_BYTES`].
fn split_run(run: &str, all_forms: bool, words: &mut Vec<Word>) {
    if run.len() > MAX_WORD_BYTES {
        return;
    }
    if let Some(name) = run.strip_prefix('.') {
        words.push(Word::same(&fold(run)));
        return split_run(name, all_forms, words);
    }
    if let Some(version) = Version::read(run) {
        let count = if all_forms { usize::MAX } else { 1 };
        return words.extend(version.names().take(count).map(|name| Word::same(&name)));
    }
    let numbered = numbered(run, all_forms);
    if !numbered.is_empty() {
        return words.extend(numbered);
    }
    if let Some(contraction) = contraction(run) {
        words.push(Word { term: stem(&contraction), surface: contraction });
    }
    let parts = parts(run);
    if let [only] = parts.as_slice() {
        words.push(Word { term: stem(only), surface: only.clone() });
        let plain = only.strip_suffix("++").filter(|plain| plain.len() > 2);
        words.extend(plain.map(|plain| Word { term: stem(plain), surface: plain.to_owned() }));
        return;
    }
    // The whole name without separators, so that the lower-case form matches too.
    words.push(Word { term: stem(&parts.concat()), surface: fold(run) });
    if all_forms {
        words.extend(versions_in(run).map(|name| Word::same(&name)));
    }
    let long = parts.into_iter().filter(|part| part.chars().nth(1).is_some());
    words.extend(long.map(|part| Word { term: stem(&part), surface: part }));
}

/// Returns the members of a name that consist of several parts. They have no separators, so that their lower-case forms
/// match: `md.renderAsync` → renderasync; `spring.driver-class-name` → driverclassname; `MY_fooBar` → foobar. Returns
/// no members if the name contains a version number or is longer than [`MAX_WORD_BYTES`].
fn members_in(run: &str) -> impl Iterator<Item = String> {
    let has_version = name_and_number(run).is_some()
        || run.split(['-', '_']).any(|piece| Version::read(piece).is_some());
    let pieces = |separators: &'static [char]| run.split(separators);
    let mut members: Vec<String> = Vec::new();
    if has_version || run.len() > MAX_WORD_BYTES {
        return members.into_iter();
    }
    for piece in pieces(&['.']).chain(pieces(&['.', '-', '_'])) {
        let parts = parts(piece);
        let member = parts.concat();
        let is_new = piece.len() < run.len() && !members.contains(&member);
        if parts.len() > 1 && is_new {
            members.push(member);
        }
    }
    members.into_iter()
}

/// Whether a run is an identifier of several parts, separated by capitals, underscores, or dots. Parts separated by
/// hyphens are not enough, because a hyphenated word is often written in two words: `command-line`.
pub(crate) fn is_identifier(run: &str) -> bool {
    if run.len() > MAX_WORD_BYTES || Version::read(run).is_some() || name_and_number(run).is_some()
    {
        return false;
    }
    let is_name = |piece: &str| parts(piece).len() > 1;
    let has_underscore = parts(run).len() > 1 && run.contains('_');
    has_underscore || run.split('-').any(is_name)
}

/// Returns the shorter forms of the version numbers in a file name: `kafka_2.13-3.6.1.tgz` → 3.6.1, 3.6.
fn versions_in(run: &str) -> impl Iterator<Item = String> {
    run.split(['-', '_']).filter_map(Version::read).flat_map(|version| {
        let names: Vec<String> = version.names().skip(1).collect();
        names.into_iter().filter(|name| name.contains('.'))
    })
}

/// Returns a name and the number or version after it: `TLSv1.3` → TLS, 1.3; `Vue3` → Vue, 3; `JDK1.8.0_202` → JDK,
/// 1.8.0_202; `ver.16.3` → ver, 16.3. Returns `None` for any other word.
fn name_and_number(run: &str) -> Option<(&str, &str)> {
    let name_end = run.find(|c: char| !c.is_ascii_alphabetic())?;
    let number = run[name_end..].strip_prefix('.').unwrap_or(&run[name_end..]);
    let is_short = |number: &str| {
        number.split('.').all(|part| {
            !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let is_version = |version: Version<'_>| {
        version.whole.starts_with(|c: char| c.is_ascii_digit()) && is_short(version.numbers)
    };
    let is_number = is_short(number) || Version::read(number).is_some_and(is_version);
    let name = &run[..name_end];
    let name = name.strip_suffix('v').filter(|_| number.contains('.')).unwrap_or(name);
    (is_number && name.len() > 1).then_some((name, number))
}

/// Returns the words of a name with a number at its end; empty for other runs. With `all_forms`,
/// the words include the shorter forms of a version number.
fn numbered(run: &str, all_forms: bool) -> Vec<Word> {
    let Some((name, number)) = name_and_number(run) else { return Vec::new() };
    let (whole, name) = (fold(run), fold(name));
    let mut words = vec![Word::same(&whole), Word { term: stem(&name), surface: name }];
    match Version::read(number) {
        Some(version) => {
            let count = if all_forms { usize::MAX } else { 1 };
            let names = version.names().filter(|name| !name.starts_with('v')).take(count);
            words.extend(names.map(|name| Word::same(&name)));
        }
        None => words.push(Word::same(number)),
    }
    words
}

/// Returns a contraction such as `don't` without its apostrophe, as many users type it. Returns
/// `None` for contractions such as `we'll`, which would become another word.
fn contraction(run: &str) -> Option<String> {
    let (verb, rest) = run.split_once(['\'', '’'])?;
    let is_whole = matches!(
        (verb.ends_with(['n', 'N']), rest.to_ascii_lowercase().as_str()),
        (true, "t") | (_, "re" | "ve")
    );
    (is_whole && verb.bytes().all(|byte| byte.is_ascii_alphabetic()))
        .then(|| fold(&format!("{verb}{rest}")))
}

/// Like [`latin`], but for a query: omits the shorter forms of a version number, its term for exact matches, and the
/// members of a dotted name.
pub(crate) fn split_query_run(run: &str) -> Vec<Word> {
    let mut words = Vec::new();
    split_run(run, false, &mut words);
    words
}

/// A version number such as `v18.17.0-beta.1`: numbers with dots, and a suffix.
struct Version<'r> {
    numbers: &'r str,
    whole: &'r str,
}

impl<'r> Version<'r> {
    fn read(run: &'r str) -> Option<Self> {
        let whole = run.strip_prefix(['v', 'V']).unwrap_or(run);
        let is_part = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let end = whole.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(whole.len());
        let numbers = whole[..end].trim_end_matches('.');
        let count = numbers.split('.').take_while(is_part).count();
        (count > 1 && count == numbers.split('.').count()).then_some(Self { numbers, whole })
    }

    /// Returns the whole version number (1.2.3-rc.1), the numbers without the suffix (1.2.3), shorter forms down to two
    /// numbers (1.2), the parts of the suffix (rc), and the first number (v1).
    fn names(&self) -> impl Iterator<Item = String> {
        let dots = self.numbers.match_indices('.').map(|(at, _)| at).skip(1);
        let shorter = dots.collect::<Vec<_>>().into_iter().rev().map(|at| &self.numbers[..at]);
        let rest = self.whole[self.numbers.len()..].split(['.', '-', '_']);
        let rest = rest.filter(|part| part.len() > 1);
        let own = (self.whole != self.numbers).then_some(self.numbers);
        let major = self.numbers.split('.').next().map(|major| format!("v{major}"));
        std::iter::once(self.whole).chain(own).chain(shorter).chain(rest).map(fold).chain(major)
    }
}

/// Returns the term that texts have if they contain exactly this version number, and not only a longer one: `3.1` →
/// `=3.1`. Returns `None` for a word that is not a version number.
pub(crate) fn exact_version(word: &str) -> Option<String> {
    let is_version =
        word.starts_with(|c: char| c.is_ascii_digit()) && Version::read(word).is_some();
    is_version.then(|| exact_term(word))
}

fn exact_term(number: &str) -> String {
    format!("={number}")
}

/// Splits a name at separators and capitals, and folds the parts: `HTTPServer` → http, server.
fn parts(run: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for piece in run.split(['-', '_']).filter(|piece| !piece.is_empty()) {
        if let Some(version) = Version::read(piece) {
            parts.push(fold(version.whole));
            continue;
        }
        piece.split('.').for_each(|piece| words_of(piece, &mut parts));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Appends the folded parts of a piece, split at capitals. Text after an apostrophe is dropped.
fn words_of(piece: &str, parts: &mut Vec<String>) {
    let piece = piece.split(['\'', '’']).next().unwrap_or_default();
    let characters: Vec<char> = piece.chars().collect();
    let mut start = 0;
    for at in 1..characters.len() {
        let (before, current) = (characters[at - 1], characters[at]);
        let after = characters.get(at + 1);
        let is_joint = current.is_uppercase()
            && (before.is_lowercase() || after.is_some_and(|after| after.is_lowercase()));
        if is_joint {
            parts.push(fold(&characters[start..at].iter().collect::<String>()));
            start = at;
        }
    }
    parts.push(fold(&characters[start..].iter().collect::<String>()));
}

/// Latin terms to find in texts, each with a value.
#[derive(Debug, Default)]
pub(crate) struct LatinTerms<T> {
    values: HashMap<String, T>,
    /// For each first letter, the set of the second letters of the terms; bit 0 is `a`. A term that does not begin with
    /// two letters adds all letters.
    beginnings: [u32; 26],
}

impl<T> LatinTerms<T> {
    /// Adds a term. The first value of a term is kept.
    pub(crate) fn add(&mut self, term: &str, value: T) {
        match term.as_bytes() {
            [first @ b'a'..=b'z', rest @ ..] => {
                let second = rest.first().and_then(|byte| letter(*byte));
                self.beginnings[usize::from(first - b'a')] |= second.map_or(u32::MAX, second_bit);
            }
            _ => self.beginnings = [u32::MAX; 26],
        }
        self.values.entry(term.to_owned()).or_insert(value);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Splits `run` into words, and returns the value of the first word that is one of the terms. `words` is a buffer.
    pub(crate) fn find(&self, run: &str, words: &mut Vec<Word>) -> Option<&T> {
        if let Some((first, second)) = beginning_of_plain_word(run)
            && self.beginnings[first] & second == 0
        {
            return None;
        }
        words.clear();
        latin(run, words);
        words.iter().find_map(|word| self.values.get(&word.term))
    }
}

/// Returns the first letter (`a` is 0) and the bit of the second letter of a run that consists of one English word;
/// `None` for any other run. The only term of such a run is its stem, which begins with the same letters, except for
/// the change of y to i (`die` for `dying`).
fn beginning_of_plain_word(run: &str) -> Option<(usize, u32)> {
    let [first, rest @ ..] = run.as_bytes() else { return None };
    let is_plain = first.is_ascii_alphabetic()
        && (rest.iter().all(u8::is_ascii_lowercase) || run.bytes().all(|b| b.is_ascii_uppercase()));
    let second = rest.first().and_then(|byte| letter(*byte)).map_or(u32::MAX, second_bit);
    is_plain.then(|| (usize::from(first.to_ascii_lowercase() - b'a'), second))
}

/// Returns the number of an ASCII letter; `a` is 0.
fn letter(byte: u8) -> Option<u8> {
    byte.is_ascii_alphabetic().then(|| byte.to_ascii_lowercase() - b'a')
}

/// Returns the bit of a second letter. The letters i and y have the same bit, because stems contain i instead of y.
fn second_bit(letter: u8) -> u32 {
    1 << if letter == b'y' - b'a' { b'i' - b'a' } else { letter }
}

thread_local! {
    static STEMMER: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::English));
}

/// Returns the stem of a Latin word by the Snowball stemmer for English (Porter2). Words with fewer
/// than four letters, or with other characters than lowercase letters, are unchanged.
pub(crate) fn stem(word: &str) -> String {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    STEMMER.with_borrow(|stemmer| stemmer.stem(word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Learner;
    use proptest::prelude::*;

    fn terms(text: &str) -> String {
        let lexicon = Lexicon::default();
        lexicon.learn(&mut Learner::new(), "超时时间数据库");
        words(text, &lexicon).into_iter().map(|word| word.term).collect::<Vec<_>>().join(" ")
    }

    fn finds(term: &str, run: &str) -> bool {
        let mut terms = LatinTerms::default();
        terms.add(term, ());
        terms.find(run, &mut Vec::new()).is_some()
    }

    #[test]
    fn latin_term_is_found_in_runs_that_contain_it() {
        for (term, run) in [
            ("retri", "maxRetries"),
            ("die", "Dying"),
            ("api", "API"),
            ("dont", "don't"),
            ("c++", "C++"),
            ("3.1", "v3.1.2"),
            ("=3.1", "v3.1"),
            ("cafe", "Café"),
        ] {
            assert!(finds(term, run), "{term} in {run}");
        }
        for (term, run) in [("api", "rapid"), ("tri", "retries"), ("max", "min-value")] {
            assert!(!finds(term, run), "{term} in {run}");
        }
    }

    #[test]
    fn version_number_in_a_query_is_not_shortened() {
        for (run, expected) in [
            ("v1.2.3", "1.2.3"),
            ("TLSv1.3.1", "tlsv1.3.1 tls 1.3.1"),
            ("vue3", "vue3 vue 3"),
            ("jdk1.8", "jdk1.8 jdk 1.8"),
            ("OpenSSL1.1.1k", "openssl1.1.1k openssl 1.1.1k"),
            ("ver.16.3", "ver.16.3 ver 16.3"),
            ("node-18.17.0", "node18.17.0 node 18.17.0"),
        ] {
            let words: Vec<String> =
                split_query_run(run).into_iter().map(|word| word.term).collect();
            assert_eq!(words.join(" "), expected);
        }
    }

    #[test]
    fn text_is_split_into_words_of_both_scripts() {
        for (text, expected) in [
            ("maxRetries", "maxretri max retri"),
            ("maxretries", "maxretri"),
            ("max_retries and max-retries", "maxretri max retri and maxretri max retri"),
            ("HTTPServer", "httpserver http server"),
            ("httpserver", "httpserver"),
            ("Node.js 1.23", "nodej node js 1.23 v1 =1.23"),
            ("v1.2.3 v1.23 v12.3", "1.2.3 1.2 v1 =1.2.3 1.23 v1 =1.23 12.3 v12 =12.3"),
            ("2.0.0-beta.1", "2.0.0-beta.1 2.0.0 2.0 beta v2 =2.0.0-beta.1"),
            (
                "TLSv1.3 Vue3 python3.12.1",
                "tlsv1.3 tls 1.3 =1.3 vue3 vue 3 python3.12.1 python 3.12.1 3.12 =3.12.1",
            ),
            ("sha256 v18 h2 log4j k8s i18n", "sha256 sha 256 v18 h2 log4j k8s i18n"),
            ("node-18.17.0", "node18.17.0 18.17 node 18.17.0"),
            ("C++ C++17 C# F# g++ C c", "c++ c++ 17 c# f# g++ c c"),
            ("Notepad++", "notepad++ notepad"),
            ("a#b c+d", "a b c d"),
            ("user's don't", "user dont don"),
            ("dont can’t Won't you're we'll", "dont cant can wont won your you we"),
            ("kebab-case-name kebabcasename", "kebabcasenam kebab case name kebabcasenam"),
            ("ＡＰＩ超時時間", "api 超时 时间"),
            ("数据库里", "数据 据库 数据库 里"),
            ("co\u{ad}operate", "cooper"),
            ("…？！ 🙂 \u{7}", ""),
            ("Größe Résumé cafe\u{301}s", "große resum cafe"),
            ("JDK1.8.0_202", "jdk1.8.0_202 jdk 1.8.0_202 1.8.0 1.8 202 =1.8.0_202"),
            ("OpenSSL1.1.1k", "openssl1.1.1k openssl 1.1.1k 1.1.1 1.1 =1.1.1k"),
            ("ver.16.3", "ver.16.3 ver 16.3 =16.3"),
            (
                ".NET 用.env (.gitIgnore) *.md",
                ".net net 用 .env env .gitignore gitignor git ignor .md md",
            ),
            ("f().bar [...args] a.md", "f bar arg amd md"),
            ("md.renderAsync", "mdrenderasync md render async renderasync"),
            ("a.b-c-name.fooBar", "abcnamefoobar name foo bar bcname foobar"),
            ("MY_fooBar", "myfoobar my foo bar foobar"),
            ("kafka_2.13-3.6.1.tgz", "kafka2.133.6.1.tgz 3.6.1 3.6 kafka 2.13 3.6.1.tgz"),
            ("pkg-21.3.4.zip", "pkg21.3.4.zip 21.3.4 21.3 pkg 21.3.4.zip"),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
        assert_eq!(terms(&"x".repeat(65)), "");
    }

    proptest! {
        #[test]
        fn latin_terms_of_any_run_are_found_in_it(run in "[A-Za-z]{1,12}|[\\w.'-]{1,12}") {
            let mut words = Vec::new();
            latin(&run, &mut words);
            for word in words {
                prop_assert!(finds(&word.term, &run), "{:?}", word.term);
            }
        }

        #[test]
        fn any_text_is_split_into_folded_terms(text in "\\PC{0,60}") {
            for word in words(&text, &Lexicon::default()) {
                prop_assert!(!word.term.is_empty());
                prop_assert_eq!(fold(&word.surface), word.surface);
            }
        }
    }
}

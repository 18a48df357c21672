//! Untranslated copies: segments of prose with the same words in both languages.
//!
//! Two segments are equal if their words are equal after normalizing spaces and the width of
//! punctuation. An equal segment is a copy if one of its pieces (a table cell, a block of a quote, or the
//! whole segment) is prose in one language:
//!
//! - English: at least three words, of which two are in lower case and at most half are capitalized,
//!   with a function word (*the*, *of*, *is*) or a full stop at the end; or six words in lower case.
//!   A full stop after a list of words separated by commas does not count: "nginx, redis, mysql."
//! - Chinese: at least six characters (about three words), with a particle or grammatical verb
//!   (的, 了, 是) or a full stop at the end; or twelve characters. Lists of short names and names
//!   of organizations are not prose.
//!
//! Code, math, URLs, placeholders, alt text, the text of external links, glossary terms,
//! copyright notices, and module statements (`import x from "y"`) are not prose. Text with prose in
//! both languages counts as prose of the language with more words. The copy is the segment whose
//! prose is not in the language of its text.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use crate::freshness::Alignment;
use crate::punctuation::placeholder;
use crate::segment::{Kind, Known};
use pailou_text_diff::script::is_han;

/// Placeholder for content that is not compared as prose: code, math, images, inline HTML, template placeholders,
/// glossary terms, and the text of external links.
pub(super) const OBJECT: char = '\u{fffc}';
/// Separates the cells of a row and the blocks of a quote.
pub(super) const PIECE_END: char = '\n';

const MIN_WORDS: usize = 3;
/// Minimum number of lower-case words in prose without a function word.
const MANY_WORDS: usize = 6;
/// Minimum number of Chinese characters: about three words of two characters.
const MIN_HAN: usize = 6;
/// Minimum number of Chinese characters in prose without a particle.
const MANY_HAN: usize = 12;
/// Maximum length of a name in a list, in characters.
const LONGEST_NAME: usize = 4;

/// English function words, which are not part of most names.
const FUNCTION_WORDS: &str = "a about after all also an and any are as at be been before but by can do does each for \
     from had has have how if in into is it its may more must no not of on once one only or other our out should so \
     some such than that the their them then there these they this those to use used using was we were what when \
     where which while who why will with without would you your";

/// Chinese particles, pronouns, prepositions, and grammatical verbs.
const PARTICLES: &str = "的了是在和不有与为请可将被把到从及或如则您你我们这那其并且而也都就会能需要应当于以对中时后前即";

/// Suffixes of names of organizations.
const ORGANIZATIONS: &[&str] = &[
    "公司",
    "集团",
    "大学",
    "学院",
    "研究所",
    "研究院",
    "银行",
    "出版社",
    "基金会",
    "协会",
    "学会",
    "委员会",
    "中心",
    "实验室",
    "医院",
];

/// Prefixes of legal notices, in lower case.
const NOTICES: &[&str] =
    &["copyright", "©", "(c)", "licensed under", "licensed to the", "spdx-license-identifier"];

/// Glossary terms and segments that are exempt from the detection of untranslated copies.
#[derive(Debug, Clone, Default)]
pub struct Exempt {
    /// Glossary terms in both languages.
    pub terms: Vec<String>,
    /// Intentional copies: language, and hash of the text.
    pub intentional: HashSet<(Locale, String)>,
}

/// Ids of the segments of each language that are untranslated copies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Copies {
    pub zh: HashSet<String>,
    pub en: HashSet<String>,
}

impl Copies {
    pub fn is_empty(&self) -> bool {
        self.zh.is_empty() && self.en.is_empty()
    }

    pub fn of(&self, locale: Locale) -> &HashSet<String> {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }
}

/// Returns the untranslated copies among aligned segments, except those in `exempt`.
pub fn copies(zh: &[Known], en: &[Known], links: &[Alignment], exempt: &Exempt) -> Copies {
    let mut found = Copies::default();
    for (zh, en) in linked(zh, en, links) {
        let Some(side) = copied_side(zh, en, &exempt.terms) else { continue };
        let (copy, ids) = match side {
            Locale::Zh => (zh, &mut found.zh),
            Locale::En => (en, &mut found.en),
        };
        if !exempt.intentional.contains(&(side, copied_words(copy).to_owned())) {
            ids.insert(copy.id.clone());
        }
    }
    found
}

/// Whether a text contains untranslated copies and no prose in its own language.
pub fn is_copy(own: &[Known], locale: Locale, copies: &Copies) -> bool {
    let copied = copies.of(locale);
    let is_own =
        |segment: &Known| !copied.contains(&segment.id) && language(segment, &[]) == Some(locale);
    !copied.is_empty() && !own.iter().any(is_own)
}

/// Returns the hash that identifies an intentional copy. It changes when the words of the copy change.
pub fn copied_words(segment: &Known) -> &str {
    &segment.fingerprint.folded
}

/// Returns the language of the text that contains the untranslated copy, if the two segments are equal and contain
/// prose after the terms are removed.
pub(crate) fn copied_side(zh: &Known, en: &Known, terms: &[String]) -> Option<Locale> {
    if !zh.fingerprint.has_same_words(&en.fingerprint) {
        return None;
    }
    let written_in = language(en, terms)?;
    Some(written_in.other())
}

/// Returns the language of a segment's prose; `None` if it contains too little prose.
pub(crate) fn language(segment: &Known, terms: &[String]) -> Option<Locale> {
    if matches!(segment.kind, Kind::Code | Kind::ThematicBreak) {
        return None;
    }
    let prose = without_terms(&without_placeholders(&segment.prose), terms);
    let pieces = || prose.split(PIECE_END).map(str::trim).filter(|piece| !is_notice(piece));
    let chinese: usize = pieces().filter(|it| is_chinese(it)).map(han_count).sum();
    let english: usize = pieces().filter(|it| is_english(it)).map(|it| words(it).len()).sum();
    match (chinese / 2, english) {
        (0, 0) => None,
        (chinese, english) if chinese >= english => Some(Locale::Zh),
        _ => Some(Locale::En),
    }
}

/// Whether `translation` translates `source`, a text in `locale` that is too short to count as prose, such as a heading
/// of two words. The translation must use the script of the other language. A text that contains all words of an
/// English source does not count, because it only adds words to a name.
pub(crate) fn translates_term(source: &Known, locale: Locale, translation: &Known) -> bool {
    if [source, translation].iter().any(|it| matches!(it.kind, Kind::Code | Kind::ThematicBreak)) {
        return false;
    }
    let has_han = |segment: &Known| segment.prose.chars().any(is_han);
    let latin_words = |segment: &Known| -> HashSet<String> {
        let words = segment.prose.split(|c: char| !c.is_alphabetic() || is_han(c));
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    match locale {
        Locale::Zh => {
            has_han(source) && !has_han(translation) && !latin_words(translation).is_empty()
        }
        Locale::En => {
            !has_han(source)
                && has_han(translation)
                && !latin_words(source).is_subset(&latin_words(translation))
        }
    }
}

/// Returns the aligned pairs of existing segments.
fn linked<'a>(
    zh: &'a [Known],
    en: &'a [Known],
    links: &[Alignment],
) -> impl Iterator<Item = (&'a Known, &'a Known)> {
    let by_id = |segments: &'a [Known]| -> std::collections::HashMap<&'a str, &'a Known> {
        segments.iter().map(|segment| (segment.id.as_str(), segment)).collect()
    };
    let (zh, en) = (by_id(zh), by_id(en));
    let pair = |link: &Alignment| Some((*zh.get(link.zh.as_str())?, *en.get(link.en.as_str())?));
    links.iter().filter_map(pair).collect::<Vec<_>>().into_iter()
}

/// Whether a piece is a copyright or license notice, whose wording is retained, or a module
/// statement, which is code.
fn is_notice(piece: &str) -> bool {
    let lower = piece.trim_start_matches(['*', '>', '#', ' ']).to_lowercase();
    let is_module_line =
        (lower.starts_with("import ") || lower.starts_with("export ")) && lower.contains(" from ");
    let is_quoted = lower.contains(['"', '\'', '{', OBJECT]);
    let is_include = lower.starts_with("<<<");
    NOTICES.iter().any(|notice| lower.starts_with(notice))
        || (is_module_line && is_quoted)
        || is_include
}

fn without_placeholders(prose: &str) -> String {
    if !prose.contains(['{', '<']) {
        return prose.to_owned();
    }
    let chars: Vec<char> = prose.chars().collect();
    let (mut out, mut at) = (String::with_capacity(prose.len()), 0);
    while at < chars.len() {
        match placeholder(&chars[at..]) {
            Some(length) => {
                out.push(OBJECT);
                at += length;
            }
            None => {
                out.push(chars[at]);
                at += 1;
            }
        }
    }
    out
}

fn without_terms(prose: &str, terms: &[String]) -> String {
    let mut text = prose.to_owned();
    for term in terms.iter().filter(|term| !term.is_empty()) {
        let (lower, lower_term) = (text.to_ascii_lowercase(), term.to_ascii_lowercase());
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let is_latin = lower_term.is_ascii();
        let is_whole = |at: &usize| {
            let before = lower[..*at].chars().next_back();
            let after = lower[at + lower_term.len()..].chars().next();
            !is_latin || (!is_part(before) && !is_part(after))
        };
        let positions: Vec<usize> =
            lower.match_indices(&lower_term).map(|(at, _)| at).filter(is_whole).collect();
        for at in positions.into_iter().rev() {
            text.replace_range(at..at + lower_term.len(), &OBJECT.to_string());
        }
    }
    text
}

/// Returns the words in Latin letters. Identifiers, versions, numbers, and URLs do not count as words.
fn words(piece: &str) -> Vec<&str> {
    let is_edge = |c: char| !c.is_alphanumeric() && c != OBJECT && !"/@#$%_\\=&+~".contains(c);
    let is_mark =
        |c: char| c.is_whitespace() || is_han(c) || "，。；：？！、（）“”—…\"".contains(c);
    let is_word = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_alphabetic)
            && word.chars().all(|c| c.is_ascii_alphabetic() || "'’-".contains(c))
            && word.chars().skip(1).all(|c| !c.is_uppercase())
    };
    let is_option = |word: &&str| word.starts_with('-');
    let all = piece.split(is_mark).filter(|word| !is_option(word));
    all.map(|word| word.trim_matches(is_edge)).filter(is_word).collect()
}

fn is_english(piece: &str) -> bool {
    let words = words(piece);
    let lower: Vec<_> = words.iter().filter(|word| !starts_upper(word)).collect();
    let has_function_word = words.iter().any(|word| is_function_word(word));
    // A capitalized phrase whose lower-case words are function words can be a name: "University of the Arts".
    let has_others = lower.iter().any(|word| !is_function_word(word))
        || !words.iter().skip(1).any(|word| starts_upper(word));
    let is_sentence = words.len() >= MIN_WORDS
        && lower.len() >= 2
        && (has_function_word || (ends_sentence(piece) && !is_word_list(piece)))
        && has_others
        && lower.len() * 2 >= words.len();
    is_sentence || lower.len() >= MANY_WORDS
}

/// Whether commas separate all words.
fn is_word_list(piece: &str) -> bool {
    piece.split([',', '，', '、']).all(|clause| words(clause).len() <= 1)
}

fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.split_whitespace().any(|it| it.eq_ignore_ascii_case(word))
}

fn starts_upper(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

fn han_count(piece: &str) -> usize {
    piece.chars().filter(|c| is_han(*c)).count()
}

fn is_chinese(piece: &str) -> bool {
    let outside = without_works(piece);
    // Spaces separate names only in text without Latin words.
    let has_latin = outside.chars().any(|c| c.is_ascii_alphanumeric());
    let clauses = outside.split(|c: char| {
        "、，,；;。：:！？（）()/|".contains(c) || (c.is_whitespace() && !has_latin)
    });
    let is_name = |clause: &&str| {
        let count = han_count(clause);
        let is_short = count <= LONGEST_NAME && count * 3 == clause.len();
        is_short
            || ORGANIZATIONS
                .iter()
                .any(|end| clause.ends_with(end) && !has_particle(&clause.replace("有限", "")))
    };
    let clauses: Vec<&str> = clauses.filter(|clause| han_count(clause) > 0).collect();
    if clauses.iter().all(is_name) {
        return false;
    }
    let count = han_count(&outside);
    count >= MANY_HAN || (count >= MIN_HAN && (has_particle(&outside) || ends_sentence(piece)))
}

/// Whether the last character, apart from closing quotation marks and parentheses, ends a sentence.
fn ends_sentence(piece: &str) -> bool {
    let end = piece.trim_end_matches(|c: char| c.is_whitespace() || "\"'”’」』)）".contains(c));
    end.ends_with(['.', '!', '?', '。', '！', '？'])
}

fn has_particle(text: &str) -> bool {
    text.chars().any(|c| PARTICLES.contains(c))
}

/// Removes titles of works in 《》.
fn without_works(piece: &str) -> String {
    let mut depth = 0_u32;
    let outside = |c: &char| match c {
        '《' => {
            depth += 1;
            false
        }
        '》' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    };
    piece.chars().filter(outside).collect()
}

#[cfg(test)]
#[path = "untranslated_copy_tests.rs"]
mod tests;

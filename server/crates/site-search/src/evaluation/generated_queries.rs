//! Generated queries: headings and first sentences of pages, with the sections that are the right
//! answers.

use core_wasm::locale::Locale;

use super::super::entry::Entry;
use pailou_search::index::{Document, Part};
use pailou_text_diff::script::is_han;

/// Text of a query for a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryText {
    /// Heading alone.
    Heading,
    /// Page title and heading.
    Headings,
    /// Page title and heading, if both are in Chinese characters only.
    OnlyChinese,
    /// First sentence below the heading.
    Sentence,
}

impl QueryText {
    pub fn name(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Headings => "title and heading",
            Self::OnlyChinese => "only Chinese characters",
            Self::Sentence => "sentence",
        }
    }
}

/// Kind of query: languages of the query and of the searched texts, and origin of the query text. The results have one
/// row per kind of query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    pub from: Locale,
    pub to: Locale,
    pub text: QueryText,
}

/// Returns all kinds of queries, in the order of the result rows.
pub fn kinds() -> impl Iterator<Item = Kind> {
    let both = [Locale::Zh, Locale::En];
    let same = [QueryText::Heading, QueryText::Sentence];
    let other = [QueryText::Headings, QueryText::OnlyChinese, QueryText::Sentence];
    let within = both.into_iter().flat_map(move |from| same.map(|text| (from, from, text)));
    let across =
        both.into_iter().flat_map(move |from| other.map(|text| (from, from.other(), text)));
    let all = within.chain(across).map(|(from, to, text)| Kind { from, to, text });
    all.filter(|kind| kind.text != QueryText::OnlyChinese || kind.from == Locale::Zh)
}

/// A query, with the section that answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    pub key: String,
    pub anchor: String,
}

/// Returns the queries for the sections of a page.
pub fn generate_questions(entry: &Entry, kind: Kind) -> Vec<Question> {
    let document =
        |locale| entry.documents.iter().find(|(of, _)| *of == locale).map(|(_, document)| document);
    let (Some(source), Some(_)) = (document(kind.from), document(kind.to)) else {
        return Vec::new();
    };
    source.sections.iter().filter_map(|part| generate_question(source, part, kind)).collect()
}

fn generate_question(document: &Document, part: &Part, kind: Kind) -> Option<Question> {
    let anchor = if kind.from == kind.to { &part.anchor } else { &part.pair };
    let text = match kind.text {
        QueryText::Heading => part.heading.clone(),
        QueryText::Headings | QueryText::OnlyChinese => {
            format!("{} {}", document.title, part.heading)
        }
        QueryText::Sentence => sentence(part)?,
    };
    let is_chinese = || text.chars().filter(|c| c.is_alphanumeric()).all(is_han);
    if kind.text == QueryText::OnlyChinese && !is_chinese() {
        return None;
    }
    Some(Question { text, key: document.key.clone(), anchor: anchor.clone()? })
}

/// Returns the first sentence with at least six Chinese characters or, without Chinese characters, four words. Only the
/// text before the first code is searched. `None` if there is no such sentence.
pub fn sentence(part: &Part) -> Option<String> {
    let end = part.code.first().map_or(part.text.len(), |code| code.start);
    let text = part.text.get(..end)?;
    let mut pieces = text
        .split(['\n', '。', '！', '？', '；'])
        .flat_map(|piece| piece.split_inclusive(". "))
        .map(str::trim);
    let has_text = |sentence: &&str| {
        let han = sentence.chars().filter(|c| is_han(*c)).count();
        han >= 6 || han == 0 && sentence.split_whitespace().count() >= 4
    };
    pieces.find(has_text).map(str::to_owned)
}

//! Quality of the merged result list. Some pages are removed in one language and queried in that
//! language, so that only the other language contains the answer. The remaining pages are queried
//! with their own text.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::super::entry::Entry;
use super::generated_queries::sentence;
use super::{EvaluationRow, Ranks, is_alike};
use pailou_search::bootstrap_dictionary;
use pailou_search::engine::Engine;
use pailou_search::index::{Document, Part};
use pailou_search::lexicon::{Learner, Lexicon};
use pailou_search::query::Query;
use pailou_search::translation_model::{Corpus, TranslationModel};

/// A page in both languages loses its Chinese text if its index modulo 20 is in `WITHOUT_ZH`, and its English text if
/// this number is in `WITHOUT_EN`.
const WITHOUT_ZH: [usize; 3] = [2, 9, 16];
const WITHOUT_EN: [usize; 3] = [5, 12, 19];
/// Maximum number of queries of one kind.
const MAX_QUERIES: usize = 300;
/// Number of results that are evaluated.
const DEPTH: usize = 100;

/// Kind of a query for a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum QueryKind {
    /// Heading alone, if at most one searchable section in the reader's language has this heading.
    Heading,
    /// Page title and heading.
    Headings,
    /// Question from a template that contains the page title and the heading.
    Wrapped,
    /// First sentence below the heading.
    Sentence,
    /// Page title and heading of a section that exists in the other language only.
    Untranslated,
    /// Identifier that occurs in one section only, such as `maxRetries`.
    Name,
    /// The same identifier in lower case, without `_` and `-`.
    LowerCaseName,
    /// Page title and heading with a typo: two letters swapped in the longest Latin word.
    Typo,
}

impl QueryKind {
    const ACROSS: [Self; 4] = [Self::Heading, Self::Headings, Self::Sentence, Self::Untranslated];
    const WITHIN: [Self; 7] = [
        Self::Heading,
        Self::Headings,
        Self::Wrapped,
        Self::Sentence,
        Self::Name,
        Self::LowerCaseName,
        Self::Typo,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Headings => "title and heading",
            Self::Wrapped => "title and heading, wrapped",
            Self::Sentence => "sentence",
            Self::Untranslated => "untranslated section",
            Self::Name => "name",
            Self::LowerCaseName => "lower-case name",
            Self::Typo => "with a typing error",
        }
    }
}

/// A query, with the section that answers it.
#[derive(Debug)]
struct Question<'e> {
    reader: Locale,
    kind: QueryKind,
    text: String,
    locale: Locale,
    key: &'e str,
    anchor: &'e str,
}

/// Returns the metrics of the result list, measured on the pages of a site.
pub fn evaluate_first_screen(entries: &[Entry]) -> Vec<EvaluationRow> {
    let pages = sorted_pages(entries);
    let engine = engine(&pages);
    let questions = first_screen_questions(&pages);
    let both = [Locale::Zh, Locale::En];
    let across = both.map(|reader| QueryKind::ACROSS.map(|kind| (reader, reader.other(), kind)));
    let within = both.map(|reader| QueryKind::WITHIN.map(|kind| (reader, reader, kind)));
    let kinds = across.into_iter().flatten().chain(within.into_iter().flatten());
    let row = |(reader, locale, kind): (Locale, Locale, QueryKind)| {
        let is_of_kind = |question: &&Question<'_>| {
            (question.reader, question.locale, question.kind) == (reader, locale, kind)
        };
        let mut ranks = Ranks::default();
        for question in few(questions.iter().filter(is_of_kind).collect()) {
            ranks.push(self::first_screen_ranks(&engine, question));
        }
        (!ranks.sections.is_empty()).then(|| ranks.row(reader, Some(locale), kind.name()))
    };
    kinds.filter_map(row).collect()
}

/// A question in a language in which the page with the answer is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionAcross {
    pub reader: Locale,
    pub text: String,
    /// Key of the page.
    pub key: String,
    /// Anchor of the section with the answer, in the other language.
    pub anchor: String,
}

/// Returns an engine in which some pages are missing in one language, and questions about these pages in that
/// language. Each question is either a template with the page title and a heading, or the first sentence of a section.
pub fn across_languages(entries: &[Entry]) -> (Engine, Vec<QuestionAcross>) {
    let pages = sorted_pages(entries);
    let engine = engine(&pages);
    let all = first_screen_questions(&pages);
    let mut chosen = Vec::new();
    for reader in [Locale::Zh, Locale::En] {
        for kind in [QueryKind::Wrapped, QueryKind::Sentence] {
            let is_of_kind = |question: &&Question<'_>| {
                let Question { reader: by, locale, kind: own, .. } = question;
                (*by, *locale, *own) == (reader, reader.other(), kind)
            };
            chosen.extend(few(all.iter().filter(is_of_kind).collect()).map(|question| {
                QuestionAcross {
                    reader,
                    text: question.text.clone(),
                    key: question.key.to_owned(),
                    anchor: question.anchor.to_owned(),
                }
            }));
        }
    }
    (engine, chosen)
}

/// Returns at most `MAX_QUERIES` items, evenly spaced.
fn few<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    let count = all.len();
    let is_chosen =
        move |at: &usize| *at * MAX_QUERIES / count.max(1) != (at + 1) * MAX_QUERIES / count.max(1);
    all.into_iter()
        .enumerate()
        .filter(move |(at, _)| count <= MAX_QUERIES || is_chosen(at))
        .map(|(_, it)| it)
}

/// A page of the evaluated site.
struct Page<'e> {
    entry: &'e Entry,
    /// Language that the evaluation removes from the page; `None` if the page is unchanged.
    without: Option<Locale>,
}

impl Page<'_> {
    fn text(&self, locale: Locale) -> Option<&Document> {
        let mut documents = self.entry.documents.iter();
        documents.find(|(of, _)| *of == locale).map(|(_, document)| document)
    }

    fn key(&self) -> &str {
        self.entry.documents.first().map_or("", |(_, document)| &document.key)
    }

    fn is_in(&self, locale: Locale) -> bool {
        self.without != Some(locale) && self.text(locale).is_some()
    }

    fn is_in_both(&self) -> bool {
        self.is_in(Locale::Zh) && self.is_in(Locale::En)
    }
}

/// Returns the pages in the order of their keys, so that the results do not depend on the order of
/// import. Sets [`Page::without`] for the pages from which the evaluation removes one language.
fn sorted_pages(entries: &[Entry]) -> Vec<Page<'_>> {
    let mut pages: Vec<Page<'_>> =
        entries.iter().map(|entry| Page { entry, without: None }).collect();
    pages.sort_by(|a, b| a.key().cmp(b.key()));
    let pairs = pages.iter_mut().filter(|page| page.is_in_both());
    for (number, page) in pairs.enumerate() {
        if WITHOUT_ZH.contains(&(number % 20)) {
            page.without = Some(Locale::Zh);
        } else if WITHOUT_EN.contains(&(number % 20)) {
            page.without = Some(Locale::En);
        }
    }
    pages
}

/// Builds an engine as the server does. Removed texts are not used for training.
fn engine(pages: &[Page<'_>]) -> Engine {
    let lexicon = Arc::new(Lexicon::default());
    let mut learner = Learner::new();
    for (zh, _) in bootstrap_dictionary::pairs() {
        lexicon.learn(&mut learner, zh);
    }
    for text in
        pages.iter().filter(|page| page.is_in(Locale::Zh)).filter_map(|p| p.text(Locale::Zh))
    {
        lexicon.learn(&mut learner, &text.title);
        for part in &text.sections {
            lexicon.learn(&mut learner, &part.heading);
            lexicon.learn(&mut learner, &part.text);
        }
    }
    lexicon.add_site_words(&learner);
    let mut engine = Engine::new(lexicon.clone());
    let mut corpus = Corpus::new(&bootstrap_dictionary::samples(&lexicon));
    for page in pages {
        for locale in [Locale::Zh, Locale::En].into_iter().filter(|locale| page.is_in(*locale)) {
            if let Some(document) = page.text(locale) {
                engine.put(locale, document.clone());
            }
        }
        if page.is_in_both() {
            page.entry.samples(&lexicon).iter().for_each(|sample| corpus.add(sample));
        }
    }
    engine.translation_model = TranslationModel::learn(&corpus).into();
    engine
}

fn first_screen_questions<'e>(pages: &'e [Page<'e>]) -> Vec<Question<'e>> {
    let mut all = Vec::new();
    for reader in [Locale::Zh, Locale::En] {
        let headings = headings(pages, reader);
        let names = name_counts(pages, reader);
        for page in pages {
            if page.is_in(reader) {
                within(page, reader, &headings, &names, &mut all);
            } else if page.without == Some(reader) {
                across(page, reader, &headings, &mut all);
            }
            if page.is_in_both() {
                untranslated(page, reader, &mut all);
            }
        }
    }
    all
}

/// Adds queries in the reader's language for a page that is removed in this language.
fn across<'e>(
    page: &'e Page<'e>,
    reader: Locale,
    headings: &HashMap<&str, usize>,
    all: &mut Vec<Question<'e>>,
) {
    let Some(missing) = page.text(reader) else { return };
    for part in &missing.sections {
        let Some(anchor) = part.pair.as_deref() else { continue };
        let mut ask = |kind, text| {
            let (locale, key) = (reader.other(), page.key());
            all.push(Question { reader, kind, text, locale, key, anchor });
        };
        if !headings.contains_key(part.heading.as_str()) {
            ask(QueryKind::Heading, part.heading.clone());
        }
        ask(QueryKind::Headings, format!("{} {}", missing.title, part.heading));
        ask(QueryKind::Wrapped, wrapped(&missing.title, &part.heading, reader));
        if let Some(sentence) = sentence(part) {
            ask(QueryKind::Sentence, sentence);
        }
    }
}

/// Adds queries in the reader's language for a page that exists in this language.
fn within<'e>(
    page: &'e Page<'e>,
    reader: Locale,
    headings: &HashMap<&str, usize>,
    names: &HashMap<String, usize>,
    all: &mut Vec<Question<'e>>,
) {
    let Some(document) = page.text(reader) else { return };
    for part in &document.sections {
        let Some(anchor) = part.anchor.as_deref() else { continue };
        let mut ask = |kind, text| {
            all.push(Question { reader, kind, text, locale: reader, key: page.key(), anchor });
        };
        let both = format!("{} {}", document.title, part.heading);
        if headings.get(part.heading.as_str()) == Some(&1) {
            ask(QueryKind::Heading, part.heading.clone());
        }
        ask(QueryKind::Wrapped, wrapped(&document.title, &part.heading, reader));
        if let Some(slip) = slip(&both) {
            ask(QueryKind::Typo, slip);
        }
        ask(QueryKind::Headings, both);
        if let Some(sentence) = sentence(part) {
            ask(QueryKind::Sentence, sentence);
        }
        if let Some(name) = names_in(part).find(|name| names.get(*name) == Some(&1)) {
            ask(QueryKind::Name, name.to_owned());
            ask(QueryKind::LowerCaseName, name.to_lowercase().replace(['_', '-'], ""));
        }
    }
}

/// Adds queries for the sections of a bilingual page that exist in the other language only.
fn untranslated<'e>(page: &'e Page<'e>, reader: Locale, all: &mut Vec<Question<'e>>) {
    let Some(document) = page.text(reader.other()) else { return };
    let alone = document.sections.iter().filter(|part| part.pair.is_none());
    for part in alone {
        let Some(anchor) = part.anchor.as_deref() else { continue };
        let text = format!("{} {}", document.title, part.heading);
        let (kind, locale, key) = (QueryKind::Untranslated, reader.other(), page.key());
        all.push(Question { reader, kind, text, locale, key, anchor });
    }
}

/// Counts the searchable sections per heading.
fn headings<'e>(pages: &'e [Page<'e>], locale: Locale) -> HashMap<&'e str, usize> {
    let mut all = HashMap::new();
    for part in parts(pages, locale) {
        *all.entry(part.heading.as_str()).or_default() += 1;
    }
    all
}

/// Counts the searchable sections of one language that contain each identifier.
fn name_counts(pages: &[Page<'_>], locale: Locale) -> HashMap<String, usize> {
    let mut all: HashMap<String, usize> = HashMap::new();
    for part in parts(pages, locale) {
        for name in names_in(part).collect::<HashSet<_>>() {
            *all.entry(name.to_owned()).or_default() += 1;
        }
    }
    all
}

fn parts<'e>(pages: &'e [Page<'e>], locale: Locale) -> impl Iterator<Item = &'e Part> {
    let pages = pages.iter().filter(move |page| page.is_in(locale));
    pages.filter_map(move |page| page.text(locale)).flat_map(|document| &document.sections)
}

/// Returns ASCII words of 6 to 39 characters with an underscore or an inner capital: `max_retries`, `maxRetries`.
fn names_in(part: &Part) -> impl Iterator<Item = &str> {
    let words = part.text.split(|c: char| !c.is_ascii_alphanumeric() && !"_-".contains(c));
    words.filter(|word| {
        let is_camel = word
            .as_bytes()
            .windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
        (is_camel || word.contains('_'))
            && (6..40).contains(&word.len())
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.ends_with(|c: char| c.is_ascii_alphanumeric())
    })
}

fn wrapped(title: &str, heading: &str, reader: Locale) -> String {
    match reader {
        Locale::Zh => format!("请问{title}里的{heading}该怎么理解？"),
        Locale::En => format!("What do I need to know about {heading} in {title}?"),
    }
}

/// Swaps the third and fourth letters of the longest Latin word. Returns `None` if no word has six
/// letters or if the swap changes nothing.
fn slip(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() >= 6);
    let word = words.max_by_key(|word| word.len())?;
    let (before, after) = word.split_at_checked(2)?;
    let mut swapped: Vec<char> = after.chars().collect();
    swapped.swap(0, 1);
    let swapped: String = swapped.into_iter().collect();
    let slipped = format!("{before}{swapped}");
    (slipped != word).then(|| text.replacen(word, &slipped, 1))
}

/// Returns the rank of the right section among the results, and the rank of its page among the
/// pages. Ranks count from 1; `None` if there is no such result.
fn first_screen_ranks(engine: &Engine, question: &Question<'_>) -> (Option<usize>, Option<usize>) {
    let query = Query::read(&question.text);
    let found = engine.question(&query).find(question.reader, None).best(DEPTH);
    let index = engine.index_of(question.locale);
    let mut pages: Vec<(Locale, u32)> = Vec::new();
    let (mut rank, mut page_rank) = (None, None);
    for (number, found) in found.iter().enumerate() {
        let Some((page, section)) = engine.index_of(found.locale).page_of(found.section) else {
            continue;
        };
        if !pages.contains(&(found.locale, section.page)) {
            pages.push((found.locale, section.page));
        }
        if found.locale != question.locale || *page.key != *question.key {
            continue;
        }
        page_rank = page_rank.or(Some(pages.len()));
        if section.anchor.as_deref() == Some(question.anchor)
            || is_alike(page.sections.clone(), index, section, question.anchor)
        {
            rank = Some(number + 1);
            break;
        }
    }
    (rank, page_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(key: &str, title: &str, sections: &[(&str, &str, Option<&str>)]) -> Document {
        let part = |(anchor, text, pair): &(&str, &str, Option<&str>)| Part {
            anchor: Some((*anchor).to_owned()),
            heading: (*anchor).to_owned(),
            text: (*text).to_owned(),
            pair: pair.map(str::to_owned),
            ..Part::default()
        };
        Document {
            key: key.to_owned(),
            title: title.to_owned(),
            sections: sections.iter().map(part).collect(),
            ..Document::default()
        }
    }

    #[test]
    fn removed_language_of_a_page_is_queried() {
        let entry = |number: usize| {
            let key = format!("page-{number:02}");
            let zh = document(&key, "页面", &[("安装", "先安装数据库，再启动。", Some("install"))]);
            let parts = [("install", "Install it first.", Some("安装")), ("more", "More.", None)];
            let en = document(&key, "Page", &parts);
            let documents = vec![(Locale::Zh, zh), (Locale::En, en)];
            Entry { documents, ..Entry::default() }
        };
        let entries: Vec<Entry> = (0..20).map(entry).collect();
        let pages = sorted_pages(&entries);
        let without = |locale| pages.iter().filter(|page| page.without == Some(locale)).count();
        assert_eq!((without(Locale::Zh), without(Locale::En)), (3, 3));
        let questions = first_screen_questions(&pages);
        let count = |reader, locale, kind| {
            let is_of_kind = |question: &&Question<'_>| {
                (question.reader, question.locale, question.kind) == (reader, locale, kind)
            };
            questions.iter().filter(is_of_kind).count()
        };
        assert_eq!(count(Locale::Zh, Locale::En, QueryKind::Headings), 3);
        assert_eq!(count(Locale::En, Locale::Zh, QueryKind::Headings), 3);
        assert_eq!(count(Locale::Zh, Locale::En, QueryKind::Untranslated), 14);
        assert_eq!(count(Locale::Zh, Locale::Zh, QueryKind::Headings), 17);
        assert_eq!(count(Locale::En, Locale::En, QueryKind::Headings), 34);
    }

    #[test]
    fn generated_typos_swap_two_letters() {
        for (text, expected) in [
            ("Protect your API", Some("Prtoect your API")),
            ("安装 Docker", Some("安装 Dokcer")),
            ("API", None),
        ] {
            assert_eq!(slip(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn sampled_questions_are_spread_over_all_questions() {
        assert_eq!(few((0..5).collect()).count(), 5);
        let chosen: Vec<usize> = few((0..3 * MAX_QUERIES).collect()).collect();
        assert_eq!(chosen.len(), MAX_QUERIES);
        assert!(chosen.last() > Some(&(3 * MAX_QUERIES - 4)));
    }
}

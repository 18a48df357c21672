//! In-memory inverted index of one language.
//!
//! It contains words with weights by field, Chinese characters as unigrams and bigrams, and the
//! texts. Pages are only appended; a removed page is skipped until the next rebuild.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use core_wasm::locale::Locale;
use memchr::memmem::Finder;

use crate::lexicon::Lexicon;
use crate::normalize;
use crate::pinyin::Pinyin;
use crate::postings::Postings;
use crate::token::{self, Run, Word};
use pailou_text_diff::script::is_han;

/// Weights of words by field.
const TITLE: f32 = 4.0;
const HEADING: f32 = 5.0;
const CRUMB: f32 = 1.0;
const BODY: f32 = 1.0;
const CODE: f32 = 0.3;

/// A page in one language, to be indexed.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Key, equal in both languages.
    pub key: String,
    pub url: String,
    pub title: String,
    pub crumbs: Vec<String>,
    pub sections: Vec<Part>,
}

/// A section: a heading and the text below it.
#[derive(Debug, Clone, Default)]
pub struct Part {
    pub anchor: Option<String>,
    pub heading: String,
    pub text: String,
    /// Byte ranges of code in `text`.
    pub code: Vec<Range<usize>>,
    /// Blocks of `text`, in order.
    pub blocks: Vec<TextBlock>,
    /// Heading id of the same section in the other language.
    pub pair: Option<String>,
}

/// Kind of a block of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockKind {
    Paragraph,
    /// Item of a bulleted list.
    Item,
    /// Item of a numbered list.
    Step,
    /// Header row of a table; each cell is a line.
    Header,
    /// Row of a table; each cell is a line.
    Row,
    Code,
}

/// A block of a section, as a byte range of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextBlock {
    pub kind: BlockKind,
    pub range: Range<usize>,
    /// Number of the list item that begins with this block. `None` for the other blocks of an item, and for blocks
    /// outside lists.
    pub number: Option<u16>,
}

/// A tokenized page. Tokenizing is expensive, but needs no access to the index.
#[derive(Debug)]
pub struct Prepared {
    document: Document,
    title: Counts,
    /// Number of words at the start of `title` that are in the page title; the others are only in the breadcrumbs.
    in_title: usize,
    sections: Vec<Counted>,
}

#[derive(Debug)]
struct Counted {
    words: Counts,
    /// Number of words at the start of `words` that are in the heading; the others are only in the text.
    in_heading: usize,
    /// Unigrams and bigrams of Chinese characters, unique and ascending.
    grams: Vec<u64>,
    is_plain: bool,
}

impl Prepared {
    pub fn new(document: Document, lexicon: &Lexicon) -> Self {
        let mut title = Counts::default();
        title.add(token::words(&document.title, lexicon), TITLE);
        let in_title = title.words.len();
        for crumb in &document.crumbs {
            title.add(token::words(crumb, lexicon), CRUMB);
        }
        let sections = document.sections.iter().map(|part| Counted::of(part, lexicon)).collect();
        Self { document, title, in_title, sections }
    }

    /// Returns the key, which is equal in both languages.
    pub fn key(&self) -> &str {
        &self.document.key
    }
}

impl Counted {
    fn of(part: &Part, lexicon: &Lexicon) -> Self {
        let mut words = Counts::default();
        words.add(token::words(&part.heading, lexicon), HEADING);
        let in_heading = words.words.len();
        for (text, weight) in pieces(&part.text, &part.code) {
            words.add(token::words(text, lexicon), weight);
        }
        let mut grams = grams(&part.heading);
        grams.extend(self::grams(&part.text));
        grams.sort_unstable();
        grams.dedup();
        let is_plain =
            normalize::is_folded_han(&part.text) && normalize::is_folded_han(&part.heading);
        Self { words, in_heading, grams, is_plain }
    }
}

#[derive(Debug)]
pub struct Page {
    pub key: Box<str>,
    pub url: Box<str>,
    pub title: Box<str>,
    pub sections: Range<u32>,
    pub is_live: bool,
}

#[derive(Debug)]
pub struct Section {
    pub page: u32,
    pub anchor: Option<Box<str>>,
    pub heading: Box<str>,
    pub text: Box<str>,
    pub blocks: Box<[TextBlock]>,
    pub pair: Option<Box<str>>,
    /// Whether Chinese phrases can be searched in the text without folding.
    pub is_plain: bool,
}

impl Section {
    /// Returns the approximate memory use, in bytes.
    fn bytes(&self) -> usize {
        self.text.len() + self.heading.len() + size_of_val(&*self.blocks) + 100
    }
}

/// Occurrences of a term in sections and in page titles.
#[derive(Debug, Default)]
pub struct Term {
    pub(crate) in_sections: Postings,
    /// Pages whose sections contain the term, each with the total weight in its sections. The last page is stored in
    /// `last_page`, because its weight may still increase.
    in_pages: Postings,
    last_page: Option<(u32, f32)>,
    pub(crate) in_titles: Postings,
    name: Box<str>,
}

impl Term {
    fn add_to_page(&mut self, page: u32, weight: f32) {
        match &mut self.last_page {
            Some((last, sum)) if *last == page => *sum += weight,
            last => {
                if let Some((last, sum)) = last.replace((page, weight)) {
                    self.in_pages.push(last, sum);
                }
            }
        }
    }

    /// Returns the pages with sections that contain the term, including removed pages, each with the total weight in
    /// its sections.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (u32, f32)> {
        self.in_pages.iter().chain(self.last_page)
    }

    /// Returns the number of [`Self::pages`].
    pub(crate) fn page_count(&self) -> u32 {
        self.in_pages.count() + u32::from(self.last_page.is_some())
    }

    /// Returns the approximate memory use, in bytes.
    fn bytes(&self) -> usize {
        self.in_sections.bytes() + self.in_pages.bytes() + self.in_titles.bytes() + 160
    }
}

/// Occurrences of a term in headings and in page titles, but not in breadcrumbs. The postings have no weights.
#[derive(Debug, Default)]
pub(crate) struct InHeadings {
    pub(crate) sections: Postings,
    pub(crate) pages: Postings,
}

#[derive(Debug)]
pub struct Index {
    pub locale: Locale,
    pub lexicon: Arc<Lexicon>,
    pub pages: Vec<Page>,
    pub sections: Vec<Section>,
    /// Data for scoring, stored contiguously, because scoring reads most pages and sections.
    pub(crate) measures: Measures,
    pub titles: Titles,
    pub terms: Vec<Term>,
    /// Occurrences in headings and page titles, by term id.
    pub(crate) in_headings: HashMap<u32, InHeadings>,
    pub ids: HashMap<Box<str>, u32>,
    /// Latin words as written (folded), for prefixes and typos.
    pub surfaces: BTreeMap<Box<str>, u32>,
    pub(crate) pinyin: Pinyin,
    /// Unigrams and bigrams of Chinese characters, with their sections.
    grams: HashMap<u64, Postings>,
    /// Chinese words of two or three characters, by each of their characters.
    by_character: HashMap<char, Vec<u32>>,
    by_key: HashMap<Box<str>, u32>,
    /// Sections by folded heading, including removed ones, ascending.
    by_heading: HashMap<Box<str>, Vec<u32>>,
    pub live: LiveTotals,
}

/// Measures of each section and page.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    /// Page of each section.
    pub(crate) page_of: Vec<u32>,
    /// Length of each section: total weight of the words in the section, and in the title and breadcrumbs of its page.
    pub(crate) lengths: Vec<f32>,
    /// Length of each page: total weight of the words in its title, breadcrumbs, and sections.
    pub(crate) pages: Vec<f32>,
    /// Number of terms in the heading of each section.
    pub(crate) heading_terms: Vec<u16>,
    /// Whether the page of each section still exists.
    pub(crate) is_live: Vec<bool>,
    /// For each page: the number of terms in its title, and its first section.
    pub(crate) titles: Vec<(u16, u32)>,
    /// Counterpart of each section in the other language, or [`NO_COUNTERPART`], or [`SINGLE_LANGUAGE_PAGE`].
    pub(crate) counterparts: Vec<u32>,
}

/// Filter for sections of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionFilter {
    All,
    /// Sections without a counterpart in the other language.
    Alone,
}

impl Measures {
    pub(crate) fn matches(&self, filter: SectionFilter, section: u32) -> bool {
        let counterpart = self.counterparts.get(section as usize);
        filter == SectionFilter::All
            || counterpart.is_some_and(|counterpart| *counterpart >= NO_COUNTERPART)
    }
}

/// Value in [`Measures::counterparts`] for a section of a page that exists in one language only.
pub(crate) const SINGLE_LANGUAGE_PAGE: u32 = u32::MAX;
/// Value in [`Measures::counterparts`] for a section without a counterpart on a page that exists in both languages.
pub(crate) const NO_COUNTERPART: u32 = u32::MAX - 1;

/// Folded titles of all pages, including removed ones, one per line, for a fast search.
#[derive(Debug, Default)]
pub struct Titles {
    text: String,
    /// Byte offset of each page's line.
    starts: Vec<usize>,
}

impl Titles {
    fn push(&mut self, title: &str) {
        self.starts.push(self.text.len());
        self.text.push_str(&normalize::fold(title).replace('\n', " "));
        self.text.push('\n');
    }

    /// Returns the pages whose titles contain the text of the finder, ascending.
    pub(crate) fn pages_containing(&self, finder: &Finder<'_>) -> Vec<usize> {
        let positions = finder.find_iter(self.text.as_bytes());
        let mut pages: Vec<usize> =
            positions.map(|at| self.starts.partition_point(|start| *start <= at) - 1).collect();
        pages.dedup();
        pages
    }
}

/// Totals without removed pages, for the averages of BM25.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiveTotals {
    pub pages: u32,
    pub sections: u32,
    pub length: f64,
}

impl Index {
    pub fn new(locale: Locale, lexicon: Arc<Lexicon>) -> Self {
        Self {
            locale,
            lexicon,
            pages: Vec::new(),
            sections: Vec::new(),
            measures: Measures::default(),
            titles: Titles::default(),
            terms: Vec::new(),
            in_headings: HashMap::new(),
            ids: HashMap::new(),
            surfaces: BTreeMap::new(),
            pinyin: Pinyin::default(),
            grams: HashMap::new(),
            by_character: HashMap::new(),
            by_key: HashMap::new(),
            by_heading: HashMap::new(),
            live: LiveTotals::default(),
        }
    }

    /// Adds a page, or replaces the page with the same key. Returns the page number.
    pub fn enter(&mut self, prepared: Prepared) -> u32 {
        let Prepared { document, title, in_title, sections } = prepared;
        self.remove(&document.key);
        let page = number(self.pages.len());
        let first = number(self.sections.len());
        self.pinyin.add(&document.title, &self.lexicon);
        let words = title;
        let title = self.count(&words, |term, weight| term.in_titles.push(page, weight));
        for id in self.numbers(&words, in_title) {
            self.in_headings.entry(id).or_default().pages.push(page, 0.0);
        }
        let mut length = title;
        for (part, counted) in document.sections.into_iter().zip(sections) {
            let own = self.section(page, part, &counted);
            length += own;
            self.live.length += f64::from(own + title);
            self.measures.page_of.push(page);
            self.measures.lengths.push(own + title);
            self.measures.counterparts.push(SINGLE_LANGUAGE_PAGE);
            self.measures.is_live.push(true);
        }
        self.measures.pages.push(length);
        self.measures.titles.push((saturating(in_title), first));
        self.titles.push(&document.title);
        let sections = first..number(self.sections.len());
        self.live.pages += 1;
        self.live.sections += sections.end - sections.start;
        self.pages.push(Page {
            key: document.key.as_str().into(),
            url: document.url.into(),
            title: document.title.into(),
            sections,
            is_live: true,
        });
        self.by_key.insert(document.key.into(), page);
        page
    }

    /// Removes a page, if it exists.
    pub fn remove(&mut self, key: &str) {
        let Some(page) = self.by_key.remove(key) else { return };
        let Some(page) = self.pages.get_mut(page as usize) else { return };
        page.is_live = false;
        self.live.pages -= 1;
        for section in page.sections.clone() {
            self.live.sections -= 1;
            if let Some(length) = self.measures.lengths.get(section as usize) {
                self.live.length -= f64::from(*length);
            }
            if let Some(is_live) = self.measures.is_live.get_mut(section as usize) {
                *is_live = false;
            }
        }
    }

    /// Stores the counterpart of each section of a page: the section with the paired heading.
    pub(crate) fn link_counterpart_sections(
        &mut self,
        page: u32,
        other: &Index,
        counterpart: Option<u32>,
    ) {
        let Some(page) = self.pages.get(page as usize) else { return };
        let counterpart_sections = counterpart.and_then(|number| other.pages.get(number as usize));
        let counterpart_sections = counterpart_sections.map_or(0..0, |page| page.sections.clone());
        for number in page.sections.clone() {
            let Some(section) = self.sections.get(number as usize) else { continue };
            let is_same = |number: &u32| {
                let candidate = other.sections.get(*number as usize);
                candidate.is_some_and(|c| c.anchor.is_some() && c.anchor == section.pair)
            };
            // The text above the first heading has no heading id. Its counterpart is the first section of the
            // counterpart page.
            let beginning =
                counterpart_sections.clone().next().filter(|_| section.anchor.is_none());
            let same = counterpart_sections.clone().find(is_same).or(beginning);
            if let Some(counterpart) = self.measures.counterparts.get_mut(number as usize) {
                *counterpart = same.unwrap_or(if counterpart_sections.is_empty() {
                    SINGLE_LANGUAGE_PAGE
                } else {
                    NO_COUNTERPART
                });
            }
        }
    }

    /// Whether so many pages were removed that the index should be rebuilt.
    pub fn needs_compaction(&self) -> bool {
        self.sections.len() > 1000 && (self.live.sections as usize) * 4 < self.sections.len() * 3
    }

    /// Returns the number of a page by its key; `None` for an unknown key.
    pub(crate) fn number_of(&self, key: &str) -> Option<u32> {
        self.by_key.get(key).copied()
    }

    /// Returns the number of a page by its URL, unless the page was removed.
    pub fn at(&self, url: &str) -> Option<u32> {
        let is_there = |page: &Page| page.is_live && *page.url == *url;
        self.pages.iter().rposition(is_there).map(number)
    }

    /// Returns the sections whose folded heading equals `heading`, ascending, including removed
    /// ones.
    pub(crate) fn sections_with_heading(&self, heading: &str) -> &[u32] {
        self.by_heading.get(heading).map_or(&[], Vec::as_slice)
    }

    /// Whether the page of a section still exists.
    pub fn is_live(&self, section: u32) -> bool {
        self.measures.is_live.get(section as usize).is_some_and(|is_live| *is_live)
    }

    /// Returns a term by its id; `None` for an unknown id.
    pub fn name(&self, term: u32) -> Option<&str> {
        self.terms.get(term as usize).map(|term| term.name.as_ref())
    }

    pub fn page_of(&self, section: u32) -> Option<(&Page, &Section)> {
        let section = self.sections.get(section as usize)?;
        Some((self.pages.get(section.page as usize)?, section))
    }

    /// Returns the number of sections that contain a term, including removed ones.
    pub fn used(&self, term: &str) -> u32 {
        let term = self.ids.get(term).and_then(|id| self.terms.get(*id as usize));
        term.map_or(0, |term| term.in_sections.count())
    }

    /// Returns the pages with a section that contains a term, in index order.
    pub fn pages_with(&self, term: &str) -> impl Iterator<Item = &Page> {
        let term = self.ids.get(term).and_then(|id| self.terms.get(*id as usize));
        let sections = term.into_iter().flat_map(|term| term.in_sections.iter());
        let mut last = None;
        let pages = sections.filter_map(move |(section, _)| {
            let page = self.sections.get(section as usize)?.page;
            (last.replace(page) != Some(page)).then_some(page)
        });
        pages.filter_map(|page| self.pages.get(page as usize)).filter(|page| page.is_live)
    }

    /// Returns the Chinese words of two or three characters that contain a character.
    pub(crate) fn with_character(&self, character: char) -> &[u32] {
        self.by_character.get(&character).map_or(&[], Vec::as_slice)
    }

    /// Returns the sections that contain a Chinese character, or two adjacent ones, including removed sections; `None`
    /// if there are none.
    pub(crate) fn gram(&self, first: char, second: Option<char>) -> Option<&Postings> {
        self.grams.get(&gram(first, second))
    }

    /// Returns the approximate memory use of the index, in bytes.
    pub fn bytes(&self) -> usize {
        let texts: usize = self.sections.iter().map(Section::bytes).sum();
        let titles = self.titles.text.len() + self.pages.len() * 12;
        let terms: usize = self.terms.iter().map(Term::bytes).sum();
        let grams: usize = self.grams.values().map(|postings| postings.bytes() + 48).sum();
        let headings: usize =
            self.by_heading.iter().map(|(heading, all)| heading.len() + all.len() * 4 + 48).sum();
        let in_headings = self.in_headings.values();
        let in_headings: usize =
            in_headings.map(|it| it.sections.bytes() + it.pages.bytes() + 80).sum();
        texts + titles + terms + in_headings + grams + headings
    }

    fn section(&mut self, page: u32, part: Part, counted: &Counted) -> f32 {
        self.pinyin.add(&part.heading, &self.lexicon);
        let number = number(self.sections.len());
        let length = self.count(&counted.words, |term, weight| {
            term.in_sections.push(number, weight);
            term.add_to_page(page, weight);
        });
        for id in self.numbers(&counted.words, counted.in_heading) {
            self.in_headings.entry(id).or_default().sections.push(number, 0.0);
        }
        self.measures.heading_terms.push(saturating(counted.in_heading));
        for gram in &counted.grams {
            self.grams.entry(*gram).or_default().push(number, 0.0);
        }
        if !part.heading.is_empty() {
            let heading = normalize::fold(part.heading.trim());
            self.by_heading.entry(heading.into()).or_default().push(number);
        }
        self.sections.push(Section {
            page,
            anchor: part.anchor.map(Into::into),
            heading: part.heading.into(),
            text: part.text.into(),
            blocks: part.blocks.into(),
            pair: part.pair.map(Into::into),
            is_plain: counted.is_plain,
        });
        length
    }

    /// Adds counted words to the index. Returns their total weight.
    fn count(&mut self, counts: &Counts, enter: impl Fn(&mut Term, f32)) -> f32 {
        let mut length = 0.0;
        for (word, weight) in &counts.words {
            let id = self.term(word);
            if let Some(term) = self.terms.get_mut(id as usize) {
                enter(term, *weight);
            }
            length += weight;
        }
        length
    }

    /// Returns the ids of the first `max` counted words.
    fn numbers(&self, counts: &Counts, max: usize) -> Vec<u32> {
        let words = counts.words.iter().take(max);
        words.filter_map(|(word, _)| self.ids.get(word.term.as_str()).copied()).collect()
    }

    fn term(&mut self, word: &Word) -> u32 {
        let new = number(self.terms.len());
        let id = *self.ids.entry(word.term.as_str().into()).or_insert(new);
        if id == new {
            self.terms.push(Term { name: word.term.as_str().into(), ..Term::default() });
            let length = word.term.chars().count();
            if word.term.starts_with(is_han) && (2..=3).contains(&length) {
                for character in word.term.chars() {
                    let words = self.by_character.entry(character).or_default();
                    if words.last() != Some(&id) {
                        words.push(id);
                    }
                }
            }
        }
        if word.surface.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            self.surfaces.entry(word.surface.as_str().into()).or_insert(id);
        }
        id
    }
}

/// Unique words of a section or title, with their weights.
#[derive(Debug, Default)]
struct Counts {
    words: Vec<(Word, f32)>,
    at: HashMap<String, usize>,
}

impl Counts {
    fn add(&mut self, words: Vec<Word>, weight: f32) {
        for word in words {
            let at = *self.at.entry(word.term.clone()).or_insert(self.words.len());
            match self.words.get_mut(at) {
                Some((_, sum)) => *sum += weight,
                None => self.words.push((word, weight)),
            }
        }
    }
}

/// Splits a text into prose and code, each with its weight.
fn pieces<'t>(text: &'t str, code: &[Range<usize>]) -> Vec<(&'t str, f32)> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for range in code {
        pieces.push((text.get(at..range.start).unwrap_or_default(), BODY));
        pieces.push((text.get(range.clone()).unwrap_or_default(), CODE));
        at = range.end;
    }
    pieces.push((text.get(at..).unwrap_or_default(), BODY));
    pieces
}

/// Returns the unigrams and bigrams of every Chinese run.
fn grams(text: &str) -> Vec<u64> {
    let mut grams = Vec::new();
    for run in token::runs(text) {
        let Run::Han(run) = run else { continue };
        let mut before = None;
        for character in run.chars() {
            grams.push(gram(character, None));
            grams.extend(before.map(|before| gram(before, Some(character))));
            before = Some(character);
        }
    }
    grams
}

fn gram(first: char, second: Option<char>) -> u64 {
    u64::from(u32::from(first)) << 32 | second.map_or(0, |second| u64::from(u32::from(second)))
}

fn saturating(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

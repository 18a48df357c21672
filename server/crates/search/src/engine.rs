//! Bilingual search engine: two indexes, a translation model, and one merged list of results.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use core_wasm::locale::Locale;

use crate::evidence::Evidence;
use crate::expand::{self, QueryWord};
use crate::index::{Document, Index, Page, Prepared, Section, SectionFilter};
use crate::lexicon::Lexicon;
use crate::merge::{self, Merged, Weights};
use crate::phrase::{self, IdentifierMatches, UnitMatches};
use crate::query::{Query, Unit};
use crate::score::{self, Scored, Words};
use crate::snippet::{self, Excerpt, QueryTerms};
use crate::translation_model::TranslationModel;

/// Bonus for a section that contains the whole query as typed, relative to the best score.
const WHOLE_QUERY_BONUS: f32 = 0.3;
/// Bonus for a section whose heading equals the query, relative to the best score.
const EXACT_HEADING_BONUS: f32 = 1.0;

/// If the posting lists of the query's terms in the other language have at least this many entries in total, both
/// languages are searched in parallel. Fewer entries take less than a millisecond, and starting a thread costs
/// processor time.
const MIN_PARALLEL: usize = 200_000;

/// A section in the results.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    /// Language of the displayed section.
    pub locale: Locale,
    pub section: u32,
    pub score: f32,
    /// Number of matching sections of the same page that are not in the returned list.
    pub more: u32,
}

/// A section in the results with its excerpt.
pub struct DisplayedHit<'e> {
    pub page: &'e Page,
    pub section: &'e Section,
    pub excerpt: Excerpt,
}

#[derive(Debug)]
pub struct Engine {
    pub zh: Index,
    pub en: Index,
    pub translation_model: Arc<TranslationModel>,
}

/// Numbers of the pages to search, such as the pages of one version.
#[derive(Debug, Default)]
pub struct Scope {
    zh: HashSet<u32>,
    en: HashSet<u32>,
}

impl Scope {
    pub fn add(&mut self, locale: Locale, page: u32) {
        if locale == Locale::Zh {
            self.zh.insert(page)
        } else {
            self.en.insert(page)
        };
    }

    /// Selects all pages except the one with this key.
    pub fn without_page(engine: &Engine, key: &str) -> Self {
        let mut scope = Self::default();
        for index in [&engine.zh, &engine.en] {
            for (number, page) in (0..).zip(&index.pages) {
                if page.is_live && *page.key != *key {
                    scope.add(index.locale, number);
                }
            }
        }
        scope
    }

    fn contains(&self, index: &Index, section: u32) -> bool {
        let pages = if index.locale == Locale::Zh { &self.zh } else { &self.en };
        let page = index.measures.page_of.get(section as usize);
        page.is_some_and(|page| pages.contains(page))
    }
}

/// Sections of one language that contain all units of the query.
struct ExactMatches<'e> {
    matches: &'e UnitMatches<'e>,
    quoted: Option<Vec<u32>>,
    /// Sections that contain every unit as typed.
    exact_matches: Vec<u32>,
    /// Sections that contain every unit; the stop words at the ends of Chinese phrases are not required. The list
    /// includes `exact_matches`, and is empty if `exact_matches` is empty.
    phrase_matches: Vec<u32>,
    scope: Option<&'e Scope>,
}

impl<'e> ExactMatches<'e> {
    fn by(matches: &'e UnitMatches<'e>, query: &Query, scope: Option<&'e Scope>) -> Self {
        let index = matches.index;
        let quoted = quoted(matches, query);
        let sections = |query: &Query| {
            let mut holding = sections_with_all_units(matches, query, quoted.as_deref());
            if let Some(scope) = scope {
                holding.retain(|section| scope.contains(index, *section));
            }
            holding
        };
        let exact_matches = sections(query);
        let trimmed = query.trim_stop_words(&index.lexicon).filter(|_| !exact_matches.is_empty());
        let phrase_matches =
            trimmed.map_or_else(|| exact_matches.clone(), |query| sections(&query));
        Self { matches, quoted, exact_matches, phrase_matches, scope }
    }
}

/// Results in one language.
pub struct Ranked {
    pub sections: Vec<Scored>,
    /// Best score, before bonuses for exact matches.
    pub best: f32,
    /// Ids of the sections that contain the whole query, ascending; stop words are not required.
    pub(crate) holding: Vec<u32>,
    /// Ids of the sections that contain an excluded term, ascending.
    pub without: Vec<u32>,
    /// Sections that contain the identifier of the query.
    pub(crate) identifier_matches: IdentifierMatches,
}

impl Engine {
    pub fn new(lexicon: Arc<Lexicon>) -> Self {
        Self {
            zh: Index::new(Locale::Zh, lexicon.clone()),
            en: Index::new(Locale::En, lexicon),
            translation_model: Arc::default(),
        }
    }

    pub fn index_of(&self, locale: Locale) -> &Index {
        if locale == Locale::Zh { &self.zh } else { &self.en }
    }

    /// Adds a page, or replaces the page with the same key. Returns the page number in the index of
    /// the language.
    pub fn put(&mut self, locale: Locale, document: Document) -> u32 {
        let document = Prepared::new(document, &self.index_of(locale).lexicon);
        self.enter(locale, document)
    }

    /// Like [`Self::put`], for a page that is already split into words.
    pub fn enter(&mut self, locale: Locale, document: Prepared) -> u32 {
        let (own, other) = self.both(locale);
        let counterpart = other.number_of(document.key());
        let page = own.enter(document);
        own.link_counterpart_sections(page, other, counterpart);
        if let Some(counterpart) = counterpart {
            other.link_counterpart_sections(counterpart, own, Some(page));
        }
        page
    }

    pub fn remove(&mut self, locale: Locale, key: &str) {
        let (own, other) = self.both(locale);
        own.remove(key);
        if let Some(page) = other.number_of(key) {
            other.link_counterpart_sections(page, own, None);
        }
    }

    /// Returns the index of a language, then the index of the other language.
    fn both(&mut self, locale: Locale) -> (&mut Index, &mut Index) {
        if locale == Locale::Zh {
            (&mut self.zh, &mut self.en)
        } else {
            (&mut self.en, &mut self.zh)
        }
    }

    /// Whether so many pages were removed that the index should be rebuilt.
    pub fn needs_compaction(&self) -> bool {
        self.zh.needs_compaction() || self.en.needs_compaction()
    }

    /// Returns the approximate memory use of the indexes, in bytes.
    pub fn bytes(&self) -> usize {
        self.zh.bytes() + self.en.bytes()
    }

    /// Resolves the words of a query in both languages.
    pub fn question<'e>(&'e self, query: &'e Query) -> Question<'e> {
        let matches = [UnitMatches::new(&self.zh), UnitMatches::new(&self.en)];
        let query = self.adapt_query(query, &matches);
        let zh = expand::resolve_words(&self.zh, &self.en, &self.translation_model, &query);
        let en = expand::resolve_words(&self.en, &self.zh, &self.translation_model, &query);
        Question { engine: self, query, zh, en, matches }
    }

    /// Adapts the query to the indexed texts: excluded words that are options in a text (`-xzf`) become required,
    /// quotations without a match become words, Chinese runs without a match are split at stop words, and pinyin typed
    /// with spaces is joined.
    fn adapt_query<'q>(&self, query: &'q Query, matches: &[UnitMatches<'_>; 2]) -> Cow<'q, Query> {
        let has_match =
            |unit: &Unit| matches.iter().any(|matches| !matches.sections(unit).is_empty());
        let is_option = |unit: &Unit| matches.iter().any(|it| phrase::is_hyphenated(it, unit));
        let mut query = Cow::Borrowed(query);
        if let Some(read) = query.with_options(is_option) {
            query = Cow::Owned(read);
        }
        if let Some(read) = query.with_words(has_match) {
            query = Cow::Owned(read);
        }
        if let Some(read) = query.split_at_stop_words(&self.zh.lexicon, has_match) {
            query = Cow::Owned(read);
        }
        if let Some(read) = self.join_words(&query, matches) {
            query = Cow::Owned(read);
        }
        query
    }

    /// Joins pinyin that was typed with spaces, unless a section contains the words as typed.
    fn join_words(&self, query: &Query, matches: &[UnitMatches<'_>; 2]) -> Option<Query> {
        let spells = |pieces: &[&str], is_open| self.zh.pinyin.is_spelled_by(pieces, is_open);
        let joined = query.join_words(spells)?;
        let holds = |it| !sections_with_all_units(it, query, None).is_empty();
        (!matches.iter().any(holds)).then_some(joined)
    }

    /// Returns the matching sections in the language `locale` for a query in any language, unsorted.
    pub fn ranked(&self, query: &Query, locale: Locale) -> Ranked {
        let matches = [&self.zh, &self.en].map(UnitMatches::new);
        let (index, query) = (self.index_of(locale), self.adapt_query(query, &matches));
        let [zh, en] = &matches;
        let matches = if locale == Locale::Zh { zh } else { en };
        let other = self.index_of(locale.other());
        let query_words = expand::resolve_words(index, other, &self.translation_model, &query);
        self.ranked_by(
            &query_words,
            &query,
            ExactMatches::by(matches, &query, None),
            SectionFilter::All,
        )
    }

    fn ranked_by(
        &self,
        query_words: &[QueryWord],
        query: &Query,
        exact: ExactMatches<'_>,
        filter: SectionFilter,
    ) -> Ranked {
        let ExactMatches { matches, quoted, exact_matches, phrase_matches: holding, scope } = exact;
        let index = matches.index;
        let mut sections = score::scores(index, query_words, |section| {
            index.measures.matches(filter, section)
                && scope.is_none_or(|scope| scope.contains(index, section))
        });
        let best = sections.iter().map(|found| found.score).fold(0.0, f32::max);
        if !holding.is_empty() {
            let matches = (exact_matches.as_slice(), holding.as_slice());
            self.boost_whole_matches(index, &mut sections, matches, query, query_words);
        } else {
            expand::drop_barely_matching(index, query_words, query, &mut sections);
        }
        if let Some(quoted) = quoted {
            sections.retain(|found| quoted.binary_search(&found.section).is_ok());
        }
        let mut without: Vec<u32> = Vec::new();
        for unit in &query.without {
            without.extend_from_slice(&matches.sections(unit));
        }
        without.sort_unstable();
        if !without.is_empty() {
            sections.retain(|found| without.binary_search(&found.section).is_err());
        }
        let identifier = query.identifier.as_deref().filter(|_| !query.is_question);
        let identifier_matches =
            identifier.map(|it| IdentifierMatches::new(index, it)).unwrap_or_default();
        Ranked { sections, best, holding, without, identifier_matches }
    }

    /// Adds the sections in `holding` to `sections`. Sections in `exact_matches` and sections whose heading equals the
    /// query get a bonus. For a Chinese phrase, removes the sections that contain only some of its words.
    fn boost_whole_matches(
        &self,
        index: &Index,
        sections: &mut Vec<Scored>,
        (exact_matches, holding): (&[u32], &[u32]),
        query: &Query,
        query_words: &[QueryWord],
    ) {
        let matching = query_words.iter().filter(|it| !it.weighted.only_ranks);
        let every = matching.fold(0, |all, it| all | Words::one(it.weighted.number).0);
        let mut marks = vec![Marks::default(); index.sections.len()];
        sections.iter().for_each(|found| marks[found.section as usize].is_scored = true);
        for section in holding {
            let marks = &mut marks[*section as usize];
            marks.holds_all = true;
            if !marks.is_scored {
                sections.push(Scored { section: *section, score: 0.1, holds: Words(every) });
            }
        }
        // Sections with all words of a Chinese phrase match even if the words are not adjacent. A
        // question is not treated as a phrase.
        if !query.is_question && query.content_units().all(|it| !matches!(it, Unit::Latin(_))) {
            sections.retain(|found| {
                marks[found.section as usize].holds_all || found.holds.0 & every == every
            });
        }
        let best = sections.iter().map(|found| found.score).fold(0.0, f32::max);
        for section in exact_matches {
            marks[*section as usize].bonus += WHOLE_QUERY_BONUS * best;
        }
        for section in index.sections_with_heading(&query.text) {
            marks[*section as usize].bonus += EXACT_HEADING_BONUS * best;
        }
        for found in sections {
            let marks = &marks[found.section as usize];
            if marks.holds_all {
                found.holds = found.holds.with(Words(every));
            }
            found.score += marks.bonus;
        }
    }
}

/// Properties of a section in [`Engine::boost_whole_matches`].
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    is_scored: bool,
    /// Whether the section contains the whole query; stop words are not required.
    holds_all: bool,
    bonus: f32,
}

/// A query with its terms in each language.
pub struct Question<'e> {
    engine: &'e Engine,
    query: Cow<'e, Query>,
    zh: Vec<QueryWord>,
    en: Vec<QueryWord>,
    /// Matches of the query's units in Chinese texts, then in English texts.
    matches: [UnitMatches<'e>; 2],
}

impl<'e> Question<'e> {
    /// Returns the matching sections of both languages; with `scope`, only those in the scope. If a
    /// section exists in both languages, the one in the reader's language is returned.
    pub fn find(&self, reader: Locale, scope: Option<&Scope>) -> Merged {
        let Self { engine, query, zh, en, matches: [in_zh, in_en] } = self;
        let (own_words, foreign_words) = if reader == Locale::Zh { (zh, en) } else { (en, zh) };
        let (own_units, foreign_units) =
            if reader == Locale::Zh { (in_zh, in_en) } else { (in_en, in_zh) };
        let own = ExactMatches::by(own_units, query, scope);
        // If texts in the reader's language contain the whole query, only sections without a
        // counterpart are searched in the other language, and only for likely translations.
        let (filter, foreign_words) = match own.exact_matches.is_empty() {
            true => (SectionFilter::All, Cow::Borrowed(foreign_words)),
            false => (SectionFilter::Alone, Cow::Owned(likely(foreign_words))),
        };
        let own = || engine.ranked_by(own_words, query, own, SectionFilter::All);
        let foreign = || {
            let exact = ExactMatches::by(foreign_units, query, scope);
            engine.ranked_by(&foreign_words, query, exact, filter)
        };
        let (own, foreign) = if score::entries(foreign_units.index, &foreign_words) < MIN_PARALLEL {
            (own(), foreign())
        } else {
            std::thread::scope(|threads| {
                let foreign = threads.spawn(foreign);
                (own(), foreign.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        };
        let weights = Weights::of([(&engine.zh, zh), (&engine.en, en)]);
        let words: (&[QueryWord], &[QueryWord]) = (own_words, &foreign_words);
        let (reader, other) = (own_units.index, foreign_units.index);
        merge::merged(reader, other, &own, foreign, &weights, words, query.is_question)
    }

    /// Returns the words of the query with their terms, which are used to find the words in texts.
    pub fn evidence(&self) -> Evidence {
        Evidence::new(self.engine, &self.query, &self.zh, &self.en)
    }

    /// Returns the query terms that are needed to display results with excerpts. Unlikely translations are not
    /// highlighted.
    pub fn display(&self) -> Display<'e> {
        let Self { engine, query, zh, en, .. } = self;
        let (zh, en) =
            (QueryTerms::of(&engine.zh, query, zh), QueryTerms::of(&engine.en, query, en));
        Display { engine, zh, en }
    }
}

/// Terms of a query in both languages, for display.
pub struct Display<'e> {
    engine: &'e Engine,
    zh: QueryTerms,
    en: QueryTerms,
}

impl<'e> Display<'e> {
    /// Returns the displayed section of a result, with its excerpt; `None` if the index has no such section.
    pub fn displayed_hit(&self, found: &SearchHit) -> Option<DisplayedHit<'e>> {
        let (page, section) = self.engine.index_of(found.locale).page_of(found.section)?;
        let query_terms = if found.locale == Locale::Zh { &self.zh } else { &self.en };
        let excerpt = snippet::excerpt(section, &page.title, query_terms);
        Some(DisplayedHit { page, section, excerpt })
    }
}

impl Ranked {
    /// Sorts the sections, best first.
    pub fn in_order(mut self) -> Self {
        let order =
            |a: &Scored, b: &Scored| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section));
        self.sections.sort_unstable_by(order);
        self
    }
}

/// Returns the words with their likely terms only.
fn likely(query_words: &[QueryWord]) -> Vec<QueryWord> {
    let mut likely = query_words.to_vec();
    for (word, all) in likely.iter_mut().zip(query_words) {
        word.weighted.terms = all.likely_terms().collect();
    }
    likely
}

/// Returns the sections that contain all quoted phrases, ascending; `None` if there are no
/// quotations.
fn quoted(matches: &UnitMatches<'_>, query: &Query) -> Option<Vec<u32>> {
    let units = query.units.iter().filter(|unit| unit.is_quoted());
    units.fold(None, |all, unit| Some(matches.intersect(all, unit)))
}

/// Returns the sections that contain every unit as typed, ascending; stop words are not
/// required. `quoted` are the sections that contain the quoted phrases.
fn sections_with_all_units(
    matches: &UnitMatches<'_>,
    query: &Query,
    quoted: Option<&[u32]>,
) -> Vec<u32> {
    let units = query.content_units().filter(|unit| !unit.is_quoted());
    let all = quoted.map(<[u32]>::to_vec);
    units.fold(all, |all, unit| Some(matches.intersect(all, unit))).unwrap_or_default()
}

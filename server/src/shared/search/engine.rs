//! Both languages and the bridge between them: one question, one ranked list in the reader's language.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::bridge::Bridge;
use super::excerpt::{self, Excerpt};
use super::expand;
use super::index::{Document, Index, Page, Section};
use super::lexicon::Lexicon;
use super::phrase;
use super::query::{Query, Unit};
use super::score;

/// A page that exists in the other language only counts a little less.
const FOREIGN: f32 = 0.8;
/// Sections of one page that are shown, at most.
const MOST_OF_A_PAGE: usize = 4;
/// What a section gets for holding everything that was asked.
const HOLDS_ALL: f32 = 0.5;

/// A section that was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// Of the section that is shown.
    pub(crate) locale: Locale,
    pub(crate) section: u32,
    pub(crate) score: f32,
}

/// A section that was found, as it is shown.
pub(crate) struct Shown<'e> {
    pub(crate) page: &'e Page,
    pub(crate) section: &'e Section,
    pub(crate) excerpt: Excerpt,
}

#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) zh: Index,
    pub(crate) en: Index,
    pub(crate) bridge: Arc<Bridge>,
}

/// The pages that a search is about, by number: of one version, where the engine holds several.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    zh: HashSet<u32>,
    en: HashSet<u32>,
}

impl Scope {
    pub(crate) fn add(&mut self, locale: Locale, page: u32) {
        if locale == Locale::Zh {
            self.zh.insert(page)
        } else {
            self.en.insert(page)
        };
    }

    fn holds(&self, index: &Index, section: u32) -> bool {
        let pages = if index.locale == Locale::Zh { &self.zh } else { &self.en };
        index.sections.get(section as usize).is_some_and(|section| pages.contains(&section.page))
    }
}

/// What a search of one language found.
pub(crate) struct Ranked {
    pub(crate) sections: Vec<(u32, f32)>,
    /// Sections that hold everything asked, as it was asked.
    pub(crate) holding: BTreeSet<u32>,
}

impl Engine {
    pub(crate) fn new(lexicon: Arc<Lexicon>) -> Self {
        Self {
            zh: Index::new(Locale::Zh, lexicon.clone()),
            en: Index::new(Locale::En, lexicon),
            bridge: Arc::default(),
        }
    }

    pub(crate) fn index(&self, locale: Locale) -> &Index {
        if locale == Locale::Zh { &self.zh } else { &self.en }
    }

    /// Adds a page, in place of the one with its key; answers its number in its language.
    pub(crate) fn put(&mut self, locale: Locale, document: &Document) -> u32 {
        let index = if locale == Locale::Zh { &mut self.zh } else { &mut self.en };
        index.put(document)
    }

    pub(crate) fn remove(&mut self, locale: Locale, key: &str) {
        let index = if locale == Locale::Zh { &mut self.zh } else { &mut self.en };
        index.remove(key);
    }

    /// Whether so much was removed that a rebuild is due.
    pub(crate) fn is_worn(&self) -> bool {
        self.zh.is_worn() || self.en.is_worn()
    }

    /// What the indexes take of memory, in bytes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.zh.bytes() + self.en.bytes()
    }

    /// Sections of both languages, best first. A page in both appears in the reader's.
    pub(crate) fn find(&self, query: &Query, reader: Locale) -> Vec<Found> {
        self.find_within(query, reader, None)
    }

    /// The same among the pages of a scope.
    pub(crate) fn find_within(
        &self,
        query: &Query,
        reader: Locale,
        scope: Option<&Scope>,
    ) -> Vec<Found> {
        let own = self.ranked(query, reader, scope);
        let foreign = self.ranked(query, reader.other(), scope);
        let mut found = HashMap::new();
        let mut add = |locale, section, score: f32| {
            let best: &mut f32 = found.entry((locale == reader, section)).or_default();
            *best = best.max(score);
        };
        let own_pages: HashSet<u32> = own
            .sections
            .iter()
            .filter_map(|(s, _)| Some(self.index(reader).sections.get(*s as usize)?.page))
            .collect();
        for (section, score) in &own.sections {
            add(reader, *section, *score);
        }
        for (section, score) in &foreign.sections {
            match self.counterpart(reader, *section) {
                Counterpart::None => add(reader.other(), *section, score * FOREIGN),
                // The reader's own text has the word: what the other language says adds nothing.
                Counterpart::Of(page, section) => {
                    if !own_pages.contains(&page) && own.holding.is_empty() {
                        add(reader, section, score * FOREIGN);
                    }
                }
            }
        }
        let mut found: Vec<Found> = found
            .into_iter()
            .map(|((is_own, section), score)| {
                let locale = if is_own { reader } else { reader.other() };
                Found { locale, section, score }
            })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section)));
        self.few_of_each_page(found)
    }

    /// What is shown of a section that was found.
    pub(crate) fn shown(&self, query: &Query, found: &Found) -> Option<Shown<'_>> {
        let index = self.index(found.locale);
        let (page, section) = index.page_of(found.section)?;
        let wanted = expand::wanted(index, &self.bridge, query);
        let excerpt = excerpt::excerpt(index, section, &page.title, query, &wanted);
        Some(Shown { page, section, excerpt })
    }

    /// The sections of one language for a question in any.
    pub(crate) fn ranked(&self, query: &Query, locale: Locale, scope: Option<&Scope>) -> Ranked {
        let index = self.index(locale);
        let wanted = expand::wanted(index, &self.bridge, query);
        let asked: Vec<_> = wanted.iter().map(|wanted| wanted.asked.clone()).collect();
        let mut sections = score::scores(index, &asked);
        let mut holding = holding(index, query);
        if let Some(scope) = scope {
            sections.retain(|(section, _)| scope.holds(index, *section));
            holding.retain(|section| scope.holds(index, *section));
        }
        if !holding.is_empty() {
            self.prefer(&mut sections, &holding, query);
        } else {
            expand::drop_barely_matching(index, &wanted, query, &mut sections);
        }
        let without: BTreeSet<u32> =
            query.without.iter().flat_map(|unit| phrase::holding(index, unit)).collect();
        sections.retain(|(section, _)| !without.contains(section));
        sections.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ranked { sections, holding }
    }

    /// Sections that hold all of it come first; a phrase that stands somewhere is meant as a phrase.
    fn prefer(&self, sections: &mut Vec<(u32, f32)>, holding: &BTreeSet<u32>, query: &Query) {
        let scored: HashSet<u32> = sections.iter().map(|(section, _)| *section).collect();
        sections.extend(
            holding
                .iter()
                .filter(|section| !scored.contains(section))
                .map(|section| (*section, 0.1)),
        );
        if query.units.iter().all(|unit| !matches!(unit, Unit::Latin(_))) {
            sections.retain(|(section, _)| holding.contains(section));
        }
        let best = sections.iter().map(|(_, score)| *score).fold(0.0, f32::max);
        for (section, score) in sections {
            if holding.contains(section) {
                *score += HOLDS_ALL * best;
            }
        }
    }

    fn counterpart(&self, reader: Locale, foreign: u32) -> Counterpart {
        let Some((page, section)) = self.index(reader.other()).page_of(foreign) else {
            return Counterpart::None;
        };
        let own = self.index(reader);
        let Some(own_page) = own.page(&page.key) else { return Counterpart::None };
        let number = own_page.sections.clone().find(|number| {
            let own = own.sections.get(*number as usize);
            own.is_some_and(|own| own.anchor.is_some() && own.anchor == section.pair)
        });
        let first = own_page.sections.start;
        let page = own.sections.get(first as usize).map_or(u32::MAX, |section| section.page);
        Counterpart::Of(page, number.unwrap_or(first))
    }

    fn few_of_each_page(&self, found: Vec<Found>) -> Vec<Found> {
        let mut shown: HashMap<(Locale, u32), usize> = HashMap::new();
        found
            .into_iter()
            .filter(|found| {
                let Some(section) = self.index(found.locale).sections.get(found.section as usize)
                else {
                    return false;
                };
                let count = shown.entry((found.locale, section.page)).or_default();
                *count += 1;
                *count <= MOST_OF_A_PAGE
            })
            .collect()
    }
}

enum Counterpart {
    None,
    /// The page and the section in the reader's language.
    Of(u32, u32),
}

/// Sections that hold every unit as it was asked.
fn holding(index: &Index, query: &Query) -> BTreeSet<u32> {
    let mut units = query.units.iter();
    let Some(first) = units.next() else { return BTreeSet::new() };
    let mut all = phrase::holding(index, first);
    for unit in units {
        if all.is_empty() {
            break;
        }
        let holding = phrase::holding(index, unit);
        all.retain(|section| holding.contains(section));
    }
    all
}

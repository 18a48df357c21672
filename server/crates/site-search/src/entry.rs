//! Conversion of a page to a search document for each language, and to translation samples for the
//! dictionary.

use std::collections::HashMap;
use std::str::FromStr;

use core_wasm::locale::Locale;

use super::store::{LinkRow, TextRow};
use pailou_content::link::LinkTargets;
use pailou_content::page_path;
use pailou_markdown::section;
use pailou_search::index::{BlockKind, Document, Part, Prepared, TextBlock};
use pailou_search::lexicon::Lexicon;
use pailou_search::token;
use pailou_search::translation_model::Sample;
use pailou_store::{DOCS, NEWS, StoredSegment, page_tag};
use pailou_translation::segment;
use pailou_translation::segment::Kind;

/// Search documents and aligned texts of one page in both languages.
#[derive(Debug, Default)]
pub struct Entry {
    pub documents: Vec<(Locale, Document)>,
    /// Heading ids of aligned sections, as (Chinese, English) pairs.
    pub headings: Vec<(String, String)>,
    /// Titles of the page, and texts of aligned segments, as (Chinese, English) pairs.
    pub aligned_texts: Vec<(String, String)>,
}

/// Titles of folders and pages by language and path, for breadcrumbs.
pub type Titles = HashMap<(Locale, String), String>;

pub fn entry(
    targets: &LinkTargets,
    titles: &Titles,
    texts: &[TextRow],
    links: &[LinkRow],
) -> Entry {
    let mut entry = Entry::default();
    let read: Vec<_> = texts.iter().filter_map(Text::read).collect();
    if let (Some(zh), Some(en)) = (of(&read, Locale::Zh), of(&read, Locale::En)) {
        entry.pair(zh, en, links);
    }
    for (row, text) in texts.iter().zip(&read) {
        let document = document(targets, titles, row, text.locale, &entry.headings);
        entry.documents.push((text.locale, document));
    }
    entry
}

/// Returns the titles of a page, and the texts of its aligned segments, as (Chinese, English) pairs.
pub fn aligned_texts(texts: &[TextRow], links: &[LinkRow]) -> Vec<(String, String)> {
    let mut entry = Entry::default();
    let read: Vec<_> = texts.iter().filter_map(Text::read).collect();
    if let (Some(zh), Some(en)) = (of(&read, Locale::Zh), of(&read, Locale::En)) {
        entry.pair(zh, en, links);
    }
    entry.aligned_texts
}

fn of(texts: &[Text], locale: Locale) -> Option<&Text> {
    texts.iter().find(|text| text.locale == locale)
}

/// A text with its segments by id: kind, heading id, and text.
struct Text {
    locale: Locale,
    title: String,
    segments: HashMap<String, (Kind, Option<String>, String)>,
}

impl Text {
    fn read(row: &TextRow) -> Option<Self> {
        let stored: Vec<StoredSegment> = serde_json::from_str(&row.segments).unwrap_or_default();
        let cut = segment::segments(&row.markdown, row.dialect());
        let segments = stored.into_iter().zip(cut);
        let segments =
            segments.map(|(stored, cut)| (stored.id, (cut.kind, cut.heading_id, cut.words)));
        Some(Self {
            locale: Locale::from_str(&row.locale).ok()?,
            title: row.title.clone(),
            segments: segments.collect(),
        })
    }
}

impl Entry {
    fn pair(&mut self, zh: &Text, en: &Text, links: &[LinkRow]) {
        self.aligned_texts.push((zh.title.clone(), en.title.clone()));
        for link in links {
            let sides = (zh.segments.get(&link.zh_segment), en.segments.get(&link.en_segment));
            let (Some((zh_kind, zh_id, zh_words)), Some((en_kind, en_id, en_words))) = sides else {
                continue;
            };
            if matches!((zh_kind, en_kind), (Kind::Heading(_), Kind::Heading(_)))
                && let (Some(zh), Some(en)) = (zh_id, en_id)
            {
                self.headings.push((zh.clone(), en.clone()));
            }
            if !matches!(zh_kind, Kind::Code | Kind::ThematicBreak | Kind::Html) {
                self.aligned_texts.push((zh_words.clone(), en_words.clone()));
            }
        }
    }

    /// Tokenizes the page in each of its languages.
    pub fn prepared(self, lexicon: &Lexicon) -> Vec<(Locale, Prepared)> {
        let prepare = |(locale, document)| (locale, Prepared::new(document, lexicon));
        self.documents.into_iter().map(prepare).collect()
    }

    /// Returns training samples for the translation model: the terms of aligned texts.
    pub fn samples(&self, lexicon: &Lexicon) -> Vec<Sample> {
        let terms = |text: &str| token::terms(text, lexicon);
        self.aligned_texts.iter().map(|(zh, en)| Sample { zh: terms(zh), en: terms(en) }).collect()
    }
}

/// Appends the alt texts of the images to the text of a section.
fn with_alt_texts(mut text: String, alt_texts: &str) -> String {
    if !text.is_empty() && !alt_texts.is_empty() {
        text.push('\n');
    }
    text.push_str(alt_texts);
    text
}

fn text_block(block: section::TextBlock) -> TextBlock {
    let kind = match block.kind {
        section::BlockKind::Paragraph => BlockKind::Paragraph,
        section::BlockKind::Item => BlockKind::Item,
        section::BlockKind::Step => BlockKind::Step,
        section::BlockKind::Header => BlockKind::Header,
        section::BlockKind::Row => BlockKind::Row,
        section::BlockKind::Code => BlockKind::Code,
    };
    let number = block.number.map(|number| u16::try_from(number).unwrap_or(u16::MAX));
    TextBlock { kind, range: block.range, number }
}

/// Returns the document key of a page: the page key, with the area as prefix for news.
pub(crate) fn document_key(area: &str, key: &str) -> String {
    if area == DOCS { key.to_owned() } else { page_tag(area, key) }
}

/// Returns area and key of a document, the inverse of [`document_key`].
pub(crate) fn area_and_key(document: &str) -> (&'static str, &str) {
    let prefix = page_tag(NEWS, "");
    document.strip_prefix(&prefix).map_or((DOCS, document), |key| (NEWS, key))
}

/// Creates the search document of a text. Links are resolved with `targets`, and breadcrumbs contain the titles of
/// folders in `titles`. `headings` contains the heading ids of aligned sections, as (Chinese, English) pairs.
pub fn document(
    targets: &LinkTargets,
    titles: &Titles,
    row: &TextRow,
    locale: Locale,
    headings: &[(String, String)],
) -> Document {
    let pair = |id: Option<&String>| {
        let id = id?;
        let pair =
            headings.iter().find(|(zh, en)| (if locale == Locale::Zh { zh } else { en }) == id)?;
        Some(if locale == Locale::Zh { pair.1.clone() } else { pair.0.clone() })
    };
    let file = (row.file.as_str(), row.dialect());
    let sections = pailou_store::sections_of(targets, file, locale, (&row.title, &row.markdown));
    let part = |section: section::Section| Part {
        pair: pair(section.heading_id.as_ref()),
        anchor: section.heading_id,
        heading: section.heading,
        code: section.code,
        blocks: section.blocks.into_iter().map(text_block).collect(),
        text: with_alt_texts(section.text, &section.alt_texts),
    };
    let mut sections: Vec<Part> = sections.into_iter().map(part).collect();
    if sections.is_empty() {
        // A page without text can be found by its title.
        sections.push(Part::default());
    }
    let title = |folder: &str| titles.get(&(locale, folder.to_owned())).cloned();
    let folders = page_path::folders(&row.path).filter(|_| row.area == DOCS);
    let crumbs = folders.filter_map(title).collect();
    Document {
        key: document_key(&row.area, &row.key),
        url: pailou_store::address(&row.area, locale, &row.path),
        title: row.title.clone(),
        crumbs,
        sections,
    }
}

//! Segments of both languages of a page with their alignments, and the outdated or untranslated
//! ones among them.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use super::sql::Saved;
use super::{copies, save, sql};
use pailou_database::Tx;
use pailou_translation::freshness::{Alignment, TextFreshness, freshness};
use pailou_translation::segment::Known;

/// Both texts of a page and their alignments at one point in time.
#[derive(Debug, Default)]
pub struct PageSegments {
    pub zh: Vec<Known>,
    pub en: Vec<Known>,
    pub links: Vec<Alignment>,
}

/// A segment that is outdated or not translated in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Id of the segment: in this language if it is outdated, in the other language if it is not
    /// translated.
    pub segment: String,
    pub heading_id: Option<String>,
    pub is_outdated: bool,
    /// Beginning of the segment's text.
    pub words: String,
}

/// Outdated and untranslated segments of both languages.
#[derive(Debug, Default)]
pub struct Gaps {
    pub zh: Vec<Gap>,
    pub en: Vec<Gap>,
}

/// Maximum length of the excerpt of a segment, in characters.
const MAX_WORDS: usize = 80;

impl PageSegments {
    /// Reads the current segments of a page. A text in the trash has none.
    pub async fn read(tx: &mut Tx, page_id: &str) -> Result<Self, sqlx::Error> {
        let zh = sql::saved(tx, page_id, Locale::Zh).await?;
        let en = sql::saved(tx, page_id, Locale::En).await?;
        Self::of_saved(tx, page_id, (zh.as_ref(), en.as_ref())).await
    }

    pub(crate) async fn of_saved(
        tx: &mut Tx,
        page_id: &str,
        (zh, en): (Option<&Saved>, Option<&Saved>),
    ) -> Result<Self, sqlx::Error> {
        let segments = |saved: Option<&Saved>| {
            saved.filter(|saved| saved.trashed_at.is_none()).map_or_else(Vec::new, |saved| {
                save::stored_segments(&saved.markdown, saved.dialect(), &saved.segments)
            })
        };
        Ok(Self { zh: segments(zh), en: segments(en), links: Self::links(tx, page_id).await? })
    }

    pub(crate) async fn links(tx: &mut Tx, page_id: &str) -> Result<Vec<Alignment>, sqlx::Error> {
        Ok(sql::alignments_in(tx, page_id).await?.into_iter().map(Alignment::from).collect())
    }

    pub fn of(&self, locale: Locale) -> &[Known] {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }

    pub async fn gaps(&self, tx: &mut Tx, page_id: &str) -> Result<Gaps, sqlx::Error> {
        let texts = (self.zh.as_slice(), self.en.as_slice());
        let copies =
            copies::copies_of_page(texts, &self.links, copies::exempt_in(tx, page_id)).await?;
        let fresh = freshness(&self.zh, &self.en, &self.links, &copies);
        Ok(Gaps {
            zh: gaps(&self.zh, &self.en, &fresh.zh),
            en: gaps(&self.en, &self.zh, &fresh.en),
        })
    }
}

fn gaps(own: &[Known], other: &[Known], fresh: &TextFreshness) -> Vec<Gap> {
    let gap = |texts: &[Known], id: &str, heading_id: &Option<String>, is_outdated| Gap {
        segment: id.to_owned(),
        heading_id: heading_id.clone(),
        is_outdated,
        words: texts.iter().find(|known| known.id == id).map_or_else(String::new, beginning),
    };
    let outdated = fresh.outdated_segments.iter();
    let outdated = outdated.map(|it| gap(own, &it.id, &it.heading_id, true));
    let missing = fresh.not_translated_segments.iter();
    let missing = missing.map(|it| gap(other, &it.id, &it.heading_id, false));
    outdated.chain(missing).collect()
}

fn beginning(known: &Known) -> String {
    let mut words: String = known.words.chars().take(MAX_WORDS).collect();
    if known.words.chars().nth(MAX_WORDS).is_some() {
        words.push('…');
    }
    words
}

impl Gaps {
    pub fn of(&self, locale: Locale) -> &[Gap] {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }

    /// Returns the outdated and untranslated segments of one language, except those in `before`.
    /// A rewritten segment can have a new id, so untranslated segments are returned only if their
    /// number increased.
    pub(crate) fn new_since(&self, before: &Self, locale: Locale) -> Vec<&Gap> {
        let (now, before) = (self.of(locale), before.of(locale));
        let known: HashSet<(&str, bool)> =
            before.iter().map(|gap| (gap.segment.as_str(), gap.is_outdated)).collect();
        let missing = |gaps: &[Gap]| gaps.iter().filter(|gap| !gap.is_outdated).count();
        let has_more = missing(now) > missing(before);
        let is_new = |gap: &&Gap| {
            !known.contains(&(gap.segment.as_str(), gap.is_outdated))
                && (gap.is_outdated || has_more)
        };
        now.iter().filter(is_new).collect()
    }
}

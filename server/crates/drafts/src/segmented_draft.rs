//! Segments of a draft, with the ids of the published segments, and their state relative to the other language.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::store::{self, Acknowledged};
use super::{EditableText, Page};
use pailou_content::front_matter;
use pailou_database::Db;
use pailou_markdown::container_fences;
use pailou_store::edit::with_lf;
use pailou_store::page_segments::PageSegments;
use pailou_store::{copies, decisions, save, sql as record};
use pailou_translation::freshness::{Alignment, Freshness, OrientedAlignment, freshness};
use pailou_translation::identity;
use pailou_translation::realign;
use pailou_translation::realign::Side;
use pailou_translation::segment;
use pailou_translation::segment::{Kind, Known, Segment};
use pailou_translation::untranslated_copy;
use pailou_translation::untranslated_copy::{Copies, Exempt};

/// Translation state of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    UpToDate,
    Outdated,
    Alone,
    /// Equal to the other language (untranslated copy).
    Copied,
}

pub struct DraftSegment {
    pub id: String,
    pub kind: &'static str,
    /// Heading id of its section.
    pub section: Option<String>,
    /// First and last line in the whole file, from 1. Trailing blank lines are included, but not the closing line of a
    /// container.
    pub lines: (u32, u32),
    pub counterparts: Vec<String>,
    pub state: State,
    /// Whether the segment is outdated in the draft and in the published text, so that a user can mark it as still
    /// correct.
    pub may_acknowledge: bool,
    /// User who marked the segment as still correct, and time; `None` after its source changes again.
    pub acknowledged: Option<(String, i64)>,
    /// User who marked the segment as an intentional copy, and time.
    pub kept: Option<(String, i64)>,
}

/// Text split into segments, with the ids of the saved segments.
pub(crate) struct DraftSegments {
    pub body: String,
    pub cut: Vec<Segment>,
    pub known: Vec<Known>,
    /// Segments of the saved text; `None` if they equal `known`.
    published: Option<Vec<Known>>,
    lines_above: u32,
}

impl DraftSegments {
    /// Returns the segments of the draft, or of the current revision if there is no draft.
    pub(crate) fn written(text: &EditableText) -> Self {
        Self::of(text, &text.whole())
    }

    /// Returns the segments of the current revision, without the draft.
    pub(crate) fn published(text: &EditableText) -> Self {
        Self::of(text, &text.published_text())
    }

    /// Returns the segments of `whole` as the content of `text`.
    pub(crate) fn of(text: &EditableText, whole: &str) -> Self {
        let saved = &text.saved;
        let (published, cut) =
            save::known_with_segments(&saved.markdown, saved.dialect(), &saved.segments);
        let whole = with_lf(whole);
        let parts = front_matter::split(&whole);
        let (lines_above, body) = (parts.lines_before_body(), parts.body.to_owned());
        // The body is unchanged, so its segments are the saved segments.
        if body == saved.markdown && !published.is_empty() {
            return Self { lines_above, body, cut, known: published, published: None };
        }
        let cut = segment::segments(&body, saved.dialect());
        // Deterministic ids, which are the same for each call with the same text.
        let mut new = 0;
        let identities = identity::identify(&published, &cut, &mut || {
            new += 1;
            format!("new-{new}")
        });
        let named = cut.iter().zip(identities.segments);
        let known = named.map(|(segment, identity)| Known::new(identity.id, segment)).collect();
        Self { lines_above, body, cut, known, published: Some(published) }
    }

    fn published_segments(&self) -> &[Known] {
        self.published.as_deref().unwrap_or(&self.known)
    }

    /// Returns the Markdown of a segment by its index; empty for an invalid index.
    pub(crate) fn markdown(&self, number: usize) -> &str {
        self.cut.get(number).map_or("", |cut| self.body[cut.start..cut.end].trim_end())
    }

    pub(crate) fn markdown_by_id(&self) -> HashMap<&str, &str> {
        (0..self.known.len()).map(|at| (self.known[at].id.as_str(), self.markdown(at))).collect()
    }

    pub(crate) fn line(&self, number: usize) -> u32 {
        self.cut.get(number).map_or(1, |cut| cut.line + self.lines_above)
    }

    /// Returns the first and the last line of a segment. The end of a container belongs to the segment before it, but
    /// is excluded here. `ends` are the lines of the body that end a container.
    fn lines(&self, number: usize, ends: &HashSet<u32>) -> (u32, u32) {
        let Some(cut) = self.cut.get(number) else { return (1, 1) };
        // Blank lines above the first segment belong to it.
        let first = if number == 0 { 1 } else { cut.line };
        let text = &self.body[cut.start..cut.end];
        let mut last = first;
        let mut end = None;
        for (line, words) in (first..).zip(text.lines()) {
            last = line;
            // A container in a quote belongs to the quote.
            if cut.kind != Kind::Quote && ends.contains(&line) {
                end = end.or(Some(line - 1));
            } else if !words.trim().is_empty() {
                end = None;
            }
        }
        (self.line(number), end.unwrap_or(last) + self.lines_above)
    }
}

/// Returns the alignments that the page would have if all drafts were published.
pub(crate) async fn draft_alignment(
    db: &Db,
    page: &Page,
    zh: &[Known],
    en: &[Known],
) -> Result<Vec<Alignment>, sqlx::Error> {
    let old = stored_links(db, page).await?;
    links_from(db, page, (zh, en), &old).await
}

async fn stored_links(db: &Db, page: &Page) -> Result<Vec<Alignment>, sqlx::Error> {
    Ok(record::alignments(db, &page.id).await?.into_iter().map(Alignment::from).collect())
}

async fn links_from(
    db: &Db,
    page: &Page,
    (zh, en): (&[Known], &[Known]),
    old: &[Alignment],
) -> Result<Vec<Alignment>, sqlx::Error> {
    if page.texts().any(EditableText::was_never_public) {
        return Ok(save::align(zh, en, &[]));
    }
    if !realign::needs_first(zh, en, old) {
        return Ok(save::align(zh, en, old));
    }
    let zh_first = first(db, page.zh.as_ref()).await?;
    let en_first = first(db, page.en.as_ref()).await?;
    let (zh, en) = (Side { now: zh, first: &zh_first }, Side { now: en, first: &en_first });
    Ok(realign::realigned(zh, en, old, page.source_locale))
}

/// Returns the segments of the first revision of a text; none if the text does not exist.
async fn first(db: &Db, text: Option<&EditableText>) -> Result<Vec<Known>, sqlx::Error> {
    let Some(EditableText { saved, .. }) = text else { return Ok(Vec::new()) };
    let first = record::revision(db, &saved.id, save::FIRST).await?;
    Ok(first.map_or_else(Vec::new, |first| save::first_known(&first, &saved.file)))
}

/// Returns the segments of a page in Chinese and in English, in the order of each text.
pub async fn segments(
    db: &Db,
    page: &Page,
) -> Result<(Vec<DraftSegment>, Vec<DraftSegment>), sqlx::Error> {
    let compared = Compared::read(db, page).await?;
    let zh = compared.segments(db, page, Locale::Zh).await?;
    Ok((zh, compared.segments(db, page, Locale::En).await?))
}

/// Returns the segments of one language, compared with the other language.
pub async fn segments_in(
    db: &Db,
    page: &Page,
    locale: Locale,
) -> Result<Vec<DraftSegment>, sqlx::Error> {
    Compared::read(db, page).await?.segments(db, page, locale).await
}

/// Both texts of a page with their drafts, compared with each other.
pub(crate) struct Compared {
    zh: Option<DraftSegments>,
    en: Option<DraftSegments>,
    stored_links: Vec<Alignment>,
    pub links: Vec<Alignment>,
    copies: Copies,
    written: Freshness,
    /// Freshness of the published texts; empty if all segments are translated and up to date.
    published: Freshness,
}

impl Compared {
    pub(crate) async fn read(db: &Db, page: &Page) -> Result<Self, sqlx::Error> {
        let sheet = |locale| {
            let text = page.text(locale).filter(|text| text.saved.trashed_at.is_none());
            text.map(DraftSegments::written)
        };
        let (zh, en) = (sheet(Locale::Zh), sheet(Locale::En));
        let known = (known_of(zh.as_ref()), known_of(en.as_ref()));
        let stored_links = stored_links(db, page).await?;
        let links = links_from(db, page, known, &stored_links).await?;
        let copies = copies::copies_of_page(known, &links, copies::exempt(db, &page.id)).await?;
        let written = freshness(known.0, known.1, &links, &copies);
        let is_pending = |text: &EditableText| {
            text.saved.segments_outdated > 0 || text.saved.segments_not_translated > 0
        };
        let published = match page.texts().any(is_pending) {
            true => {
                let published = |sheet: Option<&'_ DraftSegments>| {
                    sheet.map_or_else(Vec::new, |sheet| sheet.published_segments().to_vec())
                };
                let (zh, en) = (published(zh.as_ref()), published(en.as_ref()));
                let exempt = copies::exempt(db, &page.id);
                let copies = copies::copies_of_page((&zh, &en), &stored_links, exempt).await?;
                freshness(&zh, &en, &stored_links, &copies)
            }
            false => Freshness::default(),
        };
        Ok(Self { zh, en, stored_links, links, copies, written, published })
    }

    /// Returns the outdated segments of one language in the published texts.
    pub(crate) fn outdated(&self, locale: Locale) -> HashSet<String> {
        outdated_in(&self.published, locale)
    }

    /// Returns the segments of the other language whose translation is outdated, missing, or an untranslated copy
    /// in the published text of this language.
    pub(crate) fn awaiting(&self, locale: Locale) -> HashSet<String> {
        let text = match locale {
            Locale::Zh => &self.published.zh,
            Locale::En => &self.published.en,
        };
        let mut pending = outdated_in(&self.published, locale);
        pending.extend(text.copied_segments.iter().map(|copied| copied.id.clone()));
        let halves = self.stored_links.iter().map(|link| OrientedAlignment::of(link, locale));
        let of_pending = halves.filter(|half| pending.contains(half.own));
        let missing = text.not_translated_segments.iter().map(|missing| missing.id.clone());
        of_pending.map(|half| half.other.to_owned()).chain(missing).collect()
    }

    pub(crate) fn draft_segments(&self, locale: Locale) -> Option<&DraftSegments> {
        match locale {
            Locale::Zh => self.zh.as_ref(),
            Locale::En => self.en.as_ref(),
        }
    }

    async fn segments(
        &self,
        db: &Db,
        page: &Page,
        locale: Locale,
    ) -> Result<Vec<DraftSegment>, sqlx::Error> {
        let other = known_of(self.draft_segments(locale.other()));
        let other_ids: HashSet<_> = other.iter().map(|known| known.id.clone()).collect();
        let halves = self.links.iter().map(|link| OrientedAlignment::of(link, locale));
        let pairs: Vec<_> = halves.map(|half| (half.own, half.other)).collect();
        let outdated = outdated_in(&self.written, locale);
        let copied = self.copies.of(locale);
        let mut segments =
            build_segments(self.draft_segments(locale), &pairs, &other_ids, (&outdated, copied));
        self.acknowledge(db, page, locale, &mut segments).await?;
        self.mark_intentional(db, page, locale, &mut segments).await?;
        Ok(segments)
    }

    /// Sets which segments can be acknowledged or have been acknowledged, according to the
    /// published texts.
    async fn acknowledge(
        &self,
        db: &Db,
        page: &Page,
        locale: Locale,
        segments: &mut [DraftSegment],
    ) -> Result<(), sqlx::Error> {
        let outdated = outdated_in(&self.published, locale);
        let rows = store::acknowledged(db, &page.id, locale).await?;
        let mut acknowledgements = HashMap::new();
        if !rows.is_empty() {
            let published = |sheet: Option<&'_ DraftSegments>| {
                sheet.map_or_else(Vec::new, |sheet| sheet.published_segments().to_vec())
            };
            let (zh, en) = (published(self.zh.as_ref()), published(self.en.as_ref()));
            let page = PageSegments { zh, en, links: self.stored_links.clone() };
            let holds = |row: &Acknowledged| {
                decisions::is_acknowledged(&page, locale, &row.segment, &row.links_before())
            };
            let rows = rows.into_iter().filter(holds);
            acknowledgements =
                rows.map(|row| (row.segment, (row.created_by, row.created_at))).collect();
        }
        for segment in segments {
            segment.may_acknowledge =
                segment.state == State::Outdated && outdated.contains(&segment.id);
            segment.acknowledged =
                acknowledgements.remove(&segment.id).filter(|_| segment.state != State::Outdated);
        }
        Ok(())
    }

    /// Sets which copies are marked as intentional.
    async fn mark_intentional(
        &self,
        db: &Db,
        page: &Page,
        locale: Locale,
        segments: &mut [DraftSegment],
    ) -> Result<(), sqlx::Error> {
        let marks = copies::intentional_copies(db, &page.id, locale).await?;
        if marks.is_empty() {
            return Ok(());
        }
        let (zh, en) = (known_of(self.zh.as_ref()), known_of(self.en.as_ref()));
        let copied = words_of_copies(locale, zh, en, &self.links, &Exempt::default());
        for segment in segments {
            let copied_words = copied.get(&segment.id);
            segment.kept = copied_words.and_then(|copied_words| marks.get(copied_words)).cloned();
        }
        Ok(())
    }
}

fn known_of(sheet: Option<&DraftSegments>) -> &[Known] {
    sheet.map_or(&[], |sheet| &sheet.known)
}

fn outdated_in(freshness: &Freshness, locale: Locale) -> HashSet<String> {
    let text = match locale {
        Locale::Zh => &freshness.zh,
        Locale::En => &freshness.en,
    };
    text.outdated_segments.iter().map(|outdated| outdated.id.clone()).collect()
}

/// Returns each untranslated copy in the draft of one language, intentional or not, with the hash of its text.
pub(crate) async fn copied_words_of(
    db: &Db,
    page: &Page,
    locale: Locale,
) -> Result<HashMap<String, String>, sqlx::Error> {
    let known = |locale| {
        let text = page.text(locale).filter(|text| text.saved.trashed_at.is_none());
        text.map_or_else(Vec::new, |text| DraftSegments::written(text).known)
    };
    let (zh, en) = (known(Locale::Zh), known(Locale::En));
    let links = draft_alignment(db, page, &zh, &en).await?;
    let exempt = copies::exempt_terms(db).await?;
    Ok(words_of_copies(locale, &zh, &en, &links, &exempt))
}

fn words_of_copies(
    locale: Locale,
    zh: &[Known],
    en: &[Known],
    links: &[Alignment],
    exempt: &Exempt,
) -> HashMap<String, String> {
    let found = untranslated_copy::copies(zh, en, links, exempt);
    let own = if locale == Locale::Zh { zh } else { en };
    own.iter()
        .filter(|known| found.of(locale).contains(&known.id))
        .map(|known| (known.id.clone(), untranslated_copy::copied_words(known).to_owned()))
        .collect()
}

fn build_segments(
    sheet: Option<&DraftSegments>,
    pairs: &[(&str, &str)],
    other_ids: &HashSet<String>,
    (outdated, copied): (&HashSet<String>, &HashSet<String>),
) -> Vec<DraftSegment> {
    let Some(sheet) = sheet else { return Vec::new() };
    let mut counterparts: HashMap<&str, Vec<String>> = HashMap::new();
    for (own, other) in pairs.iter().filter(|(_, other)| other_ids.contains(*other)) {
        counterparts.entry(own).or_default().push((*other).to_owned());
    }
    let ends = container_fences::container_ends(&sheet.body);
    let segment = |(number, known): (usize, &Known)| {
        let counterparts = counterparts.remove(known.id.as_str()).unwrap_or_default();
        DraftSegment {
            state: match () {
                () if copied.contains(&known.id) => State::Copied,
                () if outdated.contains(&known.id) => State::Outdated,
                // The segment is missing in the other language, or is not aligned.
                () if counterparts.is_empty() && known.is_translatable() => State::Alone,
                () => State::UpToDate,
            },
            id: known.id.clone(),
            kind: known.kind.name(),
            section: known.heading_id.clone(),
            lines: sheet.lines(number, &ends),
            counterparts,
            may_acknowledge: false,
            acknowledged: None,
            kept: None,
        }
    };
    sheet.known.iter().enumerate().map(segment).collect()
}

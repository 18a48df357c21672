//! Segments of a draft, with the ids of the published segments, and their state relative to the other language.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::store::{self, Acknowledged};
use super::{Page, Working};
use crate::shared::db::Db;
use crate::shared::record::edit::with_lf;
use crate::shared::record::{copies, save, store as record};
use pailou_content::front_matter;
use pailou_markdown::container_fences;
use pailou_translation::freshness::{Freshness, Link, freshness};
use pailou_translation::identity;
use pailou_translation::realign;
use pailou_translation::realign::Side;
use pailou_translation::segment;
use pailou_translation::segment::{Kind, Known, Segment};
use pailou_translation::untranslated_copy;
use pailou_translation::untranslated_copy::Exempt;

/// The translation state of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    UpToDate,
    Outdated,
    Alone,
    /// It repeats the other language.
    Copied,
}

pub(crate) struct WrittenSegment {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// Of the whole file, from 1; the last one holds the blank lines below, but not what ends a container.
    pub(crate) lines: (u32, u32),
    pub(crate) counterparts: Vec<String>,
    pub(crate) state: State,
    /// Whether what readers have of it is outdated, so that it can be marked as still correct.
    pub(crate) may_acknowledge: bool,
    /// Who marked it as still correct, and when; none once its source changes again.
    pub(crate) acknowledged: Option<(String, i64)>,
    /// Who marked it as intentionally equal, and when.
    pub(crate) kept: Option<(String, i64)>,
}

/// A text cut into segments that know which ones of the standing text they are.
pub(super) struct Sheet {
    pub(super) body: String,
    pub(super) cut: Vec<Segment>,
    pub(super) known: Vec<Known>,
    lines_above: u32,
}

impl Sheet {
    /// As it is written.
    pub(super) fn written(text: &Working) -> Self {
        Self::of(text, &text.whole())
    }

    /// As it stands.
    pub(super) fn standing(text: &Working) -> Self {
        Self::of(text, &text.standing())
    }

    fn of(text: &Working, whole: &str) -> Self {
        let saved = &text.saved;
        let standing = save::known(&saved.markdown, saved.dialect(), &saved.segments);
        let whole = with_lf(whole);
        let parts = front_matter::split(&whole);
        let cut = segment::segments(parts.body, saved.dialect());
        // The same names each time that the same text is looked at.
        let mut new = 0;
        let identities = identity::identify(&standing, &cut, &mut || {
            new += 1;
            format!("new-{new}")
        });
        let named = cut.iter().zip(identities.segments);
        let known = named.map(|(segment, identity)| Known::new(identity.id, segment)).collect();
        Self { lines_above: parts.lines_before_body(), body: parts.body.to_owned(), cut, known }
    }

    /// The Markdown of a segment by its number.
    pub(super) fn markdown(&self, number: usize) -> &str {
        self.cut.get(number).map_or("", |cut| self.body[cut.start..cut.end].trim_end())
    }

    pub(super) fn line(&self, number: usize) -> u32 {
        self.cut.get(number).map_or(1, |cut| cut.line + self.lines_above)
    }

    /// The first and the last line of a segment. What ends a container is kept with the segment before it, and is not
    /// shown as a part of that. `ends` are the lines of the body that end one.
    fn lines(&self, number: usize, ends: &HashSet<u32>) -> (u32, u32) {
        let Some(cut) = self.cut.get(number) else { return (1, 1) };
        // Blank lines above the first one belong to it.
        let first = if number == 0 { 1 } else { cut.line };
        let text = &self.body[cut.start..cut.end];
        let mut last = first;
        let mut end = None;
        for (line, words) in (first..).zip(text.lines()) {
            last = line;
            // A container in a quote is a part of it.
            if cut.kind != Kind::Quote && ends.contains(&line) {
                end = end.or(Some(line - 1));
            } else if !words.trim().is_empty() {
                end = None;
            }
        }
        (self.line(number), end.unwrap_or(last) + self.lines_above)
    }
}

/// The links of a page as they would be if everything were published that is written.
pub(super) async fn links(
    db: &Db,
    page: &Page,
    zh: &[Known],
    en: &[Known],
) -> Result<Vec<Link>, sqlx::Error> {
    if page.texts().any(Working::is_begun) {
        return Ok(save::linked(zh, en, &[]));
    }
    let old: Vec<Link> = record::links(db, &page.id).await?.into_iter().map(Link::from).collect();
    if !realign::needs_first(zh, en, &old) {
        return Ok(save::linked(zh, en, &old));
    }
    let zh_first = first(db, page.zh.as_ref()).await?;
    let en_first = first(db, page.en.as_ref()).await?;
    let (zh, en) = (Side { now: zh, first: &zh_first }, Side { now: en, first: &en_first });
    Ok(realign::realigned(zh, en, &old, page.source_locale))
}

/// The segments of a text as it came to the site.
async fn first(db: &Db, text: Option<&Working>) -> Result<Vec<Known>, sqlx::Error> {
    let Some(Working { saved, .. }) = text else { return Ok(Vec::new()) };
    let first = record::revision(db, &saved.id, save::FIRST).await?;
    Ok(first.map_or_else(Vec::new, |first| save::first_known(&first, &saved.file)))
}

/// The segments of both languages, in the order of each text.
pub(crate) async fn segments(
    db: &Db,
    page: &Page,
) -> Result<(Vec<WrittenSegment>, Vec<WrittenSegment>), sqlx::Error> {
    let standing = |locale| page.text(locale).filter(|text| text.saved.removed_at.is_none());
    let (zh, en) =
        (standing(Locale::Zh).map(Sheet::written), standing(Locale::En).map(Sheet::written));
    let known = |sheet: &Option<Sheet>| sheet.as_ref().map_or_else(Vec::new, |it| it.known.clone());
    let (zh_known, en_known) = (known(&zh), known(&en));
    let links = links(db, page, &zh_known, &en_known).await?;
    let copies = copies::of((&zh_known, &en_known), &links, copies::exempt(db, &page.id)).await?;
    let fresh = freshness(&zh_known, &en_known, &links, &copies);
    let pairs: Vec<_> = links.iter().map(|link| (link.zh.as_str(), link.en.as_str())).collect();
    let back: Vec<_> = pairs.iter().map(|(zh, en)| (*en, *zh)).collect();
    let ids = |sheet: &[Known]| sheet.iter().map(|known| known.id.clone()).collect::<HashSet<_>>();
    let (zh_ids, en_ids) = (ids(&zh_known), ids(&en_known));
    let outdated = |text: &pailou_translation::freshness::TextFreshness| {
        text.outdated_segments.iter().map(|it| it.id.clone()).collect::<HashSet<_>>()
    };
    let mut zh = told(zh.as_ref(), &pairs, &en_ids, (&outdated(&fresh.zh), &copies.zh));
    let mut en = told(en.as_ref(), &back, &zh_ids, (&outdated(&fresh.en), &copies.en));
    acknowledge(db, page, &mut zh, &mut en).await?;
    for (locale, segments) in [(Locale::Zh, &mut zh), (Locale::En, &mut en)] {
        mark_kept(db, page, locale, segments, (&zh_known, &en_known), &links).await?;
    }
    Ok((zh, en))
}

/// Says which copies are marked as intentional.
async fn mark_kept(
    db: &Db,
    page: &Page,
    locale: Locale,
    segments: &mut [WrittenSegment],
    (zh, en): (&[Known], &[Known]),
    links: &[Link],
) -> Result<(), sqlx::Error> {
    let marks = copies::marks(db, &page.id, locale).await?;
    if marks.is_empty() {
        return Ok(());
    }
    let copied = words_of_copies(locale, zh, en, links, &Exempt::default());
    for segment in segments {
        let words = copied.get(&segment.id);
        segment.kept = words.and_then(|words| marks.get(words)).cloned();
    }
    Ok(())
}

/// Each copy in one language of what is written, intentional or not, with the hash of its words.
pub(super) async fn copied_words_of(
    db: &Db,
    page: &Page,
    locale: Locale,
) -> Result<HashMap<String, String>, sqlx::Error> {
    let known = |locale| {
        let text = page.text(locale).filter(|text| text.saved.removed_at.is_none());
        text.map_or_else(Vec::new, |text| Sheet::written(text).known)
    };
    let (zh, en) = (known(Locale::Zh), known(Locale::En));
    let links = links(db, page, &zh, &en).await?;
    let exempt = copies::exempt_terms(db).await?;
    Ok(words_of_copies(locale, &zh, &en, &links, &exempt))
}

fn words_of_copies(
    locale: Locale,
    zh: &[Known],
    en: &[Known],
    links: &[Link],
    exempt: &Exempt,
) -> HashMap<String, String> {
    let found = untranslated_copy::copies(zh, en, links, exempt);
    let own = if locale == Locale::Zh { zh } else { en };
    own.iter()
        .filter(|known| found.of(locale).contains(&known.id))
        .map(|known| (known.id.clone(), untranslated_copy::copied_words(known).to_owned()))
        .collect()
}

/// Adds what can be acknowledged and what was, of the texts as readers have them.
async fn acknowledge(
    db: &Db,
    page: &Page,
    zh: &mut [WrittenSegment],
    en: &mut [WrittenSegment],
) -> Result<(), sqlx::Error> {
    let links: Vec<Link> = record::links(db, &page.id).await?.into_iter().map(Link::from).collect();
    let standing = |text: Option<&Working>| {
        let saved = text.map(|text| &text.saved).filter(|saved| saved.removed_at.is_none());
        saved.map_or_else(Vec::new, |saved| {
            save::known(&saved.markdown, saved.dialect(), &saved.segments)
        })
    };
    let is_outdated = page.texts().any(|text| text.saved.segments_outdated > 0);
    let fresh = match is_outdated {
        true => {
            let (zh, en) = (standing(page.zh.as_ref()), standing(page.en.as_ref()));
            let copies = copies::of((&zh, &en), &links, copies::exempt(db, &page.id)).await?;
            freshness(&zh, &en, &links, &copies)
        }
        false => Freshness::default(),
    };
    for (locale, segments, outdated) in
        [(Locale::Zh, zh, fresh.zh.outdated_segments), (Locale::En, en, fresh.en.outdated_segments)]
    {
        let outdated: HashSet<String> = outdated.into_iter().map(|it| it.id).collect();
        let rows = store::acknowledged(db, &page.id, locale).await?;
        let rests_on = |link: &Link| match locale {
            Locale::Zh => (link.zh.clone(), link.en_fingerprint.clone()),
            Locale::En => (link.en.clone(), link.zh_fingerprint.clone()),
        };
        let rests_on: HashMap<_, _> = match rows.is_empty() {
            true => HashMap::new(),
            false => links.iter().map(rests_on).collect(),
        };
        let holds = |row: &Acknowledged| {
            let source = rests_on.get(&row.segment);
            source.is_some_and(|it| it.words == row.words && it.markup == row.markup)
        };
        let mut said: HashMap<_, _> = rows
            .into_iter()
            .filter(holds)
            .map(|row| (row.segment, (row.created_by, row.created_at)))
            .collect();
        for segment in segments {
            segment.may_acknowledge =
                segment.state == State::Outdated && outdated.contains(&segment.id);
            segment.acknowledged =
                said.remove(&segment.id).filter(|_| segment.state == State::UpToDate);
        }
    }
    Ok(())
}

fn told(
    sheet: Option<&Sheet>,
    pairs: &[(&str, &str)],
    there: &HashSet<String>,
    (outdated, copied): (&HashSet<String>, &HashSet<String>),
) -> Vec<WrittenSegment> {
    let Some(sheet) = sheet else { return Vec::new() };
    let mut counterparts: HashMap<&str, Vec<String>> = HashMap::new();
    for (own, other) in pairs.iter().filter(|(_, other)| there.contains(*other)) {
        counterparts.entry(own).or_default().push((*other).to_owned());
    }
    let ends = container_fences::ends(&sheet.body);
    let segment = |(number, known): (usize, &Known)| {
        let counterparts = counterparts.remove(known.id.as_str()).unwrap_or_default();
        WrittenSegment {
            state: match () {
                () if copied.contains(&known.id) => State::Copied,
                () if outdated.contains(&known.id) => State::Outdated,
                // Missing there or not aligned: in both cases the segment has no counterpart.
                () if counterparts.is_empty() && known.is_translatable() => State::Alone,
                () => State::UpToDate,
            },
            id: known.id.clone(),
            kind: known.kind.name(),
            lines: sheet.lines(number, &ends),
            counterparts,
            may_acknowledge: false,
            acknowledged: None,
            kept: None,
        }
    };
    sheet.known.iter().enumerate().map(segment).collect()
}

//! Saving of one text. Adds a revision if the content changed, and preserves segment ids across edits. Updates the
//! alignments of both languages, which determine the translation state.

use std::collections::HashMap;

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use super::decisions::Decided;
use super::page_segments::PageSegments;
use super::page_view::anchors;
use super::pending_since::{self, Ages};
use super::sql;
use super::sql::{Counts, Revision, RevisionRow, Saved, StoredAlignment, TextRow};
use super::{LINK_TARGETS, TEXTS, TREE, branch_above, copies, page_tag, redirects};
use pailou_content::page_path;
use pailou_database::Tx;
use pailou_database::change_feed::CacheTag;
use pailou_database::id;
use pailou_markdown::flavor::Flavor;
use pailou_translation::fingerprint::Fingerprint;
use pailou_translation::freshness::{Alignment, TextFreshness, freshness};
use pailou_translation::identity;
use pailou_translation::identity::Identity;
use pailou_translation::realign;
use pailou_translation::realign::{ImportedTranslation, Side};
use pailou_translation::segment;
use pailou_translation::segment::{Known, Segment};
use pailou_translation::untranslated_copy;

/// Origin of texts that users write on the site.
pub const SITE: &str = "site";

/// A text to be saved, from a file or an editor.
pub struct Incoming<'a> {
    pub area: &'a str,
    pub key: &'a str,
    pub locale: Locale,
    pub path: &'a str,
    pub file: &'a str,
    pub title: &'a str,
    pub label: &'a str,
    pub description: &'a str,
    pub position: i64,
    pub front_matter: &'a str,
    pub markdown: &'a str,
    pub dialect: Flavor,
    /// Stored, but hidden from readers.
    pub is_draft: bool,
    pub origin: &'a str,
    pub author: &'a str,
    pub now: i64,
    /// Time at which the author wrote the text, in milliseconds since 1970-01-01 UTC; 0 if unknown.
    pub written_at: i64,
    /// Time of the first version of the text, which becomes the creation time of a new page.
    pub added_at: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    New,
    Changed,
    /// The text is unchanged; its position in the navigation may have changed.
    Same,
}

pub struct SaveResult {
    pub outcome: Outcome,
    pub page_id: String,
    pub text_id: String,
    /// Number of the current revision.
    pub number: i64,
    /// Cache tags to invalidate.
    pub tags: Vec<CacheTag>,
    /// Segments of the previous text; `None` if no revision was added.
    pub before: Option<Vec<Known>>,
}

/// A segment as stored with a revision: id, kind, hashes, and byte range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSegment {
    pub id: String,
    pub kind: String,
    pub words: String,
    pub markup: String,
    pub start: usize,
    pub end: usize,
    pub heading: Option<String>,
}

/// Saves a text. Adds no revision if the text equals its newest revision.
pub async fn text(tx: &mut Tx, incoming: &Incoming<'_>) -> Result<SaveResult, sqlx::Error> {
    let page_id = sql::ensure_page(
        tx,
        incoming.area,
        incoming.key,
        incoming.locale,
        &id::new(),
        incoming.added_at,
    )
    .await?;
    let saved = sql::saved(tx, &page_id, incoming.locale).await?;
    let hash = incoming.hash();
    let is_same =
        saved.as_ref().is_some_and(|it| incoming.has_same_metadata(it) && it.hash == hash);
    if let Some(saved) = saved.as_ref().filter(|it| is_same && it.position == incoming.position) {
        let (text_id, number) = (saved.id.clone(), saved.number);
        let (tags, before) = (Vec::new(), None);
        return Ok(SaveResult { outcome: Outcome::Same, page_id, text_id, number, tags, before });
    }
    let outcome = match saved {
        None => Outcome::New,
        Some(_) if is_same => Outcome::Same,
        Some(_) => Outcome::Changed,
    };
    let text_id = saved.as_ref().map_or_else(id::new, |saved| saved.id.clone());
    let number = match &saved {
        Some(saved) if saved.hash == hash => saved.number,
        saved => saved.as_ref().map_or(1, |saved| saved.number + 1),
    };
    store_revision(tx, incoming, &page_id, &text_id, number).await?;
    redirects::store_redirects(tx, incoming, &page_id, saved.as_ref()).await?;
    let mut before = None;
    if saved.as_ref().is_none_or(|saved| saved.hash != hash) {
        let old = saved.as_ref().map_or_else(Vec::new, |saved| {
            stored_segments(&saved.markdown, saved.dialect(), &saved.segments)
        });
        complete_links(tx, &page_id, incoming, &old).await?;
        let segments = with_segment_ids(incoming, &old);
        add_revision(tx, incoming, &text_id, number, &hash, (&segments, "")).await?;
        before = Some(old);
    }
    let tags = incoming.tags(saved.as_ref());
    Ok(SaveResult { outcome, page_id, text_id, number, tags, before })
}

impl Saved {
    pub fn dialect(&self) -> Flavor {
        Flavor::read(&self.dialect, &self.file)
    }
}

impl Incoming<'_> {
    /// Returns the hash of all content of a revision.
    pub(crate) fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [self.title, self.front_matter, self.markdown] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(self.dialect.stored_name(self.file).as_bytes());
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// Whether path, file, titles, description, and draft state are unchanged and the text is not in
    /// the trash. The position is not compared.
    fn has_same_metadata(&self, saved: &Saved) -> bool {
        saved.path == self.path
            && saved.file == self.file
            && saved.title == self.title
            && saved.label == self.label
            && saved.description == self.description
            && saved.is_draft == i64::from(self.is_draft)
            && saved.trashed_at.is_none()
    }

    /// Returns the cache tags that this change invalidates.
    fn tags(&self, saved: Option<&Saved>) -> Vec<CacheTag> {
        let mut tags = vec![page_tag(self.area, self.key), TEXTS.to_owned(), "status".to_owned()];
        let moved = saved.is_none_or(|saved| saved.path != self.path);
        let renamed =
            saved.is_none_or(|saved| saved.title != self.title || saved.label != self.label);
        let placed = moved
            || saved.is_none_or(|saved| {
                saved.position != self.position
                    || saved.file != self.file
                    || saved.is_draft != i64::from(self.is_draft)
                    || saved.trashed_at.is_some()
            });
        if placed || renamed {
            tags.push(TREE.to_owned());
            tags.push(branch_above(self.path));
        }
        if placed {
            tags.push(LINK_TARGETS.to_owned());
        }
        if moved {
            // A move may create parent folders at every level, and changes the page list of the
            // former folder.
            tags.extend(page_path::folders(self.path).map(branch_above));
            tags.extend(saved.map(|saved| branch_above(&saved.path)));
        }
        tags
    }
}

async fn store_revision(
    tx: &mut Tx,
    incoming: &Incoming<'_>,
    page_id: &str,
    text_id: &str,
    number: i64,
) -> Result<(), sqlx::Error> {
    let row = TextRow {
        id: text_id,
        page_id,
        area: incoming.area,
        locale: incoming.locale,
        path: incoming.path,
        file: incoming.file,
        title: incoming.title,
        label: incoming.label,
        description: incoming.description,
        position: incoming.position,
        published: (!incoming.is_draft).then_some(number),
        draft: incoming.is_draft.then_some(number),
        author: incoming.author,
        updated_at: incoming.written_at,
    };
    sql::displace_texts(tx, &row).await?;
    sql::upsert_text(tx, &row).await
}

pub(crate) async fn add_revision(
    tx: &mut Tx,
    incoming: &Incoming<'_>,
    text_id: &str,
    number: i64,
    hash: &str,
    (segments, commit_id): (&[StoredSegment], &str),
) -> Result<(), sqlx::Error> {
    let segments = serde_json::to_string(segments).unwrap_or_default();
    let row = RevisionRow {
        text_id,
        number,
        title: incoming.title,
        front_matter: incoming.front_matter,
        markdown: incoming.markdown,
        segments: &segments,
        hash,
        dialect: &incoming.dialect.stored_name(incoming.file),
        origin: incoming.origin,
        author: incoming.author,
        now: incoming.now,
        commit_id,
    };
    sql::insert_revision(tx, &row).await
}

/// Adds the punctuation-insensitive hashes to alignments that an earlier release stored without
/// them. Only alignments that are based on `old`, the text before the save, are completed.
async fn complete_links(
    tx: &mut Tx,
    page_id: &str,
    incoming: &Incoming<'_>,
    old: &[Known],
) -> Result<(), sqlx::Error> {
    let links = sql::alignments_in(tx, page_id).await?;
    let is_older = |link: &StoredAlignment| link.zh_folded.is_empty() || link.en_folded.is_empty();
    if !links.iter().any(is_older) {
        return Ok(());
    }
    let old: HashMap<&str, &Known> = old.iter().map(|known| (known.id.as_str(), known)).collect();
    let mut links: Vec<_> = links.into_iter().map(Alignment::from).collect();
    for link in &mut links {
        let (id, stored) = match incoming.locale {
            Locale::Zh => (&link.zh, &mut link.zh_fingerprint),
            Locale::En => (&link.en, &mut link.en_fingerprint),
        };
        if let Some(known) = old.get(id.as_str()) {
            stored.complete(&known.fingerprint);
        }
    }
    store_links(tx, page_id, links, incoming.now).await
}

pub(crate) async fn store_links(
    tx: &mut Tx,
    page_id: &str,
    links: Vec<Alignment>,
    now: i64,
) -> Result<(), sqlx::Error> {
    sql::remove_alignments(tx, page_id).await?;
    let rows: Vec<_> = links.into_iter().map(StoredAlignment::from).collect();
    sql::add_alignments(tx, page_id, &rows, "import", now).await
}

/// Returns the segments of the new text. A segment that corresponds to an old segment gets the id of that segment.
fn with_segment_ids(incoming: &Incoming<'_>, old: &[Known]) -> Vec<StoredSegment> {
    let new = segment::segments(incoming.markdown, incoming.dialect);
    let identities = identity::identify(old, &new, &mut id::new);
    let to_stored =
        |(segment, identity): (Segment, Identity)| StoredSegment::new(identity.id, segment);
    new.into_iter().zip(identities.segments).map(to_stored).collect()
}

impl StoredSegment {
    pub(crate) fn new(id: String, segment: Segment) -> Self {
        Self {
            id,
            kind: segment.kind.name().to_owned(),
            words: segment.fingerprint.words,
            markup: segment.fingerprint.markup,
            start: segment.start,
            end: segment.end,
            heading: segment.heading_id,
        }
    }

    /// Returns the segments of a text without earlier revisions. `name` creates the id of a segment from its
    /// number.
    pub fn all(markdown: &str, dialect: Flavor, name: impl Fn(usize) -> String) -> Vec<Self> {
        let cut = segment::segments(markdown, dialect).into_iter().enumerate();
        cut.map(|(number, segment)| Self::new(name(number), segment)).collect()
    }
}

/// Returns the stored segments of a text. Returns no segments if this release splits the text into other byte ranges.
pub fn stored_segments(markdown: &str, dialect: Flavor, segments: &str) -> Vec<Known> {
    known_with_segments(markdown, dialect, segments).0
}

/// Like [`stored_segments`]. Also returns the segments into which this release splits the Markdown.
pub fn known_with_segments(
    markdown: &str,
    dialect: Flavor,
    segments: &str,
) -> (Vec<Known>, Vec<Segment>) {
    let stored: Vec<StoredSegment> = serde_json::from_str(segments).unwrap_or_default();
    let cut = segment::segments(markdown, dialect);
    let same = cut.len() == stored.len()
        && cut
            .iter()
            .zip(&stored)
            .all(|(cut, stored)| (cut.start, cut.end) == (stored.start, stored.end));
    if !same {
        return (Vec::new(), cut);
    }
    let known =
        cut.iter().zip(stored).map(|(segment, stored)| Known::new(stored.id, segment)).collect();
    (known, cut)
}

/// Segments before an import or a Git update; `None` for a language that did not change.
#[derive(Debug, Default)]
pub(crate) struct EarlierSegments {
    pub zh: Option<Vec<Known>>,
    pub en: Option<Vec<Known>>,
}

impl EarlierSegments {
    /// Returns the earlier state of the page. `after` is its current state, and `links` are its earlier alignments.
    pub(crate) fn before(self, after: &PageSegments, links: Vec<Alignment>) -> PageSegments {
        PageSegments {
            zh: self.zh.unwrap_or_else(|| after.zh.clone()),
            en: self.en.unwrap_or_else(|| after.en.clone()),
            links,
        }
    }

    pub(crate) fn add(&mut self, locale: Locale, before: Option<Vec<Known>>) {
        let own = if locale == Locale::Zh { &mut self.zh } else { &mut self.en };
        if own.is_none() {
            *own = before;
        }
    }
}

/// Cause of a change. The new alignments depend on the texts and on this cause.
#[derive(Clone, Copy)]
enum Cause<'a> {
    Edit,
    /// Import, without verdicts of users on the changes.
    Import(&'a EarlierSegments),
    Decisions(&'a [Decided<'a>]),
}

/// Aligns the two languages of a page and updates the counts of its segments.
pub async fn realign_page(tx: &mut Tx, page_id: &str, now: i64) -> Result<(), sqlx::Error> {
    realign_for_cause(tx, page_id, now, Cause::Edit).await.map(drop)
}

/// Like [`realign_page`], and applies `decided`, the verdicts of users on changed segments.
pub async fn realign_decided(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    decided: &[Decided<'_>],
) -> Result<(), sqlx::Error> {
    realign_for_cause(tx, page_id, now, Cause::Decisions(decided)).await.map(drop)
}

/// Like [`realign_page`], for imported texts without verdicts of users (ADR 0058): an updated translation
/// does not make its source outdated. Returns the page before and after.
pub(crate) async fn realign_imported(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    arrived: EarlierSegments,
) -> Result<(PageSegments, PageSegments), sqlx::Error> {
    let (old, after) = realign_for_cause(tx, page_id, now, Cause::Import(&arrived)).await?;
    Ok((arrived.before(&after, old), after))
}

/// Updates alignments and counts. Returns the earlier alignments, and the page after the change.
async fn realign_for_cause(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    cause: Cause<'_>,
) -> Result<(Vec<Alignment>, PageSegments), sqlx::Error> {
    // A text in the trash is ignored. Its alignments are retained in case the text is restored.
    let is_in_trash = |saved: &Saved| saved.trashed_at.is_some();
    let zh = sql::saved(tx, page_id, Locale::Zh).await?;
    let en = sql::saved(tx, page_id, Locale::En).await?;
    let is_whole = !zh.iter().chain(&en).any(is_in_trash);
    let existing = |saved: Option<Saved>| saved.filter(|saved| !is_in_trash(saved));
    let (zh_text, en_text) = (existing(zh), existing(en));
    let texts = (zh_text.as_ref(), en_text.as_ref());
    let PageSegments { zh, en, links: old } = PageSegments::of_saved(tx, page_id, texts).await?;
    let mut links = match realign::needs_first(&zh, &en, &old) {
        true => {
            let zh_first = first_in(tx, zh_text.as_ref()).await?;
            let en_first = first_in(tx, en_text.as_ref()).await?;
            let source = sql::source_in(tx, page_id).await?;
            let zh = Side { now: &zh, first: &zh_first };
            realign::realigned(zh, Side { now: &en, first: &en_first }, &old, source)
        }
        false => align(&zh, &en, &old),
    };
    match cause {
        Cause::Edit => {}
        Cause::Import(arrived) => {
            // `None` if the source language is only a default: either language may be the source.
            let source = sql::known_source_in(tx, page_id).await?;
            let sides = source.map(|source| match source {
                Locale::Zh => (source, &zh, &en, &arrived.en),
                Locale::En => (source, &en, &zh, &arrived.zh),
            });
            if let Some((source, source_now, now, Some(before))) = sides {
                let arrival = ImportedTranslation { before, now };
                realign::keep_source_up_to_date(&mut links, &old, (source, source_now), arrival);
            }
        }
        Cause::Decisions(decided) => {
            for decided in decided {
                decided.apply(&mut links, &zh, &en);
            }
        }
    }
    if is_whole && links != old {
        store_links(tx, page_id, links.clone(), now).await?;
    }
    for (text, own, other) in [(&zh_text, &zh, &en), (&en_text, &en, &zh)] {
        if let Some(text) = text {
            anchors::update_anchors(tx, &text.id, own, other, &links).await?;
        }
    }
    let ids = [zh_text, en_text].map(|text| text.map(|text| text.id));
    let ages = Ages { now, known: None };
    set_counts(tx, page_id, ids, (&zh, &en), (&links, ages)).await?;
    Ok((old, PageSegments { zh, en, links }))
}

/// Updates the stored segment counts of both texts of a page from its current alignments.
pub async fn count_segments(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    count_segments_since(tx, page_id, Ages { now: id::now(), known: None }).await
}

/// Like [`count_segments`]. `ages` contains the times to store for segments that become outdated or not translated.
pub(crate) async fn count_segments_since(
    tx: &mut Tx,
    page_id: &str,
    ages: Ages<'_>,
) -> Result<(), sqlx::Error> {
    let PageSegments { zh, en, links } = PageSegments::read(tx, page_id).await?;
    let mut ids = [None, None];
    for (id, locale) in ids.iter_mut().zip([Locale::Zh, Locale::En]) {
        let saved = sql::saved(tx, page_id, locale).await?;
        *id = saved.filter(|saved| saved.trashed_at.is_none()).map(|saved| saved.id);
    }
    set_counts(tx, page_id, ids, (&zh, &en), (&links, ages)).await
}

/// Stores the alignments of a page if `are_changed`. Updates the heading ids and the segment counts of
/// the Chinese and the English text in either case.
pub(crate) async fn store_page_links(
    tx: &mut Tx,
    page_id: &str,
    [(zh_text, zh), (en_text, en)]: [(&Saved, &[Known]); 2],
    (links, are_changed): (Vec<Alignment>, bool),
    ages: Ages<'_>,
) -> Result<(), sqlx::Error> {
    if are_changed {
        store_links(tx, page_id, links.clone(), ages.now).await?;
    }
    anchors::update_anchors(tx, &zh_text.id, zh, en, &links).await?;
    anchors::update_anchors(tx, &en_text.id, en, zh, &links).await?;
    let ids = [Some(zh_text.id.clone()), Some(en_text.id.clone())];
    set_counts(tx, page_id, ids, (zh, en), (&links, ages)).await
}

/// Stores the segment counts of texts. `ids` are the text ids of the Chinese and the English text; a text
/// without id is skipped.
async fn set_counts(
    tx: &mut Tx,
    page_id: &str,
    ids: [Option<String>; 2],
    (zh, en): (&[Known], &[Known]),
    (links, ages): (&[Alignment], Ages<'_>),
) -> Result<(), sqlx::Error> {
    let copies = copies::copies_of_page((zh, en), links, copies::exempt_in(tx, page_id)).await?;
    let freshness = freshness(zh, en, links, &copies);
    let of = [(Locale::Zh, zh, freshness.zh), (Locale::En, en, freshness.en)];
    let mut pending = Vec::new();
    for (id, (locale, _, fresh)) in ids.iter().zip(&of) {
        if id.is_some() {
            pending.extend(pending_ids(fresh).map(|segment| (*locale, segment.to_owned())));
        }
    }
    let since = pending_since::replace_pending(tx, page_id, pending, ages).await?;
    for (id, (locale, own, fresh)) in ids.into_iter().zip(of) {
        if let Some(id) = id {
            let is_copy = untranslated_copy::is_copy(own, locale, &copies);
            let since = since.iter().filter(|(of, _)| *of == locale).map(|(_, at)| *at).min();
            sql::update_counts(tx, &id, &Counts::of(&fresh, is_copy), since).await?;
        }
    }
    Ok(())
}

/// Returns the ids of pending segments: outdated segments and untranslated copies of this text, and segments of the
/// other text that have no translation.
fn pending_ids(fresh: &TextFreshness) -> impl Iterator<Item = &str> {
    let outdated = fresh.outdated_segments.iter().map(|it| it.id.as_str());
    let missing = fresh.not_translated_segments.iter().map(|it| it.id.as_str());
    outdated.chain(missing).chain(fresh.copied_segments.iter().map(|it| it.id.as_str()))
}

/// Returns the alignments of two texts, realigned from `old`. The first revisions of the texts are
/// not taken into account.
pub fn align(zh: &[Known], en: &[Known], old: &[Alignment]) -> Vec<Alignment> {
    let (zh, en) = (Side { now: zh, first: &[] }, Side { now: en, first: &[] });
    realign::realigned(zh, en, old, Locale::En)
}

/// Returns the segments of the first revision of a text.
async fn first_in(tx: &mut Tx, text: Option<&Saved>) -> Result<Vec<Known>, sqlx::Error> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let first = sql::revision_in(tx, &text.id, FIRST).await?;
    Ok(first.map_or_else(Vec::new, |first| first_known(&first, &text.file)))
}

/// Number of the first revision of a text.
pub const FIRST: i64 = 1;

pub fn first_known(first: &Revision, file: &str) -> Vec<Known> {
    stored_segments(&first.markdown, Flavor::read(&first.dialect, file), &first.segments)
}

/// Updates alignments after a change of Markdown notation that keeps the words. Alignments that are based on `before`
/// are then based on `after`.
pub async fn follow_notation(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    (locale, before, after): (Locale, &[Known], &[Known]),
) -> Result<(), sqlx::Error> {
    let of = |texts: &[Known]| -> HashMap<String, Fingerprint> {
        texts.iter().map(|known| (known.id.clone(), known.fingerprint.clone())).collect()
    };
    let (before, after) = (of(before), of(after));
    let is_same = |before: Option<&Fingerprint>, stored: &Fingerprint| {
        before.is_some_and(|before| before.is_same(stored))
    };
    let mut links: Vec<_> =
        sql::alignments_in(tx, page_id).await?.into_iter().map(Alignment::from).collect();
    for link in &mut links {
        let (id, fingerprint) = match locale {
            Locale::Zh => (&link.zh, &mut link.zh_fingerprint),
            Locale::En => (&link.en, &mut link.en_fingerprint),
        };
        if let Some(after) = after.get(id).filter(|_| is_same(before.get(id), fingerprint)) {
            *fingerprint = after.clone();
        }
    }
    store_links(tx, page_id, links, now).await
}

impl From<StoredAlignment> for Alignment {
    fn from(link: StoredAlignment) -> Self {
        Self {
            zh: link.zh_segment,
            en: link.en_segment,
            zh_fingerprint: Fingerprint {
                words: link.zh_words,
                markup: link.zh_markup,
                folded: link.zh_folded,
            },
            en_fingerprint: Fingerprint {
                words: link.en_words,
                markup: link.en_markup,
                folded: link.en_folded,
            },
        }
    }
}

impl From<Alignment> for StoredAlignment {
    fn from(link: Alignment) -> Self {
        Self {
            zh_segment: link.zh,
            en_segment: link.en,
            zh_words: link.zh_fingerprint.words,
            zh_markup: link.zh_fingerprint.markup,
            zh_folded: link.zh_fingerprint.folded,
            en_words: link.en_fingerprint.words,
            en_markup: link.en_fingerprint.markup,
            en_folded: link.en_fingerprint.folded,
        }
    }
}

//! One text of one page into the record: a revision when something changed, segment identities that
//! survive the edit, and the links between both languages from which freshness is derived.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use super::reading::anchors;
use super::store::{self, Counts, Link, RevisionRow, Saved, TextRow};
use super::{PLACES, TEXTS, TREE, branch_above, page_tag, redirects};
use crate::shared::changes::Tag;
use crate::shared::content::dialect::Dialect;
use crate::shared::content::freshness::{Link as FreshLink, freshness};
use crate::shared::content::identity::{self, Identity};
use crate::shared::content::page_path;
use crate::shared::content::pairing;
use crate::shared::content::segment::{self, Known, Segment};
use crate::shared::content::words::{self, Fingerprint};
use crate::shared::db::Tx;
use crate::shared::id;

/// Where a text comes from that somebody writes here.
pub(super) const SITE: &str = "site";

/// A text as it comes in, from a file or an editor.
pub(super) struct Incoming<'a> {
    pub(super) area: &'a str,
    pub(super) key: &'a str,
    pub(super) locale: Locale,
    pub(super) path: &'a str,
    pub(super) file: &'a str,
    pub(super) title: &'a str,
    pub(super) label: &'a str,
    pub(super) description: &'a str,
    pub(super) position: i64,
    pub(super) front_matter: &'a str,
    pub(super) markdown: &'a str,
    pub(super) dialect: Dialect,
    /// Kept, but shown to nobody.
    pub(super) is_draft: bool,
    pub(super) origin: &'a str,
    pub(super) author: &'a str,
    pub(super) now: i64,
    /// When its author wrote it, as far as that is known.
    pub(super) written_at: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    New,
    Changed,
    /// Not in itself: where it comes among its neighbours may be new.
    Same,
}

pub(super) struct Done {
    pub(super) outcome: Outcome,
    pub(super) page_id: String,
    pub(super) text_id: String,
    /// Number of the revision that stands now.
    pub(super) number: i64,
    /// What changed, for whoever shows it.
    pub(super) tags: Vec<Tag>,
}

/// A segment as kept with a revision: its identity and what it said, as hashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptSegment {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) words: String,
    pub(crate) markup: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) heading: Option<String>,
}

/// Saves a text. Nothing is written when it says what its newest revision says.
pub(super) async fn text(tx: &mut Tx, incoming: &Incoming<'_>) -> Result<Done, sqlx::Error> {
    let page_id =
        store::page(tx, incoming.area, incoming.key, incoming.locale, &id::record(), incoming.now)
            .await?;
    let saved = store::saved(tx, &page_id, incoming.locale).await?;
    let hash = incoming.hash();
    let is_same = saved.as_ref().is_some_and(|it| incoming.stands_as(it) && it.hash == hash);
    if let Some(saved) = saved.as_ref().filter(|it| is_same && it.position == incoming.position) {
        let (text_id, number) = (saved.id.clone(), saved.number);
        return Ok(Done { outcome: Outcome::Same, page_id, text_id, number, tags: Vec::new() });
    }
    let outcome = match saved {
        None => Outcome::New,
        Some(_) if is_same => Outcome::Same,
        Some(_) => Outcome::Changed,
    };
    let text_id = saved.as_ref().map_or_else(id::record, |saved| saved.id.clone());
    let number = match &saved {
        Some(saved) if saved.hash == hash => saved.number,
        saved => saved.as_ref().map_or(1, |saved| saved.number + 1),
    };
    put(tx, incoming, &page_id, &text_id, number).await?;
    redirects::follow(tx, incoming, &page_id, saved.as_ref()).await?;
    if saved.as_ref().is_none_or(|saved| saved.hash != hash) {
        let segments = identified(incoming, saved.as_ref());
        add_revision(tx, incoming, &text_id, number, &hash, &segments).await?;
    }
    let tags = incoming.tags(saved.as_ref());
    Ok(Done { outcome, page_id, text_id, number, tags })
}

impl Saved {
    pub(super) fn dialect(&self) -> Dialect {
        Dialect::read(&self.dialect, &self.file)
    }
}

impl Incoming<'_> {
    /// Over everything that a revision holds.
    fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [self.title, self.front_matter, self.markdown] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(self.dialect.kept(self.file).as_bytes());
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// Whether the page keeps its place and name; others may come before it now.
    fn stands_as(&self, saved: &Saved) -> bool {
        saved.path == self.path
            && saved.file == self.file
            && saved.title == self.title
            && saved.label == self.label
            && saved.description == self.description
            && saved.is_draft == i64::from(self.is_draft)
            && saved.removed_at.is_none()
    }

    /// What somebody may show that is different now.
    fn tags(&self, saved: Option<&Saved>) -> Vec<Tag> {
        let mut tags = vec![page_tag(self.area, self.key), TEXTS.to_owned(), "status".to_owned()];
        let moved = saved.is_none_or(|saved| saved.path != self.path);
        let renamed =
            saved.is_none_or(|saved| saved.title != self.title || saved.label != self.label);
        let placed = moved
            || saved.is_none_or(|saved| {
                saved.position != self.position
                    || saved.file != self.file
                    || saved.is_draft != i64::from(self.is_draft)
                    || saved.removed_at.is_some()
            });
        if placed || renamed {
            tags.push(TREE.to_owned());
            tags.push(branch_above(self.path));
        }
        if placed {
            tags.push(PLACES.to_owned());
        }
        if moved {
            // Folders may have come into being all the way up, and the place left is another's now.
            tags.extend(page_path::folders(self.path).map(branch_above));
            tags.extend(saved.map(|saved| branch_above(&saved.path)));
        }
        tags
    }
}

async fn put(
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
    store::make_room(tx, &row).await?;
    store::put_text(tx, &row).await
}

async fn add_revision(
    tx: &mut Tx,
    incoming: &Incoming<'_>,
    text_id: &str,
    number: i64,
    hash: &str,
    segments: &[KeptSegment],
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
        dialect: incoming.dialect.kept(incoming.file),
        origin: incoming.origin,
        author: incoming.author,
        now: incoming.now,
    };
    store::add_revision(tx, &row).await
}

/// The segments of the new text, with the identities of the old one's where they go on.
fn identified(incoming: &Incoming<'_>, saved: Option<&Saved>) -> Vec<KeptSegment> {
    let new = segment::segments(incoming.markdown, incoming.dialect);
    let old = saved
        .map_or_else(Vec::new, |saved| known(&saved.markdown, saved.dialect(), &saved.segments));
    let identities = identity::identify(&old, &new, &mut id::record);
    let kept = |(segment, identity): (Segment, Identity)| KeptSegment::new(identity.id, segment);
    new.into_iter().zip(identities.segments).map(kept).collect()
}

impl KeptSegment {
    fn new(id: String, segment: Segment) -> Self {
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

    /// The segments of a text that was never edited here, named by their numbers.
    pub(super) fn all(
        markdown: &str,
        dialect: Dialect,
        name: impl Fn(usize) -> String,
    ) -> Vec<Self> {
        let cut = segment::segments(markdown, dialect).into_iter().enumerate();
        cut.map(|(number, segment)| Self::new(name(number), segment)).collect()
    }
}

/// A saved text's segments with their identities. Segments cut by other rules than today's are not
/// known: their identities would be guesses.
pub(super) fn known(markdown: &str, dialect: Dialect, segments: &str) -> Vec<Known> {
    let kept: Vec<KeptSegment> = serde_json::from_str(segments).unwrap_or_default();
    let cut = segment::segments(markdown, dialect);
    let same = cut.len() == kept.len()
        && cut.iter().zip(&kept).all(|(cut, kept)| (cut.start, cut.end) == (kept.start, kept.end));
    if !same {
        return Vec::new();
    }
    cut.into_iter().zip(kept).map(|(segment, kept)| Known::new(kept.id, &segment)).collect()
}

/// What a change of a segment means for its translation, as somebody has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// It says something else: the translation is behind.
    Meaning,
    /// It says the same in other words.
    Wording,
    /// The translation says the new thing already.
    Translated,
}

/// Segments of one language, with what their changes mean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decided<'a> {
    pub(super) locale: Locale,
    pub(super) verdicts: &'a [(String, Verdict)],
}

/// Links the two languages of a page and counts what is behind.
pub(super) async fn pair(tx: &mut Tx, page_id: &str, now: i64) -> Result<(), sqlx::Error> {
    let nothing = Decided { locale: Locale::En, verdicts: &[] };
    pair_decided(tx, page_id, now, nothing).await
}

/// The same where somebody has decided what changes mean.
pub(super) async fn pair_decided(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    decided: Decided<'_>,
) -> Result<(), sqlx::Error> {
    // What was taken down says nothing any more; its links stay as they are, in case it comes back.
    let is_gone = |saved: &Saved| saved.removed_at.is_some();
    let zh = store::saved(tx, page_id, Locale::Zh).await?;
    let en = store::saved(tx, page_id, Locale::En).await?;
    let is_whole = !zh.iter().chain(&en).any(is_gone);
    let standing = |saved: Option<Saved>| saved.filter(|saved| !is_gone(saved));
    let (zh, en) = (standing(zh), standing(en));
    let of = |text: &Option<Saved>| {
        text.as_ref()
            .map_or_else(Vec::new, |text| known(&text.markdown, text.dialect(), &text.segments))
    };
    let (zh_text, en_text) = (zh, en);
    let (zh, en) = (of(&zh_text), of(&en_text));
    let old: Vec<_> =
        store::links_in(tx, page_id).await?.into_iter().map(FreshLink::from).collect();
    let mut links = linked(&zh, &en, &old);
    decided.hold(&mut links, &zh, &en);
    if is_whole && links != old {
        store::remove_links(tx, page_id).await?;
        let rows: Vec<_> = links.iter().cloned().map(Link::from).collect();
        store::add_links(tx, page_id, &rows, "import", now).await?;
    }
    for (text, own, other) in [(&zh_text, &zh, &en), (&en_text, &en, &zh)] {
        if let Some(text) = text {
            anchors::renew(tx, &text.id, own, other, &links).await?;
        }
    }
    let freshness = freshness(&zh, &en, &links);
    for (text, fresh) in [(zh_text, freshness.zh), (en_text, freshness.en)] {
        if let Some(text) = text {
            store::set_counts(tx, &text.id, &Counts::of(&fresh)).await?;
        }
    }
    Ok(())
}

/// What is only written otherwise, in the same words, is what the other language was translated from: links that
/// rested on `before` rest on `after`.
pub(super) async fn follow(
    tx: &mut Tx,
    page_id: &str,
    now: i64,
    (locale, before, after): (Locale, &[Known], &[Known]),
) -> Result<(), sqlx::Error> {
    let of = |texts: &[Known]| -> HashMap<String, Fingerprint> {
        texts.iter().map(|known| (known.id.clone(), known.fingerprint.clone())).collect()
    };
    let (before, after) = (of(before), of(after));
    let mut links: Vec<_> =
        store::links_in(tx, page_id).await?.into_iter().map(FreshLink::from).collect();
    for link in &mut links {
        let (id, fingerprint) = match locale {
            Locale::Zh => (&link.zh, &mut link.zh_fingerprint),
            Locale::En => (&link.en, &mut link.en_fingerprint),
        };
        if let Some(after) = after.get(id).filter(|_| before.get(id) == Some(fingerprint)) {
            *fingerprint = after.clone();
        }
    }
    store::remove_links(tx, page_id).await?;
    let rows: Vec<_> = links.into_iter().map(Link::from).collect();
    store::add_links(tx, page_id, &rows, "import", now).await
}

impl Decided<'_> {
    /// Lets links rest on what their segments say now.
    fn hold(&self, links: &mut [FreshLink], zh: &[Known], en: &[Known]) {
        let verdicts: HashMap<&str, Verdict> =
            self.verdicts.iter().map(|(id, verdict)| (id.as_str(), *verdict)).collect();
        if verdicts.is_empty() {
            return;
        }
        let now = |texts: &[Known]| -> HashMap<String, Fingerprint> {
            texts.iter().map(|known| (known.id.clone(), known.fingerprint.clone())).collect()
        };
        let (zh, en) = (now(zh), now(en));
        for link in links {
            let own = if self.locale == Locale::Zh { &link.zh } else { &link.en };
            let verdict = verdicts.get(own.as_str()).copied().unwrap_or(Verdict::Meaning);
            let both = verdict == Verdict::Translated;
            let renews = |locale| both || (verdict == Verdict::Wording && self.locale == locale);
            if let Some(fingerprint) = zh.get(&link.zh).filter(|_| renews(Locale::Zh)) {
                link.zh_fingerprint = fingerprint.clone();
            }
            if let Some(fingerprint) = en.get(&link.en).filter(|_| renews(Locale::En)) {
                link.en_fingerprint = fingerprint.clone();
            }
        }
    }
}

/// The links as they stand after a save. A link is made where segments without one line up, and
/// renewed when both its sides have changed: together, or the second one catching up with the first.
pub(super) fn linked(zh: &[Known], en: &[Known], old: &[FreshLink]) -> Vec<FreshLink> {
    let zh_now: HashMap<&str, &Known> = zh.iter().map(|known| (known.id.as_str(), known)).collect();
    let en_now: HashMap<&str, &Known> = en.iter().map(|known| (known.id.as_str(), known)).collect();
    let mut links = Vec::new();
    for link in old.iter().filter(|link| !is_with_nothing(link)) {
        let (Some(zh), Some(en)) = (zh_now.get(link.zh.as_str()), en_now.get(link.en.as_str()))
        else {
            // The other side of a removed segment is behind until somebody decides: keep the link.
            if zh_now.contains_key(link.zh.as_str()) || en_now.contains_key(link.en.as_str()) {
                links.push(link.clone());
            }
            continue;
        };
        let both_changed =
            zh.fingerprint != link.zh_fingerprint && en.fingerprint != link.en_fingerprint;
        links.push(if both_changed { link_of(zh, en) } else { link.clone() });
    }
    let taken = |side: fn(&FreshLink) -> &String| -> HashSet<String> {
        links.iter().map(|link| side(link).clone()).collect()
    };
    let (zh_taken, en_taken) = (taken(|link| &link.zh), taken(|link| &link.en));
    for pair in pairing::pairs(zh, en) {
        if zh_taken.contains(&pair.zh) || en_taken.contains(&pair.en) {
            continue;
        }
        if let (Some(zh), Some(en)) = (zh_now.get(pair.zh.as_str()), en_now.get(pair.en.as_str())) {
            links.push(link_of(zh, en));
        }
    }
    links.retain(|link| !is_with_nothing(link));
    links.sort_by(|a, b| (&a.zh, &a.en).cmp(&(&b.zh, &b.en)));
    links
}

/// A text that says nothing yet is one empty paragraph, which is the translation of nothing.
fn is_with_nothing(link: &FreshLink) -> bool {
    let nothing = words::hash("");
    let is_empty = |it: &Fingerprint| it.words == nothing && it.markup == nothing;
    is_empty(&link.zh_fingerprint) != is_empty(&link.en_fingerprint)
}

fn link_of(zh: &Known, en: &Known) -> FreshLink {
    FreshLink {
        zh: zh.id.clone(),
        en: en.id.clone(),
        zh_fingerprint: zh.fingerprint.clone(),
        en_fingerprint: en.fingerprint.clone(),
    }
}

impl From<Link> for FreshLink {
    fn from(link: Link) -> Self {
        Self {
            zh: link.zh_segment,
            en: link.en_segment,
            zh_fingerprint: Fingerprint { words: link.zh_words, markup: link.zh_markup },
            en_fingerprint: Fingerprint { words: link.en_words, markup: link.en_markup },
        }
    }
}

impl From<FreshLink> for Link {
    fn from(link: FreshLink) -> Self {
        Self {
            zh_segment: link.zh,
            en_segment: link.en,
            zh_words: link.zh_fingerprint.words,
            zh_markup: link.zh_fingerprint.markup,
            en_words: link.en_fingerprint.words,
            en_markup: link.en_fingerprint.markup,
        }
    }
}

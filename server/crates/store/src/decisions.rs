//! Decisions of users about changes: verdicts on changed segments, and acknowledgements of outdated
//! segments.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::page_segments::PageSegments;
use super::pending_since::Ages;
use super::{copies, save};
use pailou_database::Tx;
use pailou_translation::fingerprint::Fingerprint;
use pailou_translation::freshness::{Alignment, OrientedAlignment, freshness};
use pailou_translation::segment::Known;

/// Verdict of a user on a changed segment: the effect of the change on the other language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The meaning changed: the counterpart is outdated.
    Meaning,
    /// Only the wording changed: the counterpart keeps its state.
    Wording,
    /// Both languages have the same meaning now.
    Translated,
}

/// Verdicts on changed segments of one language.
#[derive(Debug, Clone, Copy)]
pub struct Decided<'a> {
    pub locale: Locale,
    pub verdicts: &'a [(String, Verdict)],
    /// The page before the changes.
    pub before: &'a PageSegments,
}

fn by_id(segments: &[Known]) -> HashMap<&str, &Fingerprint> {
    segments.iter().map(|known| (known.id.as_str(), &known.fingerprint)).collect()
}

impl Decided<'_> {
    /// Applies the verdicts to alignments. `zh` and `en` are the texts after the change.
    pub(crate) fn apply(&self, links: &mut Vec<Alignment>, zh: &[Known], en: &[Known]) {
        let verdicts: HashMap<&str, Verdict> =
            self.verdicts.iter().map(|(id, verdict)| (id.as_str(), *verdict)).collect();
        if verdicts.is_empty() {
            return;
        }
        let (own, other) = if self.locale == Locale::Zh { (zh, en) } else { (en, zh) };
        let (own, other) = (by_id(own), by_id(other));
        links.retain_mut(|link| {
            let half = OrientedAlignment::of(link, self.locale);
            let Some(verdict) = verdicts.get(half.own).copied() else { return true };
            let fingerprints = match (own.get(half.own), other.get(half.other)) {
                (Some(own), Some(other)) => self.decided(verdict, &half, own, other),
                // The segment was deleted. Its alignment makes the counterpart outdated, and is kept
                // only if the meaning changed.
                (None, Some(_)) => return verdict == Verdict::Meaning,
                // The counterpart was deleted. `Translated` removes the alignment, so that the segment
                // is not outdated.
                (Some(_), None) => return verdict != Verdict::Translated,
                (None, None) => return true,
            };
            if let Some((own, other)) = fingerprints {
                link.set_fingerprints(self.locale, own, other);
            }
            true
        });
    }

    /// Returns the new fingerprints of the alignment of two existing segments: of the segment in
    /// this language, and of its counterpart. `None` leaves the alignment unchanged.
    fn decided(
        &self,
        verdict: Verdict,
        half: &OrientedAlignment<'_>,
        own: &Fingerprint,
        other: &Fingerprint,
    ) -> Option<(Fingerprint, Fingerprint)> {
        let before: Vec<_> =
            self.before.links.iter().map(|link| OrientedAlignment::of(link, self.locale)).collect();
        // A rewritten segment may have a new id. Its earlier alignment is found by the id of its counterpart.
        let before = before
            .iter()
            .find(|old| old.own == half.own)
            .or_else(|| before.iter().find(|old| old.other == half.other));
        let both = (own.clone(), other.clone());
        match (verdict, before) {
            (Verdict::Translated, _) | (Verdict::Wording, None) => Some(both),
            (Verdict::Meaning, None) => None,
            (Verdict::Meaning, Some(old)) => Some((old.own_fingerprint.clone(), other.clone())),
            // A segment that was outdated before this change stays outdated, in either language.
            (Verdict::Wording, Some(old)) => {
                let fingerprint_before = |locale: Locale, id: &str| {
                    let known = self.before.of(locale).iter().find(|known| known.id == id);
                    known.map(|known| &known.fingerprint)
                };
                let was = fingerprint_before(self.locale, old.own);
                let was_there = fingerprint_before(self.locale.other(), old.other);
                let was_as_linked = was.is_some_and(|was| was.is_same(old.own_fingerprint));
                let is_same_there = was_there.is_some_and(|was| was.is_same(other));
                Some((
                    if was_as_linked { own.clone() } else { old.own_fingerprint.clone() },
                    if is_same_there { old.other_fingerprint.clone() } else { other.clone() },
                ))
            }
        }
    }
}

/// An outdated segment of a page.
pub struct Outdated {
    pub id: String,
    /// Fingerprint of the source segment; empty if the source segment was deleted.
    pub source: Fingerprint,
}

/// Returns the outdated segments in one language of a page, in text order.
pub async fn outdated_segments(
    tx: &mut Tx,
    page_id: &str,
    page: &PageSegments,
    locale: Locale,
) -> Result<Vec<Outdated>, sqlx::Error> {
    let PageSegments { zh, en, links } = page;
    let copies = copies::copies_of_page((zh, en), links, copies::exempt_in(tx, page_id)).await?;
    let fresh = freshness(zh, en, links, &copies);
    let found = match locale {
        Locale::Zh => fresh.zh.outdated_segments,
        Locale::En => fresh.en.outdated_segments,
    };
    let now = by_id(page.of(locale.other()));
    let halves = links.iter().map(|link| OrientedAlignment::of(link, locale));
    let partner: HashMap<&str, &str> = halves.map(|half| (half.own, half.other)).collect();
    let outdated = |id: String| {
        let source = partner.get(id.as_str()).and_then(|partner| now.get(partner));
        Outdated { source: source.map_or_else(Fingerprint::default, |it| (*it).clone()), id }
    };
    Ok(found.into_iter().map(|found| outdated(found.id)).collect())
}

/// Marks outdated segments as still correct. Their alignments get the current fingerprints of both
/// languages, or are removed if the counterpart was deleted. Returns the earlier alignments.
pub async fn acknowledge(
    tx: &mut Tx,
    page_id: &str,
    page: PageSegments,
    locale: Locale,
    segments: &HashSet<&str>,
    now: i64,
) -> Result<Vec<Alignment>, sqlx::Error> {
    let PageSegments { zh, en, links } = page;
    let (zh, en) = (by_id(&zh), by_id(&en));
    let mut before = Vec::new();
    let mut renewed = Vec::with_capacity(links.len());
    for link in links {
        if !segments.contains(OrientedAlignment::of(&link, locale).own) {
            renewed.push(link);
            continue;
        }
        if let (Some(zh), Some(en)) = (zh.get(link.zh.as_str()), en.get(link.en.as_str())) {
            renewed.push(Alignment {
                zh_fingerprint: (*zh).clone(),
                en_fingerprint: (*en).clone(),
                ..link.clone()
            });
        }
        before.push(link);
    }
    save::store_links(tx, page_id, renewed, now).await?;
    save::realign_page(tx, page_id, now).await?;
    Ok(before)
}

/// Whether the acknowledgement of a segment still applies: all alignments that the acknowledgement kept have the
/// current fingerprints of both languages. `before` contains the alignments of the segment before the acknowledgement.
pub fn is_acknowledged(
    page: &PageSegments,
    locale: Locale,
    segment: &str,
    before: &[Alignment],
) -> bool {
    let (zh, en) = (by_id(&page.zh), by_id(&page.en));
    let own = page.of(locale).iter().any(|known| known.id == segment);
    let is_as_linked = |print: Option<&&Fingerprint>, linked: &Fingerprint| {
        print.is_some_and(|print| print.is_same(linked))
    };
    let of_segment = |link: &&Alignment| OrientedAlignment::of(link, locale).own == segment;
    let holds = |link: &Alignment| {
        is_as_linked(zh.get(link.zh.as_str()), &link.zh_fingerprint)
            && is_as_linked(en.get(link.en.as_str()), &link.en_fingerprint)
    };
    let now: Vec<_> = page.links.iter().filter(of_segment).collect();
    let other_segments = by_id(page.of(locale.other()));
    let had = before
        .iter()
        .filter(|link| other_segments.contains_key(OrientedAlignment::of(link, locale).other))
        .count();
    own && !before.is_empty() && now.len() == had && now.into_iter().all(holds)
}

/// Segments whose acknowledgement is undone.
pub struct Undone<'a> {
    /// Alignments of the segments before the acknowledgement.
    pub links: Vec<Alignment>,
    /// Time at which each segment became outdated, by segment id.
    pub since: HashMap<&'a str, i64>,
}

/// Restores the earlier alignments of acknowledged segments, and the times at which the segments became outdated.
pub async fn undo_acknowledgement(
    tx: &mut Tx,
    page_id: &str,
    page: PageSegments,
    locale: Locale,
    undone: Undone<'_>,
    now: i64,
) -> Result<(), sqlx::Error> {
    let mut links = page.links;
    links.retain(|link| !undone.since.contains_key(OrientedAlignment::of(link, locale).own));
    links.extend(undone.links);
    save::store_links(tx, page_id, links, now).await?;
    let since = undone.since.into_iter();
    let known = since.map(|(segment, since)| ((locale, segment.to_owned()), since)).collect();
    save::count_segments_since(tx, page_id, Ages { now, known: Some(&known) }).await
}

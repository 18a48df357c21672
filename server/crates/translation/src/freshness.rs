//! Freshness of a translation, computed from the hashes that are stored with alignments. Either
//! language may have changed.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use crate::fingerprint::Fingerprint;
use crate::segment::{Kind, Known};
use crate::untranslated_copy::Copies;

/// Alignment of two segments, with the fingerprints that they had when their texts last had the same meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    pub zh: String,
    pub en: String,
    pub zh_fingerprint: Fingerprint,
    pub en_fingerprint: Fingerprint,
}

/// Change of the counterpart since the alignment was created or updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Markup only, such as link targets and images. A change of code is a change of words.
    Minor,
    Major,
    /// The counterpart of the segment was deleted.
    Removed,
}

impl Change {
    pub fn name(self) -> &'static str {
        match self {
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Removed => "removed",
        }
    }
}

/// A segment whose counterpart was changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outdated {
    pub id: String,
    pub heading_id: Option<String>,
    pub kind: Kind,
    pub change: Change,
    /// True if the segment and its counterpart have both changed.
    pub conflict: bool,
}

/// A segment of the other text that this text lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTranslated {
    /// Id of the segment in the other text; `heading_id` is also from that text.
    pub id: String,
    pub heading_id: Option<String>,
    pub kind: Kind,
}

/// A segment that is an untranslated copy of its counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    pub id: String,
    pub heading_id: Option<String>,
    pub kind: Kind,
}

/// Number of segments, and number of their characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub segments: u32,
    pub characters: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextFreshness {
    /// Sum of the next four fields.
    pub total: Tally,
    pub up_to_date: Tally,
    /// Outdated segments, including conflicts.
    pub outdated: Tally,
    /// Segments that are missing, or untranslated copies of their counterparts.
    pub not_translated: Tally,
    /// Unaligned segments of the other text, in sections where this text has unaligned segments, too.
    pub not_aligned: Tally,
    pub outdated_segments: Vec<Outdated>,
    pub not_translated_segments: Vec<NotTranslated>,
    /// Untranslated copies in this text, which count as not translated.
    pub copied_segments: Vec<Copied>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Freshness {
    pub zh: TextFreshness,
    pub en: TextFreshness,
}

/// Returns `done` as a percentage of `total`, rounded to the nearest integer; `None` if `total` is 0. The result is
/// 100 only if `done` equals `total`, and 0 only if `done` is 0.
pub fn percent(done: u64, total: u64) -> Option<u64> {
    let share = (done * 100 + total / 2).checked_div(total)?;
    Some(match share {
        100.. if done < total => 99,
        0 if done > 0 => 1,
        share => share,
    })
}

impl Tally {
    fn add(&mut self, segment: &Known) {
        self.segments += 1;
        self.characters += u32::try_from(segment.words.chars().count()).unwrap_or(u32::MAX);
    }
}

/// Compares the current segments with the hashes in the alignments. Segments without words are
/// ignored. Untranslated copies count as not translated, even if their source has changed or was deleted.
pub fn freshness(zh: &[Known], en: &[Known], links: &[Alignment], copies: &Copies) -> Freshness {
    // If one text was deleted, the other one cannot be outdated.
    let links = if zh.is_empty() || en.is_empty() { &[] } else { links };
    let of =
        |locale| links.iter().map(|link| OrientedAlignment::of(link, locale)).collect::<Vec<_>>();
    let (of_zh, of_en) = (of(Locale::Zh), of(Locale::En));
    let (zh_copies, en_copies) = (&copies.zh, &copies.en);
    Freshness {
        zh: text(zh, en, &of_zh, (zh_copies, en_copies)),
        en: text(en, zh, &of_en, (en_copies, zh_copies)),
    }
}

/// An alignment, with the segment of one language as `own` and its counterpart as `other`.
#[derive(Debug, Clone, Copy)]
pub struct OrientedAlignment<'a> {
    pub own: &'a str,
    pub other: &'a str,
    pub own_fingerprint: &'a Fingerprint,
    pub other_fingerprint: &'a Fingerprint,
}

impl<'a> OrientedAlignment<'a> {
    pub fn of(link: &'a Alignment, locale: Locale) -> Self {
        let zh = (link.zh.as_str(), &link.zh_fingerprint);
        let en = (link.en.as_str(), &link.en_fingerprint);
        let (own, other) = if locale == Locale::Zh { (zh, en) } else { (en, zh) };
        Self { own: own.0, other: other.0, own_fingerprint: own.1, other_fingerprint: other.1 }
    }
}

impl Alignment {
    /// Sets the fingerprints that the alignment is based on: `own` is that of `locale`, `other` that
    /// of the other language.
    pub fn set_fingerprints(&mut self, locale: Locale, own: Fingerprint, other: Fingerprint) {
        (self.zh_fingerprint, self.en_fingerprint) =
            if locale == Locale::Zh { (own, other) } else { (other, own) };
    }
}

fn text(
    own: &[Known],
    other: &[Known],
    links: &[OrientedAlignment<'_>],
    (copies, copies_there): (&HashSet<String>, &HashSet<String>),
) -> TextFreshness {
    let other_now: HashMap<&str, &Known> =
        other.iter().map(|segment| (segment.id.as_str(), segment)).collect();
    let by_own: HashMap<&str, &OrientedAlignment<'_>> =
        links.iter().map(|link| (link.own, link)).collect();
    let by_other: HashSet<&str> = links.iter().map(|link| link.other).collect();
    let not_aligned = not_aligned(own, other, links);
    let mut found = TextFreshness::default();
    for segment in own.iter().filter(|segment| segment.is_translatable()) {
        found.total.add(segment);
        if copies.contains(&segment.id) {
            found.not_translated.add(segment);
            found.copied_segments.push(Copied {
                id: segment.id.clone(),
                heading_id: segment.heading_id.clone(),
                kind: segment.kind,
            });
            continue;
        }
        let Some(link) = by_own.get(segment.id.as_str()) else {
            found.up_to_date.add(segment);
            continue;
        };
        // An untranslated copy has no content of its own that could make the source outdated.
        let change = match copies_there.contains(link.other) {
            true => None,
            false => change_since(link.other_fingerprint, other_now.get(link.other).copied()),
        };
        match change {
            None => found.up_to_date.add(segment),
            Some(change) => {
                found.outdated.add(segment);
                let conflict = change_since(link.own_fingerprint, Some(segment)).is_some();
                let heading_id = segment.heading_id.clone();
                found.outdated_segments.push(Outdated {
                    id: segment.id.clone(),
                    heading_id,
                    kind: segment.kind,
                    change,
                    conflict,
                });
            }
        }
    }
    for segment in other.iter().filter(|segment| segment.is_translatable()) {
        // An aligned segment does not count as missing in this text. If its counterpart was deleted, the segment counts
        // as outdated in the other text.
        if by_other.contains(segment.id.as_str()) {
            continue;
        }
        found.total.add(segment);
        if not_aligned.contains(segment.id.as_str()) {
            found.not_aligned.add(segment);
            continue;
        }
        found.not_translated.add(segment);
        let heading_id = segment.heading_id.clone();
        found.not_translated_segments.push(NotTranslated {
            id: segment.id.clone(),
            heading_id,
            kind: segment.kind,
        });
    }
    found
}

/// Returns the change of a segment since it had the fingerprint `before`; `None` if it is unchanged. `now` is `None` if
/// the segment was deleted.
fn change_since(before: &Fingerprint, now: Option<&Known>) -> Option<Change> {
    let Some(now) = now else { return Some(Change::Removed) };
    if now.fingerprint.is_same(before) {
        None
    } else if now.fingerprint.has_same_words(before) {
        Some(Change::Minor)
    } else {
        Some(Change::Major)
    }
}

/// Returns the unaligned segments of the other text, in sections where this text has unaligned
/// segments too.
fn not_aligned<'a>(
    own: &'a [Known],
    other: &'a [Known],
    links: &[OrientedAlignment<'_>],
) -> HashSet<&'a str> {
    let own_ids: HashMap<&str, usize> =
        links.iter().enumerate().map(|(at, link)| (link.own, at)).collect();
    let other_ids: HashMap<&str, usize> =
        links.iter().enumerate().map(|(at, link)| (link.other, at)).collect();
    let own_sections: HashSet<Option<usize>> =
        unlinked(own, &own_ids).map(|(section, _)| section).collect();
    unlinked(other, &other_ids)
        .filter(|(section, _)| own_sections.contains(section))
        .map(|(_, segment)| segment.id.as_str())
        .collect()
}

/// Returns the unaligned segments, each with the alignment of the nearest aligned heading above.
fn unlinked<'a>(
    segments: &'a [Known],
    links: &HashMap<&str, usize>,
) -> impl Iterator<Item = (Option<usize>, &'a Known)> {
    let mut section = None;
    segments.iter().filter_map(move |segment| {
        let link = links.get(segment.id.as_str()).copied();
        if matches!(segment.kind, Kind::Heading(_)) && link.is_some() {
            section = link;
        }
        (link.is_none() && segment.is_translatable()).then_some((section, segment))
    })
}

#[cfg(test)]
#[path = "freshness_tests.rs"]
mod tests;

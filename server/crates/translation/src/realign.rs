//! Realignment of segments after an edit.
//!
//! An alignment is kept if both segments exist and at most one has changed. A deleted segment is replaced by a new
//! segment with the same content. Other segments are aligned again, within each section. Their new alignment is up to
//! date if both segments changed since the earlier alignment, and outdated if only one changed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use core_wasm::locale::Locale;

use crate::align::{self, KnownPairs, align};
use crate::fingerprint::{self, Fingerprint};
use crate::freshness::{Alignment, OrientedAlignment};
use crate::outline;
use crate::pairing;
use crate::segment::{Kind, Known};
use crate::untranslated_copy::{copied_side, language, translates_term};
use pailou_text_diff::alignment::increasing;

/// One language of a page.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    pub now: &'a [Known],
    /// Segments of the first revision of the text. In a replay, the segments before the step. Empty if
    /// unknown.
    pub first: &'a [Known],
}

/// Returns the alignments of two texts that have none yet: each pair counts as up to date.
pub fn fresh(zh: &[Known], en: &[Known]) -> Vec<Alignment> {
    let (zh_now, en_now) = (by_id(zh), by_id(en));
    let link = |pair: pairing::Pair| {
        Some(link_of(zh_now.get(pair.zh.as_str())?, en_now.get(pair.en.as_str())?))
    };
    finished(pairing::pairs(zh, en).into_iter().filter_map(link).collect())
}

/// Returns the alignments after a save. `source` is the source language of the page.
pub fn realigned(zh: Side<'_>, en: Side<'_>, old: &[Alignment], source: Locale) -> Vec<Alignment> {
    let old: Vec<&Alignment> = old.iter().filter(|link| !is_unlinked(link)).collect();
    if old.is_empty() {
        return fresh(zh.now, en.now);
    }
    if zh.now.is_empty() || en.now.is_empty() {
        return finished(old.into_iter().cloned().collect());
    }
    let mut page = Realignment::of(zh, en, &old, source);
    page.keep_fixed();
    page.align_sections();
    page.keep_open();
    finished(page.links)
}

/// Segments of the translation before and after an import.
#[derive(Debug, Clone, Copy)]
pub struct ImportedTranslation<'a> {
    pub before: &'a [Known],
    pub now: &'a [Known],
}

/// Adjusts alignments after an import or a Git update of the translation. For these changes, no user
/// decides whether they affect the meaning.
///
/// The translation does not make its source outdated. The alignment of a changed segment is based
/// on the current texts of both languages; a deleted segment has no alignment. A later change of the
/// source makes the translation outdated. An alignment is kept as it is if its source changed too, or
/// if its translation had already changed before the import.
pub fn keep_source_up_to_date(
    links: &mut Vec<Alignment>,
    old: &[Alignment],
    (source, source_now): (Locale, &[Known]),
    ImportedTranslation { before, now }: ImportedTranslation<'_>,
) {
    let (source_now, before, now) = (by_id(source_now), by_id(before), by_id(now));
    let was_as_linked = |half: &OrientedAlignment<'_>| {
        before.get(half.other).is_some_and(|it| it.fingerprint.is_same(half.other_fingerprint))
    };
    let halves = old.iter().map(|link| OrientedAlignment::of(link, source));
    let undecided: HashSet<&str> =
        halves.filter(|half| !was_as_linked(half)).map(|half| half.own).collect();
    links.retain_mut(|link| {
        let half = OrientedAlignment::of(link, source);
        let is_unchanged =
            source_now.get(half.own).is_some_and(|it| it.fingerprint.is_same(half.own_fingerprint));
        if !is_unchanged || undecided.contains(half.own) {
            return true;
        }
        let was = before.get(half.other);
        let Some(is) = now.get(half.other) else { return was.is_none() };
        let arrived = was.is_none_or(|was| !was.fingerprint.is_same(&is.fingerprint));
        if arrived && !is.fingerprint.is_same(half.other_fingerprint) {
            let own = half.own_fingerprint.clone();
            link.set_fingerprints(source, own, is.fingerprint.clone());
        }
        true
    });
}

/// Whether `realigned` needs the first revisions of the texts.
pub fn needs_first(zh: &[Known], en: &[Known], old: &[Alignment]) -> bool {
    let zh_ids: HashSet<&str> = old.iter().map(|link| link.zh.as_str()).collect();
    let en_ids: HashSet<&str> = old.iter().map(|link| link.en.as_str()).collect();
    let is_free = |segments: &[Known], linked: &HashSet<&str>| {
        segments.iter().any(|it| it.is_translatable() && !linked.contains(it.id.as_str()))
    };
    !old.is_empty() && (is_free(zh, &zh_ids) || is_free(en, &en_ids))
}

/// Whether exactly one of the two segments is empty. A new text without content has one empty
/// paragraph, which is not a translation.
fn is_unlinked(link: &Alignment) -> bool {
    let nothing = fingerprint::hash("");
    let is_empty = |it: &Fingerprint| it.words == nothing && it.markup == nothing;
    is_empty(&link.zh_fingerprint) != is_empty(&link.en_fingerprint)
}

fn finished(mut links: Vec<Alignment>) -> Vec<Alignment> {
    links.retain(|link| !is_unlinked(link));
    links.sort_by(|a, b| (&a.zh, &a.en).cmp(&(&b.zh, &b.en)));
    links
}

fn by_id(segments: &[Known]) -> HashMap<&str, &Known> {
    segments.iter().map(|known| (known.id.as_str(), known)).collect()
}

fn link_of(zh: &Known, en: &Known) -> Alignment {
    Alignment {
        zh: zh.id.clone(),
        en: en.id.clone(),
        zh_fingerprint: zh.fingerprint.clone(),
        en_fingerprint: en.fingerprint.clone(),
    }
}

/// Whether one of two segments is or was an untranslated copy of the other. A copy has the content of its source, so a
/// translation of the copy does not make the source outdated.
fn is_based_on_copy(zh: &Known, en: &Known, old: Option<&Alignment>) -> bool {
    let is_source = |now: &Known, agreed: &Fingerprint, own: Locale, other: &Known| {
        now.fingerprint.has_same_words(agreed)
            && (language(now, &[]) == Some(own) || translates_term(now, own, other))
    };
    let was_copy = |old: &Alignment| {
        old.zh_fingerprint.has_same_words(&old.en_fingerprint)
            && (is_source(zh, &old.zh_fingerprint, Locale::Zh, en)
                || is_source(en, &old.en_fingerprint, Locale::En, zh))
    };
    copied_side(zh, en, &[]).is_some() || old.is_some_and(was_copy)
}

/// State of one language during the realignment.
struct Text<'a> {
    now: &'a [Known],
    first: HashMap<&'a str, &'a Known>,
    /// Earlier alignment of each segment that is to be aligned again.
    open: Vec<Option<&'a Alignment>>,
    is_aligned: Vec<bool>,
    /// Section index of each segment.
    section: Vec<usize>,
    sections: Vec<Part>,
    /// Whether a segment without an alignment was deleted since the first revision. A new segment may replace it.
    has_deleted_unaligned: bool,
}

/// A heading with its content, as indexes in the text.
struct Part {
    heading: Option<usize>,
    body: Range<usize>,
}

impl<'a> Text<'a> {
    fn of(side: Side<'a>, linked: &HashSet<&str>) -> Self {
        let sections = parts(side.now);
        let mut section = vec![0; side.now.len()];
        for (number, part) in sections.iter().enumerate() {
            for at in part.heading.into_iter().chain(part.body.clone()) {
                section[at] = number;
            }
        }
        let now: HashSet<&str> = side.now.iter().map(|known| known.id.as_str()).collect();
        let is_lost = |known: &Known| {
            let id = known.id.as_str();
            known.is_translatable() && !now.contains(id) && !linked.contains(id)
        };
        Self {
            now: side.now,
            first: by_id(side.first),
            open: vec![None; side.now.len()],
            is_aligned: vec![false; side.now.len()],
            section,
            sections,
            has_deleted_unaligned: side.first.iter().any(is_lost),
        }
    }

    fn is_new(&self, at: usize) -> bool {
        !self.first.contains_key(self.now[at].id.as_str())
    }

    /// Whether the segment is new or changed since the first revision.
    fn has_changed(&self, at: usize) -> bool {
        let first = self.first.get(self.now[at].id.as_str());
        first.is_none_or(|first| !first.fingerprint.is_same(&self.now[at].fingerprint))
    }
}

/// Segments without an alignment, by their words. Each can replace one deleted or changed segment that had the same
/// content, even if its kind or position differs. This occurs if content is cut in one save and pasted in a later save.
struct Restorable<'a> {
    by_words: HashMap<&'a str, VecDeque<(usize, &'a Fingerprint)>>,
}

impl<'a> Restorable<'a> {
    fn of(now: &'a [Known], linked: &HashSet<&str>) -> Self {
        let mut by_words: HashMap<&str, VecDeque<_>> = HashMap::new();
        for (at, known) in now.iter().enumerate() {
            if known.is_translatable() && !linked.contains(known.id.as_str()) {
                let prints = &known.fingerprint;
                by_words.entry(prints.words.as_str()).or_default().push_back((at, prints));
            }
        }
        by_words.remove(fingerprint::hash("").as_str());
        Self { by_words }
    }

    /// Returns the first segment with this content and removes it, so that each segment is used once.
    fn take(&mut self, content: &Fingerprint) -> Option<usize> {
        let waiting = self.by_words.get_mut(content.words.as_str())?;
        let at = waiting.iter().position(|(_, prints)| prints.is_same(content))?;
        waiting.remove(at).map(|(segment, _)| segment)
    }
}

fn parts(segments: &[Known]) -> Vec<Part> {
    let headings = (0..segments.len()).filter(|at| is_heading(&segments[*at]));
    let starts: Vec<usize> = headings.chain([segments.len()]).collect();
    let first = Part { heading: None, body: 0..starts.first().copied().unwrap_or_default() };
    let rest =
        starts.windows(2).map(|two| Part { heading: Some(two[0]), body: two[0] + 1..two[1] });
    std::iter::once(first).chain(rest).collect()
}

fn is_heading(segment: &Known) -> bool {
    matches!(segment.kind, Kind::Heading(_))
}

struct Realignment<'a> {
    zh: Text<'a>,
    en: Text<'a>,
    source: Locale,
    /// Alignments with two existing segments, of which at most one changed.
    fixed: Vec<(usize, usize, &'a Alignment)>,
    /// Pairs of segments in the alignments that were kept from `fixed`.
    preserved: Vec<(usize, usize)>,
    /// Pairs of segments in alignments whose two segments both changed.
    renewed: Vec<(usize, usize)>,
    /// Alignments with one deleted segment.
    broken: Vec<(Option<usize>, Option<usize>, &'a Alignment)>,
    links: Vec<Alignment>,
}

impl<'a> Realignment<'a> {
    fn of(zh: Side<'a>, en: Side<'a>, old: &[&'a Alignment], source: Locale) -> Self {
        let zh_ids: HashSet<&str> = old.iter().map(|link| link.zh.as_str()).collect();
        let en_ids: HashSet<&str> = old.iter().map(|link| link.en.as_str()).collect();
        let places = |side: Side<'a>| -> HashMap<&'a str, usize> {
            side.now.iter().enumerate().map(|(at, known)| (known.id.as_str(), at)).collect()
        };
        let (zh_places, en_places) = (places(zh), places(en));
        let mut page = Self {
            zh: Text::of(zh, &zh_ids),
            en: Text::of(en, &en_ids),
            source,
            fixed: Vec::new(),
            preserved: Vec::new(),
            renewed: Vec::new(),
            broken: Vec::new(),
            links: Vec::new(),
        };
        let (mut zh_restored, mut en_restored) =
            (Restorable::of(zh.now, &zh_ids), Restorable::of(en.now, &en_ids));
        for link in old.iter().copied() {
            let mut zh = zh_places.get(link.zh.as_str()).copied();
            let mut en = en_places.get(link.en.as_str()).copied();
            let is_kept = |at: Option<usize>, now: &[Known], content: &Fingerprint| {
                at.is_some_and(|at| now[at].fingerprint.is_same(content))
            };
            let is_zh_kept = is_kept(zh, page.zh.now, &link.zh_fingerprint);
            let is_en_kept = is_kept(en, page.en.now, &link.en_fingerprint);
            if !is_zh_kept && (is_en_kept || zh.is_none()) && en.is_some() {
                zh = zh_restored.take(&link.zh_fingerprint).or(zh);
            } else if !is_en_kept && (is_zh_kept || en.is_none()) && zh.is_some() {
                en = en_restored.take(&link.en_fingerprint).or(en);
            }
            match (zh, en) {
                (None, None) => continue,
                (Some(zh), Some(en)) if page.have_both_changed(zh, en, link) => {
                    page.renewed.push((zh, en));
                }
                (Some(zh), Some(en)) => {
                    page.fixed.push((zh, en, link));
                    continue;
                }
                _ => page.broken.push((zh, en, link)),
            }
            if let Some(zh) = zh {
                page.zh.open[zh] = Some(link);
            }
            if let Some(en) = en {
                page.en.open[en] = Some(link);
            }
        }
        page
    }

    fn have_both_changed(&self, zh: usize, en: usize, link: &Alignment) -> bool {
        !self.zh.now[zh].fingerprint.is_same(&link.zh_fingerprint)
            && !self.en.now[en].fingerprint.is_same(&link.en_fingerprint)
    }

    fn keep_fixed(&mut self) {
        for (zh, en, link) in self.fixed.clone() {
            if self.is_free(zh, en) {
                let (zh_now, en_now) = (&self.zh.now[zh], &self.en.now[en]);
                let mut link = match is_based_on_copy(zh_now, en_now, Some(link)) {
                    true => link_of(zh_now, en_now),
                    false => {
                        Alignment { zh: zh_now.id.clone(), en: en_now.id.clone(), ..link.clone() }
                    }
                };
                link.zh_fingerprint.complete(&zh_now.fingerprint);
                link.en_fingerprint.complete(&en_now.fingerprint);
                self.preserved.push((zh, en));
                self.take(zh, en, link);
            }
        }
    }

    fn is_free(&self, zh: usize, en: usize) -> bool {
        !self.zh.is_aligned[zh] && !self.en.is_aligned[en]
    }

    fn take(&mut self, zh: usize, en: usize, link: Alignment) {
        self.zh.is_aligned[zh] = true;
        self.en.is_aligned[en] = true;
        self.links.push(link);
    }

    /// Aligns the sections of both texts, and the segments of each pair of sections.
    fn align_sections(&mut self) {
        for (zh, en) in self.section_pairs() {
            let headings = (self.zh.sections[zh].heading, self.en.sections[en].heading);
            if let (Some(zh), Some(en)) = headings
                && self.is_free(zh, en)
            {
                self.join(zh, en);
            }
            self.align_bodies(zh, en);
        }
    }

    fn section_pairs(&self) -> Vec<(usize, usize)> {
        let of = |pairs: &[(usize, usize)]| -> Vec<(usize, usize)> {
            let headings = pairs
                .iter()
                .filter(|(zh, en)| is_heading(&self.zh.now[*zh]) && is_heading(&self.en.now[*en]));
            headings.map(|(zh, en)| (self.zh.section[*zh], self.en.section[*en])).collect()
        };
        // The parts above the first headings are always a pair.
        let mut fixed = of(&self.preserved);
        fixed.push((0, 0));
        let renewed = of(&self.renewed);
        let zh_aligned: HashSet<usize> = fixed.iter().map(|(zh, _)| *zh).collect();
        let en_aligned: HashSet<usize> = fixed.iter().map(|(_, en)| *en).collect();
        let ends = (self.zh.sections.len(), self.en.sections.len());
        let (mut zh_start, mut en_start) = (0, 0);
        let mut pairs = fixed.clone();
        for (zh_end, en_end) in increasing(&fixed).into_iter().chain([ends]) {
            let zh: Vec<_> = (zh_start..zh_end).filter(|at| !zh_aligned.contains(at)).collect();
            let en: Vec<_> = (en_start..en_end).filter(|at| !en_aligned.contains(at)).collect();
            pairs.extend(self.sections_between(&zh, &en, &renewed));
            (zh_start, en_start) = (zh_end + 1, en_end + 1);
        }
        // Adds sections that moved while their headings changed in both languages.
        let zh_aligned: HashSet<usize> = pairs.iter().map(|(zh, _)| *zh).collect();
        let en_aligned: HashSet<usize> = pairs.iter().map(|(_, en)| *en).collect();
        let is_left =
            |(zh, en): &(usize, usize)| !zh_aligned.contains(zh) && !en_aligned.contains(en);
        pairs.extend(renewed.into_iter().filter(is_left));
        pairs.sort_unstable();
        pairs
    }

    /// Aligns the sections in order if both languages have the same heading levels. Otherwise keeps earlier alignments
    /// of headings, and aligns the sections between them by score.
    fn sections_between(
        &self,
        zh: &[usize],
        en: &[usize],
        renewed: &[(usize, usize)],
    ) -> Vec<(usize, usize)> {
        let level = |text: &Text<'_>, at: usize| {
            text.sections[at].heading.map(|heading| text.now[heading].kind)
        };
        let zh_levels = zh.iter().map(|at| level(&self.zh, *at));
        if zh_levels.eq(en.iter().map(|at| level(&self.en, *at))) {
            return zh.iter().copied().zip(en.iter().copied()).collect();
        }
        let position = |of: &[usize], at: usize| of.iter().position(|other| *other == at);
        let inside = |(a, b): &(usize, usize)| Some((position(zh, *a)?, position(en, *b)?));
        let anchors = increasing(&renewed.iter().filter_map(inside).collect::<Vec<_>>());
        let (mut pairs, mut zh_start, mut en_start) = (Vec::new(), 0, 0);
        for (a, b) in anchors.into_iter().chain([(zh.len(), en.len())]) {
            let (left, right) = (&zh[zh_start..a], &en[en_start..b]);
            let found = outline::aligned_between(
                &self.zh.outline_sections(left),
                &self.en.outline_sections(right),
            );
            pairs.extend(found.into_iter().map(|(zh, en)| (left[zh], right[en])));
            if a < zh.len() {
                pairs.push((zh[a], en[b]));
            }
            (zh_start, en_start) = (a + 1, b + 1);
        }
        pairs
    }

    fn align_bodies(&mut self, zh_section: usize, en_section: usize) {
        let zh_body = self.zh.sections[zh_section].body.clone();
        let en_body = self.en.sections[en_section].body.clone();
        let inside = |pairs: &[(usize, usize)]| -> Vec<(usize, usize)> {
            let both = |(zh, en): &&(usize, usize)| zh_body.contains(zh) && en_body.contains(en);
            let places = |(zh, en): &(usize, usize)| (zh - zh_body.start, en - en_body.start);
            pairs.iter().filter(both).map(places).collect()
        };
        let (fixed, likely) = (inside(&self.preserved), inside(&self.renewed));
        let source = self.zh.open_section(&zh_body);
        let target = self.en.open_section(&en_body);
        for (zh, en) in align(&source, &target, KnownPairs { fixed: &fixed, likely: &likely }) {
            self.join(zh_body.start + zh, en_body.start + en);
        }
    }

    /// Aligns two unaligned segments, unless their earlier alignments contradict the pair.
    fn join(&mut self, zh: usize, en: usize) {
        if let Some(link) = self.joined(zh, en) {
            self.take(zh, en, link);
        }
    }

    fn joined(&self, zh: usize, en: usize) -> Option<Alignment> {
        let (zh_now, en_now) = (&self.zh.now[zh], &self.en.now[en]);
        let current = link_of(zh_now, en_now);
        let (zh_old, en_old) = (self.zh.open[zh], self.en.open[en]);
        let only = if zh_old.is_some() && en_old.is_some() { None } else { zh_old.or(en_old) };
        if is_based_on_copy(zh_now, en_now, only) {
            return Some(current);
        }
        let zh_moved = zh_old.map(|old| !zh_now.fingerprint.is_same(&old.zh_fingerprint));
        let en_moved = en_old.map(|old| !en_now.fingerprint.is_same(&old.en_fingerprint));
        match (zh_old, en_old) {
            (Some(zh_old), Some(en_old)) => {
                // Both segments had an alignment. They are a pair if both had the same alignment, or
                // if both segments changed.
                let is_one_link = std::ptr::eq(zh_old, en_old);
                (is_one_link || zh_moved == Some(true) && en_moved == Some(true)).then_some(current)
            }
            (Some(old), None) => Some(match (zh_moved, self.en.has_changed(en)) {
                (Some(true), true) => current,
                (Some(true), false) => {
                    Alignment { zh_fingerprint: old.zh_fingerprint.clone(), ..current }
                }
                _ => Alignment { en_fingerprint: old.en_fingerprint.clone(), ..current },
            }),
            (None, Some(old)) => Some(match (self.zh.has_changed(zh), en_moved) {
                (true, Some(true)) => current,
                (false, Some(true)) => {
                    Alignment { en_fingerprint: old.en_fingerprint.clone(), ..current }
                }
                _ => Alignment { zh_fingerprint: old.zh_fingerprint.clone(), ..current },
            }),
            (None, None) => Some(self.first_link(zh, en, current)),
        }
    }

    /// Returns the alignment of two segments that were never aligned. If only the source segment changed since the
    /// first revision, the translation is outdated. A new source segment makes the translation outdated only if an
    /// unaligned segment of the source was deleted.
    fn first_link(&self, zh: usize, en: usize, current: Alignment) -> Alignment {
        let (source, source_at, translation, translation_at) = match self.source {
            Locale::Zh => (&self.zh, zh, &self.en, en),
            Locale::En => (&self.en, en, &self.zh, zh),
        };
        let answers = source.is_new(source_at) && !source.has_deleted_unaligned;
        let is_current =
            translation.has_changed(translation_at) || !source.has_changed(source_at) || answers;
        let unknown = Fingerprint::default;
        match self.source {
            _ if is_current => current,
            Locale::Zh => Alignment { zh_fingerprint: unknown(), ..current },
            Locale::En => Alignment { en_fingerprint: unknown(), ..current },
        }
    }

    /// Handles segments that could not be aligned again. Their alignment is updated if both
    /// segments exist. It is kept if one segment was deleted, so that the other segment is
    /// outdated.
    fn keep_open(&mut self) {
        for (zh, en) in self.renewed.clone() {
            if self.is_free(zh, en) {
                let link = link_of(&self.zh.now[zh], &self.en.now[en]);
                self.take(zh, en, link);
            }
        }
        for (zh, en, link) in self.broken.clone() {
            let is_free = zh.is_none_or(|at| !self.zh.is_aligned[at])
                && en.is_none_or(|at| !self.en.is_aligned[at]);
            if is_free {
                for (text, at) in [(&mut self.zh, zh), (&mut self.en, en)] {
                    if let Some(at) = at {
                        text.is_aligned[at] = true;
                    }
                }
                self.links.push(link.clone());
            }
        }
    }
}

impl Text<'_> {
    fn open_section(&self, body: &Range<usize>) -> align::Section<'_> {
        align::Section {
            segments: self.now[body.clone()].iter().collect(),
            is_open: body.clone().map(|at| !self.is_aligned[at]).collect(),
        }
    }

    fn outline_sections(&self, sections: &[usize]) -> Vec<outline::Section<'_>> {
        let section = |at: &usize| {
            let part = &self.sections[*at];
            let heading = part.heading.map(|heading| &self.now[heading]);
            outline::Section { heading, body: &self.now[part.body.clone()] }
        };
        sections.iter().map(section).collect()
    }
}

#[cfg(test)]
#[path = "realign_tests.rs"]
mod tests;

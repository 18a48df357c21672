//! Replay of a page's history: alignments as they would be if every commit had been saved on the
//! site.
//!
//! A commit is one step. A changed translation is assumed to be based on the source after that step,
//! or on the source at the commit that the translation specifies. A translation that was changed on
//! a merged branch is based on the source on that branch. A change of the source alone makes the
//! translation outdated; a change of the translation alone does not affect the source.
//!
//! ```
//! use core_wasm::locale::Locale;
//! use pailou_translation::replay::{Body, Replay, Step};
//! let mut replay = Replay::new(Locale::En);
//! let text = |text| Some(Body { text: Some(text), ..Body::default() });
//! replay.step(Step { en: text("Wait."), ..Step::default() });
//! replay.step(Step { zh: text("等待。"), ..Step::default() });
//! replay.step(Step { en: text("Wait for ten seconds."), ..Step::default() });
//! assert_eq!(replay.freshness().zh.outdated.segments, 1);
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use core_wasm::locale::Locale;

use crate::fingerprint::Fingerprint;
use crate::freshness::{Alignment, Freshness, OrientedAlignment, freshness};
use crate::identity;
use crate::realign::{Side, fresh, realigned};
use crate::segment::{self, Known, Segment, segments};
use crate::untranslated_copy::{Exempt, copies};
use pailou_markdown::flavor::Flavor;

/// A text at a commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Body<'a> {
    /// Text without front matter; `None` if the commit deleted the file.
    pub text: Option<&'a str>,
    pub flavor: Flavor,
}

/// Changes of a page in one commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Step<'a> {
    /// Chinese text, if the commit changed it.
    pub zh: Option<Body<'a>>,
    /// English text, if the commit changed it.
    pub en: Option<Body<'a>>,
    pub follows: Option<Follows<'a>>,
    /// Texts on the branch that the commit merges, if the branch changed the translation. Not used if `follows` is
    /// present.
    pub branch: Option<Branch<'a>>,
    pub acknowledged: &'a [Acknowledged<'a>],
}

/// The source text on which a translation is based.
#[derive(Debug, Clone, Copy)]
pub struct Follows<'a> {
    /// Language of the translation.
    pub locale: Locale,
    /// Source text at the commit that the translation specifies.
    pub source: Body<'a>,
}

/// Those commits of a merged branch that changed the page.
#[derive(Debug, Clone, Copy)]
pub struct Branch<'a> {
    /// Language of the translation.
    pub locale: Locale,
    /// Texts after each commit, oldest first.
    pub commits: &'a [BranchCommit<'a>],
}

/// Texts of a page after a commit of a merged branch.
#[derive(Debug, Clone, Copy, Default)]
pub struct BranchCommit<'a> {
    pub translation: Body<'a>,
    /// Translation before the commit. Segments that only `translation` contains were written by the commit.
    pub translation_before: Body<'a>,
    pub source: Body<'a>,
    /// Source before the commit. If it is set, translations in this commit and in earlier commits of the branch count
    /// as based on the source after this commit. Exception: segments whose source the branch had changed before it
    /// translated them.
    pub source_before: Option<Body<'a>>,
    /// Whether the commit specifies `source` as its source commit. Segments that the commit reverts to an earlier text
    /// are then based on `source`.
    pub names_source: bool,
}

/// Acknowledgement that a translation is still correct.
#[derive(Debug, Clone, Copy)]
pub struct Acknowledged<'a> {
    /// Language of the translation.
    pub locale: Locale,
    /// Heading id, in either language: the acknowledgement applies to its section with all
    /// subsections. `None` for the whole page.
    pub section: Option<&'a str>,
    /// Source that the translation was compared with, if the acknowledgement was made on a merged branch; with `None`,
    /// this is the source after the step.
    pub source: Option<Body<'a>>,
}

/// Position in the history: index of a segment in the text after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Step, from 0.
    pub step: u32,
    pub segment: usize,
}

/// Content of a segment from a step on.
#[derive(Debug, Clone)]
struct Entry {
    at: Place,
    /// Fingerprint; `None` if the segment was deleted.
    fingerprint: Option<Fingerprint>,
}

/// An outdated segment that an acknowledgement made up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcknowledgedSegment {
    /// Step, from 0.
    pub step: u32,
    /// Language of the translation.
    pub locale: Locale,
    /// Id of the segment.
    pub segment: String,
    /// Fingerprint of the source segment at the acknowledgement; `None` if the source segment was
    /// deleted.
    pub source: Option<Fingerprint>,
}

#[derive(Debug, Clone, Default)]
struct Text {
    now: Vec<Known>,
    is_removed: bool,
    entries: HashMap<String, Vec<Entry>>,
}

/// State of a page after some steps.
#[derive(Debug, Clone)]
pub struct Replay {
    source: Locale,
    /// Whether the source language is known. If not, `source` is only used for steps that change both languages. A step
    /// that changes one language then makes the other language outdated, until that language changes, too.
    is_source_known: bool,
    /// Whether `source` applies to all segments, including those that were added in the other
    /// language first.
    is_forced: bool,
    zh: Text,
    en: Text,
    links: Vec<Alignment>,
    /// Source language of each alignment, by the ids of its Chinese and English segment.
    directions: HashMap<(String, String), Locale>,
    acknowledged: Vec<AcknowledgedSegment>,
    /// Step that deleted the translation of each source segment, by the id of the source segment.
    deleted_translations: HashMap<String, u32>,
    /// For each text of a translated segment: the source texts on which it was based, the most recent last.
    earlier_sources: HashMap<Fingerprint, Vec<Fingerprint>>,
    steps: u32,
    ids: u32,
}

impl Replay {
    /// Creates an empty state. `source` is the source language of segments that one commit adds in both
    /// languages.
    pub fn new(source: Locale) -> Self {
        Self {
            source,
            is_source_known: true,
            is_forced: false,
            zh: Text::default(),
            en: Text::default(),
            links: Vec::new(),
            directions: HashMap::new(),
            acknowledged: Vec::new(),
            deleted_translations: HashMap::new(),
            earlier_sources: HashMap::new(),
            steps: 0,
            ids: 0,
        }
    }

    /// Creates an empty state. The source language of segments that one commit adds in both languages is unknown. A
    /// change of one language then makes the other language outdated, until the other language changes, too.
    pub fn with_unknown_source() -> Self {
        Self { is_source_known: false, ..Self::new(Locale::Zh) }
    }

    /// Sets the source language of the page. No segment becomes outdated.
    pub fn set_source(&mut self, source: Locale) {
        self.source = source;
        self.is_source_known = true;
        self.directions.values_mut().for_each(|direction| *direction = source);
    }

    /// Makes a language the source of all segments, including later ones.
    pub fn force_source(&mut self, source: Locale) {
        self.is_forced = true;
        self.set_source(source);
    }

    /// Applies one commit. Returns for each acknowledgement whether it applies to any segment.
    pub fn step(&mut self, step: Step<'_>) -> Vec<bool> {
        let before = [self.zh.segments().to_vec(), self.en.segments().to_vec()];
        let changed = [step.zh.is_some(), step.en.is_some()];
        if let Some(body) = step.zh {
            self.zh.change(body, self.steps, &mut self.ids);
        }
        if let Some(body) = step.en {
            self.en.change(body, self.steps, &mut self.ids);
        }
        let followed = step.follows.map(|it| (it.locale, self.known_source(it.locale, it.source)));
        let branch = step.branch.filter(|_| followed.is_none());
        let last = branch.and_then(|branch| {
            let source = branch.commits.last()?.source;
            Some((branch.locale, self.known_source(branch.locale, source)))
        });
        let reverted = self.relink(&before, changed, followed.as_ref().or(last.as_ref()));
        if let Some(followed) = &followed {
            self.follow(followed);
        }
        if let Some(branch) = branch {
            self.follow_branch(branch, &reverted);
        }
        let applied = step.acknowledged.iter().map(|it| self.acknowledge(*it)).collect();
        self.record_sources();
        self.steps += 1;
        applied
    }

    /// Returns the segments that were acknowledged while they were outdated, oldest first.
    pub fn acknowledged(&self) -> &[AcknowledgedSegment] {
        &self.acknowledged
    }

    /// Returns the segments of one language, in order; empty if the text does not exist.
    pub fn segments(&self, locale: Locale) -> &[Known] {
        self.text(locale).segments()
    }

    /// Returns the alignments of both languages. Ids are those of [`Self::segments`]; a deleted
    /// segment keeps its id.
    pub fn links(&self) -> &[Alignment] {
        &self.links
    }

    /// Returns the source language of an alignment; `None` if it is unknown.
    pub(crate) fn source_of(&self, link: &Alignment) -> Option<Locale> {
        let key = (link.zh.clone(), link.en.clone());
        let direction = self.directions.get(&key).copied();
        direction.or_else(|| self.is_source_known.then_some(self.source))
    }

    /// Returns the translation state of both texts.
    pub fn freshness(&self) -> Freshness {
        let (zh, en) = (self.zh.segments(), self.en.segments());
        freshness(zh, en, &self.links, &copies(zh, en, &self.links, &Exempt::default()))
    }

    /// Returns the last position at which the segment of one language got the fingerprint in its
    /// alignment. If the segment never had that fingerprint, because it replaced another segment, returns the
    /// last position of any segment with that fingerprint; `None` if there is none.
    pub fn rests_on(&self, link: &Alignment, locale: Locale) -> Option<Place> {
        let OrientedAlignment { own, own_fingerprint, .. } = OrientedAlignment::of(link, locale);
        let entries = &self.text(locale).entries;
        let is_same = |entry: &&Entry| {
            entry
                .fingerprint
                .as_ref()
                .is_some_and(|fingerprint| fingerprint.is_same(own_fingerprint))
        };
        let of_segment = entries.get(own)?.iter().rev().find(is_same);
        let other = || entries.values().flatten().filter(is_same).max_by_key(|entry| entry.at);
        of_segment.or_else(other).map(|entry| entry.at)
    }

    /// Returns the step since which the segment of one language differs from the fingerprint in its
    /// alignment; `None` if it does not differ.
    pub fn changed_since(&self, link: &Alignment, locale: Locale) -> Option<u32> {
        let OrientedAlignment { own, own_fingerprint, .. } = OrientedAlignment::of(link, locale);
        let entries = self.text(locale).entries.get(own)?;
        let last = entries.last()?;
        let now = last.fingerprint.as_ref();
        if now.is_some_and(|fingerprint| fingerprint.is_same(own_fingerprint)) {
            return None;
        }
        let since = match self.rests_on(link, locale) {
            Some(old) => entries.iter().find(|entry| entry.at > old).unwrap_or(last),
            // No recorded text has the fingerprint, for example because the text existed only on a branch.
            None => last,
        };
        Some(since.at.step)
    }

    /// Returns the step since which a segment has no translation: the step that created the segment or deleted its
    /// translation; `None` for an unknown id.
    pub fn untranslated_since(&self, id: &str, locale: Locale) -> Option<u32> {
        let created = self.created_at_step(id, locale)?;
        Some(self.deleted_translations.get(id).map_or(created, |deleted| created.max(*deleted)))
    }

    /// Returns the step in which a segment was created; `None` for an unknown id.
    pub(crate) fn created_at_step(&self, id: &str, locale: Locale) -> Option<u32> {
        Some(self.text(locale).entries.get(id)?.first()?.at.step)
    }

    /// Returns the segment ids of a text after a step that changed it. `cut` are the segments of the
    /// text at that step. The id is `None` for a segment that is not found.
    pub fn ids_at(&self, locale: Locale, step: u32, cut: &[Segment]) -> Vec<Option<String>> {
        let entries = &self.text(locale).entries;
        let entry = |(id, history): (&'_ String, &'_ Vec<Entry>)| {
            let entry = history.iter().rev().find(|entry| entry.at.step <= step)?;
            let fingerprint = entry.fingerprint.clone()?;
            Some((id.parse::<u32>().unwrap_or(0), id.clone(), entry.at, fingerprint))
        };
        let mut alive: Vec<_> = entries.iter().filter_map(entry).collect();
        alive.sort_by_key(|(number, ..)| *number);
        let mut ids = vec![None; cut.len()];
        let mut unchanged: HashMap<Fingerprint, VecDeque<String>> = HashMap::new();
        for (_, id, at, fingerprint) in alive {
            match ids.get_mut(at.segment).filter(|_| at.step == step) {
                Some(slot) => *slot = Some(id),
                None => unchanged.entry(fingerprint).or_default().push_back(id),
            }
        }
        for (slot, segment) in ids.iter_mut().zip(cut).filter(|(slot, _)| slot.is_none()) {
            *slot = unchanged.get_mut(&segment.fingerprint).and_then(VecDeque::pop_front);
        }
        ids
    }

    fn text(&self, locale: Locale) -> &Text {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }

    /// Returns the segments of `source`: an earlier version of the source text, or its version on a merged branch.
    /// `locale` is the language of the translation. The id of a segment is that of the matching current segment, else
    /// that of the most recently deleted segment with the same text, else a new one.
    fn known_source(&mut self, locale: Locale, source: Body<'_>) -> Vec<Known> {
        let cut = segments(source.text.unwrap_or_default(), source.flavor);
        let text = match locale.other() {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        };
        let ids = &mut self.ids;
        let identities = identity::identify(&text.now, &cut, &mut || next_id(ids)).segments;
        let known: HashSet<&str> = text.now.iter().map(|known| known.id.as_str()).collect();
        let unknown = cut.iter().zip(&identities).filter(|(_, it)| !known.contains(it.id.as_str()));
        let unknown: HashSet<&Fingerprint> = unknown.map(|(cut, _)| &cut.fingerprint).collect();
        let mut deleted: HashMap<&Fingerprint, (Place, &str)> = HashMap::new();
        for (id, entries) in text.entries.iter().filter(|_| !unknown.is_empty()) {
            for Entry { at, fingerprint } in entries.iter().filter(|_| !known.contains(id.as_str()))
            {
                let Some(fingerprint) = fingerprint.as_ref().filter(|it| unknown.contains(it))
                else {
                    continue;
                };
                let newest = deleted.entry(fingerprint).or_insert((*at, id));
                *newest = (*newest).max((*at, id));
            }
        }
        let named = cut.iter().zip(identities).map(|(cut, identity)| {
            let is_current = known.contains(identity.id.as_str());
            let old = if is_current { None } else { deleted.remove(&cut.fingerprint) };
            Known::new(old.map_or(identity.id, |(_, id)| id.to_owned()), cut)
        });
        named.collect()
    }

    /// Aligns the texts again. Returns the ids of translated segments that the step reverted to an earlier text.
    fn relink(
        &mut self,
        before: &[Vec<Known>; 2],
        changed: [bool; 2],
        followed: Option<&(Locale, Vec<Known>)>,
    ) -> HashSet<String> {
        let mut reverted = HashSet::new();
        if self.zh.is_empty() || self.en.is_empty() {
            return reverted;
        }
        let (zh, en) = (self.zh.segments(), self.en.segments());
        let old = std::mem::take(&mut self.links);
        let source = if self.is_source_known { self.source } else { self.leading(&old, changed) };
        let followed = followed.filter(|_| old.is_empty());
        let first =
            followed.map(|(locale, source)| fresh_links(*locale, self.segments(*locale), source));
        let [before_zh, before_en] = before.each_ref().map(Vec::as_slice);
        let (side_zh, side_en) =
            (Side { now: zh, first: before_zh }, Side { now: en, first: before_en });
        let links = realigned(side_zh, side_en, first.as_ref().unwrap_or(&old), source);
        self.directions = self.directions_of(&links, &old);
        let mut kept = Vec::with_capacity(links.len());
        let mut deleted = Vec::new();
        for link in links {
            let ids = [link.zh.clone(), link.en.clone()];
            match self.without_own_changes(link, first.is_some()) {
                Some((mut link, Some(translation))) => {
                    if self.revert(&mut link, translation) {
                        reverted.insert(OrientedAlignment::of(&link, translation).own.to_owned());
                    }
                    kept.push(link);
                }
                Some((link, None)) => kept.push(link),
                None => deleted.extend(ids),
            }
        }
        self.links = kept;
        self.deleted_translations.extend(deleted.into_iter().map(|id| (id, self.steps)));
        reverted
    }

    /// Handles a translated segment that was reverted to an earlier text. The earlier text may not translate the
    /// current source, so the alignment `link` is based on the source of the earlier text. Returns false if the text
    /// did not occur before, or if its source is not a text that the aligned source segment had.
    fn revert(&self, link: &mut Alignment, locale: Locale) -> bool {
        let half = OrientedAlignment::of(link, locale);
        let Some(sources) = self.earlier_sources.get(half.own_fingerprint) else { return false };
        let Some(entries) = self.text(locale.other()).entries.get(half.other) else { return false };
        let had = |source: &&Fingerprint| {
            let mut texts = entries.iter().filter_map(|entry| entry.fingerprint.as_ref());
            texts.any(|text| text.is_same(source))
        };
        let Some(source) = sources.iter().rev().find(had).cloned() else { return false };
        let own = half.own_fingerprint.clone();
        link.set_fingerprints(locale, own, source);
        true
    }

    /// Records the source of each translation for [`Self::revert`].
    fn record_sources(&mut self) {
        for link in &self.links {
            let Some(source) = self.source_of(link) else { continue };
            let half = OrientedAlignment::of(link, source.other());
            let known = self.earlier_sources.get(half.own_fingerprint);
            if known.and_then(|known| known.last()) == Some(half.other_fingerprint) {
                continue;
            }
            let own = half.own_fingerprint.clone();
            let sources = self.earlier_sources.entry(own).or_default();
            sources.retain(|source| source != half.other_fingerprint);
            sources.push(half.other_fingerprint.clone());
        }
    }

    /// Returns the source language of each alignment. With `is_forced`, it is that of the page. Otherwise, if a
    /// segment of the alignment was aligned before, the source language stays the same. In a new alignment, the older
    /// segment is the source. If both segments are equally old, the source language is that of the page, if known.
    fn directions_of(
        &self,
        links: &[Alignment],
        old: &[Alignment],
    ) -> HashMap<(String, String), Locale> {
        let mut by_segment: HashMap<(Locale, &str), Option<Locale>> = HashMap::new();
        for link in old {
            let direction = self.source_of(link);
            by_segment.insert((Locale::Zh, &link.zh), direction);
            by_segment.insert((Locale::En, &link.en), direction);
        }
        let known = |link: &Alignment| {
            let zh = by_segment.get(&(Locale::Zh, link.zh.as_str()));
            zh.or_else(|| by_segment.get(&(Locale::En, link.en.as_str()))).copied()
        };
        let older = |link: &Alignment| {
            let zh = self.created_at_step(&link.zh, Locale::Zh)?;
            let en = self.created_at_step(&link.en, Locale::En)?;
            match zh.cmp(&en) {
                std::cmp::Ordering::Less => Some(Locale::Zh),
                std::cmp::Ordering::Greater => Some(Locale::En),
                std::cmp::Ordering::Equal => None,
            }
        };
        let entry = |link: &Alignment| {
            let page = self.is_source_known.then_some(self.source);
            let direction = match self.is_forced {
                true => Some(self.source),
                false => known(link).unwrap_or_else(|| older(link).or(page)),
            };
            Some(((link.zh.clone(), link.en.clone()), direction?))
        };
        links.iter().filter_map(entry).collect()
    }

    /// If only the translation changed in this step, bases the alignment on the current texts, so that the source does
    /// not become outdated. `is_based` states that the alignment is already based on a specified source, which is kept.
    /// Returns the alignment, and the language of the translation if the alignment is now based on the current texts.
    /// Returns `None` if the step deleted the translation.
    fn without_own_changes(
        &self,
        mut link: Alignment,
        is_based: bool,
    ) -> Option<(Alignment, Option<Locale>)> {
        let last = |locale| {
            let id = OrientedAlignment::of(&link, locale).own;
            self.text(locale).entries.get(id).and_then(|entries| entries.last())
        };
        let is_changed =
            |locale| last(locale).is_some_and(|entry: &Entry| entry.at.step == self.steps);
        let is_deleted =
            |locale| last(locale).is_some_and(|entry: &Entry| entry.fingerprint.is_none());
        let follows = |locale: &Locale| match self.source_of(&link) {
            Some(source) => *locale == source.other(),
            None => self.outdated(&link, *locale).is_some(),
        };
        let changed_alone = |locale: &Locale| is_changed(*locale) && !is_changed(locale.other());
        match Locale::ALL.into_iter().find(changed_alone).filter(follows) {
            Some(translation) if is_deleted(translation) => None,
            Some(translation) if !is_based => {
                self.renew(&mut link);
                Some((link, Some(translation)))
            }
            _ => Some((link, None)),
        }
    }

    /// Returns the language that counts as the source in the current step, if the source language is unknown: the only
    /// changed language, or the other language if the changed language was outdated. If both languages changed, returns
    /// `self.source`.
    fn leading(&self, old: &[Alignment], changed: [bool; 2]) -> Locale {
        let locale = match changed {
            [true, false] => Locale::Zh,
            [false, true] => Locale::En,
            _ => return self.source,
        };
        let is_following = old.iter().any(|link| self.outdated(link, locale).is_some());
        if is_following { locale.other() } else { locale }
    }

    /// Bases an alignment on the current content of both segments. Returns false if one of them was
    /// deleted.
    fn renew(&self, link: &mut Alignment) -> bool {
        let (zh, en) = (self.zh.fingerprint(&link.zh), self.en.fingerprint(&link.en));
        let (Some(zh), Some(en)) = (zh, en) else { return false };
        (link.zh_fingerprint, link.en_fingerprint) = (zh.clone(), en.clone());
        true
    }

    /// Bases the alignments of a translation on `source`, the segments of an earlier source text, instead of the
    /// current source text. A segment stays acknowledged if it was acknowledged for its current source and this step
    /// does not change the segment.
    fn follow(&mut self, (locale, source): &(Locale, Vec<Known>)) {
        let text = self.text(*locale);
        let is_unchanged = |id: &str| {
            let last = text.entries.get(id).and_then(|entries| entries.last());
            last.is_some_and(|entry| entry.at.step < self.steps)
        };
        let of_locale = self.acknowledged.iter().filter(|it| it.locale == *locale);
        let acknowledged: HashMap<String, Fingerprint> = of_locale
            .filter(|it| is_unchanged(&it.segment))
            .filter_map(|it| Some((it.segment.clone(), it.source.clone()?)))
            .collect();
        let source_then = fingerprints(source);
        let own = fingerprints(self.segments(*locale));
        let mut links = std::mem::take(&mut self.links);
        for link in links.iter_mut().filter(|link| self.source_of(link) != Some(*locale)) {
            let half = OrientedAlignment::of(link, *locale);
            let is_acknowledged = acknowledged
                .get(half.own)
                .is_some_and(|acknowledged| acknowledged.is_same(half.other_fingerprint));
            if is_acknowledged {
                continue;
            }
            if let (Some(own), Some(source)) = (own.get(half.own), source_then.get(half.other)) {
                link.set_fingerprints(*locale, own.clone(), source.clone());
            }
        }
        self.links = links;
    }

    /// Updates the alignments of the translated segments that this step changed. Each alignment is based on the source
    /// text at the branch commit that wrote the segment. Later changes of the same source segment by commits with
    /// [`BranchCommit::source_before`] are included. Segments that the step reverted keep their
    /// earlier source, unless the commit specifies another one.
    fn follow_branch(
        &mut self,
        Branch { locale, commits }: Branch<'_>,
        reverted: &HashSet<String>,
    ) {
        struct Texts {
            written: HashSet<Fingerprint>,
            source: Vec<Known>,
            after: HashMap<String, Fingerprint>,
            before: Option<HashMap<String, Fingerprint>>,
        }
        let mut texts: Vec<Texts> = Vec::with_capacity(commits.len());
        for commit in commits {
            let BranchCommit { translation, translation_before, source, source_before, .. } =
                commit;
            let own = |body: &Body<'_>| -> HashSet<Fingerprint> {
                let own = segments(body.text.unwrap_or_default(), body.flavor);
                own.into_iter().map(|segment| segment.fingerprint).collect()
            };
            let (mut written, before) = (own(translation), own(translation_before));
            written.retain(|fingerprint| !before.contains(fingerprint));
            let source = self.known_source(locale, *source);
            let before = source_before.map(|source| self.known_source(locale, source));
            let (after, before) = (fingerprints(&source), before.as_deref().map(fingerprints));
            texts.push(Texts { written, source, after, before });
        }
        let now = self.segments(locale);
        // Returns the fingerprint of the source segment at a commit, from an alignment with the source text of that
        // commit. At the commit, the segment may have had another id.
        let mut aligned: HashMap<usize, HashMap<String, Fingerprint>> = HashMap::new();
        let mut replaced = |at: usize, own: &str| {
            let of_commit = aligned.entry(at).or_insert_with(|| {
                let links = fresh_links(locale, now, &texts[at].source);
                let halves = links.iter().map(|link| OrientedAlignment::of(link, locale));
                halves.map(|half| (half.own.to_owned(), half.other_fingerprint.clone())).collect()
            });
            of_commit.get(own).cloned()
        };
        let mut links = self.links.clone();
        for link in links.iter_mut().filter(|link| self.source_of(link) != Some(locale)) {
            let half = OrientedAlignment::of(link, locale);
            let last = self.text(locale).entries.get(half.own).and_then(|entries| entries.last());
            let last = last.filter(|entry| entry.at.step == self.steps);
            let Some(own) = last.and_then(|entry| entry.fingerprint.clone()) else { continue };
            let written = texts.iter().rposition(|texts| texts.written.contains(&own));
            let Some(written) = written else { continue };
            if reverted.contains(half.own) && !commits[written].names_source {
                continue;
            }
            let source = texts[written].after.get(half.other).cloned();
            let Some(mut source) = source.or_else(|| replaced(written, half.own)) else { continue };
            let changed = |Texts { after, before, .. }: &Texts| {
                let after = after.get(half.other)?;
                (before.as_ref()?.get(half.other) != Some(after)).then(|| after.clone())
            };
            if texts[..written].iter().all(|texts| changed(texts).is_none()) {
                source = texts[written..].iter().filter_map(changed).next_back().unwrap_or(source);
            }
            link.set_fingerprints(locale, own, source);
        }
        self.links = links;
    }

    /// Applies an acknowledgement. Returns whether it applies to any segment.
    fn acknowledge(&mut self, acknowledged: Acknowledged<'_>) -> bool {
        let sections = |locale| -> HashSet<String> {
            let all = self.segments(locale);
            let inside = match acknowledged.section {
                Some(heading) => segment::section(all, heading).unwrap_or_default(),
                None => all,
            };
            inside.iter().map(|known| known.id.clone()).collect()
        };
        let (zh, en) = (sections(Locale::Zh), sections(Locale::En));
        let Acknowledged { locale, .. } = acknowledged;
        let seen = acknowledged.source.map(|source| self.known_source(locale, source));
        let seen = seen.as_deref().map(fingerprints);
        let source_now = fingerprints(self.segments(locale.other()));
        let mut links = std::mem::take(&mut self.links);
        let is_affected = |link: &Alignment| {
            let is_translation = self.source_of(link).is_none_or(|source| source != locale);
            is_translation && (zh.contains(&link.zh) || en.contains(&link.en))
        };
        let is_any = links.iter().any(is_affected);
        let of = links.iter().filter(|link| is_affected(link));
        // Segments whose source at the acknowledgement differs from the current source are not acknowledged.
        let is_seen = |link: &Alignment| {
            let Some(seen) = &seen else { return true };
            let source = OrientedAlignment::of(link, locale).other;
            match (seen.get(source), source_now.get(source)) {
                (Some(seen), Some(now)) => seen.is_same(now),
                (None, None) => true,
                _ => false,
            }
        };
        let of = of.filter(|link| is_seen(link));
        let outdated: Vec<_> = of.filter_map(|link| self.outdated(link, locale)).collect();
        links.retain_mut(|link| !is_affected(link) || !is_seen(link) || self.renew(link));
        self.links = links;
        self.acknowledged.extend(outdated);
        is_any
    }

    /// Returns the segment of an alignment in `locale`, if its counterpart has changed or was deleted.
    fn outdated(&self, link: &Alignment, locale: Locale) -> Option<AcknowledgedSegment> {
        let OrientedAlignment { own, other, other_fingerprint, .. } =
            OrientedAlignment::of(link, locale);
        let is_current = self.segments(locale).iter().any(|known| known.id == own);
        let source = self.segments(locale.other()).iter().find(|known| known.id == other);
        let source = source.map(|known| known.fingerprint.clone());
        let is_same = source.as_ref().is_some_and(|source| source.is_same(other_fingerprint));
        (is_current && !is_same).then(|| AcknowledgedSegment {
            step: self.steps,
            locale,
            segment: own.to_owned(),
            source,
        })
    }
}

impl Text {
    fn segments(&self) -> &[Known] {
        if self.is_removed { &[] } else { &self.now }
    }

    fn is_empty(&self) -> bool {
        self.segments().is_empty()
    }

    /// Returns the current fingerprint of a segment; `None` if it was deleted or never existed.
    fn fingerprint(&self, id: &str) -> Option<&Fingerprint> {
        self.entries.get(id)?.last()?.fingerprint.as_ref()
    }

    /// Applies the content of a commit. If a file was deleted and created again, its segments keep
    /// their ids.
    fn change(&mut self, body: Body<'_>, step: u32, ids: &mut u32) {
        self.is_removed = body.text.is_none();
        let Some(text) = body.text else { return };
        let cut = segments(text, body.flavor);
        let identities = identity::identify(&self.now, &cut, &mut || next_id(ids));
        let named = cut.iter().zip(identities.segments);
        self.now = named.map(|(cut, identity)| Known::new(identity.id, cut)).collect();
        for (segment, known) in self.now.iter().enumerate() {
            let entries = self.entries.entry(known.id.clone()).or_default();
            let last = entries.last().and_then(|entry| entry.fingerprint.as_ref());
            if last.is_none_or(|last| !last.is_same(&known.fingerprint)) {
                let fingerprint = Some(known.fingerprint.clone());
                entries.push(Entry { at: Place { step, segment }, fingerprint });
            }
        }
        for id in identities.removed {
            let entries = self.entries.entry(id).or_default();
            entries.push(Entry { at: Place { step, segment: 0 }, fingerprint: None });
        }
    }
}

/// Aligns a translation in `locale` with its source.
fn fresh_links(locale: Locale, translation: &[Known], source: &[Known]) -> Vec<Alignment> {
    match locale {
        Locale::Zh => fresh(translation, source),
        Locale::En => fresh(source, translation),
    }
}

/// Returns the fingerprints of segments by id.
fn fingerprints(segments: &[Known]) -> HashMap<String, Fingerprint> {
    segments.iter().map(|known| (known.id.clone(), known.fingerprint.clone())).collect()
}

fn next_id(ids: &mut u32) -> String {
    *ids += 1;
    ids.to_string()
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;

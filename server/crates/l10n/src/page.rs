//! Translation states of one page, computed by replaying the history of its files.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use crate::report::{
    CommitName, Count, Counts, Finding, PageStates, Since, Source, State, Warning,
};
use pailou_content::front_matter;
use pailou_git_history::blobs::Blobs;
use pailou_git_history::command::GitError;
use pailou_git_history::log::{Commit, Log};
use pailou_git_history::page::{
    File, HistoryIssue, Page, Replayed, SourceChange, replay_with_change,
};
use pailou_importers::folder::PageFile;
use pailou_translation::freshness::{Alignment, OrientedAlignment, Outdated, TextFreshness};
use pailou_translation::replay::Place;
use pailou_translation::segment::{Kind, Known, Segment, segments};

/// Code of the warning about a source commit that is not in the repository.
pub(crate) const UNKNOWN_COMMIT: &str = "unknown-commit";
/// Maximum number of characters of a text in a report; longer texts are truncated.
const MAX_CHARACTERS: usize = 4_000;

/// Files of a page in both languages.
pub(crate) struct Pair<'a> {
    pub(crate) area: &'static str,
    pub(crate) key: &'a str,
    pub(crate) zh: Option<&'a PageFile>,
    pub(crate) en: Option<&'a PageFile>,
    /// Paths of the files relative to the top of the repository.
    pub(crate) zh_path: Option<String>,
    pub(crate) en_path: Option<String>,
    pub(crate) source: Locale,
    /// Whether `source` is the source language regardless of the history.
    pub(crate) is_forced: bool,
    /// Whether `source` is only assumed: both files were added by one commit.
    pub(crate) is_assumed: bool,
    /// For a page in one language: deletion of the file in the other language, if the history contains that file.
    pub(crate) deleted: Option<Deletion>,
}

/// Deletion of a file, or its move to another path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deletion {
    /// Index, in `Log::commits`, of the commit that deleted or moved the file.
    Commit(usize),
    Uncommitted,
}

impl Pair<'_> {
    pub(crate) fn file(&self, locale: Locale) -> Option<&PageFile> {
        match locale {
            Locale::Zh => self.zh,
            Locale::En => self.en,
        }
    }

    pub(crate) fn path(&self, locale: Locale) -> Option<&str> {
        match locale {
            Locale::Zh => self.zh_path.as_deref(),
            Locale::En => self.en_path.as_deref(),
        }
    }

    pub(crate) fn page(&self) -> Page<'_> {
        let file = |locale| {
            let file = self.file(locale)?;
            Some(File { path: self.path(locale)?, flavor: file.dialect, text: &file.text })
        };
        Page { zh: file(Locale::Zh), en: file(Locale::En) }
    }
}

/// Computes the states of a page from its history in the log. With an empty log, the states are computed from the
/// structure of the files alone.
pub(crate) fn states(
    pair: &Pair<'_>,
    log: &Log,
    blobs: &mut Blobs,
) -> Result<PageStates, GitError> {
    let page = pair.page();
    let forced = pair.is_forced.then_some(SourceChange { source: pair.source, from: 0 });
    let source = (!pair.is_assumed).then_some(pair.source);
    let replayed = replay_with_change(log, blobs, &page, source, forced)?;
    let freshness = replayed.replay.freshness();
    let texts = [Text::of(pair, Locale::Zh), Text::of(pair, Locale::En)];
    let is_pair = texts.iter().all(Option::is_some);
    let is_untracked = replayed.versions.iter().all(|version| version.commit.is_none());
    let counts = |locale: Locale, text: &TextFreshness| match is_pair && locale == pair.source {
        true => Counts::of_source(text),
        false => Counts::of(text),
    };
    let positions = [Locale::Zh, Locale::En].map(|locale| {
        let known = replayed.replay.segments(locale).iter().enumerate();
        known.map(|(at, known)| (known.id.as_str(), at)).collect()
    });
    let mut reading = Reading {
        pair,
        page: &page,
        log,
        replayed: &replayed,
        texts: &texts,
        positions,
        earlier: None,
        blobs,
    };
    let mut findings = Vec::new();
    for (locale, text) in [(Locale::Zh, &freshness.zh), (Locale::En, &freshness.en)] {
        findings.extend(reading.findings(locale, text)?);
    }
    findings.sort_by(|a, b| (a.state, &a.file, a.line).cmp(&(b.state, &b.file, b.line)));
    Ok(PageStates {
        area: pair.area.to_owned(),
        key: pair.key.to_owned(),
        zh_file: pair.zh.map(|file| file.file.clone()),
        en_file: pair.en.map(|file| file.file.clone()),
        source: pair.source,
        zh: counts(Locale::Zh, &freshness.zh),
        en: counts(Locale::En, &freshness.en),
        warnings: replayed.issues.iter().map(|issue| warning(pair, log, issue)).collect(),
        findings,
        is_source_assumed: is_pair && pair.is_assumed && !is_untracked,
        is_untracked,
    })
}

/// Current text, split into segments.
struct Text<'a> {
    file: &'a str,
    body: &'a str,
    lines_before: u32,
    segments: Vec<Segment>,
    /// Heading above each segment, or the segment itself if it is a heading.
    headings: Vec<Option<String>>,
}

impl<'a> Text<'a> {
    fn of(pair: &'a Pair<'_>, locale: Locale) -> Option<Self> {
        let file = pair.file(locale)?;
        let parts = front_matter::split(&file.text);
        let segments = segments(parts.body, file.dialect);
        let mut heading = None;
        let mut headings = Vec::with_capacity(segments.len());
        for segment in &segments {
            if matches!(segment.kind, Kind::Heading(_)) {
                let markdown = parts.body.get(segment.start..segment.end).unwrap_or_default();
                heading = Some(heading_text(markdown)).filter(|text| !text.is_empty());
            }
            headings.push(heading.clone());
        }
        let lines_before = parts.lines_before_body();
        Some(Self { file: &file.file, body: parts.body, lines_before, segments, headings })
    }

    fn line(&self, at: usize) -> u32 {
        self.lines_before + self.segments.get(at).map_or(1, |segment| segment.line)
    }

    fn markdown(&self, at: usize) -> Option<String> {
        let segment = self.segments.get(at)?;
        Some(shortened(self.body.get(segment.start..segment.end)?))
    }

    fn heading(&self, at: usize) -> Option<String> {
        self.headings.get(at).cloned().flatten()
    }
}

/// Returns the Markdown of a heading without its `#` characters and its id (`{#id}`).
fn heading_text(markdown: &str) -> String {
    let line = markdown.trim_start_matches('\n').lines().next().unwrap_or_default().trim();
    let text = line.trim_start_matches('#').trim();
    let text = text.trim_end_matches('#').trim_end();
    let text = match text.rfind("{#") {
        Some(at) if text.ends_with('}') => text[..at].trim_end(),
        _ => text,
    };
    shortened(text)
}

fn shortened(text: &str) -> String {
    let text = text.trim_start_matches('\n').trim_end();
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

struct Reading<'a> {
    pair: &'a Pair<'a>,
    page: &'a Page<'a>,
    log: &'a Log,
    replayed: &'a Replayed,
    texts: &'a [Option<Text<'a>>; 2],
    /// Position of each segment, by segment id.
    positions: [HashMap<&'a str, usize>; 2],
    /// Cache: the last earlier text that was read and split into segments.
    earlier: Option<Earlier>,
    blobs: &'a mut Blobs,
}

/// Earlier text of one language.
struct Earlier {
    locale: Locale,
    step: u32,
    body: String,
    segments: Vec<Segment>,
}

impl<'a> Reading<'a> {
    fn text(&self, locale: Locale) -> Option<&'a Text<'a>> {
        match locale {
            Locale::Zh => self.texts[0].as_ref(),
            Locale::En => self.texts[1].as_ref(),
        }
    }

    fn known(&self, locale: Locale) -> &'a [Known] {
        self.replayed.replay.segments(locale)
    }

    fn findings(
        &mut self,
        locale: Locale,
        freshness: &TextFreshness,
    ) -> Result<Vec<Finding>, GitError> {
        let source = locale.other();
        if self.text(locale).is_none() {
            return Ok(self.whole_page(locale).into_iter().collect());
        }
        let mut findings = Vec::new();
        let links: HashMap<&str, &Alignment> = self
            .replayed
            .replay
            .links()
            .iter()
            .map(|link| (OrientedAlignment::of(link, locale).own, link))
            .collect();
        let rests_on =
            |(link, _): &(&Alignment, &Outdated)| self.replayed.replay.rests_on(link, source);
        let outdated = freshness.outdated_segments.iter();
        let linked = outdated.filter_map(|it| Some((*links.get(it.id.as_str())?, it)));
        let mut outdated: Vec<_> = linked.map(|it| (rests_on(&it), it)).collect();
        // Outdated segments are sorted so that each earlier text is read and split only once.
        outdated.sort_by_key(|(location, _)| *location);
        for (location, (link, outdated)) in outdated {
            findings.extend(self.outdated(locale, outdated, link, location)?);
        }
        for copied in &freshness.copied_segments {
            findings.extend(self.copied(locale, &copied.id));
        }
        let missing: HashSet<&str> =
            freshness.not_translated_segments.iter().map(|it| it.id.as_str()).collect();
        let linked: HashSet<&str> = match self.known(locale).is_empty() {
            true => HashSet::new(),
            false => self
                .replayed
                .replay
                .links()
                .iter()
                .map(|it| OrientedAlignment::of(it, source).own)
                .collect(),
        };
        for (at, known) in self.known(source).iter().enumerate() {
            if missing.contains(known.id.as_str()) {
                findings.extend(self.without_counterpart(locale, State::NotTranslated, at, known));
            } else if locale != self.pair.source
                && known.is_translatable()
                && !linked.contains(known.id.as_str())
            {
                findings.extend(self.without_counterpart(locale, State::NotAligned, at, known));
            }
        }
        Ok(findings)
    }

    fn whole_page(&self, locale: Locale) -> Option<Finding> {
        let source = locale.other();
        let text = self.text(source)?;
        let known = self.known(source);
        let mut count = Count::default();
        known
            .iter()
            .filter(|known| known.is_translatable())
            .for_each(|known| count.add(one(known)));
        let first = self.log.changes(self.pair.path(source)?).first();
        let since = match (self.pair.deleted, first) {
            (Some(Deletion::Uncommitted), _) | (_, None) => self.uncommitted(),
            // If the translation was deleted before the source was added, the source never had a translation.
            (Some(Deletion::Commit(deleted)), Some(added)) => {
                self.since(Some(deleted.max(added.commit)))
            }
            (None, Some(added)) => self.since(Some(added.commit)),
        };
        let file = Source { file: text.file.to_owned(), line: Some(1), old: None, new: None };
        let mut finding = finding(State::NotTranslated, locale, text.file, 1);
        finding.kind = "page".to_owned();
        finding.since = since;
        (finding.count, finding.source) = (count, file);
        (count.segments > 0).then_some(finding)
    }

    fn outdated(
        &mut self,
        locale: Locale,
        outdated: &Outdated,
        link: &Alignment,
        location: Option<Place>,
    ) -> Result<Option<Finding>, GitError> {
        let source = locale.other();
        let Some((at, known, text)) = self.segment(locale, &outdated.id) else { return Ok(None) };
        let old = match location {
            Some(location) => self.earlier(source, location)?,
            None => None,
        };
        let now = self.segment(source, OrientedAlignment::of(link, source).own);
        let mut finding = self.finding(State::Outdated, locale, text, at, known);
        finding.change = Some(outdated.change.name().to_owned());
        finding.conflict = outdated.conflict;
        finding.since = self.since(self.replayed.outdated_since(link, source).flatten());
        finding.source = Source {
            file: self.text(source).map(|text| text.file.to_owned()).unwrap_or_default(),
            line: now.map(|(at, _, text)| text.line(at)),
            old,
            new: now.and_then(|(at, _, text)| text.markdown(at)),
        };
        finding.translation = text.markdown(at);
        Ok(Some(finding))
    }

    /// Returns the earlier Markdown of a segment; `None` if it cannot be read.
    fn earlier(&mut self, locale: Locale, location: Place) -> Result<Option<String>, GitError> {
        let is_cut = |it: &Earlier| it.locale == locale && it.step == location.step;
        if !self.earlier.as_ref().is_some_and(is_cut) {
            let body = self.replayed.body(self.blobs, self.page, locale, location.step)?;
            let (Some(body), Some(file)) = (body, self.pair.file(locale)) else { return Ok(None) };
            let segments = segments(&body, file.dialect);
            self.earlier = Some(Earlier { locale, step: location.step, body, segments });
        }
        let earlier = self.earlier.as_ref();
        Ok(earlier.and_then(|it| {
            let segment = it.segments.get(location.segment)?;
            Some(shortened(it.body.get(segment.start..segment.end)?))
        }))
    }

    fn copied(&self, locale: Locale, id: &str) -> Option<Finding> {
        let (at, known, text) = self.segment(locale, id)?;
        let mut finding = self.finding(State::NotTranslated, locale, text, at, known);
        finding.copy = true;
        finding.since = self.begun(locale, id);
        finding.translation = text.markdown(at);
        finding.source.file = self.text(locale.other())?.file.to_owned();
        Some(finding)
    }

    /// Returns a finding for a source segment without a counterpart in the translation; `None` if the page has no
    /// source text.
    fn without_counterpart(
        &self,
        locale: Locale,
        state: State,
        at: usize,
        known: &Known,
    ) -> Option<Finding> {
        let text = self.text(locale.other())?;
        let mut finding = self.finding(state, locale, text, at, known);
        finding.since = self.begun(locale.other(), &known.id);
        finding.source = Source {
            file: text.file.to_owned(),
            line: Some(text.line(at)),
            old: None,
            new: text.markdown(at),
        };
        Some(finding)
    }

    fn finding(
        &self,
        state: State,
        locale: Locale,
        text: &Text<'_>,
        at: usize,
        known: &Known,
    ) -> Finding {
        let mut finding = finding(state, locale, text.file, text.line(at));
        finding.kind = known.kind.name().to_owned();
        finding.heading = text.heading(at);
        finding.count = one(known);
        finding
    }

    /// Returns the segment with this id; `None` if the current text does not contain it.
    fn segment(&self, locale: Locale, id: &str) -> Option<(usize, &'a Known, &'a Text<'a>)> {
        let positions = match locale {
            Locale::Zh => &self.positions[0],
            Locale::En => &self.positions[1],
        };
        let (at, known) = (*positions.get(id)?, self.known(locale));
        Some((at, known.get(at)?, self.text(locale)?))
    }

    fn begun(&self, locale: Locale, id: &str) -> Option<Since> {
        let step = self.replayed.replay.untranslated_since(id, locale)?;
        let version = self.replayed.versions.get(usize::try_from(step).ok()?)?;
        self.since(version.commit)
    }

    fn since(&self, commit: Option<usize>) -> Option<Since> {
        let commit = commit.and_then(|commit| self.log.commits.get(commit));
        commit.map(|commit| Since::Commit(named(commit))).or_else(|| self.uncommitted())
    }

    /// Returns [`Since::Uncommitted`]; `None` if the log has no commits.
    fn uncommitted(&self) -> Option<Since> {
        (!self.log.commits.is_empty()).then_some(Since::Uncommitted)
    }
}

fn finding(state: State, locale: Locale, file: &str, line: u32) -> Finding {
    Finding {
        state,
        locale,
        file: file.to_owned(),
        line,
        kind: String::new(),
        heading: None,
        count: Count::default(),
        change: None,
        conflict: false,
        copy: false,
        since: None,
        source: Source::default(),
        translation: None,
    }
}

fn one(known: &Known) -> Count {
    Count { segments: 1, characters: known.words.chars().count() as u64 }
}

pub(crate) fn named(commit: &Commit) -> CommitName {
    CommitName {
        id: commit.id.clone(),
        at: commit.at,
        author: commit.author.clone(),
        subject: commit.subject.clone(),
    }
}

fn warning(pair: &Pair<'_>, log: &Log, issue: &HistoryIssue) -> Warning {
    let commit = |number: &usize| log.commits.get(*number).map(named);
    let (code, commit, detail) = match issue {
        HistoryIssue::UnknownSourceCommit { commit: at, named, .. } => {
            (UNKNOWN_COMMIT, commit(at), named.clone())
        }
        HistoryIssue::UnusedSourceCommit { commit: at, named, .. } => {
            ("unused-source-commit", commit(at), named.clone())
        }
        HistoryIssue::AcknowledgedSource { commit: at, path, .. } => {
            ("acknowledged-source", commit(at), path.clone())
        }
        HistoryIssue::UnknownSection { commit: at, section, .. } => {
            ("unknown-section", commit(at), section.clone())
        }
        HistoryIssue::UnreadableVersion { commit: at } => {
            ("unreadable-version", commit(at), String::new())
        }
        HistoryIssue::TooManyVersions { versions } => {
            ("too-many-versions", None, versions.to_string())
        }
    };
    let own = issue.language().and_then(|locale| pair.file(locale));
    let translation = own.or(pair.file(pair.source.other())).or(pair.file(pair.source));
    let file = translation.map(|file| file.file.clone()).unwrap_or_default();
    Warning { code: code.to_owned(), file, commit, detail }
}

/// Returns the cache key of a page: a hash of the data from which its states are computed. Within one cache, equal keys
/// imply equal states. `marking` contains the indexes of the commits with acknowledgements.
pub(crate) fn cache_key(pair: &Pair<'_>, log: &Log, marking: &[usize]) -> String {
    let mut hash = blake3::Hasher::new();
    let mut add = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(pair.source.segment());
    add(if pair.is_assumed { "assumed" } else { "" });
    add(match pair.deleted {
        Some(Deletion::Commit(commit)) => &log.commits[commit].id,
        Some(Deletion::Uncommitted) => "uncommitted",
        None => "",
    });
    let mut names: HashSet<&str> = HashSet::new();
    for locale in Locale::ALL {
        add(locale.segment());
        let (Some(file), Some(path)) = (pair.file(locale), pair.path(locale)) else { continue };
        add(&file.file);
        add(path);
        add(&format!("{:?}", file.dialect));
        add(&file.text);
        names.insert(path);
        for change in log.changes(path) {
            let commit = &log.commits[change.commit];
            add(&commit.id);
            add(&commit.author);
            add(commit.source_commit.as_deref().unwrap_or_default());
            add(if commit.has_source_trailer { "trailer" } else { "" });
            add(&change.path);
            add(change.blob.as_deref().unwrap_or_default());
            log.branch_changes(path, change.commit).iter().for_each(|it| add(&it.id));
            names.insert(&change.path);
        }
    }
    for commit in marking.iter().map(|number| &log.commits[*number]) {
        for mark in commit.marks.iter().filter(|mark| names.contains(mark.path.as_str())) {
            add(&commit.id);
            add(&mark.path);
            add(mark.section.as_deref().unwrap_or_default());
        }
    }
    hash.finalize().to_hex()[..32].to_owned()
}

//! Replay of one page: the history of its two files, commit by commit.

use std::collections::BTreeMap;

use core_wasm::locale::Locale;

use crate::blobs::Blobs;
use crate::command::GitError;
use crate::log::{FileChange, Log};
use crate::message::is_id;
use pailou_content::front_matter;
use pailou_markdown::flavor::Flavor;
use pailou_translation::freshness::Link;
use pailou_translation::replay::{Acknowledged, Body, Follows, Place, Replay, Step};
use pailou_translation::segment::segments;

/// Versions of a page that are replayed; what is older counts as up to date.
const MOST_VERSIONS: usize = 2_000;
/// Versions times the size of the page as it is now.
const MOST_REPLAYED_BYTES: usize = 64 << 20;
/// With fewer versions, a page is not replayed: its texts count as they are.
const LEAST_VERSIONS: usize = 8;

/// A file of a page as it is now.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// From the top of the repository.
    pub path: &'a str,
    pub flavor: Flavor,
    /// With its front matter.
    pub text: &'a str,
}

/// Both files of a page.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    pub zh: Option<File<'a>>,
    pub en: Option<File<'a>>,
}

/// What one commit left of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The number of the commit in the log. None for what is not committed.
    pub commit: Option<usize>,
    /// What each changed file said, Chinese and English. None where it was not changed, or deleted.
    contents: [Option<Content>; 2],
}

/// Where the text of a version is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Content {
    /// The id of a blob.
    Blob(String),
    /// In the file as it is now.
    Uncommitted,
}

/// Something in the history that could not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryIssue {
    /// A translation names a commit of its source that is not in this repository.
    UnknownSourceCommit {
        /// The number of the commit in the log that names it.
        commit: usize,
        named: String,
    },
    /// A trailer marks a section that the page does not have.
    UnknownSection { commit: usize, section: String },
    /// What a commit left is no text, or is not here.
    UnreadableVersion { commit: usize },
    /// Only the newest versions were replayed, or none of a page of megabytes.
    TooManyVersions { versions: usize },
}

/// A page with the states that its history gives it.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Its segments are those of the files as they are now, in their order.
    pub replay: Replay,
    /// One for each step of the replay.
    pub versions: Vec<Version>,
    pub issues: Vec<HistoryIssue>,
}

/// The source language of a page from a commit on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceChange {
    pub source: Locale,
    /// The number of the first commit in the log that it counts for. From 0, it is the source of all segments,
    /// whichever language they began in.
    pub from: usize,
}

/// Replays a page. `source` is the language of what both languages got in one commit.
pub fn replay(
    log: &Log,
    blobs: &mut Blobs,
    page: &Page<'_>,
    source: Locale,
) -> Result<Replayed, GitError> {
    replay_with_change(log, blobs, page, source, None)
}

/// The same, where the languages swapped roles. Nothing becomes outdated by that.
pub fn replay_with_change(
    log: &Log,
    blobs: &mut Blobs,
    page: &Page<'_>,
    source: Locale,
    change: Option<SourceChange>,
) -> Result<Replayed, GitError> {
    let source = first_language(log, page).unwrap_or(source);
    let mut replaying = Replaying {
        log,
        blobs,
        page,
        source,
        change,
        texts: [None, None],
        named: [None, None],
        done: Replayed { replay: Replay::new(source), versions: Vec::new(), issues: Vec::new() },
    };
    replaying.all()?;
    Ok(replaying.done)
}

impl Replayed {
    /// What a segment said at a place in the history, as Markdown. None where that cannot be read any more.
    pub fn markdown(
        &self,
        blobs: &mut Blobs,
        page: &Page<'_>,
        locale: Locale,
        place: Place,
    ) -> Result<Option<String>, GitError> {
        let Some(file) = page.file(locale) else { return Ok(None) };
        let body = self.body(blobs, page, locale, place.step)?;
        Ok(body.and_then(|body| {
            let cut = segments(&body, file.flavor);
            let segment = cut.get(place.segment)?;
            Some(body[segment.start..segment.end].trim_start_matches('\n').trim_end().to_owned())
        }))
    }

    /// The text that a step left, without front matter. None where the step did not change it, or where that cannot be
    /// read any more.
    pub fn body(
        &self,
        blobs: &mut Blobs,
        page: &Page<'_>,
        locale: Locale,
        step: u32,
    ) -> Result<Option<String>, GitError> {
        let text = self.text(blobs, page, locale, step)?;
        Ok(text.map(|text| body_of(&text).to_owned()))
    }

    /// The file as a step left it. None if the step did not change it, or where it cannot be read any more.
    pub fn text(
        &self,
        blobs: &mut Blobs,
        page: &Page<'_>,
        locale: Locale,
        step: u32,
    ) -> Result<Option<String>, GitError> {
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        let Some(version) = self.versions.get(step) else { return Ok(None) };
        match &version.contents[index(locale)] {
            Some(Content::Uncommitted) => Ok(page.file(locale).map(|file| file.text.to_owned())),
            Some(Content::Blob(blob)) => blobs.text(blob),
            None => Ok(None),
        }
    }

    /// The commit since which the source of a link is not what its translation follows; the number in the log, none
    /// for a change that is not committed. `None` if it is what the translation follows.
    pub fn outdated_since(&self, link: &Link, source: Locale) -> Option<Option<usize>> {
        let step = self.replay.changed_since(link, source)?;
        let version = self.versions.get(usize::try_from(step).ok()?)?;
        Some(version.commit)
    }
}

impl<'a> Page<'a> {
    fn file(&self, locale: Locale) -> Option<&File<'a>> {
        match locale {
            Locale::Zh => self.zh.as_ref(),
            Locale::En => self.en.as_ref(),
        }
    }
}

struct Replaying<'a> {
    log: &'a Log,
    blobs: &'a mut Blobs,
    page: &'a Page<'a>,
    source: Locale,
    /// Until it is applied.
    change: Option<SourceChange>,
    /// As the last step left them.
    texts: [Option<String>; 2],
    /// The commits of the source that the front matter named last.
    named: [Option<String>; 2],
    done: Replayed,
}

impl Replaying<'_> {
    fn all(&mut self) -> Result<(), GitError> {
        let mut commits = self.commits();
        let versions = commits.len();
        let size: usize = [Locale::Zh, Locale::En]
            .into_iter()
            .filter_map(|locale| self.page.file(locale))
            .map(|file| file.text.len())
            .sum();
        let most = (MOST_REPLAYED_BYTES / size.max(1)).min(MOST_VERSIONS);
        if versions > most {
            self.done.issues.push(HistoryIssue::TooManyVersions { versions });
            // What is known of less than one change says nothing.
            let left = if most < LEAST_VERSIONS { 0 } else { most };
            commits.drain(..versions - left);
        }
        for (commit, changes) in commits {
            self.change_source(commit);
            self.commit(commit, changes)?;
        }
        self.change_source(usize::MAX);
        self.uncommitted();
        Ok(())
    }

    fn change_source(&mut self, commit: usize) {
        if let Some(change) = self.change.take_if(|change| commit >= change.from) {
            self.source = change.source;
            match change.from {
                0 => self.done.replay.force_source(change.source),
                _ => self.done.replay.set_source(change.source),
            }
        }
    }

    /// The commits that touched the page, and what they did to both files.
    fn commits(&self) -> Vec<(usize, [Option<FileChange>; 2])> {
        let mut commits: BTreeMap<usize, [Option<FileChange>; 2]> = BTreeMap::new();
        for locale in [Locale::Zh, Locale::En] {
            let Some(file) = self.page.file(locale) else { continue };
            for change in self.log.changes(file.path) {
                commits.entry(change.commit).or_default()[index(locale)] = Some(change.clone());
            }
        }
        for (number, commit) in self.log.commits.iter().enumerate() {
            if commit.marks.iter().any(|mark| self.language_of(&mark.path).is_some()) {
                commits.entry(number).or_default();
            }
        }
        commits.into_iter().collect()
    }

    /// The language of the file that had this name at any time.
    fn language_of(&self, path: &str) -> Option<Locale> {
        [Locale::Zh, Locale::En].into_iter().find(|locale| {
            self.page.file(*locale).is_some_and(|file| {
                file.path == path || self.log.changes(file.path).iter().any(|it| it.path == path)
            })
        })
    }

    fn commit(&mut self, commit: usize, changes: [Option<FileChange>; 2]) -> Result<(), GitError> {
        let mut left: [Option<Option<String>>; 2] = [None, None];
        let mut contents = [None, None];
        for at in 0..2 {
            let Some(change) = &changes[at] else { continue };
            match &change.blob {
                None => left[at] = Some(None),
                Some(blob) => match self.blobs.text(blob)? {
                    Some(text) => {
                        left[at] = Some(Some(text));
                        contents[at] = Some(Content::Blob(blob.clone()));
                    }
                    None => {
                        self.done.issues.push(HistoryIssue::UnreadableVersion { commit });
                    }
                },
            }
        }
        let follows = self.follows(commit, &left, &changes)?;
        let marks: Vec<(Locale, Option<String>)> = self.log.commits[commit]
            .marks
            .iter()
            .filter_map(|mark| Some((self.language_of(&mark.path)?, mark.section.clone())))
            .collect();
        self.step(Some(commit), left, contents, follows, &marks);
        Ok(())
    }

    /// The version of the source that the changed translation follows, if it or its commit names one.
    fn follows(
        &mut self,
        commit: usize,
        left: &[Option<Option<String>>; 2],
        changes: &[Option<FileChange>; 2],
    ) -> Result<Option<(Locale, String)>, GitError> {
        let is_changed = |locale| changes[index(locale)].is_some();
        let translation = match (is_changed(Locale::Zh), is_changed(Locale::En)) {
            (true, false) => Locale::Zh,
            (false, true) => Locale::En,
            (true, true) => self.source.other(),
            (false, false) => return Ok(None),
        };
        let text = left[index(translation)].as_ref().and_then(Option::as_deref);
        let Some(text) = text else { return Ok(None) };
        // A field that stays as it was says nothing about this commit.
        let field = source_commit_of(text);
        let before = std::mem::replace(&mut self.named[index(translation)], field.clone());
        let field = field.filter(|field| before.as_ref() != Some(field));
        let is_alone = !is_changed(translation.other());
        let trailer = self.log.commits[commit].source_commit.clone().filter(|_| is_alone);
        let Some(named) = field.or(trailer) else { return Ok(None) };
        let Some(source) = self.page.file(translation.other()) else { return Ok(None) };
        let changes = self.log.changes(source.path);
        let mut paths = vec![source.path];
        paths.extend(changes.iter().rev().map(|change| change.path.as_str()));
        paths.dedup();
        for path in paths {
            if let Some(text) = self.blobs.text(&format!("{named}:{path}"))? {
                return Ok(Some((translation, text)));
            }
        }
        self.done.issues.push(HistoryIssue::UnknownSourceCommit { commit, named });
        Ok(None)
    }

    /// What is in the folder and not committed.
    fn uncommitted(&mut self) {
        let mut left = [None, None];
        let mut contents = [None, None];
        for locale in [Locale::Zh, Locale::En] {
            let now = self.page.file(locale).map(|file| file.text);
            let before = self.texts[index(locale)].as_deref();
            if now.map(body_of) != before.map(body_of) {
                left[index(locale)] = Some(now.map(str::to_owned));
                contents[index(locale)] = now.map(|_| Content::Uncommitted);
            }
        }
        if left.iter().any(Option::is_some) {
            self.step(None, left, contents, None, &[]);
        }
    }

    fn step(
        &mut self,
        commit: Option<usize>,
        left: [Option<Option<String>>; 2],
        contents: [Option<Content>; 2],
        follows: Option<(Locale, String)>,
        marks: &[(Locale, Option<String>)],
    ) {
        let flavor = |locale| self.page.file(locale).map_or(Flavor::Markdown, |file| file.flavor);
        let body = |locale| {
            let left = left[index(locale)].as_ref()?;
            Some(Body { text: left.as_deref().map(body_of), flavor: flavor(locale) })
        };
        let source = follows.as_ref().map(|(locale, text)| (*locale, body_of(text)));
        let acknowledged: Vec<Acknowledged<'_>> = marks
            .iter()
            .map(|(locale, section)| Acknowledged { locale: *locale, section: section.as_deref() })
            .collect();
        self.done.replay.step(Step {
            zh: body(Locale::Zh),
            en: body(Locale::En),
            follows: source.as_ref().map(|(locale, text)| Follows {
                locale: *locale,
                source: Body { text: Some(text), flavor: flavor(locale.other()) },
            }),
            acknowledged: &acknowledged,
        });
        let sections = marks.iter().filter_map(|(_, section)| section.clone());
        for section in sections {
            if !self.has_section(&section) {
                let commit = commit.unwrap_or_default();
                self.done.issues.push(HistoryIssue::UnknownSection { commit, section });
            }
        }
        for (text, left) in self.texts.iter_mut().zip(left) {
            if let Some(left) = left {
                *text = left;
            }
        }
        self.done.versions.push(Version { commit, contents });
    }

    fn has_section(&self, section: &str) -> bool {
        let has = |locale| {
            let mut segments = self.done.replay.segments(locale).iter();
            segments.any(|known| known.heading_id.as_deref() == Some(section))
        };
        has(Locale::Zh) || has(Locale::En)
    }
}

/// The language whose file is older. None if both came with one commit.
pub fn first_language(log: &Log, page: &Page<'_>) -> Option<Locale> {
    let first = |file: &Option<File<'_>>| {
        file.and_then(|file| log.changes(file.path).first()).map(|change| change.commit)
    };
    let (zh, en) = (first(&page.zh)?, first(&page.en)?);
    match zh.cmp(&en) {
        std::cmp::Ordering::Less => Some(Locale::Zh),
        std::cmp::Ordering::Greater => Some(Locale::En),
        std::cmp::Ordering::Equal => None,
    }
}

/// `l10n.sourceCommit` of MDN, or `sourceCommit`, in the front matter of a translation.
fn source_commit_of(text: &str) -> Option<String> {
    let values = front_matter::split(text).values().ok()?;
    let nested = values.get("l10n").and_then(|l10n| l10n.get("sourceCommit"));
    let named = nested.or_else(|| values.get("sourceCommit")).and_then(|value| value.text())?;
    Some(named.trim().to_owned()).filter(|named| is_id(named))
}

fn body_of(text: &str) -> &str {
    front_matter::split(text).body
}

fn index(locale: Locale) -> usize {
    match locale {
        Locale::Zh => 0,
        Locale::En => 1,
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;

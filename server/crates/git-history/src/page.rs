//! Translation states of one page, computed by replaying the history of its Chinese and English files commit by commit.

use std::collections::{BTreeMap, HashSet};

use core_wasm::locale::Locale;

use crate::blobs::{Blobs, Object};
use crate::command::GitError;
use crate::log::{FileChange, Log};
use crate::message::{is_id, is_pull, shortened};
use pailou_content::front_matter;
use pailou_markdown::flavor::Flavor;
use pailou_translation::freshness::Alignment;
use pailou_translation::replay::{
    Acknowledged, Body, Branch, BranchCommit, Follows, Place, Replay, Step,
};
use pailou_translation::segment::segments;

/// Maximum number of commits that are replayed per page. The texts before these commits count as up to date.
const MAX_VERSIONS: usize = 2_000;
/// Maximum product of the number of replayed commits and the current size of the page in bytes.
const MAX_REPLAYED_BYTES: usize = 64 << 20;
/// Minimum number of commits for a replay. If `MAX_REPLAYED_BYTES` allows fewer, nothing is replayed and the current
/// texts count as up to date.
const MIN_VERSIONS: usize = 8;
/// Maximum number of commits of a merged branch that are compared per page.
const MAX_BRANCH_COMMITS: usize = 50;

/// Current file of a page in one language.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Path relative to the top of the repository.
    pub path: &'a str,
    pub flavor: Flavor,
    /// Text of the file, including front matter.
    pub text: &'a str,
}

/// Files of a page in both languages.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    pub zh: Option<File<'a>>,
    pub en: Option<File<'a>>,
}

/// State of a page after one commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Index of the commit in the log; `None` for uncommitted changes.
    pub commit: Option<usize>,
    /// New content of the Chinese and of the English file; `None` if the file was not changed, was deleted, or cannot
    /// be read.
    contents: [Option<Content>; 2],
}

/// Location of the text of a file: in a commit or in the working tree.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Content {
    /// Id of a Git blob.
    Blob(String),
    /// Text of the current file.
    Uncommitted,
}

/// Part of the history that could not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryIssue {
    /// The front matter or the commit of a translation specifies an unusable source commit. The value is not a commit
    /// id, or the commit is missing or does not contain the source file.
    UnknownSourceCommit {
        /// Index in the log of the commit that specifies the source commit.
        commit: usize,
        named: String,
        /// Language of the translation.
        locale: Locale,
    },
    /// A commit that changes both files of the page, or only the source file, specifies a source commit. The source
    /// commit is not applied.
    UnusedSourceCommit { commit: usize, named: String, locale: Locale },
    /// An acknowledgement refers to the source file of the page, whose segments are not translations.
    AcknowledgedSource { commit: usize, path: String, locale: Locale },
    /// An acknowledgement refers to a section that neither file of the page contains.
    UnknownSection { commit: usize, section: String, locale: Locale },
    /// The file at a commit cannot be read: its blob is missing, is not a text file, or is too large.
    UnreadableVersion { commit: usize },
    /// Only the newest commits of the page or of a merged branch were replayed, or none because the page is too large.
    TooManyVersions { versions: usize },
}

impl HistoryIssue {
    /// Returns the language of the file that the issue is about; `None` if the issue specifies no file.
    pub fn language(&self) -> Option<Locale> {
        match self {
            Self::UnknownSourceCommit { locale, .. }
            | Self::UnusedSourceCommit { locale, .. }
            | Self::AcknowledgedSource { locale, .. }
            | Self::UnknownSection { locale, .. } => Some(*locale),
            Self::UnreadableVersion { .. } | Self::TooManyVersions { .. } => None,
        }
    }
}

/// Page with the translation states that follow from its history.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// State after the last commit, with the segments of the current files in file order.
    pub replay: Replay,
    /// Versions, one for each step of the replay.
    pub versions: Vec<Version>,
    pub issues: Vec<HistoryIssue>,
}

/// Change of the source language of a page at a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceChange {
    pub source: Locale,
    /// Index of the first commit in the log to which the change applies. If it is 0, `source` is the source language
    /// of all segments, regardless of the language in which they were added first.
    pub from: usize,
}

/// Replays a page. The source language is that of the file that was committed first. If one commit added both files, or
/// if one file has no history, the file that specifies a source commit is the translation. If both files or neither
/// specify one, the source language is `source`. Without any source language, a change of either file makes the other
/// file outdated.
pub fn replay(
    log: &Log,
    blobs: &mut Blobs,
    page: &Page<'_>,
    source: Option<Locale>,
) -> Result<Replayed, GitError> {
    replay_with_change(log, blobs, page, source, None)
}

/// Like [`replay`], with a change of the source language. The change itself makes no segment outdated.
pub fn replay_with_change(
    log: &Log,
    blobs: &mut Blobs,
    page: &Page<'_>,
    source: Option<Locale>,
    change: Option<SourceChange>,
) -> Result<Replayed, GitError> {
    replay_limited(log, blobs, page, (source, change), MAX_REPLAYED_BYTES)
}

fn replay_limited(
    log: &Log,
    blobs: &mut Blobs,
    page: &Page<'_>,
    (source, change): (Option<Locale>, Option<SourceChange>),
    max_bytes: usize,
) -> Result<Replayed, GitError> {
    let known = known_source(log, page).or(source);
    let replay = known.map_or_else(Replay::with_unknown_source, Replay::new);
    let mut replaying = Replaying {
        log,
        blobs,
        page,
        source: known,
        change,
        texts: [None, None],
        named: [None, None],
        branch_left: MAX_VERSIONS,
        done: Replayed { replay, versions: Vec::new(), issues: Vec::new() },
    };
    replaying.all(max_bytes)?;
    Ok(replaying.done)
}

impl Replayed {
    /// Returns the Markdown of a segment at a step of the history; `None` if the text can no longer be read.
    pub fn markdown(
        &self,
        blobs: &mut Blobs,
        page: &Page<'_>,
        locale: Locale,
        location: Place,
    ) -> Result<Option<String>, GitError> {
        let Some(file) = page.file(locale) else { return Ok(None) };
        let body = self.body(blobs, page, locale, location.step)?;
        Ok(body.and_then(|body| {
            let cut = segments(&body, file.flavor);
            let segment = cut.get(location.segment)?;
            Some(body[segment.start..segment.end].trim_start_matches('\n').trim_end().to_owned())
        }))
    }

    /// Returns the text after a step, without front matter; `None` if the step did not change the text, or if the text
    /// can no longer be read.
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

    /// Returns the whole file after a step; `None` if the step did not change the file, or if the file can no longer be
    /// read.
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

    /// Returns the index in the log of the commit that made the translation of an alignment outdated. An inner `None`
    /// means an uncommitted change. Returns `None` if the translation is up to date.
    pub fn outdated_since(&self, link: &Alignment, source: Locale) -> Option<Option<usize>> {
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
    /// Source language; `None` if it is unknown.
    source: Option<Locale>,
    /// Source change that has not been applied yet.
    change: Option<SourceChange>,
    /// Texts after the last step.
    texts: [Option<String>; 2],
    /// Last source commit that the front matter of each file specified.
    named: [Option<String>; 2],
    /// Number of branch commits that may still be compared.
    branch_left: usize,
    done: Replayed,
}

impl Replaying<'_> {
    fn all(&mut self, max_bytes: usize) -> Result<(), GitError> {
        let mut commits = self.commits();
        let versions = commits.len();
        let size: usize = [Locale::Zh, Locale::En]
            .into_iter()
            .filter_map(|locale| self.page.file(locale))
            .map(|file| file.text.len())
            .sum();
        let max_versions = (max_bytes / size.max(1)).min(MAX_VERSIONS);
        self.branch_left = max_versions;
        if versions > max_versions {
            self.done.issues.push(HistoryIssue::TooManyVersions { versions });
            // Fewer than `MIN_VERSIONS` commits do not give reliable states, so none is replayed.
            let left = if max_versions < MIN_VERSIONS { 0 } else { max_versions };
            let older: Vec<_> = commits.drain(..versions - left).collect();
            if left > 0 {
                self.begin(&older)?;
            }
        }
        for (commit, changes) in commits {
            self.change_source(commit);
            self.commit(commit, changes)?;
        }
        self.change_source(usize::MAX);
        self.uncommitted();
        Ok(())
    }

    /// Begins the replay with the texts after `older`, the commits that are not replayed.
    fn begin(&mut self, older: &[(usize, [Option<FileChange>; 2])]) -> Result<(), GitError> {
        let Some((commit, _)) = older.last() else { return Ok(()) };
        let (mut left, mut contents) = ([None, None], [None, None]);
        for at in 0..2 {
            let last = older.iter().rev().find_map(|(_, changes)| changes[at].as_ref());
            let Some(blob) = last.and_then(|change| change.blob.as_ref()) else { continue };
            let Some(text) = self.blobs.text(blob)? else { continue };
            self.named[at] = source_commit_of(&text);
            left[at] = Some(Some(text));
            contents[at] = Some(Content::Blob(blob.clone()));
        }
        self.change_source(*commit);
        let translation = self.translation_in([true, true]);
        let follows = match self.named[index(translation)].clone().filter(|named| is_id(named)) {
            Some(named) => {
                let text = self.text_at(&named, translation.other())?;
                text.map(|text| (translation, text))
            }
            None => None,
        };
        self.step(Some(*commit), left, contents, BasedOn { follows, branch: None }, &[]);
        Ok(())
    }

    fn change_source(&mut self, commit: usize) {
        if let Some(change) = self.change.take_if(|change| commit >= change.from) {
            self.source = Some(change.source);
            match change.from {
                0 => self.done.replay.force_source(change.source),
                _ => self.done.replay.set_source(change.source),
            }
        }
    }

    /// Returns the commits that changed or acknowledged the page, with the change of each file.
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

    /// Returns the language of the file that has or had this path; `None` if there is none.
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
        let branch = match &follows {
            None => self.branch(commit, &left)?,
            Some(_) => None,
        };
        let mut marks = Vec::new();
        for mark in &self.log.commits[commit].marks {
            let Some(locale) = self.language_of(&mark.path) else { continue };
            let source = match &mark.commit {
                Some(of_branch) => self.text_at(of_branch, locale.other())?,
                None => None,
            };
            let (path, section) = (mark.path.clone(), mark.section.clone());
            marks.push(Mark { path, locale, section, source });
        }
        self.step(Some(commit), left, contents, BasedOn { follows, branch }, &marks);
        Ok(())
    }

    /// Returns the texts on the branch that a commit merged. `left` contains the Chinese and the English file after the
    /// commit: `None` if it is unchanged, `Some(None)` if it is deleted. Returns `None` if the commit merged no change
    /// of the translation, or if the branch contained the current source at each of these changes.
    fn branch(
        &mut self,
        commit: usize,
        left: &[Option<Option<String>>; 2],
    ) -> Result<Option<BranchTexts>, GitError> {
        let changed = [left[0].is_some(), left[1].is_some()];
        let translation = self.source.map_or_else(|| self.translation_in(changed), Locale::other);
        let now =
            |locale: Locale| left[index(locale)].as_ref().unwrap_or(&self.texts[index(locale)]);
        let (Some(Some(_)), Some(source_now)) =
            (&left[index(translation)], now(translation.other()).clone())
        else {
            return Ok(None);
        };
        let (Some(own), Some(source)) =
            (self.page.file(translation), self.page.file(translation.other()))
        else {
            return Ok(None);
        };
        let of_translation = self.log.branch_changes(own.path, commit);
        if of_translation.is_empty() {
            return Ok(None);
        }
        // For each change of the branch: the commit id, and whether it changed the source.
        let mut changes: BTreeMap<usize, (&str, bool)> = of_translation
            .iter()
            .map(|change| (change.order, (change.id.as_str(), false)))
            .collect();
        for change in self.log.branch_changes(source.path, commit) {
            changes.insert(change.order, (&change.id, true));
        }
        let is_together = !is_pull(&self.log.commits[commit].subject);
        let versions = changes.len();
        let skipped = versions.saturating_sub(MAX_BRANCH_COMMITS.min(self.branch_left));
        self.branch_left -= versions - skipped;
        if skipped > 0 {
            self.done.issues.push(HistoryIssue::TooManyVersions { versions });
        }
        let mut commits = Vec::new();
        for (id, has_source) in changes.into_values().skip(skipped) {
            let named = self.log.commits[commit].branch_sources.iter().find(|(of, _)| of == id);
            let named = match named {
                Some((_, named)) if has_source => {
                    let (named, locale) = (named.clone(), translation);
                    self.done.issues.push(HistoryIssue::UnusedSourceCommit {
                        commit,
                        named,
                        locale,
                    });
                    None
                }
                Some((_, named)) => self.named_source(commit, named, translation)?,
                None => None,
            };
            let has_source_before = has_source && is_together;
            match self.branch_text(id, translation, named, has_source_before)? {
                Some(text) => commits.push(text),
                None => self.done.issues.push(HistoryIssue::UnreadableVersion { commit }),
            }
        }
        let is_current = commits.iter().all(|it| body_of(&it.source) == body_of(&source_now));
        Ok((!is_current).then_some(BranchTexts { locale: translation, commits }))
    }

    /// Returns the texts of the page at the branch commit `id`; `None` if one of them cannot be read. `source`, if any,
    /// replaces the source at the commit. `has_source_before` adds the source before the commit. A text before the
    /// commit counts as empty if it cannot be read.
    fn branch_text(
        &mut self,
        id: &str,
        translation: Locale,
        source: Option<String>,
        has_source_before: bool,
    ) -> Result<Option<BranchText>, GitError> {
        let names_source = source.is_some();
        let parent = format!("{id}^");
        let translation_before = self.text_at(&parent, translation)?.unwrap_or_default();
        let source_before = match has_source_before {
            true => Some(self.text_at(&parent, translation.other())?.unwrap_or_default()),
            false => None,
        };
        let source = match source {
            Some(source) => Object::Text(source),
            None => self.object_at(id, translation.other())?,
        };
        let (translation, source) = match (self.object_at(id, translation)?, source) {
            (Object::Unreadable, _) | (_, Object::Unreadable) => return Ok(None),
            // A file that the commit does not contain counts as empty.
            (translation, source) => (translation.into_text(), source.into_text()),
        };
        let (translation, source) = (translation.unwrap_or_default(), source.unwrap_or_default());
        Ok(Some(BranchText {
            translation,
            translation_before,
            source,
            source_before,
            names_source,
        }))
    }

    /// Returns the language of the translation in a commit that changes one or both files: the only changed language,
    /// or the language that is not the source language. Without a source language, it is English.
    fn translation_in(&self, changed: [bool; 2]) -> Locale {
        match changed {
            [true, false] => Locale::Zh,
            [false, true] => Locale::En,
            _ => self.source.map_or(Locale::En, Locale::other),
        }
    }

    /// Returns the source at the commit `named`, which a commit message or a front matter field specifies. Returns
    /// `None` for an unusable value, and reports it. A commit id is not reported if the page has no source file.
    fn named_source(
        &mut self,
        commit: usize,
        named: &str,
        locale: Locale,
    ) -> Result<Option<String>, GitError> {
        if is_id(named)
            && let Some(text) = self.text_at(named, locale.other())?
        {
            return Ok(Some(text));
        }
        if !is_id(named) || self.page.file(locale.other()).is_some() {
            let named = named.to_owned();
            self.done.issues.push(HistoryIssue::UnknownSourceCommit { commit, named, locale });
        }
        Ok(None)
    }

    /// Returns the text of the file in `locale` at `commit`, under its current or an earlier path; `None` if the commit
    /// does not contain the file, or if it cannot be read.
    fn text_at(&mut self, commit: &str, locale: Locale) -> Result<Option<String>, GitError> {
        self.object_at(commit, locale).map(Object::into_text)
    }

    /// Returns the file in `locale` at `commit`, under its current or an earlier path.
    fn object_at(&mut self, commit: &str, locale: Locale) -> Result<Object, GitError> {
        let Some(file) = self.page.file(locale) else { return Ok(Object::Missing) };
        let changes = self.log.changes(file.path);
        let mut paths = vec![file.path];
        paths.extend(changes.iter().rev().map(|change| change.path.as_str()));
        let mut seen = HashSet::new();
        paths.retain(|path| seen.insert(*path));
        for path in paths {
            match self.blobs.read(&format!("{commit}:{path}"))? {
                Object::Missing => {}
                found => return Ok(found),
            }
        }
        Ok(Object::Missing)
    }

    /// Returns the language of the changed translation, and the text of the source file at its source commit. `left` is
    /// as in [`Self::branch`]; `changes` are the changes of both files by the commit. Returns `None` if neither the
    /// front matter nor the commit specifies a usable source commit.
    fn follows(
        &mut self,
        commit: usize,
        left: &[Option<Option<String>>; 2],
        changes: &[Option<FileChange>; 2],
    ) -> Result<Option<(Locale, String)>, GitError> {
        let is_changed = |locale| changes[index(locale)].is_some();
        let translation = self.translation_in([changes[0].is_some(), changes[1].is_some()]);
        let text = left[index(translation)].as_ref().and_then(Option::as_deref);
        let Some(text) = text else { return Ok(None) };
        // An unchanged front matter field does not apply to this commit.
        let field = source_commit_of(text);
        let before = std::mem::replace(&mut self.named[index(translation)], field.clone());
        let field = field.filter(|field| before.as_ref() != Some(field));
        let is_alone = !is_changed(translation.other());
        let of_commit = &self.log.commits[commit];
        let message = of_commit.source_commit.clone();
        let trailer = message.clone().filter(|_| of_commit.has_source_trailer);
        let locale = translation;
        let is_source = self.source == Some(translation);
        if is_source || (!is_alone && field.is_none()) {
            let unused = field.filter(|_| is_source).or(trailer);
            self.done.issues.extend(unused.map(|named| HistoryIssue::UnusedSourceCommit {
                commit,
                named,
                locale,
            }));
            return Ok(None);
        }
        // If the source language is unknown, the changed file may be the source, so a commit id in the message is used
        // only if it is in a trailer.
        let named = if self.source.is_some() { message } else { trailer };
        let Some(named) = field.or(named.filter(|_| is_alone)) else { return Ok(None) };
        let text = self.named_source(commit, &named, translation)?;
        Ok(text.map(|text| (translation, text)))
    }

    /// Adds a step for uncommitted changes in the working tree.
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
            self.step(None, left, contents, BasedOn::default(), &[]);
        }
    }

    fn step(
        &mut self,
        commit: Option<usize>,
        left: [Option<Option<String>>; 2],
        contents: [Option<Content>; 2],
        based_on: BasedOn,
        marks: &[Mark],
    ) {
        let flavor = |locale| self.page.file(locale).map_or(Flavor::Markdown, |file| file.flavor);
        let body = |locale| {
            let left = left[index(locale)].as_ref()?;
            Some(Body { text: left.as_deref().map(body_of), flavor: flavor(locale) })
        };
        fn text(text: &str, flavor: Flavor) -> Body<'_> {
            Body { text: Some(body_of(text)), flavor }
        }
        let acknowledged: Vec<Acknowledged<'_>> = marks
            .iter()
            .map(|mark| Acknowledged {
                locale: mark.locale,
                section: mark.section.as_deref(),
                source: mark
                    .source
                    .as_ref()
                    .map(|source| text(source, flavor(mark.locale.other()))),
            })
            .collect();
        let follows = based_on.follows.as_ref().map(|(locale, source)| Follows {
            locale: *locale,
            source: text(source, flavor(locale.other())),
        });
        let commits: Vec<BranchCommit<'_>> = based_on
            .branch
            .iter()
            .flat_map(|branch| branch.commits.iter().map(|commit| (branch.locale, commit)))
            .map(|(locale, commit)| BranchCommit {
                translation: text(&commit.translation, flavor(locale)),
                translation_before: text(&commit.translation_before, flavor(locale)),
                source: text(&commit.source, flavor(locale.other())),
                source_before: commit
                    .source_before
                    .as_ref()
                    .map(|it| text(it, flavor(locale.other()))),
                names_source: commit.names_source,
            })
            .collect();
        let branch = based_on.branch.as_ref().map(|it| it.locale);
        let applied = self.done.replay.step(Step {
            zh: body(Locale::Zh),
            en: body(Locale::En),
            follows,
            branch: branch.map(|locale| Branch { locale, commits: &commits }),
            acknowledged: &acknowledged,
        });
        for (mark, is_applied) in marks.iter().zip(applied) {
            if !is_applied && self.source == Some(mark.locale) {
                let (path, locale) = (&mark.path, mark.locale);
                let section = mark.section.as_ref();
                let path = section.map_or(path.clone(), |section| format!("{path}#{section}"));
                let commit = commit.unwrap_or_default();
                self.done.issues.push(HistoryIssue::AcknowledgedSource { commit, path, locale });
            }
        }
        let sections = marks.iter().filter_map(|mark| Some((mark.locale, mark.section.clone()?)));
        for (locale, section) in sections {
            if !self.has_section(&section) {
                let commit = commit.unwrap_or_default();
                self.done.issues.push(HistoryIssue::UnknownSection { commit, section, locale });
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

/// Acknowledgement in a commit, with the source text at that commit if the commit is on a merged branch.
struct Mark {
    path: String,
    locale: Locale,
    section: Option<String>,
    source: Option<String>,
}

/// Source texts on which the translation in a commit is based, if they differ from the source texts at that commit.
#[derive(Default)]
struct BasedOn {
    /// Language of the translation, and the source text at the commit that the translation specifies.
    follows: Option<(Locale, String)>,
    branch: Option<BranchTexts>,
}

/// Files of a page at the commits of a merged branch, oldest first.
struct BranchTexts {
    /// Language of the translation.
    locale: Locale,
    commits: Vec<BranchText>,
}

struct BranchText {
    translation: String,
    translation_before: String,
    source: String,
    source_before: Option<String>,
    names_source: bool,
}

/// Returns the source language of a page: the language whose file was committed first. If one commit added both files,
/// or if one file has no history, the file that specifies a source commit is the translation. `None` if both files or
/// neither specify one.
pub fn known_source(log: &Log, page: &Page<'_>) -> Option<Locale> {
    let (zh, en) = (page.zh?, page.en?);
    first_of(log, zh.path, en.path).or_else(|| source_by_fields(zh.text, en.text))
}

/// Returns the source language if the front matter of exactly one text specifies a source commit, because this text is
/// the translation; `None` if both or neither specify one.
fn source_by_fields(zh: &str, en: &str) -> Option<Locale> {
    match (source_commit_of(zh), source_commit_of(en)) {
        (Some(_), None) => Some(Locale::En),
        (None, Some(_)) => Some(Locale::Zh),
        _ => None,
    }
}

/// Returns the language of the file that was committed first; `None` if one commit added both files, or if one of them
/// has no history. `zh` and `en` are the paths of the files of a page.
pub fn first_of(log: &Log, zh: &str, en: &str) -> Option<Locale> {
    let first = |path: &str| log.changes(path).first().map(|change| change.commit);
    let (zh_commit, en_commit) = (first(zh)?, first(en)?);
    // If one merge added both files, different commits of the merged branch may have added them.
    let on_branch = |path: &str| log.branch_changes(path, zh_commit).first().map(|it| it.order);
    let order = match (zh_commit == en_commit, on_branch(zh), on_branch(en)) {
        (true, Some(zh), Some(en)) => (zh, en),
        _ => (zh_commit, en_commit),
    };
    match order.0.cmp(&order.1) {
        std::cmp::Ordering::Less => Some(Locale::Zh),
        std::cmp::Ordering::Greater => Some(Locale::En),
        std::cmp::Ordering::Equal => None,
    }
}

/// Returns the language that was committed first in at least 5 pages and at least 90 % of the pages; `None` if there is
/// no such language. `first` contains, for each page, the language that was committed first.
pub fn usual_language(first: impl Iterator<Item = Locale>) -> Option<Locale> {
    let (mut zh, mut en) = (0_usize, 0_usize);
    for locale in first {
        match locale {
            Locale::Zh => zh += 1,
            Locale::En => en += 1,
        }
    }
    let is_usual = |count: usize| count >= 5 && count * 10 >= (zh + en) * 9;
    match (is_usual(zh), is_usual(en)) {
        (true, _) => Some(Locale::Zh),
        (_, true) => Some(Locale::En),
        _ => None,
    }
}

/// Reads the source commit from the front matter of a translation: `l10n.sourceCommit` (MDN) or `sourceCommit`; `None`
/// if there is none.
fn source_commit_of(text: &str) -> Option<String> {
    let values = front_matter::split(text).values().ok()?;
    let nested = values.get("l10n").and_then(|l10n| l10n.get("sourceCommit"));
    let named = nested.or_else(|| values.get("sourceCommit")).and_then(|value| value.text())?;
    Some(shortened(named.trim())).filter(|named| !named.is_empty())
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

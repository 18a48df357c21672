//! Replay of the page files of an import: the translation states, authors, and acknowledgements that follow from the
//! history of a folder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;

use crate::authors::{self, Change};
use crate::blobs::Blobs;
use crate::command::{GitError, mailmap_of};
use crate::log::{Commit, Log, UnusableTrailer};
use crate::page::{self, File, HistoryIssue, Page, Replayed, SourceChange};
use crate::repository::Repository;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::root;
use pailou_importers::folder::PageFile;
use pailou_translation::fingerprint::Fingerprint;
use pailou_translation::freshness::{Alignment, OrientedAlignment};
use pailou_translation::replay::AcknowledgedSegment;
use pailou_translation::segment::{Segment, segments};

/// Maximum time for reading the history of a working tree.
const MAX_TIME: Duration = Duration::from_hours(1);

/// Maximum number of earlier texts that are stored per language of a page.
const MAX_VERSIONS: usize = 20;

/// Git history of imported files.
#[derive(Debug, Clone)]
pub struct RepositoryHistory {
    pub repository: Repository,
    /// Id of the commit whose files are imported.
    pub commit: String,
    /// Imported folder in the repository.
    pub folder: String,
    /// Last imported commit, if it is part of this history.
    pub last_imported: Option<String>,
    /// Whether the last imported commit is not part of this history.
    pub was_rewritten: bool,
    pub deadline: Instant,
}

impl RepositoryHistory {
    /// Returns the history of a working tree; `None` for a folder outside any repository. The error is the reason why
    /// the history is unavailable.
    pub fn of_folder(dir: &Path) -> Option<Result<Self, String>> {
        let repository = match Repository::of(dir) {
            Ok(Some(repository)) => repository,
            Ok(None) => return is_below_git(dir).then(|| Err("not a git repository".to_owned())),
            Err(error) => return is_below_git(dir).then_some(Err(error.detail)),
        };
        if repository.is_bare {
            return Some(Err("a bare repository has no files".to_owned()));
        }
        let Some(commit) = repository.head.clone() else {
            return Some(Err("the repository has no commit".to_owned()));
        };
        let folder = repository.folder.clone();
        let deadline = Instant::now() + MAX_TIME;
        let (shown, was_rewritten) = (None, false);
        Some(Ok(Self { repository, commit, folder, last_imported: shown, was_rewritten, deadline }))
    }
}

/// Whether the folder or a parent folder has a `.git` entry.
fn is_below_git(dir: &Path) -> bool {
    dir.canonicalize().is_ok_and(|dir| dir.ancestors().any(|above| above.join(".git").exists()))
}

/// Area and key of a page.
pub type PageId = (&'static str, String);

/// A page with the segment states from its history. Segment ids are those of the replay.
#[derive(Debug)]
pub struct ReplayedPage {
    /// Source language of the page: the language that a user chose, if the history contains the commit that was
    /// imported at the time of this choice; otherwise the language whose file was committed first. If one commit added
    /// both files, or if one file has no history, the file that specifies a source commit is the translation. `None` if
    /// both files or neither specify one.
    pub source_language: Option<Locale>,
    pub links: Vec<Alignment>,
    pub zh: ReplayedText,
    pub en: ReplayedText,
    /// Start of the current state of each segment, if it is outdated or not translated, in milliseconds since 1970. A
    /// state that began with an uncommitted change has no entry.
    pub since: HashMap<(Locale, String), i64>,
    /// Segments that trailers of commits acknowledged as still correct, oldest first.
    pub acknowledged: Vec<AcknowledgedInGit>,
    pub issues: Vec<Issue>,
}

/// A segment that the trailer of a commit acknowledged as still correct.
#[derive(Debug)]
pub struct AcknowledgedInGit {
    pub acknowledged: AcknowledgedSegment,
    /// Id of the commit.
    pub commit: String,
    pub author: String,
    /// Commit time in milliseconds since the Unix epoch.
    pub at: i64,
}

/// Text of a page in one language, with its segment ids and earlier texts.
#[derive(Debug)]
pub struct ReplayedText {
    /// Replayed text, without front matter.
    pub markdown: String,
    /// Ids of the segments, in text order.
    pub ids: Vec<String>,
    /// Earlier texts that alignments are based on, newest first.
    pub versions: Vec<OldVersion>,
}

/// Text at a commit.
#[derive(Debug)]
pub struct OldVersion {
    /// Whole file, including front matter.
    pub text: String,
    pub segments: Vec<(Option<String>, Segment)>,
    /// Hashes of the segments that alignments are based on.
    pub segment_hashes: Vec<String>,
    /// Id of the commit; empty for uncommitted changes.
    pub commit: String,
    pub author: String,
    /// Commit time in milliseconds since the Unix epoch.
    pub at: i64,
}

/// Pages and changes of a batch of page files, from the history.
#[derive(Debug, Default)]
pub struct ReplayedBatch {
    pub pages: HashMap<PageId, ReplayedPage>,
    /// Last change of each file of a folder that is imported manually. Uncommitted changes have the time of the import.
    pub changes: HashMap<String, Change>,
}

/// Reader of the history of an imported folder.
pub struct ImportReader {
    repository: Repository,
    head: String,
    pub log: Log,
    blobs: Blobs,
    /// Cache of [`Self::index_after`].
    places: HashMap<String, Option<usize>>,
    pub names: FileNames,
    deadline: Instant,
    /// Source language of pages whose files were added by one commit, if known.
    original: Option<Locale>,
    /// Last change of each file, by its path in the repository; empty for a Git source, which provides the changes
    /// itself.
    pub changes: HashMap<String, Change>,
    /// Page files with acknowledgements in commits after the last imported one, or in any commit of a folder that is
    /// imported manually.
    pub acknowledged: HashSet<String>,
    /// Issues of trailers, and of files with merge conflicts. Trailers are checked in the commits after the last
    /// imported one; at the first import, and for a folder that is imported manually, in all commits.
    pub issues: Vec<Issue>,
}

/// Mapping from stored file names to paths in the repository.
#[derive(Debug, Clone)]
pub struct FileNames {
    /// Name of the Git source, which precedes the stored names of its files; empty for a folder that is imported
    /// manually.
    pub source: String,
    /// Imported folder in the repository.
    pub folder: String,
}

/// Files of a page in both languages, each with its path in the repository.
#[derive(Debug)]
pub struct PageFiles {
    pub id: PageId,
    pub zh: (PageFile, String),
    pub en: (PageFile, String),
    /// Source language that a user chose on the site, and the imported commit at the time of this choice.
    pub chosen: Option<(Locale, String)>,
}

impl FileNames {
    /// Returns the path in the repository of the file with this stored name.
    pub fn in_repository(&self, file: &str) -> String {
        let below = file.strip_prefix(&self.source).and_then(|rest| rest.strip_prefix('/'));
        let below = below.filter(|_| !self.source.is_empty());
        root::below(&self.folder, below.unwrap_or(file))
    }
}

impl ImportReader {
    /// Reads the log of `files`, which are paths in the repository. `pairs` contains the Chinese and the English path
    /// of each page. `original` is the configured source language of pages whose files were added by one commit.
    /// `is_first` is true if nothing was imported from this folder before.
    pub fn open(
        history: &RepositoryHistory,
        (files, pairs): (&HashSet<String>, &[[String; 2]]),
        names: FileNames,
        (original, is_first): (Option<Locale>, bool),
    ) -> Result<Self, GitError> {
        let RepositoryHistory {
            repository, commit, folder, last_imported: shown, deadline, ..
        } = history;
        let log_files: HashSet<&str> = files.iter().map(String::as_str).collect();
        let log = Log::read(repository, commit, folder, &log_files, *deadline)?;
        let blobs = Blobs::open(repository)?;
        let changes = match names.source.is_empty() {
            true => {
                let run = |args: &[&str]| repository.run(args);
                authors::changes(&run, &mailmap_of(commit), commit, folder)?
            }
            false => HashMap::new(),
        };
        let new = match shown {
            Some(shown) => {
                let range = format!("{shown}..{commit}");
                let new = repository.run(&["rev-list", "--first-parent", &range, "--"])?;
                Some(String::from_utf8_lossy(&new).lines().map(str::to_owned).collect())
            }
            // The last imported commit of a manually imported folder is not stored, so each import reports all
            // trailers.
            None if is_first || names.source.is_empty() => None,
            None => Some(HashSet::new()),
        };
        let is_new = |commit: &Commit| new.as_ref().is_none_or(|new| new.contains(&commit.id));
        let acknowledged = match shown.is_some() || names.source.is_empty() {
            true => {
                let commits = log.commits.iter().filter(|commit| is_new(commit));
                commits.flat_map(|commit| &commit.marks).map(|mark| mark.path.clone()).collect()
            }
            false => HashSet::new(),
        };
        let trailers = log.unusable_trailers(repository, is_new).into_iter();
        let mut issues: Vec<Issue> = trailers.map(trailer_issue).collect();
        if names.source.is_empty() {
            let unmerged = repository.unmerged_files();
            let mut unmerged: Vec<_> = files.intersection(&unmerged).collect();
            unmerged.sort_unstable();
            let issue = |file: &String| {
                let file = file.strip_prefix(folder).unwrap_or(file).trim_start_matches('/');
                Issue::of_file(Severity::Warning, "file-unmerged", file, "")
            };
            issues.extend(unmerged.into_iter().map(issue));
        }
        let first = |[zh, en]: &[String; 2]| page::first_of(&log, zh, en);
        let original = original.or_else(|| page::usual_language(pairs.iter().filter_map(first)));
        Ok(Self {
            repository: repository.clone(),
            head: commit.clone(),
            log,
            blobs,
            places: HashMap::new(),
            names,
            deadline: *deadline,
            original,
            changes,
            acknowledged,
            issues,
        })
    }

    /// Returns the last change of each file with a history. A file with uncommitted changes has the time `now`.
    pub fn changes(
        &mut self,
        files: Vec<PageFile>,
        now: i64,
    ) -> Result<HashMap<String, Change>, GitError> {
        let mut changes = HashMap::new();
        for file in files {
            let name = self.names.in_repository(&file.file);
            let Some(mut change) = self.changes.get(&name).cloned() else { continue };
            let committed = self.blobs.text(&format!("{}:{name}", self.head))?;
            if committed.as_ref() != Some(&file.text) {
                change.at = Some(now);
            }
            changes.insert(file.file, change);
        }
        Ok(changes)
    }

    /// Replays pages. Returns the replayed pages, and whether the deadline passed before all pages were replayed.
    pub fn replay(
        &mut self,
        pages: &[PageFiles],
    ) -> Result<(HashMap<PageId, ReplayedPage>, bool), GitError> {
        let mut replayed = HashMap::new();
        let has_changes = |(_, file): &(PageFile, String)| !self.log.changes(file).is_empty();
        // Pages without committed files have no history.
        let known: Vec<_> =
            pages.iter().filter(|both| has_changes(&both.zh) || has_changes(&both.en)).collect();
        for both in known {
            if Instant::now() >= self.deadline {
                return Ok((replayed, true));
            }
            replayed.insert(both.id.clone(), self.page(both)?);
        }
        Ok((replayed, false))
    }

    fn page(&mut self, both: &PageFiles) -> Result<ReplayedPage, GitError> {
        let page = Page { zh: Some(to_file(&both.zh)), en: Some(to_file(&both.en)) };
        let change = match &both.chosen {
            Some((source, commit)) => {
                self.index_after(commit)?.map(|from| SourceChange { source: *source, from })
            }
            None => None,
        };
        let source = change.map(|change| change.source);
        let source = source.or_else(|| page::known_source(&self.log, &page));
        let (log, original) = (&self.log, self.original);
        let replayed = page::replay_with_change(log, &mut self.blobs, &page, original, change)?;
        let zh = self.text(&replayed, &page, (Locale::Zh, &both.zh))?;
        let en = self.text(&replayed, &page, (Locale::En, &both.en))?;
        let translation = match source.or(self.original).unwrap_or(Locale::Zh) {
            Locale::Zh => &both.en.0,
            Locale::En => &both.zh.0,
        };
        let issue = |issue: &HistoryIssue| {
            let file = match issue.language() {
                Some(Locale::Zh) => &both.zh.0,
                Some(Locale::En) => &both.en.0,
                None => translation,
            };
            self.issue(issue).in_file(&file.file)
        };
        let issues = replayed.issues.iter().map(issue).collect();
        let links = replayed.replay.links().to_vec();
        let since = self.since(&replayed);
        let acknowledged = self.acknowledged(&replayed);
        Ok(ReplayedPage { source_language: source, links, zh, en, since, acknowledged, issues })
    }

    fn acknowledged(&self, replayed: &Replayed) -> Vec<AcknowledgedInGit> {
        let in_git = |acknowledged: &AcknowledgedSegment| {
            let version = replayed.versions.get(usize::try_from(acknowledged.step).ok()?)?;
            let commit = self.log.commits.get(version.commit?)?;
            Some(AcknowledgedInGit {
                acknowledged: acknowledged.clone(),
                commit: commit.id.clone(),
                author: commit.author.clone(),
                at: commit.at,
            })
        };
        replayed.replay.acknowledged().iter().filter_map(in_git).collect()
    }

    /// Returns the index of the first commit in the log after `commit`; `None` if `commit` is not part of this history.
    fn index_after(&mut self, commit: &str) -> Result<Option<usize>, GitError> {
        if let Some(position) = self.places.get(commit) {
            return Ok(*position);
        }
        let position = match self.repository.commit(commit)? {
            Some(_) => {
                let args = ["rev-list", "--first-parent", "--end-of-options", commit];
                let until = self.repository.run(&args)?;
                let until = String::from_utf8_lossy(&until);
                let until: HashSet<&str> = until.lines().collect();
                let is_after = |it: &Commit| !until.contains(it.id.as_str());
                let commits = &self.log.commits;
                // If even the oldest commit of this log is not an ancestor of `commit`, the histories are unrelated.
                let is_known = self.head == commit || !commits.first().is_some_and(is_after);
                is_known.then(|| commits.iter().position(is_after).unwrap_or(commits.len()))
            }
            None => None,
        };
        self.places.insert(commit.to_owned(), position);
        Ok(position)
    }

    fn since(&self, replayed: &Replayed) -> HashMap<(Locale, String), i64> {
        let replay = &replayed.replay;
        let time_of = |step: Option<u32>| {
            let version = replayed.versions.get(usize::try_from(step?).ok()?)?;
            self.log.commits.get(version.commit?).map(|commit| commit.at)
        };
        let mut since = HashMap::new();
        for locale in Locale::ALL {
            // A segment without a translation, or with an untranslated copy, is pending from the time it was added.
            for segments in [replay.segments(locale.other()), replay.segments(locale)] {
                for known in segments {
                    let begun = Locale::ALL
                        .into_iter()
                        .find_map(|it| replay.untranslated_since(&known.id, it));
                    if let Some(at) = time_of(begun) {
                        since.insert((locale, known.id.clone()), at);
                    }
                }
            }
            for link in replay.links() {
                let changed = replay.changed_since(link, locale.other());
                let own = OrientedAlignment::of(link, locale).own.to_owned();
                match (changed, time_of(changed)) {
                    (Some(_), Some(at)) => drop(since.insert((locale, own), at)),
                    (Some(_), None) => drop(since.remove(&(locale, own))),
                    (None, _) => {}
                }
            }
        }
        since
    }

    fn text(
        &mut self,
        replayed: &Replayed,
        page: &Page<'_>,
        (locale, (file, _)): (Locale, &(PageFile, String)),
    ) -> Result<ReplayedText, GitError> {
        let now = replayed.replay.segments(locale);
        let fingerprints: HashMap<&str, &Fingerprint> =
            now.iter().map(|known| (known.id.as_str(), &known.fingerprint)).collect();
        let mut words_of: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for link in replayed.replay.links() {
            let OrientedAlignment { own, own_fingerprint, .. } =
                OrientedAlignment::of(link, locale);
            if fingerprints.get(own).is_some_and(|now| now.is_same(own_fingerprint)) {
                continue;
            }
            if let Some(position) = replayed.replay.rests_on(link, locale) {
                words_of.entry(position.step).or_default().push(own_fingerprint.words.clone());
            }
        }
        let mut steps: Vec<_> = words_of.into_iter().collect();
        steps.sort_by_key(|(step, words)| (std::cmp::Reverse(words.len()), *step));
        steps.truncate(MAX_VERSIONS);
        steps.sort_by_key(|(step, _)| std::cmp::Reverse(*step));
        let mut versions = Vec::with_capacity(steps.len());
        for (step, words) in steps {
            let Some(text) = replayed.text(&mut self.blobs, page, locale, step)? else { continue };
            let cut = segments(front_matter::split(&text).body, file.dialect);
            let ids = replayed.replay.ids_at(locale, step, &cut);
            let version = usize::try_from(step).ok().and_then(|at| replayed.versions.get(at));
            let commit = version.and_then(|version| self.log.commits.get(version.commit?));
            let (author, at) = commit.map_or((String::new(), 0), |it| (it.author.clone(), it.at));
            let commit = commit.map_or_else(String::new, |commit| commit.id.clone());
            let segments = ids.into_iter().zip(cut).collect();
            versions.push(OldVersion { text, segments, segment_hashes: words, commit, author, at });
        }
        let markdown = front_matter::split(&file.text).body.to_owned();
        let ids = now.iter().map(|known| known.id.clone()).collect();
        Ok(ReplayedText { markdown, ids, versions })
    }

    fn issue(&self, issue: &HistoryIssue) -> Issue {
        let of_commit = |at: usize, value: &str| of_commit(self.log.commits.get(at), value);
        let (severity, code, detail) = match issue {
            HistoryIssue::UnknownSourceCommit { commit, named, .. } => {
                (Severity::Warning, "source-commit-unknown", of_commit(*commit, named))
            }
            HistoryIssue::UnusedSourceCommit { commit, named, .. } => {
                (Severity::Warning, "source-commit-unused", of_commit(*commit, named))
            }
            HistoryIssue::AcknowledgedSource { commit, path, .. } => {
                (Severity::Warning, "acknowledged-source", of_commit(*commit, path))
            }
            HistoryIssue::UnknownSection { commit, section, .. } => {
                (Severity::Warning, "acknowledged-section-unknown", of_commit(*commit, section))
            }
            HistoryIssue::UnreadableVersion { commit } => {
                let id = self.log.commits.get(*commit).map_or("", short);
                (Severity::Note, "history-version-unreadable", id.to_owned())
            }
            HistoryIssue::TooManyVersions { versions } => {
                (Severity::Note, "history-too-long", versions.to_string())
            }
        };
        Issue::of_file(severity, code, "", detail)
    }
}

/// Returns the first 10 characters of the id of a commit.
fn short(commit: &Commit) -> &str {
    commit.id.get(..10).unwrap_or(&commit.id)
}

/// Returns the detail of an issue: `COMMIT: VALUE` with the abbreviated commit id, or the value alone without a commit.
fn of_commit(commit: Option<&Commit>, value: &str) -> String {
    match commit {
        Some(commit) => format!("{}: {value}", short(commit)),
        None => value.to_owned(),
    }
}

fn trailer_issue(trailer: UnusableTrailer<'_>) -> Issue {
    let (code, commit, value) = match trailer {
        UnusableTrailer::UnknownFile { commit, path } => {
            ("acknowledged-file-unknown", commit, path)
        }
        UnusableTrailer::UnusedSourceCommit { commit, named } => {
            ("source-commit-unused", commit, named)
        }
    };
    Issue::of_file(Severity::Warning, code, "", of_commit(Some(commit), value))
}

fn to_file((page, path): &(PageFile, String)) -> File<'_> {
    File { path, flavor: page.dialect, text: &page.text }
}

//! Replay of the history of imported pages.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Instant;

use core_wasm::locale::Locale;

use super::RepositoryHistory;
use super::store::{self, KnownRow};
use crate::context::Store;
use crate::pending_since::PendingId;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::root;
use pailou_database::id;
use pailou_git_history::authors::{self, Change};
use pailou_git_history::blobs::Blobs;
use pailou_git_history::command::{GitError, mailmap_of};
use pailou_git_history::log::{Commit, Log};
use pailou_git_history::page::{self, File, HistoryIssue, Page, Replayed, SourceChange};
use pailou_git_history::repository::Repository;
use pailou_importers::folder::PageFile;
use pailou_translation::fingerprint::Fingerprint;
use pailou_translation::freshness::{Half, Link};
use pailou_translation::replay::AcknowledgedSegment;
use pailou_translation::segment::{Segment, segments};

/// Maximum number of old versions that are stored per text.
const MAX_VERSIONS: usize = 20;

/// Area and key of a page.
pub(crate) type PageId = (&'static str, String);

/// A page with the segment states from its history. Segment ids are those of the replay.
#[derive(Debug)]
pub(crate) struct ReplayedPage {
    /// Source language of the page: the language that a user chose, if the history contains the commit of that choice;
    /// otherwise the language whose file was committed first. `None` if both were added by one commit.
    pub first: Option<Locale>,
    pub links: Vec<Link>,
    pub zh: ReplayedText,
    pub en: ReplayedText,
    /// Time since which each segment would be outdated or not translated, in milliseconds since 1970. Uncommitted
    /// changes have no time.
    pub since: HashMap<PendingId, i64>,
    /// Segments that trailers of commits acknowledged as still correct, oldest first.
    pub acknowledged: Vec<AcknowledgedInGit>,
    pub issues: Vec<Issue>,
}

/// A segment that the trailer of a commit acknowledged as still correct.
#[derive(Debug)]
pub(crate) struct AcknowledgedInGit {
    pub acknowledged: AcknowledgedSegment,
    /// Id of the commit.
    pub commit: String,
    pub author: String,
    /// Commit time in milliseconds since the Unix epoch.
    pub at: i64,
}

#[derive(Debug)]
pub(crate) struct ReplayedText {
    /// Replayed text, without front matter.
    pub markdown: String,
    /// Ids of the segments, in text order.
    pub ids: Vec<String>,
    /// Old versions that alignments are based on, newest first.
    pub versions: Vec<OldVersion>,
}

/// Text at a commit.
#[derive(Debug)]
pub(crate) struct OldVersion {
    /// Whole file, including front matter.
    pub text: String,
    pub segments: Vec<(Option<String>, Segment)>,
    /// Hashes of the segments that alignments are based on.
    pub words: Vec<String>,
    /// Id of the commit; empty for uncommitted changes.
    pub commit: String,
    pub author: String,
    /// Commit time in milliseconds since the Unix epoch.
    pub at: i64,
}

/// What the history tells about a batch of page files.
#[derive(Default)]
pub(crate) struct ReplayedBatch {
    pub pages: HashMap<PageId, ReplayedPage>,
    /// Last change of each file of a folder that is imported manually. Uncommitted changes have the time of the import.
    pub changes: HashMap<String, Change>,
}

/// Replays the pages of an import that have a history.
#[derive(Default)]
pub(crate) struct PageHistories {
    reader: Option<Reader>,
    /// Texts on the site before the import.
    known: HashMap<(String, String, String), KnownRow>,
    /// Name of the Git source; empty for a folder that is imported manually.
    source: String,
    was_rewritten: bool,
    /// Number of commits in the log.
    pub commits: usize,
    /// Number of replayed pages, and total number.
    replayed: (usize, usize),
    pub issues: Vec<Issue>,
}

/// Reader of the repository. It is moved to a blocking thread and back.
struct Reader {
    repository: Repository,
    head: String,
    log: Log,
    blobs: Blobs,
    /// Cache of [`Self::place_of`].
    places: HashMap<String, Option<usize>>,
    names: FileNames,
    deadline: Instant,
    original: Locale,
    /// Last change of each file, by its path in the repository; empty for a Git source, which provides them itself.
    changes: HashMap<String, Change>,
    /// Page files with acknowledgements in commits after the last imported one.
    acknowledged: HashSet<String>,
    /// Files that such commits acknowledge, or any commit at the first import, and that did not exist.
    unknown_files: Vec<String>,
}

/// Paths of files in the repository.
#[derive(Clone)]
struct FileNames {
    source: String,
    folder: String,
}

/// Files of a page in both languages, each with its path in the repository.
struct BothFiles {
    id: PageId,
    zh: (PageFile, String),
    en: (PageFile, String),
    /// Source language that a user chose on the site, and the commit that was imported at that time.
    chosen: Option<(Locale, String)>,
}

impl PageHistories {
    /// Reads the log of the files of these pages. `source` is empty for a folder that is imported
    /// manually.
    pub(crate) async fn begin(
        store: &Store,
        history: Result<RepositoryHistory, String>,
        pages: &[PageFile],
        source: &str,
    ) -> Result<Self, sqlx::Error> {
        let mut all = Self { source: source.to_owned(), ..Self::default() };
        let history = match history {
            Ok(history) => history,
            Err(detail) => {
                all.note("history-unavailable", detail);
                return Ok(all);
            }
        };
        if history.repository.is_shallow {
            all.note("history-shallow", String::new());
        }
        all.was_rewritten = history.was_rewritten;
        for row in store::existing_rows(&store.db).await? {
            all.known.insert((row.area.clone(), row.key.clone(), row.locale.clone()), row);
        }
        let names = FileNames { source: source.to_owned(), folder: history.folder.clone() };
        let files = pages.iter().map(|page| names.in_repository(&page.file)).collect();
        let original = store.settings.site_original;
        let is_first = all.known.values().all(|row| row.source != source);
        let open = move || Reader::open(&history, &files, names, (original, is_first));
        match tokio::task::spawn_blocking(open).await {
            Ok(Ok(reader)) => {
                if reader.log.is_partial {
                    all.note("history-partial", String::new());
                }
                all.commits = reader.log.commits.len();
                for path in &reader.unknown_files {
                    let code = "acknowledged-file-unknown";
                    all.issues.push(Issue::of_file(Severity::Warning, code, "", path.clone()));
                }
                let is_new = |page: &Pair<'_>| all.is_new(&reader, page);
                all.replayed.1 =
                    page_pairs(pages).values().filter_map(page_pair).filter(is_new).count();
                all.reader = Some(reader);
            }
            Ok(Err(error)) => all.note("history-unavailable", error.detail),
            Err(error) => all.note("history-unavailable", error.to_string()),
        }
        Ok(all)
    }

    /// Replays the pages of a batch that are new to the site or changed in Git.
    pub(crate) async fn replay(&mut self, batch: &[PageFile]) -> ReplayedBatch {
        let Some(reader) = self.reader.take() else { return ReplayedBatch::default() };
        let pages = self.pages(&reader, batch);
        self.replayed.0 += pages.len();
        let files = match reader.changes.is_empty() {
            true => Vec::new(),
            false => batch.to_vec(),
        };
        if pages.is_empty() && files.is_empty() {
            self.reader = Some(reader);
            return ReplayedBatch::default();
        }
        let replay = move || {
            let mut reader = reader;
            let replayed = reader.changes(files).and_then(|changes| {
                let (pages, is_over) = reader.replay(&pages)?;
                Ok((ReplayedBatch { pages, changes }, is_over))
            });
            (reader, replayed)
        };
        match tokio::task::spawn_blocking(replay).await {
            Ok((reader, Ok((replayed, is_over)))) => {
                match is_over {
                    true => self.note("history-partial", String::new()),
                    false => self.reader = Some(reader),
                }
                replayed
            }
            Ok((_, Err(error))) => {
                self.note("history-unavailable", error.detail);
                ReplayedBatch::default()
            }
            Err(error) => {
                self.note("history-unavailable", error.to_string());
                ReplayedBatch::default()
            }
        }
    }

    /// Returns the number of replayed pages and the total number.
    pub(crate) fn progress(&self) -> (usize, usize) {
        self.replayed
    }

    fn note(&mut self, code: &'static str, detail: String) {
        self.issues.push(Issue::of_file(Severity::Note, code, "", detail));
    }

    fn pages(&self, reader: &Reader, batch: &[PageFile]) -> Vec<BothFiles> {
        let named = |page: &PageFile| (page.clone(), reader.names.in_repository(&page.file));
        let pages = page_pairs(batch);
        let pages = pages.iter().filter_map(|(id, files)| Some((id, page_pair(files)?)));
        let pages = pages.filter(|(_, page)| self.is_new(reader, page));
        let page = |(id, [zh, en]): (&PageId, Pair<'_>)| BothFiles {
            id: id.clone(),
            zh: named(zh),
            en: named(en),
            chosen: self.chosen(zh),
        };
        pages.map(page).collect()
    }

    fn chosen(&self, page: &PageFile) -> Option<(Locale, String)> {
        let id = |locale: Locale| (page.area.to_owned(), page.key.clone(), locale.tag().to_owned());
        let row = Locale::ALL.into_iter().find_map(|locale| self.known.get(&id(locale)))?;
        let source = row.source_locale.parse().ok()?;
        Some((source, row.source_commit.clone())).filter(|(_, commit)| !commit.is_empty())
    }

    /// Whether a page must be replayed: it is new to the site, or its files or acknowledgements changed in Git.
    fn is_new(&self, reader: &Reader, page: &Pair<'_>) -> bool {
        let known = |page: &PageFile| {
            let id = (page.area.to_owned(), page.key.clone(), page.locale.tag().to_owned());
            self.known.get(&id)
        };
        if self.source.is_empty() {
            return page.iter().any(|file| known(file).is_none());
        }
        let is_changed = |file: &&PageFile| {
            let name = reader.names.in_repository(&file.file);
            let hash = blake3::hash(file.text.as_bytes()).to_hex();
            known(file).is_none_or(|known| {
                known.source != self.source
                    || known.file != name
                    || known.file_hash != hash[..32]
                    || reader.acknowledged.contains(&name)
            })
        };
        self.was_rewritten || page.iter().any(is_changed)
    }
}

/// Files of a page in both languages: Chinese, English.
type Pair<'a> = [&'a PageFile; 2];

fn page_pairs(pages: &[PageFile]) -> BTreeMap<PageId, [Option<&PageFile>; 2]> {
    let mut by_key: BTreeMap<PageId, [Option<&PageFile>; 2]> = BTreeMap::new();
    for page in pages {
        let files = by_key.entry((page.area, page.key.clone())).or_default();
        files[usize::from(page.locale == Locale::En)] = Some(page);
    }
    by_key
}

fn page_pair<'a>(files: &[Option<&'a PageFile>; 2]) -> Option<Pair<'a>> {
    let [Some(zh), Some(en)] = files else { return None };
    Some([zh, en])
}

impl FileNames {
    fn in_repository(&self, file: &str) -> String {
        let below = file.strip_prefix(&self.source).and_then(|rest| rest.strip_prefix('/'));
        let below = below.filter(|_| !self.source.is_empty());
        root::below(&self.folder, below.unwrap_or(file))
    }
}

impl Reader {
    fn open(
        history: &RepositoryHistory,
        files: &HashSet<String>,
        names: FileNames,
        (original, is_first): (Locale, bool),
    ) -> Result<Self, GitError> {
        let RepositoryHistory { repository, commit, folder, shown, deadline, .. } = history;
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
            None if is_first => None,
            None => Some(HashSet::new()),
        };
        let is_new = |commit: &Commit| new.as_ref().is_none_or(|new| new.contains(&commit.id));
        let acknowledged = match shown {
            Some(_) => {
                let commits = log.commits.iter().filter(|commit| is_new(commit));
                commits.flat_map(|commit| &commit.marks).map(|mark| mark.path.clone()).collect()
            }
            None => HashSet::new(),
        };
        let unknown = log.unknown_marks(repository).into_iter();
        let unknown = unknown.filter(|(at, _)| log.commits.get(*at).is_some_and(is_new));
        let unknown_files = unknown.map(|(_, path)| path).collect();
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
            unknown_files,
        })
    }

    /// Returns the last change of each file that has one.
    fn changes(&mut self, files: Vec<PageFile>) -> Result<HashMap<String, Change>, GitError> {
        let mut changes = HashMap::new();
        for file in files {
            let name = self.names.in_repository(&file.file);
            let Some(mut change) = self.changes.get(&name).cloned() else { continue };
            let committed = self.blobs.text(&format!("{}:{name}", self.head))?;
            if committed.as_ref() != Some(&file.text) {
                change.at = id::now();
            }
            changes.insert(file.file, change);
        }
        Ok(changes)
    }

    /// Replays pages. Returns them, and whether the deadline passed before the last one.
    fn replay(
        &mut self,
        pages: &[BothFiles],
    ) -> Result<(HashMap<PageId, ReplayedPage>, bool), GitError> {
        let mut replayed = HashMap::new();
        let has_changes = |(_, file): &(PageFile, String)| !self.log.changes(file).is_empty();
        // Files outside the repository have no history.
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

    fn page(&mut self, both: &BothFiles) -> Result<ReplayedPage, GitError> {
        let page = Page { zh: Some(to_file(&both.zh)), en: Some(to_file(&both.en)) };
        let change = match &both.chosen {
            Some((source, commit)) => {
                self.place_of(commit)?.map(|from| SourceChange { source: *source, from })
            }
            None => None,
        };
        let first = change.map(|change| change.source);
        let first = first.or_else(|| page::first_language(&self.log, &page));
        let (log, original) = (&self.log, self.original);
        let replayed = page::replay_with_change(log, &mut self.blobs, &page, original, change)?;
        let zh = self.text(&replayed, &page, (Locale::Zh, &both.zh))?;
        let en = self.text(&replayed, &page, (Locale::En, &both.en))?;
        let translation = match first.unwrap_or(self.original) {
            Locale::Zh => &both.en.0,
            Locale::En => &both.zh.0,
        };
        let issue = |issue: &HistoryIssue| self.issue(issue).in_file(&translation.file);
        let issues = replayed.issues.iter().map(issue).collect();
        let links = replayed.replay.links().to_vec();
        let since = self.since(&replayed);
        let acknowledged = self.acknowledged(&replayed);
        Ok(ReplayedPage { first, links, zh, en, since, acknowledged, issues })
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
    fn place_of(&mut self, commit: &str) -> Result<Option<usize>, GitError> {
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
                // A commit of an unrelated history contains none of the commits in this log.
                let is_known = self.head == commit || !commits.first().is_some_and(is_after);
                is_known.then(|| commits.iter().position(is_after).unwrap_or(commits.len()))
            }
            None => None,
        };
        self.places.insert(commit.to_owned(), position);
        Ok(position)
    }

    fn since(&self, replayed: &Replayed) -> HashMap<PendingId, i64> {
        let replay = &replayed.replay;
        let time_of = |step: Option<u32>| {
            let version = replayed.versions.get(usize::try_from(step?).ok()?)?;
            self.log.commits.get(version.commit?).map(|commit| commit.at)
        };
        let mut since = HashMap::new();
        for locale in Locale::ALL {
            // Segments without translation and copies of the source have been pending since they were added.
            for segments in [replay.segments(locale.other()), replay.segments(locale)] {
                for known in segments {
                    let begun = Locale::ALL.into_iter().find_map(|it| replay.begun(&known.id, it));
                    if let Some(at) = time_of(begun) {
                        since.insert((locale, known.id.clone()), at);
                    }
                }
            }
            for link in replay.links() {
                let changed = replay.changed_since(link, locale.other());
                let own = Half::of(link, locale).own.to_owned();
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
            let Half { own, own_fingerprint, .. } = Half::of(link, locale);
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
            versions.push(OldVersion { text, segments, words, commit, author, at });
        }
        let markdown = front_matter::split(&file.text).body.to_owned();
        let ids = now.iter().map(|known| known.id.clone()).collect();
        Ok(ReplayedText { markdown, ids, versions })
    }

    fn issue(&self, issue: &HistoryIssue) -> Issue {
        let commit = |at: usize| {
            let id = self.log.commits.get(at).map_or("", |commit| commit.id.as_str());
            id.get(..10).unwrap_or(id).to_owned()
        };
        let (severity, code, detail) = match issue {
            HistoryIssue::UnknownSourceCommit { named, .. } => {
                (Severity::Warning, "source-commit-unknown", named.clone())
            }
            HistoryIssue::UnknownSection { section, .. } => {
                (Severity::Warning, "acknowledged-section-unknown", section.clone())
            }
            HistoryIssue::UnreadableVersion { commit: at } => {
                (Severity::Note, "history-version-unreadable", commit(*at))
            }
            HistoryIssue::TooManyVersions { versions } => {
                (Severity::Note, "history-too-long", versions.to_string())
            }
        };
        Issue::of_file(severity, code, "", detail)
    }
}

fn to_file((page, path): &(PageFile, String)) -> File<'_> {
    File { path, flavor: page.dialect, text: &page.text }
}

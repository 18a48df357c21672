//! Translation states of a folder, computed from the history of its repository if there is one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;

use crate::cache::Cache;
use crate::mark::{self, Mark};
use crate::page::{Deletion, Pair, UNKNOWN_COMMIT, cache_key, named, states};
use crate::report::{Basis, CommitName, PageStates, Report, Since, Warning};
use pailou_content::area::{DOCS, LANDING, NEWS};
use pailou_content::generator::Generator;
use pailou_content::issue::Severity;
use pailou_content::root::{below, inside};
use pailou_dates::Day;
use pailou_git_history::blobs::Blobs;
use pailou_git_history::command::GitError;
use pailou_git_history::log::{Log, UnusableTrailer, newest_on_branch};
use pailou_git_history::message::is_id;
use pailou_git_history::page::{Page, first_of, known_source, usual_language};
use pailou_git_history::repository::Repository;
use pailou_importers::folder::{self, Folder, PageFile};

/// Maximum time for reading the log of a repository.
const LONGEST_READING: Duration = Duration::from_mins(10);
const MAX_WORKERS: usize = 16;
/// Maximum number of files whose last commit on a merged branch is looked up.
const MAX_BRANCH_FILES: usize = 200;

/// Options of [`read`].
#[derive(Debug, Clone)]
pub struct Options {
    pub dir: PathBuf,
    /// Generator of the documentation; `None` to detect it from the files.
    pub generator: Option<Generator>,
    /// Source language of all pages; `None` to determine it from the history of each page.
    pub source: Option<Locale>,
    /// Start of the findings to include: a commit, or a day (`2026-11-02`). Findings whose state
    /// began earlier are omitted.
    pub since: Option<String>,
    /// Folder of the cache; `None` for `pailou` in the Git directory.
    pub cache: Option<PathBuf>,
    /// Kind of outdated marker.
    pub mark: Mark,
}

impl Options {
    pub fn of(dir: &Path) -> Self {
        let dir = dir.to_owned();
        Self { dir, generator: None, source: None, since: None, cache: None, mark: Mark::default() }
    }
}

/// Reason why the report could not be created.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    #[error("cannot read the folder {0}: {1}")]
    NotAFolder(String, io::Error),
    #[error("{0} has no pages in Chinese or English")]
    NoPages(String),
    #[error("{0} is a bare repository")]
    Bare(String),
    #[error("the history of {0} is shallow")]
    Shallow(String),
    #[error("the shallow history of {dir} lacks the source commit {commit} of {file}")]
    LacksSourceCommit { dir: String, file: String, commit: String },
    #[error("the clone of {0} lacks old versions of its files")]
    PartialClone(String),
    #[error("--since needs a history")]
    SinceWithoutHistory(String),
    #[error("unknown commit or date `{0}`")]
    UnknownSince(String),
    #[error("{0}")]
    Git(#[from] GitError),
}

/// Reads the folder and its history. `progress` is called with the number of processed pages and the total number.
pub fn read(
    options: &Options,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, StatusError> {
    let dir = options.dir.display().to_string();
    let not_a_folder = |error| StatusError::NotAFolder(dir.clone(), error);
    std::fs::read_dir(&options.dir).map_err(not_a_folder)?;
    let repository = Repository::of(&options.dir)?;
    if repository.as_ref().is_some_and(|repository| repository.is_bare) {
        return Err(StatusError::Bare(dir));
    }
    let folder = folder::read_folder(&options.dir, options.generator);
    let has_no_pages = |issue: &pailou_content::issue::Issue| {
        issue.severity == Severity::Error && issue.code == "no-pages"
    };
    if folder.issues.iter().any(has_no_pages) {
        return Err(StatusError::NoPages(dir));
    }
    let history = match &repository {
        Some(repository) => History::read(repository, &folder, &dir)?,
        None => None,
    };
    let Some((repository, history)) = repository.as_ref().zip(history) else {
        if options.since.is_some() {
            return Err(StatusError::SinceWithoutHistory(dir));
        }
        return by_structure(options, &folder, progress);
    };
    let since = match &options.since {
        Some(since) => Some(SinceFilter::of(repository, &history.head, since)?),
        None => None,
    };
    let is_from_start = since.is_none();
    if repository.is_shallow && is_from_start && !mark::has_any(&folder, &options.mark) {
        return Err(StatusError::Shallow(dir));
    }
    let mut report = by_history(options, &folder, repository, &history, progress)?;
    if repository.is_shallow {
        // Warnings about commits before `since` do not affect the findings.
        let is_included = |it: &Warning| match (&since, &it.commit) {
            (Some(limit), Some(commit)) => limit.has_commit(commit),
            _ => true,
        };
        for warning in report.warnings().filter(|it| it.code == UNKNOWN_COMMIT && is_included(it)) {
            let Warning { file, detail: commit, .. } = warning;
            if is_id(commit) && repository.commit(commit)?.is_none() {
                let (file, commit) = (file.clone(), commit.clone());
                return Err(StatusError::LacksSourceCommit { dir, file, commit });
            }
        }
    }
    if repository.is_shallow && is_from_start {
        report.basis = Basis::Marks;
        mark::apply(&folder, &options.mark, &mut report.pages);
    }
    report.is_partial = repository.is_shallow || history.log.is_partial;
    if let Some(limit) = since {
        // A warning without a commit is about the current files.
        let is_included =
            |it: &Warning| it.commit.as_ref().is_none_or(|commit| limit.has_commit(commit));
        for page in &mut report.pages {
            page.findings.retain(|finding| limit.has(finding.since.as_ref()));
            page.warnings.retain(is_included);
        }
        report.warnings.retain(is_included);
        report.since.clone_from(&options.since);
    }
    if repository.is_shallow {
        // The oldest commits of a shallow clone seem to add all files, so they are not the start of a state.
        let oldest = repository.shallow_commits()?;
        let is_known = |since: &Since| match since {
            Since::Commit(commit) => !oldest.contains(&commit.id),
            Since::Uncommitted => true,
        };
        for finding in report.pages.iter_mut().flat_map(|page| &mut page.findings) {
            finding.since.take_if(|since| !is_known(since));
        }
    }
    name_branch_commits(repository, &history, &mut report)?;
    Ok(report)
}

/// In findings, replaces a checked-out merge commit by the newest commit of the merged branch that changes the source
/// file. Services such as GitHub create a temporary merge commit for the CI run of a pull request.
fn name_branch_commits(
    repository: &Repository,
    history: &History,
    report: &mut Report,
) -> Result<(), GitError> {
    let is_head = |since: &Option<Since>| match since {
        Some(Since::Commit(commit)) => commit.id == history.head,
        _ => false,
    };
    let findings = report.pages.iter_mut().flat_map(|page| &mut page.findings);
    let mut findings: Vec<_> = findings.filter(|finding| is_head(&finding.since)).collect();
    if findings.is_empty() || repository.commit(&format!("{}^2", history.head))?.is_none() {
        return Ok(());
    }
    let mut names: HashMap<String, Option<CommitName>> = HashMap::new();
    for finding in &mut findings {
        let file = below(&history.folder, &finding.source.file);
        if !names.contains_key(&file) && names.len() < MAX_BRANCH_FILES {
            let newest = newest_on_branch(repository, &history.head, &file)?;
            names.insert(file.clone(), newest.as_ref().map(named));
        }
        if let Some(commit) = names.get(&file).cloned().flatten() {
            finding.since = Some(Since::Commit(commit));
        }
    }
    Ok(())
}

/// History of the files of the folder up to one commit.
struct History {
    head: String,
    log: Log,
    /// Path of the folder relative to the top of the repository.
    folder: String,
}

impl History {
    /// Reads the history; `None` before the first commit.
    fn read(
        repository: &Repository,
        folder: &Folder,
        dir: &str,
    ) -> Result<Option<Self>, StatusError> {
        let Some(head) = repository.head.clone() else { return Ok(None) };
        let names: Vec<String> =
            folder.pages.iter().map(|page| below(&repository.folder, &page.file)).collect();
        let files: HashSet<&str> = names.iter().map(String::as_str).collect();
        let deadline = Instant::now() + LONGEST_READING;
        let log = Log::read(repository, &head, &repository.folder, &files, deadline);
        let lacks_versions = match &log {
            Ok(log) => log.lacks_versions(repository)?,
            Err(_) => repository.is_partial_clone(),
        };
        if lacks_versions {
            return Err(StatusError::PartialClone(dir.to_owned()));
        }
        let log = log?;
        Ok(Some(Self { head, log, folder: repository.folder.clone() }))
    }
}

/// Filter for findings by the start of their state.
enum SinceFilter {
    Commits(HashSet<String>),
    Day(i64),
}

impl SinceFilter {
    fn of(repository: &Repository, head: &str, since: &str) -> Result<Self, StatusError> {
        if let Ok(day) = since.parse::<Day>() {
            return Ok(Self::Day(day.start()));
        }
        let unknown = || StatusError::UnknownSince(since.to_owned());
        let commit = repository.commit(since)?.ok_or_else(unknown)?;
        let range = format!("{commit}..{head}");
        let out = repository.run(&["rev-list", &range])?;
        let commits = String::from_utf8_lossy(&out).lines().map(str::to_owned).collect();
        Ok(Self::Commits(commits))
    }

    fn has(&self, since: Option<&Since>) -> bool {
        match since {
            None => false,
            Some(Since::Uncommitted) => true,
            Some(Since::Commit(commit)) => self.has_commit(commit),
        }
    }

    fn has_commit(&self, commit: &CommitName) -> bool {
        match self {
            Self::Commits(commits) => commits.contains(&commit.id),
            Self::Day(day) => commit.at >= *day,
        }
    }
}

fn by_structure(
    options: &Options,
    folder: &Folder,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, StatusError> {
    let log = Log::default();
    let source = options.source.unwrap_or_else(|| main_language(folder));
    let pairs = pairs(folder, "", options.source.is_some(), |_| (source, false));
    // Placeholder: nothing is read from this repository.
    let nowhere = Repository {
        git_dir: options.dir.clone(),
        folder: String::new(),
        head: None,
        is_shallow: false,
        is_bare: false,
    };
    let pages = in_parallel(&pairs, &nowhere, progress, |pair, blobs| states(pair, &log, blobs))?;
    Ok(report(options, folder, Basis::Structure, pages))
}

fn by_history(
    options: &Options,
    folder: &Folder,
    repository: &Repository,
    history: &History,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, StatusError> {
    let log = &history.log;
    let usual = options.source.or_else(|| usual_source(folder, history));
    let assumed = usual.unwrap_or_else(|| main_language(folder));
    let source = |page: &Page<'_>| {
        let known = options.source.or_else(|| known_source(log, page)).or(usual);
        (known.unwrap_or(assumed), known.is_none())
    };
    let mut pairs = pairs(folder, &history.folder, options.source.is_some(), source);
    // A file that is missing from a sparse checkout is not necessarily deleted.
    let is_sparse = repository.is_sparse();
    let is_there = |file: &str| is_sparse || options.dir.join(file).symlink_metadata().is_ok();
    add_deletions(&mut pairs, folder, history, is_there);
    let dir = options.cache.clone().unwrap_or_else(|| repository.git_dir.join("pailou"));
    let generator = folder.detected.generator.name();
    let named = options.source.map_or("", Locale::segment);
    let cache = Cache::open(&dir, &format!("{}\n{generator}\n{named}", history.folder));
    let marking: Vec<usize> =
        (0..log.commits.len()).filter(|at| !log.commits[*at].marks.is_empty()).collect();
    let cached = AtomicUsize::new(0);
    let done = in_parallel(&pairs, repository, progress, |pair, blobs| {
        let key = cache_key(pair, log, &marking);
        if let Some(states) = cache.page(&key).filter(|states| !has_unknown_version(states)) {
            cached.fetch_add(1, Ordering::Relaxed);
            return Ok((key, states.clone()));
        }
        states(pair, log, blobs).map(|states| (key, states))
    })?;
    let pages = done.iter().map(|(_, states)| states.clone()).collect();
    let mut report = report(options, folder, Basis::History, pages);
    report.commit = Some(history.head.clone());
    report.top = Some(history.folder.clone());
    report.is_sparse = is_sparse;
    let trailers = log.unusable_trailers(repository, |_| true).into_iter();
    report.warnings = trailers.map(trailer_warning).collect();
    let unmerged = repository.unmerged_files();
    for page in report.pages.iter_mut().filter(|_| !unmerged.is_empty()) {
        let files = [&page.zh_file, &page.en_file].into_iter().flatten();
        let files = files.filter(|file| unmerged.contains(&below(&history.folder, file)));
        let warning = |file: &String| Warning {
            code: "unmerged".to_owned(),
            file: file.clone(),
            commit: None,
            detail: String::new(),
        };
        let warnings: Vec<_> = files.map(warning).collect();
        page.warnings.extend(warnings);
    }
    report.cached = cached.into_inner();
    let stored = cache.store(done);
    report.cache_error = stored.err().map(|error| format!("{}: {error}", dir.display()));
    Ok(report)
}

fn trailer_warning(trailer: UnusableTrailer<'_>) -> Warning {
    let (code, commit, detail) = match trailer {
        UnusableTrailer::UnknownFile { commit, path } => ("unknown-file", commit, path),
        UnusableTrailer::UnusedSourceCommit { commit, named } => {
            ("unused-source-commit", commit, named)
        }
    };
    Warning {
        code: code.to_owned(),
        file: String::new(),
        commit: Some(named(commit)),
        detail: detail.to_owned(),
    }
}

/// Whether a commit, or a file at a commit, was missing when the states were computed. Such states are not reused,
/// because a later fetch may add the missing commit or file.
fn has_unknown_version(states: &PageStates) -> bool {
    let codes = [UNKNOWN_COMMIT, "unreadable-version"];
    states.warnings.iter().any(|warning| codes.contains(&warning.code.as_str()))
}

fn report(options: &Options, folder: &Folder, basis: Basis, pages: Vec<PageStates>) -> Report {
    Report {
        generator: folder.detected.generator.name(),
        basis,
        commit: None,
        top: None,
        is_partial: false,
        is_sparse: false,
        since: None,
        locales: match options.source {
            Some(source) => vec![source.other()],
            None => Locale::ALL.to_vec(),
        },
        pages,
        warnings: Vec::new(),
        issues: folder
            .issues
            .iter()
            .filter(|issue| issue.severity == Severity::Error)
            .cloned()
            .collect(),
        cached: 0,
        cache_error: None,
    }
}

/// Pairs the files of a folder by area and key, in sorted order. For a page with both files, `source` returns the
/// source language and whether it is only assumed. `top` is the path of the folder in the repository.
fn pairs<'a>(
    folder: &'a Folder,
    top: &str,
    is_forced: bool,
    source: impl Fn(&Page<'_>) -> (Locale, bool),
) -> Vec<Pair<'a>> {
    let mut by_key: BTreeMap<(&'static str, &'a str), [Option<&'a PageFile>; 2]> = BTreeMap::new();
    for page in folder.pages.iter().filter(|page| [DOCS, LANDING, NEWS].contains(&page.area)) {
        let files = by_key.entry((page.area, page.key.as_str())).or_default();
        let file = &mut files[usize::from(page.locale == Locale::En)];
        // The first of several pages with the same key is used; `pailou check` reports the conflict.
        *file = file.or(Some(page));
    }
    let pair = |((area, key), [zh, en]): ((&'static str, &'a str), [Option<&'a PageFile>; 2])| {
        let path = |file: Option<&PageFile>| file.map(|file| below(top, &file.file));
        let (zh_path, en_path) = (path(zh), path(en));
        let (only, is_assumed) = (if en.is_none() { Locale::Zh } else { Locale::En }, false);
        let pair = Pair {
            area,
            key,
            zh,
            en,
            zh_path,
            en_path,
            source: only,
            is_forced,
            is_assumed,
            deleted: None,
        };
        if zh.is_none() || en.is_none() {
            return pair;
        }
        let (source, is_assumed) = source(&pair.page());
        Pair { source, is_assumed, ..pair }
    };
    by_key.into_iter().map(pair).collect()
}

/// Sets [`Pair::deleted`] of pages in one language whose file in the other language was deleted or moved. `is_there`
/// determines whether a file of the folder exists.
fn add_deletions(
    pairs: &mut [Pair<'_>],
    folder: &Folder,
    history: &History,
    is_there: impl Fn(&str) -> bool,
) {
    let mut deleted: HashMap<(&str, Locale, String), Deletion> = HashMap::new();
    for (path, commit) in history.log.other_paths() {
        let Some(file) = inside(&history.folder, path) else { continue };
        let deletion = match commit {
            Some(commit) => Deletion::Commit(commit),
            None if is_there(file) => continue,
            None => Deletion::Uncommitted,
        };
        let Some(page) = folder.page_of_name(file) else { continue };
        let newest = deleted.entry(page).or_insert(deletion);
        *newest = deletion.max(*newest);
    }
    for pair in pairs {
        let missing = match (pair.zh, pair.en) {
            (None, Some(_)) => Locale::Zh,
            (Some(_), None) => Locale::En,
            _ => continue,
        };
        pair.deleted = deleted.get(&(pair.area, missing, pair.key.to_owned())).copied();
    }
}

/// Returns the usual source language (see [`usual_language`]) of the pages whose history determines their source
/// language; `None` if there are no such pages.
fn usual_source(folder: &Folder, history: &History) -> Option<Locale> {
    let pairs = pairs(folder, &history.folder, false, |_| (Locale::En, false));
    let first = |pair: &Pair<'_>| {
        first_of(&history.log, pair.zh_path.as_deref()?, pair.en_path.as_deref()?)
    };
    usual_language(pairs.iter().filter_map(first))
}

/// Returns the language whose folder is nearer to the top, because generators put the main language there; English if
/// both folders have the same depth.
fn main_language(folder: &Folder) -> Locale {
    let depth = |locale| {
        let roots = folder.roots.iter().filter(|root| root.locale == locale);
        let parts = |folder: &str| folder.split('/').filter(|part| !part.is_empty()).count();
        roots.map(|root| parts(&root.folder)).min()
    };
    match (depth(Locale::Zh), depth(Locale::En)) {
        (Some(zh), Some(en)) if zh < en => Locale::Zh,
        (Some(_), None) => Locale::Zh,
        _ => Locale::En,
    }
}

/// Calls `work` for every page, on several threads, each with its own `git cat-file` process. Stops at the first error.
/// Results are in the order of the pages.
fn in_parallel<'a, T: Send>(
    pairs: &[Pair<'a>],
    repository: &Repository,
    progress: &(dyn Fn(usize, usize) + Sync),
    work: impl Fn(&Pair<'a>, &mut Blobs) -> Result<T, GitError> + Sync,
) -> Result<Vec<T>, GitError> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = workers.min(MAX_WORKERS).min(pairs.len().max(1));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(pairs.len()));
    let failure: Mutex<Option<GitError>> = Mutex::new(None);
    let run = || -> Result<(), GitError> {
        let mut blobs = Blobs::open(repository)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = pairs.get(at) else { return Ok(()) };
            let result = work(pair, &mut blobs)?;
            locked(&results).push((at, result));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                if let Err(error) = run() {
                    next.store(pairs.len(), Ordering::Relaxed);
                    locked(&failure).get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

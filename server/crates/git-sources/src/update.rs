//! Update of one source: fetch, checkout, import of the pages, storage of the result. After an interruption, the next
//! update completes the import.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::fetch::{self, Fetched};
use super::git::Git;
use super::history::{self, History};
use super::page_history::page_history;
use super::report::{SourceIssues, SourceReport};
use super::store::{self, Row};
use super::tree::{self, Staged};
use super::versions::{self, VersionTag};
use pailou_content::root::{Root, SOURCE_POSITIONS, below};
use pailou_database::id;
use pailou_git_history::command::GitError;
use pailou_git_history::import::RepositoryHistory;
use pailou_settings::sources::Source;
use pailou_store::context::Store;
use pailou_store::import::Progress;
use pailou_store::{ImportError, Report, git_sync};

/// Interval between two attempts to lock a source.
const RECHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Result of an update.
#[derive(Debug)]
pub struct Update {
    /// `updated`, `unchanged`, or an error code.
    pub outcome: String,
    pub detail: String,
    /// Id of the imported commit; empty if there is none.
    pub commit: String,
    pub subject: String,
    /// Report of the import; `None` if nothing was imported.
    pub report: Option<SourceReport>,
}

impl Update {
    pub fn has_failed(&self) -> bool {
        !["updated", "unchanged"].contains(&self.outcome.as_str())
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum UpdateError {
    #[error("{0}")]
    Git(#[from] GitError),
    #[error("{0}")]
    Import(#[from] ImportError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl UpdateError {
    fn code(&self) -> &'static str {
        match self {
            Self::Git(error) => error.code,
            Self::Import(ImportError::Database(_)) | Self::Database(_) => "database-failed",
            Self::Import(_) => "failed",
        }
    }
}

/// Stops git when the update is canceled (its future is dropped).
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Updates a source and stores the result. Only database errors are returned as errors. `progress` is called while the
/// pages are imported.
pub async fn update(
    store: &Store,
    source: &Source,
    progress: Progress<'_>,
) -> Result<Update, sqlx::Error> {
    let old = store::row(&store.db, &source.name).await?.unwrap_or_default();
    let (row, report) = match try_update(store, source, &old, progress).await {
        Ok((row, report)) => (row, report),
        Err(UpdateError::Database(error)) => return Err(error),
        Err(error) => {
            let detail = match &error {
                UpdateError::Git(error) => error.detail.clone(),
                other => other.to_string(),
            };
            (Row { outcome: error.code().to_owned(), detail, ..old }, None)
        }
    };
    let row = Row { name: source.name.clone(), checked_at: id::now(), ..row };
    let mut tx = store.db.begin().await?;
    store::put(&mut tx, &row).await?;
    tx.commit().await?;
    let update = Update {
        outcome: row.outcome,
        detail: row.detail,
        commit: row.commit_id,
        subject: row.subject,
        report,
    };
    if update.has_failed() {
        let (code, detail) = (&update.outcome, &update.detail);
        tracing::warn!(source = source.name, code, detail, "source update failed");
    } else if update.outcome == "updated" {
        tracing::info!(source = source.name, commit = update.commit, "source updated");
    }
    Ok(update)
}

async fn try_update(
    store: &Store,
    source: &Source,
    old: &Row,
    progress: Progress<'_>,
) -> Result<(Row, Option<SourceReport>), UpdateError> {
    let stop = Arc::new(AtomicBool::new(false));
    let _ends_with_us = Stop(stop.clone());
    let reading = SourceReader {
        source: source.clone(),
        folder: store.settings.data.join("sources"),
        imported: Some(old.commit_id.clone()).filter(|commit| !commit.is_empty()),
        is_known: old.settings == source.fingerprint(),
        stop,
    };
    let read = tokio::task::spawn_blocking(move || reading.read()).await;
    let read = read.map_err(|error| GitError::new("failed", error.to_string()))??;
    let Read { git, fetched, new_commit, tags } = read;
    let (row, report) = match new_commit {
        Some(new_commit) => {
            let (row, report) =
                import_and_record(store, (source, old), &git, (fetched, new_commit), progress)
                    .await?;
            (row, Some(report))
        }
        None => {
            let (branch, outcome) = (fetched.branch, "unchanged".to_owned());
            (Row { branch, outcome, detail: String::new(), ..old.clone() }, None)
        }
    };
    let imported = versions::import_versions(store, source, &git, tags).await?;
    Ok(with_versions(row, report, imported))
}

/// Adds the report on versions to the report on pages. If this update imported no pages, the report on pages is the
/// stored one. Returns no report if this update imported neither pages nor versions and found no issues in versions.
fn with_versions(
    row: Row,
    report: Option<SourceReport>,
    imported: versions::VersionsRead,
) -> (Row, Option<SourceReport>) {
    let versions::VersionsRead { names, issues } = imported;
    if report.is_none() && names.is_empty() && issues.is_empty() {
        return (row, None);
    }
    let of_before = || serde_json::from_str::<SourceReport>(&row.report).unwrap_or_default();
    let is_new = row.outcome == "updated" || !names.is_empty();
    let report = SourceReport {
        versions: names,
        version_issues: SourceIssues::of(issues, str::to_owned),
        ..report.unwrap_or_else(of_before)
    };
    let row = Row {
        outcome: if is_new { "updated" } else { "unchanged" }.to_owned(),
        updated_at: if is_new { id::now() } else { row.updated_at },
        report: serde_json::to_string(&report).unwrap_or_default(),
        ..row
    };
    (row, Some(report))
}

async fn import_and_record(
    store: &Store,
    (source, old): (&Source, &Row),
    git: &Git,
    (fetched, new_commit): (Fetched, NewCommit),
    progress: Progress<'_>,
) -> Result<(Row, SourceReport), UpdateError> {
    let was_rewritten = new_commit.history.was_rewritten;
    let report = import_fetched(store, source, (&fetched, new_commit), progress).await?;
    let Fetched { commit, branch, at, subject, .. } = fetched;
    if report.pages == 0 {
        let detail = report.issues.first().map(|issue| format!("{}: {}", issue.code, issue.detail));
        return Err(GitError::new("no-pages", detail.unwrap_or_default()).into());
    }
    let (git, imported_commit) = (git.clone(), commit.clone());
    let stored =
        tokio::task::spawn_blocking(move || fetch::store_imported_commit(&git, &imported_commit))
            .await;
    if let Ok(Err(error)) = stored {
        // The update succeeds, as the pages are imported. Without the ref, the next update may detect fewer renames.
        tracing::warn!(source = source.name, %error, "storing ref of imported commit failed");
    }
    let report = summary(source, report, was_rewritten);
    let row = Row {
        branch,
        commit_id: commit,
        committed_at: at,
        subject,
        settings: source.fingerprint(),
        updated_at: id::now(),
        outcome: "updated".to_owned(),
        detail: String::new(),
        report: serde_json::to_string(&report).unwrap_or_default(),
        ..old.clone()
    };
    Ok((row, report))
}

async fn import_fetched(
    store: &Store,
    source: &Source,
    (fetched, NewCommit { staged, history, page_history }): (&Fetched, NewCommit),
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    let number = store.settings.sources.iter().position(|other| other.name == source.name);
    let number = u32::try_from(number.unwrap_or(0) + 1).unwrap_or(1);
    let author = git_sync::Author { name: fetched.author.clone(), at: fetched.at };
    let head = git_sync::Change {
        commit: fetched.commit.clone(),
        at: Some(fetched.at),
        added_at: fetched.at,
        authors: vec![author],
    };
    let incoming = git_sync::Source {
        name: &source.name,
        folder: &source.folder,
        from: source.from,
        mount: &source.mount,
        position: number.saturating_mul(SOURCE_POSITIONS),
        head,
        changes: history.changes,
        whole_history: history.is_whole,
        moved_from: history.moved_from,
        history: page_history,
    };
    let layout = source.locales.as_ref().map(|locales| Root::layout(locales));
    pailou_store::import_source(store, staged.top(), layout, &incoming, progress).await
}

/// Git operations of an update, run on a blocking thread.
struct SourceReader {
    source: Source,
    /// Folder of all sources in the data directory.
    folder: PathBuf,
    imported: Option<String>,
    /// Whether the commit `imported` was imported with the current settings.
    is_known: bool,
    stop: Arc<AtomicBool>,
}

struct Read {
    git: Git,
    fetched: Fetched,
    /// Commit to import; `None` if it was already imported with the current settings.
    new_commit: Option<NewCommit>,
    /// Tags to import as versions of the documentation.
    tags: Vec<VersionTag>,
}

/// Commit to import, with its files and history.
struct NewCommit {
    staged: Staged,
    history: History,
    /// History from which the translation states are computed.
    page_history: Result<RepositoryHistory, String>,
}

impl SourceReader {
    fn read(self) -> Result<Read, GitError> {
        let Self { source, folder, imported, is_known, stop } = self;
        let deadline = Instant::now() + source.timeout;
        let lock = lock(&folder, &source.name, deadline, &stop)?;
        let git = Git {
            dir: folder.join(&source.name),
            remote: source.remote.clone(),
            deadline,
            max_bytes: source.max_bytes,
            stop,
            lock: Arc::new(lock),
        };
        let fetched = fetch::fetch_branch(&git, source.branch.as_deref())?;
        let tags = source.tags.as_ref().map(|tags| versions::fetch_tags(&git, tags)).transpose()?;
        let tags = tags.unwrap_or_default();
        if is_known && imported.as_deref() == Some(fetched.commit.as_str()) {
            return Ok(Read { git, fetched, new_commit: None, tags });
        }
        let top = folder.join(format!("{}.staged", source.name));
        let staged = tree::stage(&git, &fetched.commit, &source.folder, top, &source.name)?;
        let history = history::history(&git, imported.as_deref(), &fetched.commit, &source.folder)?;
        let of = (fetched.commit.as_str(), source.folder.as_str());
        let page_history = page_history(&git, of, imported.as_deref(), history.was_rewritten);
        Ok(Read {
            git,
            fetched,
            new_commit: Some(NewCommit { staged, history, page_history }),
            tags,
        })
    }
}

/// Waits until no other update of the source runs, in this process or another one. The lock is held until the returned
/// file is closed here and in the Git commands that inherit it (`Git::finish`), so it also covers Git commands that
/// outlive a killed server.
fn lock(folder: &Path, name: &str, deadline: Instant, stop: &AtomicBool) -> Result<File, GitError> {
    let failed = |error: std::io::Error| GitError::new("failed", error.to_string());
    fs::create_dir_all(folder).map_err(failed)?;
    let file = folder.join(format!("{name}.lock"));
    let file = File::options().create(true).truncate(false).read(true).write(true).open(file);
    let file = file.map_err(failed)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        if stop.load(Ordering::Acquire) {
            return Err(GitError::new("stopped", "the server stops"));
        }
        if Instant::now() >= deadline {
            return Err(GitError::new("busy", "another update of this source is under way"));
        }
        thread::park_timeout(RECHECK_INTERVAL);
    }
}

fn summary(source: &Source, report: Report, rewritten: bool) -> SourceReport {
    let prefix = format!("{}/", source.name);
    let path_in_source =
        |file: &str| below(&source.folder, file.strip_prefix(&prefix).unwrap_or(file));
    SourceReport {
        pages: report.pages,
        new: report.new,
        changed: report.changed,
        same: report.same,
        moved: report.moved,
        removed: report.removed,
        ahead: report.ahead,
        conflicts: report.conflicts,
        files: report.files,
        replayed: report.replayed,
        commits: report.commits,
        rewritten,
        issues: SourceIssues::of(report.issues, path_in_source),
        ..SourceReport::default()
    }
}

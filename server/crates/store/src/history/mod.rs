//! Translation states from the history of a repository: a page is replayed when it is first
//! imported and when it changes in Git (ADR 0059).
//!
//! - `PageHistories` replays the pages of an import, batch by batch, outside of transactions.
//! - `apply` stores the alignments of a replayed page, and the old versions that they are based on.

pub(crate) mod apply;
mod replaying;
pub(crate) mod store;

use std::path::Path;
use std::time::{Duration, Instant};

use pailou_git_history::repository::Repository;

pub(crate) use replaying::{PageHistories, PageId, ReplayedBatch, ReplayedPage, ReplayedText};

/// Maximum time for reading the history of a working tree.
const MAX_TIME: Duration = Duration::from_hours(1);

/// Git history of imported files.
#[derive(Debug, Clone)]
pub struct RepositoryHistory {
    pub repository: Repository,
    /// Id of the commit whose files are imported.
    pub commit: String,
    /// Imported folder in the repository.
    pub folder: String,
    /// Last imported commit, if it is part of this history.
    pub shown: Option<String>,
    /// Whether the last imported commit is not part of this history.
    pub was_rewritten: bool,
    pub deadline: Instant,
}

impl RepositoryHistory {
    /// Returns the history of a working tree; `None` for a folder outside any repository. The error is the reason why
    /// the history is unavailable.
    pub(crate) fn of_folder(dir: &Path) -> Option<Result<Self, String>> {
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
        Some(Ok(Self { repository, commit, folder, shown, was_rewritten, deadline }))
    }
}

/// Whether a parent folder has a `.git` entry.
fn is_below_git(dir: &Path) -> bool {
    dir.canonicalize().is_ok_and(|dir| dir.ancestors().any(|above| above.join(".git").exists()))
}

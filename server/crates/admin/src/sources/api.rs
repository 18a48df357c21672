//! JSON types of Git sources. Times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_git_sources::report::SourceReport;
use pailou_web::schema::LocaleTag;

/// A Git source with its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceState {
    pub name: String,
    /// URL of the repository, without credentials.
    pub address: String,
    #[schema(required)]
    pub branch: Option<String>,
    /// Folder inside the repository; empty for the whole repository.
    pub folder: String,
    /// Path below which the pages of the source appear; empty for the root.
    pub mount: String,
    /// Commit that was imported last; null before the first import.
    #[schema(required)]
    pub commit: Option<SourceCommit>,
    /// Time of the last fetch.
    #[schema(required)]
    pub checked_at: Option<i64>,
    /// Time of the last update that imported changes.
    #[schema(required)]
    pub updated_at: Option<i64>,
    /// Time at which the next scheduled update is due.
    #[schema(required)]
    pub next_at: Option<i64>,
    /// True if an update is running or queued.
    pub running: bool,
    /// Progress of the running update; null until the update has read the history of its pages, or
    /// if another server runs the update.
    #[schema(required)]
    pub progress: Option<ReplayProgress>,
    /// True if a webhook secret is configured.
    pub webhook: bool,
    /// Result of the last update: `updated`, `unchanged`, or an error code.
    #[schema(required)]
    pub outcome: Option<String>,
    /// Error output of Git, without credentials.
    pub detail: String,
    /// Report of the last update that imported changes.
    #[schema(required)]
    pub report: Option<SourceReport>,
    pub conflicts: i64,
}

/// Number of pages whose translation states have been computed from their Git history, and total
/// number of pages to compute.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ReplayProgress {
    pub done: usize,
    pub total: usize,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceCommit {
    pub id: String,
    pub at: i64,
    pub subject: String,
    #[schema(required)]
    pub url: Option<String>,
}

/// A text that has changed both on the site and in Git.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedConflict {
    pub id: String,
    pub source: String,
    pub file: String,
    pub commit: String,
    pub created_at: i64,
    /// True if the file is deleted in Git.
    pub deleted: bool,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub url: String,
    pub title: String,
    /// Value of `If-Match` for the resolution.
    pub etag: String,
}

/// Texts of a conflict: whole files, including front matter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Conflict {
    pub source: String,
    pub file: String,
    pub commit: String,
    /// Last common text; empty if there is none.
    pub base: String,
    /// Text on the site.
    pub ours: String,
    /// Text in Git; null if the file is deleted there.
    #[schema(required)]
    pub theirs: Option<String>,
    /// Merge of both texts. Lines that were changed in both texts are between conflict markers:
    /// `<<<<<<< ours` and `>>>>>>> theirs`. Null if the file is deleted in Git.
    #[schema(required)]
    pub merged: Option<String>,
}

/// The resolution of a conflict.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Resolution {
    /// Text to keep: `ours`, `theirs`, or `merged`.
    pub choice: String,
    /// Merged text, as a whole file; required if `choice` is `merged`.
    pub text: Option<String>,
}

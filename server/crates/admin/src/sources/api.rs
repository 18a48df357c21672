//! JSON types of Git sources. Times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_git_sources::report::SourceReport;
use pailou_web::schema::LocaleTag;

/// A Git source with its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceState {
    pub name: String,
    /// Without credentials.
    pub address: String,
    #[schema(required)]
    pub branch: Option<String>,
    /// Folder inside the repository; empty for all of it.
    pub folder: String,
    /// The path below which its pages appear; empty for the root.
    pub mount: String,
    /// The commit that the site shows.
    #[schema(required)]
    pub commit: Option<SourceCommit>,
    /// When the repository was last fetched.
    #[schema(required)]
    pub asked_at: Option<i64>,
    /// When the last update imported changes.
    #[schema(required)]
    pub updated_at: Option<i64>,
    /// When the next scheduled update is due.
    #[schema(required)]
    pub next_at: Option<i64>,
    /// True if an update is running or queued.
    pub running: bool,
    /// How far the running update is; null before it has read the history of its pages, or if another server runs it.
    #[schema(required)]
    pub progress: Option<ReplayProgress>,
    /// True if a webhook secret is configured.
    pub webhook: bool,
    /// `updated`, `unchanged`, or an error code.
    #[schema(required)]
    pub outcome: Option<String>,
    /// The error output of Git, without credentials.
    pub detail: String,
    /// Report of the last update that imported changes.
    #[schema(required)]
    pub report: Option<SourceReport>,
    pub conflicts: i64,
}

/// Pages whose translation states are computed from their history.
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
    /// The value of `If-Match` for the resolution.
    pub etag: String,
}

/// The texts of a conflict: whole files, front matter included.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Conflict {
    pub source: String,
    pub file: String,
    pub commit: String,
    /// The last common text; empty if there is none.
    pub base: String,
    /// The text of the site.
    pub ours: String,
    /// The text in Git; null if the file is deleted there.
    #[schema(required)]
    pub theirs: Option<String>,
    /// The merge of both texts. Lines changed on both sides are between conflict markers: `<<<<<<< ours` and
    /// `>>>>>>> theirs`. Null if the file is deleted in Git.
    #[schema(required)]
    pub merged: Option<String>,
}

/// The resolution of a conflict.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Resolution {
    /// `ours`, `theirs`, or `merged`.
    pub choice: String,
    /// The whole file, for `merged`.
    pub text: Option<String>,
}

//! JSON types of Git sources. Times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::git_sources::report::SourceReport;
use crate::shared::schema::LocaleTag;

/// A Git source with its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceState {
    pub(crate) name: String,
    /// Without credentials.
    pub(crate) address: String,
    #[schema(required)]
    pub(crate) branch: Option<String>,
    /// Folder inside the repository; empty for all of it.
    pub(crate) folder: String,
    /// The path below which its pages appear; empty for the root.
    pub(crate) mount: String,
    /// The commit that the site shows.
    #[schema(required)]
    pub(crate) commit: Option<SourceCommit>,
    /// When the repository was last fetched.
    #[schema(required)]
    pub(crate) asked_at: Option<i64>,
    /// When the last update imported changes.
    #[schema(required)]
    pub(crate) updated_at: Option<i64>,
    /// When the next scheduled update is due.
    #[schema(required)]
    pub(crate) next_at: Option<i64>,
    /// True if an update is running or queued.
    pub(crate) running: bool,
    /// True if a webhook secret is configured.
    pub(crate) webhook: bool,
    /// `updated`, `unchanged`, or an error code.
    #[schema(required)]
    pub(crate) outcome: Option<String>,
    /// The error output of Git, without credentials.
    pub(crate) detail: String,
    /// Report of the last update that imported changes.
    #[schema(required)]
    pub(crate) report: Option<SourceReport>,
    pub(crate) conflicts: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceCommit {
    pub(crate) id: String,
    pub(crate) at: i64,
    pub(crate) subject: String,
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// A text that has changed both on the site and in Git.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedConflict {
    pub(crate) id: String,
    pub(crate) source: String,
    pub(crate) file: String,
    pub(crate) commit: String,
    pub(crate) made_at: i64,
    /// True if the file is deleted in Git.
    pub(crate) deleted: bool,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) url: String,
    pub(crate) title: String,
    /// The value of `If-Match` for the resolution.
    pub(crate) etag: String,
}

/// The texts of both sides: whole files, front matter included.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Conflict {
    pub(crate) source: String,
    pub(crate) file: String,
    pub(crate) commit: String,
    /// The last common text; empty if there is none.
    pub(crate) base: String,
    /// The text of the site.
    pub(crate) ours: String,
    /// The text in Git; null if the file is deleted there.
    #[schema(required)]
    pub(crate) theirs: Option<String>,
    /// The merge of both texts. Lines changed on both sides are between conflict markers: `<<<<<<< ours` and
    /// `>>>>>>> theirs`. Null if the file is deleted in Git.
    #[schema(required)]
    pub(crate) merged: Option<String>,
}

/// The resolution of a conflict.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Resolution {
    /// `ours`, `theirs`, or `merged`.
    pub(crate) choice: String,
    /// The whole file, for `merged`.
    pub(crate) text: Option<String>,
}

//! JSON types of Git sources. Times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::git_sources::report::SourceReport;
use crate::shared::schema::LocaleTag;

/// A Git source and how it stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SourceState {
    pub(crate) name: String,
    /// Without credentials.
    pub(crate) address: String,
    #[schema(required)]
    pub(crate) branch: Option<String>,
    /// Inside the repository; empty for all of it.
    pub(crate) folder: String,
    /// The address below which its pages stand; empty for the top.
    pub(crate) mount: String,
    /// The one that the site shows.
    #[schema(required)]
    pub(crate) commit: Option<SourceCommit>,
    /// When Git was last asked.
    #[schema(required)]
    pub(crate) asked_at: Option<i64>,
    /// When the site last took something.
    #[schema(required)]
    pub(crate) updated_at: Option<i64>,
    /// When it is asked again by itself.
    #[schema(required)]
    pub(crate) next_at: Option<i64>,
    /// An update runs or is about to.
    pub(crate) running: bool,
    /// Whether pushes are heard of.
    pub(crate) webhook: bool,
    /// `updated`, `unchanged`, or a stable name of what went wrong.
    #[schema(required)]
    pub(crate) outcome: Option<String>,
    /// Git's own words where something went wrong, without credentials.
    pub(crate) detail: String,
    /// Of the last update that took something.
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

/// A text that the site and Git have both changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedConflict {
    pub(crate) id: String,
    pub(crate) source: String,
    pub(crate) file: String,
    pub(crate) commit: String,
    pub(crate) made_at: i64,
    /// The file is gone from Git.
    pub(crate) deleted: bool,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) url: String,
    pub(crate) title: String,
    /// For deciding, as `If-Match`.
    pub(crate) etag: String,
}

/// What each side says: whole files, front matter included.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Conflict {
    pub(crate) source: String,
    pub(crate) file: String,
    pub(crate) commit: String,
    /// What both last agreed on; empty where they never did.
    pub(crate) base: String,
    /// The site's.
    pub(crate) ours: String,
    /// Git's; null where the file is gone.
    #[schema(required)]
    pub(crate) theirs: Option<String>,
    /// What both have changed, together. Where both have changed the same lines, both stand there, between lines
    /// that begin with `<<<<<<< ours` and `>>>>>>> theirs`. Null where the file is gone.
    #[schema(required)]
    pub(crate) merged: Option<String>,
}

/// How a conflict ends.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Resolution {
    /// `ours`, `theirs` or `merged`.
    pub(crate) choice: String,
    /// The whole file, for `merged`.
    pub(crate) text: Option<String>,
}

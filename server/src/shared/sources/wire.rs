//! JSON types of Git sources. Times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::schema::LocaleTag;
use pailou_content::issue::{Issue, MOST_TOLD, worst};

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

/// What an update came to. A page in two languages counts twice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct SourceReport {
    pub(crate) pages: usize,
    pub(crate) new: usize,
    pub(crate) changed: usize,
    pub(crate) same: usize,
    pub(crate) moved: usize,
    /// Taken down, because their files are gone.
    pub(crate) removed: usize,
    /// Changed on the site and not in Git.
    pub(crate) ahead: usize,
    pub(crate) conflicts: usize,
    /// Files beside the pages.
    pub(crate) files: usize,
    /// The branch no longer held the commit that the site had shown.
    pub(crate) rewritten: bool,
    pub(crate) issues: SourceIssues,
    /// Versions of the documentation that were read from tags.
    pub(crate) versions: Vec<String>,
    /// Of tags, whether they were read or not. A file begins with `@` and its tag.
    pub(crate) version_issues: SourceIssues,
}

/// What is to be said of files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct SourceIssues {
    /// At most 200, the worst first.
    pub(crate) worst: Vec<SourceIssue>,
    /// How many more there are.
    pub(crate) more: usize,
}

impl SourceIssues {
    /// `place` says how a file is named.
    pub(crate) fn of(all: Vec<Issue>, place: impl Fn(&str) -> String) -> Self {
        let (worst, more) = worst(all, MOST_TOLD);
        let worst = worst.into_iter().map(|issue| SourceIssue {
            severity: issue.severity.name().to_owned(),
            file: place(&issue.file),
            line: issue.line,
            code: issue.code.to_owned(),
            detail: issue.detail,
        });
        Self { worst: worst.collect(), more }
    }
}

/// Something in a file, or about its page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct SourceIssue {
    /// `error`, `warning` or `note`.
    pub(crate) severity: String,
    /// In the repository.
    pub(crate) file: String,
    #[schema(required)]
    pub(crate) line: Option<u32>,
    pub(crate) code: String,
    pub(crate) detail: String,
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

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::issue::Severity;

    #[test]
    fn the_worst_issues_stay() {
        let note = |at: usize| Issue::of_file(Severity::Note, "odd", &format!("{at:03}.md"), "");
        let mut all: Vec<Issue> = (0..MOST_TOLD).map(note).collect();
        all.push(Issue::of_file(Severity::Error, "bad", "z.md", ""));
        let issues = SourceIssues::of(all, |file| format!("@v1/{file}"));
        assert_eq!((issues.worst.len(), issues.more), (MOST_TOLD, 1));
        assert_eq!(issues.worst[0].file, "@v1/z.md");
        assert_eq!(issues.worst[0].severity, "error");
        assert_eq!(issues.worst[MOST_TOLD - 1].file, "@v1/198.md");
    }
}

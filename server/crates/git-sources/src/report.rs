//! The report of an update, as it is stored and sent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_content::issue::{Issue, IssueGroup, MOST_TOLD, worst};

/// The result of an update. A page in two languages counts twice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct SourceReport {
    pub pages: usize,
    pub new: usize,
    pub changed: usize,
    pub same: usize,
    pub moved: usize,
    /// Unpublished because their files are deleted.
    pub removed: usize,
    /// Changed on the site and not in Git.
    pub ahead: usize,
    pub conflicts: usize,
    /// The number of files other than pages.
    pub files: usize,
    /// Pages whose translation states were computed from their history.
    #[serde(default)]
    pub replayed: usize,
    /// Commits of the history of the pages.
    #[serde(default)]
    pub commits: usize,
    /// True if the branch no longer contains the commit that the site had (a force push).
    pub rewritten: bool,
    pub issues: SourceIssues,
    /// Versions of the documentation that were read from tags.
    pub versions: Vec<String>,
    /// Issues of tags, read or not. The file begins with `@` and the tag.
    pub version_issues: SourceIssues,
}

/// The issues in files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceIssues {
    /// At most 200 groups of equal issues in a file, the most severe first.
    pub worst: Vec<SourceIssue>,
    /// The number of issues in no group.
    pub more: usize,
}

impl SourceIssues {
    /// `place` says how a file is named.
    pub fn of(all: Vec<Issue>, place: impl Fn(&str) -> String) -> Self {
        let (worst, more) = worst(all, MOST_TOLD);
        let worst = worst.into_iter().map(|IssueGroup { issue, count }| SourceIssue {
            count,
            severity: issue.severity.name().to_owned(),
            file: place(&issue.file),
            line: issue.line,
            code: issue.code.to_owned(),
            detail: issue.detail,
        });
        Self { worst: worst.collect(), more }
    }
}

/// An issue in a file or page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceIssue {
    /// `error`, `warning`, or `note`.
    pub severity: String,
    /// Path in the repository.
    pub file: String,
    #[schema(required)]
    pub line: Option<u32>,
    pub code: String,
    pub detail: String,
    /// How many issues of this kind the file has; line and detail are those of the first one.
    #[serde(default = "one")]
    #[schema(required)]
    pub count: usize,
}

/// Reports that were stored without counts have one line per issue.
fn one() -> usize {
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::issue::Severity;

    #[test]
    fn most_severe_issues_are_kept() {
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

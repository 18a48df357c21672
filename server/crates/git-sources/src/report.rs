//! Report of an update, as stored in the database and returned by the API.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_content::issue::{Issue, IssueGroup, MAX_REPORTED_ISSUES, worst};

/// The result of an update. A page in two languages counts twice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct SourceReport {
    pub pages: usize,
    pub new: usize,
    pub changed: usize,
    pub same: usize,
    pub moved: usize,
    /// Number of texts that were moved to the trash because their files were deleted.
    pub removed: usize,
    /// Number of texts that were changed on the site but not in Git.
    pub ahead: usize,
    pub conflicts: usize,
    /// Number of files that are not pages.
    pub files: usize,
    /// Number of pages whose translation states were computed from their Git history.
    #[serde(default)]
    pub replayed: usize,
    /// Number of commits in the Git history of these pages.
    #[serde(default)]
    pub commits: usize,
    /// True if the branch no longer contains the previously imported commit (force push).
    pub rewritten: bool,
    pub issues: SourceIssues,
    /// Names of documentation versions that were imported from tags.
    pub versions: Vec<String>,
    /// Issues in tags, including tags that could not be imported. `file` begins with `@` and the tag.
    pub version_issues: SourceIssues,
}

/// Issues in files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceIssues {
    /// At most 200 groups of issues, the most severe first. A group contains the issues with the same file, code, and
    /// detail. If there were more than 200 groups, the issues with the same file and code form one group.
    pub worst: Vec<SourceIssue>,
    /// Number of issues that are in no group of `worst`.
    pub more: usize,
}

impl SourceIssues {
    /// Groups the issues. `display_name` returns the displayed name of a file.
    pub fn of(all: Vec<Issue>, display_name: impl Fn(&str) -> String) -> Self {
        let (worst, more) = worst(all, MAX_REPORTED_ISSUES);
        let worst = worst.into_iter().map(|IssueGroup { issue, count }| SourceIssue {
            count,
            severity: issue.severity.name().to_owned(),
            file: display_name(&issue.file),
            line: issue.line,
            code: issue.code.to_owned(),
            detail: issue.detail,
        });
        Self { worst: worst.collect(), more }
    }
}

/// Group of issues in a file, with the fields of the first issue.
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
    /// Number of issues in the group; line and detail are those of the first one.
    #[serde(default = "one")]
    #[schema(required)]
    pub count: usize,
}

/// Default `count` in reports that an earlier release stored: these have no counts, but one entry per issue.
fn one() -> usize {
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::issue::Severity;

    #[test]
    fn least_severe_issues_are_omitted_above_the_maximum() {
        let note = |at: usize| Issue::of_file(Severity::Note, "odd", &format!("{at:03}.md"), "");
        let mut all: Vec<Issue> = (0..MAX_REPORTED_ISSUES).map(note).collect();
        all.push(Issue::of_file(Severity::Error, "bad", "z.md", ""));
        let issues = SourceIssues::of(all, |file| format!("@v1/{file}"));
        assert_eq!((issues.worst.len(), issues.more), (MAX_REPORTED_ISSUES, 1));
        assert_eq!(issues.worst[0].file, "@v1/z.md");
        assert_eq!(issues.worst[0].severity, "error");
        assert_eq!(issues.worst[MAX_REPORTED_ISSUES - 1].file, "@v1/198.md");
    }
}

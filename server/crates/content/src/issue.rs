//! Issues in files, with a stable code, a severity, and a line.
//!
//! The messages for users are in `content/messages`.

use std::collections::HashMap;

/// Severity of an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information.
    Note,
    /// A part of the page does not work or is not displayed, or a rule of the check is violated.
    Warning,
    /// The file was not imported, or the check fails.
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Issue with its location, a stable code, and a detail, such as a name, a path, or a parser's message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Issue {
    /// Path relative to the scanned folder, with `/` as separator; empty for the folder itself.
    pub file: String,
    /// Line number, from 1.
    pub line: Option<u32>,
    /// Column number in characters, from 1.
    pub column: Option<u32>,
    pub code: &'static str,
    pub detail: String,
    pub severity: Severity,
}

impl Issue {
    pub fn note(code: &'static str, line: u32, detail: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, Some(line), detail.into())
    }

    pub fn warning(code: &'static str, line: u32, detail: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Some(line), detail.into())
    }

    pub fn error(code: &'static str, line: u32, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Some(line), detail.into())
    }

    /// Creates an issue for a file as a whole, without a line.
    pub fn of_file(
        severity: Severity,
        code: &'static str,
        file: &str,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(severity, code, None, detail.into()).in_file(file)
    }

    pub fn at_column(mut self, column: usize) -> Self {
        self.column = u32::try_from(column).ok();
        self
    }

    /// Sets the file. Parsers get only the text of a file, so their callers set its name.
    pub fn in_file(mut self, file: &str) -> Self {
        file.clone_into(&mut self.file);
        self
    }

    /// Adds `lines`, the number of lines before the parsed text, to the line number.
    pub fn below(mut self, lines: u32) -> Self {
        self.line = self.line.map(|line| line.saturating_add(lines));
        self
    }

    fn new(severity: Severity, code: &'static str, line: Option<u32>, detail: String) -> Self {
        Self { file: String::new(), line, column: None, code, detail, severity }
    }
}

/// Maximum number of issue groups in the report of an import, or of the update of a Git source.
pub const MAX_REPORTED_ISSUES: usize = 200;

/// Issues in one file with the same severity, code, and detail. If there are too many groups, [`worst`] ignores the
/// detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueGroup {
    /// First issue of the group.
    pub issue: Issue,
    pub count: usize,
}

/// Returns at most `max` groups, most severe first, and the number of issues outside them. Issues of a file with the
/// same severity, code, and detail form a group. If that gives more than `max` groups, the detail is ignored.
pub fn worst(mut all: Vec<Issue>, max: usize) -> (Vec<IssueGroup>, usize) {
    all.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.cmp(b)));
    let count = all.len();
    let mut groups = grouped(&all, |issue| issue.detail.as_str());
    if groups.len() > max {
        groups = grouped(&all, |_| "");
    }
    groups.truncate(max);
    let grouped_count: usize = groups.iter().map(|group| group.count).sum();
    (groups, count - grouped_count)
}

fn grouped<'a>(all: &'a [Issue], detail: impl Fn(&'a Issue) -> &'a str) -> Vec<IssueGroup> {
    let mut groups: Vec<IssueGroup> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for issue in all {
        let key = (issue.severity, issue.file.as_str(), issue.code, detail(issue));
        let at = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.count += 1,
            None => groups.push(IssueGroup { issue: issue.clone(), count: 1 }),
        }
    }
    groups
}

/// Returns the 1-based line of the byte at `offset`.
pub fn line_at(text: &[u8], offset: usize) -> u32 {
    let before = &text[..offset.min(text.len())];
    let breaks = before.iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(breaks + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_numbers_start_at_one() {
        for (text, offset, line) in [("", 0, 1), ("a\nb", 1, 1), ("a\nb", 2, 2), ("a\r\nb", 9, 2)] {
            assert_eq!(line_at(text.as_bytes(), offset), line, "{text:?} {offset}");
        }
    }

    #[test]
    fn similar_issues_of_a_file_are_one_group() {
        let warning =
            |file: &str, line, code, detail: &str| Issue::warning(code, line, detail).in_file(file);
        let all = vec![
            warning("a.md", 1, "x", "{id}"),
            warning("a.md", 5, "x", "{id}"),
            warning("a.md", 3, "x", "{name}"),
            warning("b.md", 1, "x", "{id}"),
            Issue::error("y", 9, "").in_file("z.md"),
        ];
        let actual = |max| {
            let (groups, more) = worst(all.clone(), max);
            let one = |it: &IssueGroup| (it.issue.file.clone(), it.issue.line, it.count);
            (groups.iter().map(one).collect::<Vec<_>>(), more)
        };
        let group = |file: &str, line, count| (file.to_owned(), Some(line), count);
        let (z, b) = (group("z.md", 9, 1), group("b.md", 1, 1));
        let by_detail = vec![z.clone(), group("a.md", 1, 2), group("a.md", 3, 1), b.clone()];
        assert_eq!(actual(4), (by_detail, 0));
        assert_eq!(actual(3), (vec![z.clone(), group("a.md", 1, 3), b], 0));
        assert_eq!(actual(1), (vec![z], 4));
    }

    #[test]
    fn line_of_a_body_issue_includes_the_front_matter_lines() {
        let issue = Issue::warning("x", 2, "y").below(5).in_file("a.md");
        assert_eq!((issue.line, issue.file.as_str()), (Some(7), "a.md"));
    }
}

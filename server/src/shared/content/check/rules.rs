//! The rules by their codes: how bad a finding is, and what it says.

use super::super::issue::{Issue, Severity};

struct Rule {
    code: &'static str,
    severity: Severity,
    what: &'static str,
}

const fn error(code: &'static str, what: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, what }
}

const fn warning(code: &'static str, what: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, what }
}

const fn note(code: &'static str, what: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, what }
}

const RULES: &[Rule] = &[
    error("page-missing", "a link to a page that is not there"),
    error("file-missing", "a picture or file that is not there"),
    error("anchor-missing", "a link to a heading that is not there"),
    error("reference-missing", "a link or note whose name stands nowhere on the page"),
    error("link-refused", "a link that runs code or names an unknown scheme"),
    error("link-empty", "a link that leads nowhere"),
    error("link-leaves-folder", "a link out of the folder"),
    error("container-unclosed", "a ::: container that nothing closes"),
    error("html-tag-unclosed", "a tag without its >"),
    warning("container-stray", "a ::: that closes nothing"),
    warning("component-dropped", "a component that is not known"),
    warning("element-dropped", "an element that is not shown"),
    warning("include-not-read", "an include that is not read"),
    warning("shortcode-not-read", "a shortcode that is not known"),
    warning("html-too-deep", "HTML nested without end"),
    warning("too-complex", "a page that the parser gives up on"),
    note("picture-without-text", "a picture without words for those who do not see it"),
    warning("page-unpaired", "a page that the other language does not have"),
    warning("headings-differ", "headings that are not the same in both languages"),
    warning("translation-behind", "segments that the other language has moved on from"),
    warning("front-matter-unknown", "a key of front matter that nothing reads"),
    error("front-matter-value", "a value of front matter that does not fit"),
    warning("cjk-space", "no space between Chinese and Latin letters or digits"),
    warning("cjk-punctuation-space", "a space beside full-width punctuation"),
    warning("half-width-punctuation", "half-width punctuation in Chinese"),
    warning("full-width-alphanumeric", "full-width letters or digits"),
    warning("full-width-punctuation", "full-width punctuation in English"),
    warning("repeated-punctuation", "the same mark twice"),
    note("mixed-quotes", "「」 and “” on one page"),
    note("straight-quotes", "straight quotation marks around Chinese"),
    warning("term-forbidden", "a word that the glossary replaces"),
    warning("term-missing", "a term without its translation in the paired text"),
];

pub(crate) fn is_rule(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// Every rule with its severity and what it finds, a line each.
pub(crate) fn listed() -> String {
    let line =
        |rule: &Rule| format!("  {:<24} {:<8} {}", rule.code, rule.severity.name(), rule.what);
    let lines: Vec<_> = RULES.iter().map(line).collect();
    format!("Rules:\n{}", lines.join("\n"))
}

/// A finding of this rule, on a line of the body.
pub(super) fn found(code: &'static str, line: u32, detail: impl Into<String>) -> Issue {
    let severity = RULES.iter().find(|rule| rule.code == code).map(|rule| rule.severity);
    match severity {
        Some(Severity::Error) => Issue::error(code, line, detail),
        Some(Severity::Note) => Issue::note(code, line, detail),
        _ => Issue::warning(code, line, detail),
    }
}

/// What reading a page has found, as bad as it is for somebody who checks. Notes of reading are none.
pub(super) fn graded(mut issue: Issue) -> Option<Issue> {
    match RULES.iter().find(|rule| rule.code == issue.code) {
        Some(rule) => issue.severity = rule.severity,
        None if issue.severity == Severity::Note => return None,
        None => {}
    }
    Some(issue)
}

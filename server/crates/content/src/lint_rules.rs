//! Lint rules: codes and severities.

use crate::issue::{Issue, Severity};

/// Rule for the space between Han and Latin characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spacing {
    #[default]
    Require,
    Strip,
    Off,
}

struct Rule {
    code: &'static str,
    severity: Severity,
}

const fn error(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Error }
}

const fn warning(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning }
}

const fn note(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Note }
}

const RULES: &[Rule] = &[
    error("page-missing"),
    error("file-missing"),
    warning("file-not-served"),
    error("anchor-missing"),
    error("reference-missing"),
    error("link-refused"),
    error("link-empty"),
    error("link-leaves-folder"),
    error("container-unclosed"),
    error("html-tag-unclosed"),
    error("merge-mark"),
    warning("container-stray"),
    warning("footnote-repeated"),
    warning("footnote-unused"),
    warning("markup-not-read"),
    warning("table-cells-dropped"),
    warning("component-dropped"),
    warning("element-dropped"),
    warning("include-not-read"),
    warning("shortcode-not-read"),
    warning("html-too-deep"),
    warning("too-complex"),
    note("image-without-alt-text"),
    warning("page-unpaired"),
    warning("headings-differ"),
    warning("translation-outdated"),
    note("segment-outdated"),
    warning("untranslated-copy"),
    warning("front-matter-unknown"),
    error("front-matter-value"),
    warning("cjk-space"),
    warning("cjk-punctuation-space"),
    warning("half-width-punctuation"),
    warning("full-width-alphanumeric"),
    warning("full-width-punctuation"),
    warning("repeated-punctuation"),
    note("mixed-quotes"),
    note("straight-quotes"),
    warning("term-forbidden"),
    warning("term-missing"),
    warning("site-url-missing"),
];

pub fn is_rule(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// Returns every rule with its severity.
pub fn listed() -> impl Iterator<Item = (&'static str, Severity)> {
    RULES.iter().map(|rule| (rule.code, rule.severity))
}

/// Creates an issue of this rule on a line of the body.
pub fn rule_issue(code: &'static str, line: u32, detail: impl Into<String>) -> Issue {
    let severity = RULES.iter().find(|rule| rule.code == code).map(|rule| rule.severity);
    match severity {
        Some(Severity::Error) => Issue::error(code, line, detail),
        Some(Severity::Note) => Issue::note(code, line, detail),
        _ => Issue::warning(code, line, detail),
    }
}

/// Sets the severity of an issue of the renderer to that of the lint rule with the same code. If there is no such rule,
/// returns `None` for a note, and any other issue unchanged.
pub fn with_rule_severity(mut issue: Issue) -> Option<Issue> {
    match RULES.iter().find(|rule| rule.code == issue.code) {
        Some(rule) => issue.severity = rule.severity,
        None if issue.severity == Severity::Note => return None,
        None => {}
    }
    Some(issue)
}

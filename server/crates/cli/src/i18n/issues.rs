//! Messages of issues. The code of an issue is stable; its detail contains a name, a path, a parser's message, or an
//! English sentence, which may contain values. Stored reports contain only the code and the detail. This module
//! therefore extracts the values from the sentence and inserts them into the translated message.

use super::{Messages, terminal_escape};

/// Pattern of a detail, and the suffix of its message key. A placeholder such as `{key}` matches a value.
struct Form {
    code: &'static str,
    detail: &'static str,
    key: &'static str,
}

const fn form(code: &'static str, detail: &'static str, key: &'static str) -> Form {
    Form { code, detail, key }
}

/// Patterns, grouped by code. The first matching pattern is used.
const FORMS: &[Form] = &[
    form("anchor-missing", "{written}: no heading `{id}`", "heading"),
    form("include-not-read", "{written}: included recursively", "circle"),
    form("include-not-read", "{written}: too many or too large included texts", "large"),
    form("include-not-read", "{written}: the file has no such part", "part"),
    form("include-not-read", "{written}: outside the folder", "outside"),
    form("include-not-read", "{written}: no such file", "file"),
    form("page-unpaired", "no page in {locale} with the key `{key}`", "key"),
    form("headings-differ", "nothing here, {there} in {place}", "fewer"),
    form("headings-differ", "{here} here, nothing in {place}", "more"),
    form("headings-differ", "{here} here, {there} in {place}", "both"),
    form("translation-outdated", "{count} segments", "segments"),
    form(
        "front-matter-unknown",
        "unknown front matter key `{key}`; did you mean `{near}`?",
        "near",
    ),
    form("front-matter-unknown", "unknown front matter key `{key}`", "key"),
    form("front-matter-invalid", "duplicate key", "twice"),
    form("front-matter-invalid", "invalid key", "word"),
    form("front-matter-invalid", "values are nested too deeply", "deep"),
    form("front-matter-invalid", "too many values", "many"),
    form("front-matter-invalid", "an alias without its anchor", "alias"),
    form("front-matter-invalid", "an unquoted value contains a colon", "colon"),
    form("front-matter-invalid", "a full-width colon", "wide"),
    form("front-matter-invalid", "a colon without a space", "space"),
    form("front-matter-invalid", "a quotation mark is not closed", "quotes"),
    form("front-matter-invalid", "a bracket is not closed", "bracket"),
    form("front-matter-invalid", "a value needs quotation marks", "quoted"),
    form("front-matter-invalid", "text after a closing quotation mark", "after"),
    form("front-matter-invalid", "a backslash in double quotation marks", "escape"),
    form("front-matter-invalid", "text on the line of a block indicator", "beside"),
    form("front-matter-invalid", "text below a block indicator is not indented", "below"),
    form("front-matter-invalid", "invalid JSON", "json"),
    form("front-matter-invalid", "unquoted text in TOML", "toml-text"),
    form("front-matter-invalid", "a TOML key without a value", "toml-value"),
    form("front-matter-invalid", "invalid TOML", "toml"),
    form("front-matter-invalid", "tab used for indentation", "tab"),
    form("front-matter-invalid", "a line without a key", "key"),
    form("front-matter-invalid", "inconsistent indentation", "indented"),
    form("front-matter-value", "`{key}` must be a number", "number"),
    form("front-matter-value", "`{key}` must be true or false", "switch"),
    form("front-matter-value", "`{key}` must be a non-empty text", "text"),
    form("front-matter-value", "`{key}` must have keys and values", "map"),
    form("front-matter-value", "`{key}` must be a list", "list"),
    form("cjk-space", "put a space between `{before}` and `{after}` in `{around}`", "apart"),
    form("cjk-space", "remove the space in `{around}`", "together"),
    form("cjk-punctuation-space", "remove the space in `{around}`", "together"),
    form("half-width-punctuation", "`{mark}` in `{around}`: write `{wanted}`", "write"),
    form("full-width-alphanumeric", "`{wide}` is full-width: write `{plain}`", "write"),
    form("full-width-punctuation", "`{mark}` in `{around}`", "mark"),
    form(
        "repeated-punctuation",
        "repeated punctuation `{mark}` in `{around}`: write it once, or `……`",
        "ellipsis",
    ),
    form(
        "repeated-punctuation",
        "repeated punctuation `{mark}` in `{around}`: write it once",
        "once",
    ),
    form("mixed-quotes", "the rest of the page uses {most}: `{around}`", "most"),
    form("straight-quotes", "`\"` in `{around}`: write “” or 「」", "write"),
    form("term-forbidden", "`{word}`: write `{wanted}`", "write"),
    form("term-missing", "`{term}` must be translated as `{translation}`", "here"),
    form("glossary-invalid", "expected the columns term,translation,forbidden|forbidden", "cells"),
    form("file-too-large", "more than 8 MB", "page"),
    form("file-too-large", "over {bytes} bytes", "file"),
    form("file-not-utf8", "byte {at}", "byte"),
    form("file-not-text", "byte {at}", "byte"),
    form("folder-too-deep", "more than {levels} levels", "levels"),
    form("too-many-files", "more than {most}", "count"),
    form("markdown-outside", "{count} Markdown files are not documentation pages", "count"),
    form("block-count", "a number from 1 to {most}", "number"),
    form("download-invalid", "more than {most} files", "most"),
    form("download-invalid", "a file without `file`", "file"),
    form("download-invalid", "{file}: `size` must be a number of bytes", "size"),
    form("download-invalid", "{file}: `sha256` must be 64 hexadecimal digits", "sha256"),
];

/// Formats an issue as a line. `location` is its prefix: `file:3:7: `, or empty.
pub(crate) fn format_issue(
    messages: Messages,
    location: &str,
    severity: &str,
    (code, detail): (&str, &str),
) -> String {
    let severity = self::severity(messages, severity);
    let sentence = issue_message(messages, code, detail);
    let line = messages.t(
        "issue",
        &[("place", &location), ("severity", &severity), ("sentence", &sentence), ("code", &code)],
    );
    terminal_escape::escape_line(&line)
}

/// Returns the `line` of a group of issues, with the number of issues if there are several.
pub(crate) fn counted_line(messages: Messages, line: String, count: usize) -> String {
    match count {
        1 => line,
        _ => messages.t("issue.counted", &[("issue", &line), ("count", &count)]),
    }
}

/// Returns a line with two numbers: the pages whose translation states were computed from Git, and the commits of these
/// pages. Returns `None` if there are no such pages.
pub fn history(messages: Messages, replayed: usize, commits: usize) -> Option<String> {
    let pages = messages.count("count.pages", replayed, &[]);
    let commits = messages.count("count.commits", commits, &[]);
    let line = || messages.t("import.history", &[("pages", &pages), ("commits", &commits)]);
    (replayed > 0).then(line)
}

/// Returns the message of an issue. For an unknown code, returns the detail, or the code if the detail is empty.
pub(crate) fn issue_message(messages: Messages, code: &str, detail: &str) -> String {
    let forms = FORMS.iter().filter(|form| form.code == code);
    let parsed =
        forms.filter_map(|form| Some((form.key, parse_detail(form.detail, detail)?))).next();
    if let Some((key, values)) = parsed {
        let values: Vec<_> =
            values.iter().map(|(name, value)| (*name, messages.reason(value))).collect();
        let args: Vec<_> =
            values.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
        let count = values.iter().find(|(name, _)| *name == "count");
        let key = format!("{code}.{key}");
        return match count.and_then(|(_, count)| count.parse().ok()) {
            Some(count) => messages.count(&key, count, &[]),
            None => messages.t(&key, &args),
        };
    }
    if detail.is_empty() {
        let key = format!("{code}.empty");
        let key = if messages.has(&key) { key } else { code.to_owned() };
        return messages.t(&key, &[("detail", &"…")]);
    }
    if !messages.has(code) {
        return detail.to_owned();
    }
    messages.t(code, &[("detail", &messages.reason(detail))])
}

/// Returns the name and the value of each placeholder of the pattern `form` in a detail; `None` if the detail does not
/// match.
fn parse_detail<'f, 'd>(form: &'f str, detail: &'d str) -> Option<Vec<(&'f str, &'d str)>> {
    let mut values = Vec::new();
    let mut pieces = form.split('{');
    let mut rest = detail.strip_prefix(pieces.next()?)?;
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let (name, behind) = piece.split_once('}')?;
        // A quoted value, such as a heading, may contain the text that follows the placeholder, so only a backtick
        // directly before that text can end it. If the detail ends with a backtick, a later value is quoted, too: the
        // first such backtick ends this value. Otherwise, the last one does.
        let quoted = || {
            let end = format!("`{behind}");
            match (rest.starts_with('`'), rest.ends_with('`')) {
                (true, true) => rest.find(&end),
                (true, false) => rest.rfind(&end),
                (false, _) => None,
            }
        };
        let end = match (pieces.peek().is_some(), behind) {
            (false, behind) => rest.strip_suffix(behind)?.len(),
            (true, behind) => quoted().map(|at| at + 1).or_else(|| rest.find(behind))?,
        };
        values.push((name, &rest[..end]));
        rest = &rest[end + behind.len()..];
    }
    rest.is_empty().then_some(values)
}

/// Returns the name of a severity in the language of `messages`.
pub(super) fn severity(messages: Messages, name: &str) -> String {
    messages.t(&format!("severity.{name}"), &[])
}

#[cfg(test)]
#[path = "issues_tests.rs"]
mod tests;

//! Include directives of the common generators.

/// An include directive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Directive<'a> {
    /// Text before and after the directive on its line.
    pub(super) before: &'a str,
    pub(super) after: &'a str,
    pub(super) form: Form<'a>,
    /// Path of the included file as written in the directive, without the selected part.
    pub(super) path: &'a str,
    /// Selected part of the included file as written in the directive, such as `#name` or `:2:10`; empty
    /// for the whole file.
    pub(super) part: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form<'a> {
    /// `<<< a.js#part{1,3 ts:line-numbers} [title]`: a code block with its info string.
    Code { info: &'a str },
    /// `<!--@include: a.md#part{3,}-->`
    Comment,
    /// `{{#include a.rs:2:10}}`
    Braces,
    /// `--8<-- "a.md:2:5"`
    Scissors,
}

/// Returns the first directive of a line. In code, only the directives that generators also expand in
/// code are accepted.
pub(super) fn directive(line: &str, is_code: bool) -> Option<Directive<'_>> {
    let content = line.trim_end_matches(['\n', '\r']);
    let line_break = &line[content.len()..];
    let indent = content.len() - content.trim_start().len();
    let (before, rest) = content.split_at(indent);
    if let Some(rest) = rest.strip_prefix("<<<").filter(|_| !is_code) {
        // More than three `<` are a merge conflict marker.
        return if rest.starts_with('<') { None } else { code(before, rest.trim(), line_break) };
    }
    if rest.starts_with("<!--") && !is_code {
        return comment(before, rest, line_break);
    }
    scissors(before, rest, line_break).or_else(|| braces(line, is_code))
}

fn code<'a>(before: &'a str, rest: &'a str, after: &'a str) -> Option<Directive<'a>> {
    let end = rest.find(['{', '[']).unwrap_or(rest.len());
    let (target, info) = rest.split_at(end);
    let (path, part) = split_at_sign(target.trim(), '#');
    (!path.is_empty()).then_some(Directive { before, after, form: Form::Code { info }, path, part })
}

fn comment<'a>(before: &'a str, rest: &'a str, line_break: &'a str) -> Option<Directive<'a>> {
    let inside = rest.strip_prefix("<!--")?.trim_start().strip_prefix("@include:")?;
    let (target, after) = inside.split_once("-->")?;
    let after = if after.trim().is_empty() { line_break } else { after };
    let target = target.trim();
    let (path, part) = split_at_sign(target, '#');
    let (path, part) = if part.is_empty() { split_at_sign(path, '{') } else { (path, part) };
    (!path.is_empty()).then_some(Directive { before, after, form: Form::Comment, path, part })
}

/// Splits `a#b` into `a` and `#b`; the second part is empty if the text does not contain the character.
fn split_at_sign(text: &str, sign: char) -> (&str, &str) {
    let (path, part) = text.split_at(text.find(sign).unwrap_or(text.len()));
    (path.trim(), part.trim())
}

fn scissors<'a>(before: &'a str, rest: &'a str, after: &'a str) -> Option<Directive<'a>> {
    let rest = rest.trim_start_matches('-').strip_prefix("8<").filter(|_| rest.starts_with('-'))?;
    let quoted = rest.trim_start_matches('-').trim();
    let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let target = quoted[1..].strip_suffix(quote)?;
    let (path, part) = split_at_sign(target, ':');
    (!path.is_empty()).then_some(Directive { before, after, form: Form::Scissors, path, part })
}

fn braces(line: &str, is_code: bool) -> Option<Directive<'_>> {
    let names = ["{{#include ", "{{#rustdoc_include ", "{{#playground ", "{{#playpen "];
    let (at, name) =
        names.iter().filter_map(|name| Some((line.find(name)?, name))).min_by_key(|(at, _)| *at)?;
    // A directive in a code span is displayed, not expanded.
    if !is_code && line[..at].bytes().filter(|byte| *byte == b'`').count() % 2 == 1 {
        return None;
    }
    let (target, after) = line[at + name.len()..].split_once("}}")?;
    // Text after the path is for the Rust Playground.
    let target = target.split_whitespace().next()?;
    let (path, part) = split_at_sign(target, ':');
    Some(Directive { before: &line[..at], after, form: Form::Braces, path, part })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(&str, &str, &str)>) {
        let found = directive(line, false);
        let actual = found.map(|found| (found.path, found.part, found.before));
        assert_eq!(actual, expected, "{line:?}");
    }

    #[test]
    fn include_directives_of_generators_are_parsed() {
        check("<<< @/a.js\n", Some(("@/a.js", "", "")));
        check("  <<< ./a b.ts#x{1,3 ts:line-numbers} [t]", Some(("./a b.ts", "#x", "  ")));
        check("<!--@include: ./a.md-->\n", Some(("./a.md", "", "")));
        check("<!-- @include: a.md#b{3,} -->\n", Some(("a.md", "#b{3,}", "")));
        check("<!--@include: a.md{,5}-->", Some(("a.md", "{,5}", "")));
        check("x {{#include a.rs:2:10}} y", Some(("a.rs", ":2:10", "x ")));
        check("{{#rustdoc_include ../a.rs:part}}", Some(("../a.rs", ":part", "")));
        check("{{#playground a.rs editable}}", Some(("a.rs", "", "")));
        check("    --8<-- \"a.md:2:5\"\n", Some(("a.md", ":2:5", "    ")));
        check("-8<- 'a.md'", Some(("a.md", "", "")));
    }

    #[test]
    fn other_lines_are_not_include_directives() {
        for line in [
            "<<<",
            "<<<< a.js",
            "<<<<<<< ours",
            "<!-- a -->",
            "{{#include a",
            "{{#title x}}",
            "8<-- \"a\"",
            "--8<-- a",
            "a <<< b",
            "`{{#include a}}`",
        ] {
            check(line, None);
        }
        assert_eq!(directive("<<< a.js", true), None);
        assert_eq!(directive("{{#include a}}", true).map(|found| found.path), Some("a"));
    }
}

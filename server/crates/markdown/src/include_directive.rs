//! Include directives of the common generators.

use pailou_content::jsx;

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
    /// `@[code{1-3} ts{2}:no-line-numbers](a.js)` of VuePress: a code block with its info string.
    ImportCode { info: &'a str },
    /// `<!--@include: a.md#part{3,}-->`
    Comment,
    /// `<Partial />` of MDX, with the path of its import.
    Partial,
    /// `{{#include a.rs:2:10}}`
    Braces,
    /// `--8<-- "a.md:2:5"`
    Scissors,
    /// Opening fence of an empty code block with `file="./a.js"` (Rspress).
    Fence,
}

/// Returns the directive of an opening fence with `file="./a.js"`, if `next` is its closing fence. In a code block with
/// content, `file` is the title. Returns `None` for any other lines.
pub(super) fn empty_fence<'a>(line: &'a str, next: &str) -> Option<Directive<'a>> {
    let opening = line.trim_start();
    let mark = opening.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = opening.trim_start_matches(mark);
    let (fence, next) = (&opening[..opening.len() - info.len()], next.trim());
    let is_closing = next.starts_with(fence) && next.trim_matches(mark).is_empty();
    let value = info.split_once(" file=")?.1.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let path = value[1..].split_once(quote)?.0;
    // `<root>` is the project folder.
    let path = path.strip_prefix("<root>").unwrap_or(path);
    let before = &line[..line.len() - opening.len()];
    let is_found = fence.len() >= 3 && is_closing && !path.is_empty();
    let form = Form::Fence;
    is_found.then_some(Directive { before, after: "", form, path, part: "" })
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
    if rest.starts_with("@[code") && !is_code {
        return import_code(before, rest.trim_end(), line_break);
    }
    scissors(before, rest, line_break).or_else(|| braces(line, is_code))
}

fn code<'a>(before: &'a str, rest: &'a str, after: &'a str) -> Option<Directive<'a>> {
    let end = rest.find(['{', '[']).unwrap_or(rest.len());
    let (target, info) = rest.split_at(end);
    let (path, part) = split_at_sign(target.trim(), '#');
    (!path.is_empty()).then_some(Directive { before, after, form: Form::Code { info }, path, part })
}

fn import_code<'a>(before: &'a str, rest: &'a str, after: &'a str) -> Option<Directive<'a>> {
    let (inside, target) = rest.strip_prefix("@[code")?.split_once("](")?;
    let path = target.strip_suffix(')')?.trim();
    let (part, info) = match inside.find('}').filter(|_| inside.starts_with('{')) {
        Some(end) => inside.split_at(end + 1),
        None => ("", inside),
    };
    let is_separated = info.is_empty() || info.starts_with([' ', ':']);
    let (path, part) = if part.is_empty() { split_at_sign(path, '#') } else { (path, part) };
    let info = info.trim();
    (is_separated && !path.is_empty() && !path.contains(['(', ')'])).then_some(Directive {
        before,
        after,
        form: Form::ImportCode { info },
        path,
        part,
    })
}

/// Returns the name and the path of `import Name from './_partial.mdx'`, the import of a partial in MDX.
pub(super) fn partial_import(line: &str) -> Option<(&str, &str)> {
    let (names, target) = jsx::import_parts(line)?;
    let name = names.split(',').next()?.trim();
    let quote = target.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let path = target[1..].strip_suffix(quote)?;
    let path = path.strip_prefix("@site").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && (path.ends_with(".md") || path.ends_with(".mdx"))).then_some((name, path))
}

/// Returns the indent, the name, and the line break of `<Name />` or `<Name></Name>` alone on its line. The tag may
/// have attributes.
pub(super) fn lone_component(line: &str) -> Option<(&str, &str, &str)> {
    let content = line.trim_end_matches(['\n', '\r']);
    let (indent, rest) = content.split_at(content.len() - content.trim_start().len());
    let tag = rest.trim_end().strip_prefix('<')?;
    let name = &tag[..tag.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?];
    let attributes = match tag.strip_suffix("/>") {
        Some(start) => start,
        None => tag.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("></")?,
    };
    let is_one = attributes.len() >= name.len() && !attributes.contains(['<', '>']);
    (is_one && !name.is_empty()).then_some((indent, name, &line[content.len()..]))
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

/// Splits `a#b` into `a` and `#b` if `sign` is `#`. If `text` does not contain `sign`, the second part is empty.
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
    let (before, is_program) = (&line[..at], name.starts_with("{{#play"));
    let is_alone = before.trim().is_empty() && after.trim().is_empty();
    let form = match is_program && is_alone && !is_code {
        true => Form::Code { info: "" },
        false => Form::Braces,
    };
    Some(Directive { before, after, form, path, part })
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
        check("  @[code](@/a.js)\n", Some(("@/a.js", "", "  ")));
        check("@[code{2-3} js{1}:no-line-numbers](./a.js)", Some(("./a.js", "{2-3}", "")));
        check("@[code ts](../a.ts#part)", Some(("../a.ts", "#part", "")));
    }

    #[test]
    fn imports_of_partials_are_parsed() {
        for (line, expected) in [
            ("import A from './_a.mdx'", Some(("A", "./_a.mdx"))),
            ("import A_1, {toc as b} from \"@site/docs/_a.md\";", Some(("A_1", "/docs/_a.md"))),
            ("import a from './_a.mdx'", None),
            ("import {A} from './_a.mdx'", None),
            ("import A from './a.js'", None),
            ("import A from '", None),
            ("import of goods from './a.md'", None),
        ] {
            assert_eq!(partial_import(line), expected, "{line}");
        }
    }

    #[test]
    fn component_alone_on_its_line_is_parsed() {
        for (line, expected) in [
            ("<A />\n", Some(("", "A", "\n"))),
            ("  <A/>", Some(("  ", "A", ""))),
            ("<A name=\"x\" />\r\n", Some(("", "A", "\r\n"))),
            ("<A></A>", Some(("", "A", ""))),
            ("<A b={1}></A>", Some(("", "A", ""))),
            ("<A>x</A>", None),
            ("<A /> x", None),
            ("<A /><B />", None),
            ("<>", None),
            ("</A>", None),
        ] {
            assert_eq!(lone_component(line), expected, "{line}");
        }
    }

    #[test]
    fn lines_without_an_include_directive_are_not_parsed() {
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
            "@[code](a.js) b",
            "@[codes](a.js)",
            "a @[code](a.js)",
        ] {
            check(line, None);
        }
        assert_eq!(directive("<<< a.js", true), None);
        assert_eq!(directive("{{#include a}}", true).map(|found| found.path), Some("a"));
    }
}

//! Conversion of LaTeX to MathML without script and style attributes.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::panic;

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::{Content, Event};
use pulldown_latex::{Parser, Storage, push_mathml};

/// Maximum length of a formula, in bytes.
const MAX_LENGTH: usize = 10_000;
/// Maximum nesting depth of braces, environments, and `\left` … `\right`.
const MAX_DEPTH: usize = 60;
const MAX_PARTS: usize = 20_000;

/// Commands that define macros. They are rejected, because macros can expand without limit.
const DEFINITIONS: [&str; 9] = [
    "def",
    "edef",
    "gdef",
    "xdef",
    "let",
    "futurelet",
    "newcommand",
    "renewcommand",
    "providecommand",
];

const ELEMENTS: [&str; 29] = [
    "math",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
    "semantics",
];

const ATTRIBUTES: [&str; 22] = [
    "accent",
    "accentunder",
    "class",
    "columnalign",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "scriptlevel",
    "stretchy",
    "width",
];

/// Whether an element is an allowed MathML element.
pub(super) fn is_element(name: &str) -> bool {
    ELEMENTS.binary_search(&name).is_ok()
}

/// Returns the formula as MathML, or the reason why it is invalid. With `is_block`, the formula is display math.
pub(super) fn mathml(latex: &str, is_block: bool) -> Result<String, String> {
    check(latex)?;
    // The parser may panic; the panic is caught, and the formula is reported as invalid.
    let latex = without_infix(latex);
    let made = panic::catch_unwind(|| to_mathml(&latex, is_block));
    let html = made.unwrap_or_else(|_| Err("parse error".to_owned()))?;
    allowed(&html).ok_or_else(|| "unsupported element or attribute".to_owned())
}

fn check(latex: &str) -> Result<(), String> {
    if latex.len() > MAX_LENGTH {
        return Err(format!("longer than {MAX_LENGTH} bytes"));
    }
    let mut depth = 0_usize;
    for (at, c) in latex.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\\' => {
                let rest = &latex[at + 1..];
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                match &rest[..end] {
                    "left" | "begin" => depth += 1,
                    "right" | "end" => depth = depth.saturating_sub(1),
                    name if DEFINITIONS.contains(&name) => {
                        return Err(format!("\\{name} is not supported"));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err("nested too deeply".to_owned());
        }
    }
    Ok(())
}

/// Replaces `{a \over b}` with `{\frac{a}{b}}`, and `\choose` with `\binom`: the parser does not support
/// the infix commands.
fn without_infix(latex: &str) -> Cow<'_, str> {
    if !latex.contains("\\over") && !latex.contains("\\choose") {
        return Cow::Borrowed(latex);
    }
    let mut rest = latex;
    let written = group(&mut rest);
    // Text with a surplus closing brace is not converted, so that the parser reports the brace.
    if rest.is_empty() { Cow::Owned(written) } else { Cow::Borrowed(latex) }
}

/// Converts a group up to its closing brace, and removes it from `rest`. The recursion is limited, because `check`
/// rejects deeply nested braces.
fn group(rest: &mut &str) -> String {
    let (mut out, mut before) = (String::new(), None);
    while let Some(c) = rest.chars().next() {
        *rest = &rest[c.len_utf8()..];
        match c {
            '}' => break,
            '{' => {
                let inside = group(rest);
                let _ = write!(out, "{{{inside}}}");
            }
            '\\' => {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let end =
                    if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
                let (name, behind) = rest.split_at(end);
                *rest = behind;
                match name {
                    "over" if before.is_none() => before = Some(("frac", std::mem::take(&mut out))),
                    "choose" if before.is_none() => {
                        before = Some(("binom", std::mem::take(&mut out)))
                    }
                    _ => out.push_str(&format!("\\{name}")),
                }
            }
            _ => out.push(c),
        }
    }
    match before {
        Some((command, first)) => format!("\\{command}{{{first}}}{{{out}}}"),
        None => out,
    }
}

fn to_mathml(latex: &str, is_block: bool) -> Result<String, String> {
    let storage = Storage::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    for event in Parser::new(latex, &storage) {
        events.push(match event.map_err(|error| reason(&error.to_string()))? {
            // The writer would escape the entity.
            Event::Content(Content::Text("&nbsp;")) => Event::Content(Content::Text("\u{a0}")),
            event => event,
        });
        if events.len() > MAX_PARTS {
            return Err("too many parts".to_owned());
        }
    }
    let display_mode = if is_block { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut html = String::with_capacity(latex.len() * 12);
    let events = events.into_iter().map(Ok::<_, fmt::Error>);
    push_mathml(&mut html, events, config).map_err(|error| error.to_string())?;
    // If a text is a single space, the writer writes it twice: as the first and as the last character.
    Ok(html.replace(">&nbsp;&nbsp;</mtext>", ">&nbsp;</mtext>"))
}

/// Returns the first line of an error message of the parser, without its prefix. Later lines contain the position.
fn reason(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    first.trim_start_matches("parsing error: ").to_owned()
}

/// Returns the MathML with allowed attributes only. Returns `None` if it contains an unclosed element or an element
/// that is not allowed. The check is necessary, because the library does not escape all text. Style attributes are
/// removed, because the Content Security Policy forbids them.
fn allowed(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find(['<', '&']) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let is_entity =
            ["&lt;", "&gt;", "&amp;", "&nbsp;"].iter().any(|known| rest.starts_with(known));
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        if rest.starts_with('&') || !is_tag {
            out.push_str(if is_entity {
                "&"
            } else if rest.starts_with('&') {
                "&amp;"
            } else {
                "&lt;"
            });
            rest = &rest[1..];
            continue;
        }
        let (tag, behind) = rest[1..].split_once('>')?;
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            (open.pop()? == name).then_some(())?;
            let _ = write!(out, "</{name}>");
            continue;
        }
        let is_empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/').trim_end();
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        is_element(name).then_some(())?;
        let _ = write!(out, "<{name}");
        write_attributes(attributes, &mut out)?;
        out.push('>');
        if is_empty {
            let _ = write!(out, "</{name}>");
        } else {
            open.push(name);
        }
    }
    out.push_str(rest);
    open.is_empty().then_some(out)
}

fn write_attributes(attributes: &str, out: &mut String) -> Option<()> {
    let mut rest = attributes;
    while let Some((name, after)) = rest.trim_start().split_once("=\"") {
        let (value, after) = after.split_once('"')?;
        rest = after;
        let is_ours = name != "class" || value.split(' ').all(|class| class.starts_with("menv-"));
        if ATTRIBUTES.binary_search(&name).is_ok() && is_ours {
            let _ = write!(out, " {name}=\"{value}\"");
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_and_attribute_tables_are_sorted() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
    }

    #[test]
    fn math_renders_as_mathml() {
        assert_eq!(
            mathml("a^2", false).unwrap(),
            "<math display=\"inline\"><msup><mi>a</mi><mn>2</mn></msup></math>"
        );
        for latex in [
            "\\text{中文} = \\frac{1}{2}",
            "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
            "\\begin{align} a &= b \\\\[1em] c &= d \\end{align}",
            "\\sum_{i=1}^n \\sqrt[3]{x_i} \\color{red}{y} \\hspace{1em} \\left( z \\right)",
            "a < b > c",
        ] {
            let html = mathml(latex, true).unwrap_or_else(|error| format!("{latex}: {error}"));
            assert!(html.starts_with("<math display=\"block\""), "{html}");
            assert!(!html.contains("style=") || html.contains("displaystyle="), "{html}");
        }
        assert!(mathml("\\text{中文}", true).unwrap().contains("中文"));
    }

    #[test]
    fn explicit_spaces_become_nonbreaking_spaces() {
        for latex in ["a~b", "a\\ b", "a\\nobreakspace b", "a\\text{ }b"] {
            for is_block in [false, true] {
                let html = mathml(latex, is_block).unwrap();
                assert!(html.contains("</mi><mtext>&nbsp;</mtext><mi>"), "{latex}: {html}");
            }
        }
        let bold = mathml("\\mathbf{a~b}", false).unwrap();
        assert!(bold.contains("<mtext>&nbsp;</mtext>"), "{bold}");
    }

    #[test]
    fn plain_tex_infix_commands_are_converted() {
        for (latex, expected) in [
            ("x = {-b \\pm \\sqrt{c} \\over 2a}", "x = {\\frac{-b \\pm \\sqrt{c} }{ 2a}}"),
            ("a \\over b", "\\frac{a }{ b}"),
            ("{n \\choose k} \\overline{x} \\{ \\}", "{\\binom{n }{ k}} \\overline{x} \\{ \\}"),
            ("a} \\over b", "a} \\over b"),
        ] {
            assert_eq!(without_infix(latex), expected);
        }
        assert!(mathml("{a \\over b}", true).unwrap().contains("<mfrac>"));
    }

    #[test]
    fn invalid_latex_returns_a_reason() {
        for (latex, reason) in [
            ("\\nosuch", "unknown"),
            ("\\frac{1}{", "found"),
            ("\\def\\a{\\a\\a}\\a", "\\def is not supported"),
            (&"{".repeat(100), "nested too deeply"),
            (&"x".repeat(20_000), "longer"),
        ] {
            let error = mathml(latex, false).unwrap_err();
            assert!(error.contains(reason), "{latex:.20}: {error}");
        }
    }

    #[test]
    fn math_contains_only_mathml_elements() {
        for latex in [
            "\\text{<script>alert(1)</script>}",
            "\\text{\" onclick=\"x}",
            "<img src=x onerror=alert(1)>",
            "\\color{red\" onclick=\"x}{a}",
            "\\href{javascript:x}{y}",
            "\\nosuch<script>",
            "\\begin{<b>}\\end{<b>}",
        ] {
            if let Ok(html) = mathml(latex, false) {
                let tags = html.split('<').map(|piece| piece.split('>').next().unwrap_or_default());
                for tag in tags {
                    let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
                    assert!(name.is_empty() || is_element(name), "{latex}: {html}");
                    assert!(!tag.contains("onclick") && !tag.contains("href"), "{latex}: {html}");
                }
            }
        }
        assert_eq!(allowed("<math><annotation-xml>x</annotation-xml></math>"), None);
        assert_eq!(allowed("<math></math></mi>"), None);
        assert_eq!(allowed("<math><mi>"), None);
        assert_eq!(allowed("<mi class=\"a>b\">x</mi>"), None);
        assert_eq!(
            allowed("<mi style=\"x\" onclick=\"y\" class=\"callout\">a<&</mi>").as_deref(),
            Some("<mi>a&lt;&amp;</mi>")
        );
    }

    proptest::proptest! {
        #[test]
        fn any_math_renders_without_panic(
            parts in proptest::collection::vec(
                "[a-z0-9{}^_&$ <>\"'文()|]|\\\\\\\\(frac|sqrt|left|right|begin\\{matrix\\}|end\\{matrix\\}|text|color|hline|\\\\|over|limits|middle|mathbb|not|operatorname|hspace|rule)",
                0..20,
            ),
        ) {
            let _ = mathml(&parts.concat(), true);
        }
    }
}

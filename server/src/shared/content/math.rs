//! Formulas: LaTeX as MathML that needs no script and no style attribute. What cannot be read stays as it
//! was written, and is said to be so.

use std::fmt::{self, Write};
use std::panic;

use comrak::html::ChildRendering;
use comrak::nodes::{Node, NodeMath, NodeValue};
use core_wasm::locale::Locale;
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::Event;
use pulldown_latex::{Parser, Storage, push_mathml};

use super::code::escape;
use super::issue::Issue;
use super::markdown::line_of;
use super::writer::{Page, Written};

/// Longer formulas are no formulas.
const MAX_LENGTH: usize = 10_000;
/// Brackets and environments within each other.
const MAX_DEPTH: usize = 60;
const MAX_PARTS: usize = 20_000;

/// Definitions can grow without end.
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

/// Whether an element is one of MathML.
pub(super) fn is_element(name: &str) -> bool {
    ELEMENTS.binary_search(&name).is_ok()
}

/// MathML, or why there is none.
pub(super) fn mathml(latex: &str, is_block: bool) -> Result<String, String> {
    check(latex)?;
    // The parser is young: what brings it down is a formula that cannot be read, no lost page.
    let made = panic::catch_unwind(|| convert(latex, is_block));
    let html = made.unwrap_or_else(|_| Err("not understood".to_owned()))?;
    allowed(&html).ok_or_else(|| "not allowed".to_owned())
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

fn convert(latex: &str, is_block: bool) -> Result<String, String> {
    let storage = Storage::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    for event in Parser::new(latex, &storage) {
        events.push(event.map_err(|error| reason(&error.to_string()))?);
        if events.len() > MAX_PARTS {
            return Err("too many parts".to_owned());
        }
    }
    let display_mode = if is_block { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut html = String::with_capacity(latex.len() * 12);
    let events = events.into_iter().map(Ok::<_, fmt::Error>);
    push_mathml(&mut html, events, config).map_err(|error| error.to_string())?;
    Ok(html)
}

/// The parser's first line names the reason, a later one the place: `─► …`.
fn reason(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    first.trim_start_matches("parsing error: ").to_owned()
}

/// The same with the attributes of the list only; nothing if another element is in it. Styles go: the
/// page's policy would refuse them.
fn allowed(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let end = start + rest[start..].find('>')?;
        let tag = rest[start + 1..end].trim_end_matches('/').trim_end();
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            is_element(name).then_some(())?;
            let _ = write!(out, "</{name}>");
            continue;
        }
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        is_element(name).then_some(())?;
        let _ = write!(out, "<{name}");
        while let Some((attribute, after)) = attributes.trim_start().split_once("=\"") {
            let (value, after) = after.split_once('"')?;
            attributes = after;
            if ATTRIBUTES.binary_search(&attribute).is_ok() {
                let _ = write!(out, " {attribute}=\"{value}\"");
            }
        }
        out.push('>');
        if html[..html.len() - rest.len()].ends_with("/>") {
            let _ = write!(out, "</{name}>");
        }
    }
    out.push_str(rest);
    Some(out)
}

/// A formula in the text.
pub(super) fn math_html(
    page: &mut Page<'_, '_, '_>,
    node: Node<'_>,
    math: &NodeMath,
    entering: bool,
) -> Written {
    if !entering {
        return Ok(ChildRendering::HTML);
    }
    if math.dollar_math && !math.display_math && is_price(node) {
        page.write_str("$")?;
        page.escape(&math.literal)?;
        page.write_str("$")?;
        return Ok(ChildRendering::HTML);
    }
    let html = html(page, node, &math.literal, math.display_math);
    let slot = page.user.slot(html);
    page.write_str(&slot)?;
    Ok(ChildRendering::HTML)
}

/// A block of code in the language `math`.
pub(super) fn block_html(page: &mut Page<'_, '_, '_>, node: Node<'_>, latex: &str) -> fmt::Result {
    let html = html(page, node, latex, true);
    let slot = page.user.slot(html);
    page.cr()?;
    writeln!(page, "<div>{slot}</div>")
}

fn html(page: &mut Page<'_, '_, '_>, node: Node<'_>, latex: &str, is_block: bool) -> String {
    let reason = match mathml(latex.trim(), is_block) {
        Ok(html) => return html,
        Err(reason) => reason,
    };
    let note = match page.user.locale {
        Locale::Zh => "公式有误",
        Locale::En => "formula not understood",
    };
    let shown = format!("{reason}: {}", latex.trim());
    page.user.issues.push(Issue::warning("math-invalid", line_of(node), shown));
    let mut out = "<span class=\"math-error\"><code>".to_owned();
    escape(latex, &mut out);
    let _ = write!(out, "</code> <small>{note}</small></span>");
    out
}

/// `US$5 and US$6`, `$HOME/$PATH`: a letter or digit outside touches a dollar sign.
fn is_price(node: Node<'_>) -> bool {
    let text = |node: Option<Node<'_>>| match node.map(|node| node.data().value.clone()) {
        Some(NodeValue::Text(text)) => text.into_owned(),
        _ => String::new(),
    };
    let (before, after) = (text(node.previous_sibling()), text(node.next_sibling()));
    before.ends_with(|c: char| c.is_ascii_alphanumeric())
        || after.starts_with(|c: char| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_can_be_searched() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
    }

    #[test]
    fn formulas_are_elements() {
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
    fn what_cannot_be_read_says_why() {
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
    fn no_formula_makes_other_elements() {
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
        assert_eq!(allowed("<mi style=\"x\" onclick=\"y\">a</mi>").as_deref(), Some("<mi>a</mi>"));
    }

    proptest::proptest! {
        #[test]
        fn no_formula_brings_it_down(
            parts in proptest::collection::vec(
                "[a-z0-9{}^_&$ <>\"'文()|]|\\\\\\\\(frac|sqrt|left|right|begin\\{matrix\\}|end\\{matrix\\}|text|color|hline|\\\\|over|limits|middle|mathbb|not|operatorname|hspace|rule)",
                0..20,
            ),
        ) {
            let _ = mathml(&parts.concat(), true);
        }
    }
}

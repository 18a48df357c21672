//! Math expressions. Invalid LaTeX is shown as written, with an issue.

use std::fmt::{self, Write};

use comrak::html::ChildRendering;
use comrak::nodes::{Node, NodeMath, NodeValue};
use core_wasm::locale::Locale;

use crate::html_escape::escape;
use crate::jsx::near;
use crate::mathml::mathml;
use crate::parser::line_of;
use crate::writer::{Page, Written};
use pailou_content::issue::Issue;

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

/// Bytes of the formula at the start of `text`, or of its dollar signs when nothing closes them.
pub(super) fn span(text: &str) -> usize {
    let near = near(text);
    if let Some(inside) = near.strip_prefix("$$") {
        return inside.find("$$").map_or(2, |end| end + 4);
    }
    let line = &near[1..near.find('\n').unwrap_or(near.len())];
    let is_escaped = |at: usize| line[..at].ends_with('\\');
    let close = line.match_indices('$').map(|(at, _)| at).find(|at| !is_escaped(*at));
    // The parser does not look behind the first sign that could close.
    let closes = |at: &usize| {
        let inside = &line[..*at];
        !inside.is_empty()
            && inside.trim() == inside
            && !line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    close.filter(closes).map_or(1, |at| at + 2)
}

/// `US$5 and US$6`, `$HOME/$PATH`, `${a}/${b}`: a letter, digit or brace outside touches a dollar sign.
fn is_price(node: Node<'_>) -> bool {
    let text = |node: Option<Node<'_>>| match node.map(|node| node.data().value.clone()) {
        Some(NodeValue::Text(text)) => text.into_owned(),
        _ => String::new(),
    };
    let (before, after) = (text(node.previous_sibling()), text(node.next_sibling()));
    before.ends_with(|c: char| c.is_ascii_alphanumeric())
        || after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '{')
}

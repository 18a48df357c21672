//! Math expressions. Invalid LaTeX is displayed as code and reported as an issue.

use std::fmt::{self, Write};

use comrak::html::ChildRendering;
use comrak::nodes::{Node, NodeMath};
use core_wasm::locale::Locale;

use crate::html_escape::escape;
use crate::mathml::mathml;
use crate::parser::line_of;
use crate::writer::{Page, Written};
use pailou_content::issue::Issue;
use pailou_content::jsx::near;
use pailou_text_diff::script::is_wide;

pub(super) fn math_html(
    page: &mut Page<'_, '_, '_>,
    node: Node<'_>,
    math: &NodeMath,
    entering: bool,
) -> Written {
    if !entering {
        return Ok(ChildRendering::HTML);
    }
    let html = formula_html(page, node, &math.literal, math.display_math);
    let slot = page.user.slot(html);
    page.write_str(&slot)?;
    Ok(ChildRendering::HTML)
}

/// Renders a code block in the language `math`.
pub(super) fn block_html(page: &mut Page<'_, '_, '_>, node: Node<'_>, latex: &str) -> fmt::Result {
    let html = formula_html(page, node, latex, true);
    let slot = page.user.slot(html);
    page.cr()?;
    writeln!(page, "<div>{slot}</div>")
}

fn formula_html(
    page: &mut Page<'_, '_, '_>,
    node: Node<'_>,
    latex: &str,
    is_block: bool,
) -> String {
    let reason = match mathml(latex.trim(), is_block) {
        Ok(html) => return html,
        Err(reason) => reason,
    };
    let note = match page.user.locale {
        Locale::Zh => "公式有误",
        Locale::En => "invalid formula",
    };
    let detail = format!("{reason}: {}", latex.trim());
    page.user.issues.push(Issue::warning("math-invalid", line_of(node), detail));
    let mut out = "<span class=\"math-error\"><code>".to_owned();
    escape(latex, &mut out);
    let _ = write!(out, "</code> <small>{note}</small></span>");
    out
}

/// Returns the length in bytes of the formula at the start of `text`, with its delimiters. If the formula is not
/// closed, returns the length of the opening delimiter.
pub(super) fn span(text: &str) -> usize {
    let near = near(text);
    if let Some(inside) = near.strip_prefix("$$") {
        return inside.find("$$").map_or(2, |end| end + 4);
    }
    let line = &near[1..near.find('\n').unwrap_or(near.len())];
    let is_escaped = |at: usize| line[..at].ends_with('\\');
    let close = line.match_indices('$').map(|(at, _)| at).find(|at| !is_escaped(*at));
    // As in the parser, only the first unescaped `$` can close the formula.
    let closes = |at: &usize| {
        let inside = &line[..*at];
        !inside.is_empty()
            && inside.trim() == inside
            && !line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    close.filter(closes).map_or(1, |at| at + 2)
}

/// LaTeX commands, and the signs of subscripts and superscripts, whose argument may contain Chinese text.
const WITH_WORDS: &[&str] = &[
    "\\text",
    "\\textbf",
    "\\textit",
    "\\textrm",
    "\\textsf",
    "\\texttt",
    "\\textnormal",
    "\\mbox",
    "\\hbox",
    "\\fbox",
    "\\boxed",
    "\\mathrm",
    "\\mathbf",
    "\\mathit",
    "\\mathsf",
    "\\operatorname",
    "\\tag",
    "_",
    "^",
];

/// Whether the text between two dollar signs is a formula. `before` is the character before
/// the first dollar sign; `after` is the character after the second one.
///
/// False for `US$5 and US$6`, `$HOME/$PATH`, `${a}/${b}`, `$_GET、$_POST`, `$5，公式是$`, `"$a" "$b"`.
pub fn is_formula(before: Option<char>, latex: &str, after: Option<char>) -> bool {
    let touches = before.is_some_and(|c| c.is_ascii_alphanumeric())
        || after.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '{' | '_' | '$'));
    let behind_number = latex.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
    let is_price = behind_number.len() < latex.len() && behind_number.starts_with(is_wide);
    // `$(A)$(B)` are shell commands or Make variables.
    let is_command = latex.starts_with('(') && after == Some('(');
    let is_broken = latex.starts_with([')', '}', '/', ',', ';', '\'', '"', '`'])
        || latex.ends_with(['/', ',', ';', ':', '"', '`'])
        || latex.contains(['"', '`']);
    !(latex.trim().is_empty()
        || touches
        || is_price
        || is_command
        || is_broken
        || has_chinese(latex))
}

/// Whether Chinese characters or punctuation occur outside the arguments of the commands in [`WITH_WORDS`].
fn has_chinese(latex: &str) -> bool {
    // For each open brace, whether Chinese text is allowed inside.
    let mut braces = Vec::new();
    for (at, c) in latex.char_indices() {
        match c {
            '{' => {
                let before = latex[..at].trim_end();
                let allows = WITH_WORDS.iter().any(|command| before.ends_with(command));
                braces.push(allows || braces.last().is_some_and(|allows| *allows));
            }
            '}' => drop(braces.pop()),
            _ if is_chinese_or_punctuation(c) && !braces.last().is_some_and(|allows| *allows) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Whether a character is Chinese, full-width, or a character that does not occur in formulas: `…`, `—`,
/// quotation marks, and currency signs. `·`, `×`, and `→` do occur in formulas.
fn is_chinese_or_punctuation(c: char) -> bool {
    is_wide(c) || matches!(c, '—' | '€' | '￥' | '£' | '￡')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_distinguished_from_prices_and_variables() {
        let check = |text: &str, expected: bool| {
            let (before, rest) = text.split_once('$').unwrap();
            let (latex, after) = rest.split_once('$').unwrap();
            let actual = is_formula(before.chars().next_back(), latex, after.chars().next());
            assert_eq!(actual, expected, "{text}");
        };
        for text in [
            "$a+b$",
            "$(x,y)$",
            "$x$、",
            "$x$.",
            "设$n$(正整数)",
            "$\\text{宽}=3$",
            "$v_{平均}$",
            "$\\mathrm{速度}$",
            "$[a,b)$",
            "$|x|$",
            "$f'$",
            "$>$",
            "$\\mathbb{R}_+$",
            "$\\text{a\\textbf{文}}$",
        ] {
            check(text, true);
        }
        for text in [
            "US$5 and US$6",
            "$HOME/$PATH",
            "${a}/${b}",
            "$_GET、$_POST",
            "$_GET/$_POST",
            "$(pwd)/$(date)",
            "$@,$<",
            "美元($)与欧元(€)，港元(HK$)",
            "命令提示符$或#，普通用户是$",
            "$5，公式是$",
            "\"$a\" \"$",
            "$(A)$(B)",
            "'$','$'",
            "$.ajax()与$.get()",
            "$@:$<",
            "$?;$!",
            "$a·文$",
            "（$）（$）",
            "$$",
            "$_GET$_POST",
        ] {
            check(text, false);
        }
    }
}

//! Escaping of dollar amounts before math is parsed.
//!
//! The parser would pair the dollar sign of an amount with that of a formula. Line numbers do not change.

use std::borrow::Cow;

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};

use crate::flavor::Fences;
use crate::parser::{self, Purpose};
use pailou_text_diff::line_map;
use pailou_text_diff::script::is_wide;

/// Each round escapes one sign of each paragraph.
const ROUNDS: usize = 40;
/// Bytes that are read in all rounds together: of a page of 200 KB every one.
const MOST_READ: usize = 8_000_000;

pub(super) fn escaped(mut text: Cow<'_, str>) -> Cow<'_, str> {
    for _ in 0..ROUNDS.min((MOST_READ / text.len().max(1)).max(1)) {
        if !misleads(&text) {
            break;
        }
        let signs = signs(&text);
        if signs.is_empty() {
            break;
        }
        let mut out = String::with_capacity(text.len() + signs.len());
        let mut done = 0;
        for at in signs {
            out.push_str(&text[done..at]);
            out.push('\\');
            done = at;
        }
        out.push_str(&text[done..]);
        text = Cow::Owned(out);
    }
    text
}

/// Whether any line needs a closer look. Code holds no formulas.
fn misleads(text: &str) -> bool {
    let mut fences = Fences::default();
    text.contains('$')
        && text.split_inclusive('\n').any(|line| !fences.is_code(line) && may_mislead(line))
}

/// Whether a line needs a closer look: a price, or signs that can be paired in several ways.
fn may_mislead(line: &str) -> bool {
    let mut signs = line.match_indices('$').peekable();
    let is_price = |at: usize| line[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    signs.peek().is_some() && (signs.any(|(at, _)| is_price(at)) || line.matches('$').count() > 2)
}

/// Where signs stand that open what is no formula: the first of each paragraph.
fn signs(text: &str) -> Vec<usize> {
    let arena = Arena::new();
    let options = parser::options(Purpose::Reading);
    let Ok(root) = parser::parse(&arena, text, &options) else { return Vec::new() };
    let starts = line_map::starts(text);
    let mut signs = Vec::new();
    let mut paragraph = None;
    for node in root.descendants() {
        let data = node.data();
        if data.value.block() {
            paragraph = None;
        }
        let NodeValue::Math(math) = &data.value else { continue };
        if !math.dollar_math || math.display_math || paragraph == Some(()) {
            continue;
        }
        let place = data.sourcepos.start;
        let start = starts.get(place.line.wrapping_sub(1)).copied();
        let Some(at) = start.map(|start| start + place.column.saturating_sub(1)) else { continue };
        if is_money(text, at, &math.literal, node) {
            signs.push(at);
            paragraph = Some(());
        }
    }
    signs.sort_unstable();
    signs.dedup();
    signs
}

/// `US$5`, `$HOME/$PATH`, `$5，公式是$`: a letter or digit touches a sign from outside, or a number is
/// followed by Chinese.
fn is_money(text: &str, at: usize, inside: &str, node: Node<'_>) -> bool {
    let Some(written) = text.get(at..).filter(|text| text.starts_with('$')) else { return false };
    let before = text[..at].chars().next_back();
    let after = match node.next_sibling().map(|next| next.data().value.clone()) {
        Some(NodeValue::Text(text)) => text.chars().next(),
        _ => None,
    };
    let behind_number = inside.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
    let is_price = behind_number.len() < inside.len() && behind_number.starts_with(is_wide);
    written[1..].starts_with(|c: char| !c.is_whitespace())
        && (before.is_some_and(|c| c.is_ascii_alphanumeric())
            || after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '{')
            || is_price)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(escaped(Cow::Borrowed(text)), expected, "{text}");
    }

    #[test]
    fn paired_dollars_are_math_and_prices_are_not() {
        for (text, expected) in [
            ("价格是$5，公式是$a+b$。", "价格是\\$5，公式是$a+b$。"),
            ("US$5 和 HK$6。见 **$x$**。", "US\\$5 和 HK\\$6。见 **$x$**。"),
            ("$5，另一处$3。公式$x$", "\\$5，另一处\\$3。公式$x$"),
            ("中文$a$是$b$。", "中文$a$是$b$。"),
            ("长$2x$，宽$3$。", "长$2x$，宽$3$。"),
            ("| $5，$a$ |\n|---|\n| $6。$b$ |", "| \\$5，$a$ |\n|---|\n| \\$6。$b$ |"),
            ("It costs $5 and $6, so $a+b$.", "It costs $5 and $6, so $a+b$."),
            ("US$5, or HK$6: $x$", "US$5, or HK$6: $x$"),
            ("$5/month is $12x$ a year", "$5/month is $12x$ a year"),
            ("From $5 to **$x$** and $y$", "From \\$5 to **$x$** and $y$"),
            ("$HOME/$PATH and $x$", "\\$HOME/$PATH and $x$"),
            ("`$5，$a` and $x$", "`$5，$a` and $x$"),
            ("$$\n5，$\n$$\n\n    $5，$a$\n", "$$\n5，$\n$$\n\n    $5，$a$\n"),
        ] {
            check(text, expected);
        }
    }
}

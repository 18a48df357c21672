//! Escaping of characters that are meant as text, but that the parser would read as markup.
//!
//! Escapes single tildes, escapes dollar signs that do not enclose a formula, and marks the ends of bare
//! URLs in Chinese text. Line numbers do not change.

use std::borrow::Cow;

use comrak::Arena;
use comrak::nodes::{Node, NodeMath, NodeValue};

use crate::autolink;
use crate::fences::Fences;
use crate::flavor::Flavor;
use crate::math::is_formula;
use crate::parser::{self, Purpose};
use pailou_text_diff::line_map;

/// Maximum number of rounds; each escapes one dollar sign per paragraph.
const ROUNDS: usize = 40;
/// Maximum number of bytes that are parsed in all rounds together; enough for all rounds of a page
/// of 200 KB.
const MAX_READ: usize = 8_000_000;

/// Byte offset, and the text that is inserted there.
type Insertion = (usize, &'static str);

/// Source text with the byte offset of each line.
pub(crate) struct SourceText<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

pub(super) fn escape_literal_characters(mut text: Cow<'_, str>, flavor: Flavor) -> Cow<'_, str> {
    for _ in 0..ROUNDS.min((MAX_READ / text.len().max(1)).max(1)) {
        if !may_mislead(&text, flavor) {
            break;
        }
        let insertions = insertions(&text, flavor);
        if insertions.is_empty() {
            break;
        }
        text = Cow::Owned(with_insertions(&text, &insertions));
    }
    text
}

fn with_insertions(text: &str, insertions: &[Insertion]) -> String {
    let mut out = String::with_capacity(text.len() + insertions.len() * 8);
    let mut done = 0;
    for (at, inserted) in insertions {
        out.push_str(&text[done..*at]);
        out.push_str(inserted);
        done = *at;
    }
    out.push_str(&text[done..]);
    out
}

/// Whether the text contains characters that may need escaping.
fn may_mislead(text: &str, flavor: Flavor) -> bool {
    let has_math = flavor.has_math() && text.contains('$');
    let has_url = autolink::may_have(text);
    if !has_math && !has_url && !text.contains('~') {
        return false;
    }
    let (mut fences, mut tildes) = (Fences::default(), 0);
    text.split_inclusive('\n').any(|line| {
        if fences.is_code(line) {
            return false;
        }
        let unescaped = |sign: char| {
            let signs = line.match_indices(sign);
            signs.filter(|(at, _)| !is_escaped(line, *at)).count()
        };
        tildes += if line.contains('~') { unescaped('~') } else { 0 };
        has_math && line.contains('$') && unescaped('$') > 0
            || has_url && autolink::may_have(line)
            || tildes > 1
    })
}

/// Whether an odd number of backslashes precedes this byte.
fn is_escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn insertions(text: &str, flavor: Flavor) -> Vec<Insertion> {
    let arena = Arena::new();
    let options = parser::options(Purpose::Positions, flavor);
    let Ok(root) = parser::parse_unrestored(&arena, text, &options) else { return Vec::new() };
    let source = SourceText::new(text);
    let mut found = Vec::new();
    let mut has_dollar = false;
    for node in root.descendants() {
        let data = node.data();
        if data.value.block() {
            has_dollar = false;
        }
        match &data.value {
            NodeValue::Math(math) if !has_dollar && !is_math(node, math) => {
                if let Some(at) = source.start_of(node).filter(|at| text[*at..].starts_with('$')) {
                    found.push((at, "\\"));
                    has_dollar = true;
                }
            }
            NodeValue::Link(_) => {
                let ends =
                    source.start_of(node).map(|at| autolink::url_ends(node, &text[at..], at));
                found.extend(ends.unwrap_or_default().into_iter().map(|at| (at, autolink::END)));
            }
            _ if is_in_link(node) => {}
            NodeValue::Strikethrough if source.is_single_tilde(node) => {
                found.extend(source.start_of(node).map(|at| (at, "\\")));
                let end = source.last_of(node).filter(|at| text[*at..].starts_with('~'));
                found.extend(end.map(|at| (at, "\\")));
            }
            NodeValue::Text(words) if words.contains('~') => {
                found.extend(source.single_tildes(node).into_iter().map(|at| (at, "\\")));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a node is in a link or image. The text of a link can equal its target and must not change.
fn is_in_link(node: Node<'_>) -> bool {
    let is_link =
        |above: Node<'_>| matches!(above.data().value, NodeValue::Link(_) | NodeValue::Image(_));
    node.ancestors().skip(1).take_while(|above| !above.data().value.block()).any(is_link)
}

/// Whether a math node of the parser is a formula by the rules of Pailou.
pub(crate) fn is_math(node: Node<'_>, math: &NodeMath) -> bool {
    let is_alone = node.previous_sibling().is_none() && node.next_sibling().is_none();
    if !math.dollar_math || math.display_math && is_alone {
        return true;
    }
    if math.display_math && !is_on_own_lines(node) && !is_tight(&math.literal) {
        return false;
    }
    let text = |node: Option<Node<'_>>| match node.map(|node| node.data().value.clone()) {
        Some(NodeValue::Text(text)) => text.into_owned(),
        _ => String::new(),
    };
    let (before, after) = (text(node.previous_sibling()), text(node.next_sibling()));
    is_formula(before.chars().next_back(), &math.literal, after.chars().next())
}

/// Whether a node is alone on its lines within its paragraph.
fn is_on_own_lines(node: Node<'_>) -> bool {
    let is_line_end = |near: Option<Node<'_>>| {
        near.is_none_or(|near| {
            matches!(near.data().value, NodeValue::SoftBreak | NodeValue::LineBreak)
        })
    };
    is_line_end(node.previous_sibling()) && is_line_end(node.next_sibling())
}

/// Whether no space separates the text from its delimiters. A line break may separate them.
///
/// False for `$$ > file; kill $$` and `$$PID and $$`.
fn is_tight(latex: &str) -> bool {
    let start = &latex[..latex.len() - latex.trim_start().len()];
    let end = &latex[latex.trim_end().len()..];
    [start, end].iter().all(|padding| padding.is_empty() || padding.contains('\n'))
}

impl<'t> SourceText<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, starts: line_map::starts(text) }
    }

    fn byte(&self, line: usize, column: usize) -> Option<usize> {
        let start = self.starts.get(line.checked_sub(1)?)?;
        let at = start + column.checked_sub(1)?;
        self.text.is_char_boundary(at).then_some(at)
    }

    fn start_of(&self, node: Node<'_>) -> Option<usize> {
        let start = node.data().sourcepos.start;
        self.byte(start.line, start.column)
    }

    /// Returns the position of the last character of a node. The character must be ASCII.
    fn last_of(&self, node: Node<'_>) -> Option<usize> {
        let end = node.data().sourcepos.end;
        self.byte(end.line, end.column).filter(|at| *at < self.text.len())
    }

    /// Whether a node begins with a single tilde.
    pub(crate) fn is_single_tilde(&self, node: Node<'_>) -> bool {
        let Some(at) = self.start_of(node) else { return false };
        let written = &self.text[at..];
        written.starts_with('~') && !written.starts_with("~~") && !self.text[..at].ends_with('~')
    }

    /// Returns the positions of unescaped single tildes in a text node; empty for a node on several lines.
    fn single_tildes(&self, node: Node<'_>) -> Vec<usize> {
        let (source_range, start) = (node.data().sourcepos, self.start_of(node));
        let Some(start) = start.filter(|_| source_range.start.line == source_range.end.line) else {
            return Vec::new();
        };
        let end = start + 1 + source_range.end.column
            - source_range.start.column.min(source_range.end.column);
        let line = self.text.get(start..end).unwrap_or_default();
        let is_single = |at: &usize| {
            let (before, after) = (&self.text[..start + at], &self.text[start + at + 1..]);
            !before.ends_with('~') && !after.starts_with('~') && !is_escaped(self.text, start + at)
        };
        let tildes = line.match_indices('~').map(|(at, _)| at);
        tildes.filter(is_single).map(|at| start + at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(
            escape_literal_characters(Cow::Borrowed(text), Flavor::Markdown),
            expected,
            "{text}"
        );
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

    #[test]
    fn shell_process_ids_are_not_display_formulas() {
        for (text, expected) in [
            ("Run echo $$ > /tmp/pid; kill $$", "Run echo \\$$ > /tmp/pid; kill $$"),
            ("Use $$PID and $$ for the process.", "Use \\$$PID and $$ for the process."),
            ("- Send $$ to $$\n", "- Send \\$$ to $$\n"),
            ("| a | echo $$ and $$ |\n|---|---|\n", "| a | echo \\$$ and $$ |\n|---|---|\n"),
            ("Write $$\nor echo $$", "Write \\$$\nor echo $$"),
        ] {
            check(text, expected);
        }
        for text in [
            "$$x^2$$",
            "公式 $$a+b$$",
            "The sum $$a+b$$ is small.",
            "$$ a + b $$",
            "The sum\n$$ a + b $$\nis small.",
            "The sum\n$$\na + b\n$$\nis small.",
            "The sum $$\na + b\n$$ is small.",
            "- $$ a $$\n- **$$ b $$**\n",
            "| $$ a $$ | $$b$$ c |\n|---|---|\n",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn single_tildes_are_escaped_and_double_ones_are_not() {
        for (text, expected) in [
            ("3~4人，30~40人", "3\\~4人，30\\~40人"),
            ("- 约~5 **个，~ 6**\n\n> a~b c~d", "- 约\\~5 **个，\\~ 6**\n\n> a\\~b c\\~d"),
            ("~~a~b~~ c~d", "~~a\\~b~~ c\\~d"),
            (
                "| 1~2 | 3~4 |\n|--|--|\n| 5~6 | `7~8` ~9~ |",
                "| 1\\~2 | 3\\~4 |\n|--|--|\n| 5\\~6 | `7~8` \\~9\\~ |",
            ),
            ("`a~b` c~d\n\n    e~f g~h\n", "`a~b` c\\~d\n\n    e~f g~h\n"),
            (
                "https://a.b/~c https://d.e/~f <https://g.h/~i>",
                "https://a.b/~c https://d.e/~f <https://g.h/~i>",
            ),
            ("[a~b] [c~d](~e)\n\n[a~b]: ~x", "[a~b] [c~d](~e)\n\n[a~b]: ~x"),
            ("~~~\na~b c~d\n~~~\n", "~~~\na~b c~d\n~~~\n"),
            ("\\~a~ \\~b~", "\\~a\\~ \\~b\\~"),
            ("a ~b", "a ~b"),
        ] {
            check(text, expected);
        }
    }
}

//! Text that was probably meant as markup: `[x]（./a.md）`, `![e](./图 1.png)`, `【x】(./a.md)`,
//! `##标题`, `＃ 标题`, `-项`, `1.项`.

use comrak::nodes::{Node, NodeValue};

use pailou_text_diff::script::is_han;

/// Maximum length of a line in bytes; longer lines are probably generated.
const MAX_LINE: usize = 10_000;

/// Returns the part of a text that looks like markup; `None` if the line contains a backslash or is too
/// long. `line` is the source line of the text.
pub(crate) fn detect(node: Node<'_>, text: &str, line: &str) -> Option<String> {
    let found = link(text).or_else(|| wide_link(text)).or_else(|| begins_block(node, text))?;
    let is_readable = line.len() < MAX_LINE && !line.contains('\\');
    is_readable.then(|| found.to_owned())
}

/// Finds `[text]` followed by brackets without a valid target.
fn link(text: &str) -> Option<&str> {
    let end = text.find("](").or_else(|| text.find("]（"))?;
    let start = text[..end].rfind('[')?;
    let start = if text[..start].ends_with('!') { start - 1 } else { start };
    let behind = &text[end + 1..];
    let close = behind.find([')', '）'])?;
    let target = &behind[1.max(behind.chars().next().map_or(1, char::len_utf8))..close];
    let is_target = target.contains(['.', '/', '#']) && !target.is_empty();
    let length = behind[close..].chars().next().map_or(0, char::len_utf8);
    is_target.then(|| &text[start..end + 1 + close + length])
}

/// Finds `【text】(./a.md)` and `［text］(./a.md)`.
fn wide_link(text: &str) -> Option<&str> {
    let end = text.find("】(").or_else(|| text.find("］("))?;
    let start = text[..end].rfind(['【', '［'])?;
    let target_start = end + '】'.len_utf8() + 1;
    let length = text[target_start..].find(')')?;
    let target = &text[target_start..target_start + length];
    let is_target = target.starts_with(['.', '/', '#']) || target.ends_with(".md");
    is_target.then(|| &text[start..=target_start + length])
}

/// Returns the text if its line begins with `##标题`, `＃ 标题`, `-项`, `1.项`, or in a list `[ ]任务`.
fn begins_block<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let is_paragraph = |parent: Node<'_>| matches!(parent.data().value, NodeValue::Paragraph);
    let is_first = node.parent().is_some_and(is_paragraph)
        && node.previous_sibling().is_none_or(|before| {
            matches!(before.data().value, NodeValue::SoftBreak | NodeValue::LineBreak)
        });
    let signs = text.bytes().take_while(|byte| *byte == b'#').count();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let signs = match text.as_bytes().first() {
        Some(b'-' | b'+') => 1,
        Some(b'0'..=b'9') if text[digits..].starts_with('.') => digits + 1,
        _ => signs,
    };
    let next = text[signs..].chars().next();
    // `#标签` is a tag, `-5` and `1.5` are numbers.
    let is_heading =
        text.starts_with("##") && signs <= 6 && next.is_some_and(char::is_alphanumeric);
    let is_wide_heading = text.starts_with("＃＃") || text.starts_with("＃ ");
    let is_item = signs > 0 && !text.starts_with('#') && next.is_some_and(is_han);
    let is_task = ["[ ]", "[x]", "[X]"]
        .iter()
        .any(|mark| text.strip_prefix(mark).is_some_and(|rest| rest.starts_with(is_han)));
    let is_in_item = || {
        node.ancestors().nth(2).is_some_and(|item| matches!(item.data().value, NodeValue::Item(_)))
    };
    let is_block = is_heading || is_wide_heading || is_item || (is_task && is_in_item());
    (is_first && is_block).then_some(text)
}

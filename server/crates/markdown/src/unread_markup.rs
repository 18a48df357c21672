//! Text that was probably meant as markup: `[x]（./a.md）`, `![e](./图 1.png)`, `##标题`, `-项`.

use comrak::nodes::{Node, NodeValue};

use pailou_text_diff::script::is_han;

/// Maximum length of a line in bytes; longer ones are not written by hand.
const MAX_LINE: usize = 10_000;

/// Returns the part of a text that looks like markup; `None` if the line contains escapes. `line`
/// is the source line of the text.
pub(crate) fn detect(node: Node<'_>, text: &str, line: &str) -> Option<String> {
    let found = link(text).or_else(|| begins_block(node, text))?;
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

/// Whether a line begins with `##标题` or `-项`.
fn begins_block<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let is_paragraph = |parent: Node<'_>| matches!(parent.data().value, NodeValue::Paragraph);
    let is_first = node.parent().is_some_and(is_paragraph)
        && node.previous_sibling().is_none_or(|before| {
            matches!(before.data().value, NodeValue::SoftBreak | NodeValue::LineBreak)
        });
    let signs = text.bytes().take_while(|byte| *byte == b'#').count();
    let signs = if text.starts_with(['-', '+']) { 1 } else { signs };
    let next = text[signs..].chars().next();
    // `#标签` is a tag, and `-5` a number.
    let is_heading =
        text.starts_with("##") && signs <= 6 && next.is_some_and(char::is_alphanumeric);
    let is_item = text.starts_with(['-', '+']) && next.is_some_and(is_han);
    (is_first && (is_heading || is_item)).then_some(text)
}

//! Placeholders for a table of contents: `[[toc]]`, `[TOC]`, `[[_TOC_]]`, `{:toc}`, and those of
//! CSDN (`@[TOC](目录)`), markdown-it, and MultiMarkdown.
//!
//! The placeholders are removed, because the page displays its outline.

use comrak::nodes::{Node, NodeValue};

use pailou_text_diff::line_map::LineMap;

use crate::parser::plain_text;

/// Removes from the tree the placeholders that are alone in their block, and the quotes, list items, and callouts that
/// contain only such a placeholder. `written` is the text before the conversion to CommonMark. If a line of a
/// placeholder in `written` contains `\` or `&`, the placeholder is displayed as text.
pub(crate) fn remove(root: Node<'_>, written: &str, lines: &LineMap) {
    let written: Vec<&str> = written.lines().collect();
    let is_escaped = |node: Node<'_>| {
        let position = node.data().sourcepos;
        (position.start.line..=position.end.line).any(|line| {
            let line = u32::try_from(line).map_or(0, |line| lines.original(line) as usize);
            let line = line.checked_sub(1).and_then(|at| written.get(at));
            line.is_some_and(|line| line.contains(['\\', '&']))
        })
    };
    let marks: Vec<_> =
        root.descendants().filter(|node| is_contents_mark(node) && !is_escaped(node)).collect();
    for mark in marks {
        let mut parent = mark.parent();
        mark.detach();
        while let Some(empty) = parent.filter(|node| is_empty_container(node)) {
            parent = empty.parent();
            empty.detach();
        }
    }
}

fn is_empty_container(node: Node<'_>) -> bool {
    let is_container = matches!(
        node.data().value,
        NodeValue::BlockQuote
            | NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::BlockDirective(_)
            | NodeValue::Alert(_)
    );
    is_container && node.first_child().is_none()
}

fn is_contents_mark(node: Node<'_>) -> bool {
    match &node.data().value {
        NodeValue::Paragraph => is_words_of_mark(node),
        // kramdown syntax: `* TOC` with `{:toc}` below it.
        NodeValue::List(_) => only_child(node)
            .and_then(only_child)
            .and_then(|paragraph| paragraph.last_child())
            .is_some_and(is_attribute),
        _ => false,
    }
}

fn only_child<'a>(node: Node<'a>) -> Option<Node<'a>> {
    node.first_child().filter(|child| child.next_sibling().is_none())
}

fn is_words_of_mark(paragraph: Node<'_>) -> bool {
    let (mut is_text, mut is_link) = (true, false);
    for node in paragraph.descendants().skip(1) {
        match node.data().value {
            NodeValue::Text(_) | NodeValue::Emph => {}
            NodeValue::Link(_) => is_link = true,
            _ => is_text = false,
        }
    }
    if !is_text {
        return false;
    }
    let text = plain_text(paragraph);
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "@toc" => is_link,
        "[[toc]]" | "[toc]" | "@[toc]" | "${toc}" | "{{toc}}" => true,
        text => is_attribute_text(text),
    }
}

fn is_attribute(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::Text(text) if is_attribute_text(text.trim()))
}

/// Matches `{:toc}` and `{:toc .menu}`.
fn is_attribute_text(text: &str) -> bool {
    let inside = text.strip_prefix("{:").and_then(|text| text.strip_suffix('}'));
    inside.is_some_and(|inside| inside.split_whitespace().any(|word| word == "toc"))
}

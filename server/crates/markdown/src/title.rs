//! Titles of containers: inline Markdown, converted to HTML that is sanitized later, or to plain text.

use std::borrow::Cow;
use std::fmt::{self, Write};

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};

use crate::flavor::Flavor;
use crate::html_escape::escape;
use crate::literal_characters;
use crate::mathml::mathml;
use crate::parser::{self, Purpose};
use crate::raw_html;
use crate::writer::Page;
use pailou_content::jsx;

/// Characters that begin inline markup. Titles without them are plain text.
const MARKUP: [char; 11] = ['*', '_', '`', '~', '[', '<', '&', '\\', '$', '!', '^'];

pub(super) fn write_title(page: &mut Page<'_, '_, '_>, title: &str) -> fmt::Result {
    if !title.contains(MARKUP) {
        return page.escape(title);
    }
    let mut html = String::new();
    let flavor = page.user.flavor;
    let slot = &mut |math: String| page.user.slot(math);
    parsed(title, flavor, &mut |heading| inner_html(heading, slot, &mut html));
    page.write_str(&html)
}

/// Returns the text without markup. Underscores and HTML tags are text: `__init__.py`, `<T>`.
pub(super) fn without_markup(title: &str) -> String {
    if !title.contains(MARKUP) {
        return title.to_owned();
    }
    let mut words = String::new();
    let escaped = title.replace('_', "\\_").replace('<', "\\<").replace('&', "\\&");
    parsed(&escaped, Flavor::Markdown, &mut |heading| words.push_str(&parser::plain_text(heading)));
    words.trim().to_owned()
}

fn parsed(title: &str, flavor: Flavor, take: &mut dyn FnMut(Node<'_>)) {
    let arena = Arena::new();
    // The title is parsed as a heading, so that only inline markup is converted.
    let line = format!("# {}", title.replace(['\n', '\r'], " "));
    let line = literal_characters::escape_literal_characters(Cow::Owned(line), flavor);
    if let Ok(root) = parser::parse(&arena, &line, &parser::options(Purpose::Positions, flavor))
        && let Some(heading) = root.first_child()
    {
        take(heading);
    }
}

/// Callback that stores the HTML of a formula and returns a placeholder, which the sanitizer retains.
type Slot<'s> = &'s mut dyn FnMut(String) -> String;

fn inner_html(parent: Node<'_>, slot: Slot<'_>, html: &mut String) {
    for node in parent.children() {
        title_node_html(node, slot, html);
    }
}

fn title_node_html(node: Node<'_>, slot: Slot<'_>, html: &mut String) {
    match &node.data().value {
        NodeValue::Text(text) => escape(text, html),
        NodeValue::Code(code) => {
            html.push_str("<code>");
            escape(&code.literal, html);
            html.push_str("</code>");
        }
        NodeValue::Math(math) => match mathml(&math.literal, false) {
            Ok(formula) => html.push_str(&slot(formula)),
            Err(_) => escape(&format!("${}$", math.literal), html),
        },
        NodeValue::HtmlInline(written) => {
            let is_known = jsx::tag(written).is_some_and(|tag| raw_html::is_known(tag.name));
            if is_known { html.push_str(written) } else { escape(written, html) }
        }
        NodeValue::Emph => element(node, "em", slot, html),
        NodeValue::Strong => element(node, "strong", slot, html),
        NodeValue::Strikethrough => element(node, "del", slot, html),
        NodeValue::Link(link) => {
            html.push_str("<a href=\"");
            escape(&link.url, html);
            html.push_str("\">");
            inner_html(node, slot, html);
            html.push_str("</a>");
        }
        NodeValue::Image(image) => {
            html.push_str("<img src=\"");
            escape(&image.url, html);
            html.push_str("\" alt=\"");
            escape(&parser::plain_text(node), html);
            html.push_str("\">");
        }
        NodeValue::SoftBreak | NodeValue::LineBreak => html.push(' '),
        _ => inner_html(node, slot, html),
    }
}

fn element(node: Node<'_>, name: &str, slot: Slot<'_>, html: &mut String) {
    let _ = write!(html, "<{name}>");
    inner_html(node, slot, html);
    let _ = write!(html, "</{name}>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_markup_is_rendered_or_removed() {
        for (title, html, words) in [
            ("A b", "A b", "A b"),
            (
                "A **b** `c` *d* ~~e~~",
                "A <strong>b</strong> <code>c</code> <em>d</em> <del>e</del>",
                "A b c d e",
            ),
            ("1. # a", "1. # a", "1. # a"),
            ("[a](b) ![c](d)", "<a href=\"b\">a</a> <img src=\"d\" alt=\"c\">", "a c"),
            ("<T> & <kbd>a</kbd>", "&lt;T&gt; &amp; <kbd>a</kbd>", "<T> & <kbd>a</kbd>"),
            ("__init__.py", "<strong>init</strong>.py", "__init__.py"),
            ("2 * 3 * 4", "2 * 3 * 4", "2 * 3 * 4"),
            ("3~4 人，5~6 组", "3~4 人，5~6 组", "3~4 人，5~6 组"),
            ("$_GET、$_POST", "$_GET、$_POST", "$_GET、$_POST"),
            ("文：**重**点", "文：<strong>重</strong>点", "文：重点"),
        ] {
            let mut actual = String::new();
            parsed(title, Flavor::Markdown, &mut |heading| {
                inner_html(heading, &mut |math| math, &mut actual)
            });
            assert_eq!(actual, html, "{title}");
            assert_eq!(without_markup(title), words, "{title}");
        }
    }
}

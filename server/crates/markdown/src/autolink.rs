//! Trimming of autolinks before Chinese punctuation.
//!
//! `见 https://a.b/c。` must not link the full stop.

use comrak::Arena;
use comrak::nodes::{AstNode, Node, NodeLink, NodeValue};

/// Cuts links that the parser made of bare URLs at the first Chinese punctuation mark.
pub(crate) fn trim<'a>(arena: &'a Arena<'a>, root: Node<'a>, text: &str) {
    if !text.contains("://") && !text.contains("www.") || !text.contains(is_end) {
        return;
    }
    let lines: Vec<&str> = text.lines().collect();
    let found: Vec<_> =
        root.descendants().filter_map(|node| Some((node, swallowed(node, &lines)?))).collect();
    for (link, (whole, scheme)) in found {
        let mut last = link;
        for (number, (part, is_url)) in split(&whole).into_iter().enumerate() {
            let text = NodeValue::Text(part.to_owned().into());
            if number == 0 {
                if let Some(inner) = link.first_child() {
                    inner.data_mut().value = text;
                }
                if let NodeValue::Link(link) = &mut link.data_mut().value {
                    link.url = format!("{scheme}{part}");
                }
                continue;
            }
            let words: Node<'a> = arena.alloc(AstNode::from(text));
            let node = if is_url { linked(arena, part, words) } else { words };
            node.data_mut().sourcepos = link.data().sourcepos;
            last.insert_after(node);
            last = node;
        }
    }
}

fn linked<'a>(arena: &'a Arena<'a>, part: &str, words: Node<'a>) -> Node<'a> {
    let scheme = if part.starts_with("www.") { "http://" } else { "" };
    let link = NodeLink { url: format!("{scheme}{part}"), title: String::new() };
    let node: Node<'a> = arena.alloc(AstNode::from(NodeValue::Link(Box::new(link))));
    node.append(words);
    node
}

/// The text of a bare URL that goes on behind a Chinese mark, and what the parser put before it
/// (`http://`).
fn swallowed(node: Node<'_>, lines: &[&str]) -> Option<(String, String)> {
    let data = node.data();
    let NodeValue::Link(link) = &data.value else { return None };
    let only = node.first_child().filter(|child| child.next_sibling().is_none())?;
    let only = only.data();
    let NodeValue::Text(text) = &only.value else { return None };
    let scheme = link.url.strip_suffix(text.as_ref())?;
    let start = data.sourcepos.start;
    let written =
        lines.get(start.line.checked_sub(1)?)?.as_bytes().get(start.column.checked_sub(1)?);
    let is_bare = !matches!(written, Some(b'<' | b'['));
    (is_bare && text.contains(is_end)).then(|| (text.to_string(), scheme.to_owned()))
}

/// Marks that end a URL in Chinese text. Chinese letters do not: they are common in paths.
fn is_end(c: char) -> bool {
    matches!(
        c,
        '，' | '。'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '（'
            | '）'
            | '【'
            | '】'
            | '「'
            | '」'
            | '『'
            | '』'
            | '《'
            | '》'
            | '“'
            | '”'
            | '‘'
            | '’'
            | '…'
            | '　'
    )
}

/// Splits into URLs and the text between them.
fn split(whole: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let mut rest = whole;
    while !rest.is_empty() {
        let end = rest.find(is_end).unwrap_or(rest.len());
        parts.push((&rest[..end], true));
        rest = &rest[end..];
        let starts = |at: &usize| {
            ["https://", "http://", "www."].iter().any(|start| rest[*at..].starts_with(start))
        };
        let next = rest.match_indices(['h', 'w']).map(|(at, _)| at).find(starts);
        let between = next.unwrap_or(rest.len());
        if between > 0 {
            parts.push((&rest[..between], false));
        }
        rest = &rest[between..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::{Purpose, options, parse};

    #[track_caller]
    fn check(markdown: &str, expected: &str) {
        let arena = Arena::new();
        let options = options(Purpose::Reading);
        let root = parse(&arena, markdown, &options).unwrap();
        trim(&arena, root, markdown);
        let mut html = String::new();
        comrak::format_html(root, &options, &mut html).unwrap();
        assert_eq!(html.trim(), expected);
    }

    #[test]
    fn url_ends_before_the_punctuation() {
        check("见 https://a.b/c。好", "<p>见 <a href=\"https://a.b/c\">https://a.b/c</a>。好</p>");
        check("（ www.a.com）", "<p>（ <a href=\"http://www.a.com\">www.a.com</a>）</p>");
        check(
            "https://a.b，https://c.d；完",
            "<p><a href=\"https://a.b\">https://a.b</a>，<a href=\"https://c.d\">https://c.d</a>；完</p>",
        );
        check(
            "https://a.b/文 x。",
            "<p><a href=\"https://a.b/%E6%96%87\">https://a.b/文</a> x。</p>",
        );
    }

    #[test]
    fn explicit_link_is_not_trimmed() {
        check("<https://a.b/c。>", "<p><a href=\"https://a.b/c%E3%80%82\">https://a.b/c。</a></p>");
        check("[a。](https://a.b)", "<p><a href=\"https://a.b\">a。</a></p>");
    }
}

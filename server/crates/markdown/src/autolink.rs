//! Ends of bare URLs in Chinese text.
//!
//! The link in `见 https://a.b/c。` must not contain the full stop. A marker that is inserted after the URL ends it. The
//! parser applies its rules for trailing parentheses and punctuation to the text before the marker.

use comrak::nodes::{Node, NodeValue};
use pailou_text_diff::script::is_han;

/// Marker that ends a URL; `parser::parse` removes it from the tree.
pub(crate) const END: &str = "<!---->";

/// Whether a text may contain a URL followed by non-ASCII characters.
pub(super) fn may_have(text: &str) -> bool {
    (text.contains("://") || text.contains("www.")) && !text.is_ascii()
}

/// Returns the byte offsets at which a URL in this autolink ends and other text follows. The parser may include several
/// URLs in one autolink. `written` is the Markdown from the start of the link on, and `start` is its byte offset.
pub(super) fn url_ends(link: Node<'_>, written: &str, start: usize) -> Vec<usize> {
    let only = link.first_child().filter(|child| child.next_sibling().is_none());
    let Some(only) = only else { return Vec::new() };
    let only = only.data();
    let NodeValue::Text(text) = &only.value else { return Vec::new() };
    // An explicit link begins with `[` or `<`, and is not split.
    if !written.starts_with(text.as_ref()) {
        return Vec::new();
    }
    let mut ends = Vec::new();
    let mut at = 0;
    while let Some(end) = url_end(&text[at..]).map(|end| at + end) {
        ends.push(start + end);
        let rest = &text[end..];
        let Some(next) = next_url(rest) else { break };
        at = end + next;
    }
    ends
}

fn next_url(text: &str) -> Option<usize> {
    let begins =
        |at: &usize| ["https://", "http://"].iter().any(|scheme| text[*at..].starts_with(scheme));
    text.match_indices("http").map(|(at, _)| at).find(begins)
}

/// Maximum length of a URL in bytes. The limit prevents quadratic time in long lines.
const MAX_URL: usize = 2_000;

/// Returns the end of the URL at the start of `text`, if other text follows.
fn url_end(text: &str) -> Option<usize> {
    let text = &text[..text.floor_char_boundary(MAX_URL)];
    let mark = text.find(is_end);
    let text = &text[..mark.unwrap_or(text.len())];
    let scheme = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(0);
    let host = if text[scheme..].starts_with("://") { scheme + 3 } else { 0 };
    let host_end = text[host..].find(['/', '?', '#', ':']).map_or(text.len(), |end| host + end);
    let ends = [
        end_of_host(&text[host..host_end]).map(|end| host + end),
        mark,
        end_before_chinese(text),
        end_before_url(text, host),
    ];
    ends.into_iter().flatten().filter(|end| *end > host).min()
}

/// Returns the end of a URL that is followed by ASCII punctuation and a Chinese character, as in `(https://a.b/c)的说明`,
/// `https://a.b/c,另见`, and `**https://a.b/c**后`. Returns `None` for any other URL.
fn end_before_chinese(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let marks = rest.find(|c| !MARKS.contains(c)).unwrap_or(rest.len());
        let is_before = marks > 0 && rest[marks..].starts_with(is_han);
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if is_before => return Some(at),
            _ => {}
        }
    }
    None
}

/// Punctuation that is rare in a URL before a Chinese character.
const MARKS: &str = ",;!)]\"'*";

/// Returns the end of a URL that is followed by Chinese characters and a further URL: `https://a.b和https://c.d`.
/// Returns `None` for any other URL.
fn end_before_url(text: &str, host: usize) -> Option<usize> {
    let rest = text.get(host..)?;
    let next = next_url(rest)?;
    let before = rest[..next].trim_end_matches(is_han);
    (before.len() < next).then_some(host + before.len())
}

/// Returns the end of the ASCII part of a host if Chinese text follows ASCII text in its last label, as in
/// `example.com查看`. Returns `None` for any other host.
fn end_of_host(host: &str) -> Option<usize> {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_name = last.starts_with(|c: char| c.is_ascii_alphanumeric());
    let end = last.find(is_han).filter(|_| is_name)?;
    Some(host.len() - last.len() + end)
}

/// Whether a character is non-ASCII and ends a URL. Letters, digits, combining marks, hyphens, and joiners do not end a
/// URL, except circled letters and digits.
fn is_end(c: char) -> bool {
    let is_circled = matches!(c, '\u{2460}'..='\u{24ff}' | '\u{3200}'..='\u{33ff}');
    let is_part = c.is_alphanumeric() && !is_circled
        || unicode_normalization::char::is_combining_mark(c)
        || matches!(c, '\u{2010}'..='\u{2013}' | '\u{200c}' | '\u{200d}');
    !c.is_ascii() && !is_part
}

#[cfg(test)]
mod tests {
    use comrak::Arena;

    use super::*;
    use crate::flavor::{self, Flavor};
    use crate::parser::{Purpose, options, parse};

    #[track_caller]
    fn check(markdown: &str, expected: &str) {
        let arena = Arena::new();
        let options = options(Purpose::Reading, Flavor::Markdown);
        let prepared = flavor::prepare(markdown, Flavor::Markdown).text;
        let root = parse(&arena, &prepared, &options).unwrap();
        let mut html = String::new();
        comrak::format_html(root, &options, &mut html).unwrap();
        assert_eq!(html.trim(), expected);
    }

    /// Checks the URLs of all links in the parsed text.
    #[track_caller]
    fn linked(markdown: &str, expected: &[&str]) {
        let arena = Arena::new();
        let options = options(Purpose::Reading, Flavor::Markdown);
        let prepared = flavor::prepare(markdown, Flavor::Markdown).text;
        let root = parse(&arena, &prepared, &options).unwrap();
        let url = |node: Node<'_>| match &node.data().value {
            NodeValue::Link(link) => Some(link.url.clone()),
            _ => None,
        };
        assert_eq!(root.descendants().filter_map(url).collect::<Vec<_>>(), expected, "{markdown}");
    }

    #[test]
    fn autolink_ends_before_full_width_punctuation_or_space() {
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
    fn url_excludes_ascii_punctuation_before_full_width_marks() {
        check(
            "(见 https://example.com/a)；完",
            "<p>(见 <a href=\"https://example.com/a\">https://example.com/a</a>)；完</p>",
        );
        check(
            "**见 https://example.com/a**；完",
            "<p><strong>见 <a href=\"https://example.com/a\">https://example.com/a</a></strong>；完</p>",
        );
        for text in [
            "https://a.com/b.；完",
            "\"https://a.com/b\"；完",
            "'https://a.com/b'，'",
            "https://a.com/b..。",
        ] {
            linked(text, &["https://a.com/b"]);
        }
        linked("https://a.com/b_(c)；完", &["https://a.com/b_(c)"]);
        linked(
            "| https://a.com/b；完 |\n|---|\n| (https://c.com/d)、e |",
            &["https://a.com/b", "https://c.com/d"],
        );
        linked("- > 见 https://a.com/b——完", &["https://a.com/b"]);
    }

    #[test]
    fn url_ends_before_chinese_punctuation_and_symbols() {
        for mark in "，。、；：！？（）【】「」『』《》“”‘’…　—～｜·〉〔﹐｡→〈〕．￥①℃✓🎉".chars()
        {
            linked(&format!("见 https://a.com/b{mark}完"), &["https://a.com/b"]);
        }
        linked("https://a.com/b–c/é/文档?q=中文#章节", &["https://a.com/b–c/é/文档?q=中文#章节"]);
    }

    #[test]
    fn url_next_to_chinese_text_is_linked() {
        linked("https://example.com查看", &["https://example.com"]);
        linked("见https://example.com/a。", &["https://example.com/a"]);
        linked(
            "https://例子.测试/a https://例子.com",
            &["https://例子.测试/a", "https://例子.com"],
        );
    }

    #[test]
    fn url_end_is_detected_in_chinese_text() {
        for (text, expected) in [
            ("(见https://a.com/b)的说明", vec!["https://a.com/b"]),
            ("https://a.com/b,另见 https://c.com/d;完", vec!["https://a.com/b", "https://c.com/d"]),
            ("**见：https://a.com/b**后面", vec!["https://a.com/b"]),
            ("\"https://a.com/b\"是", vec!["https://a.com/b"]),
            ("> - https://a.com/b)，完", vec!["https://a.com/b"]),
            ("https://a.com/牌楼_(建筑)说明", vec!["https://a.com/牌楼_(建筑)说明"]),
            ("https://a.com/b,c;d!e 文", vec!["https://a.com/b,c;d!e"]),
            (
                "https://a.com/b和https://c.com/d与http://e.com",
                vec!["https://a.com/b", "https://c.com/d", "http://e.com"],
            ),
            ("https://a.com/x/https://c.com/文", vec!["https://a.com/x/https://c.com/文"]),
            (
                "www.a.com/路径，www.b.org。https://c.com/牌楼_(建筑)，完",
                vec!["http://www.a.com/路径", "https://c.com/牌楼_(建筑)"],
            ),
            ("www.a.com，https://b.com/c", vec!["http://www.a.com", "https://b.com/c"]),
        ] {
            linked(text, &expected);
        }
        check(
            "**见：https://a.com/b**后面",
            "<p><strong>见：<a href=\"https://a.com/b\">https://a.com/b</a></strong>后面</p>",
        );
    }

    #[test]
    fn explicit_link_keeps_trailing_chinese_punctuation() {
        check("<https://a.b/c。>", "<p><a href=\"https://a.b/c%E3%80%82\">https://a.b/c。</a></p>");
        check("[a。](https://a.b)", "<p><a href=\"https://a.b\">a。</a></p>");
    }
}

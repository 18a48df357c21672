//! Text that was probably meant as markup: `[x]（./a.md）`, `![e](./图 1.png)`, `【x】(./a.md)`,
//! `##标题`, `＃ 标题`, `-项`, `1.项`, `1．项`, `－项`, `**加粗 **`.

use comrak::nodes::{Node, NodeValue};

use pailou_text_diff::script::{is_han, is_wide};

use crate::parser::plain_text;

/// Maximum length of a line in bytes; longer lines are probably generated.
const MAX_LINE: usize = 10_000;
/// Maximum number of nodes that are read after an opening parenthesis.
const MAX_FOLLOWING: usize = 8;

/// Returns the part of a text that looks like markup. `line` is the source line of the text. Returns `None` if there is
/// no such part, or if the line contains a backslash or is too long.
pub(crate) fn detect(node: Node<'_>, text: &str, line: &str) -> Option<String> {
    if line.len() >= MAX_LINE || line.contains('\\') {
        return None;
    }
    let whole = text_with_addresses(node, text);
    let link = [link, wide_link, spaced_link]
        .iter()
        .find_map(|link| link(text).or_else(|| link(whole.as_deref()?)).map(str::to_owned));
    link.or_else(|| begins_block(node, text).or_else(|| spaced_emphasis(text)).map(str::to_owned))
}

/// Finds `**加粗 **` or `** 加粗**`, which is not emphasis because of the space; `None` if there is none. The enclosed
/// text must begin with a Chinese character, and end with a Chinese character or punctuation mark, because `**` is an
/// operator in ASCII text.
fn spaced_emphasis(text: &str) -> Option<&str> {
    let (before, inside) = text.split_once("**")?;
    let (inside, after) = inside.split_once("**")?;
    let words = inside.trim();
    let is_chinese = words.starts_with(is_han) && words.ends_with(is_wide);
    let is_space = char::is_whitespace;
    let is_spaced = inside.starts_with(is_space) != inside.ends_with(is_space);
    let is_text = |c: char| c.is_ascii_alphanumeric() || c == '*';
    let is_alone = !before.ends_with(is_text) && !after.starts_with(is_text);
    let end = before.len() + inside.len() + 2 * "**".len();
    (is_chinese && is_spaced && is_alone).then(|| &text[before.len()..end])
}

/// Returns `text`, followed by the bare URLs and texts after it. Returns `None` unless a closing square bracket
/// precedes the last opening parenthesis of the text. The parser converts each bare URL to a link node, which ends the
/// text node before it.
fn text_with_addresses(node: Node<'_>, text: &str) -> Option<String> {
    let open = text.rfind(['(', '（'])?;
    text[..open].trim_end().ends_with([']', '】', '］']).then_some(())?;
    let mut whole = text.to_owned();
    for next in node.following_siblings().skip(1).take(MAX_FOLLOWING) {
        match &next.data().value {
            NodeValue::Text(text) => whole.push_str(text),
            NodeValue::Link(link) if link.url.ends_with(&plain_text(next)) => {
                whole.push_str(&plain_text(next));
            }
            _ => break,
        }
    }
    Some(whole)
}

/// Finds a link that the parser did not convert: `[text]` and a target in ASCII or full-width parentheses, or after an
/// unclosed parenthesis. Returns `None` if there is none.
fn link(text: &str) -> Option<&str> {
    let end = text.find("](").or_else(|| text.find("]（"))?;
    let start = text[..end].rfind('[')?;
    let start = if text[..start].ends_with('!') { start - 1 } else { start };
    let behind = &text[end + 1..];
    let Some(close) = behind.find([')', '）']) else {
        let is_path = ["(./", "(../", "(/", "(#"].iter().any(|open| {
            let target = behind.strip_prefix(open);
            target.is_some_and(|target| target.starts_with(char::is_alphanumeric))
        });
        let is_index = text[..start].ends_with(char::is_alphanumeric);
        let is_link = is_path && !is_index && !behind.contains(char::is_whitespace);
        return is_link.then(|| &text[start..]);
    };
    let target = &behind[1.max(behind.chars().next().map_or(1, char::len_utf8))..close];
    let is_target = target.contains(['.', '/', '#']) && !target.is_empty();
    let length = behind[close..].chars().next().map_or(0, char::len_utf8);
    is_target.then(|| &text[start..end + 1 + close + length])
}

/// Finds `【text】(./a.md)` and `［text］（./a.md）`; `None` if there is none.
fn wide_link(text: &str) -> Option<&str> {
    ["】(", "］(", "】（", "］（"].iter().find_map(|brackets| {
        text.match_indices(brackets).find_map(|(end, _)| {
            let start = text[..end].rfind(['【', '［'])?;
            part_with_path(text, start, end + '】'.len_utf8())
        })
    })
}

/// Finds `[text] (./a.md)`, with a space before the target. A number in square brackets, as
/// in a citation or an index, and empty square brackets are not link text. Returns `None` if there is none.
fn spaced_link(text: &str) -> Option<&str> {
    ["] (", "] （"].iter().find_map(|brackets| {
        text.match_indices(brackets).find_map(|(end, _)| {
            let start = text[..end].rfind('[')?;
            let is_text = text[start + 1..end].contains(|c: char| !c.is_ascii_digit() && c != ' ');
            let before = &text[..start];
            if !is_text || before.ends_with(char::is_alphanumeric) {
                return None;
            }
            let start = if before.ends_with('!') { start - 1 } else { start };
            part_with_path(text, start, end + 2)
        })
    })
}

/// Returns the text from `start` to the parenthesis that closes the one at `open`, if the parentheses enclose a path or
/// a URL; otherwise `None`. `#12` is an issue number and `.env` a file name: neither is a path.
fn part_with_path(text: &str, start: usize, open: usize) -> Option<&str> {
    let inside = open + text[open..].chars().next()?.len_utf8();
    let length = text[inside..].find([')', '）'])?;
    let target = &text[inside..inside + length];
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_path = ["./", "../", "/"]
        .iter()
        .any(|begin| target.strip_prefix(begin).is_some_and(|rest| !rest.is_empty()));
    let is_target = is_path
        || target.strip_prefix('#').is_some_and(|id| !is_number(id))
        || target.starts_with("https://")
        || target.starts_with("http://")
        || target.ends_with(".md");
    let close = text[inside + length..].chars().next()?.len_utf8();
    (is_target && !target.contains(char::is_whitespace))
        .then(|| &text[start..inside + length + close])
}

/// Returns the text if it begins a line with malformed block markup such as `##标题`, `＃ 标题`, `-项`, `1.项`, or, in a
/// list item, `[ ]任务`.
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
        Some(b'0'..=b'9') if text[digits..].starts_with(['.', ')']) => digits + 1,
        Some(b'0'..=b'9') if text[digits..].starts_with('．') => digits + '．'.len_utf8(),
        _ if text.starts_with('－') => '－'.len_utf8(),
        // A line that begins with `*注` is a note without markup, unless the next line begins with `*`, too.
        Some(b'*') if next_line_begins_with_star(node) => 1,
        _ => signs,
    };
    let next = text[signs..].chars().next();
    // Not detected: `#标签`, which is a tag, and `-5` and `1.5`, which are numbers.
    let is_heading =
        text.starts_with("##") && signs <= 6 && next.is_some_and(char::is_alphanumeric);
    let is_wide_heading = text.starts_with("＃＃") || text.starts_with("＃ ");
    let is_item = signs > 0 && !text.starts_with('#') && next.is_some_and(is_han);
    let marks = ["[ ]", "[x]", "[X]"];
    let is_task = marks
        .iter()
        .any(|mark| text.strip_prefix(mark).is_some_and(|rest| rest.starts_with(is_han)));
    let after_sign = text.strip_prefix(['-', '*', '+']);
    let is_task_item = after_sign.is_some_and(|rest| {
        marks.iter().any(|mark| rest.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' ')))
    });
    let is_in_item = || {
        node.ancestors().nth(2).is_some_and(|item| matches!(item.data().value, NodeValue::Item(_)))
    };
    let is_block =
        is_heading || is_wide_heading || is_item || is_task_item || (is_task && is_in_item());
    (is_first && is_block).then_some(text)
}

fn next_line_begins_with_star(node: Node<'_>) -> bool {
    let next = node.following_siblings().skip(1).find_map(|next| match &next.data().value {
        NodeValue::SoftBreak => None,
        NodeValue::Text(text) => Some(text.starts_with('*')),
        _ => Some(false),
    });
    next.unwrap_or_default()
}

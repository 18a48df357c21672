//! Markdown parser options and limits.
//!
//! Pages, segments, and lint rules use the same parser and get the same tree.

use std::time::{Duration, Instant};

use comrak::nodes::{AstNode, Node, NodeValue};
use comrak::{Arena, Options};

use crate::autolink;
use crate::flavor::Flavor;
use crate::literal_signs::{self, SourceText};
use pailou_text_diff::script::{is_han, is_wide};

/// Time limit for parsing a page; a page that exceeds it is displayed as plain text. Real pages take
/// a millisecond.
const TIME: Duration = Duration::from_secs(2);

/// Error: the parser exceeded its time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooComplex;

/// Purpose of parsing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Rendering; with definition lists.
    Reading,
    /// Segmentation: the positions of all blocks are reliable.
    Positions,
}

pub fn options(purpose: Purpose, flavor: Flavor) -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.table = true;
    extension.autolink = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.alerts = true;
    extension.block_directive = true;
    extension.cjk_friendly_emphasis = true;
    extension.math_dollars = flavor.has_math();
    extension.math_code = flavor.has_math();
    // The parser's positions inside definition lists are unreliable.
    extension.description_lists = purpose == Purpose::Reading && flavor.has_definitions();
    // The parser uses the last of several definitions; `footnote` uses the first.
    options.parse.leave_footnote_definitions = true;
    // Raw HTML is retained: the sanitizer processes the whole result.
    options.render.r#unsafe = true;
    options
}

/// Parses prepared text within the time limit.
pub fn parse<'a>(
    arena: &'a Arena<'a>,
    text: &str,
    options: &Options<'_>,
) -> Result<Node<'a>, TooComplex> {
    let root = parse_unrestored(arena, text, options)?;
    restore_text(arena, root, text);
    Ok(root)
}

/// Returns the parser's tree, including markup that is text by the rules of Pailou.
pub(crate) fn parse_unrestored<'a>(
    arena: &'a Arena<'a>,
    text: &str,
    options: &Options<'_>,
) -> Result<Node<'a>, TooComplex> {
    let start = Instant::now();
    let root = comrak::try_parse_document(arena, text, options, &|| start.elapsed() > TIME)
        .map_err(|_| TooComplex)?;
    Ok(root)
}

/// Converts nodes that are text by the rules of Pailou: signs that `literal_signs` could not
/// escape. Removes the markers that it inserted after URLs.
fn restore_text<'a>(arena: &'a Arena<'a>, root: Node<'a>, text: &str) {
    if !text.contains(['~', '$']) && !text.contains(autolink::END) {
        return;
    }
    let source = SourceText::new(text);
    let text_node = |text: String| arena.alloc(AstNode::from(NodeValue::Text(text.into())));
    let nodes: Vec<Node<'a>> = root.descendants().collect();
    for node in nodes {
        let value = node.data().value.clone();
        match &value {
            NodeValue::HtmlInline(html) if html == autolink::END => node.detach(),
            NodeValue::Math(math) if !literal_signs::is_math(node, math) => {
                let sign = if math.display_math { "$$" } else { "$" };
                let source_text = format!("{sign}{}{sign}", math.literal);
                node.data_mut().value = NodeValue::Text(source_text.into());
            }
            NodeValue::Strikethrough if source.is_single_tilde(node) => {
                node.insert_before(text_node("~".to_owned()));
                while let Some(child) = node.first_child() {
                    node.insert_before(child);
                }
                node.data_mut().value = NodeValue::Text("~".into());
            }
            _ => {}
        }
    }
}

/// Returns the text of a block or inline node, without raw HTML.
pub(crate) fn plain_text(node: Node<'_>) -> String {
    visible_text(node, &|_| false)
}

/// Returns the visible text of a block or inline node. `is_shown` determines which raw HTML is
/// displayed as text.
pub(crate) fn visible_text(node: Node<'_>, is_shown: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for node in node.descendants() {
        match &node.data().value {
            NodeValue::Text(words) => text.push_str(words),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::Math(math) => text.push_str(&math.literal),
            NodeValue::HtmlInline(html) if is_shown(html) => text.push_str(html),
            NodeValue::SoftBreak if joins_lines(node) => {}
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// Whether a line break in the Markdown is between Chinese characters, where it is not a space. Signs
/// that both languages use count as Chinese next to Chinese. If the line break is between two such
/// signs, the nearest letter in each of the two lines decides. Footnotes and tags are skipped.
pub fn joins_lines(soft_break: Node<'_>) -> bool {
    let before = || soft_break.preceding_siblings().skip(1);
    let after = || soft_break.following_siblings().skip(1);
    if !may_join(before()) || !may_join(after()) {
        return false;
    }
    let mut before: Vec<String> = line_texts(before());
    before.reverse();
    let before = scripts(&before.concat());
    let after = scripts(&line_texts(after()).concat());
    let letter = |script: &&Script| **script != Script::Shared;
    match (before.last(), after.first()) {
        (Some(Script::Shared), Some(Script::Shared)) => {
            let letters = (before.iter().rev().find(letter), after.iter().find(letter));
            !matches!(letters, (None, None) | (Some(Script::Other), _) | (_, Some(Script::Other)))
        }
        (Some(before), Some(after)) => *before != Script::Other && *after != Script::Other,
        _ => false,
    }
}

/// Whether the first visible sibling contains non-ASCII text. Otherwise the line break is a space, and
/// the rest of the line need not be read.
fn may_join<'a>(mut siblings: impl Iterator<Item = Node<'a>>) -> bool {
    siblings.find(is_seen).is_some_and(|node| {
        let has_wide = |text: &str| !text.is_ascii();
        node.descendants().any(|node| match &node.data().value {
            NodeValue::Text(text) => has_wide(text),
            NodeValue::Code(code) => has_wide(&code.literal),
            NodeValue::Math(math) => has_wide(&math.literal),
            _ => false,
        })
    })
}

/// Returns the visible texts of the siblings up to the next line break.
fn line_texts<'a>(siblings: impl Iterator<Item = Node<'a>>) -> Vec<String> {
    let is_break =
        |node: &Node<'_>| matches!(node.data().value, NodeValue::SoftBreak | NodeValue::LineBreak);
    siblings.take_while(|node| !is_break(node)).filter(is_seen).map(text_of_line).collect()
}

/// Returns the visible text of a node, with its line breaks.
fn text_of_line(node: Node<'_>) -> String {
    let mut text = String::new();
    for node in node.descendants() {
        match &node.data().value {
            NodeValue::Text(words) => text.push_str(words),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::Math(math) => text.push_str(&math.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push('\n'),
            _ => {}
        }
    }
    text
}

fn is_seen(node: &Node<'_>) -> bool {
    !matches!(node.data().value, NodeValue::FootnoteReference(_) | NodeValue::HtmlInline(_))
}

/// Kind of text to which a character belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Chinese,
    /// A sign of both Chinese and other text.
    Shared,
    Other,
}

/// Returns the kinds of the characters of a text. A character and the selectors behind it, such as
/// those of `⚠️` and `1️⃣`, are one emoji.
fn scripts(text: &str) -> Vec<Script> {
    let mut scripts: Vec<Script> = Vec::new();
    for c in text.chars() {
        if matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{20e3}') {
            if let Some(last) = scripts.last_mut().filter(|last| **last == Script::Other) {
                *last = Script::Shared;
            }
            continue;
        }
        scripts.push(match c {
            _ if is_chinese(c) => Script::Chinese,
            _ if is_wide(c) || is_shared_sign(c) => Script::Shared,
            _ => Script::Other,
        });
    }
    scripts
}

/// Whether a character is a letter or mark of Chinese or Japanese; quotation marks are excluded,
/// because English uses them too.
fn is_chinese(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{ff01}'..='\u{ff9f}' | '\u{ffe0}'..='\u{ffe6}')
        || is_han(c)
}

/// Signs that are as wide as a Chinese character in Chinese text ("ambiguous" in UAX 11).
fn is_shared_sign(c: char) -> bool {
    matches!(c, '·' | '—' | '―' | '‖' | '‥' | '※' | '×' | '÷' | '±' | '°' | '§' | '′' | '″'
        | '\u{2100}'..='\u{23ff}' | '\u{2460}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{2e3a}' | '\u{2e3b}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns the 1-based first line of a node.
pub fn line_of(node: Node<'_>) -> u32 {
    u32::try_from(node.data().sourcepos.start.line).unwrap_or(u32::MAX)
}

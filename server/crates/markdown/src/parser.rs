//! Markdown parser options and limits.
//!
//! Rendering, segmentation, and lint rules use the same parser.

use std::time::{Duration, Instant};

use comrak::nodes::{AstNode, Node, NodeValue};
use comrak::{Arena, Options};

use crate::autolink;
use crate::flavor::Flavor;
use crate::literal_characters::{self, SourceText};
use crate::mdx;
use pailou_text_diff::script::{is_han, is_wide};

/// Time limit for parsing a page; a page that exceeds it is displayed as plain text.
const TIME: Duration = Duration::from_secs(2);

/// Error: the parser exceeded its time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooComplex;

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
    // By default, the parser uses the last of several footnote definitions with the same name; `footnote` uses the
    // first.
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

/// Returns the tree of the parser without the changes of [`restore_text`]. The tree may contain [`MARKERS`], and markup
/// that is text by the rules of Pailou.
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

/// Markers that the preparation of a text inserts.
const MARKERS: [&str; 2] = [autolink::END, mdx::INLINE];

/// Converts nodes back to text if they are not markup by the rules of Pailou and `literal_characters` could not escape
/// them. Removes the [`MARKERS`].
fn restore_text<'a>(arena: &'a Arena<'a>, root: Node<'a>, text: &str) {
    let has_marker = MARKERS.iter().any(|marker| text.contains(marker));
    if !has_marker && !text.contains(['~', '$']) {
        return;
    }
    let source = SourceText::new(text);
    let text_node = |text: String| arena.alloc(AstNode::from(NodeValue::Text(text.into())));
    let nodes: Vec<Node<'a>> = root.descendants().collect();
    for node in nodes {
        let value = node.data().value.clone();
        match &value {
            NodeValue::HtmlInline(html) if MARKERS.contains(&html.as_str()) => node.detach(),
            NodeValue::Math(math) if !literal_characters::is_math(node, math) => {
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

/// Whether a line break in the Markdown is omitted instead of displayed as a space: between Chinese characters, and
/// next to full-width punctuation. Characters that Chinese shares with other languages, such as quotation marks,
/// count as Chinese next to a Chinese character. If the line break is between two such characters, the nearest
/// letters in the two lines determine the result. Footnotes and tags are skipped.
pub fn joins_lines(soft_break: Node<'_>) -> bool {
    let (before, after) = (text_before(soft_break), text_after(soft_break));
    let is_spaced = |c: char| "，。、；：？！（）【】《》〈〉「」『』".contains(c);
    if before.ends_with(is_spaced) && !after.is_empty()
        || after.starts_with(is_spaced) && !before.is_empty()
    {
        return true;
    }
    let (before, after) = (scripts(&before), scripts(&after));
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

/// Maximum length of the text that is examined on each side of a line break, in bytes.
const MAX_SIDE: usize = 200;
/// Maximum number of nodes that are examined on each side of a line break.
const MAX_SIDE_NODES: usize = 100;

/// Returns the end of the visible text of the line that ends with `soft_break`.
fn text_before(soft_break: Node<'_>) -> String {
    let siblings = soft_break.preceding_siblings().skip(1);
    let siblings = siblings.take_while(|node| !is_break(node)).filter(is_visible);
    let mut parts: Vec<String> = Vec::new();
    let (mut length, mut left) = (0, MAX_SIDE_NODES);
    'siblings: for sibling in siblings {
        let mut node = last_descendant(sibling, &mut left);
        loop {
            let mut part = String::new();
            push_own_text(node, &mut part, |text| {
                &text[text.ceil_char_boundary(text.len().saturating_sub(MAX_SIDE))..]
            });
            length += part.len();
            parts.push(part);
            left = left.saturating_sub(1);
            if length > MAX_SIDE || left == 0 {
                break 'siblings;
            }
            if node.same_node(sibling) {
                break;
            }
            node = match (node.previous_sibling(), node.parent()) {
                (Some(previous), _) => last_descendant(previous, &mut left),
                (None, Some(parent)) => parent,
                (None, None) => break,
            };
        }
    }
    parts.reverse();
    parts.concat()
}

/// Returns the last descendant of a node, after at most `left` steps; subtracts the steps from `left`.
fn last_descendant<'a>(mut node: Node<'a>, left: &mut usize) -> Node<'a> {
    while let Some(last) = node.last_child().filter(|_| *left > 0) {
        node = last;
        *left -= 1;
    }
    node
}

/// Returns the beginning of the visible text of the line after `soft_break`.
fn text_after(soft_break: Node<'_>) -> String {
    let siblings = soft_break.following_siblings().skip(1);
    let siblings = siblings.take_while(|node| !is_break(node)).filter(is_visible);
    let mut text = String::new();
    for node in siblings.flat_map(|node| node.descendants()).take(MAX_SIDE_NODES) {
        push_own_text(node, &mut text, |text| &text[..text.floor_char_boundary(MAX_SIDE)]);
        if text.len() > MAX_SIDE {
            break;
        }
    }
    text
}

/// Appends the text of a node, without that of its children. `part` selects the part of the text.
fn push_own_text(node: Node<'_>, out: &mut String, part: impl Fn(&str) -> &str) {
    match &node.data().value {
        NodeValue::Text(text) => out.push_str(part(text)),
        NodeValue::Code(code) => out.push_str(part(&code.literal)),
        NodeValue::Math(math) => out.push_str(part(&math.literal)),
        NodeValue::SoftBreak | NodeValue::LineBreak => out.push('\n'),
        _ => {}
    }
}

fn is_break(node: &Node<'_>) -> bool {
    matches!(node.data().value, NodeValue::SoftBreak | NodeValue::LineBreak)
}

fn is_visible(node: &Node<'_>) -> bool {
    !matches!(node.data().value, NodeValue::FootnoteReference(_) | NodeValue::HtmlInline(_))
}

/// Kind of text to which a character belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Chinese,
    /// Punctuation or symbol that occurs in both Chinese and other text, or a space.
    Shared,
    Other,
}

/// Returns the kinds of the characters of a text; spaces count as shared. A character and the selectors after it,
/// such as those of `⚠️` and `1️⃣`, are one emoji.
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
            _ if c == ' ' || is_wide(c) || is_shared_symbol(c) => Script::Shared,
            _ => Script::Other,
        });
    }
    scripts
}

/// Whether a character is a letter or punctuation mark of Chinese or Japanese. Curly quotation marks are excluded,
/// because English uses them too.
fn is_chinese(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{ff01}'..='\u{ff9f}' | '\u{ffe0}'..='\u{ffe6}')
        || is_han(c)
}

/// Whether a symbol or emoji occurs in both Chinese and other text.
fn is_shared_symbol(c: char) -> bool {
    matches!(c, '·' | '—' | '―' | '‖' | '‥' | '※' | '×' | '÷' | '±' | '°' | '§' | '′' | '″'
        | '\u{2100}'..='\u{23ff}' | '\u{2460}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{2e3a}' | '\u{2e3b}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns the 1-based first line of a node.
pub fn line_of(node: Node<'_>) -> u32 {
    u32::try_from(node.data().sourcepos.start.line).unwrap_or(u32::MAX)
}

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

/// Returns the parser's tree, including markup that is text by the rules of this site.
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

/// Converts nodes that are text by the rules of this site: signs that `literal_signs` could not
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

/// Whether a line break in the source is between Chinese characters, where it is not a space. Signs
/// that both languages use count as Chinese next to Chinese. Footnotes and tags are skipped.
pub fn joins_lines(soft_break: Node<'_>) -> bool {
    let before = soft_break.preceding_siblings().skip(1).find(is_seen);
    let after = soft_break.following_siblings().skip(1).find(is_seen);
    let before = before.map(last_seen);
    let before = before.and_then(|node| edge_of(node, |text| text.chars().next_back()));
    let after = after.and_then(|node| {
        node.descendants().find_map(|node| edge_of(node, |text| text.chars().next()))
    });
    let is_either = |c: char| is_wide(c) || is_shared_sign(c) || is_chinese(c);
    before
        .zip(after)
        .is_some_and(|(a, b)| is_either(a) && is_either(b) && (is_chinese(a) || is_chinese(b)))
}

fn is_seen(node: &Node<'_>) -> bool {
    !matches!(node.data().value, NodeValue::FootnoteReference(_) | NodeValue::HtmlInline(_))
}

/// Returns the last visible descendant of a node.
fn last_seen<'a>(mut node: Node<'a>) -> Node<'a> {
    while let Some(last) = node.reverse_children().find(is_seen) {
        node = last;
    }
    node
}

/// Returns the character that `character` selects in the text of a node without its children.
fn edge_of(node: Node<'_>, character: impl Fn(&str) -> Option<char>) -> Option<char> {
    match &node.data().value {
        NodeValue::Text(text) => character(text),
        NodeValue::Code(code) => character(&code.literal),
        NodeValue::Math(math) => character(&math.literal),
        NodeValue::SoftBreak | NodeValue::LineBreak => Some('\n'),
        _ => None,
    }
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
        | '\u{2100}'..='\u{218f}' | '\u{2190}'..='\u{22ff}' | '\u{2460}'..='\u{27bf}'
        | '\u{1f300}'..='\u{1faff}')
}

/// Returns the 1-based first line of a node.
pub fn line_of(node: Node<'_>) -> u32 {
    u32::try_from(node.data().sourcepos.start.line).unwrap_or(u32::MAX)
}

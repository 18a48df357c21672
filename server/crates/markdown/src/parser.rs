//! Markdown parser options and limits.
//!
//! Pages, segments and lint rules use the same parser, so they see the same tree.

use std::time::{Duration, Instant};

use comrak::nodes::{Node, NodeValue};
use comrak::{Arena, Options};

/// A page that takes longer is shown as plain text. Real pages take a millisecond.
const TIME: Duration = Duration::from_secs(2);

/// The parser ran out of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooComplex;

/// What is parsed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Footnotes gathered at the end, definition lists.
    Reading,
    /// Every block where its author wrote it, with positions that can be trusted.
    Positions,
}

pub fn options(purpose: Purpose) -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.table = true;
    extension.autolink = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.inline_footnotes = true;
    extension.alerts = true;
    extension.block_directive = true;
    extension.cjk_friendly_emphasis = true;
    extension.math_dollars = true;
    extension.math_code = true;
    // The parser's positions inside definition lists are not reliable.
    extension.description_lists = purpose == Purpose::Reading;
    options.parse.leave_footnote_definitions = purpose == Purpose::Positions;
    // Raw HTML is passed on: all of the result goes through the sanitizer.
    options.render.r#unsafe = true;
    options
}

/// Parses prepared text within the time limit.
pub fn parse<'a>(
    arena: &'a Arena<'a>,
    text: &str,
    options: &Options<'_>,
) -> Result<Node<'a>, TooComplex> {
    let start = Instant::now();
    let root = comrak::try_parse_document(arena, text, options, &|| start.elapsed() > TIME)
        .map_err(|_| TooComplex)?;
    Ok(root)
}

/// The words of a block or inline, without raw HTML.
pub(crate) fn plain_text(node: Node<'_>) -> String {
    visible_text(node, &|_| false)
}

/// The words of a block or inline as a reader sees them. `is_shown` says which raw HTML is shown as text.
pub(crate) fn visible_text(node: Node<'_>, is_shown: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for node in node.descendants() {
        match &node.data().value {
            NodeValue::Text(words) => text.push_str(words),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::Math(math) => text.push_str(&math.literal),
            NodeValue::HtmlInline(html) if is_shown(html) => text.push_str(html),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// The 1-based line on which a node begins.
pub fn line_of(node: Node<'_>) -> u32 {
    u32::try_from(node.data().sourcepos.start.line).unwrap_or(u32::MAX)
}

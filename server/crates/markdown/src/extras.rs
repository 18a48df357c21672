//! Optional annotations of rendered HTML, as selected by callers: additional ids of headings, marks
//! on outdated blocks, numbers of segments, and boundaries of blocks.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};

use comrak::nodes::{Node, NodeValue};

use crate::fences;
use crate::heading::Heading;
use crate::writer::Page;

/// First character of a slot (placeholder in the HTML) that contains an attribute of the surrounding element instead of
/// HTML.
pub(super) const ATTRIBUTE: char = '\u{1}';

#[derive(Debug, Clone, Default)]
pub struct Extras {
    /// Additional ids of headings, by heading id.
    pub aliases: HashMap<String, Vec<String>>,
    /// Lines of the body on which outdated blocks begin; the blocks are marked.
    pub outdated_lines: HashSet<u32>,
    /// Whether the boundaries of blocks are recorded.
    pub blocks: bool,
    /// Segments by their first line in the body, each with the number that it shares with its
    /// counterpart; `None` for a segment without a counterpart.
    pub segments: HashMap<u32, Option<u32>>,
}

/// Annotations that the HTML writer adds to one page.
#[derive(Debug, Default)]
pub(crate) struct PageExtras {
    /// Additional ids of each heading.
    aliases: Vec<Vec<String>>,
    marked: HashSet<u32>,
    blocks: bool,
    segments: HashMap<u32, Option<u32>>,
    /// Number of the last written segment with a counterpart.
    last_segment: u32,
}

impl Extras {
    /// Selects the annotations of a page. Ids must be unique: an additional id is dropped if a heading or a
    /// previous additional id equals it. `earlier` contains the ids that other generators assign.
    pub(super) fn for_headings(
        &self,
        headings: &[Heading],
        earlier: Vec<Vec<String>>,
    ) -> PageExtras {
        let mut used_ids: HashSet<&str> =
            headings.iter().map(|heading| heading.id.as_str()).collect();
        let mut aliases: Vec<Vec<String>> = Vec::with_capacity(headings.len());
        for heading in headings {
            let heading_aliases = self.aliases.get(&heading.id).into_iter().flatten();
            aliases.push(heading_aliases.filter(|id| used_ids.insert(id)).cloned().collect());
        }
        let mut used_ids: HashSet<String> = used_ids.into_iter().map(str::to_owned).collect();
        for (aliases, ids) in aliases.iter_mut().zip(earlier) {
            aliases.extend(ids.into_iter().filter(|id| used_ids.insert(id.clone())));
        }
        PageExtras {
            aliases,
            marked: self.outdated_lines.clone(),
            blocks: self.blocks,
            segments: self.segments.clone(),
            last_segment: 0,
        }
    }
}

/// Writes the annotations that precede a node.
pub(super) fn before(page: &mut Page<'_, '_, '_>, node: Node<'_>) -> fmt::Result {
    let Some(parent) = node.parent() else { return Ok(()) };
    if page.user.extras.blocks && matches!(parent.data().value, NodeValue::Document) {
        let line = page.user.lines.original(crate::parser::line_of(node));
        let cut = page.user.own.cut(line);
        let slot = page.user.slot(cut);
        page.write_str(&slot)?;
    }
    let is_first = || node.preceding_siblings().skip(1).all(is_block_tag);
    if node.data().value.block() || is_block_tag(node) || !is_first() {
        return Ok(());
    }
    let line = crate::parser::line_of(parent);
    let segment = segment_at(page, line);
    page.write_str(&segment)?;
    if page.user.extras.marked.remove(&page.user.lines.original(line)) {
        let slot = page.user.slot("<span class=\"outdated-here\"></span>".to_owned());
        page.write_str(&slot)?;
    }
    Ok(())
}

/// Whether a node is the tag of a block element inside a paragraph.
pub(super) fn is_block_tag(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::HtmlInline(html) if fences::begins_html_block(html))
}

/// Returns a placeholder for the attribute that marks the surrounding element as the segment of this line; empty if no
/// segment begins on the line. A number that is one more than the previous number is omitted to keep the HTML small.
pub(super) fn segment_at(page: &mut Page<'_, '_, '_>, line: u32) -> String {
    let line = page.user.lines.original(line);
    let Some(number) = page.user.extras.segments.remove(&line) else { return String::new() };
    let attribute = match number {
        None => " data-segment=\"0\"".to_owned(),
        Some(number) => {
            let follows = number == page.user.extras.last_segment + 1;
            page.user.extras.last_segment = number;
            if follows { " data-segment".to_owned() } else { format!(" data-segment=\"{number}\"") }
        }
    };
    page.user.slot(format!("{ATTRIBUTE}{attribute}"))
}

/// Writes the additional ids of the heading with this number, inside the heading.
pub(super) fn further_ids(page: &mut Page<'_, '_, '_>, heading: usize) -> fmt::Result {
    let aliases = page.user.extras.aliases.get_mut(heading).map(std::mem::take);
    for alias in aliases.unwrap_or_default() {
        let id = page.user.own.value(&alias);
        write!(page, "<span id=\"{id}\"></span>")?;
    }
    Ok(())
}

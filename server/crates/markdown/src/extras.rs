//! Optional annotations of rendered HTML.
//!
//! Further ids of headings, marks at single lines, numbers of segments, cuts between blocks. Callers choose them.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};

use comrak::nodes::{Node, NodeValue};

use crate::heading::Heading;
use crate::writer::Page;

/// Before a slot that is an attribute of the block it stands in.
pub(super) const ATTRIBUTE: char = '\u{1}';

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct Extras {
    /// Ids that lead to a heading as well, by its own.
    pub aliases: HashMap<String, Vec<String>>,
    /// Lines of the body on which the first words are to be marked.
    pub marked: HashSet<u32>,
    /// Whether the blocks of the page are to be told apart.
    pub blocks: bool,
    /// Segments by the line of the body on which they begin, each with the number that it shares with its
    /// counterpart; none for a segment without one.
    pub segments: HashMap<u32, Option<u32>>,
}

/// The same, for the writer of one page.
#[derive(Debug, Default)]
pub(crate) struct SheetExtras {
    /// Of each heading.
    aliases: Vec<Vec<String>>,
    marked: HashSet<u32>,
    blocks: bool,
    segments: HashMap<u32, Option<u32>>,
    /// The number of the last segment that was written.
    last_segment: u32,
}

impl Extras {
    /// An id leads to one place only: an alias gives way to a heading, and to an alias before it.
    /// `earlier` are those that the headings had elsewhere.
    pub(super) fn for_headings(
        &self,
        headings: &[Heading],
        earlier: Vec<Vec<String>>,
    ) -> SheetExtras {
        let mut taken: HashSet<&str> = headings.iter().map(|heading| heading.id.as_str()).collect();
        let mut aliases: Vec<Vec<String>> = Vec::with_capacity(headings.len());
        for heading in headings {
            let wanted = self.aliases.get(&heading.id).into_iter().flatten();
            aliases.push(wanted.filter(|id| taken.insert(id)).cloned().collect());
        }
        let mut taken: HashSet<String> = taken.into_iter().map(str::to_owned).collect();
        for (aliases, ids) in aliases.iter_mut().zip(earlier) {
            aliases.extend(ids.into_iter().filter(|id| taken.insert(id.clone())));
        }
        SheetExtras {
            aliases,
            marked: self.marked.clone(),
            blocks: self.blocks,
            segments: self.segments.clone(),
            last_segment: 0,
        }
    }
}

/// The annotations before a node.
pub(super) fn before(page: &mut Page<'_, '_, '_>, node: Node<'_>) -> fmt::Result {
    let Some(parent) = node.parent() else { return Ok(()) };
    if page.user.extras.blocks && matches!(parent.data().value, NodeValue::Document) {
        let line = page.user.lines.original(crate::parser::line_of(node));
        let cut = page.user.own.cut(line);
        let slot = page.user.slot(cut);
        page.write_str(&slot)?;
    }
    if node.data().value.block() || node.previous_sibling().is_some() {
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

/// What marks the element around it as the segment that begins on this line; empty where none does. A segment that follows
/// the one before, as most do, needs no number: text of both languages in the same order costs next to nothing.
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

/// The further ids of the heading with this number, inside of it.
pub(super) fn further_ids(page: &mut Page<'_, '_, '_>, heading: usize) -> fmt::Result {
    let aliases = page.user.extras.aliases.get_mut(heading).map(std::mem::take);
    for alias in aliases.unwrap_or_default() {
        let id = page.user.own.value(&alias);
        write!(page, "<span id=\"{id}\"></span>")?;
    }
    Ok(())
}

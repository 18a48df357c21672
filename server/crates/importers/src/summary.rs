//! Parser of `SUMMARY.md` of mdBook and of the MkDocs plugin literate-nav: nested lists of links, and parts.

use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options, parse_document};

/// Maximum nesting depth; deeper chapters follow their ancestor at this depth.
const MAX_DEPTH: usize = 20;

#[derive(Debug)]
pub(crate) struct Chapter {
    pub(crate) title: String,
    /// Link target; `None` without a link, empty for a draft chapter.
    pub(crate) target: Option<String>,
    pub(crate) line: u32,
    pub(crate) children: Vec<Chapter>,
}

/// Parses prefix chapters, numbered chapters, suffix chapters, and parts. A part contains the chapters of the
/// lists below its heading.
pub(crate) fn chapters(text: &str) -> Vec<Chapter> {
    let arena = Arena::new();
    let document = parse_document(&arena, text, &Options::default());
    let mut top: Vec<Chapter> = Vec::new();
    let (mut is_first, mut in_part) = (true, false);
    for node in document.children() {
        let kind = node.data.borrow().value.clone();
        match kind {
            NodeValue::Heading(_) => {
                // A heading at the beginning is the title of the book; other headings are parts.
                in_part = !is_first;
                if in_part {
                    let title = text_of(node);
                    top.push(Chapter {
                        title,
                        target: None,
                        line: node_line(node),
                        children: Vec::new(),
                    });
                }
            }
            NodeValue::List(_) => {
                let read = chapters_of_list(node, 0);
                match top.last_mut().filter(|_| in_part) {
                    Some(part) => part.children.extend(read),
                    None => top.extend(read),
                }
            }
            NodeValue::Paragraph => {
                let links = node.children().filter_map(chapter_of_link);
                let before = top.len();
                top.extend(links);
                in_part &= top.len() == before;
            }
            NodeValue::ThematicBreak => in_part = false,
            NodeValue::HtmlBlock(_) => continue,
            _ => {}
        }
        is_first = false;
    }
    top
}

fn chapters_of_list<'a>(node: &'a AstNode<'a>, depth: usize) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for item in node.children() {
        let (mut inside, mut deeper) = (Vec::new(), Vec::new());
        let mut own: Option<Chapter> = None;
        for part in item.children() {
            let kind = part.data.borrow().value.clone();
            match kind {
                NodeValue::List(_) if depth < MAX_DEPTH => {
                    inside.extend(chapters_of_list(part, depth + 1))
                }
                NodeValue::List(_) => deeper.extend(flat_chapters(part)),
                NodeValue::Paragraph if own.is_none() => own = Some(chapter_of_paragraph(part)),
                _ => {}
            }
        }
        match own {
            Some(chapter) => chapters.push(Chapter { children: inside, ..chapter }),
            None => chapters.extend(inside),
        }
        chapters.append(&mut deeper);
    }
    chapters
}

/// Returns the chapters of a list and of all nested lists, as a flat list.
fn flat_chapters<'a>(node: &'a AstNode<'a>) -> impl Iterator<Item = Chapter> {
    let is_item = |node: &&'a AstNode<'a>| matches!(node.data.borrow().value, NodeValue::Item(_));
    let is_paragraph = |node: &&'a AstNode<'a>| node.data.borrow().value == NodeValue::Paragraph;
    let items = node.descendants().filter(is_item);
    items.filter_map(move |item| item.children().find(is_paragraph)).map(chapter_of_paragraph)
}

fn chapter_of_paragraph<'a>(node: &'a AstNode<'a>) -> Chapter {
    node.children().find_map(chapter_of_link).unwrap_or_else(|| Chapter {
        title: text_of(node),
        target: None,
        line: node_line(node),
        children: Vec::new(),
    })
}

fn chapter_of_link<'a>(node: &'a AstNode<'a>) -> Option<Chapter> {
    let url = match &node.data.borrow().value {
        NodeValue::Link(link) => link.url.clone(),
        _ => return None,
    };
    let target = url.replace("%20", " ");
    let target = target.strip_prefix("./").unwrap_or(&target).to_owned();
    Some(Chapter {
        title: text_of(node),
        target: Some(target),
        line: node_line(node),
        children: Vec::new(),
    })
}

fn node_line<'a>(node: &'a AstNode<'a>) -> u32 {
    u32::try_from(node.data.borrow().sourcepos.start.line.max(1)).unwrap_or(u32::MAX)
}

/// Returns the text of a node without markup.
fn text_of<'a>(node: &'a AstNode<'a>) -> String {
    let mut text = String::new();
    for inner in node.descendants() {
        match &inner.data.borrow().value {
            NodeValue::Text(piece) => text.push_str(piece),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            _ => {}
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_beyond_the_maximum_depth_are_kept() {
        let count = MAX_DEPTH + 5;
        let line = |at: usize| format!("{}- [c{at}](c{at}.md)\n", "  ".repeat(at));
        let text: String = (0..count).map(line).collect();
        let mut titles = Vec::new();
        let mut level = chapters(&text);
        while !level.is_empty() {
            titles.extend(level.iter().map(|chapter| chapter.title.clone()));
            level = level.into_iter().flat_map(|chapter| chapter.children).collect();
        }
        let expected: Vec<_> = (0..count).map(|at| format!("c{at}")).collect();
        assert_eq!(titles, expected);
    }
}

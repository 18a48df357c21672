//! Segmenter: walks the syntax tree and emits segments.

use comrak::nodes::{Node, NodeValue};

use crate::fingerprint::Content;
use crate::segment::Kind;
use pailou_markdown::callout::{self, Container};
use pailou_markdown::heading;
use pailou_markdown::parser;
use pailou_markdown::tabs;
use pailou_text_diff::line_map::LineMap;

/// Maximum nesting depth; a deeper block is one segment with all blocks in it.
const MAX_DEPTH: usize = 50;

/// A segment without its end, which is the start of the next one.
pub(crate) struct Unit {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
    pub(crate) content: Content,
    pub(crate) heading: Option<String>,
}

/// Returns the units below `root`, in order. Removes explicit ids from its headings.
pub(crate) fn units(root: Node<'_>, lines: &LineMap) -> Vec<Unit> {
    let heading_ids = heading::collect_headings(root).into_iter();
    let mut cutter = Segmenter { lines, units: Vec::new(), heading_ids };
    cutter.blocks(root, 0);
    cutter.units
}

struct Segmenter<'a> {
    lines: &'a LineMap,
    units: Vec<Unit>,
    heading_ids: std::vec::IntoIter<heading::Heading>,
}

impl Segmenter<'_> {
    fn blocks(&mut self, parent: Node<'_>, depth: usize) {
        for node in parent.children() {
            self.block(node, depth);
        }
    }

    fn block(&mut self, node: Node<'_>, depth: usize) {
        let data = node.data();
        let line = self.line_of(node);
        if depth > MAX_DEPTH {
            return self.add(Kind::Paragraph, line, Content::of(node));
        }
        match &data.value {
            NodeValue::Heading(heading) => {
                self.add(Kind::Heading(heading.level), line, Content::of(node));
                let id = self.heading_ids.next().map(|heading| heading.id);
                if let Some(unit) =
                    self.units.last_mut().filter(|unit| matches!(unit.kind, Kind::Heading(_)))
                {
                    unit.heading = id;
                }
            }
            NodeValue::List(_) | NodeValue::FootnoteDefinition(_) => self.blocks(node, depth + 1),
            NodeValue::Item(_) | NodeValue::TaskItem(_) => self.item(node, line, depth),
            NodeValue::BlockDirective(directive) => {
                self.add(Kind::Container, line, container(&directive.info));
                self.blocks(node, depth + 1);
            }
            NodeValue::Table(_) => {
                for (number, row) in node.children().enumerate() {
                    let kind = if number == 0 { Kind::Table } else { Kind::TableRow };
                    self.add(kind, self.line_of(row), Content::of(row));
                }
            }
            NodeValue::BlockQuote | NodeValue::Alert(_) => {
                self.skip_headings(node);
                self.add(Kind::Quote, line, Content::of(node));
            }
            NodeValue::CodeBlock(_) => self.add(Kind::Code, line, Content::of(node)),
            NodeValue::HtmlBlock(html) if tabs::title_of(&html.literal).is_some() => {
                let title = tabs::title_of(&html.literal).unwrap_or_default();
                self.add(Kind::Container, line, named("tab", Some(title)));
            }
            NodeValue::HtmlBlock(_) => self.add(Kind::Html, line, Content::of(node)),
            NodeValue::ThematicBreak => self.add(Kind::ThematicBreak, line, Content::of(node)),
            _ => self.add(Kind::Paragraph, line, Content::of(node)),
        }
    }

    /// Returns the line of a node in the source text.
    fn line_of(&self, node: Node<'_>) -> usize {
        usize::try_from(self.lines.original(parser::line_of(node).max(1))).unwrap_or(usize::MAX)
    }

    /// Adds a list item: its first paragraph is one segment, further blocks are separate ones.
    fn item(&mut self, node: Node<'_>, line: usize, depth: usize) {
        let first = node.first_child();
        let is_text = first.is_none_or(|first| matches!(first.data().value, NodeValue::Paragraph));
        if is_text {
            let mut content = first.map(Content::of).unwrap_or_default();
            if let NodeValue::TaskItem(task) = &node.data().value {
                content.mark("task", if task.symbol.is_some() { "x" } else { "" });
            }
            self.add(Kind::ListItem, line, content);
        }
        for child in node.children().skip(usize::from(is_text)) {
            self.block(child, depth + 1);
        }
    }

    /// Skips the headings in a quote, which belong to its segment.
    fn skip_headings(&mut self, quote: Node<'_>) {
        for _ in
            quote.descendants().filter(|node| matches!(node.data().value, NodeValue::Heading(_)))
        {
            self.heading_ids.next();
        }
    }

    /// Adds a unit. Segments are whole lines: content on the line of the previous segment is
    /// appended to it.
    fn add(&mut self, kind: Kind, line: usize, content: Content) {
        match self.units.last_mut() {
            Some(last) if line <= last.line => {
                last.content.append(&content);
            }
            _ => self.units.push(Unit { kind, line, content, heading: None }),
        }
    }
}

fn container(info: &str) -> Content {
    let (name, title) = match callout::parse_container(info) {
        Container::Callout { tone, title, .. } => (tone.name().to_owned(), title),
        Container::Details { title, .. } => ("details".to_owned(), title),
        Container::Tabs => ("tabs".to_owned(), None),
        Container::CodeGroup => ("code-group".to_owned(), None),
        Container::Plain { name, title } => (name, title),
    };
    named(&name, title)
}

fn named(name: &str, title: Option<String>) -> Content {
    let mut content = Content::plain(title.unwrap_or_default());
    content.mark("container", name);
    content
}

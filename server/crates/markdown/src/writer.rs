//! HTML writer.
//!
//! Writes the syntax tree as HTML that is sanitized later. The renderer's own markup has a `TrustedMarker`, so
//! that raw HTML of an author cannot imitate it.

use std::collections::HashSet;
use std::fmt::{self, Write};

use comrak::html::{ChildRendering, Context, format_document_with_formatter, format_node_default};
use comrak::nodes::{Node, NodeValue};
use comrak::options::Plugins;
use core_wasm::locale::Locale;

use crate::block::{cell_html, code_html, container_html, side, task_html};
use crate::callout::{self, Container, Tone};
use crate::extras::{self, PageExtras};
use crate::flavor::Flavor;
use crate::footnote::{self, definition_html, reference_html};
use crate::heading::Heading;
use crate::math::math_html;
use crate::{parser, raw_html, tabs};
use pailou_content::issue::Issue;
use pailou_sanitize::trusted_markup::TrustedMarker;
use pailou_text_diff::line_map::LineMap;

/// Maximum nesting depth; deeper lists, quotes, and emphasis are omitted, and their text is
/// retained.
const MAX_DEPTH: usize = 60;

/// Input and state of the writer.
pub(crate) struct WriterState<'a> {
    pub(crate) own: &'a TrustedMarker,
    pub(crate) locale: Locale,
    pub(crate) flavor: Flavor,
    pub(crate) headings: &'a [Heading],
    pub(super) lines: &'a LineMap,
    /// Index of the title heading. Only its anchors are written.
    pub(crate) title: Option<usize>,
    /// Annotations of headings, lines, and segments.
    pub(crate) extras: PageExtras,
    /// Whether raw HTML is displayed as text.
    pub(crate) escapes_html: bool,
    /// Names in angle brackets that are displayed as text, such as `<your-name>`.
    pub(crate) placeholders: HashSet<String>,
    pub(crate) has_foreign_html: bool,
    /// Finished HTML parts that replace placeholders after sanitizing, indexed by the number of the placeholder.
    pub(crate) slots: Vec<String>,
    pub(super) issues: Vec<Issue>,
    next_heading: usize,
    pub(super) footnotes: usize,
    depth: usize,
    /// Open tab groups.
    pub(super) groups: Vec<tabs::Group>,
    pub(super) groups_begun: usize,
    /// Alignment of each column of the current table.
    pub(super) alignments: Vec<Option<&'static str>>,
    pub(super) column: usize,
}

impl<'a> WriterState<'a> {
    pub(crate) fn new(
        own: &'a TrustedMarker,
        (locale, flavor): (Locale, Flavor),
        headings: &'a [Heading],
        lines: &'a LineMap,
    ) -> Self {
        Self {
            own,
            locale,
            flavor,
            headings,
            lines,
            title: None,
            extras: PageExtras::default(),
            escapes_html: false,
            placeholders: HashSet::new(),
            has_foreign_html: false,
            slots: Vec::new(),
            issues: Vec::new(),
            next_heading: 0,
            footnotes: 0,
            depth: 0,
            groups: Vec::new(),
            groups_begun: 0,
            alignments: Vec::new(),
            column: 0,
        }
    }

    pub(super) fn slot(&mut self, html: String) -> String {
        self.slots.push(html);
        self.own.slot(self.slots.len() - 1)
    }
}

pub(super) type Page<'o, 'c, 's> = Context<'o, 'c, WriterState<'s>>;
pub(super) type Written = Result<ChildRendering, fmt::Error>;

/// Returns the HTML of the page before sanitizing, the slots (HTML that replaces its placeholders), and issues.
pub(crate) fn write_page(
    root: Node<'_>,
    options: &comrak::Options<'_>,
    sheet: WriterState<'_>,
) -> (String, Vec<String>, Vec<Issue>) {
    let mut html = String::new();
    let plugins = Plugins::default();
    // Writing to a string does not fail.
    let sheet =
        format_document_with_formatter(root, options, &mut html, &plugins, node_html, sheet).ok();
    let Some(sheet) = sheet else { return (html, Vec::new(), Vec::new()) };
    if sheet.footnotes > 0 {
        html.push_str("</ol></section>\n");
    }
    (html, sheet.slots, sheet.issues)
}

fn node_html(page: &mut Page<'_, '_, '_>, node: Node<'_>, entering: bool) -> Written {
    let nests = nests(&node.data().value);
    if nests && entering {
        page.user.depth += 1;
    }
    let too_deep = nests && page.user.depth > MAX_DEPTH;
    if nests && !entering {
        page.user.depth -= 1;
    }
    if too_deep {
        return Ok(ChildRendering::HTML);
    }
    if entering {
        extras::before(page, node)?;
    }
    let tab = if page.user.depth <= MAX_DEPTH && !page.user.groups.is_empty() {
        tabs::begins_with(node)
    } else {
        None
    };
    if let Some(title) = tab.as_ref().filter(|_| entering) {
        tabs::open_tab(page, title)?;
    }
    match &node.data().value {
        NodeValue::Heading(heading) => heading_html(page, node, heading.level, entering),
        NodeValue::CodeBlock(code) => code_html(page, node, code, tab.is_some(), entering),
        NodeValue::Math(math) => math_html(page, node, math, entering),
        NodeValue::Table(table) => {
            page.user.alignments =
                table.alignments.iter().map(|alignment| side(*alignment)).collect();
            format_node_default(page, node, entering)
        }
        NodeValue::TableRow(_) => {
            page.user.column = 0;
            format_node_default(page, node, entering)
        }
        NodeValue::TableCell => cell_html(page, node, entering),
        NodeValue::TaskItem(task) => task_html(page, task, entering),
        NodeValue::Alert(alert) => {
            let (tone, title) = (Tone::of_alert(alert.alert_type), alert.title.clone());
            container_html(page, &Container::Callout { tone, title, has_title: true }, entering)
        }
        NodeValue::BlockDirective(directive) => {
            container_html(page, &callout::parse_container(&directive.info), entering)
        }
        NodeValue::FootnoteReference(reference) => reference_html(page, reference, entering),
        NodeValue::FootnoteDefinition(definition) => definition_html(page, definition, entering),
        NodeValue::HtmlBlock(_) if tab.is_some() => Ok(ChildRendering::HTML),
        NodeValue::HtmlBlock(_) | NodeValue::HtmlInline(_) => raw_html(page, node, entering),
        NodeValue::SoftBreak => soft_break(page, node, entering),
        // The paragraph begins with block elements, which are not allowed in a `<p>` element.
        NodeValue::Paragraph if node.first_child().is_some_and(extras::is_block_tag) => {
            page.cr()?;
            Ok(ChildRendering::HTML)
        }
        _ => format_node_default(page, node, entering),
    }
}

/// Whether a node can be nested without limit.
fn nests(value: &NodeValue) -> bool {
    matches!(
        value,
        NodeValue::BlockQuote
            | NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::BlockDirective(_)
            | NodeValue::Alert(_)
            | NodeValue::Emph
            | NodeValue::Strong
            | NodeValue::Strikethrough
            | NodeValue::Link(_)
            | NodeValue::DescriptionList
    )
}

/// Writes a heading as `h2` or lower; for the title heading, writes only its anchors.
fn heading_html(page: &mut Page<'_, '_, '_>, node: Node<'_>, level: u8, entering: bool) -> Written {
    let at = page.user.next_heading;
    let is_title = page.user.title == Some(at);
    if !entering {
        page.user.next_heading += 1;
        if !is_title {
            writeln!(page, "</h{}>", level.max(2))?;
        }
        return Ok(ChildRendering::HTML);
    }
    page.cr()?;
    let headings = page.user.headings;
    let id = headings.get(at).map_or("", |heading| &heading.id);
    let id = page.user.own.value(id);
    if is_title {
        write!(page, "<span id=\"{id}\"></span>")?;
        extras::further_ids(page, at)?;
        footnote::write_title_anchors(page, node)?;
        page.write_str("\n")?;
        return Ok(ChildRendering::Skip);
    }
    write!(page, "<h{} id=\"{id}\">", level.max(2))?;
    extras::further_ids(page, at)?;
    Ok(ChildRendering::HTML)
}

fn raw_html(page: &mut Page<'_, '_, '_>, node: Node<'_>, entering: bool) -> Written {
    if !entering {
        return Ok(ChildRendering::HTML);
    }
    let data = node.data();
    let (html, is_block) = match &data.value {
        NodeValue::HtmlBlock(block) => (&block.literal, true),
        NodeValue::HtmlInline(literal) => (literal, false),
        _ => return Ok(ChildRendering::HTML),
    };
    if page.user.escapes_html {
        page.write_str(if is_block { "<p>" } else { "" })?;
        page.escape(html)?;
        page.write_str(if is_block { "</p>\n" } else { "" })?;
        return Ok(ChildRendering::HTML);
    }
    for (breaks, size) in raw_html::unread_sizes(html) {
        let line = parser::line_of(node) + breaks;
        page.user.issues.push(Issue::note("image-size-dropped", line, size));
    }
    if let Some(rewritten) =
        raw_html::rewrite(html, &page.user.placeholders, page.user.has_foreign_html)
    {
        page.write_str(&rewritten)?;
    } else {
        page.write_str(html)?;
    }
    Ok(ChildRendering::HTML)
}

/// Writes a line break in the Markdown as a line break, which browsers display as a space. Omits it if
/// [`parser::joins_lines`] returns true, for example between two Chinese characters.
fn soft_break(page: &mut Page<'_, '_, '_>, node: Node<'_>, entering: bool) -> Written {
    if entering && !parser::joins_lines(node) {
        page.write_str("\n")?;
    }
    Ok(ChildRendering::HTML)
}

//! HTML writer.
//!
//! Writes the syntax tree for the sanitizer. Markup of the renderer is marked, so that raw HTML of an author cannot
//! imitate it.

use std::collections::HashSet;
use std::fmt::{self, Write};

use comrak::html::{ChildRendering, Context, format_document_with_formatter, format_node_default};
use comrak::nodes::{Node, NodeValue};
use comrak::options::Plugins;
use core_wasm::locale::Locale;

use crate::block::{cell_html, code_html, container_html, side, task_html};
use crate::callout::{self, Container, Tone};
use crate::extras::{self, SheetExtras};
use crate::flavor::Flavor;
use crate::footnote::{self, definition_html, reference_html};
use crate::heading::Heading;
use crate::math::math_html;
use crate::{parser, raw_html, tabs};
use pailou_content::issue::Issue;
use pailou_sanitize::trusted_markup::TrustedMarker;
use pailou_text_diff::line_map::Lines;

/// Deeper than this, the text stays but its lists, quotes and emphasis are left out.
const MAX_DEPTH: usize = 60;

/// What the writer is given and what it leaves behind.
pub(crate) struct WriterState<'a> {
    pub(crate) own: &'a TrustedMarker,
    pub(crate) locale: Locale,
    pub(crate) flavor: Flavor,
    pub(crate) headings: &'a [Heading],
    pub(super) lines: &'a Lines,
    /// Which heading is the title: the page prints it, here only its anchor remains.
    pub(crate) title: Option<usize>,
    /// What is put in beside the text.
    pub(crate) extras: SheetExtras,
    /// Raw HTML is shown as text.
    pub(crate) escapes_html: bool,
    /// Names that look like elements and are text.
    pub(crate) placeholders: HashSet<String>,
    /// Finished pieces that are put in after sanitizing, by number.
    pub(crate) slots: Vec<String>,
    /// What could not be shown as its author meant it.
    pub(super) issues: Vec<Issue>,
    next_heading: usize,
    pub(super) footnotes: usize,
    depth: usize,
    /// Groups of tabs around what is being written, and how many there were on the page.
    pub(super) groups: Vec<tabs::Group>,
    pub(super) groups_begun: usize,
    /// Of the table at hand: where its columns are aligned, and which column comes next.
    pub(super) sides: Vec<Option<&'static str>>,
    pub(super) column: usize,
}

impl<'a> WriterState<'a> {
    pub(crate) fn new(
        own: &'a TrustedMarker,
        (locale, flavor): (Locale, Flavor),
        headings: &'a [Heading],
        lines: &'a Lines,
    ) -> Self {
        Self {
            own,
            locale,
            flavor,
            headings,
            lines,
            title: None,
            extras: SheetExtras::default(),
            escapes_html: false,
            placeholders: HashSet::new(),
            slots: Vec::new(),
            issues: Vec::new(),
            next_heading: 0,
            footnotes: 0,
            depth: 0,
            groups: Vec::new(),
            groups_begun: 0,
            sides: Vec::new(),
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

/// The page's HTML before sanitizing, its slots, and what is to be reported.
pub(crate) fn write(
    root: Node<'_>,
    options: &comrak::Options<'_>,
    sheet: WriterState<'_>,
) -> (String, Vec<String>, Vec<Issue>) {
    let mut html = String::new();
    let plugins = Plugins::default();
    // Writing to a string does not fail; if it ever did, the part already written is what is shown.
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
            page.user.sides = table.alignments.iter().map(|alignment| side(*alignment)).collect();
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
            container_html(page, &callout::read(&directive.info), entering)
        }
        NodeValue::FootnoteReference(reference) => reference_html(page, reference, entering),
        NodeValue::FootnoteDefinition(definition) => definition_html(page, definition, entering),
        NodeValue::HtmlBlock(_) if tab.is_some() => Ok(ChildRendering::HTML),
        NodeValue::HtmlBlock(_) | NodeValue::HtmlInline(_) => raw_html(page, node, entering),
        NodeValue::SoftBreak => soft_break(page, node, entering),
        _ => format_node_default(page, node, entering),
    }
}

/// What an author can pile up without end.
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

/// The page has one `h1`, its title: a further one is written as `h2`.
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
        footnote::title_places(page, node)?;
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
    } else if let Some(rewritten) = raw_html::rewrite(html, &page.user.placeholders) {
        page.write_str(&rewritten)?;
    } else {
        page.write_str(html)?;
    }
    Ok(ChildRendering::HTML)
}

/// Between two Chinese characters a line break of the source is no blank.
fn soft_break(page: &mut Page<'_, '_, '_>, node: Node<'_>, entering: bool) -> Written {
    if entering && !parser::joins_lines(node) {
        page.write_str("\n")?;
    }
    Ok(ChildRendering::HTML)
}

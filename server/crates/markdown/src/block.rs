//! Rendering of code blocks, table cells, task items, and containers.

use std::fmt::Write;

use comrak::html::ChildRendering;
use comrak::nodes::{Node, NodeCodeBlock, NodeTaskItem, NodeValue, TableAlignment};
use core_wasm::locale::Locale;

use crate::callout::{self, Container};
use crate::code;
use crate::extras;
use crate::fence::Info;
use crate::math;
use crate::parser::{line_of, plain_text};
use crate::tabs;
use crate::title;
use crate::writer::{Page, Written};
use pailou_content::issue::Issue;

pub(super) fn code_html(
    page: &mut Page<'_, '_, '_>,
    node: Node<'_>,
    code: &NodeCodeBlock,
    has_tab: bool,
    entering: bool,
) -> Written {
    if entering {
        let info = Info::read(&code.info);
        if info.language == "math" {
            math::block_html(page, node, &code.literal)?;
            return Ok(ChildRendering::HTML);
        }
        let (html, mistakes) = code::html_and_mistakes(&info, &code.literal);
        let line = line_of(node);
        for (at, code, detail) in mistakes {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            page.user.issues.push(Issue::warning(code, line.saturating_add(at), detail));
        }
        let segment = extras::segment_at(page, line);
        let slot = segment + &page.user.slot(html);
        page.cr()?;
        match info.title.as_ref().filter(|_| !has_tab) {
            Some(title) => {
                let class = page.user.own.value("code-figure");
                write!(page, "<figure class=\"{class}\"><figcaption>")?;
                page.escape(title)?;
                writeln!(page, "</figcaption><pre>{slot}</pre></figure>")?;
            }
            None => writeln!(page, "<pre>{slot}</pre>")?,
        }
    }
    Ok(ChildRendering::HTML)
}

pub(super) fn cell_html(page: &mut Page<'_, '_, '_>, cell: Node<'_>, entering: bool) -> Written {
    let is_header =
        cell.parent().is_some_and(|row| matches!(row.data().value, NodeValue::TableRow(true)));
    let tag = if is_header { "th" } else { "td" };
    if !entering {
        write!(page, "</{tag}>")?;
        return Ok(ChildRendering::HTML);
    }
    page.cr()?;
    write!(page, "<{tag}")?;
    let side = page.user.alignments.get(page.user.column).copied().flatten();
    page.user.column += 1;
    if let Some(side) = side {
        let side = page.user.own.value(side);
        write!(page, " data-align=\"{side}\"")?;
    }
    if !is_header && is_prose(&plain_text(cell)) {
        let class = page.user.own.value(PROSE_CELL);
        write!(page, " class=\"{class}\"")?;
    }
    page.write_str(">")?;
    Ok(ChildRendering::HTML)
}

/// Class of a table cell with long text. The stylesheet sets a minimum width for such a cell.
const PROSE_CELL: &str = "prose-cell";
/// Width of the text above which a cell gets the class [`PROSE_CELL`]. An ASCII character counts as
/// one, any other character as two.
const PROSE_WIDTH: usize = 60;

/// Whether the text of a cell is long and can be broken into lines.
fn is_prose(text: &str) -> bool {
    let width = |c: char| if c.is_ascii() { 1 } else { 2 };
    let can_break = text.trim().contains(char::is_whitespace) || !text.is_ascii();
    can_break && text.chars().map(width).sum::<usize>() > PROSE_WIDTH
}

pub(super) fn side(alignment: TableAlignment) -> Option<&'static str> {
    match alignment {
        TableAlignment::None => None,
        TableAlignment::Left => Some("start"),
        TableAlignment::Center => Some("center"),
        TableAlignment::Right => Some("end"),
    }
}

pub(super) fn task_html(
    page: &mut Page<'_, '_, '_>,
    task: &NodeTaskItem,
    entering: bool,
) -> Written {
    if !entering {
        page.write_str("</li>\n")?;
        return Ok(ChildRendering::HTML);
    }
    let is_done = task.symbol.is_some();
    let label = match (page.user.locale, is_done) {
        (Locale::Zh, true) => "已完成",
        (Locale::Zh, false) => "未完成",
        (Locale::En, true) => "done",
        (Locale::En, false) => "to do",
    };
    let checked = if is_done { " checked" } else { "" };
    let slot = page
        .user
        .slot(format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\">"));
    let class = page.user.own.value("task");
    page.cr()?;
    write!(page, "<li class=\"{class}\">{slot} ")?;
    Ok(ChildRendering::HTML)
}

pub(super) fn container_html(
    page: &mut Page<'_, '_, '_>,
    container: &Container,
    entering: bool,
) -> Written {
    page.cr()?;
    let (own, locale) = (page.user.own, page.user.locale);
    match (container, entering) {
        (Container::Plain { title: Some(title), .. }, true) => {
            page.write_str("<p><strong>")?;
            title::write_title(page, title)?;
            page.write_str("</strong></p>\n")?;
        }
        (Container::Plain { .. }, _) => {}
        (Container::Tabs | Container::CodeGroup, true) => tabs::open_group(page)?,
        (Container::Tabs | Container::CodeGroup, false) => tabs::close_group(page)?,
        (Container::Callout { .. }, false) => page.write_str("</div>\n")?,
        (Container::Details { .. }, false) => page.write_str("</details>\n")?,
        (Container::Callout { tone, title, has_title }, true) => {
            let (class, data) = (own.value("callout"), own.value(tone.name()));
            writeln!(page, "<div class=\"{class}\" data-tone=\"{data}\">")?;
            if *has_title {
                let class = own.value("callout-title");
                write!(page, "<p class=\"{class}\">")?;
                title::write_title(page, title.as_deref().unwrap_or(tone.title(locale)))?;
                page.write_str("</p>\n")?;
            }
        }
        (Container::Details { title, is_open, tone }, true) => {
            let open = if *is_open { " open" } else { "" };
            write!(page, "<details{open}>\n<summary>")?;
            let own = tone.map_or(callout::details_title(locale), |tone| tone.title(locale));
            title::write_title(page, title.as_deref().unwrap_or(own))?;
            page.write_str("</summary>\n")?;
        }
    }
    Ok(ChildRendering::HTML)
}

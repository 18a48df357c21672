//! Rendering of footnotes.

use std::fmt::Write;

use comrak::html::ChildRendering;
use comrak::nodes::{NodeFootnoteDefinition, NodeFootnoteReference};
use core_wasm::locale::Locale;

use crate::writer::{Page, Written};

pub(super) fn reference_html(
    page: &mut Page<'_, '_, '_>,
    reference: &NodeFootnoteReference,
    entering: bool,
) -> Written {
    if entering {
        let (own, number, turn) = (page.user.own, reference.ix, reference.ref_num);
        let (class, id) = (own.value("footnote-ref"), own.value(&reference_id(number, turn)));
        write!(
            page,
            "<sup class=\"{class}\"><a href=\"#fn-{number}\" id=\"{id}\">{number}</a></sup>"
        )?;
    }
    Ok(ChildRendering::HTML)
}

pub(super) fn definition_html(
    page: &mut Page<'_, '_, '_>,
    definition: &NodeFootnoteDefinition,
    entering: bool,
) -> Written {
    let own = page.user.own;
    if entering {
        page.cr()?;
        if page.user.footnotes == 0 {
            let class = own.value("footnotes");
            writeln!(page, "<section class=\"{class}\">\n<ol>")?;
        }
        page.user.footnotes += 1;
        let id = own.value(&format!("fn-{}", page.user.footnotes));
        write!(page, "<li id=\"{id}\">")?;
        return Ok(ChildRendering::HTML);
    }
    let number = u32::try_from(page.user.footnotes).unwrap_or(u32::MAX);
    let class = own.value("footnote-back");
    for turn in 1..=definition.total_references.min(100) {
        let label = match page.user.locale {
            Locale::Zh => format!("回到引用 {number}"),
            Locale::En => format!("Back to reference {number}"),
        };
        let (id, label) = (reference_id(number, turn), own.value(&label));
        write!(page, " <a class=\"{class}\" href=\"#{id}\" aria-label=\"{label}\">↩</a>")?;
    }
    page.write_str("</li>\n")?;
    Ok(ChildRendering::HTML)
}

fn reference_id(number: u32, turn: u32) -> String {
    if turn > 1 { format!("fnref-{number}-{turn}") } else { format!("fnref-{number}") }
}

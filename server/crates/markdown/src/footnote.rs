//! Footnotes: numbering, order, and rendering.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use comrak::html::ChildRendering;
use comrak::nodes::{Node, NodeFootnoteDefinition, NodeFootnoteReference, NodeValue};
use core_wasm::locale::Locale;

use crate::parser::line_of;
use crate::writer::{Page, Written};
use pailou_content::issue::Issue;

/// Numbers the references in page order, and moves the definitions with references to the end of the page. Other
/// definitions are removed and reported: those without a reference, and all but the first with the same name (GFM).
pub(crate) fn arrange<'a>(root: Node<'a>) -> Vec<Issue> {
    let (definitions, mut issues) = take_definitions(root);
    if definitions.is_empty() {
        return issues;
    }
    // References in definitions are numbered after the references in the text.
    let mut numbered: Vec<(Node<'a>, u32)> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    number_references(root, &definitions, &mut numbers, &mut numbered);
    let mut next = 0;
    while let Some((definition, _)) = numbered.get(next).copied() {
        number_references(definition, &definitions, &mut numbers, &mut numbered);
        next += 1;
    }
    for (definition, total) in numbered {
        if let NodeValue::FootnoteDefinition(value) = &mut definition.data_mut().value {
            value.total_references = total;
        }
        root.append(definition);
    }
    let unused = definitions.iter().filter(|(name, _)| !numbers.contains_key(*name));
    issues.extend(unused.map(|(_, definition)| issue("footnote-unused", definition)));
    issues
}

fn issue(code: &'static str, definition: Node<'_>) -> Issue {
    let name = match &definition.data().value {
        NodeValue::FootnoteDefinition(value) => format!("[^{}]", value.name),
        _ => String::new(),
    };
    Issue::warning(code, line_of(definition), name)
}

/// Removes a definition, and the quotes and list items around it that contain nothing else.
fn remove_definition(definition: Node<'_>) {
    let mut around = definition.parent();
    definition.detach();
    while let Some(empty) = around {
        let is_container = matches!(
            empty.data().value,
            NodeValue::BlockQuote | NodeValue::List(_) | NodeValue::Item(_)
        );
        if !is_container || empty.first_child().is_some() {
            break;
        }
        around = empty.parent();
        empty.detach();
    }
}

/// Removes all definitions from the tree. Returns the first definition of each name, and issues for the others.
fn take_definitions<'a>(root: Node<'a>) -> (HashMap<String, Node<'a>>, Vec<Issue>) {
    let is_definition =
        |node: &Node<'a>| matches!(node.data().value, NodeValue::FootnoteDefinition(_));
    let nodes: Vec<Node<'a>> = root.descendants().filter(is_definition).collect();
    let (mut definitions, mut issues) = (HashMap::new(), Vec::new());
    for node in nodes {
        remove_definition(node);
        let name = match &node.data().value {
            NodeValue::FootnoteDefinition(definition) => definition.name.clone(),
            _ => continue,
        };
        match definitions.entry(folded(&name)) {
            Entry::Vacant(vacant) => {
                vacant.insert(node);
            }
            Entry::Occupied(_) => issues.push(issue("footnote-repeated", node)),
        }
    }
    (definitions, issues)
}

/// Numbers the references below `node`; `numbered` contains the definitions in order, each with its
/// number of references.
fn number_references<'a>(
    node: Node<'a>,
    definitions: &HashMap<String, Node<'a>>,
    numbers: &mut HashMap<String, usize>,
    numbered: &mut Vec<(Node<'a>, u32)>,
) {
    for node in node.descendants() {
        let mut data = node.data_mut();
        let NodeValue::FootnoteReference(reference) = &mut data.value else { continue };
        let name = folded(&reference.name);
        let Some(definition) = definitions.get(&name) else { continue };
        let at = *numbers.entry(name).or_insert_with(|| {
            numbered.push((*definition, 0));
            numbered.len() - 1
        });
        numbered[at].1 += 1;
        reference.ix = u32::try_from(at + 1).unwrap_or(u32::MAX);
        reference.ref_num = numbered[at].1;
    }
}

/// Normalizes a name: names that differ only in case or white space are equal (GFM).
fn folded(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_uppercase().to_lowercase()
}

/// Writes anchors for the footnote references in a title, because the displayed title omits the references.
pub(super) fn write_title_anchors(page: &mut Page<'_, '_, '_>, title: Node<'_>) -> fmt::Result {
    for node in title.descendants() {
        if let NodeValue::FootnoteReference(reference) = &node.data().value {
            let id = page.user.own.value(&reference_id(reference.ix, reference.ref_num));
            write!(page, "<span id=\"{id}\"></span>")?;
        }
    }
    Ok(())
}

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

//! Conversion of quoted answers to API replies: citations with links, and the answer as Markdown.

use core_wasm::locale::Locale;

use crate::answer::{Quotation, QuotedAnswer, QuotedPart};
use crate::api::{AskReply, Citation, CitedPart, PartKind};
use crate::text_fragment::text_fragment;
use pailou_content::page_path::encode;

/// Builds the reply to a client. Outdated passages are marked later, because that requires the database.
pub(crate) fn build_reply(id: String, locale: Locale, answer: QuotedAnswer) -> AskReply {
    let numbered = (1..).zip(answer.quotations);
    let citations: Vec<Citation> =
        numbered.map(|(n, quotation)| to_citation(n, quotation)).collect();
    AskReply {
        id,
        state: answer.state.into(),
        locale: locale.tag().to_owned(),
        answer: markdown(&citations),
        citations,
        follow_ups: answer.follow_ups,
        model: None,
        notice: None,
        approved: None,
        handover: None,
    }
}

fn to_citation(n: u32, quotation: Quotation) -> Citation {
    let anchor = quotation.anchor.as_deref().map(|anchor| format!("#{}", encode(anchor)));
    let url = format!("{}{}", quotation.page_url, anchor.as_deref().unwrap_or_default());
    let hash = if anchor.is_some() { "" } else { "#" };
    let parts = quotation.parts.into_iter();
    let parts = parts.map(|QuotedPart { kind, text, number }| {
        let (kind, number) = (kind.into(), number.map(u32::from));
        CitedPart { kind, text, number }
    });
    Citation {
        n,
        highlight_url: format!("{url}{hash}{}", text_fragment(&quotation.quote)),
        url,
        title: quotation.title,
        heading: quotation.heading,
        locale: quotation.locale.tag().to_owned(),
        quote: quotation.quote,
        parts: parts.collect(),
        columns: quotation.columns,
        outdated: false,
        newer: None,
        matched: quotation.matched,
        withdrawn: false,
    }
}

/// Formats the citations that are not withdrawn as Markdown.
pub(crate) fn markdown(citations: &[Citation]) -> String {
    let visible = citations.iter().filter(|citation| !citation.withdrawn);
    visible.map(markdown_of).collect::<Vec<_>>().join("\n\n")
}

/// Formats a passage as Markdown, followed by the number of its citation.
pub(crate) fn markdown_of(citation: &Citation) -> String {
    let mut blocks = Vec::new();
    // Number of the previous step. Without stored numbers, steps are counted from 1; the count continues after code and
    // starts again after any other part.
    let mut step: u32 = 0;
    // Delimiter after the number of a step. It differs between two adjacent lists, because Markdown would otherwise
    // continue the first list.
    let mut delimiter = '.';
    for (number, part) in citation.parts.iter().enumerate() {
        let next = step.saturating_add(1);
        step = match part.kind {
            PartKind::Step => part.number.unwrap_or(next),
            PartKind::Code => step,
            _ => 0,
        };
        let text = escape(&part.text.replace('\n', " "));
        let before = number.checked_sub(1).and_then(|before| citation.parts.get(before));
        let is_same_kind = before.is_some_and(|before| before.kind == part.kind);
        let is_other_list = part.kind == PartKind::Step && step != next;
        if is_same_kind && is_other_list {
            delimiter = if delimiter == '.' { ')' } else { '.' };
        }
        let block = match part.kind {
            PartKind::Paragraph => text,
            PartKind::Item => format!("- {text}"),
            PartKind::Step => format!("{step}{delimiter} {text}"),
            PartKind::Header | PartKind::Row => {
                let cells: Vec<String> = part.text.lines().map(escape).collect();
                cells.join(" | ")
            }
            PartKind::Code => fenced(&part.text),
        };
        let is_list = matches!(part.kind, PartKind::Item | PartKind::Step);
        blocks.push(if number == 0 {
            block
        } else if is_same_kind && is_list && !is_other_list {
            format!("\n{block}")
        } else {
            format!("\n\n{block}")
        });
    }
    let ends_in_code = citation.parts.last().is_some_and(|part| part.kind == PartKind::Code);
    let space = if ends_in_code { "\n\n" } else { " " };
    format!("{}{space}[{}]", blocks.concat(), citation.n)
}

/// Formats code as a fenced block. The fence is longer than any backtick fence in the code.
fn fenced(code: &str) -> String {
    let mut longest = 0;
    for line in code.lines() {
        longest = longest.max(line.chars().take_while(|c| *c == '`').count());
    }
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{code}\n{fence}")
}

/// Escapes special characters of Markdown and HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '!' | '|' | '#' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a citation. A part with a text of the form `N.text` has the step number N.
    fn cited(parts: &[(PartKind, &str)]) -> Citation {
        let part = |(kind, text): &(PartKind, &str)| {
            let number = text.split_once('.').and_then(|(number, _)| number.parse().ok());
            let text = text.split_once('.').filter(|_| number.is_some()).map_or(*text, |it| it.1);
            CitedPart { kind: *kind, text: text.to_owned(), number }
        };
        let parts = parts.iter().map(part).collect();
        Citation {
            n: 1,
            url: String::new(),
            highlight_url: String::new(),
            title: String::new(),
            heading: String::new(),
            locale: "en-US".to_owned(),
            quote: String::new(),
            parts,
            columns: Vec::new(),
            outdated: false,
            newer: None,
            matched: Vec::new(),
            withdrawn: false,
        }
    }

    #[test]
    fn passage_is_converted_to_markdown() {
        for (parts, expected) in [
            (
                &[(PartKind::Paragraph, "a <img src=x> [b](c)")][..],
                "a \\<img src=x\\> \\[b\\](c) [1]",
            ),
            (
                &[(PartKind::Paragraph, "Do:"), (PartKind::Step, "x"), (PartKind::Step, "y")][..],
                "Do:\n\n1. x\n2. y [1]",
            ),
            (
                &[(PartKind::Step, "x"), (PartKind::Code, "a"), (PartKind::Step, "y")][..],
                "1. x\n\n```\na\n```\n\n2. y [1]",
            ),
            (&[(PartKind::Step, "3.x"), (PartKind::Step, "4.y")], "3. x\n4. y [1]"),
            (
                &[(PartKind::Step, "3.x"), (PartKind::Paragraph, "z"), (PartKind::Step, "4.y")],
                "3. x\n\nz\n\n4. y [1]",
            ),
            // A numbered list inside the first step.
            (
                &[
                    (PartKind::Step, "1.x"),
                    (PartKind::Step, "1.y"),
                    (PartKind::Step, "2.z"),
                    (PartKind::Step, "2.w"),
                ],
                "1. x\n\n1) y\n2) z\n\n2. w [1]",
            ),
            (
                &[(PartKind::Step, "2.x"), (PartKind::Item, "z"), (PartKind::Step, "3.y")],
                "2. x\n\n- z\n\n3. y [1]",
            ),
            (&[(PartKind::Row, "port\n8080")][..], "port | 8080 [1]"),
            (&[(PartKind::Code, "```\nx")][..], "````\n```\nx\n````\n\n[1]"),
        ] {
            assert_eq!(markdown_of(&cited(parts)), expected);
        }
    }

    #[test]
    fn markdown_omits_withdrawn_passages() {
        let removed = Citation { withdrawn: true, ..cited(&[(PartKind::Paragraph, "secret")]) };
        assert_eq!(markdown(&[removed]), "");
    }
}

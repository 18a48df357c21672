//! Tests of the blocks of whole pages.

use core_wasm::locale::Locale;

use super::*;
use crate::extras::Extras;
use crate::flavor::Flavor;
use crate::html::{Rendered, Source, render, render_with};
use pailou_content::link::Link;

fn source<'a>(body: &'a str, link: &'a dyn Fn(&str) -> Link) -> Source<'a> {
    Source {
        file: "a.md",
        body,
        lines_above: 0,
        front_title: None,
        dialect: Flavor::Markdown,
        locale: Locale::En,
        link,
        file_text: &|_| None,
        image: &|_| None,
    }
}

fn in_blocks(body: &str) -> Rendered {
    let link = |url: &str| Link::Page(url.to_owned());
    render_with(&source(body, &link), &Extras { blocks: true, ..Extras::default() })
}

/// Whether every end tag closes the last open element, and no element stays open.
fn is_well_formed(html: &str) -> bool {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !VOID.contains(&name) {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn html_in_blocks_equals_the_html_of_the_page() {
    let body = "# T\n\nOne[^a] [two][b].\n\n[b]: /b\n\n- a\n\n  b\n- c\n\n::: tip\nx\n\ny\n:::\n\n\
                | a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n\n```\n<code>\n```\n\n---\n\n[^a]: Note.\n\nLast.\n";
    let link = |url: &str| Link::Page(url.to_owned());
    let (plain, cut) = (render(&source(body, &link)), in_blocks(body));
    assert_eq!(plain.html, cut.html.replace("\n\n", "\n").trim_start(), "{}", cut.html);
    assert_eq!((&plain.sections, &plain.headings), (&cut.sections, &cut.headings));
    assert_eq!(cut.blocks.len(), 10);
    let last = &cut.html[cut.blocks.last().unwrap().html.clone()];
    assert!(last.contains("class=\"footnotes\""), "{last}");
}

#[test]
fn every_block_is_well_formed() {
    let many = "<div>\n\n".repeat(300);
    for body in [
        "<div>\n\na\n\n</div>\n\nb",
        "<table><tr>\n\na\n\n| x |\n|---|\n| <td> |\n\nb",
        "<b>a\n\n<i>b\n\nc</b>\n\nd",
        "</div></p>\n\na\n\n<p>b\n\n- c",
        "<details>\n<summary>a\n\nb\n\n</details>\n\nc",
        "<!-- a\n\nb\n\n-->\n\nc",
        "<a href=x>\n\n[b](c)\n\n</a>",
        "<template data-behind=\"0\"></template>\n\na",
        "```\n</div>\n```\n\n~~~\nown000000000000000000000000@1;\n~~~",
        &many,
        "",
        "\0\n\n\u{feff}a",
    ] {
        let page = in_blocks(body);
        let mut end = 0;
        for block in &page.blocks {
            assert_eq!(block.html.start, end, "{body:?}");
            end = block.html.end;
            let html = &page.html[block.html.clone()];
            assert!(is_well_formed(html), "{body:?} has {html:?}");
        }
        assert_eq!(end, page.html.len(), "{body:?}");
        assert!(!page.html.contains("<template"), "{body:?}");
    }
}

#[test]
fn elements_have_the_number_of_their_segment() {
    let body = "# T\n\np *a*\n\n- one\n- two\n  - three\n\n| a | b |\n|---|---|\n| c | d |\n\n\
                ```\ncode\n```\n\n## H\n\n> quote\n";
    let numbers = [
        (1, Some(1)),
        (3, Some(2)),
        (5, Some(3)),
        (6, None),
        (7, Some(9)),
        (9, Some(10)),
        (11, Some(11)),
        (13, Some(12)),
        (17, Some(13)),
        (19, Some(14)),
    ];
    let link = |_: &str| Link::Refused;
    let extras = Extras { segments: numbers.into(), ..Extras::default() };
    let html = render_with(&source(body, &link), &extras).html;
    let tags = html.split_inclusive('>').filter_map(|tag| tag.find('<').map(|at| &tag[at..]));
    let marked: Vec<_> = tags.filter(|tag| tag.contains("data-segment")).collect();
    assert_eq!(
        marked,
        [
            "<p data-segment=\"2\">",
            "<li data-segment>",
            "<li data-segment=\"0\">",
            "<li data-segment=\"9\">",
            "<th data-segment>",
            "<td data-segment>",
            "<pre tabindex=\"0\" data-segment>",
            "<h2 id=\"h\" data-segment>",
            "<p data-segment>",
        ],
        "{html}"
    );
}

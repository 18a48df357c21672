//! Tests with hostile input: scripts, and large or repetitive texts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;

use super::{Rendered, Source, render};
use crate::code;
use crate::fence::Info;
use crate::flavor::Flavor;
use pailou_content::link::Link;

fn rendered(body: &str) -> Rendered {
    let link = |url: &str| match url.split_once(':') {
        Some(_) => Link::Refused,
        None => Link::Page(format!("/p/{url}")),
    };
    let file_text =
        |_: &str| Some(Arc::from("</code><script>alert(1)</script><img src=x onerror=y>\n"));
    render(&Source {
        file: "a.md",
        body,
        lines_above: 0,
        front_title: None,
        dialect: Flavor::Markdown,
        locale: Locale::Zh,
        link: &link,
        file_text: &file_text,
        image: &|_| None,
    })
}

/// Asserts that the HTML contains only the listed elements, and no attribute or URL that could run a script.
#[track_caller]
fn is_safe(body: &str, html: &str) {
    for piece in html.split('<').skip(1) {
        let tag = piece.split('>').next().unwrap_or_default();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        let is_known = [
            "p",
            "pre",
            "code",
            "span",
            "div",
            "figure",
            "figcaption",
            "label",
            "input",
            "a",
            "em",
            "strong",
            "math",
            "mi",
            "mo",
            "mn",
            "mrow",
            "msup",
            "mtext",
            "mspace",
            "mstyle",
            "h2",
            "ul",
            "li",
            "table",
            "thead",
            "tbody",
            "tr",
            "td",
            "th",
            "small",
            "details",
            "summary",
            "img",
            "blockquote",
            "dl",
            "dt",
            "dd",
            "del",
            "br",
            "hr",
            "sup",
            "section",
            "ol",
        ]
        .contains(&name);
        assert!(is_known, "<{name}> of {body:?}: {html}");
        let names =
            tag.split('"').step_by(2).map(|before| before.rsplit(' ').next().unwrap_or_default());
        for attribute in names.filter_map(|name| name.strip_suffix('=')) {
            let runs = attribute.starts_with("on")
                || ["style", "srcdoc", "srcset", "action"].contains(&attribute);
            assert!(!runs, "{attribute} of {body:?}: {html}");
        }
        assert!(!tag.contains("javascript:"), "{body:?}: {html}");
    }
}

#[test]
fn scripts_are_removed_in_every_context() {
    for attack in [
        "<script>alert(1)</script>",
        "\"><script>alert(1)</script>",
        "' onmouseover='alert(1)",
        "\" onmouseover=\"alert(1)",
        "</code></pre><img src=x onerror=alert(1)>",
        "</label></div><svg onload=alert(1)>",
        "--><script>alert(1)</script>",
        "&#45;&#45;&gt;<script>alert(1)</script>",
        "&lt;img src=x onerror=alert(1)&gt;",
        "</math><script>alert(1)</script>",
        "<annotation-xml encoding=text/html><script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "<a href=\"java\tscript:alert(1)\">x</a>",
    ] {
        for (before, after) in [
            ("```js title=\"", "\"\nx\n```\n"),
            ("```js [", "]\nx\n```\n"),
            ("```", "\nx\n```\n"),
            ("```html {1}\n", "\n```\n"),
            ("```rust:line-numbers\n// [!code focus] ", "\n```\n"),
            ("```mermaid\ngraph TD; A[", "]\n```\n"),
            ("```math\n", "\n```\n"),
            ("$", "$\n"),
            ("$\\text{", "}$\n"),
            ("$$\n\\color{", "}{x}\n$$\n"),
            ("::: tabs\n== ", "\nx\n:::\n"),
            ("::: tabs\n@tab ", "\nx\n:::\n"),
            ("::: tabs\n<!--tab:", "-->\nx\n:::\n"),
            ("::: code-group\n```js [", "]\nx\n```\n:::\n"),
            ("::: tip ", "\nx\n:::\n"),
            ("::: details ", "\nx\n:::\n"),
            ("<<< ./a.js {html} [", "]\n"),
            ("<!--@include: ./", "-->\n"),
            ("{{#include ", "}}\n"),
            ("| a |\n|---|\n| ", " |\n"),
            ("[^a]\n\n[^a]: ", "\n"),
            ("term\n: ", "\n"),
            ("- [ ] ", "\n"),
        ] {
            let body = format!("{before}{attack}{after}");
            is_safe(&body, &rendered(&body).html);
        }
    }
}

#[test]
fn large_code_of_every_language_renders_quickly() {
    let piece = "let x = \"a\\n\" + 'b' + `c${d}`; // e <f g=\"h\">i</f> # j -- k /* l */\nm: [1, true] @n $o 文字\n";
    let code = piece.repeat((2 << 20) / piece.len());
    for language in pailou_highlight::names() {
        let start = Instant::now();
        let html = code::code_block_html(
            &Info::read(&format!("{language}:line-numbers {{1-9999999}}")),
            &code,
        );
        assert!(start.elapsed() < Duration::from_secs(5), "{language} took {:?}", start.elapsed());
        assert_eq!(html.matches("<span class=\"line ").count(), code.lines().count(), "{language}");
    }
}

#[test]
fn repetitive_input_renders_quickly() {
    let rows = format!("|a|b|\n|-|-|\n{}", "|`c`|$d$|\n".repeat(5_000));
    let headings = "## 相同 same\n\nx\n\n".repeat(500);
    let tabs = format!("::: tabs\n{}:::\n", "== T\nx\n".repeat(5_000));
    let groups = "::: code-group\n```js [a]\nx\n```\n:::\n\n".repeat(2_000);
    let formulas = "$x^2$ ".repeat(20_000);
    let parts = "<<< ./a.js\n".repeat(5_000);
    let line = "a $b$ `c` [d](e) ".repeat((2 << 20) / 17);
    let fence = format!("```{}\nx\n```\n", "{1} [a] b=c ".repeat(20_000));
    for (name, body) in [
        ("table rows", &rows),
        ("headings", &headings),
        ("tabs", &tabs),
        ("code groups", &groups),
        ("formulas", &formulas),
        ("includes", &parts),
        ("long line", &line),
        ("long fence info", &fence),
    ] {
        let start = Instant::now();
        let page = rendered(body);
        assert!(
            !page.html.is_empty() && start.elapsed() < Duration::from_secs(20),
            "{name} {:?}",
            start.elapsed()
        );
    }
    let page = rendered(&headings);
    let ids: std::collections::HashSet<_> =
        page.headings.iter().map(|heading| &heading.id).collect();
    assert_eq!((page.headings.len(), ids.len()), (500, 500));
}

//! Tests of allowed and rejected elements and attributes.

use super::*;

/// Sanitizes an image that contains a shape and `inside`, and checks the result.
#[track_caller]
fn check(inside: &str, expected: &str) {
    let whole = format!("<svg xmlns=\"{SVG}\" xmlns:xlink=\"{XLINK}\"><rect/>{inside}</svg>");
    let sanitized = sanitize_svg(whole.as_bytes()).unwrap();
    let expected = format!("<svg xmlns=\"{SVG}\"><rect></rect>{expected}</svg>\n");
    assert_eq!(String::from_utf8(sanitized.bytes).unwrap(), expected);
}

#[test]
fn allowed_elements_are_preserved() {
    for same in [
        "<title>牌楼 &amp; gate</title>",
        "<path d=\"M0 0L1 1\" fill=\"url(#a)\" stroke-width=\"2\"></path>",
        "<g transform=\"scale(2)\"><circle r=\"1\"></circle></g>",
        "<text x=\"1\">a<tspan font-weight=\"bold\">b</tspan></text>",
        "<style>@media (prefers-color-scheme: dark) { path { fill: white } }</style>",
        "<use href=\"#a\"></use>",
        "<a href=\"#a\"><path></path></a>",
        "<image href=\"data:image/png;base64,AAAA\"></image>",
        "<image href=\"DATA:image/PNG;Base64,AAAA\"></image>",
        "<image href=\"data:image/png;charset=utf-8;base64,AAAA\"></image>",
        "<image href=\"data:image/jpg; charset=utf-8; base64,AAAA\"></image>",
        "<image href=\"data:image/avif;base64,AAAA\"></image>",
        "<filter><feImage href=\"#a\"></feImage></filter>",
        "<filter><feImage href=\"data:image/webp;base64,AAAA\"></feImage></filter>",
        "<path transform=\"translate(1,2) rotate(45 10 10)\" fill=\"rgb(1 2 3 / 50%)\"></path>",
        "<path aria-label=\"Ann's gate (north\"></path>",
        "<rect style=\"fill: red\" xml:lang=\"zh\"></rect>",
    ] {
        check(same, same);
    }
    check("<use xlink:href=\"#a\"/>", "<use href=\"#a\"></use>");
}

#[test]
fn scripts_and_external_resources_are_removed() {
    for (inside, expected) in [
        ("<script>alert(1)</script>", ""),
        ("<g onload=\"alert(1)\" OnClick=\"alert(2)\"/>", "<g></g>"),
        ("<a href=\"javascript:alert(1)\" target=\"_top\"><path/></a>", "<a><path></path></a>"),
        ("<a xlink:href=\"https://e.example/\"><text>x</text></a>", "<a><text>x</text></a>"),
        (
            "<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\" onclick=\"x\"/></foreignObject>",
            "",
        ),
        ("<image href=\"https://e.example/a.png\"/>", "<image></image>"),
        ("<image href=\"data:image/svg+xml;base64,AAAA\"/>", "<image></image>"),
        ("<image href=\"data:image/svg+xml;a=image/png;base64,AAAA\"/>", "<image></image>"),
        ("<image href=\"data:image/png,AAAA\"/>", "<image></image>"),
        ("<image href=\"data:image/png;base64;a=b,AAAA\"/>", "<image></image>"),
        ("<image href=\"data:text/html;base64,AAAA\"/>", "<image></image>"),
        ("<feImage href=\"https://e.example/a.png\"/>", "<feImage></feImage>"),
        ("<feImage xlink:href=\"a.svg#b\"/>", "<feImage></feImage>"),
        ("<use href=\"https://e.example/a.svg#b\"/>", "<use></use>"),
        ("<use href=\"data:image/png;base64,AAAA\"/>", "<use></use>"),
        ("<path fill=\"url(https://e.example/)\"/>", "<path></path>"),
        ("<path fill=\"url( '//e.example/#a' )\"/>", "<path></path>"),
        ("<path fill=\"u\\72l(//e.example)\"/>", "<path></path>"),
        ("<path mask=\"image-set('https://e.example/a.png' 1x)\"/>", "<path></path>"),
        ("<path mask=\"-webkit-cross-fade('//e.example/a.png', none, 1%)\"/>", "<path></path>"),
        ("<path filter=\"src('https://e.example/')\"/>", "<path></path>"),
        ("<path style=\"background: url(https://e.example/)\"/>", "<path></path>"),
        ("<style>@import url(https://e.example/);</style>", ""),
        ("<style>a { background: url(https://e.example/) }</style>", ""),
        ("<animate attributeName=\"href\" to=\"javascript:alert(1)\"/>", ""),
        ("<set attributeName=\"onclick\" to=\"alert(1)\"/>", ""),
        ("<x:script xmlns:x=\"http://www.w3.org/2000/svg\">alert(1)</x:script>", ""),
        ("<script xmlns=\"http://www.w3.org/1999/xhtml\">alert(1)</script>", ""),
        ("<!-- a --><?xml-stylesheet href=\"https://e.example/a.css\"?>", ""),
        ("<text><![CDATA[<script>]]></text>", "<text>&lt;script&gt;</text>"),
        ("<handler type=\"text/javascript\">alert(1)</handler>", ""),
        ("<iframe src=\"https://e.example\"/>", ""),
    ] {
        check(inside, expected);
    }
}

#[test]
fn embedded_html_becomes_svg_text_or_an_image() {
    let html = |attributes: &str, inside: &str| {
        format!(
            "<foreignObject{attributes}><div xmlns=\"http://www.w3.org/1999/xhtml\">{inside}</div></foreignObject>"
        )
    };
    for (inside, expected) in [
        (
            html(
                " width=\"80\" height=\"24\"",
                "<span class=\"nodeLabel\"><p>开始 &lt;a&gt;</p></span>",
            ),
            "<text x=\"40\" y=\"12\" text-anchor=\"middle\" dominant-baseline=\"central\"><tspan x=\"40\" dy=\"0em\">开始 &lt;a&gt;</tspan></text>",
        ),
        (
            html(
                " x=\"10\" y=\"1\" width=\"100%\"",
                "one<br/>two <b>words</b><script>bad()</script>",
            ),
            "<text x=\"10\" y=\"1\" text-anchor=\"start\" dominant-baseline=\"central\"><tspan x=\"10\" dy=\"-0.6em\">one</tspan><tspan x=\"10\" dy=\"1.2em\">two words</tspan></text>",
        ),
        (
            format!("<switch>{}<text x=\"1\">开始</text></switch>", html("", "开始")),
            "<switch><text x=\"1\">开始</text></switch>",
        ),
        (html(" x=\"NaN\" width=\"inf\"", "<style>p{}</style>"), ""),
        (
            html(
                " x=\"1\" width=\"80px\" height=\"24\"",
                "<img src=\"DATA:image/png;base64,AA\" onerror=\"bad()\"/>",
            ),
            "<image x=\"1\" y=\"0\" width=\"80\" height=\"24\" href=\"DATA:image/png;base64,AA\"></image>",
        ),
        (html(" width=\"8\" height=\"8\"", "<img src=\"https://e.example/a.png\"/>"), ""),
        (html(" width=\"8\" height=\"8\"", "<img src=\"#a\"/>"), ""),
        (html("", "<img src=\"data:image/png;base64,AA\"/>"), ""),
        (
            html(" x=\"&quot; onload=&quot;a\"", "b"),
            "<text x=\"0\" y=\"0\" text-anchor=\"start\" dominant-baseline=\"central\"><tspan x=\"0\" dy=\"0em\">b</tspan></text>",
        ),
    ] {
        check(&inside, expected);
    }
}

#[test]
fn removed_elements_and_attributes_are_listed() {
    let html = |inside: &str| {
        format!(
            "<foreignObject width=\"8\" height=\"8\"><p xmlns=\"{XHTML}\">{inside}</p></foreignObject>"
        )
    };
    let image = "<img src=\"data:image/png;base64,AA\"/>";
    for (inside, expected) in [
        (
            "<path fill=\"red\"/><!-- a --><metadata/><x:a xmlns:x=\"x\" b=\"c\"/>".to_owned(),
            &[][..],
        ),
        ("<path x:b=\"c\" xmlns:x=\"x\"/>".to_owned(), &[]),
        ("<script>a</script><g onload=\"a\"/>".to_owned(), &["<g onload>", "<script>"]),
        ("<image href=\"https://e.example/a.png\"/>".to_owned(), &["<image href>"]),
        ("<image xlink:href=\"a.svg\"/><image href=\"a.svg\"/>".to_owned(), &["<image href>"]),
        ("<a href=\"https://e.example\" target=\"_blank\"><path/></a>".to_owned(), &["<a href>"]),
        ("<rect><animate/></rect><rect><animate/></rect>".to_owned(), &["<animate>"]),
        ("<style>@import 'a.css';</style>".to_owned(), &["<style>"]),
        ("<rect style=\"fill: url(//e.example)\"/>".to_owned(), &["<rect style>"]),
        (format!("<iframe xmlns=\"{XHTML}\"/>"), &["<iframe>"]),
        (html("text"), &[]),
        (html(image), &[]),
        (html(&format!("text{image}")), &["<img>"]),
        (html(&format!("{image}{image}")), &["<img>"]),
        (html("<img src=\"a.png\"/>"), &["<img>"]),
        (html("<input/><video src=\"a\"/>"), &["<input>", "<video>"]),
        (format!("<switch>{}<text>a</text></switch>", html(image)), &[]),
    ] {
        let whole = format!("<svg xmlns=\"{SVG}\" xmlns:xlink=\"{XLINK}\"><rect/>{inside}</svg>");
        let sanitized = sanitize_svg(whole.as_bytes()).unwrap();
        assert_eq!(sanitized.removed.names().collect::<Vec<_>>(), expected, "{inside}");
    }
    let many: String = (0..99).map(|n| format!("<a{n}{}/>", "x".repeat(99))).collect();
    let whole = format!("<svg xmlns=\"{SVG}\"><rect/>{many}</svg>");
    let removed = sanitize_svg(whole.as_bytes()).unwrap().removed;
    assert_eq!(removed.names().count(), Removed::MAX_NAMES);
    assert!(removed.names().all(|name| name.len() <= Removed::MAX_LENGTH + 2));
}

#[test]
fn entities_and_non_svg_documents_are_rejected() {
    let bomb = "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&b;</svg>";
    let file = "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>";
    let error = |bytes: &[u8]| sanitize_svg(bytes).unwrap_err();
    for text in [bomb, file, "<svg>", "\u{0}"] {
        assert!(matches!(error(text.as_bytes()), SvgError::Unreadable(_)), "{text}");
    }
    for text in ["<svg/>", "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>"] {
        assert_eq!(error(text.as_bytes()), SvgError::NotSvg, "{text}");
    }
    assert!(matches!(error(b"<svg \xff/>"), SvgError::Unreadable(_)));
}

#[test]
fn elements_nested_too_deeply_are_removed() {
    let deep =
        format!("<svg xmlns=\"{SVG}\"><path/>{}{}</svg>", "<g>".repeat(900), "</g>".repeat(900));
    assert!(
        sanitize_svg(deep.as_bytes()).is_ok_and(|sanitized| sanitized.bytes.len() < deep.len())
    );
}

#[test]
fn svg_without_visible_element_is_rejected() {
    for inside in [
        "<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\"> </p></foreignObject>",
        "<g><script>alert(1)</script></g>",
        "<image href=\"https://e.example/a.png\"/>",
        "<title>&lt;path&gt;</title><linearGradient/>",
    ] {
        let whole = format!("<svg xmlns=\"{SVG}\">{inside}</svg>");
        assert_eq!(sanitize_svg(whole.as_bytes()), Err(SvgError::EmptyDiagram), "{inside}");
    }
    for inside in ["", "<defs><symbol id=\"a\"><path/></symbol></defs>", "<text>x</text>"] {
        assert!(
            sanitize_svg(format!("<svg xmlns=\"{SVG}\">{inside}</svg>").as_bytes()).is_ok(),
            "{inside}"
        );
    }
}

#[test]
fn svg_size_comes_from_attributes_or_view_box() {
    for (attributes, size) in [
        ("width=\"20\" height=\"10px\"", Some((20, 10))),
        ("viewBox=\"0 0 24 12\"", Some((24, 12))),
        ("width=\"100%\" height=\"1em\" viewBox=\"0 0 30 40\"", Some((30, 40))),
        ("width=\"-1\" height=\"NaN\"", None),
        ("", None),
    ] {
        let text = format!("<svg xmlns=\"{SVG}\" {attributes}/>");
        assert_eq!(sanitize_svg(text.as_bytes()).unwrap().size, size, "{attributes}");
    }
}

#[test]
fn svg_with_a_document_type_without_declarations_is_accepted() {
    let text = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    assert!(sanitize_svg(text.as_bytes()).is_ok());
}

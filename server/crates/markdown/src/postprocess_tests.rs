//! Tests of postprocessed HTML.

use super::*;

#[track_caller]
fn check(html: &str, expected: &str) {
    let link = |url: &str| match url {
        "out" => Link::External("https://a.b/?c&d".into()),
        "bad" => Link::Refused,
        "worse" => Link::Page("javascript:alert(1)".into()),
        _ if url.starts_with('#') => Link::Anchor(url[1..].into()),
        _ => Link::Media(format!("/m/{url}")),
    };
    let known = Image { size: Some((3, 4)), ..Image::default() };
    let words = ["说\"明\"".to_owned(), "said".to_owned()];
    let wide =
        Image { size: Some((2000, 1000)), widths: vec![480, 960], words, is_decorative: false };
    let noted = Image {
        words: ["注：拱门".to_owned(), "Note: the \"arch\"".to_owned()],
        ..Image::default()
    };
    let image = |url: &str| match url {
        "/m/known" => Some(&known),
        "/m/wide" => Some(&wide),
        "/m/noted" => Some(&noted),
        _ => None,
    };
    let around = RenderContext { link: &link, image: &image, locale: Locale::En };
    let own = TrustedMarker::of("");
    let html = html.replace("SLOT", &own.slot(0));
    assert_eq!(finish(&html, &own, &["<i>s</i>".into()], &around), expected);
}

#[test]
fn link_targets_are_resolved_by_the_callback() {
    check("<a href=\"a&amp;b\" title=\"t\">x</a>", "<a href=\"/m/a&amp;b\" title=\"t\">x</a>");
    check("<a href=\"out\">x</a>", "<a href=\"https://a.b/?c&amp;d\" rel=\"noopener\">x</a>");
    check("<a href=\"bad\">x</a>", "<a>x</a>");
    check(
        "<b id=\"user-content-q\"></b><a href=\"#q\">x</a>",
        "<b id=\"user-content-q\"></b><a href=\"#user-content-q\">x</a>",
    );
}

#[test]
fn empty_alt_text_is_filled_and_wide_image_has_srcset() {
    let sizes = "width=\"2000\" height=\"1000\" srcset=\"/m/wide?w=480 480w, /m/wide?w=960 960w, /m/wide 2000w\" sizes=\"(min-width: 736px) 736px, 100vw\"";
    let whole = |alt: &str| format!("<img src=\"/m/wide\" alt=\"{alt}\" {sizes} loading=\"lazy\">");
    check("<img src=\"wide\" alt=\"\">", &whole("said"));
    check("<img src=\"wide\" alt=\"own\">", &whole("own"));
    check(
        "<img src=\"wide\" alt=\"\" width=\"100\">",
        "<img src=\"/m/wide\" alt=\"said\" width=\"100\" srcset=\"/m/wide?w=480 480w, /m/wide?w=960 960w, /m/wide 2000w\" sizes=\"(min-width: 100px) 100px, 100vw\" loading=\"lazy\">",
    );
}

#[test]
fn alt_text_is_not_resolved_as_a_url() {
    let image = |alt: &str| format!("<img src=\"/m/noted\" alt=\"{alt}\" loading=\"lazy\">");
    check("<img src=\"noted\" alt=\"\">", &image("Note: the &quot;arch&quot;"));
    check("<img src=\"noted\" alt=\"javascript: why\">", &image("javascript: why"));
}

#[test]
fn resolved_link_cannot_be_a_script() {
    check("<a href=\"worse\">x</a><img src=\"worse\">", "<a>x</a><img alt=\"\" loading=\"lazy\">");
}

#[test]
fn external_and_refused_images_are_not_embedded() {
    let remote = "href=\"https://a.b/?c&amp;d\" rel=\"noopener\"";
    check("<img src=\"out\" alt=\"A\">", &format!("<a class=\"remote-image\" {remote}>A</a>"));
    check("<img src=\"out\">", &format!("<a class=\"remote-image\" {remote}>?c&amp;d</a>"));
    check(
        "<a href=\"out\"><img src=\"out\" alt=\"A\"></a>",
        &format!("<a {remote}><span class=\"remote-image\">A</span></a>"),
    );
    check("<img src=\"bad\" alt=\"A\">", "<span class=\"refused-image\">A</span>");
    check("<img src=\"bad\">", "");
}

#[test]
fn external_media_files_are_replaced_or_removed() {
    let remote = "href=\"https://a.b/?c&amp;d\" rel=\"noopener\"";
    let link = |label: &str| format!("<a class=\"remote-media\" {remote}>{label}</a>");
    for name in ["video", "audio"] {
        for player in [
            format!("<{name} src=\"out\"></{name}>"),
            format!("<{name} src=\"out\" controls=\"\" poster=\"p\">No <b>player</b></{name}>"),
            format!("<{name}><source src=\"out\" type=\"a/b\"><source src=\"bad\"></{name}>"),
            format!("<{name}><{name} src=\"out\"></{name}></{name}>"),
        ] {
            check(&format!("a{player}<i>b</i>"), &format!("a{}<i>b</i>", link("?c&amp;d")));
        }
        check(&format!("<{name} title=\"An arch\" src=\"out\"></{name}>"), &link("An arch"));
        check(
            &format!("<a href=\"q\"><{name} title=\"A\" src=\"out\"></{name}></a>"),
            "<a href=\"/m/q\"><span class=\"remote-media\">A</span></a>",
        );
        // Files on other hosts are removed from a player that also has a file on this site.
        check(
            &format!("<{name}><source src=\"v\"><source src=\"out\">c</{name}>"),
            &format!("<{name}><source src=\"/m/v\">c</{name}>"),
        );
        check(
            &format!("<{name} src=\"out\"><source src=\"v\"></{name}>"),
            &format!("<{name}><source src=\"/m/v\"></{name}>"),
        );
        // An unclosed player is also replaced, although the sanitizer never returns one.
        check(&format!("<{name} src=\"out\">a"), &link("?c&amp;d"));
    }
    check("<video src=\"v\" poster=\"out\"></video>", "<video src=\"/m/v\"></video>");
    check(
        "<picture><source src=\"out\"><img src=\"p\"></picture>",
        "<picture><img src=\"/m/p\" alt=\"\" loading=\"lazy\"></picture>",
    );
}

#[test]
fn images_have_lazy_loading_and_size() {
    check(
        "<img src=\"known\">",
        "<img src=\"/m/known\" alt=\"\" width=\"3\" height=\"4\" loading=\"lazy\">",
    );
    check(
        "<img src=\"known\" width=\"9\" alt=\"&gt;\">",
        "<img src=\"/m/known\" alt=\"&gt;\" width=\"9\" loading=\"lazy\">",
    );
    check(
        "<video src=\"v\" controls=\"\" poster=\"p\"></video>",
        "<video src=\"/m/v\" controls=\"\" poster=\"/m/p\"></video>",
    );
}

#[test]
fn tables_and_code_scroll_and_h1_becomes_h2() {
    check(
        "<table><tr><td><table></table></td></tr></table>",
        "<div class=\"table-scroll\" tabindex=\"0\"><table><tr><td><table></table></td></tr></table></div>",
    );
    check("<pre>SLOT</pre> a &lt;b", "<pre tabindex=\"0\"><i>s</i></pre> a &lt;b");
    check("<h1 id=\"x\">a</h1>", "<h2 id=\"x\">a</h2>");
}

#[test]
fn zoom_and_fit_widths_are_relative_to_the_image_size() {
    let image =
        |file: &str, size: &str| format!("<img src=\"/m/{file}\" alt=\"\"{size} loading=\"lazy\">");
    check(
        "<img src=\"known\" alt=\"\" width=\"zoom:50\">",
        &image("known", " width=\"2\" height=\"2\""),
    );
    check(
        "<img src=\"known\" alt=\"\" width=\"zoom:1\">",
        &image("known", " width=\"1\" height=\"1\""),
    );
    check("<img src=\"other\" alt=\"\" width=\"zoom:50\">", &image("other", ""));
    check("<img src=\"other\" alt=\"\" width=\"fit:,,50,\">", &image("other", ""));
    check(
        "<img src=\"wide\" alt=\"x\" width=\"fit:,250,,\">",
        "<img src=\"/m/wide\" alt=\"x\" width=\"500\" height=\"250\" srcset=\"/m/wide?w=480 480w, /m/wide?w=960 960w, /m/wide 2000w\" sizes=\"(min-width: 500px) 500px, 100vw\" loading=\"lazy\">",
    );
    check(
        "<img src=\"wide\" alt=\"x\" width=\"zoom:25\">",
        "<img src=\"/m/wide\" alt=\"x\" width=\"500\" height=\"250\" srcset=\"/m/wide?w=480 480w, /m/wide?w=960 960w, /m/wide 2000w\" sizes=\"(min-width: 500px) 500px, 100vw\" loading=\"lazy\">",
    );
}

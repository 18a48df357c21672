//! Allow-list sanitizer for rendered HTML.
//!
//! The whole page passes through the sanitizer, so that an error in the renderer is not a vulnerability.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use ammonia::{Builder, UrlRelative};

use crate::trusted_markup::TrustedMarker;

/// Prefix of every id in an author's HTML, so that it cannot collide with ids of headings or of the
/// page layout.
pub const ID_PREFIX: &str = "user-content-";

const TAGS: &[&str] = &[
    "a",
    "abbr",
    "audio",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];

const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "name"]),
    ("audio", &["src", "controls", "loop", "muted"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("details", &["open"]),
    ("div", &["align"]),
    ("img", &["src", "alt", "width", "height", "align"]),
    ("li", &["value"]),
    ("ol", &["start", "type", "reversed"]),
    ("p", &["align"]),
    ("source", &["src", "type"]),
    ("td", &["colspan", "rowspan", "align"]),
    ("th", &["colspan", "rowspan", "align", "scope"]),
    ("time", &["datetime"]),
    ("video", &["src", "controls", "loop", "muted", "width", "height", "poster"]),
];

/// Attributes allowed on every element. An attribute in `OWN` is removed unless its value has the
/// marker of the renderer.
const GENERIC: &[&str] =
    &["title", "lang", "dir", "id", "class", "aria-label", "data-tone", "data-align"];

const OWN: &[&str] = &["class", "aria-label", "data-tone", "data-align"];

pub const SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];

/// Returns safe HTML that is well formed, with every attribute in double quotes.
pub fn sanitize(html: &str, own: &TrustedMarker) -> String {
    let attributes: HashMap<&str, HashSet<&str>> =
        ATTRIBUTES.iter().map(|(tag, names)| (*tag, names.iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.iter().copied().collect())
        .clean_content_tags(["script", "style", "template", "head", "title"].into())
        .tag_attributes(attributes)
        .generic_attributes(GENERIC.iter().copied().collect())
        .url_schemes(SCHEMES.iter().copied().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter({
            let own = own.clone();
            move |_, name, value| attribute(&own, name, value)
        });
    builder.clean(html).to_string()
}

fn attribute<'v>(own: &TrustedMarker, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
    if let Some(value) = own.read(value) {
        return Some(Cow::Borrowed(value));
    }
    // Only the renderer may set the attributes in `OWN`. A value with the marker could be a placeholder
    // (`TrustedMarker::slot`), which is replaced by HTML after sanitizing.
    if OWN.contains(&name) || own.find(value).is_some() {
        return None;
    }
    match name {
        "id" | "name" => author_id(value).map(Cow::Owned),
        _ => Some(Cow::Borrowed(value)),
    }
}

fn author_id(id: &str) -> Option<String> {
    let is_word = !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c.is_control());
    is_word.then(|| format!("{ID_PREFIX}{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        assert_eq!(sanitize(html, &TrustedMarker::of("")), expected, "{html}");
    }

    #[test]
    fn scripts_frames_and_styles_are_removed() {
        check("a<script>alert(1)</script>b", "ab");
        check("<img src=x onerror=alert(1)>", "<img src=\"x\">");
        check("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>");
        check("<a href=\" java\nscript:alert(1)\">x</a>", "<a>x</a>");
        check("<a href=\"data:text/html,x\">x</a>", "<a>x</a>");
        check(
            "<iframe src=\"//a\"></iframe><object data=x></object><form action=x><input></form>",
            "",
        );
        check("<svg><a xlink:href=\"javascript:1\">x</a></svg><math><mi>y</mi></math>", "");
        check("<p style=\"color:red\" onclick=\"x\">a</p><style>p{}</style>", "<p>a</p>");
        check("<base href=\"//a\"><meta http-equiv=refresh content=0><link rel=x>", "");
    }

    #[test]
    fn author_html_cannot_imitate_trusted_markup() {
        check(
            "<div class=\"callout\" data-tone=\"danger\" aria-label=\"x\">a</div>",
            "<div>a</div>",
        );
        check(
            "<b id=\"root\">a</b><a name=\"x\"></a><i id=\"a b\"></i>",
            "<b id=\"user-content-root\">a</b><a name=\"user-content-x\"></a><i></i>",
        );
    }

    #[test]
    fn trusted_attributes_lose_their_marker() {
        let own = TrustedMarker::of("");
        let html = format!(
            "<p class=\"{}\" title=\"{}\">{}</p>",
            own.value("x"),
            own.slot(0),
            own.slot(1)
        );
        assert_eq!(sanitize(&html, &own), format!("<p class=\"x\">{}</p>", own.slot(1)));
    }

    #[test]
    fn html_is_balanced_and_comments_are_removed() {
        check("<div><b>a", "<div><b>a</b></div>");
        check("a</div></p>b", "a<p></p>b");
        check("<!-- x -->a<!-- y", "a");
    }
}

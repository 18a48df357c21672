//! Preparation of raw HTML.
//!
//! Placeholders that only look like tags are displayed as text; frames become links; the tags of
//! components are removed.

use std::collections::HashSet;

use crate::html_escape::escape;
use pailou_content::jsx;

/// Known HTML elements, including those that are removed. Other names are components or
/// placeholders.
const KNOWN: &[&str] = &[
    "a",
    "abbr",
    "address",
    "area",
    "article",
    "aside",
    "audio",
    "b",
    "base",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "main",
    "map",
    "mark",
    "math",
    "menu",
    "meta",
    "meter",
    "nav",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "param",
    "picture",
    "pre",
    "progress",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "script",
    "section",
    "select",
    "slot",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "track",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];

pub(crate) fn is_known(name: &str) -> bool {
    KNOWN.binary_search(&name.to_ascii_lowercase().as_str()).is_ok()
}

/// Rewrites one part of raw HTML; returns `None` if nothing changes. `placeholders` are names that
/// the page opens and never closes: `<your-name>`. With `has_foreign`, unknown elements in lower case
/// are kept, because they may be in an `<svg>` or `<math>`, which is removed with its content.
pub(crate) fn rewrite(
    html: &str,
    placeholders: &HashSet<String>,
    has_foreign: bool,
) -> Option<String> {
    let mut out = String::with_capacity(html.len() + 16);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(tag) = jsx::tag(rest) else {
            out.push('<');
            rest = &rest[1..];
            continue;
        };
        let source = tag.attribute("src").filter(|_| tag.name == "iframe");
        if let Some(source) = source {
            let mut text = String::new();
            escape(tag.attribute("title").unwrap_or(source), &mut text);
            out.push_str(&format!("<a href=\"{}\">{text}</a>", source.replace('"', "&quot;")));
        } else if let Some(width) = picture_width(&tag) {
            out.push_str(&rest[..tag.length].replacen(
                tag.name,
                &format!("img width=\"{width}\""),
                1,
            ));
        } else if placeholders.contains(tag.name) && !tag.is_end {
            escape(&rest[..tag.length], &mut out);
        } else if !is_removed(&tag, has_foreign) {
            out.push_str(&rest[..tag.length]);
        }
        rest = &rest[tag.length..];
    }
    out.push_str(rest);
    (out != html).then_some(out)
}

/// Whether the tag of a component is removed. The sanitizer would remove a component that has the name
/// of an SVG or MathML element, such as `<Card>` or `<Text>`, with its text.
fn is_removed(tag: &jsx::Tag<'_>, has_foreign: bool) -> bool {
    !tag.name.is_empty() && !is_known(tag.name) && (tag.is_component || !has_foreign)
}

/// Returns the width in the style of an image, as Typora writes it. `zoom` is relative to the image width, which is
/// known after sanitizing: see [`ZOOM`]. Returns `None` if the style has no width.
fn picture_width(tag: &jsx::Tag<'_>) -> Option<String> {
    let is_sized = tag.attribute("width").or(tag.attribute("height")).is_some();
    if tag.is_end || is_sized || !tag.name.eq_ignore_ascii_case("img") {
        return None;
    }
    let style = tag.attribute("style")?;
    let value = |name: &str| {
        let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
        let mut values = declarations.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value.trim().to_ascii_lowercase())
    };
    let number = |text: &str| {
        text.trim().parse::<f64>().ok().filter(|number| (0.01..=10_000.0).contains(number))
    };
    if let Some(width) = value("width") {
        let (text, unit) = match width.strip_suffix('%') {
            Some(text) => (text, "%"),
            None => (width.strip_suffix("px")?, ""),
        };
        return number(text).map(|number| format!("{}{unit}", number.round().max(1.0)));
    }
    let zoom = value("zoom")?;
    let percent = match zoom.strip_suffix('%') {
        Some(text) => number(text)?,
        None => number(&zoom)? * 100.0,
    };
    Some(format!("{ZOOM}{percent}"))
}

/// Prefix of a percentage of the image width in the `width` attribute.
pub(crate) const ZOOM: &str = "zoom:";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_list_is_sorted() {
        assert!(KNOWN.is_sorted());
        assert!(is_known("IMG") && !is_known("your-name"));
    }

    #[test]
    fn image_style_sets_the_width() {
        for (html, expected) in [
            ("<img src=\"a\" style=\"zoom:50%;\" />", "width=\"zoom:50\""),
            ("<img src='a' style='zoom: 0.8'>", "width=\"zoom:80\""),
            ("<IMG style=\"border:0; width: 300px\" src=a>", "width=\"300\""),
            ("<img style=\"width:50%\" src=\"a\">", "width=\"50%\""),
        ] {
            let rewritten = rewrite(html, &HashSet::new(), false).unwrap();
            assert!(rewritten.contains(expected), "{html} {rewritten}");
        }
        for html in [
            "<img style=\"zoom:-1\">",
            "<img style=\"zoom:1e99%\">",
            "<img width=\"3\" style=\"zoom:5%\">",
            "<p style=\"zoom:5%\">",
            "<img style=\"width:auto\">",
            "<img style=\"color:red\">",
        ] {
            assert_eq!(rewrite(html, &HashSet::new(), false), None, "{html}");
        }
    }

    #[test]
    fn placeholders_are_text_and_frames_become_links() {
        let placeholders = HashSet::from(["your-name".to_owned()]);
        for (html, expected) in [
            ("<your-name>", "&lt;your-name&gt;"),
            ("<b><x></b>", "<b></b>"),
            ("<List\n a={1 > 0}>\nx</List>", "\nx"),
            ("<> <Cards.Card>x</Cards.Card>", "<> x"),
            (
                "<iframe src=\"https://a.b\"></iframe>",
                "<a href=\"https://a.b\">https://a.b</a></iframe>",
            ),
            ("<iframe src='u' title='<T>'>", "<a href=\"u\">&lt;T&gt;</a>"),
        ] {
            assert_eq!(rewrite(html, &placeholders, false).as_deref(), Some(expected));
        }
        assert_eq!(rewrite("<b>", &HashSet::new(), false), None);
        let foreign = "<svg><text>x</text></svg>";
        assert_eq!(rewrite(foreign, &HashSet::new(), true), None);
    }
}

//! Preparation of raw HTML.
//!
//! Placeholders that only look like tags are displayed as text; frames become links; the tags of
//! components are removed.

use std::collections::HashSet;

use crate::html_escape::escape;
use crate::references;
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
        } else if let Some(size) = style_size(&tag).and_then(|size| size.attributes) {
            out.push_str(&rest[..tag.length].replacen(tag.name, &format!("img {size}"), 1));
        } else if placeholders.contains(tag.name) && !tag.is_end {
            escape(&rest[..tag.length], &mut out);
        } else if tag.is_empty
            && is_known(tag.name)
            && !references::is_void(&tag.name.to_ascii_lowercase())
        {
            // HTML ignores the slash: `<video />` would contain the rest of the page.
            let start = rest[..tag.length].strip_suffix("/>").unwrap_or_default().trim_end();
            out.push_str(&format!("{start}></{}>", tag.name));
        } else if !is_removed(&tag, has_foreign) {
            out.push_str(&rest[..tag.length]);
        }
        rest = &rest[tag.length..];
    }
    out.push_str(rest);
    (out != html).then_some(out)
}

/// Whether the tag is the tag of a component, which is removed. If the tag were kept, the sanitizer would also remove
/// the text of a component that has the name of an SVG or MathML element, such as `<Text>` or `<Set>`.
fn is_removed(tag: &jsx::Tag<'_>, has_foreign: bool) -> bool {
    !tag.name.is_empty() && !is_known(tag.name) && (tag.is_component || !has_foreign)
}

/// Returns the size declarations of images that [`rewrite`] cannot keep, such as `max-width:50%`. Each declaration is
/// returned with the number of line breaks before its tag.
pub(crate) fn unread_sizes(html: &str) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    if !html.contains("style") {
        return found;
    }
    for (at, _) in html.match_indices('<') {
        let size = jsx::tag(&html[at..]).and_then(|tag| style_size(&tag)).unwrap_or_default();
        if !size.unread.is_empty() {
            let line = html[..at].bytes().filter(|byte| *byte == b'\n').count() as u32;
            found.extend(size.unread.into_iter().map(|declaration| (line, declaration)));
        }
    }
    found
}

/// Size of an image from its `style` attribute.
#[derive(Default)]
struct StyleSize {
    /// Attributes that set the size.
    attributes: Option<String>,
    /// Declarations that are not kept.
    unread: Vec<String>,
}

#[derive(Clone, Copy)]
enum Length {
    Pixels(f64),
    Percent(f64),
}

impl Length {
    /// Parses a length in `px`, in `%`, or in `em` or `rem`, which count as 16 pixels.
    fn read(value: &str) -> Option<Self> {
        let number = |text: &str| {
            text.trim().parse::<f64>().ok().filter(|number| (0.01..=10_000.0).contains(number))
        };
        let units = [("px", 1.0), ("rem", 16.0), ("em", 16.0)];
        let pixels = units.iter().find_map(|(unit, pixels)| {
            Some(Self::Pixels(number(value.strip_suffix(unit)?)? * pixels))
        });
        pixels.or_else(|| Some(Self::Percent(number(value.strip_suffix('%')?)?)))
    }
}

/// Returns the size in the style of an image; `None` if the style sets no size. Limits (such as
/// `max-width`) and `zoom` (written by Typora) depend on the image size, which is known only after sanitizing: see
/// [`ZOOM`] and [`FIT`].
fn style_size(tag: &jsx::Tag<'_>) -> Option<StyleSize> {
    if tag.is_end || !tag.name.eq_ignore_ascii_case("img") {
        return None;
    }
    let is_sized = tag.attribute("width").or(tag.attribute("height")).is_some();
    let mut size = StyleSize::default();
    let [mut width, mut height, mut max_width, mut max_height] = [None; 4];
    let (mut percent, mut zoom) = (None, None);
    for declaration in tag.attribute("style")?.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase());
        let value = value.strip_suffix("!important").unwrap_or(&value).trim();
        let is_size = ["width", "height", "max-width", "max-height", "min-width", "min-height"]
            .contains(&name.as_str());
        if !is_size && name != "zoom" || matches!(value, "auto" | "none") {
            continue;
        }
        let factor = || {
            value.parse().ok().and_then(|factor: f64| Length::read(&format!("{}%", factor * 100.0)))
        };
        match (name.as_str(), Length::read(value)) {
            _ if is_sized => size.unread.push(format!("{name}:{value}")),
            ("width", Some(Length::Pixels(pixels))) => width = Some(pixels),
            ("width", Some(Length::Percent(number))) => percent = Some(number),
            ("height", Some(Length::Pixels(pixels))) => height = Some(pixels),
            ("max-width", Some(Length::Pixels(pixels))) => max_width = Some(pixels),
            ("max-height", Some(Length::Pixels(pixels))) => max_height = Some(pixels),
            // The stylesheet already limits images to the width of the text.
            ("max-width", Some(Length::Percent(100.0))) => {}
            ("zoom", length) => match length.or_else(factor) {
                Some(Length::Percent(number)) => zoom = Some(number),
                _ => size.unread.push(format!("{name}:{value}")),
            },
            _ => size.unread.push(format!("{name}:{value}")),
        }
    }
    if let (Some(100.0), Some(limit)) = (percent, max_width) {
        (percent, width) = (None, Some(limit));
    }
    let whole = |number: f64| number.round().max(1.0);
    let relative = match (percent, zoom.filter(|_| width.is_none())) {
        (Some(percent), _) => Some(format!("width=\"{}%\"", whole(percent))),
        (None, Some(zoom)) => Some(format!("width=\"{ZOOM}{zoom}\"")),
        (None, None) => None,
    };
    if relative.is_some() {
        let lost = [("height", height), ("max-width", max_width), ("max-height", max_height)];
        let lost = lost.into_iter().filter_map(|(name, value)| Some((name, value?)));
        size.unread.extend(lost.map(|(name, pixels)| format!("{name}:{pixels}px")));
    }
    size.attributes = relative.or_else(|| match [width, height, max_width, max_height] {
        [None, None, None, None] => None,
        [Some(width), None, limit, None] => {
            Some(format!("width=\"{}\"", whole(width.min(limit.unwrap_or(width)))))
        }
        [Some(width), Some(height), None, None] => {
            Some(format!("width=\"{}\" height=\"{}\"", whole(width), whole(height)))
        }
        all => {
            let all = all.map(|it| it.map(|it| it.to_string()).unwrap_or_default());
            Some(format!("width=\"{FIT}{}\"", all.join(",")))
        }
    });
    (size.attributes.is_some() || !size.unread.is_empty()).then_some(size)
}

/// Prefix of a value of the `width` attribute. A percentage of the image's own width follows.
pub(crate) const ZOOM: &str = "zoom:";

/// Prefix of a value of the `width` attribute. Width, height, maximum width, and maximum height follow, in pixels. Each
/// may be empty.
pub(crate) const FIT: &str = "fit:";

/// Returns the displayed size, in pixels, of an image with the given size. `limits` are the numbers after [`FIT`].
/// Returns `None` if they are invalid. The ratio is kept unless both width and height are set.
pub(crate) fn fit(limits: &str, (width, height): (u32, u32)) -> Option<(u32, u32)> {
    let mut numbers = Vec::new();
    for number in limits.split(',') {
        let parsed = number.parse::<f64>().ok();
        if !number.is_empty() && parsed.is_none_or(|it| !(0.01..=200_000.0).contains(&it)) {
            return None;
        }
        numbers.push(parsed);
    }
    let [set_width, set_height, max_width, max_height] = numbers[..] else { return None };
    let own = (f64::from(width.max(1)), f64::from(height.max(1)));
    let (mut width, mut height) = match (set_width, set_height) {
        (None, None) => own,
        (Some(width), None) => (width, own.1 * width / own.0),
        (None, Some(height)) => (own.0 * height / own.1, height),
        (Some(width), Some(height)) => (width, height),
    };
    let is_free = set_width.is_none() || set_height.is_none();
    if let Some(limit) = max_width.filter(|limit| *limit < width) {
        height = if is_free { height * limit / width } else { height };
        width = limit;
    }
    if let Some(limit) = max_height.filter(|limit| *limit < height) {
        width = if is_free { width * limit / height } else { width };
        height = limit;
    }
    let whole = |length: f64| length.round().max(1.0) as u32;
    Some((whole(width), whole(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_list_is_sorted_and_lookup_ignores_case() {
        assert!(KNOWN.is_sorted());
        assert!(is_known("IMG") && !is_known("your-name"));
    }

    #[test]
    fn image_style_becomes_size_attributes() {
        for (html, expected) in [
            ("<img src=\"a\" style=\"zoom:50%;\" />", "width=\"zoom:50\""),
            ("<img src='a' style='zoom: 0.8'>", "width=\"zoom:80\""),
            ("<IMG style=\"border:0; width: 300px\" src=a>", "width=\"300\""),
            ("<img style=\"width:50%\" src=\"a\">", "width=\"50%\""),
            ("<img style=\"width:20rem\">", "width=\"320\""),
            ("<img style=\"width:100%;max-width:600px\">", "width=\"600\""),
            ("<img style=\"width:900px;max-width:600px;height:auto\">", "width=\"600\""),
            ("<img style=\"width:30px;height:20px\">", "width=\"30\" height=\"20\""),
            ("<img style=\"height:100px\">", "width=\"fit:,100,,\""),
            ("<img style=\"max-width:300px !important\">", "width=\"fit:,,300,\""),
            ("<img style=\"max-height:200px; width:auto\">", "width=\"fit:,,,200\""),
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
    fn self_closing_elements_get_an_end_tag() {
        for (html, expected) in [
            ("<video src=\"v\" controls />x", "<video src=\"v\" controls></video>x"),
            ("<a id=\"y\"/>", "<a id=\"y\"></a>"),
            ("<DIV /> <span/>", "<DIV></DIV> <span></span>"),
            ("<iframe src=\"u\" />", "<a href=\"u\">u</a>"),
        ] {
            let rewritten = rewrite(html, &HashSet::new(), false);
            assert_eq!(rewritten.as_deref(), Some(expected), "{html}");
        }
        for html in ["<img src=\"a\" />", "<br/>", "<a href=b/>", "<source src=\"a\"/>"] {
            assert_eq!(rewrite(html, &HashSet::new(), false), None, "{html}");
        }
    }

    #[test]
    fn sizes_that_no_attribute_can_express_are_returned() {
        for (html, expected) in [
            ("<p><img style=\"max-width:50%;height:auto\"></p>", &["max-width:50%"][..]),
            ("<img style='width:50vw;max-width:100%'>", &["width:50vw"]),
            ("<img style='width:50%;max-width:300px'>", &["max-width:300px"]),
            ("<img style='zoom:50%;height:9px'>", &["height:9px"]),
            ("<img width=3 style='height:9px'>", &["height:9px"]),
            ("<img style='min-width:9px'><img style='zoom:-1'>", &["min-width:9px", "zoom:-1"]),
            ("<img style='width:3px;height:auto;color:red'>", &[]),
            ("<p style='width:50vw'>", &[]),
        ] {
            let unread: Vec<String> = unread_sizes(html).into_iter().map(|(_, it)| it).collect();
            assert_eq!(unread, expected, "{html}");
        }
    }

    #[test]
    fn image_size_fits_the_limits() {
        for (limits, expected) in [
            (",100,,", Some((200, 100))),
            (",,300,", Some((300, 150))),
            (",,900,900", Some((800, 400))),
            (",,,200", Some((400, 200))),
            (",300,300,", Some((300, 150))),
            ("500,,,100", Some((200, 100))),
            ("50,60,40,", Some((40, 60))),
            (",0,,", None),
            (",x,,", None),
            (",,", None),
        ] {
            assert_eq!(fit(limits, (800, 400)), expected, "{limits}");
        }
    }

    #[test]
    fn placeholders_components_and_frames_are_rewritten() {
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

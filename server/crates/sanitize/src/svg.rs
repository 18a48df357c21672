//! Allow-list sanitizer for SVG images: no scripts, no animation, no external resources, no HTML.
//! (SVG 2, sections 2.4 and 2.5; OWASP ASVS 5.0, V1.3.4.)

use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};

use crate::{css, image_size};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Allowed elements. A link is kept for its content. Its target is removed unless the target is a fragment of the
/// image.
const ELEMENTS: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    "view",
];

/// Elements that are visible by themselves.
const SHAPES: &[&str] =
    &["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text"];

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 200;

/// A sanitized SVG image.
#[derive(Debug, PartialEq, Eq)]
pub struct Svg {
    pub bytes: Vec<u8>,
    /// Width and height in pixels, or the size of the view box.
    pub size: Option<(u32, u32)>,
    /// Removed elements and attributes that may have been visible, such as `<animate>` or
    /// `<image href>`.
    pub removed: Removed,
}

/// Sorted names of removed elements and attributes. Metadata and elements of drawing programs are
/// not among them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Removed(BTreeSet<String>);

impl Removed {
    /// Maximum number of names, and maximum length of a name in characters.
    const MAX_NAMES: usize = 50;
    const MAX_LENGTH: usize = 40;

    /// Returns the names: `<script>` is an element, `<g onload>` an attribute.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    fn element(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name();
        let is_image = matches!(name.namespace(), Some(SVG | XHTML)) && name.name() != "metadata";
        if is_image {
            self.add(format!("<{}>", shortened(name.name())));
        }
    }

    fn attribute(&mut self, element: &str, name: &str) {
        self.add(format!("<{element} {}>", shortened(name)));
    }

    fn add(&mut self, name: String) {
        if self.0.len() < Self::MAX_NAMES {
            self.0.insert(name);
        }
    }
}

fn shortened(name: &str) -> String {
    name.chars().take(Removed::MAX_LENGTH).collect()
}

/// Reason why an SVG image is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SvgError {
    #[error("invalid XML: {0}")]
    Unreadable(String),
    #[error("the root element is not `<svg>` of the SVG namespace")]
    NotSvg,
    #[error("no visible element after sanitizing")]
    EmptyDiagram,
}

/// Rewrites an SVG image with the allowed elements and attributes. Returns an error for invalid XML, for a root
/// element other than `<svg>`, and for an image whose elements are all invisible after sanitizing.
pub fn sanitize_svg(bytes: &[u8]) -> Result<Svg, SvgError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| SvgError::Unreadable(error.to_string()))?;
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: 500_000, ..ParsingOptions::default() };
    let text = without_doctype(text);
    let document = Document::parse_with_options(&text, options)
        .map_err(|error| SvgError::Unreadable(error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err(SvgError::NotSvg);
    }
    let mut out = String::with_capacity(text.len());
    let mut removed = Removed::default();
    element(root, 0, &mut out, &mut removed);
    if root.children().any(|child| child.is_element()) && !draws(&out) {
        return Err(SvgError::EmptyDiagram);
    }
    out.push('\n');
    let size = image_size::size(out.as_bytes());
    Ok(Svg { bytes: out.into_bytes(), size, removed })
}

/// Removes the document type of SVG 1.1, which drawing programs write. A document type with
/// declarations is retained, so that the parser rejects the image.
fn without_doctype(text: &str) -> std::borrow::Cow<'_, str> {
    let Some(start) = text.find("<!DOCTYPE") else { return text.into() };
    let Some(end) = text[start..].find('>').map(|end| start + end) else { return text.into() };
    let is_plain = !text[start..end].contains('[');
    if is_plain { format!("{}{}", &text[..start], &text[end + 1..]).into() } else { text.into() }
}

fn element(node: Node<'_, '_>, depth: usize, out: &mut String, removed: &mut Removed) {
    let name = node.tag_name().name();
    let is_svg = node.tag_name().namespace() == Some(SVG);
    if is_svg && name == "foreignObject" && depth <= MAX_DEPTH {
        return foreign_object(node, out, removed);
    }
    let is_known = is_svg && ELEMENTS.contains(&name);
    if !is_known || depth > MAX_DEPTH {
        return removed.element(node);
    }
    if name == "style" {
        return style(node, out, removed);
    }
    out.push('<');
    out.push_str(name);
    if depth == 0 {
        out.push_str(&format!(" xmlns=\"{SVG}\""));
    }
    let has_plain_href = node
        .attributes()
        .any(|attribute| attribute.namespace().is_none() && attribute.name() == "href");
    for attribute in node.attributes() {
        let plain = match attribute.namespace() {
            None => attribute.name(),
            // SVG 2 replaces `xlink:href` with `href`.
            Some(XLINK) if attribute.name() == "href" && !has_plain_href => "href",
            Some(XML) if attribute.name() == "lang" => "xml:lang",
            Some(XML) if attribute.name() == "space" => "xml:space",
            _ => continue,
        };
        if is_allowed(name, plain, attribute.value()) {
            out.push_str(&format!(" {plain}=\""));
            escape(attribute.value(), out);
            out.push('"');
        } else if plain != "target" {
            // A removed `target` is not reported, because it has no visible effect.
            removed.attribute(name, plain);
        }
    }
    out.push('>');
    for child in node.children() {
        if child.is_element() {
            element(child, depth + 1, out, removed);
        } else if child.is_text() {
            escape(child.text().unwrap_or_default(), out);
        }
    }
    out.push_str(&format!("</{name}>"));
}

/// HTML elements that begin a new line.
const LINES: &[&str] = &["br", "div", "p", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre"];

/// Converts embedded HTML to SVG: its text, or its only image. Writes nothing if the enclosing
/// `switch` contains an alternative for programs without HTML.
fn foreign_object(node: Node<'_, '_>, out: &mut String, removed: &mut Removed) {
    let is_drawn = |other: Node<'_, '_>| ELEMENTS.contains(&other.tag_name().name());
    let has_substitute = node.parent().is_some_and(|parent| {
        parent.tag_name().name() == "switch" && parent.children().any(is_drawn)
    });
    if has_substitute {
        return;
    }
    let is_removed = |inside: &Node<'_, '_>| REMOVED_HTML.contains(&inside.tag_name().name());
    let lines = text_lines(node);
    let mut replaced = node.descendants().filter(is_removed).collect::<Vec<_>>();
    if let ([image], []) = (&replaced[..], &lines[..])
        && foreign_image(node, *image, out)
    {
        replaced.clear();
    }
    replaced.into_iter().for_each(|inside| removed.element(inside));
    if !lines.is_empty() {
        foreign_words(node, &lines, out);
    }
}

/// HTML elements whose content cannot be displayed as text.
const REMOVED_HTML: &[&str] =
    &["audio", "canvas", "embed", "iframe", "img", "input", "object", "script", "svg", "video"];

/// Converts an HTML `<img>` with an embedded raster image to an SVG image that fills the area of
/// `node`. Returns false if that is not possible.
fn foreign_image(node: Node<'_, '_>, image: Node<'_, '_>, out: &mut String) -> bool {
    let source = image.attribute("src").filter(|source| is_raster_image(source));
    let size = length(node, "width").zip(length(node, "height"));
    let (true, Some(source), Some((width, height))) =
        (image.tag_name().name() == "img", source, size)
    else {
        return false;
    };
    let start = |name: &str| length(node, name).unwrap_or(0.0);
    let (x, y) = (start("x"), start("y"));
    out.push_str(&format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" href=\""
    ));
    escape(source, out);
    out.push_str("\"></image>");
    true
}

/// Returns the coordinate or length in the attribute `name`, in pixels; `None` if the attribute is missing or has
/// another unit.
fn length(node: Node<'_, '_>, name: &str) -> Option<f64> {
    let value = node.attribute(name)?.trim().trim_end_matches("px").parse::<f64>().ok()?;
    value.is_finite().then_some(value)
}

/// Returns the non-empty lines of text in embedded HTML.
fn text_lines(node: Node<'_, '_>) -> Vec<String> {
    let mut lines = vec![String::new()];
    for inside in node.descendants() {
        if inside.is_element() && LINES.contains(&inside.tag_name().name()) {
            lines.push(String::new());
        } else if inside.is_text() && !is_code(inside) {
            let text = inside.text().unwrap_or_default();
            if let Some(line) = lines.last_mut() {
                line.push_str(text);
            }
        }
    }
    let lines = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Writes lines as SVG text at the center of the area of embedded HTML, so that labels of Mermaid
/// and draw.io are retained.
fn foreign_words(node: Node<'_, '_>, lines: &[String], out: &mut String) {
    let length = |name: &str| length(node, name);
    let middle = |start: &str, size: &str| {
        length(start).unwrap_or(0.0) + length(size).map_or(0.0, |size| size / 2.0)
    };
    let (x, y) = (middle("x", "width"), middle("y", "height"));
    let anchor = if length("width").is_some() { "middle" } else { "start" };
    out.push_str(&format!(
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" dominant-baseline=\"central\">"
    ));
    // The offset is calculated in tenths of an em, so that the result is exact.
    let first = 6 * i64::try_from(lines.len() - 1).unwrap_or(0);
    for (number, line) in lines.iter().enumerate() {
        let down = if number == 0 { -first } else { 12 };
        out.push_str(&format!("<tspan x=\"{x}\" dy=\"{}em\">", down as f64 / 10.0));
        escape(line, out);
        out.push_str("</tspan>");
    }
    out.push_str("</text>");
}

/// Whether a text node is in a script, style, or template, which is not displayed.
fn is_code(text: Node<'_, '_>) -> bool {
    text.ancestors().any(|above| matches!(above.tag_name().name(), "script" | "style" | "template"))
}

/// Whether the sanitized image contains visible elements or references. Every `<` begins a tag, because `<` in the
/// text of the image is escaped.
fn draws(written: &str) -> bool {
    let is_shape = |tag: &str| SHAPES.contains(&tag.split([' ', '>']).next().unwrap_or_default());
    written.split('<').any(is_shape) || written.contains(" href=\"")
}

fn style(node: Node<'_, '_>, out: &mut String, removed: &mut Removed) {
    let css: String = node.children().filter_map(|child| child.text()).collect();
    if css::is_harmless(&css) {
        out.push_str("<style>");
        escape(&css, out);
        out.push_str("</style>");
    } else {
        removed.element(node);
    }
}

fn is_allowed(element: &str, name: &str, value: &str) -> bool {
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c));
    if !is_name || name.to_ascii_lowercase().starts_with("on") {
        return false;
    }
    match name {
        "href" => is_inside(element, value),
        "style" => css::is_harmless(&format!("a{{{value}}}")),
        // `target` has no effect in an image. The other attributes load resources or belong to animations.
        "src" | "base" | "target" | "attributeName" | "to" | "from" | "by" => false,
        // Text for screen readers, which may contain parentheses.
        _ if name.starts_with("aria-") => uses_own_parts_only(value),
        _ => uses_own_parts_only(value) && has_harmless_functions(value),
    }
}

/// Whether a reference is a fragment or, in an image element, an embedded raster image (data URL).
fn is_inside(element: &str, value: &str) -> bool {
    let is_image = matches!(element, "image" | "feImage");
    value.trim().starts_with('#') || (is_image && is_raster_image(value))
}

/// Whether a value is a data URL of a raster image in Base64 (RFC 2397). The scheme, the type, and
/// `base64` are case-insensitive, and the type may have parameters.
fn is_raster_image(value: &str) -> bool {
    let header = value.trim().split_once(',').map(|(header, _)| header.to_ascii_lowercase());
    let Some(header) = header else { return false };
    let mut parts = header.split(';').map(str::trim);
    let kind = parts.next().and_then(|start| start.strip_prefix("data:image/"));
    let is_raster =
        kind.is_some_and(|kind| ["png", "jpeg", "jpg", "gif", "webp", "avif"].contains(&kind));
    is_raster && parts.next_back() == Some("base64")
}

fn uses_own_parts_only(value: &str) -> bool {
    let value: String = value.to_ascii_lowercase().split_whitespace().collect();
    // A CSS escape could encode `url(` or `javascript:`.
    !value.contains('\\')
        && !value.contains("javascript:")
        && value
            .split("url(")
            .skip(1)
            .all(|rest| rest.trim_start_matches(['"', '\'']).starts_with('#'))
}

/// Whether the functions in a value load nothing from other origins. Most attributes are CSS
/// properties too, and several CSS functions load resources.
fn has_harmless_functions(value: &str) -> bool {
    !value.contains('(') || css::is_harmless(&format!("a{{mask:{value}}}"))
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;

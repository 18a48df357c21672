//! Postprocessing of sanitized HTML.
//!
//! Resolves links and images, makes tables scrollable, and replaces placeholders with the renderer's
//! HTML.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use crate::code::decode;
use crate::extras::ATTRIBUTE;
use crate::html_escape::escape;
use crate::raw_html::{self, FIT, ZOOM};
use pailou_content::link::{Image, Link};
use pailou_sanitize::html::{ID_PREFIX, SCHEMES};
use pailou_sanitize::trusted_markup::TrustedMarker;

/// Callbacks that resolve the links and images of a page.
pub(crate) struct RenderContext<'a> {
    pub(crate) link: &'a dyn Fn(&str) -> Link,
    /// Returns the metadata of an image by its URL on the site.
    pub(crate) image: &'a dyn Fn(&str) -> Option<&'a Image>,
    pub(crate) locale: Locale,
}

/// Approximate maximum width of the text column, and so of an image, in CSS pixels (46 rem).
const COLUMN: u32 = 736;

struct Pass<'a, 's> {
    own: &'a TrustedMarker,
    slots: &'a [String],
    around: &'a RenderContext<'s>,
    /// Ids in the author's HTML, without their prefix.
    author_ids: HashSet<&'a str>,
    open_tables: usize,
    open_links: usize,
    out: String,
}

/// Completes the links, images, and tables of `html`, and replaces its placeholders with the HTML in `slots`. `html`
/// must be output of the sanitizer: well formed, with attributes in double quotes.
pub(crate) fn finish(
    html: &str,
    own: &TrustedMarker,
    slots: &[String],
    around: &RenderContext<'_>,
) -> String {
    let mut pass = Pass {
        own,
        slots,
        around,
        author_ids: author_ids(html),
        open_tables: 0,
        open_links: 0,
        out: String::with_capacity(html.len() + html.len() / 4),
    };
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        pass.text(&rest[..start]);
        let (tag, after) = rest[start..].split_at(tag_end(&rest[start..]));
        rest = pass.remote_player(tag, after).unwrap_or_else(|| {
            pass.tag(tag);
            after
        });
    }
    pass.text(rest);
    pass.out
}

/// Returns the length of a tag. The sanitizer escapes `<` and `>` in attributes, so the first `>` ends the tag.
fn tag_end(tag: &str) -> usize {
    tag.find('>').map_or(tag.len(), |at| at + 1)
}

fn tag_name(tag: &str) -> &str {
    let end = tag.find([' ', '>']).unwrap_or(tag.len());
    tag.get(1..end).unwrap_or_default()
}

/// Returns the tags of the HTML, including end tags.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        rest = &rest[rest.find('<')?..];
        let (tag, after) = rest.split_at(tag_end(rest));
        rest = after;
        Some(tag)
    })
}

/// Splits the HTML after a start tag into the content of the element and the rest after its end
/// tag.
fn split_element<'h>(name: &str, after: &'h str) -> (&'h str, &'h str) {
    let (mut depth, mut at) = (1, 0);
    while let Some(start) = after[at..].find('<') {
        let start = at + start;
        at = start + tag_end(&after[start..]);
        match tag_name(&after[start..at]) {
            opened if opened == name => depth += 1,
            closed if closed.strip_prefix('/') == Some(name) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&after[..start], &after[at..]);
        }
    }
    (after, "")
}

fn attribute_value<'t>(tag: &'t str, attribute: &str) -> Option<&'t str> {
    tag_attributes(tag).find(|(name, _)| *name == attribute).map(|(_, value)| value)
}

fn author_ids(html: &str) -> HashSet<&str> {
    let mut ids = HashSet::new();
    for marker in [" id=\"", " name=\""] {
        let marked = format!("{marker}{ID_PREFIX}");
        ids.extend(
            html.match_indices(&marked)
                .filter_map(|(at, _)| html[at + marked.len()..].split('"').next()),
        );
    }
    ids
}

impl Pass<'_, '_> {
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = if self.slots.is_empty() { None } else { self.own.find(rest) } {
            self.out.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some((number, length)) = self.own.read_slot(rest) else { break };
            if let Some(html) = self.slots.get(number) {
                match html.strip_prefix(ATTRIBUTE) {
                    Some(attribute) => self.add_to_block(attribute),
                    None => self.out.push_str(html),
                }
            }
            rest = &rest[length..];
        }
        self.out.push_str(rest);
    }

    /// Adds an attribute to the start tag of the last block. Adds nothing if any tag other than `<span>`
    /// or `<input>` follows the start tag.
    fn add_to_block(&mut self, attribute: &str) {
        let mut end = self.out.len();
        while let Some(start) = self.out[..end].rfind('<') {
            let tag = &self.out[start..];
            let (name, length) = (tag.find([' ', '>']).unwrap_or(0), tag.find('>').unwrap_or(0));
            match &tag[..name] {
                "<p" | "<li" | "<td" | "<th" | "<dt" | "<dd" | "<pre" | "<h2" | "<h3" | "<h4"
                | "<h5" | "<h6" => return self.out.insert_str(start + length, attribute),
                "<span" | "</span" | "<input" => end = start,
                _ => return,
            }
        }
    }

    fn tag(&mut self, tag: &str) {
        match tag_name(tag) {
            "a" => self.anchor(tag),
            "/a" => {
                self.open_links = self.open_links.saturating_sub(1);
                self.out.push_str(tag);
            }
            "img" => self.image(tag),
            "audio" | "video" | "source" => self.media(tag),
            "table" => {
                if self.open_tables == 0 {
                    self.out.push_str("<div class=\"table-scroll\" tabindex=\"0\">");
                }
                self.open_tables += 1;
                self.out.push_str(tag);
            }
            "/table" => {
                self.open_tables = self.open_tables.saturating_sub(1);
                self.out.push_str(tag);
                if self.open_tables == 0 {
                    self.out.push_str("</div>");
                }
            }
            // A scrollable element must be focusable by keyboard.
            "pre" => self.out.push_str(&tag.replacen("<pre", "<pre tabindex=\"0\"", 1)),
            // The title is the only `h1` of the page.
            "h1" => self.out.push_str(&tag.replacen("h1", "h2", 1)),
            "/h1" => self.out.push_str("</h2>"),
            _ => self.out.push_str(tag),
        }
    }

    fn anchor(&mut self, tag: &str) {
        self.open_links += 1;
        self.out.push_str("<a");
        for (name, value) in tag_attributes(tag) {
            if name != "href" {
                self.attribute(name, value);
                continue;
            }
            match (self.around.link)(&decode(value)) {
                Link::Page(url) | Link::Media(url) | Link::Broken { url, .. } => {
                    self.url_attribute("href", &url)
                }
                Link::Anchor(id) if self.author_ids.contains(id.as_str()) => {
                    self.url_attribute("href", &format!("#{ID_PREFIX}{id}"));
                }
                Link::Anchor(id) => self.url_attribute("href", &format!("#{id}")),
                Link::External(url) => {
                    self.url_attribute("href", &url);
                    self.out.push_str(" rel=\"noopener\"");
                }
                Link::Refused => {}
            }
        }
        self.out.push('>');
    }

    fn image(&mut self, tag: &str) {
        let value = |attribute: &str| attribute_value(tag, attribute);
        let alt = value("alt").unwrap_or_default();
        let zoom = value("width").and_then(|width| width.strip_prefix(ZOOM));
        let zoom = zoom.and_then(|percent| percent.parse::<f64>().ok());
        let limits = value("width").and_then(|width| width.strip_prefix(FIT));
        let url = match value("src").map(|source| (self.around.link)(&decode(source))) {
            Some(Link::Page(url) | Link::Media(url) | Link::Broken { url, .. }) => url,
            Some(Link::External(url)) => return self.remote_file("remote-image", &url, alt),
            _ if alt.is_empty() => return,
            Some(Link::Anchor(_) | Link::Refused) | None => {
                let alt = format!("<span class=\"refused-image\">{alt}</span>");
                return self.out.push_str(&alt);
            }
        };
        let known = (self.around.image)(&url);
        self.out.push_str("<img");
        self.url_attribute("src", &url);
        match known.map(|known| known.words(self.around.locale)) {
            Some(alt_text) if alt.is_empty() && !alt_text.is_empty() => {
                self.text_attribute("alt", alt_text)
            }
            _ => self.attribute("alt", alt),
        }
        let is_written = |name: &str, value: &str| {
            let is_relative = value.starts_with(ZOOM) || value.starts_with(FIT);
            !(matches!(name, "src" | "alt") || name == "width" && is_relative)
        };
        for (name, value) in tag_attributes(tag).filter(|(name, value)| is_written(name, value)) {
            self.attribute(name, value);
        }
        let size = known.and_then(|known| known.size);
        let scaled = |size: u32| zoom.map_or(size, |zoom| scaled(size, zoom));
        let is_relative = zoom.is_some() || limits.is_some();
        let has_size = !is_relative && value("width").or(value("height")).is_some();
        if let Some((width, height)) = size {
            let fitted = limits.and_then(|limits| raw_html::fit(limits, (width, height)));
            let (display_width, display_height) =
                fitted.unwrap_or_else(|| (scaled(width), scaled(height)));
            if !has_size {
                self.out
                    .push_str(&format!(" width=\"{display_width}\" height=\"{display_height}\""));
            }
            let widths = known.map(|known| known.widths.as_slice()).unwrap_or_default();
            if !widths.is_empty() && value("srcset").is_none() {
                let display_width = is_relative.then(|| display_width.to_string());
                self.sizes(&url, widths, width, display_width.as_deref().or(value("width")));
            }
        }
        self.out.push_str(" loading=\"lazy\">");
    }

    /// Writes `srcset` with the smaller sizes and the full size, and `sizes` with the displayed width.
    fn sizes(&mut self, url: &str, widths: &[u32], own: u32, display_width: Option<&str>) {
        let smaller = widths.iter().map(|width| format!("{url}?w={width} {width}w"));
        // A variant of the full width replaces the original image in `srcset`.
        let whole = (!widths.contains(&own)).then(|| format!("{url} {own}w"));
        let all: Vec<_> = smaller.chain(whole).collect();
        self.url_attribute("srcset", &all.join(", "));
        let display_width = display_width
            .and_then(|display_width| display_width.parse().ok())
            .unwrap_or(own)
            .min(COLUMN);
        self.attribute(
            "sizes",
            &format!("(min-width: {display_width}px) {display_width}px, 100vw"),
        );
    }

    /// Replaces a file of another host with a link, or with a `<span>` if the file is inside a link. Pages do not load
    /// files of other hosts (SECURITY.md). The caller escapes `label`.
    fn remote_file(&mut self, class: &str, url: &str, label: &str) {
        let in_link = self.open_links > 0;
        if in_link {
            self.out.push_str(&format!("<span class=\"{class}\">"));
        } else {
            self.out.push_str(&format!("<a class=\"{class}\""));
            self.url_attribute("href", url);
            self.out.push_str(" rel=\"noopener\">");
        }
        match label {
            "" => {
                escape(url.rsplit('/').find(|part| !part.is_empty()).unwrap_or(url), &mut self.out)
            }
            label => self.out.push_str(label),
        }
        self.out.push_str(if in_link { "</span>" } else { "</a>" });
    }

    /// Replaces a video or audio player with a link if it has files on other hosts only. Returns
    /// the HTML after the player, or `None` if `tag` is not replaced.
    fn remote_player<'h>(&mut self, tag: &str, after: &'h str) -> Option<&'h str> {
        let name = tag_name(tag);
        if !matches!(name, "audio" | "video") {
            return None;
        }
        let (inside, rest) = split_element(name, after);
        let sources =
            tags(inside).filter(|tag| matches!(tag_name(tag), "source" | "audio" | "video"));
        let mut remote = None;
        for source in std::iter::once(tag).chain(sources) {
            match attribute_value(source, "src").map(|src| (self.around.link)(&decode(src))) {
                Some(Link::External(url)) => drop(remote.get_or_insert(url)),
                Some(Link::Page(_) | Link::Media(_) | Link::Broken { .. }) => return None,
                Some(Link::Anchor(_) | Link::Refused) | None => {}
            }
        }
        let label = attribute_value(tag, "title").unwrap_or_default();
        self.remote_file("remote-media", &remote?, label);
        Some(rest)
    }

    /// Writes an `<audio>`, `<video>`, or `<source>` tag without URLs of other hosts.
    fn media(&mut self, tag: &str) {
        let name = tag_name(tag);
        let is_local = |src| address((self.around.link)(&decode(src))).is_some();
        if name == "source" && !attribute_value(tag, "src").is_some_and(is_local) {
            return;
        }
        self.out.push('<');
        self.out.push_str(name);
        for (name, value) in tag_attributes(tag) {
            if !matches!(name, "src" | "poster") {
                self.attribute(name, value);
            } else if let Some(url) = address((self.around.link)(&decode(value))) {
                self.url_attribute(name, &url);
            }
        }
        self.out.push('>');
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push_str(&format!(" {name}=\"{value}\""));
    }

    /// Writes a URL attribute, if the URL is safe.
    fn url_attribute(&mut self, name: &str, url: &str) {
        if is_safe(url) {
            self.text_attribute(name, url);
        }
    }

    /// Escapes and writes a text attribute. The value is not checked as a URL.
    fn text_attribute(&mut self, name: &str, value: &str) {
        self.out.push_str(&format!(" {name}=\""));
        escape(value, &mut self.out);
        self.out.push('"');
    }
}

/// Returns `percent` % of `length`, rounded to whole pixels, at least 1.
fn scaled(length: u32, percent: f64) -> u32 {
    let scaled = (f64::from(length) * percent / 100.0).round();
    if scaled >= f64::from(u32::MAX) { u32::MAX } else { (scaled as u32).max(1) }
}

/// Returns the URL of a page or file on this site; `None` for any other link.
fn address(link: Link) -> Option<String> {
    match link {
        Link::Page(url) | Link::Media(url) | Link::Broken { url, .. } => Some(url),
        Link::External(_) | Link::Anchor(_) | Link::Refused => None,
    }
}

/// Whether a URL has an allowed scheme or none. The check does not rely on the callbacks of the render context.
fn is_safe(url: &str) -> bool {
    let scheme = url
        .split_once(':')
        .map(|(scheme, _)| scheme)
        .filter(|scheme| !scheme.contains(['/', '?', '#']));
    scheme.is_none_or(|scheme| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// Returns the names and the escaped values of the attributes of `tag`, which must be output of the sanitizer.
fn tag_attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = tag.trim_end_matches('>');
    let mut rest = &inside[inside.find(' ').unwrap_or(inside.len())..];
    std::iter::from_fn(move || {
        let (name, after) = rest.trim_start().split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after;
        Some((name, value))
    })
}

#[cfg(test)]
#[path = "postprocess_tests.rs"]
mod tests;

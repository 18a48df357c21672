//! Headings written as HTML: `<h1 align="center">`, `<h3 id="a">`.
//!
//! An HTML heading gets an id and an outline entry and, like a Markdown heading, may be the page title.

use std::collections::HashSet;
use std::fmt::Write;

use crate::code::decode;
use crate::earlier_ids::github_slug;
use crate::heading::{Heading, Ids, slug};
use crate::html_escape::escape;
use pailou_sanitize::html::ID_PREFIX;

/// HTML heading in the Markdown, before sanitizing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawHeading {
    /// Level in the Markdown, 1 to 6.
    pub(crate) level: u8,
    pub(crate) line: u32,
    /// Number of Markdown headings before this heading.
    pub(crate) after: usize,
    /// Text of the heading; `None` if the end tag is in another block.
    pub(crate) words: Option<String>,
}

impl RawHeading {
    /// Whether this HTML heading is an `h1` before every Markdown heading, and is not empty. A heading whose end tag is
    /// in another block counts as not empty.
    pub(crate) fn may_be_title(&self) -> bool {
        self.level == 1
            && self.after == 0
            && self.words.as_ref().is_none_or(|words| !words.is_empty())
    }
}

/// Returns the level of an element `h1` to `h6`; the name must be in lower case. Returns `None` for any other name.
pub(crate) fn level(name: &str) -> Option<u8> {
    let [b'h', digit @ b'1'..=b'6'] = name.as_bytes() else { return None };
    Some(digit - b'0')
}

/// Returns the text of `html` up to the end tag of `name`; `None` without an end tag.
pub(crate) fn words_before_end(html: &str, name: &str) -> Option<String> {
    let end = html.to_ascii_lowercase().find(&format!("</{name}"))?;
    Some(visible_heading_text(&html[..end]))
}

/// Returns the visible text of a heading. Without text, returns the alt texts of its images, or else the texts of its
/// links to images on other hosts.
fn visible_heading_text(html: &str) -> String {
    let (mut text, mut alt, mut remote) = (String::new(), String::new(), String::new());
    let mut in_remote = None;
    let mut rest = html;
    while !rest.is_empty() {
        let start = rest.find('<').unwrap_or(rest.len());
        let into = if in_remote.is_some() { &mut remote } else { &mut text };
        into.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find('>').map_or(rest.len(), |at| at + 1);
        let tag = &rest[..end];
        if let Some(element) = remote_image(tag) {
            in_remote = Some(element);
        } else if in_remote.is_some_and(|element| tag == format!("</{element}>")) {
            in_remote = None;
        } else if is_tag(tag, "img") {
            alt.push_str(tag_attribute(tag, "alt").unwrap_or_default());
        } else if is_tag(tag, "br") {
            text.push(' ');
        }
        rest = &rest[end..];
    }
    let normalized = |text: &str| decode(text).split_whitespace().collect::<Vec<_>>().join(" ");
    [text, alt, remote]
        .iter()
        .map(|text| normalized(text))
        .find(|text| !text.is_empty())
        .unwrap_or_default()
}

/// Returns the HTML of the images in a heading, including that of links to images on other hosts.
fn images(html: &str) -> String {
    let mut found = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let mut end = rest.find('>').map_or(rest.len(), |at| at + 1);
        let tag = &rest[..end];
        let element = remote_image(tag);
        if let Some(element) = element {
            let close = format!("</{element}>");
            end = rest.find(&close).map_or(rest.len(), |at| at + close.len());
        }
        if element.is_some() || is_tag(tag, "img") {
            found.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    found
}

/// An image that is not displayed is replaced with an element of a certain class. If `tag` begins such an element,
/// returns the name of the element.
fn remote_image(tag: &str) -> Option<&'static str> {
    ["a", "span"].into_iter().find(|name| {
        is_tag(tag, name)
            && tag_attribute(tag, "class")
                .is_some_and(|class| matches!(class, "remote-image" | "refused-image"))
    })
}

fn is_tag(tag: &str, name: &str) -> bool {
    let inside = tag.strip_prefix('<').and_then(|inside| inside.strip_prefix(name));
    inside.is_some_and(|rest| rest.starts_with([' ', '>', '/', '\n']))
}

fn tag_attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let value = |quote: char| {
        let (_, after) = tag.split_once(&format!(" {name}={quote}"))?;
        after.split_once(quote).map(|(value, _)| value)
    };
    value('"').or_else(|| value('\''))
}

pub(crate) struct PageWithIds {
    pub(crate) html: String,
    /// Page title from an HTML heading. Neither `headings` nor `html` contains it.
    pub(crate) title: Option<String>,
    pub(crate) headings: Vec<Heading>,
}

/// Assigns ids to the HTML headings of a finished page. `headings` are the Markdown headings, in page
/// order; `written` are the HTML headings. With `first_is_title`, the first `h1` in HTML becomes the title of the page.
pub(crate) fn assign_ids(
    html: String,
    headings: Vec<Heading>,
    written: &[RawHeading],
    first_is_title: bool,
) -> PageWithIds {
    if written.is_empty() {
        return PageWithIds { html, title: None, headings };
    }
    let mut page = Page {
        ids: Ids::beside(ids_of(&html)),
        written: written.iter(),
        own: headings.into_iter(),
        line: 1,
        result: PageWithIds {
            html: String::with_capacity(html.len()),
            title: None,
            headings: Vec::new(),
        },
        awaits_title: first_is_title,
    };
    let mut rest = html.as_str();
    while let Some(start) = rest.find("<h") {
        page.result.html.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find('>').map_or(rest.len(), |at| at + 1);
        let name = &rest[1..end.min(3)];
        let done = match level(name) {
            Some(level) if is_tag(&rest[..end], name) => page.heading(rest, end, level),
            _ => None,
        };
        let length = done.unwrap_or_else(|| {
            page.result.html.push_str(&rest[..end]);
            end
        });
        rest = &rest[length..];
    }
    page.result.html.push_str(rest);
    page.result.headings.extend(page.own);
    page.result
}

struct Page<'a> {
    ids: Ids,
    written: std::slice::Iter<'a, RawHeading>,
    own: std::vec::IntoIter<Heading>,
    line: u32,
    result: PageWithIds,
    awaits_title: bool,
}

impl Page<'_> {
    /// Writes the HTML heading at the start of `html`, whose start tag ends at `tag_end`. Returns the length of the
    /// heading, or `None` for a Markdown heading, an empty heading, or a heading without end tag.
    fn heading(&mut self, html: &str, tag_end: usize, level: u8) -> Option<usize> {
        let tag = &html[..tag_end];
        let author_id =
            match tag_attribute(tag, "id").map(|id| id.strip_prefix(ID_PREFIX).ok_or(id)) {
                // The id of a Markdown heading has no prefix.
                Some(Err(_)) => {
                    self.result.headings.extend(self.own.next());
                    return None;
                }
                Some(Ok(id)) => Some(decode(id)),
                None => None,
            };
        let close = format!("</h{level}>");
        let inner_end = tag_end + html[tag_end..].find(&close)?;
        let inner = &html[tag_end..inner_end];
        let length = inner_end + close.len();
        let text = visible_heading_text(inner);
        let as_written = self.written.find(|raw| raw.level.max(2) == level);
        self.line = as_written.map_or(self.line, |raw| raw.line);
        let is_title = self.awaits_title && as_written.is_some_and(|raw| raw.level == 1);
        if text.is_empty() {
            return None;
        }
        let wish = slug(&text);
        let id = match &author_id {
            Some(id) if self.ids.take(id) => id.clone(),
            _ => self.ids.unique(wish),
        };
        let mut anchors = String::new();
        let of_github = github_slug(&text);
        match author_id {
            Some(author_id) => anchor(&format!("{ID_PREFIX}{author_id}"), &mut anchors),
            None if of_github != id && self.ids.take(&of_github) => {
                anchor(&of_github, &mut anchors);
            }
            None => {}
        }
        if is_title {
            self.awaits_title = false;
            self.title(&id, &anchors, inner);
            self.result.title = Some(text);
            return Some(length);
        }
        let out = &mut self.result.html;
        let _ = write!(out, "<h{level} id=\"");
        escape(&id, out);
        out.push('"');
        out.push_str(&without_id(&tag["<h1".len()..tag.len() - 1]));
        let _ = write!(out, ">{anchors}{inner}{close}");
        self.result.headings.push(Heading { id, level, text, line: self.line });
        Some(length)
    }

    /// Writes only the anchors and images of the title, because the page displays the text of the title separately.
    fn title(&mut self, id: &str, anchors: &str, inner: &str) {
        let out = &mut self.result.html;
        anchor(id, out);
        out.push_str(anchors);
        let images = images(inner);
        if !images.is_empty() {
            let _ = write!(out, "<p>{images}</p>");
        }
    }
}

fn anchor(id: &str, out: &mut String) {
    out.push_str("<span id=\"");
    escape(id, out);
    out.push_str("\"></span>");
}

fn without_id(attributes: &str) -> String {
    let Some(start) = attributes.find(" id=\"") else { return attributes.to_owned() };
    let value = start + " id=\"".len();
    let end = attributes[value..].find('"').map_or(attributes.len(), |at| value + at + 1);
    format!("{}{}", &attributes[..start], &attributes[end..])
}

fn ids_of(html: &str) -> HashSet<String> {
    let values = html.split(" id=\"").skip(1).filter_map(|after| after.split_once('"'));
    values.map(|(id, _)| decode(id)).collect()
}

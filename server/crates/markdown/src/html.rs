//! Renderer: Markdown to safe HTML.
//!
//! The result contains the HTML, the headings, the text by section, and the links.

use std::collections::HashSet;

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};
use core_wasm::locale::Locale;

use crate::blocks::{self, Block};
use crate::earlier_ids::earlier_ids;
use crate::extras::Extras;
use crate::flavor::{self, Flavor};
use crate::flavors::hugo;
use crate::footnote;
use crate::heading::{self, Heading};
use crate::include;
use crate::parser::{self, Purpose};
use crate::postprocess::{RenderContext, finish};
use crate::raw_heading::{self, PageWithIds, RawHeading};
use crate::section::{Section, sections};
use crate::writer::{self, WriterState};
use crate::{alerts, contents_marks, html_escape, references};
use pailou_content::area::LANDING;
use pailou_content::fields::Fields;
use pailou_content::issue::Issue;
use pailou_content::jsx;
use pailou_content::link::{Image, Link};
use pailou_sanitize::html;
use pailou_sanitize::trusted_markup::TrustedMarker;
use pailou_text_diff::line_map::LineMap;

/// A body to render, with callbacks that resolve its links, includes, and images.
pub struct Source<'a> {
    pub file: &'a str,
    /// Text after the front matter.
    pub body: &'a str,
    /// Number of lines of the file above the body.
    pub lines_above: u32,
    pub front_title: Option<&'a str>,
    pub dialect: Flavor,
    pub locale: Locale,
    pub link: &'a dyn Fn(&str) -> Link,
    /// Reads another file, for includes.
    pub file_text: include::Files<'a>,
    /// Returns the metadata of an image by its URL on the site.
    pub image: &'a dyn Fn(&str) -> Option<&'a Image>,
}

#[derive(Debug, Clone, Default)]
pub struct Rendered {
    /// Safe HTML without scripts, styles, or style attributes. Contains no `h1`.
    pub html: String,
    /// Title in the text: the heading that `title_heading` selects. `None` if it selects no heading;
    /// `title_of` then returns another title. The page displays the title as `h1`, so `html` omits
    /// this heading and contains an anchor with its id instead.
    pub title: Option<String>,
    /// Headings with text, except the title. Their levels are the displayed levels, at least 2.
    pub headings: Vec<Heading>,
    pub sections: Vec<Section>,
    pub links: Vec<LinkUse>,
    pub issues: Vec<Issue>,
    /// Paths of the included files.
    pub parts: Vec<String>,
    /// Blocks, if requested by `Extras`.
    pub blocks: Vec<Block>,
}

impl Rendered {
    /// Returns the title of the text. If a block of the front page has neither an `h1` nor a title in
    /// front matter, its title is its first heading.
    pub fn title_of(&self, fields: &Fields, area: &str, path: &str) -> String {
        let is_unnamed_block = area == LANDING && fields.title.is_none();
        let first = self.headings.first().filter(|_| is_unnamed_block);
        let heading = self.title.as_deref().or(first.map(|heading| heading.text.as_str()));
        fields.title_of(heading, path)
    }
}

/// A link or image in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkUse {
    /// Line of the file.
    pub line: u32,
    pub written: String,
    pub is_image: bool,
    pub link: Link,
}

pub fn render(source: &Source<'_>) -> Rendered {
    render_with(source, &Extras::default())
}

/// Like [`render`], but the HTML contains the annotations that `extras` requests, too.
pub fn render_with(source: &Source<'_>, extras: &Extras) -> Rendered {
    let expanded = include::expand(source.body, source.file, source.file_text);
    let prepared = flavor::prepare(&expanded.text, source.dialect);
    let arena = Arena::new();
    let options = parser::options(Purpose::Reading, source.dialect);
    let lines = &prepared.lines.through(&expanded.lines);
    let mut rendered = match parser::parse(&arena, &prepared.text, &options) {
        Ok(root) => {
            alerts::convert_alerts(root, &prepared.text);
            contents_marks::remove(root, &expanded.text, &prepared.lines);
            of_tree(root, &prepared.text, &options, source, extras, lines)
        }
        Err(parser::TooComplex) => as_plain_text(source.body),
    };
    let is_made = |issue: &Issue| {
        let line = issue.line.map(|line| prepared.lines.original(line));
        issue.code == "container-unclosed"
            && line.is_some_and(|line| prepared.created_container_lines.contains(&line))
    };
    rendered.issues.retain(|issue| !is_made(issue));
    let original = |line: u32| lines.original(line).saturating_add(source.lines_above);
    let written: Vec<&str> = expanded.text.lines().collect();
    for issue in &mut rendered.issues {
        let at = issue.line.map_or(0, |line| prepared.lines.original(line) as usize);
        // The detail becomes the original line, because the converted line contains escapes.
        if matches!(issue.code, "container-unclosed" | "container-stray")
            && let Some(line) = at.checked_sub(1).and_then(|at| written.get(at))
        {
            issue.detail = line.trim().to_owned();
        }
        issue.line = issue.line.map(original);
    }
    let of_dialect = prepared.issues.into_iter().map(|mut issue| {
        issue.line = issue.line.map(|line| expanded.lines.original(line));
        issue.below(source.lines_above)
    });
    rendered.issues.splice(0..0, of_dialect);
    rendered.parts = expanded.parts;
    let of_parts = expanded.issues.into_iter().map(|issue| issue.below(source.lines_above));
    rendered.issues.extend(of_parts);
    for issue in &mut rendered.issues {
        *issue = issue.clone().in_file(source.file);
    }
    for link in &mut rendered.links {
        link.line = original(link.line);
    }
    for heading in &mut rendered.headings {
        heading.line = original(heading.line);
    }
    rendered.issues.extend(broken_links(&rendered.links, source.file));
    rendered.issues.sort_by_key(|issue| issue.line);
    rendered
}

fn of_tree(
    root: Node<'_>,
    text: &str,
    options: &comrak::Options<'_>,
    source: &Source<'_>,
    extras: &Extras,
    lines: &LineMap,
) -> Rendered {
    let notes = footnote::arrange(root);
    let link = |written: &str| match source.dialect {
        Flavor::Hugo => hugo::resolve_link(source.link, written),
        _ => (source.link)(written),
    };
    let image = |url: &str| (source.image)(url);
    let mut found = references::collect_references(root, text, &link);
    let placeholders = std::mem::take(&mut found.placeholders);
    let is_shown = |html: &str| {
        found.html_too_deep
            || jsx::tag(html).is_some_and(|tag| !tag.is_end && placeholders.contains(tag.name))
    };
    let (mut headings, id_sources) = heading::collect_visible(root, &is_shown);
    let own = TrustedMarker::of(text);
    let mut sheet = WriterState::new(&own, (source.locale, source.dialect), &headings, lines);
    let title_heading = title_heading(root, &headings, &found.raw_headings, source);
    let title_at = match title_heading {
        TitleHeading::Markdown(at) => Some(at),
        TitleHeading::Html | TitleHeading::None => None,
    };
    sheet.title = title_at;
    let earlier = earlier_ids(source.dialect, &headings, &id_sources);
    sheet.extras = extras.for_headings(&headings, earlier);
    sheet.escapes_html = found.html_too_deep;
    sheet.placeholders = placeholders;
    sheet.has_foreign_html = text.contains("<svg") || text.contains("<math");
    let (unsafe_html, slots, issues) = writer::write_page(root, options, sheet);
    found.issues.extend(issues);
    found.issues.extend(notes);
    let safe_html = html::sanitize(&unsafe_html, &own);
    let around = RenderContext { link: &link, image: &image, locale: source.locale };
    let html = finish(&safe_html, &own, &slots, &around);
    let title = title_at.map(|at| headings.remove(at).text);
    let is_raw_title = title_heading == TitleHeading::Html;
    let page_with_ids = raw_heading::assign_ids(html, headings, &found.raw_headings, is_raw_title);
    let PageWithIds { html, title: raw_title, mut headings } = page_with_ids;
    let title = title.or(raw_title);
    let (html, blocks) =
        if extras.blocks { blocks::split(&html, &own) } else { (html, Vec::new()) };
    found.issues.extend(missing_anchors(&found.links, &html));
    let sections = sections(&html, &headings);
    // An empty heading is omitted from the outline.
    headings.retain(|heading| !heading.text.is_empty());
    for heading in &mut headings {
        heading.level = heading.level.max(2);
    }
    Rendered {
        sections,
        html,
        title,
        headings,
        links: found.links,
        issues: found.issues,
        parts: Vec::new(),
        blocks,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TitleHeading {
    None,
    /// Heading in Markdown, by its index.
    Markdown(usize),
    /// First heading in HTML.
    Html,
}

/// Returns the title heading: an HTML heading for which [`RawHeading::may_be_title`] is true, or else the first
/// heading outside quotations, lists, and callouts, if its level is 1. A different title in front matter takes
/// precedence if there are several headings of level 1, if text precedes the heading, and in Hugo.
fn title_heading<'a>(
    root: Node<'a>,
    headings: &[Heading],
    raw: &[RawHeading],
    source: &Source<'_>,
) -> TitleHeading {
    let first = first_top_level(root)
        .and_then(|at| Some((at, headings.get(at)?)))
        .filter(|(_, first)| first.level == 1 && !first.text.is_empty());
    let raw_title = raw.first().filter(|raw| raw.may_be_title());
    let (found, words) = match (raw_title, first) {
        (Some(raw), _) => (TitleHeading::Html, raw.words.as_deref().unwrap_or_default()),
        (None, Some((at, first))) => (TitleHeading::Markdown(at), first.text.as_str()),
        (None, None) => return TitleHeading::None,
    };
    if source.front_title.is_none_or(|title| title.trim() == words) {
        return found;
    }
    let levels = headings.iter().map(|it| it.level).chain(raw.iter().map(|it| it.level));
    let is_only = levels.filter(|level| *level == 1).count() == 1;
    let is_section = source.dialect == Flavor::Hugo || !is_only || !opens_with_heading(root);
    if is_section { TitleHeading::None } else { found }
}

/// Returns the index of the first heading that no other block contains.
fn first_top_level(root: Node<'_>) -> Option<usize> {
    let is_heading = |node: &Node<'_>| matches!(node.data().value, NodeValue::Heading(_));
    let mut headings = root.descendants().filter(is_heading);
    headings.position(|node| node.parent().is_some_and(|parent| parent.same_node(root)))
}

/// Whether the visible content begins with a heading or with raw HTML.
fn opens_with_heading(root: Node<'_>) -> bool {
    let is_comment = |html: &str| {
        let html = html.trim();
        html.starts_with("<!--") && html.find("-->").is_none_or(|end| end + 3 == html.len())
    };
    let is_visible = |node: &Node<'_>| match &node.data().value {
        NodeValue::HtmlBlock(block) => !is_comment(&block.literal),
        NodeValue::FootnoteDefinition(_) => false,
        _ => true,
    };
    let first = root.children().find(is_visible);
    first.is_some_and(|node| {
        matches!(node.data().value, NodeValue::Heading(_) | NodeValue::HtmlBlock(_))
    })
}

/// Renders the Markdown of a page as plain text, because the parser exceeded its time limit.
fn as_plain_text(body: &str) -> Rendered {
    let mut html = "<pre>".to_owned();
    html_escape::escape(body, &mut html);
    html.push_str("</pre>");
    let issues = vec![Issue::warning("too-complex", 1, "shown as plain text")];
    let blocks = vec![Block { lines: vec![1], html: 0..html.len() }];
    Rendered { sections: sections(&html, &[]), html, issues, blocks, ..Rendered::default() }
}

fn broken_links<'a>(links: &'a [LinkUse], file: &'a str) -> impl Iterator<Item = Issue> + 'a {
    links.iter().filter_map(move |used| {
        let code = match &used.link {
            Link::Broken { code, .. } => code,
            Link::Refused => "link-refused",
            _ => return None,
        };
        Some(Issue::warning(code, used.line, &used.written).in_file(file))
    })
}

fn missing_anchors(links: &[LinkUse], html: &str) -> Vec<Issue> {
    if !links.iter().any(|used| matches!(used.link, Link::Anchor(_))) {
        return Vec::new();
    }
    // Collects all ids once, because a page may have many anchors and links.
    let named =
        |marker| html.split(marker).skip(1).filter_map(|after: &str| after.split('"').next());
    let ids: HashSet<&str> = named("id=\"").chain(named("name=\"")).collect();
    let missing = |used: &&LinkUse| {
        let Link::Anchor(id) = &used.link else { return false };
        let mut escaped = String::new();
        html_escape::escape(id, &mut escaped);
        let of_author = format!("{}{escaped}", html::ID_PREFIX);
        let is_there = ids.contains(escaped.as_str()) || ids.contains(of_author.as_str());
        !id.is_empty() && !is_there
    };
    let issue = |used: &LinkUse| Issue::warning("anchor-missing", used.line, &used.written);
    links.iter().filter(missing).map(issue).collect()
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile_tests;

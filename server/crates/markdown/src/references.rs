//! Collection of links and images, each with its line. Raw HTML that cannot be rendered is
//! reported.

use std::collections::HashSet;

use comrak::nodes::{Node, NodeValue};

use crate::html::LinkUse;
use crate::parser::{self, line_of};
use crate::raw_heading::{self, RawHeading};
use crate::raw_html;
use crate::unread_markup;
use pailou_content::character_reference;
use pailou_content::issue::Issue;
use pailou_content::jsx::{self, Tag};
use pailou_content::link::Link;

/// Maximum number of open elements; more would make browsers and sanitizers slow.
const MAX_OPEN: i64 = 200;

#[derive(Default)]
pub(crate) struct References {
    pub(crate) links: Vec<LinkUse>,
    pub(crate) issues: Vec<Issue>,
    /// Whether raw HTML is nested too deeply and therefore displayed as text.
    pub(crate) html_too_deep: bool,
    /// Names in angle brackets that are displayed as text and are never closed: `<your-name>`.
    pub(crate) placeholders: HashSet<String>,
    pub(crate) raw_headings: Vec<RawHeading>,
}

struct Reading<'a> {
    link: &'a dyn Fn(&str) -> Link,
    found: References,
    open: i64,
    /// Number of Markdown headings so far.
    headings: usize,
    unknown: Vec<Unknown>,
    /// Elements that the sanitizer removes with their content: name and line.
    removed: Vec<(String, u32)>,
    closed: HashSet<String>,
    /// Whether the current tag follows a word: `Vec<P>`.
    follows_word: bool,
    /// Names of elements that look like type parameters or placeholders, such as `<i>`.
    type_parameters: Vec<String>,
}

/// Start tag of an unknown element.
struct Unknown {
    name: String,
    line: u32,
    written: String,
    /// Whether the attributes contain text for readers, which is dropped.
    has_text: bool,
}

/// Collects the links, images, HTML headings, and issues of the tree, which was parsed from `text`.
pub(crate) fn collect_references(
    root: Node<'_>,
    text: &str,
    link: &dyn Fn(&str) -> Link,
) -> References {
    let mut reading = Reading {
        link,
        found: References::default(),
        open: 0,
        headings: 0,
        unknown: Vec::new(),
        removed: Vec::new(),
        closed: HashSet::new(),
        follows_word: false,
        type_parameters: Vec::new(),
    };
    let lines: Vec<&str> = text.lines().collect();
    for node in root.descendants() {
        let line = line_of(node);
        match &node.data().value {
            NodeValue::Link(link) if link.url.is_empty() => {
                let written = format!("[{}]()", parser::plain_text(node));
                reading.issue(Issue::warning("link-empty", line, written));
            }
            NodeValue::Link(link) => reading.add(line, &link.url, false),
            NodeValue::Image(image) if image.url.is_empty() => {
                let written = format!("![{}]()", parser::plain_text(node));
                reading.issue(Issue::warning("link-empty", line, written));
            }
            NodeValue::Image(image) => reading.add(line, &image.url, true),
            NodeValue::Heading(_) => reading.headings += 1,
            NodeValue::HtmlBlock(block) => reading.raw(line, &block.literal),
            NodeValue::HtmlInline(literal) => {
                reading.follows_word = node.previous_sibling().is_some_and(ends_with_word);
                reading.raw(line, literal);
                reading.follows_word = false;
            }
            NodeValue::Text(text) => {
                for name in undefined(text) {
                    reading.issue(Issue::warning("reference-missing", line, name));
                }
                let written =
                    lines.get((line as usize).wrapping_sub(1)).copied().unwrap_or_default();
                if let Some(part) = unread_markup::detect(node, text, written) {
                    reading.issue(Issue::warning("markup-not-read", line, jsx::short(&part)));
                }
            }
            NodeValue::TableRow(false) => {
                if let Some(cells) = dropped_cells(node, &lines) {
                    reading.issue(Issue::warning("table-cells-dropped", line, cells));
                }
            }
            // A fence length of 0 means that the container was created from an alert.
            NodeValue::BlockDirective(directive) if directive.fence_length > 0 => {
                let end = node.data().sourcepos.end.line;
                let issue =
                    container_issue(&directive.info, line, end, directive.fence_length, &lines);
                reading.found.issues.extend(issue);
            }
            _ => {}
        }
    }
    reading.settle_unknown();
    reading.found
}

/// Returns the names in `[text][name]` and `[^name]`. The parser leaves them in the text if they have no definition.
fn undefined(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let before = rest[..at].chars().next_back();
        let inside = &rest[at + 1..];
        let Some(end) = inside.find(['[', ']']).filter(|end| inside[*end..].starts_with(']'))
        else {
            rest = inside;
            continue;
        };
        let (words, after) = (&inside[..end], &inside[end + 1..]);
        rest = after;
        if words.starts_with('^') && words.len() > 1 && !words.contains(char::is_whitespace) {
            found.push(words);
            continue;
        }
        // `list[0][1]` is not a link.
        if words.is_empty() || before.is_some_and(char::is_alphanumeric) {
            continue;
        }
        let name = after.strip_prefix('[').and_then(|name| name.split_once(']'));
        if let Some((name, after)) = name.filter(|(name, _)| !name.is_empty()) {
            found.push(name);
            rest = after;
        }
    }
    found
}

/// Returns the cells of a row beyond the last column; `None` if there are none. The parser drops such cells (GFM).
fn dropped_cells(row: Node<'_>, lines: &[&str]) -> Option<String> {
    let start = row.data().sourcepos.start;
    let line = lines.get(start.line.checked_sub(1)?)?.get(start.column.checked_sub(1)?..)?.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let is_bar = |at: usize| line[..at].bytes().rev().take_while(|c| *c == b'\\').count() % 2 == 0;
    let mut bars = line.match_indices('|').map(|(at, _)| at).filter(|at| is_bar(*at));
    let columns = row.children().count();
    let dropped = line[bars.nth(columns.checked_sub(1)?)? + 1..].trim();
    let has_words = dropped.contains(|c: char| c != '|' && !c.is_whitespace());
    has_words.then(|| jsx::short(dropped.trim_end_matches('|').trim_end()))
}

/// Returns an issue if a container is not closed: `container-unclosed`, or `container-stray` if its opening fence has
/// no name.
fn container_issue(
    info: &str,
    start: u32,
    end: usize,
    length: usize,
    lines: &[&str],
) -> Option<Issue> {
    let first = lines.get(start as usize - 1)?.trim();
    let last = lines.get(end.checked_sub(1)?)?.trim_start_matches(['>', ' ', '\t']).trim_end();
    let is_closed =
        end > start as usize && last.len() >= length && last.bytes().all(|byte| byte == b':');
    if is_closed {
        return None;
    }
    let code = if info.is_empty() { "container-stray" } else { "container-unclosed" };
    Some(Issue::warning(code, start, first))
}

impl Reading<'_> {
    fn add(&mut self, line: u32, url: &str, is_image: bool) {
        let link = (self.link)(url);
        self.found.links.push(LinkUse { line, written: url.to_owned(), is_image, link });
    }

    fn issue(&mut self, issue: Issue) {
        self.found.issues.push(issue);
    }

    fn raw(&mut self, mut line: u32, html: &str) {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            line += breaks(&rest[..at]);
            rest = &rest[at..];
            let length = if rest.starts_with("<!--") {
                rest.find("-->").map_or(rest.len(), |end| end + 3)
            } else {
                self.tag(line, rest)
            };
            line += breaks(&rest[..length]);
            rest = &rest[length..];
        }
    }

    /// Handles one tag and returns its length.
    fn tag(&mut self, line: u32, text: &str) -> usize {
        let Some(tag) = jsx::tag(text) else {
            if text[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.open += 1;
                self.check_depth(line);
                // Browsers treat the following text as attributes, up to the next `>`.
                self.issue(Issue::warning(
                    "html-tag-unclosed",
                    line,
                    text.lines().next().unwrap_or_default(),
                ));
            }
            return 1;
        };
        if tag.is_end {
            self.open = (self.open - 1).max(0);
            self.closed.insert(tag.name.to_owned());
            return tag.length;
        }
        let name = tag.name.to_ascii_lowercase();
        if !tag.is_empty && !is_void(&name) {
            self.open += 1;
            self.check_depth(line);
        }
        if has_removed_content(&name) {
            self.removed.push((tag.name.to_owned(), line));
            let is_code = matches!(name.as_str(), "script" | "style");
            let end = text.find(&format!("</{}", tag.name)).filter(|_| is_code);
            return end.unwrap_or(tag.length);
        }
        if let Some(level) = raw_heading::level(&name) {
            let words = raw_heading::words_before_end(&text[tag.length..], &name);
            let after = self.headings;
            self.found.raw_headings.push(RawHeading { level, line, after, words });
        }
        self.element(line, &tag, &name, &text[..tag.length]);
        tag.length
    }

    fn element(&mut self, line: u32, tag: &Tag<'_>, name: &str, written: &str) {
        let is_bare = written.len() == tag.name.len() + "<>".len();
        if (self.follows_word && is_type_parameter(written) && !is_void(name))
            || (is_bare && is_formatting(name))
        {
            self.type_parameters.push(tag.name.to_owned());
        }
        if !raw_html::is_known(name) {
            let written = jsx::short(written);
            match tag.is_empty {
                true => self.issue(Issue::warning("component-dropped", line, written)),
                false => {
                    let (name, has_text) = (tag.name.to_owned(), tag.has_text());
                    self.unknown.push(Unknown { name, line, written, has_text });
                }
            }
        } else if matches!(name, "object" | "embed" | "form" | "svg" | "math" | "canvas") {
            self.issue(Issue::warning("element-dropped", line, format!("<{name}>")));
        } else if name == "iframe" {
            self.issue(Issue::note(
                "frame-as-link",
                line,
                tag.attribute("src").unwrap_or_default(),
            ));
        }
        if !matches!(name, "a" | "img" | "video" | "audio" | "source" | "iframe") {
            return;
        }
        for (attribute, is_image) in [("href", false), ("src", name != "iframe"), ("poster", true)]
        {
            if let Some(url) = tag.attribute(attribute) {
                self.add(line, &decode_url(url), is_image);
            }
        }
    }

    /// If an unknown element has attribute values or an end tag, reports it as a component. The names of all other
    /// unknown elements, such as `<your name>`, become placeholders. The names of unclosed type parameters, and of
    /// unclosed elements that the sanitizer would remove with their content, also become placeholders.
    fn settle_unknown(&mut self) {
        for (name, line) in std::mem::take(&mut self.removed) {
            let lower = name.to_ascii_lowercase();
            if !self.closed.iter().any(|closed| closed.eq_ignore_ascii_case(&name)) {
                // The sanitizer would remove an unclosed element together with the rest of the page.
                self.found.placeholders.insert(name);
            } else if matches!(lower.as_str(), "script" | "style") {
                self.issue(Issue::note("script-or-style-dropped", line, format!("<{lower}>")));
            }
        }
        for name in std::mem::take(&mut self.type_parameters) {
            if !self.closed.iter().any(|closed| closed.eq_ignore_ascii_case(&name)) {
                self.found.placeholders.insert(name);
            }
        }
        for Unknown { name, line, written, has_text } in std::mem::take(&mut self.unknown) {
            if self.found.placeholders.contains(&name) {
                continue;
            }
            let is_component = self.closed.contains(&name) || written.contains('=');
            if !is_component {
                self.found.placeholders.insert(name);
            } else if has_text {
                self.issue(Issue::warning("component-unwrapped", line, written));
            } else {
                self.issue(Issue::note("component-unwrapped", line, written));
            }
        }
    }

    fn check_depth(&mut self, line: u32) {
        if self.open > MAX_OPEN && !self.found.html_too_deep {
            self.found.html_too_deep = true;
            self.issue(Issue::warning("html-too-deep", line, "shown as text"));
        }
    }
}

/// Decodes the character references in a URL attribute, and removes the white space that browsers ignore.
fn decode_url(written: &str) -> String {
    let mut url = character_reference::decode_references(written);
    url.retain(|c| !matches!(c, '\t' | '\n' | '\r'));
    url.trim_matches(|c: char| c <= ' ').to_owned()
}

fn ends_with_word(node: Node<'_>) -> bool {
    let NodeValue::Text(text) = &node.data().value else { return false };
    text.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
}

/// Whether a tag is a type parameter, such as `<U>`, `<Option>`, `<T extends X>`, or `<T = any>`. Its name begins
/// with a capital letter, unlike the usual spelling of HTML elements.
fn is_type_parameter(written: &str) -> bool {
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(char::is_alphanumeric)
    };
    let mut words = written.trim_start_matches('<').trim_end_matches('>').split_whitespace();
    match (words.next().unwrap_or_default(), words.next()) {
        (name, None | Some("extends" | "super" | "=")) => is_name(name),
        ("in" | "out" | "const", Some(name)) => is_name(name),
        _ => false,
    }
}

/// Whether the element formats text; an unclosed one is probably a placeholder.
fn is_formatting(name: &str) -> bool {
    const NAMES: &str = " a b big cite code del dfn em font i ins kbd mark q s samp small strike strong sub sup tt u \
         var ";
    NAMES.contains(&format!(" {name} "))
}

/// Whether the sanitizer removes an element with its content.
fn has_removed_content(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "head" | "title")
}

fn breaks(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "br" | "hr"
            | "img"
            | "input"
            | "source"
            | "col"
            | "wbr"
            | "meta"
            | "link"
            | "area"
            | "base"
            | "embed"
            | "track"
            | "param"
    )
}

#[cfg(test)]
mod tests {
    use super::decode_url;

    #[test]
    fn character_references_in_urls_are_decoded() {
        for (written, url) in [
            ("&#104;ttps://a.b/c.png", "https://a.b/c.png"),
            ("&#x68;ttps&colon;&sol;&sol;a&period;b", "https://a.b"),
            ("./b&#46;md", "./b.md"),
            ("./b&#46md", "./b.md"),
            ("a?b&amp;c&num;d&lpar;&rpar;", "a?b&c#d()"),
            ("a?b=1&lt=2&amp", "a?b=1&lt=2&"),
            ("&quot;&apos;&lt;&gt;&nbsp;", "\"'<>\u{a0}"),
            ("java&Tab;script&colon;x&NewLine;", "javascript:x"),
            (" \n./b\n.md ", "./b.md"),
            ("&#;&#x;&#0;&#xd800;&#99999999999;", "&#;&#x;\u{fffd}\u{fffd}\u{fffd}"),
            ("&文;&unknown;&copy=", "&文;&unknown;&copy="),
            ("&amp;#104;", "&#104;"),
        ] {
            assert_eq!(decode_url(written), url, "{written}");
        }
    }
}

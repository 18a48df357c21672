//! Plain text of a page by section, for search and reading time.

use crate::code::decode;
use crate::heading::Heading;
use crate::mathml;
use pailou_text_diff::script::{is_han, is_wide};
use std::ops::Range;

/// Text of a heading's section, up to the next heading of any level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// Heading id; `None` above the first heading.
    pub heading_id: Option<String>,
    pub heading: String,
    pub text: String,
    /// Byte ranges of code blocks in `text`.
    pub code: Vec<Range<usize>>,
    /// Blocks of `text`, in order.
    pub blocks: Vec<TextBlock>,
    /// Alt texts of the images in the section, one per line.
    pub alt_texts: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BlockKind {
    #[default]
    Paragraph,
    /// Item of a bulleted list.
    Item,
    /// Item of a numbered list.
    Step,
    /// Header row of a table; each cell is a line.
    Header,
    /// Row of a table; each cell is a line.
    Row,
    Code,
}

/// A block of a section, as a byte range of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextBlock {
    pub kind: BlockKind,
    pub range: Range<usize>,
    /// Number of the list item that begins with this block. Items of a bulleted list are counted from 1. `None` for the
    /// other blocks of an item and for blocks outside lists.
    pub number: Option<u32>,
}

/// Records the blocks of a section while its text is extracted.
#[derive(Debug, Default)]
struct BlockTracker {
    /// Open lists, outermost first.
    lists: Vec<OpenList>,
    /// Number of the open list item whose first block has not ended.
    item: Option<u32>,
    is_head: bool,
    is_row: bool,
    is_code: bool,
    /// Byte offset of the start of the current block in the text of the section.
    start: usize,
    kind: BlockKind,
}

#[derive(Debug)]
struct OpenList {
    is_numbered: bool,
    /// Number of the next item.
    next: u32,
}

impl OpenList {
    /// Creates a list from its start tag, such as `<ol start="3">`.
    fn new(tag: &str) -> Self {
        let start = tag.split_once(" start=\"").and_then(|(_, after)| after.split_once('"'));
        let next = start.and_then(|(start, _)| start.parse().ok()).unwrap_or(1);
        Self { is_numbered: tag.starts_with("<ol"), next }
    }

    /// Returns the number of the next item, and counts the item.
    fn count_item(&mut self) -> u32 {
        let number = self.next;
        self.next = number.saturating_add(1);
        number
    }
}

impl BlockTracker {
    /// Handles the start or end tag of a block. The caller has already added a line break.
    fn tag(&mut self, section: &mut Section, tag: &str) {
        let name = tag.trim_start_matches(['<', '/']);
        let name = &name[..name.find([' ', '>', '/']).unwrap_or(name.len())];
        // A cell is a line in the block of its row.
        if matches!(name, "td" | "th") || self.is_row && name != "tr" {
            return;
        }
        self.end(section);
        let begins = !tag.starts_with("</");
        match name {
            "ol" | "ul" if begins => self.lists.push(OpenList::new(tag)),
            "ol" | "ul" => drop(self.lists.pop()),
            "li" if begins => self.item = self.lists.last_mut().map(OpenList::count_item),
            "li" => self.item = None,
            "thead" => self.is_head = begins,
            "tr" => self.is_row = begins,
            "pre" => self.is_code = begins,
            _ => {}
        }
        let is_numbered = self.lists.last().map(|list| list.is_numbered);
        self.kind = match (self.is_code, self.is_row, is_numbered) {
            (true, _, _) => BlockKind::Code,
            (_, true, _) if self.is_head => BlockKind::Header,
            (_, true, _) => BlockKind::Row,
            (_, _, Some(true)) => BlockKind::Step,
            (_, _, Some(false)) => BlockKind::Item,
            (_, _, None) => BlockKind::Paragraph,
        };
    }

    fn end(&mut self, section: &mut Section) {
        let end = section.text.trim_end().len();
        if end > self.start {
            let is_text = matches!(self.kind, BlockKind::Item | BlockKind::Step);
            let number = self.item.take_if(|_| is_text);
            section.blocks.push(TextBlock { kind: self.kind, range: self.start..end, number });
        }
        self.start = section.text.len();
    }
}

/// Splits finished HTML at its headings. `Section::text` does not repeat the text of the heading.
pub(crate) fn sections(html: &str, headings: &[Heading]) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let (mut headings, mut in_heading, mut skipping) = (headings.iter().peekable(), false, false);
    let (mut in_code, mut blocks) = (false, BlockTracker::default());
    let mut rest = html;
    loop {
        let start = rest.find('<').unwrap_or(rest.len());
        if start > 0 && !in_heading && !skipping {
            push_text(&mut sections, &rest[..start], in_code);
        }
        if start == rest.len() {
            break;
        }
        let end = rest[start..].find('>').map_or(rest.len(), |at| start + at + 1);
        let tag = &rest[start..end];
        rest = &rest[end..];
        if let Some(heading) = headings.next_if(|heading| is_heading(tag, heading)) {
            sections.last_mut().into_iter().for_each(|section| blocks.end(section));
            blocks.start = 0;
            sections.push(Section {
                heading_id: Some(heading.id.clone()),
                heading: heading.text.clone(),
                ..Section::default()
            });
            in_heading = true;
        } else if in_heading && tag.starts_with("</h") {
            in_heading = false;
        } else if tag.starts_with("<img ") {
            push_image(&mut sections, tag);
        } else if tag.contains(" class=\"remote-") || tag.contains(" class=\"refused-image") {
            // The text of this element names an image, video, or audio file that is not displayed.
            let end = rest.find('<').unwrap_or(rest.len());
            push_alt_text(&mut sections, &rest[..end]);
            rest = &rest[end..];
        } else if tag.starts_with("<sup class=\"footnote-ref")
            || tag.starts_with("<a class=\"footnote-back")
        {
            skipping = true;
        } else if skipping && (tag == "</a>") {
            skipping = false;
        } else if is_block(tag) {
            push_break(&mut sections);
            mark_code(&mut sections, tag);
            sections.last_mut().into_iter().for_each(|section| blocks.tag(section, tag));
            in_code = in_code && tag != "</pre>" || tag.starts_with("<pre");
        }
    }
    sections.last_mut().into_iter().for_each(|section| blocks.end(section));
    for section in &mut sections {
        section.text.truncate(section.text.trim_end().len());
        let end = section.text.len();
        for code in &mut section.code {
            *code = code.start.min(end)..code.end.min(end);
        }
    }
    sections.retain(|section| {
        section.heading_id.is_some() || !section.text.is_empty() || !section.alt_texts.is_empty()
    });
    sections
}

fn is_heading(tag: &str, heading: &Heading) -> bool {
    let mut id = String::new();
    crate::html_escape::escape(&heading.id, &mut id);
    let Some(rest) = tag.strip_prefix("<h") else { return false };
    rest.get(1..)
        .and_then(|rest| rest.strip_prefix(" id=\""))
        .and_then(|rest| rest.strip_prefix(id.as_str()))
        .is_some_and(|rest| rest.starts_with('"'))
}

fn is_block(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    let name = &name[..name.find([' ', '>', '/']).unwrap_or(name.len())];
    !mathml::is_element(name)
        && !matches!(
            name,
            "a" | "abbr"
                | "b"
                | "bdi"
                | "code"
                | "del"
                | "dfn"
                | "em"
                | "i"
                | "img"
                | "ins"
                | "kbd"
                | "mark"
                | "q"
                | "s"
                | "samp"
                | "small"
                | "span"
                | "strong"
                | "sub"
                | "sup"
                | "time"
                | "u"
                | "var"
                | "wbr"
        )
}

/// Appends text. A line break outside code becomes a space.
fn push_text(sections: &mut [Section], text: &str, in_code: bool) {
    let Some(section) = sections.last_mut() else { return };
    let begins = section.text.is_empty() || section.text.ends_with('\n');
    let text = decode(if begins { text.trim_start() } else { text });
    section.text.push_str(&if in_code { text } else { text.replace('\n', " ") });
}

fn push_image(sections: &mut [Section], tag: &str) {
    let alt = tag.split_once(" alt=\"").and_then(|(_, after)| after.split_once('"'));
    push_alt_text(sections, alt.map_or("", |(alt, _)| alt));
}

fn push_alt_text(sections: &mut [Section], escaped: &str) {
    let alt_text = decode(escaped);
    if let Some(section) = sections.last_mut().filter(|_| !alt_text.trim().is_empty()) {
        if !section.alt_texts.is_empty() {
            section.alt_texts.push('\n');
        }
        section.alt_texts.push_str(alt_text.trim());
    }
}

fn push_break(sections: &mut [Section]) {
    let Some(section) = sections.last_mut() else { return };
    section.text.truncate(section.text.trim_end().len());
    if !section.text.is_empty() {
        section.text.push('\n');
    }
}

/// Records the start or end of a code block.
fn mark_code(sections: &mut [Section], tag: &str) {
    let Some(section) = sections.last_mut() else { return };
    let at = section.text.len();
    if tag.starts_with("<pre") {
        section.code.push(at..at);
    } else if tag == "</pre>"
        && let Some(code) = section.code.last_mut()
    {
        code.end = at;
    }
}

/// Maximum width of an excerpt, in columns; a Chinese character takes two.
const EXCERPT_COLUMNS: usize = 180;

/// Returns the first line of the text outside code, shortened at a word boundary if possible; empty if
/// there is none.
pub fn excerpt(sections: &[Section]) -> String {
    shortened(sections.iter().find_map(Section::first_line).unwrap_or_default())
}

impl Section {
    /// Returns the first line outside code blocks.
    fn first_line(&self) -> Option<&str> {
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let is_code = self.code.iter().any(|code| code.contains(&start));
            start += line.len();
            if !is_code && !line.trim().is_empty() {
                return Some(line.trim());
            }
        }
        None
    }
}

fn shortened(line: &str) -> String {
    let mut columns = 0;
    let end = line.char_indices().find(|(_, c)| {
        columns += if is_wide(*c) { 2 } else { 1 };
        columns > EXCERPT_COLUMNS
    });
    let Some((end, next)) = end else { return line.to_owned() };
    let prefix = &line[..end];
    let is_inside_word = |c: char| c.is_alphanumeric() && !is_han(c);
    let prefix = match prefix.rfind(|c: char| !is_inside_word(c)) {
        Some(at) if is_inside_word(next) => {
            &prefix[..at + prefix[at..].chars().next().map_or(0, char::len_utf8)]
        }
        _ => prefix,
    };
    let prefix = prefix.trim_end_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_punctuation() || "，、；：。".contains(c)
    });
    let dots = if prefix.ends_with(is_han) { "……" } else { "…" };
    format!("{prefix}{dots}")
}

/// Returns the reading time in minutes, at least 1: 400 Chinese characters or 220 words per minute.
pub fn reading_minutes(sections: &[Section]) -> u32 {
    let (mut chinese, mut words) = (0_u32, 0_u32);
    for section in sections {
        for word in section.text.split_whitespace() {
            let characters = word.chars().filter(|c| is_han(*c)).count();
            chinese += u32::try_from(characters).unwrap_or(u32::MAX);
            words += u32::from(word.chars().any(|c| c.is_alphanumeric() && !is_han(c)));
        }
    }
    // Only the sum is rounded up, so that a few English words on a Chinese page do not add a whole minute.
    let parts = chinese.saturating_mul(220).saturating_add(words.saturating_mul(400));
    parts.div_ceil(400 * 220).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(id: &str, text: &str) -> Heading {
        Heading { id: id.into(), level: 2, text: text.into(), line: 1 }
    }

    #[test]
    fn text_is_split_at_headings() {
        let html = "<p>a <b>b</b></p><h2 id=\"x\">X</h2><p>c &amp; d</p><h3 id=\"y\">Y</h3><h2 id=\"other\">z</h2>";
        let sections = sections(html, &[heading("x", "X"), heading("y", "Y")]);
        let actual: Vec<_> =
            sections.iter().map(|s| (s.heading_id.as_deref(), s.text.as_str())).collect();
        assert_eq!(actual, [(None, "a b"), (Some("x"), "c & d"), (Some("y"), "z")]);
    }

    #[test]
    fn alt_texts_are_separate_from_the_text() {
        let html = "<p>a <img src=\"x\" alt=\"架构 &amp; b\"> c</p><h2 id=\"x\">X</h2><img alt=\"\" src=\"y\"><img src=\"z\" alt=\"d\"><img alt=\"e\" src=\"z\">";
        let sections = sections(html, &[heading("x", "X")]);
        let actual: Vec<_> =
            sections.iter().map(|s| (s.text.as_str(), s.alt_texts.as_str())).collect();
        assert_eq!(actual, [("a  c", "架构 & b"), ("", "d\ne")]);
    }

    #[test]
    fn line_break_in_a_paragraph_becomes_a_space() {
        let html = "<p>a graceful\nshutdown\n</p>\n<pre><code>x\ny\n</code></pre>\n<p>z</p>";
        assert_eq!(sections(html, &[])[0].text, "a graceful shutdown\nx\ny\nz");
    }

    #[test]
    fn table_cells_and_list_items_are_on_separate_lines() {
        let html = "<ul>\n<li>a</li>\n<li>b<sup class=\"footnote-ref\"><a href=\"#\">1</a></sup>c</li></ul><td>d</td><td>e</td>";
        assert_eq!(sections(html, &[])[0].text, "a\nbc\nd\ne");
    }

    #[test]
    fn blocks_are_ranges_of_the_section_text() {
        let html = "<p>a <b>b</b></p><ol><li>c</li><li><p>d</p><pre><code>e\nf\n</code></pre></li></ol>\
            <table><thead><tr><th>g</th><th>h</th></tr></thead><tbody><tr><td>i</td><td>j</td></tr></tbody></table>\
            <h2 id=\"x\">X</h2><ul><li>k</li></ul>l";
        let sections = sections(html, &[heading("x", "X")]);
        let format_blocks = |section: &Section| {
            let blocks = section
                .blocks
                .iter()
                .map(|block| format!("{:?} {:?}", block.kind, &section.text[block.range.clone()]));
            blocks.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(
            format_blocks(&sections[0]),
            r#"Paragraph "a b", Step "c", Step "d", Code "e\nf", Header "g\nh", Row "i\nj""#
        );
        assert_eq!(format_blocks(&sections[1]), r#"Item "k", Paragraph "l""#);
    }

    #[test]
    fn first_block_of_a_list_item_has_the_number_of_the_item() {
        for (html, expected) in [
            ("<ol><li>a</li><li>b</li></ol><p>c</p>", "1 a, 2 b, - c"),
            (
                "<ol start=\"3\"><li>a</li><li><pre><code>b</code></pre><p>c</p></li></ol>",
                "3 a, - b, 4 c",
            ),
            ("<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>", "1 a, - b, 2 c"),
            (
                "<ol><li>a<ul><li>b</li><li>c</li></ul>d</li><li>e</li></ol>",
                "1 a, 1 b, 2 c, - d, 2 e",
            ),
            ("<ol><li>a<ol><li>b</li></ol></li><li></li><li>c</li></ol>", "1 a, 1 b, 3 c"),
            ("<ol><li></li></ol><ol start=\"0\"><li>a</li></ol><ul><li>b</li></ul>", "0 a, 1 b"),
            ("<ol start=\"-1\"><li>a</li></ol><li>b</li>", "1 a, - b"),
            ("<ol start=\"4294967295\"><li>a</li><li>b</li></ol>", "4294967295 a, 4294967295 b"),
        ] {
            let section = &sections(html, &[])[0];
            let blocks = section.blocks.iter().map(|block| {
                let number = block.number.map_or("-".to_owned(), |number| number.to_string());
                format!("{number} {}", &section.text[block.range.clone()])
            });
            assert_eq!(blocks.collect::<Vec<_>>().join(", "), expected, "{html}");
        }
    }

    #[track_caller]
    fn check_excerpt(html: &str, expected: &str) {
        assert_eq!(excerpt(&sections(html, &[heading("x", "X")])), expected, "{html}");
    }

    #[test]
    fn excerpt_is_the_first_text_outside_code_and_images() {
        check_excerpt("", "");
        check_excerpt("<p>One <b>two</b>.</p><p>Three.</p>", "One two.");
        check_excerpt("<h2 id=\"x\">X</h2><p>Below</p>", "Below");
        check_excerpt("<pre><code>run\nit\n</code></pre><p>After &amp; code</p>", "After & code");
        check_excerpt("<pre><code>run</code></pre>", "");
        check_excerpt("<p><img src=\"x\" alt=\"Alt\"></p><p>Text</p>", "Text");
        let remote = "class=\"remote-image\" href=\"https://x/a.png\" rel=\"noopener\"";
        check_excerpt(&format!("<p><a {remote}>Alt &amp; b</a></p><p>Text</p>"), "Text");
        check_excerpt(&format!("<p>See <a {remote}>Alt</a>.</p>"), "See .");
        let linked = "<a href=\"/x\"><span class=\"remote-image\">Alt</span></a>";
        check_excerpt(&format!("<p>{linked}\n{linked}</p><p>Text</p>"), "Text");
        let refused = "<span class=\"refused-image\">Alt</span>";
        check_excerpt(&format!("<p>{refused}</p>{refused}<p>Text {refused}</p>"), "Text");
    }

    #[test]
    fn long_excerpt_is_shortened_at_a_word_if_possible() {
        let words = "word ".repeat(60);
        let expected = format!("{}…", ["word"; 36].join(" "));
        check_excerpt(&format!("<p>{words}</p>"), &expected);
        let chinese = "一段没有空格的文字，".repeat(20);
        let expected = format!("{}……", "一段没有空格的文字，".repeat(9).trim_end_matches('，'));
        check_excerpt(&format!("<p>{chinese}</p>"), &expected);
        check_excerpt(&format!("<p>{}</p>", "x".repeat(400)), &format!("{}…", "x".repeat(180)));
    }

    #[test]
    fn reading_time_counts_chinese_characters_and_words() {
        let section = |text: String| [Section { text, ..Section::default() }];
        assert_eq!(reading_minutes(&section("文".repeat(800))), 2);
        assert_eq!(reading_minutes(&section("word ".repeat(440))), 2);
        assert_eq!(reading_minutes(&section("几个 Latin words ".repeat(10))), 1);
        assert_eq!(reading_minutes(&section(String::new())), 1);
    }
}

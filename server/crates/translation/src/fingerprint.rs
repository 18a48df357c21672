//! Fingerprints of segments: hashes of the normalized words and of the markup.

use std::borrow::Cow;
use std::ops::Range;

use comrak::arena_tree::NodeEdge;
use comrak::nodes::{Node, NodeValue};
use unicode_normalization::UnicodeNormalization;

use crate::punctuation::folded;
use crate::untranslated_copy::{OBJECT, PIECE_END};
use pailou_markdown::parser;
use pailou_text_diff::script::is_wide;

/// Hashes of a segment. If only the markup changed, the change is minor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// Hash of the visible words, without emphasis and spacing.
    pub words: String,
    /// Hash of links, code, math, images, footnote references, raw HTML, task markers, containers,
    /// and components.
    pub markup: String,
    /// Hash of the words with normalized punctuation; empty in records of earlier releases.
    pub folded: String,
}

impl Fingerprint {
    /// Whether words and markup are equal.
    pub fn is_same(&self, other: &Self) -> bool {
        self.markup == other.markup && self.has_same_words(other)
    }

    /// Whether the words are equal, regardless of typographic changes such as the width of
    /// punctuation.
    pub fn has_same_words(&self, other: &Self) -> bool {
        self.words == other.words || (!self.folded.is_empty() && self.folded == other.folded)
    }

    /// Replaces this fingerprint with `now` if an earlier release stored it without `folded`, and words and markup are
    /// equal.
    pub fn complete(&mut self, now: &Self) {
        if self.folded.is_empty() && self.is_same(now) {
            now.clone_into(self);
        }
    }
}

/// Texts from which the hashes of a block are computed.
#[derive(Default)]
pub(crate) struct Content {
    pub(crate) words: String,
    pub(crate) markup: String,
    /// Words to translate, with a placeholder for other content.
    pub(crate) prose: String,
    /// Byte ranges of `words` in which punctuation is significant: code and math.
    literal: Vec<Range<usize>>,
}

impl Content {
    /// Creates content that consists of words without markup.
    pub(crate) fn plain(words: String) -> Self {
        Self { prose: words.clone(), words, ..Self::default() }
    }

    /// Extracts the content of everything below `node`.
    pub(crate) fn of(node: Node<'_>) -> Self {
        let mut content = Self::default();
        // Number of open code elements, and of open elements whose text is a name.
        let (mut in_code, mut in_name) = (0_u32, 0_u32);
        for edge in node.traverse() {
            let inner = match edge {
                NodeEdge::Start(inner) => inner,
                NodeEdge::End(inner) => {
                    in_name -= u32::from(is_name(&inner.data().value));
                    continue;
                }
            };
            let data = inner.data();
            let value = &data.value;
            in_name += u32::from(is_name(value));
            if matches!(value, NodeValue::SoftBreak) && parser::joins_lines(inner) {
                continue;
            }
            content.add(value);
            if let NodeValue::HtmlInline(html) = value {
                in_code = in_code.saturating_add_signed(opened_code(html));
            }
            content.add_prose(value, in_code == 0 && in_name == 0);
        }
        content
    }

    fn add_prose(&mut self, value: &NodeValue, is_translated: bool) {
        match value {
            NodeValue::Text(text) if is_translated => self.prose.push_str(text),
            NodeValue::SoftBreak | NodeValue::LineBreak => self.prose.push(' '),
            NodeValue::HtmlBlock(html) => self.prose.push_str(&prose_of_html(&html.literal)),
            NodeValue::Text(_)
            | NodeValue::Code(_)
            | NodeValue::Math(_)
            | NodeValue::Image(_)
            | NodeValue::HtmlInline(_) => self.prose.push(OBJECT),
            NodeValue::TableCell
            | NodeValue::Paragraph
            | NodeValue::Heading(_)
            | NodeValue::Item(_) => self.prose.push(PIECE_END),
            _ => {}
        }
    }

    /// Appends further content of the same segment.
    pub(crate) fn append(&mut self, other: &Self) {
        self.words.push(' ');
        let start = self.words.len();
        self.words.push_str(&other.words);
        self.prose.push(PIECE_END);
        self.prose.push_str(&other.prose);
        self.markup.push_str(&other.markup);
        let moved = other.literal.iter().map(|range| range.start + start..range.end + start);
        self.literal.extend(moved);
    }

    fn push_literal(&mut self, text: &str) {
        let start = self.words.len();
        self.words.push_str(text);
        self.literal.push(start..self.words.len());
    }

    fn add(&mut self, value: &NodeValue) {
        match value {
            NodeValue::Text(text) => self.words.push_str(text),
            NodeValue::SoftBreak | NodeValue::LineBreak => self.words.push(' '),
            NodeValue::Code(code) => {
                self.push_literal(&code.literal);
                self.mark("code", &code.literal);
            }
            NodeValue::Math(math) => {
                self.push_literal(&math.literal);
                self.mark("math", &math.literal);
            }
            NodeValue::CodeBlock(code) => {
                self.push_literal(code.literal.trim_end());
                self.mark("fence", &code.info);
            }
            NodeValue::Link(link) => self.mark("link", &link.url),
            NodeValue::Image(image) => {
                self.words.push(OBJECT);
                self.mark("image", &image.url);
            }
            NodeValue::HtmlInline(html) => self.mark("html", &html_markup(html)),
            NodeValue::HtmlBlock(html) => {
                self.words.push_str(&without_tags(&html.literal));
                self.mark("html", &html_markup(&html.literal));
            }
            NodeValue::FootnoteReference(reference) => self.mark("note", &reference.name),
            NodeValue::TableCell | NodeValue::Paragraph | NodeValue::Item(_) => {
                self.words.push(' ')
            }
            _ => {}
        }
    }

    pub(crate) fn mark(&mut self, kind: &str, value: &str) {
        self.markup.push_str(kind);
        self.markup.push('\u{1f}');
        self.markup.push_str(value);
        self.markup.push('\u{1e}');
    }

    /// Computes the fingerprint; `words` are the normalized words of this content.
    pub(crate) fn fingerprint(&self, words: &str) -> Fingerprint {
        Fingerprint {
            words: hash(words),
            markup: hash(&self.markup),
            folded: hash(&normalized(&folded(&self.words, &self.literal))),
        }
    }
}

/// Returns 64 bits of BLAKE3 in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Normalizes a text: NFC, single spaces, and no spaces beside Chinese characters and full-width punctuation.
pub fn normalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut blank, mut is_last_wide) = (false, false);
    let text = composed(text);
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}') {
            blank = !out.is_empty();
            continue;
        }
        let is_this_wide = is_wide(c);
        if blank && !is_last_wide && !is_this_wide {
            out.push(' ');
        }
        (blank, is_last_wide) = (false, is_this_wide);
        out.push(c);
    }
    out
}

/// Converts to NFC. Skips the conversion if the text contains only characters that NFC never
/// changes: those below U+0300, Chinese characters, and punctuation (UAX #15).
fn composed(text: &str) -> Cow<'_, str> {
    let stays = |c| {
        matches!(c, '\0'..='\u{2ff}' | '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3011}')
            || matches!(c, '\u{3400}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}')
    };
    if text.chars().all(stays) { text.into() } else { text.nfc().collect::<String>().into() }
}

/// Whether the text in a node is alt text or the text of an external link. Both count as names, not as prose.
fn is_name(value: &NodeValue) -> bool {
    match value {
        NodeValue::Image(_) => true,
        NodeValue::Link(link) => link.url.contains("://"),
        _ => false,
    }
}

const CODE_TAGS: &[&str] = &["code", "pre", "kbd", "samp", "var", "script", "style", "svg", "math"];

/// Returns 1 for the start tag of a code element, -1 for its end tag, and 0 for other tags. Also returns 0 for
/// self-closing tags.
fn opened_code(html: &str) -> i32 {
    opened(html, CODE_TAGS)
}

/// Like [`opened_code`], for the elements with the names `tags`.
fn opened(html: &str, tags: &[&str]) -> i32 {
    let name = html.trim_start_matches(['<', '/']);
    let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_one = tags.iter().any(|tag| tag.eq_ignore_ascii_case(name));
    match () {
        () if !is_one || html.ends_with("/>") => 0,
        () if html.starts_with("</") => -1,
        () => 1,
    }
}

/// Returns the text of raw HTML without comments and code, with a placeholder for each tag.
fn prose_of_html(html: &str) -> String {
    let (mut out, mut rest, mut in_code) = (String::new(), html, 0_u32);
    while let Some(start) = rest.find('<') {
        if in_code == 0 {
            out.push_str(&rest[..start]);
        }
        let (end_mark, is_comment) =
            if rest[start..].starts_with("<!--") { ("-->", true) } else { (">", false) };
        let end = rest[start..].find(end_mark);
        let end = end.map_or(rest.len(), |end| start + end + end_mark.len());
        if !is_comment {
            in_code = in_code.saturating_add_signed(opened_code(&rest[start..end]));
            out.push(OBJECT);
        }
        rest = &rest[end..];
    }
    if in_code == 0 {
        out.push_str(rest);
    }
    // Line breaks in raw HTML count as spaces.
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Elements whose white space is significant.
const VERBATIM_TAGS: &[&str] = &["pre", "code", "textarea", "script", "style", "listing", "xmp"];

/// Returns the tags and comments of raw HTML, with a placeholder for each text: [`Fingerprint::words`] covers the
/// texts. The text of the elements in `VERBATIM_TAGS` and white space in attribute values are retained. Other white
/// space is collapsed, as in prose.
fn html_markup(html: &str) -> String {
    let (mut out, mut rest, mut verbatim) = (String::new(), html, 0_u32);
    while let Some(start) = rest.find('<') {
        push_html_text(&mut out, &rest[..start], verbatim > 0);
        rest = &rest[start..];
        let (end, is_comment) = tag_end(rest);
        let tag = &rest[..end];
        out.push_str(&without_loose_blanks(tag, !is_comment));
        if !is_comment {
            verbatim = verbatim.saturating_add_signed(opened(tag, VERBATIM_TAGS));
        }
        rest = &rest[end..];
    }
    push_html_text(&mut out, rest, verbatim > 0);
    out
}

fn push_html_text(out: &mut String, text: &str, is_verbatim: bool) {
    match text.trim().is_empty() {
        false if is_verbatim => out.push_str(text),
        false => out.push(OBJECT),
        true if is_verbatim => out.push_str(text),
        true => {}
    }
}

/// Returns the end of a tag or comment, and whether it is a comment. A `>` in quotes does not end a
/// tag.
fn tag_end(html: &str) -> (usize, bool) {
    if html.starts_with("<!--") {
        return (html.find("-->").map_or(html.len(), |end| end + "-->".len()), true);
    }
    let mut quote = None;
    for (at, c) in html.char_indices() {
        match (quote, c) {
            (None, '>') => return (at + 1, false),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    // The closing quote is missing.
    (html.find('>').map_or(html.len(), |end| end + 1), false)
}

/// Collapses white space to single spaces, and removes it before the end of a tag and beside `=`.
/// White space in quotes is retained if `has_quotes`.
fn without_loose_blanks(tag: &str, has_quotes: bool) -> String {
    let mut out = String::with_capacity(tag.len());
    let (mut quote, mut blank) = (None, false);
    for c in tag.chars() {
        if quote.is_none() && c.is_ascii_whitespace() {
            blank = true;
            continue;
        }
        if blank && !matches!(c, '>' | '/' | '=') && !out.ends_with('=') {
            out.push(' ');
        }
        blank = false;
        out.push(c);
        match (quote, c) {
            (None, '"' | '\'') if has_quotes => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    out
}

fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let end = rest[start..].find('>').map_or(rest.len(), |end| start + end + 1);
        out.push(' ');
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_normalized_to_nfc_without_insignificant_spaces() {
        for (a, b) in [
            ("a  b\nc", "a b c"),
            ("使用 Rust 编写", "使用Rust编写"),
            ("e\u{301}", "é"),
            (" a ", "a"),
            ("一\n二", "一二"),
            ("“a” b", "“a”b"),
        ] {
            assert_eq!(normalized(a), normalized(b), "{a:?} {b:?}");
        }
        for (a, b) in [("a b", "ab"), ("a", "A"), ("。", ".")] {
            assert_ne!(normalized(a), normalized(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn text_is_composed_to_unicode_nfc() {
        let all = ('\0'..=char::MAX).map(String::from);
        for (one, text) in all.map(|text| (composed(&text).into_owned(), text)) {
            assert_eq!(one, text.nfc().collect::<String>());
        }
        for text in ["e\u{301}", "か\u{3099}", "中\u{301}", "ｅ\u{301}"] {
            assert_eq!(composed(text), text.nfc().collect::<String>());
        }
    }

    #[test]
    fn only_insignificant_html_white_space_is_ignored() {
        for (a, b) in [
            ("<div>\n  <p>One</p>\n</div>", "<div><p>One</p></div>"),
            ("<a  href=\"x\"\n   class=\"y\" >One</a>", "<a href=\"x\" class=\"y\">One</a>"),
            ("<img src = \"x\"\n/>", "<img src=\"x\"/>"),
            ("<p>One\ntwo</p>", "<p>One two</p>"),
            ("<!-- one\n two -->", "<!-- one two -->"),
            ("<p>\n<pre>\na</pre>\n</p>\n", "<p><pre>\na</pre></p>"),
        ] {
            assert_eq!(html_markup(a), html_markup(b), "{a:?} {b:?}");
        }
        for (a, b) in [
            ("<a title=\"a  b\">x</a>", "<a title=\"a b\">x</a>"),
            ("<pre>a  b</pre>", "<pre>a b</pre>"),
            ("<pre>\na\n</pre>", "<pre>\n\na\n</pre>"),
            ("<code>a  b</code>", "<code>a b</code>"),
            ("<textarea>\n a</textarea>", "<textarea>\na</textarea>"),
            ("<p class=\"a\">x</p>", "<p class=\"b\">x</p>"),
            ("<a title=\">\" href=\"a\">x</a>", "<a title=\">\" href=\"b\">x</a>"),
            ("<p>x<br></p>", "<p><br>x</p>"),
            ("<!-- a -->", "<!-- b -->"),
            ("<p title='a", "<p title='b"),
        ] {
            assert_ne!(html_markup(a), html_markup(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn segment_hash_has_sixteen_digits() {
        assert_eq!(hash("").len(), 16);
        assert_eq!(hash("a"), hash("a"));
    }
}

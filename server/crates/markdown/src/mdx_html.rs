//! Markdown inside HTML elements of MDX.
//!
//! CommonMark does not parse Markdown in an HTML block. In MDX, content on the same line as the tag of its element is
//! inline content, and content on separate lines is a block. HTML blocks that contain Markdown are therefore divided by
//! blank lines, and [`INLINE`] turns a line that begins with a tag into a paragraph.

use crate::fences::{self, Fences};
use crate::line_markers::{after_markers, margin_of};
use pailou_content::jsx;

/// End tag of an unknown element. A line that begins with it and continues with other text begins no HTML block.
/// `parser::parse` removes the tag from the tree.
pub(crate) const INLINE: &str = "</inline-html>";

/// Elements whose content is inline content, even on separate lines.
const PHRASING: [&str; 8] = ["p", "summary", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Elements whose content is not Markdown.
const OPAQUE: [&str; 6] = ["pre", "script", "style", "textarea", "svg", "math"];

/// Lines of an HTML block.
struct Piece<'a> {
    text: &'a str,
    /// Whether the lines contain an element in [`OPAQUE`], consist of comments only, or consist of comments and tags
    /// with at least one tag of a block element.
    is_flow: bool,
}

struct Divider<'a> {
    text: &'a str,
    /// Whether each line is in fenced code.
    code: Vec<bool>,
    at: usize,
    line: usize,
    out: String,
    added: Vec<usize>,
}

/// Adds blank lines to HTML blocks that contain Markdown. Returns the text and the offsets of the added line breaks.
pub(super) fn divide_html(text: &str) -> (String, Vec<usize>) {
    let mut fences = Fences::at_any_indent();
    let code = text.split_inclusive('\n').map(|line| fences.is_code(line)).collect();
    let out = String::with_capacity(text.len());
    let mut divider = Divider { text, code, at: 0, line: 0, out, added: Vec::new() };
    let (mut is_paragraph, mut in_list) = (false, false);
    while divider.at < text.len() {
        let line = first_line(&text[divider.at..]);
        let content = after_markers(line.trim_start());
        let indent = line.len() - line.trim_start().len();
        if indent == 0 && !content.is_empty() {
            in_list = content.len() < line.len();
        }
        let is_code = divider.is_code() || (indent >= 4 && !in_list && !is_paragraph);
        let html = fences::html_end(content.trim_end(), is_paragraph).filter(|_| !is_code);
        is_paragraph = !is_code && html.is_none() && !content.is_empty();
        is_paragraph = is_paragraph && !content.starts_with('#');
        match html {
            Some([]) => divider.html_block(),
            Some(ends) => divider.copy_through(ends),
            None => divider.copy(line),
        }
    }
    (divider.out, divider.added)
}

impl<'a> Divider<'a> {
    fn is_code(&self) -> bool {
        self.code.get(self.line).copied().unwrap_or_default()
    }

    fn pass(&mut self, text: &str) {
        self.at += text.len();
        self.line += text.matches('\n').count();
    }

    fn copy(&mut self, text: &str) {
        self.out.push_str(text);
        self.pass(text);
    }

    /// Copies the lines up to and including the first line that contains one of the strings in `ends`.
    fn copy_through(&mut self, ends: &[&str]) {
        let mut is_end = false;
        while !is_end && self.at < self.text.len() {
            let line = first_line(&self.text[self.at..]);
            is_end = fences::contains(line, ends);
            self.copy(line);
        }
    }

    /// Returns the pieces of the HTML block that begins here, up to a blank line, fenced code, or a container.
    fn pieces(&mut self) -> Vec<Piece<'a>> {
        let (text, mut pieces) = (self.text, Vec::new());
        while self.at < text.len() {
            let rest = &text[self.at..];
            let content = after_markers(first_line(rest).trim_start());
            let is_end = content.trim().is_empty() || self.is_code();
            if is_end || !pieces.is_empty() && begins_container(first_line(rest)) {
                break;
            }
            let piece = piece(rest);
            self.pass(piece.text);
            pieces.push(piece);
        }
        pieces
    }

    fn html_block(&mut self) {
        let start = self.at;
        let pieces = self.pieces();
        let first = first_line(&self.text[start..]);
        let content = after_markers(first.trim_start());
        let margin = margin_of(&first[..first.len() - content.len()]);
        if pieces.iter().any(|piece| !piece.is_flow && has_markup(piece.text)) {
            self.write_divided(&pieces, &margin);
        } else {
            self.out.push_str(&self.text[start..self.at]);
        }
        if self.is_code() || begins_container(first_line(&self.text[self.at..])) {
            self.add_blank_line(&margin);
        }
    }

    fn write_divided(&mut self, pieces: &[Piece<'_>], margin: &str) {
        let (mut last_is_flow, mut inside) = (None, 0);
        for Piece { text, is_flow } in pieces {
            let content = text.trim_start_matches([' ', '\t']);
            let indent = text.len() - content.len();
            if last_is_flow.is_some_and(|last| last != *is_flow) {
                self.add_blank_line(margin);
            }
            if last_is_flow != Some(false) {
                inside = indent;
            }
            // Removes the indentation of the enclosing elements, because a line indented by four spaces is code.
            let surplus = if *is_flow { indent } else { inside.min(indent) };
            let surplus = surplus.saturating_sub(margin.len());
            let content = after_markers(content);
            self.out.push_str(&text[surplus..text.len() - content.len()]);
            let is_paragraph = last_is_flow == Some(false);
            let begins_html = fences::html_end(first_line(content).trim_end(), is_paragraph);
            if !is_flow && begins_html.is_some() {
                self.out.push_str(INLINE);
            }
            self.out.push_str(content);
            last_is_flow = Some(*is_flow);
        }
    }

    /// Adds a blank line, which maps to the source line above it.
    fn add_blank_line(&mut self, margin: &str) {
        self.added.push(self.out.len().saturating_sub(1));
        self.out.push_str(margin.trim_end());
        self.out.push('\n');
    }
}

fn first_line(text: &str) -> &str {
    &text[..text.find('\n').map_or(text.len(), |end| end + 1)]
}

fn begins_container(line: &str) -> bool {
    let marker = after_markers(line.trim_start());
    marker.starts_with(":::") && !marker.trim_start_matches(':').trim().is_empty()
}

/// Returns the lines at the start of `text` up to the line on which its leading tags end.
fn piece(text: &str) -> Piece<'_> {
    let (mut at, mut has_block, mut is_opaque) = (0, true, false);
    at += text.len() - after_markers(text.trim_start()).len();
    let mut names = Vec::new();
    let has_content = loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\r']).len();
        let rest = &text[at..];
        if rest.is_empty() || rest.starts_with('\n') {
            break false;
        }
        if rest.starts_with("<!--") {
            at += rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let tag = jsx::tag(rest).filter(|tag| !rest[..tag.length].contains("\n\n"));
        let Some(tag) = tag else { break true };
        let name = tag.name.to_ascii_lowercase();
        at += tag.length;
        if !tag.is_end && !tag.is_empty && OPAQUE.contains(&name.as_str()) {
            is_opaque = true;
            let end = text[at..].find(&format!("</{}", tag.name));
            at = end.map_or(text.len(), |end| at + end);
        }
        names.push(name);
    };
    if !names.is_empty() {
        let is_block =
            |name: &String| fences::is_block_element(name) && !PHRASING.contains(&name.as_str());
        has_block = names.iter().any(is_block);
    }
    let end = at + first_line(&text[at..]).len();
    Piece { text: &text[..end], is_flow: is_opaque || (!has_content && has_block) }
}

/// Whether the text may contain Markdown outside its tags.
fn has_markup(text: &str) -> bool {
    let is_sign = |c: char| "*_`[~$\\|".contains(c);
    let begins_block = |line: &str| {
        let line = line.trim_start();
        line.starts_with(['#', '>', '-', '+'])
            || line.starts_with(|c: char| c.is_ascii_digit()) && after_markers(line) != line
    };
    let mut rest = text;
    let has_sign = loop {
        let start = rest.find('<').unwrap_or(rest.len());
        let words = &rest[..start];
        if words.contains(is_sign) || words.contains("://") || words.contains("www.") {
            break true;
        }
        if start == rest.len() {
            break false;
        }
        rest = &rest[start + jsx::tag(&rest[start..]).map_or(1, |tag| tag.length)..];
    };
    has_sign || text.lines().any(begins_block)
}

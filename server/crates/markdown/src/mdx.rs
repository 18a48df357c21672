//! Conversion of MDX to Markdown.
//!
//! Imports, exports, and the tags of unknown components are removed; known components become Markdown. The content of
//! components is retained. No code is executed; removed code is reported with its line.

use std::collections::{HashSet, VecDeque};

use crate::fences::Fences;
use crate::flavor::Read;
use crate::math;
use pailou_content::code_span;
use pailou_content::issue::Issue;
use pailou_content::jsx::{self, short};
use pailou_text_diff::line_map::LineMap;

#[path = "mdx_detection.rs"]
mod detection;
#[path = "mdx_html.rs"]
mod html;
pub(crate) use detection::is_mdx;
pub(crate) use html::INLINE;

/// Converts MDX to Markdown. Line breaks of removed code are kept; a block within a line gets separate lines. If
/// `has_math`, dollar signs enclose formulas, which are not converted.
pub(crate) fn to_markdown(body: &str, has_math: bool) -> Read {
    let images = jsx::imported_images(body);
    let mut reader = Reader {
        body,
        images: &images,
        has_math,
        at: 0,
        line: 1,
        out: String::with_capacity(body.len()),
        issues: Vec::new(),
        made: HashSet::new(),
        added: Vec::new(),
        open: Vec::new(),
        unbalanced: 0,
        last_comment_end: body.rfind("*/}").unwrap_or(0),
    };
    let mut fences = Fences::at_any_indent();
    let mut may_be_module = true;
    while reader.at < body.len() {
        reader.skip_indent();
        let line = reader.rest_of_line();
        if fences.is_code(line) {
            reader.copy(line.len());
            may_be_module = false;
        } else if may_be_module && (line.starts_with("import ") || line.starts_with("export ")) {
            reader.module_statement();
        } else {
            may_be_module = line.trim().is_empty();
            reader.text_line();
        }
    }
    let lines = LineMap::with_added(&reader.out, &reader.added);
    let (text, added) = html::divide_html(&reader.out);
    let lines = LineMap::with_added(&text, &added).through(&lines);
    Read { text, lines, issues: reader.issues, made: reader.made }
}

/// Mark after a heading in Nextra. The mark affects only the table of contents.
const TOC_MARK: &str = "[!toc]";

struct Reader<'a> {
    body: &'a str,
    images: &'a jsx::Images<'a>,
    has_math: bool,
    at: usize,
    line: u32,
    out: String,
    issues: Vec<Issue>,
    made: HashSet<u32>,
    /// Byte offsets of line breaks in the result that are not in the MDX.
    added: Vec<usize>,
    open: Vec<Open>,
    /// Byte offset up to which braces are ignored: 1,000 bytes after an unclosed brace.
    unbalanced: usize,
    /// Byte offset of the last `*/}`. Later text is not searched for comments, to prevent quadratic time.
    last_comment_end: usize,
}

/// A component whose end tag has not been read yet.
struct Open {
    /// Indentation of the line with the start tag, in characters.
    indent: usize,
    /// Indentation of the content, in characters; `None` before the first line of the content.
    inside: Option<usize>,
    /// Text that replaces the end tag.
    end: String,
    kind: Kind,
    /// Prefix of the lines that are added in the component.
    margin: String,
    /// Number of open `<div>` elements inside a tab that is a `<div>`; `None` for other components.
    divs: Option<usize>,
    /// Titles of the next tabs in this component.
    titles: VecDeque<String>,
    /// Values and labels of the tabs in this component.
    labels: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Container {
        is_tabs: bool,
    },
    Block,
    Inline,
    /// Folder of a `<FileTree>`.
    Folder,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.body[self.at..]
    }

    fn rest_of_line(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)]
    }

    fn copy(&mut self, length: usize) {
        let text = &self.body[self.at..self.at + length];
        self.out.push_str(text);
        self.pass(length);
    }

    /// Drops bytes of the MDX and writes only their line breaks.
    fn blank(&mut self, length: usize) {
        let dropped = &self.body[self.at..self.at + length];
        self.out.extend(dropped.chars().filter(|c| matches!(c, '\n' | '\r')));
        self.pass(length);
    }

    fn pass(&mut self, length: usize) {
        let text = &self.body[self.at..self.at + length];
        self.line += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
    }

    /// Removes the indentation of nested components, because a line indented by four spaces is code.
    fn skip_indent(&mut self) {
        let line = self.rest_of_line();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line.trim().is_empty() {
            return;
        }
        let is_end = line[indent..].starts_with("</");
        if let Some(open) = self.open.last_mut()
            && open.inside.is_none()
            && !is_end
        {
            open.inside = Some(indent);
        }
        let surplus =
            |open: &Open| open.inside.map_or(0, |inside| inside.saturating_sub(open.indent));
        let surplus: usize = self.open.iter().map(surplus).sum();
        self.at += surplus.min(indent);
    }

    /// Removes an import or export with its continuation lines, up to balanced brackets; keeps the line breaks.
    fn module_statement(&mut self) {
        let start = self.line;
        let first = self.rest_of_line().trim().to_owned();
        let code =
            if first.starts_with("import") { "mdx-import-dropped" } else { "mdx-export-dropped" };
        self.blank(jsx::statement_length(self.rest()));
        if jsx::imported_image(&first).is_none() {
            self.issues.push(Issue::note(code, start, first));
        }
    }

    /// Converts the text up to the end of the line, or further if a code span, tag, or comment continues on the next
    /// line.
    fn text_line(&mut self) {
        let line_start = self.at;
        loop {
            let rest = self.rest();
            let Some(next) = rest.find(['\n', '`', '<', '{', '$', '\\', '[']) else {
                return self.copy(rest.len());
            };
            self.copy(next);
            let rest = self.rest();
            match rest.as_bytes()[0] {
                b'\n' => return self.copy(1),
                b'`' => self.copy(code_span::length(rest)),
                b'\\' => self.copy(1 + rest[1..].chars().next().map_or(0, char::len_utf8)),
                b'<' => self.tag(line_start),
                b'$' if self.has_math => self.copy(math::span(rest)),
                b'[' if rest.starts_with(TOC_MARK) && self.is_heading(line_start) => {
                    self.blank(TOC_MARK.len());
                }
                b'$' | b'[' => self.copy(1),
                _ => self.braces(line_start),
            }
        }
    }

    fn is_heading(&self, line_start: usize) -> bool {
        self.body[line_start..self.at].trim_start().starts_with('#')
    }

    fn tag(&mut self, line_start: usize) {
        let rest = self.rest();
        let Some(tag) = jsx::mdx_tag(rest, self.images) else { return self.copy(1) };
        if tag.name == "div" && self.is_tab_or_its_end(&tag) {
            return self.component(&tag, line_start);
        }
        if !tag.is_component {
            let (line, plain) = (self.line, tag.plain());
            if plain.is_none() {
                return self.copy(tag.length);
            }
            self.blank(tag.length);
            self.out.push_str(&plain.unwrap_or_default());
            if !tag.has_only_literals() {
                let detail = short(&rest[..tag.length]);
                // Without `src` or `href`, the page lacks the image or the link.
                let is_lost = |name| tag.has(name) && tag.attribute(name).is_none();
                self.issues.push(match ["src", "href"].into_iter().any(is_lost) {
                    true => Issue::warning("mdx-attribute-dropped", line, detail),
                    false => Issue::note("mdx-attribute-dropped", line, detail),
                });
            }
            return;
        }
        self.component(&tag, line_start);
    }

    /// Converts braces: `{/* a comment */}` is removed, `{/*id*/}` after a heading becomes `{#id}`, and
    /// `{'text'}` becomes its text; any other expression is unchanged and reported.
    fn braces(&mut self, line_start: usize) {
        let rest = self.rest();
        let comment = rest
            .strip_prefix("{/*")
            .filter(|_| self.at < self.last_comment_end)
            .and_then(|inside| inside.find("*/}").map(|end| &inside[..end]));
        let Some(comment) = comment else { return self.expression(line_start) };
        let word = comment.trim().trim_start_matches('#');
        let is_id = !word.is_empty() && !word.contains(char::is_whitespace);
        let is_heading = self.is_heading(line_start);
        let length = comment.len() + "{/**/}".len();
        if is_heading && is_id {
            self.out.push_str(&format!("{{#{word}}}"));
            return self.blank(length);
        }
        self.blank(length);
    }

    fn expression(&mut self, line_start: usize) {
        let rest = self.rest();
        let is_directive = self.body[line_start..].trim_start().starts_with(":::");
        if is_directive || self.at < self.unbalanced {
            return self.copy(1);
        }
        let Some(written) = jsx::braced(rest) else {
            self.unbalanced = self.at + 1_000;
            return self.copy(1);
        };
        let inside = written[1..written.len() - 1].trim();
        // `{#id}` is a heading id.
        if inside.starts_with('#') {
            return self.copy(written.len());
        }
        if let Some(text) = jsx::literal(inside) {
            let is_sign = |c: &char| c.is_ascii_punctuation();
            let escaped =
                text.chars().flat_map(|c| is_sign(&c).then_some('\\').into_iter().chain([c]));
            self.out.extend(escaped);
            return self.blank(written.len());
        }
        self.issues.push(Issue::warning("expression-not-read", self.line, short(written)));
        self.copy(written.len());
    }
}

#[path = "mdx_component.rs"]
mod component;

#[cfg(test)]
#[path = "mdx_tests.rs"]
mod tests;

//! Detection of MDX in Markdown files.

use std::collections::HashSet;

use crate::fences::{Fences, RAW};
use pailou_content::code_span;
use pailou_content::jsx::{near, statement_length};

/// Whether a text contains MDX: an import of a Docusaurus module, an import of a component that the text
/// uses, an export of a component, a component for tabs, notes, or cards, or a `{/* comment */}`.
pub(crate) fn is_mdx(body: &str) -> bool {
    let marks = ["import ", "export ", "{/*", "</Tabs>", "</SimpleTab>"];
    let mut end_tags = body.match_indices("</").map(|(at, _)| &body[at + 2..]);
    if !marks.iter().any(|mark| body.contains(mark)) && !end_tags.any(begins_with_block_component) {
        return false;
    }
    let raw_ends = RAW.map(|(_, end)| body.rfind(end));
    let mut detector = Detector { body, raw_ends, ..Detector::default() };
    let mut fences = Fences::default();
    let (mut start, mut may_be_module) = (0, true);
    for line in body.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if fences.is_code(line) {
            may_be_module = false;
            continue;
        }
        let is_continued = at < detector.statement_end;
        if is_continued || may_be_module && detector.module_statement(at) {
            continue;
        }
        may_be_module = line.trim().is_empty();
        detector.text_line(at, start);
        if detector.has_found {
            return true;
        }
    }
    detector.has_found
}

/// Components of notes and cards, with the same names in several generators.
const BLOCK_COMPONENTS: [&str; 13] = [
    "Accordion",
    "Admonition",
    "Aside",
    "Callout",
    "Card",
    "CardGroup",
    "Caution",
    "Danger",
    "Info",
    "Note",
    "Steps",
    "Tip",
    "Warning",
];

fn begins_with_block_component(text: &str) -> bool {
    BLOCK_COMPONENTS.iter().any(|name| text.strip_prefix(name).is_some_and(ends_name))
}

#[derive(Default)]
struct Detector<'a> {
    body: &'a str,
    has_found: bool,
    /// Byte offset up to which the text was examined.
    done: usize,
    /// Byte offset of the end of the last module statement.
    statement_end: usize,
    /// Names of imported components.
    imported: HashSet<&'a str>,
    has_item: bool,
    has_label: bool,
    /// Names of [`BLOCK_COMPONENTS`] whose start tag begins a line.
    open_blocks: HashSet<&'a str>,
    /// Byte offset of the last end tag of each element in [`RAW`].
    raw_ends: [Option<usize>; RAW.len()],
}

impl<'a> Detector<'a> {
    /// Examines the line at `at`; returns false if the line begins neither an import nor the export of a component.
    fn module_statement(&mut self, at: usize) -> bool {
        let text = &self.body[at..];
        if at < self.done {
            return false;
        }
        if exports_component(text) {
            self.has_found = true;
        } else if let Some(import) = import_of(text) {
            let modules = ["@theme/", "@site/", "@docusaurus/"];
            self.has_found |= modules.iter().any(|it| import.module.starts_with(it));
            self.imported.extend(import.components);
            self.statement_end = at + import.length;
            return true;
        }
        self.has_found
    }

    /// Examines a line outside fenced code.
    fn text_line(&mut self, start: usize, end: usize) {
        let mut at = start.max(self.done);
        let line = &self.body[start..end];
        let is_indented = line.starts_with("    ") || line.starts_with('\t');
        while at < end && !self.has_found {
            let Some(next) = self.body[at..end].find(['`', '<', '{', '\\']) else { return };
            at += next;
            let rest = &self.body[at..];
            at += match rest.as_bytes()[0] {
                b'`' => code_span::length(near(rest)),
                b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                b'{' => {
                    let braces = rest.bytes().take_while(|byte| *byte == b'{').count();
                    // Double braces belong to a template language, and indented text is usually code.
                    self.has_found = braces == 1 && !is_indented && begins_comment(rest);
                    braces
                }
                _ => self.tag(at),
            };
            self.done = at;
        }
    }

    /// Examines a tag, HTML comment, or raw element, and returns the number of bytes to skip.
    fn tag(&mut self, at: usize) -> usize {
        let text = &self.body[at..];
        if text.starts_with("<!--") {
            return near(text).find("-->").map_or(4, |end| end + 3);
        }
        for ((name, end), last) in RAW.iter().zip(self.raw_ends) {
            let is_element = text.strip_prefix(name).is_some_and(ends_name);
            if is_element && last.is_some_and(|last| last > at) {
                return text.find(end).unwrap_or(1);
            }
        }
        let inside = &text[1..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/');
        let name_end = inside.find(|c| !is_name(c)).unwrap_or(inside.len());
        let (name, after) = inside.split_at(name_end);
        // The name in `<A/>` ends at the slash.
        let name = if name.starts_with('/') { name } else { name.trim_end_matches('/') };
        self.has_item |= name == "TabItem" && ends_name(after);
        self.has_label |= name == "div" && after.trim_start().starts_with("label=");
        let begins_line = {
            let before = self.body[..at].trim_end_matches([' ', '\t']);
            before.is_empty() || before.ends_with('\n')
        };
        if begins_line && begins_with_block_component(inside) {
            self.open_blocks.insert(name);
        }
        let ended = name.strip_prefix('/').filter(|_| begins_line);
        self.has_found = ended.is_some_and(|name| self.open_blocks.contains(name))
            || (self.has_item && name == "/Tabs")
            || (self.has_label && name == "/SimpleTab")
            || (self.imported.contains(name) && (ends_name(after) || after.starts_with('.')));
        1
    }
}

/// Whether a tag name ends where `after` begins.
fn ends_name(after: &str) -> bool {
    after.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, '/' | '>'))
}

/// Whether the text begins with `{/* a comment */}` that encloses no fenced code.
fn begins_comment(text: &str) -> bool {
    let Some(inside) = near(text).strip_prefix("{/*") else { return false };
    let inside = &inside[..inside.find("{/*").unwrap_or(inside.len())];
    inside.find("*/}").is_some_and(|end| !inside[..end].contains("```"))
}

/// Whether the text begins with the export of a component, as in `export const A = () => <b/>`.
fn exports_component(text: &str) -> bool {
    let text = near(text);
    let Some(declaration) = text.strip_prefix("export ") else { return false };
    let declaration = declaration.strip_prefix("default ").unwrap_or(declaration);
    let kinds = ["const ", "let ", "function "];
    let name = kinds.iter().find_map(|kind| declaration.strip_prefix(kind));
    if !name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
        return false;
    }
    let statement = &text[..statement_length(text)];
    let begins_tag = |after: &str| after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '>');
    statement.split('<').skip(1).any(begins_tag)
}

struct Import<'a> {
    /// Imported names that begin with a capital letter.
    components: Vec<&'a str>,
    module: &'a str,
    length: usize,
}

/// Parses `import A, { B as C } from 'm';`. The names in braces may be on several lines. Returns `None` for any other
/// text.
fn import_of(text: &str) -> Option<Import<'_>> {
    let text = near(text);
    text.strip_prefix("import ")?;
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |end| from + end);
    let mut length = line_end(0);
    if let Some(open) = text[..length].find('{') {
        length = line_end(open + text[open..].find('}')?);
    }
    let statement = &text["import ".len()..length];
    if statement.contains("\n\n") {
        return None;
    }
    let (names, module) = statement.rsplit_once(" from ")?;
    let module = module.trim().trim_end_matches(';').trim_end();
    let quote = module.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let module = module.strip_prefix(quote)?.strip_suffix(quote)?;
    let names = names.split([',', '{', '}']).filter_map(|name| name.split_whitespace().last());
    let is_component = |name: &&str| name.starts_with(|c: char| c.is_ascii_uppercase());
    Some(Import { components: names.filter(is_component).collect(), module, length })
}

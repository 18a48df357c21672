//! mdBook's preprocessor commands and math.
//!
//! Commands between `{{#` and `}}`, formulas of MathJax, warnings in a `div`, and `<Listing>` of
//! the Rust book. Includes are in `include.rs`.

use std::borrow::Cow;

use crate::fences::Fences;
use crate::flavor::Read;
use crate::jsx;
use crate::math_delimiters;
use pailou_content::issue::Issue;
use pailou_text_diff::line_map::LineMap;

const MARK: &str = r"\\";
const WARNING: &str = "<div class=\"warning\">";
const LISTING: &str = "<Listing";
const LISTING_END: &str = "</Listing>";
const COLONS: &str = "::::::::::::::";

#[derive(Default)]
struct Writer {
    read: Read,
    added: Vec<usize>,
    /// Number of open `<div>` elements in a warning, including the warning itself.
    depth: usize,
    /// Whether math is enabled.
    has_math: bool,
    /// Label before the number of a listing.
    label: &'static str,
}

/// Converts the body; returns `None` if it cannot contain mdBook syntax.
pub(crate) fn to_markdown(body: &str, has_math: bool) -> Option<Read> {
    if !["{{#", r"\\(", r"\\[", WARNING, LISTING].iter().any(|mark| body.contains(mark)) {
        return None;
    }
    let mut writer = Writer { has_math, label: listing_label(body), ..Writer::default() };
    let mut fences = Fences::default();
    let body = match has_math {
        true => math_delimiters::blocks(body, MARK),
        false => Cow::Borrowed(body),
    };
    for (number, line) in body.split_inclusive('\n').enumerate() {
        let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
        match fences.is_code(line) {
            true => writer.read.text.push_str(line),
            false => writer.line(line, number),
        }
    }
    let Writer { mut read, added, .. } = writer;
    read.lines = LineMap::with_added(&read.text, &added);
    Some(read)
}

impl Writer {
    fn line(&mut self, line: &str, number: u32) {
        let content = line.trim_end_matches(['\r', '\n']);
        let text = content.trim();
        if text.starts_with("{{#title ") {
            // `{{#title}}` sets the window title in mdBook; here that is the page title.
            self.read.issues.push(Issue::note("window-title-dropped", number, text));
        } else if let Some(rest) = text.strip_prefix(WARNING).filter(|_| self.depth == 0) {
            self.read.made.insert(number);
            self.read.text.push_str(&format!("{COLONS} warning"));
            self.depth = 1;
            self.inside(rest, number);
        } else if self.depth > 0 {
            self.inside(content, number);
        } else if let Some(caption) = listing(text, self.label) {
            self.plain(&caption, number);
        } else if text != LISTING_END {
            self.plain(content, number);
        }
        self.read.text.push_str(&line[content.len()..]);
    }

    /// Writes a line in a warning. If the warning ends, the rest of the text is on a separate line.
    fn inside(&mut self, text: &str, number: u32) {
        let mut at = 0;
        while let Some(next) = text[at..].find('<').map(|next| at + next) {
            let rest = &text[next..];
            self.depth += usize::from(rest.starts_with("<div"));
            self.depth -= usize::from(rest.starts_with("</div"));
            if self.depth == 0 {
                self.own_line(&text[..next], number);
                self.own_line(COLONS, number);
                return self.own_line(rest.split_once('>').map_or("", |(_, after)| after), number);
            }
            at = next + 1;
        }
        self.own_line(text, number);
    }

    /// Writes text on a separate line, unless it is blank.
    fn own_line(&mut self, text: &str, number: u32) {
        if text.trim().is_empty() {
            return;
        }
        let written = &self.read.text;
        if !written.is_empty() && !written.ends_with('\n') {
            self.added.push(written.len());
            self.read.text.push('\n');
        }
        self.plain(text, number);
    }

    fn plain(&mut self, text: &str, number: u32) {
        let mut rest = text;
        while let Some(at) = rest.find(['`', '{', '\\']) {
            self.read.text.push_str(&rest[..at]);
            rest = &rest[at..];
            let near = jsx::near(rest);
            let formula = match self.has_math {
                true => math_delimiters::convert_inline_math(near, MARK, &mut self.read.text),
                false => None,
            };
            let length = formula.unwrap_or_else(|| {
                let length = self.unchanged_length(near, number);
                self.read.text.push_str(&rest[..length]);
                length
            });
            rest = &rest[length..];
        }
        self.read.text.push_str(rest);
    }

    /// Returns the number of bytes to copy unchanged; a command among them is reported.
    fn unchanged_length(&mut self, text: &str, number: u32) -> usize {
        let Some(inside) = text.strip_prefix("{{#") else { return jsx::unchanged_length(text) };
        let Some(end) = inside.find("}}") else { return 1 };
        let written = &text[..3 + end + 2];
        // Includes were reported when they were expanded.
        if !["include ", "rustdoc_include "].iter().any(|name| inside.starts_with(name)) {
            let issue = Issue::warning("shortcode-not-read", number, jsx::short(written));
            self.read.issues.push(issue);
        }
        written.len()
    }
}

/// Label of listings, as in the translations of the Rust book.
fn listing_label(body: &str) -> &'static str {
    let is_han = |c: char| matches!(c, '\u{4e00}'..='\u{9fff}');
    if body.contains(is_han) { "示例" } else { "Listing" }
}

/// Returns number, file name, and caption of a line that begins a listing.
fn listing(line: &str, label: &str) -> Option<String> {
    let tag = jsx::tag(line).filter(|tag| tag.name == "Listing" && !tag.is_end)?;
    let attribute = |name: &str| tag.attribute(name).map(str::trim).filter(|text| !text.is_empty());
    let number = attribute("number").map(|number| format!("**{label} {number}**"));
    let file = attribute("file-name").map(|file| format!("`{}`", file.replace('`', "")));
    let parts = [number, file, attribute("caption").map(str::to_owned)];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_command_is_reported() {
        let read = to_markdown("{{#title T}}\n# A\n{{#playground a.rs}}\n", true).unwrap();
        assert_eq!(read.text, "\n# A\n{{#playground a.rs}}\n");
        let codes: Vec<_> = read.issues.iter().map(|issue| (issue.code, issue.line)).collect();
        assert_eq!(codes, [("window-title-dropped", Some(1)), ("shortcode-not-read", Some(3))]);
        assert!(to_markdown("{{ x }}", true).is_none());
        for (body, issue_count) in [
            ("a {{#unknown x}} b\n", 1),
            ("`{{#unknown x}}` \\{{#unknown x}} {{#include a}}\n", 0),
            ("```\n{{#unknown x}}\n```\n", 0),
        ] {
            let read = to_markdown(body, true).unwrap();
            assert_eq!((read.text.as_str(), read.issues.len()), (body, issue_count));
        }
    }

    #[test]
    fn listing_keeps_number_file_and_caption() {
        let code = "\n\n```rust\nfn main() {}\n```\n\n";
        for (tag, expected) in [
            (
                "<Listing number=\"2-1\" file-name=\"src/main.rs\" caption=\"Reading `one` line\">",
                "**Listing 2-1** · `src/main.rs` · Reading `one` line",
            ),
            ("<Listing file-name=\"Cargo.toml\">", "`Cargo.toml`"),
            ("<Listing>", ""),
        ] {
            let read = to_markdown(&format!("{tag}{code}</Listing>\n"), true).unwrap();
            assert_eq!(read.text, format!("{expected}{code}\n"));
            assert!(read.issues.is_empty(), "{tag}");
        }
        let chinese = to_markdown("见示例 2-1。\n\n<Listing number=\"2-1\">\n", true).unwrap();
        assert_eq!(chinese.text, "见示例 2-1。\n\n**示例 2-1**\n");
        let code = "```\n<Listing number=\"1\">\n```\n";
        assert_eq!(to_markdown(code, true).unwrap().text, code);
    }

    #[test]
    fn math_uses_dollar_delimiters() {
        let read =
            to_markdown("a \\\\( a+b \\\\)\n\n\\\\[ x \\\\]\n`\\\\( a \\\\)`\n", true).unwrap();
        assert_eq!(to_markdown("a \\\\( a+b \\\\)\n", false).unwrap().text, "a \\\\( a+b \\\\)\n");
        assert_eq!(read.text, "a $`a+b`$\n\n$$ x $$\n`\\\\( a \\\\)`\n");
    }

    #[test]
    fn mdbook_warning_is_a_callout() {
        for (body, expected, originals) in [
            (
                "<div class=\"warning\">\n\na\n\n</div>\n",
                ":::::::::::::: warning\n\na\n\n::::::::::::::\n",
                vec![1, 2, 3, 4, 5],
            ),
            (
                "<div class=\"warning\">a <div>b</div></div>c\n",
                ":::::::::::::: warning\na <div>b</div>\n::::::::::::::\nc\n",
                vec![1, 1, 1, 1],
            ),
        ] {
            let read = to_markdown(body, true).unwrap();
            assert_eq!(read.text, expected);
            let count = u32::try_from(originals.len()).unwrap();
            let actual: Vec<_> = (1..=count).map(|line| read.lines.original(line)).collect();
            assert_eq!(actual, originals);
        }
    }
}

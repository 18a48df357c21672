//! mdBook's preprocessor commands and math.
//!
//! Supports commands between `{{#` and `}}`, formulas of MathJax, warnings in a `div`, and `<Listing>` of the Rust
//! book. `include.rs` expands includes.

use std::borrow::Cow;

use crate::fences::Fences;
use crate::flavor::Read;
use crate::line_markers::{after_markers, margin_of};
use crate::math_delimiters;
use pailou_content::issue::Issue;
use pailou_content::jsx::{self, Tag};
use pailou_text_diff::line_map::LineMap;
use pailou_text_diff::script::is_han;

const MARK: &str = r"\\";
const WARNING: &str = "<div class=\"warning\">";
const LISTING: &str = "<Listing";
const LISTING_END: &str = "</Listing>";
const COLONS: &str = "::::::::::::::";
/// Maximum number of lines of a `<Listing>` tag.
const MAX_TAG_LINES: usize = 20;

#[derive(Default)]
struct Writer {
    read: Read,
    added: Vec<usize>,
    /// Number of open `<div>` elements in a warning, including the warning itself.
    depth: usize,
    /// Prefix of the lines of the warning.
    margin: String,
    has_math: bool,
}

/// Start tag of a listing.
struct Listing<'l> {
    /// Indentation and markers of quotes and list items before the tag.
    prefix: &'l str,
    /// Number, file name, and caption.
    caption: String,
    /// Text after the tag.
    rest: String,
    line_count: usize,
}

/// Converts the body, with formulas if `has_math`; returns `None` if it cannot contain mdBook syntax.
pub(crate) fn to_markdown(body: &str, has_math: bool) -> Option<Read> {
    if !["{{#", r"\\(", r"\\[", WARNING, LISTING].iter().any(|mark| body.contains(mark)) {
        return None;
    }
    let label = listing_label(body);
    let mut writer = Writer { has_math, ..Writer::default() };
    let mut fences = Fences::default();
    let body = match has_math {
        true => math_delimiters::blocks(body, MARK),
        false => Cow::Borrowed(body),
    };
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let is_code = fences.is_code(line);
        at += 1;
        if is_code {
            writer.read.text.push_str(line);
        } else if let Some(listing) = parse_listing_tag(&lines[at - 1..], label) {
            let end = at - 1 + listing.line_count;
            writer.listing(&listing, &lines[at - 1..end], number);
            for line in &lines[at..end] {
                fences.is_code(line);
            }
            at = end;
        } else {
            writer.line(line, number);
        }
    }
    let Writer { mut read, added, .. } = writer;
    read.lines = LineMap::with_added(&read.text, &added);
    Some(read)
}

impl Writer {
    fn line(&mut self, line: &str, number: u32) {
        let content = line.trim_end_matches(['\r', '\n']);
        let text = after_markers(content.trim());
        let prefix = &content[..content.trim_end().len() - text.len()];
        if text.starts_with("{{#title ") {
            // `{{#title}}` sets the window title in mdBook. On this site, the window title is the page title.
            self.read.issues.push(Issue::note("window-title-dropped", number, text));
        } else if let Some(rest) = text.strip_prefix(WARNING).filter(|_| self.depth == 0) {
            self.read.made.insert(number);
            self.read.text.push_str(&format!("{prefix}{COLONS} warning"));
            self.depth = 1;
            self.margin = margin_of(prefix);
            let rest = if rest.is_empty() { String::new() } else { self.margin.clone() + rest };
            self.inside(&rest, number);
        } else if text == LISTING_END {
            self.read.text.push_str(prefix.trim_end());
        } else if self.depth > 0 {
            self.inside(content, number);
        } else {
            self.plain(content, number);
        }
        self.read.text.push_str(&line[content.len()..]);
    }

    /// Writes the caption of a listing and the line breaks of its tag, so that the number of lines does not change.
    fn listing(&mut self, listing: &Listing<'_>, lines: &[&str], number: u32) {
        let Listing { prefix, caption, rest, .. } = listing;
        let margin = margin_of(prefix);
        match caption.is_empty() && rest.is_empty() {
            true => self.read.text.push_str(prefix.trim_end()),
            false => self.read.text.push_str(prefix),
        }
        self.plain(caption, number);
        if self.depth > 0 {
            self.inside(rest, number);
        } else if caption.is_empty() {
            self.plain(rest, number);
        } else if !rest.is_empty() {
            self.own_line(&format!("{margin}{rest}"), number);
        }
        for (index, line) in lines.iter().enumerate() {
            self.read.text.push_str(if index == 0 { "" } else { margin.trim_end() });
            self.read.text.push_str(&line[line.trim_end_matches(['\r', '\n']).len()..]);
        }
    }

    /// Writes a line in a warning. If the warning ends within the line, the text after it is on a separate line.
    fn inside(&mut self, text: &str, number: u32) {
        let mut at = 0;
        while let Some(next) = text[at..].find('<').map(|next| at + next) {
            let rest = &text[next..];
            self.depth += usize::from(rest.starts_with("<div"));
            self.depth -= usize::from(rest.starts_with("</div"));
            if self.depth == 0 {
                let before = &text[..next];
                if !before.trim_matches([' ', '\t', '>']).is_empty() {
                    self.own_line(before, number);
                }
                let margin = std::mem::take(&mut self.margin);
                self.own_line(&format!("{margin}{COLONS}"), number);
                let after = rest.split_once('>').map_or("", |(_, after)| after);
                if !after.trim().is_empty() {
                    self.own_line(&format!("{margin}{after}"), number);
                }
                return;
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

    /// Returns the number of bytes to copy unchanged. Reports a command at the start of `text`.
    fn unchanged_length(&mut self, text: &str, number: u32) -> usize {
        let Some(inside) = text.strip_prefix("{{#") else { return jsx::unchanged_length(text) };
        let Some(end) = inside.find("}}") else { return 1 };
        let written = &text[..3 + end + 2];
        // `include::expand` has reported the include commands that it did not replace.
        if !["include ", "rustdoc_include "].iter().any(|name| inside.starts_with(name)) {
            let issue = Issue::warning("shortcode-not-read", number, jsx::short(written));
            self.read.issues.push(issue);
        }
        written.len()
    }
}

/// Returns the label of listings in the language of the page, as in the translations of the Rust book.
fn listing_label(body: &str) -> &'static str {
    if !body.contains(LISTING) {
        return "Listing";
    }
    let mut counts = WordCounts::default();
    let mut fences = Fences::default();
    for line in body.lines() {
        if !fences.is_code(line) {
            counts.add(line);
        }
    }
    if counts.han > counts.latin { "示例" } else { "Listing" }
}

/// Numbers of Chinese characters and of Latin words outside code.
#[derive(Default)]
struct WordCounts {
    han: usize,
    latin: usize,
}

impl WordCounts {
    fn add(&mut self, text: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.'/:#?=&%+".contains(c);
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let near = jsx::near(rest);
            let length = if c.is_ascii_alphabetic() {
                self.latin += 1;
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else if is_han(c) {
                self.han += 1;
                c.len_utf8()
            } else if matches!(c, '`' | '<' | '\\') {
                let tag = jsx::tag(near).filter(|tag| tag.name == "Listing");
                if let Some(caption) = tag.as_ref().and_then(|tag| tag.attribute("caption")) {
                    self.add(caption);
                }
                jsx::kept_or_tag(near)
            } else {
                c.len_utf8()
            };
            rest = &rest[length..];
        }
    }
}

/// Parses the start tag of a listing at the beginning of these lines. The tag may span several lines, and may be in a
/// quote or list item. Returns `None` if there is none.
fn parse_listing_tag<'l>(lines: &[&'l str], label: &str) -> Option<Listing<'l>> {
    let first = lines.first()?.trim_end();
    let text = after_markers(first.trim_start());
    if !text.starts_with(LISTING) {
        return None;
    }
    let prefix = &first[..first.len() - text.len()];
    let quote_count = prefix.matches('>').count();
    let mut written = text.to_owned();
    for line_count in 1..=MAX_TAG_LINES {
        if let Some(tag) = jsx::tag(&written) {
            let is_listing = tag.name == "Listing" && !tag.is_end;
            let rest = written[tag.length..].trim();
            let rest = rest.strip_suffix(LISTING_END).unwrap_or(rest).trim_end().to_owned();
            let caption = caption(&tag, label);
            return is_listing.then_some(Listing { prefix, caption, rest, line_count });
        }
        let mut next = lines.get(line_count)?.trim();
        for _ in 0..quote_count {
            next = next.strip_prefix('>').unwrap_or(next).trim_start();
        }
        if next.is_empty() {
            return None;
        }
        written.push(' ');
        written.push_str(next);
    }
    None
}

fn caption(tag: &Tag<'_>, label: &str) -> String {
    let attribute = |name: &str| tag.attribute(name).map(str::trim).filter(|text| !text.is_empty());
    let number = attribute("number").map(|number| format!("**{label} {number}**"));
    let file = attribute("file-name").map(|file| format!("`{}`", file.replace('`', "")));
    let parts = [number, file, attribute("caption").map(str::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_mdbook_command_is_reported() {
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
    fn listing_label_is_in_the_language_of_the_page() {
        let label = |body: &str| listing_label(&format!("{body}\n<Listing number=\"8-14\">\n"));
        for (body, expected) in [
            (
                "Storing greetings:\n\n```rust\n// 你好，世界，你好，世界\nlet hello = \"你好\";\n```\n",
                "Listing",
            ),
            (
                "The greeting `你好你好你好你好` and 你好 in a long sentence of English words.",
                "Listing",
            ),
            ("见示例 2-1。", "示例"),
            (
                "调用 `String::from` 与 [`push_str`](https://doc.rust-lang.org/std/string/)，见示例。",
                "示例",
            ),
            ("```\na long comment in English inside of code\n```\n\n其他。", "示例"),
            ("", "Listing"),
            ("<Listing caption=\"储存问候语\">", "示例"),
        ] {
            assert_eq!(label(body), expected, "{body}");
        }
    }

    #[track_caller]
    fn check(body: &str, expected: &str, originals: &[u32]) {
        let read = to_markdown(body, true).unwrap();
        assert_eq!(read.text, expected);
        let count = u32::try_from(read.text.split('\n').count()).unwrap();
        let actual: Vec<_> = (1..=count).map(|line| read.lines.original(line)).collect();
        assert_eq!(actual, originals, "{body}");
    }

    #[test]
    fn listing_tag_may_be_on_several_lines_and_in_containers() {
        check(
            "<Listing number=\"10-5\" file-name=\"src/main.rs\"\n caption=\"A\nb\">\n\nx\n</Listing>\n",
            "**Listing 10-5** · `src/main.rs` · A b\n\n\n\nx\n\n",
            &[1, 2, 3, 4, 5, 6, 7],
        );
        check(
            "> <Listing number=\"1-1\"\r\n> caption=\"q\">\r\n> x\r\n> </Listing>\r\ny",
            "> **Listing 1-1** · q\r\n>\r\n> x\r\n>\r\ny",
            &[1, 2, 3, 4, 5],
        );
        check(
            "1. a\n\n   <Listing number=\"1-1\">\n\n   ```rust\n   x\n   ```\n\n   </Listing>\n\n2. b\n",
            "1. a\n\n   **Listing 1-1**\n\n   ```rust\n   x\n   ```\n\n\n\n2. b\n",
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        );
        check("- <Listing number=\"1\">\n  x\n", "- **Listing 1**\n  x\n", &[1, 2, 3]);
        check(
            "> <Listing number=\"1\">a</Listing>\nb\n",
            "> **Listing 1**\n> a\nb\n",
            &[1, 1, 2, 3],
        );
        check("> <Listing>\n> x\n", ">\n> x\n", &[1, 2, 3]);
        check(
            "<div class=\"warning\">\n<Listing number=\"1\">\nx\n</Listing>\n</div>\n",
            ":::::::::::::: warning\n**Listing 1**\nx\n\n::::::::::::::\n",
            &[1, 2, 3, 4, 5, 6],
        );
        for body in ["<Listing number=\"1\n\nx\">\n", "<Listings number=\"1\">\n", "<Listing"] {
            check(body, body, &(1..=body.split('\n').count() as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn warning_stays_in_its_list_item_or_quote() {
        check(
            "1. a\n\n   <div class=\"warning\">\n\n   b\n\n   </div>\n\n2. c\n",
            "1. a\n\n   :::::::::::::: warning\n\n   b\n\n   ::::::::::::::\n\n2. c\n",
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        );
        check(
            "> <div class=\"warning\">\n> a</div>b\n",
            "> :::::::::::::: warning\n> a\n> ::::::::::::::\n> b\n",
            &[1, 2, 2, 2, 3],
        );
        check(
            "- <div class=\"warning\">a</div>\n",
            "- :::::::::::::: warning\n  a\n  ::::::::::::::\n",
            &[1, 1, 1, 2],
        );
        check(
            "> <div class=\"warning\">\n>\n> a\n> </div>\n> b\n",
            "> :::::::::::::: warning\n>\n> a\n> ::::::::::::::\n> b\n",
            &[1, 2, 3, 4, 5, 6],
        );
    }

    proptest::proptest! {
        #[test]
        fn last_line_of_any_mdbook_text_maps_to_the_last_source_line(
            parts in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<Listing", " number=\"1\"", " caption='", "'", ">", "</Listing>", "\n", "> ", "- ",
                    "   ", "<div class=\"warning\">", "</div>", "<div>", "a", "文", "`", "```", "\r\n",
                ]),
                0..30,
            ),
        ) {
            let body = parts.concat();
            if let Some(read) = to_markdown(&body, true) {
                let starts = |text: &str| pailou_text_diff::line_map::starts(text).len() as u32;
                let last = read.lines.original(starts(&read.text));
                proptest::prop_assert_eq!(last, starts(&body), "{:?}", read.text);
            }
        }
    }

    #[test]
    fn mdbook_math_is_converted_to_dollar_delimiters() {
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

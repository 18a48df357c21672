//! Map from the top-level blocks of a text to ranges of its HTML.
//!
//! Other HTML can be inserted between two blocks. Markdown blocks inside one raw HTML element form one [`Block`].

use std::ops::Range;

use pailou_sanitize::trusted_markup::TrustedMarker;

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// A well-formed range of the HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Lines of the body on which the Markdown blocks in this range begin.
    pub lines: Vec<u32>,
    pub html: Range<usize>,
}

/// Removes the block markers that the HTML writer inserted. Returns the HTML without them, and its blocks.
pub(crate) fn split(html: &str, own: &TrustedMarker) -> (String, Vec<Block>) {
    let mut splitter =
        BlockSplitter { out: String::with_capacity(html.len()), blocks: Vec::new(), depth: 0 };
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        splitter.text(&rest[..start], own);
        let end = rest[start..].find('>').map_or(rest.len(), |at| start + at + 1);
        splitter.tag(&rest[start..end]);
        rest = &rest[end..];
    }
    splitter.text(rest, own);
    let BlockSplitter { out, mut blocks, .. } = splitter;
    let ends: Vec<usize> = blocks.iter().skip(1).map(|block| block.html.start).collect();
    for (block, end) in blocks.iter_mut().zip(ends.into_iter().chain([out.len()])) {
        block.html.end = end;
    }
    (out, blocks)
}

/// Returns the index of the block that contains this line of the body; `None` if there is none.
pub fn block_at(blocks: &[Block], line: u32) -> Option<usize> {
    let starts = blocks.iter().enumerate().flat_map(|(at, block)| {
        block.lines.iter().filter(|start| **start <= line).map(move |start| (*start, at))
    });
    starts.max_by_key(|(start, _)| *start).map(|(_, at)| at)
}

struct BlockSplitter {
    out: String,
    blocks: Vec<Block>,
    depth: usize,
}

impl BlockSplitter {
    fn text(&mut self, text: &str, own: &TrustedMarker) {
        let mut rest = text;
        while let Some(at) = own.find(rest) {
            self.out.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some((line, length)) = own.read_cut(rest) else { break };
            rest = &rest[length..];
            match self.blocks.last_mut() {
                Some(block) if self.depth > 0 => block.lines.push(line),
                _ => {
                    let start = if self.blocks.is_empty() { 0 } else { self.out.len() };
                    self.blocks.push(Block { lines: vec![line], html: start..start });
                }
            }
        }
        self.out.push_str(rest);
    }

    fn tag(&mut self, tag: &str) {
        self.out.push_str(tag);
        let name = tag.trim_start_matches(['<', '/']);
        let name = &name[..name.find([' ', '>', '/']).unwrap_or(name.len())];
        if tag.starts_with("</") {
            self.depth = self.depth.saturating_sub(1);
        } else if !tag.ends_with("/>") && !VOID.contains(&name) {
            self.depth += 1;
        }
    }
}

/// Returns the HTML without ids, for insertion into a page that already contains the same ids.
pub fn without_ids(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let end = rest[start..].find('>').map_or(rest.len(), |at| start + at + 1);
        let tag = &rest[start..end];
        rest = &rest[end..];
        match tag.split_once(" id=\"").and_then(|(before, id)| Some((before, id.split_once('"')?)))
        {
            Some((before, (_, after))) => {
                out.push_str(before);
                out.push_str(after);
            }
            None => out.push_str(tag),
        }
    }
    out.push_str(rest);
    out
}

pub fn has_visible_content(html: &str) -> bool {
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        if !rest[..start].trim().is_empty() {
            return true;
        }
        let visible_elements = ["<img", "<hr", "<video", "<audio", "<pre"];
        if visible_elements.iter().any(|tag| rest[start..].starts_with(tag)) {
            return true;
        }
        rest = rest[start..].find('>').map_or("", |at| &rest[start + at + 1..]);
    }
    !rest.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &[(&[u32], &str)]) {
        let own = TrustedMarker::of("x");
        let mut marked = html.to_owned();
        for line in 1..10 {
            marked = marked.replace(&format!("|{line}|"), &own.cut(line));
        }
        let (out, blocks) = split(&marked, &own);
        let actual: Vec<_> =
            blocks.iter().map(|block| (block.lines.as_slice(), &out[block.html.clone()])).collect();
        assert_eq!(actual, expected, "{html}");
        assert!(own.find(&out).is_none(), "{out}");
    }

    #[test]
    fn html_of_each_block_is_well_formed() {
        check(
            "|1|<p>a<br>b</p>|3|<hr>|5|<p>c</p>",
            &[(&[1], "<p>a<br>b</p>"), (&[3], "<hr>"), (&[5], "<p>c</p>")],
        );
        check(
            "|1|<div>|2|<p>a</p>|3|</div>|4|b",
            &[(&[1, 2, 3], "<div><p>a</p></div>"), (&[4], "b")],
        );
        check("", &[]);
    }

    #[test]
    fn line_belongs_to_the_block_that_began_last() {
        let block = |lines: &[u32]| Block { lines: lines.to_vec(), html: 0..0 };
        let blocks = [block(&[1]), block(&[4, 5]), block(&[9]), block(&[7])];
        for (line, expected) in [(1, 0), (3, 0), (6, 1), (8, 3), (20, 2)] {
            assert_eq!(block_at(&blocks, line), Some(expected), "{line}");
        }
        assert_eq!(block_at(&blocks, 0), None);
    }

    #[test]
    fn ids_are_removed_and_text_is_preserved() {
        for (html, expected) in [
            ("<h2 id=\"a\" class=\"b\">c id=\"d\"</h2>", "<h2 class=\"b\">c id=\"d\"</h2>"),
            ("<a href=\"#x\" id=\"y\">1</a>", "<a href=\"#x\">1</a>"),
            ("a", "a"),
        ] {
            assert_eq!(without_ids(html), expected);
        }
    }

    #[test]
    fn only_text_and_media_are_visible_content() {
        assert!(
            has_visible_content("<p><b>a</b></p>") && has_visible_content("<p><img src=\"a\"></p>")
        );
        assert!(!has_visible_content("<span id=\"a\"></span>\n<p> </p>"));
    }
}

#[cfg(test)]
#[path = "blocks_tests.rs"]
mod page_tests;

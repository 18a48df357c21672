//! Markdown flavors and their conversion to CommonMark.
//!
//! No line is lost, and each line of the result maps to its source line: positions and segments depend on it.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::container_fences::lengthened;
use crate::dollar_escape;
use crate::flavors::{hugo, mdbook, mkdocs, vitepress};
use crate::mdx;
use crate::tabs::title_lines;
use pailou_content::issue::Issue;
use pailou_text_diff::line_map::Lines;

/// Whose Markdown a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flavor {
    #[default]
    Markdown,
    /// JSX between the lines: imports, components, `{/* comments */}`.
    Mdx,
    Vitepress,
    Hugo,
    Mdbook,
    Mkdocs,
}

/// Under which names dialects are kept.
const NAMES: &[(Flavor, &str)] = &[
    (Flavor::Markdown, "markdown"),
    (Flavor::Mdx, "mdx"),
    (Flavor::Vitepress, "vitepress"),
    (Flavor::Hugo, "hugo"),
    (Flavor::Mdbook, "mdbook"),
    (Flavor::Mkdocs, "mkdocs"),
];

impl Flavor {
    /// As kept with a text: nothing where the name of its file tells it.
    pub fn kept(self, file: &str) -> &'static str {
        let name = NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name);
        if self == Self::of(file) { "" } else { name }
    }

    pub fn read(kept: &str, file: &str) -> Self {
        NAMES.iter().find(|(_, name)| *name == kept).map_or_else(|| Self::of(file), |known| known.0)
    }

    /// MDX where plain Markdown was expected and the lines are MDX: some projects keep the settings of their generator
    /// in another repository.
    pub fn or_mdx(self, body: &str) -> Self {
        if self == Self::Markdown && mdx::is_mdx(body) { Self::Mdx } else { self }
    }

    pub fn of(file: &str) -> Self {
        let is_mdx =
            file.len() > 4 && file.as_bytes()[file.len() - 4..].eq_ignore_ascii_case(b".mdx");
        if is_mdx { Self::Mdx } else { Self::Markdown }
    }
}

/// Text for the parser.
pub struct Prepared<'a> {
    pub text: Cow<'a, str>,
    /// Which line of the body each of its lines comes from.
    pub lines: Lines,
    /// With lines of the body, as all that follow.
    pub issues: Vec<Issue>,
    /// Containers that no author opened: where they end is not his concern.
    pub made: HashSet<u32>,
}

/// What a dialect comes to.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) text: String,
    pub(crate) lines: Lines,
    pub(crate) issues: Vec<Issue>,
    pub(crate) made: HashSet<u32>,
}

pub fn prepare(body: &str, dialect: Flavor) -> Prepared<'_> {
    let read = match dialect {
        Flavor::Markdown => None,
        Flavor::Mdx => Some(mdx::to_markdown(body)),
        Flavor::Vitepress => vitepress::to_markdown(body),
        Flavor::Hugo => hugo::to_markdown(body),
        Flavor::Mdbook => mdbook::to_markdown(body),
        Flavor::Mkdocs => Some(mkdocs::to_markdown(body)),
    };
    let (text, read) = match read {
        None => (Cow::Borrowed(body), Read::default()),
        Some(mut read) => (Cow::Owned(std::mem::take(&mut read.text)), read),
    };
    let Read { lines, issues, made, .. } = read;
    let text = dollar_escape::escaped(title_lines(lengthened(container_titles(text))));
    Prepared { text, lines, issues, made }
}

/// The parser takes no colon in the title of a `:::` line, but reads entities and escapes there, which
/// are to be read with the title.
fn container_titles(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(":::") {
        return text;
    }
    let mut fences = Fences::default();
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let is_code = fences.is_code(line);
        let marker = line.trim_start_matches([' ', '\t', '>']);
        let title = marker.trim_start_matches(':');
        if is_code || marker.len() < title.len() + 3 || !title.contains([':', '&', '\\']) {
            out.push_str(line);
            continue;
        }
        out.push_str(&line[..line.len() - title.len()]);
        let title = title.replace('&', "&amp;").replace('\\', "\\\\");
        out.push_str(&title.replace(':', "&colon;"));
    }
    Cow::Owned(out)
}

/// Follows fenced code from line to line.
#[derive(Default)]
pub struct Fences {
    open: Option<(u8, usize)>,
}

impl Fences {
    /// Whether what comes next is code, or the end of it.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// True for every line of a fenced block, its fences included. Call it for each line in turn.
    pub fn is_code(&mut self, line: &str) -> bool {
        let content = line.trim();
        match self.open {
            Some((mark, length)) => {
                let content = content.trim_start_matches(['>', ' ']);
                let run = run_of(content, mark);
                if run >= length && content[run..].trim().is_empty() {
                    self.open = None;
                }
                true
            }
            None => {
                let content = after_markers(content);
                let mark = content.bytes().next().unwrap_or_default();
                let run = run_of(content, mark);
                let is_fence = match mark {
                    b'`' => run >= 3 && !content[run..].contains('`'),
                    b'~' => run >= 3,
                    _ => false,
                };
                if is_fence {
                    self.open = Some((mark, run));
                }
                is_fence
            }
        }
    }
}

fn run_of(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}

/// A fence may open inside a quote or directly behind a list marker.
pub(super) fn after_markers(line: &str) -> &str {
    let mut rest = line;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let marker = match rest.as_bytes().get(digits) {
            Some(b'>') if digits == 0 => 1,
            Some(b'-' | b'*' | b'+') if digits == 0 => 2,
            Some(b'.' | b')') if (1..=9).contains(&digits) => digits + 2,
            _ => return rest,
        };
        let is_marker = marker == 1 || rest.as_bytes().get(marker - 1) == Some(&b' ');
        if !is_marker {
            return rest;
        }
        rest = rest[marker..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &str) {
        assert_eq!(prepare(body, Flavor::Markdown).text, expected);
    }

    #[test]
    fn colon_in_container_title_is_escaped() {
        check("::: tip Note: x\n", "::: tip Note&colon; x\n");
        check("> :::warning a:b:c\r\n", "> :::warning a&colon;b&colon;c\r\n");
        check("```\n::: tip a: b\n```\n::: tip a: b", "```\n::: tip a: b\n```\n::: tip a&colon; b");
        check("a: b\n:::\n:: x: y\n", "a: b\n:::\n:: x: y\n");
    }

    #[test]
    fn code_is_tracked_through_lists_and_quotes() {
        for (text, code) in [
            ("```js\nx\n```\ny", "1110"),
            ("- ```\n  x\n  ```\ny", "1110"),
            ("1. ~~~~ a\n~~~\n~~~~\ny", "1110"),
            ("> ```\n> x\n> ```\ny", "1110"),
            ("`` ` ``\n``` a`b\ny", "000"),
            ("-```\nx", "00"),
        ] {
            let mut fences = Fences::default();
            let actual: String =
                text.lines().map(|line| if fences.is_code(line) { '1' } else { '0' }).collect();
            assert_eq!(actual, code, "{text:?}");
        }
    }

    #[test]
    fn file_extension_selects_the_flavor() {
        for (file, dialect) in [
            ("a.mdx", Flavor::Mdx),
            ("a.MDX", Flavor::Mdx),
            ("a.md", Flavor::Markdown),
            ("文.md", Flavor::Markdown),
            ("x", Flavor::Markdown),
        ] {
            assert_eq!(Flavor::of(file), dialect, "{file}");
        }
    }

    #[test]
    fn megabyte_line_is_converted_quickly() {
        for mark in [
            "{",
            "{{",
            "{{<",
            "{{< a ",
            "<Badge ",
            "==",
            "++",
            ":material-",
            "!!! a ",
            "^",
            "~",
            "{--",
            "\\(",
            "{{#",
            "<CodeBlock>x",
            "$5，",
        ] {
            let body = mark.repeat(1_000_000 / mark.len());
            for dialect in
                [Flavor::Mdx, Flavor::Vitepress, Flavor::Hugo, Flavor::Mdbook, Flavor::Mkdocs]
            {
                assert!(!prepare(&body, dialect).text.is_empty(), "{mark} {dialect:?}");
            }
        }
    }

    #[test]
    fn stored_flavor_overrides_an_ambiguous_name() {
        for (dialect, file, kept) in [
            (Flavor::Markdown, "a.md", ""),
            (Flavor::Mdx, "a.mdx", ""),
            (Flavor::Mdx, "a.md", "mdx"),
            (Flavor::Markdown, "a.mdx", "markdown"),
            (Flavor::Mkdocs, "a.md", "mkdocs"),
        ] {
            assert_eq!(dialect.kept(file), kept);
            assert_eq!(Flavor::read(kept, file), dialect);
        }
        assert_eq!(Flavor::read("of the future", "a.mdx"), Flavor::Mdx);
    }
}

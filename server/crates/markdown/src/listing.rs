//! Code listings and their highlighted lines.
//!
//! Comments with highlighting directives are removed, as are hidden lines of Rust examples.

use std::borrow::Cow;

use crate::fence::{Info, Mark};

/// Delimiters of comments that may contain a directive.
const COMMENTS: [(&str, &str); 11] = [
    ("{/*", "*/}"),
    ("<!--", "-->"),
    ("/*", "*/"),
    ("//", ""),
    ("--", ""),
    ("#", ""),
    (";", ""),
    ("%", ""),
    ("\"", ""),
    ("'", ""),
    ("REM", ""),
];

/// Displayed code with its line highlights.
pub(super) struct Listing<'a> {
    pub(super) text: Cow<'a, str>,
    /// Highlights of each line; empty if no line is highlighted.
    pub(super) marks: Vec<Vec<Mark>>,
    pub(super) mistakes: Vec<FenceIssue>,
}

/// Issue of a code block: number of lines below the opening fence, issue code, and detail.
pub(super) type FenceIssue = (usize, &'static str, String);

pub(super) fn parse_listing<'a>(code: &'a str, info: &Info) -> Listing<'a> {
    // In Markdown code, directives are displayed as part of the text.
    let is_shown = matches!(info.language.as_str(), "md" | "markdown" | "mdx" | "mdc");
    let has_comments = !is_shown && (code.contains("[!code") || code.contains("highlight-"));
    let hides = matches!(info.language.as_str(), "rust" | "rs")
        && code.lines().any(|line| line.trim_start().starts_with('#'));
    if !has_comments && !hides {
        let count = code.lines().count();
        let mut marks = Vec::new();
        let mistakes = add_of_fence(&mut marks, info, count);
        return Listing { text: Cow::Borrowed(code), marks, mistakes };
    }
    let mut reader = Reader { has_comments, hides, ..Reader::default() };
    for (number, line) in code.split_inclusive('\n').enumerate() {
        reader.number = number;
        reader.line(line);
    }
    let mut marks = if reader.has_highlights { reader.marks } else { Vec::new() };
    let count = reader.text.lines().count();
    let mut mistakes = add_of_fence(&mut marks, info, count);
    mistakes.extend(reader.mistakes);
    Listing { text: Cow::Owned(reader.text), marks, mistakes }
}

/// Adds the line highlights of the info string. Returns an issue for each range that begins at 0 or
/// contains no line of the code.
fn add_of_fence(marks: &mut Vec<Vec<Mark>>, info: &Info, count: usize) -> Vec<FenceIssue> {
    let mut mistakes = Vec::new();
    if !info.marks.is_empty() {
        marks.resize(count, Vec::new());
    }
    for (mark, lines) in &info.marks {
        let from = (*lines.start() as usize).saturating_sub(1);
        let to = (*lines.end() as usize).min(count);
        if to <= from || *lines.start() == 0 {
            let (start, end) = (lines.start(), lines.end());
            let written = if start == end { start.to_string() } else { format!("{start}-{end}") };
            mistakes.push((0, "code-line-missing", written));
        }
        for line in marks.iter_mut().take(to).skip(from).filter(|line| !line.contains(mark)) {
            line.push(*mark);
        }
    }
    mistakes
}

#[derive(Default)]
struct Reader {
    has_comments: bool,
    hides: bool,
    text: String,
    marks: Vec<Vec<Mark>>,
    has_highlights: bool,
    /// Highlights of the next lines, each with the number of lines to which it still applies.
    coming: Vec<(Mark, u32)>,
    /// Whether the line is between `highlight-start` and `highlight-end`.
    in_highlight: bool,
    /// Index of the current line.
    number: usize,
    mistakes: Vec<FenceIssue>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if self.hides && is_hidden(line) {
            return;
        }
        let line = if self.hides { without_hash(line) } else { Cow::Borrowed(line) };
        if self.has_comments && self.is_directive(&line) {
            return;
        }
        let mut own = Vec::new();
        let line = match self.has_comments && line.contains("[!code") {
            true => match self.without_directives(&line, &mut own) {
                Some(line) => Cow::Owned(line),
                // Only directives are on this line: they apply to the following lines.
                None => {
                    self.coming.extend(own);
                    return;
                }
            },
            false => line,
        };
        let mut marks: Vec<Mark> = Vec::new();
        let all = self.coming.iter().chain(&own).map(|(mark, _)| *mark);
        let all = all.chain(self.in_highlight.then_some(Mark::Highlighted));
        for mark in all {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        self.coming.extend(own);
        self.coming.iter_mut().for_each(|(_, left)| *left = left.saturating_sub(1));
        self.coming.retain(|(_, left)| *left > 0);
        self.has_highlights |= !marks.is_empty();
        self.marks.push(marks);
        self.text.push_str(&line);
    }

    /// Applies a directive such as `// highlight-next-line` that is alone on its line. Returns false for
    /// any other line.
    fn is_directive(&mut self, line: &str) -> bool {
        let line = line.trim();
        let words = COMMENTS
            .iter()
            .find_map(|(open, close)| Some(line.strip_prefix(open)?.strip_suffix(close)?.trim()));
        match words {
            Some("highlight-next-line") => self.coming.push((Mark::Highlighted, 1)),
            Some("highlight-start") => self.in_highlight = true,
            Some("highlight-end") => self.in_highlight = false,
            _ => return false,
        }
        true
    }

    /// Returns the line without its `// [!code …]` directives, and adds their highlights to `own`. Returns
    /// `None` if nothing remains. A line with an unknown directive is returned unchanged.
    fn without_directives(&mut self, line: &str, own: &mut Vec<(Mark, u32)>) -> Option<String> {
        let content = line.trim_end_matches(['\n', '\r']);
        let line_break = &line[content.len()..];
        let (before, mut rest) = content.split_once("[!code")?;
        let before = before.trim_end();
        let (before, close) = COMMENTS
            .iter()
            .find_map(|(open, close)| Some((before.strip_suffix(open)?, *close)))
            .unwrap_or((before, ""));
        loop {
            let (inside, after) = rest.split_once(']').unwrap_or((rest, ""));
            let found = mark(inside.trim());
            // The directive `word:` is not supported: it is reported, and the comment is removed.
            let is_word = inside.trim().starts_with("word:");
            if found.is_none() {
                let written = format!("[!code {}]", inside.trim());
                let code = if is_word { "code-word-unsupported" } else { "code-mark-unknown" };
                self.mistakes.push((self.number + 1, code, written));
            }
            if found.is_none() && !is_word {
                own.clear();
                return Some(line.to_owned());
            }
            own.extend(found);
            match after.split_once("[!code") {
                Some((_, more)) => rest = more,
                None => {
                    let after = after.trim();
                    let after = after.strip_suffix(close).unwrap_or(after).trim_end();
                    let uncommented = match after.is_empty() {
                        true => before.trim_end().to_owned(),
                        false => format!("{before}{after}"),
                    };
                    return (!uncommented.trim().is_empty())
                        .then(|| format!("{uncommented}{line_break}"));
                }
            }
        }
    }
}

/// Parses a highlight such as `++` or `focus:3`. Returns `None` for any other directive.
fn mark(directive: &str) -> Option<(Mark, u32)> {
    let (name, count) = directive.split_once(':').unwrap_or((directive, "1"));
    let mark = match name.trim() {
        "highlight" | "hl" => Mark::Highlighted,
        "focus" => Mark::Focused,
        "++" => Mark::Added,
        "--" => Mark::Removed,
        "error" => Mark::Error,
        "warning" => Mark::Warning,
        _ => return None,
    };
    Some((mark, count.trim().parse().unwrap_or(1)))
}

/// Rust: a line that begins with `# ` is compiled but not displayed.
fn is_hidden(line: &str) -> bool {
    let line = line.trim();
    line == "#" || line.starts_with("# ")
}

/// Rust: `##` at the start of a line is an escaped `#`.
fn without_hash(line: &str) -> Cow<'_, str> {
    let content = line.trim_start();
    match content.strip_prefix("##") {
        Some(rest) => {
            let indent = &line[..line.len() - content.len()];
            Cow::Owned(format!("{indent}#{rest}"))
        }
        None => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(info: &str, code: &str, text: &str, marks: &str) {
        let listing = parse_listing(code, &Info::read(info));
        let written: Vec<_> = listing
            .marks
            .iter()
            .map(|line| line.iter().map(|mark| &mark.name()[..1]).collect::<String>())
            .collect();
        assert_eq!((listing.text.as_ref(), written.join(",").as_str()), (text, marks), "{code:?}");
    }

    #[test]
    fn comment_highlights_its_line_or_the_next_lines() {
        check("js", "a // [!code ++]\nb // [!code --]\nc\n", "a\nb\nc\n", "a,r,");
        check("js", "a\n// [!code focus:2]\nb\nc\nd", "a\nb\nc\nd", ",f,f,");
        check("html", "<a> <!-- [!code highlight] -->\n", "<a>\n", "h");
        check("jsx", "{/* [!code error] */}\n<b />\n", "<b />\n", "e");
        check("py", "a # [!code warning] [!code focus]", "a", "wf");
        check("js", "a // [!code word:b]\n", "a\n", "");
        check(
            "js",
            "// highlight-next-line\na\nb\n/* highlight-start */\nc\nd\n/* highlight-end */\ne\n",
            "a\nb\nc\nd\ne\n",
            "h,,h,h,",
        );
    }

    #[test]
    fn fence_info_highlights_lines_by_number() {
        check("js {1,3-9}", "a\nb\nc\n", "a\nb\nc\n", "h,,h");
        check("js {0,5-2,4294967295} ins={2}", "a\nb\n", "a\nb\n", ",a");
        check("js {2}", "a // [!code ++]\nb\n", "a\nb\n", "a,h");
    }

    #[test]
    fn invalid_line_highlight_is_reported() {
        for (info, code, expected) in [
            ("js {1,3-2,999}", "a\nb\n", vec![(0, "3-2"), (0, "999")]),
            ("js {1-9}", "a\nb\n", vec![]),
            ("js", "a\nb // [!code nonsense]\n", vec![(2, "[!code nonsense]")]),
            ("js", "a\n// [!code word:a]\nb\n", vec![(2, "[!code word:a]")]),
        ] {
            let listing = parse_listing(code, &Info::read(info));
            let mistakes = listing.mistakes.iter();
            let actual: Vec<_> = mistakes.map(|(at, _, detail)| (*at, detail.as_str())).collect();
            assert_eq!(actual, expected, "{info} {code:?}");
        }
        for (directive, expected) in
            [("nonsense", "code-mark-unknown"), ("word:a", "code-word-unsupported")]
        {
            let code = format!("a // [!code {directive}]\n");
            let listing = parse_listing(&code, &Info::read("js"));
            let codes: Vec<_> = listing.mistakes.iter().map(|(_, code, _)| *code).collect();
            assert_eq!(codes, [expected], "{directive}");
        }
    }

    #[test]
    fn rust_hidden_lines_are_removed() {
        check("rust", "# use a;\n#[b]\n#\nc();\n## d\n", "#[b]\nc();\n# d\n", "");
        check("bash", "# a\nb\n", "# a\nb\n", "");
    }

    #[test]
    fn unknown_directives_and_markdown_code_are_unchanged() {
        check("md", "a // [!code ++]\n", "a // [!code ++]\n", "");
        check("js", "a // [!code nonsense]\n", "a // [!code nonsense]\n", "");
    }

    #[test]
    fn known_directive_without_closing_bracket_is_applied() {
        check("js", "a // [!code ++", "a", "a");
    }
}

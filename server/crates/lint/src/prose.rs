//! Text of a page by line and column, without code, URLs, tags, and emphasis.

use pailou_content::code_span;
use pailou_content::jsx;
use pailou_markdown::fences::Fences;
use pailou_markdown::flavor::{self, Flavor};
use pailou_markdown::math::is_formula;

/// Placeholder for content that is not text, such as a formula, tag, or URL.
pub(super) const OBJECT: char = '\u{fffc}';

/// Placeholder for code, which is part of the surrounding sentence.
pub(super) const CODE: char = '\u{fffb}';

/// A line of text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Line of the body, from 1.
    pub(super) number: u32,
    pub(super) chars: Vec<char>,
    /// Column of each character, from 1.
    columns: Vec<usize>,
    /// Positions in `chars` before which markup was removed, such as the end of emphasis or of a link.
    removed: Vec<usize>,
}

impl Line {
    pub(super) fn column(&self, at: usize) -> usize {
        self.columns.get(at).copied().unwrap_or(1)
    }

    /// Returns the characters around a position, for display.
    pub(super) fn around(&self, at: usize) -> String {
        let (from, to) = (at.saturating_sub(4), (at + 6).min(self.chars.len()));
        let text: String =
            self.chars[from..to].iter().filter(|c| !matches!(**c, OBJECT | CODE)).collect();
        text.trim().to_owned()
    }

    pub(super) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// Returns the character before the blanks that precede a position, if it is code or the last character of emphasis
    /// or of a link.
    pub(super) fn markup_before_blank(&self, at: usize) -> Option<char> {
        let end = self.chars[..at].iter().rposition(|c| !c.is_whitespace())? + 1;
        let last = self.chars[end - 1];
        let is_markup = last == CODE || self.removed.contains(&end);
        (end < at && is_markup).then_some(last)
    }
}

/// Returns the lines of a body that contain text.
pub(super) fn lines(body: &str, dialect: Flavor) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut fences = Fences::of(dialect);
    // End marker of the current comment, script, style, `<pre>`, or math block, if one is open.
    let mut until: Option<&str> = None;
    let (mut after_blank, mut in_list) = (true, false);
    // Text that the conversion to CommonMark removes, such as components and imports, is not displayed.
    let prepared = flavor::prepare(body, dialect);
    let mut prepared_lines = prepared.lines.firsts(&prepared.text);
    for (number, line) in (1..).zip(body.lines()) {
        let is_dropped = prepared_lines.next().is_none_or(|line| line.trim().is_empty());
        if let Some(end) = until {
            until = Some(end).filter(|end| !line.contains(end));
            continue;
        }
        if fences.is_code(line) {
            after_blank = false;
            continue;
        }
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let is_blank = text.is_empty();
        let is_code =
            indent >= 4 && after_blank && !in_list && !matches!(dialect, Flavor::Mkdocs(_));
        if !is_blank && indent == 0 {
            in_list = is_list_item(text);
        }
        after_blank = is_blank;
        if is_blank || is_code || is_dropped {
            continue;
        }
        until = opens(text);
        if until.is_none() {
            lines.push(visible(line, number));
        }
    }
    lines
}

fn is_list_item(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = rest.len() < text.len();
    if has_number { rest.starts_with(['.', ')']) } else { text.starts_with(['-', '*', '+']) }
}

/// Returns the end marker if the line opens a multi-line comment, script, style, `<pre>`, or math
/// block.
fn opens(text: &str) -> Option<&'static str> {
    [
        ("<!--", "-->"),
        ("<script", "</script"),
        ("<style", "</style"),
        ("<pre", "</pre"),
        ("$$", "$$"),
    ]
    .iter()
    .find_map(|(begin, end)| {
        let rest = text.strip_prefix(begin)?;
        (!rest.contains(end)).then_some(*end)
    })
}

fn visible(line: &str, number: u32) -> Line {
    let mut found = Line { number, ..Line::default() };
    let mut rest = line;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let (length, kind) = piece(jsx::near(rest), c, found.chars.last().copied());
        match kind {
            InlineKind::Text => {
                found.chars.push(c);
                found.columns.push(column);
            }
            InlineKind::Object | InlineKind::Code => {
                found.chars.push(if kind == InlineKind::Code { CODE } else { OBJECT });
                found.columns.push(column);
            }
            InlineKind::Nothing => found.removed.push(found.chars.len()),
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InlineKind {
    Text,
    Object,
    Code,
    /// A delimiter, such as `![` or `](target)`. It is removed, so that the text on both sides becomes adjacent.
    Nothing,
}

/// Returns the length in bytes of the inline element at the start of `text`, and its replacement. `c` is the first
/// character of `text`, and `before` the character before it.
fn piece(text: &str, c: char, before: Option<char>) -> (usize, InlineKind) {
    let own = c.len_utf8();
    let up_to = |begin: &str, end: &str| {
        let inside = text.strip_prefix(begin)?;
        inside.find(end).map(|at| begin.len() + at + end.len())
    };
    match c {
        '`' => (code_span::length(text), InlineKind::Code),
        '\\' => (own + text[own..].chars().next().map_or(0, char::len_utf8), InlineKind::Object),
        '<' => {
            let tag = up_to("<!--", "-->").or_else(|| jsx::tag(text).map(|tag| tag.length));
            let autolink = || up_to("<", ">").filter(|end| text[..*end].contains(':'));
            tag.or_else(autolink)
                .map_or((own, InlineKind::Text), |length| (length, InlineKind::Object))
        }
        '{' => up_to("{{", "}}")
            .or_else(|| up_to("{", "}"))
            .map_or((own, InlineKind::Text), |length| (length, InlineKind::Object)),
        '$' => formula(text, before)
            .map_or((own, InlineKind::Text), |length| (length, InlineKind::Object)),
        ']' if text.starts_with("](") => (target_length(text), InlineKind::Nothing),
        ']' if text.starts_with("][") => (up_to("][", "]").unwrap_or(own), InlineKind::Nothing),
        ']' if text.starts_with("]:") => (text.len(), InlineKind::Object),
        '!' if text.starts_with("![") => (2, InlineKind::Nothing),
        '[' if text.starts_with("[^") => (up_to("[^", "]").unwrap_or(own), InlineKind::Nothing),
        '[' | ']' | '*' => (own, InlineKind::Nothing),
        // A single tilde is text: `1~5`.
        '~' if text.starts_with("~~") => (2, InlineKind::Nothing),
        ':' => {
            shortcode(text).map_or((own, InlineKind::Text), |length| (length, InlineKind::Object))
        }
        'h' if text.starts_with("http://") || text.starts_with("https://") => {
            let is_end =
                |c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | '|');
            (text.find(is_end).unwrap_or(text.len()), InlineKind::Object)
        }
        _ => (own, InlineKind::Text),
    }
}

/// Returns the length of a link target `](address "title")`, which may contain parentheses.
fn target_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a formula such as `$x^2$` at the start of `text`; `None` for other text, such as an amount of
/// money. `before` is the character before it.
fn formula(text: &str, before: Option<char>) -> Option<usize> {
    let inside = &text[1..];
    let end = inside.find('$')?;
    let formula = &inside[..end];
    let is_formula = !formula.is_empty()
        && formula.trim() == formula
        && is_formula(before, formula, inside[end + 1..].chars().next());
    is_formula.then_some(end + 2)
}

/// Returns the length of a shortcode such as `:smile:`. Returns `None` for any other text.
fn shortcode(text: &str) -> Option<usize> {
    let inside = &text[1..];
    let end =
        inside.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+')))?;
    (end > 0 && inside[end..].starts_with(':')).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &[&str]) {
        let actual: Vec<String> = lines(body, Flavor::Markdown)
            .iter()
            .map(|line| line.text().replace([OBJECT, CODE], "·"))
            .collect();
        assert_eq!(actual, expected, "{body}");
    }

    #[test]
    fn prose_excludes_markup() {
        check("a `b` **c**[d](e(f)g \"h\")i", &["a · cdi"]);
        check("![a](b.png) <b>c</b> <https://d.e> https://f.g/h，i", &["a ·c· · ·，i"]);
        check("a {#id} $x$ and $5 :smile: [b][c] [^1]", &["a · · and $5 · b "]);
        check("[a]: http://b.c", &["a·"]);
        check("$_GET、$_POST 与 $x$", &["$_GET、$_POST 与 ·"]);
        check("范围1~5之间，~~旧~~新", &["范围1~5之间，旧新"]);
    }

    #[test]
    fn prose_excludes_code_html_comments_scripts_and_math() {
        check("```\na\n```\nb\n\n    c\n\n- d\n\n    e\n", &["b", "- d", "    e"]);
        check("<!-- a\nb -->\nc\n$$\nd\n$$\ne\n<!-- f -->g", &["c", "e", "·g"]);
        check("<script>\na\n</script>\nb", &["b"]);
    }

    #[test]
    fn prose_excludes_mdx_imports_and_components() {
        let body = "import A from 'a'\n\n<A\n  b=\"c\"\n/>\nd\n";
        let lines = lines(body, Flavor::MDX);
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [6]);
    }

    #[test]
    fn columns_are_positions_in_the_markdown_line() {
        let line = lines("在**Git**中", Flavor::Markdown).remove(0);
        assert_eq!((line.chars[1], line.column(1)), ('G', 4));
        assert_eq!((line.chars[4], line.column(4)), ('中', 9));
    }

    #[test]
    fn megabyte_line_is_read_quickly() {
        for mark in ["{", "](", "<a ", "$a", "<!--", "`", "[^", ":a", "h"] {
            let body = mark.repeat(1_000_000 / mark.len());
            assert!(lines(&body, Flavor::Markdown).len() <= 1, "{mark}");
        }
    }

    proptest! {
        #[test]
        fn every_character_of_any_line_has_a_column(body in "[`<>!\\[\\](){}$:\\\\*~ha\\n 文\"-]{0,80}") {
            for line in lines(&body, Flavor::MDX) {
                prop_assert_eq!(line.chars.len(), line.columns.len());
            }
        }
    }
}

//! Detection of fenced code, line by line.
//!
//! The end of a quote or list item also ends the fenced code inside it. Fences in HTML comments are
//! ignored (CommonMark 4.5, 4.6, 5).

use crate::flavor::Flavor;

/// State of the detection of fenced code.
#[derive(Default)]
pub struct Fences {
    /// Whether a fence may have any indentation. HTML blocks are then not detected.
    any_indent: bool,
    containers: Vec<Container>,
    open: Option<Open>,
    /// Open HTML block.
    html: Option<Html>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Quote,
    /// List item, with the number of columns before its content.
    Item(usize),
}

/// An open code fence.
struct Open {
    mark: u8,
    length: usize,
    /// Number of containers around it.
    depth: usize,
}

/// HTML block whose lines are not Markdown.
#[derive(Clone, Copy)]
struct Html {
    end: &'static str,
    depth: usize,
}

/// Elements whose content is raw up to their end tag.
pub(crate) const RAW: [(&str, &str); 4] = [
    ("<pre", "</pre>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
    ("<textarea", "</textarea>"),
];

/// End marker of an HTML block that ends at a blank line.
const BLANK: &str = "";

/// Elements that begin an HTML block up to a blank line (CommonMark 4.6, kind 6).
const BLOCK: &[&str] = &[
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

impl Fences {
    /// Creates a detector that accepts fences at any indentation and ignores HTML blocks: for parts of
    /// a text, MDX, and MkDocs.
    pub fn at_any_indent() -> Self {
        Self { any_indent: true, ..Self::default() }
    }

    pub fn of(flavor: Flavor) -> Self {
        match flavor {
            Flavor::Mdx(_) | Flavor::Mkdocs(_) => Self::at_any_indent(),
            _ => Self::default(),
        }
    }

    /// Whether the next line is inside fenced code, or is its closing fence.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true for every line of a fenced block, including its fences, and of a multi-line
    /// comment. Must be called for each line in order.
    pub fn is_code(&mut self, line: &str) -> bool {
        let line = line.trim_end();
        let (depth, rest) = self.matched(line);
        self.containers.truncate(depth);
        self.open.take_if(|open| open.depth > depth);
        self.html.take_if(|html| html.depth > depth);
        let (indent, text) = split_indent(rest);
        if let Some(open) = &self.open {
            if self.may_be_fence(indent) && closes(text, open) {
                self.open = None;
            }
            return true;
        }
        if let Some(html) = self.html {
            // The end of a container also ends an HTML block.
            let is_end = match html.end {
                BLANK => text.is_empty() || text.starts_with(":::"),
                end => contains(text, end),
            };
            if is_end {
                self.html = None;
            }
            return html.end == "-->";
        }
        let (indent, text) = self.enter(rest);
        if !self.may_be_fence(indent) {
            return false;
        }
        if !self.any_indent
            && let Some(end) = html_end(text)
        {
            self.html = Some(Html { end, depth: self.containers.len() });
            return end == "-->";
        }
        let mark = text.bytes().next().unwrap_or_default();
        let length = run_of(text, mark);
        let is_fence = match mark {
            b'`' => length >= 3 && !text[length..].contains('`'),
            b'~' => length >= 3,
            _ => false,
        };
        if is_fence {
            self.open = Some(Open { mark, length, depth: self.containers.len() });
        }
        is_fence
    }

    fn may_be_fence(&self, indent: usize) -> bool {
        self.any_indent || indent < 4
    }

    /// Returns the number of open containers that a line continues, and the rest of the line inside
    /// them.
    fn matched<'l>(&self, line: &'l str) -> (usize, &'l str) {
        let mut rest = line;
        for (depth, container) in self.containers.iter().enumerate() {
            let (indent, text) = split_indent(rest);
            rest = match container {
                Container::Quote if text.starts_with('>') && self.may_be_fence(indent) => {
                    behind_quote(text)
                }
                Container::Item(_) if text.is_empty() => text,
                Container::Item(columns) if self.any_indent || indent >= *columns => {
                    without_columns(rest, *columns)
                }
                _ => return (depth, rest),
            };
        }
        (self.containers.len(), rest)
    }

    /// Opens the quotes and list items that begin on this line.
    fn enter<'l>(&mut self, mut rest: &'l str) -> (usize, &'l str) {
        loop {
            let (indent, text) = split_indent(rest);
            if !self.may_be_fence(indent) || self.containers.len() > 100 {
                return (indent, text);
            }
            if text.starts_with('>') {
                self.containers.push(Container::Quote);
                rest = behind_quote(text);
                continue;
            }
            let Some(marker) = item_marker(text) else { return (indent, text) };
            let (blanks, content) = indented_from(indent + marker, &text[marker..]);
            // Content that is indented further is code inside the item.
            let columns = if blanks > 4 || content.is_empty() { 1 } else { blanks };
            self.containers.push(Container::Item(indent + marker + columns));
            rest = if columns == blanks {
                content
            } else {
                text.get(marker + 1..).unwrap_or_default()
            };
        }
    }
}

fn closes(text: &str, open: &Open) -> bool {
    let run = run_of(text, open.mark);
    run >= open.length && text[run..].trim().is_empty()
}

/// Returns the end marker of the HTML block at the start of this text, if the block continues on
/// the next line.
fn html_end(text: &str) -> Option<&'static str> {
    if let Some(inside) = text.strip_prefix("<!--") {
        let is_ended =
            inside.starts_with('>') || inside.starts_with("->") || inside.contains("-->");
        return (!is_ended).then_some("-->");
    }
    let begins = |name: &str| {
        let is_it = text.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name));
        is_it && text[name.len()..].chars().next().is_none_or(|c| c == '>' || c.is_whitespace())
    };
    if let Some((_, end)) = RAW.iter().find(|(name, _)| begins(name)) {
        return (!contains(text, end)).then_some(*end);
    }
    begins_html_block(text).then_some(BLANK)
}

fn begins_html_block(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('<') else { return false };
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let is_tag = rest.is_empty() || rest.starts_with([' ', '\t', '>']) || rest.starts_with("/>");
    is_tag && BLOCK.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn contains(text: &str, end: &str) -> bool {
    text.contains(end) || text.to_ascii_lowercase().contains(end)
}

/// Returns the columns of white space before the text (tab stops of four), and the text.
fn split_indent(line: &str) -> (usize, &str) {
    indented_from(0, line)
}

fn indented_from(start: usize, line: &str) -> (usize, &str) {
    let text = line.trim_start_matches([' ', '\t']);
    let blanks = line[..line.len() - text.len()].bytes();
    let column =
        |column: usize, byte| if byte == b'\t' { (column / 4 + 1) * 4 } else { column + 1 };
    (blanks.fold(start, column) - start, text)
}

/// Removes the given number of columns of white space. A tab that extends beyond them is removed
/// completely.
fn without_columns(line: &str, columns: usize) -> &str {
    let mut column = 0;
    for (at, byte) in line.bytes().enumerate() {
        if column >= columns || !matches!(byte, b' ' | b'\t') {
            return &line[at..];
        }
        column = if byte == b'\t' { (column / 4 + 1) * 4 } else { column + 1 };
    }
    ""
}

fn behind_quote(text: &str) -> &str {
    let rest = &text[1..];
    rest.strip_prefix([' ', '\t']).unwrap_or(rest)
}

/// Returns the length of a list marker such as `-` or `1.`, followed by white space or the end of
/// the line.
fn item_marker(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match text.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let is_rule = digits == 0 && is_thematic_break(text);
    let is_marker = text[marker..].chars().next().is_none_or(|c| matches!(c, ' ' | '\t'));
    (is_marker && !is_rule).then_some(marker)
}

fn is_thematic_break(text: &str) -> bool {
    let mark = text.bytes().next().unwrap_or_default();
    let marks = text.bytes().filter(|byte| *byte == mark).count();
    marks >= 3
        && mark != b'+'
        && text.bytes().all(|byte| byte == mark || byte.is_ascii_whitespace())
}

fn run_of(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mut fences: Fences, text: &str, code: &str) {
        let actual: String =
            text.lines().map(|line| if fences.is_code(line) { '1' } else { '0' }).collect();
        assert_eq!(actual, code, "{text:?}");
    }

    #[test]
    fn fenced_code_in_lists_and_quotes_is_detected() {
        for (text, code) in [
            ("```js\nx\n```\ny", "1110"),
            ("- ```\n  x\n  ```\ny", "1110"),
            ("1. ~~~~ a\n   ~~~\n   ~~~~\ny", "1110"),
            ("> ```\n> x\n> ```\ny", "1110"),
            ("`` ` ``\n``` a`b\ny", "000"),
            ("-```\nx", "00"),
            ("- > - ```\n  >   x\n  >   ```\n  > y", "1110"),
            ("- a\n\n  ```\n  x\n\n  ```\n\ny", "00111100"),
            ("*\t```\n\tx\n\t```\ny", "1110"),
            ("```\n    ```\n```\ny", "1110"),
        ] {
            check(Fences::default(), text, code);
        }
    }

    #[test]
    fn fence_ends_with_the_quote_or_list_item_around_it() {
        for (text, code) in [
            ("> ```\n> x\ny\n::: tip", "1100"),
            ("- ```\n  x\ny\n::: tip", "1100"),
            ("- a\n\n  ```\n  x\n\nb\n::: tip", "0011100"),
            ("1. ```\n   x\n2. y", "110"),
            ("> > ```\n> x", "10"),
            ("- ```\n  x\n- ```\n  y\n  ```\nz", "111110"),
        ] {
            check(Fences::default(), text, code);
        }
    }

    #[test]
    fn fences_in_comments_and_indented_code_are_ignored() {
        for (text, code) in [
            ("<!-- ``` -->\nx", "00"),
            ("<!--\n```\n-->\nx\n```\ny\n```", "1110111"),
            ("> <!--\n> ```\nx", "110"),
            ("a <!--\n```\n-->\n```\nx", "01110"),
            ("<pre>\n```\n</pre>\nx", "0000"),
            ("<Script setup>\n```\n</SCRIPT>\nx", "0000"),
            ("a\n\n    ```\n\nb", "00000"),
            ("<div>\n```\n</div>\n\nx", "00000"),
            ("<P align=center>\n~~~\n</P>\n\n```\nx", "000011"),
            ("> </details>\n> ```\n>\n> ```\n> x", "00011"),
            ("- <hr/>\n  ```\n\n  ```\n  x", "00011"),
            ("> <div>\n```\nx", "011"),
            ("<divide>\n```\nx", "011"),
            ("::: tip\n<div>\n```\n:::\n```\nx", "000011"),
        ] {
            check(Fences::default(), text, code);
        }
        check(Fences::at_any_indent(), "<A>\n    ```\n    x\n    ```\n</A>", "01110");
        check(Fences::at_any_indent(), "- ```\nx\n```\ny", "1110");
    }

    proptest::proptest! {
        #[test]
        fn fences_in_any_text_are_parsed_without_panic(text in "[-`~> \\t\\n1.)*+<!a文]{0,80}") {
            let (mut strict, mut loose) = (Fences::default(), Fences::at_any_indent());
            for line in text.lines() {
                strict.is_code(line);
                loose.is_code(line);
            }
        }
    }
}

//! Detection of fenced code, line by line.
//!
//! The end of a quote or list item also ends the fenced code inside it. Fences in HTML blocks are
//! ignored (CommonMark 4.5, 4.6, 5).

use crate::flavor::Flavor;
use pailou_content::list_marker::list_marker;

/// State of the detection of fenced code.
#[derive(Default)]
pub struct Fences {
    /// Whether a fence may have any indentation. HTML blocks are then not detected.
    any_indent: bool,
    containers: Vec<Container>,
    open: Option<Open>,
    html: Option<Html>,
    /// Number of containers around the open paragraph.
    paragraph: Option<usize>,
    /// Depth of a list item that began on the previous line without content; a blank line ends such an item.
    empty_item: Option<usize>,
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
    /// Number of containers around the fence.
    depth: usize,
}

/// HTML block whose lines are not Markdown.
#[derive(Clone, Copy)]
struct Html {
    end: HtmlEnd,
    depth: usize,
}

/// Strings that end an HTML block; any of them is sufficient. Empty for a block that ends at a blank line.
pub(crate) type HtmlEnd = &'static [&'static str];

/// Elements whose content is not Markdown: beginning of the start tag, and end tag.
pub(crate) const RAW: [(&str, &str); 4] = [
    ("<pre", "</pre>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
    ("<textarea", "</textarea>"),
];

/// End of an HTML block that begins with an element in `RAW`. Any of the tags ends it.
const RAW_END: HtmlEnd = &["</pre>", "</script>", "</style>", "</textarea>"];
const COMMENT_END: HtmlEnd = &["-->"];
/// End of an HTML block that ends at a blank line.
const BLANK: HtmlEnd = &[];

/// Elements that begin an HTML block up to a blank line (CommonMark 4.6, start condition 6).
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

/// Block that begins on a line or contains the line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Fence {
        mark: u8,
        length: usize,
    },
    /// HTML block that continues on the next line.
    Html(HtmlEnd),
    Paragraph,
    /// Block of one line or indented code.
    Other,
}

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

    /// Whether fenced code is open after the last line.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true for every line of a fenced block, including its fences, and of a multi-line
    /// comment. Must be called for each line in order.
    pub fn is_code(&mut self, line: &str) -> bool {
        let line = line.trim_end();
        let (depth, rest) = self.matched(line);
        let was_paragraph = self.paragraph.take() == Some(self.containers.len());
        let left = self.containers.split_off(depth);
        self.empty_item = None;
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
            // A `:::` line also ends an HTML block that ends at a blank line.
            let is_end = match html.end {
                [] => text.is_empty() || text.starts_with(":::"),
                end => contains(text, end),
            };
            if is_end {
                self.html = None;
            }
            return html.end == COMMENT_END;
        }
        let continues = was_paragraph && left.is_empty();
        let (indent, text) = self.enter(rest, continues);
        let is_entered = self.containers.len() > depth;
        let block = match self.may_be_fence(indent) {
            true => self.block_at(text, continues && !is_entered),
            false if was_paragraph && !is_entered => Block::Paragraph,
            false => Block::Other,
        };
        // Lazy continuation line: text continues a paragraph even without the markers of its containers.
        if block == Block::Paragraph && was_paragraph && !is_entered {
            self.containers.extend(left);
        }
        let depth = self.containers.len();
        match block {
            Block::Fence { mark, length } => self.open = Some(Open { mark, length, depth }),
            Block::Html(end) => self.html = Some(Html { end, depth }),
            Block::Paragraph => self.paragraph = Some(depth),
            Block::Other => {}
        }
        matches!(block, Block::Fence { .. } | Block::Html(COMMENT_END))
    }

    /// Returns the block at the start of a text that is not inside code or HTML. `is_paragraph` states whether a
    /// paragraph is open. The text continues this paragraph unless it begins another block.
    fn block_at(&self, text: &str, is_paragraph: bool) -> Block {
        if !self.any_indent
            && let Some(end) = html_end(text, is_paragraph)
        {
            return if contains(text, end) { Block::Other } else { Block::Html(end) };
        }
        let mark = text.bytes().next().unwrap_or_default();
        let length = run_of(text, mark);
        let rest = text.get(length..).unwrap_or_default();
        let is_rest_blank = rest.trim().is_empty();
        match mark {
            b'`' if length >= 3 && !rest.contains('`') => Block::Fence { mark, length },
            b'~' if length >= 3 => Block::Fence { mark, length },
            b'#' if length <= 6 && (rest.is_empty() || rest.starts_with([' ', '\t'])) => {
                Block::Other
            }
            b'=' | b'-' if is_paragraph && is_rest_blank => Block::Other,
            b':' if length >= 3 => Block::Other,
            0 => Block::Other,
            b'*' | b'-' | b'_' if is_thematic_break(text) => Block::Other,
            _ => Block::Paragraph,
        }
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
                Container::Item(_) if text.is_empty() && self.empty_item != Some(depth) => text,
                Container::Item(columns) if self.any_indent || indent >= *columns => {
                    without_columns(rest, *columns)
                }
                _ => return (depth, rest),
            };
        }
        (self.containers.len(), rest)
    }

    /// Opens the quotes and list items that begin on this line. `is_paragraph` states whether they interrupt a
    /// paragraph. Returns the indentation of the remaining text in columns, and this text.
    fn enter<'l>(&mut self, mut rest: &'l str, mut is_paragraph: bool) -> (usize, &'l str) {
        loop {
            let (indent, text) = split_indent(rest);
            if !self.may_be_fence(indent) || self.containers.len() > 100 {
                return (indent, text);
            }
            if text.starts_with('>') {
                self.containers.push(Container::Quote);
                rest = behind_quote(text);
                is_paragraph = false;
                continue;
            }
            let Some(marker) = item_marker(text) else { return (indent, text) };
            let (blanks, content) = indented_from(indent + marker, &text[marker..]);
            let is_first = marker == 1 || matches!(&text[..marker], "1." | "1)");
            if is_paragraph && (content.is_empty() || !is_first) {
                return (indent, text);
            }
            is_paragraph = false;
            // Content that is indented by more than four columns is code inside the item.
            let columns = if blanks > 4 || content.is_empty() { 1 } else { blanks };
            self.empty_item = content.is_empty().then_some(self.containers.len());
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

/// Returns the strings that end the HTML block at the start of this text, possibly on the same line; `None` if no HTML
/// block begins. A complete tag that matches no other start condition also begins a block (start condition 7), but
/// cannot interrupt a paragraph (CommonMark 4.6).
pub(crate) fn html_end(text: &str, is_paragraph: bool) -> Option<HtmlEnd> {
    let inside = text.strip_prefix('<')?;
    if inside.starts_with("!--") {
        return Some(COMMENT_END);
    }
    if inside.starts_with('?') {
        return Some(&["?>"]);
    }
    if inside.starts_with("![CDATA[") {
        return Some(&["]]>"]);
    }
    if inside
        .strip_prefix('!')
        .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        return Some(&[">"]);
    }
    let begins = |name: &str| {
        let is_it = text.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name));
        is_it && text[name.len()..].chars().next().is_none_or(|c| c == '>' || c.is_whitespace())
    };
    if RAW.iter().any(|(name, _)| begins(name)) {
        return Some(RAW_END);
    }
    let is_tag = begins_html_block(text) || (!is_paragraph && is_complete_tag(text));
    is_tag.then_some(BLANK)
}

/// Whether a text is exactly one start or end tag (CommonMark 6.6).
fn is_complete_tag(text: &str) -> bool {
    let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    let Some(inside) = inside else { return false };
    let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut rest = inside.trim_start_matches(is_in_name);
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    while let Some(after) = after_attribute(rest).filter(|_| !is_end) {
        rest = after;
    }
    let rest = rest.trim_start();
    rest.is_empty() || (rest == "/" && !is_end)
}

/// Returns the text after the white space and the attribute at the start of `text`; `None` without an attribute.
fn after_attribute(text: &str) -> Option<&str> {
    let attribute = text.trim_start();
    let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':');
    if attribute.len() == text.len() || !attribute.starts_with(is_start) {
        return None;
    }
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-');
    let after_name = attribute.trim_start_matches(is_in_name);
    let Some(value) = after_name.trim_start().strip_prefix('=') else { return Some(after_name) };
    let value = value.trim_start();
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return value[1..].split_once(quote).map(|(_, after)| after);
    }
    let is_value = |c: char| !c.is_whitespace() && !matches!(c, '"' | '\'' | '=' | '<' | '>' | '`');
    let after = value.trim_start_matches(is_value);
    (after.len() < value.len()).then_some(after)
}

/// Whether a line or a tag begins an HTML block that ends at a blank line (start condition 6).
pub(crate) fn begins_html_block(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('<') else { return false };
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let is_tag =
        rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r', '>']) || rest.starts_with("/>");
    is_tag && is_block_element(name)
}

pub(crate) fn is_block_element(name: &str) -> bool {
    BLOCK.iter().any(|known| known.eq_ignore_ascii_case(name))
}

pub(crate) fn contains(text: &str, ends: &[&str]) -> bool {
    let lower = text.to_ascii_lowercase();
    ends.iter().any(|end| text.contains(end) || lower.contains(end))
}

/// Returns the number of columns of white space before the text (tab stops of four), and the text.
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

/// Returns the length of the marker of a list item at the start of `text`; `None` if there is none.
pub(crate) fn item_marker(text: &str) -> Option<usize> {
    list_marker(text).filter(|_| !is_thematic_break(text))
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
    use comrak::Arena;
    use comrak::nodes::NodeValue;

    use super::*;
    use crate::parser::{self, Purpose};

    const PREFIXES: &[&str] = &["", "> ", "- ", "  ", "1. > "];
    const LINES: &[&str] = &[
        "",
        "a",
        "```",
        "```",
        "~~~",
        "```` b",
        "# a",
        "---",
        "===",
        "<div>",
        "</div>",
        "<a-b>",
        "</a-b>",
        "<a b=c d='e' f/>",
        "<a-b> c",
        "<a-b",
        "<!--",
        "-->",
        "<!-- a -->",
        "<pre>",
        "</pre>",
        "<?a",
        "?>",
        "<!A",
        "<![CDATA[",
        "]]>",
        ">",
        "    a",
        "    ```",
    ];

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
    fn fences_in_html_and_indented_code_are_ignored() {
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
            ("<divide> a\n```\nx", "011"),
            ("<divide>\n```\nx\n\n```\ny", "000011"),
            ("::: tip\n<div>\n```\n:::\n```\nx", "000011"),
        ] {
            check(Fences::default(), text, code);
        }
    }

    #[test]
    fn fences_at_any_indent_accept_indented_fences() {
        check(Fences::at_any_indent(), "<A>\n    ```\n    x\n    ```\n</A>", "01110");
        check(Fences::at_any_indent(), "- ```\nx\n```\ny", "1110");
    }

    /// Returns for each line whether the parser reads it as fenced code. Lines of a comment that does not end on its
    /// first line count as code.
    fn code_lines(text: &str) -> Vec<bool> {
        let options = parser::options(Purpose::Positions, Flavor::default());
        let arena = Arena::new();
        let root = parser::parse(&arena, text, &options).unwrap();
        let mut code = vec![false; text.lines().count()];
        for node in root.descendants() {
            let data = node.data();
            // The end position of a node is unreliable in lists.
            let length = match &data.value {
                NodeValue::CodeBlock(block) if block.fenced => {
                    1 + block.literal.lines().count() + usize::from(block.closed)
                }
                NodeValue::HtmlBlock(block) if block.block_type == 2 => {
                    let mut lines = block.literal.lines();
                    match lines.next().is_some_and(|first| first.contains("-->")) {
                        true => 0,
                        false => 1 + lines.count(),
                    }
                }
                _ => 0,
            };
            let start = data.sourcepos.start.line - 1;
            code.iter_mut().skip(start).take(length).for_each(|is_code| *is_code = true);
        }
        code
    }

    #[track_caller]
    fn check_parser(text: &str) {
        let mut fences = Fences::default();
        let found: Vec<bool> = text.lines().map(|line| fences.is_code(line)).collect();
        let lines = text.lines().zip(code_lines(text).into_iter().zip(found));
        for (number, (line, (expected, found))) in (1..).zip(lines) {
            // Empty lines at the end of a block have no position.
            let is_empty = line.trim_matches(['>', ' ']).is_empty();
            assert!(is_empty || expected == found, "{text:?}: line {number} is {expected}");
        }
    }

    #[test]
    fn code_lines_equal_those_of_the_parser() {
        for text in [
            "```\na\n```\nb",
            "<a-b>\n```\n\n```\nc",
            "</a-b>\n```\n\n```\nc",
            "<a-b c=d e = 'f>' :g/>\n```\n\n```\nh",
            "<a-b @c=\"d\">\n```\ne",
            "<a-b> c\n```\nd",
            "a\n<b-c>\n```\nd",
            "# a\n<b-c>\n```\nd",
            "> a\n<b-c>\n```\nd",
            "<!-- a -->\n<b-c>\n```\nd",
            "<?a\n```\n?>\n```\nb",
            "<!A\n```\n>\n```\nb",
            "<![CDATA[\n```\n]]>\n```\na",
            "<pre>\n```\n</script>\n```\na",
            "- a\nb\n  ```\nc",
            "-\n\n  ```\n> a",
            "a\n2. ```\nb",
            "a\n-\n  ```\nb",
        ] {
            check_parser(text);
        }
    }

    proptest::proptest! {
        #[test]
        fn code_lines_equal_those_of_the_parser_in_any_text(
            lines in proptest::collection::vec((0..PREFIXES.len(), 0..LINES.len()), 0..8)
        ) {
            let lines = lines.into_iter().map(|(prefix, line)| format!("{}{}", PREFIXES[prefix], LINES[line]));
            check_parser(&lines.collect::<Vec<_>>().join("\n"));
        }

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

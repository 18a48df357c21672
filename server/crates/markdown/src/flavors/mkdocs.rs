//! Block syntax of MkDocs and Material for MkDocs.
//!
//! Indented blocks become containers. A container fence replaces a blank line; if there is none, a
//! line is added. `mkdocs_inline` converts the inline syntax.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::callout;
use crate::fences::Fences;
use crate::flavor::Read;
use crate::flavors::mkdocs_inline;
use crate::math_delimiters;
use crate::plugins::{Plugin, Plugins};
use pailou_content::issue::Issue;
use pailou_text_diff::line_map::LineMap;

/// Indentation of a block relative to its first line, in columns.
const STEP: usize = 4;
/// Number of colons of the outermost container; inner containers have fewer, but at least four.
const MAX_COLONS: usize = 14;

enum Kind {
    Container,
    /// Tab group. Contains the titles of its tabs, and the lines that are indented below them.
    Tabs,
}

struct Open {
    kind: Kind,
    /// Indentation of the first line of the block in the source, in columns.
    indent: usize,
    /// Indentation in the result, in columns.
    margin: usize,
    colons: usize,
    fences: Fences,
}

struct Writer {
    lines: Vec<String>,
    /// Indexes of added lines. An added line maps to the source line of the line after it.
    added: Vec<usize>,
    open: Vec<Open>,
    /// Fences outside all blocks.
    fences: Fences,
    in_code: bool,
    /// Whether a list is open at the margin, so that indented lines are not code.
    in_list: bool,
    html: Vec<String>,
    made: HashSet<u32>,
    issues: Vec<Issue>,
    plugins: Plugins,
}

/// Converts the body; admonitions (`!!!`, `???`) and tabs (`===`) become containers.
pub(crate) fn to_markdown(body: &str, plugins: Plugins) -> Read {
    let mut writer = Writer {
        lines: Vec::new(),
        added: Vec::new(),
        open: Vec::new(),
        fences: Fences::at_any_indent(),
        in_code: false,
        in_list: false,
        html: Vec::new(),
        made: HashSet::new(),
        issues: Vec::new(),
        plugins,
    };
    let body = match plugins.has(Plugin::Math) {
        true => math_delimiters::blocks(body, r"\"),
        false => Cow::Borrowed(body),
    };
    for line in body.split_inclusive('\n') {
        writer.line(line);
    }
    writer.close_to(0, None);
    let (text, lines) = (writer.lines.concat(), writer.line_map());
    Read { text, lines, issues: writer.issues, made: writer.made }
}

impl Writer {
    fn line(&mut self, line: &str) {
        let end = line.len() - line.trim_end_matches(['\n', '\r']).len();
        let (content, end) = line.split_at(line.len() - end);
        if content.trim().is_empty() {
            // The white space of a blank line in code is part of the code.
            let text = if self.in_code { self.dedented(content) } else { String::new() };
            return self.lines.push(format!("{text}{end}"));
        }
        let content = &spaces_first(content);
        let text = content.trim_start_matches(' ');
        let indent = content.len() - text.len();
        let tab = (!self.in_code).then(|| tab_title(text)).flatten();
        self.leave(indent, tab.is_some());
        let is_code = self.fences().is_code(text);
        self.in_code = self.fences().is_open();
        if is_code {
            let text = self.dedented(content);
            return self.lines.push(format!("{text}{end}"));
        }
        if let Some(title) = tab.filter(|_| self.may_begin(indent)) {
            return self.tab(indent, &title, text.starts_with("===!"), end);
        }
        if let Some(container) = container(text).filter(|_| self.may_begin(indent)) {
            return self.begin(indent, Kind::Container, &container, end);
        }
        if indent == 0 {
            self.in_list = is_list_item(text);
        }
        let number = self.number();
        let text = match self.unwrapped_html(text) {
            true => String::new(),
            false => {
                mkdocs_inline::convert_mkdocs_line(text, self.plugins, number, &mut self.issues)
            }
        };
        let margin = " ".repeat(self.dedented(content).len() - content.trim_start().len());
        let margin = if text.is_empty() { String::new() } else { margin };
        self.lines.push(format!("{margin}{text}{end}"));
    }

    /// Returns the 1-based number of the current source line.
    fn number(&self) -> u32 {
        u32::try_from(self.lines.len() - self.added.len() + 1).unwrap_or(u32::MAX)
    }

    fn line_map(&self) -> LineMap {
        let ends = self.lines.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        // An added fence line precedes the source line to which it maps, so its own line break is the added one.
        let added: Vec<usize> = self.added.iter().map(|at| ends[*at] - 1).collect();
        LineMap::with_added(&self.lines.concat(), &added)
    }

    /// Adds a fence line. Called if there is no blank line that the fence could replace.
    fn add(&mut self, mark: String) {
        self.added.push(self.lines.len());
        self.lines.push(format!("{mark}\n"));
    }

    fn fences(&mut self) -> &mut Fences {
        self.open.last_mut().map_or(&mut self.fences, |open| &mut open.fences)
    }

    /// Removes the indentation of the enclosing blocks.
    fn dedented(&self, content: &str) -> String {
        let indent = content.len() - content.trim_start_matches(' ').len();
        content[indent.min(self.open.len() * STEP)..].to_owned()
    }

    /// Whether a block may begin at this indentation. Text that is indented by four more columns than the
    /// content of the enclosing block is code, unless a list is open.
    fn may_begin(&self, indent: usize) -> bool {
        let margin = self.open.last().map_or(0, |open| open.indent + STEP);
        indent < margin + STEP || self.in_list
    }

    /// Ends the blocks that do not contain a line with this indentation. `is_tab` states that the line is a tab title,
    /// which does not end a tab group of the same indentation.
    fn leave(&mut self, indent: usize, is_tab: bool) {
        let stays = |open: &Open| match open.kind {
            Kind::Container => indent >= open.indent + STEP,
            Kind::Tabs => indent >= open.indent + STEP || (is_tab && indent == open.indent),
        };
        let keep = self.open.iter().position(|open| !stays(open)).unwrap_or(self.open.len());
        self.close_to(keep, Some(indent));
    }

    /// Ends all open blocks except the first `keep`. Writes the end fence of the outermost block that ends, in place
    /// of a blank line above. `next` is the indentation of the line that follows, in columns; `None` at the
    /// end of the text.
    fn close_to(&mut self, keep: usize, next: Option<usize>) {
        if keep >= self.open.len() {
            return;
        }
        let first = self.open.drain(keep..).next();
        self.in_code = false;
        let Some(first) = first else { return };
        let mark = format!("{}{}", " ".repeat(first.margin), ":".repeat(first.colons));
        let is_blank = |line: &String| line.trim().is_empty();
        match self.lines.last_mut().filter(|line| is_blank(line)) {
            Some(blank) => *blank = format!("{mark}{blank}"),
            // A container without an end fence ends with its list item or with the page. Before a line of the same
            // list item, the end fence is needed.
            None if next.is_some_and(|indent| indent >= first.indent) => self.add(mark),
            None => {}
        }
    }

    fn begin(&mut self, indent: usize, kind: Kind, head: &str, end: &str) {
        let colons = MAX_COLONS.saturating_sub(self.open.len()).max(4);
        let margin = indent.saturating_sub(self.open.len() * STEP);
        self.made.insert(self.number());
        self.lines.push(format!("{}{} {head}{end}", " ".repeat(margin), ":".repeat(colons)));
        let fences = Fences::at_any_indent();
        self.open.push(Open { kind, indent, margin, colons, fences });
    }

    /// Writes the title of a tab. The fence of a new tab group replaces the blank line above, if there is one.
    fn tab(&mut self, indent: usize, title: &str, is_new: bool, end: &str) {
        let is_tabs = |open: &Open| matches!(open.kind, Kind::Tabs) && open.indent == indent;
        let is_further = self.open.last().is_some_and(is_tabs);
        if is_further && is_new {
            self.close_to(self.open.len() - 1, Some(indent));
        }
        if !is_further || is_new {
            let blank = self.lines.pop_if(|line| line.trim().is_empty());
            let at = self.lines.len();
            self.begin(indent, Kind::Tabs, "tabs", blank.as_deref().unwrap_or("\n"));
            self.added.extend(blank.is_none().then_some(at));
        }
        let Some(open) = self.open.last_mut() else { return };
        open.fences = Fences::at_any_indent();
        self.lines.push(format!("{}== {title}{end}", " ".repeat(open.margin)));
    }

    /// Whether the line is the start tag of an element with the attribute `markdown`, or its end tag. The caller
    /// removes such a line, because the content of the element is Markdown.
    fn unwrapped_html(&mut self, text: &str) -> bool {
        let name = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
            text[..end].to_ascii_lowercase()
        };
        let text = text.trim_end();
        if let Some(rest) = text.strip_prefix("</").filter(|rest| rest.ends_with('>')) {
            let is_ours = self.html.last().is_some_and(|open| *open == format!("+{}", name(rest)));
            let is_open =
                self.html.last().is_some_and(|open| open.trim_start_matches('+') == name(rest));
            if is_open {
                self.html.pop();
            }
            return is_ours;
        }
        let is_tag = text.starts_with('<') && text.ends_with('>') && text.matches('<').count() == 1;
        if !is_tag || text.ends_with("/>") || self.html.len() > 200 {
            return false;
        }
        let is_markdown = text.contains(" markdown>")
            || text.contains(" markdown ")
            || text.contains(" markdown=\"");
        let mark = if is_markdown { "+" } else { "" };
        if text[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.html.push(format!("{mark}{}", name(&text[1..])));
        }
        is_markdown
    }
}

fn spaces_first(line: &str) -> String {
    let text = line.trim_start_matches([' ', '\t']);
    let mut column = 0;
    for c in line[..line.len() - text.len()].chars() {
        column = if c == '\t' { (column / STEP + 1) * STEP } else { column + 1 };
    }
    format!("{}{text}", " ".repeat(column))
}

fn is_list_item(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match digits {
        0 => ["- ", "* ", "+ "].iter().any(|mark| text.starts_with(mark)),
        _ => text[digits..].starts_with(". ") || text[digits..].starts_with(") "),
    }
}

/// Returns the title of `=== "Title"`, `===! "Title"`, or `===+ "Title"`; `None` for any other text.
fn tab_title(text: &str) -> Option<String> {
    let rest = text.strip_prefix("===")?;
    let rest = rest.trim_start_matches(['!', '+']);
    quoted(rest.strip_prefix(' ')?.trim()).filter(|title| !title.is_empty())
}

fn quoted(text: &str) -> Option<String> {
    let mark = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = text[1..].strip_suffix(mark)?;
    Some(callout::without_attributes(inside.trim().to_owned()))
}

/// Converts `!!! note "Title"`, `??? note`, or `???+ note` to a container's info string; `None` for any other text.
fn container(text: &str) -> Option<String> {
    let (mark, rest) = ["!!!", "???+", "???"]
        .iter()
        .find_map(|mark| Some((*mark, text.strip_prefix(mark)?.strip_prefix(' ')?)))?;
    let rest = rest.trim();
    let classes = &rest[..rest.find(['"', '\'']).unwrap_or(rest.len())];
    let title = match &rest[classes.len()..] {
        "" => None,
        rest => Some(quoted(rest)?),
    };
    let class = classes.split_whitespace().next()?.to_ascii_lowercase();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    if !classes.chars().all(is_word) {
        return None;
    }
    let (tone, own_title) = mkdocs_container(&class);
    if mark == "!!!" && title.as_deref() == Some("") {
        return Some(format!("{tone} {{no-title}}"));
    }
    let title = title.filter(|title| !title.is_empty()).or(own_title).unwrap_or_default();
    // The names `{tone}` and `fold-{tone}` give a container without a title the default title of its tone.
    let (name, title) = match (mark, title.is_empty()) {
        ("!!!", _) => (tone.to_owned(), title),
        (_, true) => (format!("fold-{tone}"), title),
        _ => ("details".to_owned(), title),
    };
    let open = if mark == "???+" { " {open}" } else { "" };
    Some(format!("{}{open}", format!("{name} {title}").trim_end()))
}

/// Returns the container for an admonition class, and a title derived from the class unless the default title of the
/// container has the same meaning.
fn mkdocs_container(class: &str) -> (&'static str, Option<String>) {
    let own = || {
        let mut words = class.replace(['-', '_'], " ");
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Some(words)
    };
    match class {
        "note" => ("note", None),
        "tip" | "hint" => ("tip", None),
        "important" => ("important", None),
        "info" => ("info", None),
        "warning" | "caution" | "attention" => ("warning", None),
        "danger" | "error" => ("danger", None),
        "success" | "check" | "done" => ("tip", own()),
        "question" | "help" | "faq" | "todo" => ("info", own()),
        "failure" | "fail" | "missing" | "bug" => ("danger", own()),
        _ => ("note", own()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &str) {
        assert_eq!(to_markdown(body, Plugins::ALL).text, expected, "{body}");
    }

    #[test]
    fn indented_admonition_body_becomes_a_container() {
        check(
            "a\n\n!!! note \"T: x\"\n\n    b\n\n        code\n\nc\n",
            "a\n\n:::::::::::::: note T: x\n\nb\n\n    code\n::::::::::::::\nc\n",
        );
        check("??? bug\n    b\n", ":::::::::::::: details Bug\nb\n");
        check("???+ tip \"T\"\n    b", ":::::::::::::: details T {open}\nb");
        check("??? tip\n    b\n", ":::::::::::::: fold-tip\nb\n");
        check("???+ danger\n    b\n", ":::::::::::::: fold-danger {open}\nb\n");
        check("!!! tip \"\"\n    b\n", ":::::::::::::: tip {no-title}\nb\n");
        check("!!! tip \"用 {id} 和 {x}\"\n    b\n", ":::::::::::::: tip 用 {id} 和 {x}\nb\n");
        check("!!! tip \"a {open}\"\n    b\n", ":::::::::::::: tip a open\nb\n");
    }

    #[test]
    fn block_ends_before_less_indented_text() {
        check(
            "!!! a\n    ??? b\n        x\n\n    y\n\nz\n",
            ":::::::::::::: note A\n::::::::::::: details B\nx\n:::::::::::::\ny\n::::::::::::::\nz\n",
        );
        check(
            "- i\n\n    !!! tip\n        x\n\n    y\n- j\n",
            "- i\n\n    :::::::::::::: tip\n    x\n    ::::::::::::::\n    y\n- j\n",
        );
    }

    #[test]
    fn adjacent_tabs_form_one_group() {
        check(
            "a\n\n=== \"One\"\n\n    x\n\n=== \"Two\"\n\n    ```\n    === \"y\"\n    ```\n\nb\n",
            "a\n:::::::::::::: tabs\n== One\n\nx\n\n== Two\n\n```\n=== \"y\"\n```\n::::::::::::::\nb\n",
        );
        check(
            "=== \"One\"\n    x\n=== \"Two\"\n    y\nz\n",
            ":::::::::::::: tabs\n== One\nx\n== Two\ny\n::::::::::::::\nz\n",
        );
        check(
            "a\n=== \"One\"\n    x\n===+ \"Two\"\n    y\n",
            "a\n:::::::::::::: tabs\n== One\nx\n== Two\ny\n",
        );
        check(
            "\n=== \"A\"\n    !!! tip\n        x\n\n=== \"B\"\n    y\n",
            ":::::::::::::: tabs\n== A\n::::::::::::: tip\nx\n:::::::::::::\n== B\ny\n",
        );
    }

    #[test]
    fn text_that_is_no_mkdocs_block_is_unchanged() {
        check("```\n!!! note\n    x\n```\n", "```\n!!! note\n    x\n```\n");
        check("a\n\n    !!! note\n", "a\n\n    !!! note\n");
        check("!!! not \"closed\n", "!!! not \"closed\n");
        check("Title\n===\n", "Title\n===\n");
    }

    #[test]
    fn tags_of_elements_with_markdown_attribute_are_removed() {
        check(
            "<div class=\"grid cards\" markdown>\n- a\n</div>\n<div>\nb\n</div>\n",
            "\n- a\n\n<div>\nb\n</div>\n",
        );
    }

    #[test]
    fn fence_line_is_inserted_if_there_is_no_blank_line() {
        let read = to_markdown("!!! note\n    a\nb\n", Plugins::ALL);
        assert_eq!(read.text, ":::::::::::::: note\na\n::::::::::::::\nb\n");
        let originals: Vec<_> = (1..=4).map(|line| read.lines.original(line)).collect();
        assert_eq!(originals, [1, 2, 3, 3]);
    }

    proptest! {
        #[test]
        fn last_line_of_any_mkdocs_text_maps_to_the_last_source_line(body in "[!?=+ \"abn\n\t`<>/div:.{}#*1\\[\\]文-]{0,120}") {
            let read = to_markdown(&body, Plugins::ALL);
            let made = read.text.matches('\n').count() as u32 + 1;
            prop_assert_eq!(read.lines.original(made), body.matches('\n').count() as u32 + 1);
        }
    }
}

//! Tab containers.
//!
//! `::: tabs` has a tab for each line `== Title` or `@tab Title`, and `::: code-group` has a tab for each code block. A
//! tab is a radio button followed by its content. Tabs therefore need no JavaScript, and the content of all tabs is in
//! the text for print and search.

use std::borrow::Cow;
use std::fmt::{self, Write};

use comrak::nodes::{Node, NodeValue};

use crate::callout::{self, Container};
use crate::code::decode;
use crate::container_fences::{ended_by, marker};
use crate::fence::Info;
use crate::fences::Fences;
use crate::html_escape::escape;
use crate::title;
use crate::writer::Page;

/// A tab group that is being written.
pub(super) struct Group {
    /// Name of the radio buttons of the group.
    name: String,
    tabs: usize,
}

const BEGIN: &str = "<!--tab:";
const END: &str = "-->";

/// Converts tab titles to comments, which are separate blocks for the parser. Line numbers do not
/// change.
pub(super) fn title_lines(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("tabs") || !text.contains(":::") {
        return text;
    }
    let (mut fences, mut open) = (Fences::default(), Vec::new());
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        if fences.is_code(line) {
            out.push_str(line);
            continue;
        }
        let (colons, rest) = marker(line);
        if colons >= 3 && !rest.trim().is_empty() {
            open.push((colons, is_tabs(rest)));
        } else if colons >= 3 {
            let closed_at = ended_by(colons, &open, |(needed, _)| *needed);
            open.truncate(closed_at.unwrap_or(open.len()));
        } else if open.last().is_some_and(|(_, is_tabs)| *is_tabs)
            && let Some((before, title)) = title_line(line)
        {
            out.push_str(before);
            out.push_str(BEGIN);
            let mut escaped = String::new();
            escape(title, &mut escaped);
            out.push_str(&escaped.replace('-', "&#45;"));
            out.push_str(END);
            out.push_str(&line[line.trim_end_matches(['\n', '\r']).len()..]);
            continue;
        }
        out.push_str(line);
    }
    Cow::Owned(out)
}

fn is_tabs(info: &str) -> bool {
    matches!(callout::parse_container(info), Container::Tabs)
}

/// Returns the text before the title marker, and the title after it; `None` if the line has no title marker.
fn title_line(line: &str) -> Option<(&str, &str)> {
    let content = line.trim_start_matches([' ', '\t', '>']);
    let title = content.strip_prefix("== ").or_else(|| {
        let title = content.strip_prefix("@tab")?.trim_start_matches(":active");
        title.starts_with(' ').then_some(title)
    })?;
    Some((&line[..line.len() - content.len()], title.trim()))
}

/// Returns the title of a tab, if the HTML is a comment of `title_lines`.
pub fn title_of(html: &str) -> Option<String> {
    let title = html.trim().strip_prefix(BEGIN)?.strip_suffix(END)?;
    Some(title::without_markup(&decode(&title.replace("&#45;", "-"))))
}

pub(super) fn open_group(page: &mut Page<'_, '_, '_>) -> fmt::Result {
    let (own, number) = (page.user.own, page.user.groups_begun);
    page.user.groups_begun += 1;
    // Both languages of a page can be displayed side by side, so their radio buttons need different
    // names.
    page.user.groups.push(Group { name: format!("tabs-{}-{number}", own.short()), tabs: 0 });
    let class = own.value("tabs");
    writeln!(page, "<div class=\"{class}\">")
}

pub(super) fn close_group(page: &mut Page<'_, '_, '_>) -> fmt::Result {
    let is_open = page.user.groups.pop().is_some_and(|group| group.tabs > 0);
    page.write_str(if is_open { "</div>\n</div>\n" } else { "</div>\n" })
}

/// Returns the title of the tab that begins with this node. In a code group, each code block is a tab. Returns `None`
/// for any other node.
pub(super) fn begins_with(node: Node<'_>) -> Option<String> {
    let parent = node.parent()?;
    let parent = parent.data();
    let NodeValue::BlockDirective(directive) = &parent.value else { return None };
    match (&node.data().value, callout::parse_container(&directive.info)) {
        (NodeValue::HtmlBlock(html), Container::Tabs) => title_of(&html.literal),
        (NodeValue::CodeBlock(code), Container::CodeGroup) => {
            let info = Info::read(&code.info);
            Some(info.title.unwrap_or(info.language))
        }
        _ => None,
    }
}

pub(super) fn open_tab(page: &mut Page<'_, '_, '_>, title: &str) -> fmt::Result {
    let Some(group) = page.user.groups.last_mut() else { return Ok(()) };
    let is_first = group.tabs == 0;
    group.tabs += 1;
    let checked = if is_first { " checked" } else { "" };
    let mut label =
        format!("<label class=\"tab\"><input type=\"radio\" name=\"{}\"{checked}>", group.name);
    escape(if title.is_empty() { "…" } else { title }, &mut label);
    label.push_str("</label>");
    let (slot, class) = (page.user.slot(label), page.user.own.value("tab-panel"));
    page.cr()?;
    page.write_str(if is_first { "" } else { "</div>\n" })?;
    writeln!(page, "{slot}\n<div class=\"{class}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(title_lines(Cow::Borrowed(text)), expected);
    }

    #[test]
    fn tab_titles_become_comments() {
        check(
            "::: tabs\n== A-->b\nx\n> @tab:active 文\n:::\n== c\n",
            "::: tabs\n<!--tab:A&#45;&#45;&gt;b-->\nx\n> <!--tab:文-->\n:::\n== c\n",
        );
        check(
            ":::: tabs key:x\n::: tip\n== a\n:::\n```\n== b\n```\n== c\r\n::::\n",
            ":::: tabs key:x\n::: tip\n== a\n:::\n```\n== b\n```\n<!--tab:c-->\r\n::::\n",
        );
        check("tabs ::: x\n== a\n", "tabs ::: x\n== a\n");
    }

    #[test]
    fn tab_title_is_parsed_from_its_comment() {
        assert_eq!(title_of("<!--tab:`A`&#45;&gt;b-->\n").as_deref(), Some("A->b"));
        assert_eq!(title_of("<!-- tab -->"), None);
    }
}

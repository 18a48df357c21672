//! VitePress and VuePress syntax: badges, emoji, attribute lists, Vue interpolations, and code groups.

use std::borrow::Cow;

use crate::components;
use crate::container_fences::marker;
use crate::emoji;
use crate::fences::Fences;
use crate::flavor::Read;
use crate::flavors::attribute_list;
use pailou_content::issue::Issue;
use pailou_content::jsx;

/// Converts the body; returns `None` if it cannot contain VitePress syntax.
pub(crate) fn to_markdown(body: &str) -> Option<Read> {
    if !may_change(body) {
        return None;
    }
    let body = code_groups(body);
    let mut read = Read::default();
    let mut fences = Fences::default();
    for (number, line) in body.split_inclusive('\n').enumerate() {
        if fences.is_code(line) || !may_change(line) {
            read.text.push_str(line);
        } else {
            let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
            let text = convert_vitepress_line(line, number, &mut read.issues);
            read.text.push_str(&text);
        }
    }
    Some(read)
}

fn may_change(text: &str) -> bool {
    text.contains("<Badge") || text.contains("<CodeGroup") || text.contains(['{', ':'])
}

/// Converts the code groups of VuePress to tab containers: `<CodeGroup>` with `<CodeGroupItem title="A">`,
/// and `::: code-group` with `::: code-group-item A`. The number of lines does not change.
fn code_groups(body: &str) -> Cow<'_, str> {
    const ITEM: &str = "code-group-item";
    if !body.contains(ITEM) && !body.contains("<CodeGroup") {
        return Cow::Borrowed(body);
    }
    let mut fences = Fences::default();
    let mut out = String::with_capacity(body.len());
    let mut colons_of_item = None;
    let mut next_text = body;
    for line in body.split_inclusive('\n') {
        next_text = &next_text[line.len()..];
        if fences.is_code(line) {
            out.push_str(line);
            continue;
        }
        let content = line.trim();
        let (colons, rest) = if content.starts_with(':') { marker(content) } else { (0, "") };
        let begins_items = || marker(next_text.trim_start()).1.trim_start().starts_with(ITEM);
        let converted = match (content, rest.trim()) {
            ("<CodeGroup>", _) => Some("::::: tabs".to_owned()),
            ("</CodeGroup>", _) => Some(":::::".to_owned()),
            ("</CodeGroupItem>", _) => Some(String::new()),
            (tag, _) if tag.starts_with("<CodeGroupItem") => {
                jsx::tag(tag).filter(|it| it.length == tag.len()).map(|it| tab_of(&it))
            }
            (_, "code-group") if colons >= 3 && begins_items() => {
                Some(format!("{} tabs", &content[..colons]))
            }
            (_, item) if colons >= 3 && item.starts_with(ITEM) => {
                colons_of_item = Some(colons);
                Some(format!("@tab {}", item[ITEM.len()..].trim().trim_end_matches(":active")))
            }
            (_, "") if colons >= 3 && colons_of_item == Some(colons) => {
                colons_of_item = None;
                Some(String::new())
            }
            _ => None,
        };
        match converted {
            Some(text) => {
                let indent = &line[..line.len() - line.trim_start().len()];
                let end = &line[line.trim_end().len()..];
                out.extend([indent, &text, end]);
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

fn tab_of(tag: &jsx::Tag<'_>) -> String {
    format!("@tab {}", tag.attribute("title").unwrap_or(components::NO_TITLE))
}

fn convert_vitepress_line(line: &str, number: u32, issues: &mut Vec<Issue>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '<', '{', ':', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let near = jsx::near(rest);
        let done = match rest.as_bytes()[0] {
            b'<' => badge(rest, &mut out),
            b'{' if !near.contains('}') => None,
            b'{' if near.starts_with("{{") => interpolation(near, &mut out, number, issues),
            b'{' if attribute_list::is_list_allowed(&out) => {
                attribute_list::take_attributes(near, &mut out, number, issues)
            }
            b':' => emoji::take_emoji(near, &mut out),
            _ => None,
        };
        let length = done.unwrap_or_else(|| {
            let length = jsx::kept_or_tag(near);
            out.push_str(&rest[..length]);
            length
        });
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

fn badge(text: &str, out: &mut String) -> Option<usize> {
    let tag = jsx::tag(text).filter(|tag| tag.name == "Badge")?;
    out.push_str(tag.attribute("text").unwrap_or_default());
    Some(tag.length)
}

fn interpolation(
    text: &str,
    out: &mut String,
    line: u32,
    issues: &mut Vec<Issue>,
) -> Option<usize> {
    let written = &text[..text.find("}}")? + 2];
    issues.push(Issue::warning("interpolation-not-read", line, written));
    out.push_str(written);
    Some(written.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_groups_of_vuepress_become_tabs() {
        let components = "<CodeGroup>\n<CodeGroupItem title=\"NPM\" active>\n\n```sh\nnpm i\n```\n\n</CodeGroupItem>\r\n  <CodeGroupItem title='甲'>\n</CodeGroupItem>\n</CodeGroup>\n";
        assert_eq!(
            code_groups(components),
            "::::: tabs\n@tab NPM\n\n```sh\nnpm i\n```\n\n\r\n  @tab 甲\n\n:::::\n"
        );
        let containers = ":::: code-group\n::: code-group-item A:active\n```js\n:::\n```\n:::\n\n:::code-group-item B\n:::\n::::\n";
        assert_eq!(
            code_groups(containers),
            ":::: tabs\n@tab A\n```js\n:::\n```\n\n\n@tab B\n\n::::\n"
        );
        for text in [
            "::: code-group\n```js [a]\n```\n:::\ncode-group-item\n",
            "```\n<CodeGroup>\n::: code-group-item A\n```\n",
        ] {
            assert_eq!(code_groups(text), text);
        }
    }

    #[test]
    fn badge_is_replaced_by_its_text() {
        let body =
            "## A <Badge type=\"tip\" text=\"^1.9\" /> `<Badge text=\"x\" />`\n\n{{ $page }}\n";
        let read = to_markdown(body).unwrap();
        assert_eq!(read.text, "## A ^1.9 `<Badge text=\"x\" />`\n\n{{ $page }}\n");
        assert_eq!((read.issues.len(), read.issues[0].line), (1, Some(3)));
        assert!(to_markdown("nothing").is_none());
        let code = "```\n<Badge text=\"x\" />\n```\n";
        assert_eq!(to_markdown(code).unwrap().text, code);
    }

    #[test]
    fn emoji_and_image_sizes_are_converted() {
        for (body, expected) in [
            ("## A :tada:\n", "## A 🎉\n"),
            (
                "`:tada:` \\:tada: std::x::y <a title=\":tada:\">",
                "`:tada:` \\:tada: std::x::y <a title=\":tada:\">",
            ),
            ("完成:tada::rocket:。", "完成🎉🚀。"),
            ("![x](/a.png){width=30} {a}", "<img src=\"/a.png\" alt=\"x\" width=\"30\"> {a}"),
            ("[a](b){target=\"_blank\"}", "[a](b)"),
            ("## A {#b}", "## A {#b}"),
        ] {
            assert_eq!(to_markdown(body).unwrap().text, expected);
        }
    }
}

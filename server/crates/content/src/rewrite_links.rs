//! Rewriting of link targets in Markdown. All other bytes are kept.

use crate::code_span;
use crate::jsx::{self, Tag};
use crate::link::Link;
use crate::list_marker::list_marker;
use crate::page_path::folder_of;

/// Replaces the target of every link to a page or a file of this site by its URL. `resolve` gets the target as written.
pub fn resolve_links(markdown: &str, resolve: &dyn Fn(&str) -> Link) -> String {
    replace_targets(markdown, &|written| match resolve(written) {
        Link::Page(url) | Link::Media(url) => Some(url),
        Link::Anchor(_) | Link::External(_) | Link::Broken { .. } | Link::Refused => None,
    })
}

/// Adapts the relative links of a file that moves from the path `from` to `to`, so that they have the same targets.
pub fn rebase_links(markdown: &str, from: &str, to: &str) -> String {
    replace_targets(markdown, &|written| moved_link(written, from, to))
}

/// Returns the new form of a relative link in a file that moves; `None` if the link does not change.
fn moved_link(written: &str, from: &str, to: &str) -> Option<String> {
    let (path, rest) = written.split_at(written.find(['?', '#']).unwrap_or(written.len()));
    let is_relative = !path.is_empty() && !path.starts_with(['/', '\\']) && !path.contains(':');
    if !is_relative {
        return None;
    }
    let (old_folder, new_folder) = (folder_of(from), folder_of(to));
    let mut names: Vec<&str> = Vec::new();
    for name in old_folder.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            name => names.push(name),
        }
    }
    // A link of the page to itself gets the new path.
    let is_itself = names.join("/") == from;
    // If the folder does not change, all other links are valid and remain as they are.
    if !is_itself && old_folder == new_folder {
        return None;
    }
    let target: Vec<&str> = if is_itself { to.split('/').collect() } else { names };
    let folder: Vec<&str> = new_folder.split('/').filter(|name| !name.is_empty()).collect();
    let same = folder.iter().zip(&target).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", folder.len() - same);
    let steps: Vec<&str> = up.chain(target[same..].iter().copied()).collect();
    let ending = if path.ends_with('/') { "/" } else { "" };
    let dot = if path.starts_with("./") && steps.first() != Some(&"..") { "./" } else { "" };
    let way = if steps.is_empty() { ".".to_owned() } else { steps.join("/") };
    let new = format!("{dot}{way}{ending}").replace(' ', "%20");
    (new != path).then(|| format!("{new}{rest}"))
}

/// Replaces the target of every link and image for which `resolve` returns a new target.
fn replace_targets(markdown: &str, resolve: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(markdown.len() + markdown.len() / 16);
    let mut fence: Option<&str> = None;
    let mut at = 0;
    while at < markdown.len() {
        let line = first_line(&markdown[at..]);
        let marks = fence_of(line);
        match (fence, marks) {
            (Some(open), Some(marks)) if closes(open, marks, line) => fence = None,
            (None, Some(marks)) => fence = Some(marks),
            (None, None) => {
                at += relink_line(&markdown[at..], resolve, &mut out);
                continue;
            }
            (Some(_), _) => {}
        }
        out.push_str(line);
        at += line.len();
    }
    out
}

/// Returns the first line with its line break.
fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or_default()
}

/// Whether the text begins with a first-level heading, the title of its page.
pub fn has_title(markdown: &str) -> bool {
    let mut lines = markdown.lines().skip_while(|line| line.trim().is_empty());
    let first = lines.next().unwrap_or_default().trim_start();
    let underlined = lines.next().is_some_and(|line| {
        let line = line.trim_end();
        !line.is_empty() && line.bytes().all(|byte| byte == b'=')
    });
    first.starts_with("# ") || first == "#" || first.starts_with("<h1") || underlined
}

/// Returns the backticks or tildes that open or close a code block, including one in a list or a block quote; `None`
/// for any other line.
fn fence_of(line: &str) -> Option<&str> {
    let mut text = line.trim_start_matches([' ', '\t', '>']);
    while let Some(marker) = list_marker(text) {
        text = text[marker..].trim_start_matches([' ', '\t', '>']);
    }
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let marks = &text[..text.len() - text.trim_start_matches(mark).len()];
    let is_inline = mark == '`' && text[marks.len()..].contains('`');
    (marks.len() >= 3 && !is_inline).then_some(marks)
}

fn closes(open: &str, marks: &str, line: &str) -> bool {
    let rest = line.trim_start_matches([' ', '\t', '>']).trim_end();
    marks.starts_with(open) && rest.len() == marks.len()
}

/// Rewrites the first line of `text`, and the following lines if a tag continues on them. Returns their length.
fn relink_line(text: &str, resolve: &dyn Fn(&str) -> Option<String>, out: &mut String) -> usize {
    let mut line = first_line(text);
    let mut at = 0;
    if let Some((_, file)) = jsx::imported_image(line.trim_end())
        && let Some(new) = rewritten_target(file, resolve)
    {
        out.push_str(&line.replacen(file, &new, 1));
        return line.len();
    }
    if let Some(start) = definition(line) {
        out.push_str(&line[..start]);
        at = start + write_target(&line[start..], resolve, out);
    }
    while at < line.len() {
        let rest = &line[at..];
        let step = match rest.as_bytes()[0] {
            b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            b'`' => code_span::length(rest),
            b']' if rest.starts_with("](") => {
                let start = 2 + (rest[2..].len() - rest[2..].trim_start_matches(' ').len());
                out.push_str(&rest[..start]);
                at += start + write_target(&rest[start..], resolve, out);
                continue;
            }
            b'<' => match tag_in_paragraph(&text[at..]) {
                Some(tag) => {
                    out.push_str(&tag.with_values(&|name, value| new_value(name, value, resolve)));
                    at += tag.length;
                    if at > line.len() {
                        line = &text[..at + first_line(&text[at..]).len()];
                    }
                    continue;
                }
                None => 1,
            },
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        out.push_str(&rest[..step]);
        at += step;
    }
    line.len()
}

/// Returns the start tag at the start of `text`, if the names of its attributes are valid and the paragraph does not
/// end inside it.
fn tag_in_paragraph(text: &str) -> Option<Tag<'_>> {
    let tag = jsx::tag(text).filter(|tag| !tag.is_end && tag.has_html_names())?;
    let mut later_lines = text[..tag.length].split('\n').skip(1);
    (!later_lines.any(ends_paragraph)).then_some(tag)
}

/// Whether a line within a tag ends the paragraph: a blank line, or the start of a block. A line with only `>` ends the
/// tag and does not begin a block quote.
fn ends_paragraph(line: &str) -> bool {
    let text = line.trim();
    let is_quote = text.starts_with('>') && text != ">";
    text.is_empty() || text.starts_with('#') || is_quote || fence_of(line).is_some()
}

/// Returns the new value of an attribute with URLs; `None` if the value does not change.
fn new_value(name: &str, value: &str, resolve: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is("srcset") {
        return new_srcset(value, resolve);
    }
    let has_url = is("href") || is("src") || is("poster");
    has_url.then(|| rewritten_target(value.trim(), resolve)).flatten()
}

/// Replaces the URLs in `a.png 1x, b.png 2x`; returns `None` if none changes.
fn new_srcset(value: &str, resolve: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let (mut out, mut rest, mut is_changed) = (String::new(), value, false);
    loop {
        let candidate = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let end = candidate.find(char::is_whitespace).unwrap_or(candidate.len());
        let written = candidate[..end].trim_end_matches(',');
        if written.is_empty() {
            out.push_str(rest);
            return is_changed.then_some(out);
        }
        out.push_str(&rest[..rest.len() - candidate.len()]);
        let url = rewritten_target(written, resolve);
        is_changed |= url.is_some();
        out.push_str(url.as_deref().unwrap_or(written));
        let after = &candidate[written.len()..];
        // A comma at the end of the URL, or after the descriptor, ends the candidate.
        let next = if end > written.len() { 0 } else { after.find(',').unwrap_or(after.len()) };
        out.push_str(&after[..next]);
        rest = &after[next..];
    }
}

/// Returns the offset of the target in `[label]: target`; `None` for any other line, such as a footnote.
fn definition(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    if indent > 3 || !text.starts_with('[') || text.starts_with("[^") {
        return None;
    }
    let end = text.find("]:")?;
    let rest = &text[end + 2..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let start = indent + end + 2 + blanks;
    (!text[..end].contains("](") && !line[start..].trim().is_empty()).then_some(start)
}

/// Writes the target at the start of `text`, or its replacement; returns the length of the original.
fn write_target(text: &str, resolve: &dyn Fn(&str) -> Option<String>, out: &mut String) -> usize {
    let (length, written) = match text.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        Some((written, _)) => (written.len() + 2, written),
        None => {
            let length = bare_target(text);
            (length, &text[..length])
        }
    };
    match rewritten_target(written, resolve) {
        Some(url) if url.contains(['(', ')']) => out.push_str(&format!("<{url}>")),
        Some(url) => out.push_str(&url),
        None => out.push_str(&text[..length]),
    }
    length
}

/// Returns the length of a link target, which ends at white space or at the closing parenthesis of the link.
fn bare_target(text: &str) -> usize {
    let mut open = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return at,
            ')' => open -= 1,
            c if c.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

fn rewritten_target(written: &str, resolve: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if written.is_empty() { None } else { resolve(written) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn resolve(written: &str) -> Link {
        match written {
            "./a.md" | "a.md#x" => Link::Page("/index/zh/docs/a".to_owned()),
            "b(1).md" => Link::Page("/index/zh/docs/b(1)".to_owned()),
            "p.png" => Link::Media("/index/media/p.png".to_owned()),
            _ => Link::External(written.to_owned()),
        }
    }

    #[track_caller]
    fn check(markdown: &str, expected: &str) {
        assert_eq!(resolve_links(markdown, &resolve), expected);
    }

    #[test]
    fn links_of_moved_file_keep_their_targets() {
        for (written, expected) in [
            ("[A](start.md#x)", "[A](../start.md#x)"),
            ("[A](./start.md)", "[A](../start.md)"),
            ("[B](../write/versions.md)", "[B](../../write/versions.md)"),
            ("[C](plugins/c.md)", "[C](c.md)"),
            ("[C](./plugins/c.md)", "[C](./c.md)"),
            ("![P](<a b.png> 'T')", "![P](../a%20b.png 'T')"),
            ("import P from './p.png';\n", "import P from '../p.png';\n"),
            ("import P from './p.js';\n", "import P from './p.js';\n"),
            ("[D](plugins/)", "[D](./)"),
            ("[self](old.md#top)", "[self](new.md#top)"),
            ("[E](/docs/e) [F](https://x.y/z) [G](#g) [H](mailto:a@b.c)", ""),
            ("`[A](start.md)`\n\n```\n[A](start.md)\n```\n", ""),
            ("[I](../../../out.md)", ""),
        ] {
            let expected = if expected.is_empty() { written } else { expected };
            assert_eq!(
                rebase_links(written, "en/guide/old.md", "en/guide/plugins/new.md"),
                expected
            );
        }
        let text = "[A](start.md) [self](old.md)";
        assert_eq!(
            rebase_links(text, "en/guide/old.md", "en/guide/new.md"),
            "[A](start.md) [self](new.md)"
        );
        assert_eq!(
            rebase_links(text, "en/guide/old.md", "en/old.md"),
            "[A](guide/start.md) [self](old.md)"
        );
    }

    #[test]
    fn relative_links_become_absolute_paths() {
        check(
            "[A](./a.md), [B](a.md#x \"T\")",
            "[A](/index/zh/docs/a), [B](/index/zh/docs/a \"T\")",
        );
        check("![P](p.png)", "![P](/index/media/p.png)");
        check("[![P](p.png)](./a.md)", "[![P](/index/media/p.png)](/index/zh/docs/a)");
        check("[A]( <./a.md> )", "[A]( /index/zh/docs/a )");
        check("[B](b(1).md)", "[B](</index/zh/docs/b(1)>)");
        check("  [a]: ./a.md 'T'\n", "  [a]: /index/zh/docs/a 'T'\n");
        check("<a href=\"./a.md\">", "<a href=\"/index/zh/docs/a\">");
        check("> - [A](./a.md)\r\n", "> - [A](/index/zh/docs/a)\r\n");
    }

    #[test]
    fn urls_in_html_attributes_become_absolute_paths() {
        let (a, p) = ("\"/index/zh/docs/a\"", "\"/index/media/p.png\"");
        for (html, expected) in [
            ("<a href=./a.md>A</a>", format!("<a href={a}>A</a>")),
            ("<A HREF = './a.md' id=x>", format!("<A HREF = {a} id=x>")),
            ("<img src=p.png>", format!("<img src={p}>")),
            ("x <img alt='>'\n  src=p.png\n/> [A](./a.md)", {
                format!("x <img alt='>'\n  src={p}\n/> [A](/index/zh/docs/a)")
            }),
            ("<img src={'p.png'} />", format!("<img src={p} />")),
            ("<video poster=p.png src=v.mp4>", format!("<video poster={p} src=v.mp4>")),
            ("<source srcset=p.png>", format!("<source srcset={p}>")),
            (
                "<img srcset='p.png 1x,\n q.png 2x, p.png'>",
                "<img srcset=\"/index/media/p.png 1x,\n q.png 2x, /index/media/p.png\">".to_owned(),
            ),
            ("<img srcset='p.png, p.png,'>", {
                "<img srcset=\"/index/media/p.png, /index/media/p.png,\">".to_owned()
            }),
            ("<img srcset='q.png 2x'>", "<img srcset='q.png 2x'>".to_owned()),
            ("<img data-src=p.png title='src=p.png'>", {
                "<img data-src=p.png title='src=p.png'>".to_owned()
            }),
            (
                "\\<img src=p.png> `<img src=p.png>`",
                "\\<img src=p.png> `<img src=p.png>`".to_owned(),
            ),
            ("a <b\n\nsrc=p.png>", "a <b\n\nsrc=p.png>".to_owned()),
            ("a <b\r\n\r\nsrc=p.png>", "a <b\r\n\r\nsrc=p.png>".to_owned()),
            ("<img\r\nsrc=p.png\r\n>", format!("<img\r\nsrc={p}\r\n>")),
            ("```\n<img src=p.png>\n```\n", "```\n<img src=p.png>\n```\n".to_owned()),
        ] {
            check(html, &expected);
        }
    }

    #[test]
    fn links_in_text_that_only_resembles_a_tag_are_rewritten() {
        let a = "[A](/index/zh/docs/a)";
        check("List<T extends [A](./a.md), U> is.", &format!("List<T extends {a}, U> is."));
        for start in ["if a <b then\n~~~\nx > y", "if a <b t='\n~~~\nx'> y"] {
            check(
                &format!("{start}\n[A](./a.md)\n~~~\n\n[A](./a.md)\n\n[A](./a.md)"),
                &format!("{start}\n[A](./a.md)\n~~~\n\n{a}\n\n{a}"),
            );
        }
        for block in ["# B", "> b", " \t"] {
            check(&format!("<b t='\n{block}\n[A](./a.md)'>"), &format!("<b t='\n{block}\n{a}'>"));
        }
    }

    #[test]
    fn url_attribute_in_unusual_notation_is_rewritten() {
        let long = "x".repeat(4_100);
        let p = "/index/media/p.png";
        for (html, expected) in [
            ("<img src='p.png' @click='zoom'>", format!("<img src=\"{p}\" @click='zoom'>")),
            ("<img src=p.png title=it's>", format!("<img src=\"{p}\" title=it's>")),
            ("<img src='p&#46;png'>", format!("<img src=\"{p}\">")),
            (&format!("<img alt='{long}' src=p.png>"), format!("<img alt='{long}' src=\"{p}\">")),
        ] {
            check(html, &expected);
        }
        assert_eq!(
            rebase_links("<a href='a.md?x=1&#38;y=&lt;2'>", "en/old.md", "en/b/new.md"),
            "<a href=\"../a.md?x=1&amp;y=<2\">"
        );
    }

    #[test]
    fn many_complete_or_incomplete_tags_take_linear_time() {
        // With quadratic time, the test would take minutes.
        for text in ["<b>".repeat(1_000_000), "<a ={".repeat(100_000), "<a b=\"".repeat(100_000)] {
            check(&text, &text);
        }
    }

    #[test]
    fn code_and_external_links_are_not_rewritten() {
        for text in [
            "`[A](./a.md)` and ``[A](./a.md) ` ``",
            "```\n[A](./a.md)\n```\n",
            "~~~md\n[A](./a.md)\n```\n~~~\n",
            "> ````\n> [A](./a.md)\n> ```\n> ````\n",
            "- ```\n  [A](./a.md)\n  ```\n",
            "1. ~~~\n   [A](./a.md)\n   ~~~\n",
            "> * - ```md\n>     [A](./a.md)\n>     ```\n",
            "\\](./a.md)",
            "[x](https://example.org/a) [y](#z) [z]()",
            "[^1]: ./a.md",
            "[A](",
            "` ` `",
            "",
        ] {
            check(text, text);
        }
        check("```a`\n[A](./a.md)\n", "```a`\n[A](/index/zh/docs/a)\n");
        let after_item = "- ```\n  a\n  ```\n\n";
        check(
            &format!("{after_item}[A](./a.md)\n"),
            &format!("{after_item}[A](/index/zh/docs/a)\n"),
        );
    }

    #[test]
    fn first_level_heading_is_detected_as_title() {
        for (markdown, expected) in [
            ("# A\n", true),
            ("\n\n# A", true),
            ("A\n===\n", true),
            ("<h1>A</h1>", true),
            ("## A\n# B", false),
            ("#A", false),
            ("A\nb\n===", false),
            ("", false),
        ] {
            assert_eq!(has_title(markdown), expected, "{markdown:?}");
        }
    }

    proptest! {
        #[test]
        fn text_is_unchanged_if_all_links_are_external(text in "[\\[\\]()<>`~\\\\: \n\"a文#=]{0,80}") {
            prop_assert_eq!(resolve_links(&text, &|written| Link::External(written.to_owned())), text);
        }
    }
}

//! Attribute lists: `{ .class #id width=30 }` after a link, an image, or a heading. The id of a heading and the size
//! of an image are used; other attributes are reported.

use crate::html_escape::escape;
use pailou_content::issue::Issue;

/// Applies the attribute list at the start of `text` to the link, image, or heading at the end of `out`. Returns the
/// length of the list, or `None` if there is none.
pub(super) fn take_attributes(
    text: &str,
    out: &mut String,
    line: u32,
    issues: &mut Vec<Issue>,
) -> Option<usize> {
    let end = text.find('}')?;
    let inside = text.strip_prefix('{')?.get(..end - 1)?;
    let words: Vec<&str> = split_words(inside.trim().trim_start_matches(':')).collect();
    let is_attribute =
        |word: &str| word.starts_with(['.', '#']) && word.len() > 1 || word.contains('=');
    if words.is_empty() || !words.iter().all(|word| is_attribute(word)) {
        return None;
    }
    let id = words.iter().find(|word| word.starts_with('#'));
    let line_start = out.rfind('\n').map_or(0, |at| at + 1);
    if let Some(id) = id.filter(|_| out[line_start..].trim_start().starts_with('#')) {
        out.push_str(&format!("{{{id}}}"));
        return Some(end + 1);
    }
    let sizes: Vec<(&str, &str)> = words.iter().filter_map(|word| size(word)).collect();
    let is_sized = !sizes.is_empty() && resize(out, line_start, &sizes);
    if !is_sized || sizes.len() < words.len() {
        issues.push(Issue::note("attributes-dropped", line, &text[..=end]));
    }
    Some(end + 1)
}

/// Whether an attribute list may follow: the text ends like a link, an image, or a code span.
pub(super) fn is_list_allowed(out: &str) -> bool {
    out.ends_with([')', ']', '`'])
}

/// Splits at white space outside quotes.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    })
    .filter(|word| !word.is_empty())
}

/// Parses a size such as `width=30`, `width=50%`, or `height="20px"`; `None` for any other word.
fn size(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let value = value.trim_matches(['"', '\'']);
    let value = value.strip_suffix("px").unwrap_or(value);
    let digits = value.strip_suffix('%').unwrap_or(value);
    let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    (matches!(name, "width" | "height") && is_number).then_some((name, value))
}

/// Replaces an image at the end of `out` with an `<img>` element of this size. Returns false if there is no image, or
/// if its alt text or URL contains special characters.
fn resize(out: &mut String, line_start: usize, sizes: &[(&str, &str)]) -> bool {
    let Some(at) = out[line_start..].rfind("![").map(|at| line_start + at) else { return false };
    let inside = out[at + 2..].strip_suffix(')').and_then(|text| text.split_once("]("));
    let Some((alt, address)) = inside else { return false };
    let is_plain = !alt.contains(['[', ']', '`', '\\', '*', '_', '<', '$'])
        && !address.contains(|c: char| c.is_whitespace() || "()<>\"\\".contains(c));
    if !is_plain {
        return false;
    }
    let mut element = "<img src=\"".to_owned();
    element.push_str(address);
    element.push_str("\" alt=\"");
    escape(alt, &mut element);
    for (name, value) in sizes {
        element.push_str(&format!("\" {name}=\"{value}"));
    }
    element.push_str("\">");
    out.truncate(at);
    out.push_str(&element);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, list: &str, expected: &str, codes: &[&str]) {
        let (mut out, mut issues) = (before.to_owned(), Vec::new());
        assert_eq!(take_attributes(list, &mut out, 1, &mut issues), Some(list.len()), "{list}");
        assert_eq!(out, expected, "{list}");
        assert_eq!(issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), codes, "{list}");
    }

    #[test]
    fn image_size_and_heading_id_are_preserved() {
        check(
            "a ![x y](/a.png)",
            "{width=30}",
            "a <img src=\"/a.png\" alt=\"x y\" width=\"30\">",
            &[],
        );
        check(
            "![](a.png)",
            "{: width=\"50%\" height=20px .b }",
            "<img src=\"a.png\" alt=\"\" width=\"50%\" height=\"20\">",
            &["attributes-dropped"],
        );
        check("## A ", "{ #b .c }", "## A {#b}", &[]);
    }

    #[test]
    fn attributes_without_effect_are_removed_and_reported() {
        check("[a](b)", "{ .md-button }", "[a](b)", &["attributes-dropped"]);
        check("![*a*](b)", "{width=30}", "![*a*](b)", &["attributes-dropped"]);
        check("![a](b)", "{width=3em}", "![a](b)", &["attributes-dropped"]);
        for text in ["{ b }", "{}", "{{ b }}", "{ a"] {
            assert_eq!(
                take_attributes(text, &mut String::new(), 1, &mut Vec::new()),
                None,
                "{text}"
            );
        }
    }
}

//! What MkDocs adds within a line: attribute lists, icons, keys, marks.

use super::super::issue::Issue;
use super::super::jsx;

/// Sets of pictures whose names stand between colons.
const ICONS: &[&str] = &["material-", "fontawesome-", "octicons-", "simple-"];

/// A line outside code, without what only its generator understands.
pub(super) fn plain(text: &str, line: u32, issues: &mut Vec<Issue>) -> String {
    let trimmed = text.trim();
    if trimmed == "[TOC]" {
        return String::new();
    }
    if trimmed.starts_with("*[") && trimmed.contains("]:") {
        issues.push(Issue::note("abbreviation-dropped", line, trimmed));
        return String::new();
    }
    if !text.contains(['{', ':', '+', '=']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut whole = text;
    while let Some(c) = whole.chars().next() {
        let rest = jsx::near(whole);
        let length = match c {
            '`' => {
                let length = jsx::code_span(rest);
                out.push_str(&rest[..length]);
                length
            }
            '\\' => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..length]);
                length
            }
            '{' => attributes(rest, &mut out, line, issues).unwrap_or(0),
            ':' => icon(rest, line, issues).unwrap_or(0),
            '+' => keys(rest, &mut out).unwrap_or(0),
            '=' => mark(rest, &mut out).unwrap_or(0),
            _ => 0,
        };
        if length == 0 {
            out.push(c);
            whole = &whole[c.len_utf8()..];
        } else {
            whole = &whole[length..];
        }
    }
    out
}

/// `{ .class #id key=value }`. The id of a heading stays, all else has no place here.
fn attributes(text: &str, out: &mut String, line: u32, issues: &mut Vec<Issue>) -> Option<usize> {
    let end = text.find('}')?;
    let inside = text[1..end].trim().trim_start_matches(':').trim();
    let is_attribute =
        |word: &str| word.starts_with(['.', '#']) && word.len() > 1 || word.contains('=');
    let mut words = words(inside).peekable();
    words.peek()?;
    let words: Vec<&str> = words.collect();
    if !words.iter().all(|word| is_attribute(word)) {
        return None;
    }
    let id = words.iter().find(|word| word.starts_with('#'));
    if let Some(id) = id.filter(|_| out.trim_start().starts_with('#')) {
        out.push_str(&format!("{{{id}}}"));
    } else {
        issues.push(Issue::note("attributes-dropped", line, &text[..=end]));
    }
    Some(end + 1)
}

/// Separated by blanks that stand in no quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    })
    .filter(|word| !word.is_empty())
}

/// `:material-check:`.
fn icon(text: &str, line: u32, issues: &mut Vec<Issue>) -> Option<usize> {
    let inside = &text[1..];
    if !ICONS.iter().any(|set| inside.starts_with(set)) {
        return None;
    }
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))?;
    if !inside[end..].starts_with(':') {
        return None;
    }
    issues.push(Issue::note("icon-dropped", line, &text[..end + 2]));
    Some(end + 2)
}

/// `++ctrl+alt+delete++`.
fn keys(text: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix("++")?;
    let end = inside.find("++")?;
    let is_key = |key: &str| {
        let key = key.trim_matches('"');
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let names: Vec<&str> = inside[..end].split('+').collect();
    if !names.iter().all(|key| is_key(key)) {
        return None;
    }
    for (number, key) in names.iter().enumerate() {
        let mut words = key.trim_matches('"').replace('-', " ");
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        out.push_str(if number > 0 { "+" } else { "" });
        out.push_str(&format!("<kbd>{words}</kbd>"));
    }
    Some(end + 4)
}

/// `==marked==`.
fn mark(text: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix("==")?;
    let end = inside.find("==")?;
    let words = &inside[..end];
    if words.is_empty() || words.trim() != words || words.starts_with('=') {
        return None;
    }
    out.push_str(&format!("<mark>{words}</mark>"));
    Some(end + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, codes: &[&str]) {
        let mut issues = Vec::new();
        assert_eq!(plain(text, 1, &mut issues), expected, "{text}");
        assert_eq!(issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), codes, "{text}");
    }

    #[test]
    fn attributes_go_and_ids_of_headings_stay() {
        check("[a](b){ .md-button }", "[a](b)", &["attributes-dropped"]);
        check("![a](b){: width=\"1 2\" loading=lazy } c", "![a](b) c", &["attributes-dropped"]);
        check("## A { #b .c data-toc-label='x' }", "## A {#b}", &[]);
        check("`{ .a }` {{ b }} { c } {}", "`{ .a }` {{ b }} { c } {}", &[]);
    }

    #[test]
    fn icons_keys_and_marks() {
        check(":material-check: a :smile: b:c", " a :smile: b:c", &["icon-dropped"]);
        check("++ctrl+page-up++ c++ d", "<kbd>Ctrl</kbd>+<kbd>Page up</kbd> c++ d", &[]);
        check("a ==b c== == d ==", "a <mark>b c</mark> == d ==", &[]);
        check("[TOC]", "", &[]);
        check("*[HTML]: Words", "", &["abbreviation-dropped"]);
    }
}

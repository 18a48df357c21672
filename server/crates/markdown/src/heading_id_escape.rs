//! Escaping of markup characters in explicit ids of headings: `## A {#__init__}`.
//!
//! The parser would otherwise read these characters as emphasis, strikethrough, or math. Line numbers do not change.

use std::borrow::Cow;

use crate::fences::Fences;
use crate::heading::split_id;

const MARKUP: [char; 4] = ['*', '_', '~', '$'];

pub(super) fn escape_heading_ids(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('{') || !text.contains("#") {
        return text;
    }
    let mut fences = Fences::default();
    let mut out = String::new();
    let mut done = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        let is_code = fences.is_code(line);
        let next = lines.get(number + 1).copied().unwrap_or_default();
        if !is_code && line.contains('{') && (is_atx(line) || is_underline(next)) {
            let content = without_closing(line);
            if let Some((before, id)) = split_id(content).filter(|(_, id)| id.contains(MARKUP)) {
                let from = before.len() + content[before.len()..].find(id).unwrap_or(0);
                out.push_str(&text[done..start + from]);
                for c in id.chars() {
                    out.extend(MARKUP.contains(&c).then_some('\\'));
                    out.push(c);
                }
                done = start + from + id.len();
            }
        }
        start += line.len();
    }
    if done == 0 {
        return text;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Whether a line begins with `#`, possibly after the markers of a quote or list.
fn is_atx(line: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_digit() || " \t>-*+.)".contains(c);
    line.trim_start_matches(is_mark).starts_with('#')
}

fn is_underline(line: &str) -> bool {
    let line = line.trim_matches([' ', '\t', '>', '\n', '\r']);
    !line.is_empty() && (line.bytes().all(|c| c == b'=') || line.bytes().all(|c| c == b'-'))
}

/// Removes the closing sequence of `#` characters, as in `## A {#b} ##`.
fn without_closing(line: &str) -> &str {
    let line = line.trim_end();
    let open = line.trim_end_matches('#');
    if open.ends_with([' ', '\t']) { open.trim_end() } else { line }
}

//! Rendering of code blocks, and decoding of HTML entities.

use std::fmt::Write;

use crate::fence::{Info, Mark};
use crate::html_escape::escape;
use crate::listing::{self, FenceIssue, Listing};
use pailou_highlight::{Token, highlight};

/// Returns the HTML of a code block inside `<pre>`.
#[cfg(test)]
pub(crate) fn code_block_html(info: &Info, code: &str) -> String {
    html_and_mistakes(info, code).0
}

/// Returns the HTML of a code block inside `<pre>`, and the issues of its line highlights.
pub(super) fn html_and_mistakes(info: &Info, code: &str) -> (String, Vec<FenceIssue>) {
    let listing = listing::parse_listing(code, info);
    let tokens = highlight(&info.language, &listing.text);
    let mut out = String::with_capacity(code.len() * 2 + 64);
    out.push_str("<code");
    let classes = [
        (!info.language.is_empty()).then(|| format!("language-{}", info.language)),
        info.first_number.map(|_| "numbered".to_owned()),
        listing
            .marks
            .iter()
            .flatten()
            .any(|mark| *mark == Mark::Focused)
            .then(|| "has-focus".to_owned()),
    ];
    let classes: Vec<String> = classes.into_iter().flatten().collect();
    if !classes.is_empty() {
        out.push_str(" class=\"");
        escape(&classes.join(" "), &mut out);
        out.push('"');
    }
    out.push('>');
    if listing.marks.is_empty() && info.first_number.is_none() {
        write_part(&listing.text, 0, &tokens, &mut out);
    } else {
        write_lines(&listing, &tokens, info.first_number, &mut out);
    }
    out.push_str("</code>");
    (out, listing.mistakes)
}

/// Writes each line, including its line break, in an element, so that the text of a selection equals the code. With
/// `first`, the lines are numbered from this number.
fn write_lines(listing: &Listing<'_>, tokens: &[Token], first: Option<u32>, out: &mut String) {
    let (mut at, mut left) = (0, tokens);
    for (index, line) in listing.text.split_inclusive('\n').enumerate() {
        out.push_str("<span class=\"line");
        for mark in listing.marks.get(index).into_iter().flatten() {
            let _ = write!(out, " {}", mark.name());
        }
        out.push('"');
        if let Some(first) = first {
            let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(first);
            let _ = write!(out, " data-line=\"{number}\"");
        }
        out.push('>');
        left = write_part(line, at, left, out);
        out.push_str("</span>");
        at += line.len();
    }
}

/// Writes `part`, which begins at byte `at` of the code. Returns the tokens that end after the part.
fn write_part<'t>(part: &str, at: usize, tokens: &'t [Token], out: &mut String) -> &'t [Token] {
    let (mut done, mut left) = (0, tokens);
    while let Some(token) = left.first().filter(|token| token.range.start < at + part.len()) {
        let start = token.range.start.max(at) - at;
        let end = token.range.end.min(at + part.len()) - at;
        escape(&part[done..start], out);
        let _ = write!(out, "<span class=\"{}\">", token.class.name());
        escape(&part[start..end], out);
        out.push_str("</span>");
        done = end;
        if token.range.end > at + part.len() {
            return left;
        }
        left = &left[1..];
    }
    escape(&part[done..], out);
    left
}

/// Decodes the entities that the sanitizer writes.
pub fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(info: &str, code: &str, expected: &str) {
        assert_eq!(code_block_html(&Info::read(info), code), expected, "{info} {code:?}");
    }

    #[test]
    fn code_is_escaped_and_highlighted() {
        check(
            "html [\"<a>\"]",
            "<b> & \"c\"",
            "<code class=\"language-html\">&lt;<span class=\"hl-tag\">b</span>&gt; &amp; &quot;c&quot;</code>",
        );
        check("", "<b>", "<code>&lt;b&gt;</code>");
    }

    #[test]
    fn numbered_and_highlighted_lines_are_wrapped_in_elements() {
        check(
            "js:line-numbers=9 {2}",
            "/* a\n<b> */ // [!code focus]\n",
            "<code class=\"language-js numbered has-focus\">\
             <span class=\"line\" data-line=\"9\"><span class=\"hl-comment\">/* a\n</span></span>\
             <span class=\"line focused highlighted\" data-line=\"10\">\
             <span class=\"hl-comment\">&lt;b&gt; */</span>\n</span></code>",
        );
    }

    proptest::proptest! {
        #[test]
        fn text_of_highlighted_code_equals_the_code(
            code in "[a-c0-9文\"'`/*<>{}()#$&:;=\\n -]{0,120}",
            language in "(js|bash|html|yaml|css|md|console|toml|diff)(:line-numbers)?( \\{1-3\\})?",
        ) {
            let html = code_block_html(&Info::read(&language), &code);
            let mut text = String::new();
            for piece in html.split('<') {
                text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
            }
            proptest::prop_assert_eq!(decode(&text), code);
        }
    }
}

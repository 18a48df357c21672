//! Stylesheets: selectors, properties, and values.

use crate::{Class, Tokens, after_blanks, line_end};

/// Adds the tokens of the stylesheet in `code[from..]`. `slashes` is true if `//` begins a comment, as in SCSS and
/// Less.
pub(super) fn scan(code: &str, from: usize, slashes: bool, tokens: &mut Tokens) {
    let bytes = code.as_bytes();
    let (mut at, mut in_value) = (from, false);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = match rest[0] {
            b'/' if rest.starts_with(b"/*") => {
                let end = code[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                tokens.add(Class::Comment, at, end);
                end
            }
            b'/' if slashes && rest.starts_with(b"//") => {
                let end = line_end(bytes, at);
                tokens.add(Class::Comment, at, end);
                end
            }
            quote @ (b'"' | b'\'') => {
                let end = quoted_end(bytes, at, quote);
                tokens.add(Class::String, at, end);
                end
            }
            b'@' => add_token(tokens, Class::Keyword, at, css_word_end(bytes, at + 1)),
            b'$' => add_token(tokens, Class::Variable, at, css_word_end(bytes, at + 1)),
            b'#' => {
                let end = css_word_end(bytes, at + 1);
                let class = if in_value { Class::Number } else { Class::Tag };
                add_token(tokens, class, at, end)
            }
            b'.' if !in_value => add_token(tokens, Class::Tag, at, css_word_end(bytes, at + 1)),
            b'!' if in_value => add_token(tokens, Class::Keyword, at, css_word_end(bytes, at + 1)),
            b':' => {
                in_value = in_value || begins_value(bytes, at);
                at + 1
            }
            b'{' | b'}' | b';' => {
                in_value = false;
                at + 1
            }
            byte if byte.is_ascii_digit() => {
                add_token(tokens, Class::Number, at, number_end(bytes, at))
            }
            byte if byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_') => {
                let end = css_word_end(bytes, at + 1);
                let class = class_of_word(bytes, at, end, in_value);
                class.map_or(end, |class| add_token(tokens, class, at, end))
            }
            _ => at + 1,
        };
        at = end.max(at + 1);
    }
}

/// Adds a token and returns its end.
fn add_token(tokens: &mut Tokens, class: Class, start: usize, end: usize) -> usize {
    tokens.add(class, start, end);
    end
}

fn class_of_word(bytes: &[u8], start: usize, end: usize, in_value: bool) -> Option<Class> {
    if bytes[start..].starts_with(b"--") {
        return Some(Class::Variable);
    }
    let next = bytes.get(end).copied();
    if next == Some(b'(') {
        return Some(Class::Function);
    }
    if in_value {
        return None;
    }
    let colon = after_blanks(bytes, end);
    let is_property = bytes.get(colon) == Some(&b':') && begins_value(bytes, colon);
    Some(if is_property { Class::Property } else { Class::Tag })
}

/// Whether a value follows the colon: in `color: red` and `color:red;`, but not in `a:hover {`.
/// Only the next 200 bytes are read.
fn begins_value(bytes: &[u8], colon: usize) -> bool {
    match bytes.get(colon + 1) {
        Some(b' ' | b'\t' | b'\n') => true,
        Some(b':') | None => false,
        Some(_) => {
            let near = &bytes[colon..(colon + 200).min(bytes.len())];
            let end = near.iter().position(|byte| matches!(byte, b';' | b'{' | b'}' | b'\n'));
            end.is_some_and(|end| near[end] != b'{')
        }
    }
}

fn css_word_end(bytes: &[u8], from: usize) -> usize {
    let is_letter =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || *byte >= 0x80;
    let from = from.min(bytes.len());
    bytes[from..].iter().position(|byte| !is_letter(byte)).map_or(bytes.len(), |end| from + end)
}

fn number_end(bytes: &[u8], from: usize) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'%');
    bytes[from..].iter().position(|byte| !is_part(byte)).map_or(bytes.len(), |end| from + end)
}

/// Returns the position after the closing quote, or the end of the line.
pub(super) fn quoted_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

//! YAML: keys, scalars, and block scalars.

use crate::css::quoted_end;
use crate::{Class, Tokens, lines};

pub(super) fn scan(code: &str, from: usize, tokens: &mut Tokens) {
    // Indentation of the key of the current block scalar. Deeper lines belong to the scalar.
    let mut block: Option<usize> = None;
    for (start, line) in lines(&code[from..]) {
        let start = from + start;
        let content = line.trim_start();
        let indent = line.len() - content.len();
        if let Some(above) = block {
            if content.is_empty() || indent > above {
                tokens.add(Class::String, start + indent, start + line.len());
                continue;
            }
            block = None;
        }
        let value = entry(code, start + indent, start + line.len(), tokens);
        if is_block_mark(code[value..start + line.len()].trim()) {
            block = Some(indent);
        }
    }
}

fn is_block_mark(value: &str) -> bool {
    let value = value.split(" #").next().unwrap_or_default().trim();
    value.starts_with(['|', '>']) && value.len() <= 3
}

/// Highlights one line and returns the start of its value.
fn entry(code: &str, start: usize, end: usize, tokens: &mut Tokens) -> usize {
    let mut at = start;
    if matches!(&code[at..end], "---" | "...") || code[at..end].starts_with('%') {
        tokens.add(Class::Meta, at, end);
        return end;
    }
    while code[at..end].starts_with("- ") || code[at..end].starts_with("? ") {
        at += 2;
        at += code[at..end].len() - code[at..end].trim_start().len();
    }
    let key = key_end(&code[at..end]);
    if key > 0 {
        tokens.add(Class::Property, at, at + key);
        at += key + 1;
    }
    let value = at.min(end);
    scalars(code, value, end, tokens);
    value
}

/// Returns the length of the key at the start of the line; 0 if there is no key.
fn key_end(line: &str) -> usize {
    let bytes = line.as_bytes();
    let mut at = match bytes.first() {
        Some(quote @ (b'"' | b'\'')) => quoted_end(bytes, 0, *quote),
        Some(b'#' | b'{' | b'[' | b'&' | b'*' | b'!' | b'|' | b'>') | None => return 0,
        Some(_) => 0,
    };
    while at < bytes.len() {
        match bytes[at] {
            b':' if matches!(bytes.get(at + 1), None | Some(b' ' | b'\t')) => return at,
            b'#' if at > 0 && bytes[at - 1] == b' ' => return 0,
            _ => at += 1,
        }
    }
    0
}

fn scalars(code: &str, start: usize, end: usize, tokens: &mut Tokens) {
    let bytes = &code.as_bytes()[..end];
    let mut at = start;
    let mut begins = true;
    while at < end {
        match bytes[at] {
            b' ' | b'\t' => at += 1,
            b'#' if at == start || bytes[at - 1].is_ascii_whitespace() => {
                tokens.add(Class::Comment, at, end);
                return;
            }
            b'[' | b'{' | b',' | b']' | b'}' => {
                begins = true;
                at += 1;
            }
            quote @ (b'"' | b'\'') if begins => {
                let close = quoted_end(bytes, at, quote);
                let is_key = bytes.get(close) == Some(&b':');
                tokens.add(if is_key { Class::Property } else { Class::String }, at, close);
                at = close;
            }
            b'&' | b'*' | b'!' if begins => {
                let close = yaml_word_end(bytes, at);
                tokens.add(Class::Meta, at, close);
                at = close;
            }
            _ => {
                let close = plain_end(bytes, at);
                if bytes.get(close) == Some(&b':') {
                    tokens.add(Class::Property, at, close);
                    at = close + 1;
                } else {
                    if let Some(class) = class_of(code[at..close].trim_end()).filter(|_| begins) {
                        tokens.add(class, at, close);
                    }
                    begins = false;
                    at = close;
                }
            }
        }
    }
}

fn yaml_word_end(bytes: &[u8], from: usize) -> usize {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
    bytes[from..].iter().position(is_end).map_or(bytes.len(), |length| from + length)
}

/// Returns the end of an unquoted scalar.
fn plain_end(bytes: &[u8], from: usize) -> usize {
    for at in from + 1..bytes.len() {
        let next = bytes.get(at + 1);
        match bytes[at] {
            b',' | b']' | b'}' | b'{' | b'[' => return at,
            b'#' if bytes[at - 1] == b' ' => return at,
            b':' if matches!(next, None | Some(b' ')) => return at,
            _ => {}
        }
    }
    bytes.len()
}

fn class_of(scalar: &str) -> Option<Class> {
    match scalar {
        "true" | "false" | "null" | "~" | "yes" | "no" | "on" | "off" | "True" | "False"
        | "Null" => Some(Class::Constant),
        "" => None,
        _ => {
            let digits = scalar.trim_start_matches(['-', '+']);
            let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
                && digits.chars().all(|c| {
                    c.is_ascii_hexdigit() || matches!(c, '.' | '_' | 'x' | 'o' | '-' | '+')
                })
                && digits.matches('.').count() < 2;
            is_number.then_some(Class::Number)
        }
    }
}

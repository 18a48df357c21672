//! HTML, XML, and related formats: elements, attributes, and the languages inside `<script>` and
//! `<style>`.

use crate::css::quoted_end;
use crate::{Class, Tokens, languages};

pub(super) fn scan(code: &str, from: usize, tokens: &mut Tokens) {
    let mut at = from;
    while let Some(found) = code[at..].find(['<', '&']) {
        at += found;
        let rest = &code[at..];
        let section = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
        at = if let Some((open, close)) = section.iter().find(|(open, _)| rest.starts_with(open)) {
            let length = rest[open.len()..]
                .find(close)
                .map_or(rest.len(), |end| open.len() + end + close.len());
            let class = if *open == "<!--" { Class::Comment } else { Class::Meta };
            tokens.add(class, at, at + length);
            at + length
        } else if rest.starts_with('&') {
            entity(code, at, tokens)
        } else {
            element(code, at, tokens)
        };
    }
}

fn entity(code: &str, at: usize, tokens: &mut Tokens) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let length = code.as_bytes()[at + 1..].iter().take(12).take_while(|byte| is_part(byte)).count();
    let end = at + 1 + length;
    if length > 0 && code[end..].starts_with(';') {
        tokens.add(Class::Constant, at, end + 1);
        return end + 1;
    }
    at + 1
}

/// Highlights a tag from `<` to `>`, and the content of a script or style element. Returns the
/// position at which scanning continues.
fn element(code: &str, start: usize, tokens: &mut Tokens) -> usize {
    let bytes = code.as_bytes();
    let is_end = bytes.get(start + 1) == Some(&b'/');
    let name = start + if is_end { 2 } else { 1 };
    let end = name_end(bytes, name);
    if end == name {
        return start + 1;
    }
    tokens.add(Class::Tag, name, end);
    let mut at = end;
    let mut inner = match code[name..end].to_ascii_lowercase().as_str() {
        "script" => Some("js"),
        "style" => Some("css"),
        _ => None,
    };
    while at < bytes.len() {
        match bytes[at] {
            b'>' => {
                at += 1;
                break;
            }
            b'<' => return at,
            quote @ (b'"' | b'\'') => {
                let close = attribute_end(bytes, at, quote);
                tokens.add(Class::String, at, close);
                at = close;
            }
            byte if is_name(byte) || matches!(byte, b'@' | b':' | b'#' | b'[' | b'(') => {
                let close = name_end(bytes, at + 1);
                tokens.add(Class::Property, at, close);
                if let (Some(_), "lang") = (inner, &code[at..close]) {
                    inner = language_of(&code[close..]).or(inner);
                }
                at = close;
            }
            _ => at += 1,
        }
    }
    let is_empty = at >= 2 && code[..at].ends_with("/>");
    match inner.filter(|_| !is_end && !is_empty) {
        Some(language) => embedded(code, at, language, &code[name..end], tokens),
        None => at,
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.') || byte >= 0x80
}

fn name_end(bytes: &[u8], from: usize) -> usize {
    let from = from.min(bytes.len());
    bytes[from..].iter().position(|byte| !is_name(*byte)).map_or(bytes.len(), |end| from + end)
}

/// Returns the end of an attribute value, which may span lines and has no escapes.
fn attribute_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let close = bytes[start + 1..].iter().position(|byte| *byte == quote);
    close.map_or_else(|| quoted_end(bytes, start, quote), |close| start + 1 + close + 1)
}

/// Returns the language in an attribute value such as `="ts"`; `None` for an unknown language.
fn language_of(text: &str) -> Option<&'static str> {
    let value = text.trim_start_matches(['=', '"', '\'', ' ']);
    ["tsx", "ts", "jsx", "scss", "less", "sass"].into_iter().find(|name| value.starts_with(name))
}

fn embedded(code: &str, start: usize, language: &str, tag: &str, tokens: &mut Tokens) -> usize {
    let close = format!("</{tag}");
    let end = code[start..].find(&close).map_or(code.len(), |length| start + length);
    if let Some(language) = languages::find(language) {
        language.scan(&code[..end], start, tokens);
    }
    end
}

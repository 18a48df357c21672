//! Lossless editing of single front matter fields.
//!
//! Supports every front matter format. The bytes outside the field are unchanged.

use std::ops::Range;

use crate::fields::Fields;
use crate::front_matter::{Format, Parts, line_end_at, split};

/// Names of the order field, in the order in which `Fields` reads them.
const ORDER: [&str; 4] = ["order", "sidebar_position", "weight", "nav_order"];

/// Sets or clears `draft` in a file.
pub fn with_draft(text: &str, is_draft: bool) -> String {
    let parts = split(text);
    // `line_of` returns `None` for JSON. In JSON, `draft` is set to false, because deleting the member could leave a
    // trailing comma.
    let line = line_of(&parts, "draft");
    match line {
        _ if is_draft => with(text, "draft", "true"),
        // `draft: false` overrides `published: false`, which is kept.
        None if is_marked_draft(text) => with(text, "draft", "false"),
        None => text.to_owned(),
        Some((start, end)) => {
            let remaining = without(text, start, end);
            if is_marked_draft(&remaining) { with(text, "draft", "false") } else { remaining }
        }
    }
}

fn is_marked_draft(text: &str) -> bool {
    split(text).values().is_ok_and(|values| Fields::read(&values).draft)
}

/// Sets the order number of a file. Returns `None` if that is impossible, for example because the field spans several
/// lines.
pub fn with_order(text: &str, order: f64) -> Option<String> {
    let parts = split(text);
    let has_field = |name: &&str| match parts.format {
        Some(Format::Json) => json_value(parts.fields, name).is_some(),
        _ => line_of(&parts, name).is_some(),
    };
    let existing = ORDER.into_iter().find(has_field);
    let written = with(text, existing.unwrap_or(ORDER[0]), &order.to_string());
    let read = split(&written).values().ok().and_then(|values| Fields::read(&values).order);
    (read == Some(order)).then_some(written)
}

/// Replaces the line of a field, or inserts a line at the beginning, where it cannot be inside a TOML table.
fn with(text: &str, name: &str, value: &str) -> String {
    let parts = split(text);
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let start = parts.start_of_fields();
    let Some(format) = parts.format else {
        let (mark, body) = text.split_at(start);
        return format!(
            "{mark}---{line_end}{name}: {value}{line_end}---{line_end}{line_end}{body}"
        );
    };
    let (start, end) = line_of(&parts, name).unwrap_or((start, start));
    let line = match format {
        Format::Yaml => format!("{name}: {value}{line_end}"),
        Format::Toml => format!("{name} = {value}{line_end}"),
        Format::Json => return with_json(text, &parts, name, value),
    };
    format!("{}{line}{}", &text[..start], &text[end..])
}

/// Replaces the value of a member of the JSON object, or inserts the member at the beginning.
fn with_json(text: &str, parts: &Parts<'_>, name: &str, value: &str) -> String {
    let fields_start = parts.start_of_fields();
    let put = |range: Range<usize>, new: &str| {
        let (from, to) = (fields_start + range.start, fields_start + range.end);
        format!("{}{new}{}", &text[..from], &text[to..])
    };
    if let Some(range) = json_value(parts.fields, name) {
        return put(range, value);
    }
    let members = &parts.fields['{'.len_utf8()..];
    let comma = if members.trim_start().starts_with('}') { "" } else { "," };
    let first_end = line_end_at(parts.fields, 0);
    match parts.fields[..first_end].trim_end() {
        "{" => {
            let line_end = if parts.fields[..first_end].ends_with("\r\n") { "\r\n" } else { "\n" };
            put(first_end..first_end, &format!("  \"{name}\": {value}{comma}{line_end}"))
        }
        _ => {
            let space = if comma.is_empty() { "" } else { " " };
            put(1..1, &format!("\"{name}\": {value}{comma}{space}"))
        }
    }
}

/// Returns the position of a member's value in a valid JSON object. Members of nested objects do not count. Returns
/// `None` if the object has no such member.
fn json_value(object: &str, name: &str) -> Option<Range<usize>> {
    let (mut depth, mut string_start, mut is_escaped) = (0_u32, None, false);
    let (mut last_string, mut value_start) = ("", None);
    for (at, c) in object.char_indices() {
        match (string_start, c) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(start), '"') => {
                last_string = &object[start..at];
                string_start = None;
            }
            (Some(_), _) => {}
            (None, '"') => string_start = Some(at + 1),
            (None, ':') if depth == 1 && last_string == name => value_start = Some(at + 1),
            (None, ',' | '}') if depth == 1 && value_start.is_some() => {
                let start = value_start?;
                let value = object[start..at].trim();
                let start = at - object[start..at].trim_start().len();
                return Some(start..start + value.len());
            }
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Deletes a line. Deletes the front matter, too, if no other line is left in it.
fn without(text: &str, from: usize, to: usize) -> String {
    let remaining = format!("{}{}", &text[..from], &text[to..]);
    let parts = split(&remaining);
    match parts.fields.trim().is_empty() {
        true => {
            let mark = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
            format!("{mark}{}", parts.body.trim_start_matches(['\r', '\n']))
        }
        false => remaining,
    }
}

/// Returns the start and end of a field's line in the file, including the line break; `None` in JSON, where several
/// fields can be on one line.
fn line_of(parts: &Parts<'_>, name: &str) -> Option<(usize, usize)> {
    let format = parts.format?;
    let mut start = parts.start_of_fields();
    for line in parts.fields.split_inclusive('\n') {
        let end = start + line.len();
        let rest = match format {
            // The following lines belong to a table.
            Format::Toml if line.trim_start().starts_with('[') => return None,
            Format::Yaml | Format::Toml => line.strip_prefix(name),
            Format::Json => return None,
        };
        let mark = if format == Format::Toml { '=' } else { ':' };
        if rest.is_some_and(|rest| rest.trim_start().starts_with(mark)) {
            return Some((start, end));
        }
        start = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draft_flag_is_set_and_cleared() {
        for (text, draft) in [
            ("# A\n", "---\ndraft: true\n---\n\n# A\n"),
            ("---\ntitle: a\n---\nx", "---\ndraft: true\ntitle: a\n---\nx"),
            ("---\r\na: 1\r\n---\r\nx", "---\r\ndraft: true\r\na: 1\r\n---\r\nx"),
            ("\u{feff}---\na: 1\n---\nx", "\u{feff}---\ndraft: true\na: 1\n---\nx"),
            ("+++\na = 1\n[b]\nc = 2\n+++\nx", "+++\ndraft = true\na = 1\n[b]\nc = 2\n+++\nx"),
        ] {
            assert_eq!(with_draft(text, true), draft);
            assert_eq!(with_draft(draft, true), draft);
            assert_eq!(with_draft(draft, false), text);
            assert_eq!(with_draft(text, false), text);
        }
        assert_eq!(with_draft("{\n\"a\": 1\n}\nx", true), "{\n  \"draft\": true,\n\"a\": 1\n}\nx");
        assert_eq!(with_draft("{\n}\nx", true), "{\n  \"draft\": true\n}\nx");
        let (draft, not) = ("{\n\"draft\": true\n}\nx", "{\n\"draft\": false\n}\nx");
        assert_eq!((with_draft(draft, false), with_draft(not, true)), (not.into(), draft.into()));
        let (draft, not) = ("{\"draft\":true,\"a\":1}\nx", "{\"draft\":false,\"a\":1}\nx");
        assert_eq!((with_draft(draft, false), with_draft(not, true)), (not.into(), draft.into()));
        for text in ["---\npublished: false\n---\nx", "---\ndraft: true\npublished: false\n---\nx"]
        {
            let published = with_draft(text, false);
            assert_eq!(published, "---\ndraft: false\npublished: false\n---\nx");
            assert_eq!(with_draft(&published, false), published);
        }
        assert_eq!(with_draft("---\n---\nx", true), "---\ndraft: true\n---\nx");
        assert_eq!(with_draft("---\ndraft: false\n---\n\nx", false), "x");
        let table = "+++\na = 1\n[b]\ndraft = true\n+++\nx";
        assert_eq!(with_draft(table, false), table);
    }

    #[test]
    fn order_number_is_written_if_it_can_be_read_back() {
        for (text, written) in [
            ("---\na: 1\norder: 3\nb: 2\n---\nx", "---\na: 1\norder: 2.5\nb: 2\n---\nx"),
            ("---\na: 1\n---\nx", "---\norder: 2.5\na: 1\n---\nx"),
            ("---\r\nweight: 3\r\n---\r\nx", "---\r\nweight: 2.5\r\n---\r\nx"),
            ("+++\nweight = 3\n[b]\norder = 1\n+++\n", "+++\nweight = 2.5\n[b]\norder = 1\n+++\n"),
            ("{\n\"order\": 3,\n\"a\": 1\n}\nx", "{\n\"order\": 2.5,\n\"a\": 1\n}\nx"),
            ("{\n\"a\": 1\n}\nx", "{\n  \"order\": 2.5,\n\"a\": 1\n}\nx"),
            ("\u{feff}# A\n", "\u{feff}---\norder: 2.5\n---\n\n# A\n"),
            ("{\"a\":\"}\"}\nx", "{\"order\": 2.5, \"a\":\"}\"}\nx"),
            ("{}\nx", "{\"order\": 2.5}\nx"),
            (
                "{\"a\":{\"order\":1},\"order\" : 3 }\nx",
                "{\"a\":{\"order\":1},\"order\" : 2.5 }\nx",
            ),
            (
                "{\"a\": \"\\\",\", \"order\":\n 3,\n\"b\": [1,\n2]}\nx",
                "{\"a\": \"\\\",\", \"order\":\n 2.5,\n\"b\": [1,\n2]}\nx",
            ),
        ] {
            assert_eq!(with_order(text, 2.5).as_deref(), Some(written));
        }
        assert_eq!(
            with_order("---\norder: 2.5\n---\n", 3.0).as_deref(),
            Some("---\norder: 3\n---\n")
        );
        for text in ["---\n{order: 3}\n---\n", "---\na: [\n---\n", "---\norder:\n  3\n---\n"] {
            assert_eq!(with_order(text, 2.5), None, "{text}");
        }
    }
}

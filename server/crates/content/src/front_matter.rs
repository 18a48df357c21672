//! Lossless splitter of front matter and body.

use crate::fields::Fields;
use crate::issue::{Issue, line_at};
use crate::yaml::{self, Value, YamlError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Toml,
    Json,
}

/// File split into two parts: `front` followed by `body` is the file, byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts<'a> {
    /// Byte order mark, delimiters, and the text between them; without front matter, only the byte order mark.
    pub front: &'a str,
    pub body: &'a str,
    /// Text between the delimiters; for JSON, the object with its braces. Empty without front matter.
    pub fields: &'a str,
    pub format: Option<Format>,
    /// Reason why text that resembles front matter belongs to the body.
    defect: Option<FrontMatterDefect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FrontMatterDefect {
    /// The first line opens front matter that is not closed.
    Unclosed,
    /// Front matter that is indented or begins after the first line: its line number in the body and its delimiter.
    Below(u32, &'static str),
}

impl Parts<'_> {
    /// Returns the number of lines before the body. Adding it to a line number of the body gives the line number in the
    /// file.
    pub fn lines_before_body(&self) -> u32 {
        let breaks = self.front.bytes().filter(|byte| *byte == b'\n').count();
        u32::try_from(breaks).unwrap_or(u32::MAX)
    }

    /// Parses the front matter, which may be YAML, TOML, or JSON. Returns [`Value::Nothing`] if there is none.
    pub fn values(&self) -> Result<Value, Issue> {
        match self.format {
            None => Ok(Value::Nothing),
            Some(Format::Yaml) => {
                let invalid = |line, detail: &str| {
                    Issue::error("front-matter-invalid", line, detail).below(1)
                };
                let wide = full_width_colon(self.fields);
                if let Some(line) = wide.or_else(|| nested_full_width_colon(self.fields)) {
                    return Err(invalid(line, "a full-width colon"));
                }
                let found = yaml::parse_fields(self.fields);
                if let (Some(line), false) =
                    (colon_without_space(self.fields), matches!(found, Ok(Value::Map(_))))
                {
                    return Err(invalid(line, "a colon without a space"));
                }
                let found = match found {
                    Ok(Value::Text(_)) => Err(missing_key(self.fields)),
                    found => found,
                };
                found.map_err(|mistake| {
                    // For a line without a colon, the parser may report the next line.
                    let wide = [mistake.line.saturating_sub(1), mistake.line]
                        .into_iter()
                        .find(|line| has_wide_colon_only(self.fields, *line));
                    match wide {
                        Some(line) => invalid(line, "a full-width colon"),
                        None => invalid(mistake.line, &mistake.detail),
                    }
                })
            }
            Some(Format::Toml) => toml_values(self.fields).map_err(|issue| issue.below(1)),
            // JSON is valid YAML. `fields` begins on the first line of the file, so line numbers need no offset.
            Some(Format::Json) => {
                let invalid = |line, detail| Issue::error("front-matter-invalid", line, detail);
                serde_json::from_str::<serde::de::IgnoredAny>(self.fields).map_err(|error| {
                    invalid(yaml::line_number(error.line()), "invalid JSON".to_owned())
                })?;
                yaml::parse(self.fields).map_err(|mistake| invalid(mistake.line, mistake.detail))
            }
        }
    }

    /// Returns the title in the front matter; `None` if there is none, or if the front matter is invalid.
    pub fn title(&self) -> Option<String> {
        Fields::read(&self.values().ok()?).title
    }

    /// Returns the offset of the fields in the file; without front matter, that of the body.
    pub(super) fn start_of_fields(&self) -> usize {
        match self.format {
            None => self.front.len(),
            Some(Format::Json) => self.front.len() - self.fields.len(),
            Some(Format::Yaml | Format::Toml) => line_end_at(self.front, 0),
        }
    }

    /// Returns the line of the file, from 1, on which this text first occurs in the front matter; 1 if it does not
    /// occur.
    pub fn line_of(&self, text: &str) -> u32 {
        line_at(self.front.as_bytes(), self.front.find(text).unwrap_or(0))
    }

    /// Returns an issue if text that resembles front matter belongs to the body.
    pub fn issue(&self) -> Option<Issue> {
        Some(match self.defect? {
            FrontMatterDefect::Unclosed => {
                Issue::warning("front-matter-unclosed", 1, self.body_start())
            }
            FrontMatterDefect::Below(line, delimiter) => {
                Issue::warning("front-matter-not-first", line, delimiter)
            }
        })
    }

    fn body_start(&self) -> String {
        self.body.lines().next().unwrap_or_default().trim_end().to_owned()
    }
}

/// Splits `text` into front matter, which must begin on the first line, and body.
pub fn split(text: &str) -> Parts<'_> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let no_front = |defect| Parts {
        front: &text[..mark],
        body: &text[mark..],
        fields: "",
        format: None,
        defect,
    };
    let first_end = line_end_at(text, mark);
    let (delimiter, format) = match text[mark..first_end].trim_end() {
        "---" => ("---", Format::Yaml),
        "+++" => ("+++", Format::Toml),
        line if line.starts_with('{') => return json(text, mark).unwrap_or(no_front(None)),
        _ => return no_front(below_other_text(&text[mark..])),
    };
    let Some((fields, end)) = delimited(text, first_end, delimiter) else {
        // An unclosed block may be a page that begins with a thematic break.
        return no_front(Some(FrontMatterDefect::Unclosed));
    };
    if format == Format::Yaml && !is_mapping(fields) {
        // The block is ordinary text between two thematic breaks.
        return no_front(None);
    }
    let (front, body) = text.split_at(end);
    Parts { front, body, fields, format: Some(format), defect: None }
}

/// Returns the text from `start` to the next delimiter line, and the end of that line; `None` without such a line.
fn delimited<'a>(text: &'a str, start: usize, delimiter: &str) -> Option<(&'a str, usize)> {
    let mut at = start;
    while at < text.len() {
        let end = line_end_at(text, at);
        if text[at..end].trim_end() == delimiter {
            return Some((&text[start..at], end));
        }
        at = end;
    }
    None
}

/// Whether `fields` is a YAML mapping, is empty, or is probably intended as a mapping.
fn is_mapping(fields: &str) -> bool {
    let lines = || fields.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_entry = |line: &str| {
        let key = line
            .split_once(':')
            .filter(|(_, value)| value.is_empty() || value.starts_with([' ', '\t']));
        key.is_some_and(|(key, _)| {
            key.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\''))
                && !key.trim_end().contains(char::is_whitespace)
        })
    };
    if is_prose(fields) {
        return false;
    }
    match yaml::parse(fields) {
        Ok(Value::Map(_)) => true,
        Ok(Value::Nothing) => {
            // A commented-out key begins with a lowercase letter; `# FAQ: 常见问题` is a heading.
            let is_comment = |line: &str| {
                let rest = line.strip_prefix('#').map(str::trim);
                rest.is_some_and(|rest| {
                    is_entry(rest) && rest.starts_with(|c: char| c.is_ascii_lowercase())
                })
            };
            lines().next().is_none() || lines().any(is_comment)
        }
        Ok(Value::Text(_) | Value::List(_)) => {
            let is_known = |line: &str| {
                is_entry(line) && line.split_once(':').is_some_and(|it| KEYS.contains(&it.0))
            };
            full_width_colon(fields).is_some()
                || colon_without_space(fields).is_some()
                || lines().any(is_known)
        }
        // A block whose first line is `[` or begins with `{` is probably a value that is not closed.
        Err(_) => {
            let is_open = |line: &str| line == "[" || line.starts_with('{');
            full_width_colon(fields).is_some()
                || colon_without_space(fields).is_some()
                || lines().any(is_entry)
                || lines().next().is_some_and(is_open)
        }
    }
}

/// Whether a block is prose with colons, such as `Note: see below`: its first line is blank, and the text before each
/// colon begins with a letter other than `a` to `z` and is not a known key.
fn is_prose(fields: &str) -> bool {
    let is_top = |line: &&str| !line.starts_with([' ', '\t', '#', '-']);
    let mut keys = fields.lines().filter(is_top).filter_map(|line| line.split_once(':')).peekable();
    let has_blank_first = fields.lines().next().is_some_and(|line| line.trim().is_empty());
    let begins_sentence = |key: &str| {
        let is_known = KEYS.iter().any(|known| known.eq_ignore_ascii_case(key.trim_end()));
        !is_known && key.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii_lowercase())
    };
    has_blank_first && keys.peek().is_some() && keys.all(|(key, _)| begins_sentence(key))
}

/// Returns the error for front matter whose first line has no key, although other lines have keys.
fn missing_key(fields: &str) -> YamlError {
    let before = fields.lines().take_while(|line| line.trim().is_empty()).count();
    YamlError { line: yaml::line_number(before + 1), detail: yaml::NO_KEY.to_owned() }
}

/// Top-level keys for which a full-width colon, or a colon without a space, is detected.
const KEYS: [&str; 16] = [
    "title",
    "description",
    "summary",
    "slug",
    "key",
    "label",
    "sidebar_label",
    "linkTitle",
    "order",
    "weight",
    "sidebar_position",
    "date",
    "draft",
    "layout",
    "tags",
    "published",
];

/// Returns the line of a field whose colon has no space after it: `title:安装`. Returns `None` if there is none.
fn colon_without_space(fields: &str) -> Option<u32> {
    let mut lines = (1..).zip(fields.lines());
    let found = lines.find(|(_, line)| {
        line.split_once(':').is_some_and(|(key, value)| {
            KEYS.contains(&key.trim_end())
                && value.starts_with(|c: char| !c.is_whitespace() && c != ':')
        })
    });
    found.map(|(line, _)| line)
}

/// Whether a line has a full-width colon after its first word, and no ASCII colon before it.
fn has_wide_colon_only(fields: &str, line: u32) -> bool {
    let line = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let written = line.and_then(|line| fields.lines().nth(line)).unwrap_or_default();
    written.split_once('：').is_some_and(|(key, _)| {
        !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c == ':')
    })
}

/// Returns the line of the first field with a full-width colon and a key in `KEYS`: `title：安装`. Without such a field,
/// returns the first line with text if every line is a wide entry (`is_wide_entry`). Otherwise, returns `None`.
fn full_width_colon(fields: &str) -> Option<u32> {
    let mut lines = (1..).zip(fields.lines());
    let found = lines.find(|(_, line)| {
        line.split_once('：').is_some_and(|(key, _)| KEYS.contains(&key.trim_end()))
    });
    let first = fields.lines().position(|line| !line.trim().is_empty());
    let is_first = first.filter(|_| fields.lines().all(is_wide_entry));
    found.map(|(line, _)| line).or(is_first.map(|first| yaml::line_number(first + 1)))
}

/// Keys with nested fields.
const PARENTS: [&str; 3] = ["hero", "features", "sidebar"];
/// Nested keys for which a full-width colon is detected.
const NESTED: [&str; 13] = [
    "title", "details", "name", "text", "tagline", "link", "linkText", "label", "order", "icon",
    "theme", "image", "actions",
];

/// Returns the line of a field with a full-width colon inside `hero`, `features`, or `sidebar`. Lines that are indented
/// below a field with a value belong to that value. Returns `None` if there is none.
fn nested_full_width_colon(fields: &str) -> Option<u32> {
    let mut is_in_parent = false;
    let mut column_of_value: Option<usize> = None;
    for (number, line) in (1..).zip(fields.lines()) {
        if line.starts_with(|c: char| !c.is_whitespace() && c != '-') {
            let key = line.split_once(':').map_or("", |(key, _)| key.trim_end());
            is_in_parent = PARENTS.contains(&key);
            column_of_value = None;
            continue;
        }
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if !is_in_parent || text.is_empty() || column_of_value.is_some_and(|it| indent > it) {
            continue;
        }
        let entry = text.trim_start_matches("- ").trim_start();
        if entry.split_once('：').is_some_and(|(key, _)| NESTED.contains(&key.trim_end())) {
            return Some(number);
        }
        let has_value = entry.split_once(':').is_some_and(|(_, value)| !value.trim().is_empty());
        column_of_value = has_value.then(|| line.len() - entry.len());
    }
    None
}

/// Whether a line is empty, or has a full-width colon after an ASCII key that begins with a lowercase letter. A block
/// of such lines is treated as front matter, not as text between thematic breaks.
fn is_wide_entry(line: &str) -> bool {
    let is_key = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_lowercase())
            && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    };
    line.trim().is_empty() || line.split_once('：').is_some_and(|(key, _)| is_key(key.trim_end()))
}

/// Detects front matter that is indented, or that follows blank lines or comments. Such front matter belongs to the
/// body. Returns `None` if there is none.
fn below_other_text(text: &str) -> Option<FrontMatterDefect> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}');
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches(is_blank);
        rest = match trimmed.strip_prefix("<!--").map(|comment| comment.split_once("-->")) {
            Some(end) => end?.1,
            None => {
                rest = trimmed;
                break;
            }
        };
    }
    let start = text.len() - rest.len();
    let before = text[..start].rsplit('\n').next().unwrap_or_default();
    // Text that is indented by more than 3 characters is a code block.
    if !before.chars().all(is_blank) || before.chars().count() > 3 {
        return None;
    }
    let first_end = line_end_at(rest, 0);
    let (delimiter, format) = match rest[..first_end].trim_end() {
        "---" => ("---", Format::Yaml),
        "+++" => ("+++", Format::Toml),
        _ => return None,
    };
    let indented = format!("{before}{delimiter}");
    let fields = [delimiter, &indented].iter().find_map(|end| delimited(rest, first_end, end))?.0;
    let is_front = match format {
        Format::Toml => !fields.trim().is_empty() && toml_values(fields).is_ok(),
        _ => matches!(yaml::parse(fields), Ok(Value::Map(_))) || full_width_colon(fields).is_some(),
    };
    is_front.then(|| FrontMatterDefect::Below(line_at(text.as_bytes(), start), delimiter))
}

/// Parses JSON front matter (Hugo): an object that ends at the end of a line. `mark` is the length of the byte order
/// mark. `None` for other text in braces.
fn json(text: &str, mark: usize) -> Option<Parts<'_>> {
    type Object = std::collections::HashMap<String, serde::de::IgnoredAny>;
    let mut objects = serde_json::Deserializer::from_str(&text[mark..]).into_iter::<Object>();
    let object_end = match objects.next()? {
        Ok(_) => mark + objects.byte_offset(),
        Err(_) => invalid_object_end(text, mark)?,
    };
    let end = line_end_at(text, object_end);
    if !text[object_end..end].trim().is_empty() {
        return None;
    }
    let (front, body) = text.split_at(end);
    Some(Parts { front, body, fields: &text[mark..end], format: Some(Format::Json), defect: None })
}

/// Returns the end of an object that is invalid JSON but intended as front matter: a line `{`, a line with a quoted
/// key, and a line `}`. `mark` is the length of the byte order mark. `None` for other text.
fn invalid_object_end(text: &str, mark: usize) -> Option<usize> {
    let first_end = line_end_at(text, mark);
    let member = text[first_end..].trim_start().strip_prefix('"')?.split_once('"');
    if text[mark..first_end].trim_end() != "{" || !member?.1.trim_start().starts_with(':') {
        return None;
    }
    let (fields, _) = delimited(text, first_end, "}")?;
    Some(first_end + fields.len() + "}".len())
}

/// Returns the end of the line that begins at `start`, including its line break.
pub(super) fn line_end_at(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

pub fn toml_values(fields: &str) -> Result<Value, Issue> {
    let table: toml::Table = fields.parse().map_err(|error: toml::de::Error| {
        let offset = error.span().map_or(0, |span| span.start);
        let line = crate::issue::line_at(fields.as_bytes(), offset);
        Issue::error("front-matter-invalid", line, toml_error(error.message()))
    })?;
    Ok(from_toml(toml::Value::Table(table)))
}

/// Returns the detail of an issue for a message of the TOML parser. The UI has translations of these details, but not
/// of the parser's own messages.
fn toml_error(message: &str) -> &'static str {
    let is = |prefix: &str| message.starts_with(prefix);
    if is("duplicate key") {
        "duplicate key"
    } else if is("string values must be quoted") {
        "unquoted text in TOML"
    } else if is("key with no value") || is("missing value") || is("missing assignment") {
        "a TOML key without a value"
    } else {
        "invalid TOML"
    }
}

fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::Text(text),
        toml::Value::Array(values) => Value::List(values.into_iter().map(from_toml).collect()),
        toml::Value::Table(table) => {
            Value::Map(table.into_iter().map(|(key, value)| (key, from_toml(value))).collect())
        }
        toml::Value::Integer(number) => Value::Text(number.to_string()),
        toml::Value::Float(number) => Value::Text(number.to_string()),
        toml::Value::Boolean(yes) => Value::Text(yes.to_string()),
        toml::Value::Datetime(time) => Value::Text(time.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, fields: &str, body: &str, lines: u32) {
        let parts = split(text);
        assert_eq!((parts.fields, parts.body), (fields, body), "{text:?}");
        assert_eq!(parts.lines_before_body(), lines, "{text:?}");
        assert_eq!(format!("{}{}", parts.front, parts.body), text);
    }

    #[test]
    fn front_matter_ends_at_the_first_closing_line() {
        check("---\ntitle: a\n---\nbody\n", "title: a\n", "body\n", 3);
        check("---\r\na: 1\r\n---\r\nbody", "a: 1\r\n", "body", 3);
        check("\u{feff}---\na: 1\n---\nbody", "a: 1\n", "body", 3);
        check("---\na: 1\n---", "a: 1\n", "", 2);
        check("---\n---\n", "", "", 2);
        check("+++\na = 1\n+++\n\n---\nx\n---\n", "a = 1\n", "\n---\nx\n---\n", 3);
        check("---  \na: 1\n--- \nx", "a: 1\n", "x", 3);
        check("{\n\"a\": 1\n}\nx\n", "{\n\"a\": 1\n}\n", "x\n", 3);
        check("{\"title\":\"x\"}\n\n# A\n", "{\"title\":\"x\"}\n", "\n# A\n", 1);
        check("\u{feff}{ \"a\": \"}\" } \r\nx", "{ \"a\": \"}\" } \r\n", "x", 1);
        check("{ \"a\": 1,\n  \"b\": {\n}\n}\nx", "{ \"a\": 1,\n  \"b\": {\n}\n}\n", "x", 4);
        check("{\"a\": 1}", "{\"a\": 1}", "", 0);
    }

    #[test]
    fn text_without_front_matter_is_body() {
        for text in [
            "",
            "# a\n",
            "----\na\n----\n",
            " ---\na: 1\n---\n",
            "a\n---\nb: 1\n---\n",
            "\n---\n---\n",
            "{\na\n}\n",
            "{ \"a\": 1 } x\n",
            "{\"a\": 1}{\"b\": 2}\n",
            "{{< ref \"a\" >}}\n",
            "{/* comment */}\n",
            "{\"a\"}\n",
            "{\"a\": 1\n",
        ] {
            check(text, "", text, 0);
        }
        check("\u{feff}# a", "", "# a", 0);
    }

    #[test]
    fn prose_between_front_matter_delimiters_is_body() {
        for text in [
            "---\n\n正文\n\n---\n\n后面\n",
            "---\n\n- a\n- b: c\n\n---\n\n后面\n",
            "---\n\n# 标题\n\n---\n\n后面\n",
            "---\n\n**Bold** words\n\n- *a*\n\n---\n\nmore\n",
            "---\nwords\n---\n",
            "---\r\n\r\n> quote\r\n\r\n---\r\nx",
            "---\n[a](https://b.c)\n---\n",
            "---\n注意：请先备份\n---\n",
            "---\n# FAQ: 常见问题\n---\n\n正文\n",
            "---\n# 说明: 一\n---\n",
            "---\n\n## Start\n\nNote: read this first.\n\n---\n\nmore\n",
            "---\r\n\r\nSee the list.\r\n\r\nWarning: it is long: very.\r\n\r\n---\r\n",
            "---\n\n注意: 先备份\n\n---\n",
        ] {
            check(text, "", text, 0);
            assert_eq!(split(text).issue(), None, "{text:?}");
        }
        for (text, lines) in [
            ("---\n# title: later\n---\n# A\n", 3),
            ("---\n\n---\n", 3),
            ("---\n{title: a}\n---\n", 3),
            ("---\n标题: a\n---\n", 3),
            ("---\n\nTitle: a\n---\n", 4),
            ("---\n\n# layout\noutline: deep\n---\n", 5),
            ("---\n\"a b\": c\n---\n", 3),
            ("---\ntitle: A: b\n---\n", 3),
            ("---\n[\n---\n", 3),
            ("---\n{title: a\n---\n", 3),
        ] {
            assert_eq!(split(text).lines_before_body(), lines, "{text:?}");
        }
    }

    #[test]
    fn colon_without_space_is_reported() {
        for (text, line) in [
            ("---\ntitle:甲\n---\n# 题\n", 2),
            ("---\ntitle:甲\ndescription:乙\n---\n", 2),
            ("---\ntitle: 甲\norder:1\n---\n", 3),
            ("---\r\ntitle:甲\r\norder: 1\r\n---\r\n", 2),
            ("---\ndraft:true\n---\n", 2),
        ] {
            let issue = split(text).values().expect_err(text);
            let actual = (issue.code, issue.line, issue.detail.as_str());
            let detail = "a colon without a space";
            assert_eq!(actual, ("front-matter-invalid", Some(line), detail), "{text}");
        }
        for text in ["---\ntitle: a:b\n---\n", "---\na: |\n  title:x\n---\n", "---\n注:请看\n---\n"]
        {
            assert!(split(text).values().is_ok(), "{text}");
        }
    }

    #[test]
    fn invalid_json_is_reported() {
        for (text, line, body) in [
            ("{\n \"title\": \"G\",\n \"weight\": 20,\n}\nText\n", 4, "Text\n"),
            ("{\r\n \"title\": \"G\"\r\n \"weight\": 20\r\n}\r\n", 3, ""),
            ("\u{feff}{\n\n \"title\" : G\n}", 3, ""),
        ] {
            let parts = split(text);
            let issue = parts.values().expect_err(text);
            let actual = (issue.code, issue.line, issue.detail.as_str(), parts.body);
            assert_eq!(actual, ("front-matter-invalid", Some(line), "invalid JSON", body));
        }
        for text in ["{\nwords: x\n}\n", "{ a }\n", "{\n\"x\"\n}\n", "{\n\"x\": 1,\ntext\n", "{"] {
            assert_eq!(split(text).format, None, "{text}");
        }
    }

    #[test]
    fn line_without_key_is_reported() {
        for (text, line) in [
            ("---\ntitle x\norder: 1\n---\n", 2),
            ("---\n\ntitle = x\norder: 1\n---\n", 3),
            ("---\norder: 1\ntitle x\n---\n", 3),
        ] {
            let issue = split(text).values().expect_err(text);
            let actual = (issue.code, issue.line, issue.detail.as_str());
            assert_eq!(actual, ("front-matter-invalid", Some(line), yaml::NO_KEY), "{text}");
        }
        for text in ["---\ntitle\n---\n", "---\nA sentence.\nNote: another.\n---\n"] {
            assert!(split(text).values().is_ok(), "{text}");
        }
    }

    #[test]
    fn full_width_colon_is_reported() {
        for (text, line) in [
            ("---\ntitle：全角\n---\n# A\n", 2),
            ("---\ntitle：全角\norder: 1\n---\n", 2),
            ("---\norder: 1\ndraft： true\n---\n", 3),
            ("---\n\ntitle ：a: b\n---\n", 3),
            ("---\ntitle: 甲\n标签：乙\n---\n文\n", 3),
            ("---\ntitle: 甲\n标签：乙\norder: 1\n---\n", 3),
            ("---\n标签：乙\ntitle: 甲\n---\n", 2),
            ("---\nauthor：张三\n---\n文\n", 2),
            ("---\nauthor：张三\ncover ：/a.png\n---\n文\n", 2),
            ("---\nsidebar:\n  label：短\n  order：3\n---\n", 3),
            ("---\nfeatures:\n  - title：快\n    details：真快\n---\n", 3),
            ("---\nfeatures:\n- title: 快\n  details：真快\n---\n", 4),
            ("---\nhero:\n  text: |\n    甲\n  name：乙\n---\n", 5),
            ("---\nhero:\n  actions:\n    - text：甲\n      link: /a\n---\n", 4),
        ] {
            let issue = split(text).values().expect_err(text);
            let actual = (issue.code, issue.line, issue.detail.as_str());
            assert_eq!(
                actual,
                ("front-matter-invalid", Some(line), "a full-width colon"),
                "{text}"
            );
        }
        for text in [
            "---\ntitle: 安装：一\n---\n",
            "---\nnote: |\n  说明：x\n---\n",
            "---\nnote: |\n  title：x\n---\n",
            "---\nhero:\n  text: |\n    name：x\n---\n",
            "---\nhero:\n  text: 名：x\n---\n",
            "---\nhero:\n  tagline: 第一行\n    name：第二行\n---\n",
            "---\nfeatures:\n  - title: \"快\n      link：真快\"\n---\n",
            "---\n\n---\n",
            "---\n注意：请看\n---\n",
        ] {
            assert!(split(text).values().is_ok(), "{text}");
        }
    }

    #[test]
    fn front_matter_below_the_first_line_is_reported() {
        for (text, line) in [
            ("\n---\ntitle: a\n---\nb", 2),
            ("\n \n\n---\ntitle: a\n---\n", 4),
            ("<!-- x\ny -->\n---\ntitle: a\n---\n", 3),
            ("<!-- x -->\n\n<!-- y -->\n---\ntitle：a\n---\n", 4),
            ("\u{feff}\n---\ntitle: a\n---\nb", 2),
            (" ---\ntitle: a\n---\n", 1),
            ("\n  ---\n  title: a\n  ---\n", 2),
            ("\u{200b}---\ntitle: a\n---\n", 1),
            ("\n+++\ntitle = \"a\"\n+++\n", 2),
        ] {
            let parts = split(text);
            assert_eq!(parts.format, None, "{text:?}");
            let issue = parts.issue().unwrap();
            assert_eq!(
                (issue.code, issue.line),
                ("front-matter-not-first", Some(line)),
                "{text:?}"
            );
        }
        for text in [
            "\n---\n---\n",
            "\n---\n\n正文\n\n---\n",
            "a\n\n---\ntitle: a\n---\n",
            "\n    ---\ntitle: a\n---\n",
            "\n+++\n+++\n",
            "\n+++\ntext\n+++\n",
            "<!-- a\n---\ntitle: a\n---\n",
            "<!-- a --> ---\ntitle: a\n---\n",
            "\n---\ntitle: a\n",
        ] {
            assert_eq!(split(text).issue(), None, "{text:?}");
        }
    }

    #[test]
    fn unclosed_front_matter_is_body_and_reported() {
        let parts = split("---\ntitle: a\n\ntext\n");
        assert_eq!(parts.body, "---\ntitle: a\n\ntext\n");
        let issue = parts.issue().unwrap();
        assert_eq!((issue.code, issue.line), ("front-matter-unclosed", Some(1)));
        assert_eq!(split("---\na: 1\n---\n").issue(), None);
    }

    #[test]
    fn reported_front_matter_error_line_is_off_by_at_most_one() {
        for (text, line) in [
            ("---\ntitle: a\ntitle: b\n---\n", 3),
            ("---\na: 'x\n---\n", 2),
            ("+++\na = 1\nb = \n+++\n", 3),
        ] {
            let issue = split(text).values().expect_err(text);
            assert_eq!(issue.code, "front-matter-invalid");
            assert!(issue.line.unwrap().abs_diff(line) <= 1, "{text:?} {issue:?}");
        }
    }

    #[test]
    fn toml_numbers_and_tables_become_texts_and_maps() {
        let values =
            split("+++\ntitle = \"a\"\nweight = 3\n[hero]\nname = \"b\"\n+++\n").values().unwrap();
        assert_eq!(values.get("weight").and_then(Value::text), Some("3"));
        assert_eq!(values.get("hero").unwrap().get("name").and_then(Value::text), Some("b"));
    }

    #[test]
    fn invalid_toml_is_reported_with_its_cause() {
        for (fields, line, detail) in [
            ("title = 'a'\ntitle = 'b'\n", 3, "duplicate key"),
            ("title = Install it\n", 2, "unquoted text in TOML"),
            ("title = 安装\n", 2, "unquoted text in TOML"),
            ("draft\n", 2, "a TOML key without a value"),
            ("title: a\n", 2, "a TOML key without a value"),
            ("title =\n", 2, "unquoted text in TOML"),
            ("title = \"a\n", 2, "invalid TOML"),
            ("tags = [1, 2\n", 2, "invalid TOML"),
        ] {
            let issue = split(&format!("+++\n{fields}+++\n")).values().unwrap_err();
            let actual = (issue.code, issue.line, issue.detail.as_str());
            assert_eq!(actual, ("front-matter-invalid", Some(line), detail), "{fields}");
        }
    }

    proptest! {
        #[test]
        fn splitting_front_matter_preserves_every_byte(text in "(\u{feff})?(---|\\+\\+\\+)?[-+a: \r\n文\u{0}]{0,60}") {
            let parts = split(&text);
            let whole = format!("{}{}", parts.front, parts.body);
            let _ = parts.values();
            prop_assert_eq!(whole, text);
        }
    }
}

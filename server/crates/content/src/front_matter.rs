//! Lossless splitter of front matter and body.

use crate::issue::{Issue, line_at};
use crate::yaml::{self, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Toml,
    Json,
}

/// A file in two parts: `front` + `body` is the file, byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts<'a> {
    /// Byte order mark, delimiters and the text between them; empty when there is no front
    /// matter.
    pub front: &'a str,
    pub body: &'a str,
    /// The text between the delimiters.
    pub fields: &'a str,
    pub format: Option<Format>,
    /// Set when the first line opens front matter that nothing closes; all of it is body then.
    pub(crate) unclosed: bool,
}

impl Parts<'_> {
    /// How many lines stand before the body: add them to a line of the body to get a line of the
    /// file.
    pub fn lines_before_body(&self) -> u32 {
        let breaks = self.front.bytes().filter(|byte| *byte == b'\n').count();
        u32::try_from(breaks).unwrap_or(u32::MAX)
    }

    /// The values of the front matter, in any of its formats.
    pub fn values(&self) -> Result<Value, Issue> {
        match self.format {
            None => Ok(Value::Nothing),
            Some(Format::Yaml) => yaml::parse(self.fields).map_err(|mistake| {
                Issue::error("front-matter-invalid", mistake.line, mistake.detail).below(1)
            }),
            Some(Format::Toml) => toml_values(self.fields).map_err(|issue| issue.below(1)),
            // JSON is YAML; its braces belong to it.
            Some(Format::Json) => yaml::parse(self.fields).map_err(|mistake| {
                Issue::error("front-matter-invalid", mistake.line, mistake.detail)
            }),
        }
    }

    /// Where the fields begin in the file; without front matter, where the body does.
    pub(super) fn start_of_fields(&self) -> usize {
        match self.format {
            None => self.front.len(),
            Some(Format::Json) => self.front.len() - self.fields.len(),
            Some(Format::Yaml | Format::Toml) => line_end_at(self.front, 0),
        }
    }

    /// The line of the file on which these words of the front matter stand.
    pub fn line_of(&self, words: &str) -> u32 {
        line_at(self.front.as_bytes(), self.front.find(words).unwrap_or(0))
    }

    /// The issue of an opening line that nothing closes.
    pub fn issue(&self) -> Option<Issue> {
        self.unclosed.then(|| Issue::warning("front-matter-unclosed", 1, self.body_start()))
    }

    fn body_start(&self) -> String {
        self.body.lines().next().unwrap_or_default().trim_end().to_owned()
    }
}

/// Splits `text`. A file whose first line is no delimiter has no front matter.
pub fn split(text: &str) -> Parts<'_> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let no_front = |unclosed| Parts {
        front: &text[..mark],
        body: &text[mark..],
        fields: "",
        format: None,
        unclosed,
    };
    let first_end = line_end_at(text, mark);
    let (delimiter, format) = match text[mark..first_end].trim_end() {
        "---" => ("---", Format::Yaml),
        "+++" => ("+++", Format::Toml),
        "{" => return json(text, mark).unwrap_or(no_front(false)),
        _ => return no_front(false),
    };
    let mut start = first_end;
    while start < text.len() {
        let end = line_end_at(text, start);
        if text[start..end].trim_end() == delimiter {
            let fields = &text[first_end..start];
            let (front, body) = text.split_at(end);
            return Parts { front, body, fields, format: Some(format), unclosed: false };
        }
        start = end;
    }
    // Without its end it may well be a page that begins with a thematic break.
    no_front(true)
}

/// Hugo's third way: an object whose braces stand alone on their lines. Any other brace is text.
fn json(text: &str, mark: usize) -> Option<Parts<'_>> {
    let mut start = mark;
    while start < text.len() {
        let end = line_end_at(text, start);
        if text[start..end].trim_end() == "}" {
            let fields = &text[mark..end];
            serde_json::from_str::<serde::de::IgnoredAny>(fields).ok()?;
            let (front, body) = text.split_at(end);
            return Some(Parts {
                front,
                body,
                fields,
                format: Some(Format::Json),
                unclosed: false,
            });
        }
        start = end;
    }
    None
}

/// Where the line that begins at `start` ends, its line break included.
pub(super) fn line_end_at(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

pub fn toml_values(fields: &str) -> Result<Value, Issue> {
    let table: toml::Table = fields.parse().map_err(|error: toml::de::Error| {
        let offset = error.span().map_or(0, |span| span.start);
        let line = crate::issue::line_at(fields.as_bytes(), offset);
        Issue::error("front-matter-invalid", line, error.message())
    })?;
    Ok(from_toml(toml::Value::Table(table)))
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
    }

    #[test]
    fn other_text_is_body() {
        for text in [
            "",
            "# a\n",
            "----\na\n----\n",
            " ---\na: 1\n---\n",
            "a\n---\nb: 1\n---\n",
            "\n---\n---\n",
            "{\na\n}\n",
            "{ \"a\": 1 }\n",
        ] {
            check(text, "", text, 0);
        }
        check("\u{feff}# a", "", "# a", 0);
    }

    #[test]
    fn unclosed_front_matter_is_reported_as_body() {
        let parts = split("---\ntitle: a\n\ntext\n");
        assert_eq!(parts.body, "---\ntitle: a\n\ntext\n");
        let issue = parts.issue().unwrap();
        assert_eq!((issue.code, issue.line), ("front-matter-unclosed", Some(1)));
        assert_eq!(split("---\na: 1\n---\n").issue(), None);
    }

    #[test]
    fn error_has_the_line_of_the_file() {
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
    fn toml_gives_the_same_values_as_yaml() {
        let values =
            split("+++\ntitle = \"a\"\nweight = 3\n[hero]\nname = \"b\"\n+++\n").values().unwrap();
        assert_eq!(values.get("weight").and_then(Value::text), Some("3"));
        assert_eq!(values.get("hero").unwrap().get("name").and_then(Value::text), Some("b"));
    }

    proptest! {
        #[test]
        fn split_preserves_every_byte(text in "(\u{feff})?(---|\\+\\+\\+)?[-+a: \r\n文\u{0}]{0,60}") {
            let parts = split(&text);
            let whole = format!("{}{}", parts.front, parts.body);
            let _ = parts.values();
            prop_assert_eq!(whole, text);
        }
    }
}

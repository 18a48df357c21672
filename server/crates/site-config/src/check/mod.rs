//! Validation of site files: names, kinds, sizes, and the contents of each kind.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, IgnoredAny};

use super::profile;
use super::profile::InvalidValue;
use super::profile::about::About;
use super::profile::navigation::Navigation;
use super::profile::ui_text::Strict;
use pailou_sanitize::css;
use pailou_sanitize::css::{Issue, line_and_column};
use pailou_web::problem::{FieldError, Problem};

/// Name of the site's stylesheet. Every page links to it, even before the first version is published.
pub const STYLESHEET: &str = "global_style.css";

const MAX_NAME: usize = 64;
/// Maximum size of a site file, in bytes.
pub const MAX_BYTES: usize = 256 << 10;
/// Maximum size of a site file that every page contains, in bytes.
const MAX_BYTES_ON_EVERY_PAGE: usize = 64 << 10;
/// Maximum number of issues that are returned.
const MAX_ISSUES: usize = 20;

/// Kind of a site file, by the extension of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Css,
    Json,
    Text,
}

impl Kind {
    pub fn of(name: &str) -> Option<Self> {
        match name.rsplit_once('.') {
            Some(("", _)) | None => None,
            Some((_, "css")) => Some(Self::Css),
            Some((_, "json")) => Some(Self::Json),
            Some((_, "txt")) => Some(Self::Text),
            Some(_) => None,
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Css => "text/css; charset=utf-8",
            Self::Json => "application/json",
            Self::Text => "text/plain; charset=utf-8",
        }
    }
}

pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.-".contains(c);
    (1..=MAX_NAME).contains(&name.len()) && name.chars().all(plain)
}

/// Whether the name is valid for a site file and determines this media type.
pub fn is_of_type(name: &str, media_type: &str) -> bool {
    is_name(name) && Kind::of(name).is_some_and(|kind| kind.media_type() == media_type)
}

/// Validates the name and the content of a site file. Returns its kind, or an error with up to `MAX_ISSUES` issues.
pub fn check(name: &str, body: &str) -> Result<Kind, Problem> {
    let kind = Kind::of(name).ok_or_else(|| {
        let detail = "invalid name: expected the ending .css, .json, or .txt";
        Problem::invalid("name", "unknown-type", detail)
    })?;
    if body.len() > MAX_BYTES {
        let detail = format!("text too long: at most {MAX_BYTES} bytes");
        return Err(Problem::invalid("body", "too-large", detail));
    }
    if profile::is_loaded_on_every_page(name) && body.len() > MAX_BYTES_ON_EVERY_PAGE {
        let detail = format!(
            "site files too large: those included in every page have at most {MAX_BYTES_ON_EVERY_PAGE} bytes"
        );
        return Err(Problem::invalid("body", "too-large-for-pages", detail));
    }
    let mut found = control_characters(body);
    if found.is_empty() {
        found = match kind {
            Kind::Css => css::check(body),
            Kind::Json => json(name, body),
            Kind::Text => Vec::new(),
        };
    }
    if found.is_empty() {
        return Ok(kind);
    }
    Err(Problem::Invalid(found.iter().take(MAX_ISSUES).map(field_error).collect()))
}

fn control_characters(body: &str) -> Vec<Issue> {
    let is_wrong = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}');
    let wrong = body.char_indices().filter(|(_, c)| is_wrong(*c)).take(MAX_ISSUES);
    let issue = |(at, _)| {
        let (line, column) = line_and_column(body, at);
        Issue { code: "control-character", line, column }
    };
    wrong.map(issue).collect()
}

fn json(name: &str, body: &str) -> Vec<Issue> {
    match (profile::ui_text::locale_of(name), name) {
        (Some(locale), _) => parsed(Strict(locale), body),
        (None, profile::navigation::NAME) => parsed(PhantomData::<Navigation>, body),
        (None, profile::about::NAME) => parsed(PhantomData::<About>, body),
        (None, _) => parsed(PhantomData::<IgnoredAny>, body),
    }
}

fn parsed<'de>(shape: impl DeserializeSeed<'de>, body: &'de str) -> Vec<Issue> {
    let mut json = serde_json::Deserializer::from_str(body);
    let read = shape.deserialize(&mut json).and_then(|_| json.end());
    let Err(error) = read else { return Vec::new() };
    let code = if error.is_data() { InvalidValue::code_of(&error.to_string()) } else { "syntax" };
    // The parser reports the column in bytes, one byte after the error.
    let line_starts = body.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
    let byte = line_starts.sum::<usize>() + error.column().saturating_sub(1);
    let (line, column) = line_and_column(body, byte.min(body.len()));
    vec![Issue { code, line, column }]
}

fn field_error(issue: &Issue) -> FieldError {
    let Issue { code, line, column } = *issue;
    let what = match code {
        "import" => "`@import` is not allowed",
        "function" => "`@function` is not allowed",
        "foreign-url" => "URL of another origin",
        "bad-text" => "unterminated string or URL",
        "unclosed" => "unterminated block",
        "stray" => "unexpected `}`",
        "control-character" => "control character",
        "unknown-message" => "unknown message",
        "placeholders-differ" => "placeholders differ from the built-in message",
        "empty" => "empty value",
        "too-long" => "value too long",
        "one-language" => "missing label: expected both languages, or `only`",
        "bad-address" => "invalid URL",
        "bad-edit-address" => "invalid edit URL: expected `https://` and `{file}`",
        "bad-origin" => "invalid origin: expected `https://` and a host name",
        "too-many" => "too many entries",
        "unknown-field" => "unknown field",
        "missing-field" => "missing field",
        "wrong-type" => "invalid type",
        _ => "syntax error",
    };
    let detail = format!("line {line}, column {column}: {what}");
    FieldError { field: "body".to_owned(), code, detail, line: Some(line), column: Some(column) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_result(name: &str, body: &str, expected: &str) {
        let actual = match check(name, body) {
            Ok(kind) => kind.media_type().to_owned(),
            Err(Problem::Invalid(errors)) => {
                errors.iter().map(|it| format!("{} {}", it.field, it.detail)).collect()
            }
            Err(other) => other.to_string(),
        };
        assert_eq!(actual, expected, "{name}");
    }

    #[test]
    fn site_file_is_validated_by_its_type() {
        check_result("global_style.css", "a { b: c }", "text/css; charset=utf-8");
        check_result("a.json", "{\"a\": [1]}", "application/json");
        check_result("a.json", "{\n\"a\": }", "body line 2, column 6: syntax error");
        check_result("a.json", "{\n\"名\": }", "body line 2, column 6: syntax error");
        check_result("robots.txt", "a { b", "text/plain; charset=utf-8");
        check_result("a.txt", "名\n\u{7}", "body line 2, column 1: control character");
        check_result(
            "a.txt",
            &"x".repeat(MAX_BYTES + 1),
            "body text too long: at most 262144 bytes",
        );
        for name in ["a.svg", "a", ".css", "a.css.html"] {
            check_result(name, "", "name invalid name: expected the ending .css, .json, or .txt");
        }
    }

    #[test]
    fn every_error_code_has_a_specific_message() {
        let css = ["import", "function", "foreign-url", "bad-text", "unclosed", "stray"];
        let json = ["unknown-field", "missing-field", "wrong-type", "control-character"];
        for code in InvalidValue::ALL.into_iter().chain(css).chain(json) {
            let detail = field_error(&Issue { code, line: 1, column: 2 }).detail;
            assert!(!detail.contains("syntax error"), "{code}");
        }
        let about = r#"{"embed_origins": ["example.org"]}"#;
        let expected =
            "body line 1, column 34: invalid origin: expected `https://` and a host name";
        check_result(profile::about::NAME, about, expected);
    }

    #[test]
    fn file_name_determines_the_media_type() {
        let css = "text/css; charset=utf-8";
        for (name, media_type, expected) in [
            ("global_style.css", css, true),
            ("a.json", "application/json", true),
            ("a.json", css, false),
            ("a.txt", "text/html", false),
            ("a.html", "text/html", false),
            ("../a.css", css, false),
        ] {
            assert_eq!(is_of_type(name, media_type), expected, "{name} {media_type}");
        }
    }
}

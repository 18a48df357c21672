//! Errors of the API (RFC 9457). The caller parses the JSON: in the UI with the browser's parser, on the server with a
//! Rust parser.

use crate::status;

/// Media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Problem document. The UI selects its message by `code`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub kind: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    pub code: String,
    pub errors: Vec<FieldError>,
}

/// Validation error of one field of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: String,
    pub code: String,
    pub detail: String,
}

/// Access to a parsed JSON value.
pub trait Fields: Sized {
    /// String property; `None` if the value is not an object or has no such string.
    fn text(&self, name: &str) -> Option<String>;
    /// Elements of an array property; empty if there is none.
    fn list(&self, name: &str) -> Vec<Self>;
}

impl Problem {
    /// Creates a problem from the status only.
    pub fn from_status(status: u16, status_text: &str) -> Problem {
        Problem {
            kind: "about:blank".to_owned(),
            title: status::text(status, status_text).to_owned(),
            status,
            detail: String::new(),
            code: ["http-", &status::digits(status)].concat(),
            errors: Vec::new(),
        }
    }

    /// Creates a problem from its parsed body. The status of the response overrides the status in
    /// the body.
    pub fn from_fields(status: u16, status_text: &str, body: &impl Fields) -> Problem {
        let bare = Problem::from_status(status, status_text);
        Problem {
            kind: body.text("type").unwrap_or(bare.kind),
            title: body.text("title").unwrap_or(bare.title),
            status,
            detail: body.text("detail").unwrap_or_default(),
            code: body.text("code").unwrap_or(bare.code),
            errors: body.list("errors").iter().map(FieldError::from_fields).collect(),
        }
    }
}

impl FieldError {
    fn from_fields(error: &impl Fields) -> FieldError {
        let text = |name| error.text(name).unwrap_or_default();
        FieldError { field: text("field"), code: text("code"), detail: text("detail") }
    }
}

/// Whether a `Content-Type` is that of a problem document.
pub fn is_problem(content_type: &str) -> bool {
    let media_type = content_type.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    media_type.trim_ascii().eq_ignore_ascii_case(MEDIA_TYPE.as_bytes())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// Minimal test double for a parsed JSON object.
    #[derive(Default, Clone)]
    struct Object(Vec<(&'static str, &'static str)>, Vec<Object>);

    impl Fields for Object {
        fn text(&self, name: &str) -> Option<String> {
            let (_, text) = self.0.iter().find(|(found, _)| *found == name)?;
            Some((*text).to_owned())
        }

        fn list(&self, name: &str) -> Vec<Object> {
            if name == "errors" { self.1.clone() } else { Vec::new() }
        }
    }

    #[test]
    fn complete_problem_is_parsed_unchanged() {
        let error =
            Object(vec![("field", "title"), ("code", "empty"), ("detail", "say more")], vec![]);
        let body = Object(
            vec![
                ("type", "/problems/invalid"),
                ("title", "Invalid"),
                ("detail", "d"),
                ("code", "invalid"),
            ],
            vec![error, Object::default()],
        );
        let problem = Problem::from_fields(422, "", &body);
        assert_eq!(problem.kind, "/problems/invalid");
        assert_eq!((problem.title.as_str(), problem.code.as_str()), ("Invalid", "invalid"));
        assert_eq!((problem.status, problem.detail.as_str()), (422, "d"));
        assert_eq!(problem.errors[0].field, "title");
        assert_eq!(problem.errors[1].field, "", "an error without fields is kept");
    }

    #[test]
    fn missing_problem_fields_are_set_from_the_status() {
        let empty = Problem::from_fields(404, "", &Object::default());
        assert_eq!(empty, Problem::from_status(404, ""));
        assert_eq!((empty.title.as_str(), empty.code.as_str()), ("Not Found", "http-404"));
        assert_eq!(empty.kind, "about:blank");
    }

    #[test]
    fn problem_is_detected_by_media_type() {
        for (content_type, expected) in [
            ("application/problem+json", true),
            ("Application/Problem+JSON; charset=utf-8", true),
            ("application/json", false),
            ("text/html", false),
            ("application/problem+jsonx", false),
            ("", false),
        ] {
            assert_eq!(is_problem(content_type), expected, "{content_type}");
        }
    }
}

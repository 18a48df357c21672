//! Curated answers: fixed answers of the assistant to certain questions, written by editors. Each has a language,
//! wordings of the question, an answer in Markdown, and optionally an expiry date.
//!
//! [`mod@file`] reads and writes the file `assistant-answers.toml` of an export; [`store`] contains the SQL.
//!
//! ```
//! use pailou_curated_answers::file;
//!
//! let text = "[[answer]]\nid = \"retries\"\n";
//! assert!(file::read(text).is_err(), "an answer needs a language");
//! ```

pub mod file;
pub mod store;

use std::collections::HashSet;

use core_wasm::locale::Locale;

use pailou_dates::Day;

/// Cache tag that is invalidated when a curated answer changes.
pub const TAG: &str = "assistant-answers";
/// Maximum number of curated answers of a site.
pub const MAX_ANSWERS: usize = 500;
/// Maximum number of wordings per answer.
pub(crate) const MAX_PATTERNS: usize = 20;
/// Maximum length of a wording in characters.
pub(crate) const MAX_PATTERN: usize = 300;
/// Maximum length of an answer in characters.
pub const MAX_ANSWER: usize = 8000;

/// Curated answer. Times are milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CuratedAnswer {
    pub id: String,
    /// Revision for `If-Match`, counted from 1.
    pub revision: i64,
    pub fields: AnswerFields,
    pub created_at: i64,
    pub updated_at: i64,
    pub updated_by: String,
}

impl CuratedAnswer {
    /// Whether the answer has not expired at `now`.
    pub fn is_current(&self, now: i64) -> bool {
        self.fields.expires.is_none_or(|day| now < day.end())
    }
}

/// Fields of a curated answer that editors can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFields {
    pub locale: Locale,
    /// Wordings of the question.
    pub patterns: Vec<String>,
    /// Answer in Markdown.
    pub answer: String,
    /// Last day on which the answer is used, in UTC.
    pub expires: Option<Day>,
}

/// Validation error of a field: name of the field, stable code, and message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidField {
    pub field: &'static str,
    pub code: &'static str,
    pub detail: String,
}

impl AnswerFields {
    /// Validates and normalizes the fields: removes blank and duplicate wordings and redundant white space.
    ///
    /// # Errors
    /// Returns the errors of all invalid fields.
    pub fn new(
        locale: Locale,
        patterns: &[String],
        answer: &str,
        expires: Option<&str>,
    ) -> Result<Self, Vec<InvalidField>> {
        let mut errors = Vec::new();
        let mut error =
            |field, code, detail: String| errors.push(InvalidField { field, code, detail });
        let mut known = HashSet::new();
        let words = |pattern: &String| pattern.split_whitespace().collect::<Vec<_>>().join(" ");
        let patterns: Vec<String> = patterns
            .iter()
            .map(words)
            .filter(|pattern| !pattern.is_empty() && known.insert(pattern.clone()))
            .collect();
        if patterns.is_empty() {
            error(
                "patterns",
                "required",
                "missing question: write at least one wording".to_owned(),
            );
        }
        if patterns.len() > MAX_PATTERNS {
            error("patterns", "too-many", format!("too many wordings: at most {MAX_PATTERNS}"));
        }
        if patterns.iter().any(|pattern| pattern.chars().count() > MAX_PATTERN) {
            let detail = format!("wording too long: at most {MAX_PATTERN} characters");
            error("patterns", "too-long", detail);
        }
        let answer = answer.replace("\r\n", "\n").trim().to_owned();
        if answer.is_empty() {
            error("answer", "required", "missing answer".to_owned());
        }
        if answer.chars().count() > MAX_ANSWER {
            error(
                "answer",
                "too-long",
                format!("answer too long: at most {MAX_ANSWER} characters"),
            );
        }
        if answer.contains('\0') || patterns.iter().any(|pattern| pattern.contains('\0')) {
            error("answer", "invalid", "invalid character: U+0000 cannot be stored".to_owned());
        }
        let day = expires.map(str::trim).filter(|day| !day.is_empty()).map(str::parse::<Day>);
        if day.as_ref().is_some_and(Result::is_err) {
            error(
                "expires",
                "invalid",
                "invalid `expires`: expected a day such as 2027-01-31".to_owned(),
            );
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self { locale, patterns, answer, expires: day.and_then(Result::ok) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn fields(locale: Locale, pattern: &str, answer: &str) -> AnswerFields {
        AnswerFields::new(locale, &[pattern.to_owned()], answer, None).expect("valid")
    }

    #[test]
    fn wordings_and_text_of_a_curated_answer_are_normalized() {
        let patterns = [" how  to\nask ", "", "how to ask"].map(str::to_owned);
        let fields = AnswerFields::new(Locale::En, &patterns, " a\r\nb \n", Some("2027-01-31"));
        let fields = fields.expect("valid");
        assert_eq!(fields.patterns, ["how to ask"]);
        assert_eq!(fields.answer, "a\nb");
        assert_eq!(fields.expires.map(|day| day.to_string()).as_deref(), Some("2027-01-31"));
    }

    #[test]
    fn all_invalid_fields_of_a_curated_answer_are_reported() {
        let many: Vec<String> = (0..21).map(|n| format!("{n}{}", "x".repeat(300))).collect();
        for (patterns, answer, expires, expected) in [
            (Vec::new(), "", Some("soon"), "patterns required, answer required, expires invalid"),
            (
                many,
                &"x".repeat(8001),
                None,
                "patterns too-many, patterns too-long, answer too-long",
            ),
            (vec!["a\0b".to_owned()], "x", None, "answer invalid"),
        ] {
            let errors = AnswerFields::new(Locale::En, &patterns, answer, expires).unwrap_err();
            let codes: Vec<_> =
                errors.iter().map(|error| format!("{} {}", error.field, error.code)).collect();
            assert_eq!(codes.join(", "), expected);
        }
    }

    #[test]
    fn curated_answer_is_used_until_its_last_day_ends() {
        let mut fields = fields(Locale::En, "a", "b");
        fields.expires = Some("1970-01-02".parse().expect("a day"));
        let answer = CuratedAnswer {
            id: "x".to_owned(),
            revision: 1,
            fields,
            created_at: 0,
            updated_at: 0,
            updated_by: String::new(),
        };
        let day = pailou_dates::MS;
        for (now, expected) in [(0, true), (2 * day - 1, true), (2 * day, false)] {
            assert_eq!(answer.is_current(now), expected, "{now}");
        }
    }
}

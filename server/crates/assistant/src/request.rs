//! Validation of questions: length limits, and removal of invisible characters.

use core_wasm::locale::Locale;

use crate::api::{AskQuery, AskRequest, Turn};
use pailou_web::params;
use pailou_web::problem::{FieldError, Problem};

const MAX_QUESTION: usize = 500;
const MAX_TURNS: usize = 6;
const MAX_ANSWER: usize = 4000;
const MAX_URL: usize = 2000;

/// A validated question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ValidQuestion {
    pub text: String,
    pub locale: Locale,
    /// Path of the page from which the question is asked.
    pub page: Option<String>,
    /// Previous question of the conversation.
    pub before: Option<String>,
    /// Whether a language model may write an answer.
    pub with_model: bool,
    /// Conversation so far, for the model: pairs of question and answer, oldest first.
    pub turns: Vec<(String, String)>,
}

impl ValidQuestion {
    /// Validates a request.
    ///
    /// # Errors
    /// Returns an error for an unknown locale, otherwise the errors of all invalid fields.
    pub(crate) fn new(request: &AskRequest) -> Result<Self, Problem> {
        let locale = params::locale(&request.locale)?;
        let mut errors = Vec::new();
        let text = visible(&request.question);
        if text.is_empty() {
            errors.push(FieldError::new("question", "required", "missing question"));
        }
        if request.question.chars().count() > MAX_QUESTION {
            let detail = "question too long: at most 500 characters";
            errors.push(FieldError::new("question", "too-long", detail));
        }
        if request.page.as_ref().is_some_and(|page| page.chars().count() > MAX_URL) {
            let detail = "page too long: at most 2000 characters";
            errors.push(FieldError::new("page", "too-long", detail));
        }
        let history = request.history.as_deref().unwrap_or_default();
        if history.len() > MAX_TURNS {
            let detail = "too many turns in `history`: at most 6";
            errors.push(FieldError::new("history", "too-many", detail));
        }
        if history.iter().any(is_too_long) {
            let detail = "a turn of `history` is too long: at most 500 characters for the question and 4000 for the \
                          answer";
            errors.push(FieldError::new("history", "too-long", detail));
        }
        if !errors.is_empty() {
            return Err(Problem::Invalid(errors));
        }
        let before = history.last().map(|turn| visible(&turn.question));
        let page = request.page.as_deref().and_then(path_of);
        let turns = history.iter().map(|turn| (visible(&turn.question), visible(&turn.answer)));
        Ok(Self {
            text,
            locale,
            page,
            before: before.filter(|text| !text.is_empty()),
            with_model: request.model.unwrap_or_default(),
            turns: turns.collect(),
        })
    }

    pub(crate) fn of_query(query: AskQuery) -> Result<Self, Problem> {
        Self::new(&AskRequest {
            question: query.question.unwrap_or_default(),
            locale: query.locale.unwrap_or_else(|| "en".to_owned()),
            page: query.page,
            history: None,
            model: None,
            origin: None,
            store: None,
        })
    }
}

fn is_too_long(turn: &Turn) -> bool {
    turn.question.chars().count() > MAX_QUESTION || turn.answer.chars().count() > MAX_ANSWER
}

/// Removes invisible and bidirectional formatting characters (UTR #36), and replaces control characters and white space
/// with single spaces.
pub(crate) fn visible(text: &str) -> String {
    let visible_text: String = text
        .chars()
        .filter(|c| !is_hidden(*c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    visible_text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is an invisible or bidirectional formatting character.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the path of a page URL: `https://docs.example.org/index/en/docs/a?x#y` → `/index/en/docs/a`. `None` for
/// other URLs.
fn path_of(url: &str) -> Option<String> {
    let path = match url.split_once("://") {
        Some(("http" | "https", rest)) => &rest[rest.find('/')?..],
        _ => url,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    path.starts_with("/index/").then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_with(question: &str) -> AskRequest {
        AskRequest {
            question: question.to_owned(),
            locale: "en".to_owned(),
            page: None,
            history: None,
            model: None,
            origin: None,
            store: None,
        }
    }

    #[test]
    fn hidden_characters_are_removed_from_questions() {
        for (question, expected) in [
            ("  how\n do\u{202e} I\u{200b}\u{0} ", "how do I"),
            ("<b>x</b>", "<b>x</b>"),
            ("超时", "超时"),
        ] {
            assert_eq!(ValidQuestion::new(&request_with(question)).expect(question).text, expected);
        }
    }

    #[test]
    fn all_invalid_fields_of_a_question_are_reported() {
        let turn = Turn { question: "x".repeat(501), answer: String::new() };
        let request = AskRequest {
            page: Some("x".repeat(2001)),
            history: Some(vec![turn; 7]),
            ..request_with(&"x".repeat(501))
        };
        let Err(Problem::Invalid(errors)) = ValidQuestion::new(&request) else { panic!() };
        let codes: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
        assert_eq!(
            codes,
            [
                ("question", "too-long"),
                ("page", "too-long"),
                ("history", "too-many"),
                ("history", "too-long")
            ]
        );
        let Err(Problem::Invalid(errors)) = ValidQuestion::new(&request_with("\u{200b} ")) else {
            panic!()
        };
        assert_eq!(errors[0].code, "required");
    }

    #[test]
    fn path_is_extracted_from_the_page_url_of_a_question() {
        for (url, expected) in [
            ("https://docs.example.org/index/en/docs/a/?x#y", Some("/index/en/docs/a")),
            ("/index/zh/docs", Some("/index/zh/docs")),
            ("javascript:alert(1)", None),
            ("https://example.org", None),
        ] {
            assert_eq!(path_of(url).as_deref(), expected, "{url}");
        }
    }
}

//! Errors of the language model: messages for the log and the connection test, notices for visitors.

use std::time::Duration;

use crate::api::ModelNotice;
use pailou_web::http_client::HttpClientError;

/// Maximum length of an error message of a model server in characters; the rest is cut off.
const MAX_MESSAGE: usize = 300;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ModelError {
    #[error("no connection: {0}")]
    Connection(#[from] HttpClientError),
    #[error("no first token within {0:?}")]
    FirstToken(Duration),
    #[error("no further token within {0:?}")]
    Stalled(Duration),
    #[error("no complete answer within {0:?}")]
    TooSlow(Duration),
    #[error("the server answered with status {0}: {1}")]
    Status(u16, String),
    #[error("the server is busy (429)")]
    Busy(Option<Duration>),
    #[error("the server redirects to another address")]
    Redirect,
    #[error("the response is a web page: the base URL is not that of an API")]
    NotAnApi,
    #[error("the response is not JSON")]
    Malformed,
    #[error("the server reported an error: {0}")]
    Reported(String),
    #[error("the server's content filter stopped the answer")]
    Filtered,
    #[error("the stream ended before the answer did")]
    Cut,
    #[error("the answer is longer than allowed")]
    TooLong,
    #[error("the answer is empty")]
    Empty,
    #[error("the answer is not in the language of the reader")]
    WrongLanguage,
    #[error("the answer repeats the prompt")]
    RepeatedPrompt,
}

impl ModelError {
    /// Notice for the visitor. `has_begun` states whether a part of the answer was sent.
    pub(crate) fn notice(&self, has_begun: bool) -> ModelNotice {
        match self {
            _ if has_begun => ModelNotice::Cut,
            Self::FirstToken(_) | Self::Stalled(_) | Self::TooSlow(_) => ModelNotice::Slow,
            Self::Connection(HttpClientError::Slow) => ModelNotice::Slow,
            Self::Busy(_) => ModelNotice::Busy,
            Self::WrongLanguage => ModelNotice::WrongLanguage,
            _ => ModelNotice::Failed,
        }
    }

    /// Whether the failed request causes no cost, because the server has not started an answer.
    pub(super) fn is_free(&self) -> bool {
        matches!(
            self,
            Self::Connection(_)
                | Self::Status(..)
                | Self::Busy(_)
                | Self::Redirect
                | Self::NotAnApi
        )
    }

    /// Stable code for the connection test.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Connection(HttpClientError::Slow) => "connect-timeout",
            Self::Connection(error) => error.code(),
            Self::FirstToken(_) | Self::Stalled(_) | Self::TooSlow(_) => "timeout",
            Self::Status(401 | 403, _) => "key-refused",
            Self::Status(402, _) => "no-credit",
            Self::Status(404, _) => "not-found",
            Self::Status(500..=599, _) => "server-error",
            Self::Status(..) | Self::Reported(_) | Self::Filtered => "refused",
            Self::Busy(_) => "busy",
            Self::Redirect => "redirect",
            Self::NotAnApi | Self::Malformed => "not-an-api",
            Self::Cut
            | Self::TooLong
            | Self::Empty
            | Self::WrongLanguage
            | Self::RepeatedPrompt => "broken",
        }
    }

    /// Removes the API key from the message, because some servers repeat it. Also replaces control characters with
    /// spaces, and shortens the message.
    pub(super) fn without_key(self, key: &str) -> Self {
        let clean = |text: String| {
            let text = if key.is_empty() { text } else { text.replace(key, "…") };
            let printable = text.chars().map(|c| if c.is_control() { ' ' } else { c });
            printable.take(MAX_MESSAGE).collect::<String>()
        };
        match self {
            Self::Status(status, text) => Self::Status(status, clean(text)),
            Self::Reported(text) => Self::Reported(clean(text)),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_key_is_removed_from_error_messages() {
        let error = ModelError::Status(401, "invalid key sk-secret\n".to_owned());
        assert_eq!(
            error.without_key("sk-secret").to_string(),
            "the server answered with status 401: invalid key … "
        );
    }

    #[test]
    fn notice_depends_on_error_and_on_text_already_sent() {
        let second = Duration::from_secs(1);
        for (error, has_begun, expected) in [
            (ModelError::Stalled(second), false, ModelNotice::Slow),
            (ModelError::Stalled(second), true, ModelNotice::Cut),
            (ModelError::Busy(None), false, ModelNotice::Busy),
            (ModelError::NotAnApi, false, ModelNotice::Failed),
            (ModelError::RepeatedPrompt, false, ModelNotice::Failed),
            (ModelError::WrongLanguage, false, ModelNotice::WrongLanguage),
        ] {
            assert_eq!(error.notice(has_begun), expected, "{error}");
        }
    }
}

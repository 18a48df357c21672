//! Session token, which neither `Debug` nor `Display` prints.

use std::fmt;

/// Key of the token in `localStorage`.
pub const STORAGE_KEY: &str = "website_token";

/// Non-empty session token.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    pub fn new(text: impl Into<String>) -> Option<Token> {
        let text = text.into();
        (!text.is_empty()).then_some(Token(text))
    }

    /// Returns the token as text, to store or send. Do not log it.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Returns the token as a header value; `None` if it is invalid as a header value.
    pub fn header_value(&self) -> Option<&str> {
        is_header_value(&self.0).then_some(self.0.as_str())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Whether the string is usable as a header value. `fetch` rejects line breaks, NUL, and characters
/// outside Latin-1; servers reject other control characters. Blank strings would be sent as empty.
pub(crate) fn is_header_value(text: &str) -> bool {
    let is_blank = text.bytes().all(|byte| byte == b' ');
    !is_blank && text.chars().all(|c| matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}'))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn debug_output_hides_the_token() {
        let token = Token::new("secret").unwrap();
        assert_eq!(format!("{token} {token:?} {:?}", Some(&token)), "… Token(…) Some(Token(…))");
    }

    #[test]
    fn token_is_sent_only_if_valid_as_a_header_value() {
        for (text, is_sent) in [
            ("abc.def-123", true),
            ("Bearer abc", true),
            ("é", true),
            (" ", false),
            ("令牌", false),
            ("a\r\nX-Evil: 1", false),
            ("a\0", false),
            ("a\tb", false),
            ("a\u{7f}", false),
            ("a\u{85}", false),
        ] {
            let token = Token::new(text).unwrap();
            assert_eq!(token.header_value().is_some(), is_sent, "{text:?}");
        }
        assert_eq!(Token::new(""), None);
    }

    proptest! {
        #[test]
        fn debug_output_never_contains_the_token(text in ".{1,40}") {
            let token = Token::new(text).unwrap();
            prop_assert_eq!(format!("{token}{token:?}"), "…Token(…)");
        }
    }
}

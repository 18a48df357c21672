//! The login token. Neither `Debug` nor `Display` prints it.

use std::fmt;

/// Where browsers keep the token.
pub const STORAGE_KEY: &str = "website_token";

/// A token that is there: the empty text is no token.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    pub fn new(text: impl Into<String>) -> Option<Token> {
        let text = text.into();
        (!text.is_empty()).then_some(Token(text))
    }

    /// The token itself, to be kept or sent. Do not log it.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The token as a header value, or nothing if no header can carry it.
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

/// Whether `fetch` takes this text as the value of a header. It refuses line ends, NUL and what
/// Latin-1 cannot say; other control characters are refused by servers.
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
    fn header_value_has_only_valid_characters() {
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
        fn debug_output_of_any_token_hides_it(text in ".{1,40}") {
            let token = Token::new(text).unwrap();
            prop_assert_eq!(format!("{token}{token:?}"), "…Token(…)");
        }
    }
}

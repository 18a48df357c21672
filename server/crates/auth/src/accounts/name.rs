//! User names: validation and uniqueness.

use unicode_normalization::UnicodeNormalization;

use pailou_text_diff::unicode_security::is_invisible;

const MOST: usize = 64;

/// A valid user name and its unique key. Names that look the same have one key, independent of case and Unicode form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub shown: String,
    pub key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    #[error("missing username")]
    Empty,
    #[error("name too long: at most {MOST} characters")]
    TooLong,
    #[error("invalid name: control or invisible characters")]
    Invisible,
}

impl NameFault {
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "required",
            Self::TooLong => "too-long",
            Self::Invisible => "invalid-characters",
        }
    }
}

impl Name {
    pub fn new(text: &str) -> Result<Self, NameFault> {
        let shown: String = text.trim().nfc().collect();
        if shown.is_empty() {
            return Err(NameFault::Empty);
        }
        if shown.chars().count() > MOST {
            return Err(NameFault::TooLong);
        }
        if shown.chars().any(is_invisible) {
            return Err(NameFault::Invisible);
        }
        let key = Self::folded(&shown);
        Ok(Self { shown, key })
    }

    /// Form in which names, or parts of them, are compared.
    pub fn folded(text: &str) -> String {
        let lower: String = text.nfkc().flat_map(char::to_lowercase).collect();
        lower.nfkc().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(a: &str, b: &str, expected: bool) {
        assert_eq!(Name::new(a).unwrap().key == Name::new(b).unwrap().key, expected, "{a} {b}");
    }

    #[test]
    fn confusable_names_are_equal() {
        same("Ann", "ann", true);
        same("Ann", " ＡＮＮ ", true);
        same("José", "Jose\u{301}", true);
        same("ﬁn", "fin", true);
        same("王", "王", true);
        same("Ann", "Anna", false);
    }

    #[test]
    fn invalid_name_is_rejected() {
        for (text, fault) in [
            ("", NameFault::Empty),
            ("  \t", NameFault::Empty),
            ("a\0b", NameFault::Invisible),
            ("a\u{202e}b", NameFault::Invisible),
            ("a\u{200b}", NameFault::Invisible),
            (&"x".repeat(65), NameFault::TooLong),
        ] {
            assert_eq!(Name::new(text), Err(fault), "{text:?}");
        }
    }
}

//! User names: validation and uniqueness.

use unicode_normalization::UnicodeNormalization;

use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::AugmentedScriptSet;

use pailou_text_diff::unicode_security::is_invisible;

const MAX_LENGTH: usize = 64;

/// Valid user name and its unique key. Names that differ only in case or Unicode normalization have the same key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub display: String,
    pub key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("missing username")]
    Empty,
    #[error("name too long: at most {MAX_LENGTH} characters")]
    TooLong,
    #[error("invalid name: control or invisible characters")]
    Invisible,
    #[error("invalid name: letters of scripts that are not written together")]
    MixedScripts,
}

impl NameError {
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "required",
            Self::TooLong => "too-long",
            Self::Invisible => "invalid-characters",
            Self::MixedScripts => "mixed-scripts",
        }
    }
}

impl Name {
    pub fn new(text: &str) -> Result<Self, NameError> {
        let display: String = text.trim().nfc().collect();
        if display.is_empty() {
            return Err(NameError::Empty);
        }
        if display.chars().count() > MAX_LENGTH {
            return Err(NameError::TooLong);
        }
        if display.chars().any(is_invisible) {
            return Err(NameError::Invisible);
        }
        let key = Self::folded(&display);
        Ok(Self { display, key })
    }

    /// Rejects a new name that mixes scripts, at the restriction level "highly restrictive" of UTS #39, section 5.2:
    /// one script, or Latin with Chinese, Japanese, or Korean.
    pub(crate) fn check_scripts(&self) -> Result<(), NameError> {
        let others: String = self.display.chars().filter(|c| c.script() != Script::Latin).collect();
        let others = AugmentedScriptSet::for_str(&others);
        let is_east_asian = others.hanb || others.jpan || others.kore;
        if AugmentedScriptSet::for_str(&self.display).is_empty() && !is_east_asian {
            return Err(NameError::MixedScripts);
        }
        Ok(())
    }

    /// Whether readers could confuse the names: the skeletons (UTS #39, section 4) of their lower-case forms are equal,
    /// or their skeletons differ only in case.
    pub(crate) fn is_confusable_with(&self, other: &str) -> bool {
        let folded_skeleton = |name: &str| {
            let folded = Self::folded(&skeleton(name).collect::<String>());
            skeleton(&folded).collect::<String>()
        };
        skeleton(&self.key).eq(skeleton(&Self::folded(other)))
            || folded_skeleton(&self.display) == folded_skeleton(other)
    }

    /// Returns the form in which names, or parts of them, are compared: NFKC and lower case.
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
    fn user_name_comparison_ignores_case_and_unicode_form() {
        same("Ann", "ann", true);
        same("Ann", " ＡＮＮ ", true);
        same("José", "Jose\u{301}", true);
        same("ﬁn", "fin", true);
        same("王", "王", true);
        same("Ann", "Anna", false);
    }

    #[test]
    fn user_name_with_mixed_scripts_except_cjk_latin_is_rejected() {
        for (text, expected) in [
            ("ann", Ok(())),
            ("Ann O'Neil-2", Ok(())),
            ("ann@example.org", Ok(())),
            ("王小明", Ok(())),
            ("王小明 (Ming)", Ok(())),
            ("𠮷田", Ok(())),
            ("欧阳·娜娜_2", Ok(())),
            ("たなか Ken 健", Ok(())),
            ("김 kim", Ok(())),
            ("Анна", Ok(())),
            ("José", Ok(())),
            ("аnn", Err(NameError::MixedScripts)),
            ("Αnn", Err(NameError::MixedScripts)),
            ("王а", Err(NameError::MixedScripts)),
            ("김たなか", Err(NameError::MixedScripts)),
        ] {
            assert_eq!(Name::new(text).unwrap().check_scripts(), expected, "{text}");
        }
    }

    #[test]
    fn look_alike_user_names_are_confusable() {
        for (a, b, expected) in [
            ("аса", "aca", true),
            ("Анна", "Anna", false),
            ("user1", "userl", true),
            ("lris", "Iris", true),
            ("arnold", "amold", true),
            ("ΑΝΝ", "ann", true),
            ("РОМА", "poma", true),
            ("ΤΟΜ", "Tom", true),
            ("АННА", "ANNA", false),
            ("ann", "anna", false),
            ("José", "Jose", false),
            ("王小明", "王小朋", false),
            ("王小明", "王晓明", false),
            ("张三", "张二", false),
        ] {
            assert_eq!(Name::new(a).unwrap().is_confusable_with(b), expected, "{a} {b}");
            assert_eq!(Name::new(b).unwrap().is_confusable_with(a), expected, "{b} {a}");
        }
    }

    #[test]
    fn invalid_user_name_is_rejected() {
        for (text, expected) in [
            ("", NameError::Empty),
            ("  \t", NameError::Empty),
            ("a\0b", NameError::Invisible),
            ("a\u{202e}b", NameError::Invisible),
            ("a\u{200b}", NameError::Invisible),
            (&"x".repeat(65), NameError::TooLong),
        ] {
            assert_eq!(Name::new(text), Err(expected), "{text:?}");
        }
    }
}

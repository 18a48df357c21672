//! Text normalization for comparison, with a map back to the original offsets.
//!
//! The steps are NFKC (UAX #15), lower case, removal of diacritics (`cafe` finds `café`), and
//! conversion of traditional to simplified Chinese. Each character is folded separately, so that a
//! match maps back to the original text.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use pailou_text_diff::script::is_han;

const FIRST: u32 = 0x3400;
const LAST: u32 = 0x9fff;

/// Simplified form of each character from `FIRST` to `LAST`.
static SIMPLIFIED: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let simplified = |code: u32| {
        let character = char::from_u32(code).unwrap_or_default();
        let text = hanconv::t2s(character.encode_utf8(&mut [0; 4]) as &str);
        let mut found = text.chars();
        let only = found.next().filter(|_| found.next().is_none()).unwrap_or(character);
        u16::try_from(u32::from(only)).unwrap_or(code as u16)
    };
    (FIRST..=LAST).map(simplified).collect()
});

/// Appends the folded form of one character.
pub(crate) fn fold_into(character: char, folded: &mut String) {
    if character.is_ascii() {
        folded.push(character.to_ascii_lowercase());
    } else if is_plain_han(character) {
        folded.push(simplified(character));
    } else {
        for normal in std::iter::once(character).nfkc().flat_map(char::to_lowercase) {
            // Letters with diacritics are below U+2000.
            if normal.is_ascii() || normal >= '\u{2000}' {
                folded.push(simplified(normal));
            } else {
                folded.extend(std::iter::once(normal).nfd().filter(|c| !is_diacritic(*c)));
            }
        }
    }
}

/// Whether a character is a combining diacritical mark.
pub(crate) fn is_diacritic(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|character| fold_into(character, &mut folded));
    folded
}

/// Whether folding changes no Chinese character of a text and creates none. Chinese phrases can
/// then be searched in the text without folding it.
pub(crate) fn is_folded_han(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_ascii() || if is_plain_han(c) { simplified(c) == c } else { !folds_to_han(c) }
    })
}

fn folds_to_han(character: char) -> bool {
    std::iter::once(character).nfkc().any(is_han)
}

fn is_plain_han(character: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(character)) && is_han(character)
}

fn simplified(character: char) -> char {
    let code = u32::from(character);
    if !is_plain_han(character) {
        return character;
    }
    SIMPLIFIED
        .get((code - FIRST) as usize)
        .and_then(|code| char::from_u32(u32::from(*code)))
        .unwrap_or(character)
}

/// A folded text, with the byte offset in the original for each byte of `text`.
pub(crate) struct NormalizedText {
    pub(crate) text: String,
    from: Vec<u32>,
}

impl NormalizedText {
    pub(crate) fn of(original: &str) -> Self {
        let (mut text, mut from) = (String::with_capacity(original.len()), Vec::new());
        for (at, character) in original.char_indices() {
            fold_into(character, &mut text);
            from.resize(text.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        from.push(u32::try_from(original.len()).unwrap_or(u32::MAX));
        Self { text, from }
    }

    /// Returns the offset in the original for a byte offset in the folded text.
    pub(crate) fn origin(&self, at: usize) -> usize {
        self.from.get(at).or(self.from.last()).map_or(0, |at| *at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spelling_variants_are_normalized() {
        for (written, folded) in [
            ("ＡＰＩ　密钥", "api 密钥"),
            ("設定檔", "设定档"),
            ("Straße", "straße"),
            ("ﬁle①", "file1"),
            ("資料庫", "资料库"),
            ("ｶﾞ", "カ\u{3099}"),
            ("Café résumé naïve", "cafe resume naive"),
            ("e\u{301}cole ÅNGSTRÖM İ", "ecole angstrom i"),
            ("Ё й ά", "е и α"),
            ("⼯具", "工具"),
        ] {
            assert_eq!(fold(written), folded, "{written}");
        }
    }

    #[test]
    fn only_folded_chinese_text_is_recognized_as_folded() {
        assert!(is_folded_han("安装 Install，é"));
        assert!(!is_folded_han("安裝"));
        assert!(!is_folded_han("⼯具"));
    }

    proptest! {
        #[test]
        fn normalized_offsets_map_to_character_boundaries(text in "\\PC{0,40}") {
            let traced = NormalizedText::of(&text);
            prop_assert_eq!(&traced.text, &fold(&text));
            for at in 0..=traced.text.len() {
                prop_assert!(text.is_char_boundary(traced.origin(at)));
            }
            prop_assert_eq!(fold(&traced.text), traced.text);
        }
    }
}

//! Chinese characters and full-width punctuation.

/// Whether `c` is a Chinese character (CJK ideographs, including extensions).
pub fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}

/// Whether `c` is a Chinese character, a full-width character, or punctuation of Chinese writing.
pub fn is_wide(c: char) -> bool {
    // The first comparison rejects most letters of other scripts, whose code points are lower.
    c >= '\u{2018}'
        && (is_han(c)
            || matches!(u32::from(c), 0x3000..=0x303f | 0xff00..=0xff60 | 0x2018..=0x201d | 0x2026))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_classified_as_han_and_wide() {
        for (c, han, wide) in [
            ('中', true, true),
            ('𠀀', true, true),
            ('。', false, true),
            ('“', false, true),
            ('Ａ', false, true),
            ('a', false, false),
            ('é', false, false),
        ] {
            assert_eq!((is_han(c), is_wide(c)), (han, wide), "{c}");
        }
    }
}

//! Invisible and bidirectional control characters (Unicode Technical Report #36, section 2.5; Unicode Standard Annex
//! #9, sections 2.1 to 2.6).

/// Whether a character is a control character, a line or paragraph separator, or a bidirectional control character.
pub fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || is_bidi_control(c)
}

/// Whether a character can make a name look like another name: a character of [`breaks_line`], or an
/// invisible joiner, separator, or mark.
pub fn is_invisible(c: char) -> bool {
    breaks_line(c)
        || matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is a bidirectional mark, embedding, override, or isolate.
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

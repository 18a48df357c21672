//! Terminal escaping of untrusted text: no cursor movement, no colors, no bidirectional control characters.

use std::fmt::Write;

use pailou_text_diff::unicode_security::is_bidi_control;

/// Escapes a single line: line breaks and tabs become spaces, other control characters become text such as `\u{1b}`.
pub(crate) fn escape_line(text: &str) -> String {
    lines(&text.replace("\r\n", " ").replace(['\n', '\r', '\t', '\u{2028}', '\u{2029}'], " "))
}

/// Escapes control characters, including bidirectional ones, except `\n` and `\t`.
pub fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if (c.is_control() && !matches!(c, '\n' | '\t')) || is_bidi_control(c) {
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Pads text with spaces on the right to `size` terminal columns. A Chinese character is two columns wide.
pub fn column(text: &str, size: usize) -> String {
    format!("{text}{}", " ".repeat(size.saturating_sub(width(text))))
}

/// Pads text with spaces on the left to `size` terminal columns.
pub fn right(text: &str, size: usize) -> String {
    format!("{}{text}", " ".repeat(size.saturating_sub(width(text))))
}

/// Returns the display width of a text in terminal columns.
pub fn width(text: &str) -> usize {
    let is_wide = |c: char| {
        matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}'
            | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1f64f}' | '\u{20000}'..='\u{3fffd}')
    };
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_escaped() {
        for (text, expected) in [
            ("a\nb\r\nc\td", "a b c d"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
            ("a\u{7}\u{8}\u{9b}b\0", "a\\u{7}\\u{8}\\u{9b}b\\u{0}"),
            ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"),
            ("中文 “好”", "中文 “好”"),
        ] {
            assert_eq!(escape_line(text), expected);
        }
        assert_eq!(lines("a\nb\u{1b}"), "a\nb\\u{1b}");
    }

    #[test]
    fn columns_align_with_wide_characters() {
        assert_eq!(column("名称", 6), "名称  ");
        assert_eq!(column("name", 6), "name  ");
        assert_eq!(column("longer than that", 6), "longer than that");
    }
}

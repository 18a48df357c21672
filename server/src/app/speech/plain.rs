//! Text of others on a terminal: nothing in it moves the cursor, changes colours, or turns the direction of
//! writing around.

use std::fmt::Write;

use crate::shared::unseen::turns_writing;

/// Fit for a line: what breaks lines is a space, every other control is written out.
pub(in crate::app) fn line(text: &str) -> String {
    lines(&text.replace("\r\n", " ").replace(['\n', '\r', '\t', '\u{2028}', '\u{2029}'], " "))
}

/// The same for text of several lines, which stay.
pub(in crate::app) fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if (c.is_control() && !matches!(c, '\n' | '\t')) || turns_writing(c) {
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// The text as wide as its column. A character of Chinese is as wide as two others.
pub(in crate::app) fn column(text: &str, size: usize) -> String {
    format!("{text}{}", " ".repeat(size.saturating_sub(width(text))))
}

/// The same, to the right of its column.
pub(in crate::app) fn right(text: &str, size: usize) -> String {
    format!("{}{text}", " ".repeat(size.saturating_sub(width(text))))
}

/// How many columns of a terminal the text takes.
pub(in crate::app) fn width(text: &str) -> usize {
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
    fn nothing_in_a_line_commands_the_terminal() {
        for (text, shown) in [
            ("a\nb\r\nc\td", "a b c d"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
            ("a\u{7}\u{8}\u{9b}b\0", "a\\u{7}\\u{8}\\u{9b}b\\u{0}"),
            ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"),
            ("中文 “好”", "中文 “好”"),
        ] {
            assert_eq!(line(text), shown);
        }
        assert_eq!(lines("a\nb\u{1b}"), "a\nb\\u{1b}");
    }

    #[test]
    fn columns_are_as_wide_in_chinese() {
        assert_eq!(column("名称", 6), "名称  ");
        assert_eq!(column("name", 6), "name  ");
        assert_eq!(column("longer than that", 6), "longer than that");
    }
}

//! Emoji shortcodes such as `:tada:`.

use std::borrow::Cow;

/// Appends the emoji of the shortcode at the start of `text` to `out`. Returns the length of the shortcode; `None` if
/// there is no shortcode, or if [`is_shortcode_allowed`] returns false for the text in `out`.
pub(super) fn take_emoji(text: &str, out: &mut String) -> Option<usize> {
    let (emoji, length) = find_emoji(text).filter(|_| is_shortcode_allowed(out))?;
    out.push_str(emoji);
    Some(length)
}

/// Returns the emoji of the shortcode at the start of `text`, and the length of the shortcode with colons; `None` if
/// there is none.
fn find_emoji(text: &str) -> Option<(&'static str, usize)> {
    let inside = text.strip_prefix(':')?;
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_+-".contains(c);
    let end = inside.find(|c| !is_name(c))?;
    let after = inside[end..].strip_prefix(':')?;
    if after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let emoji = emojis::get_by_shortcode(&inside[..end])?;
    Some((emoji.as_str(), end + 2))
}

/// Whether a shortcode may follow this text; `a:b:` and `std::x` contain no shortcode.
fn is_shortcode_allowed(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '\\' | '/'))
}

/// Replaces each emoji of one character, with or without a variation selector, by the shortcode that GitHub prefers.
/// Emoji in sequences with a zero-width joiner are unchanged.
pub(super) fn with_shortcodes(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let alone = c.len_utf8();
        let selected = if rest[alone..].starts_with('\u{fe0f}') { alone + 3 } else { alone };
        let is_joined = rest[selected..].starts_with('\u{200d}') || out.ends_with('\u{200d}');
        let emoji = emojis::get(&rest[..selected]).filter(|_| !c.is_ascii() && !is_joined);
        match emoji.and_then(emojis::Emoji::shortcode) {
            Some(name) => out.extend([":", name, ":"]),
            None => out.push_str(&rest[..selected]),
        }
        rest = &rest[selected..];
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_replaced_by_shortcodes() {
        for (text, expected) in [
            ("🚀 快速", ":rocket: 快速"),
            ("a 1 ⚙\u{fe0f}", "a 1 :gear:"),
            ("👨\u{200d}💻 Dev", "👨\u{200d}💻 Dev"),
            ("©\u{fe0f}文\u{fe0f}", ":copyright:文\u{fe0f}"),
        ] {
            assert_eq!(with_shortcodes(text), expected);
        }
    }

    #[test]
    fn known_emoji_shortcode_at_the_start_of_a_text_is_found() {
        for (text, expected) in [
            (":tada: x", Some(("🎉", 6))),
            (":+1:", Some(("👍", 4))),
            (":nosuch:", None),
            (":x:b", None),
            (":30:", None),
            ("::: tip", None),
        ] {
            assert_eq!(find_emoji(text), expected, "{text}");
        }
    }

    #[test]
    fn shortcode_is_not_allowed_after_ascii_letters_and_colons() {
        assert!(
            is_shortcode_allowed("文")
                && is_shortcode_allowed("")
                && !is_shortcode_allowed("std:")
                && !is_shortcode_allowed("a")
        );
    }
}

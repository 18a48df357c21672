//! Markers of list items in Markdown.

/// Returns the length of the list marker at the start of `text`, such as `-` or `1.`. A space, a tab, or the end of
/// `text` must follow it; otherwise returns `None`. A thematic break such as `- - -` also begins with a marker.
pub fn list_marker(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match text.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let is_marker = text[marker..].chars().next().is_none_or(|c| matches!(c, ' ' | '\t'));
    is_marker.then_some(marker)
}

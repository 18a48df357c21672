//! Markers of quotes and list items before the text of a line.

/// Returns the prefix of a block's continuation lines. `prefix` is that of the first line; its list markers become
/// spaces.
pub(crate) fn margin_of(prefix: &str) -> String {
    let to_margin = |c: char| if c == '>' || c.is_whitespace() { c } else { ' ' };
    prefix.chars().map(to_margin).collect()
}

/// Returns the part of a line after the markers of quotes and list items.
pub(crate) fn after_markers(line: &str) -> &str {
    let mut rest = line;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let marker = match rest.as_bytes().get(digits) {
            Some(b'>') if digits == 0 => 1,
            Some(b'-' | b'*' | b'+') if digits == 0 => 2,
            Some(b'.' | b')') if (1..=9).contains(&digits) => digits + 2,
            _ => return rest,
        };
        let is_marker = marker == 1 || rest.as_bytes().get(marker - 1) == Some(&b' ');
        if !is_marker {
            return rest;
        }
        rest = rest[marker..].trim_start();
    }
}

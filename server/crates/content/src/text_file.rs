//! Text from the bytes of a file.

use std::string::FromUtf8Error;

/// Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark. A carriage return that is not part of CRLF
/// becomes LF. CommonMark (section 2.1) counts it as a line ending, but most functions that read lines do not.
///
/// # Errors
///
/// Returns the error with the bytes if they are not valid in either encoding.
pub fn decode_text(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    let text = match utf16(&bytes) {
        Some(text) => text,
        None => String::from_utf8(bytes)?,
    };
    Ok(with_line_feeds(text))
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, rest) = bytes[2..].as_chunks::<2>();
    let text = char::decode_utf16(units.iter().copied().map(unit)).collect::<Result<_, _>>();
    text.ok().filter(|_| rest.is_empty())
}

fn with_line_feeds(text: String) -> String {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(is_lone) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('\r').peekable();
    while let Some(part) = parts.next() {
        out.push_str(part);
        match parts.peek() {
            Some(next) if next.starts_with('\n') => out.push('\r'),
            Some(_) => out.push('\n'),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_from_utf8_and_utf16() {
        for (bytes, expected) in [
            ("# 标题\n".as_bytes().to_vec(), Some("# 标题\n")),
            (b"\xff\xfe#\0 \0\x07\x68\x98\x98\n\0".to_vec(), Some("# 标题\n")),
            (b"\xfe\xff\0#\0 \x68\x07\x98\x98\0\n".to_vec(), Some("# 标题\n")),
            (b"\xff\xfe".to_vec(), Some("")),
            (b"\xff\xfea\0b".to_vec(), None),
            (b"\xff\xfe\0\xd8a\0".to_vec(), None),
            (b"a\xff".to_vec(), None),
        ] {
            assert_eq!(decode_text(bytes.clone()).ok().as_deref(), expected, "{bytes:?}");
        }
    }

    #[test]
    fn lone_carriage_returns_become_line_feeds() {
        for (text, expected) in [
            ("a\rb\r", "a\nb\n"),
            ("a\r\nb\r\n", "a\r\nb\r\n"),
            ("a\r\r\nb\n", "a\n\r\nb\n"),
            ("\r", "\n"),
            ("", ""),
        ] {
            assert_eq!(decode_text(text.as_bytes().to_vec()).unwrap(), expected, "{text:?}");
        }
    }
}

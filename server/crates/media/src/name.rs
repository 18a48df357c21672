//! Names of uploaded files: one path segment that is valid on every file system.

use unicode_normalization::UnicodeNormalization;

use pailou_content::file_name::{MAX_PART_BYTES, is_device};
use pailou_text_diff::unicode_security::is_invisible;

/// Maximum length of a file name, in characters.
const MAX_LENGTH: usize = 100;
/// Maximum length of a file name, in bytes of UTF-8. File systems allow 255; the rest is for a number such as `-999`,
/// which distinguishes files with the same name.
const MAX_BYTES: usize = MAX_PART_BYTES - 5;

/// Returns the error code of an invalid file name; `None` if it is valid.
pub fn validate_file_name(name: &str) -> Option<&'static str> {
    let is_wrong = |c: char| c.is_whitespace() || is_invisible(c) || "/\\:*?\"<>|#%&".contains(c);
    if name.is_empty() || name.chars().count() > MAX_LENGTH || name.len() > MAX_BYTES {
        return Some("invalid-length");
    }
    if name.chars().any(is_wrong) || name.starts_with('.') || name.ends_with('.') {
        return Some("invalid-characters");
    }
    if is_device(name) || name.nfc().ne(name.chars()) || name.contains("..") {
        return Some("invalid-characters");
    }
    (!name.contains('.')).then_some("unknown-type")
}

/// Returns the name under which an uploaded file is stored: the last path segment of `name` in NFC. White space and
/// forbidden characters become hyphens. Invisible characters, repeated dots, and dots or hyphens at the ends are
/// removed. The extension becomes lower case, and a long name is shortened. Empty if no character is left.
pub fn sanitize_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut plain = String::new();
    for c in last.nfc() {
        if is_invisible(c) && !c.is_whitespace() {
            continue;
        }
        if c.is_whitespace() || ":*?\"<>|#%&".contains(c) {
            if !plain.ends_with('-') {
                plain.push('-');
            }
        } else if c != '.' || !plain.ends_with('.') {
            plain.push(c);
        }
    }
    let plain = plain.trim_matches(['.', '-']);
    let (stem, extension) = plain.rsplit_once('.').unwrap_or((plain, ""));
    let stem = stem.trim_end_matches(['.', '-']);
    if extension.is_empty() {
        return shortened(stem, "").to_owned();
    }
    let extension = format!(".{}", extension.to_lowercase());
    format!("{}{extension}", shortened(stem, &extension))
}

/// Inserts `-` and `part` before the extension of a sanitized name. Shortens the stem of a name that would be too long.
pub fn with_suffix(name: &str, part: &str) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let end = format!("-{part}.{extension}");
    format!("{}{end}", shortened(stem, &end))
}

/// Returns the longest start of `stem` that, followed by `end`, does not exceed the maximum length of a name.
fn shortened<'a>(stem: &'a str, end: &str) -> &'a str {
    let length = MAX_LENGTH.saturating_sub(end.chars().count());
    let bytes = MAX_BYTES.saturating_sub(end.len());
    let ends = stem.char_indices().take(length).map(|(at, c)| at + c.len_utf8());
    &stem[..ends.take_while(|end| *end <= bytes).last().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploaded_file_name_is_normalized() {
        for (name, expected) in [
            ("photo.JPG", "photo.jpg"),
            ("../../x.png", "x.png"),
            ("..\\..\\x.png", "x.png"),
            ("C:\\Users\\ann\\a b  c.PNG", "a-b-c.png"),
            ("屏幕截图 2026-11-22 09.31.02.png", "屏幕截图-2026-11-22-09.31.02.png"),
            ("e\u{301}.png", "é.png"),
            ("a..b...png", "a.b.png"),
            (".htaccess.png", "htaccess.png"),
            ("a\u{0}\n?.png", "a.png"),
            ("a\u{202e}gnp.png", "agnp.png"),
            ("...", ""),
        ] {
            assert_eq!(sanitize_file_name(name), expected, "{name:?}");
        }
        for (c, characters, bytes) in [("a", 100, 100), ("é", 100, 196), ("长", 86, 250)] {
            let long = sanitize_file_name(&format!("{}.png", c.repeat(300)));
            assert_eq!((long.chars().count(), long.len()), (characters, bytes), "{c}");
            assert_eq!(validate_file_name(&long), None, "{c}");
        }
        assert_eq!(validate_file_name(&format!("{}.png", "长".repeat(83))), Some("invalid-length"));
    }

    #[test]
    fn suffix_precedes_the_file_extension() {
        for (name, expected) in [
            ("roadmap.pdf", "roadmap-0a1b2c3d4e.pdf"),
            ("a.tar.gz", "a.tar-0a1b2c3d4e.gz"),
            ("屏幕.png", "屏幕-0a1b2c3d4e.png"),
        ] {
            assert_eq!(with_suffix(name, "0a1b2c3d4e"), expected);
        }
        for (c, characters, bytes) in [("a", 100, 100), ("长", 93, 249)] {
            let long = sanitize_file_name(&format!("{}.png", c.repeat(300)));
            let long = with_suffix(&long, "0a1b2c3d4e");
            assert_eq!((long.chars().count(), long.len()), (characters, bytes), "{c}");
            assert_eq!(validate_file_name(&long), None, "{c}");
        }
    }

    #[test]
    fn invalid_file_name_has_an_error_code() {
        for name in ["a.png", "屏幕-2.png", "a_(1).tar.gz", "é.svg"] {
            assert_eq!((validate_file_name(name), sanitize_file_name(name).as_str()), (None, name));
        }
        for (name, code) in [
            ("", "invalid-length"),
            ("../x.png", "invalid-characters"),
            ("a/b.png", "invalid-characters"),
            ("a\\b.png", "invalid-characters"),
            (".png", "invalid-characters"),
            ("a b.png", "invalid-characters"),
            ("con.png", "invalid-characters"),
            ("NUL.tar.gz", "invalid-characters"),
            ("a..png", "invalid-characters"),
            ("e\u{301}.png", "invalid-characters"),
            ("a\u{202e}gnp.png", "invalid-characters"),
            ("png", "unknown-type"),
        ] {
            assert_eq!(validate_file_name(name), Some(code), "{name:?}");
        }
    }
}

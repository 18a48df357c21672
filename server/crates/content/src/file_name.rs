//! File names that are valid on Linux, macOS, and Windows, and reversible escapes for other names.
//!
//! A page or a file of the site keeps its own name, such as `a:b.md`. On disk and in archives it has a portable name,
//! `a~u3A~b.md`. The escape is reversed when a folder is read.

use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Maximum length, in bytes, of one part of a path, including the extension: the limit of ext4 and APFS. A name of this
/// length also fits NTFS, whose limit is 255 UTF-16 units.
pub const MAX_PART_BYTES: usize = 255;
/// Maximum number of parts of a path, including the file name.
pub const MAX_PARTS: usize = 32;

/// Characters that Windows does not allow in file names (“Naming Files, Paths, and Namespaces”, Microsoft Learn).
const REFUSED: &str = "<>:\"|?*\\";

/// Device names that Windows reserves, even if a dot and other text follow.
const DEVICES: [&str; 30] = [
    "con", "prn", "aux", "nul", "conin$", "conout$", "com1", "com2", "com3", "com4", "com5",
    "com6", "com7", "com8", "com9", "com¹", "com²", "com³", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5",
    "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
];

/// Returns an error with the reason if a path has too many parts, or a part that is too long. Escaping cannot make such
/// a path valid.
pub fn check_size(path: &str) -> Result<(), &'static str> {
    if path.split('/').count() > MAX_PARTS {
        return Err("more than 32 parts");
    }
    if path.split('/').any(|part| part.len() > MAX_PART_BYTES) {
        return Err("a part of more than 255 bytes");
    }
    Ok(())
}

/// Returns an error with the reason if a path is not valid on every operating system.
pub fn check_file_name(path: &str) -> Result<(), &'static str> {
    check_size(path)?;
    for part in path.split('/') {
        if is_device(part) {
            return Err("a name that Windows reserves, such as `con` or `aux`");
        }
        if part.contains(is_refused) {
            return Err("a character that is not allowed in Windows file names");
        }
        if part.ends_with(['.', ' ']) {
            return Err("a part that ends with a dot or a blank");
        }
        if !is_nfc(part) {
            return Err("characters that are not in Unicode Normalization Form C");
        }
    }
    Ok(())
}

/// Whether Windows treats a name as a device: `nul`, `AUX.md`, `com1.tar.gz`.
pub fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    DEVICES.contains(&stem.as_str())
}

/// Returns the same string for names that denote the same file on a system that ignores case and Unicode normalization
/// form.
pub fn folded(path: &str) -> String {
    // `to_uppercase` converts `ß` to `SS` but leaves the capital `ẞ` unchanged, so `ẞ` is first converted to `ß`.
    let lower = path.nfc().collect::<String>().to_lowercase();
    lower.to_uppercase().to_lowercase().nfc().collect()
}

/// Escapes, in a path part, the characters that Windows does not allow and those that macOS programs may convert to
/// another Unicode form. Also escapes the first character of a device name, and a `~` that would begin an escape.
pub(crate) fn escaped_part(part: &str) -> String {
    let last = part.chars().count().saturating_sub(1);
    let (is_device, is_composed) = (is_device(part), is_nfc(part));
    let mut escaped = String::new();
    for (number, (at, c)) in part.char_indices().enumerate() {
        let is_end = number == last && matches!(c, '.' | ' ');
        let is_escape = c == '~' && escape_at(&part[at..]).is_some();
        let is_loose = !is_composed && is_decomposed(c);
        match is_refused(c) || is_end || is_escape || is_loose || (is_device && number == 0) {
            true => escaped.push_str(&escape(c)),
            false => escaped.push(c),
        }
    }
    escaped
}

/// Escapes every part of a path.
pub fn escaped(path: &str) -> String {
    path.split('/').map(escaped_part).collect::<Vec<_>>().join("/")
}

/// Escapes every part of a path. A part that is already escaped, as in an export, is not escaped again.
pub fn escaped_once(path: &str) -> String {
    let part = |part: &str| {
        let plain = unescaped_part(part);
        let is_escaped =
            case_escaped_part(&plain) == part || unskipped_part(&plain).as_deref() == Some(part);
        if is_escaped { part.to_owned() } else { escaped_part(&plain) }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Same as `escaped_part`, and also escapes characters that [`folded`] changes, such as capitals, and characters that
/// NFC combines or changes.
pub(crate) fn case_escaped_part(part: &str) -> String {
    let is_folded = |c: char| is_decomposed(c) || folded(&c.to_string()) != c.to_string();
    let spelled = |c: char| if is_folded(c) { escape(c) } else { c.to_string() };
    // The escapes contain upper-case letters themselves, so they are copied unchanged.
    let mut rest = escaped_part(part);
    let mut whole = String::new();
    while let Some(c) = rest.chars().next() {
        let length = match escape_at(&rest) {
            Some((_, length)) => {
                whole.push_str(&rest[..length]);
                length
            }
            None => {
                whole.push_str(&spelled(c));
                c.len_utf8()
            }
        };
        rest.drain(..length);
    }
    whole
}

/// Whether `part` is the name of a hidden file or folder with settings of a generator. An import reads these settings.
pub(crate) fn is_settings(part: &str) -> bool {
    matches!(part, ".vitepress" | ".vuepress" | ".pages" | ".nav.yml" | ".nav.yaml")
}

/// Whether an import skips a file or folder by its name: hidden files and installed packages.
pub(crate) fn is_skipped(part: &str) -> bool {
    part == "node_modules" || (part.starts_with('.') && !is_settings(part))
}

/// Whether an import skips a Markdown file by its name: hidden files, files that other pages include (`_name.md`), and
/// the navigation of mdBook (`SUMMARY.md`).
pub(crate) fn is_skipped_page(part: &str) -> bool {
    let is_partial = part.starts_with('_') && !part.starts_with("_index.");
    is_skipped(part) || is_partial || part == "SUMMARY.md"
}

/// Same as `escaped_part`, and also escapes the first character, so that an import does not skip the file or folder.
/// Returns `None` for a name that an import never skips.
pub(crate) fn unskipped_part(part: &str) -> Option<String> {
    let first = part.chars().next().filter(|_| is_skipped_page(part))?;
    let rest = escaped_part(part);
    // The first character is a letter, a dot, or an underscore. `escaped_part` changes it only in the name `.`.
    let rest = rest.strip_prefix(first)?;
    Some(format!("{}{rest}", escape(first)))
}

/// Reverses the escapes in a path part.
pub(crate) fn unescaped_part(part: &str) -> String {
    let mut name = String::new();
    let mut rest = part;
    while let Some(c) = rest.chars().next() {
        let (c, length) = escape_at(rest).unwrap_or((c, c.len_utf8()));
        name.push(c);
        rest = &rest[length..];
    }
    let is_name = !matches!(name.as_str(), "." | "..") && !name.contains(['/', '\0']);
    if is_name { name } else { part.to_owned() }
}

/// Returns the path on disk of a file of the site in `folder`. Each part of the path has its escaped name if a file or
/// folder with that name exists, or else its original name.
pub fn path_on_disk(folder: &Path, file: &str) -> PathBuf {
    file.split('/').fold(folder.to_owned(), |above, part| {
        let candidates =
            [Some(case_escaped_part(part)), Some(escaped_part(part)), unskipped_part(part)];
        let existing = candidates.into_iter().flatten().filter(|name| name != part);
        let existing =
            existing.map(|name| above.join(name)).find(|path| path.symlink_metadata().is_ok());
        existing.unwrap_or_else(|| above.join(part))
    })
}

fn is_nfc(part: &str) -> bool {
    part.nfc().eq(part.chars())
}

/// Whether NFC combines a character with another one, or changes it.
fn is_decomposed(c: char) -> bool {
    let is_jamo = matches!(c, '\u{1160}'..='\u{11ff}');
    is_jamo || canonical_combining_class(c) != 0 || !c.nfc().eq([c])
}

fn is_refused(c: char) -> bool {
    c.is_control() || REFUSED.contains(c)
}

fn escape(c: char) -> String {
    format!("~u{:X}~", u32::from(c))
}

/// Returns the character of the escape at the beginning of a text, and the length of the escape in bytes; `None` if
/// there is none.
fn escape_at(text: &str) -> Option<(char, usize)> {
    let hex = text.strip_prefix("~u")?;
    let hex = &hex[..hex.find('~')?];
    let is_hex = |c: char| c.is_ascii_digit() || matches!(c, 'A'..='F');
    if hex.is_empty() || hex.len() > 6 || hex.starts_with('0') || !hex.chars().all(is_hex) {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(hex, 16).ok()?)?;
    Some((c, hex.len() + "~u~".len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portable_name_is_not_escaped() {
        for name in [
            "a",
            "zh/指南/快速 开始.md",
            "a.b.c",
            "-",
            "_a~",
            "console.md",
            "com0",
            ".a",
            "caf\u{e9}",
        ] {
            assert_eq!(check_file_name(name), Ok(()), "{name}");
            assert_eq!(escaped(name), name);
        }
    }

    #[test]
    fn unportable_name_is_escaped_and_read_back() {
        for (name, expected) in [
            ("a:b.md", "a~u3A~b.md"),
            ("zh/std::vec?.md", "zh/std~u3A~~u3A~vec~u3F~.md"),
            ("con.md", "~u63~on.md"),
            ("a/NUL.tar.gz", "a/~u4E~UL.tar.gz"),
            ("com\u{b9}", "~u63~om\u{b9}"),
            ("a./b .md", "a~u2E~/b .md"),
            ("b ", "b~u20~"),
            ("cafe\u{301}", "cafe~u301~"),
            ("\u{212b}", "~u212B~"),
            ("\u{1112}\u{1161}\u{11ab}", "\u{1112}~u1161~~u11AB~"),
            ("a~u3A~b?", "a~u7E~u3A~b~u3F~"),
        ] {
            assert!(check_file_name(name).is_err() || name.contains("~u"), "{name}");
            assert_eq!(escaped(name), expected);
            assert_eq!(check_file_name(expected), Ok(()), "{expected}");
            let back: Vec<_> = expected.split('/').map(unescaped_part).collect();
            assert_eq!(back.join("/"), name);
        }
        for name in
            ["~uZ~", "~u~", "~u3A", "~u2E~", "~u2F~", "~u0~", "~uD800~", "~u3a~", "PROGRA~1"]
        {
            assert_eq!(unescaped_part(name), name);
        }
    }

    #[test]
    fn names_equal_after_folding_are_escaped_differently() {
        for (one, other) in [
            ("Get.md", "get.md"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("\u{ac00}", "\u{1100}\u{1161}"),
            ("stra\u{1e9e}e", "strasse"),
        ] {
            assert_eq!(folded(one), folded(other));
            let [one_spelled, other_spelled] = [one, other].map(case_escaped_part);
            assert_ne!(folded(&one_spelled), folded(&other_spelled));
            assert_eq!(unescaped_part(&one_spelled), one);
            assert_eq!(unescaped_part(&other_spelled), other);
        }
        assert_eq!(case_escaped_part("A:b"), "~u41~~u3A~b");
        assert_eq!(folded("stra\u{df}e"), folded("STRASSE"));
        assert_eq!(folded("STRA\u{1e9e}E"), folded("stra\u{df}e"));
    }

    #[test]
    fn overlong_name_and_too_deep_path_are_not_portable() {
        assert!(check_file_name(&"长".repeat(86)).is_err());
        assert_eq!(check_file_name(&"长".repeat(85)), Ok(()));
        assert!(check_file_name(&vec!["a"; MAX_PARTS + 1].join("/")).is_err());
        assert_eq!(check_file_name(&vec!["a"; MAX_PARTS].join("/")), Ok(()));
    }

    #[test]
    fn file_is_found_under_its_escaped_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a~u3A~b");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("x.md"), "x").unwrap();
        assert_eq!(path_on_disk(folder.path(), "a:b/x.md"), path.join("x.md"));
        assert_eq!(path_on_disk(folder.path(), "a:c/x.md"), folder.path().join("a:c/x.md"));
    }
}

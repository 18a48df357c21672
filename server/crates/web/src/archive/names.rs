//! Names in archives: legacy encodings, Windows separators, and files that operating systems add.

use encoding_rs::{BIG5, Encoding, GB18030, SHIFT_JIS};
use unicode_normalization::UnicodeNormalization;

use pailou_content::file_name::{MAX_PART_BYTES, MAX_PARTS};

use super::PackedError;

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 4000;
/// Folder that macOS adds.
const ASIDE: &str = "__MACOSX";
/// Files that macOS and Windows add to folders.
const SETTINGS: &[&str] = &[".DS_Store", "Thumbs.db", "desktop.ini"];

/// Returns the normalized file name of an entry; `None` for folders and files that operating
/// systems add.
pub(super) fn plain(name: &str) -> Result<Option<String>, PackedError> {
    let refused = || PackedError::Name(name.to_owned());
    // .NET wrote backslashes until version 4.6.1, and PowerShell 5 still does.
    let slashed: String = name.replace('\\', "/").nfc().collect();
    let is_folder = slashed.ends_with('/');
    let trimmed = slashed.strip_suffix('/').unwrap_or(&slashed);
    let parts: Vec<&str> = trimmed.split('/').filter(|part| *part != ".").collect();
    let is_drive = |part: &&str| {
        let bytes = part.as_bytes();
        bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
    };
    let is_part = |part: &&str| {
        !matches!(*part, "" | "..")
            && part.len() <= MAX_PART_BYTES
            && !part.contains(char::is_control)
    };
    if parts.is_empty() && !trimmed.is_empty() {
        return Ok(None);
    }
    // A folder around all files is removed later, so one more segment is allowed.
    let is_short = name.len() <= MAX_NAME && parts.len() <= MAX_PARTS + 1;
    if !is_short || parts.first().is_some_and(is_drive) || !parts.iter().all(is_part) {
        return Err(refused());
    }
    let last = parts.last().copied().unwrap_or_default();
    let is_of_system =
        parts.first() == Some(&ASIDE) || last.starts_with("._") || SETTINGS.contains(&last);
    Ok((!is_folder && !is_of_system).then(|| parts.join("/")))
}

/// Encoding of the names in an archive that are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameEncoding {
    Known(&'static Encoding),
    /// Default code page of ZIP files without the UTF-8 flag (APPNOTE.TXT, appendix D).
    Cp437,
}

impl NameEncoding {
    /// Detects the encoding of the names: the encoding in which most of their characters are common
    /// ones.
    pub(super) fn detect<'a>(names: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut all = Vec::new();
        for name in names.filter(|name| std::str::from_utf8(name).is_err()) {
            all.extend_from_slice(name);
            all.push(b'/');
        }
        let fits = |encoding: &'static Encoding, is_common: fn(&[u8]) -> bool| {
            !encoding.decode_without_bom_handling(&all).1 && has_mostly(&all, is_common)
        };
        // Bytes of Big5 are often unassigned in GB 18030.
        let is_assigned = |c: char| !('\u{e000}'..='\u{f8ff}').contains(&c);
        let in_gb = GB18030.decode_without_bom_handling(&all).0;
        if fits(GB18030, is_gb2312) && in_gb.chars().all(is_assigned) {
            Self::Known(GB18030)
        } else if fits(BIG5, is_common_big5) && has_words(&all) {
            Self::Known(BIG5)
        } else if fits(SHIFT_JIS, is_common_japanese) && has_words(&all) {
            Self::Known(SHIFT_JIS)
        } else {
            Self::Cp437
        }
    }

    /// Decodes a name; `cp437` is the name decoded with that code page.
    pub(super) fn decode(self, name: &[u8], cp437: &str) -> String {
        match (std::str::from_utf8(name), self) {
            (Ok(name), _) => name.to_owned(),
            (Err(_), Self::Known(encoding)) => {
                encoding.decode_without_bom_handling(name).0.into_owned()
            }
            (Err(_), Self::Cp437) => cp437.to_owned(),
        }
    }
}

/// Splits bytes into runs of double-byte characters.
fn words(bytes: &[u8]) -> Vec<Vec<&[u8]>> {
    let (mut words, mut at) = (vec![Vec::new()], 0);
    while at < bytes.len() {
        let is_single = bytes[at] < 0x80 || at + 1 == bytes.len();
        match words.last_mut() {
            Some(word) if !is_single => word.push(&bytes[at..at + 2]),
            _ => words.push(Vec::new()),
        }
        at += if is_single { 1 } else { 2 };
    }
    words
}

/// Whether most double-byte characters are common.
fn has_mostly(bytes: &[u8], is_common: fn(&[u8]) -> bool) -> bool {
    let all = words(bytes).concat();
    let common = all.iter().filter(|pair| is_common(pair)).count();
    !all.is_empty() && common * 4 >= all.len() * 3
}

/// Whether most double-byte characters are next to another one. The second byte of Shift JIS may be
/// an ASCII letter. Therefore, an accented letter of code page 437 before another letter looks like
/// one double-byte character.
fn has_words(bytes: &[u8]) -> bool {
    let words = words(bytes);
    let (together, alone): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.len() > 1);
    let count = |words: Vec<&Vec<&[u8]>>| words.iter().map(|word| word.len()).sum::<usize>();
    count(together) > count(alone)
}

/// Whether a character is in GB 2312, the oldest part of GBK: symbols in rows 1 to 9, Chinese
/// characters in rows 16 to 87.
fn is_gb2312(pair: &[u8]) -> bool {
    matches!(pair[0], 0xa1..=0xa9 | 0xb0..=0xf7) && pair[1] >= 0xa1
}

/// Whether a character is punctuation or in level 1 of Big5.
fn is_common_big5(pair: &[u8]) -> bool {
    matches!(pair[0], 0xa1..=0xa2 | 0xa4..=0xc6)
}

/// Whether a character is punctuation, kana, or a level 1 kanji of JIS X 0208.
fn is_common_japanese(pair: &[u8]) -> bool {
    matches!(pair[0], 0x81..=0x83 | 0x88..=0x97)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Result<Option<&str>, ()>) {
        let actual = plain(name).map_err(|_| ());
        assert_eq!(actual, expected.map(|it| it.map(str::to_owned)), "{name:?}");
    }

    #[test]
    fn path_separators_and_dot_segments_are_normalized() {
        check("a/b.md", Ok(Some("a/b.md")));
        check("a\\b.md", Ok(Some("a/b.md")));
        check("./a/./b.md", Ok(Some("a/b.md")));
        check("zh/a:b.md", Ok(Some("zh/a:b.md")));
        check("cafe\u{301}.md", Ok(Some("caf\u{e9}.md")));
        for folder in ["a/", "a\\", "./", "."] {
            check(folder, Ok(None));
        }
    }

    #[test]
    fn operating_system_files_are_skipped() {
        for name in ["__MACOSX/a/._b.md", "a/.DS_Store", "a/._b.md", "Thumbs.db", "zh/desktop.ini"]
        {
            check(name, Ok(None));
        }
    }

    #[test]
    fn unsafe_and_overlong_names_are_rejected() {
        for name in [
            "",
            "/",
            "../x",
            "a/../../x",
            "/x",
            "\\\\host\\x",
            "a//x",
            "a\\..\\..\\x",
            "c:x",
            "C:\\x",
            "a\0b",
            "a\nb",
            "..",
            "a/..",
            "./../x",
        ] {
            check(name, Err(()));
        }
        check(&"x".repeat(256), Err(()));
        check(&vec!["x"; MAX_PARTS + 2].join("/"), Err(()));
    }

    #[test]
    fn encoding_of_names_is_detected() {
        for (encoding, names) in [
            (GB18030, &["文档/快速开始.md", "指南/a.md", "镕.md"][..]),
            (GB18030, &["中.md"]),
            (SHIFT_JIS, &["日本語/はじめに.md", "ガイド.md"]),
            (SHIFT_JIS, &["設定.md", "日本.md"]),
            (BIG5, &["zh/說明.md", "zh/資料庫/設定檔.md"]),
            (BIG5, &["使用手冊/安裝說明（一）.md", "常見問題.md"]),
        ] {
            let raw: Vec<_> = names.iter().map(|name| encoding.encode(name).0).collect();
            let found = NameEncoding::detect(raw.iter().map(AsRef::as_ref));
            assert_eq!(found, NameEncoding::Known(encoding), "{names:?}");
            for (raw, name) in raw.iter().zip(names) {
                assert_eq!(found.decode(raw, ""), *name);
            }
        }
        for raw in
            [&b"f\x81r.md"[..], b"\x8erger.md", b"gr\x81n-\x84.md", b"na\x8bve.md", b"\x81.md"]
        {
            assert_eq!(NameEncoding::detect([raw].into_iter()), NameEncoding::Cp437, "{raw:?}");
        }
    }
}

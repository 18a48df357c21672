//! Names in archives: legacy encodings, Windows separators, and files that operating systems add.

use encoding_rs::{BIG5, Encoding, GB18030, SHIFT_JIS};
use unicode_normalization::UnicodeNormalization;

use pailou_content::file_name::{MAX_PART_BYTES, MAX_PARTS};
use pailou_text_diff::script::{is_han, is_wide};

use super::PackedError;

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 4000;
/// Folder that macOS adds.
const MACOS_FOLDER: &str = "__MACOSX";
/// Files that macOS and Windows add to folders.
const SYSTEM_FILES: &[&str] = &[".DS_Store", "Thumbs.db", "desktop.ini"];

/// Returns the normalized file name of an entry; `None` for folders, and for files that operating systems add. Returns
/// an error for a name that is too long or leads outside the folder.
pub(super) fn normalized_name(name: &str) -> Result<Option<String>, PackedError> {
    let refused = || PackedError::Name(name.to_owned());
    // Some programs on Windows write backslashes as separators.
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
    // A single top-level folder is removed later, so one more part is allowed.
    let is_short = name.len() <= MAX_NAME && parts.len() <= MAX_PARTS + 1;
    if !is_short || parts.first().is_some_and(is_drive) || !parts.iter().all(is_part) {
        return Err(refused());
    }
    let last = parts.last().copied().unwrap_or_default();
    let is_of_system = parts.first() == Some(&MACOS_FOLDER)
        || last.starts_with("._")
        || SYSTEM_FILES.contains(&last);
    Ok((!is_folder && !is_of_system).then(|| parts.join("/")))
}

/// Encoding of those names in an archive that are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameEncoding {
    Known(&'static Encoding),
    /// Default code page of ZIP files without the UTF-8 flag (APPNOTE.TXT, appendix D).
    Cp437,
}

/// Name of a file in an archive.
#[derive(Debug, Clone)]
pub(super) struct RawName {
    pub(super) bytes: Vec<u8>,
    /// Whether the archive declares this name as UTF-8.
    pub(super) is_utf8: bool,
    /// Whether a program for MS-DOS or Windows made the entry. Such programs write names in the code
    /// page of the system.
    pub(super) is_from_dos: bool,
}

impl NameEncoding {
    /// Detects the encoding of the names that are not declared as UTF-8: the encoding in which most of their
    /// characters are common characters; code page 437 if there is none.
    pub(super) fn detect<'a>(names: impl Iterator<Item = &'a RawName>) -> Self {
        let mut all = Vec::new();
        let mut only_utf8 = Vec::new();
        let mut are_from_dos = true;
        for name in names.filter(|name| !name.is_utf8 && !name.bytes.is_ascii()) {
            are_from_dos &= name.is_from_dos;
            let is_valid = std::str::from_utf8(&name.bytes).is_ok();
            let names = if is_valid { &mut only_utf8 } else { &mut all };
            names.extend_from_slice(&name.bytes);
            names.push(b'/');
        }
        if all.is_empty() {
            let is_gbk = resembles_gbk(&only_utf8) || (are_from_dos && is_common_gbk(&only_utf8));
            return if is_gbk { Self::Known(GB18030) } else { Self::Cp437 };
        }
        let fits = |encoding: &'static Encoding, is_common: fn(&[u8]) -> bool| {
            !encoding.decode_without_bom_handling(&all).1 && is_mostly(&all, is_common)
        };
        // Text in Big5, decoded as GB 18030, often contains private use characters.
        let is_assigned = |c: char| !('\u{e000}'..='\u{f8ff}').contains(&c);
        let in_gb = GB18030.decode_without_bom_handling(&all).0;
        if fits(GB18030, is_gb2312) && in_gb.chars().all(is_assigned) {
            Self::Known(GB18030)
        } else if fits(BIG5, is_common_big5) && has_words(&all) {
            Self::Known(BIG5)
        } else if fits(SHIFT_JIS, is_common_japanese) && has_words(&all) {
            Self::Known(SHIFT_JIS)
        } else if has_drawing(&all) && is_chinese_in_gb(&all) {
            Self::Known(GB18030)
        } else {
            Self::Cp437
        }
    }

    /// Decodes a name; `cp437` is the name decoded with code page 437. A known encoding also applies to a name that is
    /// valid UTF-8, but is not declared as UTF-8 and has no Chinese characters: it is probably valid UTF-8 by chance.
    pub(super) fn decode(self, name: &RawName, cp437: &str) -> String {
        let in_known = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling(&name.bytes).0.into_owned()
        };
        match (std::str::from_utf8(&name.bytes), self) {
            (Ok(utf8), Self::Known(encoding))
                if !name.is_utf8 && !utf8.is_ascii() && !utf8.contains(is_han) =>
            {
                in_known(encoding)
            }
            (Ok(utf8), _) => utf8.to_owned(),
            (Err(_), Self::Known(encoding)) => in_known(encoding),
            (Err(_), Self::Cp437) => cp437.to_owned(),
        }
    }
}

/// Whether names that are valid UTF-8 are probably GBK: the bytes of `目录` in GBK are `Ŀ¼` in UTF-8. Decoded as GBK,
/// such names consist mostly of GB 2312 characters next to each other. Decoded as UTF-8, they have a character that is
/// neither ASCII nor a letter.
fn resembles_gbk(bytes: &[u8]) -> bool {
    let Ok(utf8) = std::str::from_utf8(bytes) else { return false };
    !utf8.contains(is_han)
        && utf8.contains(|c: char| !c.is_ascii() && !c.is_alphabetic())
        && is_mostly(bytes, is_gb2312)
        && is_chinese_in_gb(bytes)
        && has_words(bytes)
        && !has_han_beside_letter(bytes)
}

/// Whether names are common Chinese characters in GBK, but have a rare letter in UTF-8: the bytes of `图` in GBK are
/// `ͼ` in UTF-8.
fn is_common_gbk(bytes: &[u8]) -> bool {
    let Ok(utf8) = std::str::from_utf8(bytes) else { return false };
    utf8.contains(is_rare_letter)
        && !utf8.contains(is_han)
        && is_mostly(bytes, is_gb2312_level_1)
        && is_chinese_in_gb(bytes)
        && !has_han_beside_letter(bytes)
}

/// Whether a character of two bytes in UTF-8 is in none of the widely used alphabets. Examples of rare letters:
/// Extended Latin, archaic Greek and Cyrillic, Armenian, Syriac, Thaana, and N'Ko.
fn is_rare_letter(c: char) -> bool {
    let is_common = matches!(c,
        '\u{80}'..='\u{13e}' | '\u{141}'..='\u{148}' | '\u{14a}'..='\u{17e}'
        // Vietnamese, Pinyin, Romanian.
        | '\u{1a0}' | '\u{1a1}' | '\u{1af}' | '\u{1b0}' | '\u{1cd}'..='\u{1dc}' | '\u{218}'..='\u{21b}'
        // Combining marks, Greek, Cyrillic, Hebrew, and Arabic.
        | '\u{300}'..='\u{36f}' | '\u{386}'..='\u{3ce}' | '\u{400}'..='\u{45f}' | '\u{490}'..='\u{4ff}'
        | '\u{591}'..='\u{6ff}');
    ('\u{80}'..'\u{800}').contains(&c) && !is_common
}

/// Whether names, decoded as GBK, have a Chinese character beside an ASCII letter. This is typical of names with
/// accented letters in another encoding.
fn has_han_beside_letter(bytes: &[u8]) -> bool {
    let in_gb = GB18030.decode_without_bom_handling(bytes).0;
    let chars: Vec<char> = in_gb.chars().collect();
    chars.windows(2).any(|pair| {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        (is_letter(pair[0]) && is_han(pair[1])) || (is_han(pair[0]) && is_letter(pair[1]))
    })
}

/// Whether the first byte of any double-byte character is a box-drawing character, a Greek letter, or a mathematical
/// symbol in code page 437. Names rarely contain such characters.
fn has_drawing(bytes: &[u8]) -> bool {
    let all = double_byte_runs(bytes).concat();
    all.iter().any(|pair| matches!(pair[0], 0xb0..=0xe0 | 0xe2..=0xe5 | 0xe7..=0xef))
}

/// Whether all characters that are not ASCII are Chinese in GB 18030.
fn is_chinese_in_gb(bytes: &[u8]) -> bool {
    let (text, _, has_errors) = GB18030.decode(bytes);
    !has_errors && text.chars().all(|c| c.is_ascii() || is_wide(c))
}

/// Splits bytes into runs of double-byte characters.
fn double_byte_runs(bytes: &[u8]) -> Vec<Vec<&[u8]>> {
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

/// Whether at least three quarters of the double-byte characters are common.
fn is_mostly(bytes: &[u8], is_common: fn(&[u8]) -> bool) -> bool {
    let all = double_byte_runs(bytes).concat();
    let common = all.iter().filter(|pair| is_common(pair)).count();
    !all.is_empty() && common * 4 >= all.len() * 3
}

/// Whether most double-byte characters are next to another double-byte character. A single one may be an accented
/// letter of code page 437 and the ASCII letter after it, because the second byte of a Big5 or Shift JIS character can
/// be an ASCII letter.
fn has_words(bytes: &[u8]) -> bool {
    let words = double_byte_runs(bytes);
    let (together, alone): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.len() > 1);
    let count = |words: Vec<&Vec<&[u8]>>| words.iter().map(|word| word.len()).sum::<usize>();
    count(together) > count(alone)
}

/// Whether a character is in GB 2312, the oldest part of GBK: symbols in rows 1 to 9, Chinese
/// characters in rows 16 to 87.
fn is_gb2312(pair: &[u8]) -> bool {
    matches!(pair[0], 0xa1..=0xa9 | 0xb0..=0xf7) && pair[1] >= 0xa1
}

/// Whether a character is in level 1 of GB 2312, the 3,755 common ones.
fn is_gb2312_level_1(pair: &[u8]) -> bool {
    matches!(pair[0], 0xb0..=0xd7) && pair[1] >= 0xa1
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
        let actual = normalized_name(name).map_err(|_| ());
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
    fn encoding_of_archive_names_is_detected() {
        for (encoding, names) in [
            (GB18030, &["文档/快速开始.md", "指南/a.md", "镕.md"][..]),
            (GB18030, &["中.md"]),
            (SHIFT_JIS, &["日本語/はじめに.md", "ガイド.md"]),
            (SHIFT_JIS, &["設定.md", "日本.md"]),
            (BIG5, &["zh/說明.md", "zh/資料庫/設定檔.md"]),
            (BIG5, &["使用手冊/安裝說明（一）.md", "常見問題.md"]),
            (GB18030, &["zh/目录.md", "zh/安装.md", "zh/一.md"]),
            (GB18030, &["目录.md"]),
            (GB18030, &["許可證說明.md"]),
            (GB18030, &["開發者指南.md", "環境變數.md", "安裝.md"]),
            (GB18030, &["囧镕喆.md"]),
            (GB18030, &["𠮷野家.md", "普通.md"]),
            (GB18030, &["图\\誠\\許.md"]),
        ] {
            let raw: Vec<_> = names.iter().map(|name| encoding.encode(name).0).collect();
            let raw: Vec<_> = raw.iter().map(|name| undeclared(name)).collect();
            let found = NameEncoding::detect(raw.iter());
            assert_eq!(found, NameEncoding::Known(encoding), "{names:?}");
            for (raw, name) in raw.iter().zip(names) {
                assert_eq!(found.decode(raw, ""), *name);
            }
        }
        for raw in
            [&b"f\x81r.md"[..], b"\x8erger.md", b"gr\x81n-\x84.md", b"na\x8bve.md", b"\x81.md"]
        {
            let found = NameEncoding::detect([undeclared(raw)].iter());
            assert_eq!(found, NameEncoding::Cp437, "{raw:?}");
        }
        for name in [
            "caf\u{e9}.md",
            "\u{fc}ber.md",
            "na\u{ef}ve ½.md",
            "Привет.md",
            "文档.md",
            "Guide · Intro.md",
            "« x ».md",
        ] {
            let raw = undeclared(name.as_bytes());
            let found = NameEncoding::detect([raw.clone()].iter());
            assert_eq!((found, found.decode(&raw, "").as_str()), (NameEncoding::Cp437, name));
        }
    }

    #[test]
    fn names_declared_as_utf8_are_not_decoded_as_gbk() {
        let gbk = undeclared(&GB18030.encode("安装.md").0);
        let bytes = "caf\u{e9}.md".into();
        let declared = RawName { bytes, is_utf8: true, is_from_dos: false };
        let found = NameEncoding::detect([&gbk, &declared].into_iter());
        assert_eq!(found, NameEncoding::Known(GB18030));
        assert_eq!(found.decode(&declared, ""), "caf\u{e9}.md");
        assert_eq!(found.decode(&undeclared("文档.md".as_bytes()), ""), "文档.md");
    }

    #[test]
    fn gbk_names_from_windows_that_are_valid_utf8_are_detected() {
        let from_dos = |bytes: &[u8]| RawName { is_from_dos: true, ..undeclared(bytes) };
        for names in [&["zh/图/图.md", "图片.svg"][..], &["图.md"], &["源.md"], &["zh/片/目.md"]]
        {
            let raw: Vec<_> = names.iter().map(|name| from_dos(&GB18030.encode(name).0)).collect();
            assert!(raw.iter().all(|name| std::str::from_utf8(&name.bytes).is_ok()), "{names:?}");
            let found = NameEncoding::detect(raw.iter());
            let decoded: Vec<_> = raw.iter().map(|raw| found.decode(raw, "")).collect();
            assert_eq!(decoded, names);
            let from_unix: Vec<_> =
                names.iter().map(|it| undeclared(&GB18030.encode(it).0)).collect();
            assert_eq!(NameEncoding::detect(from_unix.iter()), NameEncoding::Cp437, "{names:?}");
        }
        for name in [
            "caf\u{e9}.md",
            "Straße.md",
            "łódź.md",
            "Ελλάδα.md",
            "Привет.md",
            "Ǧ/a\u{327}.md",
            "lǜ/nǚ.md",
            "ș.md",
            "שלום.md",
            "文档.md",
            "图.md",
        ] {
            let raw = from_dos(name.as_bytes());
            let found = NameEncoding::detect([raw.clone()].iter());
            assert_eq!((found, &*found.decode(&raw, "")), (NameEncoding::Cp437, name));
        }
    }

    fn undeclared(bytes: &[u8]) -> RawName {
        RawName { bytes: bytes.to_owned(), is_utf8: false, is_from_dos: false }
    }
}

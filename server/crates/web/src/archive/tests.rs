//! Tests of archives: names, limits, hostile entries, and compression.

use std::io::{Cursor, Write};

use encoding_rs::{GB18030, SHIFT_JIS};
use flate2::Compression;
use flate2::write::GzEncoder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use pailou_content::file_name::MAX_PARTS;

use super::*;

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Creates a ZIP file with these raw names, without the UTF-8 flag.
fn zip_with_raw_names(names: &[&[u8]]) -> Vec<u8> {
    let stand_in = |at: usize, name: &[u8]| format!("{at}{}", "?".repeat(name.len() - 1));
    let stand_ins: Vec<_> = names.iter().enumerate().map(|(at, it)| stand_in(at, it)).collect();
    let files: Vec<_> = stand_ins.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let mut zip = zip_of(&files);
    for (stand_in, name) in stand_ins.iter().zip(names) {
        let at = |zip: &[u8]| zip.windows(name.len()).position(|it| it == stand_in.as_bytes());
        while let Some(at) = at(&zip) {
            zip[at..at + name.len()].copy_from_slice(name);
        }
    }
    zip
}

fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // `append_data` rejects names that escape the folder.
        match name.contains("..") || name.starts_with('/') {
            true => {
                header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
                header.set_cksum();
                archive.append(&header, *bytes).unwrap();
            }
            false => archive.append_data(&mut header, name, *bytes).unwrap(),
        }
    }
    archive.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns the names of the unpacked files.
fn unpacked(packed: &[u8]) -> Result<Vec<String>, &'static str> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    std::fs::write(&file, packed).unwrap();
    let into = folder.path().join("into");
    let found = unpack(&file, &into).map_err(|error| error.code())?;
    assert!(!folder.path().join("x").exists());
    Ok(zip_file::names_in(&found).unwrap())
}

#[track_caller]
fn check(names: &[&str], expected: Result<&[&str], &'static str>) {
    let files: Vec<_> = names.iter().map(|name| (*name, &b"x"[..])).collect();
    let expected = expected.map(|names| names.iter().map(|it| (*it).to_owned()).collect());
    assert_eq!(unpacked(&zip_of(&files)), expected, "zip {names:?}");
    assert_eq!(unpacked(&gzip(&tar_of(&files))), expected, "tar {names:?}");
}

#[test]
fn root_folder_of_the_archive_is_found() {
    check(&["zh/a.md", "en/a.md"], Ok(&["en/a.md", "zh/a.md"]));
    check(&["docs-main/zh/a.md", "docs-main/en/a.md"], Ok(&["en/a.md", "zh/a.md"]));
    check(&["zh/a.md"], Ok(&["zh/a.md"]));
    check(&["docs/a.md", "index.md"], Ok(&["docs/a.md", "index.md"]));
    check(&["docs/a.md", "__MACOSX/docs/._a.md"], Ok(&["a.md"]));
    check(&["文档/开始.md"], Ok(&["开始.md"]));
}

#[test]
fn archive_entry_outside_the_folder_is_rejected() {
    for name in ["../x", "a/../../x", "/x", "a\\..\\..\\x", "c:x", "a\nb"] {
        check(&[name], Err("name"));
    }
    check(&[&"x".repeat(256)], Err("name"));
    for name in ["a//x", "a\0b"] {
        assert_eq!(unpacked(&zip_of(&[(name, b"x")])), Err("name"), "{name:?}");
    }
}

#[test]
fn archive_path_depth_is_limited() {
    let below = vec!["x"; MAX_PARTS].join("/");
    let deepest = format!("a/{below}");
    check(&[deepest.as_str(), "b"], Ok(&[deepest.as_str(), "b"]));
    check(&[&format!("a/{deepest}")], Err("name"));
    let names: Vec<_> = (0..=MAX_ENTRIES / MAX_PARTS).map(|n| format!("{n}/{below}")).collect();
    check(&names.iter().map(String::as_str).collect::<Vec<_>>(), Err("too-many"));
}

#[test]
fn zip_central_directory_size_is_limited() {
    let long = "x".repeat(60_000);
    let names: Vec<_> = (0..150).map(|n| format!("{n}{long}")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    assert_eq!(unpacked(&zip_of(&files)), Err("too-many"));
}

#[test]
fn colliding_file_names_are_rejected() {
    check(&["a.md", "A.md"], Err("twice"));
    check(&["caf\u{e9}.md", "cafe\u{301}.md"], Err("twice"));
    check(&["a", "a/b"], Err("name"));
}

#[test]
fn file_that_occurs_twice_in_an_archive_is_rejected() {
    let zip = zip_with_raw_names(&[b"en/dup.md", b"en/dup.md", b"en/one.md"]);
    let tar = tar_of(&[("en/dup.md", b"1"), ("en/one.md", b"2"), ("en/dup.md", b"3")]);
    for packed in [&zip, &tar] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        std::fs::write(&file, packed).unwrap();
        let refused = unpack(&file, &folder.path().join("into")).unwrap_err();
        assert_eq!((refused.code(), refused.name()), ("twice", Some("en/dup.md")));
    }
    let gbk = GB18030.encode("zh/文档.md").0;
    assert_eq!(unpacked(&zip_with_raw_names(&[&gbk, b"zh/a.md", &gbk])), Err("twice"));
    assert_eq!(unpacked(&zip_with_raw_names(&[b"en/", b"en/", b"en/a.md"])).unwrap(), ["en/a.md"]);
}

#[test]
fn windows_and_macos_names_are_normalized() {
    check(&["site\\zh\\a.md", "site\\en\\a.md"], Ok(&["en/a.md", "zh/a.md"]));
    check(&["./zh/a.md", "./en/a.md"], Ok(&["en/a.md", "zh/a.md"]));
    check(&["zh/a:b.md", "zh/c.md"], Ok(&["zh/a~u3A~b.md", "zh/c.md"]));
    check(&["s/cafe\u{301}.md", "s/.DS_Store", ".DS_Store"], Ok(&["caf\u{e9}.md"]));
    let [gbk, japanese] = [
        (GB18030, ["文档/快速开始.md", "文档/指南.md"]),
        (SHIFT_JIS, ["docs/日本語.md", "docs/はじめに.md"]),
    ]
    .map(|(encoding, names)| {
        let raw = names.map(|name| encoding.encode(name).0.into_owned());
        unpacked(&zip_with_raw_names(&raw.each_ref().map(Vec::as_slice))).unwrap()
    });
    assert_eq!(gbk, ["快速开始.md", "指南.md"]);
    assert_eq!(japanese, ["はじめに.md", "日本語.md"]);
    assert_eq!(unpacked(&zip_with_raw_names(&[b"f\x81r.md"])).unwrap(), ["für.md"]);
    let outside = GB18030.encode("../文档").0;
    assert_eq!(unpacked(&zip_with_raw_names(&[&outside])), Err("name"));
}

#[test]
fn tar_is_unpacked_with_every_compression() {
    let long = format!("s/{}.md", "长".repeat(60));
    let tar = tar_of(&[("s/zh/a.md", b"x"), (&long, b"x")]);
    let zstd = zstd::encode_all(tar.as_slice(), 0).unwrap();
    let expected = vec!["zh/a.md".to_owned(), long[2..].to_owned()];
    for packed in [&tar, &gzip(&tar), &zstd] {
        assert_eq!(unpacked(packed).as_ref(), Ok(&expected));
    }
}

#[test]
fn link_or_device_in_a_tar_is_rejected() {
    for kind in [
        tar::EntryType::Symlink,
        tar::EntryType::Link,
        tar::EntryType::Fifo,
        tar::EntryType::Char,
        tar::EntryType::Block,
    ] {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        archive.append_link(&mut header, "a.md", "/etc/passwd").unwrap();
        assert_eq!(unpacked(&archive.into_inner().unwrap()), Err("link"), "{kind:?}");
    }
}

#[test]
fn truncated_tar_is_reported() {
    let tar = tar_of(&[("a.md", &[b'x'; 5000])]);
    assert!(unpacked(&tar[..2000]).is_err());
    assert!(unpacked(&gzip(&tar)[..40]).is_err());
}

#[test]
fn decompression_bomb_is_rejected() {
    let zeros = vec![0; 64 << 20];
    let [large, small] = [&zeros[..], &zeros[..1 << 20]].map(|bytes| [("a.md", bytes)]);
    for (large, small) in
        [(zip_of(&large), zip_of(&small)), (gzip(&tar_of(&large)), gzip(&tar_of(&small)))]
    {
        assert_eq!(unpacked(&large), Err("bomb"));
        assert_eq!(unpacked(&small), Ok(vec!["a.md".to_owned()]));
    }
}

#[test]
fn non_archive_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    let (nothing, text) = (gzip(b""), gzip(&[b'x'; 2000]));
    for bytes in [&b""[..], b"PK\x03\x04", b"hello", &[b'x'; 2000], &[0; 1024], &nothing, &text] {
        std::fs::write(&file, bytes).unwrap();
        assert_eq!(unpack(&file, &folder.path().join("into")).unwrap_err().code(), "not-a-zip");
    }
}

#[test]
fn symlink_in_zip_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    let mut archive = ZipWriter::new(File::create(&file).unwrap());
    archive.add_symlink("a.md", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    archive.finish().unwrap();
    assert_eq!(unpack(&file, &folder.path().join("into")).unwrap_err().code(), "link");
}

#[test]
fn escaped_names_are_not_escaped_again() {
    check(
        &["zh/std~u3A~~u3A~vec.md", "zh/a:b.md", "zh/~u47~et.md"],
        Ok(&["zh/a~u3A~b.md", "zh/std~u3A~~u3A~vec.md", "zh/~u47~et.md"]),
    );
    check(&["zh/a:b.md", "zh/a~u3A~b.md"], Err("twice"));
}

#[test]
fn packed_folder_is_unchanged_after_unpacking() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("from");
    for (name, text) in [("zh/a.md", "# 一\n"), ("en/a.md", "# One\n")] {
        std::fs::create_dir_all(from.join(name).parent().unwrap()).unwrap();
        std::fs::write(from.join(name), text).unwrap();
    }
    let [first, second] = ["1.zip", "2.zip"].map(|name| folder.path().join(name));
    pack(&from, File::create_new(&first).unwrap()).unwrap();
    pack(&from, File::create_new(&second).unwrap()).unwrap();
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
    let found = unpack(&first, &folder.path().join("into")).unwrap();
    assert_eq!(std::fs::read(found.join("zh/a.md")).unwrap(), "# 一\n".as_bytes());
}

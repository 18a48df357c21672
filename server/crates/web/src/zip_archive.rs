//! Zip archives of folders: packing and unpacking. Archives of clients are untrusted: sizes are counted while
//! unpacking, and no name leads out of the folder.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use core_wasm::locale::Locale;
use unicode_normalization::UnicodeNormalization;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Files, and folders that they stand in.
const MOST_ENTRIES: usize = 20_000;
/// Bytes of an archive that say what is in it: all of them are in memory before its entries can be counted.
const MOST_DIRECTORY: u64 = 8 << 20;
const MOST_BYTES: u64 = 512 << 20;
/// More than text is ever compressed to.
const MOST_RATIO: u64 = 200;
/// Under this size no ratio is odd.
const FREE_BYTES: u64 = 10 << 20;
/// Bytes of a name and of a part of it, and how many parts it has.
const MOST_NAME: usize = 1000;
const MOST_PART: usize = 255;
const MOST_PARTS: usize = 32;
/// What some systems put beside the files.
const ASIDE: &str = "__MACOSX/";

#[derive(Debug, thiserror::Error)]
pub enum PackedError {
    #[error("not a zip file")]
    NotOne,
    #[error("invalid file name {0:?}")]
    Name(String),
    #[error("duplicate file name {0:?}, or one that differs only in case")]
    Twice(String),
    #[error("symbolic link {0:?}")]
    Link(String),
    #[error("unsupported encryption or compression of {0:?}")]
    Unreadable(String),
    #[error("too many entries: at most {MOST_ENTRIES} files and folders")]
    TooMany,
    #[error("unpacked size too large: at most {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    #[error("compression ratio too high: at most {MOST_RATIO}")]
    Bomb,
    #[error("unpacking failed: {0}")]
    Io(#[from] std::io::Error),
}

impl PackedError {
    /// Stable name, for clients.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOne => "not-a-zip",
            Self::Name(_) => "name",
            Self::Twice(_) => "twice",
            Self::Link(_) => "link",
            Self::Unreadable(_) => "unreadable",
            Self::TooMany => "too-many",
            Self::TooLarge => "too-large",
            Self::Bomb => "bomb",
            Self::Io(_) => "io",
        }
    }

    /// Which file of the archive it is about.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Twice(name) | Self::Link(name) | Self::Unreadable(name) => {
                Some(name)
            }
            _ => None,
        }
    }
}

/// Unpacks into a new folder; answers the one in which the files begin.
pub fn unpack(from: &Path, into: &Path) -> Result<PathBuf, PackedError> {
    let file = File::open(from)?;
    let packed = file.metadata()?.len();
    let left = Cell::new(MOST_DIRECTORY);
    let archive = ZipArchive::new(Measured { file, left: &left });
    let is_over = left.get() == 0;
    let refused = |_| if is_over { PackedError::TooMany } else { PackedError::NotOne };
    let mut archive = archive.map_err(refused)?;
    left.set(u64::MAX);
    let most = packed.saturating_mul(MOST_RATIO).saturating_add(FREE_BYTES);
    let entries = entries(&mut archive)?;
    std::fs::create_dir_all(into)?;
    let (mut tops, mut unpacked) = (HashSet::new(), 0);
    for entry in entries {
        tops.insert(entry.name.split_once('/').map(|(top, _)| top.to_owned()));
        // One byte more than there may be tells that there are more.
        unpacked += entry.keep(&mut archive, into, most.min(MOST_BYTES) - unpacked + 1)?;
        if unpacked > most {
            return Err(PackedError::Bomb);
        }
        if unpacked > MOST_BYTES {
            return Err(PackedError::TooLarge);
        }
    }
    // Zip programs often put all files below the name of the packed folder. The name of a language is a folder of the
    // site instead.
    let only = (tops.len() == 1).then(|| tops.into_iter().next().flatten()).flatten();
    let only = only.filter(|top| top.parse::<Locale>().is_err());
    Ok(only.map_or_else(|| into.to_owned(), |top| into.join(top)))
}

/// The files, before anything is written.
fn entries<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<Vec<Entry>, PackedError> {
    if archive.len() > MOST_ENTRIES {
        return Err(PackedError::TooMany);
    }
    let (mut entries, mut seen, mut folders) = (Vec::new(), HashSet::new(), HashSet::new());
    for number in 0..archive.len() {
        let Some(entry) = Entry::read(archive, number)? else { continue };
        if !seen.insert(entry.name.nfc().collect::<String>().to_lowercase()) {
            return Err(PackedError::Twice(entry.name));
        }
        let above = entry.name.match_indices('/').map(|(at, _)| entry.name[..at].to_owned());
        folders.extend(above);
        entries.push(entry);
        if entries.len() + folders.len() > MOST_ENTRIES {
            return Err(PackedError::TooMany);
        }
    }
    Ok(entries)
}

/// Reads no more than is left.
struct Measured<'a> {
    file: File,
    left: &'a Cell<u64>,
}

impl Read for Measured<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.unwrap_or(0));
        left.map(|_| read).ok_or_else(|| std::io::Error::other("central directory too large"))
    }
}

impl Seek for Measured<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// A file in the archive, under a name that is plain.
struct Entry {
    number: usize,
    name: String,
}

impl Entry {
    /// None for what is not wanted.
    fn read<R: Read + Seek>(
        archive: &mut ZipArchive<R>,
        number: usize,
    ) -> Result<Option<Self>, PackedError> {
        let unreadable = || PackedError::Unreadable(format!("entry {number}"));
        let entry = archive.by_index_raw(number).map_err(|_| unreadable())?;
        let shown = || String::from_utf8_lossy(entry.name_raw()).into_owned();
        let name = std::str::from_utf8(entry.name_raw());
        let name = name.map_err(|_| PackedError::Name(shown()))?.to_owned();
        if entry.is_symlink() {
            return Err(PackedError::Link(name));
        }
        if entry.encrypted() {
            return Err(PackedError::Unreadable(name));
        }
        if !is_plain(name.strip_suffix('/').unwrap_or(&name)) {
            return Err(PackedError::Name(name));
        }
        let is_wanted = !name.ends_with('/') && !name.starts_with(ASIDE);
        Ok(is_wanted.then_some(Self { number, name }))
    }

    /// At most so many bytes of it; answers how many there were.
    fn keep<R: Read + Seek>(
        &self,
        archive: &mut ZipArchive<R>,
        into: &Path,
        most: u64,
    ) -> Result<u64, PackedError> {
        let unreadable = |_| PackedError::Unreadable(self.name.clone());
        let entry = archive.by_index(self.number).map_err(unreadable)?;
        let place = into.join(&self.name);
        if let Some(folder) = place.parent() {
            std::fs::create_dir_all(folder).map_err(|_| PackedError::Name(self.name.clone()))?;
        }
        let mut file =
            File::create_new(&place).map_err(|_| PackedError::Twice(self.name.clone()))?;
        let copied = std::io::copy(&mut entry.take(most), &mut file);
        copied.map_err(|_| PackedError::Unreadable(self.name.clone()))
    }
}

fn is_plain(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_odd = |c: char| c.is_control() || matches!(c, '\\' | ':');
        !matches!(part, "" | "." | "..") && part.len() <= MOST_PART && !part.contains(is_odd)
    };
    let is_short = name.len() <= MOST_NAME && name.split('/').count() <= MOST_PARTS;
    is_short && name.split('/').all(is_part)
}

/// Packs every file of a folder, in the order of their names: the same folder is the same bytes.
pub fn pack(folder: &Path, to: File) -> std::io::Result<()> {
    let mut names = Vec::new();
    collect(folder, "", &mut names)?;
    names.sort();
    let mut archive = ZipWriter::new(std::io::BufWriter::new(to));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for name in names {
        archive.start_file(&*name, options).map_err(as_io)?;
        std::io::copy(&mut File::open(folder.join(&name))?, &mut archive)?;
    }
    archive.finish().map_err(as_io)?.flush()
}

fn collect(folder: &Path, below: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type()?.is_dir() {
            collect(folder, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn as_io(error: ZipError) -> std::io::Error {
    std::io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of an archive with these files.
    fn unpacked(files: &[(&str, &[u8])]) -> Result<Vec<String>, &'static str> {
        let folder = tempfile::tempdir().unwrap();
        let packed = folder.path().join("a.zip");
        let mut archive = ZipWriter::new(File::create(&packed).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, bytes) in files {
            archive.start_file(*name, options).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap();
        let into = folder.path().join("into");
        let found = unpack(&packed, &into).map_err(|error| error.code())?;
        assert!(!folder.path().join("x").exists());
        let mut names = Vec::new();
        collect(&found, "", &mut names).unwrap();
        names.sort();
        Ok(names)
    }

    #[track_caller]
    fn check(names: &[&str], expected: Result<&[&str], &'static str>) {
        let files: Vec<_> = names.iter().map(|name| (*name, &b"x"[..])).collect();
        let expected = expected.map(|names| names.iter().map(|it| (*it).to_owned()).collect());
        assert_eq!(unpacked(&files), expected, "{names:?}");
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
    fn archive_entry_cannot_leave_the_folder() {
        for name in
            ["../x", "a/../../x", "/x", "a//x", "./x", "a\\..\\..\\x", "c:x", "a\0b", "a\nb"]
        {
            check(&[name], Err("name"));
        }
        check(&[&"x".repeat(256)], Err("name"));
    }

    #[test]
    fn folder_count_is_limited() {
        let below = vec!["x"; MOST_PARTS - 1].join("/");
        let deepest = format!("a/{below}");
        check(&[deepest.as_str(), "b"], Ok(&[deepest.as_str(), "b"]));
        check(&[&format!("a/{deepest}")], Err("name"));
        let names: Vec<_> =
            (0..=MOST_ENTRIES / MOST_PARTS).map(|n| format!("{n}/{below}")).collect();
        check(&names.iter().map(String::as_str).collect::<Vec<_>>(), Err("too-many"));
    }

    #[test]
    fn archive_directory_size_is_limited() {
        let long = "x".repeat(60_000);
        let names: Vec<_> = (0..=MOST_DIRECTORY / 60_000).map(|n| format!("{n}{long}")).collect();
        check(&names.iter().map(String::as_str).collect::<Vec<_>>(), Err("too-many"));
    }

    #[test]
    fn ambiguous_file_names_are_rejected() {
        check(&["a.md", "A.md"], Err("twice"));
        check(&["caf\u{e9}.md", "cafe\u{301}.md"], Err("twice"));
        check(&["a", "a/b"], Err("name"));
    }

    #[test]
    fn zip_bomb_is_rejected() {
        let zeros = vec![0; 64 << 20];
        assert_eq!(unpacked(&[("a.md", &zeros)]), Err("bomb"));
        assert_eq!(unpacked(&[("a.md", &zeros[..1 << 20])]), Ok(vec!["a.md".to_owned()]));
    }

    #[test]
    fn non_archive_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.zip");
        for bytes in [&b""[..], b"PK\x03\x04", b"hello"] {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(unpack(&file, &folder.path().join("into")).unwrap_err().code(), "not-a-zip");
        }
    }

    #[test]
    fn symlink_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.zip");
        let mut archive = ZipWriter::new(File::create(&file).unwrap());
        archive.add_symlink("a.md", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        archive.finish().unwrap();
        assert_eq!(unpack(&file, &folder.path().join("into")).unwrap_err().code(), "link");
    }

    #[test]
    fn archive_round_trips() {
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
}

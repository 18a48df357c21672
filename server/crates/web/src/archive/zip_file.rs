//! ZIP archives.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::names::{self, NameEncoding, RawName};
use super::{MAX_ENTRIES, PackedError, Unpacking};

/// Maximum size in bytes of the central directory, which is read into memory before entries can be
/// counted.
const MAX_DIRECTORY: u64 = 8 << 20;

pub(super) fn unpack_zip(file: File, unpacking: &mut Unpacking<'_>) -> Result<(), PackedError> {
    let left = Cell::new(MAX_DIRECTORY);
    let directory = file.try_clone()?;
    let archive = ZipArchive::new(LimitedReader { file, left: &left });
    let is_over = left.get() == 0;
    let refused = |_| if is_over { PackedError::TooMany } else { PackedError::NotOne };
    let mut archive = archive.map_err(refused)?;
    left.set(u64::MAX);
    let listed = listed_entries(directory, archive.central_directory_start())?;
    for entry in entries(&mut archive, &listed, unpacking)? {
        let unreadable = |_| PackedError::Unreadable(entry.name.clone());
        let file = archive.by_index(entry.number).map_err(unreadable)?;
        unpacking.keep(&entry.name, file)?;
    }
    Ok(())
}

/// Entry of the central directory.
struct ListedEntry {
    name: Vec<u8>,
    /// Whether the entry was made on MS-DOS or Windows (APPNOTE.TXT, section 4.4.2).
    is_from_dos: bool,
}

/// Reads the central directory, which begins at this position in bytes. The `zip` crate returns only the last of
/// several entries with the same name.
fn listed_entries(mut file: File, start: u64) -> Result<Vec<ListedEntry>, PackedError> {
    file.seek(SeekFrom::Start(start))?;
    let mut directory = Vec::new();
    file.take(MAX_DIRECTORY).read_to_end(&mut directory)?;
    let (mut entries, mut rest) = (Vec::new(), &directory[..]);
    while let Some((header, after)) = rest.split_first_chunk::<46>() {
        let length = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let (name, others) = (length(28), length(30) + length(32));
        if !header.starts_with(b"PK\x01\x02") || after.len() < name + others {
            break;
        }
        entries.push(ListedEntry { name: after[..name].to_owned(), is_from_dos: header[5] == 0 });
        rest = &after[name + others..];
    }
    Ok(entries)
}

/// A file in the archive, with its normalized name.
struct Entry {
    number: usize,
    name: String,
}

/// Returns the files of the archive, before anything is written. Returns an error for an invalid or duplicate name, a
/// link, or an encrypted file.
fn entries<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    listed: &[ListedEntry],
    unpacking: &mut Unpacking<'_>,
) -> Result<Vec<Entry>, PackedError> {
    if archive.len() > MAX_ENTRIES {
        return Err(PackedError::TooMany);
    }
    let mut raw = Vec::new();
    for number in 0..archive.len() {
        let unreadable = |_| PackedError::Unreadable(format!("entry {number}"));
        let entry = archive.by_index_raw(number).map_err(unreadable)?;
        // If the entry has the Unicode Path extra field (0x7075), `name_raw` returns the UTF-8 name in this field.
        let bytes = entry.name_raw().to_owned();
        let is_decoded = entry.name().is_ok_and(|name| name.as_bytes() == bytes);
        let is_from_dos = listed.get(number).is_some_and(|entry| entry.is_from_dos);
        raw.push(RawName { is_utf8: !bytes.is_ascii() && is_decoded, bytes, is_from_dos });
    }
    let encoding = NameEncoding::detect(raw.iter());
    if let Some(name) = duplicate_name(listed, &raw, encoding)? {
        return Err(PackedError::Twice(name));
    }
    let mut entries = Vec::new();
    for (number, raw) in raw.iter().enumerate() {
        let unreadable = |_| PackedError::Unreadable(format!("entry {number}"));
        let entry = archive.by_index_raw(number).map_err(unreadable)?;
        let name = encoding.decode(raw, &entry.name().map_err(unreadable)?);
        if entry.is_symlink() {
            return Err(PackedError::Link(name));
        }
        if entry.encrypted() {
            return Err(PackedError::Unreadable(name));
        }
        if let Some(name) = names::normalized_name(&name)? {
            unpacking.register(&name)?;
            entries.push(Entry { number, name });
        }
    }
    Ok(entries)
}

/// Returns the name of a file that the central directory lists more often than the `zip` crate returns it; `None` if
/// there is no such file.
fn duplicate_name(
    listed: &[ListedEntry],
    raw: &[RawName],
    encoding: NameEncoding,
) -> Result<Option<String>, PackedError> {
    if listed.len() <= raw.len() {
        return Ok(None);
    }
    // The `zip` crate returns only one of several entries with the same name. The loop visits the omitted entries.
    let mut returned: HashSet<&[u8]> = raw.iter().map(|name| &*name.bytes).collect();
    for entry in listed.iter().filter(|entry| !returned.remove(&*entry.name)) {
        let bytes = entry.name.clone();
        let name = RawName { bytes, is_utf8: false, is_from_dos: entry.is_from_dos };
        let name = encoding.decode(&name, &String::from_utf8_lossy(&name.bytes));
        if let Some(name) = names::normalized_name(&name)? {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Reader that fails once the remaining limit is exceeded.
struct LimitedReader<'a> {
    file: File,
    left: &'a Cell<u64>,
}

impl Read for LimitedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.unwrap_or(0));
        left.map(|_| read).ok_or_else(|| std::io::Error::other("central directory too large"))
    }
}

impl Seek for LimitedReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// Writes a ZIP archive of `folder` to `to`. The files are sorted by name, so that equal folders give equal bytes.
pub fn pack(folder: &Path, to: File) -> std::io::Result<()> {
    let names = names_in(folder)?;
    let mut archive = ZipWriter::new(std::io::BufWriter::new(to));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for name in names {
        archive.start_file(&*name, options).map_err(as_io)?;
        std::io::copy(&mut File::open(folder.join(&name))?, &mut archive)?;
    }
    archive.finish().map_err(as_io)?.flush()
}

/// Returns the paths of all files below a folder, sorted, with `/` as separator. Names that are not valid Unicode are
/// omitted.
pub(super) fn names_in(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    collect(folder, "", &mut names)?;
    names.sort();
    Ok(names)
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

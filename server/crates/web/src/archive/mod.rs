//! Archives of folders. Packs ZIP files; unpacks ZIP files and tar files (plain, gzip, or Zstandard). Archives from
//! clients are untrusted: sizes are limited while unpacking, and no file is written outside the folder.

mod names;
mod tar_file;
mod zip_file;

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use core_wasm::locale::Locale;
use pailou_content::file_name;

pub use zip_file::pack;

/// Media types of archives that can be unpacked.
pub const MEDIA_TYPES: &[&str] = &[
    "application/zip",
    "application/gzip",
    "application/x-gzip",
    "application/x-compressed-tar",
    "application/zstd",
    "application/x-tar",
];

/// Maximum number of files and folders.
const MAX_ENTRIES: usize = 20_000;
const MAX_BYTES: u64 = 512 << 20;
/// Maximum compression ratio.
const MAX_RATIO: u64 = 200;
/// Unpacked size in bytes below which the ratio is not limited.
const UNLIMITED_RATIO_BYTES: u64 = 10 << 20;

#[derive(Debug, thiserror::Error)]
pub enum PackedError {
    #[error("not an archive: expected .zip, .tar, .tar.gz, or .tar.zst")]
    NotOne,
    #[error("invalid file name {0:?}")]
    Name(String),
    #[error("duplicate file name {0:?}, or one that differs only in case")]
    Twice(String),
    #[error("link or device {0:?}")]
    Link(String),
    #[error("unsupported encryption or compression of {0:?}")]
    Unreadable(String),
    #[error("too many entries: at most {MAX_ENTRIES} files and folders")]
    TooMany,
    #[error("unpacked size too large: at most {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("compression ratio too high: at most {MAX_RATIO}")]
    Bomb,
    #[error("unpacking failed: {0}")]
    Io(#[from] std::io::Error),
}

impl PackedError {
    /// Returns the stable error code, for clients.
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

    /// Returns the name of the affected file in the archive; `None` if the error concerns the whole archive.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Twice(name) | Self::Link(name) | Self::Unreadable(name) => {
                Some(name)
            }
            _ => None,
        }
    }
}

/// Unpacks an archive into the folder `into`, which is created. Returns the folder that contains the files: `into`, or
/// its only top-level folder.
pub fn unpack(from: &Path, into: &Path) -> Result<PathBuf, PackedError> {
    let mut file = File::open(from)?;
    let packed = file.metadata()?.len();
    let mut magic = [0; 4];
    let length = read_up_to(&mut file, &mut magic)?;
    file.seek(SeekFrom::Start(0))?;
    let mut unpacking = Unpacking::new(packed, into)?;
    match &magic[..length] {
        [b'P', b'K', ..] => zip_file::unpack_zip(file, &mut unpacking)?,
        _ => tar_file::unpack_tar(file, &magic[..length], &mut unpacking)?,
    }
    Ok(unpacking.site_folder())
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..])? {
            0 => break,
            read => length += read,
        }
    }
    Ok(length)
}

/// State of unpacking: limits, and entries so far.
struct Unpacking<'a> {
    into: &'a Path,
    /// Maximum unpacked size in bytes, derived from the size of the archive.
    max: u64,
    unpacked: u64,
    seen: HashSet<String>,
    folders: HashSet<String>,
    tops: HashSet<Option<String>>,
}

impl<'a> Unpacking<'a> {
    fn new(packed: u64, into: &'a Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(into)?;
        Ok(Self {
            into,
            max: packed.saturating_mul(MAX_RATIO).saturating_add(UNLIMITED_RATIO_BYTES),
            unpacked: 0,
            seen: HashSet::new(),
            folders: HashSet::new(),
            tops: HashSet::new(),
        })
    }

    /// Registers a file name before anything is written. Returns an error for a duplicate name, or if there are more
    /// than `MAX_ENTRIES` files and folders.
    fn register(&mut self, name: &str) -> Result<(), PackedError> {
        if !self.seen.insert(file_name::folded(&file_name::escaped_once(name))) {
            return Err(PackedError::Twice(name.to_owned()));
        }
        self.folders.extend(name.match_indices('/').map(|(at, _)| name[..at].to_owned()));
        self.tops.insert(name.split_once('/').map(|(top, _)| top.to_owned()));
        let is_over = self.seen.len() + self.folders.len() > MAX_ENTRIES;
        if is_over { Err(PackedError::TooMany) } else { Ok(()) }
    }

    /// Writes a file whose name was registered. Its name on disk is escaped if it is invalid on some operating system.
    /// Returns an error if the unpacked files exceed a limit or the file cannot be written.
    fn keep(&mut self, name: &str, from: impl Read) -> Result<(), PackedError> {
        let path = self.into.join(file_name::escaped_once(name));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|_| PackedError::Name(name.to_owned()))?;
        }
        let file = File::create_new(&path);
        let mut file = file.map_err(|_| PackedError::Twice(name.to_owned()))?;
        // Reads one byte more than allowed, to detect a larger file.
        let left = self.max.min(MAX_BYTES) - self.unpacked + 1;
        let copied = std::io::copy(&mut from.take(left), &mut file);
        self.unpacked += copied.map_err(|_| PackedError::Unreadable(name.to_owned()))?;
        if self.unpacked > self.max {
            return Err(PackedError::Bomb);
        }
        if self.unpacked > MAX_BYTES {
            return Err(PackedError::TooLarge);
        }
        Ok(())
    }

    /// Returns the folder with the unpacked site. If all files are below one top-level folder, returns this folder,
    /// because programs often add a folder with the name of the packed folder. If the top-level folder is a language
    /// folder such as `zh`, or not all files are below one folder, returns `into`.
    fn site_folder(self) -> PathBuf {
        let only = (self.tops.len() == 1).then(|| self.tops.into_iter().next().flatten()).flatten();
        let only = only.filter(|top| top.parse::<Locale>().is_err());
        only.map_or_else(
            || self.into.to_owned(),
            |top| self.into.join(file_name::escaped_once(&top)),
        )
    }
}

#[cfg(test)]
mod tests;

//! Tar archives, plain or compressed.

use std::cell::Cell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType, PaxExtensions};

use super::names::{self, NameEncoding, RawName};
use super::{MAX_BYTES, MAX_ENTRIES, PackedError, Unpacking};

/// Maximum size of the headers of all entries, in bytes.
const MAX_HEADERS: u64 = MAX_ENTRIES as u64 * 2048;
/// Maximum size of an extended header before a file, in bytes.
const MAX_EXTENSION: u64 = 64 << 10;

pub(super) fn unpack_tar(
    mut file: File,
    magic: &[u8],
    unpacking: &mut Unpacking<'_>,
) -> Result<(), PackedError> {
    // All names are read before anything is written, to detect their encoding.
    let mut raw = Vec::new();
    let max = unpacking.max;
    each(&mut file, magic, max, |name, _| {
        raw.push(RawName { bytes: name, is_utf8: false, is_from_dos: false });
        if raw.len() > MAX_ENTRIES { Err(PackedError::TooMany) } else { Ok(()) }
    })?;
    let encoding = NameEncoding::detect(raw.iter());
    let normalized_name = |name: &RawName| {
        names::normalized_name(&encoding.decode(name, &String::from_utf8_lossy(&name.bytes)))
    };
    let names = raw.iter().map(normalized_name).collect::<Result<Vec<_>, _>>()?;
    for name in names.iter().flatten() {
        unpacking.register(name)?;
    }
    let mut names = names.into_iter();
    each(&mut file, magic, max, |_, entry| match names.next().flatten() {
        Some(name) => unpacking.keep(&name, entry),
        None => Ok(()),
    })
}

/// Calls `read` with the name and content of each file. `magic` are the first bytes of the archive, which determine its
/// compression. `max` is the maximum size of all files in bytes. Returns an error for entries other than files and
/// folders.
fn each(
    file: &mut File,
    magic: &[u8],
    max: u64,
    mut read: impl FnMut(Vec<u8>, &mut dyn Read) -> Result<(), PackedError>,
) -> Result<(), PackedError> {
    file.seek(SeekFrom::Start(0))?;
    let decoder: Box<dyn Read + '_> = match magic {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(file)),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::stream::read::Decoder::new(file)?),
        _ => Box::new(file),
    };
    let left = Cell::new(max.min(MAX_BYTES).saturating_add(MAX_HEADERS));
    let mut archive = Archive::new(LimitedReader { from: decoder, left: &left });
    let over = || if max < MAX_BYTES { PackedError::Bomb } else { PackedError::TooLarge };
    let failed = |_| if left.get() == 0 { over() } else { PackedError::NotOne };
    // Reads raw entries, because the `tar` crate would otherwise read extended headers of any size into memory.
    let (mut name, mut count) = (None, 0);
    for entry in archive.entries().map_err(failed)?.raw(true) {
        let mut entry = entry.map_err(failed)?;
        count += 1;
        if count > MAX_ENTRIES * 3 {
            return Err(PackedError::TooMany);
        }
        let kind = entry.header().entry_type();
        match kind {
            EntryType::GNULongName => {
                let mut long = extension(&mut entry).map_err(failed)?;
                if long.last() == Some(&0) {
                    long.pop();
                }
                name = Some(long);
                continue;
            }
            EntryType::XHeader => {
                let pax = extension(&mut entry).map_err(failed)?;
                name = path_of(&pax).or(name);
                continue;
            }
            EntryType::XGlobalHeader | EntryType::GNULongLink => continue,
            _ => {}
        }
        let own = name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        match kind {
            EntryType::Regular | EntryType::Continuous if !own.ends_with(b"/") => {
                read(own, &mut entry)
                    .map_err(|error| if left.get() == 0 { over() } else { error })?;
            }
            EntryType::Regular | EntryType::Continuous | EntryType::Directory => {}
            EntryType::GNUSparse => return Err(PackedError::Unreadable(displayed_name(&own))),
            _ => return Err(PackedError::Link(displayed_name(&own))),
        }
    }
    if count == 0 { Err(PackedError::NotOne) } else { Ok(()) }
}

fn displayed_name(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

fn extension(entry: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    entry.take(MAX_EXTENSION).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the name in the extended header of a file (POSIX.1-2001, pax); `None` if the header has no name.
fn path_of(pax: &[u8]) -> Option<Vec<u8>> {
    let extensions = PaxExtensions::new(pax).filter_map(Result::ok);
    let path = extensions.filter(|extension| extension.key_bytes() == b"path").last()?;
    Some(path.value_bytes().to_vec())
}

/// Reader that fails once the remaining limit is used up.
struct LimitedReader<'a, R> {
    from: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64).filter(|left| *left > 0);
        self.left.set(left.unwrap_or(0));
        left.map(|_| read).ok_or_else(|| std::io::Error::other("archive too large"))
    }
}

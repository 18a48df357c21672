//! Embedded files leave without being copied through this process: they stand in the file of the running
//! program, from which the kernel sends them (`sendfile(2)`). What cannot be sent so is written as ever.

use std::fs::File;
use std::io::{self, IoSlice};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::sync::LazyLock;
use std::task::{Context, Poll, ready};

use rustix::net::SendFlags;
use tokio::io::Interest;
use tokio::net::TcpStream;

use super::assets;

/// Below this a copy costs less than a further system call.
const LEAST: usize = 16 << 10;

static PROGRAM: LazyLock<Option<Program>> = LazyLock::new(|| {
    let program = Program::running(assets::embedded());
    if let Err(error) = &program {
        tracing::info!(%error, "embedded files are copied: the program's own file cannot be read");
    }
    program.ok()
});

/// Sends the first slices, up to and with the first embedded file; `None` if there is nothing of the kind
/// among the first two, or no way to do it.
pub(super) fn poll_send(
    stream: &TcpStream,
    cx: &mut Context<'_>,
    slices: &[IoSlice<'_>],
) -> Option<Poll<io::Result<usize>>> {
    let program = PROGRAM.as_ref()?;
    if let [file, ..] = slices
        && let Some(at) = program.place(file)
    {
        return Some(poll_io(stream, cx, || program.send(stream, at, file.len())));
    }
    if let [head, file, ..] = slices
        && let Some(at) = program.place(file)
    {
        return Some(poll_io(stream, cx, || {
            let sent = rustix::net::send(stream, head, SendFlags::MORE | SendFlags::NOSIGNAL)?;
            if sent < head.len() {
                return Ok(sent);
            }
            // The head is on its way whatever becomes of the file now.
            Ok(sent + program.send(stream, at, file.len()).unwrap_or(0))
        }));
    }
    None
}

/// The running program's file.
struct Program {
    file: File,
    /// Address, length and offset in the file of each embedded file, in rising order.
    places: Vec<(usize, usize, u64)>,
}

impl Program {
    fn running(embedded: impl Iterator<Item = &'static [u8]>) -> io::Result<Self> {
        let file = File::open("/proc/self/exe")?;
        let inode = file.metadata()?.ino().to_string();
        let maps = std::fs::read_to_string("/proc/self/maps")?;
        let mapped: Vec<Mapping> =
            maps.lines().filter_map(|line| Mapping::read(line, &inode)).collect();
        let mut places: Vec<_> = embedded
            .filter(|bytes| bytes.len() >= LEAST)
            .filter_map(|bytes| {
                let at = mapped.iter().find_map(|mapping| mapping.offset(bytes))?;
                let mut found = vec![0; bytes.len()];
                file.read_exact_at(&mut found, at).ok()?;
                (found == bytes).then(|| (bytes.as_ptr().addr(), bytes.len(), at))
            })
            .collect();
        places.sort_unstable();
        Ok(Self { file, places })
    }

    /// Where these bytes stand in the file, if they are part of an embedded one: told by their address.
    fn place(&self, bytes: &[u8]) -> Option<u64> {
        if bytes.len() < LEAST {
            return None;
        }
        let address = bytes.as_ptr().addr();
        let next = self.places.partition_point(|(start, ..)| *start <= address);
        let (start, length, offset) = *self.places.get(next.checked_sub(1)?)?;
        let inside = address - start;
        (inside + bytes.len() <= length).then_some(offset + inside as u64)
    }

    fn send(&self, stream: &TcpStream, mut at: u64, length: usize) -> io::Result<usize> {
        Ok(rustix::fs::sendfile(stream, &self.file, Some(&mut at), length)?)
    }
}

/// A part of the program's file as it lies in memory.
struct Mapping {
    start: usize,
    end: usize,
    offset: u64,
}

impl Mapping {
    /// From a line of `/proc/self/maps` (proc(5)): `start-end rights offset device inode path`, all
    /// numbers in hex but the inode.
    fn read(line: &str, inode: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let (_rights, offset, _device) = (words.next()?, words.next()?, words.next()?);
        let hex = |word: &str| usize::from_str_radix(word, 16).ok();
        let (start, end, offset) = (hex(start)?, hex(end)?, hex(offset)? as u64);
        (words.next()? == inode).then_some(Self { start, end, offset })
    }

    fn offset(&self, bytes: &[u8]) -> Option<u64> {
        let address = bytes.as_ptr().addr();
        let inside = address.checked_sub(self.start)?;
        (address + bytes.len() <= self.end).then_some(self.offset + inside as u64)
    }
}

fn poll_io(
    stream: &TcpStream,
    cx: &mut Context<'_>,
    mut send: impl FnMut() -> io::Result<usize>,
) -> Poll<io::Result<usize>> {
    loop {
        ready!(stream.poll_write_ready(cx))?;
        match stream.try_io(Interest::WRITABLE, &mut send) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            sent => return Poll::Ready(sent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_by_the_address() {
        let program = Program::running(assets::embedded()).expect("the program's file");
        let large: Vec<_> = assets::embedded().filter(|bytes| bytes.len() >= LEAST).collect();
        assert_eq!(program.places.len(), large.len(), "every large embedded file is found");
        let asset = large.iter().max_by_key(|bytes| bytes.len()).expect("one of them");
        let at = program.place(asset).expect("its place");
        assert_eq!(program.place(&asset[8..]), Some(at + 8));
        assert_eq!(program.place(&asset[asset.len() - 8..]), None, "too small to be worth it");
        let elsewhere = vec![0; asset.len()];
        assert_eq!(program.place(&elsewhere), None, "not embedded");
    }

    #[tokio::test]
    async fn head_and_file_arrive_whole_and_in_order() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let to = listener.local_addr().expect("an address");
        let asset = assets::embedded().max_by_key(|bytes| bytes.len()).expect("an asset");
        let sending = tokio::spawn(async move {
            let stream = TcpStream::connect(to).await.expect("a stream");
            let head: &[u8] = b"head";
            let mut at = 0;
            while at < head.len() + asset.len() {
                let rest = asset.get(at.saturating_sub(head.len())..).unwrap_or_default();
                let slices = [IoSlice::new(head.get(at..).unwrap_or_default()), IoSlice::new(rest)];
                let left = if at < head.len() { &slices[..] } else { &slices[1..] };
                at += std::future::poll_fn(|cx| match poll_send(&stream, cx, left) {
                    Some(sent) => sent,
                    None => poll_io(&stream, cx, || stream.try_write_vectored(left)),
                })
                .await
                .expect("it is sent");
            }
        });
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut got = Vec::new();
        tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut got).await.expect("all of it");
        sending.await.expect("no panic");
        assert_eq!(&got[..4], b"head");
        assert!(got[4..] == *asset, "the file is as embedded");
    }
}

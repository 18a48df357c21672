//! Generated file, such as a sitemap, that is cached in compressed form. It is written
//! incrementally, so that generating it needs little more memory than caching it.

use std::io::{Cursor, Read, Write};

use bytes::Bytes;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::stream;
use http::header::{self, HeaderValue};
use warp::reply::{Reply, Response};

use super::encoding::Coding;
use super::reply;

/// Chunk size for decompressing, for a client that does not accept gzip.
const PIECE: usize = 64 << 10;

/// A file, stored in gzip.
#[derive(Debug)]
pub struct CachedFile {
    gzip: Bytes,
    etag: String,
    length: u64,
}

/// A file that is being written.
pub struct CachedFileWriter {
    gzip: GzEncoder<Vec<u8>>,
    hash: blake3::Hasher,
    length: u64,
}

impl Default for CachedFileWriter {
    fn default() -> Self {
        let gzip = GzEncoder::new(Vec::new(), flate2::Compression::new(6));
        Self { gzip, hash: blake3::Hasher::new(), length: 0 }
    }
}

impl CachedFileWriter {
    pub fn push(&mut self, text: &str) {
        // Writing to memory does not fail.
        let _ = self.gzip.write_all(text.as_bytes());
        self.hash.update(text.as_bytes());
        self.length += text.len() as u64;
    }

    pub fn done(self) -> CachedFile {
        let gzip = self.gzip.finish().unwrap_or_default();
        let etag = self.hash.finalize().to_hex()[..32].to_owned();
        CachedFile { gzip: gzip.into(), etag, length: self.length }
    }
}

impl CachedFile {
    pub fn of(text: &str) -> Self {
        let mut writing = CachedFileWriter::default();
        writing.push(text);
        writing.done()
    }

    /// Returns the file in gzip if the client accepts gzip; otherwise, decompresses the file while it is sent.
    pub fn reply(&self, media_type: &'static str, accepts_gzip: bool) -> Response {
        let coding = if accepts_gzip { Coding::Gzip } else { Coding::Identity };
        let media_type = HeaderValue::from_static(media_type);
        let mut response = match coding {
            Coding::Gzip => reply::of_type(self.gzip.clone(), media_type, "no-cache"),
            _ => self.unpacked(media_type),
        };
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(token) = coding.token() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token));
        }
        reply::with_etag(response, &format!("{}{}", self.etag, coding.suffix()))
    }

    fn unpacked(&self, media_type: HeaderValue) -> Response {
        let pieces = Pieces(GzDecoder::new(Cursor::new(self.gzip.clone())));
        let mut response = warp::reply::stream(stream::iter(pieces)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, media_type);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::CONTENT_LENGTH, self.length.into());
        response
    }
}

struct Pieces(GzDecoder<Cursor<Bytes>>);

impl Iterator for Pieces {
    type Item = std::io::Result<Bytes>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut piece = Vec::with_capacity(PIECE);
        match (&mut self.0).take(PIECE as u64).read_to_end(&mut piece) {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece.into())),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[tokio::test]
    async fn cached_file_has_the_same_text_with_and_without_gzip() {
        let mut writing = CachedFileWriter::default();
        let piece = "牌楼 arch\n".repeat(1000);
        (0..20).for_each(|_| writing.push(&piece));
        let (file, whole) = (writing.done(), piece.repeat(20));
        assert!(file.gzip.len() < whole.len() / 50);
        for accepts_gzip in [true, false] {
            let answer = file.reply("text/plain; charset=utf-8", accepts_gzip);
            let is_packed = answer.headers().contains_key(header::CONTENT_ENCODING);
            assert_eq!(is_packed, accepts_gzip);
            let bytes = answer.into_body().collect().await.unwrap().to_bytes();
            let mut text = String::new();
            match accepts_gzip {
                true => drop(GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap()),
                false => text = String::from_utf8(bytes.to_vec()).unwrap(),
            }
            assert!(text == whole, "accepts_gzip={accepts_gzip}");
        }
    }

    #[test]
    fn etag_depends_on_the_content_only() {
        let (a, b) = (CachedFile::of("ab"), CachedFile::of("ac"));
        assert_ne!(a.etag, b.etag);
        let mut writing = CachedFileWriter::default();
        writing.push("a");
        writing.push("b");
        assert_eq!(writing.done().etag, a.etag);
    }
}

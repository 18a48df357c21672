//! Content codings: negotiation by `Accept-Encoding`, and compression.

use std::io::Write;

use bytes::Bytes;
use http::header::{self, HeaderMap};

use crate::accept::{parse_weighted, weight_of};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    Identity,
    Gzip,
    Brotli,
    Zstd,
}

impl Coding {
    pub const ALL: [Self; 4] = [Self::Identity, Self::Gzip, Self::Brotli, Self::Zstd];

    /// Returns the name in `Content-Encoding`; `None` for identity.
    pub fn token(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
            Self::Zstd => Some("zstd"),
        }
    }

    /// Returns the suffix for the ETag of a response in this coding: each coding needs a different tag (RFC 9110,
    /// section 8.8.3.3).
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Identity => "",
            Self::Gzip => "-gz",
            Self::Brotli => "-br",
            Self::Zstd => "-zs",
        }
    }
}

/// Returns the best supported coding that the client accepts (RFC 9110, section 12.5.3): brotli,
/// then zstd, then gzip, unless the client specifies other weights. A coding with an invalid weight counts as not
/// accepted.
pub fn accepted(accept_encoding: Option<&str>) -> Coding {
    let Some(header) = accept_encoding else { return Coding::Identity };
    let mut best = (Coding::Identity, 0);
    for (coding, name) in [(Coding::Brotli, "br"), (Coding::Zstd, "zstd"), (Coding::Gzip, "gzip")] {
        let weight = weight(header, name);
        if weight > best.1 {
            best = (coding, weight);
        }
    }
    best.0
}

/// Whether a media type is text, which is compressible.
pub fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || media_type.contains("json") || media_type.contains("xml")
}

/// Whether the client accepts gzip, for data that is stored in gzip only.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|header| weight(header, "gzip") > 0)
}

fn weight(header: &str, name: &str) -> u16 {
    weight_of(header.split(',').map(parse_weighted), &[name, "*"])
}

/// Compresses with moderate effort, because a client waits for the response.
pub fn compress(coding: Coding, bytes: &[u8]) -> Bytes {
    match coding {
        Coding::Identity => Bytes::copy_from_slice(bytes),
        Coding::Gzip => gzip(bytes),
        Coding::Brotli => brotli(bytes),
        Coding::Zstd => {
            zstd::bulk::compress(bytes, 6).map_or_else(|_| Bytes::copy_from_slice(bytes), exact)
        }
    }
}

/// Decompresses zstd. Returns no bytes for invalid data, or for more than
/// `max_bytes` uncompressed bytes.
pub fn from_zstd(bytes: &[u8], max_bytes: usize) -> Bytes {
    zstd::bulk::decompress(bytes, max_bytes).map_or_else(|_| Bytes::new(), Bytes::from)
}

fn gzip(bytes: &[u8]) -> Bytes {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    // Writing to memory does not fail.
    let _ = out.write_all(bytes);
    out.finish().map_or_else(|_| Bytes::new(), exact)
}

fn brotli(bytes: &[u8]) -> Bytes {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 5, lgwin: 20, ..Default::default() };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    // Writing to memory does not fail.
    let _ = brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters);
    exact(out)
}

/// Converts to `Bytes` without unused capacity.
fn exact(bytes: Vec<u8>) -> Bytes {
    Bytes::from(bytes.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accept: Option<&str>, expected: Coding) {
        assert_eq!(accepted(accept), expected, "{accept:?}");
    }

    #[test]
    fn accept_encoding_selects_the_encoding() {
        check(None, Coding::Identity);
        check(Some(""), Coding::Identity);
        check(Some("gzip, deflate, br, zstd"), Coding::Brotli);
        check(Some("gzip, zstd"), Coding::Zstd);
        check(Some("gzip;q=1.0, br;q=0.5"), Coding::Gzip);
        check(Some("br;q=0, gzip"), Coding::Gzip);
        check(Some("*"), Coding::Brotli);
        check(Some("*;q=0"), Coding::Identity);
        check(Some("identity"), Coding::Identity);
    }

    #[test]
    fn text_is_detected_by_media_type() {
        for media_type in ["text/html; charset=utf-8", "application/problem+json", "image/svg+xml"]
        {
            assert!(is_text(media_type), "{media_type}");
        }
        for media_type in ["image/png", "video/webm", "application/zip", "application/wasm", ""] {
            assert!(!is_text(media_type), "{media_type}");
        }
    }

    #[test]
    fn accept_encoding_ignores_case_and_rejects_invalid_weights() {
        check(Some(";;;,,,q=x"), Coding::Identity);
        check(Some("br;q=nan"), Coding::Identity);
        check(Some("br;q=-1, gzip;q=99"), Coding::Identity);
        check(Some("BR"), Coding::Brotli);
    }

    #[test]
    fn zstd_compression_and_decompression_return_the_same_page() {
        let page = "牌楼 ".repeat(1000);
        let compressed = compress(Coding::Zstd, page.as_bytes());
        assert!(compressed.len() < page.len() / 10);
        assert_eq!(from_zstd(&compressed, page.len()), page.as_bytes());
    }
}

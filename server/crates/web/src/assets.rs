//! Embedded, precompressed files of the built UI. Files in `/index/assets/` have a hash in the name and are cached as
//! immutable. The diagram frame is revalidated, and other files, such as icons, are cached for a day.

use std::collections::HashMap;
use std::sync::OnceLock;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use warp::reply::Response;

use crate::encoding::{self, Coding};
use crate::reply;

/// HTML document of the iframe that draws diagrams.
const DIAGRAM: &str = "diagram.html";
const DIAGRAM_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
);

/// Form in which the binary contains a file.
#[derive(Debug)]
pub enum Stored {
    /// Uncompressed, because brotli does not make the file smaller.
    Plain(&'static [u8]),
    Brotli(&'static [u8]),
}

/// One embedded file.
#[derive(Debug)]
pub struct Asset {
    pub name: &'static str,
    pub hash: &'static str,
    /// Size of the uncompressed content, in bytes.
    pub size: usize,
    stored: Stored,
    /// Content in the codings that the binary does not contain, by coding. Each is compressed at the first request.
    compressed: [OnceLock<Bytes>; Coding::ALL.len()],
}

/// Content that the binary contains only as zstd.
#[derive(Debug)]
pub struct Compressed {
    /// Size of the uncompressed content, in bytes.
    pub size: usize,
    pub zstd: &'static [u8],
}

impl Compressed {
    /// Returns the uncompressed content. The build script compressed it, so decompression cannot fail.
    pub fn content(&self) -> Vec<u8> {
        zstd::bulk::decompress(self.zstd, self.size).unwrap_or_default()
    }
}

/// Files embedded in the binary.
#[derive(Debug)]
pub struct Assets {
    /// Manifest of Vite, as JSON.
    pub manifest: &'static str,
    /// Script for server-side rendering.
    pub server_bundle: String,
    /// Files of the sample content, by name.
    pub sample_site: &'static [(&'static str, Compressed)],
    by_name: HashMap<&'static str, &'static Asset>,
}

impl Assets {
    pub fn new(
        files: &'static [Asset],
        manifest: &'static str,
        server_bundle: &Compressed,
        sample_site: &'static [(&'static str, Compressed)],
    ) -> Self {
        let by_name = files.iter().map(|asset| (asset.name, asset)).collect();
        let server_bundle = String::from_utf8(server_bundle.content()).unwrap_or_default();
        Self { manifest, server_bundle, sample_site, by_name }
    }

    /// Returns the asset at a path below `/index/`, if there is one.
    pub fn find(&self, path: &str) -> Option<&'static Asset> {
        self.by_name.get(path).copied()
    }
}

impl Asset {
    pub const fn new(name: &'static str, hash: &'static str, size: usize, stored: Stored) -> Self {
        let compressed = [const { OnceLock::new() }; Coding::ALL.len()];
        Self { name, hash, size, stored, compressed }
    }

    /// Returns the content and its coding: `coding`, or `Identity` if compression does not make the file smaller.
    pub fn content(&self, coding: Coding) -> (Bytes, Coding) {
        let brotli = match self.stored {
            Stored::Plain(bytes) => return (Bytes::from_static(bytes), Coding::Identity),
            Stored::Brotli(bytes) => bytes,
        };
        match coding {
            Coding::Brotli => return (Bytes::from_static(brotli), coding),
            Coding::Gzip | Coding::Zstd => {
                let compress = || encoding::compress(coding, &self.decompress(brotli));
                let bytes = self.compressed[coding as usize].get_or_init(compress);
                if bytes.len() < self.size {
                    return (bytes.clone(), coding);
                }
            }
            Coding::Identity => {}
        }
        (self.decompress(brotli), Coding::Identity)
    }

    fn decompress(&self, brotli: &[u8]) -> Bytes {
        let mut bytes = Vec::with_capacity(self.size);
        // The build script compressed the file, so decompression cannot fail.
        let _ = brotli::BrotliDecompress(&mut &*brotli, &mut bytes);
        bytes.into()
    }
}

pub fn reply(asset: &'static Asset, coding: Coding) -> Response {
    let (bytes, coding) = asset.content(coding);
    let cache = match asset.name {
        hashed if hashed.starts_with("assets/") => "public, max-age=31536000, immutable",
        DIAGRAM => "no-cache",
        // A change of an icon may take a day to appear.
        _ => "public, max-age=86400",
    };
    let mut response = reply::bytes(bytes, media_type(asset.name), cache);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // The diagram frame has an opaque origin, so its scripts are cross-origin.
    if asset.name.starts_with("assets/diagram-") {
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    } else if asset.name == DIAGRAM {
        headers.insert(header::CONTENT_SECURITY_POLICY, DIAGRAM_POLICY);
    }
    if let Some(token) = coding.token() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token));
    }
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{}{}\"", asset.hash, coding.suffix())) {
        headers.insert(header::ETAG, etag);
    }
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

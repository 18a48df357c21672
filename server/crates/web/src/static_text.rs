//! Text that does not change while the server runs. It is compressed once per content coding.

use std::sync::OnceLock;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use warp::reply::Response;

use super::encoding::{self, Coding};
use super::reply;

#[derive(Debug)]
pub struct StaticText {
    text: Bytes,
    media_type: &'static str,
    etag: String,
    /// Compressed bytes by coding; compressed at the first request.
    compressed: [OnceLock<Bytes>; Coding::ALL.len()],
}

impl StaticText {
    pub fn new(text: String, media_type: &'static str) -> Self {
        let etag = blake3::hash(text.as_bytes()).to_hex()[..32].to_owned();
        Self { text: text.into(), media_type, etag, compressed: Default::default() }
    }

    /// Returns the text in the coding that the client prefers.
    pub fn reply(&self, headers: &HeaderMap) -> Response {
        let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let coding = encoding::accepted(accepts);
        let mut response = reply::bytes(self.body(coding), self.media_type, "no-cache");
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(token) = coding.token() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token));
        }
        reply::with_etag(response, &format!("{}{}", self.etag, coding.suffix()))
    }

    fn body(&self, coding: Coding) -> Bytes {
        if coding == Coding::Identity {
            return self.text.clone();
        }
        let compressed = &self.compressed[coding as usize];
        compressed.get_or_init(|| encoding::compress(coding, &self.text)).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_content_coding_has_its_own_etag() {
        let text = StaticText::new("牌楼 arch ".repeat(1000), "text/plain");
        let mut etags = Vec::new();
        for (accepts, coding) in
            [("", None), ("gzip", Some("gzip")), ("br, gzip", Some("br")), ("zstd", Some("zstd"))]
        {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepts.parse().unwrap())]);
            let reply = text.reply(&headers);
            let sent = reply.headers().get(header::CONTENT_ENCODING);
            assert_eq!(sent.map(|coding| coding.to_str().unwrap()), coding, "{accepts}");
            assert_eq!(reply.headers()[header::VARY], "accept-encoding");
            etags.push(reply.headers()[header::ETAG].clone());
        }
        etags.dedup();
        assert_eq!(etags.len(), 4);
        // The compressed bytes are cached: the same memory is returned, and not a new copy.
        for coding in Coding::ALL {
            assert_eq!(text.body(coding).as_ptr(), text.body(coding).as_ptr(), "{coding:?}");
        }
    }
}

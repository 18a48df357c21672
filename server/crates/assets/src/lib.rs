//! The built UI and the sample content, embedded by the build script. UI files are compressed with brotli if that makes
//! them smaller, the server bundle and the sample content with zstd.
//!
//! Only the binary and the crate `testing` link this crate, so a change of the UI recompiles nothing else.
//!
//! ```no_run
//! let asset = pailou_assets::assets().find("favicon.svg");
//! # drop(asset);
//! ```

use std::sync::LazyLock;

use pailou_web::assets::{Asset, Assets, Compressed, Stored};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the embedded files.
pub fn assets() -> &'static Assets {
    static ALL: LazyLock<Assets> =
        LazyLock::new(|| Assets::new(&ASSETS, MANIFEST, &SERVER_BUNDLE, SAMPLE_SITE));
    &ALL
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use pailou_web::encoding::Coding;

    use super::ASSETS;

    #[test]
    fn decoded_asset_matches_its_size_and_hash_in_every_coding() {
        for asset in &ASSETS {
            for coding in Coding::ALL {
                let (bytes, actual) = asset.content(coding);
                assert!(bytes.len() <= asset.size, "{} is larger in {coding:?}", asset.name);
                let bytes = match actual {
                    Coding::Identity => bytes.to_vec(),
                    Coding::Gzip => read(flate2::read::GzDecoder::new(&*bytes)),
                    Coding::Brotli => read(brotli::Decompressor::new(&*bytes, 4096)),
                    Coding::Zstd => zstd::decode_all(&*bytes).unwrap(),
                };
                assert_eq!(bytes.len(), asset.size, "{} in {coding:?}", asset.name);
                assert!(blake3::hash(&bytes).to_hex().starts_with(asset.hash), "{}", asset.name);
            }
        }
    }

    fn read(mut decoder: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        decoder.read_to_end(&mut bytes).unwrap();
        bytes
    }
}

//! The built UI and the sample content, embedded by the build script. UI files are compressed with brotli, zstd, and
//! gzip if that makes them smaller. Files that zstd does not make smaller are uncompressed. The server bundle and the
//! sample content are compressed with zstd only.
//!
//! Only the binary and the crate `testing` link this crate, so a change of the UI recompiles nothing else.
//!
//! ```no_run
//! let asset = pailou_assets::assets().find("favicon.svg");
//! # drop(asset);
//! ```

use std::sync::LazyLock;

use pailou_web::assets::{Asset, Assets, Compressed};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the embedded files.
pub fn assets() -> &'static Assets {
    static ALL: LazyLock<Assets> =
        LazyLock::new(|| Assets::new(ASSETS, MANIFEST, &SERVER_BUNDLE, SAMPLE_SITE));
    &ALL
}

#[cfg(test)]
mod tests {
    use pailou_web::encoding::Coding;

    use super::ASSETS;

    #[test]
    fn decoded_asset_matches_its_size_and_hash() {
        for asset in ASSETS {
            let (bytes, coding) = asset.content(Coding::Identity);
            assert_eq!(coding, Coding::Identity);
            assert_eq!(bytes.len(), asset.size, "{}", asset.name);
            assert!(blake3::hash(&bytes).to_hex().starts_with(asset.hash), "{}", asset.name);
        }
    }

    #[test]
    fn asset_without_a_zstd_form_is_served_uncompressed() {
        let stored = ASSETS.iter().filter(|asset| asset.zstd.is_none());
        for asset in stored {
            assert_eq!(asset.content(Coding::Zstd).1, Coding::Identity, "{}", asset.name);
        }
    }
}

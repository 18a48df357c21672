//! The built UI and the sample content, embedded by the build script: every file uncompressed and, if that is smaller, as
//! brotli, zstd, and gzip.
//!
//! Only the binary and the crate `testing` link this crate, so a change of the UI recompiles nothing else.
//!
//! ```no_run
//! let asset = pailou_assets::assets().find("favicon.svg");
//! # drop(asset);
//! ```

use std::sync::LazyLock;

use pailou_web::assets::{Asset, Assets};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the embedded files.
pub fn assets() -> &'static Assets {
    static ALL: LazyLock<Assets> =
        LazyLock::new(|| Assets::new(ASSETS, MANIFEST, SERVER_BUNDLE, SAMPLE_SITE));
    &ALL
}

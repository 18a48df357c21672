//! Build script that compresses the bitmap font: 0.6 MB in the binary instead of 2 MB.

use std::path::Path;
use std::{env, fs, io};

/// Code points of the Basic Multilingual Plane, and the size of a glyph in bytes (`og_image/bitmap_font.rs`).
const CODE_POINTS: usize = 0x1_0000;
const GLYPH_BYTES: usize = 33;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut font = vec![0; CODE_POINTS * GLYPH_BYTES];
    for (character, glyph) in unifont::enumerate_glyphs() {
        let Some(bytes) = font.chunks_exact_mut(GLYPH_BYTES).nth(character as usize) else {
            continue;
        };
        bytes[0] = if glyph.is_fullwidth() { 16 } else { 8 };
        for (row, pixels) in bytes[1..].chunks_exact_mut(2).enumerate() {
            for column in (0..16).filter(|column| glyph.get_pixel(*column, row)) {
                pixels[column / 8] |= 0x80 >> (column % 8);
            }
        }
    }
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("unifont.zst"), zstd::bulk::compress(&font, 19)?)
}

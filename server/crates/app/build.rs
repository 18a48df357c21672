//! Build script that compresses the bitmap font, from 2 MB to 0.6 MB, and the OpenAPI document, from 0.9 MB to 0.04 MB.

use std::path::Path;
use std::{env, fs, io};

/// Code points of the Basic Multilingual Plane, and the size of a glyph in bytes (`og_image/bitmap_font.rs`).
const CODE_POINTS: usize = 0x1_0000;
const GLYPH_BYTES: usize = 33;
const OPENAPI: &str = "../../openapi.json";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={OPENAPI}");
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
    for (name, content) in [("unifont.zst", font), ("openapi.json.zst", fs::read(OPENAPI)?)] {
        fs::write(Path::new(&out).join(name), zstd::bulk::compress(&content, 19)?)?;
    }
    Ok(())
}

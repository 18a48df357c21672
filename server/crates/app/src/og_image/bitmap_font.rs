//! Bitmap font for systems without fonts: GNU Unifont, 8 or 16 pixels wide and 16 pixels high, for the whole Basic
//! Multilingual Plane.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// Height of a glyph (`ROWS`), and height of its part above the baseline (`ASCENT`), in pixels.
const ROWS: usize = 16;
const ASCENT: usize = 14;
/// Size of a glyph in the font in bytes: its width in pixels (0 if the font lacks the character), and for each row two
/// bytes, whose highest bit is the leftmost pixel.
const GLYPH_BYTES: usize = 1 + 2 * ROWS;

/// Glyphs of all code points of the Basic Multilingual Plane, in order (`build.rs`).
static FONT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let compressed = include_bytes!(concat!(env!("OUT_DIR"), "/unifont.zst"));
    zstd::bulk::decompress(compressed, 0x1_0000 * GLYPH_BYTES).unwrap_or_default()
});

/// Glyph in the font.
struct Glyph<'a> {
    width: usize,
    rows: &'a [u8],
}

impl Glyph<'_> {
    /// Whether a pixel is black. Columns count from the left, rows from the top.
    fn is_black(&self, column: usize, row: usize) -> bool {
        let bytes = self.rows.get(2 * row..).unwrap_or_default();
        bytes.get(column / 8).is_some_and(|byte| byte & (0x80 >> (column % 8)) != 0)
    }
}

/// Converts a text to an SVG path of height `size`, starting at `x` on the baseline `y`.
pub(super) fn path(text: &str, mut x: f32, y: f32, size: f32) -> String {
    let pixel = size / ROWS as f32;
    let mut path = String::new();
    for glyph in text.chars().filter_map(glyph) {
        let width = glyph.width;
        for row in 0..ROWS {
            let top = y + (row as f32 - ASCENT as f32) * pixel;
            for (from, to) in stretches(width, |column| glyph.is_black(column, row)) {
                let (left, wide) = (x + from as f32 * pixel, (to - from) as f32 * pixel);
                // Writing to a string cannot fail.
                let _ = write!(path, "M{left} {top}h{wide}v{pixel}h-{wide}z");
            }
        }
        x += width as f32 * pixel;
    }
    path
}

/// Returns the glyph of a character: none for invisible characters, the replacement glyph for a character that the font
/// lacks.
fn glyph(character: char) -> Option<Glyph<'static>> {
    if character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
    {
        return None;
    }
    find(character).or_else(|| find('\u{fffd}'))
}

fn find(character: char) -> Option<Glyph<'static>> {
    let glyph = FONT.get(character as usize * GLYPH_BYTES..)?.get(..GLYPH_BYTES)?;
    let (width, rows) = glyph.split_first()?;
    (*width > 0).then_some(Glyph { width: usize::from(*width), rows })
}

/// Returns the ranges of adjacent black columns among the first `width` columns, each as start and exclusive end.
fn stretches(width: usize, is_black: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for column in (0..width).filter(|column| is_black(*column)) {
        match found.last_mut() {
            Some((_, to)) if *to == column => *to += 1,
            _ => found.push((column, column + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_visible_characters_are_drawn() {
        for text in ["Getting started", "快速开始", "？", "👩"] {
            assert!(path(text, 0.0, 0.0, 16.0).len() > 40, "{text}");
        }
        assert_eq!(path("\u{0}\u{202e}", 0.0, 0.0, 16.0), "");
        assert_eq!(path("-", 10.0, 14.0, 16.0), "M12 9h4v1h-4z");
    }

    #[test]
    fn bitmap_font_has_the_same_pixels_as_unifont() {
        let mut glyphs = 0;
        for (character, expected) in unifont::enumerate_glyphs() {
            let glyph = find(character).unwrap();
            assert_eq!(glyph.width, expected.get_width(), "{character:?}");
            for (row, column) in (0..ROWS).flat_map(|row| (0..16).map(move |column| (row, column)))
            {
                let is_black = glyph.is_black(column, row);
                assert_eq!(
                    is_black,
                    expected.get_pixel(column, row),
                    "{character:?} {column} {row}"
                );
            }
            glyphs += 1;
        }
        assert!(glyphs > 50_000, "{glyphs}");
        assert!(find('👩').is_none());
    }

    #[test]
    fn adjacent_black_pixels_form_one_range() {
        assert_eq!(stretches(6, |column| column != 2 && column != 5), [(0, 2), (3, 5)]);
        assert_eq!(stretches(3, |_| false), []);
    }
}

//! Raster images. PNG, JPEG, and WebP files are stored without location, camera data, text, and bytes after the image.
//! Smaller WebP variants are for narrow screens.

use std::borrow::Cow;
use std::io::Cursor;

use image::codecs::avif::AvifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits};
use img_parts::jpeg::{Jpeg, markers};
use img_parts::png::Png;
use img_parts::webp::WebP;
use img_parts::{Bytes, ImageEXIF};

use super::{ProcessedFile, Refusal, Variant};

/// Maximum width and height in pixels, the limit of WebP.
pub(crate) const MAX_SIDE: u32 = 16_383;
/// Maximum number of pixels; decoded to 8-bit RGBA, they take 200 MB.
pub(crate) const MAX_PIXELS: u64 = 50_000_000;

/// Widths of the smaller WebP variants in pixels: phone, text column, and text column on a high-density screen.
const WIDTHS: [u32; 3] = [480, 960, 1600];
/// An image up to this width, in pixels, also gets a WebP variant of its full width.
const MAX_OWN_WIDTH: u32 = 2400;
/// Quality of lossy WebP, from 0 to 100.
const QUALITY: f32 = 82.0;
/// Quality of AVIF, from 0 to 100. At this quality, SSIM and mean squared error equal those of the
/// WebP variant, with 20 to 25% fewer bytes.
const AVIF_QUALITY: u8 = 80;
/// AVIF encoding speed, from 1 (slowest) to 10 (fastest). Speed 9 takes half the time of speed 8,
/// with 10% more bytes.
const AVIF_SPEED: u8 = 9;
/// Quality of a JPEG that is encoded again after rotation.
const JPEG_QUALITY: u8 = 92;

/// Chunks of a PNG that affect its appearance (PNG Third Edition, section 11); all others are
/// removed.
const PNG_PARTS: [&[u8; 4]; 18] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT",
];

pub(crate) fn bounded(width: u32, height: u32) -> Result<(), Refusal> {
    let is_bounded = width <= MAX_SIDE
        && height <= MAX_SIDE
        && u64::from(width) * u64::from(height) <= MAX_PIXELS;
    is_bounded.then_some(()).ok_or(Refusal::TooManyPixels(width, height))
}

pub(crate) fn process_image(format: ImageFormat, bytes: Vec<u8>) -> Result<ProcessedFile, Refusal> {
    let mut reader = ImageReader::with_format(Cursor::new(&bytes), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    bounded(width, height)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default();
    let mut image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    image.apply_orientation(orientation);
    let size = (image.width(), image.height());
    let bytes = match format {
        ImageFormat::Jpeg if orientation != Orientation::NoTransforms => {
            jpeg(&image, profile.as_deref())?
        }
        format => without_metadata(format, bytes.into())?,
    };
    // A WebP variant would lose the animation or the wide color gamut.
    let is_plain = !is_animated(format, &bytes) && profile.as_deref().is_none_or(is_srgb);
    let variants = if is_plain { variants(&image, format, bytes.len()) } else { Vec::new() };
    Ok(ProcessedFile { bytes, size: Some(size), variants, removed: Vec::new() })
}

/// Whether the orientation of an image exchanges its width and height (EXIF 2.32, tag 0x0112, values 5 to 8).
/// Reads headers only.
pub(crate) fn swaps_dimensions(bytes: &[u8]) -> bool {
    let Ok(format @ (ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Png)) =
        image::guess_format(bytes)
    else {
        return false;
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let orientation = reader.into_decoder().and_then(|mut decoder| decoder.orientation());
    matches!(
        orientation,
        Ok(Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH)
    )
}

/// Returns the memory limit for decoding: four channels of 16 bits per pixel, and a reserve.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8 + (64 << 20));
    limits
}

fn unreadable(error: impl ToString) -> Refusal {
    Refusal::Unreadable(error.to_string())
}

fn jpeg(image: &DynamicImage, profile: Option<&[u8]>) -> Result<Vec<u8>, Refusal> {
    let mut out = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
    if let Some(profile) = profile {
        // If the encoder rejects the profile, the image has none, and browsers assume sRGB.
        let _ = encoder.set_icc_profile(profile.to_vec());
    }
    image.write_with_encoder(encoder).map_err(unreadable)?;
    Ok(out)
}

/// Removes metadata without changing the pixels. A GIF file is unchanged.
fn without_metadata(format: ImageFormat, bytes: Bytes) -> Result<Vec<u8>, Refusal> {
    let parts = match format {
        ImageFormat::Png => {
            let mut png = Png::from_bytes(bytes).map_err(unreadable)?;
            png.chunks_mut().retain(|chunk| PNG_PARTS.contains(&&chunk.kind()));
            png.encoder().bytes()
        }
        ImageFormat::Jpeg => {
            let mut jpeg = Jpeg::from_bytes(bytes).map_err(unreadable)?;
            jpeg.segments_mut().retain(|segment| {
                let is_app_segment = matches!(segment.marker(), markers::APP0..=markers::APP15);
                // These segments contain the JFIF header, the color profile, and the Adobe color transform.
                let is_shown =
                    matches!(segment.marker(), markers::APP0 | markers::APP2 | markers::APP14);
                segment.marker() != markers::COM && (!is_app_segment || is_shown)
            });
            let jpeg = jpeg.encoder().bytes();
            let end = end_of_jpeg(&jpeg);
            jpeg.slice(..end)
        }
        ImageFormat::WebP => {
            let mut webp = WebP::from_bytes(bytes).map_err(unreadable)?;
            webp.set_exif(None);
            webp.remove_chunks_by_id(*b"XMP ");
            webp.encoder().bytes()
        }
        _ => bytes,
    };
    Ok(parts.to_vec())
}

/// Returns the position after the end-of-image marker, or the length of `bytes` if there is no such marker. According
/// to ITU T.81, annex B, a file consists of markers, segments with a length, and coded data. Coded data can contain
/// only restart markers.
fn end_of_jpeg(bytes: &[u8]) -> usize {
    let mut at = 2;
    while let Some([0xff, marker]) = bytes.get(at..at + 2) {
        at += match marker {
            0xd9 => return at + 2,
            // Coded data with a restart marker, or fill bytes.
            0x00 | 0x01 | 0xd0..=0xd7 => 2,
            0xff => 1,
            _ => match bytes.get(at + 2..at + 4) {
                Some([high, low]) => 2 + usize::from(u16::from_be_bytes([*high, *low])),
                _ => break,
            },
        };
        at += bytes.get(at..).and_then(|rest| memchr::memchr(0xff, rest)).unwrap_or(0);
    }
    bytes.len()
}

fn is_animated(format: ImageFormat, bytes: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    match format {
        ImageFormat::Png => has(b"acTL"),
        ImageFormat::WebP => has(b"ANIM"),
        ImageFormat::Gif => true,
        _ => false,
    }
}

/// Whether the color profile contains the text `sRGB`, in ASCII or UTF-16.
fn is_srgb(profile: &[u8]) -> bool {
    memchr::memmem::find(profile, b"sRGB").is_some()
        || memchr::memmem::find(profile, b"s\0R\0G\0B").is_some()
}

/// Returns the WebP variants, the narrowest first. Each has fewer bytes than the next wider variant and than the
/// original file, whose size is `bytes`.
fn variants(image: &DynamicImage, format: ImageFormat, bytes: usize) -> Vec<Variant> {
    let own = image.width();
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|width| *width < own).collect();
    if own <= MAX_OWN_WIDTH && format != ImageFormat::WebP {
        widths.push(own);
    }
    let mut max_bytes = bytes;
    let mut made = Vec::new();
    for width in widths.into_iter().rev() {
        let scaled = scaled(image, width);
        if let Some(bytes) = webp(&scaled, format).filter(|bytes| bytes.len() < max_bytes) {
            max_bytes = bytes.len();
            made.push(Variant { width, bytes });
        }
    }
    made.reverse();
    made
}

fn scaled(image: &DynamicImage, width: u32) -> Cow<'_, DynamicImage> {
    let own = image.width();
    if width == own {
        return Cow::Borrowed(image);
    }
    let height = u64::from(image.height()) * u64::from(width) / u64::from(own);
    let height = u32::try_from(height).unwrap_or(MAX_SIDE).max(1);
    Cow::Owned(image.resize_exact(width, height, FilterType::Lanczos3))
}

/// Encodes a stored image as AVIF with this width in pixels. `webp` is the size of the WebP variant in bytes. Returns
/// `None` if the image cannot be decoded, or if the result saves 10% or less compared with the WebP variant. Uses one
/// thread, up to two seconds per million pixels.
pub fn avif(bytes: &[u8], width: u32, webp: usize) -> Option<Vec<u8>> {
    let format = image::guess_format(bytes).ok()?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let image = reader.decode().ok()?;
    let mut out = Vec::new();
    let encoder = AvifEncoder::new_with_speed_quality(&mut out, AVIF_SPEED, AVIF_QUALITY)
        .with_num_threads(Some(1));
    scaled(&image, width).write_with_encoder(encoder).ok()?;
    (out.len() < webp / 10 * 9).then_some(out)
}

/// Encodes as lossy WebP, and for a PNG also as lossless WebP; returns the smaller result, or `None` if the encoding
/// fails.
fn webp(image: &DynamicImage, format: ImageFormat) -> Option<Vec<u8>> {
    let encode = |encoder: &webp::Encoder<'_>, lossless| {
        encoder.encode_simple(lossless, if lossless { 75.0 } else { QUALITY }).ok()
    };
    let both = |encoder: webp::Encoder<'_>| {
        let lossy = encode(&encoder, false);
        let lossless = (format == ImageFormat::Png).then(|| encode(&encoder, true)).flatten();
        [lossy, lossless].into_iter().flatten().map(|made| made.to_vec()).min_by_key(Vec::len)
    };
    let (width, height) = (image.width(), image.height());
    if image.color().has_alpha() {
        both(webp::Encoder::from_rgba(&image.to_rgba8(), width, height))
    } else {
        both(webp::Encoder::from_rgb(&image.to_rgb8(), width, height))
    }
}

#[cfg(test)]
#[path = "image_processing_tests.rs"]
mod tests;

//! Processing of uploads, and blob storage. The content of an upload must match its file extension. Metadata is removed
//! from PNG, JPEG, and WebP images, and smaller variants are created. Active content is removed from SVG images
//! (ADR 0027).
//!
//! - [`kind`] verifies types, [`name`] validates file names, `image_processing` decodes and resizes images.
//! - [`blobs`] stores bytes by hash, in the data directory and in an S3 bucket (ADR 0033).
//!
//! ```
//! assert!(pailou_media::is_known("photo.png"));
//! assert!(!pailou_media::is_known("program.exe"));
//! ```

pub mod blobs;
mod image_processing;
pub mod kind;
pub mod name;

pub use image_processing::avif;
pub use kind::{Class, class_of, has_type_of, is_known};
pub use name::{sanitize_file_name, validate_file_name, with_suffix};

use kind::ProcessingKind;

use pailou_sanitize::svg::{SvgError, sanitize_svg};

/// Maximum size of one file, in bytes.
pub const MAX_BYTES: u64 = 32 << 20;

/// A processed file, to be stored.
#[derive(Debug)]
pub struct ProcessedFile {
    pub bytes: Vec<u8>,
    /// Width and height of an image, in pixels.
    pub size: Option<(u32, u32)>,
    /// WebP variants of an image, the narrowest first.
    pub variants: Vec<Variant>,
    /// Names of the elements and attributes that were removed from an SVG image, such as `<script>`. Metadata and
    /// elements of drawing programs are not listed.
    pub removed: Vec<String>,
}

#[derive(Debug)]
pub struct Variant {
    /// Width in pixels.
    pub width: u32,
    pub bytes: Vec<u8>,
}

/// Reason why a file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("unsupported file type")]
    UnknownType,
    /// The content does not match the file extension. Contains the detected media type, or `unknown`.
    #[error("file content does not match the extension: {0}")]
    OtherType(&'static str),
    #[error("empty file")]
    Empty,
    #[error("the image has {0} × {1} pixels: at most {most} on a side and {pixels} in all", most = image_processing::MAX_SIDE, pixels = image_processing::MAX_PIXELS)]
    TooManyPixels(u32, u32),
    #[error("image without visible elements after sanitizing")]
    EmptyDiagram,
    #[error("unreadable image: {0}")]
    Unreadable(String),
}

impl Refusal {
    /// Returns the stable error code, for localized messages.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownType => "unknown-type",
            Self::OtherType(_) => "other-type",
            Self::Empty => "empty",
            Self::TooManyPixels(..) => "too-many-pixels",
            Self::EmptyDiagram => "nothing-drawn",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// Returns the displayed width and height of an image in pixels, after rotation by its EXIF orientation; `None` if the
/// dimensions cannot be read.
pub fn displayed_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, height) = pailou_sanitize::image_size::size(bytes)?;
    Some(if image_processing::swaps_dimensions(bytes) { (height, width) } else { (width, height) })
}

/// Processes a file of this name. Takes up to one second of CPU time, and eight bytes of memory per
/// pixel.
pub fn process_file(name: &str, bytes: Vec<u8>) -> Result<ProcessedFile, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    match kind::check(name, &bytes)? {
        ProcessingKind::Image(format) => image_processing::process_image(format, bytes),
        ProcessingKind::Svg => process_svg(&bytes),
        ProcessingKind::Other => {
            let is_image = class_of(name) == Class::Image;
            let size = is_image.then(|| pailou_sanitize::image_size::size(&bytes)).flatten();
            if let Some((width, height)) = size {
                image_processing::bounded(width, height)?;
            }
            Ok(ProcessedFile { bytes, size, variants: Vec::new(), removed: Vec::new() })
        }
    }
}

fn process_svg(bytes: &[u8]) -> Result<ProcessedFile, Refusal> {
    let drawing = sanitize_svg(bytes).map_err(|error| match error {
        SvgError::Unreadable(detail) => Refusal::Unreadable(detail),
        SvgError::NotSvg => Refusal::OtherType("image/svg+xml without <svg>"),
        SvgError::EmptyDiagram => Refusal::EmptyDiagram,
    })?;
    if let Some((width, height)) = drawing.size {
        image_processing::bounded(width, height)?;
    }
    let removed = drawing.removed.names().map(str::to_owned).collect();
    Ok(ProcessedFile { bytes: drawing.bytes, size: drawing.size, variants: Vec::new(), removed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_elements_and_attributes_of_an_svg_are_listed() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect onclick=\"a\"/><script/></svg>";
        let processed = process_file("a.svg", svg.into()).unwrap();
        assert_eq!(processed.removed, ["<rect onclick>", "<script>"]);
    }
}

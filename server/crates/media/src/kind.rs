//! Media type of a file, determined by the file extension and verified with the content.

use image::ImageFormat;
use pailou_web::params::Named;

use super::Refusal;

/// Kind of processing that a file needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessingKind {
    Image(ImageFormat),
    /// SVG image.
    Svg,
    /// Stored unchanged.
    Other,
}

/// Category of files in the media library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Image,
    Video,
    Audio,
    /// Documents, fonts, archives, and packages.
    File,
}

impl Named for Class {
    const NAMES: &'static [(&'static str, Self)] = &[
        (Self::Image.name(), Self::Image),
        (Self::Video.name(), Self::Video),
        (Self::Audio.name(), Self::Audio),
        (Self::File.name(), Self::File),
    ];
}

impl Class {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::File => "file",
        }
    }
}

pub fn class_of(name: &str) -> Class {
    match extension(name).as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "svg" | "webp" | "avif" | "ico" | "bmp" => Class::Image,
        "mp4" | "webm" | "mov" | "ogv" => Class::Video,
        "ogg" | "mp3" | "m4a" | "wav" => Class::Audio,
        _ => Class::File,
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether files with this extension are accepted.
pub fn is_known(name: &str) -> bool {
    check(name, &[]) != Err(Refusal::UnknownType)
}

/// Whether two file names have the same extension (`jpg` equals `jpeg`), so that one file can
/// replace the other.
pub fn has_type_of(name: &str, other: &str) -> bool {
    let plain = |name: &str| extension(name).replace("jpeg", "jpg");
    plain(name) == plain(other)
}

/// Returns the processing that a file needs. The media type that `infer` detects in the first bytes must be one of
/// those listed for the extension of `name`; SVG images are verified later. Returns an error for an unknown extension
/// or another media type.
pub fn check(name: &str, bytes: &[u8]) -> Result<ProcessingKind, Refusal> {
    let found = infer::get(bytes).map(|kind| kind.mime_type());
    let (form, types): (ProcessingKind, &[&str]) = match extension(name).as_str() {
        "svg" => return Ok(ProcessingKind::Svg),
        "png" => (ProcessingKind::Image(ImageFormat::Png), &["image/png"]),
        "jpg" | "jpeg" => (ProcessingKind::Image(ImageFormat::Jpeg), &["image/jpeg"]),
        "gif" => (ProcessingKind::Image(ImageFormat::Gif), &["image/gif"]),
        "webp" => (ProcessingKind::Image(ImageFormat::WebP), &["image/webp"]),
        "avif" => (ProcessingKind::Other, &["image/avif"]),
        "pdf" => (ProcessingKind::Other, &["application/pdf"]),
        "mp4" => (ProcessingKind::Other, &["video/mp4"]),
        "mov" => (ProcessingKind::Other, &["video/quicktime"]),
        "webm" => (ProcessingKind::Other, &["video/webm"]),
        "ogg" | "ogv" => (ProcessingKind::Other, &["audio/ogg", "video/ogg"]),
        "mp3" => (ProcessingKind::Other, &["audio/mpeg"]),
        "m4a" => (ProcessingKind::Other, &["audio/m4a", "video/mp4"]),
        "wav" => (ProcessingKind::Other, &["audio/x-wav"]),
        "woff2" => (ProcessingKind::Other, &["application/font-woff"]),
        "zip" | "jar" | "apk" | "whl" => (ProcessingKind::Other, ZIPS),
        "gz" | "tgz" => (ProcessingKind::Other, &["application/gzip"]),
        "bz2" => (ProcessingKind::Other, &["application/x-bzip2"]),
        "xz" => (ProcessingKind::Other, &["application/x-xz"]),
        "zst" => (ProcessingKind::Other, &["application/zstd"]),
        "7z" => (ProcessingKind::Other, &["application/x-7z-compressed"]),
        "deb" => (ProcessingKind::Other, &["application/vnd.debian.binary-package"]),
        "rpm" => (ProcessingKind::Other, &["application/x-rpm"]),
        _ => return Err(Refusal::UnknownType),
    };
    match found {
        Some(found) if types.contains(&found) => Ok(form),
        other => Err(Refusal::OtherType(other.unwrap_or("unknown"))),
    }
}

/// Media types that `infer` detects in ZIP files, including packages in ZIP format.
const ZIPS: &[&str] = &[
    "application/zip",
    "application/java-archive",
    "application/vnd.android.package-archive",
    "application/epub+zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_content_must_match_the_file_extension() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
        for (name, bytes, expected) in [
            ("a.png", png, Ok(ProcessingKind::Image(ImageFormat::Png))),
            ("a.PNG", png, Ok(ProcessingKind::Image(ImageFormat::Png))),
            ("a.jpg", png, Err(Refusal::OtherType("image/png"))),
            ("a.pdf", b"%PDF-1.7\n", Ok(ProcessingKind::Other)),
            ("a.pdf", b"<script>alert(1)</script>", Err(Refusal::OtherType("text/html"))),
            ("a.zip", b"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", Ok(ProcessingKind::Other)),
            ("a.gz", b"\x1f\x8b\x08\0", Ok(ProcessingKind::Other)),
            ("a.html", b"<!doctype html>", Err(Refusal::UnknownType)),
            ("a.exe", b"MZ", Err(Refusal::UnknownType)),
            ("a.js", b"alert(1)", Err(Refusal::UnknownType)),
            ("a.png.php", png, Err(Refusal::UnknownType)),
            ("a.png", b"no image", Err(Refusal::OtherType("unknown"))),
            ("png", png, Err(Refusal::UnknownType)),
        ] {
            assert_eq!(check(name, bytes), expected, "{name}");
        }
    }
}

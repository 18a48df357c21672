//! Tests with images from cameras, image editors, and attackers.

use super::*;

fn test_image(width: u32, height: u32) -> DynamicImage {
    // An image that is neither uniform nor noise.
    let pixel = |x: u32, y: u32| {
        let wave = |a: f32, b: f32| 128.0 + 100.0 * (x as f32 / a).sin() * (y as f32 / b).cos();
        image::Rgb([wave(17.0, 23.0) as u8, wave(41.0, 11.0) as u8, wave(7.0, 90.0) as u8])
    };
    DynamicImage::ImageRgb8(image::RgbImage::from_fn(width, height, pixel))
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// An image whose header specifies these dimensions, with an invalid body.
fn claimed(width: u32, height: u32) -> Vec<u8> {
    let mut png = Png::from_bytes(encoded(&test_image(1, 1), ImageFormat::Png).into()).unwrap();
    let mut header = png.chunks()[0].contents().to_vec();
    header[..4].copy_from_slice(&width.to_be_bytes());
    header[4..8].copy_from_slice(&height.to_be_bytes());
    png.chunks_mut()[0] = img_parts::png::PngChunk::new(*b"IHDR", header.into());
    png.encoder().bytes().to_vec()
}

#[test]
fn webp_variants_have_fewer_bytes_than_the_original() {
    for (format, name, width, expected) in [
        (ImageFormat::Png, "a.png", 2000, vec![480, 960, 1600, 2000]),
        (ImageFormat::Jpeg, "a.jpg", 1000, vec![480, 960, 1000]),
        (ImageFormat::Png, "a.png", 400, vec![400]),
        (ImageFormat::Gif, "a.gif", 600, vec![]),
    ] {
        let bytes = encoded(&test_image(width, width / 2), format);
        let length = bytes.len();
        let processed = crate::process_file(name, bytes).unwrap();
        assert_eq!(processed.size, Some((width, width / 2)));
        let widths: Vec<u32> = processed.variants.iter().map(|variant| variant.width).collect();
        assert_eq!(widths, expected, "{name} {width}");
        for Variant { width, bytes } in &processed.variants {
            assert!(bytes.len() < length, "{name} {width}: {} of {length}", bytes.len());
            let read = image::load_from_memory_with_format(bytes, ImageFormat::WebP).unwrap();
            assert_eq!((read.width(), read.height()), (*width, width / 2));
        }
    }
}

#[test]
fn avif_is_created_if_more_than_ten_percent_smaller_than_webp() {
    for (format, name) in [(ImageFormat::Jpeg, "a.jpg"), (ImageFormat::WebP, "a.webp")] {
        let processed = crate::process_file(name, encoded(&test_image(600, 300), format)).unwrap();
        let variant = &processed.variants[0];
        let made = avif(&processed.bytes, variant.width, 100_000).unwrap();
        assert_eq!(&made[4..12], b"ftypavif");
        let size = imagesize::blob_size(&made).unwrap();
        assert_eq!((size.width, size.height), (480, 240), "{name}");
        assert_eq!(avif(&processed.bytes, variant.width, made.len() * 10 / 9), None, "{name}");
    }
    assert_eq!(avif(b"no image", 480, 100_000), None);
    assert_eq!(avif(&claimed(30_000, 30_000), 480, 100_000), None);
}

#[test]
fn image_with_too_many_pixels_in_its_header_is_rejected() {
    for (width, height) in [(30_000, 30_000), (16_384, 1), (1, 20_000), (8000, 8000)] {
        let refused = crate::process_file("a.png", claimed(width, height)).unwrap_err();
        assert_eq!(refused, Refusal::TooManyPixels(width, height));
    }
    assert_eq!(crate::process_file("a.png", claimed(7000, 7000)).unwrap_err().code(), "unreadable");
}

#[test]
fn metadata_and_trailing_bytes_are_removed() {
    let secret = b"<script>alert(1)</script>";
    let mut png = Png::from_bytes(encoded(&test_image(8, 8), ImageFormat::Png).into()).unwrap();
    let text = img_parts::png::PngChunk::new(*b"tEXt", Bytes::from_static(secret));
    png.chunks_mut().insert(1, text);
    let mut bytes = png.encoder().bytes().to_vec();
    bytes.extend_from_slice(secret);
    let mut jpeg = Jpeg::from_bytes(encoded(&test_image(8, 8), ImageFormat::Jpeg).into()).unwrap();
    let segment = |marker| {
        img_parts::jpeg::JpegSegment::new_with_contents(marker, Bytes::from_static(secret))
    };
    jpeg.segments_mut().insert(0, segment(markers::COM));
    jpeg.segments_mut().insert(0, segment(markers::APP13));
    let mut photo = jpeg.encoder().bytes().to_vec();
    photo.extend_from_slice(secret);
    for (name, bytes) in [("a.png", bytes), ("a.jpg", photo)] {
        assert!(memchr::memmem::find(&bytes, secret).is_some());
        let processed = crate::process_file(name, bytes).unwrap();
        assert_eq!(memchr::memmem::find(&processed.bytes, secret), None, "{name}");
        let read = image::load_from_memory(&processed.bytes).unwrap();
        assert_eq!((read.width(), read.height()), (8, 8));
    }
}

#[test]
fn photograph_is_rotated_by_its_exif_orientation() {
    let mut jpeg =
        Jpeg::from_bytes(encoded(&test_image(40, 20), ImageFormat::Jpeg).into()).unwrap();
    // TIFF, big-endian, with one entry: orientation (short, count 1), value 6: rotate right.
    let exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    jpeg.set_exif(Some(Bytes::from_static(exif)));
    let processed = crate::process_file("a.jpg", jpeg.encoder().bytes().to_vec()).unwrap();
    assert_eq!(processed.size, Some((20, 40)));
    assert_eq!(memchr::memmem::find(&processed.bytes, b"Exif"), None);
    let read = image::load_from_memory(&processed.bytes).unwrap();
    assert_eq!((read.width(), read.height()), (20, 40));
}

#[test]
fn truncated_image_is_rejected() {
    for (name, format) in
        [("a.png", ImageFormat::Png), ("a.jpg", ImageFormat::Jpeg), ("a.gif", ImageFormat::Gif)]
    {
        let mut bytes = encoded(&test_image(64, 64), format);
        bytes.truncate(40);
        let refused = crate::process_file(name, bytes).unwrap_err();
        assert_eq!(refused.code(), "unreadable", "{name}: {refused}");
    }
    assert_eq!(crate::process_file("a.png", Vec::new()).unwrap_err(), Refusal::Empty);
}

/// A JPEG whose EXIF block contains this orientation, big-endian or little-endian.
fn oriented(width: u32, height: u32, orientation: u8, is_little: bool) -> Vec<u8> {
    let tiff: &[u8] = match is_little {
        true => &[
            b'I',
            b'I',
            42,
            0,
            8,
            0,
            0,
            0,
            1,
            0,
            0x12,
            1,
            3,
            0,
            1,
            0,
            0,
            0,
            orientation,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ],
        false => &[
            b'M',
            b'M',
            0,
            42,
            0,
            0,
            0,
            8,
            0,
            1,
            1,
            0x12,
            0,
            3,
            0,
            0,
            0,
            1,
            0,
            orientation,
            0,
            0,
            0,
            0,
            0,
            0,
        ],
    };
    let bytes = encoded(&test_image(width, height), ImageFormat::Jpeg);
    let mut jpeg = Jpeg::from_bytes(bytes.into()).unwrap();
    jpeg.set_exif(Some(Bytes::copy_from_slice(tiff)));
    jpeg.encoder().bytes().to_vec()
}

#[test]
fn displayed_size_respects_the_exif_orientation() {
    for is_little in [true, false] {
        for orientation in 1..=8 {
            let expected = if orientation >= 5 { (20, 30) } else { (30, 20) };
            let bytes = oriented(30, 20, orientation, is_little);
            assert_eq!(crate::displayed_size(&bytes), Some(expected), "{orientation} {is_little}");
        }
        for orientation in [0, 9, 255] {
            let bytes = oriented(30, 20, orientation, is_little);
            assert_eq!(crate::displayed_size(&bytes), Some((30, 20)), "{orientation}");
        }
    }
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let bytes = encoded(&test_image(30, 20), format);
        assert_eq!(crate::displayed_size(&bytes), Some((30, 20)), "{format:?}");
    }
    let cut = &oriented(30, 20, 6, true)[..40];
    for bytes in [b"".as_slice(), b"text", b"\xff\xd8\xff\xe1\xff\xff", cut] {
        crate::displayed_size(bytes);
    }
    assert_eq!(crate::displayed_size(b"<svg width=\"3\" height=\"2\">"), Some((3, 2)));
}

//! Width and height of an image, from the beginning of its file.

/// Maximum plausible width and height of an image on a page, in pixels.
const MOST: usize = 65_535;

pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, height) = match imagesize::blob_size(bytes) {
        Ok(size) => (size.width, size.height),
        Err(_) => svg_size(bytes)?,
    };
    let is_sane = |length: usize| (1..=MOST).contains(&length);
    if !is_sane(width) || !is_sane(height) {
        return None;
    }
    Some((u32::try_from(width).ok()?, u32::try_from(height).ok()?))
}

/// Returns the width and height in the `<svg>` tag, or the size of its view box.
fn svg_size(bytes: &[u8]) -> Option<(usize, usize)> {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(4_096))?);
    let tag = &text[text.find("<svg")?..];
    let tag = &tag[..tag.find('>')?];
    let value = |name: &str| {
        let at = tag.find(&format!(" {name}=")).or_else(|| tag.find(&format!("\n{name}=")))?;
        let rest = tag[at..].split_once('=')?.1;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split_once(quote).map(|(value, _)| value.trim())
    };
    let pixels = |text: &str| text.trim_end_matches("px").parse::<f64>().ok().map(round);
    if let (Some(width), Some(height)) =
        (value("width").and_then(pixels), value("height").and_then(pixels))
    {
        return Some((width, height));
    }
    let numbers: Vec<f64> = value("viewBox")?
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map_while(|part| part.parse().ok())
        .collect();
    match numbers[..] {
        [_, _, width, height] => Some((round(width), round(height))),
        _ => None,
    }
}

/// Rounds a length; negative and infinite lengths become 0, which means unknown.
fn round(length: f64) -> usize {
    if length.is_finite() && length > 0.0 { length.round().min(1e6) as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<(u32, u32)>) {
        assert_eq!(size(bytes), expected, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn svg_size_is_read_from_attributes_or_view_box() {
        check(b"<svg xmlns=\"x\" width=\"30\" height='20px'>", Some((30, 20)));
        check(b"<?xml version=\"1.0\"?><svg viewBox=\"0 0 24.4 12\">", Some((24, 12)));
        check(b"<svg width=\"100%\" height=\"100%\" viewBox=\"0,0,8,9\">", Some((8, 9)));
        check(b"<svg width=\"-1\" height=\"inf\">", None);
        check(b"<svg viewBox=\"0 0 9\">", None);
        check(b"<svg width=", None);
    }

    #[test]
    fn raster_size_is_detected_and_other_bytes_rejected() {
        check(b"GIF89a\x03\x00\x02\x00\x00\x00\x00;", Some((3, 2)));
        check(b"GIF89a\x00\x00\x02\x00\x00\x00\x00;", None);
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF____WEBP", b"text"] {
            check(bytes, None);
        }
    }
}

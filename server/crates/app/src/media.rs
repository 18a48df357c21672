//! Media files for readers. Wide images have smaller variants as AVIF or WebP.

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{HeaderMap, StatusCode};
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use pailou_media::blobs;
use pailou_site::Site;
use pailou_store::{media as library, sql};
use pailou_web::problem::Problem;
use pailou_web::range;
use pailou_web::range::RequestedRange;
use pailou_web::{encoding, reply};

/// Content security policy of all media files except audio and video. SVG may contain scripts, which must not run when
/// the file is opened directly.
const INERT: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
/// Content security policy of audio and video. The browser's media document requests the file again, which fails in a
/// sandbox without an origin. Audio and video cannot contain scripts, so they need no sandbox.
const PLAYED: &str = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'";
const AVIF: &str = "image/avif";
const WEBP: &str = "image/webp";

pub async fn media(
    site: &Site,
    name: &str,
    query: &str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let name = percent_decode_str(name).decode_utf8();
    let name = name.map_err(|_| Problem::NotFound)?;
    if name.contains('\0') {
        return Err(Problem::NotFound);
    }
    // A folder of the current pages may have the same name as a version. If the version has no file at this path, the
    // file is looked up among the current files by the whole path.
    let resolved = pailou_versions::resolve_path(site, &name).await?;
    let file = match resolved.version.file(site, resolved.path).await? {
        Some(file) => Some(file),
        None => sql::find_file(&site.db, &name).await?,
    };
    let mut file = file.ok_or(Problem::NotFound)?;
    let width = wanted_width(query);
    if let Some(width) = width
        && let Some(smaller) = library::smaller_variant(&site.db, &file.hash, width).await?
    {
        let avif = smaller.avif.map(|hash| (hash, AVIF));
        let offered = avif.into_iter().chain([(smaller.webp, WEBP)]);
        if let Some((hash, media_type)) = offered.into_iter().find(|(_, of)| takes(headers, of)) {
            file.hash = hash;
            file.media_type = media_type.to_owned();
        }
    }
    let bytes = site.files.read(&file.hash).await.map_err(|error| blobs::problem(&name, &error))?;
    let etag = &file.hash[..32.min(file.hash.len())];
    let mut response = part_of(bytes, &file.media_type, headers, etag);
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy_of(&file.media_type)),
    );
    if width.is_some() {
        answer.insert(header::VARY, HeaderValue::from_static("accept"));
    }
    Ok(reply::with_etag(response, etag))
}

/// Returns the response with the whole file (200), with the requested range (206), or without content for a range
/// outside the file (416).
fn part_of(bytes: Bytes, media_type: &str, headers: &HeaderMap, etag: &str) -> Response {
    // Text files have no ranges: they are compressed, so byte ranges would refer to the compressed bytes.
    if encoding::is_text(media_type) {
        return reply::bytes(bytes, media_type, "no-cache");
    }
    let length = bytes.len();
    let (status, part, content_range) =
        match range::requested_range(headers, length, &format!("\"{etag}\"")) {
            RequestedRange::Whole => (StatusCode::OK, bytes, None),
            RequestedRange::Part(part) => {
                let content_range = format!("bytes {}-{}/{length}", part.start, part.end - 1);
                (StatusCode::PARTIAL_CONTENT, bytes.slice(part), Some(content_range))
            }
            RequestedRange::Nothing => {
                let content_range = format!("bytes */{length}");
                (StatusCode::RANGE_NOT_SATISFIABLE, Bytes::new(), Some(content_range))
            }
        };
    let mut response = reply::bytes(part, media_type, "no-cache");
    *response.status_mut() = status;
    let answer = response.headers_mut();
    answer.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(content_range) =
        content_range.and_then(|content_range| HeaderValue::from_str(&content_range).ok())
    {
        answer.insert(header::CONTENT_RANGE, content_range);
    }
    response
}

fn policy_of(media_type: &str) -> &'static str {
    let is_played = media_type.starts_with("video/") || media_type.starts_with("audio/");
    if is_played { PLAYED } else { INERT }
}

/// Returns the requested width of a variant in pixels, such as 960 for `w=960`; `None` without a valid width.
fn wanted_width(query: &str) -> Option<u32> {
    query.split('&').find_map(|pair| pair.strip_prefix("w=")?.parse().ok())
}

fn takes(headers: &HeaderMap, media_type: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    accepted.filter_map(|value| value.to_str().ok()).any(|value| value.contains(media_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_media_except_audio_and_video_are_sandboxed() {
        for media_type in ["image/svg+xml", "text/html", "application/pdf", "image/png", ""] {
            assert!(policy_of(media_type).contains("sandbox"), "{media_type}");
        }
        for media_type in ["video/webm", "audio/mpeg"] {
            assert_eq!(policy_of(media_type), PLAYED);
        }
    }
}

//! Files beside the pages, for readers. Of a wide picture there are smaller ones, for browsers that take AVIF or WebP.

use http::HeaderMap;
use http::header::{self, HeaderValue};
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use crate::shared::problem::Problem;
use crate::shared::record::{media as library, store, versions};
use crate::shared::site::Site;
use crate::shared::{files, reply};

const AVIF: &str = "image/avif";
const WEBP: &str = "image/webp";

pub(super) async fn media(
    site: &Site,
    name: &str,
    query: &str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let name = percent_decode_str(name).decode_utf8();
    let name = name.map_err(|_| Problem::NotFound)?;
    // A folder may have the name of a version, too.
    let asked = versions::asked(site, &name).await?;
    let file = match asked.edition.file(site, asked.path).await? {
        Some(file) => Some(file),
        None => store::file(&site.db, &name).await?,
    };
    let mut file = file.ok_or(Problem::NotFound)?;
    let width = wanted_width(query);
    if let Some(width) = width
        && let Some(smaller) = library::smaller(&site.db, &file.hash, width).await?
    {
        let avif = smaller.avif.map(|hash| (hash, AVIF));
        let offered = avif.into_iter().chain([(smaller.webp, WEBP)]);
        if let Some((hash, media_type)) = offered.into_iter().find(|(_, of)| takes(headers, of)) {
            file.hash = hash;
            file.media_type = media_type.to_owned();
        }
    }
    let bytes = site.files.read(&file.hash).await.map_err(|error| files::problem(&name, &error))?;
    let mut response = reply::bytes(bytes, &file.media_type, "no-cache");
    let answer = response.headers_mut();
    // A drawing may hold scripts: opened by itself it must not be able to run them.
    let inert = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    answer.insert(header::CONTENT_SECURITY_POLICY, inert);
    if width.is_some() {
        answer.insert(header::VARY, HeaderValue::from_static("accept"));
    }
    Ok(reply::with_etag(response, &file.hash[..32.min(file.hash.len())]))
}

/// `w=960`: the picture of this width, in pixels.
fn wanted_width(query: &str) -> Option<u32> {
    query.split('&').find_map(|pair| pair.strip_prefix("w=")?.parse().ok())
}

fn takes(headers: &HeaderMap, media_type: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    accepted.filter_map(|value| value.to_str().ok()).any(|value| value.contains(media_type))
}

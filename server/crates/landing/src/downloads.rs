//! Downloads on the front page: files of the site, or external files. The server computes size
//! and checksum of files of the site. Size and checksum of external files come from front matter.

use core_wasm::locale::Locale;

use super::api::{Download, Release};
use super::home::address_of;
use pailou_content::landing;
use pailou_content::landing::Block;
use pailou_content::link::{Link, LinkTargets};
use pailou_content::page_path::{decode, media_url};
use pailou_media::blobs;
use pailou_site::Site;
use pailou_store::sql;
use pailou_store::sql::Text;
use pailou_web::problem::Problem;

pub(crate) async fn release(
    site: &Site,
    targets: &LinkTargets,
    text: &Text,
    locale: Locale,
    block: Block,
) -> Result<Release, Problem> {
    let mut listed = Vec::with_capacity(block.files.len());
    for download in block.files {
        let Some(url) = address_of(targets, &text.file, locale, &download.file) else { continue };
        let is_ours = matches!(targets.resolve(&text.file, locale, &download.file), Link::Media(_));
        let digest = if is_ours { digest(site, &url).await? } else { None };
        listed.push(download_with_digest(download, url, digest));
    }
    Ok(Release { version: block.version, files: listed })
}

fn download_with_digest(
    download: landing::Download,
    url: String,
    digest: Option<(u64, String)>,
) -> Download {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = decode(path.rsplit('/').next().unwrap_or(path));
    let (size, sha256) = match digest {
        Some((size, sum)) => (Some(size), Some(sum)),
        None => (download.size, download.sha256),
    };
    let size = size.and_then(|size| i64::try_from(size).ok());
    Download { url, name, platform: download.platform, size, sha256 }
}

/// Returns the size in bytes and the SHA-256 of the site's file at `url`; `None` if there is no such file.
async fn digest(site: &Site, url: &str) -> Result<Option<(u64, String)>, Problem> {
    let prefix = media_url("");
    let path = decode(url.strip_prefix(prefix.as_str()).unwrap_or_default());
    let Some(file) = sql::find_file(&site.db, &path).await? else { return Ok(None) };
    Ok(Some(site.files.sha256(&file.hash).await.map_err(|error| blobs::problem(&path, &error))?))
}

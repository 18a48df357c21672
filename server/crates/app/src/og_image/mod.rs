//! Share images of pages (Open Graph): `/index/share/zh/docs/guide/start.png`, drawn from the page's title.

mod bitmap_font;
mod drawing;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use pailou_store::news::News;
use pailou_web::problem::Problem;

use pailou_content::page_path;
use pailou_site::Site;
use pailou_web::concurrency::ConcurrencyLimit;
use pailou_web::reply;

/// Maximum number of cached images (20 to 40 KB each).
const MAX_KEPT: usize = 64;

/// Renderer and cache of share images, with one rendering at a time.
#[derive(Clone)]
pub(crate) struct Share {
    site: Site,
    cache: Arc<Mutex<VecDeque<(String, Bytes)>>>,
    drawing: ConcurrencyLimit,
}

/// Texts of a share image.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Card {
    site: String,
    title: String,
    /// Line below the title: on the image of the front page, the description of the front page, if there is one; in all
    /// other cases, the host of the site.
    subtitle: String,
}

impl Share {
    pub(crate) fn new(site: &Site) -> Self {
        Self { site: site.clone(), cache: Arc::default(), drawing: ConcurrencyLimit::new(1) }
    }

    /// Returns the share image at `path`, which is relative to `/index/share/`. Returns 404 if there is no page for
    /// this image.
    pub(crate) async fn reply(&self, path: &str) -> Result<Response, Problem> {
        let card = self.card(path).await?.ok_or(Problem::NotFound)?;
        let name = card.name();
        if let Some(bytes) = self.cached_image(&name) {
            return Ok(png_response(bytes, &name));
        }
        let permit = self.drawing.next().await;
        // A concurrent request may have rendered the image in the meantime.
        if let Some(bytes) = self.cached_image(&name) {
            return Ok(png_response(bytes, &name));
        }
        // The image is cached before the permit is released. A waiting request for the same image then finds it, even
        // if this client has disconnected.
        let (share, drawn) = (self.clone(), name.clone());
        let draw = move || drawing::draw(&card).map(|bytes| share.keep(drawn, bytes.into()));
        let bytes =
            permit.work(draw).await.map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(png_response(bytes.map_err(Problem::Internal)?, &name))
    }

    fn keep(&self, name: String, bytes: Bytes) -> Bytes {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        cache.truncate(MAX_KEPT - 1);
        cache.push_front((name, bytes.clone()));
        bytes
    }

    fn cached_image(&self, name: &str) -> Option<Bytes> {
        let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        cache.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone())
    }

    /// Returns the texts of the image for this path; `None` if there is no page at the path.
    async fn card(&self, path: &str) -> Result<Option<Card>, Problem> {
        let Some((locale, area, path)) = parse_path(path) else { return Ok(None) };
        let site = self.site.title(locale).await?;
        let card =
            |title: String, subtitle: String| Some(Card { site: site.clone(), title, subtitle });
        let host = self.site.settings.origin();
        let host = host.split_once("://").map_or(host.as_str(), |(_, host)| host).to_owned();
        Ok(match (area, path.as_str()) {
            (Area::Site, _) | (Area::News, "") => card(site.clone(), host),
            (Area::Front, _) => {
                let (title, description) = pailou_landing::front(&self.site, locale).await?;
                let description = Some(description).filter(|description| !description.is_empty());
                card(title, description.unwrap_or(host))
            }
            (Area::Docs, path) => {
                let resolved = pailou_versions::resolve_path(&self.site, path).await?;
                let found = resolved.version.text_at(&self.site, locale, resolved.path).await?;
                match found {
                    Some(text) => card(text.title, host),
                    None if resolved.path.is_empty() => card(site.clone(), host),
                    None => None,
                }
            }
            (Area::News, path) => {
                let news = News::of(&self.site).await?;
                let entry = news.published().iter().find(|entry| entry.is_at(path));
                entry.and_then(|entry| card(entry.text(locale)?.title.clone(), host))
            }
        })
    }
}

fn png_response(bytes: Bytes, name: &str) -> Response {
    // Other sites may cache the image, but display an old title for at most a day.
    let response = reply::bytes(bytes, "image/png", "public, max-age=86400");
    reply::for_other_origins(reply::with_etag(response, name))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    Front,
    Docs,
    News,
    /// Pages whose image has the title of the site: the assistant, the translation status, and the statistics.
    Site,
}

/// Parses `zh/docs/guide/start.png` into language, area, and path; `None` for a path without a share image.
fn parse_path(path: &str) -> Option<(Locale, Area, String)> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = path.strip_suffix(".png")?;
    page_path::check_page_path(path).ok()?;
    let (locale, area, rest) = page_path::split_url_path(path);
    let area = match area {
        "" => Area::Front,
        "docs" => Area::Docs,
        "news" => Area::News,
        "assistant" | "localization" | "datastat" if rest.is_empty() => Area::Site,
        _ => return None,
    };
    Some((locale.unwrap_or(Locale::En), area, rest.to_owned()))
}

impl Card {
    /// Returns the cache key: a hash of all texts on the image.
    fn name(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [&self.site, &self.title, &self.subtitle] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_image_url_is_parsed() {
        let check = |path: &str, expected: Option<(Locale, Area, &str)>| {
            let found = parse_path(path);
            let found = found.as_ref().map(|(locale, area, path)| (*locale, *area, path.as_str()));
            assert_eq!(found, expected, "{path}");
        };
        check("zh.png", Some((Locale::Zh, Area::Front, "")));
        check("en/docs.png", Some((Locale::En, Area::Docs, "")));
        check("zh/docs/%E6%8C%87%E5%8D%97/a.png", Some((Locale::Zh, Area::Docs, "指南/a")));
        check("en/news/x.png", Some((Locale::En, Area::News, "x")));
        check("datastat.png", Some((Locale::En, Area::Site, "")));
        for path in
            ["zh", "zh/admin.png", "zh/docs/../a.png", "zh/docs/%00.png", "%ff.png", ".png.png"]
        {
            check(path, None);
        }
    }
}

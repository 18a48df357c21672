//! Filter for paths of pages. Views of any path below `/index` are counted, but only paths of pages that exist or
//! existed are displayed.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;

use pailou_store::news::News;
use pailou_store::redirects::PathLookup;
use pailou_web::problem::Problem;

use pailou_content::page_path;
use pailou_site::Site;

/// Whether this canonical path is the root of an area, a published news entry, or a documentation page that exists or
/// existed.
pub(crate) async fn is_known_page(site: &Site, path: &str) -> Result<bool, Problem> {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let below = path.strip_prefix("/index").unwrap_or_default().trim_start_matches('/');
    let (locale, area, place) = page_path::split_url_path(below);
    match (area, place) {
        // Every site has these pages.
        ("" | "docs" | "news" | "assistant" | "datastat" | "localization", "") => Ok(true),
        ("news", entry) => {
            let news = News::of(site).await?;
            Ok(news.published().iter().any(|known| known.is_at(entry)))
        }
        ("docs", page) => {
            let resolved = pailou_versions::resolve_path(site, page).await?;
            let locale = locale.unwrap_or(Locale::En);
            let found = resolved.version.find(site, locale, resolved.path).await?;
            // The root path of every documentation version exists: it displays the list of pages.
            Ok(resolved.path.is_empty() || !matches!(found, PathLookup::Nothing))
        }
        _ => Ok(false),
    }
}

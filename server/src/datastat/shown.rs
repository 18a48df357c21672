//! Which addresses are pages: what anybody sends is counted, but only what is there is shown to everybody.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;

use crate::shared::problem::Problem;
use crate::shared::record::news::News;
use crate::shared::record::redirects::Found;
use crate::shared::record::versions;
use crate::shared::site::Site;

/// Pages that every site has, by what stands behind the language.
const ALWAYS: [&str; 6] = ["", "docs", "news", "assistant", "datastat", "localization"];

/// Whether a public page stands, or stood, at this path as a hit keeps it.
pub(super) async fn is_shown(site: &Site, path: &str) -> Result<bool, Problem> {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let below = path.strip_prefix("/index").unwrap_or_default().trim_start_matches('/');
    let (first, rest) = below.split_once('/').unwrap_or((below, ""));
    let (locale, place) = match Locale::from_segment(first) {
        Some(locale) => (locale, rest),
        None => (Locale::En, below),
    };
    if ALWAYS.contains(&place) {
        return Ok(true);
    }
    if let Some(entry) = place.strip_prefix("news/") {
        let news = News::of(site).await?;
        return Ok(news.published().iter().any(|known| known.stands_at(entry)));
    }
    let Some(page) = place.strip_prefix("docs/") else { return Ok(false) };
    let asked = versions::asked(site, page).await?;
    let found = asked.edition.find(site, locale, asked.path).await?;
    // The top of a version lists its pages.
    let is_top = asked.path.is_empty() && page != asked.path;
    Ok(is_top || !matches!(found, Found::Nothing))
}

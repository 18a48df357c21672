//! News entries as Markdown.

use std::sync::LazyLock;

use core_wasm::locale::Locale;
use serde_json::Value;
use warp::reply::Response;

use pailou_site::Site;
use pailou_store::markdown_export;
use pailou_store::markdown_export::MarkdownExport;
use pailou_store::news::News;
use pailou_store::redirects;
use pailou_store::redirects::PathLookup;
use pailou_store::{NEWS, sql};
use pailou_web::problem::Problem;

/// Interface texts of the landing area, for the notice above a news entry that is not translated.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../content/messages/zh/landing.json"),
        include_str!("../../../../content/messages/en/landing.json"),
    ]
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

/// Whether a published news entry exists at this path, in any language.
pub async fn is_news(site: &Site, path: &str) -> Result<bool, Problem> {
    Ok(News::of(site).await?.published().iter().any(|entry| entry.is_at(path)))
}

/// Returns the current path of a published news entry that was moved from this path; `None` if there is none.
pub async fn moved_news(
    site: &Site,
    requested_locale: Locale,
    path: &str,
) -> Result<Option<String>, Problem> {
    Ok(match redirects::find(&site.db, NEWS, requested_locale, path).await? {
        PathLookup::Moved(to) if is_news(site, &to).await? => Some(to),
        _ => None,
    })
}

/// Returns the news entry at this path as Markdown, in the other language if it is not translated. Returns 404 if there
/// is no published entry.
pub async fn news_as_markdown(
    site: &Site,
    requested_locale: Locale,
    path: &str,
) -> Result<Response, Problem> {
    let news = News::of(site).await?;
    let entry = news.published().iter().find(|entry| entry.is_at(path));
    let text = entry.and_then(|entry| entry.text(requested_locale)).ok_or(Problem::NotFound)?;
    let revision = sql::published_revision(&site.db, &text.id).await?.ok_or(Problem::NotFound)?;
    let targets = pailou_store::link_targets(site).await?;
    let url = pailou_store::address(
        NEWS,
        markdown_export::language_of(text, requested_locale),
        &text.path,
    );
    let notice = &markdown_export::message(&WORDS, requested_locale, "newsForeign");
    Ok(MarkdownExport {
        requested_locale,
        text,
        revision: &revision,
        targets: &targets,
        url,
        notice,
    }
    .reply(site))
}

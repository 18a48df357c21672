//! A page of the documentation as Markdown.

use std::sync::LazyLock;

use core_wasm::locale::Locale;
use serde_json::Value;
use warp::reply::Response;

use pailou_site::Site;
use pailou_store::markdown_export;
use pailou_store::markdown_export::MarkdownExport;
use pailou_store::sql::Text;
use pailou_versions::DocsVersion;
use pailou_web::problem::Problem;

/// Interface texts of the documentation area, for the notice above a text in the other language.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../../content/messages/zh/docs.json"),
        include_str!("../../../../../content/messages/en/docs.json"),
    ]
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

pub(super) async fn reply(
    site: &Site,
    docs_version: &DocsVersion,
    requested_locale: Locale,
    text: &Text,
) -> Result<Response, Problem> {
    let revision = docs_version.revision(site, text).await?.ok_or(Problem::NotFound)?;
    let targets = docs_version.link_targets(site).await?;
    let url =
        docs_version.address(markdown_export::language_of(text, requested_locale), &text.path);
    let notice = &markdown_export::message(&WORDS, requested_locale, "fallback");
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

//! A page of the documentation as Markdown.

use std::sync::LazyLock;

use core_wasm::locale::Locale;
use serde_json::Value;
use warp::reply::Response;

use crate::shared::problem::Problem;
use crate::shared::record::store::Text;
use crate::shared::record::versions::Edition;
use crate::shared::site::Site;
use crate::shared::twin::{self, Twin};

/// The words of the interface: the notice over a text in the other language is the page's own.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../content/messages/zh/docs.json"),
        include_str!("../../../../content/messages/en/docs.json"),
    ]
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

pub(super) async fn reply(
    site: &Site,
    edition: &Edition,
    asked: Locale,
    text: &Text,
) -> Result<Response, Problem> {
    let revision = edition.revision(site, text).await?.ok_or(Problem::NotFound)?;
    let places = edition.places(site).await?;
    let url = edition.address(twin::language_of(text, asked), &text.path);
    let notice = &twin::message(&WORDS, asked, "fallback");
    Ok(Twin { asked, text, revision: &revision, places: &places, url, notice }.reply(site))
}

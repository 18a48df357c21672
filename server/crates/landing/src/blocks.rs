//! Rendered blocks of the front page.

use core_wasm::locale::Locale;

use super::api::{Block, BlockEntry, BlockKind, RecentPage};
use super::home::empty_block as empty;
use super::{downloads, news};
use pailou_content::landing;
use pailou_content::landing::Kind;
use pailou_content::link::LinkTargets;
use pailou_content::yaml;
use pailou_markdown::html::Rendered;
use pailou_markdown::html_escape::escape_html;
use pailou_markdown::split_sections;
use pailou_site::Site;
use pailou_store::DOCS;
use pailou_store::sql;
use pailou_store::sql::Text;
use pailou_web::problem::Problem;

/// Maximum number of recently changed pages.
const RECENT: i64 = 5;

/// Converts a block to the API type. `text` is the stored text of the block in the language `locale`, `values` is its
/// front matter, and `rendered` is its HTML. News and recent pages are listed in `requested_locale`.
pub(crate) async fn convert_block(
    site: &Site,
    targets: &LinkTargets,
    requested_locale: Locale,
    (text, locale): (&Text, Locale),
    values: &yaml::Value,
    rendered: Rendered,
) -> Result<Block, Problem> {
    let (parsed, _) = landing::parse_block(values);
    let mut block = empty(&text.path, parsed.kind.into(), locale);
    let Rendered { mut html, title, .. } = rendered;
    // The renderer omits the title, because the page layout displays the title of a page. Here the
    // title belongs to a block, so it is added.
    if let Some(title) = title.filter(|_| parsed.kind != Kind::Hero) {
        html.insert_str(0, &format!("<h2>{}</h2>", escape_html(&title)));
    }
    match parsed.kind {
        Kind::Features | Kind::Timeline => {
            let (before, entries) = split_sections::at_headings(&html);
            block.html = before.to_owned();
            let entry = |html: &str| BlockEntry { html: html.to_owned() };
            block.entries = entries.into_iter().map(entry).collect();
            return Ok(block);
        }
        Kind::Downloads => {
            block.release = Some(downloads::release(site, targets, text, locale, parsed).await?);
        }
        Kind::News => block.news = news::newest(site, requested_locale, parsed.count).await?,
        Kind::Recent => block.recent = recent_pages(site, requested_locale).await?,
        Kind::Hero => html.insert_str(0, &format!("<h1>{}</h1>", escape_html(&text.title))),
        Kind::Code | Kind::Logos | Kind::Action | Kind::Markdown => {}
    }
    block.html = html;
    Ok(block)
}

/// Returns a block of recently changed pages, for a front page that has no blocks or is imported from another
/// generator.
pub(crate) async fn recent(site: &Site, requested_locale: Locale) -> Result<Block, Problem> {
    let recent = recent_pages(site, requested_locale).await?;
    Ok(Block { recent, ..empty("recent", BlockKind::Recent, requested_locale) })
}

async fn recent_pages(site: &Site, locale: Locale) -> Result<Vec<RecentPage>, Problem> {
    let texts = sql::recent(&site.db, DOCS, locale, RECENT).await?;
    let page = |text: Text| RecentPage {
        url: pailou_store::address(DOCS, locale, &text.path),
        title: text.title,
        updated_at: text.updated_at,
    };
    Ok(texts.into_iter().map(page).collect())
}

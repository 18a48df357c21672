//! Values as they are, and the site's own description.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::store::{self, Value};
use super::wire::{SiteDescription, Title};
use crate::shared::problem::Problem;
use crate::shared::record::PLACES;
use crate::shared::record::news::News;
use crate::shared::reply;
use crate::shared::site::Site;

/// Linked by every page, so it is there before anybody wrote one.
const STYLESHEET: &str = "global_style.css";

const MOST_NAME: usize = 64;

/// A published value, with its own media type.
#[utoipa::path(get, path = "/api/v1/public/config/raw/{name}", tag = "config",
    params(("name" = String, Path, description = "Such as global_style.css")),
    responses(
        (status = 200, description = "The value", body = String, content_type = "*/*", headers(("etag" = String))),
        (status = 404, description = "There is no such value"),
    ))]
pub(super) async fn raw(name: String, site: Site) -> Result<Response, Problem> {
    let name = percent_decode_str(&name).decode_utf8().map_err(|_| Problem::NotFound)?;
    if !is_name(&name) {
        return Err(Problem::NotFound);
    }
    let value = store::value(&site.db, &name).await?.or_else(|| built_in(&name));
    let Value { media_type, body } = value.ok_or(Problem::NotFound)?;
    Ok(reply::showing(reply::text(body, &media_type), [format!("config:{name}")]))
}

/// What every page must know of the site.
#[utoipa::path(get, path = "/api/v1/public/site", tag = "config",
    responses((status = 200, description = "The site", body = SiteDescription)))]
pub(super) async fn site(site: Site) -> Result<Response, Problem> {
    let settings = &site.settings;
    let title = Title { zh: settings.site_title_zh.clone(), en: settings.site_title_en.clone() };
    let news = News::of(&site).await?;
    let has_news = !news.published().is_empty();
    let answer = reply::json(&SiteDescription {
        title,
        locales: Locale::ALL.map(Locale::tag).to_vec(),
        version: env!("CARGO_PKG_VERSION"),
        edit_url: settings.site_edit_url.clone(),
        offline: settings.site_offline,
        news: has_news,
    })?;
    // Every page shows this: it is another one when an address comes or goes, not whenever a text is saved.
    let answer = reply::showing(answer, [PLACES.to_owned()]);
    Ok(match news.stands_for().filter(|_| !has_news) {
        Some(time) => reply::ageing(answer, time),
        None => answer,
    })
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.-".contains(c);
    (1..=MOST_NAME).contains(&name.len()) && name.chars().all(plain)
}

fn built_in(name: &str) -> Option<Value> {
    (name == STYLESHEET).then(|| Value {
        media_type: "text/css; charset=utf-8".to_owned(),
        body: "/* Styles of this site go here. */\n".to_owned(),
    })
}

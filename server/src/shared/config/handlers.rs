//! Public endpoints of published values and of the site's description.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::check::{STYLESHEET, is_name};
use super::own::navigation::Navigation;
use super::own::{self, Own};
use super::store::{self, Value};
use super::wire::{BuiltInMessage, BuiltInMessages, Said, SiteDescription, SiteSettings, Title};
use crate::shared::problem::Problem;
use crate::shared::record::PLACES;
use crate::shared::record::news::News;
use crate::shared::reply;
use crate::shared::session::{self, Act};
use crate::shared::settings::Settings;
use crate::shared::site::Site;
use crate::shared::visitor::Caller;

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
    Ok(reply::showing(reply::text(body, &media_type), [super::tag(&name)]))
}

/// What every page must know of the site.
#[utoipa::path(get, path = "/api/v1/public/site", tag = "config",
    responses((status = 200, description = "The site", body = SiteDescription)))]
pub(super) async fn site(site: Site) -> Result<Response, Problem> {
    let settings = &site.settings;
    let own = Own::of(&site).await?;
    let title = |locale| own.title(settings, locale).to_owned();
    let title = Title { zh: title(Locale::Zh), en: title(Locale::En) };
    let news = News::of(&site).await?;
    let has_news = !news.published().is_empty();
    let answer = reply::json(&SiteDescription {
        title,
        locales: Locale::ALL.map(Locale::tag).to_vec(),
        version: env!("CARGO_PKG_VERSION"),
        edit_url: own.edit_url(settings).map(str::to_owned),
        offline: own.offline(settings),
        news: has_news,
        words: own.words.clone(),
        navigation: own.navigation.as_ref().map(Navigation::shown),
    })?;
    // Every page shows this: it is another one when an address comes or goes, not whenever a text is saved.
    let answer = reply::showing(answer, [PLACES.to_owned(), own::TAG.to_owned()]);
    Ok(match news.stands_for().filter(|_| !has_news) {
        Some(time) => reply::ageing(answer, time),
        None => answer,
    })
}

/// Every sentence that is built into the interface.
#[utoipa::path(get, path = "/api/v1/admin/messages", tag = "config", security(("token" = ["config"])),
    responses(
        (status = 200, description = "The sentences by area and key", body = BuiltInMessages),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not publish values"),
    ))]
pub(super) async fn messages(site: Site, caller: Caller) -> Result<Response, Problem> {
    session::allowed(&site.db, &caller, Act::Config).await?;
    let message = |(area, key, zh, en)| BuiltInMessage { area, key, zh, en };
    let messages = own::words::built_in().map(message).collect();
    Ok(reply::private(reply::json(&BuiltInMessages { messages })?))
}

/// What the settings say of the site, as long as the published value `site.json` says nothing else.
#[utoipa::path(get, path = "/api/v1/admin/site", tag = "config", security(("token" = ["config"])),
    responses(
        (status = 200, description = "What they say, and where", body = SiteSettings),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not publish values"),
    ))]
pub(super) async fn settings(site: Site, caller: Caller) -> Result<Response, Problem> {
    session::allowed(&site.db, &caller, Act::Config).await?;
    let Settings { site_title_zh, site_title_en, site_edit_url, site_offline, said, .. } =
        &*site.settings;
    let said = said.iter().filter(|(key, _)| key.starts_with("site."));
    Ok(reply::private(reply::json(&SiteSettings {
        title: Title { zh: site_title_zh.clone(), en: site_title_en.clone() },
        edit_url: site_edit_url.clone(),
        offline: *site_offline,
        said: said.map(|(key, place)| Said { key, place: place.name().to_owned() }).collect(),
    })?))
}

/// The built-in value, which is returned until one is published.
fn built_in(name: &str) -> Option<Value> {
    (name == STYLESHEET).then(|| Value {
        media_type: "text/css; charset=utf-8".to_owned(),
        body: "/* Styles of this site go here. */\n".to_owned(),
    })
}

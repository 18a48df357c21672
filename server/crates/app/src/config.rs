//! Public endpoints of site files and of the site's description.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use utoipa::ToSchema;
use warp::reply::Response;

use pailou_site::Site;
use pailou_site_config::check::{STYLESHEET, is_name};
use pailou_site_config::profile;
use pailou_site_config::profile::navigation::{Navigation, NavigationView};
use pailou_site_config::profile::ui_text::MessageOverrides;
use pailou_site_config::store;
use pailou_site_config::store::Value;
use pailou_site_config::{Title, tag};
use pailou_store::LINK_TARGETS;
use pailou_store::news::News;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::schema::{LocaleTag, UiText};
use pailou_web::{Route, route};

pub fn routes(site: &Site) -> Vec<Route> {
    vec![route!(site, raw), route!(site, site_description)]
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Site)]
pub(crate) struct SiteDescription {
    title: Title,
    /// Languages of the site, Chinese first.
    #[schema(value_type = Vec<LocaleTag>)]
    locales: Vec<&'static str>,
    version: &'static str,
    /// URL pattern for editing the source file of a page; `{file}` is a placeholder for the path of the source file.
    #[schema(required)]
    edit_url: Option<String>,
    /// True if browsers keep visited pages for offline reading.
    offline: bool,
    /// True if the site has news.
    news: bool,
    /// True if the server stores questions to the assistant.
    stores_questions: bool,
    /// Overrides of the built-in messages, by language, area, and key; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<UiText>, nullable = false)]
    messages: Option<MessageOverrides>,
    /// Entries of header and footer; absent if the site uses the built-in entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    navigation: Option<NavigationView>,
}

/// Get raw site file
///
/// Returns the file with its own media type.
#[utoipa::path(get, path = "/api/v1/public/config/raw/{name}", tag = "config",
    params(("name" = String, Path, description = "Name of a site file, such as `global_style.css`")),
    responses(
        (status = 200, description = "The site file", body = String, content_type = "*/*", headers(("etag" = String))),
        (status = 404, description = "Site file not found"),
    ))]
async fn raw(name: String, site: Site) -> Result<Response, Problem> {
    let name = percent_decode_str(&name).decode_utf8().map_err(|_| Problem::NotFound)?;
    if !is_name(&name) {
        return Err(Problem::NotFound);
    }
    let value = store::value(&site.db, &name).await?.or_else(|| built_in(&name));
    let Value { media_type, body } = value.ok_or(Problem::NotFound)?;
    Ok(reply::with_cache_tags(reply::text(body, &media_type), [tag(&name)]))
}

/// Get site configuration
///
/// Returns the values that every page needs.
#[utoipa::path(get, path = "/api/v1/public/site", tag = "config",
    responses((status = 200, description = "The site", body = SiteDescription)))]
async fn site_description(site: Site) -> Result<Response, Problem> {
    let settings = &site.settings;
    let own = site.profile().await?;
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
        stores_questions: settings.assistant_questions,
        messages: own.messages.clone(),
        navigation: own.navigation.as_ref().map(Navigation::shown),
    })?;
    // Every cached page contains this response, so invalidating the response invalidates all pages. It is invalidated
    // only when a URL is added or removed or the site configuration changes, not when a text is saved.
    let answer = reply::with_cache_tags(answer, [LINK_TARGETS.to_owned(), profile::TAG.to_owned()]);
    Ok(match news.valid_for().filter(|_| !has_news) {
        Some(time) => reply::with_max_age(answer, time),
        None => answer,
    })
}

/// Returns the built-in site file of this name, which applies until a user publishes a replacement; `None` for a name
/// other than that of the stylesheet.
fn built_in(name: &str) -> Option<Value> {
    (name == STYLESHEET).then(|| Value {
        media_type: "text/css; charset=utf-8".to_owned(),
        body: "/* Styles of this site go here. */\n".to_owned(),
    })
}

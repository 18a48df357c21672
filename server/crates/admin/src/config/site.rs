//! Admin API of the defaults that site files can override: the built-in messages, and the site's
//! settings.

use warp::reply::Response;

use super::api::{BuiltInMessage, BuiltInMessages, SettingOrigin, SiteSettings};
use pailou_auth::guard::{Allowed, permission};
use pailou_settings::Settings;
use pailou_site::Site;
use pailou_site_config::{Title, profile};
use pailou_web::client::{self, RequestContext};
use pailou_web::problem::Problem;
use pailou_web::reply;

/// List interface messages
///
/// Returns all messages that are built into the interface.
#[utoipa::path(get, path = "/api/v1/admin/messages", tag = "config",
    responses(
        (status = 200, description = "The messages by area and key", body = BuiltInMessages),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
    ))]
pub(super) async fn messages(_: Allowed<permission::Config>) -> Result<Response, Problem> {
    let message = |(area, key, zh, en)| BuiltInMessage { area, key, zh, en };
    let messages = profile::ui_text::built_in().map(message).collect();
    Ok(reply::private(reply::json(&BuiltInMessages { messages })?))
}

/// Get site settings
///
/// Returns the site values from the settings, which apply if the published `site.json` has none.
#[utoipa::path(get, path = "/api/v1/admin/site", tag = "config",
    responses(
        (status = 200, description = "The settings and their origins", body = SiteSettings),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
    ))]
pub(super) async fn settings(
    _: Allowed<permission::Config>,
    caller: RequestContext,
    site: Site,
) -> Result<Response, Problem> {
    let is_tls = site.settings.site_url.is_none() && client::is_https(&caller.headers);
    let Settings {
        site_title_zh,
        site_title_en,
        site_edit_url,
        site_offline,
        origins: value_origins,
        ..
    } = &*site.settings;
    let value_origins = value_origins.iter().filter(|(key, _)| key.starts_with("site."));
    Ok(reply::private(reply::json(&SiteSettings {
        title: Title { zh: site_title_zh.clone(), en: site_title_en.clone() },
        edit_url: site_edit_url.clone(),
        offline: *site_offline,
        needs_url: is_tls || site.settings.needs_url(),
        origins: value_origins
            .map(|(key, origin)| SettingOrigin { key, place: origin.name().to_owned() })
            .collect(),
    })?))
}

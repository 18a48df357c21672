//! Admin API of site files.

mod api;
mod handlers;
mod site;

use pailou_site::Site;
use pailou_site_config::check::MAX_BYTES;
use pailou_web::{Route, route};

/// Maximum body size in bytes, unless the settings allow less: a site file as JSON, in which an escaped character
/// has six bytes.
const MAX_BODY: u64 = 6 * MAX_BYTES as u64 + 1024;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let max_body = MAX_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, site::messages).without_trailing_slash(),
        route!(site, site::settings).without_trailing_slash(),
        route!(site, handlers::list_site_files).without_trailing_slash(),
        route!(site, handlers::read_site_file),
        route!(site, handlers::publish).with_body_limit(max_body),
        route!(site, handlers::delete_site_file),
        route!(site, handlers::confirm_stylesheet).with_body_limit(max_body),
        route!(site, handlers::unschedule),
        route!(site, handlers::versions).without_trailing_slash(),
        route!(site, handlers::version),
        route!(site, handlers::restore_site_file),
    ]
}

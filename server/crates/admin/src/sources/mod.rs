//! Admin API of Git sources, and the webhook that Git hosts call.

mod api;
mod handlers;

use pailou_site::Site;
use pailou_web::{Route, route};

/// Maximum size of a push event in bytes, unless the settings allow less. GitHub sends events of up to 25 MB; events
/// larger than this limit are rejected.
const MAX_EVENT: u64 = 4 << 20;
/// Maximum size of a merged page as JSON in bytes, unless the settings allow more.
const MAX_RESOLUTION: u64 = 16 << 20;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let max_event = MAX_EVENT.min(site.settings.body_bytes);
    let max_resolution = MAX_RESOLUTION.max(site.settings.body_bytes);
    vec![
        route!(site, handlers::list_sources),
        route!(site, handlers::update),
        route!(site, handlers::receive_webhook).with_body_limit(max_event),
        route!(site, handlers::conflicts),
        route!(site, handlers::conflict),
        route!(site, handlers::resolve).with_body_limit(max_resolution),
    ]
}

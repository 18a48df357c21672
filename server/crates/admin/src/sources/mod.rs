//! Admin API of Git sources, and the webhook that Git hosts call.

mod api;
mod handlers;

use pailou_site::Site;
use pailou_web::{Route, route};

/// Maximum size of a push event, in bytes. Larger events are rejected, although GitHub sends up to 25 MB.
const MAX_EVENT: u64 = 4 << 20;
/// Maximum size of a merged page as JSON, in bytes.
const MAX_RESOLUTION: u64 = 16 << 20;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let limit = |limit: u64| limit.min(site.settings.body_bytes);
    vec![
        route!(site, handlers::list_sources),
        route!(site, handlers::update),
        route!(site, handlers::receive_webhook).with_body_limit(limit(MAX_EVENT)),
        route!(site, handlers::conflicts),
        route!(site, handlers::conflict),
        route!(site, handlers::resolve).with_body_limit(limit(MAX_RESOLUTION)),
    ]
}

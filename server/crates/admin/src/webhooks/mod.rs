//! Admin API of webhooks and of their deliveries.

mod api;
mod deliveries;
mod handlers;

use super::MAX_BODY;
use pailou_site::Site;
use pailou_web::{Route, route};

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let max_body = MAX_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, handlers::list_webhooks),
        route!(site, handlers::create_webhook).with_body_limit(max_body),
        route!(site, handlers::read_webhook),
        route!(site, handlers::update_webhook).with_body_limit(max_body),
        route!(site, handlers::delete_webhook),
        route!(site, handlers::secret),
        route!(site, handlers::test),
        route!(site, deliveries::list_deliveries),
        route!(site, deliveries::redeliver),
    ]
}

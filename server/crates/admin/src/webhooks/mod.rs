//! Admin API of webhooks and of their deliveries.

mod api;
mod deliveries;
mod handlers;

use super::MOST_BODY;
use pailou_site::Site;
use pailou_web::{Route, route};

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let most = MOST_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, handlers::list),
        route!(site, handlers::add).with_body_limit(most),
        route!(site, handlers::one),
        route!(site, handlers::change).with_body_limit(most),
        route!(site, handlers::remove),
        route!(site, handlers::secret),
        route!(site, handlers::test),
        route!(site, deliveries::list),
        route!(site, deliveries::redeliver),
    ]
}

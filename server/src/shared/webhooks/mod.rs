//! Webhooks about what is published: a delivery is stored in the transaction of the change (`telling`), sent later
//! (`delivering`), and signed (`signing`, Standard Webhooks).

mod deliveries;
mod delivering;
mod endpoint;
mod event;
mod managed;
mod signing;
mod store;
mod telling;
pub(crate) mod wire;

use super::site::Site;
use super::web::{Route, route};

pub(crate) use delivering::{deliver_due, keep_delivering};
pub(crate) use event::Event;
pub(crate) use telling::{config, moved, page, texts};

const MOST_BODY: u64 = 16 << 10;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let most = MOST_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, managed::list),
        route!(site, managed::add).with_body_limit(most),
        route!(site, managed::one),
        route!(site, managed::change).with_body_limit(most),
        route!(site, managed::remove),
        route!(site, managed::secret),
        route!(site, managed::test),
        route!(site, deliveries::list),
        route!(site, deliveries::again),
    ]
}

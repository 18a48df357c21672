//! Statistics of visits, without cookies: a visitor is a number of the day that nobody can trace back.
//! Page views come from the reader's browser; figures go to everybody.

mod handlers;
mod hit;
mod searched;
mod shown;
mod store;
pub(crate) mod wire;

use crate::shared::site::Site;
use crate::shared::web::{Route, route};

/// A page view is small.
const MOST_BODY: u64 = 8 << 10;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let counter = &handlers::Counter::new(site.clone());
    vec![
        route!(counter, handlers::collect).with_body_limit(MOST_BODY.min(site.settings.body_bytes)),
        route!(counter, handlers::summary),
        route!(counter, handlers::searches),
    ]
}

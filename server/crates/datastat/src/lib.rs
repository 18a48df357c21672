//! Statistics of visits without cookies. A visitor is a number that is valid for a day and cannot be traced back. Page
//! views come from the reader's browser; the numbers are public.

pub mod api;
mod handlers;
mod known_pages;
mod pageview;
mod search_terms;
mod store;

use pailou_site::Site;
use pailou_web::{Route, route};

/// Maximum body size of an event.
const MOST_BODY: u64 = 8 << 10;

pub fn routes(site: &Site) -> Vec<Route> {
    let counter = &handlers::Counter::new(site.clone());
    vec![
        route!(counter, handlers::collect).with_body_limit(MOST_BODY.min(site.settings.body_bytes)),
        route!(counter, handlers::summary),
        route!(counter, handlers::searches),
    ]
}

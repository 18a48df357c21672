//! Area `datastat`: page view statistics without cookies. Visitors are counted by a hash that changes daily and does
//! not reveal the IP address. Page views are sent by the reader's browser; the summary is public, and the search
//! queries are not.
//!
//! - `handlers`: event collection and reports.
//! - `pageview`, `search_terms`: pure functions that validate and normalize events.
//! - `known_pages`: filter for pages that exist or existed.
//! - `store`: SQL. [`api`]: JSON types.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_datastat::routes(site)
//! }
//! ```

pub mod api;
mod handlers;
mod known_pages;
mod pageview;
mod search_terms;
mod store;

use pailou_site::Site;
use pailou_web::{Route, route};

/// Maximum body size of an event, in bytes.
const MAX_BODY: u64 = 8 << 10;

pub fn routes(site: &Site) -> Vec<Route> {
    let counter = &handlers::Counter::new(site.clone());
    vec![
        route!(counter, handlers::collect).with_body_limit(MAX_BODY.min(site.settings.body_bytes)),
        route!(counter, handlers::summary),
        route!(counter, handlers::list_searches),
    ]
}

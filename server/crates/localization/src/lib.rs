//! Translation statistics, and the search dictionary learned from the translations. The texts belong to their areas.

pub mod api;
mod dictionary;
mod handlers;
mod store;

use pailou_site::Site;
use pailou_web::{Route, route};

pub fn routes(site: &Site) -> Vec<Route> {
    let status = route!(site, handlers::status);
    [status].into_iter().chain(dictionary::routes(site)).collect()
}

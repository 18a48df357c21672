//! Translation statistics, and the search dictionary learned from the translations. The texts belong to their areas.

mod dictionary;
mod handlers;
mod store;
pub(crate) mod wire;

use crate::shared::site::Site;
use crate::shared::web::{Route, route};

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let status = route!(site, handlers::status);
    [status].into_iter().chain(dictionary::routes(site)).collect()
}

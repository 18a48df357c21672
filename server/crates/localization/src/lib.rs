//! Area `localization`: translation statistics, and the search dictionary learned from the translations. The texts belong
//! to their areas.
//!
//! - `handlers` and `store`: sums of the counts that are stored with each text.
//! - `dictionary`: list and corrections of the search dictionary.
//! - [`api`]: JSON types.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_localization::routes(site)
//! }
//! ```

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

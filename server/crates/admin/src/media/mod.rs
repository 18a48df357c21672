//! Media library: files, alt text, and uploads.

pub mod api;
mod file;
mod list;
mod store;
mod uploads;

use pailou_site::Site;
use pailou_web::concurrency::Turns;
use pailou_web::{Route, route};
use uploads::Desk;

const MOST_BODY: u64 = 16 << 10;
/// Maximum size of one part of a file in bytes: the default of nginx's `client_max_body_size`.
const MOST_PART: u64 = 1 << 20;

pub fn routes(site: &Site) -> Vec<Route> {
    // Decoding an image takes hundreds of megabytes: one at a time.
    let desk = &Desk { site: site.clone(), room: Turns::new(1) };
    vec![
        route!(site, list::list),
        route!(site, file::one),
        route!(site, file::describe).with_body_limit(MOST_BODY),
        route!(site, file::remove),
        route!(desk, uploads::begin).with_body_limit(MOST_BODY),
        route!(desk, uploads::look),
        route!(desk, uploads::send).with_body_limit(MOST_PART),
        route!(desk, uploads::leave),
    ]
}

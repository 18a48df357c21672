//! Documentation: pages to read in two languages, their navigation, and search.

pub mod api;
mod editing;
mod exports;
mod feedback;
mod handlers;
mod navigation;
mod parallel;
mod redirects;
mod resolver;
mod search;
mod version_params;

use core_wasm::locale::Locale;

use pailou_site::Site;
use pailou_web::{Route, route};

pub use exports::{File, Machines};
pub use feedback::store::{Answer, counts as feedback_counts, newest as newest_feedback};
pub use pailou_store::redirects::Found;
pub use resolver::{ResolvedPage, find, resolve};

/// Area under which documentation pages are stored.
const AREA: &str = pailou_store::DOCS;

/// Public address of a documentation page.
fn address(locale: Locale, path: &str) -> String {
    pailou_store::address(AREA, locale, path)
}

pub fn routes(site: &Site) -> Vec<Route> {
    let shelf = &handlers::Shelf::new(site.clone());
    let read = [
        route!(shelf, handlers::list),
        route!(shelf, handlers::page).with_tail(),
        route!(shelf, handlers::tree),
        route!(shelf, parallel::parallel).with_tail(),
        route!(shelf, version_params::versions),
        route!(shelf, handlers::search),
    ];
    let rest = [feedback::routes(site), editing::routes(site), redirects::routes(site)];
    read.into_iter().chain(rest.into_iter().flatten()).collect()
}

//! Documentation: pages to read in two languages, their navigation, and search.

mod editing;
mod feedback;
mod handlers;
mod machines;
mod reading;
mod redirects;
mod resolver;
mod search;
mod tree;
mod versioned;
pub(crate) mod wire;

use core_wasm::locale::Locale;

use crate::shared::record;
use crate::shared::site::Site;
use crate::shared::web::{Route, route};

pub(crate) use crate::shared::record::redirects::Found;
pub(crate) use feedback::store::{Answer, counts as feedback_counts, newest as newest_feedback};
pub(crate) use machines::{File, Machines};
pub(crate) use resolver::{ResolvedPage, find, resolve};

/// Area under which documentation pages are stored.
const AREA: &str = record::DOCS;

/// Public address of a documentation page.
fn address(locale: Locale, path: &str) -> String {
    record::address(AREA, locale, path)
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let shelf = &handlers::Shelf::new(site.clone());
    let read = [
        route!(shelf, handlers::list),
        route!(shelf, handlers::page).with_tail(),
        route!(shelf, handlers::tree),
        route!(shelf, reading::parallel).with_tail(),
        route!(shelf, versioned::versions),
        route!(shelf, handlers::search),
    ];
    let rest = [feedback::routes(site), editing::routes(site), redirects::routes(site)];
    read.into_iter().chain(rest.into_iter().flatten()).collect()
}

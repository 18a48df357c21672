//! Documentation: pages to read in two languages, their navigation, and search.

mod editing;
mod feedback;
mod handlers;
mod machines;
mod reading;
mod redirects;
mod search;
mod tree;
mod versioned;
pub(crate) mod wire;

use core_wasm::locale::Locale;

use crate::shared::problem::Problem;
use crate::shared::record;
use crate::shared::record::versions;
use crate::shared::site::Site;
use crate::shared::web::{Route, route};
use pailou_content::page_path;

pub(crate) use crate::shared::record::redirects::Found;
pub(crate) use feedback::store::{Answer, counts as feedback_counts, newest as newest_feedback};
pub(crate) use machines::{File, Machines};

/// Area under which documentation pages are stored.
const AREA: &str = record::DOCS;

/// Public address of a documentation page.
fn address(locale: Locale, path: &str) -> String {
    record::address(AREA, locale, path)
}

/// The page at this path in this language or the other one. The path of an old version begins with its name.
pub(crate) async fn find(site: &Site, locale: Locale, path: &str) -> Result<Found, Problem> {
    let asked = versions::asked(site, path).await?;
    let name = asked.edition.version().map(|version| version.name.as_str());
    Ok(match asked.edition.find(site, locale, asked.path).await? {
        // The top of a version without an index page lists its pages.
        Found::Nothing if asked.path.is_empty() && name.is_some() => Found::Page,
        Found::Page if asked.names_current => Found::Moved(asked.path.to_owned()),
        Found::Nothing if asked.names_current && asked.path.is_empty() => {
            Found::Moved(String::new())
        }
        Found::Moved(to) => Found::Moved(page_path::in_version(name, &to)),
        found => found,
    })
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

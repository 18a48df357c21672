//! Area `docs`: documentation pages in two languages and several versions, their navigation,
//! redirects, feedback, and search.
//!
//! - `handlers`, `parallel`, `search`, `version_params`: endpoints for readers. `navigation` builds
//!   the navigation tree.
//! - [`resolve`] resolves a path to a page or a redirect, once per request (ADR 0049).
//! - `editing`, `redirects`, `feedback`: endpoints for editors, and for the feedback of readers.
//! - `exports`: Markdown, `llms.txt`, and feeds.
//! - [`api`]: JSON types.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//! pailou_docs::routes(site)
//! }
//! ```

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

pub use exports::{DocsExports, File};
pub use feedback::store::{Answer, counts as feedback_counts, newest as newest_feedback};
pub use pailou_store::redirects::PathLookup;
pub(crate) use resolver::find_page;
pub use resolver::{ResolvedPage, resolve};

/// Area under which documentation pages are stored.
const AREA: &str = pailou_store::DOCS;

/// Returns the URL of a documentation page.
fn address(locale: Locale, path: &str) -> String {
    pailou_store::address(AREA, locale, path)
}

pub fn routes(site: &Site) -> Vec<Route> {
    let state = &handlers::DocsState::new(site.clone());
    let read = [
        route!(state, handlers::list_pages),
        route!(state, handlers::page).with_tail(),
        route!(state, handlers::tree),
        route!(state, parallel::parallel).with_tail(),
        route!(state, version_params::versions),
        route!(state, handlers::search),
    ];
    let rest = [feedback::routes(site), editing::routes(site), redirects::routes(site)];
    read.into_iter().chain(rest.into_iter().flatten()).collect()
}

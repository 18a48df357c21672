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
use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::content::page_path;
use crate::shared::problem::Problem;
use crate::shared::record;
use crate::shared::record::versions;
use crate::shared::route::path_template;
use crate::shared::site::Site;

pub(crate) use crate::shared::record::redirects::Found;
pub(crate) use feedback::store::{Answer, counts as feedback_counts, newest as newest_feedback};
pub(crate) use machines::{File, Machines};

/// The name under which pages of the documentation are kept.
const AREA: &str = record::DOCS;

/// The public address of a page of the documentation.
fn address(locale: Locale, path: &str) -> String {
    record::address(AREA, locale, path)
}

/// What stands at this path, in this language or in the other one; in an old version where the path begins
/// with its name.
pub(crate) async fn find(site: &Site, locale: Locale, path: &str) -> Result<Found, Problem> {
    let asked = versions::asked(site, path).await?;
    let name = asked.edition.version().map(|version| version.name.as_str());
    Ok(match asked.edition.find(site, locale, asked.path).await? {
        // The top of a version lists its pages where it has none of its own.
        Found::Nothing if asked.path.is_empty() && name.is_some() => Found::Page,
        Found::Page if asked.names_current => Found::Moved(asked.path.to_owned()),
        Found::Nothing if asked.names_current && asked.path.is_empty() => {
            Found::Moved(String::new())
        }
        Found::Moved(to) => Found::Moved(page_path::in_version(name, &to)),
        found => found,
    })
}

#[derive(OpenApi)]
#[openapi(paths(
    handlers::list,
    handlers::page,
    handlers::tree,
    handlers::search,
    editing::change,
    feedback::feedback,
    feedback::list,
    reading::parallel,
    redirects::list,
    redirects::add,
    redirects::remove,
    versioned::versions
))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let shelf = handlers::Shelf::new(site.clone());
    let with_shelf = warp::any().map(move || shelf.clone());
    let public = || warp::path("public").and(warp::get());
    let list = public()
        .and(path_template!("docs"))
        .and(warp::query())
        .and(with_shelf.clone())
        .then(handlers::list)
        .boxed();
    let page = public()
        .and(warp::path!("docs" / String / ..))
        .and(warp::path::tail())
        .and(warp::query())
        .and(with_shelf.clone())
        .then(handlers::page)
        .boxed();
    let tree = public()
        .and(path_template!("docs-tree" / String))
        .and(warp::query())
        .and(with_shelf.clone())
        .then(handlers::tree)
        .boxed();
    let parallel = public()
        .and(warp::path!("docs-parallel" / String / ..))
        .and(warp::path::tail())
        .and(warp::query())
        .and(with_shelf.clone())
        .then(reading::parallel)
        .boxed();
    let versions = public()
        .and(path_template!("versions"))
        .and(warp::query())
        .and(with_shelf.clone())
        .then(versioned::versions)
        .boxed();
    let search = public()
        .and(path_template!("search"))
        .and(warp::query())
        .and(with_shelf)
        .then(handlers::search)
        .boxed();
    let reads = list.or(page).unify().or(tree).unify().or(parallel).unify().or(search).unify();
    let reads = reads.or(versions).unify().map(Reply::into_response);
    let changes = editing::routes(site).or(redirects::routes(site)).unify();
    reads.or(feedback::routes(site)).unify().or(changes).unify().boxed()
}

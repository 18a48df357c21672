//! Git repositories whose pages are part of the site: fetched by the machine's `git`, on a timer, by a
//! webhook or when asked, one update of a source at a time.

pub(crate) mod config;
mod fetch;
mod git;
mod handlers;
mod history;
mod queue;
mod remote;
mod store;
mod tree;
pub(crate) mod update;
mod versions;
mod webhook;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use super::body;
use super::record::upstream::Origin;
use super::site::Site;
use super::visitor;

use crate::shared::route::path_template;

pub(crate) use queue::{Queue, keep_up_to_date};

/// An event of a large push. GitHub cuts its own at 25 MB.
const MOST_EVENT: u64 = 4 << 20;
/// A merged page, as JSON.
const MOST_RESOLUTION: u64 = 16 << 20;

#[derive(OpenApi)]
#[openapi(paths(
    handlers::list,
    handlers::update,
    handlers::hook,
    handlers::conflicts,
    handlers::conflict,
    handlers::resolve
))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let most = |most: u64| most.min(site.settings.body_bytes);
    let site_of_all = site.clone();
    let with_site = warp::any().map(move || site_of_all.clone());
    let caller = visitor::caller();
    let list = path_template!("admin" / "sources")
        .and(warp::get())
        .and(with_site.clone())
        .and(caller)
        .then(handlers::list)
        .boxed();
    let update = path_template!("admin" / "sources" / String / "update")
        .and(warp::post())
        .and(with_site.clone())
        .and(caller)
        .then(handlers::update)
        .boxed();
    let hook = path_template!("public" / "sources" / String / "webhook")
        .and(warp::post())
        .and(with_site.clone())
        .and(warp::header::headers_cloned())
        .and(body::bytes(most(MOST_EVENT)))
        .then(handlers::hook)
        .boxed();
    let conflicts = path_template!("admin" / "source-conflicts")
        .and(warp::get())
        .and(warp::query())
        .and(with_site.clone())
        .and(caller)
        .then(handlers::conflicts)
        .boxed();
    let conflict = path_template!("admin" / "source-conflicts" / String / "texts")
        .and(warp::get())
        .and(with_site.clone())
        .and(caller)
        .then(handlers::conflict)
        .boxed();
    let resolve = path_template!("admin" / "source-conflicts" / String / "decision")
        .and(warp::post())
        .and(with_site)
        .and(caller)
        .and(body::json(most(MOST_RESOLUTION)))
        .then(handlers::resolve)
        .boxed();
    let all = list.or(update).unify().or(hook).unify().or(conflicts).unify();
    all.or(conflict).unify().or(resolve).unify().map(Reply::into_response).boxed()
}

/// Where the file of a text can be edited.
pub(crate) fn edit_url(site: &Site, origin: &Origin) -> Option<String> {
    let source = site.settings.sources.iter().find(|source| source.name == origin.source)?;
    let branch = source.branch.as_deref().unwrap_or(&origin.branch);
    match &source.edit {
        Some(template) => {
            Some(template.replace("{branch}", branch).replace("{file}", &origin.file))
        }
        None => source.remote.edit_url(branch, &origin.file),
    }
}

/// Where its host shows the last commit of a text's file.
pub(crate) fn commit_url(site: &Site, origin: &Origin) -> Option<String> {
    let source = site.settings.sources.iter().find(|source| source.name == origin.source)?;
    source.remote.commit_url(&origin.commit_id)
}

/// How a source stands.
pub(crate) struct Standing {
    /// Shortened; empty before the first.
    pub(crate) commit: String,
    /// What became of it the last time, as a stable name.
    pub(crate) outcome: String,
    pub(crate) conflicts: i64,
}

pub(crate) async fn standing(
    site: &Site,
    source: &config::Source,
) -> Result<Standing, sqlx::Error> {
    let row = store::row(&site.db, &source.name).await?.unwrap_or_default();
    let outcome = if row.outcome.is_empty() { "not-asked".to_owned() } else { row.outcome };
    Ok(Standing {
        commit: row.commit_id.get(..10).unwrap_or_default().to_owned(),
        outcome,
        conflicts: super::record::upstream::conflicts::count(&site.db, &source.name).await?,
    })
}

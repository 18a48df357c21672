//! Statistics of visits, without cookies: a visitor is a number of the day that nobody can trace back.
//! Page views come from the reader's browser; figures go to everybody.

mod handlers;
mod hit;
mod searched;
mod shown;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::body;
use crate::shared::route::path_template;
use crate::shared::site::Site;
use crate::shared::visitor;

/// A page view is small.
const MOST_BODY: u64 = 8 << 10;

#[derive(OpenApi)]
#[openapi(paths(handlers::collect, handlers::summary, handlers::searches))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let counter = handlers::Counter::new(site.clone());
    let with_counter = warp::any().map(move || counter.clone());
    let collect = path_template!("public" / "datastat" / "collect")
        .and(warp::post())
        .and(with_counter.clone())
        .and(visitor::caller())
        .and(body::json(MOST_BODY.min(site.settings.body_bytes)))
        .then(handlers::collect)
        .boxed();
    let summary = path_template!("public" / "datastat" / "summary")
        .and(warp::get())
        .and(with_counter.clone())
        .and(warp::query())
        .then(handlers::summary)
        .boxed();
    let searches = path_template!("datastat" / "searches")
        .and(warp::get())
        .and(with_counter)
        .and(visitor::caller())
        .and(warp::query())
        .then(handlers::searches)
        .boxed();
    collect.or(summary).unify().or(searches).unify().map(Reply::into_response).boxed()
}

//! The front page: a page of the record whose front matter names a hero and features.

mod handlers;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::site::Site;

#[derive(OpenApi)]
#[openapi(paths(handlers::landing))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    warp::path!("public" / "landing" / String)
        .and(warp::get())
        .and(warp::any().map(move || site.clone()))
        .then(handlers::landing)
        .map(Reply::into_response)
        .boxed()
}

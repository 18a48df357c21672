//! How far the translation is, in figures. The texts themselves belong to their areas.

mod handlers;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::site::Site;

#[derive(OpenApi)]
#[openapi(paths(handlers::status))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    warp::path!("public" / "localization" / "status")
        .and(warp::get())
        .map(move || site.clone())
        .then(handlers::status)
        .map(Reply::into_response)
        .boxed()
}

//! How far the translation is, in figures, and the dictionary learnt from it. The texts themselves belong to
//! their areas.

mod dictionary;
mod handlers;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::route::path_template;
use crate::shared::site::Site;

#[derive(OpenApi)]
#[openapi(paths(
    handlers::status,
    dictionary::list,
    dictionary::evidence,
    dictionary::decide,
    dictionary::lock
))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let kept = site.clone();
    let status = path_template!("public" / "localization" / "status")
        .and(warp::get())
        .map(move || kept.clone())
        .then(handlers::status)
        .boxed()
        .map(Reply::into_response);
    status.or(dictionary::routes(site)).unify().boxed()
}

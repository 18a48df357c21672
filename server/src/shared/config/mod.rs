//! Published values of the site: the stylesheet that every page links (contract S11), and what the
//! settings say to everybody.

mod handlers;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use super::site::Site;
use super::{changes, id};
use store::Value;

#[derive(OpenApi)]
#[openapi(paths(handlers::raw, handlers::site))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let with_site = warp::any().map(move || site.clone());
    let raw = warp::path!("public" / "config" / "raw" / String)
        .and(warp::get())
        .and(with_site.clone())
        .then(handlers::raw);
    let site = warp::path!("public" / "site").and(warp::get()).and(with_site).then(handlers::site);
    raw.or(site).unify().map(Reply::into_response).boxed()
}

/// Publishes a value in place of the one before it.
pub(crate) async fn publish(
    site: &Site,
    name: &str,
    media_type: &str,
    body: &str,
) -> Result<(), sqlx::Error> {
    let value = Value { media_type: media_type.to_owned(), body: body.to_owned() };
    let mut tx = site.db.begin().await?;
    changes::record(&mut tx, &[format!("config:{name}")]).await?;
    store::set(&mut tx, name, &value, id::now()).await?;
    tx.commit().await
}

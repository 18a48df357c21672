//! Whom the site tells what is published, and that they are told: what is to be sent is written down in the
//! transaction of the change (`telling`), sent later (`delivering`) and signed (`signing`, Standard Webhooks).

mod deliveries;
mod delivering;
mod endpoint;
mod event;
mod managed;
mod signing;
mod store;
mod telling;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use super::site::Site;
use super::{body, visitor};

use crate::shared::route::path_template;

pub(crate) use delivering::{deliver_due, keep_delivering};
pub(crate) use event::Event;
pub(crate) use telling::{config, moved, page, texts};

const MOST_BODY: u64 = 16 << 10;

#[derive(OpenApi)]
#[openapi(
    paths(
        managed::list,
        managed::one,
        managed::add,
        managed::change,
        managed::remove,
        managed::secret,
        managed::test,
        deliveries::list,
        deliveries::again
    ),
    components(schemas(wire::Message<'_>))
)]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    of_webhooks(site).or(of_one(site)).unify().boxed()
}

fn of_webhooks(site: &Site) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.min(site.settings.body_bytes);
    let site = site.clone();
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let list = path_template!("admin" / "webhooks")
        .and(warp::get())
        .and(with_site.clone())
        .and(warp::query())
        .then(managed::list)
        .boxed();
    let add = path_template!("admin" / "webhooks")
        .and(warp::post())
        .and(with_site.clone())
        .and(body::json(most))
        .then(managed::add)
        .boxed();
    let one = path_template!("admin" / "webhooks" / String)
        .and(warp::get())
        .and(with_site.clone())
        .then(managed::one)
        .boxed();
    let change = path_template!("admin" / "webhooks" / String)
        .and(warp::put())
        .and(with_site.clone())
        .and(body::json(most))
        .then(managed::change)
        .boxed();
    let remove = path_template!("admin" / "webhooks" / String)
        .and(warp::delete())
        .and(with_site)
        .then(managed::remove)
        .boxed();
    let all = list.or(add).unify().or(one).unify().or(change).unify().or(remove).unify();
    all.map(Reply::into_response).boxed()
}

fn of_one(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let secret = path_template!("admin" / "webhooks" / String / "secret")
        .and(warp::post())
        .and(with_site.clone())
        .then(managed::secret)
        .boxed();
    let test = path_template!("admin" / "webhooks" / String / "test")
        .and(warp::post())
        .and(with_site.clone())
        .then(managed::test)
        .boxed();
    let list = path_template!("admin" / "webhooks" / String / "deliveries")
        .and(warp::get())
        .and(with_site.clone())
        .and(warp::query())
        .then(deliveries::list)
        .boxed();
    let again = path_template!("admin" / "webhooks" / String / "deliveries" / String / "again")
        .and(warp::post())
        .and(with_site)
        .then(deliveries::again)
        .boxed();
    let all = secret.or(test).unify().or(list).unify().or(again).unify();
    all.map(Reply::into_response).boxed()
}

//! The media library: files beside the pages, what is said of them, and their way here.

mod file;
mod list;
mod store;
mod uploads;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::route::path_template;
use crate::shared::site::Site;
use crate::shared::turns::Turns;
use crate::shared::{body, visitor};
use uploads::Desk;

const MOST_BODY: u64 = 16 << 10;
/// Of a part of a file, in bytes: what nginx lets through unless it is told otherwise.
const MOST_PART: u64 = 1 << 20;

#[derive(OpenApi)]
#[openapi(paths(
    list::list,
    file::one,
    file::describe,
    file::remove,
    uploads::begin,
    uploads::look,
    uploads::send,
    uploads::leave
))]
pub(super) struct Description;

pub(super) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    library(site).or(coming(site)).unify().boxed()
}

fn library(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let asked = warp::any().map(move || site.clone()).and(visitor::caller());
    let file = || path_template!("admin" / "media" / "file");
    let list = path_template!("admin" / "media")
        .and(warp::get())
        .and(asked.clone())
        .and(warp::query())
        .then(list::list)
        .boxed();
    let one = file().and(warp::get()).and(asked.clone()).and(warp::query()).then(file::one).boxed();
    let describe = file()
        .and(warp::put())
        .and(asked.clone())
        .and(warp::query())
        .and(body::json(MOST_BODY))
        .then(file::describe)
        .boxed();
    let remove =
        file().and(warp::delete()).and(asked).and(warp::query()).then(file::remove).boxed();
    list.or(one).unify().or(describe).unify().or(remove).unify().map(Reply::into_response).boxed()
}

fn coming(site: &Site) -> BoxedFilter<(Response,)> {
    // A picture takes hundreds of megabytes while it is looked at: one at a time.
    let desk = Desk { site: site.clone(), room: Turns::new(1) };
    let asked = warp::any().map(move || desk.clone()).and(visitor::caller());
    let one = || path_template!("admin" / "uploads" / String);
    let begin = path_template!("admin" / "uploads")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(MOST_BODY))
        .then(uploads::begin)
        .boxed();
    let look = one().and(warp::get()).and(asked.clone()).then(uploads::look).boxed();
    let send = one()
        .and(warp::put())
        .and(asked.clone())
        .and(warp::query())
        .and(body::arriving(MOST_PART))
        .then(uploads::send)
        .boxed();
    let leave = one().and(warp::delete()).and(asked).then(uploads::leave).boxed();
    begin.or(look).unify().or(send).unify().or(leave).unify().map(Reply::into_response).boxed()
}

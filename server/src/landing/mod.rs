//! The front page, made of blocks, and the news. Both are texts of the record as every page.

mod blocks;
mod downloads;
mod feed;
mod handlers;
mod home;
mod news;
mod order;
mod twin;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::filters::path::FullPath;
use warp::reply::{Reply, Response};

use crate::shared::route::path_template;
use crate::shared::site::Site;
use crate::shared::{body, visitor};

pub(crate) use feed::{Feed, Feeds};
pub(crate) use handlers::front;
pub(crate) use twin::{is_news, moved_news, news_as_markdown};

#[derive(OpenApi)]
#[openapi(paths(
    handlers::landing,
    handlers::written,
    order::read,
    order::change,
    news::list,
    news::entry
))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let with_site = {
        let site = site.clone();
        move || {
            let site = site.clone();
            warp::any().map(move || site.clone())
        }
    };
    let landing = path_template!("public" / "landing" / String)
        .and(warp::get())
        .and(with_site())
        .then(handlers::landing)
        .boxed()
        .map(Reply::into_response);
    let written = path_template!("admin" / "landing" / String)
        .and(warp::get())
        .and(with_site())
        .and(visitor::caller())
        .then(handlers::written)
        .boxed()
        .map(Reply::into_response);
    let order = || path_template!("admin" / "landing" / "order");
    let arranged = order()
        .and(warp::get())
        .and(with_site())
        .and(visitor::caller())
        .then(order::read)
        .boxed()
        .map(Reply::into_response);
    let arrange = order()
        .and(warp::put())
        .and(with_site())
        .and(visitor::caller())
        .and(body::json(site.settings.body_bytes))
        .then(order::change)
        .boxed()
        .map(Reply::into_response);
    // With a slash behind the language it is the address of an entry without a name.
    let no_slash = warp::path::full().and_then(async |path: FullPath| {
        if path.as_str().ends_with('/') { Err(warp::reject::not_found()) } else { Ok(()) }
    });
    let list = path_template!("public" / "news" / String)
        .and(no_slash.untuple_one())
        .and(warp::get())
        .and(warp::query())
        .and(with_site())
        .then(news::list)
        .boxed()
        .map(Reply::into_response);
    let entry = warp::path!("public" / "news" / String / ..)
        .and(warp::path::tail())
        .and(warp::get())
        .and(with_site())
        .then(news::entry)
        .boxed()
        .map(Reply::into_response);
    landing
        .or(arranged)
        .unify()
        .or(arrange)
        .unify()
        .or(written)
        .unify()
        .or(list)
        .unify()
        .or(entry)
        .unify()
        .boxed()
}

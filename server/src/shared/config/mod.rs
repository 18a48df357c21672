//! Published values of the site: the stylesheet that every page links (contract S11), and what the
//! settings say to everybody.

mod check;
mod handlers;
mod managed;
pub(crate) mod own;
mod publishing;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::filters::path::FullPath;
use warp::reply::{Reply, Response};

use super::audit::Actor;
use super::changes::Tag;
use super::site::Site;
use super::{body, id, visitor};
use publishing::Wish;
use store::Value;

use crate::shared::route::path_template;

pub(crate) use check::{is_harmless_css, is_of_type};
pub(crate) use publishing::{keep_time, perform_due};

/// A value as JSON, where each character may be an escape of six.
const MOST_BODY: u64 = 6 * check::MOST_BYTES as u64 + 1024;

#[derive(OpenApi)]
#[openapi(paths(
    handlers::raw,
    handlers::site,
    handlers::messages,
    handlers::settings,
    managed::list,
    managed::one,
    managed::publish,
    managed::remove,
    managed::confirm,
    managed::unschedule,
    managed::versions,
    managed::version,
    managed::restore
))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let own = site.clone();
    let with_site = warp::any().map(move || own.clone());
    let raw = path_template!("public" / "config" / "raw" / String)
        .and(warp::get())
        .and(with_site.clone())
        .then(handlers::raw)
        .boxed();
    let about = path_template!("public" / "site")
        .and(warp::get())
        .and(with_site.clone())
        .then(handlers::site)
        .boxed();
    let words = path_template!("admin" / "messages")
        .and(warp::get())
        .and(of_all())
        .and(with_site.clone())
        .and(visitor::caller())
        .then(handlers::messages)
        .boxed();
    let settings = path_template!("admin" / "site")
        .and(warp::get())
        .and(of_all())
        .and(with_site)
        .and(visitor::caller())
        .then(handlers::settings)
        .boxed();
    let public =
        raw.or(about).unify().or(words).unify().or(settings).unify().map(Reply::into_response);
    public.or(values(site)).unify().or(versions(site)).unify().boxed()
}

fn values(site: &Site) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.min(site.settings.body_bytes);
    let site = site.clone();
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let list = path_template!("admin" / "config")
        .and(warp::get())
        .and(of_all())
        .and(with_site.clone())
        .and(warp::query())
        .then(managed::list)
        .boxed();
    let one = path_template!("admin" / "config" / String)
        .and(warp::get())
        .and(with_site.clone())
        .then(managed::one)
        .boxed();
    let publish = path_template!("admin" / "config" / String)
        .and(warp::put())
        .and(with_site.clone())
        .and(body::json(most))
        .then(managed::publish)
        .boxed();
    let remove = path_template!("admin" / "config" / String)
        .and(warp::delete())
        .and(with_site.clone())
        .then(managed::remove)
        .boxed();
    let confirm = path_template!("admin" / "config" / String / "confirm")
        .and(warp::post())
        .and(with_site.clone())
        .and(body::json(most))
        .then(managed::confirm)
        .boxed();
    let unschedule = path_template!("admin" / "config" / String / "schedule")
        .and(warp::delete())
        .and(with_site)
        .then(managed::unschedule)
        .boxed();
    let all = list.or(one).unify().or(publish).unify().or(remove).unify();
    all.or(confirm).unify().or(unschedule).unify().map(Reply::into_response).boxed()
}

fn versions(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let list = path_template!("admin" / "config" / String / "versions")
        .and(warp::get())
        .and(of_all())
        .and(with_site.clone())
        .and(warp::query())
        .then(managed::versions)
        .boxed();
    let one = path_template!("admin" / "config" / String / "versions" / String)
        .and(warp::get())
        .and(with_site.clone())
        .then(managed::version)
        .boxed();
    let restore = path_template!("admin" / "config" / String / "versions" / String / "restore")
        .and(warp::post())
        .and(with_site)
        .then(managed::restore)
        .boxed();
    list.or(one).unify().or(restore).unify().map(Reply::into_response).boxed()
}

/// With a slash behind it, it is the address of one whose name is missing, not that of the list.
fn of_all() -> BoxedFilter<()> {
    let check = |path: FullPath| async move {
        if path.as_str().ends_with('/') { Err(warp::reject::not_found()) } else { Ok(()) }
    };
    warp::path::full().and_then(check).untuple_one().boxed()
}

/// What changes with a value.
fn tag(name: &str) -> Tag {
    format!("config:{name}")
}

fn tags(name: &str) -> Vec<Tag> {
    let own = own::is_carried(name).then(|| own::TAG.to_owned());
    own.into_iter().chain([tag(name)]).collect()
}

/// Publishes a value in place of the one before it, without anybody to confirm it.
pub(crate) async fn publish(
    site: &Site,
    name: &str,
    media_type: &str,
    body: &str,
) -> Result<(), sqlx::Error> {
    let (actor, now) = (Actor::command_line(), id::now());
    let value = Value { media_type: media_type.to_owned(), body: body.to_owned() };
    let mut tx = site.db.begin().await?;
    let pointer = store::lock(&mut tx, name, now).await?;
    let wish = Wish { value, restores: None, later: None };
    publishing::publish(&mut tx, &actor, pointer, &wish, now).await?;
    tx.commit().await
}

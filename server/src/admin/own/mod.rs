//! What everybody may do with their own account: password, devices, second step, tokens for programs.

mod password;
mod second_factor;
mod sessions;
mod store;
mod tokens;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use super::MOST_BODY;
use super::login::Desk;
use crate::shared::body;
use crate::shared::route::path_template;
use crate::shared::visitor;

#[derive(OpenApi)]
#[openapi(paths(
    password::change,
    sessions::list,
    sessions::end,
    sessions::end_others,
    second_factor::state,
    second_factor::begin,
    second_factor::turn_on,
    second_factor::turn_off,
    tokens::list,
    tokens::make,
    tokens::revoke
))]
pub(super) struct Description;

pub(super) fn routes(desk: &Desk) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.min(desk.site.settings.body_bytes);
    let desk = desk.clone();
    let site = desk.site.clone();
    let with_desk = warp::any().map(move || desk.clone()).and(visitor::caller());
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let (get, post, put, delete) = (warp::get(), warp::post(), warp::put(), warp::delete());
    let passwords = path_template!("password")
        .and(put)
        .and(with_desk.clone())
        .and(body::json(most))
        .then(password::change)
        .boxed();
    let sessions = path_template!("sessions")
        .and(get)
        .and(with_site.clone())
        .then(sessions::list)
        .boxed()
        .or(path_template!("sessions")
            .and(delete)
            .and(with_site.clone())
            .then(sessions::end_others)
            .boxed())
        .unify()
        .or(path_template!("sessions" / String)
            .and(delete)
            .and(with_site.clone())
            .then(sessions::end)
            .boxed())
        .unify();
    let factor = || path_template!("second-factor");
    let factors = factor()
        .and(get)
        .and(with_site.clone())
        .then(second_factor::state)
        .boxed()
        .or(factor().and(post).and(with_site.clone()).then(second_factor::begin).boxed())
        .unify()
        .or(factor()
            .and(put)
            .and(with_site.clone())
            .and(body::json(most))
            .then(second_factor::turn_on)
            .boxed())
        .unify()
        .or(factor().and(delete).and(with_site.clone()).then(second_factor::turn_off).boxed())
        .unify();
    let tokens = path_template!("tokens")
        .and(get)
        .and(with_site.clone())
        .then(tokens::list)
        .boxed()
        .or(path_template!("tokens")
            .and(post)
            .and(with_site.clone())
            .and(body::json(most))
            .then(tokens::make)
            .boxed())
        .unify()
        .or(path_template!("tokens" / String)
            .and(delete)
            .and(with_site)
            .then(tokens::revoke)
            .boxed())
        .unify();
    let all = passwords.or(sessions).unify().or(factors).unify().or(tokens).unify();
    warp::path!("me" / ..).and(all).map(Reply::into_response).boxed()
}

//! Accounts: who may log in, by which password, as what; the first owner through a one-time link.
//! Sessions themselves are in `shared/session`, because every area asks who is there.

pub(crate) mod accounts;
mod handlers;
mod name;
mod password;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::site::Site;
use crate::shared::visitor::Peer;
use crate::shared::{body, id};

/// A login is small.
const MOST_BODY: u64 = 16 << 10;

#[derive(OpenApi)]
#[openapi(paths(handlers::login, handlers::logout, handlers::me, handlers::setup))]
pub(crate) struct Description;

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let desk = handlers::Desk::new(site.clone());
    let with_desk = warp::any().map(move || desk.clone());
    let most = MOST_BODY.min(site.settings.body_bytes);
    let headers = warp::header::headers_cloned();
    let visitor = warp::ext::optional::<Peer>().and(headers);
    let login = warp::path!("login")
        .and(warp::post())
        .and(with_desk.clone())
        .and(visitor)
        .and(body::json(most))
        .then(handlers::login);
    let setup = warp::path!("setup")
        .and(warp::post())
        .and(with_desk.clone())
        .and(visitor)
        .and(body::json(most))
        .then(handlers::setup);
    let logout = warp::path!("logout")
        .and(warp::post())
        .and(with_desk.clone())
        .and(headers)
        .then(handlers::logout);
    let me = warp::path!("me").and(warp::get()).and(with_desk).and(headers).then(handlers::me);
    login.or(setup).unify().or(logout).unify().or(me).unify().map(Reply::into_response).boxed()
}

/// While there is no user: a new code for the set-up link, in place of any before it.
pub(crate) async fn setup_code(site: &Site) -> Result<Option<String>, sqlx::Error> {
    let mut tx = site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    store::delete_setup_codes(&mut tx).await?;
    let code = if store::users(&mut tx).await? == 0 {
        let code = id::secret();
        store::insert_setup_code(&mut tx, &id::hash_of(&code), id::now()).await?;
        Some(code)
    } else {
        None
    };
    tx.commit().await?;
    Ok(code)
}

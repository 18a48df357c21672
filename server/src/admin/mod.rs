//! Accounts and the log: who may log in, by what, and what they may do; the first owner through a one-time
//! link. Sessions and the table of what a role may do are in `shared/session`, because every area asks them.

pub(crate) mod accounts;
mod backup;
mod log;
mod login;
pub(crate) mod media;
mod oidc;
mod own;
pub(crate) mod pages;
mod passkeys;
mod people;
mod transfer;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::Response;

use crate::shared::id;
use crate::shared::site::Site;

/// What is sent here is small.
const MOST_BODY: u64 = 16 << 10;

#[derive(OpenApi)]
#[openapi(paths(
    login::login,
    login::logout,
    login::me,
    login::setup,
    login::look_at_setup,
    login::confirm
))]
pub(crate) struct Description;

/// All of the area.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut all = Description::openapi();
    for part in [
        own::Description::openapi(),
        passkeys::Description::openapi(),
        oidc::Description::openapi(),
        people::Description::openapi(),
        log::Description::openapi(),
        media::Description::openapi(),
        pages::Description::openapi(),
        backup::Description::openapi(),
        transfer::Description::openapi(),
    ] {
        all.merge(part);
    }
    all
}

pub(crate) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    let desk = login::Desk::new(site.clone());
    login::routes(&desk)
        .or(own::routes(&desk))
        .unify()
        .or(passkeys::routes(&desk))
        .unify()
        .or(oidc::routes(&desk))
        .unify()
        .or(people::routes(&desk))
        .unify()
        .or(log::routes(site))
        .unify()
        .or(media::routes(site))
        .unify()
        .or(pages::routes(site))
        .unify()
        .or(backup::routes(site))
        .unify()
        .or(transfer::routes(site))
        .unify()
        .boxed()
}

/// While there is no user: a new code for the set-up link, in place of any before it.
pub(crate) async fn setup_code(site: &Site) -> Result<Option<String>, sqlx::Error> {
    let mut tx = site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    accounts::store::delete_setup_codes(&mut tx).await?;
    let code = if accounts::store::count(&mut tx).await? == 0 {
        let code = id::secret();
        accounts::store::insert_setup_code(&mut tx, &id::hash_of(&code), id::now()).await?;
        Some(code)
    } else {
        None
    };
    tx.commit().await?;
    Ok(code)
}

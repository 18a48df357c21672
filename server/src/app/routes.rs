//! Every route of the server, and what a request gets that none of them takes.

use std::convert::Infallible;

use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};
use warp::{Filter, Rejection, reject};

use super::machines::{self, Vitals};
use super::openapi;
use super::pages::{self, Front};
use crate::shared::config;
use crate::shared::problem::Problem;
use crate::shared::site::Site;
use crate::shared::{sources, webhooks};
use crate::{admin, datastat, docs, landing, localization};

/// The API alone, as the server render asks it.
pub(super) fn api(site: &Site) -> BoxedFilter<(Response,)> {
    let areas = docs::routes(site)
        .or(landing::routes(site))
        .unify()
        .or(localization::routes(site))
        .unify()
        .or(datastat::routes(site))
        .unify()
        .or(admin::routes(site))
        .unify()
        .or(config::routes(site))
        .unify()
        .or(sources::routes(site))
        .unify()
        .or(webhooks::routes(site))
        .unify()
        .or(openapi::routes())
        .unify();
    warp::path!("api" / "v1" / ..).and(without_nul()).and(areas).boxed()
}

/// No text of the site holds a NUL character, and PostgreSQL refuses even to look for one.
fn without_nul() -> BoxedFilter<()> {
    let query = warp::query::raw().or_else(|_| async { Ok::<_, Rejection>((String::new(),)) });
    let checked = query.and_then(async |query: String| match query.contains("%00") {
        true => Err(reject::custom(NulInQuery)),
        false => Ok(()),
    });
    checked.untuple_one().boxed()
}

#[derive(Debug)]
struct NulInQuery;

impl reject::Reject for NulInQuery {}

pub(super) fn all(site: &Site, front: &Front, vitals: &Vitals) -> BoxedFilter<(Response,)> {
    let routes = pages::routes(front)
        .or(api(site))
        .unify()
        .or(machines::routes(vitals))
        .unify()
        .or(front.documents.routes())
        .unify();
    recovered(routes.boxed())
}

/// Turns "no route took it" into a problem.
pub(super) fn recovered(routes: BoxedFilter<(Response,)>) -> BoxedFilter<(Response,)> {
    routes.recover(explain).unify().boxed()
}

async fn explain(rejection: Rejection) -> Result<Response, Infallible> {
    // A route that read the query had the right method, whatever another one of the same address says.
    let problem = if rejection.find::<NulInQuery>().is_some() {
        Problem::BadRequest("the query holds a NUL character".to_owned())
    } else if rejection.find::<reject::InvalidQuery>().is_some() {
        Problem::BadRequest("the query is not understood".to_owned())
    } else if rejection.find::<reject::MethodNotAllowed>().is_some() {
        Problem::MethodNotAllowed
    } else if let Some(header) = rejection.find::<reject::InvalidHeader>() {
        Problem::BadRequest(format!("the header `{}` is not understood", header.name()))
    } else if let Some(header) = rejection.find::<reject::MissingHeader>() {
        Problem::BadRequest(format!("the header `{}` is missing", header.name()))
    } else if rejection.is_not_found() {
        Problem::NotFound
    } else {
        Problem::BadRequest("the request is not understood".to_owned())
    };
    Ok(problem.into_response())
}

//! Accounts of others: who there is, what they may do, links for those who come or have lost their password.

mod invitations;
mod link;
mod store;
mod users;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use super::MOST_BODY;
use super::login::Desk;
use crate::shared::body;
use crate::shared::problem::Problem;
use crate::shared::route::path_template;
use crate::shared::session::{Act, Limits, Role, User};
use crate::shared::visitor;

#[derive(OpenApi)]
#[openapi(paths(
    users::list,
    users::change,
    users::end_sessions,
    users::end_second_factor,
    users::remove_passkeys,
    users::reset,
    invitations::list,
    invitations::make,
    invitations::withdraw,
    invitations::look,
    invitations::accept
))]
pub(super) struct Description;

pub(super) fn routes(desk: &Desk) -> BoxedFilter<(Response,)> {
    users(desk).or(invitations(desk)).unify().boxed()
}

fn users(desk: &Desk) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.min(desk.site.settings.body_bytes);
    let site = desk.site.clone();
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let users = path_template!("admin" / "users")
        .and(warp::get())
        .and(with_site.clone())
        .and(warp::query())
        .then(users::list)
        .boxed();
    let user = path_template!("admin" / "users" / String)
        .and(warp::put())
        .and(with_site.clone())
        .and(body::json(most))
        .then(users::change)
        .boxed();
    let sessions = path_template!("admin" / "users" / String / "sessions")
        .and(warp::delete())
        .and(with_site.clone())
        .then(users::end_sessions)
        .boxed();
    let factor = path_template!("admin" / "users" / String / "second-factor")
        .and(warp::delete())
        .and(with_site.clone())
        .then(users::end_second_factor)
        .boxed();
    let passkeys = path_template!("admin" / "users" / String / "passkeys")
        .and(warp::delete())
        .and(with_site.clone())
        .then(users::remove_passkeys)
        .boxed();
    let reset = path_template!("admin" / "users" / String / "reset")
        .and(warp::post())
        .and(with_site)
        .then(users::reset)
        .boxed();
    users
        .or(user)
        .unify()
        .or(sessions)
        .unify()
        .or(factor)
        .unify()
        .or(passkeys)
        .unify()
        .or(reset)
        .unify()
        .map(Reply::into_response)
        .boxed()
}

fn invitations(desk: &Desk) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.min(desk.site.settings.body_bytes);
    let (site, desk) = (desk.site.clone(), desk.clone());
    let with_site = warp::any().map(move || site.clone()).and(visitor::caller());
    let with_desk = warp::any().map(move || desk.clone()).and(visitor::caller());
    let list = path_template!("admin" / "invitations")
        .and(warp::get())
        .and(with_site.clone())
        .and(warp::query())
        .then(invitations::list)
        .boxed();
    let make = path_template!("admin" / "invitations")
        .and(warp::post())
        .and(with_site.clone())
        .and(body::json(most))
        .then(invitations::make)
        .boxed();
    let withdraw = path_template!("admin" / "invitations" / String)
        .and(warp::delete())
        .and(with_site)
        .then(invitations::withdraw)
        .boxed();
    let look = path_template!("invitation" / "look")
        .and(warp::post())
        .and(with_desk.clone())
        .and(body::json(most))
        .then(invitations::look)
        .boxed();
    let accept = path_template!("invitation" / "accept")
        .and(warp::post())
        .and(with_desk)
        .and(body::json(most))
        .then(invitations::accept)
        .boxed();
    list.or(make)
        .unify()
        .or(withdraw)
        .unify()
        .or(look)
        .unify()
        .or(accept)
        .unify()
        .map(Reply::into_response)
        .boxed()
}

/// Role and limits as somebody asks for them.
fn role_and_limits(
    role: &str,
    locales: &[String],
    areas: &[String],
) -> Result<(Role, Limits), Problem> {
    let role = role.parse::<Role>();
    let role = role.map_err(|error| Problem::invalid("role", "unknown", error.to_string()))?;
    let limits = Limits::new(locales, areas);
    let limits =
        limits.map_err(|error| Problem::invalid("limits", "unknown", error.to_string()))?;
    if !role.takes_limits() {
        let given = [("locales", limits.locales.is_empty()), ("areas", limits.areas.is_empty())];
        if let Some((field, _)) = given.into_iter().find(|(_, is_empty)| !is_empty) {
            let detail = "owners and administrators have no limits".to_owned();
            return Err(Problem::invalid(field, "without-limits", detail));
        }
    }
    Ok((role, limits))
}

/// Only an owner makes owners and changes them.
fn may_decide_of(user: &User, roles: &[Role]) -> Result<(), Problem> {
    if roles.iter().any(|role| !decides_of(user.role, *role)) {
        return Err(Problem::Forbidden("only an owner decides about owners"));
    }
    Ok(())
}

/// Whether accounts of one role are the business of the other.
fn decides_of(maker: Role, role: Role) -> bool {
    Act::People.roles().contains(&maker) && (maker == Role::Owner || role != Role::Owner)
}

/// A role that only a newer version knows is decided about like the highest.
fn decided_as(kept: &str) -> Role {
    kept.parse().unwrap_or(Role::Owner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(maker: Role, decided: &[Role]) {
        let all = Role::ALL.into_iter().filter(|role| decides_of(maker, *role));
        assert_eq!(all.collect::<Vec<_>>(), decided, "{maker}");
    }

    #[test]
    fn an_administrator_decides_of_all_but_owners() {
        check(Role::Owner, &Role::ALL);
        check(Role::Admin, &Role::ALL[1..]);
        check(Role::Editor, &[]);
        assert_eq!(decided_as("emperor"), Role::Owner);
    }
}

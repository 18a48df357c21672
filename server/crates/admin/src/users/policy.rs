//! Roles whose accounts must have a second factor.

use warp::reply::Response;

use super::require_may_administer;
use crate::api::{SecondFactorPolicy, SecondFactorPolicyChange};
use pailou_auth::accounts;
use pailou_auth::guard::{Allowed, Confirmed, permission};
use pailou_auth::second_factor_policy;
use pailou_auth::session::Role;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get second-factor policy
///
/// Returns the roles whose accounts must have two-factor authentication or a passkey.
#[utoipa::path(get, path = "/api/v1/admin/second-factor-policy", tag = "admin",
    responses(
        (status = 200, description = "The roles", body = SecondFactorPolicy, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts"),
    ))]
pub(super) async fn read(_: Allowed<permission::People>, site: Site) -> Result<Response, Problem> {
    policy_response(&second_factor_policy::roles(&site.db).await?)
}

/// Update second-factor policy
///
/// From the next request on, accounts of these roles without a second factor can only set one up, re-authenticate, log
/// out, and read the current user. Only owners can change the policy for owners, and only users with a second factor
/// can extend the policy.
#[utoipa::path(put, path = "/api/v1/admin/second-factor-policy", tag = "admin",
    params(("if-match" = Option<String>, Header, description = "The last `revision` that the client read")),
    request_body = SecondFactorPolicyChange,
    responses(
        (status = 200, description = "Saved", body = SecondFactorPolicy, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or owners; or re-authentication is required: `confirm-needed`"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "A role is unknown, or the user has no second factor: field `roles`, code `own-second-factor`"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn write(
    user: Confirmed<permission::People>,
    site: Site,
    caller: RequestContext,
    body: Result<SecondFactorPolicyChange, Problem>,
) -> Result<Response, Problem> {
    let new_roles = roles(&body?.roles)?;
    let seen = caller.if_match()?;
    let mut tx = site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    let user = user.reauthorize(&mut tx).await?;
    let present = second_factor_policy::roles_in(&mut tx).await?;
    if seen.is_some_and(|seen| seen != revision(&present)) {
        return Err(Problem::changed(&to_policy(&present)));
    }
    let is_changed = |role: &Role| new_roles.contains(role) != present.contains(role);
    let changed: Vec<_> = Role::ALL.into_iter().filter(is_changed).collect();
    require_may_administer(&user, &changed)?;
    let is_extended = changed.iter().any(|role| new_roles.contains(role));
    if is_extended && !user.has_second_factor && !user.has_passkey {
        let detail = "second factor required: set up your own first";
        return Err(Problem::invalid("roles", "own-second-factor", detail));
    }
    second_factor_policy::put(&mut tx, &user.actor, &new_roles).await?;
    let present = second_factor_policy::roles_in(&mut tx).await?;
    tx.commit().await?;
    policy_response(&present)
}

fn roles(names: &[String]) -> Result<Vec<Role>, Problem> {
    let parsed = names.iter().map(|name| name.parse::<Role>()).collect::<Result<_, _>>();
    parsed.map_err(|error| Problem::invalid("roles", "unknown", error.to_string()))
}

fn policy_response(roles: &[Role]) -> Result<Response, Problem> {
    Ok(reply::private(reply::with_etag(reply::json(&to_policy(roles))?, &revision(roles))))
}

fn to_policy(roles: &[Role]) -> SecondFactorPolicy {
    SecondFactorPolicy { roles: roles.to_vec(), revision: revision(roles) }
}

/// Returns the revision of the policy: the names of its roles, joined with hyphens, or `none`.
fn revision(roles: &[Role]) -> String {
    let names: Vec<_> = roles.iter().map(|role| role.name()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join("-") }
}

//! Link between the user's own account and the identity provider.

use http::StatusCode;
use warp::reply::Response;

use super::{OidcService, store};
use crate::api::{OidcRequest, OidcResponse, OwnLink};
use pailou_auth::guard::{Confirmed, LoggedIn};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get identity provider link
#[utoipa::path(get, path = "/api/v1/me/oidc", tag = "admin",
    responses(
        (status = 200, description = "The time at which the account was linked", body = OwnLink),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
        (status = 404, description = "No identity provider is configured"),
    ))]
pub(super) async fn read_link(user: LoggedIn, gate: OidcService) -> Result<Response, Problem> {
    let site = &gate.service.site;
    let issuer = &gate.provider()?.settings().issuer;
    let linked_at = store::linked_at(&site.db, issuer, &user.id).await?;
    Ok(reply::private(reply::json(&OwnLink { linked_at })?))
}

/// Begin linking identity provider
///
/// Returns the URL of the identity provider to redirect to.
#[utoipa::path(post, path = "/api/v1/me/oidc/begin", tag = "admin",
    responses(
        (status = 200, description = "URL of the identity provider, and a key to keep until the user returns", body = OidcRequest),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 404, description = "No identity provider is configured"),
        (status = 503, description = "The identity provider is unreachable or returned an invalid response"),
    ))]
pub(super) async fn begin_link(user: Confirmed, gate: OidcService) -> Result<Response, Problem> {
    Ok(reply::private(reply::json(&gate.send(user.session()?).await?)?))
}

/// Link identity provider
///
/// Replaces an existing link.
#[utoipa::path(post, path = "/api/v1/me/oidc", tag = "admin", request_body = OidcResponse,
    responses(
        (status = 204, description = "Linked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 404, description = "No identity provider is configured"),
        (status = 422, description = "The response is invalid: field `oidc`, code `refused`; or another account is linked to the identity: `taken`"),
        (status = 503, description = "The identity provider is unreachable or returned an invalid response"),
    ))]
pub(super) async fn link_provider(
    user: Confirmed,
    gate: OidcService,
    body: Result<OidcResponse, Problem>,
) -> Result<Response, Problem> {
    let site = &gate.service.site;
    let issuer = &gate.provider()?.settings().issuer;
    let subject = match gate.identity(user.session()?, &body?).await? {
        Ok(identity) => identity.subject,
        Err(error) => {
            tracing::warn!(name = ?user.name, error = %error, "identity provider response rejected");
            return Err(Problem::invalid("oidc", "refused", "invalid response"));
        }
    };
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    let holder = store::linked(&mut tx, issuer, &subject).await?;
    if holder.is_some_and(|holder| holder != user.id) {
        return Err(Problem::invalid("oidc", "taken", "identity linked with another account"));
    }
    store::replace_link(&mut tx, (issuer, &subject), &user.id, id::now()).await?;
    audit_log::log(&mut tx, &user.actor, Action::OidcLinked, Subject::new(&user.name)).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Unlink identity provider
///
/// The identity provider can no longer be used to log in to this account.
#[utoipa::path(delete, path = "/api/v1/me/oidc", tag = "admin",
    responses(
        (status = 204, description = "Unlinked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 404, description = "No identity provider is configured, or the account is not linked"),
    ))]
pub(crate) async fn unlink_provider(
    user: Confirmed,
    gate: OidcService,
) -> Result<Response, Problem> {
    let site = &gate.service.site;
    let issuer = &gate.provider()?.settings().issuer;
    let mut tx = site.db.begin().await?;
    if !store::delete_link(&mut tx, issuer, &user.id).await? {
        return Err(Problem::NotFound);
    }
    audit_log::log(&mut tx, &user.actor, Action::OidcUnlinked, Subject::new(&user.name)).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

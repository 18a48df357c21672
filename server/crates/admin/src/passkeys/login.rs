//! Login and re-authentication with a passkey.

use http::StatusCode;
use serde_json::json;
use warp::reply::Response;

use super::{Purpose, ceremony, issue_challenge, relying_party, verify_passkey};
use crate::api::{PasskeyCredential, PasskeyOptions, Session};
use crate::login::LoginService;
use pailou_auth::accounts;
use pailou_auth::guard::Enrolling;
use pailou_auth::session;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Begin login with passkey
///
/// Returns the options for `navigator.credentials.get()`, which are the same for all users.
#[utoipa::path(post, path = "/api/v1/login/passkey/begin", tag = "admin",
    responses(
        (status = 200, description = "Options for the browser, valid once and for 5 minutes", body = PasskeyOptions),
        (status = 422, description = "The site is opened by IP address, which passkeys do not support: field `address`, code `no-name`"),
        (status = 429, description = "Too many attempts from this address"),
    ))]
pub(super) async fn begin_passkey_login(
    service: LoginService,
    caller: RequestContext,
) -> Result<Response, Problem> {
    service.attempt(&caller)?;
    let relying_party =
        relying_party::find(service.site.settings.site_url.as_deref(), &caller.headers)?;
    let options = issue_challenge(
        &service.site,
        Purpose::Login,
        ceremony::authentication_options(&relying_party),
    )
    .await?;
    Ok(reply::private(reply::json(&PasskeyOptions { options })?))
}

/// Log in with passkey
///
/// The passkey verifies the user, so no two-factor code is required. The response sets the CSRF cookie.
#[utoipa::path(post, path = "/api/v1/login/passkey", tag = "admin", request_body = PasskeyCredential,
    responses(
        (status = 200, description = "Logged in", body = Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 401, description = "The passkey is unknown, the challenge was not issued, or the signature is invalid: `passkey-refused`"),
        (status = 422, description = "The site is opened by IP address: field `address`, code `no-name`"),
        (status = 429, description = "Too many attempts from this address, or too many failed attempts for this account from this address"),
    ))]
pub(super) async fn log_in_with_passkey(
    service: LoginService,
    caller: RequestContext,
    body: Result<PasskeyCredential, Problem>,
) -> Result<Response, Problem> {
    let PasskeyCredential { credential } = body?;
    let account = verify_passkey(&service, &caller, None, Purpose::Login, &credential).await?;
    let account = account.ok_or(Problem::PasskeyRefused)?;
    let actor = service.anonymous_actor(&caller, Some(&account));
    let mut tx = service.site.db.begin().await?;
    let account = accounts::store::lock_if_unchanged(&mut tx, &account).await?;
    let account = account.ok_or(Problem::PasskeyRefused)?;
    let subject = Subject::default().after(&json!({ "by": "passkey" }));
    audit_log::log(&mut tx, &actor, Action::Login, subject).await?;
    tracing::info!(address = actor.address, name = ?account.name, "logged in with a passkey");
    service.log_in(tx, &actor, &account).await
}

/// Begin re-authentication with passkey
///
/// Returns the options for `navigator.credentials.get()`.
#[utoipa::path(post, path = "/api/v1/confirm/passkey/begin", tag = "admin",
    responses(
        (status = 200, description = "Options for the browser", body = PasskeyOptions),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens cannot use passkeys"),
        (status = 422, description = "The site is opened by IP address: field `address`, code `no-name`"),
        (status = 429, description = "Too many attempts from this address"),
    ))]
pub(crate) async fn begin_confirm(
    user: Enrolling,
    service: LoginService,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let session = user.session()?;
    service.attempt(&caller)?;
    let relying_party =
        relying_party::find(service.site.settings.site_url.as_deref(), &caller.headers)?;
    let options = issue_challenge(
        &service.site,
        Purpose::Confirm(session),
        ceremony::authentication_options(&relying_party),
    )
    .await?;
    Ok(reply::private(reply::json(&PasskeyOptions { options })?))
}

/// Re-authenticate with passkey
///
/// Required before sensitive actions. Valid for 15 minutes, in this session only.
#[utoipa::path(post, path = "/api/v1/confirm/passkey", tag = "admin", request_body = PasskeyCredential,
    responses(
        (status = 204, description = "Re-authenticated"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens cannot use passkeys"),
        (status = 422, description = "The passkey does not belong to this user, or the challenge is unknown: field `passkey`, code `refused`"),
        (status = 429, description = "Too many attempts"),
    ))]
pub(super) async fn reauthenticate_with_passkey(
    user: Enrolling,
    service: LoginService,
    caller: RequestContext,
    body: Result<PasskeyCredential, Problem>,
) -> Result<Response, Problem> {
    let session = user.session()?;
    let PasskeyCredential { credential } = body?;
    let purpose = Purpose::Confirm(session);
    if verify_passkey(&service, &caller, Some(&user), purpose, &credential).await?.is_none() {
        return Err(Problem::invalid("passkey", "refused", "invalid passkey"));
    }
    let mut tx = service.site.db.begin().await?;
    session::confirm(&mut tx, session).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

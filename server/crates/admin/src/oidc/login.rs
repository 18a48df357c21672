//! Login through the identity provider. A recent authentication at the provider also counts as re-authentication.

use serde_json::json;
use warp::reply::Response;

use super::{OidcService, store};
use crate::api::{LoginMethods, OidcLabel, OidcRequest, OidcResponse, Session};
use pailou_auth::accounts;
use pailou_auth::session;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// List login methods
///
/// Returns the methods other than password and passkey.
#[utoipa::path(get, path = "/api/v1/login/methods", tag = "admin",
    responses((status = 200, description = "The identity provider, if one is configured", body = LoginMethods)))]
pub(crate) async fn login_methods(
    gate: OidcService,
    _caller: RequestContext,
) -> Result<Response, Problem> {
    let oidc = gate.provider.as_deref().map(|provider| {
        let oidc = provider.settings();
        OidcLabel { zh: oidc.label_zh.clone(), en: oidc.label_en.clone() }
    });
    Ok(reply::private(reply::json(&LoginMethods { oidc })?))
}

/// Begin login with identity provider
///
/// Returns the URL of the identity provider to redirect to.
#[utoipa::path(post, path = "/api/v1/login/oidc/begin", tag = "admin",
    responses(
        (status = 200, description = "URL of the identity provider, and a key to keep until the user returns", body = OidcRequest),
        (status = 404, description = "No identity provider is configured"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "The identity provider is unreachable or returned an invalid response"),
    ))]
pub(super) async fn begin_oidc_login(
    gate: OidcService,
    caller: RequestContext,
) -> Result<Response, Problem> {
    gate.provider()?;
    gate.service.attempt(&caller)?;
    Ok(reply::private(reply::json(&gate.send("").await?)?))
}

/// Log in with identity provider
///
/// The response sets the CSRF cookie. Sensitive actions need no re-authentication for 15 minutes after the
/// authentication time that the provider reports.
#[utoipa::path(post, path = "/api/v1/login/oidc", tag = "admin", request_body = OidcResponse,
    responses(
        (status = 200, description = "Logged in", body = Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 401, description = "The response of the identity provider is invalid: `oidc-refused`; or it is valid, and no account is linked to the identity: `oidc-unlinked`"),
        (status = 404, description = "No identity provider is configured"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "The identity provider is unreachable or returned an invalid response"),
    ))]
pub(super) async fn log_in_with_oidc(
    gate: OidcService,
    caller: RequestContext,
    body: Result<OidcResponse, Problem>,
) -> Result<Response, Problem> {
    let issuer = gate.provider()?.settings().issuer.clone();
    let address = gate.service.attempt(&caller)?;
    let (site, answer) = (&gate.service.site, body?);
    let known = gate.identity("", &answer).await?;
    let mut tx = site.db.begin().await?;
    let account = match &known {
        Ok(known) => match store::linked(&mut tx, &issuer, &known.subject).await? {
            Some(user) => {
                session::lock_user(&mut tx, &user).await?;
                accounts::store::by_id(&mut tx, &user).await?
            }
            None => None,
        },
        Err(_) => None,
    };
    let account = account.filter(|account| account.disabled_at.is_none());
    let actor = gate.service.anonymous_actor(&caller, account.as_ref());
    let by = Subject::default().after(&json!({ "by": "oidc" }));
    let problem = match (account, known) {
        (Some(account), Ok(known)) => {
            audit_log::log(&mut tx, &actor, Action::Login, by).await?;
            tracing::info!(%address, name = ?account.name, "logged in through identity provider");
            return gate.service.log_in_shown_at(tx, &actor, &account, known.shown_at).await;
        }
        (_, Ok(_)) => Problem::OidcUnlinked,
        (_, Err(error)) => {
            tracing::warn!(%address, error = %error, "identity provider response rejected");
            Problem::OidcRefused
        }
    };
    audit_log::log(&mut tx, &actor, Action::LoginRefused, by).await?;
    tx.commit().await?;
    Err(problem)
}

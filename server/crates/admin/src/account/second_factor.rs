//! Two-factor authentication of the user's own account: set-up, verification by a code, and removal.

use http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use warp::reply::Response;

use super::store;
use crate::api::{RecoveryCodes, SecondFactor, SecondFactorCode, SecondFactorState};
use crate::login::second_factor;
use core_wasm::locale::Locale;
use pailou_auth::accounts;
use pailou_auth::guard::{Confirmed, Enrolling, permission};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_site::Site;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get two-factor authentication state
#[utoipa::path(get, path = "/api/v1/me/second-factor", tag = "admin",
    responses(
        (status = 200, description = "The current state", body = SecondFactorState),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
    ))]
pub(super) async fn second_factor_state(user: Enrolling, site: Site) -> Result<Response, Problem> {
    let recovery_codes = store::count_recovery_codes(&site.db, &user.id).await?;
    let state = SecondFactorState { is_on: user.has_second_factor, recovery_codes };
    Ok(reply::private(reply::json(&state)?))
}

/// Create two-factor secret
///
/// The secret is inactive until a code confirms it.
#[utoipa::path(post, path = "/api/v1/me/second-factor", tag = "admin",
    responses(
        (status = 200, description = "The secret for the authenticator app", body = SecondFactor),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
    ))]
pub(super) async fn create_second_factor_secret(
    user: Confirmed<permission::Enrollment>,
    site: Site,
) -> Result<Response, Problem> {
    let secret = second_factor::new_secret()?;
    let name = site.title(Locale::En).await?;
    let uri = second_factor::uri(&secret, &name, &user.name);
    let mut tx = site.db.begin().await?;
    store::propose_secret(&mut tx, &user.id, &secret).await?;
    tx.commit().await?;
    let code = QrCode::new(&uri).map_err(|error| Problem::Internal(error.to_string()))?;
    let qr_code = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(reply::private(reply::json(&SecondFactor { secret, uri, qr_code })?))
}

/// Enable two-factor authentication
///
/// Requires a code from the most recently created secret. If two-factor authentication is already on, an empty code
/// only replaces the recovery codes.
#[utoipa::path(put, path = "/api/v1/me/second-factor", tag = "admin", request_body = SecondFactorCode,
    responses(
        (status = 200, description = "Two-factor authentication is on. The recovery codes are returned only once", body = RecoveryCodes),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The code is wrong, or no secret was created; or the code is missing and two-factor authentication is off"),
    ))]
pub(crate) async fn turn_on(
    user: Confirmed<permission::Enrollment>,
    site: Site,
    body: Result<SecondFactorCode, Problem>,
) -> Result<Response, Problem> {
    let SecondFactorCode { code } = body?;
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    let account = accounts::store::by_id(&mut tx, &user.id).await?.ok_or(Problem::NotFound)?;
    let proved = match code.trim() {
        // An empty code is sufficient to replace the recovery codes: if re-authentication has just used the current
        // code, the user would have to wait for the next one.
        "" => Some((&account.totp, account.totp_step)),
        code => {
            let step = second_factor::step_of(&account.totp_new, code);
            step.map(|step| (&account.totp_new, step))
        }
    };
    let Some((secret, step)) = proved.filter(|(secret, _)| !secret.is_empty()) else {
        return Err(Problem::invalid(
            "code",
            "wrong",
            "invalid code, or no two-factor secret was created",
        ));
    };
    let codes = second_factor::recovery_codes();
    store::set_secret(&mut tx, &user.id, secret, step).await?;
    for code in &codes {
        let hash = second_factor::recovery_hash(&user.id, code);
        store::add_recovery_code(&mut tx, &user.id, &hash).await?;
    }
    let is_new = account.totp.is_empty();
    if is_new {
        // The other sessions were re-authenticated without a two-factor code, so they must re-authenticate with one.
        store::revoke_other_reauthentications(&mut tx, &user.id, user.session()?).await?;
    }
    let done = if is_new { Action::SecondFactorOn } else { Action::RecoveryCodesMade };
    audit_log::log(&mut tx, &user.actor, done, Subject::new(&user.name)).await?;
    tx.commit().await?;
    Ok(reply::private(reply::json(&RecoveryCodes { recovery_codes: codes })?))
}

/// Disable two-factor authentication
#[utoipa::path(delete, path = "/api/v1/me/second-factor", tag = "admin",
    responses(
        (status = 204, description = "Two-factor authentication is off"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
    ))]
pub(crate) async fn turn_off(user: Confirmed, site: Site) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    let account = accounts::store::by_id(&mut tx, &user.id).await?.ok_or(Problem::NotFound)?;
    accounts::end_second_factor(&mut tx, &user.actor, &account).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

//! Password change of the user's own account. A change revokes all sessions and creates a new one; API tokens stay
//! valid.

use warp::reply::Response;

use crate::api::{NewPassword, Session};
use crate::login::{LoginError, LoginService, SecondFactorInput};
use pailou_auth::accounts;
use pailou_auth::accounts::check_password;
use pailou_auth::guard::LoggedIn;
use pailou_database::id;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;

/// Change own password
///
/// Revokes all sessions of the user and returns a new one. API tokens stay valid.
#[utoipa::path(put, path = "/api/v1/me/password", tag = "admin", request_body = NewPassword,
    responses(
        (status = 200, description = "Password changed; the response has the new session", body = Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens cannot re-authenticate with a password"),
        (status = 422, description = "`current` is wrong, or the new password is invalid"),
        (status = 429, description = "Too many attempts"),
        (status = 503, description = "Too many concurrent logins"),
    ))]
pub(super) async fn change_password(
    user: LoggedIn,
    service: LoginService,
    caller: RequestContext,
    body: Result<NewPassword, Problem>,
) -> Result<Response, Problem> {
    let NewPassword { current, password } = body?;
    check_password(&password, &user.name)
        .map_err(|error| Problem::invalid("password", error.code(), error.to_string()))?;
    let is_same = password == current;
    let checked =
        service.check_reauthentication(&caller, &user, current, SecondFactorInput::Skipped).await;
    let (account, tx) = checked.map_err(|error| error.in_field("current"))?;
    if is_same {
        return Err(accounts::same_password());
    }
    // The transaction ends before the slow hashing, so that no other request waits for its locks.
    tx.commit().await?;
    let hash = service.hashing.hash(password).await?;
    let mut tx = service.site.db.begin().await?;
    // A concurrent use of a password reset link commits before this lock is acquired, or fails, because
    // `store_password` deletes the link.
    accounts::lock(&mut tx).await?;
    let user = user.reauthorize(&mut tx).await?;
    let account = accounts::store::lock_if_unchanged(&mut tx, &account).await?;
    let account = account.ok_or_else(|| LoginError::Password.in_field("current"))?;
    accounts::store_password(&mut tx, &user.actor, &account, &hash, None).await?;
    // The request contains no two-factor code, so for an account with two-factor authentication the
    // new session is not re-authenticated.
    let shown_at = if account.totp.is_empty() { id::now() } else { 0 };
    service.log_in_shown_at(tx, &user.actor, &account, shown_at).await
}

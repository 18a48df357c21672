//! Active sessions of the user's own account.

use http::StatusCode;
use warp::reply::Response;

use super::store;
use crate::api::OwnSession;
use pailou_auth::guard::LoggedIn;
use pailou_auth::session;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// List own sessions
///
/// Returns the sessions, sorted by last use, latest first.
#[utoipa::path(get, path = "/api/v1/me/sessions", tag = "admin",
    responses(
        (status = 200, description = "The sessions", body = [OwnSession], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
    ))]
pub(super) async fn list_sessions(user: LoggedIn, site: Site) -> Result<Response, Problem> {
    let current = user.session()?;
    let now = id::now();
    let rows = store::sessions(&site.db, &user.id, now, now - session::IDLE_MS).await?;
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| OwnSession {
            is_current: row.id == current,
            id: row.id,
            created_at: row.created_at,
            seen_at: row.seen_at,
            expires_at: row.expires_at,
            agent: row.agent,
            address: row.address,
        })
        .collect();
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Revoke session
#[utoipa::path(delete, path = "/api/v1/me/sessions/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the session")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 404, description = "Session not found"),
    ))]
pub(super) async fn end(user: LoggedIn, id: String, site: Site) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    if !store::end_session(&mut tx, &user.id, &id).await? {
        return Err(Problem::NotFound);
    }
    audit_log::log(&mut tx, &user.actor, Action::SessionEnded, Subject::new(&user.name)).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Revoke other sessions
#[utoipa::path(delete, path = "/api/v1/me/sessions", tag = "admin",
    responses(
        (status = 204, description = "Revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
    ))]
pub(crate) async fn end_others(user: LoggedIn, site: Site) -> Result<Response, Problem> {
    let current = user.session()?;
    let mut tx = site.db.begin().await?;
    store::end_other_sessions(&mut tx, &user.id, current).await?;
    audit_log::log(&mut tx, &user.actor, Action::SessionsEnded, Subject::new(&user.name)).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

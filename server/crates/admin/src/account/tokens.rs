//! API tokens of the user's own account.

use http::StatusCode;
use warp::reply::Response;

use crate::api::{CreatedToken, NewToken, OwnToken};
use pailou_auth::accounts;
use pailou_auth::accounts::tokens;
use pailou_auth::accounts::tokens::{MAX_DAYS, Token};
use pailou_auth::guard::{Confirmed, LoggedIn};
use pailou_auth::session::{Permission, UnknownPermission};
use pailou_site::Site;
use pailou_web::problem::Problem;
use pailou_web::{params, reply};

/// List own API tokens
#[utoipa::path(get, path = "/api/v1/me/tokens", tag = "admin",
    responses(
        (status = 200, description = "The API tokens, newest first", body = [OwnToken], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
    ))]
pub(super) async fn list_own_tokens(user: LoggedIn, site: Site) -> Result<Response, Problem> {
    let rows = accounts::store::tokens(&site.db, &user.id).await?;
    let rows: Vec<_> = rows.into_iter().map(to_own_token).collect();
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Create API token
#[utoipa::path(post, path = "/api/v1/me/tokens", tag = "admin", request_body = NewToken,
    responses(
        (status = 200, description = "Created. The token is returned only once", body = CreatedToken),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The name, permissions, or days are invalid"),
    ))]
pub(super) async fn create_token(
    user: Confirmed,
    site: Site,
    body: Result<NewToken, Problem>,
) -> Result<Response, Problem> {
    let NewToken { name, permissions, days } = body?;
    let permissions = permissions
        .iter()
        .map(|permission| permission.parse())
        .collect::<Result<Vec<Permission>, UnknownPermission>>();
    let permissions = permissions
        .map_err(|error| Problem::invalid("permissions", "unknown", error.to_string()))?;
    let refused = permissions.iter().find(|one| !Permission::OF_TOKENS.contains(one));
    if let Some(refused) = refused {
        let detail = format!(
            "permission `{refused}` is not available to API tokens: it requires re-authentication"
        );
        return Err(Problem::invalid("permissions", "not-for-tokens", detail));
    }
    if permissions.is_empty() {
        return Err(Problem::invalid(
            "permissions",
            "required",
            "missing permission: expected at least one",
        ));
    }
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    if let Some(beyond) = permissions.iter().find(|permission| !user.may(**permission)) {
        let detail = format!("permission `{beyond}` exceeds your own");
        return Err(Problem::invalid("permissions", "beyond-role", detail));
    }
    if let Some((code, detail)) = tokens::name_error(&name) {
        return Err(Problem::invalid("name", code, detail));
    }
    params::check_range("days", days, MAX_DAYS)?;
    let owner = (user.id.as_str(), user.name.as_str());
    let (token, row) =
        tokens::create_token(&mut tx, &user.actor, owner, &name, &permissions, days).await?;
    tx.commit().await?;
    let OwnToken { id, name, permissions, created_at, expires_at, used_at } = to_own_token(row);
    let made = CreatedToken { token, id, name, permissions, created_at, expires_at, used_at };
    Ok(reply::private(reply::json(&made)?))
}

/// Revoke API token
#[utoipa::path(delete, path = "/api/v1/me/tokens/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the token")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 404, description = "Token not found"),
    ))]
pub(super) async fn revoke(user: LoggedIn, id: String, site: Site) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    tokens::revoke_token(&mut tx, &user.actor, &user.id, &id).await?.ok_or(Problem::NotFound)?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn to_own_token(row: Token) -> OwnToken {
    OwnToken {
        id: row.id,
        name: row.name,
        permissions: row
            .permissions
            .split(' ')
            .filter_map(|permission| permission.parse().ok())
            .collect(),
        created_at: row.created_at,
        expires_at: row.expires_at,
        used_at: row.used_at,
    }
}

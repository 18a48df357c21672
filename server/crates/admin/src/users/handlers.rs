//! User administration: accounts of a site.

use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::{invitations, require_may_administer, role_and_limits, role_or_owner, store};
use crate::api::{CreatedLink, ListedUser, UserChange};
use crate::login;
use crate::passkeys;
use pailou_auth::accounts;
use pailou_auth::accounts::{Account, AccountError, AccountFields, Name, tokens};
use pailou_auth::guard::{Allowed, Confirmed, permission};
use pailou_auth::session;
use pailou_auth::session::{Role, User};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::Problem;
use pailou_web::reply;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UsersQuery {
    /// Part of the name.
    q: Option<String>,
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
}

/// List users
///
/// Returns the accounts, sorted by name.
#[utoipa::path(get, path = "/api/v1/admin/users", tag = "admin", params(UsersQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedUser], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_users(
    _: Allowed<permission::People>,
    site: Site,
    Query(query): Query<UsersQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let like = Name::folded(query.q.as_deref().unwrap_or_default().trim());
    let (rows, total) = store::users(&site.db, &like, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(to_listed_user).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Update user
///
/// Changes the name, the role, the access scope, or whether the account is disabled.
#[utoipa::path(put, path = "/api/v1/admin/users/{id}", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the account"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    request_body = UserChange,
    responses(
        (status = 200, description = "Saved", body = ListedUser, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account; or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Account not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The name is in use, the account is the last owner, or the role cannot be limited"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn update_user(
    user: Confirmed<permission::People>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<UserChange, Problem>,
) -> Result<Response, Problem> {
    let UserChange { name, role, locales, areas, disabled } = body?;
    let seen = caller.if_match()?;
    let mut tx = site.db.begin().await?;
    let (user, account) = lock_manageable_account(&mut tx, &user, &id).await?;
    if seen.is_some_and(|seen| seen != account.revision.to_string()) {
        return Err(Problem::changed(&listed(&mut tx, &id).await?));
    }
    let (role, limits) = role_and_limits(&role, &locales, &areas)?;
    require_may_administer(&user, &[role])?;
    let (locales, areas) = (limits.locale_names(), limits.area_names());
    let fields = AccountFields { name, role, locales, areas, disabled };
    accounts::change_account(&mut tx, &user.actor, &account, fields)
        .await
        .map_err(account_problem)?;
    let row = listed(&mut tx, &id).await?;
    tx.commit().await?;
    Ok(reply::private(reply::with_etag(reply::json(&row)?, &row.revision)))
}

/// Revoke sessions of user
///
/// Also revokes all API tokens of the user.
#[utoipa::path(delete, path = "/api/v1/admin/users/{id}/sessions", tag = "admin",
    params(("id" = String, Path, description = "Id of the account")),
    responses(
        (status = 204, description = "Sessions revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account; or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Account not found"),
    ))]
pub(super) async fn end_sessions(
    user: Confirmed<permission::People>,
    id: String,
    site: Site,
    _caller: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let (user, account) = lock_manageable_account(&mut tx, &user, &id).await?;
    // Locks the account: a concurrent request that creates a token either commits before the tokens are revoked below,
    // or fails because its session was revoked.
    session::lock_user(&mut tx, &account.id).await?;
    session::close_all(&mut tx, &account.id).await?;
    tokens::revoke_all(&mut tx, &user.actor, &account.id).await?;
    let subject = Subject::new(&account.name);
    audit_log::log(&mut tx, &user.actor, Action::SessionsEnded, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Disable two-factor authentication of user
///
/// For example, if the user has lost the phone and the recovery codes.
#[utoipa::path(delete, path = "/api/v1/admin/users/{id}/second-factor", tag = "admin",
    params(("id" = String, Path, description = "Id of the account")),
    responses(
        (status = 204, description = "Two-factor authentication is off"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account; or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Account not found"),
    ))]
pub(super) async fn end_second_factor(
    user: Confirmed<permission::People>,
    id: String,
    site: Site,
    _caller: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let (user, account) = lock_manageable_account(&mut tx, &user, &id).await?;
    accounts::end_second_factor(&mut tx, &user.actor, &account).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Delete passkeys of user
///
/// For example, if the user has lost a device.
#[utoipa::path(delete, path = "/api/v1/admin/users/{id}/passkeys", tag = "admin",
    params(("id" = String, Path, description = "Id of the account")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account; or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Account not found"),
    ))]
pub(crate) async fn remove_passkeys(
    user: Confirmed<permission::People>,
    id: String,
    site: Site,
    _caller: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let (user, account) = lock_manageable_account(&mut tx, &user, &id).await?;
    passkeys::remove_all(&mut tx, &user.actor, &account).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Create password reset link
///
/// The link can be used once, within one day, while its creator may manage the account.
#[utoipa::path(post, path = "/api/v1/admin/users/{id}/reset", tag = "admin",
    params(("id" = String, Path, description = "Id of the account")),
    responses(
        (status = 200, description = "Created. The link is returned only once", body = CreatedLink),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account; or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Account not found"),
        (status = 422, description = "The account is disabled: enable it first"),
    ))]
pub(super) async fn reset(
    user: Confirmed<permission::People>,
    id: String,
    site: Site,
    _caller: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let (user, account) = lock_manageable_account(&mut tx, &user, &id).await?;
    if account.disabled_at.is_some() {
        let detail = "account disabled: enable it first";
        return Err(Problem::invalid("disabled", "enable-first", detail));
    }
    let (code, now) = (id::secret(), id::now());
    let expires_at = now + pailou_dates::MS;
    let row = store::NewInvitation {
        id: &id::new(),
        code_hash: &id::hash_of(&code),
        user_id: Some(&account.id),
        note: "",
        role: &account.role,
        locales: &account.locales,
        areas: &account.areas,
        created_by: &user.name,
        created_by_id: &user.id,
        now,
        expires_at,
    };
    accounts::store::delete_resets(&mut tx, &account.id).await?;
    store::add_invitation(&mut tx, &row).await?;
    audit_log::log(&mut tx, &user.actor, Action::ResetMade, Subject::new(&account.name)).await?;
    tx.commit().await?;
    let made = CreatedLink { url: invitations::link_url(&site, &code), expires_at };
    Ok(reply::private(reply::json(&made)?))
}

/// Returns the user and the account, locked against concurrent changes; an error if the user may not manage the
/// account.
async fn lock_manageable_account(
    tx: &mut Tx,
    user: &Confirmed<permission::People>,
    id: &str,
) -> Result<(User, Account), Problem> {
    accounts::lock(tx).await?;
    let user = user.reauthorize(tx).await?;
    let account = accounts::store::by_id(tx, id).await?.ok_or(Problem::NotFound)?;
    require_may_administer(&user, &[role_or_owner(&account.role)])?;
    Ok((user, account))
}

async fn listed(tx: &mut Tx, id: &str) -> Result<ListedUser, Problem> {
    Ok(to_listed_user(store::user(tx, id).await?.ok_or(Problem::NotFound)?))
}

fn account_problem(error: AccountError) -> Problem {
    match error {
        AccountError::Name(error) => Problem::invalid("name", error.code(), error.to_string()),
        error @ AccountError::Taken(_) => Problem::invalid("name", "taken", error.to_string()),
        error @ AccountError::Confusable { .. } => {
            Problem::invalid("name", "confusable", error.to_string())
        }
        error => login::link_account_problem(error),
    }
}

fn to_listed_user(row: store::User) -> ListedUser {
    ListedUser {
        role: Role::from_stored(&row.role),
        locales: session::split_list(&row.locales),
        areas: session::split_list(&row.areas),
        disabled: row.disabled_at.is_some(),
        second_factor: row.has_second_factor != 0,
        passkeys: row.passkeys,
        created_at: row.created_at,
        seen_at: row.seen_at,
        revision: row.revision.to_string(),
        id: row.id,
        name: row.name,
    }
}

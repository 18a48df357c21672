//! Passkeys of the user's own account: list, registration, names, and removal.

use core_wasm::locale::Locale;
use http::StatusCode;
use warp::reply::Response;

use super::ceremony::{self, Refused, UnverifiedRegistration};
use super::store::{self, Passkey};
use super::{Purpose, consume_challenge, issue_challenge, relying_party};
use crate::api::{NewPasskey, OwnPasskey, PasskeyName, PasskeyOptions};
use pailou_auth::accounts::tokens;
use pailou_auth::guard::{Confirmed, Enrolling, LoggedIn, permission};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Maximum number of passkeys per user.
const MAX_PASSKEYS: i64 = 20;

/// List own passkeys
#[utoipa::path(get, path = "/api/v1/me/passkeys", tag = "admin",
    responses(
        (status = 200, description = "The passkeys, newest first", body = [OwnPasskey], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
    ))]
pub(super) async fn list_passkeys(user: Enrolling, site: Site) -> Result<Response, Problem> {
    let rows = store::passkeys(&site.db, &user.id).await?;
    let rows: Vec<_> = rows.into_iter().map(to_own_passkey).collect();
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Begin adding passkey
///
/// Returns the options for `navigator.credentials.create()`.
#[utoipa::path(post, path = "/api/v1/me/passkeys/begin", tag = "admin",
    responses(
        (status = 200, description = "Options for the browser, valid once and for 5 minutes", body = PasskeyOptions),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The site is opened by IP address, which passkeys do not support: field `address`, code `no-name`"),
    ))]
pub(super) async fn begin_adding_passkey(
    user: Confirmed<permission::Enrollment>,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let relying_party = relying_party::find(site.settings.site_url.as_deref(), &caller.headers)?;
    let present = store::passkeys(&site.db, &user.id).await?;
    let title = site.title(Locale::En).await?;
    let challenge_options =
        ceremony::registration_options(&relying_party, &title, (&user.id, &user.name), &present);
    let options =
        issue_challenge(&site, Purpose::Register(user.session()?), challenge_options).await?;
    Ok(reply::private(reply::json(&PasskeyOptions { options })?))
}

/// Add passkey
#[utoipa::path(post, path = "/api/v1/me/passkeys", tag = "admin", request_body = NewPasskey,
    responses(
        (status = 200, description = "The new passkey", body = OwnPasskey),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The name is invalid, the limit is reached, the challenge was not issued, or the credential is invalid: field `credential`, code `refused`"),
    ))]
pub(super) async fn add_passkey(
    user: Confirmed<permission::Enrollment>,
    site: Site,
    caller: RequestContext,
    body: Result<NewPasskey, Problem>,
) -> Result<Response, Problem> {
    let NewPasskey { name, credential } = body?;
    if let Some((code, detail)) = tokens::name_error(&name) {
        return Err(Problem::invalid("name", code, detail));
    }
    let relying_party = relying_party::find(site.settings.site_url.as_deref(), &caller.headers)?;
    let refused = |error: Refused| {
        tracing::warn!(name = ?user.name, %error, "passkey registration rejected");
        Problem::invalid("credential", "refused", "invalid passkey")
    };
    let made = UnverifiedRegistration::read(&credential).map_err(refused)?;
    let challenge_hash = made.challenge_hash().map_err(refused)?;
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    let state =
        consume_challenge(&mut tx, Purpose::Register(user.session()?), &challenge_hash).await?;
    let key = state.and_then(|state| made.verified(&relying_party, &state));
    let Ok(key) = key else {
        tx.commit().await?;
        return Err(key.err().map_or(Problem::NotFound, refused));
    };
    if store::by_credential(&mut tx, &key.credential_id).await?.is_some() {
        return Err(refused(Refused::known()));
    }
    if store::count_passkeys(&mut tx, &user.id).await? >= MAX_PASSKEYS {
        let detail = format!("too many passkeys: at most {MAX_PASSKEYS} per account");
        return Err(Problem::invalid("name", "too-many", detail));
    }
    let row = Passkey {
        id: id::new(),
        user_id: user.id.clone(),
        name: name.trim().to_owned(),
        credential_id: key.credential_id,
        transports: key.transports,
        key: key.key,
        counter: key.counter,
        created_at: id::now(),
        used_at: None,
    };
    store::insert_passkey(&mut tx, &row).await?;
    let subject = Subject::new(&user.name).after(&row.name);
    audit_log::log(&mut tx, &user.actor, Action::PasskeyAdded, subject).await?;
    tx.commit().await?;
    Ok(reply::private(reply::json(&to_own_passkey(row))?))
}

/// Rename passkey
#[utoipa::path(put, path = "/api/v1/me/passkeys/{id}", tag = "admin", request_body = PasskeyName,
    params(("id" = String, Path, description = "Id of the passkey")),
    responses(
        (status = 200, description = "Renamed", body = OwnPasskey),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens are not allowed"),
        (status = 404, description = "Passkey not found"),
        (status = 422, description = "The name is invalid: field `name`"),
    ))]
pub(super) async fn rename(
    user: LoggedIn,
    id: String,
    site: Site,
    body: Result<PasskeyName, Problem>,
) -> Result<Response, Problem> {
    let PasskeyName { name } = body?;
    if let Some((code, detail)) = tokens::name_error(&name) {
        return Err(Problem::invalid("name", code, detail));
    }
    let mut tx = site.db.begin().await?;
    let row = store::of(&mut tx, &user.id, &id).await?.ok_or(Problem::NotFound)?;
    let renamed = Passkey { name: name.trim().to_owned(), ..row.clone() };
    if renamed.name != row.name {
        store::set_name(&mut tx, &row.id, &renamed.name).await?;
        let subject = Subject::new(&user.name).before(&row.name).after(&renamed.name);
        audit_log::log(&mut tx, &user.actor, Action::PasskeyRenamed, subject).await?;
    }
    tx.commit().await?;
    Ok(reply::private(reply::json(&to_own_passkey(renamed))?))
}

/// Delete passkey
#[utoipa::path(delete, path = "/api/v1/me/passkeys/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the passkey")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "Re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Passkey not found"),
    ))]
pub(super) async fn remove_passkey(
    user: Confirmed,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let name = store::delete_passkey(&mut tx, &user.id, &id).await?.ok_or(Problem::NotFound)?;
    let subject = Subject::new(&user.name).before(&name);
    audit_log::log(&mut tx, &user.actor, Action::PasskeyRemoved, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn to_own_passkey(row: Passkey) -> OwnPasskey {
    OwnPasskey { id: row.id, name: row.name, created_at: row.created_at, used_at: row.used_at }
}

//! One-time links for a new account, or for a new password of an existing account.

use http::StatusCode;
use serde_json::json;
use warp::reply::Response;

use super::link::Link;
use super::{require_may_administer, role_and_limits, store};
use crate::api::{
    AcceptInvitation, CreatedInvitation, Invitation, InvitationCode, InvitationDetails,
    InvitationKind, NewInvitation, Session,
};
use crate::login;
use crate::login::LoginService;
use pailou_auth::accounts;
use pailou_auth::accounts::{check_password, tokens};
use pailou_auth::guard::{Allowed, Confirmed, permission};
use pailou_auth::session;
use pailou_auth::session::{AccessScope, Role};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_text_diff::unicode_security::breaks_line;
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;

const MAX_DAYS: i64 = 30;
const MAX_NOTE: usize = 200;

/// Creates the URL of a link. The fragment after `#` is neither sent to a server nor logged; the page removes the code
/// from the URL immediately.
pub(super) fn link_url(site: &Site, code: &str) -> String {
    format!("{}/index/admin#invite={code}", site.settings.origin())
}

/// List pending invitations
///
/// Returns the invitations, newest first.
#[utoipa::path(get, path = "/api/v1/admin/invitations", tag = "admin", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [Invitation], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_invitations(
    _: Allowed<permission::People>,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let (rows, total) = store::invitations(&site.db, id::now(), (page - 1) * size, size).await?;
    let mut tx = site.db.snapshot().await?;
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        let link = Link::of(&mut tx, row).await?;
        let usable = link.is_valid(&mut tx).await?;
        listed.push(to_invitation(link.invitation, usable));
    }
    Ok(reply::private(reply::list(&listed, total, None)?))
}

/// Create invitation
#[utoipa::path(post, path = "/api/v1/admin/invitations", tag = "admin", request_body = NewInvitation,
    responses(
        (status = 200, description = "Created. The link is returned only once", body = CreatedInvitation),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts or to create owners, or re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The role, limits, note, or days are invalid; owners and administrators cannot be limited"),
    ))]
pub(super) async fn create_invitation(
    user: Confirmed<permission::People>,
    site: Site,
    body: Result<NewInvitation, Problem>,
) -> Result<Response, Problem> {
    let NewInvitation { note, role, locales, areas, days } = body?;
    let (role, limits) = role_and_limits(&role, &locales, &areas)?;
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    require_may_administer(&user, &[role])?;
    let note = checked_note(&note)?;
    params::check_range("days", days, MAX_DAYS)?;
    let (code, now) = (id::secret(), id::now());
    let made = CreatedInvitation {
        url: link_url(&site, &code),
        id: id::new(),
        note,
        role,
        locales: limits.locale_names(),
        areas: limits.area_names(),
        made_by: user.name.clone(),
        created_at: now,
        expires_at: now + days * pailou_dates::MS,
    };
    let new = store::NewInvitation {
        id: &made.id,
        code_hash: &id::hash_of(&code),
        user_id: None,
        note: &made.note,
        role: role.name(),
        locales: &made.locales.join(" "),
        areas: &made.areas.join(" "),
        created_by: &made.made_by,
        created_by_id: &user.id,
        now,
        expires_at: made.expires_at,
    };
    store::add_invitation(&mut tx, &new).await?;
    let subject = Subject::new(&made.note).after(&without_url(&made));
    audit_log::log(&mut tx, &user.actor, Action::InvitationMade, subject).await?;
    tx.commit().await?;
    Ok(reply::private(reply::json(&made)?))
}

/// Returns a note without surrounding white space. Returns 422 if it is too long or has control characters: the list
/// displays it in one line.
fn checked_note(note: &str) -> Result<String, Problem> {
    let note = note.trim();
    if note.chars().count() > MAX_NOTE {
        let detail = format!("note too long: at most {MAX_NOTE} characters");
        return Err(Problem::invalid("note", "too-long", detail));
    }
    if note.chars().any(breaks_line) {
        let detail = "invalid note: expected one line without control characters";
        return Err(Problem::invalid("note", "invalid-characters", detail));
    }
    Ok(note.to_owned())
}

/// Returns the invitation for the audit log. The URL is omitted: it would let a reader of the log create the account.
fn without_url(made: &CreatedInvitation) -> serde_json::Value {
    let CreatedInvitation {
        url: _,
        id,
        note,
        role,
        locales,
        areas,
        made_by,
        created_at,
        expires_at,
    } = made;
    json!({
        "id": id, "note": note, "role": role, "locales": locales, "areas": areas,
        "made_by": made_by, "created_at": created_at, "expires_at": expires_at,
    })
}

/// Revoke invitation
#[utoipa::path(delete, path = "/api/v1/admin/invitations/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the invitation")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage accounts, or this account"),
        (status = 404, description = "Invitation not found"),
    ))]
pub(crate) async fn revoke_invitation(
    user: Allowed<permission::People>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    let mut tx = site.db.begin().await?;
    let user = user.reauthorize(&mut tx).await?;
    let found = store::invitation_by_id(&mut tx, &id).await?.ok_or(Problem::NotFound)?;
    let found = Link::of(&mut tx, found).await?;
    require_may_administer(&user, &[found.role()])?;
    store::delete_invitation(&mut tx, &id).await?;
    let subject = Subject::new(found.invitation.note);
    audit_log::log(&mut tx, &user.actor, Action::InvitationRevoked, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Verify invitation
///
/// Returns the purpose of a link. The link stays valid.
#[utoipa::path(post, path = "/api/v1/invitation/verify", tag = "admin", request_body = InvitationCode,
    responses(
        (status = 200, description = "Purpose of the link", body = InvitationDetails),
        (status = 410, description = "The link was used, has expired, or is unknown, or its creator lost the permission: `invitation-used`"),
        (status = 429, description = "Too many attempts from this address"),
    ))]
pub(super) async fn verify_invitation(
    service: LoginService,
    caller: RequestContext,
    body: Result<InvitationCode, Problem>,
) -> Result<Response, Problem> {
    service.attempt(&caller)?;
    let InvitationCode { code } = body?;
    let mut tx = service.site.db.begin().await?;
    let Link { invitation, account } = Link::valid(&mut tx, &id::hash_of(&code)).await?;
    let details = InvitationDetails {
        kind: match account {
            Some(_) => InvitationKind::Reset,
            None => InvitationKind::Invitation,
        },
        role: Role::from_stored(&invitation.role),
        locales: session::split_list(&invitation.locales),
        areas: session::split_list(&invitation.areas),
        name: account.map(|account| account.name),
        expires_at: invitation.expires_at,
    };
    Ok(reply::private(reply::json(&details)?))
}

/// Accept invitation
///
/// Creates the account, or sets the new password and revokes all sessions and API tokens of the
/// account. Two-factor authentication stays on. The session of the request is revoked.
#[utoipa::path(post, path = "/api/v1/invitation/accept", tag = "admin", request_body = AcceptInvitation,
    responses(
        (status = 200, description = "Logged in", body = Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 401, description = "The password is set; a two-factor code or a passkey is required to log in: `code-needed`, `passkey-needed`"),
        (status = 410, description = "The link was used, has expired, or is unknown, or its creator lost the permission: `invitation-used`"),
        (status = 422, description = "The name or password is invalid, or the password is the current one"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "Too many concurrent logins"),
    ))]
pub(super) async fn accept(
    service: LoginService,
    caller: RequestContext,
    body: Result<AcceptInvitation, Problem>,
) -> Result<Response, Problem> {
    service.attempt(&caller)?;
    let AcceptInvitation { code, username, password } = body?;
    let (hash, site) = (id::hash_of(&code), &service.site);
    // Validates the link before the expensive hashing; it is validated again below, with the lock.
    let mut tx = site.db.begin().await?;
    let account = Link::valid(&mut tx, &hash).await?.account;
    drop(tx);
    let name = match account {
        Some(account) => {
            check_password(&password, &account.name)
                .map_err(|error| Problem::invalid("password", error.code(), error.to_string()))?;
            if service.hashing.verify(password.clone(), Some(account.password)).await? {
                return Err(accounts::same_password());
            }
            None
        }
        None => Some(login::validate_credentials(&username, &password)?),
    };
    let password = service.hashing.hash(password).await?;
    let mut tx = site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    let Link { invitation: found, account } = Link::valid(&mut tx, &hash).await?;
    store::delete_invitation(&mut tx, &found.id).await?;
    let (account, actor) = match (account, name) {
        (None, Some(name)) => {
            let unknown = "invitation has an unknown role, language, or area";
            let role = found.role.parse::<Role>().map_err(|_| Problem::Forbidden(unknown))?;
            let limits = AccessScope::read(&found.locales, &found.areas)
                .map_err(|_| Problem::Forbidden(unknown))?;
            let made = accounts::add_account(&mut tx, &name, role, &limits, password).await;
            let id = made.map_err(login::link_account_problem)?;
            let account = accounts::store::by_id(&mut tx, &id).await?.ok_or(Problem::NotFound)?;
            let actor = service.anonymous_actor(&caller, Some(&account));
            let subject = Subject::new(&found.note).after(&found.role);
            audit_log::log(&mut tx, &actor, Action::InvitationAccepted, subject).await?;
            (account, actor)
        }
        (Some(account), _) => {
            let actor = service.anonymous_actor(&caller, Some(&account));
            let maker = Some(found.created_by.as_str());
            accounts::store_password(&mut tx, &actor, &account, &password, maker).await?;
            tokens::revoke_all(&mut tx, &actor, &account.id).await?;
            (account, actor)
        }
        (None, None) => return Err(Problem::InvitationUsed),
    };
    // Ends the browser's previous session: the browser will be logged in to the account of the link, either below or by
    // a later request with a code or a passkey.
    service.revoke_session(&mut tx, &caller).await?;
    if !account.totp.is_empty() {
        tx.commit().await?;
        return Err(Problem::CodeNeeded);
    }
    if account.requires_passkey() {
        tx.commit().await?;
        return Err(Problem::PasskeyNeeded);
    }
    service.log_in(tx, &actor, &account).await
}

fn to_invitation(row: store::Invitation, usable: bool) -> Invitation {
    Invitation {
        role: Role::from_stored(&row.role),
        locales: session::split_list(&row.locales),
        areas: session::split_list(&row.areas),
        id: row.id,
        note: row.note,
        made_by: row.created_by,
        created_at: row.created_at,
        expires_at: row.expires_at,
        usable,
    }
}

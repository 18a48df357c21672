//! Authentication of requests by session or API token, creation and revocation of sessions, and permissions of users.
//! [`crate::accounts`] manages user names, passwords, and API tokens.

pub(crate) mod access_scope;
pub(crate) mod permission;
pub mod rights;
pub(crate) mod role;
pub mod store;

use std::time::Duration;

use core_wasm::locale::Locale;
use http::header::{self, HeaderMap};
use tokio::time::timeout;

pub use access_scope::{AccessScope, split_list};
pub use permission::{Permission, UnknownPermission};
pub use rights::Rights;
pub use role::Role;
pub use store::lock_user;

use pailou_database::audit_log::Actor;
use pailou_database::id;
use pailou_database::outage::Outage;
use pailou_database::{Db, Tx};
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;

/// A session expires after this time without use, in milliseconds.
pub const IDLE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// Absolute lifetime of a session, in milliseconds.
const LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Minimum interval between two updates of the stored time of the last use, in milliseconds, so that not every request
/// causes a write.
const LAST_USE_INTERVAL_MS: i64 = 10 * 60 * 1000;
/// Maximum time that a request spends on storing the last use.
const MAX_RECORD_WAIT: Duration = Duration::from_secs(1);
/// Time after re-authentication during which sensitive actions are allowed, in milliseconds.
pub const REAUTHENTICATION_MS: i64 = 15 * 60 * 1000;
/// Prefix of API tokens, so that secret scanners find leaked tokens.
pub(crate) const API_TOKEN: &str = "plt_";

/// A logged-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: String,
    pub name: String,
    pub role: Role,
    pub limits: AccessScope,
    pub has_second_factor: bool,
    pub has_passkey: bool,
    /// True if the role requires a second factor and the account has none. [`crate::second_factor_policy`] documents
    /// the requests that this user may send.
    pub must_enroll: bool,
    /// Actor for the audit log, with the client address of the request.
    pub actor: Actor,
    by: AuthMethod,
}

/// Method by which a user was authenticated.
#[derive(Debug, Clone, PartialEq, Eq)]
enum AuthMethod {
    Session {
        id: String,
        confirmed_at: i64,
    },
    /// API token with these permissions, which can be fewer than those of its user.
    ApiToken(Vec<Permission>),
}

/// New session. The token is returned once and not stored.
pub struct Session {
    pub token: String,
    pub expires_at: i64,
}

impl User {
    pub fn may(&self, permission: Permission) -> bool {
        let is_granted = match &self.by {
            AuthMethod::Session { .. } => true,
            AuthMethod::ApiToken(permissions) => permissions.contains(&permission),
        };
        is_granted && !self.must_enroll && permission.roles().contains(&self.role)
    }

    /// Returns an error if the request has an API token with none of these permissions; allows every session.
    pub(crate) fn require_granted(&self, any_of: &[Permission]) -> Result<(), Problem> {
        match &self.by {
            AuthMethod::ApiToken(granted) if !any_of.iter().any(|one| granted.contains(one)) => {
                Err(Problem::Forbidden(Permission::NOT_GRANTED))
            }
            AuthMethod::ApiToken(_) | AuthMethod::Session { .. } => Ok(()),
        }
    }

    /// Returns an error if the user has none of these permissions; allows every user if the list is empty.
    pub(crate) fn require_any(&self, any_of: &[Permission]) -> Result<(), Problem> {
        match any_of.last() {
            Some(last) if !any_of.iter().any(|one| self.may(*one)) => self.require(*last),
            _ => Ok(()),
        }
    }

    /// Returns all permissions of this user.
    pub fn permissions(&self) -> Vec<Permission> {
        Permission::ALL.into_iter().filter(|permission| self.may(*permission)).collect()
    }

    pub fn require(&self, permission: Permission) -> Result<(), Problem> {
        if self.may(permission) {
            return Ok(());
        }
        // If the role has the permission, the reason is that the API token lacks it, or that the user must enroll a
        // second factor.
        let is_of_role = permission.roles().contains(&self.role);
        Err(Problem::Forbidden(if is_of_role {
            Permission::NOT_GRANTED
        } else {
            permission.denial_detail()
        }))
    }

    /// Same as `require`, for the pages of an area in one language.
    pub fn require_for_text(
        &self,
        permission: Permission,
        area: &str,
        locale: Locale,
    ) -> Result<(), Problem> {
        self.require(permission)?;
        if !self.limits.allow(area, locale) {
            return Err(Problem::Forbidden(
                "access scope of the account excludes this language or area",
            ));
        }
        Ok(())
    }

    /// Same as `require`, for changes that affect all readers: the account must not have an access scope.
    pub fn require_unrestricted(&self, permission: Permission) -> Result<(), Problem> {
        self.require(permission)?;
        if self.limits.is_unrestricted() {
            return Ok(());
        }
        Err(Problem::Forbidden("access scope of the account excludes some languages or areas"))
    }

    /// Returns the id of the session of this request, or an error if the request has an API token.
    pub fn session(&self) -> Result<&str, Problem> {
        match &self.by {
            AuthMethod::Session { id, .. } => Ok(id),
            AuthMethod::ApiToken(_) => Err(Problem::Forbidden("API tokens are not allowed here")),
        }
    }

    /// # Errors
    /// Returns an error if there is no session, or the user was not re-authenticated within
    /// [`REAUTHENTICATION_MS`].
    pub fn require_confirmed(&self) -> Result<(), Problem> {
        self.session()?;
        let now = id::now();
        let is_recent = matches!(self.by, AuthMethod::Session { confirmed_at, .. }
            if now - confirmed_at < REAUTHENTICATION_MS && !id::is_ahead(confirmed_at, now));
        is_recent.then_some(()).ok_or(Problem::ConfirmNeeded)
    }
}

/// Authenticates the sender of a request, and stores the time of the last use. Returns 401 without a valid token. Role
/// and access scope are read for every request, so that changes apply immediately.
pub async fn authenticate(db: &Db, caller: &RequestContext) -> Result<User, Problem> {
    let token = token(&caller.headers).ok_or(Problem::Unauthorized)?;
    let (hash, now) = (id::hash_of(token), id::now());
    let found = match token.starts_with(API_TOKEN) {
        true => store::api_token(db, &hash, now).await?,
        false => store::session(db, &hash, now, now - IDLE_MS).await?,
    };
    let found = found.ok_or(Problem::Unauthorized)?;
    if now - found.seen_at > LAST_USE_INTERVAL_MS || id::is_ahead(found.seen_at, now) {
        // A request that only reads must not fail or wait long when the database cannot be written.
        match timeout(MAX_RECORD_WAIT, record_use(db, &hash, now)).await {
            Ok(Err(error)) if Outage::of(&error).is_some_and(Outage::allows_reading) => {
                tracing::warn!(%error, "storing last use of session or API token failed");
            }
            Ok(stored) => stored?,
            Err(_) => tracing::warn!("storing last use of session or API token timed out"),
        }
    }
    found.user(origin(caller))
}

async fn record_use(db: &Db, hash: &str, now: i64) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    store::set_last_used(&mut tx, hash, now).await?;
    tx.commit().await
}

/// Authenticates the sender of a request again inside a transaction. Returns 401 if the token is no longer valid. Locks
/// the account until the transaction ends.
pub(crate) async fn authenticate_in(
    tx: &mut Tx,
    caller: &RequestContext,
    user: &User,
) -> Result<User, Problem> {
    store::lock_user(tx, &user.id).await?;
    let token = token(&caller.headers).ok_or(Problem::Unauthorized)?;
    let (hash, now) = (id::hash_of(token), id::now());
    let found = match token.starts_with(API_TOKEN) {
        true => store::api_token_in(tx, &hash, now).await?,
        false => store::session_in(tx, &hash, now, now - IDLE_MS).await?,
    };
    let found = found.ok_or(Problem::Unauthorized)?;
    let Actor { address, agent, .. } = user.actor.clone();
    found.user((address, agent))
}

/// Creates the actor of a request without a session, with the id and name of the account concerned, if any.
pub fn anonymous_actor(caller: &RequestContext, (id, name): (&str, &str)) -> Actor {
    let (address, agent) = origin(caller);
    Actor { address, agent, ..Actor::of(id, name) }
}

fn origin(caller: &RequestContext) -> (String, String) {
    (caller.address.to_string(), caller.agent().chars().take(200).collect())
}

/// Opens a session for a user who authenticated at `confirmed_at`, in milliseconds since 1970-01-01 UTC. Also deletes
/// the expired sessions of all users.
pub async fn open(
    tx: &mut Tx,
    user_id: &str,
    actor: &Actor,
    confirmed_at: i64,
) -> Result<Session, sqlx::Error> {
    let now = id::now();
    let (token, expires_at) = (id::secret(), now + LIFE_MS);
    store::delete_expired(tx, now, now - IDLE_MS).await?;
    let row = store::NewSession {
        token_hash: &id::hash_of(&token),
        id: &id::new(),
        user_id,
        now,
        confirmed_at,
        expires_at,
        agent: &actor.agent,
        address: &actor.address,
    };
    store::insert_session(tx, &row).await?;
    Ok(Session { token, expires_at })
}

/// Revokes the session of the request's token, if any. Returns the id and the name of its user.
pub async fn close(
    tx: &mut Tx,
    caller: &RequestContext,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let Some(token) = token(&caller.headers) else { return Ok(None) };
    store::delete_session(tx, &id::hash_of(token)).await
}

/// Revokes every session of a user, for example after a change of password or role.
pub async fn close_all(tx: &mut Tx, user_id: &str) -> Result<(), sqlx::Error> {
    store::delete_of(tx, user_id).await
}

/// Stores the current time as the time of the last re-authentication in this session.
pub async fn confirm(tx: &mut Tx, session_id: &str) -> Result<(), sqlx::Error> {
    store::set_confirmed(tx, session_id, id::now()).await
}

/// Returns the token of the `Authorization` header: the token alone, or `Bearer` and the token, as command-line clients
/// send it. `None` for another scheme or without a token.
fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        Some(_) => return None,
        None => value,
    };
    (!token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header_value: &str, expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, header_value.parse().unwrap());
        assert_eq!(token(&headers), expected, "{header_value:?}");
    }

    #[test]
    fn token_is_accepted_with_or_without_bearer() {
        check("abc", Some("abc"));
        check(" abc ", Some("abc"));
        check("Bearer abc", Some("abc"));
        check("bearer  abc", Some("abc"));
        check("Basic abc", None);
        check("", None);
        assert_eq!(token(&HeaderMap::new()), None);
    }
}

//! SQL of sessions and API tokens, which are identified by the hash of the token.

use super::role::UnknownRole;
use super::{AccessScope, AuthMethod, Permission, Role, User};
use crate::second_factor_policy::requires_second_factor;
use pailou_database::audit_log::Actor;
use pailou_database::{Db, Tx, on, on_tx};
use pailou_web::problem::Problem;

#[derive(sqlx::FromRow)]
pub struct SessionRow {
    user_id: String,
    name: String,
    role: String,
    locales: String,
    areas: String,
    has_second_factor: i64,
    has_passkey: i64,
    requires_second_factor: i64,
    /// Id of the session or of the API token. `confirmed_at` is the time of the last re-authentication in a session.
    id: String,
    confirmed_at: i64,
    pub seen_at: i64,
    /// Name of the API token; empty for a session. `permissions` are the permissions of the API token.
    token: String,
    permissions: Option<String>,
}

impl SessionRow {
    /// Converts the row to a user. A user with an unknown role, stored by a newer release of Pailou, has the lowest
    /// role. Returns 403 for an access scope with an unknown language or area. Both cases are logged.
    pub(crate) fn user(self, (address, agent): (String, String)) -> Result<User, Problem> {
        let named = Actor::of(&self.user_id, &self.name);
        let actor = Actor { token: self.token, address, agent, ..named };
        let role = self.role.parse().unwrap_or_else(|error: UnknownRole| {
            tracing::warn!(user_id = self.user_id, %error, "unknown stored role");
            Role::LOWEST
        });
        let limits = AccessScope::read(&self.locales, &self.areas).map_err(|error| {
            tracing::warn!(user_id = self.user_id, %error, "unknown stored access scope");
            Problem::Forbidden(AccessScope::UNKNOWN)
        })?;
        let by = match &self.permissions {
            None => AuthMethod::Session { id: self.id.clone(), confirmed_at: self.confirmed_at },
            // Unknown permissions, stored by a newer release of Pailou, are ignored.
            Some(permissions) => AuthMethod::ApiToken(
                permissions
                    .split(' ')
                    .filter_map(|permission| permission.parse::<Permission>().ok())
                    .collect(),
            ),
        };
        let (has_second_factor, has_passkey) = (self.has_second_factor != 0, self.has_passkey != 0);
        let has_factor = has_second_factor || has_passkey;
        Ok(User {
            role,
            limits,
            has_second_factor,
            has_passkey,
            must_enroll: self.requires_second_factor != 0 && !has_factor,
            actor,
            by,
            id: self.user_id,
            name: self.name,
        })
    }
}

macro_rules! user_columns {
    () => {
        concat!(
            "select u.id as user_id, u.name, u.role, u.locales, u.areas, \
             case when u.totp = '' then cast(0 as bigint) else cast(1 as bigint) end \
             as has_second_factor, \
             case when exists (select 1 from passkeys p where p.user_id = u.id) \
             then cast(1 as bigint) else cast(0 as bigint) end as has_passkey, ",
            requires_second_factor!("u.role"),
            ", "
        )
    };
}

macro_rules! session {
    () => {
        concat!(
            user_columns!(),
            "s.id, s.confirmed_at, s.seen_at, '' as token, null as permissions \
             from sessions s join users u on u.id = s.user_id \
             where s.token_hash = $1 and s.expires_at > $2 \
             and s.seen_at > $3 and u.disabled_at is null"
        )
    };
}

/// Returns the session whose token has this hash; `None` if it has expired, was last used before `idle_since`, or its
/// user is disabled. Times are milliseconds since 1970-01-01 UTC.
pub async fn session(
    db: &Db,
    hash: &str,
    now: i64,
    idle_since: i64,
) -> Result<Option<SessionRow>, sqlx::Error> {
    on!(db, pool => {
        sqlx::query_as(session!()).bind(hash).bind(now).bind(idle_since).fetch_optional(pool).await
    })
}

/// Same as `session`, inside a transaction.
pub(crate) async fn session_in(
    tx: &mut Tx,
    hash: &str,
    now: i64,
    idle_since: i64,
) -> Result<Option<SessionRow>, sqlx::Error> {
    on_tx!(tx, conn => {
        sqlx::query_as(session!()).bind(hash).bind(now).bind(idle_since).fetch_optional(conn).await
    })
}

macro_rules! api_token {
    () => {
        concat!(
            user_columns!(),
            "t.id, cast(0 as bigint) as confirmed_at, coalesce(t.used_at, 0) as seen_at, \
             t.name as token, t.permissions from api_tokens t join users u on u.id = t.user_id \
             where t.token_hash = $1 and t.expires_at > $2 and u.disabled_at is null"
        )
    };
}

/// Returns the user of the API token with this hash; `None` if the token has expired or the user is disabled.
pub(crate) async fn api_token(
    db: &Db,
    hash: &str,
    now: i64,
) -> Result<Option<SessionRow>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(api_token!()).bind(hash).bind(now).fetch_optional(pool).await)
}

/// Same as `api_token`, inside a transaction.
pub(crate) async fn api_token_in(
    tx: &mut Tx,
    hash: &str,
    now: i64,
) -> Result<Option<SessionRow>, sqlx::Error> {
    on_tx!(tx, conn => {
        sqlx::query_as(api_token!()).bind(hash).bind(now).fetch_optional(conn).await
    })
}

/// Locks the account until the transaction ends.
pub async fn lock_user(tx: &mut Tx, user_id: &str) -> Result<(), sqlx::Error> {
    let sql = "update users set revision = revision where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).execute(conn).await.map(drop))
}

macro_rules! rights {
    () => {
        "select role, locales, areas from users where id = $1 and disabled_at is null"
    };
}

/// Returns the role and the access scope (languages and areas) of a user; `None` if the user is disabled or does not
/// exist.
pub async fn rights(
    db: &Db,
    user_id: &str,
) -> Result<Option<(String, String, String)>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(rights!()).bind(user_id).fetch_optional(pool).await)
}

/// Same as `rights`, inside a transaction.
pub(crate) async fn rights_in(
    tx: &mut Tx,
    user_id: &str,
) -> Result<Option<(String, String, String)>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(rights!()).bind(user_id).fetch_optional(conn).await)
}

/// Stores the time of the last use of the session or API token with this token hash.
pub(crate) async fn set_last_used(tx: &mut Tx, hash: &str, now: i64) -> Result<(), sqlx::Error> {
    // The account is updated before the session: concurrent transactions that lock the account first and then write the
    // session could otherwise deadlock on PostgreSQL.
    let sql = "update users set seen_at = $2 \
               where id = (select user_id from sessions where token_hash = $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))?;
    let sql = "update sessions set seen_at = $2 where token_hash = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))?;
    let sql = "update api_tokens set used_at = $2 where token_hash = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))
}

pub(crate) struct NewSession<'a> {
    pub token_hash: &'a str,
    pub id: &'a str,
    pub user_id: &'a str,
    pub now: i64,
    pub confirmed_at: i64,
    pub expires_at: i64,
    pub agent: &'a str,
    pub address: &'a str,
}

pub(crate) async fn insert_session(tx: &mut Tx, row: &NewSession<'_>) -> Result<(), sqlx::Error> {
    let sql = "insert into sessions (token_hash, id, user_id, created_at, seen_at, confirmed_at, \
               expires_at, user_agent, address) values ($1, $2, $3, $4, $4, $5, $6, $7, $8)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(row.token_hash).bind(row.id).bind(row.user_id);
        let query = query.bind(row.now).bind(row.confirmed_at).bind(row.expires_at);
        let query = query.bind(row.agent).bind(row.address);
        query.execute(conn).await.map(drop)
    })?;
    set_last_used(tx, row.token_hash, row.now).await
}

pub(crate) async fn set_confirmed(tx: &mut Tx, id: &str, now: i64) -> Result<(), sqlx::Error> {
    let sql = "update sessions set confirmed_at = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(now).execute(conn).await.map(drop))
}

/// Deletes the session whose token has this hash. Returns the id and the name of its user; `None` if there is no such
/// session.
pub(crate) async fn delete_session(
    tx: &mut Tx,
    hash: &str,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let sql = "delete from sessions where token_hash = $1 \
               returning user_id, (select name from users where users.id = sessions.user_id)";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(hash).fetch_optional(conn).await)
}

pub async fn delete_of(tx: &mut Tx, user_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where user_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).execute(conn).await.map(drop))
}

pub(crate) async fn delete_expired(
    tx: &mut Tx,
    now: i64,
    idle_since: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where expires_at <= $1 or seen_at <= $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(now).bind(idle_since).execute(conn).await.map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(role: &str, locales: &str, areas: &str) -> Result<User, Problem> {
        let row = SessionRow {
            user_id: "u1".to_owned(),
            name: "ann".to_owned(),
            role: role.to_owned(),
            locales: locales.to_owned(),
            areas: areas.to_owned(),
            has_second_factor: 0,
            has_passkey: 0,
            requires_second_factor: 0,
            id: "s1".to_owned(),
            confirmed_at: 0,
            seen_at: 0,
            token: String::new(),
            permissions: None,
        };
        row.user((String::new(), String::new()))
    }

    #[test]
    fn unknown_stored_role_has_the_lowest_role() {
        assert_eq!(user("editor", "", "").unwrap().role, Role::Editor);
        let unknown = user("publisher", "", "").unwrap();
        assert_eq!(unknown.role, Role::Analyst);
        assert_eq!(unknown.permissions(), Role::Analyst.permissions());
    }

    #[test]
    fn unknown_stored_access_scope_is_403() {
        assert!(user("editor", "zh", "docs").is_ok());
        for (locales, areas) in [("fr", ""), ("zh fr", ""), ("", "shop")] {
            let refused = user("editor", locales, areas);
            assert!(matches!(refused, Err(Problem::Forbidden(_))), "{locales} {areas}");
        }
    }
}

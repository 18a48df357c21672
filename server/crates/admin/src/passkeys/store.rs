//! SQL of passkeys and pending WebAuthn challenges.

use pailou_database::{Db, Tx, on, on_tx};

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Passkey {
    pub id: String,
    pub user_id: String,
    pub name: String,
    pub credential_id: String,
    pub transports: i64,
    pub key: String,
    pub counter: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
}

pub(super) struct VerifiedCredential {
    pub credential_id: String,
    pub transports: i64,
    pub key: String,
    pub counter: String,
}

macro_rules! passkey_columns {
    () => {
        "select id, user_id, name, credential_id, transports, key, counter, created_at, used_at \
         from passkeys "
    };
}

/// Returns the passkeys of a user, newest first.
pub(super) async fn passkeys(db: &Db, user_id: &str) -> Result<Vec<Passkey>, sqlx::Error> {
    let sql = concat!(passkey_columns!(), "where user_id = $1 order by created_at desc, id");
    on!(db, pool => sqlx::query_as(sql).bind(user_id).fetch_all(pool).await)
}

pub(super) async fn count_passkeys(tx: &mut Tx, user_id: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from passkeys where user_id = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(user_id).fetch_one(conn).await)
}

/// Returns the passkey with this credential id; `None` if there is none.
pub(crate) async fn by_credential(
    tx: &mut Tx,
    credential_id: &str,
) -> Result<Option<Passkey>, sqlx::Error> {
    let sql = concat!(passkey_columns!(), "where credential_id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(credential_id).fetch_optional(conn).await)
}

pub(super) async fn insert_passkey(tx: &mut Tx, row: &Passkey) -> Result<(), sqlx::Error> {
    let sql = "insert into passkeys (id, user_id, name, credential_id, transports, key, counter, \
               created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(&row.id).bind(&row.user_id).bind(&row.name);
        let query = query.bind(&row.credential_id).bind(row.transports).bind(&row.key);
        query.bind(&row.counter).bind(row.created_at).execute(conn).await.map(drop)
    })
}

/// Stores the new signature counter unless the stored counter has changed since `passkey` was read;
/// returns whether the counter was stored.
pub(crate) async fn set_used(
    tx: &mut Tx,
    passkey: &Passkey,
    counter: &str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "update passkeys set counter = $3, used_at = $4 where id = $1 and counter = $2";
    let rows = on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(&passkey.id).bind(&passkey.counter).bind(counter);
        query.bind(now).execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}

/// Returns a passkey by id; `None` if it does not exist or belongs to another user.
pub(super) async fn of(
    tx: &mut Tx,
    user_id: &str,
    id: &str,
) -> Result<Option<Passkey>, sqlx::Error> {
    let sql = concat!(passkey_columns!(), "where user_id = $1 and id = $2");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(user_id).bind(id).fetch_optional(conn).await)
}

pub(crate) async fn set_name(tx: &mut Tx, id: &str, name: &str) -> Result<(), sqlx::Error> {
    let sql = "update passkeys set name = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(name).execute(conn).await.map(drop))
}

/// Deletes a passkey of a user; returns its name, or `None` if the user has no such passkey.
pub(super) async fn delete_passkey(
    tx: &mut Tx,
    user_id: &str,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "delete from passkeys where user_id = $1 and id = $2 returning name";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(user_id).bind(id).fetch_optional(conn).await)
}

/// Deletes all passkeys of a user; returns their number.
pub(super) async fn delete_of(tx: &mut Tx, user_id: &str) -> Result<u64, sqlx::Error> {
    let sql = "delete from passkeys where user_id = $1";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(user_id).execute(conn).await.map(|done| done.rows_affected())
    })
}

pub(crate) struct Challenge<'a> {
    pub hash: &'a str,
    pub purpose: &'a str,
    /// Id of the session; empty without a session.
    pub session_id: &'a str,
}

/// Stores a challenge and deletes expired challenges.
pub(crate) async fn store_challenge(
    tx: &mut Tx,
    challenge: &Challenge<'_>,
    state: &str,
    (now, expires_at): (i64, i64),
) -> Result<(), sqlx::Error> {
    let sql = "delete from passkey_challenges where expires_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(now).execute(conn).await.map(drop))?;
    let sql = "insert into passkey_challenges (challenge_hash, purpose, session_id, state, \
               expires_at) values ($1, $2, $3, $4, $5)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(challenge.hash).bind(challenge.purpose);
        let query = query.bind(challenge.session_id).bind(state).bind(expires_at);
        query.execute(conn).await.map(drop)
    })
}

/// Deletes a challenge, because it can be used only once. Returns the server state of its ceremony; `None` if there is
/// no unexpired challenge.
pub(crate) async fn take_challenge(
    tx: &mut Tx,
    challenge: &Challenge<'_>,
    now: i64,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "delete from passkey_challenges where challenge_hash = $1 and purpose = $2 \
               and session_id = $3 and expires_at > $4 returning state";
    on_tx!(tx, conn => {
        let query = sqlx::query_scalar(sql).bind(challenge.hash).bind(challenge.purpose);
        query.bind(challenge.session_id).bind(now).fetch_optional(conn).await
    })
}

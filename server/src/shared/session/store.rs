//! Sessions, by the hash of their token.

use crate::shared::db::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct Found {
    pub(super) user_id: String,
    pub(super) name: String,
    pub(super) role: String,
    pub(super) seen_at: i64,
}

/// The session, unless it is over or its user was disabled.
pub(super) async fn session(
    db: &Db,
    hash: &str,
    now: i64,
    idle_since: i64,
) -> Result<Option<Found>, sqlx::Error> {
    let sql = "select users.id as user_id, users.name, users.role, sessions.seen_at \
               from sessions join users on users.id = sessions.user_id \
               where sessions.token_hash = $1 and sessions.expires_at > $2 \
               and sessions.seen_at > $3 and users.disabled_at is null";
    on!(db, pool => {
        sqlx::query_as(sql).bind(hash).bind(now).bind(idle_since).fetch_optional(pool).await
    })
}

pub(super) async fn set_seen(tx: &mut Tx, hash: &str, now: i64) -> Result<(), sqlx::Error> {
    let sql = "update sessions set seen_at = $2 where token_hash = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))
}

pub(super) async fn insert(
    tx: &mut Tx,
    hash: &str,
    user_id: &str,
    now: i64,
    expires_at: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) \
               values ($1, $2, $3, $3, $4)";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(hash).bind(user_id).bind(now).bind(expires_at).execute(conn).await.map(drop)
    })
}

pub(super) async fn delete(tx: &mut Tx, hash: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where token_hash = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).execute(conn).await.map(drop))
}

pub(super) async fn delete_of(tx: &mut Tx, user_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where user_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).execute(conn).await.map(drop))
}

pub(super) async fn delete_over(tx: &mut Tx, now: i64, idle_since: i64) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where expires_at <= $1 or seen_at <= $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(now).bind(idle_since).execute(conn).await.map(drop))
}

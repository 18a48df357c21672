//! SQL of the sessions, the two-factor secret, and the recovery codes of one user.

use pailou_database::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct Session {
    pub id: String,
    pub created_at: i64,
    pub seen_at: i64,
    pub expires_at: i64,
    pub agent: String,
    pub address: String,
}

pub(crate) async fn sessions(
    db: &Db,
    user_id: &str,
    now: i64,
    idle_since: i64,
) -> Result<Vec<Session>, sqlx::Error> {
    let sql = "select id, created_at, seen_at, expires_at, user_agent as agent, address from sessions \
               where user_id = $1 and expires_at > $2 and seen_at > $3 order by seen_at desc, id";
    on!(db, pool => sqlx::query_as(sql).bind(user_id).bind(now).bind(idle_since).fetch_all(pool).await)
}

/// Deletes a session of the user; returns whether it existed.
pub(crate) async fn end_session(tx: &mut Tx, user_id: &str, id: &str) -> Result<bool, sqlx::Error> {
    let sql = "delete from sessions where user_id = $1 and id = $2";
    let rows = on_tx!(tx, conn => {
        sqlx::query(sql).bind(user_id).bind(id).execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}

/// Revokes the re-authentication of the user's sessions except the session with the id `but`. The sessions stay valid.
pub(crate) async fn revoke_other_reauthentications(
    tx: &mut Tx,
    user_id: &str,
    but: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update sessions set confirmed_at = 0 where user_id = $1 and id <> $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).bind(but).execute(conn).await.map(drop))
}

pub(crate) async fn end_other_sessions(
    tx: &mut Tx,
    user_id: &str,
    but: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from sessions where user_id = $1 and id <> $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).bind(but).execute(conn).await.map(drop))
}

pub(crate) async fn propose_secret(
    tx: &mut Tx,
    user_id: &str,
    secret: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update users set totp_new = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).bind(secret).execute(conn).await.map(drop))
}

/// Enables the secret, stores the time step of the code that verified it, and deletes the recovery
/// codes.
pub(super) async fn set_secret(
    tx: &mut Tx,
    user_id: &str,
    secret: &str,
    step: i64,
) -> Result<(), sqlx::Error> {
    let sql = "update users set totp = $2, totp_new = '', totp_step = $3, revision = revision + 1 \
               where id = $1";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(user_id).bind(secret).bind(step).execute(conn).await.map(drop)
    })?;
    let sql = "delete from recovery_codes where user_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).execute(conn).await.map(drop))
}

/// Returns the number of unused recovery codes.
pub(crate) async fn count_recovery_codes(db: &Db, user_id: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from recovery_codes where user_id = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(user_id).fetch_one(pool).await)
}

pub(crate) async fn add_recovery_code(
    tx: &mut Tx,
    user_id: &str,
    hash: &str,
) -> Result<(), sqlx::Error> {
    let sql = "insert into recovery_codes (code_hash, user_id) values ($2, $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(user_id).bind(hash).execute(conn).await.map(drop))
}

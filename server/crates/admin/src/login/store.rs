//! SQL of failed logins and used codes of two-factor authentication.

use pailou_database::{Db, Tx, on, on_tx};

/// Returns the number of failures of an account from a client address, and the time of the last failure; `None` without
/// failures.
pub(super) async fn failures(
    db: &Db,
    account: &str,
    address: &str,
) -> Result<Option<(i64, i64)>, sqlx::Error> {
    let sql = "select failures, last_at from login_failures where account = $1 and address = $2";
    on!(db, pool => sqlx::query_as(sql).bind(account).bind(address).fetch_optional(pool).await)
}

/// Same as `failures`, within a transaction.
pub(crate) async fn failures_so_far(
    tx: &mut Tx,
    account: &str,
    address: &str,
) -> Result<Option<(i64, i64)>, sqlx::Error> {
    let sql = "select failures, last_at from login_failures where account = $1 and address = $2";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(account).bind(address).fetch_optional(conn).await)
}

pub(crate) async fn add_failure(
    tx: &mut Tx,
    account: &str,
    address: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into login_failures (account, address, failures, last_at) \
               values ($1, $2, 1, $3) on conflict (account, address) do update set \
               failures = login_failures.failures + 1, last_at = excluded.last_at";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(account).bind(address).bind(now).execute(conn).await.map(drop)
    })
}

pub(crate) async fn clear_failures(
    tx: &mut Tx,
    account: &str,
    address: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from login_failures where account = $1 and address = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(account).bind(address).execute(conn).await.map(drop))
}

/// Deletes failures older than `age` milliseconds, and failures more than `age` in the future (wrong clock).
pub(crate) async fn delete_old_failures(
    tx: &mut Tx,
    now: i64,
    age: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from login_failures where last_at < $1 or last_at > $2";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(now - age).bind(now + age).execute(conn).await.map(drop)
    })
}

/// Maximum number of 30-second steps by which a stored step may be ahead of the step of a new code. A stored step
/// further ahead was computed with a wrong clock, and is ignored. A smaller difference is possible: the code of the
/// next step is valid, and server clocks may differ.
const STEPS_AHEAD: i64 = 4;

/// Stores a time step as the last used step; returns false if the last used step is this step or one of the next
/// `STEPS_AHEAD` steps.
pub(crate) async fn consume_step(
    tx: &mut Tx,
    user_id: &str,
    step: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "update users set totp_step = $2 \
               where id = $1 and (totp_step < $2 or totp_step > $3)";
    let max_step = step.saturating_add(STEPS_AHEAD);
    let rows = on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(user_id).bind(step).bind(max_step);
        query.execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}

/// Deletes a recovery code; returns whether it existed.
pub(crate) async fn consume_recovery_code(
    tx: &mut Tx,
    user_id: &str,
    hash: &str,
) -> Result<bool, sqlx::Error> {
    let sql = "delete from recovery_codes where user_id = $1 and code_hash = $2";
    let rows = on_tx!(tx, conn => {
        sqlx::query(sql).bind(user_id).bind(hash).execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}

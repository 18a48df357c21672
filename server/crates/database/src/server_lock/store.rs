//! SQL of server locks.

use crate::Tx;

/// Acquires an advisory lock of PostgreSQL until the transaction ends.
pub(super) async fn advisory_lock(tx: &mut Tx, number: i64) -> Result<(), sqlx::Error> {
    let Tx::Postgres(tx) = tx else { return Ok(()) };
    let sql = "select pg_advisory_xact_lock($1)";
    sqlx::query(sql).bind(number).execute(&mut **tx).await.map(drop)
}

//! Locks that are shared by the servers of one database.

mod store;

use crate::{Db, Tx};

/// Waits until no other server holds the lock with this number, then holds it until the returned transaction is
/// dropped. Returns `None` for SQLite, whose data directory belongs to one server.
pub async fn hold(db: &Db, number: i64) -> Result<Option<Tx>, sqlx::Error> {
    let Db::Postgres { .. } = db else { return Ok(None) };
    let mut tx = db.begin().await?;
    store::advisory_lock(&mut tx, number).await?;
    Ok(Some(tx))
}

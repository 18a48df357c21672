//! SQL of the change counter, and of the last change of each tag.

use crate::{Db, Tx, on, on_tx};

pub(super) async fn changed_since(
    db: &Db,
    version: i64,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let sql = "select tag, version from cache_tags where version > $1";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// Returns the next version. The counter's row stays locked until the transaction ends, so versions become visible in
/// ascending order, on SQLite and on PostgreSQL.
pub(super) async fn next_version(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "update change_counter set value = value + 1 where id = 1 returning value";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

pub(super) async fn set_changed(tx: &mut Tx, tag: &str, version: i64) -> Result<(), sqlx::Error> {
    let sql = "insert into cache_tags (tag, version) values ($1, $2) \
               on conflict (tag) do update set version = excluded.version";
    on_tx!(tx, conn => sqlx::query(sql).bind(tag).bind(version).execute(conn).await.map(drop))
}

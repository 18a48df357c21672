//! Published values by name.

use crate::shared::db::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct Value {
    pub(super) media_type: String,
    pub(super) body: String,
}

pub(super) async fn value(db: &Db, name: &str) -> Result<Option<Value>, sqlx::Error> {
    let sql = "select media_type, body from config_values where name = $1";
    on!(db, pool => sqlx::query_as(sql).bind(name).fetch_optional(pool).await)
}

pub(super) async fn set(
    tx: &mut Tx,
    name: &str,
    value: &Value,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into config_values (name, media_type, body, revision, updated_at) \
               values ($1, $2, $3, 1, $4) on conflict (name) do update set \
               media_type = excluded.media_type, body = excluded.body, \
               revision = config_values.revision + 1, updated_at = excluded.updated_at";
    let Value { media_type, body } = value;
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(name).bind(media_type).bind(body).bind(now).execute(conn).await.map(drop)
    })
}

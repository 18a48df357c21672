//! SQL of uploads. The owner is an account id, because names can be reused.

use sqlx::FromRow;

use pailou_database::{Db, on, on_tx};

#[derive(Debug, Clone, FromRow)]
pub(super) struct UploadRow {
    pub id: String,
    pub path: String,
    /// Hash of the file that the upload replaces; empty for a new file.
    pub replaces: String,
    pub bytes: i64,
    pub received: i64,
    /// Path of the stored file; empty until the upload is complete.
    pub result_path: String,
}

pub(super) async fn insert_upload(
    db: &Db,
    upload: &UploadRow,
    owner: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into uploads (id, owner, path, replaces, bytes, received, created_at) \
               values ($1, $2, $3, $4, $5, 0, $6)";
    let mut tx = db.begin().await?;
    on_tx!(&mut tx, conn => sqlx::query(sql).bind(&upload.id).bind(owner).bind(&upload.path)
        .bind(&upload.replaces).bind(upload.bytes).bind(now).execute(conn).await.map(drop))?;
    tx.commit().await
}

/// Returns the upload with this id; `None` if it does not exist or belongs to another account.
pub(super) async fn upload(
    db: &Db,
    id: &str,
    owner: &str,
) -> Result<Option<UploadRow>, sqlx::Error> {
    let sql = "select id, path, replaces, bytes, received, result_path from uploads \
               where id = $1 and owner = $2";
    on!(db, pool => sqlx::query_as(sql).bind(id).bind(owner).fetch_optional(pool).await)
}

/// Returns the number of unfinished uploads of an owner.
pub(super) async fn count_open_uploads(db: &Db, owner: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from uploads where owner = $1 and result_path = ''";
    on!(db, pool => sqlx::query_scalar(sql).bind(owner).fetch_one(pool).await)
}

/// Stores the number of received bytes; returns false if a concurrent request has changed this
/// number.
pub(super) async fn set_received_bytes(
    db: &Db,
    id: &str,
    before: i64,
    after: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "update uploads set received = $3 where id = $1 and received = $2";
    let mut tx = db.begin().await?;
    let is_ours = on_tx!(&mut tx, conn => sqlx::query(sql).bind(id).bind(before).bind(after)
        .execute(conn).await.map(|done| done.rows_affected() > 0))?;
    tx.commit().await?;
    Ok(is_ours)
}

pub(super) async fn set_result_path(db: &Db, id: &str, path: &str) -> Result<(), sqlx::Error> {
    let sql = "update uploads set result_path = $2 where id = $1";
    let mut tx = db.begin().await?;
    on_tx!(&mut tx, conn => sqlx::query(sql).bind(id).bind(path).execute(conn).await.map(drop))?;
    tx.commit().await
}

pub(super) async fn delete_upload(db: &Db, id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from uploads where id = $1";
    let mut tx = db.begin().await?;
    on_tx!(&mut tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))?;
    tx.commit().await
}

/// Deletes the uploads that were created before the time `before`; returns their ids.
pub(crate) async fn delete_older(db: &Db, before: i64) -> Result<Vec<String>, sqlx::Error> {
    let sql = "delete from uploads where created_at < $1 returning id";
    let mut tx = db.begin().await?;
    let ids = on_tx!(&mut tx, conn => sqlx::query_scalar(sql).bind(before).fetch_all(conn).await)?;
    tx.commit().await?;
    Ok(ids)
}

//! SQL of the marker of unfinished copies.

use crate::{Tx, on_tx};

pub(super) async fn exists(tx: &mut Tx) -> Result<bool, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "select count(*) from sqlite_master where type = 'table' and name = 'unfinished_copy'"
        }
        Tx::Postgres(_) => {
            "select count(*) from information_schema.tables \
             where table_schema = current_schema() and table_name = 'unfinished_copy'"
        }
    };
    let count: i64 = on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)?;
    Ok(count > 0)
}

pub(super) async fn marker_source(tx: &mut Tx) -> Result<String, sqlx::Error> {
    let sql = "select source from unfinished_copy";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

pub(super) async fn create(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "create table unfinished_copy (source text primary key)";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

pub(super) async fn insert_marker(tx: &mut Tx, source: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into unfinished_copy (source) values ($1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(source).execute(conn).await.map(drop))
}

pub(super) async fn lock_marker(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "update unfinished_copy set source = source";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

pub(super) async fn drop_table(tx: &mut Tx) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => sqlx::query("drop table unfinished_copy").execute(conn).await.map(drop))
}

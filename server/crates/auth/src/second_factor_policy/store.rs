//! SQL of the roles whose accounts must have a second factor.

use pailou_database::{Tx, on_tx};

pub(super) async fn role_names(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select role from required_second_factors";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub(super) async fn clear(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from required_second_factors";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

pub(super) async fn insert_role(tx: &mut Tx, role: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into required_second_factors (role) values ($1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(role).execute(conn).await.map(drop))
}

//! Users and set-up codes.

use crate::shared::db::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct Account {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) role: String,
    pub(super) password: String,
}

#[derive(sqlx::FromRow)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) role: String,
    pub(super) disabled_at: Option<i64>,
}

/// The account that may log in under this name.
pub(super) async fn account(db: &Db, key: &str) -> Result<Option<Account>, sqlx::Error> {
    let sql = "select id, name, role, password from users \
               where name_key = $1 and disabled_at is null";
    on!(db, pool => sqlx::query_as(sql).bind(key).fetch_optional(pool).await)
}

pub(super) async fn list(db: &Db) -> Result<Vec<Listed>, sqlx::Error> {
    let sql = "select name, role, disabled_at from users order by name_key";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(super) async fn users(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from users";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// Id of the user of this name, disabled or not.
pub(super) async fn id_of(tx: &mut Tx, key: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select id from users where name_key = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(key).fetch_optional(conn).await)
}

/// Ids of the owners who can log in.
pub(super) async fn owners(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select id from users where role = 'owner' and disabled_at is null";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub(super) async fn insert(
    tx: &mut Tx,
    account: &Account,
    key: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into users (id, name, name_key, role, password, created_at) \
               values ($1, $2, $3, $4, $5, $6)";
    let Account { id, name, role, password } = account;
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(id).bind(name).bind(key).bind(role);
        query.bind(password).bind(now).execute(conn).await.map(drop)
    })
}

pub(super) async fn set_password(tx: &mut Tx, id: &str, hash: &str) -> Result<(), sqlx::Error> {
    let sql = "update users set password = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(hash).execute(conn).await.map(drop))
}

pub(super) async fn set_role(tx: &mut Tx, id: &str, role: &str) -> Result<(), sqlx::Error> {
    let sql = "update users set role = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(role).execute(conn).await.map(drop))
}

pub(super) async fn disable(tx: &mut Tx, id: &str, now: i64) -> Result<(), sqlx::Error> {
    let sql = "update users set disabled_at = $2 where id = $1 and disabled_at is null";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(now).execute(conn).await.map(drop))
}

pub(super) async fn is_setup_code(db: &Db, hash: &str) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from setup_codes where code_hash = $1";
    let found: i64 = on!(db, pool => sqlx::query_scalar(sql).bind(hash).fetch_one(pool).await)?;
    Ok(found > 0)
}

pub(super) async fn insert_setup_code(
    tx: &mut Tx,
    hash: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into setup_codes (code_hash, created_at) values ($1, $2)";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))
}

pub(super) async fn delete_setup_codes(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from setup_codes";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

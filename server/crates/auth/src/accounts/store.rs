//! SQL of users, API tokens, and set-up codes.

use crate::second_factor_policy::requires_second_factor;
use crate::session;
use pailou_database::{Db, Tx, on, on_tx};

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub role: String,
    pub locales: String,
    pub areas: String,
    pub password: String,
    /// Secret of the authenticator app; empty if the account has none.
    pub totp: String,
    pub totp_new: String,
    pub totp_step: i64,
    pub has_passkey: i64,
    pub requires_second_factor: i64,
    pub disabled_at: Option<i64>,
    pub revision: i64,
}

impl Account {
    /// Whether the user must log in with a passkey: the role requires a second factor, and a passkey is the only second
    /// factor of the account.
    pub fn requires_passkey(&self) -> bool {
        self.requires_second_factor != 0 && self.totp.is_empty() && self.has_passkey != 0
    }

    /// Whether the role requires a second factor and the account has none. `second_factor_policy` documents the
    /// requests that such an account may send.
    pub fn must_enroll(&self) -> bool {
        self.requires_second_factor != 0 && self.totp.is_empty() && self.has_passkey == 0
    }
}

macro_rules! account_columns {
    () => {
        concat!(
            "select id, name, role, locales, areas, password, totp, totp_new, totp_step, \
             case when exists (select 1 from passkeys p where p.user_id = users.id) \
             then cast(1 as bigint) else cast(0 as bigint) end as has_passkey, ",
            requires_second_factor!("users.role"),
            ", disabled_at, revision from users "
        )
    };
}

#[derive(sqlx::FromRow)]
pub(crate) struct UserRow {
    pub name: String,
    pub role: String,
    pub disabled_at: Option<i64>,
}

pub(crate) struct NewAccount<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub key: &'a str,
    pub role: &'a str,
    pub locales: &'a str,
    pub areas: &'a str,
    pub password: &'a str,
    pub now: i64,
}

pub struct Changed<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub key: &'a str,
    pub role: &'a str,
    pub locales: &'a str,
    pub areas: &'a str,
    pub disabled_at: Option<i64>,
}

/// Returns the account with this id, unless it is disabled.
pub async fn enabled_by_id(db: &Db, id: &str) -> Result<Option<Account>, sqlx::Error> {
    let sql = concat!(account_columns!(), "where id = $1 and disabled_at is null");
    on!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)
}

/// Returns the account with this `Name::key`, disabled or not; `None` if there is no such account.
pub async fn named(db: &Db, key: &str) -> Result<Option<Account>, sqlx::Error> {
    let sql = concat!(account_columns!(), "where name_key = $1");
    on!(db, pool => sqlx::query_as(sql).bind(key).fetch_optional(pool).await)
}

/// Same as `named`, within a transaction.
pub async fn by_key(tx: &mut Tx, key: &str) -> Result<Option<Account>, sqlx::Error> {
    let sql = concat!(account_columns!(), "where name_key = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(key).fetch_optional(conn).await)
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<Account>, sqlx::Error> {
    let sql = concat!(account_columns!(), "where id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)
}

/// Locks the account until the transaction ends, and returns its current row. Returns `None` if the account was
/// disabled or its password changed after `read` was loaded, for example while a password was verified.
pub async fn lock_if_unchanged(
    tx: &mut Tx,
    read: &Account,
) -> Result<Option<Account>, sqlx::Error> {
    session::lock_user(tx, &read.id).await?;
    let account = by_id(tx, &read.id).await?;
    Ok(account.filter(|now| now.disabled_at.is_none() && now.password == read.password))
}

pub(crate) async fn user_rows(db: &Db) -> Result<Vec<UserRow>, sqlx::Error> {
    let sql = "select name, role, disabled_at from users order by name_key";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the id, key, and name of every account.
pub(crate) async fn names(tx: &mut Tx) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select id, name_key, name from users order by name_key";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

pub async fn count(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from users";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// Returns the ids of the enabled owners without an access scope, or of all enabled owners if each has an access scope.
pub(crate) async fn owners(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select id, locales || areas from users where role = 'owner' and disabled_at is null";
    let owners: Vec<(String, String)> =
        on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)?;
    let is_free = |(_, limits): &&(String, String)| limits.is_empty();
    let free: Vec<_> = owners.iter().filter(is_free).map(|(id, _)| id.clone()).collect();
    Ok(if free.is_empty() { owners.into_iter().map(|(id, _)| id).collect() } else { free })
}

pub(crate) async fn insert_account(tx: &mut Tx, row: &NewAccount<'_>) -> Result<(), sqlx::Error> {
    let sql = "insert into users (id, name, name_key, role, locales, areas, password, created_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(row.id).bind(row.name).bind(row.key).bind(row.role);
        let query = query.bind(row.locales).bind(row.areas).bind(row.password).bind(row.now);
        query.execute(conn).await.map(drop)
    })
}

pub(crate) async fn update_account(tx: &mut Tx, row: &Changed<'_>) -> Result<(), sqlx::Error> {
    let sql = "update users set name = $2, name_key = $3, role = $4, locales = $5, areas = $6, \
               disabled_at = $7, revision = revision + 1 where id = $1";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(row.id).bind(row.name).bind(row.key).bind(row.role);
        let query = query.bind(row.locales).bind(row.areas).bind(row.disabled_at);
        query.execute(conn).await.map(drop)
    })
}

pub(crate) async fn set_password_hash(
    tx: &mut Tx,
    id: &str,
    hash: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update users set password = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(hash).execute(conn).await.map(drop))
}

/// Deletes the password reset links of a user, which are the rows of `invitations` with a user id.
pub async fn delete_resets(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from invitations where user_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

pub(crate) async fn clear_second_factor(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "update users set totp = '', totp_new = '', revision = revision + 1 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))?;
    let sql = "delete from recovery_codes where user_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

pub async fn is_setup_code(db: &Db, hash: &str) -> Result<bool, sqlx::Error> {
    // A set-up code is valid only while there is no account: `pailou user add` may have created one after the link was
    // printed.
    let sql = "select count(*) from setup_codes where code_hash = $1 \
               and not exists (select 1 from users)";
    let found: i64 = on!(db, pool => sqlx::query_scalar(sql).bind(hash).fetch_one(pool).await)?;
    Ok(found > 0)
}

pub async fn insert_setup_code(tx: &mut Tx, hash: &str, now: i64) -> Result<(), sqlx::Error> {
    let sql = "insert into setup_codes (code_hash, created_at) values ($1, $2)";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(now).execute(conn).await.map(drop))
}

pub async fn delete_setup_codes(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from setup_codes";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Token {
    pub id: String,
    pub name: String,
    /// Names of permissions, separated by spaces.
    pub permissions: String,
    pub created_at: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
}

/// Row of the list of all users' API tokens.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct TokenSummary {
    pub id: String,
    pub user: String,
    pub name: String,
    pub permissions: String,
    pub expires_at: i64,
}

pub async fn tokens(db: &Db, user_id: &str) -> Result<Vec<Token>, sqlx::Error> {
    let sql = "select id, name, permissions, created_at, expires_at, used_at from api_tokens \
               where user_id = $1 order by created_at desc, id";
    on!(db, pool => sqlx::query_as(sql).bind(user_id).fetch_all(pool).await)
}

pub(crate) async fn all_tokens(db: &Db) -> Result<Vec<TokenSummary>, sqlx::Error> {
    let sql = "select t.id, u.name as \"user\", t.name, t.permissions, t.expires_at from api_tokens t \
               join users u on u.id = t.user_id order by u.name_key, t.created_at";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn add_token(
    tx: &mut Tx,
    user_id: &str,
    hash: &str,
    row: &Token,
) -> Result<(), sqlx::Error> {
    let sql = "insert into api_tokens (id, user_id, name, token_hash, permissions, created_at, \
               expires_at) \
               values ($1, $2, $3, $4, $5, $6, $7)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(&row.id).bind(user_id).bind(&row.name).bind(hash);
        let query = query.bind(&row.permissions).bind(row.created_at).bind(row.expires_at);
        query.execute(conn).await.map(drop)
    })
}

/// Returns the ids of the tokens of a user.
pub(crate) async fn token_ids(tx: &mut Tx, user_id: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select id from api_tokens where user_id = $1 order by id";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(user_id).fetch_all(conn).await)
}

/// Deletes a token of this user, or of any user if `user_id` is empty. Returns the id of its user and its name; `None`
/// if there is no such token.
pub(crate) async fn delete_token(
    tx: &mut Tx,
    user_id: &str,
    id: &str,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let sql = "delete from api_tokens where id = $2 and ($1 = '' or user_id = $1) \
               returning user_id, name";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(user_id).bind(id).fetch_optional(conn).await)
}

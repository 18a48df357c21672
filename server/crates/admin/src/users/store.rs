//! SQL of user administration: accounts and one-time links.

use pailou_database::{Db, Tx, containing, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct User {
    pub id: String,
    pub name: String,
    pub role: String,
    pub locales: String,
    pub areas: String,
    pub disabled_at: Option<i64>,
    pub has_second_factor: i64,
    pub passkeys: i64,
    pub created_at: i64,
    pub seen_at: Option<i64>,
    pub revision: i64,
}

macro_rules! user_columns {
    () => {
        "select u.id, u.name, u.role, u.locales, u.areas, u.disabled_at, \
         case when u.totp = '' then cast(0 as bigint) else cast(1 as bigint) end \
         as has_second_factor, \
         (select count(*) from passkeys p where p.user_id = u.id) as passkeys, u.created_at, \
         u.seen_at, u.revision from users u "
    };
}

/// Returns one result page of the users whose name key contains `like`, sorted by name, and the total number of these
/// users.
pub(super) async fn users(
    db: &Db,
    like: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<User>, i64), sqlx::Error> {
    let like = containing(like);
    let sql = "select count(*) from users where name_key like $1 escape '!'";
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(&like).fetch_one(pool).await)?;
    let sql = concat!(
        user_columns!(),
        "where u.name_key like $1 escape '!' order by u.name_key limit $2 offset $3"
    );
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(&like).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

pub(super) async fn user(tx: &mut Tx, id: &str) -> Result<Option<User>, sqlx::Error> {
    let sql = concat!(user_columns!(), "where u.id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)
}

#[derive(sqlx::FromRow)]
pub(super) struct Invitation {
    pub id: String,
    pub user_id: Option<String>,
    pub note: String,
    pub role: String,
    pub locales: String,
    pub areas: String,
    pub created_by: String,
    pub created_by_id: String,
    pub created_at: i64,
    pub expires_at: i64,
}

pub(super) struct NewInvitation<'a> {
    pub id: &'a str,
    pub code_hash: &'a str,
    pub user_id: Option<&'a str>,
    pub note: &'a str,
    pub role: &'a str,
    pub locales: &'a str,
    pub areas: &'a str,
    pub created_by: &'a str,
    pub created_by_id: &'a str,
    pub now: i64,
    pub expires_at: i64,
}

macro_rules! invitation_columns {
    () => {
        "select id, user_id, note, role, locales, areas, created_by, created_by_id, created_at, \
         expires_at from invitations "
    };
}

/// Returns one result page of the unexpired invitations for new accounts, newest first, and the total number of these
/// invitations.
pub(crate) async fn invitations(
    db: &Db,
    now: i64,
    skip: i64,
    size: i64,
) -> Result<(Vec<Invitation>, i64), sqlx::Error> {
    let sql = "select count(*) from invitations where user_id is null and expires_at > $1";
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(now).fetch_one(pool).await)?;
    let sql = concat!(
        invitation_columns!(),
        "where user_id is null and expires_at > $1 order by created_at desc, id limit $2 offset $3"
    );
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(now).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

/// Returns the invitation whose code has this hash; `None` if it does not exist or has expired.
pub(super) async fn invitation(
    tx: &mut Tx,
    code_hash: &str,
    now: i64,
) -> Result<Option<Invitation>, sqlx::Error> {
    let sql = concat!(invitation_columns!(), "where code_hash = $1 and expires_at > $2");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(code_hash).bind(now).fetch_optional(conn).await)
}

pub(crate) async fn invitation_by_id(
    tx: &mut Tx,
    id: &str,
) -> Result<Option<Invitation>, sqlx::Error> {
    let sql = concat!(invitation_columns!(), "where id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)
}

pub(crate) async fn add_invitation(
    tx: &mut Tx,
    row: &NewInvitation<'_>,
) -> Result<(), sqlx::Error> {
    let sql = "insert into invitations (id, code_hash, user_id, note, role, locales, areas, created_by, \
               created_by_id, created_at, expires_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(row.id).bind(row.code_hash).bind(row.user_id);
        let query = query.bind(row.note).bind(row.role).bind(row.locales).bind(row.areas);
        let query = query.bind(row.created_by).bind(row.created_by_id).bind(row.now);
        let query = query.bind(row.expires_at);
        query.execute(conn).await.map(drop)
    })
}

pub(crate) async fn delete_invitation(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from invitations where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

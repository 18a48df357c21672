//! SQL of site files and their versions.

use pailou_database::{Db, Tx, on, on_tx};

/// Content of a site file.
#[derive(sqlx::FromRow)]
pub struct Value {
    pub media_type: String,
    pub body: String,
}

/// Published, fallback, and scheduled version of a site file.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Pointer {
    pub name: String,
    /// Counter of changes of this row.
    pub revision: i64,
    /// Published version.
    pub version: Option<i64>,
    /// Time at which `version` changed.
    pub changed_at: i64,
    /// Deadline for confirming a new version, after which `fallback` is published again.
    pub confirm_by: Option<i64>,
    pub fallback: Option<i64>,
    /// Publication time of the scheduled version `due`.
    pub due_at: Option<i64>,
    pub due: Option<i64>,
    /// Id of the user whose permission is checked at the publication time; empty if nothing is
    /// scheduled.
    pub due_by_id: String,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Version {
    pub number: i64,
    pub media_type: String,
    pub body: String,
    pub author: String,
    pub created_at: i64,
    /// Number of the older version that this version restores.
    pub restores: Option<i64>,
}

/// A version of a site file, without its content.
#[derive(Debug, sqlx::FromRow)]
pub struct ListedVersion {
    pub number: i64,
    pub bytes: i64,
    pub author: String,
    pub created_at: i64,
    pub restores: Option<i64>,
}

pub async fn value(db: &Db, name: &str) -> Result<Option<Value>, sqlx::Error> {
    let sql = "select v.media_type, v.body from config_heads c \
               join config_versions v on v.name = c.name and v.number = c.version \
               where c.name = $1";
    on!(db, pool => sqlx::query_as(sql).bind(name).fetch_optional(pool).await)
}

/// A site file with its published version, for the admin area.
#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    #[sqlx(flatten)]
    pub pointer: Pointer,
    pub bytes: Option<i64>,
    pub author: Option<String>,
    pub body: Option<String>,
}

macro_rules! pointer {
    ($of:literal) => {
        concat!(
            $of,
            "name, ",
            $of,
            "revision, ",
            $of,
            "version, ",
            $of,
            "changed_at, ",
            $of,
            "confirm_by, ",
            $of,
            "fallback, ",
            $of,
            "due_at, ",
            $of,
            "due, ",
            $of,
            "due_by_id ",
        )
    };
}

macro_rules! row {
    ($body:literal) => {
        concat!(
            "select ",
            pointer!("c."),
            ", cast(octet_length(v.body) as bigint) as bytes, v.author, ",
            $body,
            " as body from config_heads c left join config_versions v \
             on v.name = c.name and v.number = c.version "
        )
    };
}

/// Returns up to `size` site files, sorted by name, without their content, and the number of all
/// site files.
pub async fn rows(db: &Db, skip: i64, size: i64) -> Result<(Vec<Row>, i64), sqlx::Error> {
    let sql = "select count(*) from config_heads";
    let total = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    let sql = concat!(row!("cast(null as text)"), "order by c.name limit $1 offset $2");
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

pub async fn row(db: &Db, name: &str) -> Result<Option<Row>, sqlx::Error> {
    let sql = concat!(row!("v.body"), "where c.name = $1");
    on!(db, pool => sqlx::query_as(sql).bind(name).fetch_optional(pool).await)
}

/// Returns the names of site files with a change due at `now`.
pub async fn due(db: &Db, now: i64) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select name from config_heads where due_at <= $1 or confirm_by <= $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(now).fetch_all(pool).await)
}

/// Locks the row of a site file until the transaction ends; inserts a missing row first.
pub async fn lock(tx: &mut Tx, name: &str, now: i64) -> Result<Pointer, sqlx::Error> {
    let sql = concat!(
        "insert into config_heads (name, revision, changed_at) values ($1, 0, $2) \
         on conflict (name) do update set name = excluded.name returning ",
        pointer!("")
    );
    on_tx!(tx, conn => sqlx::query_as(sql).bind(name).bind(now).fetch_one(conn).await)
}

/// Updates the row of a site file. Returns the new revision of the row.
pub(crate) async fn point(tx: &mut Tx, to: &Pointer) -> Result<i64, sqlx::Error> {
    let sql = "update config_heads set revision = revision + 1, version = $2, changed_at = $3, \
               confirm_by = $4, fallback = $5, due_at = $6, due = $7, due_by_id = $8 \
               where name = $1 returning revision";
    on_tx!(tx, conn => {
        let query = sqlx::query_scalar(sql).bind(&to.name).bind(to.version).bind(to.changed_at);
        let query = query.bind(to.confirm_by).bind(to.fallback).bind(to.due_at).bind(to.due);
        query.bind(&to.due_by_id).fetch_one(conn).await
    })
}

/// Returns up to `size` versions of a site file, the newest first, and the number of all its
/// versions.
pub async fn versions(
    db: &Db,
    name: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<ListedVersion>, i64), sqlx::Error> {
    let sql = "select count(*) from config_versions where name = $1";
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(name).fetch_one(pool).await)?;
    let sql = "select number, cast(octet_length(body) as bigint) as bytes, author, \
               created_at, restores from config_versions where name = $1 \
               order by number desc limit $2 offset $3";
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(name).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

pub async fn version(db: &Db, name: &str, number: i64) -> Result<Option<Version>, sqlx::Error> {
    let sql = "select number, media_type, body, author, created_at, restores from config_versions \
               where name = $1 and number = $2";
    on!(db, pool => sqlx::query_as(sql).bind(name).bind(number).fetch_optional(pool).await)
}

pub async fn author(tx: &mut Tx, name: &str, number: i64) -> Result<Option<String>, sqlx::Error> {
    let sql = "select author from config_versions where name = $1 and number = $2";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(name).bind(number).fetch_optional(conn).await)
}

/// Adds a version of a site file with the next number. Returns the number.
pub(crate) async fn add_version(
    tx: &mut Tx,
    name: &str,
    value: &Value,
    author: &str,
    restores: Option<i64>,
    now: i64,
) -> Result<i64, sqlx::Error> {
    let sql = "insert into config_versions \
               (name, number, media_type, body, author, created_at, restores) \
               select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6 \
               from config_versions where name = $1 returning number";
    on_tx!(tx, conn => {
        let query = sqlx::query_scalar(sql).bind(name).bind(&value.media_type).bind(&value.body);
        query.bind(author).bind(now).bind(restores).fetch_one(conn).await
    })
}

/// Deletes the versions of a site file, except the newest `keep_count` and the published, fallback,
/// and scheduled versions.
pub(crate) async fn delete_old_versions(
    tx: &mut Tx,
    name: &str,
    keep_count: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from config_versions where name = $1 and number <= \
               (select max(number) from config_versions where name = $1) - $2 \
               and not exists (select 1 from config_heads c where c.name = $1 and \
               config_versions.number in (c.version, c.fallback, c.due))";
    on_tx!(tx, conn => sqlx::query(sql).bind(name).bind(keep_count).execute(conn).await.map(drop))
}

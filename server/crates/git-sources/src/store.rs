//! SQL of Git sources and their state.

use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};

/// Stored state of a Git source and of its last update.
#[derive(Debug, Clone, Default, FromRow)]
pub struct Row {
    pub name: String,
    pub branch: String,
    /// Id of the imported commit; empty before the first import.
    pub commit_id: String,
    pub committed_at: i64,
    pub subject: String,
    pub settings: String,
    pub checked_at: i64,
    pub updated_at: i64,
    pub outcome: String,
    pub detail: String,
    pub report: String,
}

pub async fn row(db: &Db, name: &str) -> Result<Option<Row>, sqlx::Error> {
    let sql = "select name, branch, commit_id, committed_at, subject, settings, checked_at, \
               updated_at, outcome, detail, report from sources where name = $1";
    on!(db, pool => sqlx::query_as(sql).bind(name).fetch_optional(pool).await)
}

pub async fn put(tx: &mut Tx, row: &Row) -> Result<(), sqlx::Error> {
    let sql = "insert into sources (name, branch, commit_id, committed_at, subject, settings, \
               checked_at, updated_at, outcome, detail, report) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
               on conflict (name) do update set branch = excluded.branch, \
               commit_id = excluded.commit_id, committed_at = excluded.committed_at, \
               subject = excluded.subject, settings = excluded.settings, \
               checked_at = excluded.checked_at, updated_at = excluded.updated_at, \
               outcome = excluded.outcome, detail = excluded.detail, report = excluded.report";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.name).bind(&row.branch).bind(&row.commit_id)
        .bind(row.committed_at).bind(&row.subject).bind(&row.settings).bind(row.checked_at)
        .bind(row.updated_at).bind(&row.outcome).bind(&row.detail).bind(&row.report)
        .execute(conn).await.map(drop))
}

/// Tag that was imported as a version of the documentation.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct VersionRow {
    pub source: String,
    pub name: String,
    pub tag: String,
    pub commit_id: String,
    pub settings: String,
}

pub async fn versions(db: &Db, source: &str) -> Result<Vec<VersionRow>, sqlx::Error> {
    let sql = "select source, name, tag, commit_id, settings from source_versions \
               where source = $1";
    on!(db, pool => sqlx::query_as(sql).bind(source).fetch_all(pool).await)
}

pub(crate) async fn upsert_version(tx: &mut Tx, row: &VersionRow) -> Result<(), sqlx::Error> {
    let sql = "insert into source_versions (source, name, tag, commit_id, settings) \
               values ($1, $2, $3, $4, $5) on conflict (source, name) do update set \
               tag = excluded.tag, commit_id = excluded.commit_id, settings = excluded.settings";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.source).bind(&row.name).bind(&row.tag)
        .bind(&row.commit_id).bind(&row.settings).execute(conn).await.map(drop))
}

//! SQL of Git sources: where each stands.

use sqlx::FromRow;

use crate::shared::db::{Db, Tx, on, on_tx};

#[derive(Debug, Clone, Default, FromRow)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) branch: String,
    /// Empty until something was taken.
    pub(super) commit_id: String,
    pub(super) committed_at: i64,
    pub(super) subject: String,
    pub(super) settings: String,
    pub(super) asked_at: i64,
    pub(super) updated_at: i64,
    pub(super) outcome: String,
    pub(super) detail: String,
    pub(super) report: String,
}

pub(super) async fn row(db: &Db, name: &str) -> Result<Option<Row>, sqlx::Error> {
    let sql = "select name, branch, commit_id, committed_at, subject, settings, asked_at, \
               updated_at, outcome, detail, report from sources where name = $1";
    on!(db, pool => sqlx::query_as(sql).bind(name).fetch_optional(pool).await)
}

pub(super) async fn put(tx: &mut Tx, row: &Row) -> Result<(), sqlx::Error> {
    let sql = "insert into sources (name, branch, commit_id, committed_at, subject, settings, \
               asked_at, updated_at, outcome, detail, report) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
               on conflict (name) do update set branch = excluded.branch, \
               commit_id = excluded.commit_id, committed_at = excluded.committed_at, \
               subject = excluded.subject, settings = excluded.settings, \
               asked_at = excluded.asked_at, updated_at = excluded.updated_at, \
               outcome = excluded.outcome, detail = excluded.detail, report = excluded.report";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.name).bind(&row.branch).bind(&row.commit_id)
        .bind(row.committed_at).bind(&row.subject).bind(&row.settings).bind(row.asked_at)
        .bind(row.updated_at).bind(&row.outcome).bind(&row.detail).bind(&row.report)
        .execute(conn).await.map(drop))
}

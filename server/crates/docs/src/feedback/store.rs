//! SQL of reader feedback.

use sqlx::FromRow;

use super::ValidFeedback;
use pailou_database::{Db, Tx, on, on_tx};

/// Text, revision, and time of feedback.
pub(crate) struct Row<'a> {
    pub text_id: &'a str,
    pub locale: &'a str,
    pub revision: i64,
    pub now: i64,
}

/// Feedback on a text, as displayed to administrators.
#[derive(Debug, FromRow)]
pub struct Answer {
    pub path: String,
    pub title: String,
    pub created_at: i64,
    pub locale: String,
    pub revision: i64,
    pub answer: String,
    pub comment: String,
}

/// Stores feedback, which replaces earlier feedback with the same id. Feedback without a comment keeps the earlier
/// comment. Feedback about another text is not replaced.
pub(crate) async fn put(
    tx: &mut Tx,
    row: &Row<'_>,
    feedback: &ValidFeedback,
) -> Result<(), sqlx::Error> {
    let sql = "insert into feedback (id, text_id, locale, revision, answer, comment, created_at) \
               values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do update set \
               answer = excluded.answer, comment = case when excluded.comment = '' \
               then feedback.comment else excluded.comment end \
               where feedback.text_id = excluded.text_id";
    on_tx!(tx, conn => sqlx::query(sql).bind(&feedback.id).bind(row.text_id).bind(row.locale)
        .bind(row.revision).bind(feedback.answer).bind(&feedback.comment).bind(row.now)
        .execute(conn).await.map(drop))
}

/// Returns the number of feedback entries per answer (`yes` or `no`).
pub async fn counts(db: &Db) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let sql = "select answer, count(*) from feedback group by answer";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the feedback, newest first.
pub async fn newest(db: &Db, skip: i64, limit: i64) -> Result<Vec<Answer>, sqlx::Error> {
    let sql = "select t.path, t.title, f.locale, f.revision, f.answer, f.comment, f.created_at \
               from feedback f join texts t on t.id = f.text_id \
               order by f.created_at desc, f.id limit $1 offset $2";
    on!(db, pool => sqlx::query_as(sql).bind(limit).bind(skip).fetch_all(pool).await)
}

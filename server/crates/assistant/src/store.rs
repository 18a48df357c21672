//! SQL of shared answers, feedback, and calibration.

use sqlx::FromRow;

use crate::administration::api::FeedbackCount;
use pailou_database::{Db, Tx, on, on_tx};

/// A shared answer.
#[derive(Debug, FromRow)]
pub(crate) struct ShareRow {
    pub id: String,
    pub locale: String,
    pub question: String,
    /// JSON of the reply.
    pub answer: String,
    pub created_at: i64,
    pub expires_at: i64,
}

pub(crate) async fn insert_share(tx: &mut Tx, share: &ShareRow) -> Result<(), sqlx::Error> {
    let sql = "insert into assistant_shares (id, locale, question, answer, created_at, expires_at) \
               values ($1, $2, $3, $4, $5, $6)";
    on_tx!(tx, conn => sqlx::query(sql).bind(&share.id).bind(&share.locale).bind(&share.question)
        .bind(&share.answer).bind(share.created_at).bind(share.expires_at)
        .execute(conn).await.map(drop))
}

pub(crate) async fn delete_expired_shares(tx: &mut Tx, now: i64) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_shares where expires_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(now).execute(conn).await.map(drop))
}

/// Returns a shared answer. `None` if it is unknown or has expired at the time `now` (milliseconds since 1970-01-01
/// UTC).
pub(crate) async fn find_share(
    db: &Db,
    id: &str,
    now: i64,
) -> Result<Option<ShareRow>, sqlx::Error> {
    let sql = "select id, locale, question, answer, created_at, expires_at from assistant_shares \
               where id = $1 and expires_at > $2";
    on!(db, pool => sqlx::query_as(sql).bind(id).bind(now).fetch_optional(pool).await)
}

/// Stores whether an answer was `helpful`. Replaces earlier feedback with the same id.
pub(crate) async fn save_feedback(
    tx: &mut Tx,
    (id, locale, state): (&str, &str, &str),
    helpful: bool,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into assistant_feedback (id, locale, state, helpful, created_at) \
               values ($1, $2, $3, $4, $5) on conflict (id) do update set \
               helpful = excluded.helpful, created_at = excluded.created_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(locale).bind(state)
        .bind(i64::from(helpful)).bind(now).execute(conn).await.map(drop))
}

/// Counts the feedback received after `start`, by language and state of the answer.
pub(crate) async fn feedback_counts(
    db: &Db,
    start: i64,
) -> Result<Vec<FeedbackCount>, sqlx::Error> {
    let sql = "select locale, state, cast(sum(helpful) as bigint) as helpful, \
               cast(sum(1 - helpful) as bigint) as unhelpful from assistant_feedback \
               where created_at > $1 group by locale, state order by locale desc, state";
    on!(db, pool => sqlx::query_as(sql).bind(start).fetch_all(pool).await)
}

/// Deletes feedback that was received at or before `until`. Of the remaining rows, keeps only the newest `limit`.
pub(crate) async fn delete_old_feedback(
    tx: &mut Tx,
    until: i64,
    limit: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_feedback where created_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(until).execute(conn).await.map(drop))?;
    let sql = "delete from assistant_feedback where (created_at, id) <= \
               (select created_at, id from assistant_feedback order by created_at desc, id desc limit 1 offset $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(limit).execute(conn).await.map(drop))
}

pub(crate) async fn calibration(db: &Db, fingerprint: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select calibration from assistant_calibrations where fingerprint = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(fingerprint).fetch_optional(pool).await)
}

/// Stores a calibration and deletes those with another fingerprint.
pub(crate) async fn save_calibration(
    tx: &mut Tx,
    fingerprint: &str,
    calibration: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_calibrations where fingerprint <> $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(fingerprint).execute(conn).await.map(drop))?;
    let sql = "insert into assistant_calibrations (fingerprint, calibration, created_at) \
               values ($1, $2, $3) on conflict (fingerprint) do update set \
               calibration = excluded.calibration, created_at = excluded.created_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(fingerprint).bind(calibration).bind(now)
        .execute(conn).await.map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn old_feedback_and_feedback_above_the_limit_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        for (until, limit, expected) in [(6, 9, 3), (7, 9, 0), (0, 2, 2), (0, 9, 3)] {
            let mut tx = db.begin().await.unwrap();
            for id in ["a", "b", "c"] {
                save_feedback(&mut tx, (id, "en-US", "answered"), true, 7).await.unwrap();
            }
            delete_old_feedback(&mut tx, until, limit).await.unwrap();
            tx.commit().await.unwrap();
            let sql = "select count(*) from assistant_feedback";
            let count: i64 =
                on!(&db, pool => sqlx::query_scalar(sql).fetch_one(pool).await).unwrap();
            assert_eq!(count, expected, "until {until}, limit {limit}");
        }
    }
}

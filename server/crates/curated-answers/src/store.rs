//! SQL of curated answers.

use std::str::FromStr;

use core_wasm::locale::Locale;
use pailou_database::{Db, Tx, on, on_tx};
use pailou_dates::Day;
use sqlx::FromRow;

use super::{AnswerFields, CuratedAnswer};

#[derive(Debug, FromRow)]
struct Row {
    id: String,
    revision: i64,
    locale: String,
    patterns: String,
    answer: String,
    expires_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
    updated_by: String,
}

impl From<Row> for CuratedAnswer {
    fn from(row: Row) -> Self {
        let fields = AnswerFields {
            locale: Locale::from_str(&row.locale).unwrap_or(Locale::En),
            patterns: serde_json::from_str(&row.patterns).unwrap_or_default(),
            answer: row.answer,
            expires: row.expires_at.map(|end| Day::of(end.saturating_sub(1))),
        };
        Self {
            id: row.id,
            revision: row.revision,
            fields,
            created_at: row.created_at,
            updated_at: row.updated_at,
            updated_by: row.updated_by,
        }
    }
}

macro_rules! with_columns {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " id, revision, locale, patterns, answer, expires_at, created_at, updated_at, updated_by ",
            $after
        )
    };
}

/// Returns all curated answers, most recently changed first.
pub async fn all(db: &Db) -> Result<Vec<CuratedAnswer>, sqlx::Error> {
    let sql = with_columns!("select", "from assistant_answers order by updated_at desc, id");
    let rows: Vec<Row> = on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)?;
    Ok(rows.into_iter().map(CuratedAnswer::from).collect())
}

pub async fn one(db: &Db, id: &str) -> Result<Option<CuratedAnswer>, sqlx::Error> {
    let sql = with_columns!("select", "from assistant_answers where id = $1");
    let row: Option<Row> =
        on!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
    Ok(row.map(CuratedAnswer::from))
}

/// Locks an answer until the transaction ends. Returns the answer, or `None` if it does not exist.
pub async fn lock(tx: &mut Tx, id: &str) -> Result<Option<CuratedAnswer>, sqlx::Error> {
    let sql = with_columns!(
        "update assistant_answers set revision = revision where id = $1 returning",
        ""
    );
    let row: Option<Row> =
        on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)?;
    Ok(row.map(CuratedAnswer::from))
}

pub async fn count(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from assistant_answers";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// Inserts an answer, or updates the fields of the existing answer with this id.
pub async fn put(
    tx: &mut Tx,
    id: &str,
    fields: &AnswerFields,
    now: i64,
    by: &str,
) -> Result<(), sqlx::Error> {
    let patterns = serde_json::to_string(&fields.patterns).unwrap_or_default();
    let sql = "insert into assistant_answers (id, revision, locale, patterns, answer, expires_at, \
               created_at, updated_at, updated_by) values ($1, 1, $2, $3, $4, $5, $6, $6, $7) \
               on conflict (id) do update set revision = assistant_answers.revision + 1, \
               locale = excluded.locale, patterns = excluded.patterns, answer = excluded.answer, \
               expires_at = excluded.expires_at, updated_at = excluded.updated_at, \
               updated_by = excluded.updated_by";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(fields.locale.tag()).bind(patterns)
        .bind(&fields.answer).bind(fields.expires.map(Day::end)).bind(now).bind(by)
        .execute(conn).await.map(drop))
}

pub async fn remove(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_answers where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

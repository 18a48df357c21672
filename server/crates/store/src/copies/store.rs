//! SQL of untranslated copies: exempt terms, intentional copies, and texts without a count.

use core_wasm::locale::Locale;
use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};

/// A copy that a user marked as intentional.
#[derive(Debug, Clone, FromRow)]
pub struct Intentional {
    pub locale: String,
    /// Hash of the text, which is equal in both languages.
    pub words: String,
    pub created_by: String,
    pub created_by_id: String,
    pub created_at: i64,
}

const TERMS: &str = "select term from exempt_terms";
const INTENTIONAL: &str = "select locale, words, created_by, created_by_id, created_at \
    from intentional_copies where page_id = $1 order by locale, words";

pub async fn terms(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    on!(db, pool => sqlx::query_scalar(TERMS).fetch_all(pool).await)
}

pub(crate) async fn terms_in(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_scalar(TERMS).fetch_all(conn).await)
}

pub async fn intentional(db: &Db, page_id: &str) -> Result<Vec<Intentional>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(INTENTIONAL).bind(page_id).fetch_all(pool).await)
}

pub(crate) async fn intentional_in(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Vec<Intentional>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(INTENTIONAL).bind(page_id).fetch_all(conn).await)
}

pub(crate) async fn remove_intentional(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<(), sqlx::Error> {
    let sql = "delete from intentional_copies where page_id = $1 and locale = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(locale.tag())
        .execute(conn).await.map(drop))
}

pub(crate) async fn add_intentional(
    tx: &mut Tx,
    page_id: &str,
    row: &Intentional,
) -> Result<(), sqlx::Error> {
    let sql = "insert into intentional_copies (page_id, locale, words, created_by, created_by_id, \
               created_at) values ($1, $2, $3, $4, $5, $6)";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(&row.locale).bind(&row.words)
        .bind(&row.created_by).bind(&row.created_by_id).bind(row.created_at)
        .execute(conn).await.map(drop))
}

pub(crate) async fn remove_terms(tx: &mut Tx) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => sqlx::query("delete from exempt_terms").execute(conn).await.map(drop))
}

pub(crate) async fn add_term(tx: &mut Tx, term: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into exempt_terms (term) values ($1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(term).execute(conn).await.map(drop))
}

/// Sets the number of untranslated copies to -1 (not counted) in all texts.
pub(crate) async fn reset_counts(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "update texts set segments_copied = -1";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

/// Returns area, key, and id of pages that have a text without a count, beginning after the page id `after`.
pub(crate) async fn uncounted(
    db: &Db,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select area, key, id from pages where id in \
               (select page_id from texts where segments_copied < 0 and removed_at is null) \
               and id > $1 order by id limit $2";
    on!(db, pool => sqlx::query_as(sql).bind(after).bind(limit).fetch_all(pool).await)
}

/// Returns all intentional copies, each with the area and key of its page, its language, and the
/// hash of its text.
pub(crate) async fn all_intentional(
    db: &Db,
) -> Result<Vec<(String, String, String, String)>, sqlx::Error> {
    let sql = "select p.area, p.key, c.locale, c.words from intentional_copies c \
               join pages p on p.id = c.page_id order by p.area, p.key, c.locale, c.words";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

//! SQL of old addresses.

use core_wasm::locale::Locale;

use crate::shared::db::{Db, Tx, on, on_tx};

/// Locale and page of what stood at a path.
pub(super) async fn at(
    db: &Db,
    area: &str,
    path: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select locale, page_id from redirects where area = $1 and path = $2";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(path).fetch_all(pool).await)
}

/// The last page to leave an address, or to claim it, has it.
pub(super) async fn keep(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
    page_id: &str,
    said_by: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into redirects (area, locale, path, page_id, said_by, made_at) \
               values ($1, $2, $3, $4, $5, $6) on conflict (area, locale, path) do update set \
               page_id = excluded.page_id, said_by = excluded.said_by, made_at = excluded.made_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(area).bind(locale.tag()).bind(path).bind(page_id)
        .bind(said_by).bind(now).execute(conn).await.map(drop))
}

pub(super) async fn page_of_file(tx: &mut Tx, file: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select page_id from texts where file = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(file).fetch_optional(conn).await)
}

/// Takes back what the front matter of one text had named.
pub(super) async fn forget(tx: &mut Tx, page_id: &str, said_by: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from redirects where page_id = $1 and said_by = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(said_by).execute(conn).await.map(drop))
}

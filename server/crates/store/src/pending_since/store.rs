//! SQL of the times at which segments became outdated or untranslated.

use std::collections::HashMap;
use std::str::FromStr;

use core_wasm::locale::Locale;
use sqlx::QueryBuilder;

use super::PendingId;
use pailou_database::{Db, Tx, on, on_tx};

/// Maximum number of rows per statement: a row has four parameters, and SQLite accepts 32,766 per statement.
pub(super) const ROWS_AT_ONCE: usize = 1_000;

pub(super) async fn stored(
    tx: &mut Tx,
    page_id: &str,
) -> Result<HashMap<PendingId, i64>, sqlx::Error> {
    let sql = "select locale, segment, since from pending_segments where page_id = $1";
    let rows: Vec<(String, String, i64)> =
        on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)?;
    let row = |(locale, segment, since): (String, String, i64)| {
        Some(((Locale::from_str(&locale).ok()?, segment), since))
    };
    Ok(rows.into_iter().filter_map(row).collect())
}

pub(super) async fn delete_pending(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from pending_segments where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}

pub(super) async fn insert_pending(
    tx: &mut Tx,
    page_id: &str,
    rows: &[(&PendingId, &i64)],
) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => {
        let mut insert =
            QueryBuilder::new("insert into pending_segments (page_id, locale, segment, since) ");
        insert.push_values(rows, |mut row, ((locale, segment), since)| {
            row.push_bind(page_id).push_bind(locale.tag()).push_bind(segment).push_bind(**since);
        });
        insert.build().execute(conn).await.map(drop)
    })
}

/// Returns the times at which the pending segments of a page in one language became pending, by segment id.
pub(crate) async fn pending_times(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let sql = "select segment, since from pending_segments where page_id = $1 and locale = $2";
    let rows: Vec<(String, i64)> = on!(db, pool => sqlx::query_as(sql).bind(page_id)
        .bind(locale.tag()).fetch_all(pool).await)?;
    Ok(rows.into_iter().collect())
}

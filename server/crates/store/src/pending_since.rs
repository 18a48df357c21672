//! Since when segments are outdated or not translated: the age of what a work list has.

use std::collections::HashMap;
use std::str::FromStr;

use core_wasm::locale::Locale;
use sqlx::QueryBuilder;

use pailou_database::{Db, Tx, on, on_tx};

/// A segment as the readers of one language have it.
pub(crate) type PendingId = (Locale, String);

/// Since when a page's segments are pending, where that is not stored already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ages<'a> {
    pub now: i64,
    /// What the history of the page tells: it precedes what is stored.
    pub known: Option<&'a HashMap<PendingId, i64>>,
}

/// Rows of one statement: each has four values, and SQLite takes 32,766 in one.
const ROWS_AT_ONCE: usize = 1_000;

/// Stores the pending segments of a page and no others. Those that were pending before keep their time. Returns the
/// language and the time of each.
pub(crate) async fn put(
    tx: &mut Tx,
    page_id: &str,
    pending: Vec<PendingId>,
    ages: Ages<'_>,
) -> Result<Vec<(Locale, i64)>, sqlx::Error> {
    let stored = stored(tx, page_id).await?;
    let known = |id: &PendingId| ages.known.and_then(|known| known.get(id).copied());
    let rows: HashMap<PendingId, i64> = pending
        .into_iter()
        .map(|id| {
            let since = known(&id).or_else(|| stored.get(&id).copied()).unwrap_or(ages.now);
            (id, since.min(ages.now))
        })
        .collect();
    if rows != stored {
        remove(tx, page_id).await?;
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort();
        for rows in rows.chunks(ROWS_AT_ONCE) {
            add(tx, page_id, rows).await?;
        }
    }
    Ok(rows.into_iter().map(|((locale, _), since)| (locale, since)).collect())
}

async fn stored(tx: &mut Tx, page_id: &str) -> Result<HashMap<PendingId, i64>, sqlx::Error> {
    let sql = "select locale, segment, since from pending_segments where page_id = $1";
    let rows: Vec<(String, String, i64)> =
        on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)?;
    let row = |(locale, segment, since): (String, String, i64)| {
        Some(((Locale::from_str(&locale).ok()?, segment), since))
    };
    Ok(rows.into_iter().filter_map(row).collect())
}

async fn remove(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from pending_segments where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}

async fn add(tx: &mut Tx, page_id: &str, rows: &[(&PendingId, &i64)]) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => {
        let mut insert =
            QueryBuilder::new("insert into pending_segments (page_id, locale, segment, since) ");
        insert.push_values(rows, |mut row, ((locale, segment), since)| {
            row.push_bind(page_id).push_bind(locale.tag()).push_bind(segment).push_bind(**since);
        });
        insert.build().execute(conn).await.map(drop)
    })
}

/// Since when each pending segment of a page is so, in one language.
pub async fn of(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let sql = "select segment, since from pending_segments where page_id = $1 and locale = $2";
    let rows: Vec<(String, i64)> = on!(db, pool => sqlx::query_as(sql).bind(page_id)
        .bind(locale.tag()).fetch_all(pool).await)?;
    Ok(rows.into_iter().collect())
}

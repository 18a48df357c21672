//! SQL of page views, search terms, and visitor salts.

use super::api::{PageViews, SearchTerm};
use super::pageview::{Hit, PAGE_VIEW};
use super::search_terms::Search;
use pailou_database::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(crate) struct Totals {
    pub pageviews: i64,
    pub visitors: i64,
    pub visits: i64,
}

/// Stores an event, unless an event with the same id is already stored; returns whether it was stored. The event
/// starts a visit if the visitor has no event after the time `pause`. Times are milliseconds since 1970-01-01 UTC.
pub(crate) async fn insert_hit(
    tx: &mut Tx,
    hit: &Hit,
    visitor: &str,
    now: i64,
    pause: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into pageviews (id, event, at, path, locale, referrer, visitor, starts_visit) \
               values ($1, $2, $3, $4, $5, $6, $7, case when exists \
               (select 1 from pageviews where visitor = $7 and at > $8) then 0 else 1 end) \
               on conflict (id) do nothing";
    let Hit { id, event, path, locale, referrer, .. } = hit;
    let rows = on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(id).bind(event).bind(now).bind(path).bind(locale);
        query.bind(referrer).bind(visitor).bind(pause).execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}

pub(crate) async fn add_search(
    tx: &mut Tx,
    day: &str,
    locale: &str,
    search: &Search,
) -> Result<(), sqlx::Error> {
    let sql = "insert into search_terms (day, locale, term, searches, without_results) values ($1, $2, $3, 1, $4) \
               on conflict (day, locale, term) do update set \
               searches = search_terms.searches + 1, \
               without_results = search_terms.without_results + excluded.without_results";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(locale).bind(&search.term)
        .bind(i64::from(search.found_nothing)).execute(conn).await.map(drop))
}

pub(crate) async fn delete_searches_before(tx: &mut Tx, day: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from search_terms where day < $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).execute(conn).await.map(drop))
}

#[derive(sqlx::FromRow)]
pub(crate) struct SearchTotals {
    /// Number of distinct queries.
    pub count: i64,
    pub searches: i64,
    pub without_results: i64,
}

pub(crate) async fn search_totals(
    db: &Db,
    from: &str,
    to: &str,
    only_without_results: bool,
) -> Result<SearchTotals, sqlx::Error> {
    let sql = "select count(*) as count, cast(coalesce(sum(searches), 0) as bigint) as searches, \
               cast(coalesce(sum(without_results), 0) as bigint) as without_results from \
               (select term, locale, sum(searches) as searches, sum(without_results) as without_results \
               from search_terms \
               where day >= $1 and day <= $2 group by term, locale \
               having $3 = 0 or sum(without_results) > 0) as different";
    on!(db, pool => sqlx::query_as(sql).bind(from).bind(to).bind(i64::from(only_without_results))
        .fetch_one(pool).await)
}

/// Returns the queries of the days from `from` to `to`, the most frequent first. With `only_without_results`, omits
/// queries that always had results, and sorts by the number of searches without results.
pub(crate) async fn searches(
    db: &Db,
    (from, to): (&str, &str),
    only_without_results: bool,
    (skip, size): (i64, i64),
) -> Result<Vec<SearchTerm>, sqlx::Error> {
    let sql = "select term, locale, cast(sum(searches) as bigint) as searches, \
               cast(sum(without_results) as bigint) as without_results, max(day) as last from search_terms \
               where day >= $1 and day <= $2 group by term, locale \
               having $3 = 0 or sum(without_results) > 0 \
               order by case when $3 = 0 then sum(searches) else sum(without_results) end desc, \
               term, locale \
               limit $4 offset $5";
    on!(db, pool => sqlx::query_as(sql).bind(from).bind(to).bind(i64::from(only_without_results))
        .bind(size).bind(skip).fetch_all(pool).await)
}

pub(crate) async fn totals(db: &Db, from: i64, to: i64) -> Result<Totals, sqlx::Error> {
    let sql = "select count(case when event = $3 then 1 end) as pageviews, \
               count(distinct visitor) as visitors, \
               cast(coalesce(sum(starts_visit), 0) as bigint) as visits \
               from pageviews where at >= $1 and at < $2";
    on!(db, pool => {
        sqlx::query_as(sql).bind(from).bind(to).bind(PAGE_VIEW).fetch_one(pool).await
    })
}

/// Returns the most viewed paths, at most `limit`, in the time from `from` (inclusive) to `to` (exclusive). The paths
/// may include some at which no page exists.
pub(crate) async fn top_paths(
    db: &Db,
    from: i64,
    to: i64,
    limit: i64,
) -> Result<Vec<PageViews>, sqlx::Error> {
    let sql = "select path, count(*) as pageviews from pageviews \
               where at >= $1 and at < $2 and event = $3 \
               group by path order by pageviews desc, path limit $4";
    on!(db, pool => {
        sqlx::query_as(sql).bind(from).bind(to).bind(PAGE_VIEW).bind(limit).fetch_all(pool).await
    })
}

pub(crate) async fn insert_salt(tx: &mut Tx, day: &str, salt: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into visitor_salts (day, salt) values ($1, $2) on conflict (day) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(salt).execute(conn).await.map(drop))
}

pub(crate) async fn salt(tx: &mut Tx, day: &str) -> Result<String, sqlx::Error> {
    let sql = "select salt from visitor_salts where day = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(day).fetch_one(conn).await)
}

pub(crate) async fn delete_salts_before(tx: &mut Tx, day: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from visitor_salts where day < $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).execute(conn).await.map(drop))
}

//! Hits, and the salts of days.

use super::hit::{Hit, PAGE_VIEW};
use super::wire::PageViews;
use crate::shared::db::{Db, Tx, on, on_tx};

#[derive(sqlx::FromRow)]
pub(super) struct Totals {
    pub(super) pageviews: i64,
    pub(super) visitors: i64,
    pub(super) visits: i64,
}

/// Keeps the hit, once for each id. It starts a visit when this visitor did nothing since `pause`.
pub(super) async fn insert_hit(
    tx: &mut Tx,
    hit: &Hit,
    visitor: &str,
    now: i64,
    pause: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into hits (id, event, at, path, locale, referrer, visitor, starts_visit) \
               values ($1, $2, $3, $4, $5, $6, $7, case when exists \
               (select 1 from hits where visitor = $7 and at > $8) then 0 else 1 end) \
               on conflict (id) do nothing";
    let Hit { id, event, path, locale, referrer } = hit;
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(id).bind(event).bind(now).bind(path).bind(locale);
        query.bind(referrer).bind(visitor).bind(pause).execute(conn).await.map(drop)
    })
}

pub(super) async fn totals(db: &Db, from: i64, to: i64) -> Result<Totals, sqlx::Error> {
    let sql = "select count(case when event = $3 then 1 end) as pageviews, \
               count(distinct visitor) as visitors, \
               cast(coalesce(sum(starts_visit), 0) as bigint) as visits \
               from hits where at >= $1 and at < $2";
    on!(db, pool => {
        sqlx::query_as(sql).bind(from).bind(to).bind(PAGE_VIEW).fetch_one(pool).await
    })
}

pub(super) async fn top_pages(db: &Db, from: i64, to: i64) -> Result<Vec<PageViews>, sqlx::Error> {
    let sql = "select path, count(*) as pageviews from hits \
               where at >= $1 and at < $2 and event = $3 \
               group by path order by pageviews desc, path limit 10";
    on!(db, pool => {
        sqlx::query_as(sql).bind(from).bind(to).bind(PAGE_VIEW).fetch_all(pool).await
    })
}

pub(super) async fn insert_salt(tx: &mut Tx, day: &str, salt: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into salts (day, salt) values ($1, $2) on conflict (day) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(salt).execute(conn).await.map(drop))
}

pub(super) async fn salt(tx: &mut Tx, day: &str) -> Result<String, sqlx::Error> {
    let sql = "select salt from salts where day = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(day).fetch_one(conn).await)
}

pub(super) async fn delete_salts_before(tx: &mut Tx, day: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from salts where day < $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).execute(conn).await.map(drop))
}

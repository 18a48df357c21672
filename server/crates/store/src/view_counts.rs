//! Page views of the last 30 days by text, counted from the events of `pageviews`.

use std::collections::BTreeMap;

use core_wasm::locale::Locale;
use sqlx::QueryBuilder;

use super::{DOCS, LANDING, NEWS};
use pailou_content::page_path::{apart, decode};
use pailou_database::{Db, Tx, on, on_tx};

const DAYS: i64 = 30;
/// Name of this count among `counted_events`.
const VIEWS: &str = "views";
/// Rows per statement: each binds four values.
const AT_ONCE: usize = 500;

/// Location of a text: area, language, path.
type TextLocation = (&'static str, Locale, String);

/// When the views were last counted.
pub async fn counted_at(db: &Db) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select at from counted_events where name = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(VIEWS).fetch_optional(pool).await)
}

/// Whether there is anything to count.
pub async fn has_events(db: &Db) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from (select 1 from pageviews limit 1) first_event";
    let events: i64 = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    Ok(events > 0)
}

/// Counts the views again.
pub async fn count(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    // Several addresses, and an address without a language, may lead to one text.
    let mut views: BTreeMap<TextLocation, i64> = BTreeMap::new();
    for (path, locale, count) in hits(db, now - DAYS * pailou_dates::MS).await? {
        if let Some(place) = place_of(&path, &locale) {
            *views.entry(place).or_default() += count;
        }
    }
    let views: Vec<_> = views.into_iter().collect();
    let mut tx = db.begin().await?;
    put_views(&mut tx, &views, now).await?;
    tx.commit().await
}

/// Address, language, and number of page views since a time.
async fn hits(db: &Db, since: i64) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    let sql = "select path, locale, count(*) from pageviews where event = 'pageview' and at >= $1 \
               group by path, locale";
    on!(db, pool => sqlx::query_as(sql).bind(since).fetch_all(pool).await)
}

/// Location of the text at a public address. `locale` is the reader's, for addresses without a language.
fn place_of(address: &str, locale: &str) -> Option<TextLocation> {
    let below = address.strip_prefix("/index/").or_else(|| address.strip_prefix("/index"))?;
    let (named, area, path) = apart(below.trim_end_matches('/'));
    let locale = named.or_else(|| locale.parse().ok())?;
    let area = match area {
        "" => LANDING,
        DOCS => DOCS,
        NEWS => NEWS,
        _ => return None,
    };
    Some((area, locale, decode(path)))
}

/// Replaces the view counts, one per location; locations without a text are left out.
async fn put_views(
    tx: &mut Tx,
    views: &[(TextLocation, i64)],
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from view_counts";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    for views in views.chunks(AT_ONCE) {
        on_tx!(tx, conn => {
            let mut insert = QueryBuilder::new("insert into view_counts (area, locale, path, views) ");
            insert.push_values(views, |mut row, ((area, locale, path), views)| {
                row.push_bind(*area).push_bind(locale.tag()).push_bind(path.clone()).push_bind(*views);
            });
            // Another server may have counted at the same time.
            insert.push(
                " on conflict (area, locale, path) do update set views = excluded.views",
            );
            insert.build().execute(conn).await.map(drop)
        })?;
    }
    let sql = "delete from view_counts where not exists (select 1 from texts t \
               where t.area = view_counts.area and t.locale = view_counts.locale \
               and t.path = view_counts.path)";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    let sql = "insert into counted_events (name, at) values ($1, $2) \
               on conflict (name) do update set at = excluded.at";
    on_tx!(tx, conn => sqlx::query(sql).bind(VIEWS).bind(now).execute(conn).await.map(drop))
}

//! SQL of page views by text.

use sqlx::QueryBuilder;

use super::TextLocation;
use pailou_database::{Db, Tx, on, on_tx};

/// Key of the view counts in `counted_events`.
const VIEWS: &str = "views";
/// Maximum number of rows per statement; each binds four values.
const AT_ONCE: usize = 500;

/// Returns the time of the last count; `None` before the first count.
pub async fn counted_at(db: &Db) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select at from counted_events where name = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(VIEWS).fetch_optional(pool).await)
}

/// Whether any page view event is stored.
pub async fn has_events(db: &Db) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from (select 1 from pageviews limit 1) first_event";
    let events: i64 = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    Ok(events > 0)
}

/// Returns path, language, and number of page views since a time.
pub(super) async fn page_views(
    db: &Db,
    since: i64,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    let sql = "select path, locale, count(*) from pageviews where event = 'pageview' and at >= $1 \
               group by path, locale";
    on!(db, pool => sqlx::query_as(sql).bind(since).fetch_all(pool).await)
}

/// Condition: a count is at the path of `t`, in a language in which neither the page of `t` nor another page at this
/// path is published. Readers of this language therefore get `t`, which is in the other language.
macro_rules! is_fallback {
    () => {
        "t.area = view_counts.area and t.path = view_counts.path and t.locale <> view_counts.locale \
         and t.published is not null and not exists (select 1 from texts own \
         where own.locale = view_counts.locale and own.published is not null \
         and (own.page_id = t.page_id or (own.area = view_counts.area and own.path = view_counts.path)))"
    };
}

/// Replaces the view counts, one per location. Views in a language without a text are added to those of the text in the
/// other language. Other locations without a text are ignored.
pub(super) async fn replace_views(
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
    let sql = concat!(
        "insert into view_counts (area, locale, path, views) \
         select t.area, t.locale, t.path, view_counts.views from view_counts \
         join texts t on ",
        is_fallback!(),
        " where true on conflict (area, locale, path) \
         do update set views = view_counts.views + excluded.views",
    );
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    let sql = concat!(
        "delete from view_counts where exists (select 1 from texts t where ",
        is_fallback!(),
        ") or not exists (select 1 from texts t where t.area = view_counts.area \
         and t.locale = view_counts.locale and t.path = view_counts.path)",
    );
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    let sql = "insert into counted_events (name, at) values ($1, $2) \
               on conflict (name) do update set at = excluded.at";
    on_tx!(tx, conn => sqlx::query(sql).bind(VIEWS).bind(now).execute(conn).await.map(drop))
}

//! SQL of the catalog.

use core_wasm::locale::Locale;

use super::{Body, PageSummary};
use pailou_database::{Db, on};

pub(crate) async fn published_page_rows(db: &Db) -> Result<Vec<PageSummary>, sqlx::Error> {
    let sql = "select t.page_id, t.area, t.locale, t.path, t.title, t.label, \
               t.description, t.updated_at from texts t where t.published is not null \
               order by t.area desc, t.position, t.path, t.locale";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn body_rows(
    db: &Db,
    area: &str,
    locale: Locale,
    position: i64,
    path: &str,
    limit: i64,
) -> Result<Vec<Body>, sqlx::Error> {
    let sql = "select t.path, t.file, t.title, r.markdown, t.position from texts t \
               join revisions r on r.text_id = t.id and r.number = t.published \
               where t.area = $1 and t.locale = $2 and (t.position, t.path) > ($3, $4) \
               order by t.position, t.path limit $5";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(locale.tag()).bind(position).bind(path)
        .bind(limit).fetch_all(pool).await)
}

/// Returns the names of up to five users who edited the text on the site, the most recent first.
/// Revisions from imports and from Git are ignored.
pub(crate) async fn site_authors(db: &Db, text_id: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select author from revisions where text_id = $1 and author <> 'import' and origin <> 'git' \
               group by author order by max(number) desc limit 5";
    on!(db, pool => sqlx::query_scalar(sql).bind(text_id).fetch_all(pool).await)
}

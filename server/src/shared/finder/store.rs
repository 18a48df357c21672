//! What the finder reads of the record, a batch of pages at a time.

use sqlx::FromRow;

use crate::shared::db::{Db, on};

/// A published text with its segments.
#[derive(Debug, Clone, FromRow)]
pub(super) struct TextRow {
    pub(super) page_id: String,
    pub(super) key: String,
    pub(super) locale: String,
    pub(super) path: String,
    pub(super) file: String,
    pub(super) title: String,
    pub(super) markdown: String,
    pub(super) segments: String,
    pub(super) dialect: String,
}

/// Segments of both languages that say the same.
#[derive(Debug, Clone, FromRow)]
pub(super) struct LinkRow {
    pub(super) page_id: String,
    pub(super) zh_segment: String,
    pub(super) en_segment: String,
}

macro_rules! text_columns {
    () => {
        "select t.page_id, p.key, t.locale, t.path, t.file, t.title, r.markdown, r.segments, \
         r.dialect \
         from texts t join pages p on p.id = t.page_id \
         join revisions r on r.text_id = t.id and r.number = t.published "
    };
}

/// The texts of the next pages after one, in the order of their ids.
pub(super) async fn batch(
    db: &Db,
    area: &str,
    after: &str,
    size: i64,
) -> Result<Vec<TextRow>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where p.id in (select id from pages where area = $1 and id > $2 order by id limit $3) \
         order by t.page_id, t.locale"
    );
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(after).bind(size).fetch_all(pool).await)
}

/// The texts of one page.
pub(super) async fn texts(db: &Db, area: &str, key: &str) -> Result<Vec<TextRow>, sqlx::Error> {
    let sql = concat!(text_columns!(), "where p.area = $1 and p.key = $2 order by t.locale");
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(key).fetch_all(pool).await)
}

/// The links of all pages from one id to another, both included.
pub(super) async fn links(db: &Db, first: &str, last: &str) -> Result<Vec<LinkRow>, sqlx::Error> {
    let sql = "select page_id, zh_segment, en_segment from links \
               where page_id >= $1 and page_id <= $2 order by page_id";
    on!(db, pool => sqlx::query_as(sql).bind(first).bind(last).fetch_all(pool).await)
}

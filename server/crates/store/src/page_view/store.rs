//! SQL of page views: heading ids of a text, and earlier revisions.

use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};

/// Returns the JSON that `anchors::update_anchors` stored. Returns `None` if there is none.
pub async fn anchors(db: &Db, text_id: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select headings from anchors where text_id = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(text_id).fetch_optional(pool).await)
}

pub(crate) async fn anchors_in(tx: &mut Tx, text_id: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select headings from anchors where text_id = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(text_id).fetch_optional(conn).await)
}

pub(crate) async fn upsert_anchors(
    tx: &mut Tx,
    text_id: &str,
    headings: &str,
) -> Result<(), sqlx::Error> {
    let sql = "insert into anchors (text_id, headings) values ($1, $2) \
               on conflict (text_id) do update set headings = excluded.headings";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(headings)
        .execute(conn).await.map(drop))
}

/// Markdown and segments of an earlier revision.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct EarlierRevision {
    pub markdown: String,
    pub segments: String,
}

/// Returns the newest revision of a text with a segment whose words have the hash `words`; `None` if there is none.
pub(crate) async fn newest_revision_with_words(
    db: &Db,
    text_id: &str,
    words: &str,
) -> Result<Option<EarlierRevision>, sqlx::Error> {
    let sql = "select markdown, segments from revisions \
               where text_id = $1 and segments like $2 order by number desc limit 1";
    let holds = format!("%\"words\":\"{words}\"%");
    on!(db, pool => sqlx::query_as(sql).bind(text_id).bind(holds).fetch_optional(pool).await)
}

/// Returns file, width, and height of images.
pub(crate) async fn image_size_rows(db: &Db) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    let sql = "select f.path, s.width, s.height from files f \
               join image_sizes s on s.hash = f.hash where f.served = 1";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn upsert_image_size(
    tx: &mut Tx,
    hash: &str,
    width: i64,
    height: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into image_sizes (hash, width, height) values ($1, $2, $3) \
               on conflict (hash) do update set width = excluded.width, height = excluded.height";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(width).bind(height)
        .execute(conn).await.map(drop))
}

//! SQL of the list of versions, and of what an old one holds.

use sqlx::FromRow;

use crate::shared::db::{Db, on};
use crate::shared::record::store::File;

#[derive(Debug, Clone, FromRow)]
pub(crate) struct VersionRow {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) state: String,
    pub(crate) position: Option<i64>,
    pub(crate) released_at: Option<i64>,
    pub(crate) revision: i64,
}

pub(crate) async fn versions(db: &Db) -> Result<Vec<VersionRow>, sqlx::Error> {
    let sql = "select name, label, state, position, released_at, revision from versions";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn files(db: &Db, version: &str) -> Result<Vec<File>, sqlx::Error> {
    let sql = "select path, hash, media_type, served from version_files \
               where version = $1 order by path";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// File, width and height of its pictures.
/// File name, front matter and Markdown of all that a version holds.
pub(crate) async fn sources(
    db: &Db,
    version: &str,
) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select t.file, coalesce(r.front_matter, b.front_matter), \
               coalesce(r.markdown, b.markdown) from version_texts t \
               join version_bodies b on b.hash = t.body \
               left join revisions r on r.text_id = b.text_id and r.number = b.number \
               where t.version = $1 order by t.file";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

//! SQL of the version list and of the content of old versions.

use sqlx::FromRow;

use crate::sql::File;
use pailou_database::{Db, on};

#[derive(Debug, Clone, FromRow)]
pub struct VersionRow {
    pub name: String,
    pub label: String,
    pub state: String,
    pub position: Option<i64>,
    pub released_at: Option<i64>,
    pub revision: i64,
}

pub async fn versions(db: &Db) -> Result<Vec<VersionRow>, sqlx::Error> {
    let sql = "select name, label, state, position, released_at, revision from versions";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub async fn version_files(db: &Db, version: &str) -> Result<Vec<File>, sqlx::Error> {
    let sql = "select path, hash, media_type, served from version_files \
               where version = $1 order by path";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// Returns file name, front matter, and Markdown of all texts of a version.
pub(crate) async fn version_source_rows(
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

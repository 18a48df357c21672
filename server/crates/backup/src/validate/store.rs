//! SQL of validation: file hashes and media types in backup rows.

use pailou_database::{Tx, on_tx};

/// Returns every file hash in the rows.
pub async fn hashes(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select hash from files union select hash from version_files \
               union select hash from media_variants union select variant from media_variants \
               union select avif from media_variants where avif <> ''";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

/// Returns the paths and media types of files.
pub(crate) async fn types_of_files(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select path, media_type from files union select path, media_type from version_files";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

/// Returns the names and media types of site files.
pub(crate) async fn types_of_values(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select distinct name, media_type from config_versions";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

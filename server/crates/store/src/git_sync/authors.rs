//! Authors of texts that were imported from a working copy. Those of a Git source are stored with its synchronization.

use super::{Author, merged};
use pailou_database::{Db, Tx, on, on_tx};

/// Stores the authors of a text. Returns whether they changed.
pub(crate) async fn store_authors(
    tx: &mut Tx,
    text_id: &str,
    authors: &[Author],
) -> Result<bool, sqlx::Error> {
    let authors = serde_json::to_string(&merged(authors, Vec::new())).unwrap_or_default();
    let sql = "insert into imported_authors (text_id, authors) values ($1, $2) \
               on conflict (text_id) do update set authors = excluded.authors \
               where imported_authors.authors <> excluded.authors";
    let stored = on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(&authors)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(stored > 0)
}

/// Returns the authors of a text, the most recent first; empty if the text was not imported from a working copy.
pub async fn imported_authors(db: &Db, text_id: &str) -> Result<Vec<Author>, sqlx::Error> {
    let sql = "select authors from imported_authors where text_id = $1";
    let authors: Option<String> =
        on!(db, pool => sqlx::query_scalar(sql).bind(text_id).fetch_optional(pool).await)?;
    Ok(authors.and_then(|authors| serde_json::from_str(&authors).ok()).unwrap_or_default())
}

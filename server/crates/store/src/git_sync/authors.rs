//! Authors of texts that were imported from a working copy. Those of a Git source are stored with its synchronization.

use super::{Author, merged};
use pailou_database::{Tx, on_tx};

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

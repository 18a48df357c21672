//! Marker of a database that `pailou copy-to` has not finished. Such a database is rejected until the copy is complete.
//! The marker is a table that no migration creates. It exists while the copy is unfinished.

mod store;

use crate::{Db, Tx};

/// Returns the identity of the database from which an unfinished copy is made; `None` if this database is not an
/// unfinished copy.
pub async fn source(db: &Db) -> Result<Option<String>, sqlx::Error> {
    let mut tx = db.snapshot().await?;
    match store::exists(&mut tx).await? {
        true => store::marker_source(&mut tx).await.map(Some),
        false => Ok(None),
    }
}

/// Marks the database as an unfinished copy. `source` is the identity of the copied database.
pub async fn mark(db: &Db, source: &str) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    store::create(&mut tx).await?;
    store::insert_marker(&mut tx, source).await?;
    tx.commit().await
}

/// Locks the marker against other copies to the same database until the transaction ends. Fails without a marker.
pub async fn lock(tx: &mut Tx) -> Result<(), sqlx::Error> {
    store::lock_marker(tx).await
}

/// Removes the marker: the copy is complete when the transaction is committed.
pub async fn remove(tx: &mut Tx) -> Result<(), sqlx::Error> {
    store::drop_table(tx).await
}

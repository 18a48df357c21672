//! SQL of the probes: whether the database responds, and whether a write has enough space.

use sqlx::{PgConnection, SqliteConnection};

use crate::{Db, Tx, on_tx};

pub(super) async fn read_sqlite(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "select value from change_counter";
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// Returns whether the server accepts writes. A standby and a server with read-only transactions by default do not.
pub(super) async fn accepts_writes(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let sql = "select current_setting('transaction_read_only') = 'off'";
    sqlx::query_scalar(sql).fetch_one(connection).await
}

/// Returns the number of bytes by which a SQLite database may still grow, including its free pages, and the version of
/// its schema.
pub(super) async fn size(connection: &mut SqliteConnection) -> Result<(u64, i64), sqlx::Error> {
    let sql = "select (m.max_page_count - p.page_count + f.freelist_count) * s.page_size, \
               v.schema_version \
               from pragma_max_page_count m, pragma_page_count p, pragma_freelist_count f, \
               pragma_page_size s, pragma_schema_version v";
    let (bytes, schema_version): (i64, i64) = sqlx::query_as(sql).fetch_one(connection).await?;
    Ok((u64::try_from(bytes).unwrap_or(0), schema_version))
}

/// Tests whether a write succeeds, without a lasting change of the data.
pub(super) async fn write(db: &Db) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    let sql = match &tx {
        // The commit appends to the write-ahead log.
        Tx::Sqlite(_) => "update change_counter set value = value where id = 1",
        // PostgreSQL allocates about 1 MiB immediately and frees it at the end of the transaction.
        Tx::Postgres(_) => {
            "create temporary table space_probe on commit drop as \
             select n from generate_series(1, 30000) n"
        }
    };
    on_tx!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    tx.commit().await
}

//! SQL of copying: identity of a database, names of its tables, and inserts of many rows.

use serde_json::Value;
use sqlx::AssertSqlSafe;

use crate::store::{self, Table};
use pailou_database::{Tx, on_tx};

/// Returns the names of the tables in the schema of the site, including tables of other programs.
pub(super) async fn names(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "select name from sqlite_master \
             where type = 'table' and name not like 'sqlite!_%' escape '!' order by name"
        }
        Tx::Postgres(_) => {
            "select table_name::text from information_schema.tables \
             where table_schema = current_schema() order by table_name collate \"C\""
        }
    };
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

/// Returns the location of a database and the time of its first migration; `None` without migrations.
pub(super) async fn identity(tx: &mut Tx) -> Result<Option<String>, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "select d.file || ' ' || cast(m.installed_on as text) \
             from _sqlx_migrations m, pragma_database_list d where d.name = 'main' \
             order by m.version limit 1"
        }
        Tx::Postgres(_) => {
            "select d.oid::text || ' ' || current_schema() || ' ' || m.installed_on::text \
             from _sqlx_migrations m, pg_database d where d.datname = current_database() \
             order by m.version limit 1"
        }
    };
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_optional(conn).await)
}

/// Inserts rows, on PostgreSQL in one statement, because each statement is a round trip.
pub(super) async fn insert_all(
    tx: &mut Tx,
    table: &Table,
    rows: &[Vec<Value>],
) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(tx) = tx {
        let mut query = sqlx::query(AssertSqlSafe(store::insertion_of_arrays(table)));
        for (at, column) in table.columns.iter().enumerate() {
            let values = rows.iter().map(|row| row.get(at));
            query = match column.is_number {
                true => query.bind(values.map(|it| it?.as_i64()).collect::<Vec<_>>()),
                false => {
                    query.bind(values.map(|it| it?.as_str().map(str::to_owned)).collect::<Vec<_>>())
                }
            };
        }
        return query.execute(&mut **tx).await.map(drop);
    }
    let insertion = store::insertion(tx, table);
    for row in rows {
        store::insert(tx, &insertion, table, row).await?;
    }
    Ok(())
}

/// SQL of tests.
#[cfg(test)]
pub(super) mod of_tests {
    pub(crate) const FOREIGN_TABLE: &str = "create table other (text text)";
    /// Table of migrations without the columns that a migration writes.
    pub(crate) const BROKEN_MIGRATIONS: &str =
        "create table _sqlx_migrations (version bigint, installed_on text)";
    pub(crate) const PAGE: &str = "insert into exempt_terms (term) values ('Pailou')";
    pub(crate) const CHANGE: &str = "update pages set created_at = created_at + 1";
    pub(crate) const UNSTORABLE: &str = "update pages set created_at = 'no number'";
}

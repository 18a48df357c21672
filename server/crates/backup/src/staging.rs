//! Staging database that is filled from a backup: it rejects rows that the site's database would reject, and migrates
//! a backup of an older release.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde_json::Value;

use super::extract::Unpacked;
use super::store::{self, Table};
use super::{BackupError, validate};
use pailou_database::{Db, OpenError, Tx};

/// Creates a database with the schema of the backup, fills it, migrates it to the current schema, and validates it.
pub(crate) async fn fill(folder: &Path, unpacked: &Unpacked) -> Result<Db, BackupError> {
    let file = folder.join("staging.db");
    let address = file.display().to_string();
    let schema = unpacked.manifest.schema;
    let db = Db::create_at_migration(&file, schema).await.map_err(opened)?;
    let filled = fill_all(&db, unpacked).await;
    db.close().await;
    filled?;
    let db = Db::open(&address).await.map_err(opened)?;
    if let Err(refused) = validate::check(&db, unpacked).await {
        db.close().await;
        return Err(refused);
    }
    Ok(db)
}

fn opened(error: OpenError) -> BackupError {
    BackupError::damaged(error)
}

async fn fill_all(db: &Db, unpacked: &Unpacked) -> Result<(), BackupError> {
    let mut tx = db.begin().await?;
    let tables = store::tables(&mut tx).await?;
    let known = |name: &str| tables.iter().any(|table| table.name == name);
    if let Some(name) = unpacked.tables.keys().find(|name| !known(name)) {
        return Err(BackupError::damaged(format!("unknown table {name}")));
    }
    let tables = store::in_order(&mut tx, tables).await?;
    for table in tables.iter().rev() {
        // Migrations insert some rows into a new database. These rows are deleted, because the backup contains them.
        if !store::is_empty(&mut tx, table).await? {
            store::clear(&mut tx, table).await?;
        }
    }
    let mut rows = 0;
    for table in &tables {
        let parts = unpacked.tables.get(&table.name);
        let parts =
            parts.ok_or_else(|| BackupError::damaged(format!("missing table {}", table.name)))?;
        for part in parts {
            rows += fill_from(&mut tx, table, part).await?;
        }
    }
    if rows != unpacked.end.rows {
        return Err(BackupError::damaged("missing rows"));
    }
    let dangling = store::tables_with_broken_references(&mut tx).await?;
    if !dangling.is_empty() {
        return Err(BackupError::damaged(format!("broken references in {}", dangling.join(", "))));
    }
    Ok(tx.commit().await?)
}

async fn fill_from(tx: &mut Tx, table: &Table, part: &Path) -> Result<u64, BackupError> {
    let file = File::open(part).map_err(|error| BackupError::read(part, error))?;
    let mut lines = BufReader::new(file).lines();
    let columns = lines.next().transpose().map_err(BackupError::damaged)?.unwrap_or_default();
    let columns: Vec<String> = serde_json::from_str(&columns).map_err(BackupError::damaged)?;
    let mut ordered = Vec::new();
    for name in &columns {
        let found = table.columns.iter().find(|column| column.name == *name);
        ordered.push(found.cloned().ok_or_else(|| {
            BackupError::damaged(format!("unknown column {}.{name}", table.name))
        })?);
    }
    let table = Table { name: table.name.clone(), columns: ordered };
    let insertion = store::insertion(tx, &table);
    let mut rows = 0;
    for line in lines {
        let line = line.map_err(BackupError::damaged)?;
        let row: Vec<Value> = serde_json::from_str(&line).map_err(BackupError::damaged)?;
        if row.len() != table.columns.len() {
            return Err(BackupError::damaged(format!("incomplete row of {}", table.name)));
        }
        // A row that violates this schema would also violate the schema of the site's database.
        store::insert(tx, &insertion, &table, &row).await.map_err(BackupError::damaged)?;
        rows += 1;
    }
    Ok(rows)
}

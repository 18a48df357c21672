//! SQL for all tables of a SQLite or PostgreSQL database. The tables are listed from the database catalogs, so a new
//! table is included in backups automatically. Names are taken from the catalogs only, and values are bound.

use futures_util::stream::BoxStream;
use serde_json::Value;
use sqlx::AssertSqlSafe;

use pailou_database::{Tx, on_tx};

/// Table of the audit log, whose rows are never changed.
pub(crate) const LOG: &str = "audit_log";

/// Tables of secret keys for other servers. Backups do not contain their rows.
pub(crate) const SECRETS: [&str; 1] = ["assistant_model_keys"];

/// A table and its columns in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub is_number: bool,
}

impl Table {
    /// Returns the quoted column names, separated by commas.
    fn listed(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the number of the last migration that was applied to the database.
pub async fn schema(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select max(version) from _sqlx_migrations";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// Returns all tables except those of migrations and of an unfinished copy, sorted by name. Returns an error for a
/// column that is neither an integer nor a text.
pub async fn tables(tx: &mut Tx) -> Result<Vec<Table>, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "select m.name, c.name, lower(c.type) from sqlite_master m, pragma_table_info(m.name) c \
             where m.type = 'table' and m.name not like 'sqlite!_%' escape '!' \
             and m.name not in ('_sqlx_migrations', 'unfinished_copy') order by m.name, c.cid"
        }
        Tx::Postgres(_) => {
            "select c.table_name::text, c.column_name::text, c.data_type::text \
             from information_schema.columns c join information_schema.tables t \
             on t.table_schema = c.table_schema and t.table_name = c.table_name \
             where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' \
             and c.table_name not in ('_sqlx_migrations', 'unfinished_copy') \
             order by c.table_name collate \"C\", c.ordinal_position"
        }
    };
    let rows: Vec<(String, String, String)> =
        on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)?;
    let mut tables: Vec<Table> = Vec::new();
    for (table, name, kind) in rows {
        let is_number = match kind.as_str() {
            "bigint" | "integer" => true,
            "text" => false,
            other => return Err(unknown(&format!("{table}.{name} is {other}"))),
        };
        match tables.last_mut().filter(|last| last.name == table) {
            Some(last) => last.columns.push(Column { name, is_number }),
            None => tables.push(Table { name: table, columns: vec![Column { name, is_number }] }),
        }
    }
    Ok(tables)
}

/// Returns the error for a table or column that a backup cannot represent.
fn unknown(what: &str) -> sqlx::Error {
    sqlx::Error::Protocol(format!("unsupported content of a backup: {what}"))
}

/// Streams each row as a JSON array, in the order of the columns.
pub fn rows<'t>(tx: &'t mut Tx, table: &Table) -> BoxStream<'t, Result<String, sqlx::Error>> {
    let (columns, name) = (table.listed(), quoted(&table.name));
    let array = match tx {
        Tx::Sqlite(_) => "json_array",
        Tx::Postgres(_) => "json_build_array",
    };
    let sql = format!("select cast({array}({columns}) as text) from {name}");
    on_tx!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql)).fetch(conn))
}

/// Returns the referencing table and the referenced table of each foreign key.
pub(crate) async fn references(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "select m.name, f.\"table\" from sqlite_master m, pragma_foreign_key_list(m.name) f \
             where m.type = 'table'"
        }
        Tx::Postgres(_) => {
            "select c.relname::text, p.relname::text from pg_constraint k \
             join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid \
             where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace"
        }
    };
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

/// Sorts tables so that referenced tables precede the tables that reference them. Returns an error if tables reference
/// each other.
pub async fn in_order(tx: &mut Tx, tables: Vec<Table>) -> Result<Vec<Table>, sqlx::Error> {
    let refers = references(tx).await?;
    let mut rest = tables;
    let mut sorted: Vec<Table> = Vec::new();
    while !rest.is_empty() {
        let waits = |table: &Table| {
            let mut needs = refers.iter().filter(|(from, to)| *from == table.name && from != to);
            needs.any(|(_, to)| rest.iter().any(|other| other.name == *to))
        };
        let (waiting, ready): (Vec<_>, Vec<_>) = rest.iter().cloned().partition(waits);
        if ready.is_empty() {
            return Err(unknown("tables that refer to each other"));
        }
        sorted.extend(ready);
        rest = waiting;
    }
    Ok(sorted)
}

pub async fn clear(tx: &mut Tx, table: &Table) -> Result<(), sqlx::Error> {
    let sql = format!("delete from {}", quoted(&table.name));
    on_tx!(tx, conn => sqlx::query(AssertSqlSafe(sql)).execute(conn).await.map(drop))
}

/// Whether the error is `deadlock_detected` of PostgreSQL (its manual, appendix A).
pub(crate) fn is_deadlock(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "40P01")
}

pub async fn is_empty(tx: &mut Tx, table: &Table) -> Result<bool, sqlx::Error> {
    let sql = format!("select count(*) from {}", quoted(&table.name));
    let count: i64 = on_tx!(tx, conn => {
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(conn).await
    })?;
    Ok(count == 0)
}

/// Tables whose rows are not content of the site.
const NO_CONTENT: [&str; 3] = ["change_counter", "cache_tags", "setup_codes"];
/// Table to which a migration adds a row, which is not content of the site.
const CONFIG_HEADS: &str = "config_heads";

/// Whether the database has only the rows of a new site.
pub(crate) async fn is_new(tx: &mut Tx) -> Result<bool, sqlx::Error> {
    for table in tables(tx).await? {
        let is_empty = match table.name.as_str() {
            CONFIG_HEADS => !has_published_config(tx).await?,
            name => NO_CONTENT.contains(&name) || is_empty(tx, &table).await?,
        };
        if !is_empty {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn has_published_config(tx: &mut Tx) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from config_heads where revision <> 0";
    let count: i64 = on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)?;
    Ok(count > 0)
}

/// Returns the SQL that inserts a row, including the value of an identity column.
pub(crate) fn insertion(tx: &Tx, table: &Table) -> String {
    let placeholders: Vec<_> = (1..=table.columns.len()).map(|at| format!("${at}")).collect();
    let overriding = match tx {
        Tx::Sqlite(_) => "",
        Tx::Postgres(_) => "overriding system value ",
    };
    let (name, columns, placeholders) =
        (quoted(&table.name), table.listed(), placeholders.join(", "));
    format!("insert into {name} ({columns}) {overriding}values ({placeholders})")
}

/// Returns the SQL that inserts rows on PostgreSQL, with one array per column.
pub(crate) fn insertion_of_arrays(table: &Table) -> String {
    let array = |(at, column): (usize, &Column)| match column.is_number {
        true => format!("${}::bigint[]", at + 1),
        false => format!("${}::text[]", at + 1),
    };
    let arrays: Vec<_> = table.columns.iter().enumerate().map(array).collect();
    let (name, columns, arrays) = (quoted(&table.name), table.listed(), arrays.join(", "));
    format!("insert into {name} ({columns}) overriding system value select * from unnest({arrays})")
}

pub async fn insert(
    tx: &mut Tx,
    insertion: &str,
    table: &Table,
    row: &[Value],
) -> Result<(), sqlx::Error> {
    let sql = insertion.to_owned();
    on_tx!(tx, conn => {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (column, value) in table.columns.iter().zip(row) {
            query = match column.is_number {
                true => query.bind(value.as_i64()),
                false => query.bind(value.as_str().map(str::to_owned)),
            };
        }
        query.execute(conn).await.map(drop)
    })
}

/// Sets each identity column of PostgreSQL to continue after the current rows of its table.
pub(crate) async fn advance_identity_columns(tx: &mut Tx) -> Result<(), sqlx::Error> {
    // SQLite needs no such update.
    let Tx::Postgres(_) = tx else { return Ok(()) };
    let sql = "select table_name::text, column_name::text from information_schema.columns \
               where table_schema = current_schema() and is_identity = 'YES'";
    let identities: Vec<(String, String)> =
        on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)?;
    for (table, column) in identities {
        let (table, name) = (quoted(&table), quoted(&column));
        let sql = format!(
            "select setval(pg_get_serial_sequence($1, $2), coalesce(max({name}), 0) + 1, false) \
             from {table}"
        );
        on_tx!(tx, conn => {
            let query = sqlx::query(AssertSqlSafe(sql)).bind(&table).bind(&column);
            query.execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Returns the tables of a SQLite database with rows that violate a foreign key. Empty for PostgreSQL, which rejects
/// such rows.
pub(crate) async fn tables_with_broken_references(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let Tx::Sqlite(_) = tx else { return Ok(Vec::new()) };
    let sql = "select distinct \"table\" from pragma_foreign_key_check";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub async fn tags(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select tag from cache_tags";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub async fn counter(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select value from change_counter where id = 1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// Raises the change counter to at least this value.
pub(crate) async fn raise_counter(tx: &mut Tx, value: i64) -> Result<(), sqlx::Error> {
    let sql = "update change_counter set value = $1 where id = 1 and value < $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(value).execute(conn).await.map(drop))
}

/// Deletes all sessions, so that all users must log in again.
pub async fn end_sessions(tx: &mut Tx) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => sqlx::query("delete from sessions").execute(conn).await.map(drop))
}

/// Deletes deliveries that were pending when the backup was created, so that the restored site does not send them.
pub(crate) async fn delete_pending_deliveries(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from webhook_deliveries where next_at is not null";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

/// Deletes uploads that were in progress when the backup was created: their bytes are not in the backup.
pub(crate) async fn drop_uploads(tx: &mut Tx) -> Result<(), sqlx::Error> {
    on_tx!(tx, conn => sqlx::query("delete from uploads").execute(conn).await.map(drop))
}

/// Deletes invitations, password reset links, set-up codes, and preview links: some of those in the backup may have
/// been used or revoked.
pub(crate) async fn drop_codes(tx: &mut Tx) -> Result<(), sqlx::Error> {
    for sql in ["delete from invitations", "delete from setup_codes", "delete from preview_links"] {
        on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// Deletes API tokens that were revoked after their creation according to the audit log. Log entries of earlier
/// releases contain the names of the user and the token instead of the token id.
pub(crate) async fn drop_revoked_tokens(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from api_tokens where exists (select 1 from audit_log l \
               join users u on u.id = api_tokens.user_id \
               where l.action = 'token-revoked' and l.at >= api_tokens.created_at \
               and (l.before = '{\"id\":\"' || api_tokens.id || '\"}' \
               or l.before is null and l.subject = u.name || ': ' || api_tokens.name))";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

/// SQL of tests.
#[cfg(test)]
pub mod of_tests {
    pub(crate) const RENAME: &str = "update texts set title = 'Another'";
    pub(crate) const USER: &str = "insert into users \
        (id, name, name_key, password, role, created_at) values ('1', 'ann', 'ann', '', 'owner', 0)";
    /// Each statement adds content to a new database.
    pub(crate) const ANY_CONTENT: [&str; 3] =
        [USER, "update config_heads set revision = 1", UPLOAD];
    pub(crate) const SESSION: &str = "insert into sessions \
        (token_hash, user_id, created_at, seen_at, expires_at, id) values ('t', '1', 0, 0, 9, 's')";
    pub(crate) const UPLOAD: &str = "insert into uploads \
        (id, owner, path, replaces, bytes, received, created_at) \
        values ('u', 'ann', 'uploads/a.png', '', 9, 5, 0)";
    pub const TOKENS: &str = "insert into api_tokens \
        (id, user_id, name, token_hash, permissions, created_at, expires_at) \
        values ('1', '1', 'Stays', 'a', '', 0, 9), ('2', '1', 'Goes', 'b', '', 0, 9), \
        ('3', '1', 'Known', 'c', '', 0, 9)";
    pub(crate) const RECOVERY: &str =
        "insert into recovery_codes (code_hash, user_id) values ('r', '1')";
    /// Codes of an invitation, a password reset link, the set-up link, and a preview link.
    pub const CODES: [&str; 4] = [
        "insert into invitations (id, code_hash, user_id, note, role, locales, areas, created_by, \
         created_at, expires_at) values ('i', 'i', null, '', 'owner', '', '', 'ann', 0, 9)",
        "insert into invitations (id, code_hash, user_id, note, role, locales, areas, created_by, \
         created_at, expires_at) values ('p', 'p', '1', '', 'owner', '', '', 'ann', 0, 9)",
        "insert into setup_codes (code_hash, created_at) values ('s', 0)",
        "insert into preview_links (code_hash, text_id, created_by, expires_at) \
         select 'l', min(id), 'ann', 9 from texts",
    ];
    /// Changes that make a backup invalid.
    pub(crate) const FOREIGN: [&str; 8] = [
        "update files set hash = '/etc/passwd'",
        "update files set hash = upper(hash)",
        "update files set media_type = 'text/html'",
        "insert into media_variants (hash, width, variant, bytes) select hash, 1, '../x', 1 from files",
        "insert into media_variants (hash, width, variant, bytes) select '../x', 1, hash, 1 from files",
        "insert into media_variants (hash, width, variant, bytes, avif) \
         select hash, 1, hash, 1, '/x' from files",
        "insert into config_versions (name, number, media_type, body, author, created_at) \
         values ('a.html', 1, 'text/html', '<script>', '', 0)",
        "insert into config_versions (name, number, media_type, body, author, created_at) \
         values ('a.txt', 1, 'text/html', '<script>', '', 0)",
    ];
    pub(crate) const RESTORED: &str = "select count(*) from audit_log where action = 'restored'";
}

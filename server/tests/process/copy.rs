//! Tests of `pailou copy-to`: a killed copy into PostgreSQL is resumed, verified, and served, and is copied back.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;

use super::postgres::{self, Cluster};
use super::process::{PASSWORD, Site, pailou, pailou_in, run, until};

/// Returns the folder of a stopped site on SQLite, with sample content, an owner, and rows in every table.
fn filled_site() -> TempDir {
    let folder = TempDir::new().unwrap();
    postgres::use_database(folder.path(), None);
    let site = Site::of(folder, &[]);
    drop(site.owner());
    site.signal("TERM");
    let folder = site.stopped();
    fill_empty_tables(&folder.path().join("data/pailou.db"));
    folder
}

/// Adds a row to each empty table: foreign keys refer to existing rows, texts are `[]`, numbers are 1.
#[tokio::main(flavor = "current_thread")]
async fn fill_empty_tables(file: &Path) {
    const COLUMNS: &str = "select m.name, c.name, lower(c.type), f.\"table\", f.\"to\" \
        from sqlite_master m join pragma_table_info(m.name) c \
        left join pragma_foreign_key_list(m.name) f on f.\"from\" = c.name \
        where m.type = 'table' and m.name not like '!_sqlx%' escape '!' \
        and m.name not like 'sqlite!_%' escape '!' order by m.rowid, c.cid";
    type Column = (String, String, String, Option<String>, Option<String>);
    let mut database = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let columns: Vec<Column> = sqlx::query_as(COLUMNS).fetch_all(&mut database).await.unwrap();
    for table in columns.chunk_by(|a, b| a.0 == b.0) {
        let name = &table[0].0;
        let value = |(_, _, kind, to, key): &Column| match (to, key) {
            (Some(to), Some(key)) => {
                format!("(select \"{key}\" from \"{to}\" order by rowid limit 1)")
            }
            _ if kind == "text" => "'[]'".to_owned(),
            _ => "1".to_owned(),
        };
        let values: Vec<_> = table.iter().map(value).collect();
        let sql = format!(
            "insert into \"{name}\" select {} where not exists (select 1 from \"{name}\")",
            values.join(", ")
        );
        let filled = database.execute(AssertSqlSafe(&*sql)).await;
        filled.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    database.close().await.unwrap();
}

/// A lock that blocks writes to a table until it is released.
struct WriteLock {
    runtime: tokio::runtime::Runtime,
    holder: PgConnection,
}

impl WriteLock {
    fn of(database: &str, table: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mut holder = runtime.block_on(PgConnection::connect(database)).unwrap();
        for sql in ["begin", &format!("lock table {table} in share mode")] {
            runtime.block_on(holder.execute(AssertSqlSafe(sql))).unwrap();
        }
        Self { runtime, holder }
    }

    fn release(self) {
        self.runtime.block_on(self.holder.close()).unwrap();
    }
}

/// Locks this table, starts the copy, and kills the copy while it waits for the lock.
fn kill_copy_at(table: &str, folder: &Path, database: &str) {
    const WAITING: &str = "select cast(count(*) as text) from pg_stat_activity \
                           where wait_event_type = 'Lock' and application_name = 'pailou'";
    let lock = WriteLock::of(database, table);
    let mut copy = pailou(folder, &["copy-to", database]);
    let err = folder.join("copy.err");
    let mut copy = copy.stdout(Stdio::null()).stderr(File::create(&err).unwrap()).spawn().unwrap();
    until("copy that waits for the lock", || {
        let exit_status = copy.try_wait().unwrap();
        assert_eq!(exit_status, None, "{}", fs::read_to_string(&err).unwrap());
        (postgres::query_value(database, WAITING)? != "0").then_some(())
    });
    copy.kill().unwrap();
    copy.wait().unwrap();
    lock.release();
}

fn count(database: &str, table: &str) -> String {
    postgres::query_value(database, &format!("select cast(count(*) as text) from {table}")).unwrap()
}

/// Returns the lines for tables in the output of a copy: name, number of rows, and hash.
fn tables(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.contains(" rows, ")).collect()
}

/// Moves the stored files of a site to a new folder. The site of the new folder uses the database with the URL
/// `database`.
fn moved(folder: &Path, database: &str) -> TempDir {
    let moved = TempDir::new().unwrap();
    let data: PathBuf = moved.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::rename(folder.join("data/files"), data.join("files")).unwrap();
    postgres::use_database(moved.path(), Some(database.to_owned()));
    moved
}

#[test]
fn killed_copy_to_postgresql_can_be_resumed_and_served() {
    let cluster = Cluster::start(&[]);
    postgres::execute(&cluster.superuser(), &["create database site"]);
    let database = cluster.address("pailou", "site");
    let folder = filled_site();
    // Creates the tables, because the test locks one of them.
    let mut list = pailou(folder.path(), &["user", "list", "--database", &database]);
    assert!(list.stdout(Stdio::null()).status().unwrap().success());

    kill_copy_at("revisions", folder.path(), &database);
    assert_ne!(count(&database, "pages"), "0", "this table must be complete before the kill");
    assert_eq!(count(&database, "revisions"), "0");
    let serve = ["serve", "--addr", "127.0.0.1:0", "--database", &database];
    let refused = run(folder.path(), &serve);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("is an unfinished copy"), "{refused:?}");
    let mut chinese = pailou_in("zh_CN.UTF-8", folder.path(), &serve);
    let chinese = String::from_utf8(chinese.output().unwrap().stderr).unwrap();
    assert!(chinese.contains("尚未完成的网站副本"), "{chinese}");
    kill_copy_at("audit_log", folder.path(), &database);
    assert_ne!(count(&database, "revisions"), "0");

    let copied = run(folder.path(), &["copy-to", &database]);
    assert_eq!(copied.code, Some(0), "{copied:?}");
    assert!(copied.out.contains("have the same counts and hashes"), "{copied:?}");
    for line in tables(&copied.out) {
        let (table, rest) = line.split_once(": ").unwrap();
        let rows = rest.split(' ').next().unwrap();
        assert_ne!(rows, "0", "{line}");
        assert_eq!(count(&database, table), rows, "{line}");
    }
    let again = run(folder.path(), &["copy-to", &database]);
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.err.contains("is not empty"), "{again:?}");

    let moved = moved(folder.path(), &database);
    let back = run(moved.path(), &["copy-to", "back.db"]);
    assert_eq!(back.code, Some(0), "{back:?}");
    let (mut exported_tables, mut returned_tables) = (tables(&copied.out), tables(&back.out));
    exported_tables.sort_unstable();
    returned_tables.sort_unstable();
    assert_eq!(returned_tables, exported_tables);

    let site = Site::of(moved, &[]);
    assert_eq!(site.get("/index/en/docs/guide/start").status, 200);
    let entries = count(&database, "audit_log");
    // A login adds an entry to the audit log. Its number must differ from those of the copied entries.
    let account = format!(r#"{{"username":"ann","password":"{PASSWORD}"}}"#);
    let json = [("content-type", "application/json")];
    let login = site.ask("POST", "/api/v1/login", &json, &account);
    assert_eq!(login.status, 200, "{}", login.text());
    assert_ne!(count(&database, "audit_log"), entries);
}

#[test]
fn copy_of_a_served_site_is_a_snapshot() {
    let site = Site::start();
    let copied = run(site.folder(), &["copy-to", "copy.db"]);
    assert_eq!(copied.code, Some(0), "{copied:?}");
    drop(site.owner());
    let users = run(site.folder(), &["user", "list", "--database", "copy.db"]);
    assert_eq!(users.code, Some(0), "{users:?}");
    assert!(!users.out.contains("ann"), "{users:?}");
}

#[test]
fn copy_to_an_unusable_database_address_is_reported() {
    let site = Site::start();
    for (address, expected) in [
        ("mysql://db/site", "invalid database address"),
        ("missing/folder/site.db", "cannot open the database"),
        ("postgres://ann:secret@127.0.0.1:1/site", "cannot reach the database"),
    ] {
        let refused = run(site.folder(), &["copy-to", address]);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.err.contains(expected), "{refused:?}");
        assert!(!refused.err.contains("secret"), "{refused:?}");
    }
    let usage = run(site.folder(), &["copy-to"]);
    assert_eq!(usage.code, Some(2), "{usage:?}");
}

//! Tests of the SQLite file: invalid, newer, missing, or on a full disk. They use SQLite even if `PAILOU_TEST_POSTGRES`
//! is set.

use std::fs;
use std::path::Path;
use std::thread;

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use super::client::Answer;
use super::postgres;
use super::process::{PASSWORD, Site, finish, pailou_in, run, until, write};
use super::start::check;

/// A folder for a site with a SQLite database.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    postgres::use_database(folder.path(), None);
    folder
}

#[test]
fn non_database_file_is_reported() {
    let folder = folder();
    write(folder.path(), &[("data/pailou.db", &"no database ".repeat(1_000))]);
    check(
        &run(folder.path(), &["serve", "--addr", "127.0.0.1:0"]),
        1,
        &["pailou.db", "not a database"],
    );
}

#[test]
fn command_without_a_database_prints_the_missing_path() {
    let folder = folder();
    for args in [&["check"][..], &["export", "out"], &["eval"], &["version", "list"]] {
        let output = run(folder.path(), &[args, &["--data", "typo"]].concat());
        assert_eq!(output.code, Some(1), "{args:?}: {output:?}");
        assert!(output.err.contains("typo/pailou.db does not exist"), "{}", output.err);
        assert!(!folder.path().join("typo").exists(), "{args:?}");
    }
}

#[test]
fn database_of_a_newer_release_is_not_changed() {
    let folder = folder();
    let made = run(folder.path(), &["user", "list"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let database = folder.path().join("data/pailou.db");
    add_future_migration(&database);
    let before = fs::read(&database).unwrap();
    let expected = ["pailou.db", "newer version of Pailou", "99990101000000"];
    check(&run(folder.path(), &["serve", "--addr", "127.0.0.1:0"]), 1, &expected);
    assert!(fs::read(&database).unwrap() == before);
}

/// Checks that the command exits with 1 and these messages, in both languages, and does not change the
/// database.
#[track_caller]
fn check_refused(folder: &Path, args: &[&str], english: &str, chinese: &str) {
    let database = folder.join("data/pailou.db");
    let before = fs::read(&database).unwrap();
    for (language, message) in [("en_US.UTF-8", english), ("zh_CN.UTF-8", chinese)] {
        let output = finish(pailou_in(language, folder, args));
        assert_eq!(output.code, Some(1), "{args:?}: {output:?}");
        for part in [message, "`pailou export`", "`pailou import`"] {
            assert!(output.err.contains(part), "{args:?}: `{part}` in {}", output.err);
        }
        assert_eq!(output.err.trim_end().lines().count(), 1, "{}", output.err);
        assert!(fs::read(&database).unwrap() == before, "{args:?}");
    }
}

#[test]
fn database_of_a_development_version_is_not_changed() {
    let folder = folder();
    let made = run(folder.path(), &["user", "list"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let of_development = [
        "alter table pageviews rename to hits",
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         select 2, 'redirects and feedback', success, checksum, 1 from _sqlx_migrations \
         where version = 1",
    ];
    let database = folder.path().join("data/pailou.db");
    execute(&database, &of_development, "select count(*) from hits");
    for args in [&["serve", "--addr", "127.0.0.1:0"][..], &["import", "."], &["backup", "a"]] {
        check_refused(folder.path(), args, "earlier development version", "早期开发版本");
    }
}

#[test]
fn backup_of_a_development_version_is_rejected() {
    let folder = folder();
    let made = run(folder.path(), &["user", "list"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let made = run(folder.path(), &["backup", "new.tar.zst"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let mut archive =
        zstd::decode_all(&fs::read(folder.path().join("new.tar.zst")).unwrap()[..]).unwrap();
    let format = b"\"format\": 2";
    let at = archive.windows(format.len()).position(|part| part == format).unwrap();
    archive[at + format.len() - 1] = b'1';
    fs::write(folder.path().join("old.tar.zst"), zstd::encode_all(&archive[..], 1).unwrap())
        .unwrap();
    let args = ["restore", "old.tar.zst"];
    check_refused(folder.path(), &args, "earlier development version", "早期开发版本");
}

#[tokio::main(flavor = "current_thread")]
async fn add_future_migration(database: &Path) {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    let sql = "insert into _sqlx_migrations \
               (version, description, installed_on, success, checksum, execution_time) \
               values (99990101000000, 'the future', current_timestamp, true, x'00', 1)";
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Executes statements, and returns the number that the query `number` selects.
#[tokio::main(flavor = "current_thread")]
async fn execute(database: &Path, statements: &[&str], number: &str) -> i64 {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    for sql in statements {
        connection.execute(AssertSqlSafe(*sql)).await.unwrap();
    }
    let number = sqlx::query_scalar(AssertSqlSafe(number)).fetch_one(&mut connection).await;
    connection.close().await.unwrap();
    number.unwrap()
}

/// Saves a draft with about this number of characters.
fn save(site: &Site, token: &str, id: &str, length: usize) -> Answer {
    let address = format!("/api/v1/admin/pages/{id}");
    let page = site.get_with(&address, &[("authorization", token)]).json();
    let seen = format!("\"{}\"", page["en"]["revision"].as_str().unwrap());
    let headers =
        [("authorization", token), ("content-type", "application/json"), ("if-match", &*seen)];
    let body = json!({ "text": format!("# Long\n\n{}\n", "word ".repeat(length / 5)) });
    site.ask("PUT", &format!("{address}/en/draft"), &headers, &body.to_string())
}

fn log_in(site: &Site) -> Answer {
    let body = json!({ "username": "ann", "password": PASSWORD }).to_string();
    site.ask("POST", "/api/v1/login", &[("content-type", "application/json")], &body)
}

/// Returns the ids of all pages.
fn page_ids(site: &Site, token: &str) -> Vec<String> {
    let list = "/api/v1/admin/pages?size=200";
    let list = site.get_with(list, &[("authorization", token)]).json();
    list.as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap().to_owned()).collect()
}

/// Checks that pages and read-only API requests are served, for visitors and for users.
#[track_caller]
fn check_reads(site: &Site, token: &str, id: &str) {
    for path in ["/index/en/docs/guide/read", "/index/zh/docs/guide/read", "/api/v1/public/docs"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    let page = site.get_with(&format!("/api/v1/admin/pages/{id}"), &[("authorization", token)]);
    assert_eq!(page.status, 200, "{}", page.text());
}

#[track_caller]
fn check_write_is_refused(site: &Site, token: &str, id: &str, code: &str) {
    let answer = save(site, token, id, 1_000);
    assert_eq!((answer.status, answer.problem().as_str()), (503, code), "{}", answer.text());
    assert!(answer.header("retry-after").is_some(), "{code}");
}

#[test]
fn writes_are_503_while_another_process_locks_the_database() {
    let site = Site::of(folder(), &[]);
    let token = site.owner();
    let id = page_ids(&site, &token).remove(0);
    let database = site.folder().join("data/pailou.db");
    // Sets the last use of the session to an hour ago, so that the next request tries to store the current time.
    execute(&database, &["update sessions set seen_at = seen_at - 3600000"], "select 1");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = format!("sqlite://{}", database.display());
    let mut other = runtime.block_on(SqliteConnection::connect(&address)).unwrap();
    runtime.block_on(other.execute("begin exclusive")).unwrap();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| check_write_is_refused(&site, &token, &id, "database-locked"));
        }
    });
    check_reads(&site, &token, &id);
    assert_eq!(site.get("/readyz").text(), "ready\n");
    runtime.block_on(other.execute("rollback")).unwrap();
    let saved =
        until("saved", || Some(save(&site, &token, &id, 1_000)).filter(|it| it.status == 200));
    assert_eq!(saved.status, 200, "{}", saved.text());
}

/// Changes the database file of a running site, waits until `/readyz` reports the change, and returns the site.
#[track_caller]
fn with_changed_file(change: impl Fn(&Path)) -> Site {
    let site = Site::of(folder(), &[]);
    drop(site.owner());
    let cached = "/index/en/docs/guide/read";
    assert_eq!(site.get(cached).status, 200);
    change(&site.folder().join("data/pailou.db"));
    let refused = log_in(&site);
    assert_eq!((refused.status, refused.problem().as_str()), (503, "database-replaced"));
    assert_eq!(refused.header("retry-after"), Some("30"));
    let readiness =
        until("not ready", || Some(site.get("/readyz")).filter(|answer| answer.status == 503));
    assert!(readiness.text().contains("database-replaced\n"), "{}", readiness.text());
    assert_eq!(site.get(cached).status, 200);
    site
}

#[test]
fn writes_are_503_while_the_database_file_is_moved_away() {
    let site = with_changed_file(|database| {
        fs::rename(database, database.with_extension("old")).unwrap();
    });
    let database = site.folder().join("data/pailou.db");
    fs::rename(database.with_extension("old"), &database).unwrap();
    until("ready", || (site.get("/readyz").text() == "ready\n").then_some(()));
    assert_eq!(log_in(&site).status, 200);
}

#[test]
fn writes_are_503_after_the_database_file_is_deleted() {
    drop(with_changed_file(|database| fs::remove_file(database).unwrap()));
}

#[test]
fn writes_are_503_after_a_copy_replaced_the_database_file() {
    drop(with_changed_file(|database| {
        let copy = database.with_extension("copy");
        fs::copy(database, &copy).unwrap();
        fs::rename(copy, database).unwrap();
    }));
}

#[test]
fn overwritten_database_file_is_reported() {
    let site = Site::of(folder(), &[]);
    until("ready", || (site.get("/readyz").status == 200).then_some(()));
    fs::write(site.folder().join("data/pailou.db"), "another file").unwrap();
    let readiness =
        until("not ready", || Some(site.get("/readyz")).filter(|answer| answer.status == 503));
    assert!(readiness.text().contains("database-replaced"), "{}", readiness.text());
}

#[test]
fn writes_are_503_while_the_disk_is_full() {
    // Number of database pages that the file may grow: about 2.4 MB. Below 1 MiB, the server is not ready (`MIN_FREE`).
    const MORE_PAGES: i64 = 600;
    let site = Site::of(folder(), &[]);
    let token = site.owner();
    let folder = site.killed();
    let database = folder.path().join("data/pailou.db");
    let pages = execute(&database, &[], "pragma page_count");
    let max_pages = (pages + MORE_PAGES).to_string();
    let site = Site::of(folder, &[("PAILOU_TEST_SQLITE_PAGES", &max_pages)]);
    assert_eq!(site.get("/readyz").status, 200);
    let ids = page_ids(&site, &token);
    let refused = ids.iter().find_map(|id| {
        let answer = save(&site, &token, id, 200_000);
        (answer.status != 200).then_some((id, answer))
    });
    let (id, answer) = refused.expect("the disk must be full before all pages have a long draft");
    assert_eq!((answer.status, answer.problem().as_str()), (503, "disk-full"), "{}", answer.text());
    assert_eq!(answer.header("retry-after"), Some("30"));
    let readiness =
        until("not ready", || Some(site.get("/readyz")).filter(|answer| answer.status == 503));
    assert_eq!(readiness.text(), "not ready\ndisk-full\n");
    // Reads still succeed, even for pages that are not in the cache.
    check_reads(&site, &token, id);
    execute(&database, &["delete from drafts"], "pragma page_count");
    until("ready", || (site.get("/readyz").text() == "ready\n").then_some(()));
    let saved = save(&site, &token, id, 200_000);
    assert_eq!(saved.status, 200, "{}", saved.text());
}

//! A process that is killed while it writes. What it leaves behind opens, holds only whole pages,
//! and a second try completes the work.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;

use super::process::{pailou, run, until};

const PAGES: usize = 600;

/// Many pages in two languages, so that the import takes a while.
fn large_tree(folder: &Path) {
    for (locale, words) in [("en", "Some words of page"), ("zh", "第几页的一些字")] {
        fs::create_dir_all(folder.join(locale)).unwrap();
        for number in 0..PAGES {
            let paragraphs: String = (0..10)
                .map(|part| format!("## Part {part}\n\n{words} {number}-{part}.\n\n"))
                .collect();
            let file = folder.join(format!("{locale}/page-{number:04}.md"));
            fs::write(file, format!("# Page {number}\n\n{paragraphs}")).unwrap();
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn ask(database: &Path, sql: &str) -> Option<String> {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await.ok()?;
    let asked = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await;
    connection.close().await.ok()?;
    asked.ok()
}

fn count(database: &Path, what: &str) -> Option<usize> {
    ask(database, &format!("select cast(count(*) as text) from {what}"))?.parse().ok()
}

#[track_caller]
fn check_whole(database: &Path) {
    assert_eq!(ask(database, "pragma integrity_check").as_deref(), Some("ok"));
    for (what, broken) in [
        ("a page has a text", "pages where id not in (select page_id from texts)"),
        (
            "a page has both its languages",
            "(select page_id from texts group by page_id having count(*) <> 2)",
        ),
        (
            "a text has its published revision",
            "texts t where not exists (select 1 from revisions r where r.text_id = t.id and r.number = t.published)",
        ),
        ("a revision has a text", "revisions where text_id not in (select id from texts)"),
        ("a page has its links", "pages where id not in (select page_id from links)"),
        ("a text has its counts", "texts where segments_total <> 21"),
    ] {
        assert_eq!(count(database, broken), Some(0), "{what}");
    }
}

#[test]
fn an_import_that_is_killed_leaves_whole_pages_and_can_be_repeated() {
    let folder = TempDir::new().unwrap();
    large_tree(&folder.path().join("pages"));
    let database = folder.path().join("data/pailou.db");
    let mut seen = 0;
    // Killed as soon as there is more than the last time, again and again.
    for _ in 0..5 {
        let mut import = pailou(folder.path(), &["import", "pages"]);
        let mut import = import.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        seen = until("some pages are in", || {
            let ended = import.try_wait().unwrap().is_some();
            count(&database, "pages").filter(|pages| *pages > seen || ended)
        });
        import.kill().unwrap();
        import.wait().unwrap();
        check_whole(&database);
    }
    assert!(seen < PAGES, "the import was killed before its end");
    let ended = run(folder.path(), &["import", "pages"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    check_whole(&database);
    assert_eq!(count(&database, "pages"), Some(PAGES));
    let again = run(folder.path(), &["import", "pages"]);
    assert!(again.out.contains("0 were new, 0 were changed, 1200 stay"), "{}", again.out);
}

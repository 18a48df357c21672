//! Tests of a process that is killed while it writes: afterwards, its database can be opened and contains only complete
//! pages, and a second attempt completes the work.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;

use super::client::connect;
use super::postgres;
use super::process::{Site, pailou, run, until};

const PAGES: usize = 600;

/// Writes many pages in two languages, so that the import can be killed before it ends.
fn large_tree(folder: &Path) {
    for (locale, sentence) in [("en", "Some words of page"), ("zh", "第几页的一些字")] {
        fs::create_dir_all(folder.join(locale)).unwrap();
        for number in 0..PAGES {
            let paragraphs: String = (0..10)
                .map(|part| format!("## Part {part}\n\n{sentence} {number}-{part}.\n\n"))
                .collect();
            let file = folder.join(format!("{locale}/page-{number:04}.md"));
            fs::write(file, format!("# Page {number}\n\n{paragraphs}")).unwrap();
        }
    }
}

/// Executes a query in the database of a folder's site. Returns the first column of the first row as a string; `None`
/// without a row or database.
pub(crate) fn query_value(folder: &Path, sql: &str) -> Option<String> {
    match postgres::database_of(folder) {
        Some(address) => postgres::query_value(&address, sql),
        None => query_file(&folder.join("data/pailou.db"), sql),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn query_file(database: &Path, sql: &str) -> Option<String> {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await.ok()?;
    let value = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await;
    connection.close().await.ok()?;
    value.ok()
}

fn count(folder: &Path, what: &str) -> Option<usize> {
    query_value(folder, &format!("select cast(count(*) as text) from {what}"))?.parse().ok()
}

/// Checks the integrity of the SQLite file. A PostgreSQL server was not killed and needs no check.
#[track_caller]
fn check_file(folder: &Path) {
    if postgres::database_of(folder).is_none() {
        assert_eq!(query_value(folder, "pragma integrity_check").as_deref(), Some("ok"));
    }
}

/// Returns a value that differs after each write to the database; `None` without a database.
fn written(folder: &Path) -> Option<String> {
    if postgres::database_of(folder).is_some() {
        return query_value(folder, "select cast(pg_current_wal_insert_lsn() as text)");
    }
    let journal = fs::metadata(folder.join("data/pailou.db-wal")).ok()?;
    Some(format!("{} {:?}", journal.len(), journal.modified().ok()?))
}

#[track_caller]
fn check_whole(folder: &Path) {
    check_file(folder);
    for (what, broken) in [
        ("page without a text", "pages where id not in (select page_id from texts)"),
        (
            "page without both languages",
            "(select page_id from texts group by page_id having count(*) <> 2) as single",
        ),
        (
            "text without its published revision",
            "texts t where not exists (select 1 from revisions r where r.text_id = t.id and r.number = t.published)",
        ),
        ("revision without a text", "revisions where text_id not in (select id from texts)"),
        ("page without alignments", "pages where id not in (select page_id from alignments)"),
        ("text without segment counts", "texts where segments_total <> 21"),
    ] {
        assert_eq!(count(folder, broken), Some(0), "{what}");
    }
}

#[test]
fn killed_import_leaves_complete_pages_and_can_be_repeated() {
    let folder = TempDir::new().unwrap();
    large_tree(&folder.path().join("pages"));
    let mut seen = 0;
    // Kills the import repeatedly, each time after more pages were imported than before.
    for _ in 0..5 {
        let mut import = pailou(folder.path(), &["import", "pages"]);
        let mut import = import.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        seen = until("import of the first pages", || {
            let is_finished = import.try_wait().unwrap().is_some();
            count(folder.path(), "pages").filter(|pages| *pages > seen || is_finished)
        });
        import.kill().unwrap();
        import.wait().unwrap();
        check_whole(folder.path());
    }
    assert!(seen < PAGES, "every import must be killed before it ends");
    let output = run(folder.path(), &["import", "pages"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    check_whole(folder.path());
    assert_eq!(count(folder.path(), "pages"), Some(PAGES));
    let again = run(folder.path(), &["import", "pages"]);
    assert!(again.out.contains("0 added, 0 changed, 1200 unchanged"), "{}", again.out);
}

/// Stage of a request at which the server is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    HalfIsSent,
    AllIsSent,
    TheDatabaseIsWritten,
    TheAnswerBegins,
}

/// Sends a request, and kills the server at this stage of the request; returns the site's folder.
#[track_caller]
fn kill_while_saving(site: Site, request: &str, moment: Moment) -> TempDir {
    let before = written(site.folder());
    let mut stream = connect(site.address);
    let (first, rest) = request.as_bytes().split_at(request.len() / 2);
    stream.write_all(first).unwrap();
    if !matches!(moment, Moment::HalfIsSent) {
        stream.write_all(rest).unwrap();
    }
    match moment {
        Moment::HalfIsSent | Moment::AllIsSent => {}
        Moment::TheDatabaseIsWritten => {
            until("first write", || (written(site.folder()) != before).then_some(()));
        }
        Moment::TheAnswerBegins => {
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 200");
        }
    }
    site.killed()
}

#[test]
fn killed_save_is_atomic_and_can_be_repeated() {
    const PARAGRAPHS: usize = 1_000;
    let text = |round: usize| {
        let lines: String =
            (0..PARAGRAPHS).map(|at| format!("Round {round}, line {at}.\n\n")).collect();
        format!("# Page\n\n{lines}")
    };
    let mut site = Site::showing(&[("en/a.md", &text(0)), ("zh/a.md", "# 页\n\n第一段。\n")], &[]);
    let token = site.owner();
    let read_page = |site: &Site| {
        let list = site.get_with("/api/v1/admin/pages", &[("authorization", &token)]).json();
        let id = list[0]["id"].as_str().unwrap_or_else(|| panic!("{list}")).to_owned();
        let address = format!("/api/v1/admin/pages/{id}");
        let page = site.get_with(&address, &[("authorization", &token)]).json();
        let revision = page["en"]["revision"].as_str().unwrap().to_owned();
        (format!("{address}/en/draft"), revision, page["en"]["text"].as_str().unwrap().to_owned())
    };
    let mut expected = text(0);
    let moments = [
        Moment::HalfIsSent,
        Moment::AllIsSent,
        Moment::TheDatabaseIsWritten,
        Moment::TheAnswerBegins,
    ];
    for (round, moment) in moments.into_iter().enumerate() {
        let (address, revision, _) = read_page(&site);
        let new = text(round + 1);
        let body = serde_json::json!({ "text": new }).to_string();
        let request = format!(
            "PUT {address} HTTP/1.1\r\nhost: x\r\nauthorization: {token}\r\n\
             content-type: application/json\r\nif-match: \"{revision}\"\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len(),
        );
        let folder = kill_while_saving(site, &request, moment);
        check_file(folder.path());
        site = Site::of(folder, &[]);
        let (address, revision, found) = read_page(&site);
        match moment {
            Moment::HalfIsSent => assert!(found == expected, "{moment:?}: expected the old text"),
            Moment::TheAnswerBegins => assert!(found == new, "{moment:?}: expected the new text"),
            _ => assert!(found == expected || found == new, "{moment:?}: expected either text"),
        }
        // Simulates the browser, which sends the stored text again, based on the current revision.
        let seen = format!("\"{revision}\"");
        let headers = [
            ("authorization", &*token),
            ("content-type", "application/json"),
            ("if-match", &*seen),
        ];
        assert_eq!(site.ask("PUT", &address, &headers, &body).status, 200, "{moment:?}");
        assert!(read_page(&site).2 == new, "{moment:?}: the repeated request must save the text");
        expected = new;
    }
}

/// Starts a site without pages, and kills the server as soon as the site has this number of pages.
#[track_caller]
fn kill_first_start(folder: &Path, pages: usize) {
    let mut serve = pailou(folder, &["serve", "--addr", "127.0.0.1:0"]);
    let mut serve = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("import of the first pages", || count(folder, "pages").filter(|found| *found >= pages));
    serve.kill().unwrap();
    serve.wait().unwrap();
}

#[test]
fn killed_first_start_is_completed_by_the_next_start() {
    const KINDS: [&str; 5] = ["pages", "texts", "sections", "files", "roots"];
    let counts = |folder: &Path| KINDS.map(|kind| count(folder, kind));
    let whole = Site::with_sample_content(&[]).killed();
    let expected = counts(whole.path());
    for pages in [0, 1, 26] {
        let folder = TempDir::new().unwrap();
        kill_first_start(folder.path(), pages);
        let folder = Site::of(folder, &[]).killed();
        assert_eq!(counts(folder.path()), expected, "killed at {pages} pages");
        check_file(folder.path());
        // Without unfinished tasks, later starts do not import the sample content again.
        assert_eq!(count(folder.path(), "unfinished_tasks"), Some(0));
    }
}

//! The log as a file: CSV (RFC 4180, times as in RFC 3339) for a spreadsheet, or JSON.

use bytes::Bytes;
use futures_util::stream;
use http::header::{self, HeaderValue};
use tokio::sync::mpsc;
use warp::reply::{Reply, Response};

use super::store::Wanted;
use super::{LogQuery, store};
use crate::admin::wire::LogEntry;
use crate::shared::day;
use crate::shared::db::Db;
use crate::shared::problem::Problem;
use crate::shared::reply;
use crate::shared::session::{self, Act};
use crate::shared::site::Site;
use crate::shared::visitor::Caller;

/// Entries of a piece, which is as much as is in memory at a time.
const PIECE: i64 = 200;
/// Of one file there are 100,000 entries at most: whoever wants more asks for parts of the time.
const MOST_PIECES: usize = 500;

/// What was done, as a file, the newest first; 100,000 entries at most.
#[utoipa::path(get, path = "/api/v1/admin/log/export", tag = "admin", params(LogQuery), security(("token" = ["log"])),
    responses(
        (status = 200, description = "The file", content_type = "*/*", body = String, headers(("content-disposition" = String))),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not read the log"),
        (status = 422, description = "The format is neither csv nor json, or a number is out of range"),
    ))]
pub(super) async fn export(
    site: Site,
    caller: Caller,
    query: LogQuery,
) -> Result<Response, Problem> {
    session::allowed(&site, &caller, Act::Log).await?;
    let wanted = query.wanted(&site).await?;
    let (format, media_type, disposition) = match query.format.as_deref().unwrap_or("csv") {
        "csv" => (Format::Csv, "text/csv; charset=utf-8", "attachment; filename=\"log.csv\""),
        "json" => (Format::Json, "application/json", "attachment; filename=\"log.json\""),
        _ => return Err(Problem::invalid("format", "unknown", "`format` is csv or json.")),
    };
    let (to, mut from) = mpsc::channel(1);
    tokio::spawn(write(site.db, wanted, format, to));
    let pieces = stream::poll_fn(move |context| from.poll_recv(context));
    let mut answer = warp::reply::stream(pieces).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    Ok(reply::private(answer))
}

type Pieces = mpsc::Sender<Result<Bytes, sqlx::Error>>;

/// Reads as fast as somebody takes it. What breaks off is no whole file: the connection ends with the error.
async fn write(db: Db, wanted: Wanted, format: Format, to: Pieces) {
    if let Err(error) = write_pieces(&db, &wanted, format, &to).await {
        tracing::error!(%error, "an export of the log breaks off");
        let _ = to.send(Err(error)).await;
    }
}

async fn write_pieces(
    db: &Db,
    wanted: &Wanted,
    format: Format,
    to: &Pieces,
) -> Result<(), sqlx::Error> {
    let (mut text, mut last) = (format.begin().to_owned(), None);
    for _ in 0..MOST_PIECES {
        let rows = store::entries_before(db, wanted, last.unwrap_or(i64::MAX), PIECE).await?;
        if rows.is_empty() {
            break;
        }
        for entry in rows.into_iter().map(LogEntry::from) {
            format.add(&mut text, &entry, last.is_none());
            last = Some(entry.id);
        }
        if to.send(Ok(std::mem::take(&mut text).into())).await.is_err() {
            // Nobody takes it any more.
            return Ok(());
        }
    }
    text.push_str(format.end());
    let _ = to.send(Ok(text.into())).await;
    Ok(())
}

#[derive(Clone, Copy)]
enum Format {
    Csv,
    Json,
}

impl Format {
    const fn begin(self) -> &'static str {
        match self {
            // Spreadsheets take a file for one of the machine's old encoding without the mark of UTF-8.
            Self::Csv => "\u{feff}id,at,who,action,subject,before,after,address,agent\r\n",
            Self::Json => "[",
        }
    }

    fn add(self, text: &mut String, entry: &LogEntry, is_first: bool) {
        match self {
            Self::Csv => text.push_str(&line(entry)),
            Self::Json => {
                text.push_str(if is_first { "\n" } else { ",\n" });
                // Numbers and texts are always JSON.
                text.push_str(&serde_json::to_string(entry).unwrap_or_default());
            }
        }
    }

    const fn end(self) -> &'static str {
        match self {
            Self::Csv => "",
            Self::Json => "\n]\n",
        }
    }
}

fn line(entry: &LogEntry) -> String {
    let (id, at) = (entry.id.to_string(), day::moment(entry.at));
    let cells: [&str; 9] = [
        &id,
        &at,
        &entry.who,
        &entry.action,
        &entry.subject,
        entry.before.as_deref().unwrap_or_default(),
        entry.after.as_deref().unwrap_or_default(),
        &entry.address,
        &entry.agent,
    ];
    cells.map(cell).join(",") + "\r\n"
}

/// What spreadsheets take for the beginning of a formula, some of them also in full width (OWASP, "CSV Injection").
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// What might be a formula gets an apostrophe.
fn cell(text: &str) -> String {
    let text = if text.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::shared::audit::{self, Action, Actor, Subject};

    #[test]
    fn what_people_wrote_is_no_formula() {
        for (text, expected) in [
            ("ann", "ann"),
            ("=1+1", "'=1+1"),
            ("@sum", "'@sum"),
            ("＝1+1", "'＝1+1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠sum", "'＠sum"),
            ("\n=1", "\"'\n=1\""),
            ("安＝1", "安＝1"),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[tokio::test]
    async fn a_long_log_is_written_piece_by_piece() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        for n in 0..450 {
            let (actor, subject) = (Actor::command_line(), Subject::new(n.to_string()));
            audit::record(&mut tx, &actor, Action::Exported, subject).await.unwrap();
        }
        tx.commit().await.unwrap();
        let subjects: Vec<_> = (0..450).rev().map(|n| n.to_string()).collect();

        let pieces = written(&db, Format::Json).await;
        assert_eq!(pieces.len(), 4, "200, 200 and 50 entries, and the end");
        let told: Vec<Value> = serde_json::from_slice(&pieces.concat()).unwrap();
        let told: Vec<_> = told.iter().map(|entry| entry["subject"].as_str().unwrap()).collect();
        assert_eq!(told, subjects);

        let csv = String::from_utf8(written(&db, Format::Csv).await.concat()).unwrap();
        let told = csv.lines().skip(1).map(|line| line.split(',').nth(4).unwrap());
        assert_eq!(told.collect::<Vec<_>>(), subjects);
    }

    #[tokio::test]
    async fn a_log_without_entries_is_a_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        assert_eq!(written(&db, Format::Json).await.concat(), b"[\n]\n");
        assert_eq!(written(&db, Format::Csv).await.concat(), Format::Csv.begin().as_bytes());
    }

    async fn written(db: &Db, format: Format) -> Vec<Bytes> {
        let wanted = Wanted { who: None, action: String::new(), from: i64::MIN, to: i64::MAX };
        let (to, mut from) = mpsc::channel(1);
        tokio::spawn(write(db.clone(), wanted, format, to));
        let mut pieces = Vec::new();
        while let Some(piece) = from.recv().await {
            pieces.push(piece.unwrap());
        }
        pieces
    }
}

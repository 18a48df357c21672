//! Export of the audit log: CSV (RFC 4180, times as in RFC 3339) for a spreadsheet, or JSON.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use futures_util::future::ready;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use http::header::{self, HeaderValue};
use warp::reply::{Reply, Response};

use super::store::LogFilter;
use super::{LogQuery, store};
use crate::api::LogEntry;

use pailou_auth::guard::{Allowed, permission};
use pailou_database::Db;
use pailou_site::Site;
use pailou_web::Query;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Maximum number of entries per chunk. Only one chunk is in memory at a time.
const CHUNK_ENTRIES: i64 = 200;
/// Maximum number of chunks with entries per file, which limits a file to 100,000 entries.
const MAX_PIECES: usize = 500;

/// Export audit log
///
/// Returns at most 100,000 entries, newest first.
#[utoipa::path(get, path = "/api/v1/admin/log/export", tag = "admin", params(LogQuery),
    responses(
        (status = 200, description = "The requested file", content_type = "*/*", body = String, headers(("content-disposition" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read the audit log"),
        (status = 422, description = "The format is neither `csv` nor `json`, or a number is out of range"),
    ))]
pub(super) async fn export_log(
    _: Allowed<permission::Log>,
    site: Site,
    Query(query): Query<LogQuery>,
) -> Result<Response, Problem> {
    let filter = query.filter(&site).await?;
    let (format, media_type, disposition) = match query.format.as_deref().unwrap_or("csv") {
        "csv" => (Format::Csv, "text/csv; charset=utf-8", "attachment; filename=\"log.csv\""),
        "json" => (Format::Json, "application/json", "attachment; filename=\"log.json\""),
        _ => {
            return Err(Problem::invalid("format", "unknown", "`format` must be `csv` or `json`."));
        }
    };
    // `reply::stream` requires `Sync`, but the stream is only `Send`. The mutex adds `Sync` and is never locked.
    let mut pieces = Mutex::new(Box::pin(pieces(site.db.clone(), filter, format)));
    let pieces = stream::poll_fn(move |context| {
        let pieces = pieces.get_mut().unwrap_or_else(PoisonError::into_inner);
        pieces.as_mut().poll_next(context)
    });
    let mut answer = warp::reply::stream(pieces).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    Ok(reply::private(answer))
}

/// Returns the file as a stream of chunks, each generated when the client is ready to receive it. A database failure
/// aborts the connection, so that the client detects an incomplete file.
fn pieces(
    db: Db,
    filter: LogFilter,
    format: Format,
) -> impl Stream<Item = Result<Bytes, sqlx::Error>> + Send + 'static {
    let begin = stream::once(async move { Ok(Bytes::from_static(format.begin().as_bytes())) });
    // State: number of chunks that may follow, and id of the last entry; `None` at the end.
    let rest = stream::try_unfold(Some((MAX_PIECES, None)), move |state| {
        let (db, filter) = (db.clone(), filter.clone());
        async move {
            let Some((left, last)) = state else { return Ok(None) };
            let mut entries: Vec<LogEntry> = Vec::new();
            if left > 0 {
                let before = last.unwrap_or(i64::MAX);
                let rows = store::entries_before(&db, &filter, before, CHUNK_ENTRIES).await?;
                entries.extend(rows.into_iter().map(LogEntry::from));
            }
            let Some(oldest) = entries.last() else {
                return Ok(Some((Bytes::from_static(format.end().as_bytes()), None)));
            };
            let piece = format.piece(&entries, last.is_none());
            Ok(Some((Bytes::from(piece), Some((left - 1, Some(oldest.id))))))
        }
    });
    begin
        .chain(rest)
        .try_filter(|piece| ready(!piece.is_empty()))
        .inspect_err(|error| tracing::error!(%error, "audit log export aborted"))
}

#[derive(Clone, Copy)]
enum Format {
    Csv,
    Json,
}

impl Format {
    const fn begin(self) -> &'static str {
        match self {
            // Without a byte order mark, spreadsheets do not detect UTF-8.
            Self::Csv => {
                "\u{feff}id,at,actor,action,subject,before,after,address,agent,\
                 actor_id,current_name,token\r\n"
            }
            Self::Json => "[",
        }
    }

    fn piece(self, entries: &[LogEntry], is_first: bool) -> Vec<u8> {
        match self {
            Self::Csv => lines(entries),
            Self::Json => {
                let mut text = String::new();
                for (number, entry) in entries.iter().enumerate() {
                    text.push_str(if is_first && number == 0 { "\n" } else { ",\n" });
                    // Numbers and strings can always be serialized.
                    text.push_str(&serde_json::to_string(entry).unwrap_or_default());
                }
                text.into_bytes()
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

fn lines(entries: &[LogEntry]) -> Vec<u8> {
    let mut lines =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for entry in entries {
        let (id, at) = (entry.id.to_string(), pailou_dates::rfc3339(entry.at));
        let cells: [&str; 12] = [
            &id,
            &at,
            &entry.actor,
            &entry.action,
            &entry.subject,
            entry.before.as_deref().unwrap_or_default(),
            entry.after.as_deref().unwrap_or_default(),
            &entry.address,
            &entry.agent,
            &entry.actor_id,
            entry.current_name.as_deref().unwrap_or_default(),
            &entry.token,
        ];
        // Writing to memory does not fail.
        let _ = lines.write_record(cells.map(|cell| escape_formula(cell).into_owned()));
    }
    lines.into_inner().unwrap_or_default()
}

/// First characters of a formula in spreadsheets, some also in full width (OWASP, "CSV Injection").
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Prefixes a possible formula with an apostrophe.
fn escape_formula(text: &str) -> Cow<'_, str> {
    if text.starts_with(FORMULA) { format!("'{text}").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use pailou_database::audit_log;
    use pailou_database::audit_log::{Action, Actor, Subject};

    #[test]
    fn csv_cells_with_formulas_or_quotes_are_escaped() {
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
            let mut entry = entry();
            entry.agent = text.to_owned();
            let line = format!("7,1970-01-01T00:00:00Z,,page-made,,,,,{expected},,,\r\n");
            assert_eq!(String::from_utf8(lines(&[entry])).unwrap(), line, "{text:?}");
        }
    }

    #[tokio::test]
    async fn long_log_is_streamed_in_chunks() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        for n in 0..450 {
            let (actor, subject) = (Actor::command_line(), Subject::new(n.to_string()));
            audit_log::log(&mut tx, &actor, Action::Exported, subject).await.unwrap();
        }
        tx.commit().await.unwrap();
        let subjects: Vec<_> = (0..450).rev().map(|n| n.to_string()).collect();

        let pieces = written(&db, Format::Json).await;
        assert_eq!(pieces.len(), 5, "the beginning, 200, 200 and 50 entries, and the end");
        let actual: Vec<Value> = serde_json::from_slice(&pieces.concat()).unwrap();
        let actual: Vec<_> =
            actual.iter().map(|entry| entry["subject"].as_str().unwrap()).collect();
        assert_eq!(actual, subjects);

        let csv = String::from_utf8(written(&db, Format::Csv).await.concat()).unwrap();
        let actual = csv.lines().skip(1).map(|line| line.split(',').nth(4).unwrap());
        assert_eq!(actual.collect::<Vec<_>>(), subjects);
    }

    #[tokio::test]
    async fn export_of_an_empty_log_is_a_complete_file() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        assert_eq!(written(&db, Format::Json).await.concat(), b"[\n]\n");
        assert_eq!(written(&db, Format::Csv).await.concat(), Format::Csv.begin().as_bytes());
    }

    #[tokio::test]
    async fn export_with_database_failure_ends_with_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut file = std::pin::pin!(pieces(db.clone(), everything(), Format::Json));
        assert!(file.next().await.unwrap().is_ok());
        db.close().await;
        assert!(file.next().await.unwrap().is_err());
        assert!(file.next().await.is_none(), "the closing bracket must not follow an error");
    }

    fn entry() -> LogEntry {
        LogEntry {
            id: 7,
            at: 0,
            actor: String::new(),
            actor_id: String::new(),
            current_name: None,
            token: String::new(),
            action: "page-made".to_owned(),
            subject: String::new(),
            before: None,
            after: None,
            address: String::new(),
            agent: String::new(),
        }
    }

    fn everything() -> LogFilter {
        LogFilter { actor: None, action: String::new(), from: i64::MIN, to: i64::MAX }
    }

    async fn written(db: &Db, format: Format) -> Vec<Bytes> {
        pieces(db.clone(), everything(), format).try_collect().await.unwrap()
    }
}

//! The log as a file: CSV (RFC 4180, times as in RFC 3339) for a spreadsheet, or JSON.

use http::header::{self, HeaderValue};
use warp::reply::Response;

use super::{LogQuery, store};
use crate::admin::wire::LogEntry;
use crate::shared::day;
use crate::shared::problem::Problem;
use crate::shared::reply;
use crate::shared::session::{self, Act};
use crate::shared::site::Site;
use crate::shared::visitor::Caller;

/// Entries of one file, at most: whoever wants more asks for parts of the time.
const MOST: i64 = 100_000;

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
    let rows = || store::entries(&site.db, &wanted, 0, MOST);
    let (body, media_type, name) = match query.format.as_deref().unwrap_or("csv") {
        "csv" => {
            let rows = rows().await?;
            (csv(rows.into_iter().map(LogEntry::from)), "text/csv; charset=utf-8", "log.csv")
        }
        "json" => {
            let rows = rows().await?;
            let rows: Vec<_> = rows.into_iter().map(LogEntry::from).collect();
            let text = serde_json::to_string_pretty(&rows);
            let text = text.map_err(|error| Problem::Internal(error.to_string()))?;
            (text, "application/json", "log.json")
        }
        _ => return Err(Problem::invalid("format", "unknown", "`format` is csv or json.")),
    };
    let mut answer = reply::private(reply::bytes(body.into(), media_type, "no-store"));
    let disposition = format!("attachment; filename=\"{name}\"");
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(answer)
}

fn csv(rows: impl Iterator<Item = LogEntry>) -> String {
    // Spreadsheets take a file for one of the machine's old encoding without the mark of UTF-8.
    let mut text = String::from("\u{feff}id,at,who,action,subject,before,after,address,agent\r\n");
    for row in rows {
        let (id, at) = (row.id.to_string(), day::moment(row.at));
        let (before, after) = (row.before.unwrap_or_default(), row.after.unwrap_or_default());
        let cells = [
            &id,
            &at,
            &row.who,
            &row.action,
            &row.subject,
            &before,
            &after,
            &row.address,
            &row.agent,
        ];
        text.push_str(&cells.map(|text| cell(text)).join(","));
        text.push_str("\r\n");
    }
    text
}

/// A spreadsheet takes what begins so for a formula (OWASP, "CSV Injection"): it gets an apostrophe.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn what_people_wrote_is_no_formula() {
        for (text, expected) in [
            ("ann", "ann"),
            ("=1+1", "'=1+1"),
            ("@sum", "'@sum"),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}

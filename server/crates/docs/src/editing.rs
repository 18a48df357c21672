//! Editing of documentation pages: permissions, `If-Match`, and the result.

use http::header;
use warp::reply::Response;

use super::api::{Change, Changed, TextIssue};
use super::{AREA, address};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::Permission;
use pailou_site::Site;
use pailou_store::edit;
use pailou_store::edit::{Edit, EditError};
use pailou_store::sql;
use pailou_store::sql::Revision;
use pailou_store::write::WriteError;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::params::locale;
use pailou_web::problem::{FieldError, Problem, SavedState};
use pailou_web::reply;
use pailou_web::{Route, Tail, route};

/// Body limit in bytes, unless the settings allow more.
const MAX_BODY: u64 = 4 << 20;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let body_limit = MAX_BODY.max(site.settings.body_bytes);
    vec![route!(site, change).with_tail().with_body_limit(body_limit)]
}

/// Update page
///
/// Changes one language and publishes it immediately. `If-Match` contains the `revision` on which the change is based;
/// `*` overwrites any revision.
#[utoipa::path(put, path = "/api/v1/docs/{locale}/{path}", tag = "docs",
    params(
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("path" = String, Path, description = "Path of the page, such as `guide/start`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read"),
    ),
    request_body = Change,
    responses(
        (status = 200, description = "Saved; `issues` lists the issues in the text", body = Changed, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages"),
        (status = 404, description = "The page does not exist in this language"),
        (status = 412, description = "Another user has saved a change; the response has the current text and the common base"),
        (status = 422, description = "The front matter is invalid, its `slug` is in use by another page, or the text contains a NUL character"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn change(
    user: Allowed<permission::AnyEdit>,
    tag: String,
    path: Tail,
    site: Site,
    caller: RequestContext,
    change: Result<Change, Problem>,
) -> Result<Response, Problem> {
    let (requested_locale, path) = (locale(&tag)?, params::path(path.as_str())?);
    let text = sql::text_at(&site.db, AREA, requested_locale, &path).await?;
    let text =
        text.filter(|text| text.locale == requested_locale.tag()).ok_or(Problem::NotFound)?;
    let is_source = requested_locale.tag() == text.source_locale;
    let permission = if is_source { Permission::PagesEdit } else { Permission::TranslationsEdit };
    user.require_for_text(permission, AREA, requested_locale)?;
    let base = match caller.headers.get(header::IF_MATCH) {
        None => return Err(Problem::PreconditionRequired),
        Some(value) if value.as_bytes() == b"*" => None,
        // The revision of a different text counts as older than every revision of this text.
        Some(value) => {
            Some(revision_number(value.to_str().unwrap_or_default(), &text.id).unwrap_or(0))
        }
    };
    let change = change?;
    let edit = Edit {
        front_matter: change.front_matter.as_deref(),
        markdown: &change.markdown,
        base,
        actor: &user.actor,
    };
    let edited =
        edit::edit(&site, &text, &edit).await.map_err(|error| edit_problem(error, &text.id))?;
    let issues = edited.issues.into_iter().map(|issue| TextIssue {
        line: issue.line,
        code: issue.code.to_owned(),
        detail: issue.detail,
    });
    let revision = revision_name(&text.id, edited.number);
    let changed = Changed {
        url: address(requested_locale, &edited.path),
        revision: revision.clone(),
        issues: issues.collect(),
    };
    Ok(reply::private(reply::with_etag(reply::json(&changed)?, &revision)))
}

/// Parses the revision number, such as 7 from `"TEXT-7"`, where `TEXT` is the text id; `None` for another text id or an
/// invalid number. The `ETag` of the page, which begins with the same value, is also accepted.
fn revision_number(value: &str, text_id: &str) -> Option<i64> {
    let value = value.trim().trim_start_matches("W/").trim_matches('"');
    let number = value.strip_prefix(text_id)?.strip_prefix('-')?;
    number.split('-').next()?.parse().ok()
}

fn revision_name(text_id: &str, number: i64) -> String {
    format!("{text_id}-{number}")
}

fn edit_problem(error: EditError, text_id: &str) -> Problem {
    let version = |revision: Box<Revision>| {
        Box::new(SavedState {
            revision: revision_name(text_id, revision.number),
            front_matter: revision.front_matter,
            markdown: revision.markdown,
        })
    };
    match error {
        EditError::Stale { current, base } => {
            Problem::Stale { current: Some(version(current)), base: base.map(version) }
        }
        EditError::Write(WriteError::Unreadable(issue)) => {
            let line = issue.line.unwrap_or(1);
            let detail = format!("line {line}: {}", issue.detail);
            let field = if issue.code == "file-not-text" { "markdown" } else { "front_matter" };
            Problem::invalid(field, issue.code, detail)
        }
        EditError::Write(WriteError::Taken(issue)) => {
            let mut error = FieldError::new("front_matter", issue.code, issue.detail);
            error.line = issue.line;
            Problem::Invalid(vec![error])
        }
        EditError::Refused(error) => error.into(),
        EditError::Gone => Problem::NotFound,
        EditError::Write(WriteError::Database(error)) | EditError::Database(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revision_number_is_parsed_from_an_etag() {
        for (sent, expected) in [
            ("\"a1-7\"", Some(7)),
            ("a1-7", Some(7)),
            ("W/\"a1-7-0f3e\"", Some(7)),
            ("\"a1\"", None),
            ("\"b2-7\"", None),
            ("\"a1-x\"", None),
            ("", None),
        ] {
            assert_eq!(revision_number(sent, "a1"), expected, "{sent}");
        }
    }
}

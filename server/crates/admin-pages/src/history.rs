//! Revision history of a text: list, diff, and restore.

use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{DiffKind, DiffLine, Piece, SavedDraft, TextDiff, TextRevision};
use super::guards::{draft_problem, if_match, page, pieces, require_for_text, saved};
use super::store;
use pailou_auth::guard::{Allowed, permission};
use pailou_drafts::{EditableText, LockedPage};
use pailou_site::Site;
use pailou_store::edit;
use pailou_store::save;
use pailou_store::sql as record;
use pailou_text_diff::line_diff::{Row, line_diff};
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Value of `origin` in the API for the first revision of a text that was created on the site.
const INITIAL_ORIGIN: &str = "begun";

/// List revisions
///
/// Returns all revisions of the text, newest first. If translations are based on Git commits that are older than the
/// first revision, returns the texts of these commits, too, with numbers below 1 and a commit id.
#[utoipa::path(get, path = "/api/v1/admin/pages/{id}/{locale}/revisions", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        PageQuery,
    ),
    responses(
        (status = 200, description = "One page of the list", body = [TextRevision], headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Text not found"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_revisions(
    _: Allowed<permission::PagesRead>,
    id: String,
    tag: String,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let (part, size) = query.pagination()?;
    let page = page(&site, &id).await?;
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let total = store::count_revisions(&site.db, &text.saved.id).await?;
    let rows = store::revisions(&site.db, &text.saved.id, (part - 1) * size, size).await?;
    let row = |row: store::RevisionRow| TextRevision {
        published: text.is_published() && row.number == text.saved.number,
        number: row.number,
        title: row.title,
        author: row.author,
        origin: match row.origin.as_str() {
            save::SITE if row.number == 1 => INITIAL_ORIGIN.to_owned(),
            _ => row.origin,
        },
        created_at: row.created_at,
        commit: Some(row.commit_id).filter(|commit| !commit.is_empty()),
    };
    let rows: Vec<_> = rows.into_iter().map(row).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DiffQuery {
    /// The newer text: the number of a revision, `published`, or `draft`. Default: `draft`.
    with: Option<String>,
}

/// Compare revisions
///
/// Returns the difference between a revision and a newer text.
#[utoipa::path(get, path = "/api/v1/admin/pages/{id}/{locale}/revisions/{number}/diff", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("number" = String, Path, description = "Number of the revision"),
        DiffQuery,
    ),
    responses(
        (status = 200, description = "The difference, line by line", body = TextDiff),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Text or revision not found"),
    ))]
pub(super) async fn diff(
    _: Allowed<permission::PagesRead>,
    id: String,
    tag: String,
    number: String,
    site: Site,
    Query(query): Query<DiffQuery>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let page = page(&site, &id).await?;
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let old = text_at(&site, text, &number).await?;
    let new = match query.with.as_deref() {
        None | Some("" | "draft") => text.whole(),
        Some("published") => text.published_text(),
        Some(number) => text_at(&site, text, number).await?,
    };
    let compare = move || line_diff(&edit::with_lf(&old), &edit::with_lf(&new));
    let rows = site.cpu_limit.work(compare).await;
    let rows = rows.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
    let count = |predicate: fn(&Row) -> bool| {
        u32::try_from(rows.iter().filter(|row| predicate(row)).count()).unwrap_or(u32::MAX)
    };
    let (added, removed) =
        (count(|row| matches!(row, Row::New(..))), count(|row| matches!(row, Row::Old(..))));
    let diff = TextDiff { added, removed, lines: rows.into_iter().map(line).collect() };
    Ok(reply::private(reply::json(&diff)?))
}

async fn text_at(site: &Site, text: &EditableText, number: &str) -> Result<String, Problem> {
    let number: i64 = number.parse().map_err(|_| Problem::NotFound)?;
    let once = record::revision(&site.db, &text.saved.id, number).await?;
    let once = once.ok_or(Problem::NotFound)?;
    Ok(format!("{}{}", once.front_matter, once.markdown))
}

fn line(row: Row) -> DiffLine {
    let number = |line: usize| u32::try_from(line).ok();
    let none =
        DiffLine { kind: DiffKind::Same, old: None, new: None, pieces: Vec::new(), skipped: 0 };
    match row {
        Row::Same(old, new, text) => DiffLine {
            old: number(old),
            new: number(new),
            pieces: vec![(Piece::Same, text)],
            ..none
        },
        Row::Old(old, words) => {
            DiffLine { kind: DiffKind::Old, old: number(old), pieces: pieces(words), ..none }
        }
        Row::New(new, words) => {
            DiffLine { kind: DiffKind::New, new: number(new), pieces: pieces(words), ..none }
        }
        Row::Skipped(count) => {
            DiffLine { kind: DiffKind::Skipped, skipped: number(count).unwrap_or(u32::MAX), ..none }
        }
    }
}

/// Restore revision
///
/// Saves the text of the revision as a draft, which must be published separately.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/revisions/{number}/restore", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("number" = String, Path, description = "Number of the revision"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    responses(
        (status = 200, description = "Saved as a draft", body = SavedDraft, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text or revision not found"),
        (status = 412, description = "Another user has saved a change; the response has the current draft"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn restore_revision(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    number: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let locked = LockedPage::open(&site, &id).await.map_err(draft_problem)?;
    require_for_text(&user, locked.page(), locale)?;
    let seen = if_match(&caller)?;
    let number: i64 = number.parse().map_err(|_| Problem::NotFound)?;
    let page = locked.restore(locale, number, seen.as_deref(), &user.name).await;
    saved(&site, &page.map_err(draft_problem)?, locale).await
}

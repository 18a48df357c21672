//! Marking outdated segments as still correct, and undoing that.

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{Acknowledge, WrittenPage};
use super::guards::{if_match, mark_problem, page, page_response, require_for_text};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::User;
use pailou_drafts::{SegmentMarks, SegmentSelection};
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::Problem;

/// Mark segments as still correct
///
/// Marks outdated segments as still correct after a change in the other language. The request selects segments by id,
/// by section, or for the whole page. The public list of acknowledgements contains the name of the user.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/acknowledgements", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    request_body = Acknowledge,
    responses(
        (status = 200, description = "The page, with the segments up to date", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved one of the two texts; the response has the current draft"),
        (status = 422, description = "Not exactly one of `segments`, `section`, and `page`; the section is unknown; or a published segment is not outdated"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn acknowledge(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    body: Result<Acknowledge, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    require_for_text(&user, &page(&site, &id).await?, locale)?;
    let (seen, body) = (if_match(&caller)?, body?);
    let marked = parse_selection(&body)?;
    let request = marks(&user, (&id, locale), seen.as_deref(), &body);
    let page = pailou_drafts::acknowledge(&site, &request, marked).await.map_err(mark_problem)?;
    page_response(&site, &user, &page).await
}

/// Undo acknowledgements
///
/// The segments become outdated again. Fails if a segment or its counterpart has changed since the acknowledgement.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/acknowledgements/undo", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    request_body = Acknowledge,
    responses(
        (status = 200, description = "The page, with the segments outdated", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved one of the two texts; the response has the current draft"),
        (status = 422, description = "Not exactly one of `segments`, `section`, and `page`; the section is unknown; a segment is not acknowledged, or has changed since; or a commit acknowledged it"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn undo_acknowledgement(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    body: Result<Acknowledge, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    require_for_text(&user, &page(&site, &id).await?, locale)?;
    let (seen, body) = (if_match(&caller)?, body?);
    let marked = parse_selection(&body)?;
    let request = marks(&user, (&id, locale), seen.as_deref(), &body);
    let page = pailou_drafts::undo_acknowledgement(&site, &request, marked).await;
    page_response(&site, &user, &page.map_err(mark_problem)?).await
}

fn parse_selection(body: &Acknowledge) -> Result<SegmentSelection<'_>, Problem> {
    match (&body.segments, &body.section, body.page) {
        (Some(segments), None, false) if segments.is_empty() => {
            Err(Problem::invalid("segments", "empty", "missing segment ids"))
        }
        (Some(segments), None, false) => Ok(SegmentSelection::Segments(segments)),
        (None, Some(section), false) => Ok(SegmentSelection::Section(section)),
        (None, None, true) => Ok(SegmentSelection::Page),
        _ => {
            let detail = "expected exactly one of `segments`, `section`, and `page`";
            Err(Problem::invalid("segments", "one-of", detail))
        }
    }
}

fn marks<'a>(
    user: &'a User,
    (page_id, locale): (&'a str, Locale),
    seen: Option<&'a str>,
    body: &'a Acknowledge,
) -> SegmentMarks<'a> {
    SegmentMarks {
        page_id,
        locale,
        seen,
        other: body.other.as_deref(),
        segments: &[],
        user_id: &user.id,
        actor: &user.actor,
    }
}

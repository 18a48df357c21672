//! Marking outdated segments as still correct.

use warp::reply::Response;

use super::api::{Acknowledge, WrittenPage};
use super::guards::{answer, if_match, mark_problem, page, require_for_text};
use pailou_auth::guard::{Allowed, permission};
use pailou_drafts::SegmentMarks;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::Problem;

/// Mark segments as still correct
///
/// The translation of an outdated segment holds after the change of the other language.
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
        (status = 422, description = "`segments` is empty, or one of the published segments is not outdated"),
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
    let (seen, Acknowledge { segments, other }) = (if_match(&caller)?, body?);
    if segments.is_empty() {
        return Err(Problem::invalid("segments", "empty", "missing segment ids"));
    }
    let request = SegmentMarks {
        page_id: &id,
        locale,
        seen: seen.as_deref(),
        other: other.as_deref(),
        segments: &segments,
        user_id: &user.id,
        actor: &user.actor,
    };
    let page = pailou_drafts::acknowledge(&site, &request).await.map_err(mark_problem)?;
    answer(&site, &user, &page).await
}

//! Marking untranslated copies as intentional.

use warp::reply::Response;

use super::api::{IntentionalCopies, WrittenPage};
use super::guards::{if_match, mark_problem, page, page_response, require_for_text};
use pailou_auth::guard::{Allowed, permission};
use pailou_drafts::SegmentMarks;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::Problem;

/// Set intentional copies
///
/// Marks the listed untranslated copies as intentional; all others count as not translated.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/{locale}/intentional-copies", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    request_body = IntentionalCopies,
    responses(
        (status = 200, description = "The page", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved one of the two texts; the response has the current text"),
        (status = 422, description = "One of the segments is not an untranslated copy"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn keep(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    body: Result<IntentionalCopies, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    require_for_text(&user, &page(&site, &id).await?, locale)?;
    let (seen, IntentionalCopies { segments, other }) = (if_match(&caller)?, body?);
    let request = SegmentMarks {
        page_id: &id,
        locale,
        seen: seen.as_deref(),
        other: other.as_deref(),
        segments: &segments,
        user_id: &user.id,
        actor: &user.actor,
    };
    let page =
        pailou_drafts::replace_intentional_copies(&site, &request).await.map_err(mark_problem)?;
    page_response(&site, &user, &page).await
}

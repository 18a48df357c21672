//! API handler of visitors' feedback.

use warp::reply::Response;

use super::api::FeedbackCount;
use crate::handlers::AssistantService;
use crate::retention::retention_start;
use crate::store;
use pailou_auth::guard::{Allowed, permission};
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Count feedback
///
/// Returns how many answers visitors found helpful or unhelpful, by language and state of the answer, within the
/// retention period (`assistant.question-days`). Feedback is counted whether or not the question is stored.
#[utoipa::path(get, path = "/api/v1/admin/assistant/feedback", tag = "assistant",
    responses(
        (status = 200, description = "The counts; combinations without feedback are omitted", body = [FeedbackCount]),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
    ))]
pub(crate) async fn count_feedback(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
) -> Result<Response, Problem> {
    let start = retention_start(&service.site, service.now());
    let counts = store::feedback_counts(&service.site.db, start).await?;
    Ok(reply::private(reply::json(&counts)?))
}

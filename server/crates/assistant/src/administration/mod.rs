//! Admin API of the assistant: questions, gap report, curated answers, test bench, recorded evaluations, and
//! feedback.

pub(crate) mod answers;
pub(crate) mod api;
pub(crate) mod bench;
pub(crate) mod feedback;
pub(crate) mod questions;

use crate::handlers::AssistantService;
use pailou_web::{Route, route};

/// Maximum size of a request body in bytes, sufficient for an answer of 8,000 escaped characters.
const MAX_BODY: u64 = 128 << 10;

pub(crate) fn routes(service: &AssistantService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    vec![
        route!(service, questions::list_questions),
        route!(service, questions::delete_question),
        route!(service, questions::gaps),
        route!(service, questions::dismiss_gap),
        route!(service, answers::list_answers),
        route!(service, answers::add).with_body_limit(max_body),
        route!(service, answers::one),
        route!(service, answers::change).with_body_limit(max_body),
        route!(service, answers::delete_answer),
        route!(service, bench::bench).with_body_limit(max_body),
        route!(service, bench::list_evaluations),
        route!(service, feedback::count_feedback),
    ]
}

//! Area `assistant`: answers with passages quoted from the site, each with a link to its section. A language model is
//! optional.
//!
//! - [`answer`], `passages`, `match_strength`, `retrieval`, `question_kind`, `starter`: selection of verbatim passages.
//!   Pure.
//! - [`calibration`]: classification of questions as answered, closest passages only, or off topic. Pure.
//! - `calibrator`: cache of the site's calibration, in memory and in the database.
//! - `handlers`, `request`, `reply`, `event_stream`, `api`: the HTTP API, as JSON or as server-sent events.
//! - `embed`: the script that embeds the assistant in pages of other origins.
//! - `shares`, `outdated`, `store`: shared answers, outdated passages, SQL.
//! - `model`: answers that a language model writes from the passages (ADR 0064).
//! - `question_log`, `masking`: log of questions with personal data masked. `gap_report`: clusters of unanswered
//!   questions.
//! - `retention`: deletion of expired questions, feedback, and shared answers.
//! - `curated`: answers written by editors. `handover`: link to a new issue or an e-mail with the question.
//! - `administration`: the admin HTTP API for editors and operators.
//! - [`evaluation`], `recorded_metrics`: evaluation by `pailou eval --assistant`.
//!
//! ```
//! use std::sync::Arc;
//!
//! use core_wasm::locale::Locale;
//! use pailou_assistant::answer::{AskedQuestion, answer};
//! use pailou_assistant::calibration::{AnswerState, Calibration};
//! use pailou_search::engine::Engine;
//!
//! let engine = Engine::new(Arc::default());
//! let asked = AskedQuestion {
//!     text: "How do I make a backup?",
//!     reader: Locale::En,
//!     page: None,
//!     before: None,
//! };
//! let answer = answer(&engine, &Calibration::default(), asked, None);
//! assert_eq!(answer.state, AnswerState::OffTopic, "an empty site has no answers");
//! ```

mod administration;
pub mod answer;
mod api;
pub mod calibration;
mod calibrator;
mod curated;
mod embed;
pub mod evaluation;
mod event_stream;
mod gap_report;
mod handlers;
mod handover;
mod masking;
mod match_strength;
mod model;
mod other_subjects;
mod outdated;
mod passages;
mod question_kind;
mod question_log;
mod recorded_metrics;
mod reply;
mod request;
mod retention;
mod retrieval;
mod shares;
mod starter;
mod store;
mod text_fragment;

use pailou_site::Site;
use pailou_web::Route;

pub use question_log::stored_questions;
pub use recorded_metrics::record_evaluation;
pub use retention::{delete_expired, run_retention};

pub fn routes(site: &Site) -> Vec<Route> {
    handlers::routes(site).into_iter().chain(model::routes(site)).collect()
}

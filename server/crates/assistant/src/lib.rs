//! Area `assistant`: answers quoted from the site, in the reader's language, each with a link to its section. A language
//! model is optional.
//!
//! - [`answer`], `passages`, `retrieval`, `question_kind`, `starter`: from a question to verbatim passages. Pure.
//! - [`calibration`]: whether a question is answered, has only near passages, or is not about the site. Pure.
//! - `calibrator`: the calibration of the site, in the database.
//! - `handlers`, `request`, `reply`, `event_stream`, `api`: the HTTP API, as JSON or as server-sent events.
//! - `embed`: the script for pages of other origins.
//! - `shares`, `outdated`, `store`: shared answers, outdated passages, SQL.
//! - `model`: answers that a language model writes from the passages (ADR 0064).
//! - `question_log`, `masking`: stored questions. `gap_report`: clusters of those not answered.
//! - `curated`: answers of editors. `handover`: the address of an issue or an e-mail with the question.
//! - `administration`: the HTTP API for editors and operators.
//! - [`evaluation`], `recorded_figures`: figures for `pailou eval --assistant`.
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
//! assert_eq!(answer.state, AnswerState::OffTopic, "an empty site answers nothing");
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
mod model;
mod outdated;
mod passages;
mod question_kind;
mod question_log;
mod recorded_figures;
mod reply;
mod request;
mod retrieval;
mod shares;
mod starter;
mod store;
mod text_fragment;

use pailou_site::Site;
use pailou_web::Route;

pub use question_log::{delete_expired_questions, run_retention, stored_questions};
pub use recorded_figures::record_evaluation;

pub fn routes(site: &Site) -> Vec<Route> {
    handlers::routes(site).into_iter().chain(model::routes(site)).collect()
}

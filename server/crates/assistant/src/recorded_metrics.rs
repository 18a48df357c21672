//! Recorded results of `pailou eval --assistant`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::evaluation::AssistantMetrics;
use crate::question_log::store::{self, EvaluationRow};
use pailou_database::{Db, id};

/// Maximum number of stored evaluations.
const MAX_EVALUATIONS: i64 = 200;

/// Results of an evaluation. All are from 0 to 1, except the number of questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct EvaluationMetrics {
    pub languages: Vec<LanguageMetrics>,
    /// Area under the ROC curve of the topic probability as a classifier of on-topic and off-topic questions.
    pub auroc: f64,
    /// Share of the off-topic questions whose topic probability is below a threshold. The threshold is the highest
    /// value that 90 % of the on-topic questions reach.
    pub refused: f64,
    /// Share of the quotations that the section at their URL contains verbatim.
    pub verbatim: f64,
    /// Share of the on-topic questions that are answered.
    pub answered: f64,
    /// Share of the on-topic questions that are answered although the page with the answer is left out.
    pub answered_removed: f64,
    /// Share of the off-topic questions that are answered.
    pub answered_off_topic: f64,
}

/// Results for the on-topic questions of one language. The evaluation file lists the expected sections of each
/// question; a URL without an anchor includes all sections of its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LanguageMetrics {
    /// Language of the questions: `zh-CN` or `en-US`.
    pub locale: String,
    /// Number of questions.
    pub count: usize,
    /// Share of the questions for which the first result is an expected section.
    pub section_at_1: f64,
    /// Share of the questions for which an expected section is among the first five results.
    pub section_at_5: f64,
    /// Share of the questions for which the page of an expected section is among the first five pages found.
    pub page_at_5: f64,
    /// Share of the questions whose answer quotes an expected section.
    pub cited: f64,
}

impl From<&AssistantMetrics> for EvaluationMetrics {
    fn from(metrics: &AssistantMetrics) -> Self {
        let languages = metrics.retrieval.iter().map(|row| LanguageMetrics {
            locale: row.locale.tag().to_owned(),
            count: row.count,
            section_at_1: row.section_at_1,
            section_at_5: row.section_at_5,
            page_at_5: row.page_at_5,
            cited: row.cited,
        });
        Self {
            languages: languages.collect(),
            auroc: metrics.auroc,
            refused: metrics.refused,
            verbatim: metrics.verbatim,
            answered: metrics.on_topic.answered,
            answered_removed: metrics.removed.answered,
            answered_off_topic: metrics.off_topic.answered,
        }
    }
}

/// Stores the results of an evaluation. `now` is its time in milliseconds since 1970-01-01 UTC.
///
/// # Errors
/// Returns the database error.
pub async fn record_evaluation(
    db: &Db,
    metrics: &AssistantMetrics,
    now: i64,
) -> Result<(), sqlx::Error> {
    let row = EvaluationRow {
        id: id::new(),
        recorded_at: now,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        metrics: serde_json::to_string(&EvaluationMetrics::from(metrics)).unwrap_or_default(),
    };
    let mut tx = db.begin().await?;
    store::save_evaluation(&mut tx, &row, MAX_EVALUATIONS).await?;
    tx.commit().await
}

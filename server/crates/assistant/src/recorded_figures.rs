//! Recorded results of `pailou eval --assistant`, for the quality over time.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::evaluation::AssistantFigures;
use crate::question_log::store::{self, EvaluationRow};
use pailou_database::{Db, id};

/// Recorded evaluations that are kept.
const MOST: i64 = 200;

/// Figures of an evaluation, each a share from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct EvaluationFigures {
    pub languages: Vec<LanguageFigures>,
    /// Area under the ROC curve of questions about the site against others.
    pub auroc: f64,
    /// Refused questions about other subjects, where 90 % of those about the site are kept.
    pub refused: f64,
    /// Quotations that stand word for word at their anchors.
    pub verbatim: f64,
    /// Answered questions about the site.
    pub answered: f64,
    /// Answered questions whose page was left out.
    pub answered_removed: f64,
    /// Answered questions about other subjects.
    pub answered_off_topic: f64,
}

/// Figures of the questions of one language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LanguageFigures {
    /// `zh-CN` or `en-US`.
    pub locale: String,
    pub count: usize,
    /// Questions whose section is the first.
    pub section_at_1: f64,
    /// Questions whose section is among the first five.
    pub section_at_5: f64,
    /// Questions whose page is among the first five.
    pub page_at_5: f64,
    /// Questions whose section is quoted.
    pub cited: f64,
}

impl From<&AssistantFigures> for EvaluationFigures {
    fn from(figures: &AssistantFigures) -> Self {
        let languages = figures.retrieval.iter().map(|row| LanguageFigures {
            locale: row.locale.tag().to_owned(),
            count: row.count,
            section_at_1: row.section_at_1,
            section_at_5: row.section_at_5,
            page_at_5: row.page_at_5,
            cited: row.cited,
        });
        Self {
            languages: languages.collect(),
            auroc: figures.auroc,
            refused: figures.refused,
            verbatim: figures.verbatim,
            answered: figures.on_topic.answered,
            answered_removed: figures.removed.answered,
            answered_off_topic: figures.off_topic.answered,
        }
    }
}

/// Stores the figures of an evaluation made at `now`, in milliseconds since 1970-01-01 UTC.
///
/// # Errors
/// When the database fails.
pub async fn record_evaluation(
    db: &Db,
    figures: &AssistantFigures,
    now: i64,
) -> Result<(), sqlx::Error> {
    let row = EvaluationRow {
        id: id::new(),
        recorded_at: now,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        figures: serde_json::to_string(&EvaluationFigures::from(figures)).unwrap_or_default(),
    };
    let mut tx = db.begin().await?;
    store::put_evaluation(&mut tx, &row, MOST).await?;
    tx.commit().await
}

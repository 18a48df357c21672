//! JSON types of the administration. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::{AskReply, AskState, QuestionOrigin};
use crate::recorded_figures::EvaluationFigures;
use pailou_web::schema::LocaleTag;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QuestionsQuery {
    /// A part of the question.
    pub q: Option<String>,
    /// `zh` or `en`.
    pub locale: Option<String>,
    /// `answered`, `closest`, `off_topic`, `reported`, or `unhelpful` (answers that did not help).
    pub state: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    pub size: Option<String>,
}

/// The state of a stored question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuestionState {
    Answered,
    Closest,
    OffTopic,
    /// Reported as not answered, with a note.
    Reported,
}

impl QuestionState {
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "answered" => Self::Answered,
            "off_topic" => Self::OffTopic,
            "reported" => Self::Reported,
            _ => Self::Closest,
        }
    }
}

/// A section of a page.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct NearestSection {
    /// With the anchor.
    pub url: String,
    /// Of the page, and the heading.
    pub title: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
}

/// A stored question, with personal data masked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedQuestion {
    pub id: String,
    pub asked_at: i64,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub origin: QuestionOrigin,
    pub question: String,
    /// Of a reported question; empty otherwise.
    pub note: String,
    pub state: QuestionState,
    /// The best section that was found.
    #[schema(required)]
    pub nearest: Option<NearestSection>,
    /// Whether a curated answer was used.
    pub approved: bool,
    /// Feedback of the visitor.
    #[schema(required)]
    pub helpful: Option<bool>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GapsQuery {
    /// `zh` or `en`. Default: both.
    pub locale: Option<String>,
    /// Only questions of so many days, from 1 to 365. Default: all that are stored.
    pub days: Option<String>,
}

/// Questions that ask for about the same and were not answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Gap {
    /// The id of the newest question.
    pub id: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The newest wording.
    pub question: String,
    /// Different wordings, at most five, the newest first.
    pub examples: Vec<String>,
    /// Notes of reported questions, at most five.
    pub notes: Vec<String>,
    /// What the questions have in common, as the search compares terms.
    pub terms: Vec<String>,
    pub count: usize,
    /// How many had only the closest passages.
    pub closest: usize,
    /// How many were not about the site.
    pub off_topic: usize,
    /// How many answers did not help.
    pub unhelpful: usize,
    /// How many were reported by language models.
    pub reported: usize,
    /// The number of questions, each halved for every 14 days of its age.
    pub score: f64,
    pub last_asked_at: i64,
    /// Whether most of the passages found are only in the other language.
    pub translation_gap: bool,
    /// The section that was nearest most often.
    #[schema(required)]
    pub nearest: Option<NearestSection>,
}

/// The gap report.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GapReport {
    pub as_of: i64,
    /// Whether questions are stored: the setting `assistant.questions`.
    pub is_on: bool,
    /// Days that questions are stored.
    pub days: i64,
    /// The highest score first, at most 100.
    pub gaps: Vec<Gap>,
}

/// A curated answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedAnswer {
    pub id: String,
    /// The value for `If-Match`.
    pub revision: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Wordings of the question.
    pub patterns: Vec<String>,
    /// Markdown.
    pub answer: String,
    /// The last day on which it is used, in UTC, such as `2027-01-31`.
    #[schema(required)]
    pub expires: Option<String>,
    pub is_expired: bool,
    /// Links that lead nowhere.
    pub broken: Vec<BrokenLink>,
    pub created_at: i64,
    pub updated_at: i64,
    pub updated_by: String,
}

/// A broken link of a curated answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BrokenLink {
    /// Of the answer, from 1.
    #[schema(required)]
    pub line: Option<u32>,
    /// A rule of `pailou check`, such as `page-missing` or `anchor-missing`.
    pub code: String,
    /// The link and what is missing.
    pub detail: String,
}

/// What editors write.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerChange {
    /// `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// Wordings of the question: at most 20, each at most 300 characters.
    pub patterns: Vec<String>,
    /// Markdown, at most 8,000 characters. Links begin with `/index/` or `https://`.
    #[schema(max_length = 8000)]
    pub answer: String,
    /// The last day on which it is used, in UTC, such as `2027-01-31`.
    pub expires: Option<String>,
}

/// A question for the test bench. It is not stored.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BenchQuestion {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// The language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// URL of the page that the visitor reads.
    #[schema(max_length = 2000)]
    pub page: Option<String>,
}

/// How a question is answered, and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchReply {
    /// What the passages alone come to.
    pub state: AskState,
    /// The kind of question that the rules found.
    #[schema(pattern = "^(how|what|value|why|compare|where|other)$")]
    pub kind: String,
    /// How likely the question is about the site, from 0 to 1.
    pub topic: f64,
    /// Words of the question that count.
    pub words: Vec<BenchWord>,
    /// Sections found, best first.
    pub sections: Vec<BenchSection>,
    /// The curated answer with the most similar wording.
    #[schema(required)]
    pub curated: Option<BenchCurated>,
    /// What a visitor is shown.
    pub reply: AskReply,
}

/// A word of a question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchWord {
    pub word: String,
    /// Its share of the question.
    pub share: f64,
    /// Whether any page has it or a translation of it.
    pub is_known: bool,
}

/// A section that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchSection {
    pub url: String,
    pub title: String,
    pub heading: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub score: f64,
    /// Whether a passage of it is quoted.
    pub is_quoted: bool,
}

/// A curated answer as it compares to a question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchCurated {
    pub id: String,
    /// Of its most similar wording, from 0 to 1.
    pub similarity: f64,
    /// From which similarity on it is used.
    pub threshold: f64,
}

/// A recorded result of `pailou eval --assistant`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecordedEvaluation {
    pub id: String,
    pub recorded_at: i64,
    /// Of Pailou.
    pub version: String,
    pub figures: EvaluationFigures,
}

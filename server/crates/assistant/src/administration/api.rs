//! JSON types of the admin API. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::{AskReply, AskState, QuestionOrigin};
use crate::recorded_metrics::EvaluationMetrics;
use pailou_web::schema::LocaleTag;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QuestionsQuery {
    /// Text that the question must contain.
    pub q: Option<String>,
    /// Language of the questions: `zh` or `en`. Default: both.
    pub locale: Option<String>,
    /// State of the questions: `answered`, `closest`, `off_topic`, `reported`, or `unhelpful` (negative feedback).
    /// Default: all.
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
    /// The question was reported as not answered, with an optional note.
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
    /// URL of the section, with its anchor.
    pub url: String,
    /// Title of the page and heading of the section.
    pub title: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
}

/// A stored question, with personal data masked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedQuestion {
    pub id: String,
    pub created_at: i64,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub origin: QuestionOrigin,
    pub question: String,
    /// Note of a reported question; empty for other questions.
    pub note: String,
    pub state: QuestionState,
    /// Best section found; null if none was found.
    #[schema(required)]
    pub nearest: Option<NearestSection>,
    /// Whether the question was answered by a curated answer.
    pub approved: bool,
    /// Whether the answer helped, according to the visitor; null without feedback.
    #[schema(required)]
    pub helpful: Option<bool>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GapsQuery {
    /// Language of the questions: `zh` or `en`. Default: both.
    pub locale: Option<String>,
    /// Number of past days to include, from 1 to 365. Default: all stored questions.
    pub days: Option<String>,
}

/// A group of similar questions that were not answered, were answered only in the other language, or got negative
/// feedback.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Gap {
    /// Id of the newest question.
    pub id: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Text of the newest question.
    pub question: String,
    /// Distinct wordings, newest first, at most five.
    pub examples: Vec<String>,
    /// Notes of the reported questions, at most five.
    pub notes: Vec<String>,
    /// Words that at least half of the questions contain, in lower case. The most frequent words are first; of equally
    /// frequent words, those that the site's pages do not contain.
    pub terms: Vec<String>,
    /// Number of questions.
    pub count: usize,
    /// Number of questions for which only the closest passages were found.
    pub closest: usize,
    /// Number of questions that were classified as not about the site.
    pub off_topic: usize,
    /// Number of questions with negative feedback.
    pub unhelpful: usize,
    /// Number of questions that were reported as not answered.
    pub reported: usize,
    /// Sum of the weights of the questions. A new question weighs 1, or less if it repeats a question of the same day;
    /// the weight halves every 14 days.
    pub score: f64,
    pub last_question_at: i64,
    /// Whether the best section found is in the other language for most of the questions for which a section was found.
    pub translation_gap: bool,
    /// Section that was the best result most often; null if none was found.
    #[schema(required)]
    pub nearest: Option<NearestSection>,
}

/// The gap report.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GapReport {
    /// Time of the report.
    pub as_of: i64,
    /// Whether questions are stored (setting `assistant.questions`).
    pub is_on: bool,
    /// Number of days for which questions are stored.
    pub days: i64,
    /// Gaps with the highest score first, at most 100.
    pub gaps: Vec<Gap>,
}

/// A curated answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedAnswer {
    pub id: String,
    /// Revision, to send in `If-Match`.
    pub revision: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Wordings of the question.
    pub patterns: Vec<String>,
    /// Answer in Markdown.
    pub answer: String,
    /// Last day on which the answer is used, in UTC, such as `2027-01-31`; null if it does not expire.
    #[schema(required)]
    pub expires: Option<String>,
    pub is_expired: bool,
    /// Links of the answer whose target does not exist.
    pub broken: Vec<BrokenLink>,
    pub created_at: i64,
    pub updated_at: i64,
    pub updated_by: String,
}

/// A broken link of a curated answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BrokenLink {
    /// Line of the answer, from 1; null if unknown.
    #[schema(required)]
    pub line: Option<u32>,
    /// Name of the rule of `pailou check`, such as `page-missing` or `anchor-missing`.
    pub code: String,
    /// URL of the link as written in the answer; null for a link without a URL.
    #[schema(required)]
    pub url: Option<String>,
    /// The link and its missing target.
    pub detail: String,
}

/// Fields of a curated answer to create or update.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerChange {
    /// Language of the answer: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// Wordings of the question: at most 20, each at most 300 characters.
    pub patterns: Vec<String>,
    /// Answer in Markdown, at most 8,000 characters. Links begin with `/index/` or `https://`.
    #[schema(max_length = 8000)]
    pub answer: String,
    /// Last day on which the answer is used, in UTC, such as `2027-01-31`. Null or absent: it does not expire.
    pub expires: Option<String>,
}

/// A question for the test bench. It is not stored.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BenchQuestion {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// Language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// URL of the page that the visitor reads.
    #[schema(max_length = 2000)]
    pub page: Option<String>,
}

/// The answer to a question, with the intermediate results of the assistant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchReply {
    /// State of the answer according to the calibration. Curated answers are not considered.
    pub state: AskState,
    /// Kind of the question, determined by keywords.
    #[schema(pattern = "^(how|what|value|why|compare|where|other)$")]
    pub kind: String,
    /// Estimated probability that the question is about the site, from 0 to 1.
    pub topic: f64,
    /// Words of the question that affect the result.
    pub terms: Vec<BenchTerm>,
    /// Sections found, best first.
    pub sections: Vec<BenchSection>,
    /// Unexpired curated answer with the most similar wording; null if the language has none.
    #[schema(required)]
    pub curated: Option<BenchCurated>,
    /// Reply that a visitor receives.
    pub reply: AskReply,
}

/// A word of a question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchTerm {
    pub word: String,
    /// Share of the word in the total weight of the question's words, from 0 to 1.
    pub share: f64,
    /// Whether a page of the site contains the word or a translation of it.
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
    /// Whether the answer quotes a passage of the section.
    pub is_quoted: bool,
}

/// Similarity of a curated answer to a question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BenchCurated {
    pub id: String,
    /// Similarity of the most similar wording, from 0 to 1.
    pub similarity: f64,
    /// Minimum similarity at which a curated answer is used.
    pub threshold: f64,
}

/// A recorded result of `pailou eval --assistant`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecordedEvaluation {
    pub id: String,
    pub recorded_at: i64,
    /// Version of Pailou.
    pub version: String,
    pub metrics: EvaluationMetrics,
}

/// Numbers of helpful and unhelpful answers of one state in one language, according to the feedback of visitors.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct FeedbackCount {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// State of the answers: `answered`, `closest`, or `off_topic`.
    pub state: String,
    pub helpful: i64,
    pub unhelpful: i64,
}

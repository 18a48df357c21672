//! API types of the assistant. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::calibration::AnswerState;
use pailou_search::index::BlockKind;
use pailou_web::schema::LocaleTag;

/// A question to the assistant.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct AskRequest {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// Language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// URL of the page that the visitor reads. Sections of this page rank slightly higher.
    #[schema(max_length = 2000)]
    pub page: Option<String>,
    /// Conversation so far, oldest first, at most six turns. A follow-up question such as "and how do I turn it off?"
    /// is searched together with the previous question.
    pub history: Option<Vec<Turn>>,
    /// Whether a language model, if the site has one, may write an answer from the passages. Default: `false`.
    pub model: Option<bool>,
    /// Origin of the question. Default: `panel` if `page` is present, otherwise `web`.
    pub origin: Option<QuestionOrigin>,
    /// `false` prevents storing the question for the operator. `DNT: 1` and `Sec-GPC: 1` have the same effect.
    pub store: Option<bool>,
}

/// Origin of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QuestionOrigin {
    /// Page of the assistant, or an API client.
    Web,
    /// Assistant panel on another page.
    Panel,
    /// Model Context Protocol.
    Mcp,
}

impl QuestionOrigin {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Panel => "panel",
            Self::Mcp => "mcp",
        }
    }

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "panel" => Self::Panel,
            "mcp" => Self::Mcp,
            _ => Self::Web,
        }
    }
}

/// Schema of a query parameter with the name of a [`QuestionOrigin`]. The schema has no description, because the
/// parameter has one.
enum OriginName {}

impl PartialSchema for OriginName {
    fn schema() -> RefOr<Schema> {
        let origins = [QuestionOrigin::Web, QuestionOrigin::Panel, QuestionOrigin::Mcp];
        let names = ObjectBuilder::new().schema_type(Type::String);
        names.enum_values(Some(origins.map(QuestionOrigin::name))).into()
    }
}

impl ToSchema for OriginName {}

/// Report of a question that the site does not answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportedGap {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// Note on the missing content.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub note: String,
    /// Language of the question: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    pub origin: Option<QuestionOrigin>,
    /// `false` prevents storing the question.
    pub store: Option<bool>,
}

/// Result of reporting a question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GapReceipt {
    /// Whether the question was stored. `false` if the site does not store questions or the visitor has opted out.
    pub stored: bool,
}

/// An earlier question and its answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Turn {
    #[schema(max_length = 500)]
    pub question: String,
    /// Answer to the question. Only the language model uses it.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub answer: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AskQuery {
    /// Question, at most 500 characters.
    pub question: Option<String>,
    /// Language of the reader: `zh` or `en`. Default: `en`.
    pub locale: Option<String>,
    /// URL of the page that the visitor reads.
    #[param(max_length = 2000)]
    pub page: Option<String>,
    /// Origin of the question: `web`, `panel`, or `mcp`.
    #[param(inline, value_type = Option<OriginName>)]
    pub origin: Option<String>,
    /// `false` prevents storing the question for the operator.
    pub store: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StartersQuery {
    /// Language of the questions: `zh` or `en`. Default: `en`.
    pub locale: Option<String>,
}

/// Whether the passages answer the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AskState {
    /// The passages answer the question.
    Answered,
    /// The passages are the closest ones found and may not answer the question.
    Closest,
    /// The question is not about this site.
    OffTopic,
}

impl From<AnswerState> for AskState {
    fn from(state: AnswerState) -> Self {
        match state {
            AnswerState::Answered => Self::Answered,
            AnswerState::Closest => Self::Closest,
            AnswerState::OffTopic => Self::OffTopic,
        }
    }
}

/// Block type of a part of a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PartKind {
    Paragraph,
    /// Beginning of an item of a bulleted list.
    Item,
    /// Beginning of an item of a numbered list. Its further paragraphs are of kind `paragraph`.
    Step,
    /// The header row of a table, with one cell per line.
    Header,
    /// A row of a table, with one cell per line.
    Row,
    Code,
}

impl From<BlockKind> for PartKind {
    fn from(kind: BlockKind) -> Self {
        match kind {
            BlockKind::Paragraph => Self::Paragraph,
            BlockKind::Item => Self::Item,
            BlockKind::Step => Self::Step,
            BlockKind::Header => Self::Header,
            BlockKind::Row => Self::Row,
            BlockKind::Code => Self::Code,
        }
    }
}

/// A block of a quotation, as plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CitedPart {
    pub kind: PartKind,
    pub text: String,
    /// Number of a step in the list of its page. Absent for other blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub number: Option<u32>,
}

/// Counterpart of an outdated section: the section in the other language, which was edited later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewerPassage {
    /// URL of the section, with its anchor.
    pub url: String,
    /// Title of the page.
    pub title: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
}

/// A verbatim passage of the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Citation {
    /// Number of the citation in `answer`, from 1.
    pub n: u32,
    /// URL of the section, with its anchor.
    pub url: String,
    /// `url` with a text fragment that highlights the quotation.
    pub highlight_url: String,
    /// Title of the page.
    pub title: String,
    /// Heading of the section; empty for the text before the first heading.
    pub heading: String,
    /// Language of the passage.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Passage as plain text, verbatim. Empty if it is withdrawn.
    pub quote: String,
    /// The passage, split into paragraphs, list items, table rows, and code.
    pub parts: Vec<CitedPart>,
    /// Column names, if the passage is a table row; otherwise empty.
    pub columns: Vec<String>,
    /// Whether the section is outdated, because its counterpart in the other language was edited later.
    pub outdated: bool,
    /// Newer section in the other language; null if the passage is up to date.
    #[schema(required)]
    pub newer: Option<NewerPassage>,
    /// Pairs of a word of the question and its form in the passage: `["超时", "timeout"]`.
    pub matched: Vec<(String, String)>,
    /// Whether the page no longer contains the passage. Always false unless the answer is shared.
    pub withdrawn: bool,
}

/// Answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AskReply {
    /// Id of the answer, for feedback.
    pub id: String,
    pub state: AskState,
    /// Language of the reader.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Quotations in Markdown, each with the number of its citation: `… [1]`. Empty if the question is not about this
    /// site.
    pub answer: String,
    pub citations: Vec<Citation>,
    /// Follow-up questions: titles and headings of related sections.
    pub follow_ups: Vec<String>,
    /// Curated answer to this question, or null. If present, `citations` is empty and `answer` is the Markdown of the
    /// curated answer.
    #[serde(default)]
    #[schema(required)]
    pub approved: Option<ApprovedAnswer>,
    /// URL for contacting a person: a new issue or an e-mail with the question and the cited sections filled in, or
    /// null.
    #[serde(default)]
    #[schema(required)]
    pub handover: Option<String>,
    /// Answer that a language model wrote from the passages. Absent if the model gave no answer, for example because
    /// the request did not allow an answer of the model, a limit was reached, or the model failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub model: Option<Vec<AnswerPiece>>,
    /// Reason why the answer of the model is missing or incomplete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notice: Option<ModelNotice>,
}

/// Reason why the answer of the language model is missing or incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModelNotice {
    /// The model server failed.
    Failed,
    /// The model server did not respond in time.
    Slow,
    /// The model server has too many requests.
    Busy,
    /// The daily budget of the site is used up.
    Budget,
    /// The visitor has reached the limit of answers per hour.
    VisitorLimit,
    /// The answer was not in the language of the reader.
    WrongLanguage,
    /// The answer is incomplete.
    Cut,
}

/// Block type of a piece of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PieceKind {
    Paragraph,
    /// An item of a bulleted list.
    Item,
    /// An item of a numbered list.
    Step,
    Code,
}

/// Whether the cited passages support a piece of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PieceSupport {
    /// The passages contain enough words of the piece and do not contradict it by a negation; or the piece is a heading
    /// or the header of a table, which makes no statement.
    Supported,
    /// The cited passages do not contain enough words of the piece, or contradict it by a negation.
    Unsupported,
    /// The piece cites no passage.
    Uncited,
}

/// A part of a piece. `text`, `strong`, and `code` are plain text; `cite` is the number of a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerSpan {
    Text(String),
    Strong(String),
    Code(String),
    Cite(u32),
}

impl AnswerSpan {
    /// Whether the span contains a letter, a digit, or code.
    pub(crate) fn has_words(&self) -> bool {
        match self {
            Self::Text(text) | Self::Strong(text) => text.chars().any(char::is_alphanumeric),
            Self::Code(_) => true,
            Self::Cite(_) => false,
        }
    }
}

/// A sentence or a code block of a language model's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AnswerPiece {
    /// Number of the block. Pieces with the same number form one paragraph or one list item.
    pub block: u32,
    pub kind: PieceKind,
    pub spans: Vec<AnswerSpan>,
    pub support: PieceSupport,
}

/// A curated answer, written by an editor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ApprovedAnswer {
    pub id: String,
    pub revision: i64,
    /// Answer as sanitized HTML.
    pub html: String,
    pub updated_at: i64,
}

/// An answer that was shared by a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SharedAnswer {
    pub question: String,
    pub created_at: i64,
    pub expires_at: i64,
    /// The stored answer. Passages that the site no longer contains are withdrawn.
    pub reply: AskReply,
}

/// The link of a shared answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ShareLink {
    pub id: String,
    /// Path of the page with the answer.
    pub url: String,
    pub expires_at: i64,
}

/// Feedback on an answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct AnswerFeedback {
    /// Id of the answer.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub id: String,
    pub locale: String,
    pub state: AskState,
    pub helpful: bool,
}

/// Starter questions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Starters {
    pub questions: Vec<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa::openapi::path::ParameterIn;

    use super::*;

    #[test]
    fn schema_of_query_parameter_contains_its_constraints() {
        let parameters = AskQuery::into_params(|| Some(ParameterIn::Query));
        let find = |name: &str| {
            let parameter = parameters.iter().find(|it| it.name == name).expect(name);
            serde_json::to_value(parameter).expect("JSON")
        };
        let page = json!({
            "name": "page", "in": "query", "required": false,
            "description": "URL of the page that the visitor reads.",
            "schema": { "type": "string", "maxLength": 2000 },
        });
        assert_eq!(find("page"), page);
        let origin = json!({
            "name": "origin", "in": "query", "required": false,
            "description": "Origin of the question: `web`, `panel`, or `mcp`.",
            "schema": { "type": "string", "enum": ["web", "panel", "mcp"] },
        });
        assert_eq!(find("origin"), origin);
    }
}

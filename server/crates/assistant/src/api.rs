//! API types of the assistant. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::calibration::AnswerState;
use pailou_search::index::BlockKind;
use pailou_web::schema::LocaleTag;

/// A question to the assistant.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct AskRequest {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// The language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// URL of the page that the visitor reads. Its sections get a small bonus.
    #[schema(max_length = 2000)]
    pub page: Option<String>,
    /// The conversation so far, oldest first. A question such as "and how do I turn it off?" is searched together
    /// with the one before. At most six turns.
    pub history: Option<Vec<Turn>>,
    /// Whether a language model may write an answer from the passages, if the site has one. Default: no.
    pub model: Option<bool>,
    /// Where the question comes from. Default: `panel` with a page, `web` otherwise.
    pub origin: Option<QuestionOrigin>,
    /// `false`: the question is not stored for the operator. `DNT: 1` and `Sec-GPC: 1` have the same effect.
    pub store: Option<bool>,
}

/// Where a question comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QuestionOrigin {
    /// The page of the assistant, or a program.
    Web,
    /// The panel of a page.
    Panel,
    /// The Model Context Protocol.
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

/// A question that the site does not answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportedGap {
    #[schema(min_length = 1, max_length = 500)]
    pub question: String,
    /// What is missing, in the words of the reporter.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub note: String,
    /// The language of the question: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    pub origin: Option<QuestionOrigin>,
    /// `false`: the question is not stored.
    pub store: Option<bool>,
}

/// What became of a reported question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GapReceipt {
    /// `false` if the site does not store questions, or the visitor has opted out.
    pub stored: bool,
}

/// An earlier question and its answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Turn {
    #[schema(max_length = 500)]
    pub question: String,
    /// Sent to the language model, if the site has one. Not used for quoted answers.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub answer: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AskQuery {
    /// The question, at most 500 characters.
    pub question: Option<String>,
    /// The language of the reader: `zh` or `en`. Default: `en`.
    pub locale: Option<String>,
    /// URL of the page that the visitor reads.
    pub page: Option<String>,
    /// `web`, `panel`, or `mcp`: where the question comes from.
    pub origin: Option<String>,
    /// `false`: the question is not stored for the operator.
    pub store: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StartersQuery {
    /// `zh` or `en`. Default: `en`.
    pub locale: Option<String>,
}

/// Whether the passages answer the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AskState {
    /// The passages answer the question.
    Answered,
    /// The closest passages, which may not answer it.
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

/// What a part of a quotation is on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PartKind {
    Paragraph,
    /// An item of a bulleted list.
    Item,
    /// An item of a numbered list.
    Step,
    /// The header row of a table; its cells are lines.
    Header,
    /// A row of a table; its cells are lines.
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

/// A part of a quotation, as plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CitedPart {
    pub kind: PartKind,
    pub text: String,
}

/// The newer text in the other language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewerPassage {
    /// With the anchor of the section.
    pub url: String,
    pub title: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
}

/// A verbatim passage of the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Citation {
    /// Its number in `answer`, from 1.
    pub n: u32,
    /// With the anchor of the section.
    pub url: String,
    /// The same with a text fragment, which highlights the quotation.
    pub highlight_url: String,
    /// Title of the page.
    pub title: String,
    /// Heading of the section; empty above the first one.
    pub heading: String,
    /// Language of the passage.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The passage as plain text, word for word. Empty if the page no longer shows it.
    pub quote: String,
    /// The same, split into paragraphs, list items, table rows, and code.
    pub parts: Vec<CitedPart>,
    /// The header of the table, if the passage is a row of one.
    pub columns: Vec<String>,
    /// Whether the section is outdated: its counterpart was edited later.
    pub outdated: bool,
    /// The newer section, if the passage is outdated.
    #[schema(required)]
    pub newer: Option<NewerPassage>,
    /// Pairs of a word of the question and its form in the passage: `["超时", "timeout"]`.
    pub matched: Vec<(String, String)>,
    /// Whether the page no longer shows the passage. Only in shared answers.
    pub withdrawn: bool,
}

/// An answer, made of verbatim passages of the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AskReply {
    /// For feedback.
    pub id: String,
    pub state: AskState,
    /// Language of the reader.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The quotations as Markdown, each with its number: `… [1]`. Empty if the question is not about this site.
    pub answer: String,
    pub citations: Vec<Citation>,
    /// Questions that lead on: titles and headings of neighboring sections.
    pub follow_ups: Vec<String>,
    /// The answer of an editor, if there is one for this question. Then there are no citations, and `answer` is its
    /// Markdown.
    #[serde(default)]
    #[schema(required)]
    pub approved: Option<ApprovedAnswer>,
    /// Address to hand the question to people: a new issue or an e-mail with the question and its passages filled in.
    #[serde(default)]
    #[schema(required)]
    pub handover: Option<String>,
    /// What a language model wrote from the passages, if the request allowed it and the site has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub model: Option<Vec<AnswerPiece>>,
    /// Why there is no answer of the model, or only a part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notice: Option<ModelNotice>,
}

/// Why there is no answer of the language model, or only a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModelNotice {
    /// The model server failed.
    Failed,
    /// It did not respond in time.
    Slow,
    /// It has too many requests.
    Busy,
    /// The budget of the site for this day is spent.
    Budget,
    /// The limit of the visitor is reached.
    VisitorLimit,
    /// The answer ended early.
    Cut,
}

/// What a piece of an answer is.
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

/// Whether the cited passages contain what a piece states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PieceSupport {
    /// They contain its words.
    Supported,
    /// They do not contain enough of its words.
    Unsupported,
    /// It cites no passage.
    Uncited,
}

/// A part of a sentence. `text`, `strong`, and `code` are plain text; `cite` is the number of a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerSpan {
    Text(String),
    Strong(String),
    Code(String),
    Cite(u32),
}

impl AnswerSpan {
    /// Whether there is a letter, a digit, or code.
    pub(crate) fn has_words(&self) -> bool {
        match self {
            Self::Text(text) | Self::Strong(text) => text.chars().any(char::is_alphanumeric),
            Self::Code(_) => true,
            Self::Cite(_) => false,
        }
    }
}

/// A sentence, a list item, or code of a language model's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AnswerPiece {
    /// Pieces of one number are one paragraph or one item.
    pub block: u32,
    pub kind: PieceKind,
    pub spans: Vec<AnswerSpan>,
    pub support: PieceSupport,
}

/// An answer that an editor has written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ApprovedAnswer {
    pub id: String,
    pub revision: i64,
    /// Safe HTML.
    pub html: String,
    pub updated_at: i64,
}

/// An answer that was shared as a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SharedAnswer {
    pub question: String,
    pub created_at: i64,
    pub expires_at: i64,
    /// Passages that the site no longer shows are withdrawn.
    pub reply: AskReply,
}

/// The link of a shared answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ShareLink {
    pub id: String,
    /// Address of the page with the answer.
    pub url: String,
    pub expires_at: i64,
}

/// Feedback on an answer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct AnswerFeedback {
    /// The id of the answer.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub id: String,
    pub locale: String,
    pub state: AskState,
    pub helpful: bool,
}

/// Questions to begin with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Starters {
    pub questions: Vec<String>,
}

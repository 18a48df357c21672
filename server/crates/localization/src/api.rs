//! API types of the translation state.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use pailou_web::params::{Named, enum_schema};
use pailou_web::schema::LocaleTag;

/// Segments of one area in one language, by translation state. Each segment counts once, as the first of these states
/// that applies: not translated, not aligned, outdated, not reviewed, up to date. These five numbers add up to
/// `total`.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct Status {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub area: String,
    /// Number of segments that exist in at least one language.
    pub total: i64,
    pub up_to_date: i64,
    pub outdated: i64,
    pub not_translated: i64,
    pub not_aligned: i64,
    /// Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
    /// machine can be published yet.
    pub not_reviewed: i64,
    pub machine_translated: i64,
    pub as_of: i64,
}

/// Translation status of the whole site.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LocalizationOverview {
    /// Time at which the counts were computed.
    pub as_of: i64,
    /// Time of the last daily record for the trend; `null` if there is none.
    #[schema(required)]
    pub recorded_at: Option<i64>,
    /// True if the last daily record is missing or more than two hours old. The record is updated every ten minutes.
    pub late: bool,
    /// Whether page views were counted. If not, the order `priority` depends only on the share of segments that are
    /// outdated or not translated, and on their age.
    pub has_views: bool,
    /// One row per language and area. Besides the areas of pages there are `navigation`, `interface` (messages), and
    /// `alt_text` (of media files).
    pub rows: Vec<Status>,
}

/// Counts of segments on one day in one language.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct TrendDay {
    pub day: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub total: i64,
    pub up_to_date: i64,
    pub outdated: i64,
    pub not_translated: i64,
    pub not_aligned: i64,
    /// Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
    /// machine can be published yet.
    pub not_reviewed: i64,
    pub machine_translated: i64,
}

/// Interval between the days of a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Day,
    Week,
}

impl Named for Step {
    const NAMES: &'static [(&'static str, Self)] = &[("day", Self::Day), ("week", Self::Week)];
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TrendQuery {
    /// Language of the translation. Default: both languages.
    pub locale: Option<String>,
    /// Area of pages. Default: the sum of all areas.
    pub area: Option<String>,
    /// `week` returns the last recorded day of each week. Default: `day`.
    #[param(schema_with = enum_schema::<Step>)]
    pub step: Option<String>,
}

/// An area that has pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageArea(pub &'static str);

impl Named for PageArea {
    const NAMES: &'static [(&'static str, Self)] =
        &[("docs", Self("docs")), ("landing", Self("landing")), ("news", Self("news"))];
}

/// Filter for pages by the state of their segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StateFilter {
    Pending,
    Outdated,
    NotTranslated,
    NotAligned,
    NotReviewed,
    UpToDate,
}

impl Named for StateFilter {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("pending", Self::Pending),
        ("outdated", Self::Outdated),
        ("not_translated", Self::NotTranslated),
        ("not_aligned", Self::NotAligned),
        ("not_reviewed", Self::NotReviewed),
        ("up_to_date", Self::UpToDate),
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageSort {
    Priority,
    Title,
    Segments,
    Changed,
    Views,
}

impl Named for PageSort {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("priority", Self::Priority),
        ("title", Self::Title),
        ("segments", Self::Segments),
        ("changed", Self::Changed),
        ("views", Self::Views),
    ];
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageStatusQuery {
    /// Language of the translation. Default: both languages, one row each.
    pub locale: Option<String>,
    /// Area of the pages. Default: all areas.
    #[param(schema_with = enum_schema::<PageArea>)]
    pub area: Option<String>,
    /// Key of a page, to return only this page.
    pub key: Option<String>,
    /// Text that the title contains.
    pub q: Option<String>,
    /// State of segments that the page must have; `pending` is every state except `up_to_date`. Default: all pages.
    #[param(schema_with = enum_schema::<StateFilter>)]
    pub state: Option<String>,
    /// `priority`: page views × share of segments that are outdated or not translated × age of the oldest of them.
    /// `segments`: most pending segments first. `changed`: latest source change first. `title`: alphabetical order.
    /// `views`: most page views first. Default: `priority`.
    #[param(schema_with = enum_schema::<PageSort>)]
    pub sort: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// Translation state of a page in one language. The five states add up to `total`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageStatus {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub area: String,
    pub key: String,
    /// Title in the language `title_locale`, which is the other language if there is no translation.
    pub title: String,
    #[schema(value_type = LocaleTag)]
    pub title_locale: String,
    pub url: String,
    #[schema(value_type = LocaleTag)]
    pub source_locale: String,
    pub total: i64,
    pub up_to_date: i64,
    pub outdated: i64,
    pub not_translated: i64,
    pub not_aligned: i64,
    /// Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
    /// machine can be published yet.
    pub not_reviewed: i64,
    pub machine_translated: i64,
    /// Number of page views in the last 30 days, both languages together.
    pub views: i64,
    /// Time of the last change in the other language; `null` if the page does not exist in that language.
    #[schema(required)]
    pub source_changed_at: Option<i64>,
    /// Earliest time since which a segment is outdated or not translated; `null` if there is no such segment. If the
    /// page has no text in this language, it is the time of the first version in the other language.
    #[schema(required)]
    pub pending_since: Option<i64>,
}

/// Reason why a segment is not up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SegmentStatusState {
    Outdated,
    NotTranslated,
    NotAligned,
}

impl Named for SegmentStatusState {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("outdated", Self::Outdated),
        ("not_translated", Self::NotTranslated),
        ("not_aligned", Self::NotAligned),
    ];
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SegmentsQuery {
    /// Language of the translation.
    pub locale: String,
    #[param(schema_with = enum_schema::<PageArea>)]
    pub area: String,
    pub key: String,
    /// State of the segments. Default: all states in this list.
    #[param(schema_with = enum_schema::<SegmentStatusState>)]
    pub state: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// Kind of change of the source since the translation.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SourceChange {
    /// Only markup changed.
    Minor,
    Major,
    Removed,
}

/// Kind of change of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChangedPiece {
    Same,
    Old,
    New,
}

/// A segment that is not up to date. Texts are Markdown.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SegmentStatus {
    /// Id of the segment, unique within its text.
    pub id: String,
    pub state: SegmentStatusState,
    /// `heading-1` to `heading-6`, `paragraph`, `list-item`, `table`, `table-row`, `code`, `html`, `quote`, or
    /// `container`.
    pub kind: String,
    #[schema(required)]
    pub change: Option<SourceChange>,
    /// True if source and translation have both changed.
    pub conflict: bool,
    /// Time since which the segment is outdated or not translated; `null` if it is not recorded.
    #[schema(required)]
    pub since: Option<i64>,
    /// URL of the translation, with the anchor of the heading above the segment. URL of the source if only the source
    /// contains the segment.
    pub url: String,
    /// Source text to which the translation corresponds; `null` if it is unknown or did not change.
    #[schema(required)]
    pub source_before: Option<String>,
    /// Current source text; empty if the segment was deleted.
    pub source: String,
    /// Text of the translation; empty if there is none.
    pub translation: String,
    /// Difference between `source_before` and `source`; empty if `source_before` is `null`.
    #[schema(value_type = Vec<(ChangedPiece, String)>)]
    pub pieces: Vec<(ChangedPiece, String)>,
}

/// A segment that a user, or the trailer of a commit, marked as still correct after its source changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AcknowledgementRow {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub area: String,
    pub key: String,
    pub title: String,
    /// URL of the page with the anchor of the heading above the segment.
    pub url: String,
    /// Id of the segment.
    pub segment: String,
    /// Name of the user or of the author of the commit; `null` if it is hidden.
    #[schema(required)]
    pub name: Option<String>,
    pub at: i64,
    /// Id of the commit with the trailer; `null` if a user marked the segment on the site.
    #[schema(required)]
    pub commit: Option<String>,
}

/// A user or Git author who wrote published texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Contributor {
    pub name: String,
    /// Number of texts; a page counts once in each language.
    pub texts: i64,
    #[schema(value_type = Vec<LocaleTag>)]
    pub locales: Vec<String>,
    /// Time of the last change.
    pub last_at: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GlossaryQuery {
    /// Text that the term or its translation contains.
    pub q: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// A term of the glossary of the site.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryTerm {
    /// English term.
    pub term: String,
    /// Chinese translation; may be empty.
    pub translation: String,
    /// Translations that `pailou check` reports.
    pub forbidden: Vec<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DictionaryQuery {
    /// Language of the terms. Default: `zh-CN`.
    pub locale: Option<String>,
    /// Text that the term contains.
    pub q: Option<String>,
    /// `true` returns only terms with an accepted or rejected translation.
    pub decided: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// A term with its translations, the most probable first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryRow {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Form of the term in the search index: case-folded; English terms are also stemmed.
    pub term: String,
    /// Form of the term in the texts.
    pub written: String,
    /// Number of sections that contain the term.
    pub used: i64,
    pub locked: bool,
    pub translations: Vec<DictionaryTranslation>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryTranslation {
    pub term: String,
    pub written: String,
    /// Probability that the translation is correct, from 0 (rejected) to 1.
    pub probability: f64,
    #[schema(required)]
    pub decision: Option<Decision>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decision {
    /// Use the translation regardless of automatic extraction.
    Accept,
    Reject,
    /// Delete the decision, so that automatic extraction is used again.
    Forget,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DictionaryPair {
    #[schema(max_length = 64)]
    pub zh: String,
    #[schema(max_length = 64)]
    pub en: String,
    pub decision: Decision,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WordLock {
    pub locale: String,
    #[schema(max_length = 64)]
    pub term: String,
    pub locked: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EvidenceQuery {
    pub zh: Option<String>,
    pub en: Option<String>,
}

/// Pair of aligned sentences.
#[derive(Debug, Serialize, ToSchema)]
pub struct Evidence {
    pub zh: String,
    pub en: String,
}

//! API types of the documentation area. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC;
//! URLs are public paths such as `/index/zh/docs/guide/start`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use pailou_store::api::{Counterpart, TextState};
use pailou_web::schema::LocaleTag;

/// A documentation page in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedPage {
    pub key: String,
    pub url: String,
    pub title: String,
    /// Description from the front matter; empty if there is none.
    pub description: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub updated_at: i64,
    pub state: TextState,
    #[schema(required)]
    pub counterpart: Option<Counterpart>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Heading {
    pub id: String,
    pub level: u8,
    pub text: String,
    /// The id of the aligned heading in the other language, which is a valid fragment on this page too.
    #[schema(required)]
    pub counterpart_id: Option<String>,
    /// Earlier ids of the heading, which are still valid fragments.
    pub earlier_ids: Vec<String>,
}

/// A link to the previous or next page, or a breadcrumb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageLink {
    pub title: String,
    /// URL; null for a folder without a page.
    #[schema(required)]
    pub url: Option<String>,
}

/// A segment whose counterpart has changed since the translation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OutdatedSegment {
    pub id: String,
    /// Id of the heading of its section.
    #[schema(required)]
    pub heading_id: Option<String>,
    pub kind: String,
    /// The change of the counterpart: `minor` (markup only), `major`, or `removed`.
    pub change: String,
    /// True if both texts have changed.
    pub conflict: bool,
    /// The changes in the other language since the translation, as Markdown, in order; empty if unknown.
    pub pieces: Vec<(Edit, String)>,
}

/// A section that exists only in the other language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MissingSection {
    /// Id of its heading in the other language.
    pub id: String,
    pub text: String,
}

/// Kind of change of a part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Edit {
    Same,
    Old,
    New,
}

/// A page in both languages side by side.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Parallel {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The page in the other language, if it exists.
    #[schema(required)]
    pub other: Option<OtherText>,
    /// Rows in the order of the requested text.
    pub rows: Vec<ParallelRow>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OtherText {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    pub url: String,
}

/// A row of aligned blocks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ParallelRow {
    /// Ids of the segments of the row in the requested text. If the requested text has none, ids in the other text.
    pub segments: Vec<String>,
    /// Safe HTML of the requested text; empty if only the other text has this block.
    pub html: String,
    #[schema(required)]
    pub other: Option<OtherHtml>,
    pub state: RowState,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OtherHtml {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Safe HTML in the other language, without ids.
    pub html: String,
}

/// The translation state of a row of aligned blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    UpToDate,
    /// The requested text is outdated.
    Outdated,
    /// The other text is outdated.
    Ahead,
    /// Equal in both languages, such as code; displayed once.
    Same,
    /// Untranslated copy of the other text.
    Copied,
    /// The block exists only in the other text.
    NotTranslated,
    /// The block exists only in the requested text.
    Alone,
    /// Both texts have content here, but the counterparts could not be determined.
    NotAligned,
}

/// A published page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page {
    pub key: String,
    pub url: String,
    /// The requested language. `locale` is the language of the returned text. The two differ if the page does not exist
    /// in the requested language.
    #[schema(value_type = LocaleTag)]
    pub requested_locale: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    pub description: String,
    /// Safe HTML, without the title. Outdated segments are in `<div class="outdated">`, followed by `<template
    /// data-outdated="0 2">` with indexes into `outdated`.
    pub html: String,
    /// Markdown of the page without front matter; absent if the request has `markdown=false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub markdown: Option<String>,
    pub headings: Vec<Heading>,
    /// Translation state of the returned text.
    pub state: TextState,
    #[schema(required)]
    pub counterpart: Option<Counterpart>,
    pub outdated: Vec<OutdatedSegment>,
    /// The number of segments of the other language that this text lacks.
    pub not_translated: i64,
    /// The outermost sections that exist only in the other language, in the order of the text in that language.
    pub missing_sections: Vec<MissingSection>,
    pub revision: String,
    pub updated_at: i64,
    /// The authors of the text, latest first. Empty for files that were imported without Git.
    pub authors: Vec<String>,
    #[schema(value_type = LocaleTag)]
    pub source_locale: String,
    #[schema(required)]
    pub previous: Option<PageLink>,
    #[schema(required)]
    pub next: Option<PageLink>,
    pub breadcrumbs: Vec<PageLink>,
    #[schema(required)]
    pub edit_url: Option<String>,
    /// The last Git commit of the page's file; null if the page does not come from Git.
    #[schema(required)]
    pub commit: Option<PageCommit>,
    pub reading_minutes: u32,
    /// Name of the old documentation version to which the page belongs; null for a current page.
    #[schema(required)]
    pub version: Option<String>,
    /// The page in each version; empty if there is only one version.
    pub versions: Vec<VersionPlace>,
}

/// The support status of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VersionState {
    Current,
    /// Newer than the current version.
    Unreleased,
    Maintained,
    Ended,
}

/// A page in a version.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VersionPlace {
    /// Name of the version in URLs; empty for the current pages if they have no name.
    pub name: String,
    /// Display name of the version; empty for the current pages if they have no name.
    pub label: String,
    pub state: VersionState,
    pub url: String,
    /// False if the version lacks the page; the URL is then that of the nearest ancestor that the version has.
    pub has_page: bool,
}

/// A version of the documentation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Version {
    /// Name of the version in URLs; empty for the current pages if they have no name.
    pub name: String,
    /// Display name of the version; empty for the current pages if they have no name.
    pub label: String,
    pub state: VersionState,
    #[schema(required)]
    pub released_at: Option<i64>,
    /// URL of the root of the version: its index page, or the list of its pages.
    pub url: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PageCommit {
    pub id: String,
    /// Name of the Git source.
    pub source: String,
    /// Path of the page's file in the repository.
    pub file: String,
    /// URL of the commit on the Git host.
    #[schema(required)]
    pub url: Option<String>,
}

/// A reader's feedback, as displayed to administrators.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedFeedback {
    pub url: String,
    pub title: String,
    /// Language of the text.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// `yes` or `no`.
    pub answer: String,
    pub comment: String,
    /// Time of the feedback, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
}

/// A reader's feedback on a page.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Feedback {
    /// A random id, chosen by the client. A request with the same id replaces the earlier feedback; without an
    /// id, each request counts.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub id: Option<String>,
    /// URL of the page, such as `/index/zh/docs/guide/start`.
    #[schema(max_length = 2000)]
    pub url: String,
    /// Whether the page helped: `yes` or `no`.
    pub answer: String,
    /// An optional comment.
    #[schema(max_length = 500)]
    pub comment: Option<String>,
    /// `revision` of the page that the client read. If absent or unknown, the published revision is
    /// used.
    pub revision: Option<String>,
}

/// A node of the navigation tree. Only expanded folders have children.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TreeNode {
    pub title: String,
    #[schema(required)]
    pub url: Option<String>,
    /// Language of the title; differs from the requested one for an untranslated page.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub current: bool,
    pub open: bool,
    /// True for a collapsed folder: a request with its path as `at` returns its pages.
    pub has_more: bool,
    #[schema(no_recursion)]
    pub children: Vec<TreeNode>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Tree {
    pub nodes: Vec<TreeNode>,
}

/// A section that matches the query.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Hit {
    pub url: String,
    /// `docs`, or `news` for a news entry.
    pub area: String,
    pub title: String,
    pub heading: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub snippet: String,
    /// Ranges to highlight in the snippet: start and end, in UTF-16 code units.
    pub marks: Vec<(u32, u32)>,
    pub score: f64,
    /// Pairs of a query term and its form in the text.
    pub matched: Vec<(String, String)>,
    /// The number of matching sections of the same page that are not in this response.
    pub more: u32,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Returns only pages in this language.
    pub locale: Option<String>,
    /// `true` adds pages that exist only in the other language, with the state `not_translated`.
    pub untranslated: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    pub size: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// `false` omits the Markdown source.
    pub markdown: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TreeQuery {
    /// Path of a page. The tree is expanded at this page and at the folders above it.
    pub at: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// Search terms or a question.
    pub q: Option<String>,
    /// Language of the reader.
    pub locale: Option<String>,
    /// URL of a page, which is the `url` of a result without its fragment. Restricts the results to this page, and
    /// returns all of its matching sections.
    pub within: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    pub size: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ParallelQuery {
    /// Name of an old version. Default: the current pages.
    pub version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionsQuery {
    /// Language of the URLs. Default: English.
    pub locale: Option<String>,
}

/// A new revision of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Change {
    /// Text after the front matter.
    pub markdown: String,
    /// The front matter with its delimiters. Default: unchanged.
    pub front_matter: Option<String>,
}

/// Result of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Changed {
    /// The URL of the page, which can change with the front matter.
    pub url: String,
    /// The value of `If-Match` for the next change.
    pub revision: String,
    pub issues: Vec<TextIssue>,
}

/// An issue in a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TextIssue {
    /// Line number; 1 is the first line of the front matter.
    #[schema(required)]
    pub line: Option<u32>,
    pub code: String,
    pub detail: String,
}

/// A redirect to a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedRedirect {
    pub url: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The old path within the documentation.
    pub old: String,
    /// The URL of the target in this language; null while the target is unpublished.
    #[schema(required)]
    pub target: Option<String>,
    #[schema(required)]
    pub title: Option<String>,
    pub by: RedirectBy,
    pub created_at: i64,
    /// True if another page uses the old path now; that page takes precedence over the redirect.
    pub is_taken: bool,
}

/// The origin of a redirect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RedirectBy {
    /// The page has moved.
    Moved,
    /// The redirect is defined in the front matter of the page.
    Page,
    /// The redirect comes from the settings of an imported site.
    Settings,
    /// A user has added it.
    Editor,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRedirect {
    /// Locale of `old` and of `target`, if they do not contain one: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
    /// Old path: `/index/en/docs/old`, `old.html`, or the full URL.
    pub old: String,
    /// Path or URL of the target page, in the same formats as `old`.
    pub target: String,
}

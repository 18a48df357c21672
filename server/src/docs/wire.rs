//! API types of the documentation area. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC;
//! addresses are public paths such as `/index/zh/docs/guide/start`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::shared::record::wire::{Counterpart, TextState};
use crate::shared::schema::LocaleTag;

/// A page in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedPage {
    pub(crate) key: String,
    pub(crate) url: String,
    pub(crate) title: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) updated_at: i64,
    pub(crate) state: TextState,
    #[schema(required)]
    pub(crate) counterpart: Option<Counterpart>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Heading {
    pub(crate) id: String,
    pub(crate) level: u8,
    pub(crate) text: String,
    /// The id of the aligned heading in the other language; valid as an anchor on this page too.
    #[schema(required)]
    pub(crate) counterpart_id: Option<String>,
    /// Former ids of the heading, which are still valid anchors.
    pub(crate) earlier_ids: Vec<String>,
}

/// A link for previous, next, and breadcrumbs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Place {
    pub(crate) title: String,
    /// Absent for a folder without a page.
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// A segment whose counterpart has changed since it was written.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OutdatedSegment {
    pub(crate) id: String,
    /// Id of the heading of its section.
    #[schema(required)]
    pub(crate) heading_id: Option<String>,
    pub(crate) kind: String,
    /// The change of the counterpart: `minor` (markup only), `major`, or `removed`.
    pub(crate) change: String,
    /// True if both texts have changed.
    pub(crate) conflict: bool,
    /// The changes in the other language since, as Markdown, in order; empty if unknown.
    pub(crate) pieces: Vec<(Edit, String)>,
}

/// A section that exists only in the other language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct MissingSection {
    /// Id of its heading there.
    pub(crate) id: String,
    pub(crate) text: String,
}

/// How a piece of text changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Edit {
    Same,
    Old,
    New,
}

/// A page in both languages side by side.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Parallel {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// The page in the other language, if it exists.
    #[schema(required)]
    pub(crate) other: Option<OtherText>,
    /// In the order of the requested text.
    pub(crate) rows: Vec<ParallelRow>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OtherText {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) url: String,
}

/// A row of aligned blocks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ParallelRow {
    /// The number of segments in this text, or in the other one if this one has none.
    pub(crate) segments: Vec<String>,
    /// Safe HTML; empty if only the other language has this block.
    pub(crate) html: String,
    #[schema(required)]
    pub(crate) other: Option<OtherHtml>,
    pub(crate) state: RowState,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OtherHtml {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// Safe HTML, without ids.
    pub(crate) html: String,
}

/// The translation state of a row of aligned blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowState {
    UpToDate,
    /// The text that is read is older.
    Outdated,
    /// The other text is older.
    Ahead,
    /// Equal in both languages, such as code; shown once.
    Same,
    /// One text repeats the other and is not translated.
    Copied,
    /// The text that is read lacks it.
    NotTranslated,
    /// The other text lacks it.
    Alone,
    /// Not known to belong together.
    NotAligned,
}

/// A published page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Page {
    pub(crate) key: String,
    pub(crate) url: String,
    /// The requested language. `locale` is the language of the text, which differs if the requested one does not
    /// exist.
    #[schema(value_type = LocaleTag)]
    pub(crate) asked: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Safe HTML, without the title. Outdated segments are in `<div class="outdated">`, followed by `<template
    /// data-outdated="0 2">` with indexes into `outdated`.
    pub(crate) html: String,
    /// The source, unless the request has `markdown=false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) markdown: Option<String>,
    pub(crate) headings: Vec<Heading>,
    /// State of the returned text.
    pub(crate) state: TextState,
    #[schema(required)]
    pub(crate) counterpart: Option<Counterpart>,
    pub(crate) outdated: Vec<OutdatedSegment>,
    /// The number of segments of the other language that this text lacks.
    pub(crate) not_translated: i64,
    /// The outermost sections that exist only in the other language, in its order.
    pub(crate) missing_sections: Vec<MissingSection>,
    pub(crate) revision: String,
    pub(crate) updated_at: i64,
    /// The authors, latest first. Empty for files that do not come from Git.
    pub(crate) authors: Vec<String>,
    #[schema(value_type = LocaleTag)]
    pub(crate) source_locale: String,
    #[schema(required)]
    pub(crate) previous: Option<Place>,
    #[schema(required)]
    pub(crate) next: Option<Place>,
    pub(crate) breadcrumbs: Vec<Place>,
    #[schema(required)]
    pub(crate) edit_url: Option<String>,
    /// The last commit of its file, if it comes from Git.
    #[schema(required)]
    pub(crate) commit: Option<PageCommit>,
    pub(crate) reading_minutes: u32,
    /// Name of the old version of the page; absent for a current page.
    #[schema(required)]
    pub(crate) version: Option<String>,
    /// The page in each version; empty if there is only one version.
    pub(crate) versions: Vec<VersionPlace>,
}

/// The support status of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum VersionState {
    Current,
    /// Newer than the current one.
    Unreleased,
    Maintained,
    Ended,
}

/// A page in a version.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct VersionPlace {
    /// The name in URLs; empty for the current pages if they have no name.
    pub(crate) name: String,
    /// The displayed name; empty if the name is empty.
    pub(crate) label: String,
    pub(crate) state: VersionState,
    pub(crate) url: String,
    /// False if the version lacks the page: the URL is that of its nearest ancestor.
    pub(crate) has_page: bool,
}

/// A version of the documentation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Version {
    /// The name in URLs; empty for the current pages if they have no name.
    pub(crate) name: String,
    /// The displayed name; empty if the name is empty.
    pub(crate) label: String,
    pub(crate) state: VersionState,
    #[schema(required)]
    pub(crate) released_at: Option<i64>,
    /// URL of its first page.
    pub(crate) url: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PageCommit {
    pub(crate) id: String,
    /// Name of the Git source.
    pub(crate) source: String,
    /// Path in the repository.
    pub(crate) file: String,
    /// URL of the commit on the Git host.
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// A reader's feedback, as the administrators see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedFeedback {
    pub(crate) url: String,
    pub(crate) title: String,
    /// Language of the text that was read.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// `yes` or `no`.
    pub(crate) answer: String,
    pub(crate) comment: String,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) at: i64,
}

/// A reader's feedback on a page.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Feedback {
    /// A random id, chosen by the client. A request with the same id replaces the earlier feedback; without an
    /// id, each request counts.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub(crate) id: Option<String>,
    /// URL of the page, such as `/index/zh/docs/guide/start`.
    #[schema(max_length = 2000)]
    pub(crate) url: String,
    /// Whether the page helped: `yes` or `no`.
    pub(crate) answer: String,
    /// An optional comment.
    #[schema(max_length = 500)]
    pub(crate) comment: Option<String>,
    /// The `revision` of the page that the client read. Default, also for an unknown one: the published revision.
    pub(crate) revision: Option<String>,
}

/// A node of the navigation tree; only open branches have children.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TreeNode {
    pub(crate) title: String,
    #[schema(required)]
    pub(crate) url: Option<String>,
    /// Language of the title; differs from the requested one for an untranslated page.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) current: bool,
    pub(crate) open: bool,
    #[schema(no_recursion)]
    pub(crate) children: Vec<TreeNode>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
}

/// A section that matches the query.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Hit {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) heading: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) snippet: String,
    /// Ranges to highlight in the snippet: start and end, in UTF-16 code units.
    pub(crate) marks: Vec<(u32, u32)>,
    pub(crate) score: f64,
    /// Pairs of a query term and its form in the text.
    pub(crate) matched: Vec<(String, String)>,
    /// The number of further matching sections of the same page, not in this list.
    pub(crate) more: u32,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only pages in this language.
    pub(crate) locale: Option<String>,
    /// `true` adds pages that exist only in the other language, with the state `not_translated`.
    pub(crate) untranslated: Option<String>,
    /// Page number, from 1. Default: 1.
    pub(crate) page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    pub(crate) size: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// `false` omits the Markdown source.
    pub(crate) markdown: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TreeQuery {
    /// Path of the current page.
    pub(crate) at: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The query.
    pub(crate) q: Option<String>,
    /// Language of the reader.
    pub(crate) locale: Option<String>,
    /// Returns all matching sections of one page: a `url` of a result, without its fragment.
    pub(crate) within: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    pub(crate) size: Option<String>,
    /// Name of an old version. Default: the current pages.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ParallelQuery {
    /// Name of an old version. Default: the current pages.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionsQuery {
    /// Language of the URLs. Default: English.
    pub(crate) locale: Option<String>,
}

/// A new revision of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Change {
    /// The text after the front matter.
    pub(crate) markdown: String,
    /// The front matter with its delimiters. Default: unchanged.
    pub(crate) front_matter: Option<String>,
}

/// The outcome of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Changed {
    /// The URL of the page, which its front matter can change.
    pub(crate) url: String,
    /// The value of `If-Match` for the next change.
    pub(crate) revision: String,
    pub(crate) findings: Vec<Finding>,
}

/// An issue in a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// Line number; 1 is the first line of the front matter.
    #[schema(required)]
    pub(crate) line: Option<u32>,
    pub(crate) code: String,
    pub(crate) detail: String,
}

/// A redirect to a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedRedirect {
    pub(super) url: String,
    #[schema(value_type = LocaleTag)]
    pub(super) locale: String,
    /// The path below the documentation.
    pub(super) old: String,
    /// The URL of the target in this language; null while it is unpublished.
    #[schema(required)]
    pub(super) leads_to: Option<String>,
    #[schema(required)]
    pub(super) title: Option<String>,
    pub(super) by: RedirectBy,
    pub(super) made_at: i64,
    /// True if another page uses the old path now; the page takes precedence.
    pub(super) is_taken: bool,
}

/// Where a redirect is defined.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RedirectBy {
    /// The page has moved.
    Moved,
    /// The front matter of the page names it.
    Page,
    /// The settings of a site that was imported.
    Settings,
    /// A user has added it.
    Editor,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRedirect {
    /// Locale of the old URL, if its path has none: `zh`, `en`, `zh-CN`, or `en-US`.
    pub(super) locale: String,
    /// `/index/en/docs/old`, `old.html`, or the full URL.
    pub(super) old: String,
    /// The target page, in the same formats.
    pub(super) leads_to: String,
}

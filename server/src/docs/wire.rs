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
    /// The id of the same heading in the other language; on this page it leads here as well.
    #[schema(required)]
    pub(crate) counterpart_id: Option<String>,
    /// Ids that the heading had before; they lead here as well.
    pub(crate) earlier_ids: Vec<String>,
}

/// A place in the site, for previous, next and breadcrumbs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Place {
    pub(crate) title: String,
    /// None for a folder that has no page of its own.
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// A segment whose counterpart has moved on since it was written.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OutdatedSegment {
    pub(crate) id: String,
    /// Heading of the section it stands in.
    #[schema(required)]
    pub(crate) heading_id: Option<String>,
    pub(crate) kind: String,
    /// What the other side did: `minor` (markup only), `major` or `removed`.
    pub(crate) change: String,
    /// Both sides moved.
    pub(crate) conflict: bool,
    /// What changed in the other language since, as Markdown, in order; empty where it is not known.
    pub(crate) pieces: Vec<(Edit, String)>,
}

/// A section that only the other language has.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct MissingSection {
    /// Of its heading there.
    pub(crate) id: String,
    pub(crate) text: String,
}

/// What became of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Edit {
    Same,
    Old,
    New,
}

/// A page in both languages beside each other.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Parallel {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// The page in the other language, if there is one.
    #[schema(required)]
    pub(crate) other: Option<OtherText>,
    /// In the order of the text that is read.
    pub(crate) rows: Vec<ParallelRow>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OtherText {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) url: String,
}

/// Blocks that belong together.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ParallelRow {
    /// Segments in it: of the text that is read, or else of the other one.
    pub(crate) segments: Vec<String>,
    /// Safe HTML; empty where only the other language says something.
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

/// How both sides of a row stand to each other.
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

/// One page, as it is read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Page {
    pub(crate) key: String,
    pub(crate) url: String,
    /// The language asked for; `locale` is that of the text, and differs when there is no text in the
    /// language asked for.
    #[schema(value_type = LocaleTag)]
    pub(crate) asked: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Safe HTML, without the page's title. What is outdated is in `<div class="outdated">`, and behind
    /// that is `<template data-outdated="0 2">` with its numbers in `outdated`.
    pub(crate) html: String,
    /// The source, unless `markdown=false` was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) markdown: Option<String>,
    pub(crate) headings: Vec<Heading>,
    /// Of the text that is shown.
    pub(crate) state: TextState,
    #[schema(required)]
    pub(crate) counterpart: Option<Counterpart>,
    pub(crate) outdated: Vec<OutdatedSegment>,
    /// How many segments of the other language this text lacks.
    pub(crate) not_translated: i64,
    /// The sections that only the other language has, in its order; those within them are not named.
    pub(crate) missing_sections: Vec<MissingSection>,
    pub(crate) revision: String,
    pub(crate) updated_at: i64,
    /// Who wrote it, the last one first. Files that do not come from Git have no authors.
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
    /// The last change of its file, where it comes from Git.
    #[schema(required)]
    pub(crate) commit: Option<PageCommit>,
    pub(crate) reading_minutes: u32,
    /// Name of the old version that the page is of; none for a page of today.
    #[schema(required)]
    pub(crate) version: Option<String>,
    /// Where the page stands in each version; empty where there is only one.
    pub(crate) versions: Vec<VersionPlace>,
}

/// What readers are told of a version.
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
    /// As in addresses; empty for the pages of today where they have no name.
    pub(crate) name: String,
    /// As readers see it; as empty as the name.
    pub(crate) label: String,
    pub(crate) state: VersionState,
    pub(crate) url: String,
    /// False where the version has no such page: the address is that of the nearest one above it.
    pub(crate) has_page: bool,
}

/// A version of the documentation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Version {
    /// As in addresses; empty for the pages of today where they have no name.
    pub(crate) name: String,
    /// As readers see it; as empty as the name.
    pub(crate) label: String,
    pub(crate) state: VersionState,
    #[schema(required)]
    pub(crate) released_at: Option<i64>,
    /// Of its first page.
    pub(crate) url: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PageCommit {
    pub(crate) id: String,
    /// Name of the Git source.
    pub(crate) source: String,
    /// In the repository.
    pub(crate) file: String,
    /// Where the host of the repository shows it.
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// What a reader has said of a page, as operators read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedFeedback {
    pub(crate) url: String,
    pub(crate) title: String,
    /// Of the text that was read.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// `yes` or `no`.
    pub(crate) answer: String,
    pub(crate) comment: String,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) at: i64,
}

/// What a reader says of a page.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Feedback {
    /// Chosen at random by the sender. Sent again it replaces what was said; without one, every time
    /// counts.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub(crate) id: Option<String>,
    /// Address of the page, such as /index/zh/docs/guide/start.
    #[schema(max_length = 2000)]
    pub(crate) url: String,
    /// Whether it helped: `yes` or `no`.
    pub(crate) answer: String,
    /// A sentence more.
    #[schema(max_length = 500)]
    pub(crate) comment: Option<String>,
    /// `revision` of the page as it was read; the published one when absent or not known.
    pub(crate) revision: Option<String>,
}

/// A node of the navigation; only open branches carry children.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TreeNode {
    pub(crate) title: String,
    #[schema(required)]
    pub(crate) url: Option<String>,
    /// Language of the title: differs from the one asked for where a page is not translated.
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

/// A section that holds the words searched for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Hit {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) heading: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) snippet: String,
    /// What to mark in the snippet: from and to, in UTF-16 code units.
    pub(crate) marks: Vec<(u32, u32)>,
    pub(crate) score: f64,
    /// Pairs of a word asked for and how it stands in the text.
    pub(crate) matched: Vec<(String, String)>,
    /// How many more sections of its page were found than are in this list.
    pub(crate) more: u32,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only texts of this language.
    pub(crate) locale: Option<String>,
    /// `true` adds pages that are only written in the other language, with the state `not_translated`.
    pub(crate) untranslated: Option<String>,
    /// From 1.
    pub(crate) page: Option<String>,
    /// At most 200; 20 when absent.
    pub(crate) size: Option<String>,
    /// An old version, by its name; the pages of today when absent.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// `false` leaves the source out.
    pub(crate) markdown: Option<String>,
    /// An old version, by its name; the pages of today when absent.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TreeQuery {
    /// Path of the page that is open.
    pub(crate) at: Option<String>,
    /// An old version, by its name; the pages of today when absent.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The words.
    pub(crate) q: Option<String>,
    /// Language of the reader.
    pub(crate) locale: Option<String>,
    /// Only sections of one page, and all of them: a `url` of a result, without its `#`.
    pub(crate) within: Option<String>,
    /// At most 200; 20 when absent.
    pub(crate) size: Option<String>,
    /// An old version, by its name; the pages of today when absent.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ParallelQuery {
    /// An old version, by its name; the pages of today when absent.
    pub(crate) version: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionsQuery {
    /// Language of the addresses; English when absent.
    pub(crate) locale: Option<String>,
}

/// A new state of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Change {
    /// The text below the front matter.
    pub(crate) markdown: String,
    /// The front matter with its delimiters; left out, it stays as it is.
    pub(crate) front_matter: Option<String>,
}

/// What came of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Changed {
    /// The page's address, which its front matter may have moved.
    pub(crate) url: String,
    /// For the next change.
    pub(crate) revision: String,
    pub(crate) findings: Vec<Finding>,
}

/// Something that does not work in a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// 1 is the first line of the front matter.
    #[schema(required)]
    pub(crate) line: Option<u32>,
    pub(crate) code: String,
    pub(crate) detail: String,
}

/// An address that leads to a page elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedRedirect {
    pub(super) url: String,
    #[schema(value_type = LocaleTag)]
    pub(super) locale: String,
    /// The path below the documentation.
    pub(super) old: String,
    /// The page's address for readers of this language; null while it is taken down.
    #[schema(required)]
    pub(super) leads_to: Option<String>,
    #[schema(required)]
    pub(super) title: Option<String>,
    pub(super) by: RedirectBy,
    pub(super) made_at: i64,
    /// Another page stands there by now, and is shown.
    pub(super) is_taken: bool,
}

/// Where an old address comes from.
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
    /// zh, en, zh-CN or en-US: of the old address, where it does not say so itself.
    pub(super) locale: String,
    /// `/index/en/docs/old`, `old.html`, or the whole address that is linked somewhere.
    pub(super) old: String,
    /// The page, in the same ways.
    pub(super) leads_to: String,
}

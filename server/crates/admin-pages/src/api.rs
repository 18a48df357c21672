//! API types of page administration. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC. A
//! text is a whole file including front matter, with LF line endings; lines are counted from 1.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_store::Verdict;
use pailou_store::publish_gate::{PageGate, PublishGate};
use pailou_web::schema::LocaleTag;

/// A page with all its languages, as in the list of pages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminPage {
    pub id: String,
    /// Area of the page: `docs`, `landing`, or `news`.
    pub area: String,
    pub key: String,
    #[schema(value_type = LocaleTag)]
    pub source_locale: String,
    /// Number of page views in the last 30 days, both languages together.
    pub views: i64,
    #[schema(required)]
    pub zh: Option<AdminText>,
    #[schema(required)]
    pub en: Option<AdminText>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminText {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Path of the text, such as `guide/start`.
    pub path: String,
    /// URL of the published text; for a draft, its URL after publication.
    pub url: String,
    pub title: String,
    pub state: PublicationState,
    /// Time at which a published news entry with a future date becomes visible, in milliseconds since 1970-01-01
    /// UTC.
    #[schema(required)]
    pub visible_at: Option<i64>,
    /// True if the draft differs from the published revision.
    pub changed: bool,
    /// Time at which the draft is scheduled to be published, in milliseconds since 1970-01-01 UTC.
    #[schema(required)]
    pub publish_at: Option<i64>,
    /// Reason why scheduled publishing failed: `stale` (the text was published in the meantime), `undescribed` (an
    /// image without alt text), `rights` (the user who scheduled it lacks the permission), `gate` (rejected by the
    /// publish gate), `slug-taken` (its `slug` is in use by another page), `unreadable` (invalid front matter), or
    /// `failed`.
    #[schema(required)]
    pub error: Option<String>,
    pub updated_at: i64,
    /// User who last saved the text.
    pub author: String,
    /// Number of outdated segments.
    pub outdated: i64,
    /// Number of segments that exist only in the other language, and of untranslated copies.
    pub not_translated: i64,
    /// Number of segments of the other language whose counterpart in this text could not be
    /// determined.
    pub not_aligned: i64,
    /// Name of the Git source of the text; null if the text comes from no source in the settings, or is in the trash.
    #[schema(required)]
    pub source: Option<String>,
}

/// The visibility of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PublicationState {
    Published,
    /// Visible only to users who may read drafts.
    Draft,
    Trash,
}

impl PublicationState {
    pub(crate) fn of(is_in_trash: bool, is_published: bool) -> Self {
        match (is_in_trash, is_published) {
            (true, _) => Self::Trash,
            (false, true) => Self::Published,
            (false, false) => Self::Draft,
        }
    }

    /// Returns `future_date`, the future date of a news entry, if the text is published; otherwise `None`.
    pub(crate) fn visible_at(self, future_date: Option<i64>) -> Option<i64> {
        future_date.filter(|_| self == Self::Published)
    }
}

/// A page with its drafts, for the editor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenPage {
    pub id: String,
    pub area: String,
    pub key: String,
    #[schema(value_type = LocaleTag)]
    pub source_locale: String,
    /// Revision of both languages together: the value of `If-Match` for moving or deleting the page.
    pub revision: String,
    #[schema(required)]
    pub zh: Option<WrittenText>,
    #[schema(required)]
    pub en: Option<WrittenText>,
    /// Other users who have the page open.
    pub editing: Vec<Editing>,
    pub publish_gate: PageGate,
    /// Navigation parent of this page; `null` if the parent is determined by the path of this page.
    #[schema(required)]
    pub parent: Option<ParentPage>,
}

/// The parent of a page in the navigation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ParentPage {
    pub id: String,
    /// Language of `path` and `title`: the source language of the child if the parent has a text in this language,
    /// otherwise the other language.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub path: String,
    pub title: String,
}

/// The new parent of a page in the navigation.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageParentChange {
    /// Id of a documentation page; `null` to determine the parent by the path of the page.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub parent: Option<String>,
}

/// New publish gate of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PagePublishGateChange {
    /// Publish gate; `null` to use the gate of the area.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub gate: Option<PublishGate>,
}

/// The publish gates of the areas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PublishGates {
    pub docs: PublishGate,
    pub landing: PublishGate,
    pub news: PublishGate,
    /// Value of `If-Match` for a change.
    pub revision: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenText {
    pub listed: AdminText,
    /// Value of `If-Match` for saving.
    pub revision: String,
    /// Path of the file in an export.
    pub file: String,
    /// Last saved text, published or not.
    pub text: String,
    /// Published text; null if it equals the draft or does not exist.
    #[schema(required)]
    pub published: Option<String>,
    /// Segments in text order. Lines of front matter belong to no segment.
    pub segments: Vec<DraftSegment>,
    /// True if the user who sent the request may edit the text.
    pub may_edit: bool,
}

/// A segment, the unit of translation: for example a paragraph, heading, or table row.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DraftSegment {
    pub id: String,
    /// Kind of the segment, such as `heading-2`, `paragraph`, `list-item`, or `code`.
    pub kind: String,
    /// First line of the segment.
    pub line: u32,
    /// Last line of the segment, including trailing blank lines. The closing line of a container belongs to no segment.
    pub end_line: u32,
    /// Ids of the aligned segments in the other language.
    pub counterparts: Vec<String>,
    pub state: SegmentState,
    /// True if the segment is outdated in the draft and in the published text, so that it can be marked as still
    /// correct.
    pub may_acknowledge: bool,
    /// Heading id of the section; null above the first heading.
    #[schema(required)]
    pub section: Option<String>,
    /// User who marked the segment as still correct; null without an acknowledgement, and after the segment or its
    /// counterpart changes. The acknowledgement can be undone unless this is null.
    #[schema(required)]
    pub acknowledged: Option<Acknowledged>,
    /// User who marked the segment as an intentional copy; null without a mark, and after the segment or its
    /// counterpart changes.
    #[schema(required)]
    pub kept: Option<Acknowledged>,
}

/// User who marked a segment as still correct or as intentionally equal to its source, and the time of the mark.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Acknowledged {
    /// The name of the user.
    pub by: String,
    pub at: i64,
}

/// Outdated segments to mark as still correct: exactly one of `segments`, `section`, and `page`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acknowledge {
    /// Ids of the segments.
    #[serde(default)]
    pub segments: Option<Vec<String>>,
    /// Heading id, for all segments below the heading including subsections; empty for all segments above the first
    /// heading.
    #[serde(default)]
    pub section: Option<String>,
    /// `true` for all segments of the page.
    #[serde(default)]
    pub page: bool,
    /// `revision` of the text in the other language, as the client last read it.
    #[serde(default)]
    pub other: Option<String>,
}

/// The complete list of intentional untranslated copies in this language of the page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentionalCopies {
    /// Ids of the segments, including segments that exist only in the draft; an empty list removes all intentional
    /// copies.
    pub segments: Vec<String>,
    /// `revision` of the text in the other language, as the client last read it.
    #[serde(default)]
    pub other: Option<String>,
}

/// The translation state of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SegmentState {
    UpToDate,
    /// The counterpart has changed since the translation.
    Outdated,
    /// The segment has no counterpart in the other language.
    Alone,
    /// The segment equals the source text (untranslated copy).
    Copied,
}

/// A user who has a page open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Editing {
    pub name: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Time of the last presence report, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
}

/// The language of a page that a user has open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Language: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
}

/// A new page, which starts as a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPage {
    /// Area: `docs`, `news`, or `landing` for a block of the front page.
    pub area: String,
    /// Kind of the block, such as `features`; empty for other pages.
    #[serde(default)]
    pub block: String,
    /// Source language of the page.
    pub locale: String,
    /// Path, such as `guide/start`; for a block, its name, which is its heading id.
    pub path: String,
    pub title: String,
    /// Date of a news entry whose path contains none, such as `2026-11-22`. Default: today (UTC).
    #[serde(default)]
    pub date: Option<String>,
}

/// The new content of a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftChange {
    pub text: String,
    /// Revision of the published text that the client merged into `text`: the `current.revision` of a `stale` response
    /// to a publish request.
    #[serde(default)]
    pub base: Option<String>,
}

/// The saved draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraft {
    pub revision: String,
    /// False if the draft equals the published revision.
    pub changed: bool,
    pub updated_at: i64,
    pub segments: Vec<DraftSegment>,
}

/// A preview of a text. Nothing is stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Preview {
    pub title: String,
    pub blocks: Vec<PreviewBlock>,
    pub headings: Vec<PreviewHeading>,
    /// Issues in the text, in the order of their lines.
    pub issues: Vec<LintIssue>,
    pub words: WordCount,
}

/// A top-level block, such as a paragraph, list, or table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewBlock {
    /// First line of the block in the text.
    pub line: u32,
    /// Sanitized HTML.
    pub html: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewHeading {
    pub level: u8,
    pub text: String,
    pub line: u32,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LintIssue {
    /// Severity: `error`, `warning`, or `note`.
    pub severity: String,
    #[schema(required)]
    pub line: Option<u32>,
    /// Stable code, for localized messages.
    pub code: String,
    /// Name or path that the issue concerns, or the message of the parser.
    pub detail: String,
    /// Corrected text of the line; null if the check offers no correction.
    #[schema(required)]
    pub fix: Option<String>,
}

/// Length of the text, without code.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct WordCount {
    /// Number of Chinese characters.
    pub han: u32,
    /// Number of words in other scripts.
    pub words: u32,
}

/// The changes that publishing a draft would make.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftChanges {
    /// Value of `If-Match` for publishing.
    pub revision: String,
    pub segments: Vec<SegmentChange>,
    /// True if there is a change outside the segments, such as the title or the path.
    pub front_matter: bool,
    pub issues: Vec<LintIssue>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentChange {
    pub id: String,
    pub kind: String,
    /// Line in the draft; null for a deleted segment.
    #[schema(required)]
    pub line: Option<u32>,
    /// Pieces of the changed Markdown, in text order.
    pub pieces: Vec<(Piece, String)>,
    /// Aligned text in the other language; empty if there is none.
    pub counterpart: String,
    /// True if the draft of the other language also changes the counterpart.
    pub counterpart_changed: bool,
    /// Number of segments of the other language that become outdated with the verdict `meaning`; 0
    /// if no verdict is needed.
    pub affected: u32,
    /// Suggested verdict if only this language is published: `wording` if only markup changed, `translated` if
    /// `outdated` is true, otherwise `meaning`. If both languages are published together and `counterpart_changed` is
    /// true, suggest `translated` instead.
    pub suggested: Verdict,
    /// True if the published segment is outdated, an untranslated copy, or missing, so that this change may update the
    /// translation.
    pub outdated: bool,
    /// True if the counterpart was outdated before this change.
    pub counterpart_outdated: bool,
    /// True if the segment is new and has no counterpart, so that the other language lacks it after the publication.
    pub not_translated: bool,
}

/// Kind of change of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Same,
    Old,
    New,
}

/// A request to publish a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Publish {
    /// Time of publication, in milliseconds since 1970-01-01 UTC. Default: now.
    #[serde(default)]
    pub at: Option<i64>,
    /// Verdicts on segment changes: their effect on the other language. Default: `meaning`. With `meaning`, the
    /// counterpart becomes outdated, and the segment itself becomes up to date if it was outdated.
    #[serde(default)]
    pub decisions: Vec<SegmentDecision>,
    /// Revision of the text in the other language, to publish both texts together. Errors in the other text have the
    /// field `other.text`.
    #[serde(default)]
    pub other: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SegmentDecision {
    pub segment: String,
    pub verdict: Verdict,
}

/// Result of publishing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Published {
    pub url: String,
    pub revision: String,
    /// Time of scheduled publication, in milliseconds since 1970-01-01 UTC; null if the text is already published.
    #[schema(required)]
    pub publish_at: Option<i64>,
}

/// A revision of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextRevision {
    pub number: i64,
    pub title: String,
    pub author: String,
    /// Origin: `import`, `site`, `begun` for the first revision of a text created on the site, or the name of a Git
    /// source.
    pub origin: String,
    pub created_at: i64,
    /// Id of the Git commit, if the text is from the Git history before the first revision; otherwise null.
    #[schema(required)]
    pub commit: Option<String>,
    /// True for the published revision.
    pub published: bool,
}

/// The difference between two revisions of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextDiff {
    pub lines: Vec<DiffLine>,
    pub added: u32,
    pub removed: u32,
}

/// A line, or a sequence of unchanged lines that are hidden.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffLine {
    pub kind: DiffKind,
    /// Line number in the older text.
    #[schema(required)]
    pub old: Option<u32>,
    /// Line number in the newer text.
    #[schema(required)]
    pub new: Option<u32>,
    /// Pieces of the line with their kind of change; empty for hidden lines.
    pub pieces: Vec<(Piece, String)>,
    /// Number of hidden lines.
    pub skipped: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DiffKind {
    Same,
    Old,
    New,
    Skipped,
}

/// New path of a page. Both languages move; the old URLs redirect to the new ones.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Path, such as `guide/start`.
    pub path: String,
}

/// New source language of a page. Translators may edit only the other language.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Language: `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
}

/// A preview link, which shows the draft to readers without an account until it expires.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewLink {
    pub url: String,
    pub expires_at: i64,
}

/// A preview link that has not expired.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedPreviewLink {
    pub id: String,
    /// Id of the page.
    pub page: String,
    pub locale: String,
    pub title: String,
    /// User who created the link.
    pub created_by: String,
    pub expires_at: i64,
}

/// The fragment of a preview link (after `#`).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewCode {
    pub code: String,
}

/// Draft returned for a preview link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SharedPreview {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    /// Sanitized HTML.
    pub html: String,
    pub updated_at: i64,
    pub author: String,
}

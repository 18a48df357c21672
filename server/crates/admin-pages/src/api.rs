//! API types of page administration. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC; a
//! text is a whole file, front matter included, its lines ended by LF and counted from 1.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_store::Verdict;
use pailou_store::publish_gate::{PageGate, PublishGate};
use pailou_web::schema::LocaleTag;

/// A page with all its languages, as in the list of pages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminPage {
    pub id: String,
    /// `docs`, `landing`, or `news`.
    pub area: String,
    pub key: String,
    #[schema(value_type = LocaleTag)]
    pub source_locale: String,
    /// Views of the last 30 days, in both languages.
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
    /// A path such as `guide/start`.
    pub path: String,
    /// The URL once it is published.
    pub url: String,
    pub title: String,
    pub state: TextStanding,
    /// When a published news entry with a date in the future becomes visible, in milliseconds.
    #[schema(required)]
    pub visible_at: Option<i64>,
    /// True if the draft differs from the published revision.
    pub changed: bool,
    /// When the draft is scheduled to be published.
    #[schema(required)]
    pub publish_at: Option<i64>,
    /// Why scheduled publishing failed: `stale` (the text was published in the meantime), `unreadable` (invalid
    /// front matter), `gate` (the publish gate refused it), or `failed`.
    #[schema(required)]
    pub fault: Option<String>,
    pub updated_at: i64,
    /// The user who saved the text last.
    pub author: String,
    /// Number of segments that are older than their counterparts.
    pub outdated: i64,
    /// Number of segments that exist only in the other language.
    pub not_translated: i64,
    /// Number of segments of the other language whose counterpart in this text could not be
    /// determined.
    pub not_aligned: i64,
}

/// The visibility of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TextStanding {
    Published,
    /// Visible only to users who may edit it.
    Draft,
    Trash,
}

impl TextStanding {
    pub(crate) fn of(is_removed: bool, is_published: bool) -> Self {
        match (is_removed, is_published) {
            (true, _) => Self::Trash,
            (false, true) => Self::Published,
            (false, false) => Self::Draft,
        }
    }

    /// The date of a news entry, if the entry is published and waits for it.
    pub(crate) fn visible_at(self, named: Option<i64>) -> Option<i64> {
        named.filter(|_| self == Self::Published)
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
    /// The revision of both languages together: the value of `If-Match` for moving or deleting the page.
    pub revision: String,
    #[schema(required)]
    pub zh: Option<WrittenText>,
    #[schema(required)]
    pub en: Option<WrittenText>,
    /// The other users who have it open.
    pub editing: Vec<Editing>,
    pub publish_gate: PageGate,
}

/// The new publish gate of a page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PagePublishGateChange {
    /// Null to use the gate of the area.
    pub gate: Option<PublishGate>,
}

/// The publish gates of the areas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PublishGates {
    pub docs: PublishGate,
    pub landing: PublishGate,
    pub news: PublishGate,
    /// The value of `If-Match` for a change.
    pub revision: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenText {
    pub listed: AdminText,
    /// The value of `If-Match` for saving.
    pub revision: String,
    /// Path of the file in an export.
    pub file: String,
    /// The last saved text, published or not.
    pub text: String,
    /// The published text; absent if it equals the draft or does not exist.
    #[schema(required)]
    pub published: Option<String>,
    /// In the order of the text. Lines of front matter belong to no segment.
    pub segments: Vec<DraftSegment>,
    /// True if this user may edit it.
    pub may_edit: bool,
}

/// A segment: a paragraph, heading, or table row, the unit of translation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DraftSegment {
    pub id: String,
    /// A kind such as `heading-2`, `paragraph`, `list-item`, or `code`.
    pub kind: String,
    /// The first line of the segment.
    pub line: u32,
    /// The last line, trailing blank lines included. The end of a container belongs to no segment.
    pub end_line: u32,
    /// The aligned segments of the other language.
    pub counterparts: Vec<String>,
    pub state: SegmentState,
    /// True if it can be marked as still correct: its published revision is outdated.
    pub may_acknowledge: bool,
    /// The heading id of its section; absent above the first heading.
    #[schema(required)]
    pub section: Option<String>,
    /// The user who marked it as still correct. It can be undone while it is present; it is absent
    /// after either text changes.
    #[schema(required)]
    pub acknowledged: Option<Acknowledged>,
    /// The user who marked it as an intentional copy; absent after either text changes.
    #[schema(required)]
    pub kept: Option<Acknowledged>,
}

/// A reviewer's mark on a segment: still correct after its source changed, or intentionally equal to its source.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Acknowledged {
    /// The name of the user.
    pub by: String,
    pub at: i64,
}

/// Outdated segments whose translation is still correct: exactly one of `segments`, `section`, and `page`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acknowledge {
    /// The ids of the segments.
    #[serde(default)]
    pub segments: Option<Vec<String>>,
    /// The id of a heading: all segments below it, subsections included. Empty: all above the first heading.
    #[serde(default)]
    pub section: Option<String>,
    /// `true`: all segments of the page.
    #[serde(default)]
    pub page: bool,
    /// The last `revision` of the other language that the client read.
    #[serde(default)]
    pub other: Option<String>,
}

/// The complete list of intentional untranslated copies in this language of the page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentionalCopies {
    /// The ids of the segments, drafts included; an empty list removes all marks.
    pub segments: Vec<String>,
    /// The last `revision` of the other language that the client read.
    #[serde(default)]
    pub other: Option<String>,
}

/// The translation state of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SegmentState {
    UpToDate,
    /// The other language has changed since.
    Outdated,
    /// The other language has no counterpart.
    Alone,
    /// Equal to the source text (untranslated copy).
    Copied,
}

/// A user who has a page open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Editing {
    pub name: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// When the last presence report arrived.
    pub at: i64,
}

/// The language of a page that a user has open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// `zh`, `en`, `zh-CN`, or `en-US`.
    pub locale: String,
}

/// A new page, which starts as a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPage {
    /// `docs`, `news`, or `landing` for a block of the landing page.
    pub area: String,
    /// The kind of the block, such as `features`; empty for other pages.
    #[serde(default)]
    pub block: String,
    /// The source language.
    pub locale: String,
    /// A path such as `guide/start`; for a block, its name, which is its heading id.
    pub path: String,
    pub title: String,
    /// The date of a news entry whose path has none, such as `2026-11-22`. Default: today (UTC).
    #[serde(default)]
    pub date: Option<String>,
}

/// The new content of a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftChange {
    pub text: String,
    /// The `current` revision from a `stale` response to a publish request, once the draft is merged with it.
    #[serde(default)]
    pub base: Option<String>,
}

/// The saved draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraft {
    pub revision: String,
    /// False if it equals the published revision.
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
    /// The issues in the text, errors and warnings.
    pub findings: Vec<TextFinding>,
    pub words: WordCount,
}

/// A top-level block: a paragraph, list, table, and so on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewBlock {
    /// The first line of the block in the text.
    pub line: u32,
    /// Safe HTML.
    pub html: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewHeading {
    pub level: u8,
    pub text: String,
    pub line: u32,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TextFinding {
    /// `error`, `warning`, or `note`.
    pub severity: String,
    #[schema(required)]
    pub line: Option<u32>,
    /// A stable code, for localized messages.
    pub code: String,
    /// The specific name, path, or parser message.
    pub detail: String,
    /// The corrected line, if it is known.
    #[schema(required)]
    pub fix: Option<String>,
}

/// The length of the text, without code.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct WordCount {
    /// Chinese characters.
    pub han: u32,
    /// Words in other scripts.
    pub words: u32,
}

/// The changes that publishing a draft would make.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftChanges {
    /// The value of `If-Match` for publishing.
    pub revision: String,
    pub segments: Vec<SegmentChange>,
    /// True if there is a change outside the segments, such as the title or the path.
    pub front_matter: bool,
    pub findings: Vec<TextFinding>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentChange {
    pub id: String,
    pub kind: String,
    /// Line in the draft; absent for a removed segment.
    #[schema(required)]
    pub line: Option<u32>,
    /// The changes, as Markdown, in order.
    pub pieces: Vec<(Piece, String)>,
    /// The aligned text in the other language; empty if there is none.
    pub counterpart: String,
    /// True if the draft of the other language changes it too.
    pub counterpart_changed: bool,
    /// The number of segments of the other language that become outdated if this change has another meaning; 0 if no
    /// decision is needed.
    pub affected: u32,
    /// The probable verdict: `wording` if only markup changed, `translated` if the published segment was outdated,
    /// otherwise `meaning`. If both languages are published and both changed, it is `translated`.
    pub suggested: Verdict,
    /// True if the published segment is outdated, so that this change may be its update.
    pub outdated: bool,
    /// True if the counterpart was outdated before this change.
    pub counterpart_outdated: bool,
}

/// How a piece of text changed.
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
    /// When to publish. Default: now.
    #[serde(default)]
    pub at: Option<i64>,
    /// The effect of segment changes on the other language. Default: `meaning`; a segment whose counterpart has changed
    /// since both were up to date is itself up to date.
    #[serde(default)]
    pub decisions: Vec<SegmentDecision>,
    /// The revision of the other language, to publish both languages together. Errors in that text have the field
    /// `other.text`.
    #[serde(default)]
    pub other: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SegmentDecision {
    pub segment: String,
    pub verdict: Verdict,
}

/// The outcome of publishing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Published {
    pub url: String,
    pub revision: String,
    /// When it will be published; absent if it is already published.
    #[schema(required)]
    pub publish_at: Option<i64>,
}

/// A revision of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextRevision {
    pub number: i64,
    pub title: String,
    pub author: String,
    /// `import`, `site`, `begun` for the first revision of a text created on the site, or the name of a Git source.
    pub origin: String,
    pub created_at: i64,
    /// The commit of a version that was in Git before the first revision.
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

/// A line, or a run of hidden unchanged lines.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffLine {
    pub kind: DiffKind,
    /// Line number in the older text.
    #[schema(required)]
    pub old: Option<u32>,
    /// Line number in the newer text.
    #[schema(required)]
    pub new: Option<u32>,
    /// The words with their kind of change; empty for hidden lines.
    pub pieces: Vec<(Piece, String)>,
    /// The number of hidden lines.
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

/// The new path of a page. Both languages move; the old URLs redirect to it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// A path such as `guide/start`.
    pub path: String,
}

/// The new source language; translators edit the other language.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `zh`, `en`, `zh-CN`, or `en-US`.
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
    /// The user who created it.
    pub created_by: String,
    pub expires_at: i64,
}

/// The fragment of a preview link (after `#`).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewCode {
    pub code: String,
}

/// A draft, shown by a preview link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SharedPreview {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    /// Safe HTML.
    pub html: String,
    pub updated_at: i64,
    pub author: String,
}

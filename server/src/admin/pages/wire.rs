//! API types of page administration. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC; a
//! text is a whole file, front matter included, its lines ended by LF and counted from 1.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::schema::LocaleTag;

/// A page with all its languages, as in the list of pages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminPage {
    pub(crate) id: String,
    /// `docs`, `landing`, or `news`.
    pub(crate) area: String,
    pub(crate) key: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) source_locale: String,
    /// Views of the last 30 days, in both languages.
    pub(crate) views: i64,
    #[schema(required)]
    pub(crate) zh: Option<AdminText>,
    #[schema(required)]
    pub(crate) en: Option<AdminText>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminText {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// A path such as `guide/start`.
    pub(crate) path: String,
    /// The URL once it is published.
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) state: TextStanding,
    /// When a news entry with a date in the future becomes visible, in milliseconds.
    #[schema(required)]
    pub(crate) comes_at: Option<i64>,
    /// True if the draft differs from the published revision.
    pub(crate) changed: bool,
    /// When the draft is scheduled to be published.
    #[schema(required)]
    pub(crate) publish_at: Option<i64>,
    /// Why scheduled publishing failed: `stale` (the text was published in the meantime), `unreadable` (invalid
    /// front matter), or `failed`.
    #[schema(required)]
    pub(crate) fault: Option<String>,
    pub(crate) updated_at: i64,
    /// The user who saved it last.
    pub(crate) author: String,
    /// Segments that are older than their counterparts.
    pub(crate) outdated: i64,
    /// Segments that exist only in the other language.
    pub(crate) not_translated: i64,
    /// Segments of the other language whose counterpart in this text could not be determined.
    pub(crate) not_aligned: i64,
}

/// The visibility of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TextStanding {
    Published,
    /// Only those who write it.
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
    pub(crate) fn comes_at(self, named: Option<i64>) -> Option<i64> {
        named.filter(|_| self == Self::Published)
    }
}

/// A page with its drafts, for the editor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenPage {
    pub(crate) id: String,
    pub(crate) area: String,
    pub(crate) key: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) source_locale: String,
    /// The revision of both languages together: the value of `If-Match` for moving the page or its deletion.
    pub(crate) revision: String,
    #[schema(required)]
    pub(crate) zh: Option<WrittenText>,
    #[schema(required)]
    pub(crate) en: Option<WrittenText>,
    /// The other users who have it open.
    pub(crate) editing: Vec<Editing>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenText {
    pub(crate) listed: AdminText,
    /// The value of `If-Match` for saving.
    pub(crate) revision: String,
    /// Path of the file in an export.
    pub(crate) file: String,
    /// The last saved text, published or not.
    pub(crate) text: String,
    /// The published text; absent if it equals the draft or does not exist.
    #[schema(required)]
    pub(crate) published: Option<String>,
    /// In the order of the text. Lines of front matter belong to none.
    pub(crate) segments: Vec<WrittenSegment>,
    /// True if this user may edit it.
    pub(crate) may_edit: bool,
}

/// A segment: a paragraph, heading, or table row, the unit of translation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenSegment {
    pub(crate) id: String,
    /// A kind such as `heading-2`, `paragraph`, `list-item`, or `code`.
    pub(crate) kind: String,
    /// The first line of the segment.
    pub(crate) line: u32,
    /// The last line, trailing blank lines included. The end of a container belongs to no segment.
    pub(crate) end_line: u32,
    /// The aligned segments of the other language.
    pub(crate) counterparts: Vec<String>,
    pub(crate) state: SegmentState,
    /// True if it can be marked as still correct: its published revision is outdated.
    pub(crate) may_acknowledge: bool,
    /// Absent once its source changes again.
    #[schema(required)]
    pub(crate) acknowledged: Option<Acknowledged>,
    /// The user who marked it as an intentional copy; absent once either text changes.
    #[schema(required)]
    pub(crate) kept: Option<Acknowledged>,
}

/// The mark that a reviewer set on a segment: still correct after its source changed, or intentionally equal to
/// its source.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// The name of the user.
    pub(crate) by: String,
    pub(crate) at: i64,
}

/// Outdated segments whose translation is still correct.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acknowledge {
    /// The ids of the segments.
    pub(crate) segments: Vec<String>,
    /// The last `revision` of the other language that the client read.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

/// The complete list of intentional untranslated copies in this language of the page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentionalCopies {
    /// The ids of the segments, drafts included; an empty list removes all marks.
    pub(crate) segments: Vec<String>,
    /// The last `revision` of the other language that the client read.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

/// The translation state of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SegmentState {
    UpToDate,
    /// The other language has changed since.
    Outdated,
    /// The other language does not say this.
    Alone,
    /// An untranslated copy of the other language.
    Copied,
}

/// A user who has a page open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Editing {
    pub(crate) name: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// When the last presence request arrived.
    pub(crate) at: i64,
}

/// The language of a page that a user has open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// `zh`, `en`, `zh-CN`, or `en-US`.
    pub(crate) locale: String,
}

/// A new page, which starts as a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPage {
    /// `docs`, `news`, or `landing` for a block of the landing page.
    pub(crate) area: String,
    /// The kind of the block, such as `features`; empty for other pages.
    #[serde(default)]
    pub(crate) block: String,
    /// The source language.
    pub(crate) locale: String,
    /// A path such as `guide/start`; for a block, its name, which is its heading id.
    pub(crate) path: String,
    pub(crate) title: String,
    /// The date of a news entry whose path has none, such as `2026-11-22`. Default: today in UTC.
    #[serde(default)]
    pub(crate) date: Option<String>,
}

/// The new content of a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftChange {
    pub(crate) text: String,
    /// The `current` revision from a `stale` response to a publish request, once the draft is merged with it.
    #[serde(default)]
    pub(crate) base: Option<String>,
}

/// The saved draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraft {
    pub(crate) revision: String,
    /// False if it equals the published revision.
    pub(crate) changed: bool,
    pub(crate) updated_at: i64,
    pub(crate) segments: Vec<WrittenSegment>,
}

/// A preview of a text. Nothing is stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) blocks: Vec<PreviewBlock>,
    pub(crate) headings: Vec<PreviewHeading>,
    /// The issues in the text, errors and warnings.
    pub(crate) findings: Vec<TextFinding>,
    pub(crate) words: WordCount,
}

/// A top-level block: a paragraph, list, table, and so on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewBlock {
    /// The first line of the block in the text.
    pub(crate) line: u32,
    /// Safe HTML.
    pub(crate) html: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewHeading {
    pub(crate) level: u8,
    pub(crate) text: String,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextFinding {
    /// `error`, `warning`, or `note`.
    pub(crate) severity: String,
    #[schema(required)]
    pub(crate) line: Option<u32>,
    /// A stable code, for localized messages.
    pub(crate) code: String,
    /// The specific name, path, or parser message.
    pub(crate) detail: String,
    /// The corrected line, if it is known.
    #[schema(required)]
    pub(crate) fix: Option<String>,
}

/// The length of the text, without code.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct WordCount {
    /// Chinese characters.
    pub(crate) han: u32,
    /// Words of other scripts.
    pub(crate) words: u32,
}

/// The changes that publishing a draft would make.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftChanges {
    /// The value of `If-Match` for publishing.
    pub(crate) revision: String,
    pub(crate) segments: Vec<SegmentChange>,
    /// True if anything outside the segments differs, such as the title or the path.
    pub(crate) front_matter: bool,
    pub(crate) findings: Vec<TextFinding>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SegmentChange {
    pub(crate) id: String,
    pub(crate) kind: String,
    /// Line in the draft; absent for a removed segment.
    #[schema(required)]
    pub(crate) line: Option<u32>,
    /// The changes, as Markdown, in order.
    pub(crate) pieces: Vec<(Piece, String)>,
    /// The aligned text in the other language; empty if there is none.
    pub(crate) counterpart: String,
    /// True if the draft of the other language changes it too.
    pub(crate) counterpart_changed: bool,
}

/// How a piece of text changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Piece {
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
    pub(crate) at: Option<i64>,
    /// The effect of segment changes on the translation. Default: `major`.
    #[serde(default)]
    pub(crate) decisions: Vec<SegmentDecision>,
    /// The revision of the other language, if that is published too; its errors have the field `other.text`.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SegmentDecision {
    pub(crate) segment: String,
    pub(crate) verdict: Verdict,
}

/// The effect of a segment change on its translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// It says something else: the translation is outdated.
    Meaning,
    /// It says the same in other words.
    Wording,
    /// The translation says the new thing already.
    Translated,
}

/// The outcome of publishing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Published {
    pub(crate) url: String,
    pub(crate) revision: String,
    /// When it is scheduled to be published; absent if it is published.
    #[schema(required)]
    pub(crate) publish_at: Option<i64>,
}

/// A revision of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextRevision {
    pub(crate) number: i64,
    pub(crate) title: String,
    pub(crate) author: String,
    /// `import`, `site`, or the name of a Git source.
    pub(crate) origin: String,
    pub(crate) created_at: i64,
    /// True for the published revision.
    pub(crate) published: bool,
}

/// The difference between two revisions of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextDiff {
    pub(crate) lines: Vec<DiffLine>,
    pub(crate) added: u32,
    pub(crate) removed: u32,
}

/// A line, or a run of unchanged lines that are hidden.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffLine {
    pub(crate) kind: DiffKind,
    /// Line number in the older text.
    #[schema(required)]
    pub(crate) old: Option<u32>,
    /// Line number in the newer text.
    #[schema(required)]
    pub(crate) new: Option<u32>,
    /// The words with their kind of change; empty for hidden lines.
    pub(crate) pieces: Vec<(Piece, String)>,
    /// The number of hidden lines.
    pub(crate) skipped: u32,
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
pub(crate) struct Move {
    /// A path such as `guide/start`.
    pub(crate) path: String,
}

/// The new source language; translators edit the other language.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// `zh`, `en`, `zh-CN`, or `en-US`.
    pub(crate) locale: String,
}

/// A preview link, which shows the draft to readers without an account until it expires.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewLink {
    pub(crate) url: String,
    pub(crate) expires_at: i64,
}

/// The fragment of a preview link (after `#`).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewCode {
    pub(crate) code: String,
}

/// A draft, shown by a preview link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SharedPreview {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    /// Safe HTML.
    pub(crate) html: String,
    pub(crate) updated_at: i64,
    pub(crate) author: String,
}

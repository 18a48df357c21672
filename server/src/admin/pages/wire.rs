//! API types of page administration. Locales are `zh-CN` or `en-US`; times are milliseconds since 1970-01-01 UTC; a
//! text is a whole file, front matter included, its lines ended by LF and counted from 1.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::schema::LocaleTag;

/// A page with what it says in each language, as a list shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AdminPage {
    pub(crate) id: String,
    /// `docs`, `landing` or `news`.
    pub(crate) area: String,
    pub(crate) key: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) source_locale: String,
    /// Of the last 30 days, in both languages.
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
    /// Such as `guide/start`.
    pub(crate) path: String,
    /// Where readers find it once it is published.
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) state: TextStanding,
    /// When readers get what is published, where that is an entry of the news whose date is still to come. In milliseconds.
    #[schema(required)]
    pub(crate) comes_at: Option<i64>,
    /// Whether something is written that is not published.
    pub(crate) changed: bool,
    /// When that is going to be published.
    #[schema(required)]
    pub(crate) publish_at: Option<i64>,
    /// Why it was not published when it was to be: `stale`, because the text was published otherwise since,
    /// `unreadable`, because its front matter cannot be read, or `failed`.
    #[schema(required)]
    pub(crate) fault: Option<String>,
    pub(crate) updated_at: i64,
    /// Who saved it last.
    pub(crate) author: String,
    /// Segments that are older than those of the other language.
    pub(crate) outdated: i64,
    /// Segments that only the other language has.
    pub(crate) not_translated: i64,
    /// Segments of the other language in places where this text has segments too, and it is unknown which belong
    /// to what.
    pub(crate) not_aligned: i64,
}

/// Who sees a text.
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

/// A page as it is written.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenPage {
    pub(crate) id: String,
    pub(crate) area: String,
    pub(crate) key: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) source_locale: String,
    /// Of both languages together: what moving it or throwing it away names in `If-Match`.
    pub(crate) revision: String,
    #[schema(required)]
    pub(crate) zh: Option<WrittenText>,
    #[schema(required)]
    pub(crate) en: Option<WrittenText>,
    /// Who else has it open.
    pub(crate) editing: Vec<Editing>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenText {
    pub(crate) listed: AdminText,
    /// What saving it names in `If-Match`.
    pub(crate) revision: String,
    /// The file that it is exported to.
    pub(crate) file: String,
    /// As it was last saved, published or not.
    pub(crate) text: String,
    /// As readers have it; none where that is the same, or where there is nothing to read.
    #[schema(required)]
    pub(crate) published: Option<String>,
    /// In the order of the text. Lines of front matter belong to none.
    pub(crate) segments: Vec<WrittenSegment>,
    /// Whether this user may change it.
    pub(crate) may_edit: bool,
}

/// A paragraph, a heading, a row of a table: what translations are made of.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WrittenSegment {
    pub(crate) id: String,
    /// Such as `heading-2`, `paragraph`, `list-item`, `code`.
    pub(crate) kind: String,
    /// The first line of the text that belongs to it.
    pub(crate) line: u32,
    /// The last one, blank lines below included. What ends a container belongs to none.
    pub(crate) end_line: u32,
    /// Those of the other language that say the same.
    pub(crate) counterparts: Vec<String>,
    pub(crate) state: SegmentState,
    /// Whether it can be marked as still correct: what readers have of it is outdated.
    pub(crate) may_acknowledge: bool,
    /// None once its source changes again.
    #[schema(required)]
    pub(crate) acknowledged: Option<Acknowledged>,
    /// Who keeps it although it repeats the other language; none once either text changes.
    #[schema(required)]
    pub(crate) kept: Option<Acknowledged>,
}

/// A segment was marked: as still correct after its source changed, or as intentionally equal to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// The name of the user.
    pub(crate) by: String,
    pub(crate) at: i64,
}

/// Outdated segments that are still correct.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acknowledge {
    /// Their ids.
    pub(crate) segments: Vec<String>,
    /// The `revision` of the other language, as it was read.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

/// Untranslated copies that are intentional: the whole list for this language of the page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentionalCopies {
    /// The ids of segments, drafts included; an empty list keeps none.
    pub(crate) segments: Vec<String>,
    /// The `revision` of the other language, as it was read.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

/// How a segment stands to the other language.
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
    /// When they were last heard of.
    pub(crate) at: i64,
}

/// The language of a page that a user has open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// zh, en, zh-CN or en-US.
    pub(crate) locale: String,
}

/// A new page. Only those who write it see it, until it is published.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPage {
    /// `docs`, `news` or, for a block of the front page, `landing`.
    pub(crate) area: String,
    /// What a block of the front page is, such as `features`; empty elsewhere.
    #[serde(default)]
    pub(crate) block: String,
    /// The language that it is written in first.
    pub(crate) locale: String,
    /// Such as `guide/start`; of a block its name, which is its anchor.
    pub(crate) path: String,
    pub(crate) title: String,
    /// The day of an entry of the news whose path begins with none, such as `2026-11-22`; today in UTC when absent.
    #[serde(default)]
    pub(crate) date: Option<String>,
}

/// What a text says from now on.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftChange {
    pub(crate) text: String,
    /// The `current` revision of a publishing that was stale, once the text takes account of what that says.
    #[serde(default)]
    pub(crate) base: Option<String>,
}

/// A draft was saved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraft {
    pub(crate) revision: String,
    /// False when it says what is published.
    pub(crate) changed: bool,
    pub(crate) updated_at: i64,
    pub(crate) segments: Vec<WrittenSegment>,
}

/// What a text says now, looked at as readers would see it. Nothing is kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) blocks: Vec<PreviewBlock>,
    pub(crate) headings: Vec<PreviewHeading>,
    /// What does not work in it, and what could be better.
    pub(crate) findings: Vec<TextFinding>,
    pub(crate) words: WordCount,
}

/// A paragraph, list, table, … at the top of the page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewBlock {
    /// The line of the text that it begins on.
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
    /// `error`, `warning` or `note`.
    pub(crate) severity: String,
    #[schema(required)]
    pub(crate) line: Option<u32>,
    /// Stable name, for the client's own words.
    pub(crate) code: String,
    /// The particular: a name, a path, a parser's words.
    pub(crate) detail: String,
    /// The whole line as it should be, where that is known.
    #[schema(required)]
    pub(crate) fix: Option<String>,
}

/// How much there is to read, code left out.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct WordCount {
    /// Chinese characters.
    pub(crate) han: u32,
    /// Words of other scripts.
    pub(crate) words: u32,
}

/// What publishing a draft would change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftChanges {
    /// What to name in `If-Match` when it is published.
    pub(crate) revision: String,
    pub(crate) segments: Vec<SegmentChange>,
    /// Whether something but the segments is different: the title, the address.
    pub(crate) front_matter: bool,
    pub(crate) findings: Vec<TextFinding>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SegmentChange {
    pub(crate) id: String,
    pub(crate) kind: String,
    /// In the draft; none for a segment that is gone.
    #[schema(required)]
    pub(crate) line: Option<u32>,
    /// What changed, as Markdown, in order.
    pub(crate) pieces: Vec<(Piece, String)>,
    /// What the other language says there; empty where it has no counterpart.
    pub(crate) counterpart: String,
    /// Whether the draft of the other language changes that as well.
    pub(crate) counterpart_changed: bool,
}

/// What became of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Piece {
    Same,
    Old,
    New,
}

/// Publish a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Publish {
    /// When; at once where it is absent.
    #[serde(default)]
    pub(crate) at: Option<i64>,
    /// What changes of segments mean for the translation; what is not named has a new meaning.
    #[serde(default)]
    pub(crate) decisions: Vec<SegmentDecision>,
    /// The revision of the other language, where that is published too; what is wrong with it is said of `other.text`.
    #[serde(default)]
    pub(crate) other: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SegmentDecision {
    pub(crate) segment: String,
    pub(crate) verdict: Verdict,
}

/// What a change of a segment means for its translation.
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

/// What came of publishing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Published {
    pub(crate) url: String,
    pub(crate) revision: String,
    /// When it is going to be published; none when it is.
    #[schema(required)]
    pub(crate) publish_at: Option<i64>,
}

/// A state that a text once had.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextRevision {
    pub(crate) number: i64,
    pub(crate) title: String,
    pub(crate) author: String,
    /// `import`, `site`, or the Git source that it came from.
    pub(crate) origin: String,
    pub(crate) created_at: i64,
    /// Whether it is the one that readers have.
    pub(crate) published: bool,
}

/// What is different between two states of a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TextDiff {
    pub(crate) lines: Vec<DiffLine>,
    pub(crate) added: u32,
    pub(crate) removed: u32,
}

/// A line, or lines that are the same and not shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffLine {
    pub(crate) kind: DiffKind,
    /// In the older text.
    #[schema(required)]
    pub(crate) old: Option<u32>,
    /// In the newer one.
    #[schema(required)]
    pub(crate) new: Option<u32>,
    /// Words, as what became of them; empty for lines that are not shown.
    pub(crate) pieces: Vec<(Piece, String)>,
    /// How many lines are not shown.
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

/// Where a page stands from now on. Both languages move, and the old addresses lead to it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    /// Such as `guide/start`.
    pub(crate) path: String,
}

/// Which language is the original from now on; translators write the other one.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// zh, en, zh-CN or en-US.
    pub(crate) locale: String,
}

/// A link for people who have no account. It shows the draft until it expires.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PreviewLink {
    pub(crate) url: String,
    pub(crate) expires_at: i64,
}

/// The code after the `#` of a preview link.
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

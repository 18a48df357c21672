//! API types of page content that several areas share.

use serde::Serialize;
use utoipa::ToSchema;

use super::sql::Text;
use pailou_web::schema::LocaleTag;

/// Translation state of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    UpToDate,
    Outdated,
    /// The page has no text in this language, so the text in the other language is displayed; or
    /// every segment is an untranslated copy.
    NotTranslated,
    /// No segment of the text could be aligned.
    NotAligned,
    /// A segment comes from a suggestion, translation memory, or machine translation, and no
    /// reviewer has accepted it.
    NotReviewed,
    MachineTranslated,
}

impl TextState {
    /// Returns the state of an existing text. A partly translated text is outdated; a text without
    /// any translated segment is not translated.
    pub fn of(text: &Text) -> Self {
        match text {
            _ if text.is_copy != 0 => Self::NotTranslated,
            _ if text.segments_outdated > 0 || text.segments_not_translated > 0 => Self::Outdated,
            _ if text.segments_machine_translated > 0 => Self::MachineTranslated,
            // A few unaligned segments do not change the state; the page displays their number.
            _ if text.segments_total > 0 && text.segments_not_aligned >= text.segments_total => {
                Self::NotAligned
            }
            _ if text.segments_not_reviewed > 0 => Self::NotReviewed,
            _ => Self::UpToDate,
        }
    }
}

/// The same page in the other language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Counterpart {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub url: String,
    pub state: TextState,
    /// Number of segments of the counterpart that are outdated or not translated.
    pub outdated: i64,
}

//! JSON types of content that several areas send.

use serde::Serialize;
use utoipa::ToSchema;

use super::sql::Text;
use pailou_web::schema::LocaleTag;

/// The translation state of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    UpToDate,
    Outdated,
    /// There is no text in that language, and the other one is shown in its place; or all that it says repeats the
    /// other one.
    NotTranslated,
    /// The counterpart of no part of the text could be determined.
    NotAligned,
    /// A part of the text comes from a suggestion, a memory or a machine, and no reviewer has accepted it.
    NotReviewed,
    MachineTranslated,
}

impl TextState {
    /// Of a text that is there. Where a part is not translated, it is outdated; where nothing is, not translated.
    pub fn of(text: &Text) -> Self {
        match text {
            _ if text.is_copy != 0 => Self::NotTranslated,
            _ if text.segments_outdated > 0 || text.segments_not_translated > 0 => Self::Outdated,
            _ if text.segments_machine_translated > 0 => Self::MachineTranslated,
            // A few rows that are not aligned say little about a page; it shows how many they are.
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
    /// The number of its segments that are outdated or not translated.
    pub outdated: i64,
}

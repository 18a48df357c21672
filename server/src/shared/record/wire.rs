//! JSON shapes of the record that more than one area sends.

use serde::Serialize;
use utoipa::ToSchema;

/// How a text stands to the other language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TextState {
    UpToDate,
    Outdated,
    /// There is no text in that language: the other one is shown in its place.
    NotTranslated,
    /// The counterpart of a part of the text could not be determined.
    NotAligned,
    /// A part of the text comes from a suggestion, a memory or a machine, and no reviewer has accepted it.
    NotReviewed,
    MachineTranslated,
}

/// The same page in the other language.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Counterpart {
    #[cfg_attr(test, ts(type = "Locale"))]
    pub(crate) locale: String,
    pub(crate) url: String,
    pub(crate) state: TextState,
    /// How many of its segments are outdated or not translated.
    pub(crate) outdated: i64,
}

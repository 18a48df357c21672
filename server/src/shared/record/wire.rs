//! JSON shapes of the record that more than one area sends.

use serde::Serialize;
use utoipa::ToSchema;

/// How a text stands to the other language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum TextState {
    Current,
    Behind,
    /// There is no text in that language: the other one stands in for it.
    Missing,
    /// Not everything could be compared.
    Unreviewed,
    Machine,
}

/// The same page in the other language.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Counterpart {
    #[cfg_attr(test, ts(type = "Locale"))]
    pub(crate) locale: String,
    pub(crate) url: String,
    pub(crate) state: TextState,
    /// How many of its segments are older than their counterparts, or missing.
    pub(crate) behind: i64,
}

//! JSON shapes of the translation state.

use serde::Serialize;
use utoipa::ToSchema;

/// Segments of one area in one language, by how they stand to the other language.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Status {
    #[cfg_attr(test, ts(type = "Locale"))]
    pub(crate) locale: String,
    pub(crate) area: String,
    /// Segments that there should be.
    pub(crate) total: i64,
    pub(crate) current: i64,
    pub(crate) behind: i64,
    pub(crate) missing: i64,
    pub(crate) unreviewed: i64,
    pub(crate) machine: i64,
    pub(crate) as_of: i64,
}

//! JSON shapes of the translation state.

use serde::Serialize;
use utoipa::ToSchema;

/// Segments of one area in one language, by how they stand to the other language.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Status {
    pub(crate) locale: String,
    pub(crate) area: String,
    /// Segments that there should be.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) total: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) current: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) behind: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) missing: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) unreviewed: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) machine: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) as_of: i64,
}

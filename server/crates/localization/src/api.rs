//! API types of the translation state.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use pailou_web::schema::LocaleTag;

/// Segments of one area in one language, by translation state. Each counts once, in this order: not translated,
/// not aligned, outdated, not reviewed, up to date. These five add up to `total`.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct Status {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub area: String,
    /// The number of segments of the source.
    pub total: i64,
    pub up_to_date: i64,
    pub outdated: i64,
    pub not_translated: i64,
    pub not_aligned: i64,
    /// Includes the machine-translated segments.
    pub not_reviewed: i64,
    pub machine_translated: i64,
    pub as_of: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DictionaryQuery {
    /// Language of the terms. Default: `zh-CN`.
    pub locale: Option<String>,
    /// Characters that the term contains.
    pub q: Option<String>,
    /// `true` returns only terms with an accepted or rejected translation.
    pub decided: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// A term with its translations, the most probable first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryRow {
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// The normalized form in the search index: case-folded, and stemmed in English.
    pub term: String,
    /// The form in the texts.
    pub written: String,
    /// The number of sections that contain it.
    pub used: i64,
    pub locked: bool,
    pub translations: Vec<DictionaryTranslation>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryTranslation {
    pub term: String,
    pub written: String,
    /// From 0 (rejected) to 1.
    pub probability: f64,
    #[schema(required)]
    pub decision: Option<Decision>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decision {
    /// Wins over everything that is learnt.
    Accept,
    Reject,
    /// What is learnt holds again.
    Forget,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DictionaryPair {
    #[schema(max_length = 64)]
    pub zh: String,
    #[schema(max_length = 64)]
    pub en: String,
    pub decision: Decision,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WordLock {
    pub locale: String,
    #[schema(max_length = 64)]
    pub term: String,
    pub locked: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EvidenceQuery {
    pub zh: Option<String>,
    pub en: Option<String>,
}

/// A pair of aligned sentences.
#[derive(Debug, Serialize, ToSchema)]
pub struct Evidence {
    pub zh: String,
    pub en: String,
}

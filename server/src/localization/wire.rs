//! API types of the translation state.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::shared::schema::LocaleTag;

/// Segments of one area in one language, by translation state. Each counts once, in this order: not translated,
/// not aligned, outdated, not reviewed, up to date. These five add up to `total`.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct Status {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) area: String,
    /// The number of segments of the source.
    pub(crate) total: i64,
    pub(crate) up_to_date: i64,
    pub(crate) outdated: i64,
    pub(crate) not_translated: i64,
    pub(crate) not_aligned: i64,
    /// Includes the machine-translated segments.
    pub(crate) not_reviewed: i64,
    pub(crate) machine_translated: i64,
    pub(crate) as_of: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DictionaryQuery {
    /// Language of the terms. Default: `zh-CN`.
    pub(crate) locale: Option<String>,
    /// Characters that the term contains.
    pub(crate) q: Option<String>,
    /// `true` returns only terms with an accepted or rejected translation.
    pub(crate) decided: Option<String>,
    /// Page number, from 1. Default: 1.
    pub(crate) page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub(crate) size: Option<String>,
}

/// A term with its translations, the most probable first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryRow {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// The normalized form in the search index: case-folded, and stemmed in English.
    pub(crate) term: String,
    /// The form in the texts.
    pub(crate) written: String,
    /// The number of sections that contain it.
    pub(crate) used: i64,
    pub(crate) locked: bool,
    pub(crate) translations: Vec<DictionaryTranslation>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryTranslation {
    pub(crate) term: String,
    pub(crate) written: String,
    /// From 0 (rejected) to 1.
    pub(crate) probability: f64,
    #[schema(required)]
    pub(crate) decision: Option<Decision>,
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
    pub(crate) zh: String,
    #[schema(max_length = 64)]
    pub(crate) en: String,
    pub(crate) decision: Decision,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WordLock {
    pub(crate) locale: String,
    #[schema(max_length = 64)]
    pub(crate) term: String,
    pub(crate) locked: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EvidenceQuery {
    pub(crate) zh: Option<String>,
    pub(crate) en: Option<String>,
}

/// A pair of aligned sentences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evidence {
    pub(crate) zh: String,
    pub(crate) en: String,
}

//! API types of the translation state.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::shared::schema::LocaleTag;

/// Segments of one area in one language, by translation state. Each counts once, in this order: not translated, not
/// aligned, outdated, not reviewed, up to date. These five add up to `total`.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct Status {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) area: String,
    /// Segments that there should be.
    pub(crate) total: i64,
    pub(crate) up_to_date: i64,
    pub(crate) outdated: i64,
    pub(crate) not_translated: i64,
    pub(crate) not_aligned: i64,
    /// Those translated by a machine are among them.
    pub(crate) not_reviewed: i64,
    pub(crate) machine_translated: i64,
    pub(crate) as_of: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DictionaryQuery {
    /// Whose words: zh-CN when absent.
    pub(crate) locale: Option<String>,
    /// Characters that the words hold.
    pub(crate) q: Option<String>,
    /// `true`: only words with a decision.
    pub(crate) decided: Option<String>,
    /// From 1.
    pub(crate) page: Option<String>,
    /// 1 to 200; 20 when absent.
    pub(crate) size: Option<String>,
}

/// A word with its translations, likeliest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryRow {
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// As the search has it: folded, and in English by its stem.
    pub(crate) term: String,
    /// As it stands in texts.
    pub(crate) written: String,
    /// In how many sections.
    pub(crate) used: i64,
    pub(crate) locked: bool,
    pub(crate) translations: Vec<DictionaryTranslation>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryTranslation {
    pub(crate) term: String,
    pub(crate) written: String,
    /// From 0, for one that was rejected, to 1.
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

/// Two sentences that say the same.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evidence {
    pub(crate) zh: String,
    pub(crate) en: String,
}

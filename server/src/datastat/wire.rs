//! API types of statistics.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::shared::schema::LocaleTag;

/// Something a reader did. Sent again with the same id it counts once.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Collect {
    /// Chosen at random by the sender.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub(crate) id: String,
    /// Address of a page below `/index`, with or without the origin.
    #[schema(max_length = 2000)]
    pub(crate) url: String,
    /// Where the reader came from; only the host of another site is kept.
    pub(crate) referrer: Option<String>,
    /// `zh-CN` or `en-US`.
    pub(crate) locale: Option<String>,
    /// What happened; `pageview` when absent.
    #[schema(pattern = "^[a-z0-9_-]{1,64}$")]
    pub(crate) event: Option<String>,
    /// What was looked for, when that is what happened.
    pub(crate) search: Option<Searched>,
}

/// A finished search, not each letter that was typed.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Searched {
    #[schema(max_length = 200)]
    pub(crate) words: String,
    /// How many places were found.
    #[schema(minimum = 0)]
    pub(crate) found: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SummaryQuery {
    /// First day (UTC), such as 2026-01-31; the last day when absent.
    pub(crate) from: Option<String>,
    /// Last day (UTC); today when absent.
    pub(crate) to: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Summary {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) as_of: i64,
    pub(crate) pageviews: i64,
    /// Unique visitors of each day, summed over the days.
    pub(crate) visitors: i64,
    /// Sittings: a pause of half an hour ends one.
    pub(crate) visits: i64,
    pub(crate) searches: i64,
    /// Searches that found nothing.
    pub(crate) searches_without_result: i64,
    /// The ten most viewed pages.
    pub(crate) pages: Vec<PageViews>,
}

#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct PageViews {
    pub(crate) path: String,
    pub(crate) pageviews: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchesQuery {
    /// First day (UTC), such as 2026-01-31; 30 days before the last when absent.
    pub(crate) from: Option<String>,
    /// Last day (UTC); today when absent.
    pub(crate) to: Option<String>,
    /// `true`: only what found nothing.
    pub(crate) fruitless: Option<String>,
    /// From 1.
    pub(crate) page: Option<String>,
    /// 1 to 200; 20 when absent.
    pub(crate) size: Option<String>,
}

/// Words that readers looked for.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct SearchedWords {
    pub(crate) words: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) asked: i64,
    /// Of these, how often nothing was found.
    pub(crate) fruitless: i64,
    /// The last day.
    pub(crate) last: String,
}

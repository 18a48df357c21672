//! API types of statistics.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use pailou_web::schema::LocaleTag;

/// An event of a reader. Repeated requests with the same id count once.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Collect {
    /// A random id, chosen by the client.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub id: String,
    /// URL of a page below `/index`, with or without the origin.
    #[schema(max_length = 2000)]
    pub url: String,
    /// The referrer, of which only the host and the port are stored.
    pub referrer: Option<String>,
    /// Locale of the page: `zh-CN` or `en-US`.
    pub locale: Option<String>,
    /// Name of the event. Default: `search` if `search` is present, otherwise `pageview`.
    #[schema(pattern = "^[a-z0-9_-]{1,64}$")]
    pub event: Option<String>,
    /// Search query and the number of its results, for search events.
    pub search: Option<SearchEvent>,
}

/// A completed search. Do not send searches during typing.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct SearchEvent {
    #[schema(max_length = 200)]
    pub query: String,
    /// The number of results.
    #[schema(minimum = 0)]
    pub results: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SummaryQuery {
    /// First day (UTC), such as `2026-01-31`. Default: the value of `to`.
    pub from: Option<String>,
    /// Last day (UTC). Default: today.
    pub to: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Summary {
    pub from: String,
    pub to: String,
    pub as_of: i64,
    pub pageviews: i64,
    /// Unique visitors per day, summed over the days.
    pub visitors: i64,
    /// Visits; 30 minutes without activity end a visit.
    pub visits: i64,
    pub searches: i64,
    /// The number of searches without results.
    pub searches_without_result: i64,
    /// The ten most viewed pages.
    pub pages: Vec<PageViews>,
}

#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct PageViews {
    pub path: String,
    pub pageviews: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchesQuery {
    /// First day (UTC), such as `2026-01-31`. Default: 30 days before `to`.
    pub from: Option<String>,
    /// Last day (UTC). Default: today.
    pub to: Option<String>,
    /// `true` returns only queries without results.
    pub without_results: Option<String>,
    /// Page number, from 1. Default: 1.
    pub page: Option<String>,
    /// Page size, from 1 to 200. Default: 20.
    pub size: Option<String>,
}

/// A search query with its count.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct SearchTerm {
    pub term: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub searches: i64,
    /// The number of these searches without results.
    pub without_results: i64,
    /// The day of the last search.
    pub last: String,
}

//! JSON shapes of the front page.

use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::record::wire::Counterpart;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Action {
    pub(crate) text: String,
    pub(crate) url: String,
    pub(crate) primary: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Feature {
    pub(crate) title: String,
    pub(crate) details: String,
    pub(crate) url: Option<String>,
}

/// A page of the documentation that changed lately.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecentPage {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) updated_at: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Landing {
    /// Language of the text: differs from the one asked for when there is only the other.
    #[cfg_attr(test, ts(type = "Locale"))]
    pub(crate) locale: String,
    pub(crate) name: String,
    pub(crate) tagline: String,
    pub(crate) text: String,
    pub(crate) description: String,
    pub(crate) actions: Vec<Action>,
    pub(crate) features: Vec<Feature>,
    /// Safe HTML.
    pub(crate) html: String,
    pub(crate) recent: Vec<RecentPage>,
    pub(crate) counterpart: Counterpart,
}

//! JSON shapes of the site's description.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Title {
    #[serde(rename = "zh-CN")]
    pub(super) zh: String,
    #[serde(rename = "en-US")]
    pub(super) en: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[schema(as = Site)]
#[cfg_attr(test, ts(rename = "Site"))]
pub(crate) struct SiteDescription {
    pub(super) title: Title,
    /// The site's default first.
    #[cfg_attr(test, ts(type = "Locale[]"))]
    pub(super) locales: Vec<&'static str>,
    pub(super) version: &'static str,
    /// Where the source of a page can be edited; `{file}` stands for its path.
    pub(super) edit_url: Option<String>,
    /// Whether browsers keep the pages that were read.
    pub(super) offline: bool,
    /// Whether there is any news.
    pub(super) news: bool,
}

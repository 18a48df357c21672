//! JSON payload of webhook events.

use core_wasm::locale::Locale;
use serde::Serialize;
use utoipa::ToSchema;

/// A change of a page, in each published language, or of a site file. A test event contains
/// neither. For the event `translation.outdated`, `texts` contains only the outdated text.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct EventPayload {
    /// Name of the user who made the change; `git` or `import` if the change was imported.
    pub by: String,
    /// Id of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub page: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub texts: Vec<TextPayload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub value: Option<ValuePayload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outdated: Option<OutdatedPayload>,
}

/// Segments of one language that a change of the other language made outdated.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutdatedPayload {
    /// Language with the outdated segments.
    pub locale: String,
    /// Number of newly outdated segments.
    pub segments: u32,
    /// Heading ids of the sections with newly outdated segments, in text order; none for text above the first heading.
    pub sections: Vec<String>,
    /// Number of the revision in the other language that made the segments outdated.
    pub revision: i64,
    /// Commit of that revision, if it comes from Git.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub commit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextPayload {
    pub locale: String,
    pub title: String,
    pub url: String,
    /// URL before the page was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_url: Option<String>,
}

impl TextPayload {
    pub fn is_in(&self, locale: Locale) -> bool {
        self.locale == locale.tag()
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ValuePayload {
    pub name: String,
    /// Published version; null if the site file was deleted.
    #[schema(required)]
    pub version: Option<i64>,
    pub url: String,
}

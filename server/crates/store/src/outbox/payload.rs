//! JSON payload of events.

use core_wasm::locale::Locale;
use serde::Serialize;
use utoipa::ToSchema;

/// A change of a page, in each published language, or of a site file. A test event has neither. The event
/// `translation.outdated` has the text that is outdated and `outdated`.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct EventPayload {
    /// The user who made the change.
    pub by: String,
    /// The id of the page.
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

/// The segments of one language that a change of the other one has left outdated.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutdatedPayload {
    /// The language that is outdated now.
    pub locale: String,
    /// The number of newly outdated segments.
    pub segments: u32,
    /// The heading ids of their sections, in the order of the text; text above the first heading has none.
    pub sections: Vec<String>,
    /// The revision of the other language that changed.
    pub revision: i64,
    /// The commit of that revision, if it comes from Git.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub commit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextPayload {
    pub locale: String,
    pub title: String,
    pub url: String,
    /// The URL before the page was moved.
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
    /// Null if it was deleted.
    #[schema(required)]
    pub version: Option<i64>,
    pub url: String,
}

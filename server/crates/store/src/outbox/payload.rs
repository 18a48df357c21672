//! JSON payload of events.

use core_wasm::locale::Locale;
use serde::Serialize;
use utoipa::ToSchema;

/// A change of a page, in each published language, or of a site file. A test event has neither.
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

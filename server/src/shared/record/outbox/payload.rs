//! JSON payload of events.

use core_wasm::locale::Locale;
use serde::Serialize;
use utoipa::ToSchema;

/// A change of a page, in each published language, or of a site file. A test event has neither.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct EventPayload {
    /// The user who made the change.
    pub(crate) by: String,
    /// The id of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) page: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) texts: Vec<TextPayload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) value: Option<ValuePayload>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TextPayload {
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) url: String,
    /// The URL before the page was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) old_url: Option<String>,
}

impl TextPayload {
    pub(crate) fn is_in(&self, locale: Locale) -> bool {
        self.locale == locale.tag()
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValuePayload {
    pub(crate) name: String,
    /// Null if it was deleted.
    #[schema(required)]
    pub(crate) version: Option<i64>,
    pub(crate) url: String,
}

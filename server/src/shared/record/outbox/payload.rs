//! JSON payload of events.

use core_wasm::locale::Locale;
use serde::Serialize;
use utoipa::ToSchema;

/// What has happened to a page, in each language that readers see, or to a value of the site. A test says neither.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct EventPayload {
    /// Who did it.
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
    /// Where it stood before it was moved.
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
    /// Null when it was taken away.
    #[schema(required)]
    pub(crate) version: Option<i64>,
    pub(crate) url: String,
}

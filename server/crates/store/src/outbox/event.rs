//! Webhook events.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = WebhookEvent)]
pub enum Event {
    #[serde(rename = "page.published")]
    PagePublished,
    #[serde(rename = "page.unpublished")]
    PageUnpublished,
    #[serde(rename = "page.moved")]
    PageMoved,
    #[serde(rename = "page.trashed")]
    PageTrashed,
    #[serde(rename = "config.published")]
    ConfigPublished,
    #[serde(rename = "translation.outdated")]
    TranslationOutdated,
    /// Test event, sent on request.
    #[serde(rename = "test")]
    Test,
}

impl Event {
    pub const ALL: [Event; 7] = [
        Event::PagePublished,
        Event::PageUnpublished,
        Event::PageMoved,
        Event::PageTrashed,
        Event::ConfigPublished,
        Event::TranslationOutdated,
        Event::Test,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Event::PagePublished => "page.published",
            Event::PageUnpublished => "page.unpublished",
            Event::PageMoved => "page.moved",
            Event::PageTrashed => "page.trashed",
            Event::ConfigPublished => "config.published",
            Event::TranslationOutdated => "translation.outdated",
            Event::Test => "test",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhook_event_names_match_their_json() {
        for event in Event::ALL {
            assert_eq!(serde_json::to_value(event).unwrap(), event.name());
            assert_eq!(Event::named(event.name()), Some(event));
        }
        assert_eq!(Event::named("page.read"), None);
    }
}

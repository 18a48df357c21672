//! The JSON message that a receiver gets.

use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::record::outbox::EventPayload;

/// What a receiver gets, by `POST`, with the headers of standardwebhooks.com: `webhook-id`, `webhook-timestamp`,
/// `webhook-signature`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessage)]
pub(crate) struct Message<'a> {
    #[serde(rename = "type")]
    pub(crate) event: &'a str,
    /// When it happened, as in 2026-11-22T07:40:00Z.
    pub(crate) timestamp: String,
    /// The public origin of the site. Addresses in `data` are paths below it.
    pub(crate) site: &'a str,
    #[schema(value_type = EventPayload)]
    pub(crate) data: serde_json::Value,
}

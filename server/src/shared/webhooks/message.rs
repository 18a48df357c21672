//! The JSON message that a receiver gets.

use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::record::outbox::EventPayload;

/// The body of a webhook request (`POST`), with the headers of standardwebhooks.com: `webhook-id`,
/// `webhook-timestamp`, and `webhook-signature`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessage)]
pub(crate) struct Message<'a> {
    #[serde(rename = "type")]
    pub(crate) event: &'a str,
    /// The time of the event, such as `2026-11-22T07:40:00Z`.
    pub(crate) timestamp: String,
    /// The public origin of the site. URLs in `data` are paths below it.
    pub(crate) site: &'a str,
    #[schema(value_type = EventPayload)]
    pub(crate) data: serde_json::Value,
}

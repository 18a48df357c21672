//! JSON body of a delivery.

use serde::Serialize;
use utoipa::ToSchema;

use pailou_store::outbox::EventPayload;

/// Body of a webhook request (`POST`), with the headers of standardwebhooks.com: `webhook-id`,
/// `webhook-timestamp`, and `webhook-signature`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessage)]
pub struct Message<'a> {
    #[serde(rename = "type")]
    pub event: &'a str,
    /// Time of the event, such as `2026-11-22T07:40:00Z`.
    pub timestamp: String,
    /// Public origin of the site. URLs in `data` are paths below it.
    pub site: &'a str,
    #[schema(value_type = EventPayload)]
    pub data: serde_json::Value,
}

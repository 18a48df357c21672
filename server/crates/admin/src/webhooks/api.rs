//! JSON types of webhooks and of their deliveries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_store::outbox::Event;

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Webhook {
    pub id: String,
    /// Value of `If-Match` for a change.
    pub revision: String,
    pub endpoint: String,
    /// Events that are sent; empty for all events.
    pub events: Vec<Event>,
    pub note: String,
    pub is_on: bool,
    /// Reason why the server disabled the webhook: `gone` after a 410 response.
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: i64,
    pub made_by: String,
    /// Number of pending deliveries.
    pub waiting: i64,
    /// Number of failed deliveries that are still stored.
    pub failed: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWebhook {
    /// HTTPS URL of a public host. HTTP URLs and private addresses require a host that the settings
    /// allow.
    pub endpoint: String,
    /// Events to send; empty for all events.
    pub events: Vec<Event>,
    pub note: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookChange {
    pub endpoint: String,
    pub events: Vec<Event>,
    pub note: String,
    pub is_on: bool,
}

/// A webhook with its new secret, which is returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebhookSecret {
    pub webhook: Webhook,
    /// Secret: `whsec_` followed by the key in Base64.
    pub secret: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DeliveryState {
    Waiting,
    Delivered,
    Failed,
}

/// A pending or finished delivery of a webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Delivery {
    /// Value of the header `webhook-id`, which is the same for each attempt.
    pub id: String,
    pub event: String,
    pub state: DeliveryState,
    pub created_at: i64,
    pub attempts: i64,
    /// Time of the next attempt.
    #[schema(required)]
    pub next_at: Option<i64>,
    /// Time of the last attempt; `took_ms`, `status`, and `error` describe its result.
    #[schema(required)]
    pub sent_at: Option<i64>,
    #[schema(required)]
    pub took_ms: Option<i64>,
    #[schema(required)]
    pub status: Option<i64>,
    /// Reason why no response was received: `address`, `unknown-host`, `private`, `unreachable`,
    /// `tls`, `broken`, or `slow`. `invalid-secret`: the request could not be signed. `full`: the queue was full.
    /// `gone`: canceled because another delivery received a 410 response.
    #[schema(required)]
    pub error: Option<String>,
    /// Request body.
    pub body: String,
}

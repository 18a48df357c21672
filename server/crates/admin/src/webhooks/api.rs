//! JSON types of webhooks and of their deliveries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_store::outbox::Event;

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Webhook {
    pub id: String,
    /// The value for `If-Match`.
    pub revision: String,
    pub endpoint: String,
    /// Empty for all.
    pub events: Vec<Event>,
    pub note: String,
    pub is_on: bool,
    /// Why the server disabled it: `gone` after a 410 response.
    #[schema(required)]
    pub fault: Option<String>,
    pub created_at: i64,
    pub made_by: String,
    /// The number of pending deliveries.
    pub waiting: i64,
    /// The number of failed deliveries among those kept.
    pub failed: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWebhook {
    /// An https URL on the internet. Plain http and other networks need a host allowed in the settings.
    pub endpoint: String,
    /// Empty for all.
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
    /// `whsec_` followed by the key in Base64.
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
    /// The header `webhook-id`: the same for each attempt.
    pub id: String,
    pub event: String,
    pub state: DeliveryState,
    pub created_at: i64,
    pub attempts: i64,
    /// When the next attempt is due.
    #[schema(required)]
    pub next_at: Option<i64>,
    /// When the last attempt was made, and its outcome.
    #[schema(required)]
    pub sent_at: Option<i64>,
    #[schema(required)]
    pub took_ms: Option<i64>,
    #[schema(required)]
    pub status: Option<i64>,
    /// Why no response arrived: `address`, `unknown-host`, `private`, `unreachable`, `tls`, `broken`, or `slow`.
    /// `full`: the queue was full. `gone`: canceled because another delivery received a 410 response.
    #[schema(required)]
    pub fault: Option<String>,
    /// The request body.
    pub body: String,
}

//! JSON types of webhooks and of their messages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::record::outbox::Event;

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Webhook {
    pub(super) id: String,
    /// The value for `If-Match`.
    pub(super) revision: String,
    pub(super) endpoint: String,
    /// Empty for all.
    pub(super) events: Vec<Event>,
    pub(super) note: String,
    pub(super) is_on: bool,
    /// Why the server disabled it: `gone` after a 410 response.
    #[schema(required)]
    pub(super) fault: Option<String>,
    pub(super) made_at: i64,
    pub(super) made_by: String,
    /// The number of pending deliveries.
    pub(super) waiting: i64,
    /// The number of failed deliveries among those kept.
    pub(super) failed: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWebhook {
    /// An https URL on the internet. Plain http and other networks need a host allowed in the settings.
    pub(super) endpoint: String,
    /// Empty for all.
    pub(super) events: Vec<Event>,
    pub(super) note: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebhookChange {
    pub(super) endpoint: String,
    pub(super) events: Vec<Event>,
    pub(super) note: String,
    pub(super) is_on: bool,
}

/// A webhook with its new secret, which is returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebhookSecret {
    pub(super) webhook: Webhook,
    /// `whsec_` followed by the key in Base64.
    pub(super) secret: String,
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
    pub(super) id: String,
    pub(super) event: String,
    pub(super) state: DeliveryState,
    pub(super) made_at: i64,
    pub(super) attempts: i64,
    /// When the next attempt is due.
    #[schema(required)]
    pub(super) next_at: Option<i64>,
    /// When the last attempt was made, and its outcome.
    #[schema(required)]
    pub(super) sent_at: Option<i64>,
    #[schema(required)]
    pub(super) took_ms: Option<i64>,
    #[schema(required)]
    pub(super) status: Option<i64>,
    /// Why no response arrived: `address`, `unknown-host`, `private`, `unreachable`, `tls`, `broken`, or `slow`.
    /// `full`: the queue was full. `gone`: canceled because another delivery was answered with 410.
    #[schema(required)]
    pub(super) fault: Option<String>,
    /// The request body.
    pub(super) body: String,
}

//! JSON types of webhooks and of their messages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::record::outbox::Event;

/// Whom the site tells.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Webhook {
    pub(super) id: String,
    /// For `If-Match`.
    pub(super) revision: String,
    pub(super) endpoint: String,
    /// Empty for all.
    pub(super) events: Vec<Event>,
    pub(super) note: String,
    pub(super) is_on: bool,
    /// Why the server has switched it off by itself: `gone` after an answer of 410.
    #[schema(required)]
    pub(super) fault: Option<String>,
    pub(super) made_at: i64,
    pub(super) made_by: String,
    /// How many messages are to be sent.
    pub(super) waiting: i64,
    /// How many of those that are kept could not be delivered.
    pub(super) failed: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWebhook {
    /// An https address on the internet; http, or an address of another network, where the settings allow the host.
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

/// A webhook whose secret is new. It is said this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebhookSecret {
    pub(super) webhook: Webhook,
    /// `whsec_` and the key in base64.
    pub(super) secret: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DeliveryState {
    Waiting,
    Delivered,
    Failed,
}

/// A message that is to be sent, or was.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Delivery {
    /// The header `webhook-id`: the same however often it is sent.
    pub(super) id: String,
    pub(super) event: String,
    pub(super) state: DeliveryState,
    pub(super) made_at: i64,
    pub(super) attempts: i64,
    /// When it is tried again.
    #[schema(required)]
    pub(super) next_at: Option<i64>,
    /// When it was tried last, and how that went.
    #[schema(required)]
    pub(super) sent_at: Option<i64>,
    #[schema(required)]
    pub(super) took_ms: Option<i64>,
    #[schema(required)]
    pub(super) status: Option<i64>,
    /// Why there was no answer: address, unknown-host, private, unreachable, tls, broken or slow; `full` where too
    /// much was waiting already, `gone` where it was given up because another message was answered by 410.
    #[schema(required)]
    pub(super) fault: Option<String>,
    /// As it is sent.
    pub(super) body: String,
}

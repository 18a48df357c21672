//! Delivery of webhooks: messages of the store's outbox are sent (`dispatcher`) and signed (`signing`, Standard
//! Webhooks).

pub(crate) mod dispatcher;
pub(crate) mod endpoint;
pub(crate) mod message;
pub(crate) mod signing;
pub(crate) mod store;

pub(crate) use dispatcher::{deliver_due, run_dispatcher};

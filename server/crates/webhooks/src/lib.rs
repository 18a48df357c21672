//! Delivery of webhooks: messages of the store's outbox are sent (`dispatcher`) and signed (`signing`, Standard
//! Webhooks).

pub mod dispatcher;
pub mod endpoint;
pub mod message;
pub mod signing;
pub mod store;

pub use dispatcher::{deliver_due, run_dispatcher};

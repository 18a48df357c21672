//! Delivery of webhooks. Deliveries wait in the store's outbox; the dispatcher sends and retries them (ADR 0029).
//!
//! - [`dispatcher`]: [`run_dispatcher`] sends deliveries until the server stops. [`deliver_due`] sends all due
//!   deliveries once.
//! - [`message`] and [`signing`]: the JSON body and its signature (Standard Webhooks).
//! - [`endpoint`]: validation of webhook URLs.
//! - [`store`]: SQL of webhooks and deliveries.
//!
//! ```
//! use pailou_webhooks::signing::{new_secret, signature};
//!
//! let secret = new_secret();
//! assert!(secret.starts_with("whsec_"));
//! let signed = signature(&secret, "msg_1", 1_700_000_000, "{}").unwrap();
//! assert!(signed.starts_with("v1,"));
//! ```

pub mod dispatcher;
pub mod endpoint;
pub mod message;
pub mod signing;
pub mod store;

pub use dispatcher::{deliver_due, run_dispatcher};

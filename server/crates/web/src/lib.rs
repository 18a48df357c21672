//! HTTP toolkit: listener, router, requests, responses, and problems. It contains no routes and no
//! content.
//!
//! Each area returns a list of [`Route`]s, and one [`Router`] dispatches by them. A route is
//! declared once, by the `#[utoipa::path]` of its handler (method, path, responses) and the types
//! of its arguments (parameters, permissions). Dispatch, 404, 405 with `Allow`, `openapi.json`, and
//! the permission matrix of the tests are derived from this declaration (ADR 0048).
//!
//! - [`listener`] and [`workers`]: accept loop, connection limits, and timeouts (ADR 0009).
//! - [`params`], [`body`], [`client`]: path and query parameters, request bodies, the client's
//!   address, rate limits.
//! - [`accept`], [`reply`], [`problem`], [`encoding`], [`range`], [`assets`], [`cached_file`],
//!   [`schema`]: content negotiation and responses.
//! - [`transfer`], [`archive`]: large bodies through temporary files, ZIP and tar archives.
//! - [`atom`], [`xml`]: feeds.
//! - [`http_client`]: requests to other servers; to private addresses only for URLs or hosts in the settings.
//! - [`concurrency`]: limit on CPU work.
//!
//! ```
//! use pailou_web::encoding::{Coding, accepted};
//!
//! assert!(matches!(accepted(Some("gzip, br;q=0")), Coding::Gzip));
//! ```
//!
//! A handler and its route:
//!
//! ```text
//! #[utoipa::path(get, path = "/api/v1/public/docs/{locale}/{path}", …)]
//! async fn page(state: DocsState, …) -> Result<Response, Problem>
//!
//! vec![route!(state, page).with_tail()]
//! ```

pub mod accept;
pub mod archive;
pub mod assets;
pub mod atom;
pub mod body;
pub mod cached_file;
pub mod client;
pub mod concurrency;
pub mod encoding;
pub(crate) mod fd_limit;
pub mod http_client;
pub mod listener;
pub mod params;
pub mod problem;
pub mod range;
pub mod reply;
mod request;
mod route;
mod router;
pub mod schema;
pub mod static_text;
pub mod transfer;
pub mod workers;
pub mod xml;

#[doc(hidden)]
pub use pastey;
pub use request::{Address, Body, Extension, FromRequest, Query, Request, Tail};
pub use route::Route;
pub use router::{MatchedRoute, Router, edge};
pub use utoipa::openapi::path::Operation;
pub use utoipa::openapi::security::SecurityRequirement;

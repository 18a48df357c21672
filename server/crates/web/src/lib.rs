//! The HTTP router: each area returns a list of [`Route`]s, and one [`Router`] dispatches by them.
//!
//! A route is declared once, by the `#[utoipa::path]` of its handler: method, path, who may call it, and what it
//! answers. Dispatch, 404, 405 with `Allow`, `openapi.json` and the permission matrix of the tests come from that.

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
pub mod transfer;
pub mod workers;
pub mod xml;
pub mod zip_archive;

#[doc(hidden)]
pub use pastey;
pub use request::{Address, Body, Extension, FromRequest, Query, Request, Tail};
pub use route::Route;
pub use router::{Router, edge};

//! The HTTP router: each area returns a list of [`Route`]s, and one [`Router`] dispatches by them.
//!
//! A route is declared once, by the `#[utoipa::path]` of its handler: method, path, who may call it, and what it
//! answers. Dispatch, 404, 405 with `Allow`, `openapi.json` and the permission matrix of the tests come from that.

mod request;
mod route;
mod router;

pub(crate) use request::{
    Address, Body, Extension, FromRequest, Query, Request, Tail, extract_state,
};
pub(crate) use route::{Route, route};
pub(crate) use router::{Router, edge};

//! HTTP application: the routes of all areas, the middleware, and everything below `/index/`.
//!
//! - [`server::Server`] starts the render engines and assembles routes and middleware.
//! - [`routes`]: routes of the API, of the pages, and of the root files. [`openapi`]: the OpenAPI document of the API.
//! - [`middleware`]: HEAD, CSRF protection, security headers, revalidation, compression.
//! - `ssr_handler`: rendered pages and embedded assets. [`static_routes`], `sitemap`, [`manifest`], `og_image`,
//!   [`media`], [`config`]: other resources.
//! - [`mcp`]: the Model Context Protocol, for language models.
//! - [`health`]: health checks and metrics. `access_denials`: audit log entries of denied requests.
//!
//! ```text
//! web::listener → middleware ─┬─ ssr_handler: cached page or asset
//!                             └─ Router ─ area handler | ssr_handler ─ ssr::Pages
//! ```

pub(crate) mod access_denials;
pub mod config;
pub(crate) mod csp_reports;
pub mod health;
pub(crate) mod http_metrics;
pub mod manifest;
pub mod mcp;
pub mod media;
pub mod middleware;
pub(crate) mod og_image;
pub mod openapi;
pub(crate) mod openapi_bodies;
pub(crate) mod openapi_parameters;
pub(crate) mod process_metrics;
pub mod routes;
pub mod server;
pub(crate) mod sitemap;
pub(crate) mod ssr_handler;
pub mod static_routes;

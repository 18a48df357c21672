//! HTTP application: the routes of all areas, the middleware, and everything below `/index/`.
//!
//! - [`server::Server`] starts the render engines and assembles routes and middleware.
//! - [`routes`] is the list of all routes; [`openapi`] the OpenAPI document of them.
//! - [`middleware`]: HEAD, CSRF protection, security headers, revalidation, compression.
//! - `ssr_handler`: rendered pages and embedded assets. [`static_routes`], `sitemap`, [`manifest`], `og_image`,
//!   [`media`], [`config`]: other resources.
//! - [`health`]: health checks and metrics.
//!
//! ```text
//! web::listener → middleware ─┬─ ssr_handler: cached page or asset
//!                             └─ Router ─ area handler | ssr_handler ─ ssr::Pages
//! ```

pub mod config;
pub mod health;
pub mod manifest;
pub mod media;
pub mod middleware;
pub(crate) mod og_image;
pub mod openapi;
pub(crate) mod openapi_parameters;
pub mod routes;
pub mod server;
pub(crate) mod sitemap;
pub(crate) mod ssr_handler;
pub mod static_routes;

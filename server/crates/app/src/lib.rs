//! The HTTP application: routes of all areas, pages, middleware.

pub mod config;
pub mod health;
pub mod manifest;
pub mod media;
pub mod middleware;
pub(crate) mod og_image;
pub mod openapi;
pub mod routes;
pub mod server;
pub(crate) mod sitemap;
pub(crate) mod ssr_handler;
pub mod static_routes;

//! Pailou: a bilingual website for a software project, in one binary.
//!
//! `app` puts the areas together; an area uses itself, `shared` and the client core.

mod admin;
pub mod app;
mod assistant;
mod datastat;
mod docs;
mod landing;
mod localization;
mod shared;

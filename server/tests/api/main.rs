//! Every answer a client of the API can get, as the client sees it.

#![allow(clippy::unwrap_used)]

mod accounts;
mod config;
mod datastat;
mod dictionary;
mod docs;
mod editing;
mod everywhere;
mod feedback;
mod landing;
mod localization;
mod machines;
mod own;
mod people;
mod permissions;
mod reading;
mod redirects;
mod repository;
mod site;
mod sources;
mod versions;

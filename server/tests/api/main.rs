//! Tests of the API responses as clients see them.

#![allow(clippy::unwrap_used)]

mod accounts;
mod assistant;
mod assistant_admin;
mod assistant_model;
mod authenticator;
mod backup;
mod config;
mod datastat;
mod dictionary;
mod docs;
mod editing;
mod everywhere;
mod feedback;
mod interface_texts;
mod landing;
mod localization;
mod localization_pages;
mod log;
mod machine_formats;
mod mcp;
mod media;
mod nesting;
mod oidc;
mod own_account;
mod page_lifecycle;
mod pages;
mod passkeys;
mod permissions;
mod provider;
mod publishing;
mod reading;
mod redirects;
mod repository;
mod schema;
mod search;
mod second_factor_policy;
mod site;
mod sources;
mod statements;
mod transfer;
mod users;
mod verdicts;
mod versions;
mod webhooks;

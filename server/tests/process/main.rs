//! Tests of the real process: start, invalid clients, import, shutdown. No test sleeps to synchronize: each waits for
//! output or an effect of the process.
//!
//! Each site's database is a SQLite file or, if `PAILOU_TEST_POSTGRES` is the URL of a server, a database there. Tests
//! in `database_file` always use a SQLite file; tests in `copy` and `database` start their own PostgreSQL servers.

#![allow(clippy::unwrap_used)]

mod assistant;
mod bad_files;
mod check;
mod ci_pages;
mod client;
mod container;
mod copy;
mod crash;
mod database;
mod database_file;
mod files;
mod freshness;
mod generators;
mod l10n;
mod language;
mod pages;
mod postgres;
mod private_files;
mod process;
mod proxies;
mod render;
#[path = "../api/repository.rs"]
mod repository;
mod requests;
mod routes;
mod secrets;
mod snippets;
mod sockets;
mod sources;
mod start;
mod stop;
mod uploads;
mod versions;

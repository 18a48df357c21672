//! What only the real process can show: how it starts, answers hostile clients, imports, and stops.
//! Nothing here sleeps to be in step: tests wait for what the process says or does.

#![allow(clippy::unwrap_used)]

mod bad_files;
mod carried;
mod check;
mod client;
mod crash;
mod files;
mod freshness;
mod generators;
mod language;
mod pages;
mod parts;
mod process;
mod render;
#[path = "../api/repository.rs"]
mod repository;
mod requests;
mod routes;
mod secrets;
mod sockets;
mod sources;
mod start;
mod stop;
mod versions;

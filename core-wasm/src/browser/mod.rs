//! Browser bindings, the only code that accesses the browser. Each export reads the state of the page, calls a pure
//! function, and returns the result to JavaScript.

pub mod login;
pub mod rules;
pub mod send;
pub mod settings;
pub mod types;

mod events;
mod fetch;
mod globals;
mod token_storage;
mod visitor;

/// Allocator with less code than the standard allocator, for a small wasm file.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

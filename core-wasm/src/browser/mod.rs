//! The only code that touches the browser. Each export reads the page, calls a pure rule, and
//! hands the answer to JavaScript.

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

/// A third of the size of the standard allocator; a page asks little of it.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

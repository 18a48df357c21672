//! Server-side rendering: React in QuickJS engines on their own threads, and a compressed cache of the rendered
//! pages.

mod cache;
mod document;
mod engine;
mod native;
mod pool;

pub use cache::{CacheLimits, NOT_FOUND, Pages, Prepared, Served};
pub use document::{INLINE_SCRIPTS, Manifest, SHELL};
pub use engine::{Answer, Fetch};
pub use pool::{Pool, RenderError};

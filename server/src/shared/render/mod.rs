//! Server-side rendering: React in QuickJS engines on their own threads, and a compressed cache of the rendered
//! pages.

mod cache;
mod document;
mod engine;
mod native;
mod pool;

pub(crate) use cache::{CacheLimits, NOT_FOUND, Pages, Prepared, Served};
pub(crate) use document::{INLINE_SCRIPTS, Manifest, SHELL};
pub(crate) use engine::{Answer, Fetch};
pub(crate) use pool::{Pool, RenderError};

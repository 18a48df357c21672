//! The server render: React in QuickJS engines on threads of their own, and the pages it made, kept
//! compressed until something they show changes.

mod cache;
mod document;
mod engine;
mod native;
mod pool;

pub(crate) use cache::{CacheLimits, NOT_FOUND, Pages, Served};
pub(crate) use document::{INLINE_SCRIPTS, Manifest, SHELL};
pub(crate) use engine::{Answer, Fetch};
pub(crate) use pool::{Pool, RenderError};

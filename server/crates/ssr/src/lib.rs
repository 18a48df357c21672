//! Server-side rendering: React in QuickJS engines on their own threads, and a compressed cache of
//! the rendered pages (ADR 0006).
//!
//! - [`Pages`] is the cache. It serves a page while its cache tags are unchanged; otherwise it
//!   renders the page again.
//! - [`Pool`] distributes renders to engines, in the order of [`RenderClass`]. If the queue is full,
//!   the caller sends a document for client-side rendering, with status 503.
//! - [`Fetch`] handles the API requests of a render in this process.
//! - `document` joins head, body, data, and scripts; `no_script` is the notice of an error for
//!   readers without JavaScript; `native` is `@pailou/core` for the engine.
//!
//! ```text
//! Pages::page ─ cached? ─────────────────► compressed HTML
//!      └─ Pool::render ─ engine ─ UI bundle ─ Fetch("/api/v1/…")
//!               └─ document ─ compress ─ cache
//! ```

mod cache;
mod document;
mod engine;
mod native;
mod no_script;
mod pool;
mod queue;
mod time_limit;

pub use cache::{CacheLimits, CachedResponse, NOT_FOUND, Pages, Prepared};
pub use document::{Fallback, INLINE_SCRIPTS, Manifest, SHELL};
pub use engine::{Fetch, FetchResponse};
pub use pool::{Pool, RenderError};
pub use queue::RenderClass;

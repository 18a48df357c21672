//! Content store: pages, each with a text per language, each text with its revisions and segments.
//! Content is imported from files and exported to files.
//!
//! - [`context::Store`] is the state: database, change feed, settings, blobs, and caches.
//! - [`read`] and [`catalog`] read texts; [`page_view`] is the read model of a page in both
//!   languages.
//! - [`mod@write`], [`save`] and [`edit`] create revisions; unchanged segments keep their ids.
//! - [`import()`] and [`export()`] read and write folders; [`git_sync`] follows the files of a Git source.
//! - Modules with one subject each: [`redirects`], [`media`], [`news`], [`snippets`], [`copies`], [`version_list`],
//!   [`answer_links`].
//! - [`outbox`] stores webhook events in the transaction of the change.
//! - [`api`] contains the API types that several areas share.
//!
//! ```no_run
//! # async fn example(store: &pailou_store::context::Store) -> Result<(), sqlx::Error> {
//! let targets = pailou_store::link_targets(store).await?;
//! # drop(targets);
//! # Ok(())
//! # }
//! ```
//!
//! A save:
//!
//! ```text
//! edit ─┬─ write → save::text → translation: segments, identities, alignments
//!       ├─ change_feed: tags of the page
//!       └─ outbox: event for webhooks
//! ```

pub mod answer_links;
pub mod api;
pub mod catalog;
pub mod context;
pub mod copies;
pub mod decisions;
pub mod edit;
pub mod export;
pub mod git_sync;
mod history;
pub mod import;
pub mod lint_input;
pub mod markdown_export;
pub mod media;
pub mod news;
pub mod outbox;
pub mod page_change;
pub mod page_segments;
pub mod page_view;
pub mod pending_since;
mod prune;
pub mod publish_gate;
pub mod read;
pub mod redirects;
pub mod save;
pub mod snippets;
pub mod sql;
pub mod taken_paths;
#[cfg(test)]
mod tests;
pub mod version_list;
pub mod view_counts;
pub mod write;

pub use decisions::Verdict;
pub use export::{ExportError, Exported, export};
pub use import::{
    ImportError, ImportOptions, ImportProgress, Report, import, import_source, import_working_copy,
    media_type,
};
pub use pailou_content::area::{DOCS, LANDING, NEWS, address};
pub(crate) use pailou_content::cache_tags::branch_above;
pub use pailou_content::cache_tags::{LINK_TARGETS, TEXTS, TREE, page_tag, pages_among};
pub use pailou_content::export_names::Renamed;
pub use prune::ImportedText;
pub use read::{link_targets, rendered, sections_of};
pub use save::StoredSegment;

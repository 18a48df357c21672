//! Translation states that are computed by a replay of the Git history of a page. A page is replayed when it is first
//! imported and when it changes in Git (ADR 0059).
//!
//! - `PageHistories` replays the pages of an import, batch by batch, outside of transactions.
//! - `apply` stores the alignments of a replayed page, and the old file versions that the
//!   alignments are based on.

pub(crate) mod apply;
mod replaying;
pub(crate) mod store;

pub(crate) use replaying::PageHistories;

//! Translation states of a documentation folder: which segments are outdated, not translated, or
//! not aligned. Requires no server and no database.
//!
//! - [`status::read`] reads the folder and the history of its files, and returns a
//!   [`report::Report`].
//! - [`mark`] writes outdated markers into the translations, as front matter or comments.
//! - [`file::write_file`] replaces a file atomically.
//!
//! ```
//! use pailou_l10n::status::{Options, StatusError, read};
//! let nowhere = std::env::temp_dir().join("pailou-no-such-folder");
//! assert!(matches!(read(&Options::of(&nowhere), &|_, _| ()), Err(StatusError::NotAFolder(..))));
//! ```

mod cache;
pub mod file;
pub mod mark;
mod page;
pub mod report;
pub mod status;

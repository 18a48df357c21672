//! History of documentation repositories, and the translation states that follow from it. Reads with the machine's
//! `git`; changes nothing and fetches nothing.
//!
//! - [`repository::Repository`] is where a folder belongs to; [`command`] runs `git` without hooks and prompts.
//! - [`log::Log`] has the commits that changed the wanted files, under all names that these had.
//! - [`blobs::Blobs`] reads what files said.
//! - [`message`] reads what commits say about translations and their authors.
//! - [`page::replay`] replays both files of a page.
//!
//! ```
//! use pailou_git_history::repository::Repository;
//!
//! let nowhere = std::env::temp_dir().join("pailou-no-repository");
//! std::fs::create_dir_all(&nowhere)?;
//! assert!(Repository::of(&nowhere)?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod blobs;
pub mod command;
pub mod log;
pub mod message;
pub mod page;
pub mod repository;
#[cfg(test)]
mod testing;

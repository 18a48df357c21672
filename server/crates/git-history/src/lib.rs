//! Git history of documentation, and the translation states that are computed from it. The crate runs the installed
//! `git`, and never writes to a repository or fetches.
//!
//! - [`repository::Repository`] finds the repository of a folder; [`command`] runs `git` without hooks and prompts.
//! - [`log::Log`] contains the commits that changed the requested files, including changes under earlier paths.
//! - [`authors::changes`] returns authors and times of each file.
//! - [`blobs::Blobs`] reads earlier contents of files.
//! - [`import::ImportReader`] replays the page files of an imported folder.
//! - [`message`] parses translation information and author names of commits.
//! - [`page::replay`] replays the files of a page in both languages.
//!
//! ```
//! use pailou_git_history::repository::Repository;
//!
//! let nowhere = std::env::temp_dir().join("pailou-no-repository");
//! std::fs::create_dir_all(&nowhere)?;
//! assert!(Repository::of(&nowhere)?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod authors;
pub mod blobs;
mod branches;
pub mod command;
mod graph;
pub mod import;
pub mod log;
pub mod message;
mod moves;
pub mod page;
pub mod raw;
pub mod repository;
#[cfg(test)]
mod testing;

//! Synchronization of texts with files of a Git source: file, commit, authors, and what happens if the site, Git, or
//! both have changed. Nothing here runs Git.

pub(crate) mod apply;
pub mod conflicts;
pub mod deleted;
pub mod moves;
pub mod step;
pub mod store;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::history::RepositoryHistory;
use pailou_content::generator::Generator;
use pailou_content::root;
use pailou_database::Db;

pub use apply::take;
pub(crate) use deleted::take_down;
pub use deleted::take_down_text;
pub use moves::rename;
pub(crate) use store::forget_roots;

/// Authors kept for a text, the last one first.
const MOST_AUTHORS: usize = 20;

/// An author of a file, and the time of their last change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    pub name: String,
    pub at: i64,
}

/// The last change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub commit: String,
    pub at: i64,
    /// The last one first.
    pub authors: Vec<Author>,
}

/// A source as it stands at a commit. Files count from the top of the repository.
#[derive(Debug)]
pub struct Source<'a> {
    pub name: &'a str,
    /// The folder in the repository that was read.
    pub folder: &'a str,
    pub from: Option<Generator>,
    pub mount: &'a str,
    /// Where its pages come in the navigation.
    pub position: u32,
    /// The commit itself, for files that no change is known of.
    pub head: Change,
    /// What changed since the commit that the site shows, or ever.
    pub changes: HashMap<String, Change>,
    /// Whether `changes` is all there is to know, so that what was known before does not count.
    pub whole_history: bool,
    /// Where files were at the commit that the site shows, by where they are now.
    pub moved_from: HashMap<String, String>,
    /// What translation states are taken from; else why there is none.
    pub history: Result<RepositoryHistory, String>,
}

impl Source<'_> {
    /// The file in the repository of a file as the record names it.
    pub(crate) fn in_repository(&self, file: &str) -> String {
        let below = file.strip_prefix(self.name).and_then(|rest| rest.strip_prefix('/'));
        root::below(self.folder, below.unwrap_or(file))
    }
}

/// What is known at the end of an update that is not in the folder.
#[derive(Debug, Default)]
pub struct SyncSummary {
    /// Texts whose file is there.
    pub texts: HashSet<String>,
    /// The keys that files have now, by their name in the repository.
    pub keys: HashMap<String, String>,
}

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Origin {
    pub source: String,
    pub file: String,
    /// As it was last fetched; empty where that is not known.
    pub branch: String,
    pub commit_id: String,
    authors: String,
}

impl Origin {
    /// The last one first.
    pub fn authors(&self) -> Vec<Author> {
        serde_json::from_str(&self.authors).unwrap_or_default()
    }
}

/// Where a text comes from, if that is Git.
pub async fn origin(db: &Db, text_id: &str) -> Result<Option<Origin>, sqlx::Error> {
    store::origin(db, text_id).await
}

/// Both lists in one, each author once.
fn merged(newer: &[Author], older: Vec<Author>) -> Vec<Author> {
    let mut all = newer.to_vec();
    for author in older {
        match all.iter_mut().find(|known| known.name == author.name) {
            Some(known) => known.at = known.at.max(author.at),
            None => all.push(author),
        }
    }
    all.sort_by_key(|author| std::cmp::Reverse(author.at));
    all.truncate(MOST_AUTHORS);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_unique_and_latest_first() {
        let author = |name: &str, at| Author { name: name.to_owned(), at };
        let older = vec![author("Ann", 3), author("Bob", 2), author("Cy", 9)];
        let all = merged(&[author("Bob", 5), author("Ann", 4)], older);
        assert_eq!(all, [author("Cy", 9), author("Bob", 5), author("Ann", 4)]);
    }
}

//! Synchronization of texts with files of a Git source: file, commit, authors, and what happens if the site, Git, or
//! both have changed. Nothing here runs Git.

pub(crate) mod conflicts;
mod gone;
mod moves;
mod step;
mod store;
mod take;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::shared::db::Db;
use pailou_content::generator::Generator;
use pailou_content::root;

pub(super) use gone::{take_down, take_down_text};
pub(super) use moves::rename;
pub(super) use store::forget_roots;
pub(super) use take::take;

/// Authors kept for a text, the last one first.
const MOST_AUTHORS: usize = 20;

/// An author of a file, and the time of their last change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Author {
    pub(crate) name: String,
    pub(crate) at: i64,
}

/// The last change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) commit: String,
    pub(crate) at: i64,
    /// The last one first.
    pub(crate) authors: Vec<Author>,
}

/// A source as it stands at a commit. Files count from the top of the repository.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    /// The folder in the repository that was read.
    pub(crate) folder: &'a str,
    pub(crate) from: Option<Generator>,
    pub(crate) mount: &'a str,
    /// Where its pages come in the navigation.
    pub(crate) position: u32,
    /// The commit itself, for files that no change is known of.
    pub(crate) head: Change,
    /// What changed since the commit that the site shows, or ever.
    pub(crate) changes: HashMap<String, Change>,
    /// Whether `changes` is all there is to know, so that what was known before does not count.
    pub(crate) whole_history: bool,
    /// Where files were at the commit that the site shows, by where they are now.
    pub(crate) moved_from: HashMap<String, String>,
}

impl Source<'_> {
    /// The file in the repository of a file as the record names it.
    pub(super) fn in_repository(&self, file: &str) -> String {
        let below = file.strip_prefix(self.name).and_then(|rest| rest.strip_prefix('/'));
        root::below(self.folder, below.unwrap_or(file))
    }
}

/// What is known at the end of an update that is not in the folder.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Texts whose file is there.
    pub(super) texts: HashSet<String>,
    /// The keys that files have now, by their name in the repository.
    pub(super) keys: HashMap<String, String>,
}

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Origin {
    pub(crate) source: String,
    pub(crate) file: String,
    /// As it was last fetched; empty where that is not known.
    pub(crate) branch: String,
    pub(crate) commit_id: String,
    authors: String,
}

impl Origin {
    /// The last one first.
    pub(crate) fn authors(&self) -> Vec<Author> {
        serde_json::from_str(&self.authors).unwrap_or_default()
    }
}

/// Where a text comes from, if that is Git.
pub(crate) async fn origin(db: &Db, text_id: &str) -> Result<Option<Origin>, sqlx::Error> {
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

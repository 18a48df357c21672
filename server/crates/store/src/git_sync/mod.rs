//! Synchronization of texts with the files of a Git source. Stores the file, commit, and authors of
//! each text, and determines the text after changes on the site, in Git, or both. Does not run Git.

pub(crate) mod apply;
pub mod conflicts;
pub mod deleted;
pub mod moves;
pub mod step;
pub mod store;

use std::collections::{HashMap, HashSet};

use pailou_content::generator::Generator;
use pailou_content::root;
use pailou_database::{Db, Tx};
pub use pailou_git_history::authors::{Author, Change};
use pailou_git_history::import::RepositoryHistory;

pub(crate) use apply::import_text;
pub(crate) use deleted::apply_deletions;
pub use deleted::trash_text_by_id;
pub use moves::rename;
pub(crate) use store::forget_roots;

/// Maximum number of authors stored per text, the most recent first.
const MAX_AUTHORS: usize = 20;

/// A Git source at a commit. File paths are relative to the repository root.
#[derive(Debug)]
pub struct Source<'a> {
    pub name: &'a str,
    /// Imported folder in the repository.
    pub folder: &'a str,
    pub from: Option<Generator>,
    pub mount: &'a str,
    /// Position of the pages of this source in the navigation.
    pub position: u32,
    /// Change of the imported commit; used for files that are not in `changes`.
    pub head: Change,
    /// Last change of each file since the last imported commit, or in the whole history.
    pub changes: HashMap<String, Change>,
    /// Whether `changes` contains the whole history. If so, its authors replace the stored authors.
    pub whole_history: bool,
    /// Old path of each moved file (at the last imported commit), by its current path.
    pub moved_from: HashMap<String, String>,
    /// History for translation states, or the reason why there is none.
    pub history: Result<RepositoryHistory, String>,
}

impl Source<'_> {
    /// Returns the repository path of a file, from its stored name.
    pub(crate) fn in_repository(&self, file: &str) -> String {
        let below = file.strip_prefix(self.name).and_then(|rest| rest.strip_prefix('/'));
        root::below(self.folder, below.unwrap_or(file))
    }
}

/// Texts and page keys of the files in an imported folder.
#[derive(Debug, Default)]
pub struct SyncSummary {
    /// Ids of texts whose files exist.
    pub texts: HashSet<String>,
    /// Current page key of each file, by the path of the file in the repository.
    pub keys: HashMap<String, String>,
}

/// Origin of a text in Git.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Origin {
    pub source: String,
    pub file: String,
    /// Branch of the last fetch; empty if unknown.
    pub branch: String,
    pub commit_id: String,
    authors: String,
}

/// Returns the origin of a text, if it comes from a Git source, and its authors in Git, the most recent first. A text
/// that was imported from a working copy has authors, but no origin.
pub async fn origin(db: &Db, text_id: &str) -> Result<(Option<Origin>, Vec<Author>), sqlx::Error> {
    let Some(origin) = store::text_origin(db, text_id).await? else {
        return Ok((None, Vec::new()));
    };
    let authors = serde_json::from_str(&origin.authors).unwrap_or_default();
    Ok((Some(origin).filter(|origin| !origin.source.is_empty()), authors))
}

/// Stores the authors of a text that was imported from a working copy. Returns whether they changed.
pub(crate) async fn store_authors(
    tx: &mut Tx,
    text_id: &str,
    authors: &[Author],
) -> Result<bool, sqlx::Error> {
    let authors = serde_json::to_string(&merged(authors, Vec::new())).unwrap_or_default();
    store::upsert_imported_authors(tx, text_id, &authors).await
}

/// Merges two lists of authors, the most recent first, each author once.
fn merged(newer: &[Author], older: Vec<Author>) -> Vec<Author> {
    let mut all = newer.to_vec();
    for author in older {
        match all.iter_mut().find(|known| known.name == author.name) {
            Some(known) => known.at = known.at.max(author.at),
            None => all.push(author),
        }
    }
    all.sort_by_key(|author| std::cmp::Reverse(author.at));
    all.truncate(MAX_AUTHORS);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_authors_are_unique_and_sorted_latest_first() {
        let author = |name: &str, at| Author { name: name.to_owned(), at };
        let older = vec![author("Ann", 3), author("Bob", 2), author("Cy", 9)];
        let all = merged(&[author("Bob", 5), author("Ann", 4)], older);
        assert_eq!(all, [author("Cy", 9), author("Bob", 5), author("Ann", 4)]);
    }
}

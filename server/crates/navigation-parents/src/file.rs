//! File `navigation-parents.toml`: the parent pages that users of an exported site chose, as `[[page]]` tables.

use serde::{Deserialize, Serialize};

use super::store::ChosenRow;
use super::{DOCS, ParentError, choose, store};
use pailou_content::issue::{Issue, Severity};
use pailou_database::Db;

/// Name of the file at the top of the exported folder.
pub const NAME: &str = "navigation-parents.toml";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    page: Vec<FileEntry>,
}

/// Entry of the file: the keys of a page and of its navigation parent. Without `parent`, the parent is the page at the
/// parent path.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
}

/// Pages with the parents that users chose.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChosenParents(Vec<ChosenRow>);

impl ChosenParents {
    pub async fn load(db: &Db) -> Result<Self, sqlx::Error> {
        store::chosen(db, DOCS).await.map(Self)
    }

    /// Parses the file.
    ///
    /// # Errors
    /// Returns the first error as an issue of the file.
    pub fn read(text: &str) -> Result<Self, Issue> {
        let file: File = toml::from_str(text).map_err(|error| invalid(error.message()))?;
        let row = |entry: FileEntry| ChosenRow { page: entry.path, parent: entry.parent };
        Ok(Self(file.page.into_iter().map(row).collect()))
    }

    /// Serializes the file; `None` if no user chose a parent.
    pub fn write(self) -> Option<String> {
        let entry = |row: ChosenRow| FileEntry { path: row.page, parent: row.parent };
        let file = File { page: self.0.into_iter().map(entry).collect() };
        if file.page.is_empty() { None } else { toml::to_string_pretty(&file).ok() }
    }

    /// Stores the parents. Reports and skips an entry if its page or parent does not exist, or if the page
    /// cannot be listed below the parent.
    pub async fn store(&self, db: &Db) -> Result<Vec<Issue>, sqlx::Error> {
        let mut issues = Vec::new();
        let mut tx = db.begin().await?;
        for ChosenRow { page, parent } in &self.0 {
            let Some(page_id) = store::id_of(&mut tx, DOCS, page).await? else {
                issues.push(skipped(format!("unknown page `{page}`")));
                continue;
            };
            let parent_id = match parent {
                Some(parent) => store::id_of(&mut tx, DOCS, parent).await?,
                None => None,
            };
            if parent_id.is_none() && parent.is_some() {
                let parent = parent.as_deref().unwrap_or_default();
                issues.push(skipped(format!("unknown parent `{parent}` of `{page}`")));
                continue;
            }
            match choose(&mut tx, &page_id, parent_id.as_deref()).await {
                Ok(()) => {}
                Err(ParentError::Database(error)) => return Err(error),
                Err(error) => issues.push(skipped(format!("`{page}`: {error}"))),
            }
        }
        tx.commit().await?;
        Ok(issues)
    }
}

/// Returns the issue for an entry of the file that is not stored.
fn skipped(detail: String) -> Issue {
    Issue::of_file(Severity::Warning, "parents-invalid", NAME, detail)
}

fn invalid(detail: &str) -> Issue {
    Issue::of_file(Severity::Error, "parents-invalid", NAME, detail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_parents_file_is_parsed_to_the_same_parents() {
        let row = |page: &str, parent: Option<&str>| ChosenRow {
            page: page.to_owned(),
            parent: parent.map(str::to_owned),
        };
        let rows = || vec![row("a/b", Some("c")), row("d", None)];
        let text = ChosenParents(rows()).write().unwrap();
        assert_eq!(text, "[[page]]\npath = \"a/b\"\nparent = \"c\"\n\n[[page]]\npath = \"d\"\n");
        assert_eq!(ChosenParents::read(&text).unwrap(), ChosenParents(rows()));
        assert_eq!(ChosenParents::default().write(), None);
    }

    #[test]
    fn invalid_parents_file_is_reported_as_an_issue() {
        for text in ["page = 1", "[[page]]\n", "[[page]]\npath = \"a\"\nabove = \"b\"\n"] {
            assert_eq!(ChosenParents::read(text).unwrap_err().code, "parents-invalid", "{text}");
        }
    }
}

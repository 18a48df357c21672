//! Git repositories whose pages are part of the site: fetched by the machine's `git`, on a timer, by a webhook, or on
//! request. A source has at most one update at a time.

mod fetch;
mod git;
mod history;
pub(crate) mod queue;
pub(crate) mod report;
pub(crate) mod store;
mod tree;
pub(crate) mod update;
mod versions;
pub(crate) mod webhook;

use super::record::context::Store;
use super::record::upstream::Origin;
use super::settings::sources::Source;

pub(crate) use queue::{Queue, run_updates};

/// Where the file of a text can be edited.
pub(crate) fn edit_url(store: &Store, origin: &Origin) -> Option<String> {
    let source = store.settings.sources.iter().find(|source| source.name == origin.source)?;
    let branch = source.branch.as_deref().unwrap_or(&origin.branch);
    match &source.edit {
        Some(template) => {
            Some(template.replace("{branch}", branch).replace("{file}", &origin.file))
        }
        None => source.remote.edit_url(branch, &origin.file),
    }
}

/// Where its host shows the last commit of a text's file.
pub(crate) fn commit_url(store: &Store, origin: &Origin) -> Option<String> {
    let source = store.settings.sources.iter().find(|source| source.name == origin.source)?;
    source.remote.commit_url(&origin.commit_id)
}

/// How a source stands.
pub(crate) struct Standing {
    /// Shortened; empty before the first.
    pub(crate) commit: String,
    /// What became of it the last time, as a stable name.
    pub(crate) outcome: String,
    pub(crate) conflicts: i64,
}

pub(crate) async fn standing(store: &Store, source: &Source) -> Result<Standing, sqlx::Error> {
    let row = store::row(&store.db, &source.name).await?.unwrap_or_default();
    let outcome = if row.outcome.is_empty() { "not-asked".to_owned() } else { row.outcome };
    Ok(Standing {
        commit: row.commit_id.get(..10).unwrap_or_default().to_owned(),
        outcome,
        conflicts: super::record::upstream::conflicts::count(&store.db, &source.name).await?,
    })
}

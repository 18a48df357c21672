//! Git sources: repositories whose pages are part of the site. They are fetched by the installed `git`, on a timer, by
//! a webhook, or on request. A source has at most one update at a time (ADR 0014).
//!
//! - [`update`] runs one update: [`fetch`], [`tree`], [`history`], import, [`report`]. Translation states are computed
//!   from the history of each page.
//! - [`Queue`] schedules updates; [`run_updates`] runs them until the server stops.
//! - [`versions`] imports tags as versions of the documentation.
//! - [`webhook`] verifies push webhooks.
//! - [`git`] runs the `git` command without hooks, prompts, or a shell.
//!
//! ```text
//! webhook | timer | request → Queue → update::update → store::import_source → report
//! ```

pub mod fetch;
pub mod git;
pub mod history;
mod page_history;
pub mod queue;
pub mod report;
pub mod store;
pub mod tree;
pub mod update;
pub mod versions;
pub mod webhook;

use pailou_settings::sources::Source;
use pailou_store::context::Store;
use pailou_store::git_sync::Origin;

pub use queue::{Queue, run_updates};

/// Returns the URL for editing the file of a text at its Git host; `None` if the Git source is not configured, or if
/// neither its settings nor its host determine the URL.
pub fn edit_url(store: &Store, origin: &Origin) -> Option<String> {
    let source = store.settings.sources.iter().find(|source| source.name == origin.source)?;
    let branch = source.branch.as_deref().unwrap_or(&origin.branch);
    match &source.edit {
        Some(template) => {
            Some(template.replace("{branch}", branch).replace("{file}", &origin.file))
        }
        None => source.remote.edit_url(branch, &origin.file),
    }
}

/// Returns the URL of the last commit of a text's file at its Git host; `None` if the Git source is not configured or
/// its host is unknown.
pub fn commit_url(store: &Store, origin: &Origin) -> Option<String> {
    let source = store.settings.sources.iter().find(|source| source.name == origin.source)?;
    source.remote.commit_url(&origin.commit_id)
}

/// Current state of a Git source.
pub struct SourceState {
    /// First 10 digits of the imported commit id; empty before the first import.
    pub commit: String,
    /// Outcome of the last update, as a stable code; `not-asked` before the first update.
    pub outcome: String,
    pub conflicts: i64,
}

pub async fn state_of(store: &Store, source: &Source) -> Result<SourceState, sqlx::Error> {
    let row = store::row(&store.db, &source.name).await?.unwrap_or_default();
    let outcome = if row.outcome.is_empty() { "not-asked".to_owned() } else { row.outcome };
    Ok(SourceState {
        commit: row.commit_id.get(..10).unwrap_or_default().to_owned(),
        outcome,
        conflicts: pailou_store::git_sync::conflicts::count_conflicts(&store.db, &source.name)
            .await?,
    })
}

//! List of the documentation versions with names, states, and order.

pub mod store;

pub use store::{VersionRow, version_files};

use std::sync::Arc;

use quick_cache::sync::Cache;

use crate::context::Store;
use crate::sql::File;
use pailou_content::link::LinkTargets;
use pailou_content::version_name;
use pailou_database::cached::Cached;

/// Cache tag, invalidated when any version is added, changed, or deleted.
pub const VERSIONS: &str = "versions";

/// Maximum number of old versions whose link targets are cached.
const KEPT: usize = 8;

/// Support status of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The version of the current pages.
    Current,
    /// Newer than the current version.
    Unreleased,
    Maintained,
    Ended,
}

impl State {
    pub const ALL: [Self; 4] = [Self::Current, Self::Unreleased, Self::Maintained, Self::Ended];

    pub fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Unreleased => "unreleased",
            Self::Maintained => "maintained",
            Self::Ended => "ended",
        }
    }

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Name in URLs.
    pub name: String,
    /// Displayed name; empty if it equals the name.
    pub label: String,
    pub state: State,
    /// Position among all versions. Versions without a position come last, in descending order of
    /// their names.
    pub position: Option<i64>,
    pub released_at: Option<i64>,
    /// Changes whenever the page list of the version is replaced; part of the cache keys.
    pub revision: i64,
}

impl Version {
    /// Cache tag, invalidated when the content of this version changes.
    pub fn tag(&self) -> String {
        format!("version:{}", self.name)
    }

    pub fn is_old(&self) -> bool {
        self.state != State::Current
    }

    pub fn shown_as(&self) -> &str {
        if self.label.is_empty() { &self.name } else { &self.label }
    }
}

/// Cached data of versions.
#[derive(Debug)]
pub struct Versions {
    all: Cached<Vec<Version>>,
    /// Link targets by name and revision.
    pub targets: Cache<(String, i64), Arc<LinkTargets>>,
}

impl Default for Versions {
    fn default() -> Self {
        Self { all: Cached::new(VERSIONS), targets: Cache::new(KEPT) }
    }
}

/// Returns all versions, in display order.
pub async fn all_versions(store: &Store) -> Result<Arc<Vec<Version>>, sqlx::Error> {
    store.versions.all.get(&store.changes, || sorted_versions(store)).await
}

async fn sorted_versions(store: &Store) -> Result<Vec<Version>, sqlx::Error> {
    let rows = store::versions(&store.db).await?.into_iter();
    let mut all: Vec<Version> = rows.filter_map(of_row).collect();
    all.sort_by(|a, b| {
        let position = |version: &Version| version.position.unwrap_or(i64::MAX);
        position(a).cmp(&position(b)).then_with(|| version_name::compare(&b.name, &a.name))
    });
    Ok(all)
}

fn of_row(row: store::VersionRow) -> Option<Version> {
    Some(Version {
        state: State::of(&row.state)?,
        name: row.name,
        label: row.label,
        position: row.position,
        released_at: row.released_at,
        revision: row.revision,
    })
}

/// Returns file name, front matter, and Markdown of all texts of an old version, and its files;
/// `None` if there is no such version.
pub(crate) async fn version_sources(
    store: &Store,
    name: &str,
) -> Result<Option<(Vec<(String, String, String)>, Vec<File>)>, sqlx::Error> {
    let is_old = |version: &Version| version.name == name && version.is_old();
    if !all_versions(store).await?.iter().any(is_old) {
        return Ok(None);
    }
    Ok(Some((
        store::version_source_rows(&store.db, name).await?,
        store::version_files(&store.db, name).await?,
    )))
}

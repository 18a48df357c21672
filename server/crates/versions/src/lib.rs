//! Versions of the documentation. The current pages are one version, with or without a name. An old
//! version is a list of immutable texts. Each text is stored once for all versions that contain it
//! (ADR 0016).
//!
//! - `DocsVersion` reads pages of the current or an old version ([`reading`]).
//! - [`links`] finds a page in the other versions.
//! - [`writing`] creates, imports, changes, and deletes versions.
//! - [`store`] contains the SQL.
//!
//! ```no_run
//! # async fn example(store: &pailou_store::context::Store) -> Result<(), sqlx::Error> {
//! let version = pailou_versions::named(store, "2.1").await?;
//! # drop(version);
//! # Ok(())
//! # }
//! ```

mod includes;
pub mod links;
pub mod reading;
pub mod store;
pub mod writing;

use std::sync::Arc;

pub use links::{VersionLink, version_links};
pub use reading::{DocsVersion, markdown, paired_headings, version_texts};
pub use store::VersionText;
pub use writing::import::import;
pub use writing::snapshot::{Change, ChangeError, change, name_current, remove, snapshot};

use pailou_content::page_path;
use pailou_store::context::Store;
use pailou_store::version_list::{State, Version, all_versions};

/// Returns for each old version: its name, the number of its texts, and the size in bytes of the
/// Markdown that is stored only for old versions.
pub async fn version_sizes(store: &Store) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    store::version_size_rows(&store.db).await
}

/// A URL path split into version and page path. For example, `@2.1/guide/start` is the page `guide/start` of
/// version 2.1, if that version exists.
#[derive(Debug, Clone)]
pub struct ResolvedPath<'p> {
    pub version: DocsVersion,
    pub path: &'p str,
    /// Whether the URL contains the name of the current version. Canonical URLs of the current version do not contain
    /// the name.
    pub names_current: bool,
}

pub async fn resolve_path<'p>(
    store: &Store,
    path: &'p str,
) -> Result<ResolvedPath<'p>, sqlx::Error> {
    let today = ResolvedPath { version: DocsVersion::Current, path, names_current: false };
    let Some((name, rest)) = page_path::split_version(path) else { return Ok(today) };
    Ok(match named(store, name).await? {
        None => today,
        Some(docs_version) => {
            let names_current = matches!(docs_version, DocsVersion::Current);
            ResolvedPath { version: docs_version, path: rest, names_current }
        }
    })
}

/// Returns the version with this name, which may be the name of the current pages; `None` if there is no such version.
pub async fn named(store: &Store, name: &str) -> Result<Option<DocsVersion>, sqlx::Error> {
    let all = all_versions(store).await?;
    let version = all.iter().find(|version| version.name == name);
    Ok(version.map(|version| match version.state {
        State::Current => DocsVersion::Current,
        _ => DocsVersion::Old(Arc::new(version.clone())),
    }))
}

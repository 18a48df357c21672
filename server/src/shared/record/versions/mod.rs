//! Versions of the documentation. The current pages are one of them, with or without a name. The others are lists of
//! immutable texts, and each text is stored once for all versions that contain it.

mod elsewhere;
mod reading;
mod store;
mod writing;

use std::sync::Arc;

pub(crate) use elsewhere::{Elsewhere, elsewhere};
pub(crate) use reading::{Edition, held, markdown, paired_headings};
pub(crate) use store::Held;
pub(crate) use writing::import::import;
pub(crate) use writing::keep::{Change, ChangeError, change, keep, name_current, remove};

use crate::shared::record::context::Store;
use crate::shared::record::version_list::{State, Version, all};
use pailou_content::page_path;

/// How many pages each old version lists, and how many bytes of them only old versions say.
pub(crate) async fn weights(store: &Store) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    store::weights(&store.db).await
}

/// A path as it stands in an address, taken apart: `@2.1/guide/start` where there is a version 2.1.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'p> {
    pub(crate) edition: Edition,
    pub(crate) path: &'p str,
    /// The address names the version that is the current one: its pages have shorter addresses.
    pub(crate) names_current: bool,
}

pub(crate) async fn asked<'p>(store: &Store, path: &'p str) -> Result<Asked<'p>, sqlx::Error> {
    let today = Asked { edition: Edition::Current, path, names_current: false };
    let Some((name, rest)) = page_path::split_version(path) else { return Ok(today) };
    Ok(match named(store, name).await? {
        None => today,
        Some(edition) => {
            let names_current = matches!(edition, Edition::Current);
            Asked { edition, path: rest, names_current }
        }
    })
}

/// The version of this name.
pub(crate) async fn named(store: &Store, name: &str) -> Result<Option<Edition>, sqlx::Error> {
    let all = all(store).await?;
    let version = all.iter().find(|version| version.name == name);
    Ok(version.map(|version| match version.state {
        State::Current => Edition::Current,
        _ => Edition::Old(Arc::new(version.clone())),
    }))
}

//! Versions of the documentation. The current pages are one of them, with or without a name. The others are lists of
//! immutable texts, and each text is stored once for all versions that contain it.

mod elsewhere;
mod reading;
mod store;
mod writing;

use std::sync::Arc;

use quick_cache::sync::Cache;

pub(crate) use elsewhere::{Elsewhere, elsewhere};
pub(crate) use reading::{Edition, held, markdown, paired_headings};
pub(crate) use store::Held;
pub(crate) use writing::import::import;
pub(crate) use writing::keep::{Change, ChangeError, change, keep, name_current, remove};

use crate::shared::derived::Derived;
use crate::shared::record::store::File;
use crate::shared::site::Site;
use pailou_content::link::Places;
use pailou_content::{page_path, version_name};

/// Tag: changes whenever a version comes, goes, or is known by something else.
pub(crate) const VERSIONS: &str = "versions";

/// Old versions whose links are kept resolved in memory.
const KEPT: usize = 8;

/// What readers are told of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Its pages are the pages of today.
    Current,
    /// Newer than the current one.
    Unreleased,
    Maintained,
    Ended,
}

impl State {
    pub(crate) const ALL: [Self; 4] =
        [Self::Current, Self::Unreleased, Self::Maintained, Self::Ended];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Unreleased => "unreleased",
            Self::Maintained => "maintained",
            Self::Ended => "ended",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version {
    /// As it stands in addresses.
    pub(crate) name: String,
    /// As readers see it; empty where that is the name.
    pub(crate) label: String,
    pub(crate) state: State,
    /// Its place among all versions; by its name where there is none.
    pub(crate) position: Option<i64>,
    pub(crate) released_at: Option<i64>,
    /// Another one whenever its list is written: what is kept in memory has it in its key.
    pub(crate) revision: i64,
}

impl Version {
    /// Tag: changes whenever what an old version says does.
    pub(crate) fn tag(&self) -> String {
        format!("version:{}", self.name)
    }

    pub(crate) fn is_old(&self) -> bool {
        self.state != State::Current
    }

    pub(crate) fn shown_as(&self) -> &str {
        if self.label.is_empty() { &self.name } else { &self.label }
    }
}

/// What the site keeps of versions in memory.
#[derive(Debug)]
pub(crate) struct Versions {
    all: Derived<Vec<Version>>,
    /// By name and revision.
    places: Cache<(String, i64), Arc<Places>>,
}

impl Default for Versions {
    fn default() -> Self {
        Self { all: Derived::new(VERSIONS), places: Cache::new(KEPT) }
    }
}

/// Every version that has a name, in the order in which readers see them.
pub(crate) async fn all(site: &Site) -> Result<Arc<Vec<Version>>, sqlx::Error> {
    site.versions.all.get(&site.changes, || in_order(site)).await
}

async fn in_order(site: &Site) -> Result<Vec<Version>, sqlx::Error> {
    let rows = store::versions(&site.db).await?.into_iter();
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

/// How many pages each old version lists, and how many bytes of them only old versions say.
pub(crate) async fn weights(site: &Site) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    store::weights(&site.db).await
}

/// File name, front matter and Markdown of all that an old version holds, and its files; none where there
/// is no such version.
pub(crate) async fn sources(
    site: &Site,
    name: &str,
) -> Result<Option<(Vec<(String, String, String)>, Vec<File>)>, sqlx::Error> {
    let is_old = |version: &Version| version.name == name && version.is_old();
    if !all(site).await?.iter().any(is_old) {
        return Ok(None);
    }
    Ok(Some((store::sources(&site.db, name).await?, store::files(&site.db, name).await?)))
}

/// A path as it stands in an address, taken apart: `@2.1/guide/start` where there is a version 2.1.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'p> {
    pub(crate) edition: Edition,
    pub(crate) path: &'p str,
    /// The address names the version that is the current one: its pages have shorter addresses.
    pub(crate) names_current: bool,
}

pub(crate) async fn asked<'p>(site: &Site, path: &'p str) -> Result<Asked<'p>, sqlx::Error> {
    let today = Asked { edition: Edition::Current, path, names_current: false };
    let Some((name, rest)) = page_path::split_version(path) else { return Ok(today) };
    Ok(match named(site, name).await? {
        None => today,
        Some(edition) => {
            let names_current = matches!(edition, Edition::Current);
            Asked { edition, path: rest, names_current }
        }
    })
}

/// The version of this name.
pub(crate) async fn named(site: &Site, name: &str) -> Result<Option<Edition>, sqlx::Error> {
    let all = all(site).await?;
    let version = all.iter().find(|version| version.name == name);
    Ok(version.map(|version| match version.state {
        State::Current => Edition::Current,
        _ => Edition::Old(Arc::new(version.clone())),
    }))
}

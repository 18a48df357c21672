//! Git repositories whose pages are part of the site: fetched by the machine's `git`, on a timer, by a webhook, or on
//! request. A source has at most one update at a time.

pub(crate) mod config;
mod fetch;
mod git;
mod handlers;
mod history;
mod queue;
mod remote;
mod store;
mod tree;
pub(crate) mod update;
mod versions;
mod webhook;
pub(crate) mod wire;

use super::record::upstream::Origin;
use super::site::Site;
use super::web::{Route, route};

pub(crate) use queue::{Queue, keep_up_to_date};

/// An event of a large push. GitHub cuts its own at 25 MB.
const MOST_EVENT: u64 = 4 << 20;
/// A merged page, as JSON.
const MOST_RESOLUTION: u64 = 16 << 20;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let most = |most: u64| most.min(site.settings.body_bytes);
    vec![
        route!(site, handlers::list),
        route!(site, handlers::update),
        route!(site, handlers::hook).with_body_limit(most(MOST_EVENT)),
        route!(site, handlers::conflicts),
        route!(site, handlers::conflict),
        route!(site, handlers::resolve).with_body_limit(most(MOST_RESOLUTION)),
    ]
}

/// Where the file of a text can be edited.
pub(crate) fn edit_url(site: &Site, origin: &Origin) -> Option<String> {
    let source = site.settings.sources.iter().find(|source| source.name == origin.source)?;
    let branch = source.branch.as_deref().unwrap_or(&origin.branch);
    match &source.edit {
        Some(template) => {
            Some(template.replace("{branch}", branch).replace("{file}", &origin.file))
        }
        None => source.remote.edit_url(branch, &origin.file),
    }
}

/// Where its host shows the last commit of a text's file.
pub(crate) fn commit_url(site: &Site, origin: &Origin) -> Option<String> {
    let source = site.settings.sources.iter().find(|source| source.name == origin.source)?;
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

pub(crate) async fn standing(
    site: &Site,
    source: &config::Source,
) -> Result<Standing, sqlx::Error> {
    let row = store::row(&site.db, &source.name).await?.unwrap_or_default();
    let outcome = if row.outcome.is_empty() { "not-asked".to_owned() } else { row.outcome };
    Ok(Standing {
        commit: row.commit_id.get(..10).unwrap_or_default().to_owned(),
        outcome,
        conflicts: super::record::upstream::conflicts::count(&site.db, &source.name).await?,
    })
}

//! Composition root: commands, routes, the listener, and the pages below `/index/`.

mod accept;
mod accounts;
mod answer;
pub mod assets;
mod backup;
mod check;
pub mod command;
mod config;
mod descriptors;
mod discovery;
mod documents;
pub mod embedded;
mod eval;
mod files;
mod lanes;
mod machines;
mod media;
mod openapi;
mod pages;
mod range;
mod routes;
mod serve;
mod server;
mod share;
mod sitemap;
mod sources;
mod speech;
mod starter;
#[doc(hidden)]
pub mod testing;
mod tokens;
mod versions;

use command::Failure;

use crate::shared::db::Db;
use crate::shared::settings::Settings;
use crate::shared::site::Site;

/// Opens an existing site.
async fn open_existing(settings: Settings) -> Result<Site, Failure> {
    let address = settings.database_address();
    if !address.contains("://") && !std::path::Path::new(&address).exists() {
        return Err(Failure::NoSite(address));
    }
    open(settings).await
}

/// Creates the data directory if it is missing, opens the database, and reads the change feed.
async fn open(settings: Settings) -> Result<Site, Failure> {
    let place = || settings.data.display().to_string();
    std::fs::create_dir_all(&settings.data)
        .map_err(|source| Failure::Data { place: place(), source })?;
    let probe = settings.data.join(format!(".probe-{}", crate::shared::id::record()));
    std::fs::write(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|source| Failure::Data { place: place(), source })?;
    let db = Db::open(&settings.database_address()).await?;
    let site = Site::new(db, settings);
    site.changes.hear(&site.db).await?;
    Ok(site)
}

//! Opening of a site by a command.

use crate::command::Failure;

use pailou_database::Db;
use pailou_settings::Settings;
use pailou_site::Site;

/// Opens an existing site.
pub(crate) async fn open_existing(settings: Settings) -> Result<Site, Failure> {
    let address = settings.database_address();
    if !address.contains("://") && !std::path::Path::new(&address).exists() {
        return Err(Failure::NoSite(address));
    }
    open(settings).await
}

/// Creates the data directory if it is missing, opens the database, and reads the change feed.
pub async fn open(settings: Settings) -> Result<Site, Failure> {
    let place = || settings.data.display().to_string();
    std::fs::create_dir_all(&settings.data)
        .map_err(|source| Failure::Data { place: place(), source })?;
    let probe = settings.data.join(format!(".probe-{}", pailou_database::id::new()));
    std::fs::write(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|source| Failure::Data { place: place(), source })?;
    let db = Db::open(&settings.database_address()).await?;
    let site = Site::new(db, settings);
    site.changes.poll(&site.db).await?;
    Ok(site)
}

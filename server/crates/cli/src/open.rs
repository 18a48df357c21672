//! Opening of a site by a command.

use std::io::{Error, ErrorKind};
use std::path::Path;

use crate::command::Failure;

use pailou_database::Db;
use pailou_settings::Settings;
use pailou_site::Site;

/// Opens an existing site.
pub(crate) async fn open_existing(settings: Settings) -> Result<Site, Failure> {
    let address = settings.database_address();
    if !address.contains("://") && !Path::new(&address).exists() {
        return Err(Failure::NoSite(address));
    }
    open(settings).await
}

fn unusable(data: &Path, source: Error) -> Failure {
    let place = data.display().to_string();
    match source.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            let user = rustix::process::geteuid().as_raw();
            Failure::NotWritable { place, user, source }
        }
        _ => Failure::Data { place, source },
    }
}

/// Creates the data directory if it is missing, opens the database, and reads the change feed.
pub async fn open(settings: Settings) -> Result<Site, Failure> {
    let probe = settings.data.join(format!(".probe-{}", pailou_database::id::new()));
    std::fs::create_dir_all(&settings.data)
        .and_then(|()| std::fs::write(&probe, b""))
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|source| unusable(&settings.data, source))?;
    let db = Db::open(&settings.database_address()).await?;
    let site = Site::new(db, settings);
    site.changes.poll(&site.db).await?;
    Ok(site)
}

//! Opening of a site for a command.

use std::io::Error;
#[cfg(unix)]
use std::io::ErrorKind;
use std::path::Path;

use crate::command::Failure;

use pailou_database::{Db, private_files};
use pailou_settings::Settings;
use pailou_site::Site;

/// Name prefixes of entries in the data directory whose permissions are restricted.
const OWN_ENTRIES: [&str; 5] = ["files", "sources", "uploads", "before-restore-", ".passing-"];

/// Opens an existing site. Returns an error if the SQLite file does not exist.
pub(crate) async fn open_existing(settings: Settings) -> Result<Site, Failure> {
    let address = settings.database_address();
    if !address.contains("://") && !Path::new(&address).exists() {
        return Err(Failure::NoSite(address));
    }
    open(settings).await
}

fn unusable(data: &Path, source: Error) -> Failure {
    let path = data.display().to_string();
    #[cfg(unix)]
    if matches!(source.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) {
        let user = rustix::process::geteuid().as_raw();
        return Failure::NotWritable { path, user, source };
    }
    Failure::Data { path, source }
}

/// Creates a private data directory if it is missing, checks that it is writable, and restricts the permissions of its
/// entries. Then opens the database and reads the change feed.
pub async fn open(settings: Settings) -> Result<Site, Failure> {
    private_files::create_dir(&settings.data).map_err(|source| unusable(&settings.data, source))?;
    let probe = settings.data.join(format!(".probe-{}", pailou_database::id::new()));
    std::fs::write(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|source| unusable(&settings.data, source))?;
    protect_entries(&settings.data);
    let db = Db::open(&settings.database_address()).await?;
    let site = Site::new(db, settings);
    site.changes.poll(&site.db).await?;
    Ok(site)
}

/// Restricts the permissions of `OWN_ENTRIES`, which earlier releases created with the permissions of the umask. The
/// mode of the data directory itself is unchanged.
fn protect_entries(data: &Path) {
    let is_own = |name: &str| OWN_ENTRIES.iter().any(|prefix| name.starts_with(prefix));
    let entries = std::fs::read_dir(data).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_own(&entry.file_name().to_string_lossy())) {
        if let Err(error) = private_files::protect(&entry.path()) {
            tracing::warn!(path = %entry.path().display(), %error, "restricting permissions in data directory failed");
        }
    }
}

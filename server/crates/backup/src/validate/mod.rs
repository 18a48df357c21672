//! Validation of the file hashes and the media types in backup rows. A backup can be forged, and the server uses the
//! restored values unchanged, for example as the media type of a response.

pub mod store;

use std::collections::HashSet;

use super::BackupError;
use super::extract::Unpacked;
use pailou_database::Db;
use pailou_media::blobs;

/// Rejects invalid file hashes and wrong media types.
pub async fn check(staged: &Db, unpacked: &Unpacked) -> Result<(), BackupError> {
    let mut tx = staged.snapshot().await?;
    let hashes = store::hashes(&mut tx).await?;
    if let Some(other) = hashes.iter().find(|hash| !blobs::is_hash(hash)) {
        return Err(BackupError::damaged(format!("invalid file hash {other:?}")));
    }
    for (path, media_type) in store::types_of_files(&mut tx).await? {
        if pailou_store::media_type(&path) != media_type {
            return Err(BackupError::damaged(format!(
                "wrong media type {media_type:?} of {path:?}"
            )));
        }
    }
    for (name, media_type) in store::types_of_values(&mut tx).await? {
        if !pailou_site_config::is_of_type(&name, &media_type) {
            return Err(BackupError::damaged(format!(
                "wrong media type {media_type:?} of {name:?}"
            )));
        }
    }
    // Missing files are only logged: the site that wrote the backup may have lacked them, too.
    let stored_hashes: HashSet<_> =
        unpacked.files.iter().filter_map(|name| blobs::hash_in(name)).collect();
    let missing = hashes.iter().filter(|hash| !stored_hashes.contains(hash.as_str())).count();
    if missing > 0 {
        tracing::warn!(missing, "referenced files missing in backup");
    }
    Ok(())
}

//! Backup and restore through the browser, for owners only: a backup contains all accounts, and a restore
//! replaces all accounts.

use std::path::Path;

use warp::reply::Response;

use super::api::RestoredBackup;
use pailou_auth::guard::{Confirmed, permission};
use pailou_backup::BackupError;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_media::blobs;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::transfer;
use pailou_web::{Body, Route, route};

const TYPE: &str = "application/zstd";
/// Maximum upload size in bytes: larger backups are restored from the command line.
const MAX_BYTES: u64 = 8 << 30;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    vec![route!(site, create_backup), route!(site, restore_backup)]
}

/// Create backup
///
/// Returns a file with a backup of the whole site.
#[utoipa::path(post, path = "/api/v1/admin/backup", tag = "admin",
    responses(
        (status = 200, description = "The backup file", body = Vec<u8>, content_type = "application/zstd"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to create backups, or re-authentication is required: `confirm-needed`"),
    ))]
async fn create_backup(
    user: Confirmed<permission::Backup>,
    site: Site,
) -> Result<Response, Problem> {
    let data = &site.settings.data;
    let (file, end) = pailou_backup::write_temp(&site, data, data).await.map_err(problem)?;
    let mut tx = site.db.begin().await?;
    let subject = Subject::new("").after(&(end.rows, end.files));
    audit_log::log(&mut tx, &user.actor, Action::BackedUp, subject).await?;
    tx.commit().await?;
    transfer::send_file(file, TYPE, "tar.zst").map_err(|error| Problem::Internal(error.to_string()))
}

/// Restore backup
///
/// Replaces the site. The previous state is kept as a backup in the data directory. All sessions
/// are revoked.
#[utoipa::path(post, path = "/api/v1/admin/restore", tag = "admin",
    request_body(content = Vec<u8>, content_type = "application/zstd"),
    responses(
        (status = 200, description = "The site is restored", body = RestoredBackup),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to restore backups, or re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The file is not a backup, is damaged, comes from a newer or a development version, or arrived too slowly; nothing was changed"),
    ))]
async fn restore_backup(
    user: Confirmed<permission::Backup>,
    site: Site,
    caller: RequestContext,
    body: Body,
) -> Result<Response, Problem> {
    let data = &site.settings.data;
    let path = transfer::receive_file(&caller, body, ("backup", &[TYPE], MAX_BYTES), data).await?;
    // The upload takes time, so the permission is verified again.
    let user = user.renewed(&site.db).await?;
    // The restore runs in its own task, so that it completes even if the client disconnects: an interrupted restore
    // would leave unpacked files.
    let restoring =
        tokio::spawn(async move { pailou_backup::restore(&site, &user.actor, &path).await });
    let restored = restoring.await.map_err(|error| Problem::Internal(error.to_string()))?;
    let restored = restored.map_err(problem)?;
    let before = restored.before.as_deref().and_then(Path::file_name).unwrap_or_default();
    let before = before.to_string_lossy().into_owned();
    let response = RestoredBackup {
        created_at: restored.manifest.created_at,
        version: restored.manifest.version,
        rows: restored.rows,
        files: restored.files,
        before,
    };
    Ok(reply::private(reply::json(&response)?))
}

fn problem(error: BackupError) -> Problem {
    match error {
        BackupError::NotOne
        | BackupError::Damaged(_)
        | BackupError::Newer { .. }
        | BackupError::Development => Problem::invalid("backup", error.code(), error.to_string()),
        BackupError::Database(error) => Problem::Database(error),
        BackupError::Bucket(error) => blobs::problem("of a backup", &error),
        BackupError::Write(file, error) => Problem::io(&file, &error),
        error => Problem::Internal(error.to_string()),
    }
}

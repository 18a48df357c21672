//! Resumable uploads in parts. After a broken connection, the client continues with the first missing part. A complete
//! file is validated and stored.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use http::StatusCode;
use serde::Deserialize;
use tokio::task::spawn_blocking;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{NewUpload, Upload};
use super::file::{detail, media_problem};
use super::store::{self, UploadRow};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::{Permission, User};
use pailou_database::Db;
use pailou_database::id;
use pailou_media::Refusal;
use pailou_site::Site;
use pailou_store::media as library;
use pailou_store::media::MediaError;
use pailou_web::body::ReceivedBody;
use pailou_web::concurrency::{ConcurrencyLimit, Permit};
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Query, extract_state};

/// Maximum number of open uploads per account.
const MAX_OPEN: i64 = 50;

#[derive(Clone)]
pub(super) struct UploadService {
    pub site: Site,
    /// Limits concurrent processing of complete files.
    pub processing_limit: ConcurrencyLimit,
}

extract_state!(UploadService);

impl AsRef<Db> for UploadService {
    fn as_ref(&self) -> &Db {
        &self.site.db
    }
}

impl UploadService {
    /// Returns the path of the file with the received bytes of an upload. The id is the file name: callers pass only
    /// ids that the server created.
    fn file_path(&self, id: &str) -> PathBuf {
        self.site.uploads().join(id)
    }

    async fn upload(&self, user: &User, id: &str) -> Result<UploadRow, Problem> {
        let found = store::upload(&self.site.db, id, &user.id).await?;
        found.ok_or(Problem::NotFound)
    }

    async fn upload_response(
        &self,
        upload: UploadRow,
        removed: Vec<String>,
    ) -> Result<Response, Problem> {
        let file = match upload.result_path.as_str() {
            "" => None,
            path => Some(detail(&self.site, path).await?.file),
        };
        let UploadRow { id, bytes, received, .. } = upload;
        Ok(reply::private(reply::json(&Upload { id, bytes, received, file, removed })?))
    }

    async fn forget(&self, id: &str) -> Result<(), Problem> {
        store::delete_upload(&self.site.db, id).await?;
        self.clear(id).await;
        Ok(())
    }

    /// Deletes the file with the received bytes.
    async fn clear(&self, id: &str) {
        let file_path = self.file_path(id);
        // The file does not exist before the first part.
        let _ = spawn_blocking(move || std::fs::remove_file(file_path)).await;
    }
}

/// Create upload
///
/// The file name is normalized and gets a random part, so that its URL cannot be guessed. Without
/// the setting `media.random-names`, a number is appended if the name is in use.
#[utoipa::path(post, path = "/api/v1/admin/uploads", tag = "media", request_body = NewUpload,
    responses(
        (status = 201, description = "The upload, ready for its parts", body = Upload),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files, or the upload replaces a file and the account has an access scope"),
        (status = 404, description = "The file to replace does not exist"),
        (status = 422, description = "The name or size is invalid, or too many uploads are open"),
    ))]
pub(super) async fn create_upload(
    user: Allowed<permission::Media>,
    service: UploadService,
    body: Result<NewUpload, Problem>,
) -> Result<Response, Problem> {
    let NewUpload { name, bytes, replaces } = body?;
    let (db, now) = (&service.site.db, id::now());
    for old in store::delete_older(db, now - pailou_dates::MS).await? {
        service.clear(&old).await;
    }
    let max_bytes = i64::try_from(pailou_media::MAX_BYTES).unwrap_or(i64::MAX);
    if !(1..=max_bytes).contains(&bytes) {
        let code = if bytes < 1 { "empty" } else { "too-large" };
        let detail = format!("invalid size: expected 1 to {max_bytes} bytes");
        return Err(Problem::invalid("bytes", code, detail));
    }
    let name = pailou_media::sanitize_file_name(&name);
    let (path, replaces) = match replaces {
        Some(path) => {
            user.require_unrestricted(Permission::Media)?;
            if path.contains('\0') {
                return Err(Problem::NotFound);
            }
            let row = library::media_row(db, &path).await?.ok_or(Problem::NotFound)?;
            if service.site.settings.has_source(&row.source) {
                return Err(media_problem(&service.site, &path, MediaError::FollowsGit).await);
            }
            if !pailou_media::has_type_of(&name, &path) {
                let detail = "invalid type: expected the type of the replaced file";
                return Err(Problem::invalid("name", "other-type", detail));
            }
            (path, row.hash)
        }
        None => {
            if let Some(code) = pailou_media::validate_file_name(&name) {
                let detail = "invalid file name";
                return Err(Problem::invalid("name", code, detail));
            }
            if !pailou_media::is_known(&name) {
                return Err(rejection_problem("name", &Refusal::UnknownType));
            }
            let name = match service.site.settings.media_random_names {
                true => pailou_media::with_suffix(&name, &id::random_url_part()),
                false => name,
            };
            (unused_path(&service.site, &name).await?, String::new())
        }
    };
    if store::count_open_uploads(db, &user.id).await? >= MAX_OPEN {
        let detail = format!("too many open uploads: at most {MAX_OPEN} at a time");
        return Err(Problem::invalid("name", "too-many", detail));
    }
    let id = id::new();
    let upload = UploadRow { id, path, replaces, bytes, received: 0, result_path: String::new() };
    store::insert_upload(db, &upload, &user.id, now).await?;
    let mut answer = service.upload_response(upload, Vec::new()).await?;
    *answer.status_mut() = StatusCode::CREATED;
    Ok(answer)
}

/// Get upload progress
#[utoipa::path(get, path = "/api/v1/admin/uploads/{id}", tag = "media",
    params(("id" = String, Path, description = "Id of the upload")),
    responses(
        (status = 200, description = "The upload", body = Upload),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files"),
        (status = 404, description = "Upload not found, or it expired after 1 day"),
    ))]
pub(super) async fn upload_progress(
    user: Allowed<permission::Media>,
    id: String,
    service: UploadService,
) -> Result<Response, Problem> {
    let upload = service.upload(&user, &id).await?;
    service.upload_response(upload, Vec::new()).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UploadPartQuery {
    /// Offset of the part in the file, in bytes. Default: 0.
    offset: Option<String>,
}

/// Upload part
///
/// The body is at most 1 MiB of raw bytes. The last part completes the upload: the file is checked and stored.
#[utoipa::path(put, path = "/api/v1/admin/uploads/{id}", tag = "media",
    params(("id" = String, Path, description = "Id of the upload"), UploadPartQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The received bytes; `file` is present once the upload is complete", body = Upload),
        (status = 400, description = "The part ended early or arrived too slowly; its received bytes are kept"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files"),
        (status = 404, description = "Upload not found"),
        (status = 412, description = "The file to replace has changed; `row` is its current state"),
        (status = 413, description = "The part is larger than 1 MiB"),
        (status = 422, description = "The part does not begin where the previous one ended, exceeds the declared size, or the file is rejected"),
    ))]
pub(super) async fn send(
    user: Allowed<permission::Media>,
    id: String,
    service: UploadService,
    Query(query): Query<UploadPartQuery>,
    body: ReceivedBody,
) -> Result<Response, Problem> {
    let mut upload = service.upload(&user, &id).await?;
    if !upload.replaces.is_empty() {
        user.require_unrestricted(Permission::Media)?;
    }
    let offset: i64 = query.offset.as_deref().unwrap_or("0").parse().unwrap_or(-1);
    if offset != upload.received || !upload.result_path.is_empty() {
        let detail = format!("{} bytes are received; send the next part.", upload.received);
        return Err(Problem::invalid("offset", "unexpected", detail));
    }
    let ReceivedBody { bytes, error } = body;
    let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let received = upload.received.saturating_add(length);
    if received > upload.bytes {
        let detail = format!("part beyond the end of the file of {} bytes", upload.bytes);
        return Err(Problem::invalid("offset", "too-much", detail));
    }
    if length > 0 {
        let (folder, file_path) = (service.site.uploads(), service.file_path(&upload.id));
        let at = u64::try_from(upload.received).unwrap_or(0);
        let write = spawn_blocking(move || write_part(&folder, &file_path, at, &bytes));
        let written = write.await.map_err(std::io::Error::other).flatten();
        let stored_length = written.map_err(|error| Problem::io("an upload", &error))?;
        if stored_length < at {
            let stored_length = i64::try_from(stored_length).unwrap_or(0);
            store::set_received_bytes(&service.site.db, &id, upload.received, stored_length)
                .await?;
            let detail = format!("{stored_length} bytes are stored; send the next part.");
            return Err(Problem::invalid("offset", "unexpected", detail));
        }
        if !store::set_received_bytes(&service.site.db, &id, upload.received, received).await? {
            let detail = "concurrent upload of another part";
            return Err(Problem::invalid("offset", "unexpected", detail));
        }
        upload.received = received;
    }
    if let Some(error) = error {
        return Err(error);
    }
    let mut removed = Vec::new();
    if upload.received == upload.bytes {
        let permit = service.processing_limit.next().await;
        // The file is processed in a separate task, which completes even if the client disconnects.
        let finishing = tokio::spawn(finish(service.clone(), user.into_user(), id, permit));
        let done = finishing.await.map_err(|error| Problem::Internal(error.to_string()))?;
        (upload.result_path, removed) = done?;
    }
    service.upload_response(upload, removed).await
}

/// Writes a part at the offset `at`; returns the length of the file before the write. If the length is less than `at`,
/// another server received the earlier parts or a disk lost them. Then nothing is written, because the file would have
/// a hole.
fn write_part(folder: &Path, file_path: &Path, at: u64, bytes: &[u8]) -> std::io::Result<u64> {
    std::fs::create_dir_all(folder)?;
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).write(true).truncate(false).open(file_path)?;
    let stored_length = file.metadata()?.len();
    if stored_length >= at {
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)?;
        file.sync_data()?;
    }
    Ok(stored_length)
}

/// Validates and stores a complete file while holding the permit; returns its path, and the names of the elements and
/// attributes that were removed from an SVG image.
async fn finish(
    service: UploadService,
    user: User,
    id: String,
    _permit: Permit,
) -> Result<(String, Vec<String>), Problem> {
    let upload = service.upload(&user, &id).await?;
    if !upload.result_path.is_empty() {
        // The last part was sent twice, and the earlier request has completed the file.
        return Ok((upload.result_path, Vec::new()));
    }
    let (file_path, name) = (service.file_path(&upload.id), upload.path.clone());
    let processing = spawn_blocking(move || {
        std::fs::read(file_path).map(|bytes| pailou_media::process_file(&name, bytes))
    });
    let result = processing.await.map_err(std::io::Error::other).and_then(|done| done);
    let mut processed = match result {
        Ok(Ok(processed)) => processed,
        Ok(Err(error)) => {
            service.forget(&upload.id).await?;
            return Err(rejection_problem("file", &error));
        }
        Err(error) => {
            service.forget(&upload.id).await?;
            return Err(Problem::io("an upload", &error));
        }
    };
    let mut path = upload.path.clone();
    if upload.replaces.is_empty() && !library::is_free(&service.site.db, &path).await? {
        // A concurrent upload already uses the name.
        path = unused_path(&service.site, path.rsplit('/').next().unwrap_or_default()).await?;
    }
    let removed = std::mem::take(&mut processed.removed);
    if let Err(error) =
        library::store_media(&service.site, &user.actor, &path, &upload.replaces, processed).await
    {
        service.forget(&upload.id).await?;
        return Err(media_problem(&service.site, &path, error).await);
    }
    store::set_result_path(&service.site.db, &upload.id, &path).await?;
    service.clear(&upload.id).await;
    Ok((path, removed))
}

fn rejection_problem(field: &str, error: &Refusal) -> Problem {
    Problem::invalid(field, error.code(), error.to_string())
}

async fn unused_path(site: &Site, name: &str) -> Result<String, Problem> {
    let detail = "too many files of this name";
    let found = library::unused_path(&site.db, name).await?;
    found.ok_or_else(|| Problem::invalid("name", "taken", detail))
}

/// Cancel upload
#[utoipa::path(delete, path = "/api/v1/admin/uploads/{id}", tag = "media",
    params(("id" = String, Path, description = "Id of the upload")),
    responses(
        (status = 204, description = "The received parts are deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files"),
        (status = 404, description = "Upload not found"),
    ))]
pub(super) async fn cancel_upload(
    user: Allowed<permission::Media>,
    id: String,
    service: UploadService,
) -> Result<Response, Problem> {
    service.upload(&user, &id).await?;
    service.forget(&id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upload_part_after_a_gap_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let file_path = folder.path().join("u");
        assert_eq!(write_part(folder.path(), &file_path, 3, b"def").unwrap(), 0);
        assert_eq!(std::fs::read(&file_path).unwrap(), b"");
        assert_eq!(write_part(folder.path(), &file_path, 0, b"abc").unwrap(), 0);
        assert_eq!(write_part(folder.path(), &file_path, 3, b"def").unwrap(), 3);
        // The client repeats a part after a lost response.
        assert_eq!(write_part(folder.path(), &file_path, 3, b"def").unwrap(), 6);
        assert_eq!(std::fs::read(&file_path).unwrap(), b"abcdef");
    }
}

//! Transfer of whole files to and from clients: through temporary files, which are deleted after
//! use, and never completely in memory.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt, stream};
use http::header::{self, HeaderValue};
use tempfile::{TempDir, TempPath};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout_at};
use warp::reply::{Reply, Response};

use super::client::RequestContext;
use super::problem::Problem;
use super::reply;
use pailou_database::id;

/// Idle timeout for a client that sends a file.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(30);
/// Grace period, after which a client must have sent `MIN_BYTES_PER_SECOND` bytes per second on average.
const GRACE_PERIOD: Duration = Duration::from_secs(60);
const MIN_BYTES_PER_SECOND: u64 = 16 << 10;
/// Size of one chunk, in bytes.
const PIECE: usize = 64 << 10;

/// Prefix of temporary files in the data directory.
const TEMP_PREFIX: &str = ".passing-";
/// Interval between searches for temporary files of killed processes.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// Age after which a temporary file counts as abandoned; other processes may use newer files in the same folder.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Creates a temporary file in the data directory. The file is deleted when the returned path is dropped. Only the
/// user of this process may read the file.
pub fn temp_file(data: &Path) -> std::io::Result<(File, TempPath)> {
    Ok(tempfile::Builder::new().prefix(TEMP_PREFIX).tempfile_in(data)?.into_parts())
}

/// Creates a temporary folder with the same permissions and lifetime as a [`temp_file`].
pub fn temp_folder(data: &Path) -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMP_PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir_in(data)
}

/// Deletes abandoned temporary files at the start and then periodically, until the server stops.
pub async fn run_temp_cleanup(data: PathBuf) {
    let mut tick = interval(CLEANUP_INTERVAL);
    loop {
        tick.tick().await;
        let data = data.clone();
        let removed =
            tokio::task::spawn_blocking(move || remove_abandoned(&data, SystemTime::now())).await;
        if let Err(error) = removed.map_err(std::io::Error::other).flatten() {
            tracing::warn!(%error, "removing abandoned temporary files failed");
        }
    }
}

fn remove_abandoned(data: &Path, now: SystemTime) -> std::io::Result<()> {
    for entry in std::fs::read_dir(data)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(TEMP_PREFIX) {
            continue;
        }
        // The process that created the file may have deleted the file after the folder was read.
        let Ok(changed) = entry.metadata().and_then(|metadata| metadata.modified()) else {
            continue;
        };
        if now.duration_since(changed).is_ok_and(|age| age > ABANDONED_AFTER) {
            let path = entry.path();
            // The error is ignored, because another process may have deleted the file.
            let _ = match path.is_dir() {
                true => std::fs::remove_dir_all(&path),
                false => std::fs::remove_file(&path),
            };
        }
    }
    Ok(())
}

/// Returns a download response with a file name that contains the time.
pub fn send_file(
    file: TempPath,
    media_type: &'static str,
    extension: &str,
) -> std::io::Result<Response> {
    let length = std::fs::metadata(&file)?.len();
    let mut answer = warp::reply::stream(pieces(file)).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_LENGTH, length.into());
    let moment = pailou_dates::rfc3339(id::now()).replace(':', "-");
    let name = format!("attachment; filename=\"pailou-{moment}.{extension}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(reply::private(answer))
}

/// Reads the file as fast as the client receives it.
fn pieces(file: TempPath) -> impl Stream<Item = std::io::Result<Bytes>> + Send + Sync {
    let (send, mut receive) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut from = match File::open(&file) {
            Ok(from) => from,
            Err(error) => return drop(send.blocking_send(Err(error))),
        };
        loop {
            let mut piece = vec![0; PIECE];
            let read = from.read(&mut piece);
            piece.truncate(*read.as_ref().unwrap_or(&0));
            if matches!(read, Ok(0)) {
                return;
            }
            let is_over = read.is_err();
            if send.blocking_send(read.map(|_| Bytes::from(piece))).is_err() || is_over {
                return;
            }
        }
    });
    stream::poll_fn(move |context| receive.poll_recv(context))
}

/// Stores the request body in a temporary file in the data directory. The body must have one of these media types and
/// at most `max` bytes. The upload may take hours, so callers must check permissions again afterwards. Errors refer to
/// `field`.
pub async fn receive_file<B: Buf, E>(
    caller: &RequestContext,
    body: impl Stream<Item = Result<B, E>>,
    (field, media_types, max): (&str, &[&str], u64),
    data: &Path,
) -> Result<TempPath, Problem> {
    let kind = caller.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| media_types.contains(&kind)) {
        return Err(Problem::UnsupportedMediaType);
    }
    let (into, file) = temp_file(data).map_err(|error| Problem::io("a body", &error))?;
    keep(body, into, (field, max)).await?;
    Ok(file)
}

/// Returns the deadline for the next chunk of a body, of which `length` bytes were received since
/// `began`.
fn next_deadline(began: Instant, length: u64, now: Instant) -> Instant {
    let slowest = GRACE_PERIOD + Duration::from_secs(length / MIN_BYTES_PER_SECOND);
    (now + PROGRESS_TIMEOUT).min(began + slowest)
}

async fn keep<B: Buf, E>(
    body: impl Stream<Item = Result<B, E>>,
    mut into: File,
    (field, max): (&str, u64),
) -> Result<(), Problem> {
    let internal = |error: std::io::Error| Problem::io("a body", &error);
    let mut body = std::pin::pin!(body);
    let (mut length, began) = (0_u64, Instant::now());
    loop {
        let piece = timeout_at(next_deadline(began, length, Instant::now()), body.next()).await;
        let piece =
            piece.map_err(|_| Problem::invalid(field, "too-slow", "body received too slowly"))?;
        let Some(piece) = piece else { return Ok(()) };
        let mut piece = piece.map_err(|_| Problem::BadRequest("incomplete body".to_owned()))?;
        length += piece.remaining() as u64;
        if length > max {
            return Err(Problem::TooLarge(max));
        }
        while piece.has_remaining() {
            let written = into.write(piece.chunk()).map_err(internal)?;
            piece.advance(written);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upload_must_reach_a_minimum_speed() {
        const GIB: u64 = 1 << 30;
        let began = Instant::now();
        for (length, seconds, left) in [
            (0, 0, 30),
            // In the first minute, a client may be slow and pause for 30 seconds.
            (1 << 10, 40, 20),
            (1 << 10, 60, 0),
            (1 << 20, 60, 30),
            (1 << 20, 110, 14),
            (1 << 20, 124, 0),
            // Uploads slightly faster than the minimum speed.
            (GIB, 18 * 60 * 60, 30),
            (2 * GIB, 36 * 60 * 60, 30),
        ] {
            let now = began + Duration::from_secs(seconds);
            let until = next_deadline(began, length, now);
            assert_eq!(until - now, Duration::from_secs(left), "{length} bytes in {seconds} s");
        }
    }

    #[cfg(unix)]
    #[test]
    fn temp_files_are_private_and_deleted_on_drop() {
        use std::os::unix::fs::PermissionsExt;

        let data = tempfile::tempdir().unwrap();
        let (_, file) = temp_file(data.path()).unwrap();
        let folder = temp_folder(data.path()).unwrap();
        std::fs::write(folder.path().join("staging.db"), "hashes").unwrap();
        for (path, mode) in [(&*file, 0o600), (folder.path(), 0o700)] {
            let name = path.file_name().unwrap().to_string_lossy();
            assert!(name.starts_with(TEMP_PREFIX), "{name}");
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode, "{name}");
        }
        drop((file, folder));
        assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
    }

    #[test]
    fn abandoned_temp_files_are_removed_after_a_day() {
        let data = tempfile::tempdir().unwrap();
        for folder in [".passing-a", "files"] {
            std::fs::create_dir(data.path().join(folder)).unwrap();
            std::fs::write(data.path().join(folder).join("staging.db"), "hashes").unwrap();
        }
        std::fs::write(data.path().join(".passing-b.0123"), "").unwrap();
        std::fs::write(data.path().join("before-restore.tar.zst"), "").unwrap();
        let list_files = || {
            let all = std::fs::read_dir(data.path()).unwrap();
            let mut all: Vec<_> = all.map(|entry| entry.unwrap().file_name()).collect();
            all.sort();
            all
        };
        let all = list_files();
        assert_eq!(all.len(), 4);
        remove_abandoned(data.path(), SystemTime::now()).unwrap();
        assert_eq!(list_files(), all);
        remove_abandoned(data.path(), SystemTime::now() + ABANDONED_AFTER + CLEANUP_INTERVAL)
            .unwrap();
        assert_eq!(list_files(), ["before-restore.tar.zst", "files"]);
    }
}

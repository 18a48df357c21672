//! Tests of backup and restore through the API. Only owners may create and restore backups.

use bytes::Bytes;
use http::{Request, Response};
use serde_json::{Value, json};

use crate::site::{Site, disconnect_when, until};

const MAKE: &str = "/api/v1/admin/backup";
const RESTORE: &str = "/api/v1/admin/restore";

async fn backup(site: &Site) -> Bytes {
    let answer = site.answer("POST", MAKE, None).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/zstd");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(name.starts_with("attachment; filename=\"pailou-20"), "{name}");
    answer.into_body()
}

async fn restore(site: &Site, backup: Bytes) -> Response<Bytes> {
    let request = Request::post(RESTORE)
        .header("content-type", "application/zstd")
        .header("authorization", site.token().unwrap());
    site.raw([192, 0, 2, 1].into(), request.body(backup).unwrap()).await
}

/// Changes the format number of a backup to that of a development version.
fn of_development(backup: &[u8]) -> Bytes {
    let mut archive = zstd::decode_all(backup).unwrap();
    let format = b"\"format\": 2";
    let at = archive.windows(format.len()).position(|part| part == format).unwrap();
    archive[at + format.len() - 1] = b'1';
    zstd::encode_all(&archive[..], 1).unwrap().into()
}

async fn title(site: &Site) -> String {
    let page = site.answer("GET", "/api/v1/public/docs/en/start", None).await;
    let page: Value = serde_json::from_slice(page.body()).unwrap();
    page["title"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn restore_of_a_downloaded_backup_takes_effect_immediately() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    let whole = backup(&site).await;
    site.inside().edit_page("en", "start", "# Another\n", "ann").await;
    assert_eq!(title(&site).await, "Another");
    let found = "/api/v1/public/search?q=another&locale=en";
    assert!(site.get(found).await.contains("Another"));
    let answer = restore(&site, whole).await;
    let response: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(answer.status(), 200, "{response}");
    assert!(response["before"].as_str().unwrap().starts_with("before-restore-20"), "{response}");
    assert!(site.temp_path(response["before"].as_str().unwrap()).exists());
    assert_eq!(title(&site).await, "Start");
    assert!(!site.get(found).await.contains("Another"));
    // The restore revokes all sessions, and keeps the password and the audit log.
    assert_eq!(site.answer("GET", "/api/v1/me", None).await.status(), 401);
    let body = json!({ "username": "owner", "password": "correct horse battery" }).to_string();
    let session = site.answer("POST", "/api/v1/login", Some(&body)).await;
    let session: Value = serde_json::from_slice(session.body()).unwrap();
    site.with_token(session["token"].as_str());
    let log = site.answer("GET", "/api/v1/admin/log?size=200", None).await;
    let log: Vec<Value> = serde_json::from_slice(log.body()).unwrap();
    let actions: Vec<_> = log.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    for action in ["restored", "backed-up", "page-changed", "user-added"] {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
}

#[tokio::test]
async fn invalid_backup_changes_nothing() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let whole = backup(&site).await;
    for (bytes, code) in [
        (Bytes::new(), "not-a-backup"),
        (Bytes::from_static(b"hello"), "not-a-backup"),
        (whole.slice(..whole.len() / 2), "damaged"),
        (of_development(&whole), "development"),
    ] {
        let answer = restore(&site, bytes).await;
        let problem: Value = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(problem["errors"][0]["code"], code);
    }
    assert_eq!(site.answer("GET", "/api/v1/me", None).await.status(), 200);
}

#[tokio::test]
async fn restore_finishes_after_a_client_disconnect() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    let whole = backup(&site).await;
    site.inside().edit_page("en", "start", "# Another\n", "ann").await;
    disconnect_when(restore(&site, whole), || site.is_unpacking()).await;
    until(async || site.answer("GET", "/api/v1/me", None).await.status() == 401).await;
    until(async || title(&site).await == "Start").await;
    // The unpacked files are deleted, because they contain password hashes.
    until(async || !site.is_unpacking()).await;
}

/// Inserts a row like one in a crafted backup: its hash is the path of a file that is not a media file.
const OTHER_FILE: &str = "insert into files (path, hash, media_type, bytes, served, created_at) \
     values ('uploads/a.txt', '/etc/passwd', 'text/plain', 1, 1, 0)";

#[tokio::test]
async fn media_file_with_a_path_as_its_hash_is_not_served_or_restored() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    site.inside().execute(OTHER_FILE).await.unwrap();
    let answer = site.answer("GET", "/index/media/uploads/a.txt", None).await;
    assert_ne!(answer.status(), 200);
    assert!(!String::from_utf8_lossy(answer.body()).contains("root:"));
    let whole = backup(&site).await;
    let answer = restore(&site, whole).await;
    let problem: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(problem["errors"][0]["code"], "damaged", "{problem}");
    assert_eq!(site.answer("GET", "/api/v1/me", None).await.status(), 200);
}

#[tokio::test]
async fn only_owners_create_or_restore_backups() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    assert_eq!(site.answer("POST", MAKE, None).await.status(), 403);
    assert_eq!(restore(&site, Bytes::new()).await.status(), 403);
}

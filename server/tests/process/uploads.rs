//! Test that an upload to the admin API is rejected if its session is revoked while the upload is running.

use std::io::Write;

use super::client::{Answer, connect, rest};
use super::process::{Site, until};

/// Content that is neither a backup nor a zip archive.
const SENT: &[u8] = b"some other file";

fn has_partial_upload(site: &Site) -> bool {
    let mut entries = std::fs::read_dir(site.folder().join("data")).unwrap();
    entries.any(|entry| entry.unwrap().file_name().to_string_lossy().starts_with(".passing-"))
}

#[test]
fn upload_is_rejected_if_its_session_is_revoked_meanwhile() {
    for (path, kind) in
        [("/api/v1/admin/restore", "application/zstd"), ("/api/v1/admin/import", "application/zip")]
    {
        let site = Site::start();
        let token = site.owner();
        let (first, last) = SENT.split_at(5);
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: {token}\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            SENT.len()
        );
        let mut stream = connect(site.address);
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(first).unwrap();
        until("first bytes of the upload", || has_partial_upload(&site).then_some(()));
        let response = site.ask("POST", "/api/v1/logout", &[("authorization", &token)], "");
        assert_eq!(response.status, 204);
        stream.write_all(last).unwrap();
        let answer = Answer::parse(&rest(&mut stream)).unwrap();
        assert_eq!((answer.status, answer.problem().as_str()), (401, "unauthorized"), "{path}");
        assert!(!has_partial_upload(&site), "{path}");
    }
}

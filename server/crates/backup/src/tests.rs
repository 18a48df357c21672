//! Tests of backup and restore: a backup restores the whole site, and an invalid backup changes nothing.

use std::io::{Read, Write};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use tempfile::TempDir;

use super::*;
use crate::extract;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{Db, Tx, on_tx};
use pailou_media::blobs::FOLDER;
use pailou_media::blobs::Files;
use pailou_web::http_client::HttpClient;

use pailou_settings::Settings;
use pailou_store::ImportOptions;
use pailou_store::context::Store;

pub(crate) struct TestSite {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
}

impl TestSite {
    pub(crate) async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let db = Db::open(folder.path().join("pailou.db").to_str().unwrap()).await.unwrap();
        let settings = Settings { data: folder.path().to_owned(), ..Settings::default() };
        let files = Files::new(&settings, &Arc::new(HttpClient::new(&settings.outbound_allow)));
        Self { store: Store::new(db, settings, files), folder }
    }

    pub(crate) async fn with_pages() -> Self {
        let site = Self::new().await;
        let pages = site.folder.path().join("pages");
        for (name, text) in [
            ("en/start.md", "# Start\n\n\"quoted\" \\ 🏯\n"),
            ("zh/start.md", "# 开始\n"),
            ("en/arch.png", "arch"),
        ] {
            let file = pages.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        pailou_store::import(&site.store, &pages, ImportOptions::default(), &|_| {}).await.unwrap();
        site.store.files.keep(Bytes::from_static(b"image")).await.unwrap();
        site
    }

    async fn backup(&self, name: &str) -> std::path::PathBuf {
        let file = self.folder.path().join(name);
        write(&self.store, &file).await.unwrap();
        file
    }

    async fn restore(&self, file: &Path) -> Result<Restored, BackupError> {
        restore(&self.store, &Actor::command_line(), file).await
    }

    /// Returns every row, except the rows of tables that a restore changes itself.
    pub(crate) async fn all(&self) -> Vec<String> {
        let mut tx = self.store.db.snapshot().await.unwrap();
        let mut all = Vec::new();
        for table in store::tables(&mut tx).await.unwrap() {
            if ["audit_log", "change_counter", "cache_tags"].contains(&table.name.as_str()) {
                continue;
            }
            let mut rows = store::rows(&mut tx, &table);
            while let Some(row) = rows.try_next().await.unwrap() {
                all.push(format!("{} {row}", table.name));
            }
        }
        all.sort();
        all
    }

    pub(crate) async fn execute(&self, sql: &'static str) {
        let mut tx: Tx = self.store.db.begin().await.unwrap();
        on_tx!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }
}

fn read(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap()
}

#[tokio::test]
async fn backup_restores_all_rows_and_files_to_an_empty_site() {
    let old = TestSite::with_pages().await;
    let file = old.backup("a.tar.zst").await;
    let new = TestSite::new().await;
    let restored = new.restore(&file).await.unwrap();
    assert_eq!(new.all().await, old.all().await);
    assert!(restored.rows > 10 && restored.files == 2, "{restored:?}");
    for bytes in [b"image".as_slice(), b"arch"] {
        let hash = blake3::hash(bytes).to_hex();
        assert_eq!(new.store.files.read(&hash).await.unwrap(), bytes);
    }
}

#[tokio::test]
async fn restore_first_backs_up_the_current_site() {
    let site = TestSite::with_pages().await;
    let before = site.all().await;
    let file = site.backup("a.tar.zst").await;
    site.execute(store::of_tests::RENAME).await;
    let changed = site.all().await;
    let restored = site.restore(&file).await.unwrap();
    assert_eq!(site.all().await, before);
    site.restore(&restored.before.unwrap()).await.unwrap();
    assert_eq!(site.all().await, changed);
}

#[tokio::test]
async fn only_site_with_content_is_backed_up_before_a_restore() {
    let old = TestSite::with_pages().await;
    let file = old.backup("a.tar.zst").await;
    let new = TestSite::new().await;
    assert_eq!(new.restore(&file).await.unwrap().before, None);
    let written = std::fs::read_dir(new.folder.path()).unwrap();
    let mut written = written.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!written.any(|name| name.starts_with("before-restore")));
    // The restored site has content.
    assert!(new.restore(&file).await.unwrap().before.is_some());
    for sql in store::of_tests::ANY_CONTENT {
        let site = TestSite::new().await;
        site.execute(sql).await;
        assert!(site.restore(&file).await.unwrap().before.is_some(), "{sql}");
    }
}

#[tokio::test]
async fn restore_invalidates_caches_and_raises_change_counter() {
    let site = TestSite::with_pages().await;
    let file = site.backup("a.tar.zst").await;
    site.store.changes.poll(&site.store.db).await.unwrap();
    let seen = site.store.changes.version();
    site.restore(&file).await.unwrap();
    let tags = [pailou_store::LINK_TARGETS.to_owned()];
    assert!(!site.store.changes.unchanged_since(seen, &tags));
    site.restore(&file).await.unwrap();
    assert!(site.store.changes.version() > seen + 1);
}

#[tokio::test]
async fn restore_ends_all_sessions_and_keeps_the_audit_log() {
    let site = TestSite::new().await;
    site.execute(store::of_tests::USER).await;
    let file = site.backup("a.tar.zst").await;
    site.execute(store::of_tests::SESSION).await;
    for times in 1..3 {
        site.restore(&file).await.unwrap();
        let mut tx = site.store.db.snapshot().await.unwrap();
        let log: i64 = on_tx!(&mut tx, conn => {
            sqlx::query_scalar(store::of_tests::RESTORED).fetch_one(conn).await
        })
        .unwrap();
        assert_eq!(log, times);
    }
    let all = site.all().await;
    assert!(all.iter().any(|row| row.starts_with("users ")), "{all:?}");
    assert!(!all.iter().any(|row| row.starts_with("sessions ")), "{all:?}");
}

#[tokio::test]
async fn restore_deletes_codes_and_previously_revoked_tokens() {
    let site = TestSite::with_pages().await;
    site.execute(store::of_tests::USER).await;
    site.execute(store::of_tests::TOKENS).await;
    site.execute(store::of_tests::RECOVERY).await;
    for code in store::of_tests::CODES {
        site.execute(code).await;
    }
    let before = site.all().await;
    let file = site.backup("a.tar.zst").await;
    let mut tx = site.store.db.begin().await.unwrap();
    let actor = Actor::command_line();
    for token in ["ann: Goes", "bob: Stays"] {
        audit_log::log(&mut tx, &actor, Action::TokenRevoked, Subject::new(token)).await.unwrap();
    }
    // "Known" was revoked before the account was renamed. "Stays" was not revoked: of the two entries with this name,
    // one is for another user's token, the other for a token with another id.
    let known = Subject::new("anna: Known").before(&serde_json::json!({ "id": "3" }));
    audit_log::log(&mut tx, &actor, Action::TokenRevoked, known).await.unwrap();
    let other = Subject::new("ann: Stays").before(&serde_json::json!({ "id": "4" }));
    audit_log::log(&mut tx, &actor, Action::TokenRevoked, other).await.unwrap();
    tx.commit().await.unwrap();
    site.restore(&file).await.unwrap();
    let after = site.all().await;
    let removed_rows: Vec<_> = before.iter().filter(|row| !after.contains(row)).collect();
    let count = |table: &str| removed_rows.iter().filter(|row| row.starts_with(table)).count();
    let counts = ["invitations ", "setup_codes ", "preview_links ", "api_tokens "].map(count);
    assert_eq!((counts, removed_rows.len()), ([2, 1, 1, 2], 6), "{removed_rows:?}");
    for name in ["\"Goes\"", "\"Known\""] {
        assert!(removed_rows.iter().any(|row| row.contains(name)), "{removed_rows:?}");
    }
    // On a site without these entries in its audit log, every token is restored.
    let new = TestSite::new().await;
    new.restore(&file).await.unwrap();
    assert_eq!(new.all().await.iter().filter(|row| row.starts_with("api_tokens ")).count(), 3);
}

#[tokio::test]
async fn backup_with_invalid_rows_is_rejected() {
    let target = TestSite::new().await;
    let before = target.all().await;
    for row in store::of_tests::FOREIGN {
        let site = TestSite::with_pages().await;
        site.execute(row).await;
        let file = site.backup("a.tar.zst").await;
        assert_eq!(target.restore(&file).await.unwrap_err().code(), "damaged", "{row}");
    }
    assert_eq!(target.all().await, before);
}

#[tokio::test]
async fn corrupt_missing_or_unknown_files_are_not_backed_up() {
    let site = TestSite::with_pages().await;
    let folder = site.folder.path().join(FOLDER);
    let at = |bytes: &[u8]| {
        let hash = blake3::hash(bytes).to_hex().to_string();
        folder.join(&hash[..2]).join(hash)
    };
    std::fs::write(at(b"image"), b"rotten").unwrap();
    std::fs::write(folder.join("notes.txt"), b"x").unwrap();
    std::fs::write(at(b"arch").with_extension(pailou_database::id::new()), b"half").unwrap();
    let new = TestSite::new().await;
    let restored = new.restore(&site.backup("a.tar.zst").await).await.unwrap();
    assert_eq!(restored.files, 1);
    std::fs::remove_file(at(b"arch")).unwrap();
    let restored = new.restore(&site.backup("b.tar.zst").await).await.unwrap();
    assert_eq!(restored.files, 0);
}

#[test]
fn file_in_a_backup_must_match_its_hash() {
    let folder = TempDir::new().unwrap();
    let hash = blake3::hash(b"arch").to_hex().to_string();
    let check = |name: &str, bytes: &str, expected: bool| {
        let (file, archive) = (folder.path().join("file"), folder.path().join("a.tar.zst"));
        std::fs::write(&file, bytes).unwrap();
        let manifest =
            Manifest { format: FORMAT, version: "0".to_owned(), schema: 1, created_at: 0 };
        let to = std::fs::File::create(&archive).unwrap();
        let mut writer = archive::Writer::new(to, &manifest).unwrap();
        writer.file(name, &file).unwrap();
        writer.finish().unwrap();
        let into = TempDir::new().unwrap();
        let unpacked = extract::unpack(&archive, into.path(), 1);
        assert_eq!(unpacked.is_ok(), expected, "{name} {bytes}");
    };
    let name = format!("files/{}/{hash}", &hash[..2]);
    check(&name, "arch", true);
    check(&name, "arcs", false);
    check(&format!("files/00/{hash}"), "arch", false);
    check(&format!("files/{hash}"), "arch", false);
    check("files/ar/arch", "arch", false);
}

#[tokio::test]
async fn restore_discards_uploads_in_progress() {
    let site = TestSite::new().await;
    let (uploads, bytes) = (site.store.uploads(), site.store.uploads().join("u"));
    std::fs::create_dir_all(&uploads).unwrap();
    std::fs::write(&bytes, b"half").unwrap();
    site.execute(store::of_tests::UPLOAD).await;
    let file = site.backup("a.tar.zst").await;
    site.restore(&file).await.unwrap();
    let all = site.all().await;
    assert!(!all.iter().any(|row| row.starts_with("uploads ")), "{all:?}");
    assert!(!bytes.exists());
}

/// Creates a backup with a modified archive.
async fn changed(site: &TestSite, change: impl Fn(&mut Vec<u8>)) -> std::path::PathBuf {
    let mut bytes = Vec::new();
    let whole = site.folder.path().join("whole.tar.zst");
    if !whole.exists() {
        site.backup("whole.tar.zst").await;
    }
    zstd::Decoder::new(&read(&whole)[..]).unwrap().read_to_end(&mut bytes).unwrap();
    change(&mut bytes);
    let file = site.folder.path().join("changed.tar.zst");
    std::fs::write(&file, zstd::encode_all(&bytes[..], 1).unwrap()).unwrap();
    file
}

fn replace(bytes: &mut [u8], old: &str, new: &str) {
    assert_eq!(old.len(), new.len());
    let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
}

#[tokio::test]
async fn restore_of_an_invalid_backup_changes_nothing() {
    let site = TestSite::with_pages().await;
    let before = site.all().await;
    let whole = read(&site.backup("b.tar.zst").await);
    let file = site.folder.path().join("bad.tar.zst");
    for (bytes, code) in [
        (&b""[..], "not-a-backup"),
        (b"PK\x03\x04", "not-a-backup"),
        (&zstd::encode_all(&b"hello"[..], 1).unwrap(), "not-a-backup"),
        (&whole[..whole.len() / 2], "damaged"),
    ] {
        std::fs::File::create(&file).unwrap().write_all(bytes).unwrap();
        assert_eq!(site.restore(&file).await.unwrap_err().code(), code);
    }
    for (old, new, code) in [
        ("\"format\": 2", "\"format\": 3", "newer"),
        ("\"format\": 2", "\"format\": 1", "development"),
        ("\"schema\": ", "\"schema\":9", "newer"),
        ("# Start", "# Stary", "damaged"),
    ] {
        let file = changed(&site, |bytes| replace(bytes, old, new)).await;
        assert_eq!(site.restore(&file).await.unwrap_err().code(), code, "{old}");
    }
    let file = changed(&site, |bytes| bytes.truncate(bytes.len() - 2048)).await;
    assert_eq!(site.restore(&file).await.unwrap_err().code(), "damaged");
    assert_eq!(site.all().await, before);
    let left = std::fs::read_dir(site.folder.path()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    let is_left = |name: &std::ffi::OsString| {
        let name = name.to_string_lossy();
        name.starts_with(".passing") || name.starts_with("before")
    };
    assert!(!left.iter().any(is_left), "{left:?}");
}

/// Creates an archive with a manifest and one more entry of this type and name, as another program could.
fn with_entry(kind: tar::EntryType, name: &str) -> Vec<u8> {
    let manifest = Manifest { format: FORMAT, version: "0".to_owned(), schema: 1, created_at: 0 };
    let manifest = serde_json::to_vec(&manifest).unwrap();
    let mut tar = tar::Builder::new(Vec::new());
    let mut add = |kind, name: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        // Sets the name without validation, because the library rejects invalid names.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        tar.append(&header, bytes).unwrap();
    };
    add(tar::EntryType::Regular, MANIFEST, &manifest);
    add(kind, name, b"");
    zstd::encode_all(&tar.into_inner().unwrap()[..], 1).unwrap()
}

#[tokio::test]
async fn backup_entry_with_unsafe_path_or_type_is_rejected() {
    let site = TestSite::new().await;
    let file = site.folder.path().join("bad.tar.zst");
    let out = site.folder.path().join("x");
    let regular = tar::EntryType::Regular;
    for (kind, name) in [
        (regular, "../x"),
        (regular, "files/../../x"),
        (regular, "/x"),
        (regular, "files//x"),
        (regular, "pailou.db"),
        (regular, "tables/a/b/c"),
        (tar::EntryType::Symlink, "files/x"),
        (tar::EntryType::Link, "files/x"),
        (tar::EntryType::Directory, "files/x"),
    ] {
        std::fs::write(&file, with_entry(kind, name)).unwrap();
        let refused = site.restore(&file).await.unwrap_err();
        assert_eq!(refused.code(), "damaged", "{kind:?} {name}");
        assert!(!out.exists(), "{name}");
    }
}

#[tokio::test]
async fn existing_backup_is_not_overwritten() {
    let site = TestSite::new().await;
    let file = site.backup("a.tar.zst").await;
    let before = read(&file);
    let refused = write(&site.store, &file).await.unwrap_err();
    assert_eq!(refused.code(), "exists");
    assert_eq!(read(&file), before);
}

/// `tables` returns an error for a column type that backups do not support.
#[tokio::test]
async fn every_table_can_be_backed_up() {
    let site = TestSite::new().await;
    let mut tx = site.store.db.snapshot().await.unwrap();
    let tables = store::tables(&mut tx).await.unwrap();
    assert!(tables.len() > 40);
    assert_eq!(store::in_order(&mut tx, tables.clone()).await.unwrap().len(), tables.len());
}

//! Tests of copying between SQLite databases: rejected targets, interruption, and rows that cannot be stored.

use std::sync::Mutex;

use super::*;
use crate::tests::TestSite;
use pailou_database::on_tx;

impl TestSite {
    fn address(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    async fn copy(&self, to: &str) -> Result<Copied, CopyError> {
        copy_to(&self.store.db, to, &|_| {}).await
    }

    /// Starts a copy and aborts it after this number of rows.
    async fn interrupt(&self, to: &str, rows: u64) {
        let reached = tokio::sync::Notify::new();
        let report = |progress: Progress| {
            if matches!(progress, Progress::Copying { done, .. } if done >= rows) {
                reached.notify_one();
            }
        };
        tokio::select! {
            biased;
            () = reached.notified() => {}
            copied = copy_to(&self.store.db, to, &report) => panic!("not interrupted: {copied:?}"),
        }
    }
}

async fn fingerprints(db: &Db) -> Vec<(String, Fingerprint)> {
    let mut tx = db.snapshot().await.unwrap();
    let mut all = Vec::new();
    let tables = rows::tables(&mut tx).await.unwrap();
    for table in rows::in_order(&mut tx, tables).await.unwrap() {
        let fingerprint = fingerprint::of_table(&mut tx, &table).await.unwrap();
        all.push((table.name, fingerprint));
    }
    all
}

#[tokio::test]
async fn copy_has_every_row_of_every_table() {
    let site = TestSite::with_pages().await;
    site.execute(rows::of_tests::USER).await;
    let to = site.address("copy.db");
    let copied = site.copy(&to).await.unwrap();
    let copy = Db::open(&to).await.unwrap();
    assert_eq!(fingerprints(&copy).await, fingerprints(&site.store.db).await);
    assert_eq!(copied.tables, fingerprints(&copy).await);
}

#[tokio::test]
async fn copy_to_the_same_or_a_non_empty_database_is_rejected() {
    let site = TestSite::with_pages().await;
    let own = site.address("pailou.db");
    assert!(matches!(site.copy(&own).await, Err(CopyError::SameDatabase(_))));
    for sql in [store::of_tests::FOREIGN_TABLE, store::of_tests::PAGE] {
        let other = TestSite::new().await;
        other.execute(sql).await;
        let before = other.all().await;
        let refused = site.copy(&other.address("pailou.db")).await;
        assert!(matches!(refused, Err(CopyError::NotEmpty(_))), "{sql}: {refused:?}");
        assert_eq!(other.all().await, before);
    }
    let empty = TestSite::new().await;
    assert!(site.copy(&empty.address("pailou.db")).await.is_ok());
    let again = site.copy(&empty.address("pailou.db")).await;
    assert!(matches!(again, Err(CopyError::NotEmpty(_))), "{again:?}");
}

#[tokio::test]
async fn interrupted_copy_is_unusable_and_can_be_resumed() {
    let site = TestSite::with_pages().await;
    let to = site.address("copy.db");
    site.interrupt(&to, 3).await;
    assert!(matches!(Db::open(&to).await, Err(OpenError::UnfinishedCopy { .. })));
    let refused = TestSite::with_pages().await.copy(&to).await;
    assert!(matches!(refused, Err(CopyError::OtherCopy(_))), "{refused:?}");
    // Tables of the source may change after they were copied.
    site.execute(store::of_tests::CHANGE).await;
    let copied = site.copy(&to).await.unwrap();
    let copy = Db::open(&to).await.unwrap();
    assert_eq!(copied.tables, fingerprints(&site.store.db).await);
    assert_eq!(copied.tables, fingerprints(&copy).await);
}

#[tokio::test]
async fn copy_target_is_unusable_if_its_migrations_fail() {
    let site = TestSite::with_pages().await;
    let to = site.address("copy.db");
    let target = Db::connect(&to).await.unwrap();
    let mut tx = target.begin().await.unwrap();
    let sql = store::of_tests::BROKEN_MIGRATIONS;
    on_tx!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    target.close().await;
    let failed = site.copy(&to).await;
    assert!(matches!(failed, Err(CopyError::Open(_))), "{failed:?}");
    let opened = Db::open(&to).await.map(drop);
    assert!(matches!(opened, Err(OpenError::UnfinishedCopy { .. })), "{opened:?}");
}

/// Copies the site; returns the number of rows that were copied.
async fn copied_rows(site: &TestSite, to: &str) -> u64 {
    let rows = Mutex::new(0);
    let report = |progress| {
        if let Progress::Copying { total, .. } = progress {
            *rows.lock().unwrap() = total;
        }
    };
    copy_to(&site.store.db, to, &report).await.unwrap();
    rows.into_inner().unwrap()
}

#[tokio::test]
async fn resumed_copy_skips_complete_tables() {
    let site = TestSite::with_pages().await;
    let to = site.address("copy.db");
    site.interrupt(&to, 12).await;
    let rest = copied_rows(&site, &to).await;
    let all = copied_rows(&site, &site.address("other.db")).await;
    assert!(0 < rest && rest < all, "{rest} {all}");
}

#[tokio::test]
async fn copy_fails_if_the_target_rejects_a_value() {
    let site = TestSite::with_pages().await;
    site.execute(store::of_tests::UNSTORABLE).await;
    let to = site.address("copy.db");
    let refused = site.copy(&to).await.unwrap_err();
    assert!(refused.to_string().contains("pages"), "{refused}");
    assert!(matches!(Db::open(&to).await, Err(OpenError::UnfinishedCopy { .. })));
}

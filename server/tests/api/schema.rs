//! Tests of databases of other releases. A migration of a later release preserves the content. A database that this
//! release cannot open is rejected and not changed.

use std::net::IpAddr;

use bytes::Bytes;
use http::Request;
use pailou_testing::TestSite;
use serde_json::Value;
use sqlx::{Connection, PgConnection};

use crate::site::Site;

/// A migration of a later release. Its number is a date and time, so it is higher than those of all present migrations.
const LATER: (i64, &str) =
    (29_991_231_235_959, "alter table pages add column review text not null default 'open'");

/// Query for the columns and migrations of a PostgreSQL database, as one string.
const CONTENTS: &str = "select string_agg(line, ';' order by line) from ( \
    select table_name || '.' || column_name as line from information_schema.columns \
    where table_schema = 'public' union all \
    select version || encode(checksum, 'hex') || installed_on from _sqlx_migrations) lines";

async fn title(site: &TestSite) -> Value {
    let request = Request::get("/api/v1/public/docs/en/start").body(Bytes::new()).unwrap();
    let answer = site.answer(IpAddr::from([192, 0, 2, 1]), request).await;
    let page: Value = serde_json::from_slice(answer.body()).unwrap();
    page["title"].clone()
}

/// Whether the database accepts the statement.
async fn is_accepted(site: &TestSite, sql: &'static str) -> bool {
    site.execute(sql).await.is_ok()
}

#[tokio::test]
async fn database_migrated_by_a_later_release_is_rejected() {
    let site = Site::new().await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    let uses_new_column = "update pages set review = 'done' where review = 'open'";
    assert!(!is_accepted(site.inside(), uses_new_column).await);
    site.inside().close().await;
    let folder = site.temp_path("");
    // At the second start, the migration is already applied.
    for _ in 0..2 {
        let later = pailou_testing::site_of_later_release(site.database(), &folder, LATER).await;
        assert!(is_accepted(&later, uses_new_column).await);
        assert_eq!(title(&later).await, "Start");
        later.edit_page("en", "start", "# Start\n\nWritten later.\n", "ann").await;
        later.close().await;
    }
    let before = contents(&site).await;
    let refused = pailou_testing::open(site.database()).await.unwrap_err();
    assert!(refused.contains("newer version of Pailou (migration 29991231235959)"), "{refused}");
    assert_eq!(contents(&site).await, before);
}

/// Statements that give a database the tables and migrations of a development version.
const OF_DEVELOPMENT: [[&str; 2]; 2] = [
    [
        "alter table pageviews rename to hits",
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         select 29, 'untranslated copies', success, checksum, 1 from _sqlx_migrations \
         where version = 1",
    ],
    [
        "alter table pageviews rename to hits",
        "update _sqlx_migrations set checksum = substr(checksum, 1, 10)",
    ],
];

#[tokio::test]
async fn database_of_a_development_version_is_rejected() {
    for statements in OF_DEVELOPMENT {
        let site = Site::new().await;
        for sql in statements {
            site.inside().execute(sql).await.unwrap();
        }
        site.inside().close().await;
        let before = contents(&site).await;
        let refused = pailou_testing::open(site.database()).await.unwrap_err();
        for expected in ["earlier development version", "`pailou export`", "`pailou import`"] {
            assert!(refused.contains(expected), "{refused}");
        }
        assert_eq!(contents(&site).await, before);
    }
}

/// Returns the bytes of the SQLite file, or the columns and migrations of the PostgreSQL database.
async fn contents(site: &Site) -> Vec<u8> {
    if !site.database().starts_with("postgres") {
        return std::fs::read(site.database()).unwrap();
    }
    let mut connection = PgConnection::connect(site.database()).await.unwrap();
    let contents: String = sqlx::query_scalar(CONTENTS).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    contents.into_bytes()
}

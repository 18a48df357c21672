//! Tests of site files and of the site configuration that clients read.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::site::{Site, response_text};

const STYLESHEET: &str = "/api/v1/public/config/raw/global_style.css";

#[tokio::test]
async fn built_in_stylesheet_is_the_default() {
    let site = Site::new().await;
    assert_snapshot!(site.get(STYLESHEET).await, @"
    200 text/css; charset=utf-8
    /* Styles of this site go here. */
    ");
}

#[tokio::test]
async fn published_site_file_has_its_media_type() {
    let site = Site::new().await;
    site.inside().publish("global_style.css", "text/css", "h1 { color: teal }").await;
    site.inside().publish("banner.txt", "text/plain; charset=utf-8", "你好").await;
    assert_snapshot!(site.get(STYLESHEET).await, @"
    200 text/css
    h1 { color: teal }
    ");
    assert_snapshot!(site.get("/api/v1/public/config/raw/banner%2Etxt").await, @"
    200 text/plain; charset=utf-8
    你好
    ");
}

#[tokio::test]
async fn unchanged_site_file_is_304() {
    let site = Site::new().await;
    let first = site.answer("GET", STYLESHEET, None).await;
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let etag = first.headers()["etag"].to_str().unwrap();
    site.with_header(Some(("if-none-match", etag)));
    assert_eq!(site.answer("GET", STYLESHEET, None).await.status(), 304);
    site.inside().publish("global_style.css", "text/css", "h1 { color: teal }").await;
    assert_eq!(site.answer("GET", STYLESHEET, None).await.status(), 200);
}

#[tokio::test]
async fn unknown_site_file_is_404() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/config/raw/other.css").await, @r#"
    404 application/problem+json
    {"type":"/problems/not-found","title":"Not Found","status":404,"detail":"resource not found","code":"not-found"}
    "#);
    for name in ["Global_Style.css", "a%00b", "%2e%2e%2fsecret", "a'b", &"x".repeat(65)] {
        let answer = site.answer("GET", &format!("/api/v1/public/config/raw/{name}"), None).await;
        assert_eq!(answer.status(), 404, "{name}");
    }
}

#[tokio::test]
async fn site_configuration_has_title_locales_and_version() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/site").await, @r#"
    200 application/json
    {"title":{"zh-CN":"牌楼","en-US":"Pailou"},"locales":["zh-CN","en-US"],"version":"0.1.0","edit_url":null,"offline":true,"news":false,"stores_questions":true}
    "#);
}

const ADMIN: &str = "/api/v1/admin/config";
const SHEET: &str = "/api/v1/admin/config/global_style.css";

async fn sent(site: &Site, method: &str, path: &str, body: &Value) -> Value {
    let answer = site.answer(method, path, Some(&body.to_string())).await;
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

async fn got(site: &Site, path: &str) -> Value {
    serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
}

/// Sends a request that changes a site file, with the file's current revision in `if-match`.
async fn change(site: &Site, method: &str, path: &str, body: &Value) -> Value {
    let name = path.trim_start_matches(ADMIN).trim_start_matches('/').split('/').next().unwrap();
    let row = got(site, &format!("{ADMIN}/{name}")).await;
    site.with_header(Some(("if-match", &format!("\"{}\"", row["revision"].as_str().unwrap()))));
    let answer = sent(site, method, path, body).await;
    site.with_header(None);
    answer
}

async fn put(site: &Site, css: &str) -> Value {
    change(site, "PUT", SHEET, &json!({ "body": css })).await
}

async fn published(site: &Site) -> String {
    site.get(STYLESHEET).await.lines().skip(1).collect()
}

#[tokio::test]
async fn unconfirmed_stylesheet_is_reverted() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let first = put(&site, "a { b: c }").await;
    assert_eq!((&first["version"], &first["author"]), (&json!(1), &json!("owner")));
    assert!((1..=60_000).contains(&first["confirm_in"].as_i64().unwrap()));
    assert_eq!(published(&site).await, "a { b: c }");
    let confirmed =
        change(&site, "POST", &format!("{SHEET}/confirm"), &json!({ "keep": true })).await;
    assert_eq!(confirmed["confirm_in"], Value::Null);
    site.inside().perform_due_site_file_changes(61_000).await;
    assert_eq!(published(&site).await, "a { b: c }");

    put(&site, "* { display: none }").await;
    // The version before this one is not confirmed, either. The revert restores the last confirmed version.
    put(&site, "* { visibility: hidden }").await;
    site.inside().perform_due_site_file_changes(59_000).await;
    assert_eq!(published(&site).await, "* { visibility: hidden }");
    let stale = got(&site, SHEET).await;
    site.inside().perform_due_site_file_changes(61_000).await;
    assert_eq!(published(&site).await, "a { b: c }");
    // A late confirmation is rejected. The response contains the current state.
    site.with_header(Some(("if-match", stale["revision"].as_str().unwrap())));
    let late = sent(&site, "POST", &format!("{SHEET}/confirm"), &json!({ "keep": true })).await;
    assert_eq!((&late["code"], &late["row"]["version"]), (&json!("stale"), &json!(1)));
    site.with_header(None);

    put(&site, "* { opacity: 0 }").await;
    let back = change(&site, "POST", &format!("{SHEET}/confirm"), &json!({ "keep": false })).await;
    assert_eq!((&back["version"], &back["body"]), (&json!(1), &json!("a { b: c }")));
}

#[tokio::test]
async fn unconfirmed_first_stylesheet_is_reverted_to_the_default() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    put(&site, "* { display: none }").await;
    site.inside().perform_due_site_file_changes(60_000).await;
    assert_eq!(published(&site).await, "/* Styles of this site go here. */");
}

#[tokio::test]
async fn restoring_a_site_file_version_creates_a_new_version() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for css in ["a { b: c }", "a { b: d }", "a { b: e }"] {
        put(&site, css).await;
    }
    let restored = change(&site, "POST", &format!("{SHEET}/versions/1/restore"), &json!({})).await;
    assert_eq!((&restored["version"], &restored["body"]), (&json!(4), &json!("a { b: c }")));
    // A restored version needs a confirmation, because it may have been reverted earlier.
    assert!(restored["confirm_in"].as_i64().is_some_and(|left| left > 0), "{restored}");
    let versions = got(&site, &format!("{SHEET}/versions")).await;
    let numbers: Vec<_> =
        versions.as_array().unwrap().iter().map(|it| it["number"].clone()).collect();
    assert_eq!(numbers, [4, 3, 2, 1]);
    assert_eq!(
        (&versions[0]["restores"], &versions[0]["bytes"], &versions[0]["body"]),
        (&json!(1), &json!(10), &Value::Null)
    );
    assert_eq!(got(&site, &format!("{SHEET}/versions/2")).await["body"], "a { b: d }");
    let removed = change(&site, "DELETE", SHEET, &json!({})).await;
    assert_eq!((&removed["version"], &removed["body"]), (&Value::Null, &Value::Null));
    assert_eq!(published(&site).await, "/* Styles of this site go here. */");
    assert_eq!(got(&site, &format!("{SHEET}/versions")).await.as_array().unwrap().len(), 4);
    for number in ["9", "-1", "x", "99999999999999999999"] {
        let path = format!("{SHEET}/versions/{number}");
        assert!(site.get(&path).await.starts_with("404"), "{number}");
    }
}

#[tokio::test]
async fn scheduled_site_file_is_published_once() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let soon = now() + 3_600_000;
    let wish = json!({ "body": "{\"open\": true}", "publish_at": soon });
    let planned = sent(&site, "PUT", &format!("{ADMIN}/notice.json"), &wish).await;
    assert_eq!(
        (&planned["version"], &planned["due"], &planned["due_at"]),
        (&Value::Null, &json!(1), &json!(soon))
    );
    let raw = "/api/v1/public/config/raw/notice.json";
    site.inside().perform_due_site_file_changes(3_500_000).await;
    assert!(site.get(raw).await.starts_with("404"));
    site.inside().perform_due_site_file_changes(3_700_000).await;
    assert_snapshot!(site.get(raw).await, @r#"
    200 application/json
    {"open": true}
    "#);
    let row = got(&site, &format!("{ADMIN}/notice.json")).await;
    assert_eq!((&row["version"], &row["due"]), (&json!(1), &Value::Null));
    site.inside().perform_due_site_file_changes(9_000_000).await;
    let log = got(&site, "/api/v1/admin/log?action=config-published").await;
    assert_eq!(log.as_array().unwrap().len(), 1);
    assert_eq!((&log[0]["actor"], &log[0]["agent"]), (&json!("owner"), &json!("timer")));

    // A scheduled stylesheet needs no confirmation, because its author may be absent when it is published.
    change(&site, "PUT", SHEET, &json!({ "body": "a { b: c }", "publish_at": soon })).await;
    let off = change(&site, "DELETE", &format!("{SHEET}/schedule"), &json!({})).await;
    assert_eq!(off["due"], Value::Null);
    change(&site, "PUT", SHEET, &json!({ "body": "a { b: d }", "publish_at": soon })).await;
    for later in [3_700_000, 3_800_000] {
        site.inside().perform_due_site_file_changes(later).await;
        assert_eq!(published(&site).await, "a { b: d }");
    }
    for at in [now() - 1, now() + 367 * 86_400_000, i64::MAX] {
        let refused = change(&site, "PUT", SHEET, &json!({ "body": "", "publish_at": at })).await;
        assert_eq!(refused["errors"][0]["code"], "out-of-range", "{at}");
    }
}

#[tokio::test]
async fn schedule_is_canceled_if_its_author_lost_the_permission() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let plan = json!({ "body": "a { b: c }", "publish_at": now() + 3_600_000 });
    for (revoke_sql, restore_sql) in [
        (
            "update users set disabled_at = 1 where name = 'admin'",
            "update users set disabled_at = null where name = 'admin'",
        ),
        (
            "update users set role = 'editor' where name = 'admin'",
            "update users set role = 'admin' where name = 'admin'",
        ),
    ] {
        let planned = change(&site, "PUT", SHEET, &plan).await;
        assert!(planned["due"].is_number(), "{planned}");
        site.inside().execute(revoke_sql).await.unwrap();
        site.inside().perform_due_site_file_changes(3_700_000).await;
        site.inside().execute(restore_sql).await.unwrap();
        assert_eq!(published(&site).await, "/* Styles of this site go here. */", "{revoke_sql}");
        let row = got(&site, SHEET).await;
        assert_eq!((&row["due"], &row["due_at"]), (&Value::Null, &Value::Null), "{revoke_sql}");
        let log = got(&site, "/api/v1/admin/log?action=config-unscheduled").await;
        let (who, agent, before) = (&log[0]["actor"], &log[0]["agent"], &log[0]["before"]);
        let version = json!(planned["due"].to_string());
        assert_eq!((who, agent, before), (&json!("admin"), &json!("timer"), &version), "{log}");
    }
    change(&site, "PUT", SHEET, &plan).await;
    site.inside().perform_due_site_file_changes(3_700_000).await;
    assert_eq!(published(&site).await, "a { b: c }");
}

#[tokio::test]
async fn publishing_a_site_file_cancels_its_scheduled_version() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let (notice, soon) = (format!("{ADMIN}/notice.txt"), now() + 3_600_000);
    sent(&site, "PUT", &notice, &json!({ "body": "first" })).await;
    for path in [notice.as_str(), SHEET] {
        for (method, rest, body) in [
            ("PUT", "", json!({ "body": "a { b: c }" })),
            ("POST", "/versions/1/restore", json!({})),
            ("DELETE", "", json!({})),
        ] {
            let plan = json!({ "body": "b { c: d }", "publish_at": soon });
            let planned = change(&site, "PUT", path, &plan).await;
            assert_eq!(planned["due_at"], json!(soon), "{planned}");
            let done = change(&site, method, &format!("{path}{rest}"), &body).await;
            assert_eq!((&done["due"], &done["due_at"]), (&Value::Null, &Value::Null), "{done}");
        }
    }
    // Reverting a stylesheet does not cancel a scheduled version.
    change(&site, "PUT", SHEET, &json!({ "body": "a { b: e }" })).await;
    change(&site, "PUT", SHEET, &json!({ "body": "a { b: f }", "publish_at": soon })).await;
    change(&site, "POST", &format!("{SHEET}/confirm"), &json!({ "keep": false })).await;
    site.inside().perform_due_site_file_changes(3_700_000).await;
    assert_eq!(published(&site).await, "a { b: f }");
    assert!(site.get("/api/v1/public/config/raw/notice.txt").await.starts_with("404"));
}

#[tokio::test]
async fn scheduling_does_not_change_the_last_publication_time() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let first = put(&site, "a { b: c }").await;
    site.inside().execute("update config_heads set changed_at = 1000").await.unwrap();
    let plan = json!({ "body": "a { b: d }", "publish_at": now() + 3_600_000 });
    for (method, rest, body) in [
        ("PUT", "", plan),
        ("DELETE", "/schedule", json!({})),
        ("POST", "/confirm", json!({ "keep": true })),
    ] {
        let row = change(&site, method, &format!("{SHEET}{rest}"), &body).await;
        assert_eq!((&row["version"], &row["changed_at"]), (&json!(1), &json!(1000)), "{row}");
    }
    let second = put(&site, "a { b: e }").await;
    assert!(second["changed_at"].as_i64() >= first["changed_at"].as_i64(), "{second}");
}

#[tokio::test]
async fn invalid_site_file_is_rejected_with_the_error_positions() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let css = "@import url(https://evil.example/a.css);\nh1 { color red }\n\
               h2 { background: url(//evil.example/b) }";
    site.with_header(Some(("if-match", "*")));
    assert_snapshot!(response_text(&site.answer("PUT", SHEET, Some(&json!({ "body": css }).to_string())).await), @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"line 1, column 1: `@import` is not allowed; line 1, column 9: URL of another origin; line 2, column 6: syntax error; line 3, column 18: URL of another origin","code":"invalid","errors":[{"field":"body","code":"import","detail":"line 1, column 1: `@import` is not allowed","line":1,"column":1},{"field":"body","code":"foreign-url","detail":"line 1, column 9: URL of another origin","line":1,"column":9},{"field":"body","code":"syntax","detail":"line 2, column 6: syntax error","line":2,"column":6},{"field":"body","code":"foreign-url","detail":"line 3, column 18: URL of another origin","line":3,"column":18}]}
    "#);
    for (name, body, field, code) in [
        ("a.json", "{", "body", "syntax"),
        ("a.svg", "<svg/>", "name", "unknown-type"),
        ("A.css", "", "name", "invalid-characters"),
        ("%2e%2e%2fa.css", "", "name", "invalid-characters"),
        ("a.txt", "\u{0}", "body", "control-character"),
        ("a.txt", &"x".repeat(256 * 1024 + 1), "body", "too-large"),
        ("a.css", "a { b: c", "body", "unclosed"),
        ("a.css", "@function --f() { result: 1px }", "body", "function"),
    ] {
        let response =
            sent(&site, "PUT", &format!("{ADMIN}/{name}"), &json!({ "body": body })).await;
        let error = &response["errors"][0];
        assert_eq!((&error["field"], &error["code"]), (&json!(field), &json!(code)), "{response}");
    }
    assert_eq!(published(&site).await, "/* Styles of this site go here. */");
    assert_eq!(got(&site, ADMIN).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn stale_site_file_change_is_412() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let wish = json!({ "body": "first" });
    let path = format!("{ADMIN}/banner.txt");
    assert_eq!(sent(&site, "PUT", &path, &wish).await["revision"], "1");
    assert_eq!(sent(&site, "PUT", &path, &wish).await["code"], "precondition-required");
    assert_eq!(sent(&site, "PUT", SHEET, &wish).await["errors"][0]["field"], "body");
    site.with_header(Some(("if-match", "\"0\"")));
    let stale = sent(&site, "PUT", &path, &json!({ "body": "second" })).await;
    assert_eq!((&stale["code"], &stale["row"]["body"]), (&json!("stale"), &json!("first")));
    for (method, rest) in [
        ("DELETE", ""),
        ("POST", "/confirm"),
        ("DELETE", "/schedule"),
        ("POST", "/versions/1/restore"),
    ] {
        let response =
            sent(&site, method, &format!("{path}{rest}"), &json!({ "keep": true })).await;
        assert_eq!(response["code"], "stale", "{method} {rest}");
        let other_url = format!("{ADMIN}/other.txt{rest}");
        let response = sent(&site, method, &other_url, &json!({ "keep": true })).await;
        assert_eq!(response["code"], "not-found", "{method} {rest}");
    }
    // A request for an unused name does not create a site file.
    assert_eq!(got(&site, ADMIN).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn publishing_a_site_file_requires_reauthenticated_session() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let token = json!({ "name": "ci", "permissions": ["config"], "days": 1 });
    let made = sent(&site, "POST", "/api/v1/me/tokens", &token).await;
    let mine = site.token();
    site.with_token(made["token"].as_str());
    assert_eq!(got(&site, ADMIN).await[0]["name"], "global_style.css");
    assert_eq!(sent(&site, "PUT", SHEET, &json!({ "body": "" })).await["code"], "forbidden");
    site.with_token(mine.as_deref());
    site.inside().execute("update sessions set confirmed_at = 0").await.unwrap();
    assert_eq!(sent(&site, "PUT", SHEET, &json!({ "body": "" })).await["code"], "confirm-needed");
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_millis()).unwrap()
}

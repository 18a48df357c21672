//! Tests of the site files for interface texts, for links in header and footer, and for the site title.

use serde_json::{Value, json};

use crate::site::Site;

const ADMIN: &str = "/api/v1/admin/config";
const ABOUT: &str = "/api/v1/public/site";

async fn got(site: &Site, path: &str) -> Value {
    serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
}

async fn put(site: &Site, name: &str, body: &Value) -> Value {
    site.with_header(Some(("if-match", "*")));
    let change = json!({ "body": body.to_string() }).to_string();
    let answer = site.answer("PUT", &format!("{ADMIN}/{name}"), Some(&change)).await;
    site.with_header(None);
    serde_json::from_slice(answer.body()).unwrap()
}

fn error_code_and_position(answer: &Value) -> (&str, u64, u64) {
    let error = &answer["errors"][0];
    let position = |name: &str| error[name].as_u64().unwrap_or_default();
    (error["code"].as_str().unwrap_or_default(), position("line"), position("column"))
}

#[tokio::test]
async fn message_overrides_are_part_of_the_site_configuration() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    assert_eq!(got(&site, ABOUT).await["messages"], Value::Null);
    let entry = json!({ "text": "<b>手册</b>", "original": "文档" });
    put(&site, "messages.zh.json", &json!({ "app": { "docs": entry } })).await;
    let overrides = json!({ "zh-CN": { "app": { "docs": "<b>手册</b>" } } });
    assert_eq!(got(&site, ABOUT).await["messages"], overrides);
    put(&site, "messages.en.json", &json!({ "app": { "docs": { "text": "Manual" } } })).await;
    assert_eq!(got(&site, ABOUT).await["messages"]["en-US"]["app"]["docs"], "Manual");
    put(&site, "messages.zh.json", &json!({})).await;
    let overrides = json!({ "en-US": { "app": { "docs": "Manual" } } });
    assert_eq!(got(&site, ABOUT).await["messages"], overrides);
}

#[tokio::test]
async fn invalid_message_is_rejected_with_the_error_position() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for (area, key, text, code) in [
        ("app", "nothing", "x", "unknown-message"),
        ("nowhere", "docs", "x", "unknown-message"),
        ("app", "version", "版本", "placeholders-differ"),
        ("app", "docs", "", "empty"),
        ("app", "docs", "a\u{7}", "control-character"),
    ] {
        let body = json!({ area: { key: { "text": text } } });
        let answer = put(&site, "messages.zh.json", &body).await;
        assert_eq!(error_code_and_position(&answer).0, code, "{area}.{key} {text} {answer}");
    }
    let two_lines = "{\"app\": {\n \"名\": {\"text\": \"x\"}}}";
    let change = json!({ "body": two_lines }).to_string();
    let answer = site.answer("PUT", &format!("{ADMIN}/messages.zh.json"), Some(&change)).await;
    let answer: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(
        (error_code_and_position(&answer).0, error_code_and_position(&answer).1),
        ("unknown-message", 2)
    );
    let many: String = "x".repeat(70_000);
    let answer =
        put(&site, "messages.zh.json", &json!({ "app": { "docs": { "text": many } } })).await;
    assert_eq!(error_code_and_position(&answer).0, "too-large-for-pages");
    assert_eq!(got(&site, ABOUT).await["messages"], Value::Null);
}

#[tokio::test]
async fn built_in_messages_are_listed_for_administrators() {
    let site = Site::new().await;
    assert!(site.get("/api/v1/admin/messages").await.starts_with("401"));
    site.log_in_as("admin").await;
    let listed = got(&site, "/api/v1/admin/messages").await;
    let all = listed["messages"].as_array().unwrap();
    let docs = all.iter().find(|one| one["area"] == "app" && one["key"] == "docs").unwrap();
    let expected = json!({ "area": "app", "key": "docs", "zh": "文档", "en": "Docs" });
    assert_eq!(*docs, expected);
    assert!(all.len() > 500 && all.iter().all(|one| one["area"] != "command"));
}

#[tokio::test]
async fn navigation_links_are_localized_and_broken_ones_reported() {
    let site = Site::new().await;
    site.import(&[
        ("zh/start.md", "# 开始\n"),
        ("en/start.md", "# Start\n"),
        ("zh/a.md", "# 甲\n"),
    ])
    .await;
    site.log_in_as("owner").await;
    let navigation = json!({ "header": [
        { "label": { "zh": "开始", "en": "Start" }, "to": "/docs/start" },
        { "label": { "zh": "甲", "en": "A" }, "to": "/index/zh/docs/a" },
        { "label": { "en": "Forum" }, "only": "en", "to": "https://example.org/" },
    ] });
    let published = put(&site, "navigation.json", &navigation).await;
    assert_eq!(published["broken_links"], json!(["/index/en/docs/a"]));
    let entry = |label: &str, to: &str| json!({ "label": label, "to": to });
    let expected = json!({ "header": {
        "zh-CN": [entry("开始", "/index/zh/docs/start"), entry("甲", "/index/zh/docs/a")],
        "en-US": [
            entry("Start", "/index/en/docs/start"),
            entry("A", "/index/en/docs/a"),
            entry("Forum", "https://example.org/"),
        ],
    } });
    assert_eq!(got(&site, ABOUT).await["navigation"], expected);
    // Broken links are computed on each request, so the import of the page fixes this link.
    site.import(&[("en/a.md", "# A\n")]).await;
    let row = got(&site, &format!("{ADMIN}/navigation.json")).await;
    assert_eq!(row["broken_links"], json!([]));

    for (entry, code) in [
        (json!({ "label": { "zh": "甲" }, "to": "/docs" }), "one-language"),
        (json!({ "label": { "zh": "甲", "en": "A" }, "to": "javascript:alert(1)" }), "bad-address"),
        (json!({ "label": { "zh": "甲", "en": "A" }, "to": "//evil.example" }), "bad-address"),
        (json!({ "label": { "zh": "甲", "en": "A" }, "href": "/docs" }), "unknown-field"),
    ] {
        let answer = put(&site, "navigation.json", &json!({ "header": [entry] })).await;
        assert_eq!(error_code_and_position(&answer).0, code, "{entry}");
    }
}

#[tokio::test]
async fn published_site_title_replaces_the_configured_title() {
    let site = Site::with("[site]\ntitle.zh = '设置'\n").await;
    site.import(&[("zh/start.md", "# 开始\n")]).await;
    site.log_in_as("owner").await;
    let before = site.get("/index/zh/feed.xml").await;
    assert!(before.contains("设置"), "{before}");
    let about = json!({ "title": { "zh": "手册", "en": "Manual" }, "edit_url": "https://git.example/{file}", "offline": false });
    put(&site, "site.json", &about).await;
    let described = got(&site, ABOUT).await;
    assert_eq!(described["title"], json!({ "zh-CN": "手册", "en-US": "Manual" }));
    let passkey_options = site.post("/api/v1/me/passkeys/begin", "{}").await;
    assert!(passkey_options.contains(r#""name":"Manual""#), "{passkey_options}");
    assert_eq!(
        (&described["edit_url"], &described["offline"]),
        (&json!("https://git.example/{file}"), &json!(false))
    );
    for path in ["feed.xml", "news.xml", "manifest.webmanifest", "opensearch.xml", "llms.txt"] {
        let answer = site.get(&format!("/index/zh/{path}")).await;
        assert!(answer.contains("手册") && !answer.contains("设置"), "{path}: {answer}");
    }
    let page = got(&site, "/api/v1/public/docs/zh/start").await;
    assert_eq!(page["edit_url"], "https://git.example/zh/start.md");

    let settings = got(&site, "/api/v1/admin/site").await;
    assert_eq!(settings["title"]["zh-CN"], "设置");
    let origins = settings["origins"].as_array().unwrap();
    assert_eq!(origins.len(), 1);
    assert_eq!(origins[0]["key"], "site.title.zh");
    assert!(origins[0]["place"].as_str().unwrap().ends_with("pailou.toml"));
    for wrong in
        [json!({ "title": { "zh": "" } }), json!({ "edit_url": "x" }), json!({ "url": "" })]
    {
        assert_eq!(put(&site, "site.json", &wrong).await["code"], "invalid", "{wrong}");
    }
}

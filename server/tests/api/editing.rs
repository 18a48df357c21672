//! Tests of editing a published page without a draft.

use serde_json::{Value, json};

use crate::site::Site;

const PAGE: &str = "/api/v1/docs/en/guide/a";
const PUBLIC: &str = "/api/v1/public/docs/en/guide/a";

async fn site() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/guide/a.md", "---\ntitle: A\n---\n# A\n\nThe gate is closed.\n"),
        ("zh/guide/a.md", "# 甲\n\n门关着。\n"),
        ("en/guide/b.md", "# B\n"),
    ])
    .await;
    site
}

async fn read(site: &Site, path: &str) -> Value {
    let answer = site.answer("GET", path, None).await;
    serde_json::from_slice(answer.body()).unwrap()
}

/// Sends a change; returns the status and the body.
async fn put(site: &Site, path: &str, base: Option<&str>, change: &Value) -> (u16, Value) {
    site.with_header(base.map(|base| ("if-match", base)));
    let answer = site.answer("PUT", path, Some(&change.to_string())).await;
    site.with_header(None);
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

async fn revision(site: &Site) -> String {
    let page = read(site, PUBLIC).await;
    format!("\"{}\"", page["revision"].as_str().unwrap())
}

#[tokio::test]
async fn saving_a_page_updates_navigation_search_and_status() {
    let site = site().await;
    site.log_in_as("editor").await;
    let base = revision(&site).await;
    let change = json!({ "markdown": "# A gate\n\nThe portcullis is open.\n" });
    let (status, changed) = put(&site, PAGE, Some(&base), &change).await;
    assert_eq!(status, 200, "{changed}");
    assert_eq!(changed["url"], "/index/en/docs/guide/a");
    assert_eq!(changed["issues"], json!([]));
    let page = read(&site, PUBLIC).await;
    assert_eq!(page["title"], "A gate");
    assert_eq!(page["revision"], changed["revision"]);
    assert_eq!(page["markdown"], "# A gate\n\nThe portcullis is open.\n");
    let found = read(&site, "/api/v1/public/search?q=portcullis&locale=en").await;
    assert_eq!(found[0]["url"], "/index/en/docs/guide/a");
    let old_hits = read(&site, "/api/v1/public/search?q=closed&locale=en").await;
    assert_eq!(
        old_hits.as_array().unwrap().iter().filter(|hit| hit["locale"] == "en-US").count(),
        0
    );
    let translated = read(&site, "/api/v1/public/docs/zh/guide/a").await;
    assert_eq!(
        translated["outdated"].as_array().unwrap().len(),
        2,
        "title and paragraph must be outdated: {translated}"
    );
    let tree = read(&site, "/api/v1/public/docs-tree/en?at=guide/a").await;
    assert!(tree.to_string().contains("A gate"), "{tree}");
}

#[tokio::test]
async fn text_with_a_nul_character_is_rejected() {
    let site = site().await;
    site.log_in_as("editor").await;
    let (status, refused) = put(&site, PAGE, Some("*"), &json!({ "markdown": "# A\n\u{0}" })).await;
    assert_eq!((status, &refused["errors"][0]["field"]), (422, &json!("markdown")), "{refused}");
    assert_eq!(read(&site, PUBLIC).await["title"], "A");
}

#[tokio::test]
async fn line_endings_of_a_file_are_preserved() {
    let site = Site::new().await;
    site.import(&[("en/guide/a.md", "---\r\ntitle: A\r\n---\r\n# A\r\n")]).await;
    site.log_in_as("editor").await;
    assert_eq!(put(&site, PAGE, Some("*"), &json!({ "markdown": "# B\n\nOne.\n" })).await.0, 200);
    let page = read(&site, PUBLIC).await;
    assert_eq!(page["markdown"], "# B\r\n\r\nOne.\r\n");
}

#[tokio::test]
async fn stale_page_change_is_412() {
    let site = site().await;
    site.log_in_as("editor").await;
    let base = revision(&site).await;
    let mine = json!({ "markdown": "# Mine\n" });
    assert_eq!(put(&site, PAGE, None, &mine).await.0, 428);
    assert_eq!(put(&site, PAGE, Some(&base), &mine).await.0, 200);
    let (status, refused) =
        put(&site, PAGE, Some(&base), &json!({ "markdown": "# Yours\n" })).await;
    assert_eq!(status, 412);
    assert_eq!(refused["code"], "stale");
    assert_eq!(refused["current"]["markdown"], "# Mine\n");
    assert_eq!(refused["base"]["markdown"], "# A\n\nThe gate is closed.\n");
    assert_eq!(refused["base"]["front_matter"], "---\ntitle: A\n---\n");
    let (status, _) = put(&site, PAGE, Some("\"of-nothing\""), &mine).await;
    assert_eq!(status, 412);
    assert_eq!(put(&site, PAGE, Some("*"), &json!({ "markdown": "# Yours\n" })).await.0, 200);
    let again = put(&site, PAGE, Some("*"), &json!({ "markdown": "# Yours\n" })).await.1;
    assert_eq!(format!("\"{}\"", again["revision"].as_str().unwrap()), revision(&site).await);
}

#[tokio::test]
async fn omitted_front_matter_is_kept_and_invalid_one_is_rejected() {
    let site = site().await;
    site.log_in_as("owner").await;
    let body = "No heading.\n";
    put(&site, PAGE, Some("*"), &json!({ "markdown": body })).await;
    assert_eq!(read(&site, PUBLIC).await["title"], "A");
    let front = "---\ntitle: Renamed\nslug: moved\n---\n";
    let (_, changed) =
        put(&site, PAGE, Some("*"), &json!({ "markdown": body, "front_matter": front })).await;
    assert_eq!(changed["url"], "/index/en/docs/guide/moved");
    assert_eq!(site.answer("GET", PUBLIC, None).await.status(), 308);
    let moved = "/api/v1/docs/en/guide/moved";
    for (front, code) in
        [("---\ntitle: [\n---\n", "front-matter-invalid"), ("---\nopen\n", "front-matter-unclosed")]
    {
        let (status, refused) =
            put(&site, moved, Some("*"), &json!({ "markdown": body, "front_matter": front })).await;
        assert_eq!((status, refused["errors"][0]["code"].as_str()), (422, Some(code)));
    }
    let (_, changed) =
        put(&site, moved, Some("*"), &json!({ "markdown": "[x](./none.md)\n" })).await;
    assert_eq!(changed["issues"][0]["code"], "page-missing");
    assert_eq!(changed["issues"][0]["line"], 5);
}

#[tokio::test]
async fn page_editing_requires_a_suitable_role() {
    let site = site().await;
    let change = json!({ "markdown": "# New\n" });
    assert_eq!(put(&site, PAGE, Some("*"), &change).await.0, 401);
    // The source language of the page is Chinese, which is the default for pages that are imported in both languages.
    for (role, translation, source, nowhere) in [
        ("editor", 200, 200, 404),
        ("translator", 200, 403, 404),
        ("reviewer", 403, 403, 403),
        ("analyst", 403, 403, 403),
    ] {
        site.with_token(None);
        site.log_in_as(role).await;
        assert_eq!(put(&site, PAGE, Some("*"), &change).await.0, translation, "{role}");
        let zh = put(&site, "/api/v1/docs/zh/guide/a", Some("*"), &change).await.0;
        assert_eq!(zh, source, "{role}");
        let b = put(&site, "/api/v1/docs/zh/guide/b", Some("*"), &change).await.0;
        assert_eq!(b, nowhere, "{role}");
    }
}

#[tokio::test]
async fn texts_with_the_same_key_in_front_matter_are_one_page() {
    let site = site().await;
    let keyed = |text: &str| format!("---\nkey: gate\n---\n{text}");
    let (en, zh) = (keyed("# A\n\nThe gate is closed.\n"), keyed("# 甲\n\n门关着。\n"));
    site.import(&[("en/guide/a.md", &en), ("zh/guide/a.md", &zh), ("en/guide/b.md", "# B\n")])
        .await;
    let list = read(&site, "/api/v1/public/docs").await;
    let pages: Vec<_> =
        list.as_array().unwrap().iter().map(|page| (&page["key"], &page["url"])).collect();
    let pages: Vec<_> = pages.iter().map(|(key, url)| format!("{key} {url}")).collect();
    assert_eq!(
        pages,
        [
            "\"gate\" \"/index/en/docs/guide/a\"",
            "\"gate\" \"/index/zh/docs/guide/a\"",
            "\"guide/b\" \"/index/en/docs/guide/b\"",
        ]
    );
    // A Chinese text whose `key` is that of an existing page becomes the translation of this page.
    site.import(&[("zh/guide/c.md", "# 丙\n"), ("en/guide/a.md", &en)]).await;
    site.import(&[("zh/guide/c.md", "---\nkey: guide/b\n---\n# 丙\n")]).await;
    let page = read(&site, "/api/v1/public/docs/en/guide/b").await;
    assert_eq!(page["counterpart"]["url"], "/index/zh/docs/guide/c");
}

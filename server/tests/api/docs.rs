//! Tests of documentation pages, navigation, and search.

use insta::assert_snapshot;

use crate::site::Site;

async fn small() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "# Welcome\n\nHello.\n"),
        ("zh/index.md", "# 欢迎\n\n你好。\n"),
        ("en/guide/start.md", "# Start\n\nInstall it.\n\n## Then\n\nRun it.\n"),
        ("zh/guide/start.md", "# 开始\n\n安装。\n\n## 然后\n\n运行。\n"),
        ("en/guide/only.md", "# Only here\n\nNot translated.\n"),
    ])
    .await;
    site
}

#[tokio::test]
async fn unknown_locale_is_400() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/docs/fr/start").await, @r#"
    400 application/problem+json
    {"type":"/problems/bad-request","title":"Bad Request","status":400,"detail":"unknown locale `fr`","code":"bad-request"}
    "#);
}

#[tokio::test]
async fn page_list_is_paginated_with_a_total_count() {
    let site = small().await;
    assert_snapshot!(site.get("/api/v1/public/docs?locale=en&size=1&page=2").await, @r#"
    200 application/json
    x-total-count: 3
    [{"key":"guide/only","url":"/index/en/docs/guide/only","title":"Only here","description":"","locale":"en-US","updated_at":[time],"state":"up_to_date","counterpart":null}]
    "#);
    assert_snapshot!(site.get("/api/v1/public/docs?size=0").await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid `size`: expected a number from 1 to 200","code":"invalid","errors":[{"field":"size","code":"out-of-range","detail":"invalid `size`: expected a number from 1 to 200"}]}
    "#);
}

#[tokio::test]
async fn page_response_has_all_fields() {
    let site = small().await;
    let page = site.get("/api/v1/public/docs/en/guide/start").await;
    assert_snapshot!(without_ids(&page), @r##"
    200 application/json
    {"key":"guide/start","url":"/index/en/docs/guide/start","requested_locale":"en-US","locale":"en-US","title":"Start","description":"","html":"<span id=\"start\"></span><span id=\"开始\"></span>\n<p data-segment=\"2\">Install it.</p>\n<h2 id=\"then\" data-segment><span id=\"然后\"></span>Then</h2>\n<p data-segment>Run it.</p>\n","markdown":"# Start\n\nInstall it.\n\n## Then\n\nRun it.\n","headings":[{"id":"then","level":2,"text":"Then","counterpart_id":"然后","earlier_ids":[]}],"state":"up_to_date","counterpart":{"locale":"zh-CN","url":"/index/zh/docs/guide/start","state":"up_to_date","outdated":0},"outdated":[],"not_translated":0,"missing_sections":[],"revision":"[revision]","updated_at":[time],"authors":[],"source_locale":"zh-CN","previous":{"title":"Only here","url":"/index/en/docs/guide/only"},"next":null,"breadcrumbs":[{"title":"Guide","url":null}],"edit_url":null,"commit":null,"reading_minutes":1,"version":null,"versions":[]}
    "##);
}

#[tokio::test]
async fn markdown_can_be_omitted_from_the_page_response() {
    let site = small().await;
    let page = async |query: &str| {
        let path = format!("/api/v1/public/docs/zh/guide/start{query}");
        let answer = site.answer("GET", &path, None).await;
        serde_json::from_slice::<serde_json::Value>(answer.body()).unwrap()
    };
    assert_eq!(page("").await["markdown"], "# 开始\n\n安装。\n\n## 然后\n\n运行。\n");
    assert!(page("?markdown=false").await.get("markdown").is_none());
}

#[tokio::test]
async fn untranslated_page_falls_back_to_the_other_language() {
    let site = small().await;
    let answer = site.answer("GET", "/api/v1/public/docs/zh/guide/only", None).await;
    let page: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!((&page["requested_locale"], &page["locale"]), (&"zh-CN".into(), &"en-US".into()));
    assert_eq!(
        (&page["title"], &page["counterpart"]),
        (&"Only here".into(), &serde_json::Value::Null)
    );
}

#[tokio::test]
async fn missing_page_or_invalid_path_is_a_client_error() {
    let site = small().await;
    for path in ["guide/nowhere", "%00", "..%2f..%2fetc", "guide//start", "%ff"] {
        let answer = site.answer("GET", &format!("/api/v1/public/docs/en/{path}"), None).await;
        assert!([400, 404].contains(&answer.status().as_u16()), "{path} {}", answer.status());
    }
}

#[tokio::test]
async fn navigation_tree_is_expanded_along_the_current_path() {
    let site = small().await;
    assert_snapshot!(site.get("/api/v1/public/docs-tree/zh?at=guide/start").await, @r#"
    200 application/json
    {"nodes":[{"title":"Guide","url":"/index/zh/docs/guide/only","locale":"zh-CN","current":false,"open":true,"has_more":false,"children":[{"title":"Only here","url":"/index/zh/docs/guide/only","locale":"en-US","current":false,"open":false,"has_more":false,"children":[]},{"title":"开始","url":"/index/zh/docs/guide/start","locale":"zh-CN","current":true,"open":false,"has_more":false,"children":[]}]}]}
    "#);
}

#[tokio::test]
async fn english_and_chinese_queries_find_sections() {
    let site = small().await;
    assert_snapshot!(site.get("/api/v1/public/search?q=install&locale=en").await, @r#"
    200 application/json
    x-total-count: 1
    [{"url":"/index/en/docs/guide/start","area":"docs","title":"Start","heading":"","locale":"en-US","snippet":"Install it.","marks":[[0,7]],"score":1.3,"matched":[["install","Install"]],"more":0}]
    "#);
    assert_snapshot!(site.get("/api/v1/public/search?q=%E5%AE%89%E8%A3%85&locale=zh&size=1").await, @r#"
    200 application/json
    x-total-count: 1
    [{"url":"/index/zh/docs/guide/start","area":"docs","title":"开始","heading":"","locale":"zh-CN","snippet":"安装。","marks":[[0,2]],"score":1.3,"matched":[["安装","安装"]],"more":0}]
    "#);
    assert_snapshot!(site.get("/api/v1/public/search?q=").await, @"
    200 application/json
    x-total-count: 0
    []
    ");
}

#[tokio::test]
async fn site_without_a_front_page_has_default_blocks() {
    let site = small().await;
    let answer = site.answer("GET", "/api/v1/public/landing/en", None).await;
    let landing: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!((&landing["title"], &landing["locale"]), (&"Pailou".into(), &"en-US".into()));
    assert_eq!(landing["counterpart"]["url"], "/index/zh");
    assert_eq!(landing["blocks"][0]["html"], "<h1>Pailou</h1>");
    assert_eq!(landing["blocks"][1]["recent"].as_array().unwrap().len(), 3);
}

/// Replaces the revision id by a placeholder, because the id is random.
fn without_ids(text: &str) -> String {
    let (start, rest) = text.split_once(r#""revision":""#).unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    format!(r#"{start}"revision":"[revision]"{rest}"#)
}

#[tokio::test]
async fn page_list_can_include_untranslated_pages() {
    let site = Site::new().await;
    site.import(&[("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n"), ("en/only.md", "# Only\n")]).await;
    let list = async |query: &str| {
        let path = format!("/api/v1/public/docs?locale=zh{query}");
        let answer = site.answer("GET", &path, None).await;
        let listed: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
        let format_page = |page: &serde_json::Value| format!("{} {}", page["url"], page["state"]);
        let pages: Vec<_> = listed.as_array().unwrap().iter().map(format_page).collect();
        (answer.headers()["x-total-count"].to_str().unwrap().to_owned(), pages.join(", "))
    };
    let own = r#""/index/zh/docs/a" "up_to_date""#;
    assert_eq!(list("").await, ("1".to_owned(), own.to_owned()));
    let both = format!(r#"{own}, "/index/zh/docs/only" "not_translated""#);
    assert_eq!(list("&untranslated=true").await, ("2".to_owned(), both));
}

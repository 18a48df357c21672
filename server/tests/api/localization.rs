//! Tests of translation statistics.

use insta::assert_snapshot;

use crate::site::Site;

const STATUS: &str = "/api/v1/public/localization/status";

#[tokio::test]
async fn translation_status_of_an_empty_site_is_empty() {
    let site = Site::new().await;
    assert_snapshot!(site.get(STATUS).await, @"
    200 application/json
    x-total-count: 0
    x-total-sum: 0
    []
    ");
}

#[tokio::test]
async fn segments_of_page_without_translation_count_as_not_translated() {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "# Start\n\nHello.\n"),
        ("zh/index.md", "# 开始\n\n你好。\n"),
        ("en/only.md", "# Only here\n\nOne.\n\nTwo.\n"),
    ])
    .await;
    assert_snapshot!(site.get(STATUS).await, @r#"
    200 application/json
    x-total-count: 2
    x-total-sum: 10
    [{"locale":"zh-CN","area":"docs","total":5,"up_to_date":2,"outdated":0,"not_translated":3,"not_aligned":0,"not_reviewed":0,"machine_translated":0,"as_of":[time]},{"locale":"en-US","area":"docs","total":5,"up_to_date":5,"outdated":0,"not_translated":0,"not_aligned":0,"not_reviewed":0,"machine_translated":0,"as_of":[time]}]
    "#);
}

#[tokio::test]
async fn untranslated_page_without_text_counts_as_one_segment() {
    let site = Site::new().await;
    let title_only = "---\ntitle: Release 2.0\n---\n";
    site.import(&[("en/index.md", title_only), ("en/_news/2026-11-30-release.md", title_only)])
        .await;
    let rows: serde_json::Value =
        serde_json::from_slice(site.answer("GET", STATUS, None).await.body()).unwrap();
    let counts = |row: &serde_json::Value| format!("{}/{}", row["not_translated"], row["total"]);
    let all: Vec<_> = rows.as_array().unwrap().iter().map(counts).collect();
    assert_eq!(all, ["1/1", "0/1", "1/1", "0/1"], "{rows}");
}

const COPIED: &str =
    "# Start\n\nThe server is started by the script.\n\nIt is stopped by a signal.\n";

/// Returns two values for the Chinese page. The first is from the response for the English page: the state of its
/// translation and the number of pending segments. The second is the state in the page list.
async fn zh_of_page(site: &Site) -> (serde_json::Value, serde_json::Value) {
    let get = async |path: &str| -> serde_json::Value {
        serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
    };
    let page = get("/api/v1/public/docs/en/guide/a").await;
    let list = get("/api/v1/public/docs?locale=zh").await;
    let listed = list.as_array().unwrap().iter().find(|it| it["key"] == "guide/a").unwrap();
    let counterpart = &page["counterpart"];
    (serde_json::json!([counterpart["state"], counterpart["outdated"]]), listed["state"].clone())
}

#[tokio::test]
async fn page_with_only_untranslated_copies_is_not_translated() {
    let site = Site::new().await;
    site.import(&[("en/guide/a.md", COPIED), ("zh/guide/a.md", COPIED)]).await;
    let expected = (serde_json::json!(["not_translated", 2]), "not_translated".into());
    assert_eq!(zh_of_page(&site).await, expected);
    let rows: serde_json::Value =
        serde_json::from_slice(site.answer("GET", STATUS, None).await.body()).unwrap();
    let counts =
        |row: usize| (rows[row]["up_to_date"].as_i64(), rows[row]["not_translated"].as_i64());
    assert_eq!((counts(0), counts(1)), ((Some(1), Some(2)), (Some(3), Some(0))), "{rows}");
    let path = "/api/v1/public/docs-parallel/zh/guide/a";
    let both: serde_json::Value =
        serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap();
    let states: Vec<_> = both["rows"].as_array().unwrap().iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["same", "copied", "copied"], "{both}");
}

#[tokio::test]
async fn translation_with_one_untranslated_copy_is_outdated() {
    let site = Site::new().await;
    let zh = COPIED.replace("It is stopped by a signal.", "可以用信号停止它。");
    site.import(&[("en/guide/a.md", COPIED), ("zh/guide/a.md", &zh)]).await;
    let expected = (serde_json::json!(["outdated", 1]), "outdated".into());
    assert_eq!(zh_of_page(&site).await, expected);
}

#[tokio::test]
async fn new_glossary_updates_the_translation_counts() {
    let site = Site::new().await;
    site.import(&[("en/guide/a.md", COPIED), ("zh/guide/a.md", COPIED)]).await;
    let glossary = "the server is started by the script,\n";
    site.import(&[("en/b.md", "# B\n"), ("glossary.csv", glossary)]).await;
    assert_eq!(zh_of_page(&site).await.0, serde_json::json!(["not_translated", 1]));
}

#[tokio::test]
async fn changed_source_makes_the_translation_outdated() {
    let site = Site::new().await;
    let zh = ("zh/index.md", "# 开始\n\n你好。\n\n再见。\n");
    site.import(&[("en/index.md", "# Start\n\nHello.\n\nGood bye.\n"), zh]).await;
    site.import(&[("en/index.md", "# Start\n\nHello there, my friend.\n\nGood bye.\n"), zh]).await;
    let answer = site.answer("GET", STATUS, None).await;
    let rows: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    let counts = |row: usize| (rows[row]["up_to_date"].as_i64(), rows[row]["outdated"].as_i64());
    assert_eq!(rows[0]["locale"], "zh-CN");
    assert_eq!(counts(0), (Some(2), Some(1)), "{rows}");
    assert_eq!(counts(1), (Some(3), Some(0)), "{rows}");
}

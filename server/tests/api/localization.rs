//! Figures of the translation.

use insta::assert_snapshot;

use crate::site::Site;

const STATUS: &str = "/api/v1/public/localization/status";

#[tokio::test]
async fn an_empty_site_has_no_figures() {
    let site = Site::new().await;
    assert_snapshot!(site.get(STATUS).await, @"
    200 application/json
    x-total-count: 0
    x-total-sum: 0
    []
    ");
}

#[tokio::test]
async fn a_page_without_a_translation_is_missing_as_a_whole() {
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
async fn a_source_that_moved_on_leaves_the_other_language_behind() {
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

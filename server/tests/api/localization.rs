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
    assert_snapshot!(site.get(STATUS).await, @"");
}

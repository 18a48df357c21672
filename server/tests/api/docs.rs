//! Pages, their navigation, and search.

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
async fn an_unknown_locale_is_named() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/docs/fr/start").await, @r#"
    400 application/problem+json
    {"type":"/problems/bad-request","title":"Bad Request","status":400,"detail":"unknown locale `fr`","code":"bad-request"}
    "#);
}

#[tokio::test]
async fn a_list_has_pages_and_counts_all() {
    let site = small().await;
    assert_snapshot!(site.get("/api/v1/public/docs?locale=en&size=1&page=2").await, @r#"
    200 application/json
    x-total-count: 3
    [{"key":"guide/only","url":"/index/en/docs/guide/only","title":"Only here","locale":"en-US","updated_at":[time],"state":"current","counterpart":null}]
    "#);
    assert_snapshot!(site.get("/api/v1/public/docs?size=0").await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"`size` is a number from 1 to 200.","code":"invalid","errors":[{"field":"size","code":"out-of-range","detail":"`size` is a number from 1 to 200."}]}
    "#);
}

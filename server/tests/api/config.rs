//! Published values, and the site's description of itself.

use insta::assert_snapshot;

use crate::site::Site;

const STYLESHEET: &str = "/api/v1/public/config/raw/global_style.css";

#[tokio::test]
async fn there_is_always_a_stylesheet() {
    let site = Site::new().await;
    assert_snapshot!(site.get(STYLESHEET).await, @"
    200 text/css; charset=utf-8
    /* Styles of this site go here. */
    ");
}

#[tokio::test]
async fn a_published_value_comes_with_its_own_type() {
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
async fn a_value_is_sent_again_only_when_it_changed() {
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
async fn an_unknown_value_is_not_found() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/config/raw/other.css").await, @r#"
    404 application/problem+json
    {"type":"/problems/not-found","title":"Not Found","status":404,"detail":"nothing at this address","code":"not-found"}
    "#);
    for name in ["Global_Style.css", "a%00b", "%2e%2e%2fsecret", "a'b", &"x".repeat(65)] {
        let answer = site.answer("GET", &format!("/api/v1/public/config/raw/{name}"), None).await;
        assert_eq!(answer.status(), 404, "{name}");
    }
}

#[tokio::test]
async fn the_site_describes_itself() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/public/site").await, @r#"
    200 application/json
    {"title":{"zh-CN":"牌楼","en-US":"Pailou"},"locales":["zh-CN","en-US"],"version":"0.1.0","edit_url":null,"offline":true,"news":false}
    "#);
}

//! Tests of rules that apply to all API paths.

use insta::assert_snapshot;

use crate::site::{Site, response_text};

const LOGIN: &str = "/api/v1/login";

#[tokio::test]
async fn unknown_url_or_method_is_a_json_problem() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/nothing").await, @r#"
    404 application/problem+json
    {"type":"/problems/not-found","title":"Not Found","status":404,"detail":"resource not found","code":"not-found"}
    "#);
    assert_snapshot!(site.get(LOGIN).await, @r#"
    405 application/problem+json
    {"type":"/problems/method-not-allowed","title":"Method Not Allowed","status":405,"detail":"method not allowed","code":"method-not-allowed"}
    "#);
}

#[tokio::test]
async fn nul_in_a_query_is_rejected() {
    let site = Site::new().await;
    assert_snapshot!(site.get("/api/v1/admin/media/file?path=%00").await, @r#"
    400 application/problem+json
    {"type":"/problems/bad-request","title":"Bad Request","status":400,"detail":"the query contains a NUL character","code":"bad-request"}
    "#);
    for query in ["public/docs?locale=en-US&q=a%00b", "openapi.json?%00"] {
        assert!(site.get(&format!("/api/v1/{query}")).await.starts_with("400 "), "{query}");
    }
}

#[tokio::test]
async fn request_body_must_match_the_schema_and_size_limit() {
    let site = Site::new().await;
    assert_snapshot!(site.post(LOGIN, "{").await, @r#"
    400 application/problem+json
    {"type":"/problems/bad-request","title":"Bad Request","status":400,"detail":"invalid body: EOF while parsing an object at line 1 column 1","code":"bad-request"}
    "#);
    assert_snapshot!(site.post(LOGIN, r#"{"username":"ann"}"#).await, @r#"
    400 application/problem+json
    {"type":"/problems/bad-request","title":"Bad Request","status":400,"detail":"invalid body: missing field `password` at line 1 column 18","code":"bad-request"}
    "#);
    let large = format!(r#"{{"username":"{}","password":""}}"#, "x".repeat(2 << 20));
    assert_snapshot!(site.post(LOGIN, &large).await, @r#"
    413 application/problem+json
    {"type":"/problems/too-large","title":"Payload Too Large","status":413,"detail":"request body larger than 16384 bytes","code":"too-large"}
    "#);
    site.with_header(Some(("content-type", "text/plain")));
    assert_snapshot!(site.post(LOGIN, "{}").await, @r#"
    415 application/problem+json
    {"type":"/problems/unsupported-media-type","title":"Unsupported Media Type","status":415,"detail":"unsupported media type","code":"unsupported-media-type"}
    "#);
}

#[tokio::test]
async fn large_body_requires_a_valid_token() {
    const PAGES: &str = "/api/v1/admin/pages";
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let large = format!(r#"{{"text":"{}"}}"#, "x".repeat(200_000));
    let with_valid_token = site.post(PAGES, &large).await;
    assert!(with_valid_token.starts_with("400 "), "the body must be read: {with_valid_token}");
    for token in [None, Some("made-up"), Some("plt_made-up"), Some("Basic YTpi")] {
        site.with_token(token);
        assert!(site.post(PAGES, &large).await.starts_with("401 "), "{token:?}");
    }
}

#[tokio::test]
async fn cross_site_write_request_is_rejected() {
    let site = Site::new().await;
    site.with_header(Some(("sec-fetch-site", "cross-site")));
    assert_snapshot!(site.post("/api/v1/logout", "").await, @r#"
    403 application/problem+json
    {"type":"/problems/forbidden","title":"Forbidden","status":403,"detail":"cross-origin change rejected: expected a request from this site","code":"forbidden"}
    "#);
    site.with_header(Some(("cookie", "XSRF-TOKEN=abc")));
    assert_snapshot!(site.post("/api/v1/logout", "").await, @r#"
    403 application/problem+json
    {"type":"/problems/forbidden","title":"Forbidden","status":403,"detail":"missing or invalid CSRF header","code":"forbidden"}
    "#);
}

#[tokio::test]
async fn openapi_document_is_served_from_memory() {
    let site = Site::new().await;
    let answer = site.answer("GET", "/api/v1/openapi.json", None).await;
    assert!(answer.body() == &std::fs::read("openapi.json").unwrap());
    // The document is created once: the body of the next response is the same buffer in memory.
    let next = site.answer("GET", "/api/v1/openapi.json", None).await;
    assert_eq!(answer.body().as_ptr(), next.body().as_ptr());
    assert!(response_text(&answer).starts_with("200 application/json\n"));
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
}

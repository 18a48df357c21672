//! Tests of reader feedback.

use insta::assert_snapshot;

use crate::site::Site;

const FEEDBACK: &str = "/api/v1/public/docs-feedback";

async fn small() -> Site {
    let site = Site::new().await;
    site.import(&[("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n"), ("en/only.md", "# Only\n")]).await;
    site
}

/// Returns the path, locale, revision, answer, and comment of each stored feedback, sorted.
async fn stored_feedback(site: &Site) -> Vec<String> {
    let feedback = site.inside().feedback().await.into_iter();
    let mut feedback: Vec<_> = feedback
        .map(|(path, locale, revision, answer, comment)| {
            format!("{path} {locale} {revision} {answer} {comment}").trim().to_owned()
        })
        .collect();
    feedback.sort();
    feedback
}

#[tokio::test]
async fn feedback_is_stored_once_and_can_be_changed() {
    let site = small().await;
    let say = async |more: &str| {
        let body = format!(r#"{{"id":"x","url":"/index/zh/docs/a","answer":{more}}}"#);
        assert_eq!(site.post(FEEDBACK, &body).await, "202");
    };
    say(r#""no""#).await;
    say(r#""no""#).await;
    assert_eq!(stored_feedback(&site).await, ["a zh-CN 1 no"]);
    say(r#""yes","comment":" 很好。\r\n谢谢 ""#).await;
    assert_eq!(stored_feedback(&site).await, ["a zh-CN 1 yes 很好。\n谢谢"]);
    say(r#""yes""#).await;
    assert_eq!(
        stored_feedback(&site).await,
        ["a zh-CN 1 yes 很好。\n谢谢"],
        "feedback without a comment must keep the earlier comment"
    );
    let other_feedback = r#"{"id":"x","url":"/index/en/docs/a","answer":"no"}"#;
    assert_eq!(site.post(FEEDBACK, other_feedback).await, "202");
    assert_eq!(stored_feedback(&site).await.len(), 1, "an id must be valid for one text only");
}

#[tokio::test]
async fn feedback_stores_the_revision_read_by_the_visitor() {
    let site = small().await;
    let page = site.answer("GET", "/api/v1/public/docs/en/a", None).await;
    let page: serde_json::Value = serde_json::from_slice(page.body()).unwrap();
    let read = page["revision"].as_str().unwrap().to_owned();
    site.import(&[("en/a.md", "---\nslug: b\n---\n# A, again\n")]).await;
    for (id, revision) in
        [("old", read.as_str()), ("none", ""), ("wrong", "x-1"), ("later", &format!("{read}9"))]
    {
        let body = format!(
            r#"{{"id":"{id}","url":"/index/en/docs/a","answer":"yes","comment":"{id}","revision":"{revision}"}}"#
        );
        assert_eq!(site.post(FEEDBACK, &body).await, "202");
    }
    let expected =
        ["b en-US 1 yes old", "b en-US 2 yes later", "b en-US 2 yes none", "b en-US 2 yes wrong"];
    assert_eq!(stored_feedback(&site).await, expected);
}

#[tokio::test]
async fn feedback_on_a_fallback_page_stores_the_displayed_language() {
    let site = small().await;
    let body = r#"{"id":"x","url":"/index/zh/docs/only","answer":"no"}"#;
    assert_eq!(site.post(FEEDBACK, body).await, "202");
    assert_eq!(stored_feedback(&site).await, ["only en-US 1 no"]);
}

#[tokio::test]
async fn error_for_invalid_feedback_contains_the_field() {
    let site = small().await;
    assert_snapshot!(site.post(FEEDBACK, r#"{"url":"/index/zh/docs/nowhere","answer":"yes"}"#).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid `url`: expected a page of the documentation","code":"invalid","errors":[{"field":"url","code":"unknown-page","detail":"invalid `url`: expected a page of the documentation"}]}
    "#);
    assert_snapshot!(site.post(FEEDBACK, r#"{"id":"a b","url":"/index/zh/docs/a","answer":"maybe"}"#).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid id: expected 1 to 64 letters, digits, - and _; invalid answer: expected `yes` or `no`","code":"invalid","errors":[{"field":"id","code":"invalid","detail":"invalid id: expected 1 to 64 letters, digits, - and _"},{"field":"answer","code":"unknown-answer","detail":"invalid answer: expected `yes` or `no`"}]}
    "#);
    let long =
        format!(r#"{{"url":"/index/zh/docs/a","answer":"no","comment":"{}"}}"#, "文".repeat(501));
    assert!(site.post(FEEDBACK, &long).await.contains(r#""code":"too-long""#));
    assert!(site.post(FEEDBACK, "{}").await.starts_with("400 "));
    site.with_header(Some(("sec-fetch-site", "cross-site")));
    let forged = site.post(FEEDBACK, r#"{"url":"/index/zh/docs/a","answer":"yes"}"#).await;
    assert!(forged.starts_with("403 "), "{forged}");
    assert_eq!(stored_feedback(&site).await, [""; 0]);
}

#[tokio::test]
async fn feedback_form_redirects_to_the_page() {
    let site = small().await;
    site.with_header(Some(("content-type", "application/x-www-form-urlencoded")));
    let send = async |form: &str| {
        let answer = site.answer("POST", FEEDBACK, Some(form)).await;
        let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        (answer.status().as_u16(), to.unwrap_or_default())
    };
    let thanks = |path: &str| (303, format!("{path}#pailou-feedback-thanks"));
    let sent = send("url=/index/zh/docs/a&answer=yes&comment=%E5%A5%BD+%21&id=").await;
    assert_eq!(sent, thanks("/index/zh/docs/a"));
    assert_eq!(send("url=/index/zh/docs/only&answer=no").await, thanks("/index/zh/docs/only"));
    assert_eq!(stored_feedback(&site).await, ["a zh-CN 1 yes 好 !", "only en-US 1 no"]);
    let long = format!("url=/index/en/docs/a&answer=no&comment={}", "x".repeat(501));
    assert_eq!(send(&long).await, (303, "/index/en/docs/a#pailou-feedback-failed".to_owned()));
    for foreign in ["url=https://evil.example/&answer=yes", "url=//evil.example/index&answer=yes"] {
        assert_eq!(send(foreign).await, (422, String::new()), "{foreign}");
    }
    let evil = send("url=https://evil.example/index/en/docs/a&answer=yes").await;
    assert_eq!(evil, thanks("/index/en/docs/a"), "the redirect must not leave the site");
    assert_eq!(send("answer=yes").await.0, 400);
}

#[tokio::test]
async fn feedback_is_rate_limited() {
    let site = small().await;
    let body = r#"{"url":"/index/zh/docs/a","answer":"yes"}"#;
    let mut refused = 0;
    for _ in 0..30 {
        refused += usize::from(site.post(FEEDBACK, body).await.starts_with("429 "));
    }
    assert!(refused > 0 && stored_feedback(&site).await.len() >= 20);
    site.with_header(Some(("content-type", "application/x-www-form-urlencoded")));
    let answer = site.answer("POST", FEEDBACK, Some("url=/index/zh/docs/a&answer=yes")).await;
    assert_eq!(answer.headers()["location"], "/index/zh/docs/a#pailou-feedback-failed");
}

#[tokio::test]
async fn feedback_list_requires_a_login() {
    let site = small().await;
    let body = r#"{"url":"/index/zh/docs/a","answer":"no","comment":"太短。"}"#;
    assert_eq!(site.post(FEEDBACK, body).await, "202");
    const LIST: &str = "/api/v1/admin/docs-feedback";
    assert_eq!(site.answer("GET", LIST, None).await.status(), 401);
    site.log_in_as("reviewer").await;
    let answer = site.answer("GET", LIST, None).await;
    assert_eq!(answer.headers()["x-total-count"], "1");
    let listed: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    let feedback = &listed[0];
    let fields = [&feedback["url"], &feedback["title"], &feedback["answer"], &feedback["comment"]];
    assert_eq!(fields, ["/index/zh/docs/a", "甲", "no", "太短。"]);
}

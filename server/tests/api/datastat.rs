//! Tests of statistics: event collection and reports.

use insta::assert_snapshot;

use crate::site::{Site, today};

const COLLECT: &str = "/api/v1/public/datastat/collect";
const SUMMARY: &str = "/api/v1/public/datastat/summary";

async fn view(site: &Site, id: &str, url: &str) {
    let body = format!(r#"{{"id":"{id}","url":"{url}"}}"#);
    assert_eq!(site.post(COLLECT, &body).await, "202");
}

#[tokio::test]
async fn page_view_is_counted_once_per_id() {
    let site = Site::new().await;
    site.import(&[("zh/guide/start.md", "# 开始\n")]).await;
    view(&site, "a", "/index/zh/docs/guide/start").await;
    view(&site, "a", "/index/zh/docs/guide/start").await;
    view(&site, "b", "https://docs.example.org/index/zh/docs/guide/start/?x=1#y").await;
    view(&site, "c", "/index/en").await;
    assert_snapshot!(site.get(SUMMARY).await, @r#"
    200 application/json
    {"from":"[today]","to":"[today]","as_of":[time],"pageviews":3,"visitors":1,"visits":1,"searches":0,"searches_without_result":0,"pages":[{"path":"/index/zh/docs/guide/start","pageviews":2},{"path":"/index/en","pageviews":1}]}
    "#);
}

#[tokio::test]
async fn visitors_are_distinguished_by_network_and_browser() {
    let site = Site::new().await;
    site.at_address("2001:db8::1");
    view(&site, "a", "/index/zh").await;
    site.at_address("2001:db8::2");
    view(&site, "b", "/index/zh").await;
    site.with_browser("Mozilla/5.0 Safari/605");
    view(&site, "c", "/index/zh").await;
    site.at_address("2001:db8:0:1::1");
    view(&site, "d", "/index/zh").await;
    assert_snapshot!(site.get(SUMMARY).await, @r#"
    200 application/json
    {"from":"[today]","to":"[today]","as_of":[time],"pageviews":4,"visitors":3,"visits":3,"searches":0,"searches_without_result":0,"pages":[{"path":"/index/zh","pageviews":4}]}
    "#);
}

#[tokio::test]
async fn search_event_is_not_counted_as_a_page_view() {
    let site = Site::new().await;
    let event = r#"{"id":"a","url":"/index/zh","event":"search","locale":"zh-CN","referrer":"https://example.com/x"}"#;
    assert_eq!(site.post(COLLECT, event).await, "202");
    view(&site, "b", "/index/zh").await;
    assert_snapshot!(site.get(SUMMARY).await, @r#"
    200 application/json
    {"from":"[today]","to":"[today]","as_of":[time],"pageviews":1,"visitors":1,"visits":1,"searches":0,"searches_without_result":0,"pages":[{"path":"/index/zh","pageviews":1}]}
    "#);
}

#[tokio::test]
async fn opted_out_visitor_is_not_counted() {
    let site = Site::new().await;
    for header in [("dnt", "1"), ("sec-gpc", "1"), ("sec-purpose", "prefetch")] {
        site.with_header(Some(header));
        view(&site, header.0, "/index/zh").await;
    }
    site.with_header(None);
    site.with_browser("Mozilla/5.0 (compatible; Googlebot/2.1)");
    view(&site, "robot", "/index/zh").await;
    assert_snapshot!(site.get(SUMMARY).await, @r#"
    200 application/json
    {"from":"[today]","to":"[today]","as_of":[time],"pageviews":0,"visitors":0,"visits":0,"searches":0,"searches_without_result":0,"pages":[]}
    "#);
}

#[tokio::test]
async fn response_to_an_invalid_event_lists_all_invalid_fields() {
    let site = Site::new().await;
    let wrong = r#"{"id":"a b","url":"https://elsewhere.example/","locale":"fr","event":""}"#;
    assert_snapshot!(site.post(COLLECT, wrong).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid id: expected 1 to 64 letters, digits, - and _; invalid event: expected 1 to 64 lower-case letters, digits, - and _; invalid locale: expected zh-CN or en-US; invalid url: expected a page below /index in at most 2000 characters","code":"invalid","errors":[{"field":"id","code":"invalid","detail":"invalid id: expected 1 to 64 letters, digits, - and _"},{"field":"event","code":"invalid","detail":"invalid event: expected 1 to 64 lower-case letters, digits, - and _"},{"field":"locale","code":"unknown-locale","detail":"invalid locale: expected zh-CN or en-US"},{"field":"url","code":"invalid","detail":"invalid url: expected a page below /index in at most 2000 characters"}]}
    "#);
}

#[tokio::test]
async fn too_many_events_from_one_address_are_429() {
    let site = Site::new().await;
    site.with_header(Some(("dnt", "1")));
    let mut refused = None;
    for id in 0..200 {
        let body = format!(r#"{{"id":"{id}","url":"/index/zh"}}"#);
        let answer = site.answer("POST", COLLECT, Some(&body)).await;
        if answer.status() == 429 {
            refused = Some(answer);
            break;
        }
    }
    assert_eq!(refused.unwrap().headers()["retry-after"], "1");
    site.at_address("198.51.100.7");
    view(&site, "other", "/index/zh").await;
}

#[tokio::test]
async fn statistics_contain_only_the_requested_days() {
    let site = Site::new().await;
    view(&site, "a", "/index/zh").await;
    let views = async |query: &str| {
        let answer = site.answer("GET", &format!("{SUMMARY}?{query}"), None).await;
        assert_eq!(answer.status(), 200, "{query}");
        let summary: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
        summary["pageviews"].as_i64().unwrap()
    };
    assert_eq!(views(&format!("from={}", today())).await, 1);
    assert_eq!(views("to=2026-01-31").await, 0);
    assert_eq!(views("from=2025-12-28&to=2026-01-31").await, 0);
}

#[tokio::test]
async fn invalid_range_of_days_is_rejected() {
    let site = Site::new().await;
    assert_snapshot!(site.get(&format!("{SUMMARY}?from=yesterday&to=2026-02-30")).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid `to`: expected a day such as 2026-01-31; invalid `from`: expected a day such as 2026-01-31","code":"invalid","errors":[{"field":"to","code":"invalid-date","detail":"invalid `to`: expected a day such as 2026-01-31"},{"field":"from","code":"invalid-date","detail":"invalid `from`: expected a day such as 2026-01-31"}]}
    "#);
    assert_snapshot!(site.get(&format!("{SUMMARY}?from=2026-01-02&to=2026-01-01")).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid range: `from` is after `to`","code":"invalid","errors":[{"field":"from","code":"after-to","detail":"invalid range: `from` is after `to`"}]}
    "#);
    assert_snapshot!(site.get(&format!("{SUMMARY}?from=2024-01-01&to=2026-01-01")).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"range too long: at most 400 days","code":"invalid","errors":[{"field":"from","code":"too-many-days","detail":"range too long: at most 400 days"}]}
    "#);
}

async fn searched(site: &Site, id: &str, query: &str, results: i64) -> String {
    let body = serde_json::json!({
        "id": id, "url": "/index/zh/docs", "locale": "zh-CN",
        "search": { "query": query, "results": results },
    });
    site.post(COLLECT, &body.to_string()).await
}

#[tokio::test]
async fn search_queries_are_counted_without_personal_data() {
    let site = Site::new().await;
    assert_eq!(searched(&site, "a", "安装", 3).await, "202");
    assert_eq!(searched(&site, "a", "安装", 3).await, "202", "a repeated event must be accepted");
    assert_eq!(searched(&site, "b", " 安装 ", 2).await, "202");
    assert_eq!(searched(&site, "c", "Helm ann@example.org", 0).await, "202");
    assert!(searched(&site, "d", " ", 0).await.starts_with("422"));
    assert!(searched(&site, "e", "x", -1).await.starts_with("422"));
    let summary = site.get(SUMMARY).await;
    assert!(summary.contains(r#""searches":3,"searches_without_result":1"#), "{summary}");
    assert!(summary.contains(r#""pageviews":0"#), "{summary}");
    const SEARCHES: &str = "/api/v1/datastat/searches";
    assert!(site.get(SEARCHES).await.starts_with("401"));
    site.log_in_as("analyst").await;
    assert_snapshot!(site.get(SEARCHES).await, @r#"
    200 application/json
    x-total-count: 2
    x-total-sum: 3
    [{"term":"安装","locale":"zh-CN","searches":2,"without_results":0,"last":"[today]"},{"term":"helm …","locale":"zh-CN","searches":1,"without_results":1,"last":"[today]"}]
    "#);
    assert_snapshot!(site.get(&format!("{SEARCHES}?without_results=true&size=1")).await, @r#"
    200 application/json
    x-total-count: 1
    x-total-sum: 1
    [{"term":"helm …","locale":"zh-CN","searches":1,"without_results":1,"last":"[today]"}]
    "#);
    assert!(site.get(&format!("{SEARCHES}?size=0")).await.starts_with("422"));
    assert!(site.get(&format!("{SEARCHES}?from=2026-13-01")).await.starts_with("422"));
    let past = site.get(&format!("{SEARCHES}?from=2020-01-01&to=2020-01-02")).await;
    assert!(past.contains("x-total-count: 0"), "{past}");
}

#[tokio::test]
async fn views_of_unknown_urls_are_counted_but_not_listed() {
    let site = Site::new().await;
    site.import(&[("zh/a.md", "# 甲\n"), ("zh/_news/2026-01-01-x.md", "# 新闻\n")]).await;
    let real = ["/index/zh/docs/a", "/index/zh/news/2026-01-01-x", "/index/datastat", "/index/zh"];
    let others = ["/index/en/buy-now", "/index/zh/docs/none", "/index/admin", "/index/zh/news/no"];
    for (number, url) in real.iter().chain(&others).chain(&others).enumerate() {
        view(&site, &format!("v{number}"), url).await;
    }
    let answer = site.answer("GET", SUMMARY, None).await;
    let summary: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    let paths = summary["pages"].as_array().unwrap().iter();
    let mut paths: Vec<_> = paths.map(|page| page["path"].as_str().unwrap()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        ["/index/datastat", "/index/zh", "/index/zh/docs/a", "/index/zh/news/2026-01-01-x"]
    );
    assert_eq!(summary["pageviews"], 12, "views of unknown URLs must be counted, too");
}

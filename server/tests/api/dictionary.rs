//! Tests of the search dictionary: translations from aligned pages, decisions, and locked terms.

use serde_json::{Value, json};

use crate::site::Site;

const DICTIONARY: &str = "/api/v1/localization/dictionary";

/// Creates a site with one page in English only and six pages in both languages. The dictionary gets word pairs from
/// the six pages.
async fn site() -> Site {
    let site = Site::new().await;
    let pairs = [
        ("关闭闸门", "Close the sluice"),
        ("打开闸门", "Open the sluice"),
        ("闸门的高度", "Height of the sluice"),
        ("灯塔的高度", "Height of the lighthouse"),
        ("灯塔的颜色", "Colour of the lighthouse"),
        ("闸门的颜色", "Colour of the sluice"),
    ];
    let mut files = Vec::new();
    for (number, (zh, en)) in pairs.iter().enumerate() {
        files.push((format!("zh/p{number}.md"), format!("# {zh}\n\n{zh}。\n")));
        files.push((format!("en/p{number}.md"), format!("# {en}\n\n{en}.\n")));
    }
    files.push(("en/weir.md".to_owned(), "# Weir\n\nA weir holds the river back.\n".to_owned()));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    site.import(&files).await;
    site
}

async fn rows(site: &Site, query: &str) -> Vec<Value> {
    let answer = site.answer("GET", &format!("{DICTIONARY}?{query}"), None).await;
    assert_eq!(answer.status(), 200, "{answer:?}");
    serde_json::from_slice(answer.body()).unwrap()
}

/// Returns the translations of a Chinese word, with the decisions on them. `word` is percent-encoded.
async fn translations(site: &Site, word: &str) -> Vec<(String, Option<String>)> {
    let rows = rows(site, &format!("q={word}&locale=zh-CN")).await;
    let row = rows.iter().find(|row| row["written"] == decoded(word)).expect("the word is listed");
    let list = row["translations"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    list.map(|it| (text(&it["written"]).unwrap(), text(&it["decision"]))).collect()
}

fn decoded(word: &str) -> String {
    percent_encoding::percent_decode_str(word).decode_utf8().unwrap().into_owned()
}

async fn found(site: &Site, question: &str) -> Vec<String> {
    let answer =
        site.answer("GET", &format!("/api/v1/public/search?q={question}&locale=zh"), None).await;
    let hits: Vec<Value> = serde_json::from_slice(answer.body()).unwrap();
    hits.iter().map(|hit| hit["url"].as_str().unwrap().to_owned()).collect()
}

async fn decide(site: &Site, zh: &str, en: &str, decision: &str) -> u16 {
    let body = json!({ "zh": zh, "en": en, "decision": decision }).to_string();
    let path = format!("{DICTIONARY}/pair");
    site.answer("POST", &path, Some(&body)).await.status().as_u16()
}

const SLUICE: &str = "%E9%97%B8%E9%97%A8";

#[tokio::test]
async fn dictionary_translations_have_examples() {
    let site = site().await;
    assert!(site.get(DICTIONARY).await.starts_with("401"));
    site.log_in_as("analyst").await;
    assert_eq!(translations(&site, SLUICE).await[0], ("sluice".to_owned(), None));
    let evidence = format!("{DICTIONARY}/examples?zh={SLUICE}&en=sluice");
    let answer = site.answer("GET", &evidence, None).await;
    let pairs: Vec<Value> = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(pairs.len(), 4, "each sentence must be listed once");
    assert!(pairs.iter().all(|pair| pair["zh"].as_str().unwrap().contains("闸门")));
    assert!(pairs.iter().all(|pair| pair["en"].as_str().unwrap().contains("sluice")));
    assert_eq!(decide(&site, "闸门", "weir", "accept").await, 403);
}

#[tokio::test]
async fn decisions_on_translations_apply_to_search_immediately() {
    let site = site().await;
    site.log_in_as("admin").await;
    let weir = "/index/en/docs/weir#weir".to_owned();
    assert!(!found(&site, SLUICE).await.contains(&weir));
    assert_eq!(decide(&site, "闸门", "Weir", "accept").await, 204);
    assert_eq!(
        translations(&site, SLUICE).await,
        [("weir".to_owned(), Some("accept".to_owned()))],
        "only the accepted translation must be listed"
    );
    assert!(found(&site, SLUICE).await.iter().any(|url| url.starts_with("/index/en/docs/weir")));
    assert_eq!(decide(&site, "闸门", "weir", "forget").await, 204);
    assert_eq!(translations(&site, SLUICE).await[0].0, "sluice");
    assert_eq!(decide(&site, "闸门", "sluice", "reject").await, 204);
    let left = translations(&site, SLUICE).await;
    assert_eq!(left.last().unwrap(), &("sluice".to_owned(), Some("reject".to_owned())));
    assert_eq!(rows(&site, "decided=true").await.len(), 1);
    assert_eq!(decide(&site, "闸门", "sluice", "forget").await, 204);
    assert_eq!(rows(&site, "decided=true").await.len(), 0);
}

#[tokio::test]
async fn translations_of_a_locked_term_are_not_updated() {
    let site = site().await;
    site.log_in_as("owner").await;
    let before = translations(&site, SLUICE).await;
    let lock = async |locale: &str, term: &str, locked: bool| {
        let body = json!({ "locale": locale, "term": term, "locked": locked }).to_string();
        site.answer("POST", &format!("{DICTIONARY}/lock"), Some(&body)).await.status().as_u16()
    };
    assert_eq!(lock("zh-CN", "闸门", true).await, 204);
    assert_eq!(lock("zh-CN", "没有这个词", true).await, 422);
    assert_eq!(lock("fr", "x", true).await, 400);
    assert_eq!(rows(&site, "decided=true").await[0]["locked"], true);
    site.import(&[
        ("zh/q.md", "# 闸门\n\n闸门。\n\n闸门！\n"),
        ("en/q.md", "# Barrier\n\nBarrier.\n\nBarrier!\n"),
    ])
    .await;
    assert_eq!(translations(&site, SLUICE).await, before);
    assert_eq!(lock("zh-CN", "闸门", false).await, 204);
    assert_eq!(rows(&site, "decided=true").await.len(), 0);
}

#[tokio::test]
async fn invalid_translation_pair_is_rejected() {
    let site = site().await;
    site.log_in_as("owner").await;
    assert_eq!(decide(&site, "", "x", "accept").await, 422);
    assert_eq!(decide(&site, "闸 门", "x", "accept").await, 422);
    assert_eq!(decide(&site, "闸门", "!", "accept").await, 422);
    assert_eq!(decide(&site, &"门".repeat(65), "x", "accept").await, 422);
    assert_eq!(decide(&site, "闸门", "x", "maybe").await, 400);
}

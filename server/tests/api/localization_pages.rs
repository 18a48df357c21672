//! Tests of the translation status: pages, segments, trend, contributors, feed, and badge.

use serde_json::{Value, json};

use crate::site::Site;

const API: &str = "/api/v1/public/localization";
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn read(site: &Site, path: &str) -> Value {
    let answer = site.answer("GET", &format!("{API}{path}"), None).await;
    assert_eq!(answer.status(), 200, "{path} {:?}", answer.body());
    serde_json::from_slice(answer.body()).unwrap()
}

async fn file(site: &Site, path: &str) -> (u16, String, String) {
    let answer = site.answer("GET", path, None).await;
    let media_type = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (answer.status().as_u16(), media_type, String::from_utf8(answer.body().to_vec()).unwrap())
}

const EN: &str = "# Start\n\nThe door is closed.\n\n## Keys\n\nTake the key.\n";
const ZH: (&str, &str) = ("zh/guide/a.md", "# 开始\n\n门关着。\n\n## 钥匙\n\n拿钥匙。\n");

/// Creates a site with a page whose Chinese text has an outdated paragraph, and a page that is not translated.
async fn outdated_site() -> Site {
    let site = Site::new().await;
    let only = ("en/only.md", "# Only here\n\nOne.\n\nTwo.\n");
    site.import(&[("en/guide/a.md", EN), ZH, only]).await;
    let changed = EN.replace("Take the key.", "Take the <b>red</b> key & turn it.");
    site.import(&[("en/guide/a.md", &changed), ZH, only]).await;
    site
}

fn column<'a>(rows: &'a Value, name: &str) -> Vec<&'a Value> {
    rows.as_array().unwrap().iter().map(|row| &row[name]).collect()
}

#[tokio::test]
async fn page_list_of_the_translation_status_can_be_filtered() {
    let site = outdated_site().await;
    let keys = async |query: &str| {
        let rows = read(&site, &format!("/pages?{query}")).await;
        column(&rows, "key")
            .into_iter()
            .map(|key| key.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys("").await.len(), 4, "each page must be listed in each language");
    assert_eq!(
        keys("locale=zh-CN").await,
        ["only", "guide/a"],
        "the page with the most missing segments must be first"
    );
    assert_eq!(keys("locale=zh-CN&sort=title").await, ["only", "guide/a"]);
    assert_eq!(keys("state=outdated").await, ["guide/a"]);
    assert_eq!(keys("state=not_translated").await, ["only"]);
    assert_eq!(keys("locale=en-US&state=pending").await, Vec::<String>::new());
    assert_eq!(keys("locale=zh-CN&state=up_to_date").await, Vec::<String>::new());
    assert_eq!(keys("locale=zh-CN&q=ONLY").await, ["only"]);
    assert_eq!(keys("locale=zh-CN&key=guide/a").await, ["guide/a"]);
    assert_eq!(keys("area=news").await, Vec::<String>::new());
    let row = read(&site, "/pages?locale=zh-CN&key=guide/a").await[0].clone();
    let actual =
        json!([row["url"], row["title"], row["total"], row["up_to_date"], row["outdated"]]);
    assert_eq!(actual, json!(["/index/zh/docs/guide/a", "开始", 4, 3, 1]), "{row}");
    let row = read(&site, "/pages?locale=zh-CN&key=only").await[0].clone();
    let actual = json!([row["url"], row["title_locale"], row["total"], row["not_translated"]]);
    assert_eq!(actual, json!(["/index/en/docs/only", "en-US", 3, 3]), "{row}");
    let answer = site.answer("GET", &format!("{API}/pages?locale=zh-CN&size=1"), None).await;
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((header("x-total-count"), header("x-total-sum")), ("2".to_owned(), "4".to_owned()));
    for (query, status) in [("area=x", 422), ("sort=x", 422), ("state=x", 422), ("locale=fr", 400)]
    {
        let answer = site.answer("GET", &format!("{API}/pages?{query}"), None).await;
        assert_eq!(answer.status(), status, "{query}");
    }
}

#[tokio::test]
async fn translation_status_lists_the_most_viewed_page_first() {
    let site = outdated_site().await;
    let view = json!({ "id": "view-0001-0001-0001", "url": "/index/zh/docs/guide/a", "event": "pageview" });
    let answer = site.post("/api/v1/public/datastat/collect", &view.to_string()).await;
    assert!(answer.starts_with("202"), "{answer}");
    assert_eq!(read(&site, "/overview").await["has_views"], false, "no views must be counted yet");
    let at = read(&site, "/overview").await["as_of"].as_i64().unwrap();
    site.inside().record_translation_status(at).await;
    assert_eq!(read(&site, "/overview").await["has_views"], true);
    let rows = read(&site, "/pages?locale=zh-CN").await;
    assert_eq!(column(&rows, "key"), ["guide/a", "only"]);
    assert_eq!(column(&rows, "views"), [1, 0]);
}

#[tokio::test]
async fn views_at_the_url_of_a_missing_translation_are_counted() {
    let site = outdated_site().await;
    site.import(&[("en/same.md", "# Same\n\nOne.\n"), ("zh/same.md", "# 同\n\n一。\n")]).await;
    let view = async |number: u32, url: &str| {
        let id = format!("view-0001-0001-{number:04}");
        let view = json!({ "id": id, "url": url, "event": "pageview" });
        let answer = site.post("/api/v1/public/datastat/collect", &view.to_string()).await;
        assert!(answer.starts_with("202"), "{answer}");
    };
    for (number, url) in (1..).zip([
        "/index/zh/docs/only",
        "/index/zh/docs/only",
        "/index/en/docs/only",
        "/index/zh/docs/same",
        "/index/en/docs/guide/a",
        "/index/zh/docs/nowhere",
    ]) {
        view(number, url).await;
    }
    let at = read(&site, "/overview").await["as_of"].as_i64().unwrap();
    // The second recording must replace the counts, not add to them.
    for now in [at, at + 1] {
        site.inside().record_translation_status(now).await;
    }
    for locale in ["zh-CN", "en-US"] {
        for (key, views) in [("only", 3), ("same", 1), ("guide/a", 1)] {
            let rows = read(&site, &format!("/pages?locale={locale}&key={key}")).await;
            assert_eq!(column(&rows, "views"), [views], "{locale} {key}");
        }
    }
    site.log_in_as("editor").await;
    let answer = site.answer("GET", "/api/v1/admin/pages?sort=views", None).await;
    let rows: Value = serde_json::from_slice(answer.body()).unwrap();
    let first = (&rows[0]["key"], &rows[0]["views"]);
    assert_eq!(first, (&json!("only"), &json!(3)), "the admin page list must have the same order");
}

#[tokio::test]
async fn outdated_segment_has_its_old_and_new_source_text() {
    let site = outdated_site().await;
    let rows = read(&site, "/segments?locale=zh-CN&area=docs&key=guide/a").await;
    let expected = json!([{
        "id": rows[0]["id"],
        "state": "outdated",
        "kind": "paragraph",
        "change": "major",
        "conflict": false,
        "since": rows[0]["since"],
        "url": "/index/zh/docs/guide/a#%E9%92%A5%E5%8C%99",
        "source_before": "Take the key.",
        "source": "Take the <b>red</b> key & turn it.",
        "translation": "拿钥匙。",
        "pieces": rows[0]["pieces"],
    }]);
    assert_eq!(rows, expected);
    assert!(rows[0]["since"].is_i64(), "{rows}");
    let text_without = |piece: &str| -> String {
        let pieces = rows[0]["pieces"].as_array().unwrap().iter();
        pieces.filter(|it| it[0] != piece).map(|it| it[1].as_str().unwrap()).collect()
    };
    assert_eq!(text_without("new"), "Take the key.");
    assert_eq!(text_without("old"), "Take the <b>red</b> key & turn it.");
    let rows = read(&site, "/segments?locale=zh-CN&area=docs&key=only&size=2").await;
    assert_eq!(column(&rows, "state"), ["not_translated", "not_translated"]);
    assert_eq!(column(&rows, "source"), ["# Only here", "One."]);
    assert_eq!(rows[1]["url"], "/index/en/docs/only#only-here");
    let none = read(&site, "/segments?locale=en-US&area=docs&key=guide/a").await;
    assert_eq!(none, json!([]));
    let none = read(&site, "/segments?locale=zh-CN&area=docs&key=only&state=outdated").await;
    assert_eq!(none, json!([]));
    for (query, status) in [
        ("locale=zh-CN&area=docs&key=nothing", 404),
        ("locale=zh-CN&area=docs", 400),
        ("locale=fr&area=docs&key=only", 400),
        ("locale=zh-CN&area=docs&key=only&state=x", 422),
    ] {
        let answer = site.answer("GET", &format!("{API}/segments?{query}"), None).await;
        assert_eq!(answer.status(), status, "{query}");
    }
}

#[tokio::test]
async fn segment_list_contains_copies_and_unaligned_segments() {
    let site = Site::new().await;
    let en = "# Start\n\nThe server is started by the script.\n\n## End\n\nOne.\n\nTwo.\n";
    let zh = "# 开始\n\nThe server is started by the script.\n\n## 结束\n\n甲乙丙丁戊己庚辛壬癸，子丑寅卯辰巳午未申酉戌亥。\n";
    site.import(&[("en/a.md", en), ("zh/a.md", zh)]).await;
    let page = read(&site, "/pages?locale=zh-CN&key=a").await[0].clone();
    let rows = read(&site, "/segments?locale=zh-CN&area=docs&key=a").await;
    for state in ["outdated", "not_translated", "not_aligned"] {
        let listed = column(&rows, "state").into_iter().filter(|it| *it == state).count();
        assert_eq!(json!(listed), page[state], "{state} {page} {rows}");
    }
    let copied = rows.as_array().unwrap().iter().find(|row| row["translation"] != "").unwrap();
    assert_eq!(copied["source"], copied["translation"]);
}

#[tokio::test]
async fn translation_status_contains_no_unpublished_pages() {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "# Start\n"),
        ("en/secret.md", "---\ndraft: true\n---\n# Secret\n\nNot yet.\n"),
        ("en/_news/2999/later.md", "---\ndate: 2999-01-01\n---\n# Later\n\nNot yet.\n"),
        ("zh/_news/2999/later.md", "---\ndate: 2999-01-01\n---\n# 以后\n\n还没有。\n"),
        ("en/_news/2020/old.md", "---\ndate: 2020-01-01\n---\n# Old\n"),
    ])
    .await;
    let rows = read(&site, "/pages?locale=zh-CN&sort=title").await;
    assert_eq!(column(&rows, "title"), ["Old", "Start"]);
    let areas = read(&site, "/status").await;
    assert_eq!(column(&areas, "total"), [1, 1, 1, 1], "{areas}");
    for (area, key) in [("docs", "secret"), ("news", "2999/later")] {
        let path = format!("{API}/segments?locale=zh-CN&area={area}&key={key}");
        assert_eq!(site.answer("GET", &path, None).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn translation_trend_has_one_row_per_day_and_language() {
    let site = Site::new().await;
    assert_eq!(read(&site, "/trend").await, json!([]));
    assert_eq!(
        read(&site, "/overview").await["late"],
        true,
        "a status that was never recorded must be late"
    );
    let now = read(&site, "/overview").await["as_of"].as_i64().unwrap();
    site.import(&[("en/a.md", "# A\n\nOne.\n")]).await;
    site.inside().record_translation_status(now - 500 * DAY).await;
    site.inside().record_translation_status(now - 20 * DAY).await;
    site.inside().record_translation_status(now - 3 * 60 * 60 * 1000).await;
    assert_eq!(
        read(&site, "/overview").await["late"],
        true,
        "a status recorded three hours ago must be late"
    );
    site.import(&[("en/a.md", "# A\n\nOne.\n"), ("zh/a.md", "# 甲\n\n一。\n")]).await;
    site.inside().record_translation_status(now).await;
    let overview = read(&site, "/overview").await;
    assert_eq!((&overview["late"], &overview["recorded_at"]), (&json!(false), &json!(now)));
    let rows = read(&site, "/trend?locale=zh-CN&area=docs&step=week").await;
    assert_eq!(column(&rows, "total"), [2, 2]);
    assert_eq!(column(&rows, "up_to_date"), [0, 2]);
    let all = read(&site, "/trend?area=docs").await;
    assert!(all.as_array().unwrap().len() >= 4, "{all}");
    let messages = read(&site, "/trend?area=interface").await;
    assert!(messages[0]["total"].as_i64().unwrap() > 500, "{messages}");
    let answer = site.answer("GET", &format!("{API}/trend?step=year"), None).await;
    assert_eq!(answer.status(), 422);
}

#[tokio::test]
async fn translation_overview_counts_messages_and_navigation() {
    let site = Site::new().await;
    let rows = read(&site, "/overview").await["rows"].clone();
    assert_eq!(column(&rows, "area"), ["interface", "interface"]);
    let site = Site::new().await;
    let navigation = json!({ "header": [
        { "label": { "zh": "文档", "en": "Docs" }, "to": "/docs" },
        { "label": { "zh": "备案" }, "only": "zh", "to": "https://example.org/" },
    ] });
    site.inside().publish("navigation.json", "application/json", &navigation.to_string()).await;
    let messages = json!({ "localization": { "title": { "text": "State of translation" } } });
    site.inside().publish("messages.en.json", "application/json", &messages.to_string()).await;
    let rows = read(&site, "/overview").await["rows"].clone();
    let of = |locale: &str, area: &str| {
        let rows = rows.as_array().unwrap().iter();
        rows.clone().find(|row| row["locale"] == locale && row["area"] == area).unwrap().clone()
    };
    assert_eq!(of("zh-CN", "navigation")["total"], 2);
    assert_eq!(of("en-US", "navigation")["total"], 1);
    assert_eq!(of("zh-CN", "interface")["outdated"], 1);
    assert_eq!(of("en-US", "interface")["outdated"], 0);
}

#[tokio::test]
async fn contributor_list_has_no_email_addresses_or_hidden_names() {
    let site = Site::with("localization.hidden-contributors = [\"Lin Wei\"]\n").await;
    site.import(&[("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n"), ("en/b.md", "# B\n")]).await;
    assert_eq!(
        read(&site, "/contributors").await,
        json!([]),
        "an import must not add contributors"
    );
    site.inside().edit_page("en", "a", "# A\n\nOne.\n", "Ann <ann@example.org>").await;
    site.inside().edit_page("en", "b", "# B\n\nOne.\n", "Ann").await;
    site.inside().edit_page("zh", "a", "# 甲\n\n一。\n", "lin wei").await;
    let rows = read(&site, "/contributors").await;
    let contributors: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["name"], row["texts"], row["locales"]]))
        .collect();
    assert_eq!(contributors, [json!(["Ann", 2, ["en-US"]])]);
    assert!(!rows.to_string().contains('@'), "{rows}");
}

#[tokio::test]
async fn glossary_is_readable_without_a_login() {
    let site = Site::new().await;
    assert_eq!(read(&site, "/glossary").await, json!([]));
    let glossary = "term,translation,forbidden\nrevision,修订版本,版本|历史版本\nURL,\n";
    site.import(&[("en/a.md", "# A\n"), ("glossary.csv", glossary)]).await;
    let rows = read(&site, "/glossary").await;
    assert_eq!(column(&rows, "term"), ["revision", "URL"]);
    assert_eq!(rows[0]["forbidden"], json!(["版本", "历史版本"]));
    assert_eq!(column(&read(&site, "/glossary?q=REV").await, "term"), ["revision"]);
    assert_eq!(column(&read(&site, "/glossary?q=修订").await, "term"), ["revision"]);
}

#[tokio::test]
async fn translation_feed_lists_pages_with_outdated_segments() {
    let site = outdated_site().await;
    let (status, media_type, atom) = file(&site, "/index/localization/feed/zh.xml").await;
    assert_eq!((status, media_type.as_str()), (200, "application/atom+xml; charset=utf-8"));
    assert!(atom.contains("<title>开始：1 个段落待更新</title>"), "{atom}");
    assert!(atom.contains("https://docs.example.org/index/zh/docs/guide/a"), "{atom}");
    // The text is escaped as HTML, and the HTML is escaped as XML.
    assert!(atom.contains("&amp;lt;b&amp;gt;red"), "{atom}");
    let (_, _, atom) = file(&site, "/index/localization/feed/en.xml").await;
    assert!(!atom.contains("<updated>1970"), "an empty feed must have the current time: {atom}");
    assert!(!atom.contains("<entry>"), "{atom}");
    for path in ["feed/fr.xml", "feed/zh", "badge/fr.svg", "badge/zh.png"] {
        let answer = site.answer("GET", &format!("/index/localization/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn badge_shows_the_up_to_date_percentage() {
    let site = outdated_site().await;
    let answer = site.answer("GET", "/index/localization/badge/zh.svg", None).await;
    assert_eq!(answer.headers()["content-type"], "image/svg+xml; charset=utf-8");
    assert_eq!(answer.headers()["cache-control"], "public, max-age=300");
    assert_eq!(answer.headers()["cross-origin-resource-policy"], "cross-origin");
    let svg = String::from_utf8(answer.body().to_vec()).unwrap();
    assert!(svg.contains("aria-label=\"中文: 43% 最新\""), "{svg}");
    let (_, _, svg) = file(&site, "/index/localization/badge/en.svg").await;
    assert!(svg.contains("English: 100% up to date"), "{svg}");
}

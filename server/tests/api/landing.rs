//! Tests of the front page, its blocks, and the news: both languages, feeds, scheduled entries, and invalid content.

use serde_json::{Value, json};

use crate::site::Site;

const HERO_EN: &str = "---\nblock: hero\norder: 1\ntitle: Two sides\ndescription: What it is.\n---\n# Arch\n\nTwo sides.\n\n\
                       - [Start](../guide/start.md)\n- [Source](https://example.org/a)\n";
const HERO_ZH: &str = "---\nblock: hero\norder: 1\ntitle: 两面\n---\n# 牌楼\n\n两面。\n";
const FEATURES: &str = "---\nblock: features\norder: 2\n---\n## What\n\n### [One](../guide/start.md)\n\nFirst.\n\n### Two\n\nSecond.\n";

async fn landing(site: &Site, locale: &str) -> Value {
    let answer = site.answer("GET", &format!("/api/v1/public/landing/{locale}"), None).await;
    serde_json::from_slice(answer.body()).unwrap()
}

async fn news(site: &Site, path: &str) -> (u16, Value) {
    let answer = site.answer("GET", &format!("/api/v1/public/news/{path}"), None).await;
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap())
}

fn names(landing: &Value) -> Vec<String> {
    let blocks = landing["blocks"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    blocks
        .map(|it| format!("{} {} {}", text(&it["name"]), text(&it["kind"]), text(&it["locale"])))
        .collect()
}

#[tokio::test]
async fn front_page_blocks_are_in_order_in_both_languages() {
    let site = Site::new().await;
    site.import(&[
        ("en/_landing/features.md", FEATURES),
        ("en/_landing/hero.md", HERO_EN),
        ("zh/_landing/hero.md", HERO_ZH),
        ("en/guide/start.md", "# Start\n"),
        ("zh/guide/start.md", "# 开始\n"),
    ])
    .await;
    let en = landing(&site, "en").await;
    assert_eq!(names(&en), ["hero hero en-US", "features features en-US"]);
    assert_eq!(
        (en["title"].as_str(), en["description"].as_str()),
        (Some("Two sides"), Some("What it is."))
    );
    let hero = en["blocks"][0]["html"].as_str().unwrap();
    assert!(hero.starts_with("<h1>Arch</h1>"), "{hero}");
    assert!(hero.contains("href=\"/index/en/docs/guide/start\""), "{hero}");
    let features = &en["blocks"][1];
    assert!(features["html"].as_str().unwrap().contains("What</h2>"), "{features}");
    assert_eq!(features["entries"].as_array().unwrap().len(), 2, "{features}");
    assert!(features["entries"][0]["html"].as_str().unwrap().contains("First."), "{features}");

    let zh = landing(&site, "zh").await;
    assert_eq!(
        names(&zh),
        ["hero hero zh-CN", "features features en-US"],
        "the block must fall back to the other language"
    );
    assert_eq!((zh["title"].as_str(), zh["locale"].as_str()), (Some("两面"), Some("zh-CN")));
    assert_eq!(
        en["counterpart"]["state"], "outdated",
        "a block is not translated: {}",
        en["counterpart"]
    );
    let tree = site.get("/api/v1/public/docs/tree/en").await;
    assert!(!tree.contains("_landing"), "{tree}");
    let map = site.get("/sitemap.xml").await;
    assert!(!map.contains("_landing") && !map.contains("#hero"), "{map}");
}

#[tokio::test]
async fn site_downloads_have_size_and_checksum() {
    let site = Site::new().await;
    let sum = "00".repeat(32);
    let block = format!(
        "---\nblock: downloads\nversion: \"1.10\"\nfiles:\n- file: ../files/abc.zip\n  platform: linux-x64\n  sha256: {sum}\n\
         - file: https://example.org/b%20c.dmg?x=1\n  platform: macos\n  size: 7\n  sha256: {sum}\n- file: javascript:alert(1)\n---\n## Get it\n"
    );
    site.import(&[("en/_landing/get.md", &block), ("en/files/abc.zip", "abc")]).await;
    let landing = landing(&site, "en").await;
    let release = &landing["blocks"][0]["release"];
    assert_eq!(release["version"], "1.10");
    let files = release["files"].as_array().unwrap();
    assert_eq!(files.len(), 2, "a `javascript:` URL must be rejected: {release}");
    assert_eq!(files[0]["size"], 3);
    assert_eq!(
        files[0]["sha256"],
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!((files[1]["name"].as_str(), files[1]["size"].as_i64()), (Some("b c.dmg"), Some(7)));
}

#[tokio::test]
async fn home_page_of_vitepress_becomes_blocks() {
    let site = Site::new().await;
    site.import(&[
        (
            "en/index.md",
            "---\nlayout: home\nhero:\n  name: \"<Arch>\"\n  text: Two sides\n  actions:\n  - text: Start\n    link: /guide/start\n\
             features:\n- title: One\n  details: First.\n  link: ./guide/start.md\n---\n\nBelow.\n",
        ),
        ("en/guide/start.md", "# Start\n"),
        ("en/_landing/zz.md", "---\nblock: action\n---\n## Begin\n"),
    ])
    .await;
    let landing = landing(&site, "en").await;
    let expected =
        ["hero hero en-US", "features features en-US", "text markdown en-US", "zz action en-US"];
    assert_eq!(names(&landing), expected);
    let hero = landing["blocks"][0]["html"].as_str().unwrap();
    assert!(hero.starts_with("<h1>&lt;Arch&gt;</h1><p>Two sides</p>"), "{hero}");
    assert!(hero.contains("<a href=\"/index/en/docs/guide/start\">Start</a>"), "{hero}");
    assert_eq!(landing["title"], "Two sides");
}

#[tokio::test]
async fn home_page_of_vuepress_becomes_blocks() {
    let site = Site::new().await;
    site.import(&[
        (
            "en/README.md",
            "---\nhome: true\nheroText: Arch\ntagline: Two sides\nheroImage: /a.svg\nactionText: Start\n\
             actionLink: /guide/start\nfeatures:\n- title: One\n  details: First.\nfooter: MIT\n---\n",
        ),
        ("zh/README.md", "---\nhome: true\nheroText: null\n---\n"),
        ("en/guide/start.md", "# Start\n"),
    ])
    .await;
    let english = landing(&site, "en").await;
    let hero = english["blocks"][0]["html"].as_str().unwrap();
    assert!(hero.starts_with("<h1>Arch</h1><p>Two sides</p>"), "{hero}");
    assert!(hero.contains("<a href=\"/index/en/docs/guide/start\">Start</a>"), "{hero}");
    assert_eq!(english["blocks"][1]["entries"][0]["html"], "<h3>One</h3><p>First.</p>");
    // Without a title of its own, the page shows the title of the site.
    let chinese = landing(&site, "zh").await;
    let title = chinese["title"].as_str().unwrap();
    assert!(!title.is_empty());
    let expected = format!("<h1>{title}</h1>");
    assert_eq!(chinese["blocks"][0]["html"].as_str(), Some(expected.as_str()));
}

#[tokio::test]
async fn news_is_listed_newest_first_without_future_entries() {
    let site = Site::new().await;
    site.import(&[
        ("en/_news/2026-01-02-one.md", "---\ndescription: First.\n---\n# One\n\nText.\n"),
        ("zh/_news/2026-01-02-one.md", "# 一\n\n文字。\n"),
        ("en/_news/two.md", "---\ntitle: \"Two <b>\"\ndate: 2026-03-04T12:00+08:00\n---\nMore.\n"),
        ("en/_news/far.md", "---\ndate: 9999-12-31\n---\n# Far\n"),
        ("en/_news/draft.md", "---\ndate: 2026-01-01\ndraft: true\n---\n# Draft\n"),
        ("en/guide/a.md", "# A\n\n[News](../_news/two.md)\n"),
    ])
    .await;
    let (_, listed) = news(&site, "zh").await;
    let entries: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["title"].as_str().unwrap(), it["locale"].as_str().unwrap()))
        .collect();
    assert_eq!(entries, [("Two <b>", "en-US"), ("一", "zh-CN")]);
    assert_eq!(listed[0]["at"], 1_772_596_800_000_i64);
    // An entry without a description uses the beginning of its text.
    assert_eq!(
        (&listed[0]["description"], &listed[1]["description"]),
        (&json!("More."), &json!("文字。"))
    );
    let (_, listed) = news(&site, "en").await;
    assert_eq!(listed[1]["description"], "First.");
    let (status, one) = news(&site, "en/2026-01-02-one").await;
    assert_eq!(
        (status, one["title"].as_str(), one["newer"]["title"].as_str()),
        (200, Some("One"), Some("Two <b>"))
    );
    assert_eq!(
        (one["older"].clone(), one["counterpart"]["url"].as_str()),
        (Value::Null, Some("/index/zh/news/2026-01-02-one"))
    );
    assert!(!one["html"].as_str().unwrap().contains("<h1"), "{one}");
    for path in ["en/far", "en/draft", "en/none", "en/%00", "en/.."] {
        assert_eq!(news(&site, path).await.0, 404, "{path}");
    }
    assert_eq!(news(&site, "fr").await.0, 400);
    assert_eq!(news(&site, "en?size=0").await.0, 422);
    let page = site.get("/api/v1/public/docs/en/guide/a").await;
    assert!(page.contains("href=\\\"/index/en/news/two\\\""), "{page}");
    let map = site.get("/sitemap.xml").await;
    assert!(map.contains("/index/en/news/two<") && !map.contains("far"), "{map}");
    site.log_in_as("editor").await;
    let written = site.answer("GET", "/api/v1/admin/pages?area=news&sort=path", None).await;
    let written: Value = serde_json::from_slice(written.body()).unwrap();
    let stand = |row: &Value| (row["key"].clone(), row["en"]["visible_at"].clone());
    let comes: Vec<_> = written.as_array().unwrap().iter().map(stand).collect();
    let never = 253_402_214_400_000_i64;
    assert_eq!(
        comes,
        [
            (json!("2026-01-02-one"), Value::Null),
            (json!("draft"), Value::Null),
            (json!("far"), json!(never)),
            (json!("two"), Value::Null),
        ]
    );
    let far =
        site.get(&format!("/api/v1/admin/pages/{}", written[2]["id"].as_str().unwrap())).await;
    assert!(far.contains(&format!("\"visible_at\":{never}")), "{far}");
}

#[tokio::test]
async fn news_feeds_list_entries_and_have_an_etag() {
    let site = Site::new().await;
    site.import(&[
        ("en/_news/two.md", "---\ntitle: \"Two <b>\"\ndate: 2026-03-04\ndescription: Said.\n---\n[More](../guide/a.md)\n"),
        ("en/guide/a.md", "# A\n"),
    ])
    .await;
    let answer = site.answer("GET", "/index/zh/news.json", None).await;
    let feed: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["items"][0]["date_published"], "2026-03-04T00:00:00Z");
    assert_eq!(feed["items"][0]["language"], "en-US");
    let html = feed["items"][0]["content_html"].as_str().unwrap();
    assert!(html.contains("/index/en/docs/guide/a\"") && !html.contains("\"/index"), "{html}");
    let atom = site.get("/index/en/news.xml").await;
    for part in [
        "application/atom+xml",
        "<title>Two &lt;b&gt;</title>",
        "<published>2026-03-04T00:00:00Z</published>",
    ] {
        assert!(atom.contains(part), "{part}: {atom}");
    }
    assert!(atom.contains("<summary>Said.</summary>"), "{atom}");
    let etag = site.answer("GET", "/index/en/news.xml", None).await.headers()["etag"].clone();
    let three =
        "---\ndate: 2026-03-05\n---\n# Three\n\n```sh\nrun\n```\n\nA *new* one.\n\nAnd more.\n";
    site.import(&[("en/_news/three.md", three)]).await;
    site.with_header(Some(("if-none-match", etag.to_str().unwrap())));
    let stale = site.answer("GET", "/index/en/news.xml", None).await;
    assert_eq!(stale.status().as_u16(), 200, "a stale ETag must return the new feed");
    assert_ne!(stale.headers()["etag"], etag);
    let body = String::from_utf8_lossy(stale.body()).into_owned();
    assert!(body.contains("Three") && body.contains("<summary>A new one.</summary>"), "{body}");
}

#[tokio::test]
async fn edited_block_is_shown_immediately() {
    let hero = |text: &str| {
        format!(
            "---\nblock: hero\n---\n# Arch\n\nA gateway arch carries {text} on each of its sides.\n"
        )
    };
    let zh = "---\nblock: hero\n---\n# 牌楼\n\n牌楼两面都有题字。\n";
    let site = Site::new().await;
    site.import(&[("en/_landing/hero.md", &hero("words")), ("zh/_landing/hero.md", zh)]).await;
    assert_eq!(landing(&site, "zh").await["counterpart"]["state"], "up_to_date");
    site.import(&[("en/_landing/hero.md", &hero("an inscription"))]).await;
    let en = landing(&site, "en").await;
    assert!(en["blocks"][0]["html"].as_str().unwrap().contains("inscription"), "{en}");
    assert_eq!(en["counterpart"]["state"], "outdated", "the Chinese block must be outdated");
    assert_eq!(en["counterpart"]["outdated"], 1);
}

#[tokio::test]
async fn front_page_of_the_admin_api_includes_drafts() {
    let site = Site::new().await;
    site.import(&[
        ("en/_landing/features.md", FEATURES),
        ("en/_landing/hero.md", HERO_EN),
        ("zh/_landing/hero.md", HERO_ZH),
    ])
    .await;
    let written = "/api/v1/admin/landing/en";
    assert_eq!(site.answer("GET", written, None).await.status(), 401);
    site.log_in_as("analyst").await;
    assert_eq!(site.answer("GET", written, None).await.status(), 403);
    site.log_in_as("editor").await;
    let json = async |path: &str| -> Value {
        serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
    };
    let standing = landing(&site, "en").await;
    assert_eq!(json(written).await, standing, "without drafts, the page must be the published one");

    let rows = json("/api/v1/admin/pages?area=landing&sort=title").await;
    let hero = rows.as_array().unwrap().iter().find(|row| row["key"] == "hero").unwrap();
    let id = hero["id"].as_str().unwrap();
    let draft = HERO_EN.replace("order: 1", "order: 4").replace("# Arch", "# Gate");
    let page = json(&format!("/api/v1/admin/pages/{id}")).await;
    let revision = format!("\"{}\"", page["en"]["revision"].as_str().unwrap());
    site.with_header(Some(("if-match", &revision)));
    let body = serde_json::json!({ "text": draft }).to_string();
    let saved =
        site.answer("PUT", &format!("/api/v1/admin/pages/{id}/en/draft"), Some(&body)).await;
    assert_eq!(saved.status(), 200);
    site.with_header(None);
    let begun =
        r#"{"area":"landing","block":"action","locale":"en","path":"begin","title":"Set out"}"#;
    let made = site.answer("POST", "/api/v1/admin/pages", Some(begun)).await;
    let page: Value = serde_json::from_slice(made.body()).unwrap();
    assert_eq!((made.status().as_u16(), &page["en"]["listed"]["title"]), (201, &json!("Set out")));
    let titles = rows.as_array().unwrap().iter().map(|row| &row["en"]["title"]);
    assert_eq!(
        titles.collect::<Vec<_>>(),
        ["Arch", "What"],
        "a block without a title must be labeled with its heading"
    );

    let seen = json(written).await;
    let expected = ["features features en-US", "begin action en-US", "hero hero en-US"];
    assert_eq!(names(&seen), expected, "the order must be that of the drafts");
    assert!(seen["blocks"][2]["html"].as_str().unwrap().contains("<h1>Gate</h1>"), "{seen}");
    assert_eq!(landing(&site, "en").await, standing, "drafts must not be public");
    let zh = json("/api/v1/admin/landing/zh").await;
    assert!(zh["blocks"][0]["html"].as_str().unwrap().contains("<h1>牌楼</h1>"), "{zh}");
    assert_eq!(site.answer("GET", "/api/v1/admin/landing/fr", None).await.status(), 400);
}

#[tokio::test]
async fn reordered_blocks_are_saved_as_drafts() {
    let site = Site::new().await;
    let block =
        |order: &str, title: &str| format!("---\nblock: markdown\n{order}---\n\n# {title}\n");
    site.import(&[
        ("en/_landing/one.md", &block("order: 1\n", "One")),
        ("zh/_landing/one.md", &block("order: 1\n", "一")),
        ("en/_landing/two.md", &block("order: 2\n", "Two")),
        ("zh/_landing/two.md", &block("order: 2\n", "二")),
        ("en/_landing/last.md", &block("", "Last")),
    ])
    .await;
    let order = "/api/v1/admin/landing/order";
    let put = async |blocks: &[&str], seen: Option<&str>| -> (u16, Value) {
        let seen = seen.map(|seen| format!("\"{seen}\""));
        site.with_header(seen.as_deref().map(|seen| ("if-match", seen)));
        let body = json!({ "blocks": blocks }).to_string();
        let answer = site.answer("PUT", order, Some(&body)).await;
        site.with_header(None);
        (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
    };
    let json = async |path: &str| -> Value {
        serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
    };
    site.log_in_as("translator").await;
    assert_eq!(json(order).await["can_reorder"], false);
    assert_eq!(put(&[], Some("x")).await.0, 403);
    site.log_in_as("editor").await;
    let standing = landing(&site, "zh").await;
    let read = json(order).await;
    let ids: Vec<_> =
        read["blocks"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    let [one, two, last] = ids.as_slice() else { panic!("{read}") };
    assert_eq!((&read["can_reorder"], &read["blocks"][0]["zh"]), (&json!(true), &json!("一")));
    let seen = read["revision"].as_str().unwrap();

    assert_eq!(put(&[one, two, last], None).await.0, 428);
    for wrong in
        [&[*one, *two][..], &[*one, *one, *two], &[*one, *two, "x"], &[*one, *two, *last, *one]]
    {
        let (status, response) = put(wrong, Some(seen)).await;
        assert_eq!(
            (status, &response["errors"][0]["code"]),
            (422, &json!("not-all-blocks")),
            "{wrong:?}"
        );
    }
    let (status, same) = put(&[one, two, last], Some(seen)).await;
    assert_eq!(
        (status, same["revision"].as_str()),
        (200, Some(seen)),
        "an unchanged order must not create a revision"
    );

    let (status, arranged) = put(&[last, one, two], Some(seen)).await;
    assert_eq!((status, &arranged["blocks"][0]["name"]), (200, &json!("last")), "{arranged}");
    assert_eq!(put(&[one, two, last], Some(seen)).await.0, 412, "a stale order must be rejected");
    for (locale, expected) in [("en", "last markdown en-US"), ("zh", "last markdown en-US")] {
        assert_eq!(names(&json(&format!("/api/v1/admin/landing/{locale}")).await)[0], expected);
    }
    let page = json(&format!("/api/v1/admin/pages/{last}")).await;
    assert_eq!(page["en"]["text"], "---\norder: 0\nblock: markdown\n---\n\n# Last\n");
    for untouched in [one, two] {
        let page = json(&format!("/api/v1/admin/pages/{untouched}")).await;
        assert_eq!(
            (&page["zh"]["listed"]["changed"], &page["en"]["listed"]["changed"]),
            (&json!(false), &json!(false))
        );
    }
    assert_eq!(landing(&site, "zh").await, standing, "drafts must not be public");

    let (status, _) = put(&[last, two, one], arranged["revision"].as_str()).await;
    let page = json(&format!("/api/v1/admin/pages/{two}")).await;
    let number = |locale: &str| page[locale]["text"].as_str().unwrap().contains("order: 0.5\n");
    assert!(
        status == 200 && number("zh") && number("en"),
        "the block must move in both languages: {page}"
    );
}

#[tokio::test]
async fn reordering_changes_no_block_if_one_cannot_be_changed() {
    let site = Site::new().await;
    site.import(&[
        ("en/_landing/one.md", "---\nblock: markdown\norder: 1\n---\n\n# One\n"),
        ("en/_landing/two.md", "---\n{block: markdown, order: 2}\n---\n\n# Two\n"),
        ("en/_landing/three.md", "---\n{block: markdown, order: 3}\n---\n\n# Three\n"),
    ])
    .await;
    site.log_in_as("editor").await;
    let order = "/api/v1/admin/landing/order";
    let read: Value = serde_json::from_slice(site.answer("GET", order, None).await.body()).unwrap();
    let mut ids: Vec<_> =
        read["blocks"].as_array().unwrap().iter().map(|it| it["id"].clone()).collect();
    ids.reverse();
    let seen = format!("\"{}\"", read["revision"].as_str().unwrap());
    site.with_header(Some(("if-match", &seen)));
    let refused = site.answer("PUT", order, Some(&json!({ "blocks": ids }).to_string())).await;
    let response: Value = serde_json::from_slice(refused.body()).unwrap();
    assert_eq!(response["errors"][0]["code"], "order-unwritable", "{response}");
    let detail = response["errors"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("landing/en/"), "{response}");
    let again: Value =
        serde_json::from_slice(site.answer("GET", order, None).await.body()).unwrap();
    assert_eq!(again, read);
}

#[tokio::test]
async fn block_issues_are_reported_while_editing() {
    let site = Site::new().await;
    site.import(&[("en/_landing/get.md", "---\nblock: downloads\n---\n\n# Get\n")]).await;
    site.log_in_as("editor").await;
    let json = async |method: &str, path: &str, body: Option<&str>| -> Value {
        serde_json::from_slice(site.answer(method, path, body).await.body()).unwrap()
    };
    let rows = json("GET", "/api/v1/admin/pages?area=landing", None).await;
    let id = rows[0]["id"].as_str().unwrap();
    let text = "---\nblock: download\nfiles:\n  - file: https://a.b/c.zip\n  - file: /files/none.zip\n---\n\n# Get\n";
    let body = serde_json::json!({ "text": text }).to_string();
    let preview = json("POST", &format!("/api/v1/admin/pages/{id}/en/preview"), Some(&body)).await;
    let found = preview["issues"].as_array().unwrap().iter();
    let found: Vec<_> = found
        .map(|it| format!("{} {} {}", it["line"], it["code"].as_str().unwrap(), it["detail"]))
        .collect();
    let expected = [
        "2 block-unknown \"download\"",
        "4 download-without-checksum \"https://a.b/c.zip\"",
        "5 file-missing \"/files/none.zip\"",
    ];
    assert!(expected.iter().all(|it| found.contains(&(*it).to_owned())), "{found:?}");
    // Of these issues, only the missing file is an error.
    let found = preview["issues"].as_array().unwrap().iter();
    let errors: Vec<_> =
        found.filter(|it| it["severity"] == "error").map(|it| &it["code"]).collect();
    assert_eq!(errors, ["file-missing"]);
}

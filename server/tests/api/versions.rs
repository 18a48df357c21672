//! Tests of documentation versions: import, reading, and search.

use insta::assert_snapshot;
use serde_json::Value;

use crate::site::Site;

const OLD: &[(&str, &str)] = &[
    ("en/index.md", "# Welcome\n\nHello.\n"),
    ("zh/index.md", "# 欢迎\n\n你好。\n"),
    (
        "en/guide/start.md",
        "# Start\n\nInstall the old one. See [more](more.md).\n\n## Then\n\nRun.\n",
    ),
    ("zh/guide/start.md", "# 开始\n\n安装旧版。\n\n## 然后\n\n运行。\n"),
    ("en/guide/more.md", "# More\n\nA page that is gone.\n\n![arch](arch.svg)\n"),
    ("en/guide/arch.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
];

/// Creates a site with current pages, labeled 3.0, and an old version 2.1.
async fn site() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "# Welcome\n\nHello.\n"),
        ("zh/index.md", "# 欢迎\n\n你好。\n"),
        ("en/guide/index.md", "# Guide\n\nAll of it.\n"),
        ("en/guide/start.md", "# Start\n\nInstall it.\n\n## Then\n\nRun it.\n"),
        ("zh/guide/start.md", "# 开始\n\n安装。\n\n## 然后\n\n运行。\n"),
        ("en/guide/new.md", "# New\n\nSince three.\n"),
    ])
    .await;
    version(&site, &["current", "3.0"]).await;
    let summary = site.import_version("2.1", OLD).await.unwrap();
    assert_eq!(summary, "5 new, 0 changed, 0 same, 0 gone, 1 files");
    site
}

async fn version(site: &Site, line: &[&str]) -> String {
    site.inside().version(line).await.unwrap()
}

async fn json(site: &Site, path: &str) -> Value {
    let answer = site.answer("GET", path, None).await;
    serde_json::from_slice(answer.body()).unwrap()
}

async fn page(site: &Site, path: &str) -> Value {
    json(site, &format!("/api/v1/public/docs/{path}")).await
}

/// Formats the versions of a page, one per line, such as `2.1 maintained /index/… page`. The last word is `above` if
/// the version lacks the page; the URL is then that of the closest page above.
fn version_lines(page: &Value) -> String {
    let format_version = |version: &Value| {
        let has_page = if version["has_page"] == true { "page" } else { "above" };
        let text = |name: &str| version[name].as_str().unwrap_or("?").to_owned();
        format!("{} {} {} {has_page}", text("name"), text("state"), text("url"))
    };
    page["versions"].as_array().unwrap().iter().map(format_version).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn version_list_of_a_site_with_one_version_is_empty() {
    let site = Site::new().await;
    site.import(OLD).await;
    version(&site, &["current", "1.0"]).await;
    assert_snapshot!(site.get("/api/v1/public/versions").await, @"
    200 application/json
    x-total-count: 0
    []
    ");
    let page = page(&site, "en/guide/start").await;
    assert_eq!((&page["version"], &page["versions"]), (&Value::Null, &Value::Array(Vec::new())));
}

#[tokio::test]
async fn page_of_an_old_version_contains_its_included_files() {
    let site = Site::new().await;
    site.import(&[("en/start.md", "# Start\n")]).await;
    // Text of a large file that no page includes. The file is the first in path order.
    let unused = "x".repeat(5 << 20);
    let files = [
        ("en/a.txt", unused.as_str()),
        (
            "en/start.md",
            "# Start\n\n<!--@include: ./other.md-->\n\n<!--@include: ./_part.md-->\n\n<<< ./data.svg\n\n\
             <!--@include: ./none.md-->\n",
        ),
        (
            "en/other.md",
            "---\ntitle: O\n---\nText of another page.\n\n<!--@include: ./start.md-->\n",
        ),
        ("en/_part.md", "Part with {{#include code/a.rs}}.\n"),
        ("en/code/a.rs", "fn gate() {}"),
        ("en/data.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("en/partial.mdx", "# Partial\n\nimport Part from './_part.md'\n\n<Part />\n"),
        ("en/code.md", "# Code\n\n@[code](./code/a.rs)\n"),
    ];
    site.import_version("1.0", &files).await.unwrap();
    let partial = site.get("/index/en/docs/@1.0/partial.md").await;
    assert!(partial.contains("Part with fn gate() {}."), "{partial}");
    let code = site.get("/index/en/docs/@1.0/code.md").await;
    assert!(code.contains("```rs\nfn gate() {}\n```"), "{code}");
    let markdown = site.get("/index/en/docs/@1.0/start.md").await;
    for part in ["Text of another page.", "Part with fn gate() {}.", "www.w3.org/2000/svg"] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    assert!(markdown.contains("<!--@include: ./none.md-->"), "{markdown}");
    assert!(!markdown.contains("title: O"), "{markdown}");
}

#[tokio::test]
async fn versions_are_listed_newest_first() {
    let site = site().await;
    site.import_version("10.0-rc.1", OLD).await.unwrap();
    site.import_version("1.9", OLD).await.unwrap();
    version(&site, &["set", "10.0-rc.1", "--state", "unreleased", "--label", "10.0 preview"]).await;
    version(&site, &["set", "1.9", "--state", "ended", "--released", "2020-02-29"]).await;
    assert_snapshot!(site.get("/api/v1/public/versions?locale=zh").await, @r#"
    200 application/json
    x-total-count: 4
    [{"name":"10.0-rc.1","label":"10.0 preview","state":"unreleased","released_at":null,"url":"/index/zh/docs/@10.0-rc.1"},{"name":"3.0","label":"3.0","state":"current","released_at":null,"url":"/index/zh/docs"},{"name":"2.1","label":"2.1","state":"maintained","released_at":null,"url":"/index/zh/docs/@2.1"},{"name":"1.9","label":"1.9","state":"ended","released_at":[time],"url":"/index/zh/docs/@1.9"}]
    "#);
    version(&site, &["set", "1.9", "--position", "1"]).await;
    let all = json(&site, "/api/v1/public/versions").await;
    assert_eq!(all[0]["name"], "1.9");
    version(&site, &["set", "1.9", "--by-name"]).await;
    let all = json(&site, "/api/v1/public/versions").await;
    assert_eq!(all[0]["name"], "10.0-rc.1");
}

#[tokio::test]
async fn page_of_an_old_version_is_returned_as_imported() {
    let site = site().await;
    let path = "/api/v1/public/docs/en/guide/start?version=2.1&markdown=false";
    let answer = site.get(path).await;
    assert_snapshot!(without_revision(&answer), @r#"
    200 application/json
    {"key":"guide/start","url":"/index/en/docs/@2.1/guide/start","requested_locale":"en-US","locale":"en-US","title":"Start","description":"","html":"<span id=\"start\"></span><span id=\"开始\"></span>\n<p data-segment=\"2\">Install the old one. See <a href=\"/index/en/docs/@2.1/guide/more\">more</a>.</p>\n<h2 id=\"then\" data-segment><span id=\"然后\"></span>Then</h2>\n<p data-segment>Run.</p>\n","headings":[{"id":"then","level":2,"text":"Then","counterpart_id":"然后","earlier_ids":[]}],"state":"up_to_date","counterpart":{"locale":"zh-CN","url":"/index/zh/docs/@2.1/guide/start","state":"up_to_date","outdated":0},"outdated":[],"not_translated":0,"missing_sections":[],"revision":"[revision]","updated_at":[time],"authors":[],"source_locale":"zh-CN","previous":{"title":"More","url":"/index/en/docs/@2.1/guide/more"},"next":null,"breadcrumbs":[{"title":"Guide","url":null}],"edit_url":null,"commit":null,"reading_minutes":1,"version":"2.1","versions":[{"name":"3.0","label":"3.0","state":"current","url":"/index/en/docs/guide/start","has_page":true},{"name":"2.1","label":"2.1","state":"maintained","url":"/index/en/docs/@2.1/guide/start","has_page":true}]}
    "#);
    let by_path = site.get("/api/v1/public/docs/en/@2.1/guide/start?markdown=false").await;
    assert_eq!(by_path, answer, "path and parameter must return the same page");
}

fn without_revision(answer: &str) -> String {
    let Some((before, after)) = answer.split_once("\"revision\":\"") else {
        return answer.to_owned();
    };
    let after = &after[after.find('"').unwrap()..];
    format!("{before}\"revision\":\"[revision]{after}")
}

#[tokio::test]
async fn every_page_lists_its_url_in_each_version() {
    let site = site().await;
    assert_snapshot!(version_lines(&page(&site, "zh/guide/start").await), @r#"
    3.0 current /index/zh/docs/guide/start page
    2.1 maintained /index/zh/docs/@2.1/guide/start page
    "#);
    assert_snapshot!(version_lines(&page(&site, "en/@2.1/guide/more").await), @r#"
    3.0 current /index/en/docs/guide above
    2.1 maintained /index/en/docs/@2.1/guide/more page
    "#);
    assert_snapshot!(version_lines(&page(&site, "en/guide/new").await), @r#"
    3.0 current /index/en/docs/guide/new page
    2.1 maintained /index/en/docs/@2.1 above
    "#);
}

#[tokio::test]
async fn moved_pages_are_found_in_every_version() {
    let site = Site::new().await;
    site.import(&[("en/first/start.md", "---\nkey: start\n---\n# Start\n\nNow.\n")]).await;
    let old: &[_] = &[("en/second/begin.md", "---\nkey: start\n---\n# Start\n\nThen.\n")];
    site.import_version("1.0", old).await.unwrap();
    assert_snapshot!(version_lines(&page(&site, "en/first/start").await), @r#"
     current /index/en/docs/first/start page
    1.0 maintained /index/en/docs/@1.0/second/begin page
    "#);
}

#[tokio::test]
async fn version_list_finds_a_moved_page_by_its_former_url() {
    let site = Site::new().await;
    site.import(&[("en/new.md", "---\naliases: [/old]\n---\n# New\n")]).await;
    site.import_version("1.0", &[("en/old.md", "# Old\n")]).await.unwrap();
    assert_snapshot!(version_lines(&page(&site, "en/@1.0/old").await), @r"
     current /index/en/docs/new page
    1.0 maintained /index/en/docs/@1.0/old page
    ");
}

#[tokio::test]
async fn url_of_the_other_language_redirects_within_a_version() {
    let site = site().await;
    let old: &[_] =
        &[("en/a.md", "---\nkey: a\n---\n# A\n"), ("zh/b.md", "---\nkey: a\n---\n# 甲\n")];
    site.import_version("1.0", old).await.unwrap();
    for (path, status, to) in [
        ("/index/zh/docs/@1.0/a", 301, "/index/zh/docs/@1.0/b"),
        ("/api/v1/public/docs/zh/@1.0/a", 308, "/api/v1/public/docs/zh/@1.0/b"),
        ("/api/v1/public/docs/zh/a?version=1.0", 308, "/api/v1/public/docs/zh/@1.0/b"),
    ] {
        let answer = site.answer("GET", path, None).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["location"], to, "{path}");
    }
    assert_eq!(page(&site, "en/@1.0/a").await["counterpart"]["url"], "/index/zh/docs/@1.0/b");
}

#[tokio::test]
async fn untranslated_page_falls_back_within_its_version() {
    let site = site().await;
    let page = page(&site, "zh/@2.1/guide/more").await;
    assert_eq!((&page["requested_locale"], &page["locale"]), (&"zh-CN".into(), &"en-US".into()));
    assert_eq!(page["url"], "/index/zh/docs/@2.1/guide/more");
    assert_eq!(page["counterpart"], Value::Null);
}

#[tokio::test]
async fn navigation_and_page_list_show_the_requested_version() {
    let site = site().await;
    assert_snapshot!(site.get("/api/v1/public/docs-tree/en?at=@2.1/guide/start").await, @r#"
    200 application/json
    {"nodes":[{"title":"Guide","url":"/index/en/docs/@2.1/guide/more","locale":"en-US","current":false,"open":true,"has_more":false,"children":[{"title":"More","url":"/index/en/docs/@2.1/guide/more","locale":"en-US","current":false,"open":false,"has_more":false,"children":[]},{"title":"Start","url":"/index/en/docs/@2.1/guide/start","locale":"en-US","current":true,"open":false,"has_more":false,"children":[]}]}]}
    "#);
    let list = json(&site, "/api/v1/public/docs?locale=en&version=2.1").await;
    let urls: Vec<_> = list.as_array().unwrap().iter().map(|page| page["url"].as_str()).collect();
    assert_eq!(
        urls,
        [
            Some("/index/en/docs/@2.1"),
            Some("/index/en/docs/@2.1/guide/more"),
            Some("/index/en/docs/@2.1/guide/start")
        ]
    );
    assert_eq!(list[2]["counterpart"]["url"], "/index/zh/docs/@2.1/guide/start");
}

#[tokio::test]
async fn parallel_view_of_an_old_version_has_aligned_rows() {
    let site = site().await;
    let both = json(&site, "/api/v1/public/docs-parallel/zh/@2.1/guide/start").await;
    assert_eq!(both["other"]["url"], "/index/en/docs/@2.1/guide/start");
    let rows = both["rows"].as_array().unwrap();
    let joined = |row: &&Value| row["state"] == "up_to_date" && !row["other"].is_null();
    assert!(rows.iter().filter(joined).count() >= 3, "{both}");
}

#[tokio::test]
async fn unknown_version_is_422_in_a_query_and_404_in_a_path() {
    let site = site().await;
    assert_snapshot!(site.get("/api/v1/public/docs/en/guide/start?version=9").await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"unknown version","code":"invalid","errors":[{"field":"version","code":"unknown-version","detail":"unknown version"}]}
    "#);
    for path in ["@9/guide/start", "@2.1/guide/new", "@", "@2.1/@2.1"] {
        let answer = site.answer("GET", &format!("/api/v1/public/docs/en/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
        let answer = site.answer("GET", &format!("/index/en/docs/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn folder_name_with_an_at_sign_is_not_a_version() {
    let site = site().await;
    site.import(&[("en/@scope/name.md", "# Scoped\n\nA package.\n")]).await;
    let page = page(&site, "en/@scope/name").await;
    assert_eq!((&page["title"], &page["version"]), (&"Scoped".into(), &Value::Null));
}

#[tokio::test]
async fn current_version_name_redirects_to_current_pages() {
    let site = site().await;
    for (path, to) in [
        ("en/docs/@3.0/guide/start", "/index/en/docs/guide/start"),
        ("zh/docs/@3.0", "/index/zh/docs"),
        ("zh/docs/@3.0/", "/index/zh/docs"),
        ("zh/docs/@2.1/", "/index/zh/docs/@2.1"),
    ] {
        let answer = site.answer("GET", &format!("/index/{path}"), None).await;
        assert_eq!(answer.status(), 301, "{path}");
        assert_eq!(answer.headers()["location"], to, "{path}");
    }
}

#[tokio::test]
async fn markdown_of_an_old_version_links_to_its_own_pages() {
    let site = site().await;
    let answer = site.get("/index/en/docs/@2.1/guide/start.md").await;
    assert!(answer.contains("Install the old one"), "{answer}");
    assert!(answer.contains("(/index/en/docs/@2.1/guide/more)"), "{answer}");
    let page = page(&site, "en/@2.1/guide/more").await;
    let html = page["html"].as_str().unwrap();
    assert!(html.contains("/index/media/@2.1/en/guide/arch.svg"), "{html}");
}

#[tokio::test]
async fn sitemap_and_llms_txt_list_current_pages_only() {
    let site = site().await;
    for path in ["/sitemap.xml", "/llms.txt", "/index/en/llms-full.txt", "/index/en/feed.xml"] {
        let answer = site.get(path).await;
        assert!(answer.starts_with("200"), "{path} {answer}");
        assert!(!answer.contains("@2.1") && !answer.contains("the old one"), "{path} {answer}");
    }
}

#[tokio::test]
async fn old_version_pages_with_equal_text_keep_their_titles() {
    let site = site().await;
    let same: &[_] = &[
        ("en/first-page.md", "Soon.\n"),
        ("en/other-page.md", "Soon.\n"),
        ("en/third.md", "# Third\n"),
    ];
    site.import_version("1.0", same).await.unwrap();
    site.import(&[("en/fourth.md", "Soon.\n")]).await;
    version(&site, &["keep", "3.0"]).await;
    for (path, title) in [
        ("@1.0/first-page", "First page"),
        ("@1.0/other-page", "Other page"),
        ("@1.0/third", "Third"),
        ("@3.0/fourth", "Fourth"),
    ] {
        assert_eq!(page(&site, &format!("en/{path}")).await["title"], title, "{path}");
    }
}

#[tokio::test]
async fn reimporting_the_same_folder_changes_nothing() {
    let site = site().await;
    let before = site.get("/api/v1/public/docs?version=2.1").await;
    let summary = site.import_version("2.1", OLD).await.unwrap();
    assert_eq!(summary, "0 new, 0 changed, 5 same, 0 gone, 1 files");
    assert_eq!(site.get("/api/v1/public/docs?version=2.1").await, before);
    let mut fewer = OLD.to_vec();
    fewer.remove(4);
    fewer[0].1 = "# Welcome\n\nHello again.\n";
    let summary = site.import_version("2.1", &fewer).await.unwrap();
    assert_eq!(summary, "0 new, 1 changed, 3 same, 1 gone, 1 files");
    assert_eq!(page(&site, "en/@2.1").await["markdown"], "# Welcome\n\nHello again.\n");
}

#[tokio::test]
async fn page_text_equal_in_several_versions_is_stored_once() {
    let site = site().await;
    site.import_version("2.0", OLD).await.unwrap();
    let table = version(&site, &["list"]).await;
    let own = |name: &str| -> i64 {
        let row = table.lines().find(|line| line.starts_with(name)).unwrap();
        row.split_whitespace().nth(4).unwrap().parse().unwrap()
    };
    // The index pages of both versions equal the current index pages, so they need no additional space.
    let texts = [OLD[2].1, OLD[3].1, OLD[4].1].map(|text| text.chars().count() as i64);
    assert_eq!((own("2.1"), own("2.0")), (texts.iter().sum(), texts.iter().sum()));
    version(&site, &["keep", "3.0"]).await;
    let table = version(&site, &["list"]).await;
    let table_row = table.lines().find(|line| line.starts_with("3.0")).unwrap();
    assert_eq!(
        table_row.split_whitespace().collect::<Vec<_>>(),
        ["3.0", "maintained", "-", "6", "0"]
    );
}

#[tokio::test]
async fn change_of_current_pages_does_not_change_a_stored_version() {
    let site = site().await;
    version(&site, &["keep", "3.0"]).await;
    version(&site, &["current", "4.0"]).await;
    site.import(&[("en/guide/start.md", "# Begin\n\nEverything is new.\n")]).await;
    let (old, new) =
        (page(&site, "en/@3.0/guide/start").await, page(&site, "en/guide/start").await);
    assert_eq!((&old["title"], &new["title"]), (&"Start".into(), &"Begin".into()));
    assert_snapshot!(version_lines(&old), @r#"
    4.0 current /index/en/docs/guide/start page
    3.0 maintained /index/en/docs/@3.0/guide/start page
    2.1 maintained /index/en/docs/@2.1/guide/start page
    "#);
}

#[tokio::test]
async fn exported_version_equals_the_imported_version() {
    let site = site().await;
    let out = site.temp_path("out");
    assert_eq!(site.inside().export(&out, Some("2.1")).await, Ok(6));
    for (name, text) in OLD {
        assert_eq!(std::fs::read_to_string(out.join(name)).unwrap(), *text, "{name}");
    }
    let unknown = site.inside().export(&site.temp_path("other"), Some("9")).await.unwrap_err();
    assert!(unknown.contains("old version 9 does not exist"), "{unknown}");
}

#[tokio::test]
async fn removed_version_is_404() {
    let site = site().await;
    site.import_version("2.0", OLD).await.unwrap();
    version(&site, &["remove", "2.1"]).await;
    let answer = site.answer("GET", "/api/v1/public/docs/en/@2.1/guide/start", None).await;
    assert_eq!(answer.status(), 404);
    assert_eq!(page(&site, "en/@2.0/guide/more").await["title"], "More");
    version(&site, &["remove", "2.0"]).await;
    assert_eq!(version_lines(&page(&site, "en/guide/start").await), "");
}

#[tokio::test]
async fn version_added_again_replaces_the_removed_version() {
    let site = site().await;
    let tree = async || site.get("/api/v1/public/docs-tree/en?version=2.1").await;
    assert!(tree().await.contains("Guide"));
    assert!(page(&site, "en/@2.1/guide/start").await["html"].as_str().unwrap().contains("more"));
    version(&site, &["remove", "2.1"]).await;
    let other_files: &[_] =
        &[("en/alone.md", "# Alone\n\n[on](other)\n"), ("en/other.md", "# Other\n")];
    site.import_version("2.1", other_files).await.unwrap();
    assert!(tree().await.contains("Alone"), "{}", tree().await);
    let alone = page(&site, "en/@2.1/alone").await;
    assert!(alone["html"].as_str().unwrap().contains("\"/index/en/docs/@2.1/other\""), "{alone}");
}

#[tokio::test]
async fn invalid_cli_version_command_returns_the_reason() {
    let site = site().await;
    for (line, expected) in [
        (&["keep", "2.1"][..], "version 2.1 already exists"),
        (&["keep", "../2"], "invalid version name"),
        (&["current", "2.1"], "version 2.1 already exists"),
        (&["set", "9", "--label", "x"], "version 9 does not exist"),
        (&["set", "3.0", "--state", "ended"], "is the current version"),
        (&["set", "2.1", "--state", "current"], "invalid value 'current'"),
        (&["set", "2.1", "--released", "2026-02-30"], "a day is written as"),
        (&["remove", "9"], "version 9 does not exist"),
    ] {
        let error = site.inside().version(line).await.unwrap_err();
        assert!(error.contains(expected), "{line:?} {error}");
    }
    let error = site.import_version("3.0", OLD).await.unwrap_err();
    assert!(error.contains("is the current version"), "{error}");
    let error = site.import_version("a b", OLD).await.unwrap_err();
    assert!(error.contains("invalid version name"), "{error}");
}

/// Returns the titles and URLs of the results.
async fn found(site: &Site, query: &str) -> String {
    let hits = json(site, &format!("/api/v1/public/search?{query}")).await;
    let text = |hit: &Value, name: &str| hit[name].as_str().unwrap_or("?").to_owned();
    let line = |hit: &Value| format!("{} {}", text(hit, "title"), text(hit, "url"));
    hits.as_array().unwrap().iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn search_returns_only_pages_of_the_requested_version() {
    let site = site().await;
    let fewer: Vec<_> = OLD.iter().filter(|(name, _)| !name.contains("more")).copied().collect();
    site.import_version("2.0", &fewer).await.unwrap();
    assert_eq!(found(&site, "q=gone&locale=en").await, "");
    assert_eq!(
        found(&site, "q=gone&locale=en&version=2.1").await,
        "More /index/en/docs/@2.1/guide/more"
    );
    assert_eq!(found(&site, "q=gone&locale=en&version=2.0").await, "");
    assert_eq!(
        found(&site, "q=%E6%97%A7%E7%89%88&locale=zh&version=2.0").await,
        "开始 /index/zh/docs/@2.0/guide/start"
    );
    assert_eq!(found(&site, "q=since&locale=en&version=2.1").await, "");
    assert_eq!(found(&site, "q=since&locale=en&version=3.0").await, "New /index/en/docs/guide/new");
    version(&site, &["remove", "2.0"]).await;
    let response = site.get("/api/v1/public/search?q=gone&version=2.0").await;
    assert!(response.starts_with("422") && response.contains("unknown-version"), "{response}");
}

#[tokio::test]
async fn cross_language_search_finds_pages_of_an_old_version() {
    let site = site().await;
    let found = found(&site, "q=%E5%AE%89%E8%A3%85&locale=en&version=2.1").await;
    assert_eq!(found.lines().next(), Some("Start /index/en/docs/@2.1/guide/start"));
}

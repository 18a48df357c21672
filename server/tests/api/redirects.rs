//! Tests of redirects, automatic and manual.

use serde_json::{Value, json};

use crate::site::Site;

/// Returns the status and the target of a redirect; for any other response, only the status.
async fn leads_to(site: &Site, path: &str) -> String {
    let answer = site.answer("GET", path, None).await;
    match answer.headers().get("location") {
        Some(to) => format!("{} {}", answer.status().as_u16(), to.to_str().unwrap()),
        None => answer.status().as_u16().to_string(),
    }
}

#[track_caller]
fn check(actual: (&str, String), expected: &str) {
    assert_eq!(actual.1, expected, "{}", actual.0);
}

fn page(slug: &str, title: &str) -> String {
    format!("---\nslug: {slug}\n---\n# {title}\n")
}

#[tokio::test]
async fn moved_page_redirects_from_its_old_url() {
    let site = Site::new().await;
    for slug in ["a", "b", "c"] {
        site.import(&[("en/guide/x.md", &page(slug, "X")), ("zh/guide/x.md", &page(slug, "某页"))])
            .await;
    }
    for (path, expected) in [
        ("/index/en/docs/guide/a", "301 /index/en/docs/guide/c"),
        ("/index/en/docs/guide/b?x=1&y=%20", "301 /index/en/docs/guide/c?x=1&y=%20"),
        ("/index/zh/docs/guide/a", "301 /index/zh/docs/guide/c"),
        ("/index/docs/guide/a", "301 /index/docs/guide/c"),
        ("/index/en/docs/guide/a.md", "301 /index/en/docs/guide/c.md"),
        ("/index/en/docs/guide/a/", "301 /index/en/docs/guide/c"),
        ("/index/en/docs/guide/c", "200"),
        ("/api/v1/public/docs/en/guide/a", "308 /api/v1/public/docs/en/guide/c"),
        (
            "/api/v1/public/docs/zh-CN/guide/b?markdown=false",
            "308 /api/v1/public/docs/zh/guide/c?markdown=false",
        ),
        ("/api/v1/public/docs/en/guide/c", "200"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
}

#[tokio::test]
async fn moved_news_entry_redirects_from_its_old_url() {
    let site = Site::new().await;
    for slug in ["a", "b"] {
        let entry = format!("---\nslug: {slug}\ndate: 2020-01-02\n---\n# X\n");
        site.import(&[
            ("en/_news/x.md", &entry),
            ("en/_news/c.md", "---\ndate: 2020-01-03\n---\n"),
        ])
        .await;
    }
    for (path, expected) in [
        ("/index/en/news/a", "301 /index/en/news/b"),
        ("/index/zh/news/a/?x=1", "301 /index/zh/news/b?x=1"),
        ("/index/en/news/a.md", "301 /index/en/news/b.md"),
        ("/index/en/news/b.md", "200"),
        ("/index/en/news/d.md", "404"),
        ("/index/en/docs/a", "404"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
}

#[tokio::test]
async fn language_versions_of_a_page_move_independently() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X")), ("zh/x.md", &page("old", "某页"))]).await;
    site.import(&[("zh/x.md", &page("新", "某页"))]).await;
    for (path, expected) in [
        // The English text has kept its path, but the Chinese text has a new path.
        ("/index/zh/docs/old", "301 /index/zh/docs/%E6%96%B0"),
        ("/index/en/docs/old", "200"),
        ("/index/zh/docs/%E6%96%B0", "200"),
        ("/index/en/docs/%E6%96%B0", "301 /index/en/docs/old"),
        ("/api/v1/public/docs/en/%E6%96%B0", "308 /api/v1/public/docs/en/old"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
}

#[tokio::test]
async fn untranslated_page_redirects_in_both_languages() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/zh/docs/old").await, "200");
    site.import(&[("en/x.md", &page("new", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/zh/docs/old").await, "301 /index/zh/docs/new");
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "301 /index/en/docs/new");
}

#[tokio::test]
async fn page_takes_precedence_over_a_redirect() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    site.import(&[("en/x.md", &page("new", "X")), ("en/y.md", &page("old", "Y"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "200");
    site.import(&[("en/y.md", &page("third", "Y"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "301 /index/en/docs/third");
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "200", "the page has this URL again");
    assert_eq!(leads_to(&site, "/index/en/docs/new").await, "301 /index/en/docs/old");
}

#[tokio::test]
async fn pages_can_swap_paths() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("a", "X")), ("en/y.md", &page("b", "Y"))]).await;
    site.import(&[("en/x.md", &page("b", "X")), ("en/y.md", &page("a", "Y"))]).await;
    for path in ["a", "b"] {
        assert_eq!(leads_to(&site, &format!("/index/en/docs/{path}")).await, "200", "{path}");
    }
}

#[tokio::test]
async fn front_matter_defines_redirects() {
    let site = Site::new().await;
    let text = |front: &str| format!("---\n{front}\n---\n# Start\n");
    site.import(&[
        ("en/guide/start.md", &text("aliases: [/begin/, intro, /zh/kaishi]")),
        ("zh/guide/start.md", &text("redirect_from: /start.html")),
    ])
    .await;
    for (path, expected) in [
        ("/index/en/docs/begin", "301 /index/en/docs/guide/start"),
        ("/index/en/docs/guide/intro", "301 /index/en/docs/guide/start"),
        ("/index/zh/docs/kaishi", "301 /index/zh/docs/guide/start"),
        ("/index/zh/docs/start.html", "301 /index/zh/docs/guide/start"),
        ("/index/zh/docs/start", "301 /index/zh/docs/guide/start"),
        ("/index/en/docs/guide/begin", "404"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
    site.import(&[("en/guide/start.md", &text("aliases: /begin"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/guide/intro").await, "404", "the alias was removed");
    assert_eq!(leads_to(&site, "/index/zh/docs/start").await, "301 /index/zh/docs/guide/start");
}

#[tokio::test]
async fn url_variants_redirect_to_the_page() {
    let site = Site::new().await;
    site.import(&[("en/guide/index.md", "# Guide\n"), ("en/guide/a.html.md", "# A\n")]).await;
    for (path, expected) in [
        ("/index/en/docs/guide.html", "301 /index/en/docs/guide"),
        ("/index/en/docs/guide/", "301 /index/en/docs/guide"),
        ("/index/en/docs/guide/?q=1", "301 /index/en/docs/guide?q=1"),
        ("/index/en/docs/guide/index", "301 /index/en/docs/guide"),
        ("/index/en/docs/guide/index.html#x", "301 /index/en/docs/guide"),
        ("/index/en/docs/", "301 /index/en/docs"),
        ("/index/en/docs/guide/a.html", "200"),
        ("/index/en/docs/nowhere.html", "404"),
        ("/index/en/docs/nowhere/", "404"),
        ("/api/v1/public/docs/en/guide/index", "308 /api/v1/public/docs/en/guide"),
        ("/index/en/docs//evil.example", "404"),
        ("/index/en/docs/%2f%2fevil.example/", "404"),
    ] {
        let path = path.split('#').next().unwrap();
        check((path, leads_to(&site, path).await), expected);
    }
}

const ADMIN: &str = "/api/v1/admin/docs-redirects";

async fn add(site: &Site, locale: &str, old: &str, leads_to: &str) -> String {
    let body = json!({ "locale": locale, "old": old, "target": leads_to }).to_string();
    let answer = site.answer("POST", ADMIN, Some(&body)).await;
    let problem: Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    let error = &problem["errors"][0];
    match error["code"].as_str() {
        Some(code) => format!("{} {code}", error["field"].as_str().unwrap()),
        None => answer.status().as_str().to_owned(),
    }
}

async fn listed(site: &Site, query: &str) -> Vec<String> {
    let answer = site.answer("GET", &format!("{ADMIN}?q={query}"), None).await;
    let rows: Vec<Value> = serde_json::from_slice(answer.body()).unwrap();
    let format_row = |row: &Value| {
        let text = |field: &str| row[field].as_str().unwrap_or("none").to_owned();
        let suffix = if row["is_taken"] == true { " taken" } else { "" };
        format!("{} → {} ({}, {}){suffix}", text("url"), text("target"), text("title"), text("by"))
    };
    rows.iter().map(format_row).collect()
}

#[tokio::test]
async fn editor_adds_and_removes_redirects() {
    let site = Site::new().await;
    site.import(&[
        ("en/guide/start.md", "---\naliases: /begin\n---\n# Start\n"),
        ("zh/guide/start.md", "# 开始\n"),
        ("en/only.md", "# Only\n"),
        ("en/_news/first.md", "---\ndate: 2020-01-02\n---\n# First\n"),
    ])
    .await;
    site.log_in_as("editor").await;
    for (locale, old, leads_to, expected) in [
        ("en", "/index/en/docs/old/way", "guide/start", "204"),
        ("zh", "https://old.example.org/zh/mulu.html?x=1", "/index/en/docs/guide/start", "204"),
        ("zh", "旧", "only", "204"),
        ("en", "old/way", "only", "old taken"),
        ("en", "begin", "only", "old taken"),
        ("en", "guide/start", "only", "old page-there"),
        ("zh", "only", "guide/start", "old page-there"),
        ("en", "", "only", "old not-an-address"),
        ("en", "@2.1/a", "only", "old not-an-address"),
        ("en", "../../etc", "only", "old not-an-address"),
        ("en", "new", "nowhere", "target no-page"),
        ("en", "/index/en/news/gone", "only", "old not-docs"),
        ("en", "https://docs.example.org/index/en/news/first", "only", "old not-docs"),
        ("en", "/index/en#get", "only", "old not-docs"),
        ("en", "new", "/index/en/news/first", "target not-docs"),
        ("en", "new", "https://example.org/foo", "target not-docs"),
        ("en", "new", "https://docs.example.org/index/en/docs/foo", "target no-page"),
        ("fr", "new", "only", "400"),
    ] {
        assert_eq!(add(&site, locale, old, leads_to).await, expected, "{old} → {leads_to}");
    }
    for (path, expected) in [
        ("/index/en/docs/old/way", "301 /index/en/docs/guide/start"),
        ("/index/zh/docs/mulu", "301 /index/zh/docs/guide/start"),
        ("/index/zh/docs/%E6%97%A7", "301 /index/zh/docs/only"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
    insta::assert_snapshot!(listed(&site, "").await.join("\n"), @"
    /index/en/docs/begin → /index/en/docs/guide/start (Start, page)
    /index/zh/docs/mulu → /index/zh/docs/guide/start (开始, editor)
    /index/en/docs/old/way → /index/en/docs/guide/start (Start, editor)
    /index/zh/docs/%E6%97%A7 → /index/zh/docs/only (Only, editor)
    ");
    assert_eq!(listed(&site, "only").await.len(), 1);
    assert_eq!(listed(&site, "%25").await.len(), 0);
    // An import moves the page: its redirects are kept and lead to the new URL.
    site.import(&[("en/guide/start.md", "---\nslug: first\naliases: /begin\n---\n# Start\n")])
        .await;
    check(
        ("moved", leads_to(&site, "/index/en/docs/old/way").await),
        "301 /index/en/docs/guide/first",
    );
    site.import(&[("en/old/way.md", "# Again\n")]).await;
    check(("page", leads_to(&site, "/index/en/docs/old/way").await), "200");
    assert!(listed(&site, "old/way").await[0].ends_with(" taken"));
    for (path, status) in
        [("en/old/way", 204), ("en/old/way", 404), ("en/begin", 422), ("zh/%E6%97%A7", 204)]
    {
        let answer = site.answer("DELETE", &format!("{ADMIN}/{path}"), None).await;
        assert_eq!(answer.status().as_u16(), status, "{path}");
    }
    assert_eq!(leads_to(&site, "/index/zh/docs/%E6%97%A7").await, "404");
    site.log_in_as("owner").await;
    let log = site.get("/api/v1/admin/log?action=redirect-added").await;
    assert!(log.contains("docs/old/way"), "{log}");
}

#[tokio::test]
async fn edited_front_matter_defines_redirects_of_its_language() {
    let site = Site::new().await;
    let en = "---\naliases: [/begin, /zh/mulu]\n---\n# Start\n";
    site.import(&[("en/start.md", en), ("zh/start.md", "# 开始\n")]).await;
    site.log_in_as("translator").await;
    let front_matter = "---\naliases: [/begin, /first, /zh/mulu, /zh/jiu]\n---\n";
    let change = json!({ "front_matter": front_matter, "markdown": "# Start\n" }).to_string();
    site.with_header(Some(("if-match", "*")));
    let answer = site.answer("PUT", "/api/v1/docs/en/start", Some(&change)).await;
    assert_eq!(answer.status(), 200);
    site.with_header(None);
    for (path, expected) in [
        ("/index/en/docs/begin", "301 /index/en/docs/start"),
        ("/index/en/docs/first", "301 /index/en/docs/start"),
        // The imported English file already defined this redirect: imports, but not edits, may define redirects of the
        // other language.
        ("/index/zh/docs/mulu", "301 /index/zh/docs/start"),
        ("/index/zh/docs/jiu", "404"),
    ] {
        check((path, leads_to(&site, path).await), expected);
    }
}

//! Addresses at which a page stood, or is said to have stood.

use crate::site::Site;

/// Where a request is sent on to, or its status.
async fn leads_to(site: &Site, path: &str) -> String {
    let answer = site.answer("GET", path, None).await;
    match answer.headers().get("location") {
        Some(to) => format!("{} {}", answer.status().as_u16(), to.to_str().unwrap()),
        None => answer.status().as_u16().to_string(),
    }
}

#[track_caller]
fn check(told: (&str, String), expected: &str) {
    assert_eq!(told.1, expected, "{}", told.0);
}

fn page(slug: &str, title: &str) -> String {
    format!("---\nslug: {slug}\n---\n# {title}\n")
}

#[tokio::test]
async fn a_page_that_moves_leaves_its_address_behind() {
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
async fn each_language_moves_by_itself() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X")), ("zh/x.md", &page("old", "某页"))]).await;
    site.import(&[("zh/x.md", &page("新", "某页"))]).await;
    for (path, expected) in [
        // The English text still stands there, but a reader of Chinese has one of their own.
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
async fn a_page_that_is_not_translated_moves_for_readers_of_both_languages() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/zh/docs/old").await, "200");
    site.import(&[("en/x.md", &page("new", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/zh/docs/old").await, "301 /index/zh/docs/new");
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "301 /index/en/docs/new");
}

#[tokio::test]
async fn a_page_that_stands_at_an_old_address_wins() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    site.import(&[("en/x.md", &page("new", "X")), ("en/y.md", &page("old", "Y"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "200");
    site.import(&[("en/y.md", &page("third", "Y"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "301 /index/en/docs/third");
    site.import(&[("en/x.md", &page("old", "X"))]).await;
    assert_eq!(leads_to(&site, "/index/en/docs/old").await, "200", "it has come back");
    assert_eq!(leads_to(&site, "/index/en/docs/new").await, "301 /index/en/docs/old");
}

#[tokio::test]
async fn pages_may_change_places() {
    let site = Site::new().await;
    site.import(&[("en/x.md", &page("a", "X")), ("en/y.md", &page("b", "Y"))]).await;
    site.import(&[("en/x.md", &page("b", "X")), ("en/y.md", &page("a", "Y"))]).await;
    for path in ["a", "b"] {
        assert_eq!(leads_to(&site, &format!("/index/en/docs/{path}")).await, "200", "{path}");
    }
}

#[tokio::test]
async fn front_matter_names_old_addresses() {
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
    assert_eq!(leads_to(&site, "/index/en/docs/guide/intro").await, "404", "it was taken back");
    assert_eq!(leads_to(&site, "/index/zh/docs/start").await, "301 /index/zh/docs/guide/start");
}

#[tokio::test]
async fn other_ways_to_write_an_address_lead_to_it() {
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

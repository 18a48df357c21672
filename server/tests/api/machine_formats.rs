//! Tests of machine-readable resources: pages as Markdown, page lists, sitemap, feed.

use std::io::Read as _;

use bytes::Bytes;
use http::Response;
use insta::assert_snapshot;

use crate::site::Site;

async fn small() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "---\nlayout: home\ndescription: One site, two languages.\n---\n# Site\n"),
        ("zh/index.md", "---\nlayout: home\ndescription: 一个网站，两种语言。\n---\n# 网站\n"),
        ("en/guide/index.md", "---\nlabel: Guide\n---\n# The guide\n\nRead on.\n"),
        ("zh/guide/index.md", "# 指南\n\n往下读。\n"),
        (
            "en/guide/start.md",
            "---\ntitle: Start\ndescription: \"How to <begin>.\"\norder: 1\n---\n\n\
             See [the rest](./only.md#x), [this](#y), `[code](./only.md)` and\n\
             [elsewhere](https://example.org/a).\n\n```md\n[code](./only.md)\n```\n\n[only]: only.md\n",
        ),
        ("zh/guide/start.md", "---\norder: 1\n---\n# 开始\n\n见[其余](./only.md)。\n"),
        ("en/guide/only.md", "---\norder: 2\n---\n# Only [here]\n\nNot translated.\n"),
    ])
    .await;
    site
}

/// Formats status, relevant headers, and body.
fn response_text(answer: &Response<Bytes>) -> String {
    let mut text = answer.status().as_u16().to_string();
    for name in ["content-type", "content-language", "location", "vary", "link"] {
        if let Some(value) = answer.headers().get(name) {
            text.push_str(&format!("\n{name}: {}", value.to_str().unwrap()));
        }
    }
    format!("{text}\n\n{}", String::from_utf8_lossy(answer.body()).trim_end())
}

async fn get(site: &Site, path: &str) -> String {
    response_text(&site.answer("GET", path, None).await)
}

async fn get_as(site: &Site, path: &str, accept: &str) -> String {
    site.with_header(Some(("accept", accept)));
    let answer = response_text(&site.answer("GET", path, None).await);
    site.with_header(None);
    answer
}

#[tokio::test]
async fn page_is_served_as_markdown() {
    let site = small().await;
    assert_snapshot!(get(&site, "/index/en/docs/guide/start.md").await, @r#"
    200
    content-type: text/markdown; charset=utf-8
    content-language: en-US
    vary: accept
    link: <https://docs.example.org/index/en/docs/guide/start>; rel="canonical", </index/en/llms.txt>; rel="describedby"

    # Start

    See [the rest](/index/en/docs/guide/only#x), [this](#y), `[code](./only.md)` and
    [elsewhere](https://example.org/a).

    ```md
    [code](./only.md)
    ```

    [only]: /index/en/docs/guide/only
    "#);
    assert_snapshot!(get(&site, "/index/zh/docs/guide/start.md").await, @r#"
    200
    content-type: text/markdown; charset=utf-8
    content-language: zh-CN
    vary: accept
    link: <https://docs.example.org/index/zh/docs/guide/start>; rel="canonical", </index/zh/llms.txt>; rel="describedby"

    # 开始

    见[其余](/index/zh/docs/guide/only)。
    "#);
    let whole = get(&site, "/index/en/docs/guide.md").await;
    assert_eq!(get(&site, "/index/en/docs/guide/index.md").await, whole);
    assert_eq!(
        get_as(&site, "/index/en/docs/guide", "text/markdown, text/html;q=0.5").await,
        whole
    );
    assert!(
        get_as(&site, "/index/en/docs/guide", "text/html, text/markdown")
            .await
            .starts_with("200\n\n")
    );
    for path in ["guide/nowhere.md", "guide/start.mdx", ".md", "guide/start.md.md"] {
        let answer = site.answer("GET", &format!("/index/en/docs/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn markdown_in_the_fallback_language_has_a_notice() {
    let site = small().await;
    assert_snapshot!(get(&site, "/index/zh/docs/guide/only.md").await, @r#"
    200
    content-type: text/markdown; charset=utf-8
    content-language: en-US
    vary: accept
    link: <https://docs.example.org/index/en/docs/guide/only>; rel="canonical", </index/zh/llms.txt>; rel="describedby"

    > 本页暂无中文版，以下为英文原文。

    # Only [here]

    Not translated.
    "#);
}

#[tokio::test]
async fn news_entry_is_served_as_markdown() {
    let site = small().await;
    site.import(&[
        (
            "en/_news/2026-01-02-one.md",
            "---\ntitle: One\ndescription: First.\n---\nSee [the start](../guide/start.md).\n",
        ),
        ("zh/_news/2026-01-02-one.md", "# 一\n\n见[开始](../guide/start.md)。\n"),
        ("en/_news/two.md", "---\ndate: 2026-03-04\n---\n# Two\n\nMore.\n"),
        ("en/_news/far.md", "---\ndate: 9999-12-31\n---\n# Far\n"),
        ("en/_news/read.md.md", "---\ndate: 2026-01-01\nslug: read.md\n---\n# Read\n"),
    ])
    .await;
    assert_snapshot!(get(&site, "/index/en/news/2026-01-02-one.md").await, @r#"
    200
    content-type: text/markdown; charset=utf-8
    content-language: en-US
    vary: accept
    link: <https://docs.example.org/index/en/news/2026-01-02-one>; rel="canonical", </index/en/llms.txt>; rel="describedby"

    # One

    See [the start](/index/en/docs/guide/start).
    "#);
    assert_snapshot!(get(&site, "/index/zh/news/two.md").await, @r#"
    200
    content-type: text/markdown; charset=utf-8
    content-language: en-US
    vary: accept
    link: <https://docs.example.org/index/en/news/two>; rel="canonical", </index/zh/llms.txt>; rel="describedby"

    > 这条新闻只有英文。

    # Two

    More.
    "#);
    let zh = get(&site, "/index/zh/news/2026-01-02-one.md").await;
    assert!(zh.ends_with("# 一\n\n见[开始](/index/zh/docs/guide/start)。"), "{zh}");
    let negotiated = get_as(&site, "/index/zh/news/2026-01-02-one", "text/markdown").await;
    assert_eq!(negotiated, zh);
    for (path, accept) in [
        ("zh/news/2026-01-02-one", "text/html, text/markdown"),
        ("zh/news/2026-01-02-one", "*/*"),
        ("zh/news", "text/markdown"),
        ("en/news/read.md", "text/html"),
    ] {
        let answer = get_as(&site, &format!("/index/{path}"), accept).await;
        assert_eq!(answer, "200\n\n", "{path}: expected the HTML page");
    }
    for path in ["far.md", "none.md", "two.mdx.md", "two.md.md"] {
        let answer = site.answer("GET", &format!("/index/en/news/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
    let list = get(&site, "/index/zh/llms.txt").await;
    let (_, end) = list.split_once("\n## 新闻").unwrap();
    assert_snapshot!(end, @r#"
    - [一](https://docs.example.org/index/zh/news/2026-01-02-one.md)

    ## Optional

    - [Only \[here\]](https://docs.example.org/index/en/docs/guide/only.md)
    - [Two](https://docs.example.org/index/en/news/two.md)
    - [Read](https://docs.example.org/index/en/news/read.md.md)
    "#);
    assert!(!list.contains("news/far"), "{list}");
    let whole = get(&site, "/llms.txt").await;
    assert!(
        whole.contains(
            "## English · News\n\n- [Two](https://docs.example.org/index/en/news/two.md)\n"
        ),
        "{whole}"
    );
    let feed = get(&site, "/index/en/news.xml").await;
    assert!(feed.contains("type=\"text/markdown\" hreflang=\"en-US\" href=\"https://docs.example.org/index/en/news/two.md\""), "{feed}");
}

#[tokio::test]
async fn markdown_url_without_locale_uses_the_visitor_locale() {
    let site = small().await;
    let answer = get(&site, "/index/docs/guide/start.md").await;
    assert!(answer.contains("vary: accept, accept-language, cookie"), "{answer}");
    site.with_header(Some(("accept-language", "zh")));
    assert!(get(&site, "/index/docs/guide/start.md").await.contains("content-language: zh-CN"));
}

#[tokio::test]
async fn markdown_is_revalidated_and_compressed() {
    let site = Site::new().await;
    site.import(&[("en/long.md", &format!("# Long\n\n{}", "More and more words. ".repeat(200)))])
        .await;
    let path = "/index/en/docs/long.md";
    let first = site.answer("GET", path, None).await;
    let etag = first.headers()["etag"].to_str().unwrap().to_owned();
    site.with_header(Some(("if-none-match", &etag)));
    assert_eq!(site.answer("GET", path, None).await.status(), 304);
    site.with_header(Some(("accept-encoding", "br, gzip")));
    let packed = site.answer("GET", path, None).await;
    assert_eq!(packed.headers()["content-encoding"], "br");
    assert_eq!(packed.headers()["vary"], "accept, accept-encoding");
    assert!(packed.body().len() < first.body().len() / 10);
}

#[tokio::test]
async fn llms_txt_lists_pages() {
    let site = small().await;
    assert_snapshot!(get(&site, "/index/zh/llms.txt").await, @r##"
    200
    content-type: text/plain; charset=utf-8
    vary: accept-encoding

    # 牌楼

    > 一个网站，两种语言。

    全文：https://docs.example.org/index/zh/llms-full.txt

    ## 指南

    - [指南](https://docs.example.org/index/zh/docs/guide.md)
    - [开始](https://docs.example.org/index/zh/docs/guide/start.md)

    ## Optional

    - [Only \[here\]](https://docs.example.org/index/en/docs/guide/only.md)
    "##);
    assert_snapshot!(get(&site, "/llms.txt").await, @r##"
    200
    content-type: text/plain; charset=utf-8
    vary: accept-encoding

    # 牌楼 / Pailou

    > 一个网站，两种语言。

    > One site, two languages.

    全文：https://docs.example.org/index/zh/llms-full.txt
    页面列表：https://docs.example.org/index/zh/llms.txt

    Full text: https://docs.example.org/index/en/llms-full.txt
    List of pages: https://docs.example.org/index/en/llms.txt

    ## 中文 · 指南

    - [指南](https://docs.example.org/index/zh/docs/guide.md)
    - [开始](https://docs.example.org/index/zh/docs/guide/start.md)

    ## English · Guide

    - [The guide](https://docs.example.org/index/en/docs/guide.md)
    - [Start](https://docs.example.org/index/en/docs/guide/start.md): How to <begin>.
    - [Only \[here\]](https://docs.example.org/index/en/docs/guide/only.md)
    "##);
    let list = get(&site, "/index/en/llms.txt").await;
    let markdown = get_as(&site, "/index/en/docs", "text/markdown").await;
    let text = |answer: &str| answer.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(text(&markdown), text(&list), "a folder without an index page must return the list");
    assert_eq!(text(&get(&site, "/index/en/docs.md").await), text(&list));
}

#[tokio::test]
async fn llms_full_txt_has_all_text_of_a_language() {
    let site = small().await;
    assert_snapshot!(get(&site, "/index/en/llms-full.txt").await, @r##"
    200
    content-type: text/plain; charset=utf-8
    vary: accept-encoding

    <!-- https://docs.example.org/index/en/docs/guide -->

    # The guide

    Read on.

    <!-- https://docs.example.org/index/en/docs/guide/start -->

    # Start

    See [the rest](/index/en/docs/guide/only#x), [this](#y), `[code](./only.md)` and
    [elsewhere](https://example.org/a).

    ```md
    [code](./only.md)
    ```

    [only]: /index/en/docs/guide/only

    <!-- https://docs.example.org/index/en/docs/guide/only -->

    # Only [here]

    Not translated.
    "##);
    site.import(&[("zh/guide/start.md", "# 开始\n\n全新的正文。\n")]).await;
    let text = get(&site, "/index/zh/llms-full.txt").await;
    assert!(text.contains("全新的正文。") && !text.contains("见[其余]"), "{text}");
}

#[tokio::test]
async fn llms_files_and_sitemap_of_a_large_site_are_complete() {
    let site = Site::new().await;
    let names: Vec<_> = (0..130).map(|page| format!("en/f{}/p{page}.md", page % 3)).collect();
    let texts: Vec<_> = (0..130).map(|page| format!("# Page {page}.\n\nText {page}.\n")).collect();
    let files: Vec<_> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    site.import(&files).await;
    let (whole, list) =
        (get(&site, "/index/en/llms-full.txt").await, get(&site, "/index/en/llms.txt").await);
    let map = get(&site, "/sitemap.xml").await;
    for page in 0..130 {
        assert_eq!(whole.matches(&format!("# Page {page}.\n")).count(), 1, "{page}");
        assert_eq!(list.matches(&format!("[Page {page}.](")).count(), 1, "{page}");
        assert_eq!(map.matches(&format!("/p{page}</loc>")).count(), 1, "{page}");
    }
    let (at, list_at) = (
        |page: usize| whole.find(&format!("# Page {page}.\n")).unwrap(),
        |page: usize| list.find(&format!("[Page {page}.](")).unwrap(),
    );
    for page in 0..127 {
        assert!(
            at(page) < at(page + 3) && list_at(page) < list_at(page + 3),
            "pages must be in reading order"
        );
    }
}

#[tokio::test]
async fn sitemap_lists_every_page() {
    let site = small().await;
    let map = without_times(&get(&site, "/sitemap.xml").await);
    let lines: Vec<_> = map.lines().filter(|line| line.contains("/zh/docs/guide</loc>")).collect();
    assert_snapshot!(lines.join("\n").replace("><", ">\n<"), @r#"
    <url>
    <loc>https://docs.example.org/index/zh/docs/guide</loc>
    <lastmod>[moment]</lastmod>
    <xhtml:link rel="alternate" hreflang="zh-CN" href="https://docs.example.org/index/zh/docs/guide"/>
    <xhtml:link rel="alternate" hreflang="en-US" href="https://docs.example.org/index/en/docs/guide"/>
    <xhtml:link rel="alternate" hreflang="x-default" href="https://docs.example.org/index/en/docs/guide"/>
    </url>
    "#);
    assert_eq!(map.matches("<url>").count(), 9, "{map}");
    let only = "<loc>https://docs.example.org/index/en/docs/guide/only</loc><lastmod>[moment]</lastmod></url>";
    assert!(map.contains(only), "{map}");
    assert_snapshot!(get(&site, "/robots.txt").await, @r##"
    200
    content-type: text/plain; charset=utf-8

    User-agent: *
    Allow: /api/v1/public/
    Disallow: /api/
    Disallow: /index/admin

    Sitemap: https://docs.example.org/sitemap.xml
    "##);
    for path in ["/sitemap-1.xml", "/sitemap-0.xml", "/sitemap-x.xml", "/index/fr/feed.xml"] {
        let answer = site.answer("GET", path, None).await;
        assert!([404, 200].contains(&answer.status().as_u16()) && answer.status() != 500, "{path}");
    }
    assert_eq!(
        site.answer("GET", "/sitemap-1.xml", None).await.status(),
        404,
        "a small sitemap must be one file"
    );
}

#[tokio::test]
async fn feed_lists_recent_entries() {
    let site = small().await;
    let feed = without_times(&get(&site, "/index/en/feed.xml").await);
    assert!(feed.contains("<updated>[moment]</updated>"), "{feed}");
    assert!(
        feed.contains("<title>Start</title>") && feed.contains("How to &lt;begin&gt;."),
        "{feed}"
    );
    assert_eq!(feed.matches("<entry>").count(), 3, "{feed}");
    let ids = |feed: &str| {
        let lines = feed.lines().filter(|line| line.starts_with("<id>urn:"));
        let mut ids: Vec<_> = lines.map(str::to_owned).collect();
        ids.sort();
        ids
    };
    site.import(&[("en/guide/start.md", "---\nslug: begin\n---\n# Begin\n")]).await;
    let later = get(&site, "/index/en/feed.xml").await;
    assert_eq!(ids(&later), ids(&feed), "a moved page must keep its feed id");
    assert!(
        later.contains("/index/en/docs/guide/begin\"") && later.contains("<title>Begin</title>")
    );
    let empty = get(&Site::new().await, "/index/zh/feed.xml").await;
    assert!(empty.contains("<updated>2") && !empty.contains("<updated>1970"), "{empty}");
}

#[tokio::test]
async fn llms_files_sitemap_and_feed_are_compressed_with_etag() {
    let site = small().await;
    for path in ["/llms.txt", "/sitemap.xml", "/index/en/feed.xml", "/index/zh/llms-full.txt"] {
        let plain = site.answer("GET", path, None).await;
        assert_eq!(plain.headers()["content-length"], plain.body().len().to_string(), "{path}");
        site.with_header(Some(("accept-encoding", "br, gzip")));
        let packed = site.answer("GET", path, None).await;
        assert_eq!(packed.headers()["content-encoding"], "gzip", "{path}");
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&packed.body()[..]).read_to_end(&mut text).unwrap();
        assert_eq!(&text[..], &plain.body()[..], "{path}");
        let etag = plain.headers()["etag"].to_str().unwrap().to_owned();
        site.with_header(Some(("if-none-match", &etag)));
        assert_eq!(site.answer("GET", path, None).await.status(), 304, "{path}");
        site.with_header(None);
        let head = site.answer("HEAD", path, None).await;
        assert_eq!((head.status().as_u16(), head.body().len()), (200, 0), "{path}");
    }
}

/// Replaces times, which differ in each run.
fn without_times(text: &str) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("Z</") {
        let start = at.saturating_sub("2026-11-21T07:40:00".len());
        replaced.push_str(&rest[..start]);
        replaced.push_str("[moment]");
        rest = &rest[at + 1..];
    }
    replaced + rest
}

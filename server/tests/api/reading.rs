//! Tests of bilingual reading: heading ids of both languages, outdated segments, and the parallel view.

use serde_json::{Value, json};

use crate::site::Site;
use crate::statements::executed;

const EN: &str = "# Start\n\nWelcome.\n\n## Install it\n\nWait five seconds.\n\n```sh\nrun\n```\n\n- one\n- two\n";
const ZH: &str = "# 开始\n\n欢迎。\n\n## 安装\n\n等待五秒。\n\n```sh\nrun\n```\n\n- 一\n- 二\n";

async fn site(en: &str, zh: &str) -> Site {
    let site = Site::new().await;
    site.import(&[("en/start.md", en), ("zh/start.md", zh)]).await;
    site
}

async fn json(site: &Site, path: &str) -> Value {
    let answer = site.answer("GET", &format!("/api/v1/public/{path}"), None).await;
    serde_json::from_slice(answer.body()).unwrap()
}

fn html(page: &Value) -> &str {
    page["html"].as_str().unwrap()
}

#[tokio::test]
async fn heading_has_the_ids_of_both_languages() {
    let site = site(EN, ZH).await;
    let zh = json(&site, "docs/zh/start").await;
    assert!(
        html(&zh).contains("<h2 id=\"安装\" data-segment><span id=\"install-it\"></span>安装</h2>"),
        "{zh}"
    );
    assert!(html(&zh).contains("<span id=\"开始\"></span><span id=\"start\"></span>"), "{zh}");
    assert_eq!(zh["headings"][0]["counterpart_id"], "install-it");
    let en = json(&site, "docs/en/start").await;
    assert!(
        html(&en).contains("<h2 id=\"install-it\" data-segment><span id=\"安装\"></span>"),
        "{en}"
    );
}

#[tokio::test]
async fn renamed_heading_keeps_its_former_id() {
    let site = site(EN, ZH).await;
    let before = site.answer("GET", "/api/v1/public/docs/zh/start", None).await;
    site.import(&[("en/start.md", &EN.replace("Install it", "Set it up")), ("zh/start.md", ZH)])
        .await;
    let en = json(&site, "docs/en/start").await;
    assert_eq!(en["headings"][0]["earlier_ids"], json!(["install-it"]));
    assert!(html(&en).contains(
        "<h2 id=\"set-it-up\" data-segment><span id=\"安装\"></span><span id=\"install-it\">"
    ));
    let zh = site.answer("GET", "/api/v1/public/docs/zh/start", None).await;
    assert!(String::from_utf8_lossy(zh.body()).contains("set-it-up"));
    assert_ne!(zh.headers()["etag"], before.headers()["etag"]);
    // After the original heading text is restored, its id is current again and not listed as an earlier id.
    site.import(&[("en/start.md", EN), ("zh/start.md", ZH)]).await;
    let en = json(&site, "docs/en/start").await;
    assert_eq!(en["headings"][0]["earlier_ids"], json!(["set-it-up"]));
}

#[tokio::test]
async fn heading_id_overrides_an_equal_id_of_a_counterpart() {
    let site =
        site("# A\n\n## One\n\nx\n\n## 一\n\ny\n", "# 甲\n\n## 一\n\nx\n\n## 二\n\ny\n").await;
    let en = json(&site, "docs/en/start").await;
    assert_eq!(html(&en).matches("id=\"一\"").count(), 1, "{en}");
    assert!(html(&en).contains("<h2 id=\"一\" data-segment><span id=\"二\"></span>"), "{en}");
}

#[tokio::test]
async fn outdated_segment_is_marked_with_its_changes() {
    let site = site(EN, ZH).await;
    let newer = EN.replace("five", "ten").replace("- two", "- the two");
    site.import(&[("en/start.md", &newer), ("zh/start.md", ZH)]).await;
    let zh = json(&site, "docs/zh/start").await;
    let marked = "<div class=\"outdated\" data-change=\"major\">\n<p data-segment>等待五秒。</p>\n</div>\n\
                  <template data-outdated=\"0\"></template>";
    assert!(html(&zh).contains(marked), "{zh}");
    assert!(
        html(&zh).contains("<li data-segment><span class=\"outdated-here\"></span>二</li>"),
        "{zh}"
    );
    assert_eq!(zh["outdated"][0]["heading_id"], "安装");
    let pieces = json!([["same", "Wait "], ["old", "five"], ["new", "ten"], ["same", " seconds."]]);
    assert_eq!(zh["outdated"][0]["pieces"], pieces);
    assert_eq!(zh["outdated"][1]["pieces"][1], json!(["new", "the "]));
    let en = json(&site, "docs/en/start").await;
    assert_eq!((&en["outdated"], &en["counterpart"]["outdated"]), (&json!([]), &json!(2)));
    assert!(!html(&en).contains("outdated"));
}

#[tokio::test]
async fn sections_missing_in_a_translation_are_listed() {
    let site = site(EN, ZH).await;
    let before = json(&site, "docs/zh/start").await;
    assert_eq!((&before["not_translated"], &before["missing_sections"]), (&json!(0), &json!([])));
    let newer = format!(
        "{EN}\n## Undo `it` {{#undo}}\n\nGo back.\n\n### In parts\n\nOne.\n\n## See also\n\nMore.\n"
    );
    site.import(&[("en/start.md", &newer), ("zh/start.md", ZH)]).await;
    let zh = json(&site, "docs/zh/start").await;
    assert_eq!(zh["not_translated"], 6);
    let expected =
        json!([{ "id": "undo", "text": "Undo it" }, { "id": "see-also", "text": "See also" }]);
    assert_eq!(zh["missing_sections"], expected);
    assert_eq!(json(&site, "docs/en/start").await["missing_sections"], json!([]));
    let tag =
        site.answer("GET", "/api/v1/public/docs/zh/start", None).await.headers()["etag"].clone();
    site.import(&[
        ("en/start.md", &newer.replace("See also", "More to read")),
        ("zh/start.md", ZH),
    ])
    .await;
    let renamed = site.answer("GET", "/api/v1/public/docs/zh/start", None).await;
    assert!(String::from_utf8_lossy(renamed.body()).contains("More to read"));
    assert_ne!(renamed.headers()["etag"], tag);
}

#[tokio::test]
async fn translation_of_a_removed_source_segment_is_outdated() {
    let site = site(EN, ZH).await;
    let newer = EN.replace("Wait five seconds.\n\n", "");
    site.import(&[("en/start.md", &newer), ("zh/start.md", ZH)]).await;
    let zh = json(&site, "docs/zh/start").await;
    assert_eq!(zh["outdated"][0]["change"], "removed");
    assert_eq!(zh["outdated"][0]["pieces"], json!([["old", "Wait five seconds."]]));
}

#[tokio::test]
async fn parallel_view_has_both_languages() {
    let site = site(EN, ZH).await;
    let newer = format!("{}\nNew.\n", EN.replace("five", "ten"));
    site.import(&[("en/start.md", &newer), ("zh/start.md", ZH)]).await;
    let both = json(&site, "docs-parallel/zh/start").await;
    assert_eq!(both["other"]["title"], "Start");
    let rows: Vec<_> = both["rows"].as_array().unwrap().iter().map(row_fields).collect();
    assert_eq!(
        rows,
        [
            ("<span id=\"开始\"></span><span id=\"start\"></span>", "", "same"),
            ("<p>欢迎。</p>", "<p>Welcome.</p>", "up_to_date"),
            (
                "<h2 id=\"安装\"><span id=\"install-it\"></span>安装</h2>",
                "<h2>Install it</h2>",
                "up_to_date"
            ),
            ("<p>等待五秒。</p>", "<p>Wait ten seconds.</p>", "outdated"),
            (
                "<pre tabindex=\"0\"><code class=\"language-sh\"><span class=\"hl-function\">run</span>\n</code></pre>",
                "",
                "same"
            ),
            (
                "<ul>\n<li>一</li>\n<li>二</li>\n</ul>",
                "<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
                "up_to_date"
            ),
            ("", "<p>New.</p>", "not_translated"),
        ]
    );
}

fn row_fields(row: &Value) -> (&str, &str, &str) {
    let other_html = row["other"]["html"].as_str().unwrap_or_default();
    (row["html"].as_str().unwrap(), other_html, row["state"].as_str().unwrap())
}

#[tokio::test]
async fn parallel_view_of_an_untranslated_page_has_one_language() {
    let site = Site::new().await;
    site.import(&[("en/start.md", EN), ("zh/other.md", "# 别的\n")]).await;
    let both = json(&site, "docs-parallel/zh/start").await;
    assert_eq!((&both["locale"], &both["other"]), (&json!("en-US"), &Value::Null));
    assert!(both["rows"].as_array().unwrap().iter().all(|row| row["other"].is_null()));
    let missing = site.answer("GET", "/api/v1/public/docs-parallel/zh/nowhere", None).await;
    assert_eq!(missing.status(), 404);
}

/// Requests the page at `path`, whose HTML must contain `title`; returns the executed SQL statements.
async fn rendered(site: &Site, path: &str, title: &str) -> Vec<String> {
    let (answer, statements) = executed(site.answer("GET", path, None)).await;
    let html = String::from_utf8_lossy(answer.body());
    assert_eq!(answer.status().as_u16(), 200, "{html}");
    assert!(html.contains(title), "{html}");
    statements
}

#[tokio::test(flavor = "multi_thread")]
async fn uncached_page_is_queried_once() {
    let site = Site::rendering().await;
    let files = [
        ("en/start.md", EN),
        ("zh/start.md", ZH),
        ("en/next.md", "# Next\n\nGo on.\n"),
        ("en/last.md", "# Last\n\nRest.\n"),
    ];
    site.import(&files).await;
    // Fills the caches of the navigation and of the links.
    rendered(&site, "/index/en/docs/next", "Next").await;
    rendered(&site, "/index/zh/docs/next", "Next").await;
    let count = |statements: &[String], part: &str| {
        statements.iter().filter(|sql| sql.contains(part)).count()
    };

    let statements = rendered(&site, "/index/zh/docs/start", "开始").await;
    assert_eq!(
        count(&statements, "t.path = $2"),
        1,
        "expected one query for the page: {statements:#?}"
    );
    assert_eq!(
        count(&statements, "t.page_id = $1"),
        1,
        "expected one query for its translation: {statements:#?}"
    );
    assert_eq!(statements.len(), 8, "{statements:#?}");

    // The translation of this page is missing, so redirects are queried, too.
    let statements = rendered(&site, "/index/zh/docs/last", "Last").await;
    assert_eq!(
        count(&statements, "t.path = $2"),
        1,
        "expected one query for the page: {statements:#?}"
    );
    assert_eq!(count(&statements, "from redirects"), 1, "{statements:#?}");
    assert_eq!(statements.len(), 8, "{statements:#?}");

    let cached = rendered(&site, "/index/zh/docs/start", "开始").await;
    assert!(cached.is_empty(), "{cached:#?}");
}

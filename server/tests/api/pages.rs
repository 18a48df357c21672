//! Tests of drafts of published pages, in both languages. The tests in `page_lifecycle` and `publishing` cover the
//! lifecycle of pages and their publication.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::site::Site;
use crate::statements::executed;

pub(crate) const LIST: &str = "/api/v1/admin/pages";

pub(crate) async fn site() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/guide/a.md", "---\ntitle: Gate\n---\n# Gate\n\nThe gate is closed.\n\nWait here.\n"),
        ("zh/guide/a.md", "# 门\n\n门关着。\n\n在此等候。\n"),
        ("en/guide/b.md", "# Bell\n\nSee [the gate](a.md).\n"),
    ])
    .await;
    site
}

/// Sends a request; returns the status and the body.
pub(crate) async fn send(
    site: &Site,
    method: &str,
    path: &str,
    seen: Option<&str>,
    body: Option<Value>,
) -> (u16, Value) {
    let seen = seen.map(|seen| format!("\"{seen}\""));
    site.with_header(seen.as_deref().map(|seen| ("if-match", seen)));
    let body = body.map(|body| body.to_string());
    let answer = site.answer(method, path, body.as_deref()).await;
    site.with_header(None);
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

pub(crate) async fn read(site: &Site, path: &str) -> Value {
    let (status, body) = send(site, "GET", path, None, None).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

/// Returns the id of the page with this path.
pub(crate) async fn id_of(site: &Site, path: &str) -> String {
    let rows = read(site, &format!("{LIST}?size=200")).await;
    let has = |row: &&Value| ["zh", "en"].iter().any(|side| row[*side]["path"] == path);
    let row = rows.as_array().unwrap().iter().find(has).unwrap_or_else(|| panic!("{rows}"));
    row["id"].as_str().unwrap().to_owned()
}

/// Saves a draft based on the current draft; returns the revision of the new draft.
pub(crate) async fn write(site: &Site, id: &str, locale: &str, text: &str) -> String {
    let seen = revision(site, id, locale).await;
    let path = format!("{LIST}/{id}/{locale}/draft");
    let (status, saved) =
        send(site, "PUT", &path, Some(&seen), Some(json!({ "text": text }))).await;
    assert_eq!(status, 200, "{saved}");
    saved["revision"].as_str().unwrap().to_owned()
}

pub(crate) async fn revision(site: &Site, id: &str, locale: &str) -> String {
    let page = read(site, &format!("{LIST}/{id}")).await;
    page[locale]["revision"].as_str().unwrap().to_owned()
}

pub(crate) async fn publish(site: &Site, id: &str, locale: &str, body: Value) -> (u16, Value) {
    let seen = revision(site, id, locale).await;
    send(site, "POST", &format!("{LIST}/{id}/{locale}/publish"), Some(&seen), Some(body)).await
}

/// Returns the time `days` days from now, in milliseconds since 1970-01-01 UTC.
pub(crate) fn in_days(days: u64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap() + i64::try_from(days).unwrap() * 86_400_000
}

pub(crate) const EN: &str = "---\ntitle: Gate\n---\n# Gate\n\nThe gate is open.\n\nWait here.\n";

#[tokio::test]
async fn autosave_queries_the_page_once() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "zh", "# 门\n\n门开着。\n\n在此等候。\n").await;
    let seen = revision(&site, &id, "en").await;
    let path = format!("{LIST}/{id}/en/draft");
    let saving = send(&site, "PUT", &path, Some(&seen), Some(json!({ "text": EN })));
    let ((status, saved), statements) = executed(saving).await;
    assert_eq!(status, 200, "{saved}");
    let count = |part: &str| statements.iter().filter(|sql| sql.contains(part)).count();
    assert_eq!(count("update pages"), 1, "the page must be locked once: {statements:#?}");
    assert_eq!(count("from pages"), 0, "{statements:#?}");
    assert_eq!(count("from texts"), 2, "expected one query for each language: {statements:#?}");
    assert_eq!(count("from drafts"), 2, "expected one query for each language: {statements:#?}");
    assert_eq!(count("from alignments"), 1, "{statements:#?}");
    assert_eq!(statements.len(), 10, "{statements:#?}");
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(saved["segments"], page["en"]["segments"]);
    assert_eq!(saved["revision"], page["en"]["revision"]);
}

#[tokio::test]
async fn stale_draft_change_is_412() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/en/draft");
    let seen = revision(&site, &id, "en").await;
    let text = |text: &str| Some(json!({ "text": text }));
    assert_eq!(send(&site, "PUT", &path, None, text("x")).await.0, 428);
    let (_, first) = send(&site, "PUT", &path, Some(&seen), text(EN)).await;
    let (status, stale) = send(&site, "PUT", &path, Some(&seen), text("other\n")).await;
    assert_eq!((status, &stale["code"]), (412, &json!("stale")), "{stale}");
    assert_eq!(stale["current"]["revision"], first["revision"]);
    assert_eq!(stale["current"]["front_matter"], "---\ntitle: Gate\n---\n");
    for (method, path) in [("POST", "publish"), ("POST", "unpublish"), ("DELETE", "draft")] {
        let path = format!("{LIST}/{id}/en/{path}");
        let body = (method == "POST").then(|| json!({}));
        assert_eq!(send(&site, method, &path, Some(&seen), body.clone()).await.0, 412, "{path}");
        assert_eq!(send(&site, method, &path, None, body).await.0, 428, "{path}");
    }
    let seen = first["revision"].as_str().unwrap();
    assert_eq!(send(&site, "DELETE", &path, Some(seen), None).await.0, 204);
    assert_eq!(read(&site, &format!("{LIST}/{id}")).await["en"]["listed"]["changed"], false);
}

#[tokio::test]
async fn draft_equal_to_published_text_is_removed() {
    let site = Site::new().await;
    site.import(&[("en/a.md", "# A\r\n\r\nOne.\r\n")]).await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "a").await;
    write(&site, &id, "en", "# A\n\nTwo.\n").await;
    let (_, back) = {
        let seen = revision(&site, &id, "en").await;
        let path = format!("{LIST}/{id}/en/draft");
        send(&site, "PUT", &path, Some(&seen), Some(json!({ "text": "# A\n\nOne.\n" }))).await
    };
    assert_eq!(back["changed"], false, "different line endings must not count as a change: {back}");
}

#[tokio::test]
async fn revision_is_restored_as_a_draft() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    publish(&site, &id, "en", json!({})).await;
    let path = format!("{LIST}/{id}/en/revisions");
    let list = read(&site, &path).await;
    let revisions: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["number"].as_i64().unwrap(),
                it["origin"].as_str().unwrap(),
                it["published"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(revisions, [(2, "site", true), (1, "import", false)]);
    let diff = read(&site, &format!("{path}/1/diff?with=2")).await;
    assert_eq!((&diff["added"], &diff["removed"]), (&json!(1), &json!(1)));
    let new = diff["lines"].as_array().unwrap().iter().find(|line| line["kind"] == "new").unwrap();
    assert_eq!(new["pieces"], json!([["same", "The gate is "], ["new", "open"], ["same", "."]]));
    let seen = revision(&site, &id, "en").await;
    let (status, back) = send(&site, "POST", &format!("{path}/1/restore"), Some(&seen), None).await;
    assert_eq!((status, &back["changed"]), (200, &json!(true)), "{back}");
    publish(&site, &id, "en", json!({})).await;
    assert!(
        read(&site, "/api/v1/public/docs/en/guide/a").await["html"]
            .as_str()
            .unwrap()
            .contains("closed")
    );
    assert_eq!(
        read(&site, &path).await.as_array().unwrap().len(),
        3,
        "a restore must add a revision and keep the others"
    );
    for path in
        [format!("{path}/9/diff"), format!("{path}/x/diff"), format!("{path}/1/diff?with=9")]
    {
        assert_eq!(send(&site, "GET", &path, None, None).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn draft_text_is_previewed_without_saving() {
    let site = site().await;
    site.log_in_as("translator").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/zh/preview");
    let text = "---\ntitle: 门\n---\n# 门\n\n在Git中，见[钟](b.md)与[无](none.md)。\n\n<img src=x onerror=alert(1)>\n\n## 二\n";
    let (status, preview) = send(&site, "POST", &path, None, Some(json!({ "text": text }))).await;
    assert_eq!((status, &preview["title"]), (200, &json!("门")), "{preview}");
    let blocks = preview["blocks"].as_array().unwrap();
    let html: String = blocks.iter().map(|block| block["html"].as_str().unwrap()).collect();
    assert!(html.contains("/index/zh/docs/guide/b") && !html.contains("onerror"), "{html}");
    assert!(blocks.iter().any(|block| block["line"] == 6), "{preview}");
    assert_eq!(preview["headings"], json!([{ "level": 2, "text": "二", "line": 10 }]));
    let found: Vec<_> = preview["issues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["line"].as_u64().unwrap_or(0), it["code"].as_str().unwrap()))
        .collect();
    assert!(found.contains(&(6, "page-missing")) && found.contains(&(6, "cjk-space")), "{found:?}");
    let space =
        preview["issues"].as_array().unwrap().iter().find(|it| it["code"] == "cjk-space").unwrap();
    assert_eq!(space["fix"], "在 Git中，见[钟](b.md)与[无](none.md)。");
    assert_eq!(preview["words"], json!({ "han": 8, "words": 1 }));
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["zh"]["listed"]["changed"], false, "a preview must not save the text");
}

#[tokio::test]
async fn new_segment_of_a_draft_has_no_counterpart() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", &EN.replace("Wait here.", "Wait here.\n\nOr there.")).await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    let segments: Vec<_> = page["en"]["segments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!(
                "{} {}-{} {} {}",
                it["kind"].as_str().unwrap(),
                it["line"],
                it["end_line"],
                it["counterparts"].as_array().unwrap().len(),
                it["state"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        segments,
        [
            "heading-1 4-5 1 up_to_date",
            "paragraph 6-7 1 up_to_date",
            "paragraph 8-9 1 up_to_date",
            "paragraph 10-10 0 alone",
        ]
    );
    let zh = &page["zh"]["segments"];
    assert_eq!(zh[1]["state"], "outdated", "{zh}");
    assert_eq!(zh[1]["counterparts"], json!([page["en"]["segments"][1]["id"]]));
}

#[tokio::test]
async fn unaligned_segment_is_not_up_to_date() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let counts = async || {
        let page = read(&site, &format!("{LIST}/{id}")).await;
        let row = &read(&site, LIST).await[0];
        ["zh", "en"].map(|side| {
            let segments = page[side]["segments"].as_array().unwrap();
            let last = &segments.last().unwrap()["state"];
            let listed = &page[side]["listed"];
            assert_eq!(row[side]["not_aligned"], listed["not_aligned"]);
            format!("{} {} {last}", listed["not_translated"], listed["not_aligned"])
        })
    };
    write(&site, &id, "en", &EN.replace("Wait here.", "Wait here.\n\nOr there.")).await;
    assert_eq!(publish(&site, &id, "en", json!({})).await.0, 200);
    assert_eq!(counts().await, ["1 0 \"up_to_date\"", "0 0 \"alone\""]);
    // Each text has a new segment at the same position, but neither segment is a translation of the other.
    write(&site, &id, "zh", "# 门\n\n门关着。\n\n在此等候。\n\n- 敲钟\n").await;
    assert_eq!(publish(&site, &id, "zh", json!({})).await.0, 200);
    assert_eq!(counts().await, ["0 1 \"alone\"", "0 1 \"alone\""]);
}

#[tokio::test]
async fn end_line_of_a_markdown_container_is_in_no_segment() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/b").await;
    let text = "# Bell\n\n::: tip\nIt rings.\n:::\n\n- One\n\n  ::: tip\n  Two.\n\n  :::\n\n> ::: tip\n> Three.\n> :::\n";
    write(&site, &id, "en", text).await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    let segments = page["en"]["segments"].as_array().unwrap().iter();
    let actual: Vec<_> = segments
        .map(|it| format!("{} {}-{}", it["kind"].as_str().unwrap(), it["line"], it["end_line"]))
        .collect();
    let expected = [
        "heading-1 1-2",
        "container 3-3",
        "paragraph 4-4",
        "list-item 7-8",
        "container 9-9",
        "paragraph 10-11",
        "quote 14-16",
    ];
    assert_eq!(actual, expected);
}

#[tokio::test]
async fn presence_lists_other_users_of_the_page() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/presence");
    let open = |locale: &str| Some(json!({ "locale": locale }));
    assert_eq!(send(&site, "POST", &path, None, open("en")).await, (200, json!([])));
    site.log_in_as("translator").await;
    let left = site.token();
    let (_, others) = send(&site, "POST", &path, None, open("zh")).await;
    assert_eq!((&others[0]["name"], &others[0]["locale"]), (&json!("editor"), &json!("en-US")));
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["editing"].as_array().unwrap().len(), 1);
    assert_eq!(send(&site, "POST", &path, None, open("fr")).await.0, 400);

    // A user without the permission to edit sees the editors, but is not listed for them.
    site.log_in_as("reviewer").await;
    let (_, others) = send(&site, "POST", &path, None, open("en")).await;
    assert!(others.as_array().unwrap().iter().any(|it| it["name"] == "editor"), "{others}");
    site.log_in_as("owner").await;
    let (_, others) = send(&site, "POST", &path, None, open("en")).await;
    let others = others.as_array().unwrap();
    assert!(others.iter().all(|it| it["name"] != "reviewer"), "{others:?}");
    // A translator who reads the source text is listed with the language that they edit.
    let translator = others.iter().find(|it| it["name"] == "translator").unwrap();
    assert_ne!(translator["locale"], page["source_locale"]);

    // A user who closes the page is removed from the list immediately. The other users are still listed.
    let owner = site.token();
    site.with_token(left.as_deref());
    assert_eq!(send(&site, "DELETE", &path, None, None).await.0, 204);
    site.with_token(owner.as_deref());
    let (_, others) = send(&site, "POST", &path, None, open("en")).await;
    let names: Vec<_> = others.as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["editor"]);
}

#[tokio::test]
async fn preview_link_code_is_required_to_read_the_draft() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    let (status, link) =
        send(&site, "POST", &format!("{LIST}/{id}/en/preview-link"), None, None).await;
    assert_eq!(status, 200, "{link}");
    let (address, code) = link["url"].as_str().unwrap().split_once('#').unwrap();
    assert!(address.ends_with("/index/admin/preview"), "{address}");
    site.with_token(None);
    for path in [
        LIST.to_owned(),
        format!("{LIST}/{id}"),
        format!("{LIST}/{id}/en/changes"),
        format!("{LIST}/{id}/en/revisions"),
    ] {
        assert_eq!(send(&site, "GET", &path, None, None).await.0, 401, "{path}");
    }
    let shared = "/api/v1/public/preview";
    let (status, preview) = send(&site, "POST", shared, None, Some(json!({ "code": code }))).await;
    assert_eq!(
        (status, &preview["title"], &preview["author"]),
        (200, &json!("Gate"), &json!("editor")),
        "{preview}"
    );
    assert!(preview["html"].as_str().unwrap().contains("open"));
    let wrong = "0".repeat(code.len());
    assert_eq!(send(&site, "POST", shared, None, Some(json!({ "code": wrong }))).await.0, 404);
}

#[tokio::test]
async fn translator_can_edit_translations_but_not_sources() {
    let site = site().await;
    site.log_in_as("translator").await;
    let id = id_of(&site, "guide/a").await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["source_locale"], "zh-CN");
    assert_eq!((&page["en"]["may_edit"], &page["zh"]["may_edit"]), (&json!(true), &json!(false)));
    write(&site, &id, "en", EN).await;
    let text = Some(json!({ "text": "x" }));
    let draft = format!("{LIST}/{id}/zh/draft");
    assert_eq!(send(&site, "PUT", &draft, Some("*"), text).await.0, 403);
    let both = json!({ "other": page["zh"]["revision"] });
    assert_eq!(
        publish(&site, &id, "en", both).await.0,
        403,
        "`other` must not publish a text that the user may not edit"
    );
    let page = format!("{LIST}/{id}");
    assert_eq!(send(&site, "DELETE", &page, Some("x"), None).await.0, 403);
    assert_eq!(publish(&site, &id, "en", json!({})).await.0, 200);
}

/// Returns the error of a scheduled publication of the English text, and whether the text is still scheduled.
pub(crate) async fn schedule_state(site: &Site, id: &str) -> (Value, bool) {
    let page = read(site, &format!("{LIST}/{id}")).await;
    let listed = &page["en"]["listed"];
    assert_eq!(listed["changed"], true, "the draft must be kept: {page}");
    (listed["error"].clone(), listed["publish_at"].is_number())
}

#[tokio::test]
async fn preview_link_is_invalid_while_its_creator_has_no_access() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/en/preview-link");
    let (_, link) = send(&site, "POST", &path, None, None).await;
    let code = link["url"].as_str().unwrap().split_once('#').unwrap().1;
    let preview_status = async || {
        let body = Some(json!({ "code": code }));
        send(&site, "POST", "/api/v1/public/preview", None, body).await.0
    };
    for (change, expected) in [
        ("update users set role = 'reviewer' where name = 'editor'", 200),
        ("update users set role = 'analyst' where name = 'editor'", 404),
        ("update users set role = 'editor' where name = 'editor'", 200),
        ("update users set disabled_at = 1 where name = 'editor'", 404),
    ] {
        site.inside().execute(change).await.unwrap();
        assert_eq!(preview_status().await, expected, "{change}");
    }
    site.log_in_as("owner").await;
    let log = site.get("/api/v1/admin/log?action=preview-link-made").await;
    assert!(log.contains("docs/en/guide/a") && log.contains("editor"), "{log}");
}

const LINKS: &str = "/api/v1/admin/preview-links";

#[tokio::test]
async fn preview_links_can_be_listed_and_revoked() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let mut codes = Vec::new();
    for locale in ["zh", "en"] {
        let path = format!("{LIST}/{id}/{locale}/preview-link");
        let (_, link) = send(&site, "POST", &path, None, None).await;
        codes.push(link["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned());
    }
    let preview_status = async |code: &str| {
        let body = Some(json!({ "code": code }));
        send(&site, "POST", "/api/v1/public/preview", None, body).await.0
    };
    let listed = read(&site, LINKS).await;
    let of = |locale: &str| {
        let mut rows = listed.as_array().unwrap().iter();
        rows.find(|row| row["locale"] == locale).unwrap_or_else(|| panic!("{listed}")).clone()
    };
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    assert_eq!((&of("zh-CN")["page"], &of("en-US")["created_by"]), (&json!(id), &json!("editor")));
    for code in &codes {
        assert!(!listed.to_string().contains(code.as_str()), "{listed}");
    }
    let path = |row: &Value| format!("{LINKS}/{}", row["id"].as_str().unwrap());
    // The translator may edit only the English text, which is a translation.
    site.log_in_as("translator").await;
    let own = read(&site, LINKS).await;
    assert_eq!(own, json!([of("en-US")]));
    assert_eq!(send(&site, "DELETE", &path(&of("zh-CN")), None, None).await.0, 404);
    assert_eq!(send(&site, "DELETE", &path(&of("en-US")), None, None).await.0, 204);
    assert_eq!((preview_status(&codes[0]).await, preview_status(&codes[1]).await), (200, 404));
    site.log_in_as("analyst").await;
    assert_eq!(send(&site, "GET", LINKS, None, None).await.0, 403);
    site.log_in_as("owner").await;
    assert_eq!(send(&site, "DELETE", &path(&of("en-US")), None, None).await.0, 404);
    assert_eq!(send(&site, "DELETE", &path(&of("zh-CN")), None, None).await.0, 204);
    assert_eq!(preview_status(&codes[0]).await, 404);
    let log = site.get("/api/v1/admin/log?action=preview-link-revoked").await;
    assert!(log.contains("translator") && log.contains("owner"), "{log}");
}

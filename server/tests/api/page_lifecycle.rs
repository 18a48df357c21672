//! Tests of the lifecycle of pages: creation, moves, lists, the trash, and URLs.

use serde_json::{Value, json};

use crate::pages::{EN, LIST, id_of, in_days, publish, read, schedule_state, send, site, write};
use crate::site::Site;

#[tokio::test]
async fn page_is_created_in_one_language_then_the_other() {
    let site = site().await;
    site.log_in_as("editor").await;
    let new = |path: &str, title: &str| {
        Some(json!({ "area": "docs", "locale": "en", "path": path, "title": title }))
    };
    let (status, page) = send(&site, "POST", LIST, None, new("guide/new", "A: new one")).await;
    assert_eq!(status, 201, "{page}");
    assert_eq!(
        page["en"]["text"],
        "---\ndraft: true\ntitle: \"A: new one\"\n---\n\n"
            .replace("draft: true\ntitle: \"A: new one\"", "title: \"A: new one\"\ndraft: true")
    );
    assert_eq!((&page["en"]["file"], &page["zh"]), (&json!("en/guide/new.md"), &Value::Null));
    let public = "/api/v1/public/docs/en/guide/new";
    assert_eq!(send(&site, "GET", public, None, None).await.0, 404);
    let id = page["id"].as_str().unwrap().to_owned();
    write(&site, &id, "en", "---\ntitle: New\ndraft: true\n---\n\nOne.\n").await;
    let (status, both) = send(&site, "POST", &format!("{LIST}/{id}/zh/text"), None, None).await;
    assert_eq!(status, 201, "{both}");
    assert_eq!(both["zh"]["file"], "zh/guide/new.md");
    assert!(
        both["zh"]["text"].as_str().unwrap().contains("One."),
        "the new text must begin as a copy of the other language"
    );
    let (_, changes) = send(&site, "GET", &format!("{LIST}/{id}/en/changes"), None, None).await;
    let lines = changes["segments"].as_array().unwrap();
    assert!(
        lines.iter().all(|it| it["line"].is_number()),
        "no segment must count as removed: {lines:?}"
    );
    // The new Chinese text is a copy of the English text. Exactly one segment of each text is aligned.
    for side in ["en", "zh"] {
        let segments = both[side]["segments"].as_array().unwrap();
        let linked = |it: &&Value| it["state"] == "up_to_date" && it["counterparts"][0].is_string();
        assert_eq!(segments.iter().filter(linked).count(), 1, "{side}: {segments:?}");
    }
    let (status, refused) = send(&site, "POST", &format!("{LIST}/{id}/zh/text"), None, None).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("has-text")), "{refused}");
    let zh = write(&site, &id, "zh", "---\ntitle: 新\ndraft: true\n---\n\n一。\n").await;
    let (status, done) = publish(&site, &id, "en", json!({ "other": zh })).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(read(&site, public).await["title"], "New");
    assert_eq!(read(&site, "/api/v1/public/docs/zh/guide/new").await["title"], "新");
    let (_, both) = send(&site, "GET", &format!("{LIST}/{id}"), None, None).await;
    for side in ["en", "zh"] {
        let listed = &both[side]["listed"];
        assert_eq!(
            (&listed["outdated"], &listed["not_translated"]),
            (&json!(0), &json!(0)),
            "{side}: {both}"
        );
    }

    for (path, code) in [
        ("guide/a", "taken"),
        ("../x", "page-path"),
        ("", "page-path"),
        ("a//b", "page-path"),
        ("guide/index", "page-path"),
        ("_news/x", "page-path"),
        ("@1.0/x", "page-path"),
        ("a?b", "page-path"),
        ("a b", "page-path"),
        (".git/x", "page-path"),
        ("gui\u{200b}de", "page-path"),
        ("a\u{202e}b", "page-path"),
        ("a/\u{2060}", "page-path"),
    ] {
        let (status, refused) = send(&site, "POST", LIST, None, new(path, "X")).await;
        assert_eq!(
            (status, &refused["errors"][0]["code"]),
            (422, &json!(code)),
            "{path}: {refused}"
        );
    }
    let (status, refused) = send(&site, "POST", LIST, None, new("guide/x", " ")).await;
    assert_eq!((status, &refused["errors"][0]["field"]), (422, &json!("title")));
    let more =
        json!({ "area": "docs", "locale": "en", "path": "x", "title": "X", "role": "owner" });
    assert_eq!(
        send(&site, "POST", LIST, None, Some(more)).await.0,
        400,
        "an unknown field must be rejected"
    );
}

#[tokio::test]
async fn concurrent_pages_cannot_share_a_path() {
    let site = site().await;
    site.log_in_as("editor").await;
    let new = |title: &str| {
        Some(json!({ "area": "docs", "locale": "en", "path": "guide/new", "title": title }))
    };
    let (one, two) = tokio::join!(
        send(&site, "POST", LIST, None, new("One")),
        send(&site, "POST", LIST, None, new("Two"))
    );
    let (made, refused) = if one.0 == 201 { (one, two) } else { (two, one) };
    assert_eq!((made.0, refused.0), (201, 422), "{refused:?}");
    assert_eq!(refused.1["errors"][0]["code"], "taken");
    let page = read(&site, &format!("{LIST}/{}", made.1["id"].as_str().unwrap())).await;
    assert_eq!(page["en"]["text"], made.1["en"]["text"]);
}

#[tokio::test]
async fn concurrent_moves_cannot_share_a_path() {
    let site = site().await;
    site.log_in_as("editor").await;
    let mut addresses = Vec::new();
    for path in ["guide/one", "guide/two"] {
        let new = json!({ "area": "docs", "locale": "en", "path": path, "title": "X" });
        let (status, page) = send(&site, "POST", LIST, None, Some(new)).await;
        assert_eq!(status, 201, "{page}");
        addresses.push(format!("{LIST}/{}/move", page["id"].as_str().unwrap()));
    }
    // `*` matches any revision.
    site.with_header(Some(("if-match", "*")));
    let moved = async |address: &str| {
        let answer = site.answer("POST", address, Some(r#"{"path":"guide/other"}"#)).await;
        let body: Value = serde_json::from_slice(answer.body()).unwrap();
        (answer.status().as_u16(), body)
    };
    let (one, two) = tokio::join!(moved(&addresses[0]), moved(&addresses[1]));
    let (done, refused) = if one.0 == 200 { (one, two) } else { (two, one) };
    assert_eq!((done.0, refused.0), (200, 422), "{done:?} {refused:?}");
    assert_eq!(refused.1["errors"][0]["code"], "taken");
}

#[tokio::test]
async fn news_entry_gets_the_date_of_its_path_or_of_the_request() {
    let site = site().await;
    site.log_in_as("editor").await;
    let begin = async |path: &str, date: &str| {
        let new =
            json!({ "area": "news", "locale": "en", "path": path, "title": "X", "date": date });
        send(&site, "POST", LIST, None, Some(new)).await
    };
    for (path, expected) in [
        ("open", "2026-03-04"),
        ("2026-01-02-open", "2026-01-02"),
        ("2026-13-01-open", "2026-03-04"),
    ] {
        let (status, page) = begin(path, "2026-03-04").await;
        let text = page["en"]["text"].as_str().unwrap_or_default();
        assert_eq!(status, 201, "{page}");
        assert!(text.contains(&format!("\ndate: {expected}\n")), "{path}: {text}");
    }
    let (status, refused) = begin("shut", "2026-02-30").await;
    assert_eq!((status, &refused["errors"][0]["field"]), (422, &json!("date")), "{refused}");
}

#[tokio::test]
async fn new_front_page_block_is_added_at_the_end() {
    let site = site().await;
    site.import(&[("en/_landing/hero.md", "---\nblock: hero\norder: 1\n---\n\n# Arch\n")]).await;
    site.log_in_as("editor").await;
    let new = |block: &str, path: &str| {
        let title = "What it does";
        Some(
            json!({ "area": "landing", "block": block, "locale": "en", "path": path, "title": title }),
        )
    };
    for (block, path, field) in
        [("", "what", "block"), ("carousel", "what", "block"), ("features", "a/b", "path")]
    {
        let (status, refused) = send(&site, "POST", LIST, None, new(block, path)).await;
        assert_eq!((status, &refused["errors"][0]["field"]), (422, &json!(field)), "{refused}");
    }
    let of_docs =
        json!({ "area": "docs", "block": "hero", "locale": "en", "path": "x", "title": "X" });
    assert_eq!(send(&site, "POST", LIST, None, Some(of_docs)).await.0, 422);
    let (status, page) = send(&site, "POST", LIST, None, new("features", "what")).await;
    assert_eq!((status, &page["en"]["file"]), (201, &json!("en/_landing/what.md")), "{page}");
    let begun = "---\nblock: features\norder: 2\ndraft: true\n---\n\n## What it does\n";
    assert_eq!(page["en"]["text"], begun);
    let (_, files) = send(&site, "POST", LIST, None, new("downloads", "files")).await;
    let id = files["id"].as_str().unwrap();
    let whole = "---\nblock: downloads\norder: 2\ndraft: true\n---\n\n# Downloads\n\nGet it.\n";
    write(&site, id, "en", whole).await;
    publish(&site, id, "en", json!({})).await;
    let landing = read(&site, "/api/v1/public/landing/en").await;
    assert_eq!(landing["blocks"][1]["kind"], "downloads", "{landing}");
    let html = landing["blocks"][1]["html"].as_str().unwrap();
    assert!(html.starts_with("<h2>Downloads</h2>"), "{html}");
}

#[tokio::test]
async fn changed_source_language_changes_translator_permissions() {
    let site = site().await;
    site.log_in_as("reviewer").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/source");
    let to = |locale: &str| Some(json!({ "locale": locale }));
    assert_eq!(send(&site, "PUT", &path, Some("*"), to("en")).await.0, 403);
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["source_locale"], "zh-CN");
    site.log_in_as("editor").await;
    assert_eq!(send(&site, "PUT", &path, None, to("en")).await.0, 428);
    assert_eq!(send(&site, "PUT", &path, Some("x"), to("en")).await.0, 412);
    let seen = page["revision"].as_str();
    assert_eq!(send(&site, "PUT", &path, seen, to("fr")).await.0, 400);
    let (status, page) = send(&site, "PUT", &path, seen, to("en")).await;
    assert_eq!((status, &page["source_locale"]), (200, &json!("en-US")), "{page}");
    site.log_in_as("translator").await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!((&page["zh"]["may_edit"], &page["en"]["may_edit"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn imported_page_has_the_configured_source_language() {
    let both =
        [("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n"), ("zh/gate.md", "# 门\n")];
    for (toml, original) in [("", "zh-CN"), ("[site]\noriginal = \"en\"\n", "en-US")] {
        let site = Site::with(toml).await;
        site.import(&both).await;
        site.log_in_as("editor").await;
        let of = async |key: &str| {
            read(&site, &format!("{LIST}?q={key}")).await[0]["source_locale"].clone()
        };
        assert_eq!(of("start").await, original);
        assert_eq!(of("gate").await, "zh-CN", "the only language must be the source language");
    }
}

#[tokio::test]
async fn old_api_url_of_a_moved_page_is_308() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/move");
    let seen = read(&site, &format!("{LIST}/{id}")).await["revision"].as_str().unwrap().to_owned();
    let to = |path: &str| Some(json!({ "path": path }));
    assert_eq!(send(&site, "POST", &path, None, to("guide/gate")).await.0, 428);
    for (target, code) in [("guide/b", "taken"), ("guide/a", "same"), ("/guide/a.md", "same")] {
        let (status, refused) = send(&site, "POST", &path, Some(&seen), to(target)).await;
        assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!(code)), "{target}");
    }
    let (status, moved) = send(&site, "POST", &path, Some(&seen), to("guide/gate")).await;
    assert_eq!((status, &moved["key"]), (200, &json!("guide/gate")), "{moved}");
    assert_eq!(moved["zh"]["file"], "zh/guide/gate.md");
    for locale in ["zh", "en"] {
        let old = site.answer("GET", &format!("/api/v1/public/docs/{locale}/guide/a"), None).await;
        assert_eq!(old.status(), 308);
        let new = read(&site, &format!("/api/v1/public/docs/{locale}/guide/gate")).await;
        assert!(new["counterpart"].is_object(), "both languages must still be one page: {new}");
    }
    assert_eq!(send(&site, "POST", &path, Some(&seen), to("guide/x")).await.0, 412);
}

#[tokio::test]
async fn links_of_a_moved_page_keep_their_targets() {
    let site = site().await;
    let (en, zh) = ("# C\n\nSee [B](b.md) and [A](../guide/a.md#x).\n", "# 丙\n\n见 [B](b.md)。\n");
    site.import(&[("en/guide/c.md", en), ("zh/guide/c.md", zh)]).await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/c").await;
    write(&site, &id, "en", "# C\n\nSee [B](b.md) and [A](../guide/a.md#x) and [B](./b.md).\n")
        .await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    let seen = page["revision"].as_str().unwrap();
    let to = Some(json!({ "path": "c" }));
    let (status, moved) = send(&site, "POST", &format!("{LIST}/{id}/move"), Some(seen), to).await;
    assert_eq!(status, 200, "{moved}");
    assert_eq!(moved["en"]["published"], "# C\n\nSee [B](guide/b.md) and [A](guide/a.md#x).\n");
    assert_eq!(
        moved["en"]["text"],
        "# C\n\nSee [B](guide/b.md) and [A](guide/a.md#x) and [B](./guide/b.md).\n"
    );
    assert_eq!(moved["zh"]["text"], "# 丙\n\n见 [B](guide/b.md)。\n");
    for side in ["zh", "en"] {
        let listed = &moved[side]["listed"];
        assert_eq!(
            (&listed["outdated"], &listed["not_translated"]),
            (&page[side]["listed"]["outdated"], &page[side]["listed"]["not_translated"])
        );
        let segments = moved[side]["segments"].as_array().unwrap();
        assert_eq!(segments[0]["state"], "up_to_date", "{side}: {segments:?}");
    }
    let html = read(&site, "/api/v1/public/docs/zh/c").await["html"].to_string();
    assert!(html.contains("/index/zh/docs/guide/b"), "{html}");
    let (status, done) = publish(&site, &id, "en", json!({})).await;
    assert_eq!(status, 200, "the draft must be based on the published text: {done}");
}

#[tokio::test]
async fn trashed_page_can_be_restored_or_deleted_permanently() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let page = format!("{LIST}/{id}");
    let seen = read(&site, &page).await["revision"].as_str().unwrap().to_owned();
    assert_eq!(send(&site, "DELETE", &page, None, None).await.0, 428);
    assert_eq!(
        send(&site, "DELETE", &format!("{page}?permanent=true"), None, None).await.0,
        404,
        "only a page in the trash can be deleted permanently"
    );
    assert_eq!(send(&site, "DELETE", &page, Some(&seen), None).await.0, 204);
    assert_eq!(send(&site, "GET", "/api/v1/public/docs/zh/guide/a", None, None).await.0, 404);
    assert_eq!(read(&site, LIST).await.as_array().unwrap().len(), 1);
    let trash = read(&site, &format!("{LIST}?state=trash")).await;
    assert_eq!((&trash[0]["id"], &trash[0]["zh"]["state"]), (&json!(id), &json!("trash")));
    let new = json!({ "area": "docs", "locale": "en", "path": "guide/a", "title": "X" });
    let (_, refused) = send(&site, "POST", LIST, None, Some(new)).await;
    assert_eq!(refused["errors"][0]["code"], "taken-in-trash");
    let draft = format!("{page}/en/draft");
    let text = Some(json!({ "text": "x" }));
    assert_eq!(
        send(&site, "PUT", &draft, Some("x"), text).await.0,
        404,
        "a page in the trash must not be editable"
    );
    let may_edit = |page: &Value| ["zh", "en"].map(|side| page[side]["may_edit"].clone());
    assert_eq!(may_edit(&read(&site, &page).await), [json!(false), json!(false)]);

    let (status, back) = send(&site, "POST", &format!("{page}/restore"), None, None).await;
    assert_eq!((status, &back["zh"]["listed"]["state"]), (200, &json!("published")), "{back}");
    assert_eq!(may_edit(&back), [json!(true), json!(true)]);
    let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
    assert_eq!((&zh["title"], &zh["counterpart"]["state"]), (&json!("门"), &json!("up_to_date")));

    let seen = read(&site, &page).await["revision"].as_str().unwrap().to_owned();
    send(&site, "DELETE", &page, Some(&seen), None).await;
    assert_eq!(send(&site, "DELETE", &format!("{page}?permanent=true"), None, None).await.0, 204);
    assert_eq!(send(&site, "GET", &page, None, None).await.0, 404);
    assert_eq!(read(&site, &format!("{LIST}?state=trash")).await, json!([]));
}

#[tokio::test]
async fn page_outside_the_trash_cannot_be_restored() {
    let site = site().await;
    site.log_in_as("owner").await;
    let id = id_of(&site, "guide/a").await;
    let path = format!("{LIST}/{id}/restore");
    assert_eq!(send(&site, "POST", &path, None, None).await.0, 404);
    assert_eq!(read(&site, "/api/v1/admin/log?action=page-restored").await, json!([]));
}

#[tokio::test]
async fn restored_page_keeps_its_translation_state() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let page = format!("{LIST}/{id}");
    // The English text has a changed paragraph, and the Chinese text lacks a paragraph.
    write(&site, &id, "en", "---\ntitle: Gate\n---\n# Gate\n\nThe gate is open.\n\nWait here.\n")
        .await;
    assert_eq!(publish(&site, &id, "en", json!({})).await.0, 200);
    write(&site, &id, "zh", "# 门\n\n门关着。\n").await;
    assert_eq!(publish(&site, &id, "zh", json!({})).await.0, 200);
    let states = async || {
        let written = read(&site, &page).await;
        ["zh", "en"].map(|side| {
            let listed = &written[side]["listed"];
            let segments = written[side]["segments"].as_array().unwrap();
            let segment_states: Vec<_> = segments.iter().map(|it| it["state"].clone()).collect();
            json!([listed["outdated"], listed["not_translated"], segment_states])
        })
    };
    let before = states().await;
    assert_eq!(before[0][0], 1, "{before:?}");
    let seen = read(&site, &page).await["revision"].as_str().unwrap().to_owned();
    assert_eq!(send(&site, "DELETE", &page, Some(&seen), None).await.0, 204);
    assert_eq!(send(&site, "POST", &format!("{page}/restore"), None, None).await.0, 200);
    assert_eq!(states().await, before);
}

#[tokio::test]
async fn page_list_is_filtered_by_state_and_sorted() {
    let site = site().await;
    site.import(&[("en/guide/c.md", "---\ntitle: Draft\ndraft: true\n---\n# C\n")]).await;
    for (number, path) in [
        (1, "zh/docs/guide/a"),
        (2, "en/docs/guide/a"),
        (3, "en/docs/guide/b"),
        (4, "en/docs/none"),
    ] {
        let hit = json!({ "url": format!("/index/{path}"), "id": format!("hit-{number}") });
        assert_eq!(
            site.answer("POST", "/api/v1/public/datastat/collect", Some(&hit.to_string()))
                .await
                .status(),
            202
        );
    }
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/b").await;
    write(&site, &id, "en", "# Bell\n\nIt rings.\n").await;
    let keys = async |query: &str| {
        let answer = site.answer("GET", &format!("{LIST}?{query}"), None).await;
        let rows: Value = serde_json::from_slice(answer.body()).unwrap();
        let keys: Vec<String> = rows
            .as_array()
            .unwrap_or_else(|| panic!("{rows}"))
            .iter()
            .map(|row| row["key"].as_str().unwrap().replace("guide/", ""))
            .collect();
        let header = |name| answer.headers()[name].to_str().unwrap().to_owned();
        format!("{} {} {}", keys.join(","), header("x-total-count"), header("x-total-sum"))
    };
    assert_eq!(keys("").await, "b,c,a 3 3", "the page changed last must come first");
    assert_eq!(keys("sort=views").await, "a,b,c 3 3");
    assert_eq!(
        keys("sort=path&size=2").await,
        "a,b 3 3",
        "the sum must include the pages of all result pages"
    );
    assert_eq!(keys("sort=path&size=2&page=2").await, "c 3 3");
    assert_eq!(keys("sort=title&locale=en").await, "b,c,a 3 3");
    assert_eq!(keys("state=changed").await, "b 1 1");
    assert_eq!(keys("state=draft").await, "c 1 0");
    assert_eq!(keys("state=not_translated&locale=zh&sort=path").await, "b,c 2 1");
    assert_eq!(keys("state=not_translated&locale=en").await, " 0 0");
    assert_eq!(keys("state=published&sort=path").await, "a,b 2 3");
    assert_eq!(keys("q=%E9%97%A8").await, "a 1 2");
    assert_eq!(keys("q=%25").await, " 0 0", "`%` must not be a wildcard");
    assert_eq!(keys("area=news").await, " 0 0");
    for (query, status) in [("state=x", 422), ("sort=x", 422), ("locale=fr", 400), ("size=0", 422)]
    {
        assert_eq!(
            send(&site, "GET", &format!("{LIST}?{query}"), None, None).await.0,
            status,
            "{query}"
        );
    }
}

#[tokio::test]
async fn page_list_search_ignores_case() {
    let site = Site::new().await;
    site.import(&[
        ("en/u.md", "---\ntitle: Überblick\n---\n"),
        ("en/o.md", "---\ntitle: ÉTÉ À PARIS\n---\n"),
        ("en/w.md", "---\ntitle: ＡＢ 门\n---\n"),
    ])
    .await;
    site.log_in_as("editor").await;
    for (query, expected) in [
        ("Überblick", "u"),
        ("überblick", "u"),
        ("ÜBERBLICK", "u"),
        ("été à", "o"),
        ("Été", "o"),
        ("ａｂ 门", "w"),
        ("Ａｂ", "w"),
        ("ß", ""),
    ] {
        let encoded: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let rows = read(&site, &format!("{LIST}?q={encoded}")).await;
        let keys = rows.as_array().unwrap().iter().map(|row| row["key"].as_str().unwrap());
        assert_eq!(keys.collect::<Vec<_>>().join(" "), expected, "{query}");
    }
}

#[tokio::test]
async fn page_views_of_both_languages_are_summed() {
    let site = site().await;
    for (number, url, locale) in [
        (1, "/index/en/docs/guide/b", "zh-CN"),
        (2, "/index/en/docs/guide/b", "en-US"),
        (3, "/index/docs/guide/b", "en-US"),
    ] {
        let hit = json!({ "url": url, "locale": locale, "id": format!("hit-{number}") });
        let collect = "/api/v1/public/datastat/collect";
        let answer = site.answer("POST", collect, Some(&hit.to_string())).await;
        assert_eq!(answer.status(), 202);
    }
    site.log_in_as("editor").await;
    let rows = read(&site, &format!("{LIST}?sort=views")).await;
    assert_eq!((&rows[0]["key"], &rows[0]["views"]), (&json!("guide/b"), &json!(3)), "{rows}");
}

#[tokio::test]
async fn slug_equal_to_another_page_url_is_rejected() {
    let site = site().await;
    site.import(&[("zh/only.md", "# 独\n")]).await;
    site.log_in_as("editor").await;
    let (bell, editor) = (id_of(&site, "guide/b").await, site.token());
    site.log_in_as("translator").await;
    let id = id_of(&site, "guide/a").await;
    // A URL of a page in this language, and a URL that shows a page in the other language as a fallback.
    for slug in ["b", "/only"] {
        let whole = EN.replace("title", &format!("slug: {slug}\ntitle"));
        write(&site, &id, "en", &whole).await;
        let (status, refused) = publish(&site, &id, "en", json!({})).await;
        let error = &refused["errors"][0];
        assert_eq!(
            (status, &error["field"], &error["code"], &error["line"]),
            (422, &json!("text"), &json!("slug-taken"), &json!(2)),
            "{refused}"
        );
        assert_eq!(publish(&site, &id, "en", json!({ "at": in_days(1) })).await.0, 200);
        site.inside().publish_due(in_days(2)).await;
        assert_eq!(schedule_state(&site, &id).await, (json!("slug-taken"), false));
        let front_matter = format!("---\nslug: {slug}\n---\n");
        let change = json!({ "front_matter": front_matter, "markdown": "# Gate\n" });
        let path = "/api/v1/docs/en/guide/a";
        site.with_header(Some(("if-match", "*")));
        let answer = site.answer("PUT", path, Some(&change.to_string())).await;
        site.with_header(None);
        let refused: Value = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(refused["errors"][0]["code"], "slug-taken", "{refused}");
    }
    assert_eq!(read(&site, "/api/v1/public/docs/en/guide/b").await["title"], "Bell");
    assert_eq!(read(&site, "/api/v1/public/docs/en/only").await["title"], "独");

    // The path of a trashed page can be used.
    site.with_token(editor.as_deref());
    let bell = format!("{LIST}/{bell}");
    let seen = read(&site, &bell).await["revision"].as_str().unwrap().to_owned();
    assert_eq!(send(&site, "DELETE", &bell, Some(&seen), None).await.0, 204);
    write(&site, &id, "en", &EN.replace("title", "slug: b\ntitle")).await;
    let (status, done) = publish(&site, &id, "en", json!({})).await;
    assert_eq!((status, &done["url"]), (200, &json!("/index/en/docs/guide/b")), "{done}");
}
